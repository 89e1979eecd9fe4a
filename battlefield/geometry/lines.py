"""Lines from a footprint: directions, bearings, points on a line, and the first place at a gap along one.

Source rules: artifact.expulsion.line, artifact.expulsion.distance; ruling C25.
"""

from __future__ import annotations

import math

from battlefield.geometry.measure import TOLERANCE, gap
from battlefield.geometry.shapes import Disc, Point, Polygon, Shape

NEAR_ENOUGH = 1e-13
MOST_STEPS = 100_000


def direction_between(start: Point, end: Point) -> Point:
    """The unit vector from one point to another that lies apart from it; ValueError when they coincide."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length == 0.0:
        raise ValueError("two points that coincide give no direction")
    return (dx / length, dy / length)


def bearing_between(start: Point, end: Point) -> float:
    """The bearing from one point to another, degrees counter-clockwise from +x, 0 up to 360; 0 when they coincide."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) % 360.0


def distance_between(one: Point, two: Point) -> float:
    """The straight distance between two points, inches."""
    return math.dist(one, two)


def on_line(origin: Point, direction: Point, t: float) -> Point:
    """The point `t` inches down a line."""
    return (origin[0] + t * direction[0], origin[1] + t * direction[1])


def same_place(one: Point, two: Point) -> bool:
    """Whether two points are one, to the tolerance."""
    return math.dist(one, two) <= TOLERANCE


def gap_along(shape: Shape, origin: Point, direction: Point, radius: float, wanted: float) -> float:
    """Inches from `origin` down a line to the centre of a disc whose gap to the shape is exactly `wanted` (C25).

    It is the first such place after the line has left the shape for the last time. The gap is 1-Lipschitz along the
    line, so stepping by what is still missing never passes that place.
    """
    start = _last_exit(shape, origin, direction)

    t = start
    for _ in range(MOST_STEPS):
        x, y = on_line(origin, direction, t)
        missing = wanted + radius - gap(shape, Disc(x, y, 0.0)).high
        if missing <= NEAR_ENOUGH * max(1.0, abs(t)):
            break
        t += missing
    return t


def _last_exit(shape: Shape, origin: Point, direction: Point) -> float:
    """Where the line leaves the shape for the last time; 0 for a shape that holds its own centre and is convex."""
    if not isinstance(shape, Polygon):
        return 0.0
    last = 0.0
    ring = shape.ring
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        ex, ey = bx - ax, by - ay
        cross = direction[0] * ey - direction[1] * ex
        if cross == 0.0:
            continue
        wx, wy = ax - origin[0], ay - origin[1]
        t = (wx * ey - wy * ex) / cross
        share = (wx * direction[1] - wy * direction[0]) / cross
        if 0.0 <= share <= 1.0:
            last = max(last, t)
    return last
