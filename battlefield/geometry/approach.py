"""When a footprint that slides along a straight leg comes near to something, or too deep into it.

A disc on either side: closed form, on the line of its centre against the other grown by its radius. Two convex
footprints: their distance is a convex function of the way, so Newton from outside never passes the first contact, and
their depth is a concave one. How near to an area is taken boundary piece by boundary piece; near the circle of an arc
the way is advanced by no more than the distance that is left. How deep in a composite area is left to `swaths`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from battlefield.geometry.bodies import Body
from battlefield.geometry.curves import Arc, Box, Piece, Segment, box_gap, box_of
from battlefield.geometry.line_free import Line, Span, blocked
from battlefield.geometry.measure import bounds, gap, overlap, radius_around
from battlefield.geometry.pieces import nearness
from battlefield.geometry.roots import root
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape, polygon

EXACT = 1e-12
_NEARLY = 1e-9
_ROUNDED = 1e-8


class Slide(NamedTuple):
    """A footprint where a leg begins, the unit vector of the leg, its length in plan."""

    shape: Shape
    dx: float
    dy: float
    size: float


class Facing(NamedTuple):
    """A distance and by how much it shrinks for an inch of the way."""

    value: float
    rate: float


def first_near(slide: Slide, body: Body, d: float, slack: float) -> float | None:
    """The first way, from 0 to the leg's length, at which the footprint is `d` from the body, or covers part of it.

    Where it comes only within d + slack, there where it is closest (to the slack). None when it never does.
    """
    if _is_far(slide, body, d + slack):
        return None
    line = _relative_line(slide, body)
    if line:
        return _first_on_line(*line, d, slack, slide.size)
    if body.shape is None and body.signed(*_a_point(slide.shape)) <= 0:
        return 0.0
    return min((at for at in _against(slide, body, d, slack) if at is not None), default=None)


def first_deep(slide: Slide, body: Body, depth: float) -> float | None:
    """The first way at which the footprint is `depth` deep in the body and goes deeper; None when it never does.

    One of them is a disc, or both are footprints.
    """
    line = _relative_line(slide, body)
    if line:
        origin, fixed, reach = line
        spans = blocked(fixed, origin, reach - depth) if reach > depth else []
        return next((max(low, 0.0) for low, high in spans if high > EXACT and low < slide.size - EXACT), None)
    if body.shape is None or _is_far(slide, body, 0.0):
        return None
    found = [
        _first_depth(slide._replace(shape=one), other, depth)
        for one in parts(slide.shape)
        for other in parts(body.shape)
    ]
    return min((at for at in found if at is not None), default=None)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The footprint shifted."""
    if isinstance(shape, Disc):
        return Disc(shape.x + dx, shape.y + dy, shape.radius)
    if isinstance(shape, Oval):
        return Oval(shape.x + dx, shape.y + dy, shape.a, shape.b, shape.ux, shape.uy)
    ring = tuple((x + dx, y + dy) for x, y in shape.ring)
    return Polygon(shape.x + dx, shape.y + dy, ring, tuple(part.moved(dx, dy, 1.0, 0.0) for part in shape.parts))


def parts(shape: Shape) -> list[Shape]:
    """The convex pieces of a footprint."""
    if not isinstance(shape, Polygon) or len(shape.parts) == 1:
        return [shape]
    return [Polygon(shape.x, shape.y, part.points, (part,)) for part in shape.parts]


def shrunk(shape: Shape, depth: float) -> Shape:
    """The footprint without a rim `depth` wide, which is small; of an oval, the oval with axes that much shorter."""
    if isinstance(shape, Disc):
        return Disc(shape.x, shape.y, max(shape.radius - depth, 0.0))
    if isinstance(shape, Oval):
        return Oval(shape.x, shape.y, max(shape.a - depth, EXACT), max(shape.b - depth, EXACT), shape.ux, shape.uy)
    ring = shape.ring
    corners = []
    for (ax, ay), (bx, by), (cx, cy) in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        first, second = math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)
        mx, my, nx, ny = -(by - ay) / first, (bx - ax) / first, -(cy - by) / second, (cx - bx) / second
        scale = depth / max(1 + mx * nx + my * ny, 1e-6)
        corners.append((bx + scale * (mx + nx), by + scale * (my + ny)))
    return polygon(tuple(corners))


def _first_on_line(line: Line, fixed: Body, reach: float, d: float, slack: float, size: float) -> float | None:
    exact = blocked(fixed, line, reach + d)
    for low, high in blocked(fixed, line, reach + d + slack):
        if high < 0 or low > size:
            continue
        if low <= 0:
            return 0.0
        start = next((a for a, _ in exact if low <= a <= high), None)
        if start is not None:
            return min(start, size)
        return _least(lambda t: fixed.signed(*line.point(t)), low, min(high, size))
    return None


def _relative_line(slide: Slide, body: Body) -> tuple[Line, Body, float] | None:
    """The line on which a point moves against a body at rest, when one of the two is a disc, and the disc's radius."""
    shape = slide.shape
    if isinstance(shape, Disc):
        return Line(shape.x, shape.y, slide.dx, slide.dy), body, shape.radius
    if isinstance(body.shape, Disc):
        return Line(body.shape.x, body.shape.y, -slide.dx, -slide.dy), Body(shape), body.shape.radius
    return None


def _is_far(slide: Slide, body: Body, d: float) -> bool:
    return box_gap(_swept_box(slide), body.box) > d


def _swept_box(slide: Slide) -> Box:
    x0, y0, x1, y1 = bounds(slide.shape)
    dx, dy = slide.dx * slide.size, slide.dy * slide.size
    return (x0 + min(dx, 0.0), y0 + min(dy, 0.0), x1 + max(dx, 0.0), y1 + max(dy, 0.0))


