"""A move as it is walked: straight ways and turns on the spot, each as long as it counts, and the band that it sweeps.

A base keeps its facing on a way and turns where the way ends; what its farthest point travels in that turn counts
(move.length, A3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot, radians
from typing import NamedTuple

from battlefield.geometry import areas, measure
from battlefield.geometry.paths import leg_length, turn_between, turning_reach
from battlefield.geometry.shapes import Base, Disc, Point, Polygon, Pose, Shape, hull
from battlefield.viewer.drawing import Line
from battlefield.viewer.glyphs import circle_line

_GRAIN = 0.004
"""How far, in inches, the drawn edge of a band may lie beside the true one."""
_MOST_LEGS = 8


class Stretch(NamedTuple):
    """A straight way, or a turn on the spot; `paid`: the inches that it counts."""

    start: Pose
    end: Pose
    paid: float

    @property
    def turns(self) -> bool:
        """Whether it is a turn."""
        return self.start.point == self.end.point and self.start.facing != self.end.facing


@dataclass(frozen=True)
class Walk:
    """A base on a path, its start first."""

    base: Base
    path: tuple[Pose, ...]

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The ways and turns, in order."""
        made: list[Stretch] = []
        reach = turning_reach(self.base, self.path[0])
        for one, two in pairwise(self.path):
            there = two._replace(facing=one.facing)
            if there[:3] != one[:3]:
                made.append(Stretch(one, there, leg_length(one, two)))
            if two.facing != one.facing:
                made.append(Stretch(there, two, reach * abs(radians(turn_between(one.facing, two.facing)))))
        return tuple(made)

    @cached_property
    def length(self) -> float:
        """The inches that it counts."""
        return sum(each.paid for each in self.stretches)

    def at(self, share: float) -> Pose:
        """Where the base is when a share of the length is used up."""
        left = self.length * max(0.0, min(1.0, share))
        for each in self.stretches:
            if left < each.paid:
                return _between(each, left / each.paid)
            left -= each.paid
        return self.path[-1]

    def share_at(self, arc: float) -> float:
        """The share of the length at which so many inches of the centre's way, climbs included, are behind."""
        left, paid = arc, 0.0
        for each in self.stretches:
            if not each.turns:
                if left <= each.paid:
                    paid += max(left, 0.0)
                    break
                left -= each.paid
            paid += each.paid
        return paid / self.length if self.length > 0 else 1.0

    def trail(self, start: float, end: float) -> Line:
        """The centre's way from one share of the length to another."""
        first, last = (self.length * max(0.0, min(1.0, each)) for each in (start, end))
        gone, line = 0.0, [self.at(start).point]
        for each in self.stretches:
            gone += each.paid
            if first < gone < last:
                line.append(each.end.point)
        line.append(self.at(end).point)
        return tuple(point for index, point in enumerate(line) if index == 0 or point != line[index - 1])

    @property
    def line(self) -> Line:
        """The centre's whole way."""
        return tuple(each.point for each in self.path)

    @property
    def band(self) -> tuple[Line, ...]:
        """All that the base covers on its ways and where it comes to stand, true in width: its outer edge, and holes
        where it closes round something."""
        return _band(self.base, self.path)


def turning_lines(base: Base, turn: Stretch) -> tuple[Line, ...]:
    """The arcs that the points farthest from the centre travel in a turn on the spot."""
    shape = base.at(turn.start)
    if isinstance(shape, Disc):
        return ()
    at, angle = turn.start.point, turn_between(turn.start.facing, turn.end.facing)
    reach = measure.radius_around(shape, at)
    starts = [
        degrees(atan2(y - at[1], x - at[0])) for x, y in _edge(shape) if hypot(x - at[0], y - at[1]) > reach - 1e-6
    ]
    return tuple(circle_line(at, reach, start, start + angle) for start in starts)


