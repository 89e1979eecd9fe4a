"""Where a footprint stands so that one or two conditions are met exactly: so far from things, up against lines.

A condition is a number that is 0 where it is met, and negative where the footprint is too near, or too far out. Its
places are found by Newton's method from where the footprint is wanted. Source rules: setup.engagement, setup.zone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot, isfinite
from typing import Protocol

from battlefield.geometry.area_measure import area_gap, area_overlap
from battlefield.geometry.area_tree import Area
from battlefield.geometry.extent import support
from battlefield.geometry.measure import gap, overlap
from battlefield.geometry.shapes import Base, Disc, Point, Pose, Shape

MET = 1e-10
"""Inches by which a condition may be missed."""
_STEP = 1e-5
_TURNS = 40


class Condition(Protocol):
    """Something that a footprint meets exactly at some places."""

    def miss(self, shape: Shape) -> float:
        """How far a footprint is beyond meeting it, inches; negative where it is short of that."""
        ...

    def ends(self, shape: Shape) -> tuple[Point, Point]:
        """From where to where it is measured: a point of the footprint, and one of what it is measured to."""
        ...


@dataclass(frozen=True)
class Away:
    """Closest parts are `far` inches apart from a footprint or an area."""

    of: Shape | Area
    far: float

    def miss(self, shape: Shape) -> float:
        """The distance, less than 0 for the depth of an overlap, beyond what it is to be."""
        if isinstance(self.of, Disc) and isinstance(shape, Disc):
            return hypot(shape.x - self.of.x, shape.y - self.of.y) - shape.radius - self.of.radius - self.far
        away = self._gap(shape)
        if away[0] > 0:
            return away[0] - self.far
        depth = overlap(shape, self.of).depth if isinstance(self.of, Shape) else area_overlap(shape, self.of).depth
        return -depth - self.far

    def ends(self, shape: Shape) -> tuple[Point, Point]:
        """The closest parts."""
        return self._gap(shape)[1:]

    def _gap(self, shape: Shape) -> tuple[float, Point, Point]:
        found = gap(shape, self.of) if isinstance(self.of, Shape) else area_gap(shape, self.of)
        return found.high, found.here, found.there


@dataclass(frozen=True)
class Behind:
    """The farthest part towards `normal`, a unit vector, lies on the line at `at` inches from the origin along it."""

    normal: Point
    at: float

    def miss(self, shape: Shape) -> float:
        """How far the farthest part stays behind the line."""
        x, y = support(shape, *self.normal)
        return self.at - x * self.normal[0] - y * self.normal[1]

    def ends(self, shape: Shape) -> tuple[Point, Point]:
        """The farthest part, and its foot on the line."""
        x, y = support(shape, *self.normal)
        away = self.miss(shape)
        return (x, y), (x + away * self.normal[0], y + away * self.normal[1])


def meeting(base: Base, pose: Pose, conditions: Sequence[Condition]) -> Pose | None:
    """The pose near to one at which a base meets one condition, or two at a time; None where Newton finds none.

    Each is then missed by 1e-10 in at the most.
    """
    x, y = pose.point
    misses = [_of_place(base, pose, each) for each in conditions]
    for _ in range(_TURNS):
        values = [each(x, y) for each in misses]
        if all(abs(value) <= MET for value in values):
            return pose._replace(x=x, y=y)
        slopes = [_slope(each, x, y) for each in misses]
        step = _step(values, slopes)
        if step is None:
            return None
        x, y = x + step[0], y + step[1]
        if not (isfinite(x) and isfinite(y)):
            return None
    return None


def _of_place(base: Base, pose: Pose, condition: Condition) -> Callable[[float, float], float]:
    return lambda x, y: condition.miss(base.at(pose._replace(x=x, y=y)))


def _slope(miss: Callable[[float, float], float], x: float, y: float) -> Point:
    return (
        (miss(x + _STEP, y) - miss(x - _STEP, y)) / (2 * _STEP),
        (miss(x, y + _STEP) - miss(x, y - _STEP)) / (2 * _STEP),
    )


def _step(values: Sequence[float], slopes: Sequence[Point]) -> Point | None:
    """The step that meets the conditions if they were planes: the shortest for one, the only one for two."""
    if len(values) == 1:
        (gx, gy), value = slopes[0], values[0]
        size = gx * gx + gy * gy
        return None if size < 1e-6 else (-value * gx / size, -value * gy / size)
    (ax, ay), (bx, by) = slopes[:2]
    turn = ax * by - ay * bx
    if abs(turn) < 1e-6:
        return None
    return ((-values[0] * by + values[1] * ay) / turn, (-values[1] * ax + values[0] * bx) / turn)
