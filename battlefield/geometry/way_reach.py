"""Everywhere that a mover can be after a way of at most so many inches: for pictures, and as text.

What is reached straight from the start is a fan of lines; what is reached round a corner is swept by the line that
leaves the round as a way goes on round it. The ends of these lines are followed until no chord leaves them by more than
the tolerance.
Source rules: move.normal, move.charge.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from battlefield.geometry.curves import TURN
from battlefield.geometry.round_free import ANGLE, place_on
from battlefield.geometry.shapes import Point
from battlefield.geometry.way_field import Field, Leaves
from battlefield.geometry.way_ground import Round

_SAME = 1e-12
_SEAM = 1e-6
_STEP = math.radians(10)
_BESIDE = 1e-8
_FINEST = 1e-7
_CHUNK = math.radians(60)

Ray = tuple[Point, Point]
"""Where a line leaves what it comes from, and where it ends."""


class Arrival(NamedTuple):
    """A way has reached a round: which in which turn, at which normal, after how many inches, and how far it can go on.

    `run` is in radians.
    """

    leaves: Leaves
    meet: float
    gone: float
    run: float


def reach(start: Point, field: Field, inches: float, tolerance: float) -> Any:
    """The area of the centres within so many inches of way from a free start, as a shapely geometry.

    Its edge is within `tolerance` inches of the true one, but for notches that are no wider than that.
    """
    import shapely

    origin = field.leaves_of(Round(*start, 0.0, 0.0, TURN, 0))
    rings = [_fan(start, origin, field, inches, tolerance)]
    for arrival in arrivals(origin, field, inches):
        rings += _swept(arrival, field, inches, tolerance)
    parts = [shapely.make_valid(shapely.Polygon(ring)) for ring in rings if len(ring) > 2]
    whole = shapely.union_all(parts)
    return whole.buffer(_SEAM, join_style="mitre").buffer(-_SEAM, join_style="mitre")


def arrivals(origin: Leaves, field: Field, most: float) -> Iterator[Arrival]:
    """Every way at its arrival on a round, the shortest first, without those that came there sooner another way."""
    best: dict[int, np.ndarray[Any, Any]] = {id(origin): np.zeros(len(origin.row.size))}
    known: dict[int, list[Arrival]] = {}
    heap: list[tuple[float, int, float, Leaves, int]] = []
    count = 0

    def push(leaves: Leaves, which: list[int], lengths: list[float]) -> None:
        nonlocal count
        for k, length in zip(which, lengths, strict=True):
            bound = length + float(leaves.row.size[k])
            if bound < most:
                count += 1
                heapq.heappush(heap, (bound, count, length, leaves, k))

    push(origin, list(range(len(origin.row.size))), [0.0] * len(origin.row.size))
    while heap:
        gone, _, begun, leaves, k = heapq.heappop(heap)
        if begun > best[id(leaves)][k] or not field.is_open(leaves, k):
            continue
        to, turn, meet = int(leaves.row.to[k]), int(leaves.row.turn[k]), float(leaves.row.meet[k])
        there = field.leaves(to, turn)
        run = field.run(to, turn, meet)
        assert run is not None
        before = known.setdefault(id(there), [])
        if any(_covers(each, meet, gone) for each in before):
            continue
        found = Arrival(there, meet, gone, run)
        before.append(found)
        yield found
        turned = np.mod((there.row.leave - meet) * turn, TURN)
        turned[turned > TURN - ANGLE] = 0.0
        lengths = gone + there.gone(meet, turned)
        record = best.setdefault(id(there), np.full(len(turned), math.inf))
        fit = np.flatnonzero((turned <= run + ANGLE) & (lengths < record - _SAME) & (lengths < most))
        record[fit] = lengths[fit]
        push(there, fit.tolist(), lengths[fit].tolist())


def _covers(before: Arrival, meet: float, gone: float) -> bool:
    """Whether going on round the round from an earlier arrival is as short."""
    off = (meet - before.meet) * before.leaves.turn % TURN
    return off <= before.run and before.gone + before.leaves.gone_to(before.meet, meet, off) <= gone + _SAME


def _fan(start: Point, origin: Leaves, field: Field, inches: float, tolerance: float) -> list[Point]:
    """The ends of the lines from the start, all round."""
    ground = field.ground

    def ray(angle: float) -> Ray:
        ux, uy = math.cos(angle), math.sin(angle)
        size = ground.clear_for(*start, ux, uy, inches)
        return start, (start[0] + size * ux, start[1] + size * uy)

    x0, y0, x1, y1 = ground.room
    marks = [math.atan2(y - start[1], x - start[0]) for x in (x0, x1) for y in (y0, y1)]
    marks += [math.atan2(math.sin(leave + math.pi / 2), math.cos(leave + math.pi / 2)) for leave in origin.row.leave]
    seeds = _seeds(marks, -math.pi, math.pi)
    return [end for _, end in _followed(ray, seeds, tolerance)]


def _swept(arrival: Arrival, field: Field, inches: float, tolerance: float) -> Iterator[list[Point]]:
    """Rings round what the lines sweep that leave a round as a way goes on round it."""
    leaves, meet, gone, run = arrival
    one, turn = leaves.one, leaves.turn

    def left(off: float) -> float:
        return inches - gone - leaves.gone_to(meet, meet + turn * off, off)

    def ray(off: float) -> Ray:
        angle = meet + turn * off
        x, y = place_on(one, angle)
        ux, uy = -turn * math.sin(angle), turn * math.cos(angle)
        size = field.ground.clear_for(x, y, ux, uy, max(left(off), 0.0))
        return (x, y), (x + size * ux, y + size * uy)

    last = min(run, TURN - 1e-6)
    if left(last) < 0.0:
        low, high = 0.0, last
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if left(middle) > 0.0 else (low, middle)
        last = low
    marks = [(leave - meet) * turn % TURN for leave in leaves.row.leave.tolist()]
    count = max(1, math.ceil(last / _CHUNK))
    for k in range(count):
        seeds = _seeds(marks, last * k / count, last * (k + 1) / count)
        rays = _followed(ray, seeds, tolerance)
        yield [*(begin for begin, _ in rays), *(end for _, end in reversed(rays))]


def _seeds(marks: list[float], low: float, high: float) -> list[float]:
    """Places to look from `low` to `high`: evenly, and just beside every mark."""
    count = max(1, math.ceil((high - low) / _STEP))
    found = [low + (high - low) * k / count for k in range(count + 1)]
    found += [mark + beside for mark in marks for beside in (-_BESIDE, _BESIDE) if low < mark + beside < high]
    return sorted(found)


def _followed(ray: Callable[[float], Ray], seeds: list[float], tolerance: float) -> list[Ray]:
    """The rays at the seeds, and between them wherever a chord between their ends leaves an end by the tolerance."""
    found = [ray(seeds[0])]

    def between(low: float, high: float, one: Ray, two: Ray) -> None:
        if high - low < _FINEST:
            return
        middle = (low + high) / 2
        here = ray(middle)
        if _off_chord(here[0], one[0], two[0]) > tolerance / 2 or _off_chord(here[1], one[1], two[1]) > tolerance / 2:
            between(low, middle, one, here)
            found.append(here)
            between(middle, high, here, two)
        else:
            found.append(here)

    for low, high in pairwise(seeds):
        two = ray(high)
        between(low, high, found[-1], two)
        found.append(two)
    return found


def _off_chord(at: Point, one: Point, two: Point) -> float:
    dx, dy = two[0] - one[0], two[1] - one[1]
    square = dx * dx + dy * dy
    share = ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return math.hypot(one[0] + share * dx - at[0], one[1] + share * dy - at[1])
