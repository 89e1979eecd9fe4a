"""What every order has, and how a place is written in one."""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.figures import trimmed
from battlefield.geometry.shapes import Point


@dataclass(frozen=True, slots=True)
class Spot:
    """A place by coordinates; an elevation or facing of None keeps the one that the model has."""

    x: float
    y: float
    z: float | None = None
    facing: float | None = None

    def __str__(self) -> str:
        """The place as files write it: [x, y], and the elevation where one is given."""
        return f"[{', '.join(trimmed(each) for each in (self.x, self.y, self.z) if each is not None)}]"


@dataclass(frozen=True, slots=True)
class Near:
    """A place by its gap: closest parts exactly `gap` apart from `of`, the centres on that bearing."""

    of: str
    gap: float
    bearing: float = 0.0
    facing: float | None = None


Place = Spot | Near


@dataclass(frozen=True, slots=True)
class Grid:
    """Places for a whole unit: columns to the right and rows up, turned by `bearing`, gaps between bases."""

    columns: int
    rows: int
    first: Place
    gap: float
    bearing: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Something a player asks for."""

    @property
    def moves_units(self) -> bool:
        """Whether by it a player moves or sets up a unit of choice, which is over where the phase's moves are."""
        return False


@dataclass(frozen=True, slots=True)
class FieldDie:
    """A die entered as it lay on the table: its face and its centre."""

    face: int
    at: Point


@dataclass(frozen=True, slots=True)
class FromSeed:
    """A die left to the seed: written "?" in a scenario."""


EnteredDie = int | FieldDie | FromSeed


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A player's choice: `to` the rule that asks, `given` the answer (a name, a bearing, a place); `of` narrows it."""

    to: str
    given: str | float | Spot
    of: str | None = None

    @property
    def said(self) -> str:
        """What was given, as files write it: a place in brackets, a name in quotes."""
        return str(self.given) if isinstance(self.given, Spot) else repr(self.given)
