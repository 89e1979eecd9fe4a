"""Whether events of the card game fit the cards as they lay, and the zones as units stood in them. Floor 5."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from battlefield.events.artefakty import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardTurnedUp,
    DeckShuffled,
    UnitRelocated,
    UnitsSwapped,
)
from battlefield.events.base import Event
from battlefield.rules.artefakty.zones import zone_of
from battlefield.state import State


def _drawn(event: CardDrawn, before: State) -> Iterator[str]:
    table = before.card_table
    if event.from_ == "deck" and table.deck[:1] != (event.card,):
        yield f"{event.card} did not lie on top of the deck"
    if event.from_ == "display" and event.card not in table.display:
        yield f"{event.card} did not lie open"
    if event.replaced_by is not None and table.deck[:1] != (event.replaced_by,):
        yield f"{event.replaced_by} did not lie on top of the deck"
    if event.name is not None and table.faces.get(event.card) != event.name:
        yield f"{event.card} is not {event.name}"


def _turned_up(event: CardTurnedUp, before: State) -> Iterator[str]:
    known = before.card_table.faces.get(event.card)
    if known is not None and known != event.name:
        yield f"{event.card} is {known}, not {event.name}"


def _left_hand(event: CardPlayed | CardDiscarded, before: State) -> Iterator[str]:
    table = before.card_table
    if event.card not in table.hand(event.player):
        yield f"{event.player} did not hold {event.card}"
    known = table.faces.get(event.card)
    if known is not None and known != event.name:
        yield f"{event.card} is {known}, not {event.name}"


def _played(event: CardPlayed, before: State) -> Iterator[str]:
    yield from _left_hand(event, before)
    if not event.at_once:
        return
    fresh = before.card_table.fresh_card(event.card)
    if fresh is None or fresh.zone != event.zone:
        yield f"{event.card} was not drawn at that moment, or not because of {event.zone}"
    for name in event.targets:
        if name in before.units and zone_of(before, name).zone != event.zone:
            yield f"{name} does not stand in {event.zone}, to which the card was confined"


def _shuffled(event: DeckShuffled, before: State) -> Iterator[str]:
    table = before.card_table
    if event.of == "discards" and (table.deck or len(event.cards) != len(table.discard)):
        yield "the deck had not run out, or it is not made of the discards"


def _relocated(event: UnitRelocated, before: State) -> Iterator[str]:
    if zone_of(before, event.unit).zone != event.from_:
        yield f"{event.unit} did not stand in {event.from_}"
    if zone_of(event.apply(before), event.unit).zone != event.to:
        yield f"{event.unit} does not come to stand in {event.to}"


def _swapped(event: UnitsSwapped, before: State) -> Iterator[str]:
    after = event.apply(before)
    for unit, zone in ((event.a, event.a_zone), (event.b, event.b_zone)):
        if zone_of(after, unit).zone != zone:
            yield f"{unit} does not come to stand in {zone}"


JUDGED: dict[type[Event], Callable[..., Iterator[str]]] = {
    CardDrawn: _drawn,
    CardTurnedUp: _turned_up,
    CardPlayed: _played,
    CardDiscarded: _left_hand,
    DeckShuffled: _shuffled,
    UnitRelocated: _relocated,
    UnitsSwapped: _swapped,
}
