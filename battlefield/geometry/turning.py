"""The least value over all directions of sums and differences of support functions, proved.

Overlap depth and the farthest part are both of the form G(u) = sum of +-h_i(u) + u . v, h_i the support function of an
ellipse. Where G'' + G >= m on an arc, G - m has a convex envelope there, and the points that support it at the two ends
bound it from below. Arcs are split, the most promising first, until the bound meets the best value found.
Source rules: measure.base_contact, measure.wholly_within.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import NamedTuple

from battlefield.geometry.convex import FLAT, Corner
from battlefield.geometry.shapes import Disc, Oval, Point

CLOSE = 1e-11
"""The search ends when the bound is this close to the value."""
SPLITS = 600


class Term(NamedTuple):
    """A support function that is added (sign 1) or taken away (-1): squared half axes, unit vector of the first."""

    sign: float
    a2: float
    b2: float
    ux: float
    uy: float


class Least(NamedTuple):
    """The least value, a bound below it, the direction where it lies."""

    low: float
    value: float
    at: Point


class _End(NamedTuple):
    """An end of an arc: direction, supporting point, value, slope, bend."""

    u: Point
    q: Point
    value: float
    slope: float
    bend: float


QUARTERS: tuple[tuple[Point, Point], ...] = (
    ((1.0, 0.0), (0.0, 1.0)),
    ((0.0, 1.0), (-1.0, 0.0)),
    ((-1.0, 0.0), (0.0, -1.0)),
    ((0.0, -1.0), (1.0, 0.0)),
)


def term(sign: float, shape: Disc | Oval) -> Term:
    """The term of a disc or an oval about its own centre."""
    if isinstance(shape, Disc):
        return Term(sign, shape.radius * shape.radius, shape.radius * shape.radius, 1.0, 0.0)
    return Term(sign, shape.a * shape.a, shape.b * shape.b, shape.ux, shape.uy)


def all_round(v: Point) -> tuple[Corner, ...]:
    """Every direction, for a single corner v."""
    return tuple(Corner(first, last, v) for first, last in QUARTERS)


def least(terms: Sequence[Term], corners: Sequence[Corner], enough: float = -math.inf) -> Least:
    """The least of G over the arcs of all corners; ends early once a value below `enough` is found.

    The value of no corners is infinite.
    """
    best, at = math.inf, (1.0, 0.0)
    heap: list[tuple[float, int, _End, _End, Point]] = []
    count = 0
    for first, last, v in corners:
        start = _end(terms, first, v)
        stop = _end(terms, last, v)
        for end in (start, stop):
            if end.value < best:
                best, at = end.value, end.u
        if first[0] * last[1] - first[1] * last[0] > FLAT:
            count += 1
            heapq.heappush(heap, (_bound(terms, start, stop), count, start, stop, v))
    low = best
    while heap:
        low, _, start, stop, v = heapq.heappop(heap)
        if low >= best - CLOSE or best < enough or count > SPLITS:
            return Least(min(low, best), best, at)
        middle = _split(terms, start, stop, v)
        if middle.value < best:
            best, at = middle.value, middle.u
        for one, two in ((start, middle), (middle, stop)):
            count += 1
            heapq.heappush(heap, (_bound(terms, one, two), count, one, two, v))
        low = heap[0][0]
    return Least(min(low, best), best, at)


def _end(terms: Sequence[Term], u: Point, v: Point) -> _End:
    x, y = u
    qx, qy = v
    round_ = 0.0
    for sign, a2, b2, ux, uy in terms:
        c, s = x * ux + y * uy, y * ux - x * uy
        h = math.sqrt(a2 * c * c + b2 * s * s)
        if h > 0.0:
            ex, ey = sign * a2 * c / h, sign * b2 * s / h
            qx += ex * ux - ey * uy
            qy += ex * uy + ey * ux
            round_ += sign * a2 * b2 / (h * h * h)
    value = x * qx + y * qy
    return _End(u, (qx, qy), value, x * qy - y * qx, round_ - value)


def _bound(terms: Sequence[Term], one: _End, two: _End) -> float:
    """A value that G does not fall below on the arc from one end to the other."""
    m = sum(_least_radius(t, one.u, two.u) for t in terms)
    (ax, ay), (bx, by) = one.u, two.u
    p = (one.q[0] - m * ax, one.q[1] - m * ay)
    q = (two.q[0] - m * bx, two.q[1] - m * by)
    u = _crossing(p, q, one.u, two.u)
    if u is None:
        return m + min(_wave(p, one.u, two.u), _wave(q, one.u, two.u))
    return m + min(_wave(p, one.u, u), _wave(q, u, two.u))


def _least_radius(t: Term, one: Point, two: Point) -> float:
    """The least of sign * radius of curvature on an arc."""
    sign, a2, b2, ux, uy = t
    if a2 == b2:
        return sign * math.sqrt(a2)
    if a2 == 0.0 or b2 == 0.0:
        return 0.0 if sign > 0.0 else -math.inf
    c, s = one[0] * ux + one[1] * uy, one[1] * ux - one[0] * uy
    e, f = two[0] * ux + two[1] * uy, two[1] * ux - two[0] * uy
    squares = [a2 * c * c + b2 * s * s, a2 * e * e + b2 * f * f]
    if s * f <= 0.0:  # the arc holds the direction of the first half axis
        squares.append(a2)
    if c * e <= 0.0:
        squares.append(b2)
    square = max(squares) if sign > 0.0 else min(squares)
    return sign * a2 * b2 / (square * math.sqrt(square))


def _crossing(p: Point, q: Point, one: Point, two: Point) -> Point | None:
    """The direction in which p and q are equally far, None when it does not lie strictly in the arc."""
    ex, ey = q[0] - p[0], q[1] - p[1]
    n = math.hypot(ex, ey)
    if n < 1e-300:
        return None
    u = (ey / n, -ex / n)
    return u if one[0] * u[1] - one[1] * u[0] > 0.0 and u[0] * two[1] - u[1] * two[0] > 0.0 else None


def _wave(q: Point, one: Point, two: Point) -> float:
    """The least of u . q over an arc shorter than half a turn."""
    falls = one[0] * q[1] - one[1] * q[0] < 0.0
    rises = two[0] * q[1] - two[1] * q[0] > 0.0
    if falls and rises:
        return -math.hypot(q[0], q[1])
    return min(one[0] * q[0] + one[1] * q[1], two[0] * q[0] + two[1] * q[1])


def _split(terms: Sequence[Term], one: _End, two: _End, v: Point) -> _End:
    """Where to split an arc: at the least value that Newton foresees, else in the middle."""
    x, y = one.u[0] + two.u[0], one.u[1] + two.u[1]
    n = math.hypot(x, y)
    middle = _end(terms, (x / n, y / n), v)
    if middle.bend <= 0.0:
        return middle
    for _ in range(3):
        turn = -middle.slope / middle.bend
        n = math.sqrt(1.0 + turn * turn)
        (x, y) = middle.u
        u = ((x - turn * y) / n, (y + turn * x) / n)
        margin = 1e-3 * (one.u[0] * two.u[1] - one.u[1] * two.u[0])
        if one.u[0] * u[1] - one.u[1] * u[0] <= margin or u[0] * two.u[1] - u[1] * two.u[0] <= margin:
            break
        found = _end(terms, u, v)
        if found.value >= middle.value or found.bend <= 0.0:
            break
        middle = found
    return middle