def _a_point(shape: Shape) -> Point:
    return shape.ring[0] if isinstance(shape, Polygon) else (shape.x, shape.y)


def _against(slide: Slide, body: Body, d: float, slack: float) -> Iterator[float | None]:
    """The first contact of each convex piece of the footprint with each of the body."""
    for one in parts(slide.shape):
        part = slide._replace(shape=one)
        if body.shape is not None:
            for other in parts(body.shape):
                yield _come_down(_to_shape(part, other), d, slack, 0.0, slide.size)
            continue
        box = _swept_box(part)
        for piece in body.pieces:
            if box_gap(box, box_of(piece)) > d + slack:
                continue
            if isinstance(piece, Segment):
                yield _come_down(_to_piece(part, piece), d, slack, 0.0, slide.size)
            else:
                yield from (_creep(_to_piece(part, piece), d, slack, *zone) for zone in _zones(part, piece, d + slack))


def _zones(slide: Slide, arc: Arc, reach: float) -> list[Span]:
    """The stretches of the leg on which a convex footprint is within reach of the whole circle of an arc.

    It is when it reaches into the disc that is greater by the reach, but does not lie within the lesser one; the
    distance of its farthest point from the centre is convex along the leg.
    """
    line = Line(arc.x, arc.y, -slide.dx, -slide.dy)
    spans = blocked(Body(slide.shape), line, arc.radius + reach)
    low, high = max(spans[0][0], 0.0) if spans else 1.0, min(spans[-1][1], slide.size) if spans else 0.0
    if low > high:
        return []

    def beyond(t: float) -> float:
        return radius_around(moved(slide.shape, t * slide.dx, t * slide.dy), (arc.x, arc.y)) - (arc.radius - reach)

    deepest = _least(beyond, low, high)
    if beyond(deepest) >= 0:
        return [(low, high)]
    first = root(beyond, low, deepest) if beyond(low) > 0 else low
    last = root(beyond, deepest, high) if beyond(high) > 0 else high
    return [span for span in ((low, first), (last, high)) if span[0] < span[1] or beyond(span[0]) >= 0]


def _to_shape(slide: Slide, other: Shape) -> Callable[[float], Facing]:
    def at(t: float) -> Facing:
        found = gap(moved(slide.shape, t * slide.dx, t * slide.dy), other)
        return _facing(slide, found.high, found.here, found.there)

    return at


def _to_piece(slide: Slide, piece: Piece) -> Callable[[float], Facing]:
    def at(t: float) -> Facing:
        return _facing(slide, *nearness(moved(slide.shape, t * slide.dx, t * slide.dy), piece))

    return at


def _facing(slide: Slide, value: float, here: Point, there: Point) -> Facing:
    if value <= 0:
        return Facing(0.0, 1.0)
    rate = ((there[0] - here[0]) * slide.dx + (there[1] - here[1]) * slide.dy) / value
    return Facing(value, rate)


def _come_down(distance: Callable[[float], Facing], d: float, slack: float, low: float, high: float) -> float | None:
    """The first t at which a convex distance is down to d, by Newton; within the slack, where it stops shrinking.

    Close to contact rounding spoils the rate; the one before is greater, which only makes the step too short.
    """
    t, last, before = low, -1.0, 0.0
    while True:
        value, rate = distance(t)
        short = value - d
        if short <= EXACT:
            return t
        near = short <= max(slack, _NEARLY)
        if near and (rate <= 0 or t >= high or t == low or t - last < EXACT):
            return t
        if rate <= 0 or t >= high:
            return None
        before = rate if short > _ROUNDED else max(rate, before)
        last, t = t, min(t + short / before, high)


def _creep(distance: Callable[[float], Facing], d: float, slack: float, low: float, high: float) -> float | None:
    """As `_come_down` for any distance: it goes on by no more than what is left of it."""
    t = low
    while True:
        value, rate = distance(t)
        short = value - d
        if short <= EXACT or (short <= max(slack, _NEARLY) and (rate <= 0 or t >= high or t == 0)):
            return t
        if t >= high:
            return None
        quick = short / rate if short <= slack and rate > 0 else short
        t = min(t + max(quick, EXACT), high)


def _first_depth(slide: Slide, other: Shape, depth: float) -> float | None:
    """When two convex pieces are `depth` deep in one another: their depth is concave while they meet."""
    start = _come_down(_to_shape(slide, other), 0.0, 0.0, 0.0, slide.size)
    if start is None:
        return None

    def shallow(t: float) -> float:
        at = moved(slide.shape, t * slide.dx, t * slide.dy)
        found = overlap(at, other).depth
        return depth - (found if found > 0 else -gap(at, other).high)

    if shallow(start) < 0:
        return start
    deepest = _least(shallow, start, slide.size)
    if shallow(deepest) >= 0:
        return None
    low, high = start, deepest
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if shallow(middle) >= 0 else (low, middle)
    return high


def _least(f: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls and then rises, jumping perhaps, is least between two points: the best place seen."""
    share = (math.sqrt(5) - 1) / 2
    p, q = high - share * (high - low), low + share * (high - low)
    at_p, at_q = f(p), f(q)
    best = min((f(low), low), (f(high), high))
    for _ in range(80):
        if at_p <= at_q:
            best = min(best, (at_p, p))
            high, q, at_q = q, p, at_p
            p = high - share * (high - low)
            at_p = f(p)
        else:
            best = min(best, (at_q, q))
            low, p, at_p = p, q, at_q
            q = low + share * (high - low)
            at_q = f(q)
        if high - low < 1e-11:
            break
    return best[1]
