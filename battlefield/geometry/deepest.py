"""The middle of a footprint: its centroid, and the deepest point, centre of the largest disc that fits into it.

In a polygon that disc touches three of its features (lines of edges, inward corners), or two parallel edges, and then
its centre may slide along a stretch: the place on it nearest to the centroid is taken. All such places are worked out
and the deepest is kept. Source rules: artifact.drop, artifact.expulsion.line; ruling C10.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from battlefield.geometry.area_tree import PolygonArea
from battlefield.geometry.bodies import Body
from battlefield.geometry.boundary import Outline
from battlefield.geometry.curves import line_crossing
from battlefield.geometry.shapes import Point, Polygon, Shape

_SAME = 1e-9


class Line(NamedTuple):
    """The line of an edge: a point of it and the unit normal into the polygon."""

    x: float
    y: float
    nx: float
    ny: float


def centroid(shape: Shape) -> Point:
    """The centre of gravity of a footprint."""
    if not isinstance(shape, Polygon):
        return (shape.x, shape.y)
    ox, oy = shape.ring[0]
    total = sum_x = sum_y = 0.0
    for (ax, ay), (bx, by) in zip(shape.ring, (*shape.ring[1:], shape.ring[0]), strict=True):
        weight = (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
        total += weight
        sum_x += weight * (ax + bx - 2 * ox)
        sum_y += weight * (ay + by - 2 * oy)
    return (ox + sum_x / (3 * total), oy + sum_y / (3 * total))


def holds_disc(shape: Shape, point: Point, radius: float) -> float:
    """How far a disc round the point sticks out of a footprint; the negative of its clearance when wholly inside.

    By how much the radius would have to shrink for the disc to fit: radius less depth of the point.
    """
    return Body(shape).signed(*point) + radius


def deepest_point(shape: Shape) -> tuple[Point, float]:
    """The centre of the largest disc inside a footprint, and its radius; of several the nearest to the centroid."""
    if isinstance(shape, Polygon):
        return _deepest(shape.ring)
    radius = shape.radius if hasattr(shape, "radius") else min(shape.a, shape.b)
    return (shape.x, shape.y), radius


@lru_cache(maxsize=256)
def _deepest(ring: tuple[Point, ...]) -> tuple[Point, float]:
    ready = Outline(PolygonArea(ring))
    cx, cy = middle = centroid(Polygon(0.0, 0.0, ring, ()))
    lines, corners = _features(ring)
    places = [middle, *_balanced(lines, corners), *_slides(lines, middle)]
    x0, y0, x1, y1 = ready.box
    depths = [(-ready.signed(x, y)[0], (x, y)) for x, y in places if x0 <= x <= x1 and y0 <= y <= y1]
    most = max(depth for depth, _ in depths)
    at = min((at for depth, at in depths if depth >= most - _SAME), key=lambda at: math.hypot(at[0] - cx, at[1] - cy))
    return at, -ready.signed(*at)[0]


def _features(ring: tuple[Point, ...]) -> tuple[list[Line], list[Point]]:
    """The lines of the edges and the corners that point inwards."""
    lines, corners = [], []
    for before, at, after in zip((ring[-1], *ring), ring, (*ring[1:], ring[0]), strict=False):
        dx, dy = after[0] - at[0], after[1] - at[1]
        size = math.hypot(dx, dy)
        lines.append(Line(*at, -dy / size, dx / size))
        if (at[0] - before[0]) * dy - (at[1] - before[1]) * dx < 0:
            corners.append(at)
    return lines, corners


def _balanced(lines: list[Line], corners: list[Point]) -> Iterator[Point]:
    """Every point as far from each of three features."""
    for a, b, c in combinations(lines, 3):
        yield from _three_lines(a, b, c)
    for a, b in combinations(lines, 2):
        for p in corners:
            yield from _two_lines(a, b, p)
    for p, q in combinations(corners, 2):
        for a in lines:
            yield from _two_corners(a, p, q)
    for p, q, r in combinations(corners, 3):
        yield from _circumcentre(p, q, r)


def _bisector(a: Line, b: Line) -> tuple[Point, Point] | None:
    """A point and the unit direction of the line of points as deep behind the one as behind the other."""
    nx, ny = a.nx - b.nx, a.ny - b.ny
    size = math.hypot(nx, ny)
    if size < 1e-12:
        return None
    level = a.nx * a.x + a.ny * a.y - b.nx * b.x - b.ny * b.y
    return (nx * level / size**2, ny * level / size**2), (-ny / size, nx / size)


def _three_lines(a: Line, b: Line, c: Line) -> Iterator[Point]:
    first, second = _bisector(a, b), _bisector(b, c)
    if first and second:
        at = line_crossing(*first[0], *first[1], *second[0], *second[1])
        if at:
            yield at


def _two_lines(a: Line, b: Line, p: Point) -> Iterator[Point]:
    """Points on the bisector of two lines that are as far from a corner as from the lines."""
    bisector = _bisector(a, b)
    if bisector:
        yield from _as_far(*bisector, a, p)


def _two_corners(a: Line, p: Point, q: Point) -> Iterator[Point]:
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = math.hypot(dx, dy)
    yield from _as_far(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), (-dy / size, dx / size), a, p)


def _as_far(at: Point, along: Point, line: Line, p: Point) -> Iterator[Point]:
    """Points at + s along whose depth behind a line is their distance from p: a quadratic in s."""
    depth = (at[0] - line.x) * line.nx + (at[1] - line.y) * line.ny
    rate = along[0] * line.nx + along[1] * line.ny
    px, py = at[0] - p[0], at[1] - p[1]
    a, b, c = 1 - rate * rate, px * along[0] + py * along[1] - depth * rate, px * px + py * py - depth * depth
    if abs(a) < 1e-14:
        steps = [-c / (2 * b)] if b else []
    else:
        square = b * b - a * c
        steps = [(-b + sign * math.sqrt(square)) / a for sign in (1, -1)] if square >= 0 else []
    for step in steps:
        yield (at[0] + step * along[0], at[1] + step * along[1])


def _circumcentre(p: Point, q: Point, r: Point) -> Iterator[Point]:
    ax, ay, bx, by = q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]
    turn = 2 * (ax * by - ay * bx)
    if turn:
        a, b = ax * ax + ay * ay, bx * bx + by * by
        yield (p[0] + (by * a - ay * b) / turn, p[1] + (ax * b - bx * a) / turn)


def _slides(lines: list[Line], middle: Point) -> Iterator[Point]:
    """The foot of the centroid on the middle line of every pair of edges that face each other."""
    for a, b in combinations(lines, 2):
        if a.nx * b.nx + a.ny * b.ny < -1 + 1e-12:
            bisector = _bisector(a, b)
            if bisector:
                (x, y), (ux, uy) = bisector
                along = (middle[0] - x) * ux + (middle[1] - y) * uy
                yield (x + along * ux, y + along * uy)
