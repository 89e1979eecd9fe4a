"""When a footprint that turns on the spot comes near to something, too deep into it, or farthest over an edge.

A turn by an angle takes no point of the footprint farther than that angle times its distance from the centre, and takes
an oval off itself by no more than the angle times the difference of its half axes. So neither a gap nor a depth changes
by more, and the turn is followed by no more than what is left of either; nothing can lie in between. Only where it
stays within a hair of the limit for hundreds of steps, as along a shore round its centre, they slowly grow.
Source rule: move.swept.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from battlefield.geometry.areas import area_gap, area_overlap
from battlefield.geometry.bodies import Body, Obstacle
from battlefield.geometry.measure import Gap, gap, overlap, radius_around
from battlefield.geometry.shapes import Base, Disc, Oval, Polygon, Pose, Shape

EXACT = 1e-12
_LEAST, _PATIENCE = 1e-8, 30
"""A step is at least so many inches of rim, and after so many steps more, by the fourth power of their number."""


class Spin(NamedTuple):
    """A base, the pose in which it begins to turn, and by how many degrees it turns."""

    base: Base
    start: Pose
    turn: float

    def at(self, share: float) -> Shape:
        """The footprint after a share of the turn."""
        return self.base.at(self.start._replace(facing=self.start.facing + share * self.turn))

    @property
    def size(self) -> float:
        """By how many inches the whole turn may change a gap or a depth."""
        return abs(math.radians(self.turn)) * self.reach

    @property
    def reach(self) -> float:
        """By how many inches a radian of the turn may."""
        shape = self.base.at(self.start)
        if isinstance(shape, Polygon):
            return radius_around(shape, self.start.point)
        return abs(shape.a - shape.b) if isinstance(shape, Oval) else 0.0


def turned_near(spin: Spin, body: Body, target: Obstacle, d: float, slack: float) -> float | None:
    """The first share of the turn at which the footprint is `d` from the target; None when it never is.

    Where it comes only within d + slack, there where it is closest (to the slack).
    """
    size = spin.size
    if not size or _is_far(spin, body, d + slack):
        return None

    def short(t: float) -> tuple[float, float]:
        found = gap_to(spin.at(t / size), target)
        return found.high - d, _rate(spin, found)

    before, t, steps = 0.0, 0.0, 0
    while True:
        left, rate = short(t)
        if left < -EXACT and t > 0.0:
            return _first(lambda at: short(at)[0] <= 0.0, before, t)[1] / size
        if left <= EXACT or (left <= slack and (rate <= 0.0 or t >= size)):
            return t / size
        if t >= size:
            return None
        before, t, steps = t, min(t + max(left, _least(steps)), size), steps + 1


def turned_deep(spin: Spin, body: Body, target: Obstacle, depth: float) -> float | None:
    """The share of the turn after which the footprint first is more than `depth` deep in the target, if it ever is."""
    size = spin.size
    if not size or _is_far(spin, body, 0.0):
        return None

    def left(t: float) -> float:
        shape = spin.at(t / size)
        apart = gap_to(shape, target).high
        return depth + apart if apart > 0.0 else depth - depth_in(shape, target)

    before, t, steps = 0.0, 0.0, 0
    while True:
        room = left(t)
        if room < 0.0:
            return _first(lambda at: left(at) < 0.0, before, t)[0] / size
        if t >= size:
            return None
        before, t, steps = t, min(t + max(room, _least(steps)), size), steps + 1


def farthest_shares(spin: Spin) -> list[float]:
    """The shares of the turn, its ends left out, at which a corner or an axis points straight along x or y.

    At one of them, or at an end, the footprint sticks out farthest over any edge along x or y.
    """
    shape = spin.base.at(spin.start)
    if isinstance(shape, Disc):
        return []
    if isinstance(shape, Oval):
        angles = [math.atan2(shape.uy, shape.ux)]
    else:
        angles = [math.atan2(y - spin.start.y, x - spin.start.x) for x, y in shape.ring]
    sense, whole = math.copysign(1.0, spin.turn), math.radians(abs(spin.turn))
    quarter = math.pi / 2
    found = []
    for angle in angles:
        first = -sense * angle % quarter
        found += [(first + k * quarter) / whole for k in range(4) if 0.0 < first + k * quarter < whole]
    return sorted(found)


def gap_to(shape: Shape, target: Obstacle) -> Gap:
    """The gap of a footprint from a footprint or an area."""
    return gap(shape, target) if isinstance(target, Disc | Oval | Polygon) else area_gap(shape, target)


def depth_in(shape: Shape, target: Obstacle) -> float:
    """How deep a footprint lies in a footprint or an area, as it is judged where it stands."""
    found = overlap(shape, target) if isinstance(target, Disc | Oval | Polygon) else area_overlap(shape, target)
    return found.depth


def _is_far(spin: Spin, body: Body, d: float) -> bool:
    x, y = spin.start.point
    return body.signed(x, y) > radius_around(spin.base.at(spin.start), (x, y)) + d


def _rate(spin: Spin, found: Gap) -> float:
    """By how much the gap shrinks, for an inch by which it might."""
    if found.high <= 0.0:
        return 1.0
    (hx, hy), (tx, ty) = found.here, found.there
    turning = (ty - hy) * (hx - spin.start.x) - (tx - hx) * (hy - spin.start.y)
    return math.copysign(1.0, spin.turn) * turning / (found.high * spin.reach)


def _least(steps: int) -> float:
    return _LEAST * max(1.0, steps / _PATIENCE) ** 4


def _first(holds: Callable[[float], bool], low: float, high: float) -> tuple[float, float]:
    """The end of a stretch brought back to where something first holds, if it holds there: just before, just after."""
    if holds(low):
        return low, low
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return low, high
