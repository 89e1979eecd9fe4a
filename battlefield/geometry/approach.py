"""When a footprint that slides along a straight leg comes near to something, or too deep into it.

A disc on either side: closed form, on the line of its centre against the other grown by its radius. Two convex
footprints: their distance is a convex function of the way, so Newton from outside never passes the first contact, and
their depth is a concave one. Against an area it is taken boundary piece by boundary piece; towards an arc the way is
advanced by no more than the distance that is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from battlefield.geometry.bodies import Body
from battlefield.geometry.curves import Arc, Piece, box_gap
from battlefield.geometry.line_free import Line, blocked
from battlefield.geometry.measure import bounds, gap, overlap
from battlefield.geometry.pieces import nearness
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape, polygon

EXACT = 1e-12


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
    found = [
        at
        for distance, careful in _distances(slide, body)
        if (at := _come_down(distance, d, slack, slide.size, careful)) is not None
    ]
    return min(found, default=None)


def first_deep(slide: Slide, body: Body, depth: float) -> float | None:
    """The first way at which the footprint is `depth` deep in the body and goes deeper; None when it never does."""
    line = _relative_line(slide, body)
    if line:
        origin, fixed, reach = line
        spans = blocked(fixed, origin, reach - depth) if reach > depth else []
        return next((max(low, 0.0) for low, high in spans if high > EXACT and low < slide.size - EXACT), None)
    if body.shape is None:
        return first_near(slide._replace(shape=shrunk(slide.shape, depth)), body, 0.0, 0.0)
    if _is_far(slide, body, 0.0):
        return None
    found = [_first_depth(slide, one, other, depth) for one in parts(slide.shape) for other in parts(body.shape)]
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
    x0, y0, x1, y1 = bounds(slide.shape)
    dx, dy = slide.dx * slide.size, slide.dy * slide.size
    box = (x0 + min(dx, 0.0), y0 + min(dy, 0.0), x1 + max(dx, 0.0), y1 + max(dy, 0.0))
    return box_gap(box, body.box) > d


def _a_point(shape: Shape) -> Point:
    return shape.ring[0] if isinstance(shape, Polygon) else (shape.x, shape.y)


def _distances(slide: Slide, body: Body) -> list[tuple[Callable[[float], Facing], bool]]:
    """The distance of each convex piece of the footprint from each of the body, and whether to take care."""
    pieces = parts(slide.shape)
    if body.shape is not None:
        return [(_to_shape(slide, one, other), False) for one in pieces for other in parts(body.shape)]
    return [(_to_piece(slide, one, piece), isinstance(piece, Arc)) for one in pieces for piece in body.pieces]


def _to_shape(slide: Slide, one: Shape, other: Shape) -> Callable[[float], Facing]:
    def at(t: float) -> Facing:
        found = gap(moved(one, t * slide.dx, t * slide.dy), other)
        return _facing(slide, found.high, found.here, found.there)

    return at


def _to_piece(slide: Slide, one: Shape, piece: Piece) -> Callable[[float], Facing]:
    def at(t: float) -> Facing:
        return _facing(slide, *nearness(moved(one, t * slide.dx, t * slide.dy), piece))

    return at


def _facing(slide: Slide, value: float, here: Point, there: Point) -> Facing:
    if value <= 0:
        return Facing(0.0, 1.0)
    rate = ((there[0] - here[0]) * slide.dx + (there[1] - here[1]) * slide.dy) / value
    return Facing(value, rate)


def _come_down(distance: Callable[[float], Facing], d: float, slack: float, size: float, careful: bool) -> float | None:
    """The first t in [0, size] at which a distance is down to d; within the slack, where it stops shrinking."""
    t = 0.0
    last = -1.0
    while True:
        value, rate = distance(t)
        short = value - d
        if short <= EXACT:
            return t
        if short <= slack and (rate <= 0 or t == 0.0 or t - last < 1e-12):
            return t
        if careful:
            step = short if short > slack or rate <= 0 else short / rate
            step = max(step, EXACT)
        elif rate <= 0:
            return None
        else:
            step = short / rate
        if t >= size:
            return t if short <= slack else None
        last, t = t, min(t + step, size)


def _first_depth(slide: Slide, one: Shape, other: Shape, depth: float) -> float | None:
    """When two convex pieces are `depth` deep in one another: their depth is concave while they meet."""
    distance = _to_shape(slide, one, other)
    start = _come_down(distance, 0.0, 0.0, slide.size, False)
    if start is None:
        return None

    def shallow(t: float) -> float:
        at = moved(one, t * slide.dx, t * slide.dy)
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
    """Where a convex function is least between two points."""
    share = (math.sqrt(5) - 1) / 2
    p, q = high - share * (high - low), low + share * (high - low)
    at_p, at_q = f(p), f(q)
    for _ in range(80):
        if at_p <= at_q:
            high, q, at_q = q, p, at_p
            p = high - share * (high - low)
            at_p = f(p)
        else:
            low, p, at_p = p, q, at_q
            q = low + share * (high - low)
            at_q = f(q)
        if high - low < 1e-11:
            break
    return (low + high) / 2
