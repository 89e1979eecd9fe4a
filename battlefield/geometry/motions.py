"""What a path is made of: slides that keep the facing and, where it changes, turns on the spot at the end of a leg.

Source rules: move.length, move.swept; ruling A3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlefield.geometry.paths import Leg, along, legs, turn_between
from battlefield.geometry.shapes import Pose


class Motion(NamedTuple):
    """A slide, or a turn by so many degrees: from where to where, and how long it is.

    `before`, `turned`: the arc at which it begins, and the degrees turned along the path before it.
    """

    start: Pose
    end: Pose
    before: float
    length: float
    turn: float
    turned: float

    def at(self, share: float) -> Pose:
        """The pose after a share of it, from 0 to 1."""
        if share <= 0.0:
            return self.start
        if share >= 1.0:
            return self.end
        if self.turn:
            return self.start._replace(facing=(self.start.facing + share * self.turn) % 360.0)
        return along(Leg(self.start, self.end, self.length), share)

    def share_of(self, arc: float, turned: float) -> float:
        """The share after which so much of the path is behind, in inches and in degrees; at least 0 and at most 1."""
        done, whole = (turned - self.turned, abs(self.turn)) if self.turn else (arc - self.before, self.length)
        return min(max(done / whole, 0.0), 1.0) if whole else 0.0


def motions(path: Sequence[Pose]) -> Iterator[Motion]:
    """The slides and turns of a path given with its start; a path of a single pose has none."""
    before = turned = 0.0
    for leg in legs(path):
        yield Motion(leg.start, leg.end._replace(facing=leg.start.facing), before, leg.length, 0.0, turned)
        before += leg.length
        turn = turn_between(leg.start.facing, leg.end.facing)
        if turn:
            yield Motion(leg.end._replace(facing=leg.start.facing), leg.end, before, 0.0, turn, turned)
            turned += abs(turn)
