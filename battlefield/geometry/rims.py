"""Stretches of the rim of a disc or an oval: where others cross it, and the offsets that one covers on a line of sight.

A point of a rim is named by its eccentric angle t (of a disc: its angle), a stretch by the angles of its outward
normals, in radians counter-clockwise. Seen along theta a line leaves the body through a stretch whose normals are
within a quarter turn of theta, and enters it through one whose normals are within a quarter turn of the way back.
Source rule: measure.visible.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from battlefield.geometry.curves import HAIR, TURN, Arc, faces, is_round, on_circle
from battlefield.geometry.shapes import Disc, Oval, Point
from battlefield.geometry.sides import Convex, Corners, Seen, Side, Span

QUARTER = math.pi / 2
PROBES = (0.31, 0.5, 0.73)
"""Shares of a stretch at which it is asked whether it lies within something: it may touch an edge at one of them."""
WITHIN = 1e-11
"""Inches: what lies no deeper within something is on its edge, as far as rounding can tell."""
ZERO = 1e-13
LEAST_STEP, GROWTH = 1e-11, 1.03
"""Radians that a search for crossings goes on by at least, and how that grows: rims that run together end it too."""

Round = Disc | Oval


class Stretch(NamedTuple):
    """A stretch of a rim, at most half a turn of normals, from the angle `first` to `last`, with its two ends."""

    body: Round
    first: float
    last: float
    start: Point
    end: Point


def seen_from(stretch: Stretch, theta: float, entering: bool) -> Seen | None:
    """The sides of that part of a stretch through which lines along theta leave the body, or enter it; None: of none.

    The offset rises with the normal where lines leave, and falls where they enter.
    """
    ahead = theta + math.pi if entering else theta
    first = stretch.first + TURN * math.floor((ahead + QUARTER - stretch.first) / TURN)
    last = first + stretch.last - stretch.first
    if last <= ahead - QUARTER:
        return None
    lower = Side(*stretch.start) if first >= ahead - QUARTER else _tangent(stretch.body, 1.0 if entering else -1.0)
    upper = Side(*stretch.end) if last <= ahead + QUARTER else _tangent(stretch.body, -1.0 if entering else 1.0)
    until = first + QUARTER if first >= ahead - QUARTER else last + QUARTER
    if last > ahead + QUARTER:
        until = min(until, last - QUARTER)
    until -= ahead - theta
    return Seen(upper, lower, until) if entering else Seen(lower, upper, until)


def stretches(body: Round, marks: Sequence[float]) -> Iterator[tuple[Stretch, tuple[Point, ...]]]:
    """The rim cut at eccentric angles, and besides so that no stretch is over half a turn; with the PROBES of each."""
    cuts = sorted({mark % TURN for mark in marks})
    ends = [*cuts, cuts[0] + TURN] if cuts else [0.0, TURN]
    for low, high in pairwise(ends):
        if high - low <= HAIR:
            continue
        parts = math.ceil((high - low) / math.pi)
        for k in range(parts):
            t0, t1 = low + (high - low) * k / parts, low + (high - low) * (k + 1) / parts
            yield stretch_of(body, t0, t1), tuple(at_angle(body, t0 + share * (t1 - t0)) for share in PROBES)


def stretch_of(body: Round, t0: float, t1: float) -> Stretch:
    """The stretch from one eccentric angle to another, at most half a turn on."""
    first, last = normal_at(body, t0), normal_at(body, t1)
    return Stretch(body, first, first + (last - first) % TURN, at_angle(body, t0), at_angle(body, t1))


def arc_stretches(arc: Arc) -> Iterator[Stretch]:
    """A piece of a boundary, as stretches of its circle of at most half a turn."""
    disc = Disc(arc.x, arc.y, arc.radius)
    low, size = (arc.start if arc.sweep > 0 else arc.start + arc.sweep), abs(arc.sweep)
    parts = max(1, math.ceil(size / math.pi))
    for k in range(parts):
        yield stretch_of(disc, low + size * k / parts, low + size * (k + 1) / parts)


def at_angle(body: Round, t: float) -> Point:
    """The point of a rim at an eccentric angle."""
    if isinstance(body, Disc):
        return (body.x + body.radius * math.cos(t), body.y + body.radius * math.sin(t))
    x, y = body.a * math.cos(t), body.b * math.sin(t)
    return (body.x + x * body.ux - y * body.uy, body.y + x * body.uy + y * body.ux)


def angle_at(body: Round, point: Point) -> float:
    """The eccentric angle of a point of a rim."""
    dx, dy = point[0] - body.x, point[1] - body.y
    if isinstance(body, Disc):
        return math.atan2(dy, dx)
    return math.atan2((dy * body.ux - dx * body.uy) / body.b, (dx * body.ux + dy * body.uy) / body.a)


def normal_at(body: Round, t: float) -> float:
    """The angle of the outward normal at an eccentric angle."""
    if isinstance(body, Disc):
        return t
    return math.atan2(body.uy, body.ux) + math.atan2(body.a * math.sin(t), body.b * math.cos(t))


def crossings(body: Round, other: Convex) -> list[float]:
    """The eccentric angles at which the rim of a body is crossed by the rim of another convex body."""
    if not isinstance(other, Disc | Oval):
        edges = zip(other, (*other[1:], other[0]), strict=True)
        return [t for p, q in edges for t in edge_crossings(body, p, q)]
    return _round_crossings(body, other)


def edge_crossings(body: Round, p: Point, q: Point) -> list[float]:
    """The eccentric angles at which a rim is crossed by a straight edge."""
    span = span_within(body, p, q, whole=True)
    if span is None:
        return []
    return [
        angle_at(body, (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
        for share in span
        if -HAIR <= share <= 1.0 + HAIR
    ]


def arc_crossings(body: Round, arc: Arc) -> list[float]:
    """The eccentric angles at which a rim is crossed by a circular piece of a boundary."""
    found = _round_crossings(body, Disc(arc.x, arc.y, arc.radius))
    points = [(t, at_angle(body, t)) for t in found]
    ends = () if is_round(arc) else (on_circle(arc, arc.start), on_circle(arc, arc.start + arc.sweep))
    return [t for t, at in points if faces(arc, *at) or any(math.dist(at, end) <= HAIR for end in ends)]


def span_within(body: Convex, p: Point, q: Point, *, whole: bool = False) -> Span | None:
    """Which shares of the way from p to q lie in a body, None when none do; `whole`: of the straight line through them.

    Shares closer than a hair are none: the edge only touches.
    """
    found = _round_span(body, p, q) if isinstance(body, Disc | Oval) else _corner_span(body, p, q)
    if found is None:
        return None
    low, high = found if whole else (max(found[0], 0.0), min(found[1], 1.0))
    return (low, high) if (high - low) * math.dist(p, q) > HAIR else None


def holds(body: Convex, probes: Iterable[Point]) -> bool:
    """Whether a stretch that does not cross the rim of a body lies within it; where it only touches is not enough."""
    return any(_depth(body, x, y) > WITHIN for x, y in probes)


def _depth(body: Convex, x: float, y: float) -> float:
    """How deep a point lies in a body, or a little less; negative outside."""
    if isinstance(body, Disc):
        return body.radius - math.hypot(x - body.x, y - body.y)
    if isinstance(body, Oval):
        return min(body.a, body.b) * (1.0 - math.hypot(*_unit(body, (x, y))))
    return min(
        ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(body, (*body[1:], body[0]), strict=True)
    )


def _tangent(body: Round, sign: float) -> Side:
    if isinstance(body, Disc):
        return Side(body.x, body.y, sign * body.radius)
    return Side(body.x, body.y, 0.0, sign, body)


def _round_span(body: Round, p: Point, q: Point) -> Span | None:
    (px, py), (qx, qy) = _unit(body, p), _unit(body, q)
    vx, vy = qx - px, qy - py
    square = vx * vx + vy * vy
    off = (px * vy - py * vx) ** 2 / square
    if off >= 1.0:
        return None
    middle, half = -(px * vx + py * vy) / square, math.sqrt((1.0 - off) / square)
    return middle - half, middle + half


def _corner_span(body: Corners, p: Point, q: Point) -> Span | None:
    low, high = -math.inf, math.inf
    for (ax, ay), (bx, by) in zip(body, (*body[1:], body[0]), strict=True):
        size = math.hypot(bx - ax, by - ay)
        at_p = ((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)) / size
        at_q = ((bx - ax) * (q[1] - ay) - (by - ay) * (q[0] - ax)) / size
        if abs(at_p - at_q) <= HAIR:
            if at_p <= HAIR:
                return None
        elif at_p < at_q:
            low = max(low, at_p / (at_p - at_q))
        else:
            high = min(high, at_p / (at_p - at_q))
    return (low, high) if low < high else None


def _unit(body: Round, point: Point) -> Point:
    """The point in the frame in which the body is the unit disc."""
    dx, dy = point[0] - body.x, point[1] - body.y
    if isinstance(body, Disc):
        return (dx / body.radius, dy / body.radius)
    return ((dx * body.ux + dy * body.uy) / body.a, (dy * body.ux - dx * body.uy) / body.b)


def _round_crossings(body: Round, other: Round) -> list[float]:
    """Where |E + F cos t + G sin t| = 1, the rim as seen in the frame in which the other body is the unit disc.

    From each crossing on by Newton steps that bend as hard as the function can, which pass none.
    """
    ex, ey = _unit(other, (body.x, body.y))
    (fx, fy), (gx, gy) = _unit(other, at_angle(body, 0.0)), _unit(other, at_angle(body, QUARTER))
    fx, fy, gx, gy = fx - ex, fy - ey, gx - ex, gy - ey
    e2, ef, eg = ex * ex + ey * ey - 1.0, 2.0 * (ex * fx + ey * fy), 2.0 * (ex * gx + ey * gy)
    f2, fg, g2 = fx * fx + fy * fy, 2.0 * (fx * gx + fy * gy), gx * gx + gy * gy
    bend = abs(ef) + abs(eg) + 2.0 * (abs(f2 - g2) + abs(fg)) + 1e-9
    found: list[float] = []
    t, sign, first, least = 0.0, 0.0, 0.0, LEAST_STEP
    while t < TURN:
        c, s = math.cos(t), math.sin(t)
        value = e2 + ef * c + eg * s + f2 * c * c + fg * c * s + g2 * s * s
        slope = eg * c - ef * s + 2.0 * (g2 - f2) * c * s + fg * (c * c - s * s)
        step = 0.0
        if abs(value) > ZERO:
            now = math.copysign(1.0, value)
            if sign * now < 0.0:
                found.append(t)
            sign, slope, first = now, now * slope, first or now
            step = (slope + math.sqrt(slope * slope + 2.0 * bend * abs(value))) / bend
        t, least = t + max(step, least), least * GROWTH
    return [0.0, *found] if sign * first < 0.0 else found
