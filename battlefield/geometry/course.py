"""The walk of many tokens down their lines, each to the first place that lies in none of the grown sets.

Every decision that is too close for numbers in columns is noted, so that the scalar rule can take it; and when the
lines are neighbours in a circle, so is every decision that may fall otherwise between a line and the next.
Source rules: artifact.expulsion.unstable, artifact.expulsion.edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from battlefield.geometry.columns import Floats
from battlefield.geometry.rays import Stretch

FREE, EDGE, NOWHERE = 0, 1, 2
"""Landed on the first free place of the line; on the last one short of the edge; nothing on the line was free."""

SAME = 1e-9
"""Inches between places on a line that are one place."""
CLOSE = 1e-4
"""A line this little inside a grown set (inches), or a place with so little before and behind it in the set (square
inches), may be a touch, and touching is clear: the scalar rule decides."""
LIMIT = 1e-5
"""A place this near the end of its line may be on either side of it."""

Flags = NDArray[np.bool_]
Rulings = NDArray[np.int8]


class Walk(NamedTuple):
    """Inches along each line; FREE, EDGE or NOWHERE; too close to call; may fall out otherwise before the next line."""

    travelled: Floats
    ruling: Rulings
    unsure: Flags
    near: Flags


class _Set(NamedTuple):
    """A grown set, and how much its ends move from a line to its neighbours."""

    stretch: Stretch
    low_step: Floats
    high_step: Floats


class Course:
    """A walk in progress on `count` lines, which are neighbours in a circle when `circle` is set."""

    def __init__(self, count: int, circle: bool) -> None:
        self.circle = circle
        self.unsure: Flags = np.zeros(count, dtype=np.bool_)
        self.near: Flags = np.zeros(count, dtype=np.bool_)

    def run(self, start: Floats, end: Floats, stretches: Sequence[Stretch]) -> Walk:
        """From `start` on to the first free place; where none comes before `end`, back from there to the last."""
        sets = [self.ready(one) for one in stretches]
        everything = np.ones(len(start), dtype=np.bool_)
        t, step, stop = start.copy(), self.steps(start), self.steps(end)
        ruling = np.zeros(len(start), dtype=np.int8)
        self._compare(t, end, step + stop, everything)
        self.hop(t, step, sets, 1, everything)
        self._compare(t, end, step + stop, everything)
        past = t > end
        t[past], step[past] = end[past], stop[past]
        ruling[(start > end) | (past & self._blocked(t, step, sets, past))] = EDGE
        back = ruling == EDGE
        if back.any():
            t[back], step[back] = end[back], stop[back]
            self.hop(t, step, sets, -1, back)
            self._compare(t, np.zeros(len(t)), step, back)
            t[back] = np.maximum(t[back], 0.0)
            ruling[back & (self._blocked(t, step, sets, back) | (end < 0.0))] = NOWHERE
            t[ruling == NOWHERE] = 0.0
        return Walk(t, ruling, self.unsure, self.near)

    def hop(self, t: Floats, step: Floats, sets: Sequence[_Set], sense: int, only: Flags) -> None:
        """Move every place that lies inside a set to the set's far side, until all are outside: t changes in place."""
        for _ in range(2 * len(sets) + 2):
            moved = False
            for one in sets:
                inside = self._inside(one, t, step, only)
                if inside.any():
                    rays = one.stretch.rays[inside]
                    t[rays] = (one.stretch.high if sense > 0 else one.stretch.low)[inside]
                    step[rays] = (one.high_step if sense > 0 else one.low_step)[inside]
                    moved = True
            if not moved:
                return
        self.unsure |= only

    def ready(self, one: Stretch) -> _Set:
        """The set with the steps of its ends."""
        if not self.circle:
            still = np.zeros(len(one.rays))
            return _Set(one, still, still)
        count = len(self.near)
        joined = (one.rays - np.roll(one.rays, 1)) % count == 1
        return _Set(one, _steps(one.low, joined), _steps(one.high, joined))

    def steps(self, t: Floats) -> Floats:
        """How much a place on every line moves from the line to its neighbours."""
        return _steps(t, np.ones(len(t), dtype=np.bool_)) if self.circle else np.zeros(len(t))

    def _blocked(self, t: Floats, step: Floats, sets: Sequence[_Set], only: Flags) -> Flags:
        found = np.zeros(len(t), dtype=np.bool_)
        for one in sets:
            found[one.stretch.rays[self._inside(one, t, step, only)]] = True
        return found

    def _inside(self, one: _Set, t: Floats, step: Floats, only: Flags) -> Flags:
        """Which of the set's lines have their place inside it; what is close or may change is noted."""
        rays, low, high, depth = one.stretch
        after, before = t[rays] - low, high - t[rays]
        inside: Flags = (after > SAME) & (before > SAME) & only[rays]
        self.unsure[rays[inside & ((after * before < CLOSE) | (depth < CLOSE))]] = True
        if self.circle:
            moves = step[rays]
            near = self._may_cross(after, moves + one.low_step) | self._may_cross(before, moves + one.high_step)
            self.near[rays[near & only[rays]]] = True
        return inside

    @staticmethod
    def _may_cross(off: Floats, moves: Floats) -> Flags:
        """Whether a place may pass the end of a set before the next line, unless it is that end, moving with it."""
        away = np.abs(off)
        return (away <= 2.0 * moves) & ((away > SAME) | np.isinf(moves))

    def _compare(self, t: Floats, limit: Floats, moves: Floats, only: Flags) -> None:
        away = np.abs(t - limit)
        self.unsure |= only & (away < LIMIT) & (away > 0.0)
        if self.circle:
            self.near |= only & (away <= 2.0 * moves) & (away > 0.0)


def _steps(values: Floats, joined: Flags) -> Floats:
    """The greater change from each value to those beside it in a circle; infinite where there is none beside it."""
    change = np.abs(values - np.roll(values, 1))
    change[~joined | np.isnan(change)] = np.inf
    return np.maximum(change, np.roll(change, -1))
