"""How far a footprint sticks out of an area: the greatest distance of any of its points from the area.

Closed form for a convex area, whose distance function is convex. Otherwise the rim of the footprint is halved, best
part first, until no part left can hold a point farther out than the best found; what a part can hold is bounded by the
distance from one piece of the boundary, which is convex along a chord or known on an arc.
Source rule: measure.wholly_within.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from battlefield.geometry.boundary import Outline
from battlefield.geometry.curves import Arc, Box, Piece, Segment, distance_to, ends, faces, heading_at
from battlefield.geometry.ellipse import support
from battlefield.geometry.normals import normals_through, parallel_point
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape

PRECISION = 1e-9
_SMALLEST = 1e-13


class Out(NamedTuple):
    """How far out, and the point that is."""

    value: float
    at: Point


class Field(Protocol):
    """A boundary with the sign of a side: negative on the left of its pieces."""

    @property
    def boundary(self) -> tuple[Piece, ...]:
        """Its pieces."""

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Their boxes."""

    def signed(self, x: float, y: float) -> tuple[float, float, float]:
        """The signed distance of a point from the boundary, and the closest point of it."""


class Rim(NamedTuple):
    """A part of a footprint's rim: its points by a parameter, and a bound on both derivatives by it."""

    at: Callable[[float], Point]
    low: float
    high: float
    speed: float
    bend: float


class _End(NamedTuple):
    """An end of a part of a rim: its parameter, its place, its signed distance from the area."""

    t: float
    at: Point
    size: float


def farthest_out(shape: Shape, ready: Outline) -> Out:
    """The greatest distance of a point of the footprint's rim from the area, 0 when it lies inside, and that point.

    For a convex area no point within the footprint is farther out; for others see `hollow`.
    """
    if ready.convex:
        return max((out_at(ready, *point) for point in _extremes(shape, ready)), key=lambda out: out.value)
    return peak(rims(shape), ready)


def out_at(ready: Field, x: float, y: float) -> Out:
    """The distance of one point from the area."""
    return Out(max(ready.signed(x, y)[0], 0.0), (x, y))


def rims(shape: Shape) -> list[Rim]:
    """The rim of a footprint in a few parts."""
    if isinstance(shape, Polygon):
        ring = shape.ring
        return [_edge(a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
    if isinstance(shape, Disc):
        shape = Oval(shape.x, shape.y, shape.radius, shape.radius, 1.0, 0.0)
    oval, most = shape, max(shape.a, shape.b)

    def at(t: float) -> Point:
        return parallel_point(oval, t)

    return [Rim(at, k * math.pi / 4, (k + 1) * math.pi / 4, most, most) for k in range(8)]


def peak(parts: Sequence[Rim], ready: Field) -> Out:
    """The point of the curves that is farthest outside, to 1e-9 in."""
    best = Out(0.0, parts[0].at(parts[0].low))
    queue: list[tuple[float, int, Rim, _End, _End]] = []
    count = 0

    def end(rim: Rim, t: float) -> _End:
        nonlocal best
        at = rim.at(t)
        size = ready.signed(*at)[0]
        if size > best.value:
            best = Out(size, at)
        return _End(t, at, size)

    def keep(rim: Rim, low: _End, high: _End) -> None:
        nonlocal count
        most = _bound(ready, rim, low, high)
        if most > best.value + PRECISION and (high.t - low.t) * rim.speed > _SMALLEST:
            count += 1
            heapq.heappush(queue, (-most, count, rim, low, high))

    for rim in parts:
        keep(rim, end(rim, rim.low), end(rim, rim.high))
    while queue and -queue[0][0] > best.value + PRECISION:
        _, _, rim, low, high = heapq.heappop(queue)
        middle = end(rim, (low.t + high.t) / 2)
        keep(rim, low, middle)
        keep(rim, middle, high)
    return best


def _edge(a: Point, b: Point) -> Rim:
    def at(t: float) -> Point:
        return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))

    return Rim(at, 0.0, 1.0, math.hypot(b[0] - a[0], b[1] - a[1]), 0.0)


