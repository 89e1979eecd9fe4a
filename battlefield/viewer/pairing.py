"""Two recordings of one scenario side by side: the first event where they part, and one film for both. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import groupby, zip_longest
from pathlib import PurePath
from typing import Any, NamedTuple

from battlefield.events.base import Event
from battlefield.events.core import LogClosed
from battlefield.figures import trimmed
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene import film_of
from battlefield.viewer.story import caption
from battlefield.viewer.telling import count, listed
from battlefield.viewer.timeline import Moment, Timeline

Steps = dict[tuple[int, int], tuple[Moment, Moment]]
Difference = tuple[str, str, str]
"""What a field is called, and what it is on either side."""
_MOST = 6


class Names(NamedTuple):
    """What the two recordings are called."""

    left: str
    right: str


@dataclass(frozen=True, eq=False)
class Pairing:
    """Two recordings of one scenario. `film`: both at once, each event beside the one in its place, order by order.

    `parted`: how many events came before the first that is not the same; None when all are. `steps`: of each moment of
    the film, by its `n` and `part`, the moments on either side.
    """

    left: Recording
    right: Recording
    names: Names
    parted: int | None
    film: Timeline
    steps: Steps

    def own(self, moment: Moment) -> tuple[Moment, Moment]:
        """The moments on either side while the film is at one of its own."""
        return self.steps[(moment.index, moment.part)]

    @property
    def parting(self) -> Moment | None:
        """The moment of the film at which they part."""
        if self.parted is None:
            return None
        sides = (self.left, self.right)
        for moment in self.film.moments:
            for side, own in zip(sides, self.own(moment), strict=True):
                if own.index == self.parted and self.parted < len(side.entries):
                    return moment
        return self.film.moments[-1]


def paired(left: Recording, right: Recording) -> Pairing:
    """Two recordings beside each other. ValueError, in words, when they are of different scenarios."""
    names = _names(left.source, right.source)
    unlike = unlikeness(left.table, right.table)
    if unlike is not None:
        raise ValueError(
            f"{names.left} and {names.right} are of different scenarios: {unlike}; "
            "only two logs of one scenario can be shown side by side"
        )
    film, steps = _joined(left, right)
    return Pairing(left, right, names, _parted(left, right), film, steps)


def _parted(left: Recording, right: Recording) -> int | None:
    """How many events come before the first that is not the same; whether a log was closed is all one."""
    ours, theirs = ([each for each in side.entries if not isinstance(each.event, LogClosed)] for side in (left, right))
    for at, (a, b) in enumerate(zip(ours, theirs, strict=False)):
        if (a.event, a.order) != (b.event, b.order):
            return at
    return None if len(ours) == len(theirs) else min(len(ours), len(theirs))


def unlikeness(a: State, b: State) -> str | None:
    """Why two tables are not of one scenario, in words; None when they are."""
    if a == b:
        return None
    if a.title != b.title:
        return f"the one is “{a.title or 'untitled'}”, the other “{b.title or 'untitled'}”"
    if a.board != b.board:
        sizes = " and ".join(f"{each.board.width:g} × {each.board.height:g} in" for each in (a, b))
        return f"their battlefields measure {sizes}"
    for what, ours, theirs in (
        ("units", dict(a.units), dict(b.units)),
        ("models", dict(a.models), dict(b.models)),
        ("Artifacts", dict(a.artifacts), dict(b.artifacts)),
        ("markers", dict(a.markers), dict(b.markers)),
        ("terrain", {each.name: each for each in a.terrain}, {each.name: each for each in b.terrain}),
        ("players", {each.name: each for each in a.players}, {each.name: each for each in b.players}),
    ):
        names = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
        if names:
            verb = "is" if what == "terrain" else "are"
            return f"their {what} {verb} not the same ({listed(names[:3])}{' and others' if len(names) > 3 else ''})"
    return "the rules or ranges that they are played by are not the same"


# --- what is said ---


@by_identity(4)
def parting_words(pairing: Pairing) -> str:
    """Where they part, and how, in a sentence or two."""
    at, (left, right) = pairing.parted, (pairing.left, pairing.right)
    if at is None:
        every = f"all {count(len(left.entries), 'event')}" if left.entries else "both empty"
        return f"They are the same, {every}."
    same = f"The first {count(at, 'event')} {'is' if at == 1 else 'are'} the same" if at else "They part at once"
    longer, shorter = (left, right) if len(left.entries) > at else (right, left)
    if at >= len(shorter.entries):
        ends, on = (pairing.names.right, pairing.names.left) if longer is left else pairing.names
        more = len(longer.entries) - at
        return f"{same}; then {ends} ends, and {on} goes on for {count(more, 'event')}."
    here, there = caption(left, at), caption(right, at)
    begun = f"{same}. At event {left.entries[at].n} they part: " if at else f"{same}, at event {left.entries[at].n}: "
    if here.headline != there.headline:
        return f"{begun}on the left {here.headline}; on the right {there.headline}."
    unlike = differences(left.entries[at].event, right.entries[at].event)
    if not unlike:
        return f"{begun}{here.headline}, but not in the same way."
    told = "; ".join(f"{name} is {a} on the left, {b} on the right" for name, a, b in unlike[:2])
    return f"{begun}{here.headline}; {told}."


def differences(a: Event, b: Event) -> tuple[Difference, ...]:
    """The fields in which two events of a kind are not the same, as far as they can be told; none of two kinds.

    What happened comes before the rules that it happened by.
    """
    if type(a) is not type(b):
        return ()
    found = []
    for each in sorted(fields(a), key=lambda one: one.name in ("rule", "rulings")):
        ours, theirs = getattr(a, each.name), getattr(b, each.name)
        if ours != theirs and each.name not in ("claims", "seen_by"):
            told = (_told(ours), _told(theirs))
            if told[0] != told[1]:
                found.append((each.name.rstrip("_").replace("_", " "), *told))
    return tuple(found[:_MOST])


def _told(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return trimmed(value)
    if isinstance(value, Pose):
        return f"({trimmed(value.x, 3)}, {trimmed(value.y, 3)})"
    if isinstance(value, tuple | list | frozenset):
        if not value:
            return "nothing"
        parts = [_told(each) for each in value]
        return f"({', '.join(parts)})" if _is_point(value) else ", ".join(parts[:4]) + (" …" if len(parts) > 4 else "")
    if isinstance(value, str | int):
        return str(value)
    if hasattr(value, "__dataclass_fields__"):
        named = (getattr(value, each.name) for each in fields(value))
        return next((each for each in named if isinstance(each, str)), "another")
    return "another" if isinstance(value, dict) else str(value)


def _is_point(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(each, float) for each in value)


def _names(left: str, right: str) -> Names:
    """The names of two files, as short as tells them apart."""
    short = (PurePath(left).name or "the one", PurePath(right).name or "the other")
    return Names(left, right) if short[0] == short[1] and left != right else Names(*short)


# --- one film for both ---


def _joined(left: Recording, right: Recording) -> tuple[Timeline, Steps]:
    """Both films at once: a moment lasts as long as the longer of the two; who has none in its place rests."""
    films = (film_of(left), film_of(right))
    last = [films[0].moments[0], films[1].moments[0]]
    steps: Steps = {(-1, 0): (last[0], last[1])}
    moments = [last[0]]
    time = last[0].duration
    for index, group in enumerate(_in_step(left, right, films)):
        for part, pair in enumerate(group):
            there = [each for each in pair if each is not None]
            duration = max(each.duration for each in there)
            quiet = all(each.quiet for each in there)
            base = replace(there[0], index=index, start=time, duration=duration, quiet=quiet, part=part)
            last = [own or before for own, before in zip(pair, last, strict=True)]
            steps[(index, part)] = (last[0], last[1])
            moments.append(base)
            time += duration
    return Timeline(tuple(moments), time, tuple(each.start for each in moments)), steps


Pair = tuple[Moment | None, Moment | None]


def _in_step(left: Recording, right: Recording, films: tuple[Timeline, Timeline]) -> Iterator[list[Pair]]:
    """The events of both, order by order, each with the one in its place in the same order; the parts of each."""
    ours, theirs = _by_order(left, films[0]), _by_order(right, films[1])
    for order in sorted({*ours, *theirs}):
        for a, b in zip_longest(ours.get(order, []), theirs.get(order, []), fillvalue=()):
            yield list(zip_longest(a, b))


def _by_order(recording: Recording, film: Timeline) -> dict[int, list[tuple[Moment, ...]]]:
    found: dict[int, list[tuple[Moment, ...]]] = {}
    moments: Iterable[Moment] = film.moments[1:]
    for index, parts in groupby(moments, key=lambda each: each.index):
        found.setdefault(recording.entries[index].order, []).append(tuple(parts))
    return found
