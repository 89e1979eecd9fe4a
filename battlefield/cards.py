"""The cards of a battle and where each of them lies: frozen, plain values with look-ups, no rules.

A card on the table goes by an id ("#7") that says nothing of what it is. Ids are given in the order in which cards come
to lie, face down and shuffled; what an id stands for is in `faces` as far as whoever reads knows it. Source rules:
artefakt.*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Verb = Literal["attach", "swap", "move", "discard", "draw"]
Level = Literal["artifact", "privilege", "unit", "mission", "influence", "other"]
LEVELS: tuple[Level, ...] = ("artifact", "privilege", "unit", "mission", "influence", "other")
"""In the order in which effects of one time are carried out (artefakt.priority)."""
UNIT_IN_ZONE, ANY_ZONE = "unit in zone", "zone"
"""What an effect says where the player names a unit, or a zone."""
SELF, OPPONENT = "self", "opponent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that a card does.

    `attach` a token `to` a unit · `swap` the units `a` and `b` · `move` a `unit` `to` a zone (or to that of a unit) ·
    `discard` and `draw` `count` cards of a `player`: a name, "self" or "opponent".
    """

    do: Verb
    token: str | None = None
    to: str | None = None
    a: str | None = None
    b: str | None = None
    unit: str | None = None
    player: str | None = None
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What is printed on a card: when it may be played, whether it has the arrow, its rank, what it does.

    `when`: any, on draw, confrontation, or a phase. `expansion`: whether it comes with the expansion.
    """

    name: str
    when: str = "any"
    arrow: bool = False
    level: Level = "artifact"
    expansion: bool = True
    effects: tuple[Effect, ...] = ()

    @property
    def is_artifact(self) -> bool:
        """Whether it is an Artifact: of the deck, and counted by the limit of a hand."""
        return self.level == "artifact"


@dataclass(frozen=True, slots=True)
class Won:
    """The confrontation that was won last: where, over what, by whom; `open` while the winner may draw for it."""

    zone: str
    kind: str
    winner: str
    open: bool = True


@dataclass(frozen=True, slots=True)
class Fresh:
    """A card that was drawn at this very moment, and the zone that caused it (None: no zone did)."""

    card: str
    player: str
    zone: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTable:
    """Every card by its id, pile by pile, the top first.

    `kinds`: what may be in the game, by name. `out`: played, or discarded without being an Artifact: it never
    returns. `made`: how many ids were given. `artemistrz`: the units with that ability, none unless agreed on.
    """

    court: tuple[str, ...]
    kinds: Mapping[str, Card]
    expansion: bool = True
    artemistrz: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    display: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    faces: Mapping[str, str] = field(default_factory=dict)
    made: int = 0
    won: Won | None = None
    fresh: tuple[Fresh, ...] = ()

    def hand(self, player: str) -> tuple[str, ...]:
        """The ids in a player's hand, in the order in which they came."""
        return self.hands.get(player, ())

    def card(self, id_: str) -> Card | None:
        """What an id stands for; None where that is not known."""
        return self.kinds.get(self.faces.get(id_, ""))

    def name(self, id_: str) -> str:
        """The name of the card with an id; KeyError where that is not known."""
        return self.faces[id_]

    def artifacts_of(self, player: str) -> tuple[str, ...]:
        """The Artifacts in a player's hand, as far as its cards are known."""
        return tuple(each for each in self.hand(player) if (card := self.card(each)) is not None and card.is_artifact)

    def held_by(self, player: str, name: str) -> str | None:
        """The id under which a player holds the card of a name; None where they do not."""
        return next((each for each in self.hand(player) if self.faces.get(each) == name), None)

    def fresh_card(self, id_: str) -> Fresh | None:
        """The card of that id as it was just drawn; None when it was not."""
        return next((each for each in self.fresh if each.card == id_), None)

    def piles(self) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
        """Every pile: deck, display, discard, out, and each player's hand; with whose it is, and its ids."""
        for name in ("deck", "display", "discard", "out"):
            yield name, None, getattr(self, name)
        for player, hand in self.hands.items():
            yield "hand", player, hand

    def whereabouts(self, name: str) -> tuple[str, str | None] | None:
        """The pile in which a card of that name is known to lie, and whose hand it is; None where it is not known."""
        for pile, player, ids in self.piles():
            if any(self.faces.get(each) == name for each in ids):
                return pile, player
        return None
