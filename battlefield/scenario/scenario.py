"""What a scenario file says once it is read: names resolved, defaults filled in, each part with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from battlefield.geometry.shapes import Pose
from battlefield.orders.base import Answer, EnteredDie, Order
from battlefield.state import State


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file: where (1-based, columns in characters), what is wrong, what was found, what is allowed."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class ScenarioError(ValueError):
    """A scenario that cannot be used: every fault that can be told apart, each with its place."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Source:
    """A place in the scenario file: line and column, 1-based, columns in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """One question and the answer the file expects.

    `question`: distance, engaged, contact, within, wholly_within, coherent, legal, artifact, token, event, finding,
    winner … `subject`: a name or a list of names (an area in place of a name: an `Area`). `keys`: everything beside
    it (is, at_most, more_than, of, verdict, at, carrier, state, owner, value, times …), places resolved to tuples.
    """

    question: str
    subject: Any
    keys: Mapping[str, Any]
    at: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderEntry:
    """One order of the file with the dice and answers that go with it and what is expected of it."""

    order: Order
    plain: Mapping[str, Any]
    dice: tuple[EnteredDie, ...] | None = None
    answers: tuple[Answer, ...] = ()
    refused: tuple[str, ...] = ()
    note: str | None = None
    expects: tuple[Expectation, ...] = ()
    at: Source = Source(1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """One unit's set-up: `kind` is deployed, in play, reserves (no poses) or embarked (in `transport`)."""

    unit: str
    kind: str
    poses: Mapping[str, Pose] = field(default_factory=dict)
    transport: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """An Artifact that lies on the battlefield from the start: `status` is field or dropped."""

    artifact: str
    at: Pose
    status: str
    owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The moment at which a position in play begins."""

    round: int
    player: str
    phase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Where cards lie at the start, by their names: the deck and the discards with the top first, the hands."""

    deck: tuple[str, ...] = ()
    shuffle: bool = False
    display: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario: the empty `table` (state 0), what the set-up places on it, orders and expectations.

    `assigned`: (artifact, model) for each that starts carried. `tokens`: (holder, name, value).
    `places`: where each named thing stands in the file. `at_set_up`: expectations judged before the first order;
    `at_end`: after the last one.
    """

    path: str
    title: str
    seed: int
    table: State
    placements: tuple[Placement, ...]
    assigned: tuple[tuple[str, str], ...] = ()
    lying: tuple[Lying, ...] = ()
    tokens: tuple[tuple[str, str, str | int | float | bool | None], ...] = ()
    start: Start | None = None
    deal: Deal | None = None
    orders: tuple[OrderEntry, ...] = ()
    at_set_up: tuple[Expectation, ...] = ()
    at_end: tuple[Expectation, ...] = ()
    places: Mapping[str, Source] = field(default_factory=dict)
