"""Events of Elekt: Artefakty: what happens to cards, and to units by them.

Cards are called by their ids; a name stands in an event only where its face was seen. What fewer than all may see is
an event of its own, with `seen_by`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from battlefield.cards import CardTable, Fresh, Won
from battlefield.events.base import Event, ModelsPut
from battlefield.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled(Event):
    """A deck was made, face down: new ids, the top first; `of`: the box at set-up, the discards later."""

    cards: tuple[str, ...]
    of: str

    def apply(self, state: State) -> State:
        """The deck lies there; the discards that went into it are gone, and with them who knew them."""
        table = state.card_table
        faces, discard = table.faces, table.discard
        if self.of == "discards":
            faces = {key: name for key, name in faces.items() if key not in discard}
            discard = ()
        made = table.made + len(self.cards)
        return _with(state, deck=table.deck + self.cards, discard=discard, faces=faces, made=made)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckOrdered(Event):
    """What lies where in a deck: for nobody to see."""

    names: Mapping[str, str]

    def apply(self, state: State) -> State:
        """The ids have faces."""
        return _with(state, faces={**state.card_table.faces, **self.names})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTurnedUp(Event):
    """A card lies face up: from the deck, or from the box at set-up; `to`: display or discard."""

    card: str
    name: str
    to: str

    def apply(self, state: State) -> State:
        """It lies in its pile, where all see it."""
        table = state.card_table
        faces = {**table.faces, self.card: self.name}
        if self.card in table.display:
            return _with(state, faces=faces)
        made = table.made + (self.card not in table.deck)
        deck = _without(table.deck, self.card)
        if self.to == "display":
            return _with(state, deck=deck, faces=faces, made=made, display=(*table.display, self.card))
        return _with(state, deck=deck, faces=faces, made=made, discard=(self.card, *table.discard))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Event):
    """A player drew a card.

    `from_`: display, deck, or box at set-up. `why`: confrontation, artemistrz, effect, or dealt. `zone`: the one that
    caused it. `name`: only of a card that lay face up. `replaced_by`: the card that takes its place in the display.
    """

    player: str
    card: str
    from_: str
    why: str
    name: str | None = None
    zone: str | None = None
    replaced_by: str | None = None
    by: str | None = None

    def apply(self, state: State) -> State:
        """It is in the player's hand; a confrontation that it was drawn for gives no other."""
        table = state.card_table
        taken = () if self.replaced_by is None else (self.replaced_by,)
        display = tuple(new for each in table.display for new in (taken if each == self.card else (each,)))
        deck = tuple(each for each in table.deck if each not in (self.card, self.replaced_by))
        faces = table.faces if self.name is None else {**table.faces, self.card: self.name}
        won = table.won
        if self.why == "confrontation" and won is not None:
            won = replace(won, open=False)
        fresh = table.fresh if self.why == "dealt" else (*table.fresh, Fresh(self.card, self.player, self.zone))
        return _with(
            state,
            display=display,
            deck=deck,
            faces=faces,
            won=won,
            fresh=fresh,
            made=table.made + (self.from_ == "box"),
            hands={**table.hands, self.player: (*table.hand(self.player), self.card)},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeen(Event):
    """What a card is that a player took face down: for that player to see."""

    player: str
    card: str
    name: str

    def apply(self, state: State) -> State:
        """The id has a face."""
        return _with(state, faces={**state.card_table.faces, self.card: self.name})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Event):
    """A card was played, and is used up.

    `at_once`: in the moment of its draw; what it does to units then reaches no farther than `zone`. `targets`: what
    the player named for it, in order. `turn`, `turns`: its place among cards played at one time.
    """

    player: str
    card: str
    name: str
    level: str
    targets: tuple[str, ...] = ()
    at_once: bool = False
    zone: str | None = None
    turn: int = 1
    turns: int = 1

    def apply(self, state: State) -> State:
        """It has left the hand and the game."""
        table = state.card_table
        fresh = tuple(each for each in table.fresh if each.card != self.card)
        return _with(_taken(state, self.player, self.card, self.name), out=(self.card, *table.out), fresh=fresh)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDiscarded(Event):
    """A player discarded a card, face up. `why`: limit or effect. `to`: discard, or out for what is no Artifact."""

    player: str
    card: str
    name: str
    why: str
    to: str = "discard"
    by: str = "order"

    def apply(self, state: State) -> State:
        """It lies on its pile."""
        table = state.card_table
        fresh = tuple(each for each in table.fresh if each.card != self.card)
        state = _with(_taken(state, self.player, self.card, self.name), fresh=fresh)
        if self.to == "discard":
            return _with(state, discard=(self.card, *table.discard))
        return _with(state, out=(self.card, *table.out))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfrontationWon(Event):
    """A confrontation in a zone was won. `effect`: the winner took its own effect, so that nothing is drawn for it."""

    zone: str
    kind: str
    winner: str
    effect: bool = False

    def apply(self, state: State) -> State:
        """It is the confrontation of this moment."""
        return _with(state, won=Won(self.zone, self.kind, self.winner, open=not self.effect))


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentPassed(Event):
    """The moment of a draw, or of a confrontation, is over."""

    of: str

    def apply(self, state: State) -> State:
        """Nothing can be done in it any more."""
        return _with(state, fresh=()) if self.of == "draw" else _with(state, won=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRelocated(ModelsPut):
    """A card put a unit into another place, from zone to zone (None: no zone)."""

    unit: str
    from_: str | None
    to: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsSwapped(ModelsPut):
    """Two units changed places: `a` stands in `a_zone` now, `b` in `b_zone` (None: in no zone)."""

    a: str
    b: str
    a_zone: str | None
    b_zone: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectLapsed(Event):
    """An effect came to nothing, because of what had happened before it. `do`: which of the card's effects."""

    card: str | None
    name: str | None
    do: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed(Event):
    """Something that others may see and the reader of this copy may not."""


def _with(state: State, **changed: object) -> State:
    return replace(state, cards=_changed(state.card_table, changed))


def _changed(table: CardTable, changed: Mapping[str, object]) -> CardTable:
    return replace(table, **changed)  # type: ignore[arg-type]  # each by the name of its field


def _taken(state: State, player: str, card: str, name: str) -> State:
    """The state without a card in a player's hand, its face seen by all."""
    table = state.card_table
    hands = {**table.hands, player: _without(table.hand(player), card)}
    return _with(state, hands=hands, faces={**table.faces, card: name})


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(each for each in cards if each != card)
