"""A recording as a film: each event a moment with a start, a length and beats within it. Pure; seconds at speed 1."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from battlefield.events.artefakty import CardSeen, CardTurnedUp, ConfrontationWon, DeckOrdered, MomentPassed, Sealed
from battlefield.events.base import Event
from battlefield.events.core import (
    BattleEnded,
    ChargeFailed,
    Chose,
    HatchwayOperated,
    LogClosed,
    ModelDestroyed,
    ModelMoved,
    ObjectiveControlled,
    OrderRefused,
    PhaseBegan,
    PhaseEnded,
    Rolled,
    TokenCleared,
    TokenSet,
    UnitSetUp,
    WoundsLost,
)
from battlefield.events.relics_of_old import ArtifactExpelled, ClaimAttempted
from battlefield.events.scrollhammer_relic import RelicCaptured, RelicDropped, RelicIdentified
from battlefield.recording import Recording

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
Passes = Callable[[int], bool]
"""Whether the event that so many came before passes a filter."""
MOST_REASONS = 12
"""So many reasons against an order have a moment each; what is over is listed with the last."""


class Beat(NamedTuple):
    """A part of a moment: seconds from the moment's start, and how long."""

    name: str
    start: float
    duration: float


@dataclass(frozen=True, slots=True)
class Moment:
    """One event on the screen. `index`: how many events came before it (-1: the empty table, before any).

    `kind`: opening, setup, phase, dice, move, harm, artifact, relic, refused, other or end: it chooses the colour.
    `quiet`: worth no stop of its own when one steps through. `chapter`: the phase that it belongs to.
    `part`: an order refused for several reasons has a moment for each, numbered from 0.
    """

    n: int
    index: int
    start: float
    duration: float
    kind: str
    beats: tuple[Beat, ...]
    quiet: bool
    chapter: str
    part: int = 0

    @property
    def end(self) -> float:
        """When it is over."""
        return self.start + self.duration

    def beat(self, elapsed: float) -> tuple[str, float]:
        """The beat at so many seconds into the moment, and how far it has come, 0 to 1."""
        for each in reversed(self.beats):
            if elapsed >= each.start:
                return each.name, 1.0 if each.duration <= 0 else min(1.0, (elapsed - each.start) / each.duration)
        return self.beats[0].name, 0.0

    def progress(self, name: str, elapsed: float) -> float:
        """How far a beat has come: 0 before it, 1 after it and where the moment has none of that name."""
        for each in self.beats:
            if each.name == name:
                return max(0.0, min(1.0, (elapsed - each.start) / each.duration)) if each.duration > 0 else 1.0
        return 1.0


@dataclass(frozen=True, slots=True)
class Timeline:
    """The moments in order, one before the first event, then one an event or a part of one; `duration` in seconds."""

    moments: tuple[Moment, ...]
    duration: float
    starts: tuple[float, ...] = field(repr=False)

    def at(self, time: float) -> tuple[Moment, float]:
        """The moment at a time, and the seconds since it began; the last one holds at the end."""
        moment = self.moments[self._place(time)]
        return moment, max(0.0, min(time - moment.start, moment.duration))

    def of_event(self, n: int) -> Moment:
        """The moment of event `n`, its first part; 0 is the empty table. ValueError when there is none."""
        for moment in self.moments[n : n + 1]:
            if moment.n == n and moment.part == 0:
                return moment
        found = next((each for each in self.moments if each.n == n), None)
        if found is None:
            raise ValueError(f"there is no event {n}; the last is {self.moments[-1].n}")
        return found

    def after(self, time: float, passes: Passes | None = None) -> Moment:
        """The next moment worth a stop after the one at `time`; the last one when there is none.

        Of those that pass, where a filter is given, and the one at `time` when none does.
        """
        later = self.moments[self._place(time) + 1 :]
        if passes is not None:
            return next((each for each in later if not each.quiet and passes(each.index)), self.at(time)[0])
        return next((each for each in later if not each.quiet), self.moments[-1])

    def before(self, time: float, passes: Passes | None = None) -> Moment:
        """The moment worth a stop before the one at `time`; the first when there is none. A filter as for `after`."""
        earlier = self.moments[: self._place(time)]
        if passes is not None:
            return next((each for each in reversed(earlier) if not each.quiet and passes(each.index)), self.at(time)[0])
        return next((each for each in reversed(earlier) if not each.quiet), self.moments[0])

    def _place(self, time: float) -> int:
        return max(0, bisect_right(self.starts, time) - 1)


def timeline(recording: Recording) -> Timeline:
    """The film of a recording."""
    moments = [Moment(0, -1, 0.0, 0.6, "opening", (Beat("show", 0.0, 0.6),), False, "Setting up")]
    chapter, time = "Setting up", 0.6
    before: Event | None = None
    for index, entry in enumerate(recording.entries):
        event = entry.event
        if isinstance(event, PhaseBegan):
            chapter = f"Round {event.round} · {event.player} · {event.phase.capitalize()} phase"
        if isinstance(event, ConfrontationWon):
            chapter = f"{event.kind} in {event.zone}"
        for part in range(parts(event)):
            beats = _beats(event, _hurried(before, event), part)
            duration = sum(each.duration for each in beats)
            moments.append(Moment(entry.n, index, time, duration, kind(event), beats, quiet(event), chapter, part))
            time += duration
        before = event
    return Timeline(tuple(moments), time, tuple(each.start for each in moments))


