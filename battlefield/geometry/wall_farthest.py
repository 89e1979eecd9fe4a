"""How far the farthest part of a footprint is, round Walls, from another one.

Where all of it sees the other straight, that is the straight figure; where all of it sees one corner about which the
way of its farthest part bends, it is its farthest part from that corner and the rest of the way. Otherwise the
footprint is divided: no distance changes faster than the place, so that a cell is never farther than its middle and
its size tell.
Source rule: measure.wholly_within; ruling A15.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import NamedTuple

from battlefield.geometry.measure import boundary, bounds, farthest, point_gap
from battlefield.geometry.shapes import Disc, Point, Shape
from battlefield.geometry.wall_ground import Walls
from battlefield.geometry.wall_ways import WallWay, way_round

CLOSE, MOST = 1e-9, 600
"""Inches of doubt that are none; cells after which the rest is named as the error."""
GRAZE = 1e-5
"""Inches by which a Wall may reach in between without hiding anything that counts."""


class FarthestRound(NamedTuple):
    """The distance of the farthest part, a bound on how much less it may be, that part, and the way from it."""

    value: float
    error: float
    here: Point
    way: WallWay


def farthest_round(a: Shape, b: Shape, walls: Walls) -> FarthestRound:
    """The farthest part of `a` from `b`, each part by its own shortest way; infinite where none leads there."""
    straight = farthest(a, b)
    if sees_all(a, boundary(b), walls):
        return FarthestRound(
            straight.value, straight.error, straight.here, way_round(Disc(*straight.here, 0.0), b, walls)
        )
    here, way = straight.here, way_round(a, b, walls)
    if way.length == math.inf:
        return FarthestRound(math.inf, 0.0, here, way)
    high, low = math.inf, -1.0
    best = (here, way)
    for _ in range(4):
        found = way_round(Disc(*here, 0.0), b, walls)
        if found.length > low:
            low, best = found.length, (here, found)
        if not found.corners or not sees_all(a, (found.corners[0],), walls):
            break
        corner = found.corners[0]
        most = farthest(a, Disc(*corner, 0.0))
        high = min(high, found.length - math.dist(here, corner) + most.value)
        if high - low <= CLOSE:
            return FarthestRound(max(high, low), CLOSE, *best)
        here = most.here
    return _divided(a, b, walls, FarthestRound(low, 0.0, *best))


def sees_all(a: Shape, points: Sequence[Point], walls: Walls) -> bool:
    """Whether no Wall reaches in between a footprint and some points."""
    import shapely

    between = shapely.MultiPoint([*boundary(a, GRAZE * 10), *points]).convex_hull
    return not between.buffer(-GRAZE).intersects(walls.drawn)


def _divided(a: Shape, b: Shape, walls: Walls, best: FarthestRound) -> FarthestRound:
    x0, y0, x1, y1 = bounds(a)
    half = max(x1 - x0, y1 - y0) / 2
    heap = [(-math.inf, ((x0 + x1) / 2, (y0 + y1) / 2), half)]
    looked = 0
    while heap and looked < MOST and -heap[0][0] > best.value + CLOSE:
        _, (x, y), size = heapq.heappop(heap)
        for cx, cy in ((x + i * size / 2, y + j * size / 2) for i in (-1, 1) for j in (-1, 1)):
            near = point_gap(a, (cx, cy))
            off, reach = near.high, size / 2 * math.sqrt(2)
            if off > reach:
                continue
            at = near.here if off > 0.0 else (cx, cy)
            way = way_round(Disc(*at, 0.0), b, walls)
            looked += 1
            if math.inf > way.length > best.value:
                best = FarthestRound(way.length, 0.0, at, way)
            if way.length < math.inf:
                heapq.heappush(heap, (-(way.length + off + reach), (cx, cy), size / 2))
    doubt = max((-each[0] for each in heap), default=best.value) - best.value
    return best._replace(value=best.value + max(doubt, 0.0), error=max(doubt, CLOSE))
