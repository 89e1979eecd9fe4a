"""The questions that the viewer may ask of the rules, as a Protocol that the command line fills, and their answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from battlefield.certificate import Certificate
from battlefield.events.core import ChargeNeeds, Reason
from battlefield.geometry.shapes import Point, Pose
from battlefield.state import State

Ring = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Charge:
    """What a charge of a unit would need (move.charge_distance); of its targets `needs` tells."""

    unit: str
    needs: ChargeNeeds


@dataclass(frozen=True, slots=True)
class Sighting:
    """A look from one thing at another: the certificate of sight, and of a model that is seen that of its cover."""

    claim: Certificate
    cover: Certificate | None = None


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a model's centre can be after a Normal move of so many inches.

    `parts`: of each part of the area its outer ring, then its holes, within `tolerance` inches of the true ones; `area`
    in square inches; `bounded`: the models and terrain features that keep it from going farther.
    """

    model: str
    inches: float
    area: float
    parts: tuple[tuple[Ring, ...], ...]
    bounded: tuple[str, ...] = ()
    tolerance: float = 0.01


Topic = Literal["engaged", "coherency", "objectives", "artifacts", "ground", "sight", "charges"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a model's situation: what it is about, what it says, the certificate that it stands on.

    `note`: what is to be known besides; `needs`: of a charge what it would need.
    """

    topic: Topic
    says: str
    claim: Certificate
    note: str = ""
    needs: ChargeNeeds | None = None


@dataclass(frozen=True, slots=True)
class Viewed:
    """The ground that a model sees, and from which it is seen: points of it, by what is no taller than `top`.

    `parts`: of each part of the area its outer ring, then its holes. The straight edges of shadows are where they are;
    round edges of what hides are chords within `tolerance` inches. `area`: square inches. `blockers`: what may hide.
    """

    model: str
    top: float
    area: float
    parts: tuple[tuple[Ring, ...], ...]
    blockers: tuple[str, ...] = ()
    tolerance: float = 0.002


class Judge(Protocol):
    """Answers about a state, given by rules that the asker does not import.

    What may take long comes in parts, or is asked for away from the picture: nothing here touches what draws.
    """

    def measure(self, state: State, a: str, b: str) -> tuple[Certificate, tuple[Certificate, ...]]:
        """The bare certificate of a pair, and the certificates of the rules that speak of it."""
        ...

    def placing(self, state: State, model: str, pose: Pose) -> tuple[Reason, ...]:
        """Everything against a model's standing at a pose, by the rules of setting up."""
        ...

    def charges(self, state: State, unit: str) -> Iterator[Charge]:
        """What a charge of a unit at each enemy unit near enough to be declared a target would need, one by one."""
        ...

    def sights(self, state: State, a: str) -> Iterator[Sighting]:
        """A model's, or a unit's, look at everything on the battlefield that may be seen, one by one."""
        ...

    def reach(self, state: State, model: str, inches: float | None = None) -> Reached:
        """Where a model can get to; by its M when not told otherwise. ValueError when it has none, or is not there."""
        ...

    def situation(self, state: State, model: str) -> Iterator[Fact]:
        """Everything that the rules say of a model where it stands, line by line, what is quick first."""
        ...

    def within(self, state: State, name: str, inches: float) -> Iterator[Certificate]:
        """What is within so many inches of a thing, or on the line, one by one; the certificates say by how much."""
        ...

    def viewed(self, state: State, model: str) -> Viewed:
        """The ground that a model sees. ValueError when it is not on the battlefield."""
        ...
