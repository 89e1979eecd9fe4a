"""Orders of Elekt: Artefakty."""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.cards import Effect
from battlefield.orders.base import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Confront(Order):
    """A confrontation in a zone was won; `effects`: its own effect, where the winner takes that one."""

    zone: str
    kind: str
    winner: str
    effects: tuple[Effect, ...] = ()
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Order):
    """A player draws an Artifact, `from_` display (then a `card`) or deck, for a won confrontation or `by` a unit."""

    player: str
    from_: str
    card: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One card that a player plays. `at_once`: in the moment of its draw; None: whenever that can be."""

    player: str
    card: str
    targets: tuple[str, ...] = ()
    at_once: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Order):
    """Cards played at one time: mostly one."""

    plays: tuple[Played, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Order):
    """A player discards a card down to the limit of a hand."""

    player: str
    card: str