def parts(event: Event) -> int:
    """How many moments an event takes: one, but for an order refused, or a charge failed, for several reasons."""
    return max(1, min(len(event.reasons), MOST_REASONS)) if isinstance(event, OrderRefused | ChargeFailed) else 1


def quiet(event: Event) -> bool:
    """Whether an event is bookkeeping, worth no stop of its own."""
    if isinstance(event, TokenSet):
        return event.token in _BOOKED or event.until == "phase"
    if isinstance(event, Chose):
        return event.asks == "artifact.claim" and (event.by, event.answer) == ("default", "attempt")
    return isinstance(event, PhaseEnded | LogClosed | TokenCleared | DeckOrdered | MomentPassed | Sealed)


_BOOKED = frozenset(
    {"moved", "moved as", "heading", "arrived", "disembarked", "embarked", "charge declared", "charge move"}
    | {"hatchway operated", "went into Reserves", "attacked"}
)
"""Tokens that only note what the event before them has shown."""


def kind(event: Event) -> str:
    """What an event is about, for its colour."""
    name = type(event).__name__
    for word, found in _KINDS:
        if word in name:
            return found
    return "other"


_KINDS = (
    ("Refused", "refused"), ("ChargeFailed", "refused"),
    ("Phase", "phase"), ("Rolled", "dice"), ("Chose", "dice"), ("Relic", "relic"),
    ("Artifact", "artifact"), ("Exfiltrated", "artifact"), ("Claim", "artifact"), ("Extraction", "artifact"),
    ("Wounds", "harm"), ("Destroyed", "harm"), ("SetUp", "setup"), ("Embarked", "setup"), ("Left", "move"),
    ("Moved", "move"), ("Relocated", "move"), ("Swapped", "move"), ("Charge", "move"), ("Hatchway", "move"),
    ("Ended", "end"), ("CardPlayed", "artifact"), ("Card", "dice"), ("Deck", "dice"), ("Confrontation", "phase"),
    ("Objective", "phase"),
)  # fmt: skip
_LENGTHS: tuple[tuple[type[Event], float], ...] = (
    (ObjectiveControlled, 2.4), (HatchwayOperated, 2.4), (PhaseBegan, 1.2), (WoundsLost, 1.2), (ModelDestroyed, 1.4),
    (OrderRefused, 2.4), (ChargeFailed, 2.4), (RelicIdentified, 2.4), (RelicCaptured, 2.2), (TokenSet, 0.8),
    (BattleEnded, 2.4), (Rolled, 1.3), (ClaimAttempted, 3.2), (CardSeen, 0.8), (CardTurnedUp, 0.9),
)  # fmt: skip


_ARRIVALS = {"deep strike": 2.4, "disembarked": 1.8}


def _hurried(before: Event | None, event: Event) -> bool:
    """Whether a move follows on another one, so that a unit of ten does not take a minute."""
    return isinstance(before, ModelMoved) and isinstance(event, ModelMoved)


def _beats(event: Event, hurried: bool, part: int) -> tuple[Beat, ...]:
    if quiet(event):
        return (Beat("show", 0.0, 0.0),)
    if isinstance(event, ArtifactExpelled):
        return _in_a_row(_expulsion(event))
    if isinstance(event, RelicDropped):
        moved_on = (event.at.x, event.at.y) != event.asked_at
        return _in_a_row([("gap", 1.5), *([("way out", 1.5)] if moved_on else []), ("rest", 1.2)])
    if isinstance(event, Rolled) and event.throw is not None:
        again = [("again", 2.2)] * len(event.rerolls)
        return _in_a_row([*again, ("tumble", 1.5), ("show", 1.0)])
    if isinstance(event, ModelMoved):
        seconds = min(1.8, 0.5 + 0.09 * event.length) * (0.55 if hurried else 1.0)
        return _in_a_row([("move", seconds), ("show", 0.12 if hurried else 0.4)])
    if isinstance(event, OrderRefused | ChargeFailed) and part > 0:
        return (Beat("show", 0.0, 1.5),)
    if isinstance(event, UnitSetUp):
        return (Beat("show", 0.0, _ARRIVALS.get(event.kind, 0.7)),)
    return (Beat("show", 0.0, next((length for of, length in _LENGTHS if isinstance(event, of)), 1.5)),)


def _expulsion(event: ArtifactExpelled) -> list[tuple[str, float]]:
    """Line from low to high, carried onto the machine, 6 in of slide, a hop for each thing passed, the edge, rest."""
    hops = [(f"hop {index}", 1.1) for index in range(len(event.passed))]
    return [("line", 1.0), ("carry", 1.3), ("slide", 1.8), *([("edge", 1.6)] if event.edge else hops), ("rest", 2.0)]


def _in_a_row(parts: Iterable[tuple[str, float]]) -> tuple[Beat, ...]:
    """Beats one after another; a name that comes again is numbered."""
    beats: list[Beat] = []
    time = 0.0
    for name, duration in parts:
        seen = sum(each.name.split("/")[0] == name for each in beats)
        beats.append(Beat(f"{name}/{seen + 1}" if seen else name, time, duration))
        time += duration
    return tuple(beats)
