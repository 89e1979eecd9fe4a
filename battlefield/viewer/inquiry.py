"""What the window's user asks of a model: its situation, where it can get to, what it sees, whom it can charge.

The rules answer in a thread of their own, a part at a time, so that the picture never waits for them. Only the latest
question is worked on; what was answered once is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from threading import Lock, Thread
from typing import Literal, get_args

from battlefield.judge import Charge, Fact, Judge, Reached, Sighting, Viewed
from battlefield.state import State

Kind = Literal["reach", "sight", "view", "charge", "situation"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Job = Callable[[], None]
Key = tuple[Kind, int, str]
KEPT = 64
"""So many answers are kept."""
TURNS = 5e-4
"""Seconds after which whoever draws may go on while answers are worked out; Python's own 5 ms would be seen."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question about a model in a state, and what is answered so far.

    `done`: nothing more comes. `fault`: why it cannot be answered, in a sentence.
    """

    kind: Kind
    model: str
    state: State
    charges: tuple[Charge, ...] = ()
    sights: tuple[Sighting, ...] = ()
    reached: Reached | None = None
    viewed: Viewed | None = None
    facts: tuple[Fact, ...] = ()
    done: bool = False
    fault: str | None = None

    @property
    def parts(self) -> int:
        """How many answers there are by now."""
        return (
            len(self.charges)
            + len(self.sights)
            + len(self.facts)
            + (self.reached is not None)
            + (self.viewed is not None)
        )


def in_background(job: Job) -> None:
    """Run a job in a thread of its own."""
    sys.setswitchinterval(min(sys.getswitchinterval(), TURNS))
    Thread(target=job, daemon=True).start()


@dataclass(slots=True)
class Inquiries:
    """The questions put to a judge. `work` runs a job now or later; `version` grows with every answer."""

    judge: Judge | None
    work: Callable[[Job], None] = in_background
    version: int = 0
    _known: dict[Key, Inquiry] = field(default_factory=dict)
    _wanted: Key | None = None
    _turn: Lock = field(default_factory=Lock)

    def ask(self, kind: Kind, state: State, model: str) -> Inquiry:
        """What is known of a question; where nothing is, the work on it begins."""
        key = (kind, id(state), model)
        known = self._known.get(key)
        if known is not None and known.state is state and (known.done or self._wanted == key):
            return known
        self._wanted = key
        begun = Inquiry(kind, model, state)
        while len(self._known) >= KEPT:
            self._known.pop(next(iter(self._known)))
        self._known[key] = begun
        self.work(lambda: self._answer(key, begun))
        return self._known[key]

    def drop(self) -> None:
        """Nobody waits for an answer any more."""
        self._wanted = None

    def _answer(self, key: Key, begun: Inquiry) -> None:
        """Work on a question until it is answered, or another one is wanted."""
        found = begun
        with self._turn:
            if self._wanted != key:
                return
            try:
                for found in self._parts(begun):
                    if self._wanted != key:
                        return
                    self._put(key, found)
                self._put(key, replace(found, done=True))
            except ValueError as fault:
                self._put(key, replace(found, done=True, fault=str(fault)))

    def _parts(self, found: Inquiry) -> Iterator[Inquiry]:
        state, model, judge = found.state, found.state.model(found.model), self.judge
        if judge is None:
            raise ValueError("nobody is here to ask: there are no rules at hand")
        if found.kind == "reach":
            yield replace(found, reached=judge.reach(state, model.name))
        elif found.kind == "view":
            yield replace(found, viewed=judge.viewed(state, model.name))
        elif found.kind == "situation":
            for fact in judge.situation(state, model.name):
                found = replace(found, facts=(*found.facts, fact))
                yield found
        elif found.kind == "sight":
            for seen in judge.sights(state, model.name):
                found = replace(found, sights=(*found.sights, seen))
                yield found
        else:
            for charge in judge.charges(state, model.unit):
                found = replace(found, charges=(*found.charges, charge))
                yield found

    def _put(self, key: Key, found: Inquiry) -> None:
        if key in self._known:  # it may have had to make room for others
            self._known[key] = found
            self.version += 1
