"""Directions, bearings and points on a line. Source rules: measure.units, artifact.expulsion.line."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlefield.geometry.measure import TOLERANCE
from battlefield.geometry.shapes import Point


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


def in_one_place(points: Sequence[Point]) -> bool:
    """Whether two or more points are all one."""
    return len(points) > 1 and all(same_place(points[0], each) for each in points[1:])


def same_place(one: Point, two: Point) -> bool:
    """Whether two points are one, to the tolerance."""
    return math.dist(one, two) <= TOLERANCE