def _bound(ready: Field, rim: Rim, low: _End, high: _End) -> float:
    """A bound on the distance from the area over a part of the rim."""
    a, b = low.at, high.at
    span = high.t - low.t
    sag, reach = rim.bend * span * span / 8, rim.speed * span
    most = (low.size + high.size + reach) / 2
    if most <= 0:
        return 0.0
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    wide = max(2 * reach, low.size + reach, high.size + reach)
    near = [
        (size, piece)
        for piece, box in zip(ready.boundary, ready.boxes, strict=True)
        if max(box[0] - x, x - box[2], box[1] - y, y - box[3]) < wide and (size := distance_to(piece, x, y)) < wide
    ]
    close = [piece for size, piece in near if size <= 2 * reach]
    if len(close) == 1 and not _has_end_within(close[0], (x, y), 2 * reach):
        most = min(most, _on_one_side(close[0], a, b) + sag)
    for _, piece in near:
        most = min(most, _from_piece(piece, a, b) + sag)
    return most


def _has_end_within(piece: Piece, at: Point, reach: float) -> bool:
    return any(math.hypot(x - at[0], y - at[1]) <= reach for x, y in ends(piece))


def _on_one_side(piece: Piece, a: Point, b: Point) -> float:
    """How far the chord sticks out across a piece that alone is near: over its line, out of its circle, or into it."""
    if isinstance(piece, Segment):
        hx, hy = heading_at(piece, piece.x0, piece.y0)
        return max((x - piece.x0) * hy - (y - piece.y0) * hx for x, y in (a, b))
    if piece.sweep > 0:
        return max(math.hypot(x - piece.x, y - piece.y) for x, y in (a, b)) - piece.radius
    return piece.radius - distance_to(Segment(*a, *b), piece.x, piece.y)


def _from_piece(piece: Piece, a: Point, b: Point) -> float:
    """A bound on the distance of the chord's points from the piece."""
    if isinstance(piece, Segment):
        return max(distance_to(piece, *a), distance_to(piece, *b))
    by_end = min(max(math.hypot(x - a[0], y - a[1]), math.hypot(x - b[0], y - b[1])) for x, y in ends(piece))
    if not _wedge_holds(piece, a, b):
        return by_end
    outside = max(math.hypot(x - piece.x, y - piece.y) for x, y in (a, b)) - piece.radius
    return min(by_end, max(outside, piece.radius - distance_to(Segment(*a, *b), piece.x, piece.y)))


def _wedge_holds(arc: Arc, a: Point, b: Point) -> bool:
    """Whether every point of the chord is seen from the centre in a direction of the arc."""
    if abs(arc.sweep) >= 2 * math.pi - 1e-12:
        return True
    if abs(arc.sweep) <= math.pi:
        return faces(arc, *a) and faces(arc, *b)
    half = arc._replace(sweep=arc.sweep / 2)
    rest = half._replace(start=arc.start + half.sweep)
    return any(faces(one, *a) and faces(one, *b) for one in (half, rest))


def _extremes(shape: Shape, ready: Outline) -> Iterator[Point]:
    """Points of the footprint among which one is farthest from a convex area."""
    if isinstance(shape, Polygon):
        yield from shape.ring
        return
    for piece in ready.boundary:
        if isinstance(piece, Segment):
            hx, hy = heading_at(piece, piece.x0, piece.y0)
            yield _support(shape, hy, -hx)
            yield from _away_from(shape, piece.x0, piece.y0)
        else:
            yield from _away_from(shape, piece.x, piece.y)


def _support(shape: Disc | Oval, nx: float, ny: float) -> Point:
    if isinstance(shape, Oval):
        return support(shape, nx, ny)
    return (shape.x + shape.radius * nx, shape.y + shape.radius * ny)


def _away_from(shape: Disc | Oval, x: float, y: float) -> list[Point]:
    """The points of the rim at which the distance from a point may be locally greatest."""
    if isinstance(shape, Oval):
        return [parallel_point(shape, t) for t in normals_through(shape, x, y)]
    out = math.hypot(shape.x - x, shape.y - y)
    if out == 0:
        return [(shape.x + shape.radius, shape.y)]
    scale = shape.radius / out
    return [(shape.x + scale * (shape.x - x), shape.y + scale * (shape.y - y))]
