"""Elekt: Artefakty as one value."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.artefakty import CardPlayed
from battlefield.events.base import Event
from battlefield.events.core import Reason
from battlefield.orders.artefakty import Confront, Discard, Draw
from battlefield.orders.artefakty import Play as PlayCards
from battlefield.orders.base import Order
from battlefield.play import Play, System
from battlefield.rules.artefakty import drawing, hands, moments, piles, playing
from battlefield.state import State


def refuses(state: State, order: Order) -> Sequence[Reason]:
    """Every reason of these rules against an order; while a hand is over the limit, against nearly every one."""
    if state.cards is None:
        return ()
    waiting = _against_waiting(state, order)
    if waiting:
        return waiting
    match order:
        case Confront():
            return drawing.against_confronting(state, order)
        case Draw():
            return drawing.refusals(state, order)
        case PlayCards():
            return playing.refusals(state, order)
        case Discard():
            return hands.refusals(state, order)
    return ()


def reacts(before: State, event: Event, play: Play) -> None:
    """What these rules answer an event with."""
    if before.cards is None:
        return
    moments.reacts(event, play)
    piles.reacts(event, play)
    if isinstance(event, CardPlayed):
        playing.reacts(event, play)


def seen_by(order: Order) -> tuple[str, ...] | None:
    """A refused order that names cards of a hand is for their holder to see; those of several hands for nobody."""
    match order:
        case PlayCards():
            players = tuple(dict.fromkeys(each.player for each in order.plays))
            return players if len(players) == 1 else ()
        case Discard():
            return (order.player,)
    return None


def _against_waiting(state: State, order: Order) -> list[Reason]:
    """A hand over the limit is seen to first: by a discard, or by a card with the arrow that is played at once."""
    waiting = hands.over_limit(state)
    if not waiting:
        return []
    if isinstance(order, Discard) and order.player in waiting:
        return []
    if isinstance(order, PlayCards) and len(order.plays) == 1 and order.plays[0].player in waiting:
        way = playing.way_of(state, order.plays[0])
        if way is not None and way.draw is not None:
            return []
    reasons = []
    for player in waiting:
        held = len(state.card_table.artifacts_of(player))
        why = (
            f"{player} holds {held} Artifacts, {held - hands.MOST} more than a hand may: that is seen to first, by a "
            "discard, or by playing one with the arrow in the moment of its draw"
        )
        reasons.append(Reason(rule=hands.RULE, why=why))
    return reasons


def judges(state: State) -> Sequence[Reason]:
    """A card of the expansion in a hand of a game without it."""
    table = state.cards
    if table is None or table.expansion:
        return ()
    return [
        Reason(rule=playing.EXTRA, why=f"{name} comes with the expansion, which is not in this game", of=name)
        for player in table.court
        for each in table.hand(player)
        if (card := table.card(each)) is not None and card.expansion and (name := card.name) != playing.FREE
    ]


ARTEFAKTY = System(
    name="artefakty",
    orders={
        Confront: drawing.confront,
        Draw: drawing.draw,
        PlayCards: playing.play_cards,
        Discard: hands.carry_out,
    },
    refuses=refuses,
    reacts=reacts,
    judges=judges,
    sets_up=piles.sets_up,
    seen_by=seen_by,
)