def _between(stretch: Stretch, share: float) -> Pose:
    one, two = stretch.start, stretch.end
    turn = turn_between(one.facing, two.facing)
    x, y, z = (a + (b - a) * share for a, b in zip(one[:3], two[:3], strict=True))
    return Pose(x, y, z, one.facing + turn * share)


@lru_cache(maxsize=256)
def _band(base: Base, path: tuple[Pose, ...]) -> tuple[Line, ...]:
    """The edge of the union of what is covered on each way; each convex piece sweeps a convex one."""
    ways = [_swept(base.at(one), two.x - one.x, two.y - one.y) for one, two in pairwise(path)]
    ways.append(_swept(base.at(path[-1]), 0.0, 0.0))
    rings = list(dict.fromkeys(ring for way in ways for ring in way))
    if _comes_back(base, path):
        joined = areas.rings(areas.union_area([areas.polygon_area(ring) for ring in rings]), _GRAIN)
        if joined:  # nothing is left of rings that lie upon one another but for rounding
            outer, holes = joined[0]
            return (outer, *holes)
    parts = tuple(part for ring in rings for part in hull(ring).at(Pose(0.0, 0.0)).parts)
    return (measure.offset_outline(Polygon(0.0, 0.0, rings[0], parts), 0.0, _GRAIN),)


def _comes_back(base: Base, path: tuple[Pose, ...]) -> bool:
    """Whether a path comes near itself again after a way long enough to leave something uncovered in between.

    Round a hole the way is longer than round the base. Of many short legs only the outer edge is drawn.
    """
    shape = base.at(path[0])
    out = measure.radius_around(shape, path[0].point)
    inner = min(_sides(shape))
    legs = list(pairwise(path))
    gone = [0.0]
    for one, two in legs:
        gone.append(gone[-1] + hypot(two.x - one.x, two.y - one.y))
    return len(legs) <= _MOST_LEGS and any(
        gone[later] - gone[earlier + 1] > 3 * inner and _apart(legs[earlier], legs[later]) <= 2 * out
        for earlier in range(len(legs))
        for later in range(earlier + 2, len(legs))
    )


def _sides(shape: Shape) -> tuple[float, float]:
    x0, y0, x1, y1 = measure.bounds(shape)
    return ((x1 - x0) / 2, (y1 - y0) / 2)


def _apart(one: tuple[Pose, Pose], two: tuple[Pose, Pose]) -> float:
    """How far two legs are from each other."""
    if _side(one, two[0]) * _side(one, two[1]) < 0 and _side(two, one[0]) * _side(two, one[1]) < 0:
        return 0.0
    return min(*(_to_leg(each, two) for each in one), *(_to_leg(each, one) for each in two))


def _side(leg: tuple[Pose, Pose], at: Pose) -> float:
    """On which side of the line through a leg a place is, by its sign."""
    one, two = leg
    return (two.x - one.x) * (at.y - one.y) - (two.y - one.y) * (at.x - one.x)


def _to_leg(at: Pose, leg: tuple[Pose, Pose]) -> float:
    (ax, ay), (bx, by) = leg[0].point, leg[1].point
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = 0.0 if square == 0 else max(0.0, min(1.0, ((at.x - ax) * dx + (at.y - ay) * dy) / square))
    return hypot(at.x - ax - share * dx, at.y - ay - share * dy)


def _swept(shape: Shape, dx: float, dy: float) -> list[Line]:
    pieces = [part.points for part in shape.parts] if isinstance(shape, Polygon) else [_edge(shape)]
    return [_round([*ring, *((x + dx, y + dy) for x, y in ring)]) for ring in pieces]


def _edge(shape: Shape) -> Line:
    return tuple(measure.boundary(shape, _GRAIN))


def _round(points: Sequence[Point]) -> Line:
    """The least convex ring round some points, counter-clockwise."""
    ordered = sorted(set(points))
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(points: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for x, y in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-12:
                break
            chain.pop()
        chain.append((x, y))
    return chain
