"""Orders of the core rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from battlefield.geometry.shapes import Point
from battlefield.orders.base import Grid, Order, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Order):
    """Forward to a phase, every phase between being played; without keys, to the next one."""

    round: int | None = None
    player: str | None = None
    phase: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp(Order):
    """Set a unit up: one place a model, or a grid."""

    unit: str
    at: tuple[Place, ...] | Grid
    facing: float | None = None
    kind: str = "deploy"

    @property
    def moves_units(self) -> bool:
        """It does."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Order):
    """Move models along paths, by name; or a whole unit by one displacement."""

    model: str | None = None
    unit: str | None = None
    path: tuple[Place, ...] = ()
    paths: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    by: Point | None = None
    kind: str = "normal"
    facing: float | None = None
    forced: bool = False

    @property
    def moves_units(self) -> bool:
        """It does, unless a rule forces it."""
        return not self.forced


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge(Order):
    """A unit charges enemy units, along given paths or along ways that the program finds.

    `intervention`: as a Heroic Intervention, in the opponent's phase, at a unit that has just charged.
    """

    unit: str
    targets: tuple[str, ...]
    paths: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    intervention: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Embark(Order):
    """A unit boards a transport."""

    unit: str
    transport: str

    @property
    def moves_units(self) -> bool:
        """It does."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Disembark(Order):
    """A unit leaves its transport: one place a model, or a grid."""

    unit: str
    at: tuple[Place, ...] | Grid
    transport: str | None = None

    @property
    def moves_units(self) -> bool:
        """It does."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Operate(Order):
    """A model tries to open or close a Hatchway; `opposed_by`: the opponent's model that tries to prevent it."""

    hatchway: str
    model: str
    opposed_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wound(Order):
    """A fact of the table: a model loses wounds."""

    model: str
    count: int = 1
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy(Order):
    """A fact of the table: a model, or every model of a unit, is destroyed; with `count` only the last so many.

    `stays`: they are not removed yet, because a rule lets them act first.
    """

    model: str | None = None
    unit: str | None = None
    count: int | None = None
    by: str | None = None
    stays: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndBattle(Order):
    """The battle ends here, with the phase that is being played."""
