"""Upright prisms: a shape in plan between two heights, and the gap between two of them.

Source rules: measure.horizontal, measure.vertical, measure.distance.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from battlefield.geometry.measure import gap, vertical_gap
from battlefield.geometry.shapes import Shape

Point3 = tuple[float, float, float]


class Solid(NamedTuple):
    """A shape in plan, from elevation `low` to elevation `high` (the same for a base, which has no thickness)."""

    shape: Shape
    low: float
    high: float


class SolidGap(NamedTuple):
    """The gap between two solids: in plan, height and space, the two closest points, and the bound on `horizontal`."""

    horizontal: float
    vertical: float
    distance: float
    here: Point3
    there: Point3
    error: float


def solid_gap(a: Solid, b: Solid) -> SolidGap:
    """The gap between two solids; in space it is exactly hypot(horizontal, vertical), both being upright.

    Where the heights overlap the two points lie at the lowest common height.
    """
    plan = gap(a.shape, b.shape)
    vertical = vertical_gap(a.low, a.high, b.low, b.high)
    here_z, there_z = _closest_heights(a, b)
    here, there = (*plan.here, here_z), (*plan.there, there_z)
    return SolidGap(plan.high, vertical, math.hypot(plan.high, vertical), here, there, plan.high - plan.low)


def _closest_heights(a: Solid, b: Solid) -> tuple[float, float]:
    if a.low > b.high:
        return a.low, b.high
    if b.low > a.high:
        return a.high, b.low
    level = max(a.low, b.low)
    return level, level
