"""A recording: the empty table and every event since, from a battle just run or from a log.

Floor 3. The viewer, verification and the tests are folds over it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from battlefield.events.base import Event
from battlefield.state import State


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in its place: its number from 1, the order it belongs to (0: set-up), the event it answers."""

    n: int
    order: int
    because: int | None
    event: Event


@dataclass(frozen=True)
class Recording:
    """A table and its events, in order. `warning` says where a log was cut short, None when it is whole.

    `reader`: the player whose copy it is; None where everything can be seen.
    """

    table: State
    entries: tuple[Entry, ...]
    seed: int | None = None
    warning: str | None = None
    source: str = field(default="", compare=False)
    reader: str | None = None

    @cached_property
    def states(self) -> tuple[State, ...]:
        """`states[k]` is the state after the first k events; `states[0]` is the empty table."""
        return fold(self.table, (entry.event for entry in self.entries))

    @property
    def state(self) -> State:
        """The state after the last event."""
        return self.states[-1]


def fold(table: State, events: Iterable[Event]) -> tuple[State, ...]:
    """The states after 0, 1, 2 … of the events."""
    states = [table]
    for event in events:
        states.append(event.apply(states[-1]))
    return tuple(states)
