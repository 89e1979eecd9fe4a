"""The farthest point of a footprint from several convex pieces at once, by cells with a bound.

The distance from each piece, negative inside, is convex, so in a triangle it lies below the plane through its values at
the corners, and any weighted mean of two such planes bounds the lesser of the two distances. Triangles are halved, the
most promising first. A round edge is covered by caps: chord and tangent corner. Source rule: measure.wholly_within.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from battlefield.geometry.convex import Part, Point
from battlefield.geometry.corners import signed_point
from battlefield.geometry.extent import support
from battlefield.geometry.shapes import Polygon, Shape
from battlefield.geometry.turning import QUARTERS

CLOSE = 5e-10
MOST = 4000
"""Cells after which the search gives up and names what is left as its error."""

Distances = tuple[float, ...]
Corner3 = tuple[Point, Distances]
Arc = tuple[Point, Point]


@dataclass(slots=True)
class _Search:
    """The best point so far, and the cells still open: bound, number, three corners, the arc when it is a cap."""

    parts: tuple[Part, ...]
    here: Point
    value: float = 0.0
    heap: list[tuple[float, int, tuple[Corner3, Corner3, Corner3], Arc | None]] = field(default_factory=list)
    count: int = 0

    def corner(self, p: Point) -> Corner3:
        return p, tuple(signed_point(part, p[0], p[1])[0] for part in self.parts)

    def reached(self, corner: Corner3) -> Corner3:
        """A corner that lies in the footprint."""
        value = min(corner[1])
        if value > self.value:
            self.value, self.here = value, corner[0]
        return corner

    def add(self, cell: tuple[Corner3, Corner3, Corner3], arc: Arc | None) -> None:
        bound, at = _bound(cell)
        if arc is None and at is not None and bound > self.value:
            self.reached(self.corner(at))
        if bound > self.value + CLOSE:
            self.count += 1
            heapq.heappush(self.heap, (-bound, self.count, cell, arc))


def farthest_from_parts(shape: Shape, parts: tuple[Part, ...]) -> tuple[Point, float]:
    """The point of a footprint farthest from the union of the pieces, and by how much it may fall short."""
    search = _Search(parts, support(shape, 1.0, 0.0))
    for cell, arc in _cells(search, shape):
        search.add(cell, arc)
    while search.heap:
        bound, _, cell, arc = heapq.heappop(search.heap)
        if -bound <= search.value + CLOSE:
            return search.here, max(-bound - search.value, 0.0)
        if search.count > MOST:
            return search.here, -bound - search.value
        if arc is None:
            _halve(search, cell)
        else:
            _split_cap(search, shape, cell, arc)
    return search.here, CLOSE


def _cells(search: _Search, shape: Shape) -> Iterator[tuple[tuple[Corner3, Corner3, Corner3], Arc | None]]:
    if isinstance(shape, Polygon):
        for part in shape.parts:
            first, *rest = (search.reached(search.corner(p)) for p in part.points)
            for one, two in pairwise(rest):
                yield (first, one, two), None
        return
    rim = [search.reached(search.corner(support(shape, u[0], u[1]))) for u, _ in QUARTERS]
    yield (rim[0], rim[1], rim[2]), None
    yield (rim[0], rim[2], rim[3]), None
    for i, (u, v) in enumerate(QUARTERS):
        one, two = rim[i], rim[(i + 1) % 4]
        yield (one, search.corner(_tangents(one[0], u, two[0], v)), two), (u, v)


def _tangents(p: Point, u: Point, q: Point, v: Point) -> Point:
    """Where the tangents at p (normal u) and q (normal v) cross."""
    h, k = p[0] * u[0] + p[1] * u[1], q[0] * v[0] + q[1] * v[1]
    det = u[0] * v[1] - u[1] * v[0]
    return ((h * v[1] - k * u[1]) / det, (k * u[0] - h * v[0]) / det)


def _halve(search: _Search, cell: tuple[Corner3, Corner3, Corner3]) -> None:
    """Split a triangle at the middle of its longest side."""
    a, b, c = max((cell[i:] + cell[:i] for i in range(3)), key=lambda turned: math.dist(turned[0][0], turned[1][0]))
    middle = search.reached(search.corner(((a[0][0] + b[0][0]) / 2, (a[0][1] + b[0][1]) / 2)))
    search.add((a, middle, c), None)
    search.add((middle, b, c), None)


def _split_cap(search: _Search, shape: Shape, cell: tuple[Corner3, Corner3, Corner3], arc: Arc) -> None:
    """Split a cap at the middle of its arc, into two caps and a triangle."""
    one, _, two = cell
    u, v = arc
    x, y = u[0] + v[0], u[1] + v[1]
    n = math.hypot(x, y)
    w = (x / n, y / n)
    middle = search.reached(search.corner(support(shape, w[0], w[1])))
    search.add((one, middle, two), None)
    search.add((one, search.corner(_tangents(one[0], u, middle[0], w)), middle), (u, w))
    search.add((middle, search.corner(_tangents(middle[0], w, two[0], v)), two), (w, v))


def _bound(cell: tuple[Corner3, Corner3, Corner3]) -> tuple[float, Point | None]:
    """A value the least distance does not exceed in a triangle, and where it may be reached."""
    corners = [c[0] for c in cell]
    rows = list(zip(*(c[1] for c in cell), strict=True))
    best, at = math.inf, None
    for row in rows:
        if max(row) < best:
            best, at = max(row), None
    for i, one in enumerate(rows):
        for two in rows[:i]:
            found, where = _pair(one, two, best)
            if found < best:
                best = found
                p, q, t = corners[where[0]], corners[where[1]], where[2]
                at = (p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]))
    return best, at


def _pair(one: Distances, two: Distances, best: float) -> tuple[float, tuple[int, int, float]]:
    """The least over the weight m in [0, 1] of the greatest of m one + (1 - m) two over three corners.

    With it the two corners that bind, and where between them both planes are equally high.
    """
    found, where = best, (0, 1, 0.0)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        d, e = one[i] - two[i], one[j] - two[j]
        if d * e >= 0.0:  # both corners are on the same side: no inner weight balances them
            continue
        m = (two[j] - two[i]) / (d - e)
        if not 0.0 < m < 1.0:
            continue
        value = max(m * p + (1.0 - m) * q for p, q in zip(one, two, strict=True))
        if value < found:
            found, where = value, (i, j, d / (d - e))
    return found, where
