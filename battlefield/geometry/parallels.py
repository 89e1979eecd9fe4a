"""Smooth closed curves with one point for every outward normal: the parallel curves of an oval, or of two ovals' sum.

The sum of two ovals is what the centre of one keeps out of when it slides round the other: its support function, its
points and the lengths along it are the sums of those of the two. The curve `out` inches outside it has the same
normals. It is convex, so a line meets it at most twice. Source rule: move.swept.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from battlefield.geometry.curves import HAIR, TURN, Arc, Box, Segment, heading_at
from battlefield.geometry.ellipse import SMALL_TURN, foot, separation, support
from battlefield.geometry.measure import bounds
from battlefield.geometry.normals import circle_meetings, line_crossings, normals_through, parallel_point
from battlefield.geometry.roots import root
from battlefield.geometry.shapes import Oval, Point

_FINE = 1e-4
_MANY = 1500
_LOOKS = 32
_BESIDE = math.cos(1.5 * TURN / _LOOKS)
_STEPS = 12
_CONE = 1e-6


class Parallel(NamedTuple):
    """The curve `out` inches outside an oval; with `more`, an oval about the origin, outside the sum of the two.

    It may be only the part of it whose outward normals lie in the `sweep` radians counter-clockwise from `first`; that
    binds its box and where it meets something, and nothing else.
    """

    oval: Oval
    out: float
    more: Oval | None = None
    first: float = 0.0
    sweep: float = TURN


def support_of(curve: Parallel, nx: float, ny: float) -> Point:
    """The point of the curve whose outward unit normal is (nx, ny)."""
    x, y = support(curve.oval, nx, ny)
    if curve.more:
        mx, my = support(curve.more, nx, ny)
        x, y = x + mx, y + my
    return (x + curve.out * nx, y + curve.out * ny)


def moved_to(oval: Oval, x: float, y: float) -> Oval:
    """The same oval with its centre elsewhere."""
    return Oval(x, y, oval.a, oval.b, oval.ux, oval.uy)


def half_width(oval: Oval, nx: float, ny: float) -> float:
    """How far an oval reaches from its centre in the unit direction (nx, ny)."""
    c, s = nx * oval.ux + ny * oval.uy, ny * oval.ux - nx * oval.uy
    return math.hypot(oval.a * c, oval.b * s)


def widest(curve: Parallel) -> float:
    """The greatest radius of curvature, inches: the most that one goes along the curve for a radian of its normal."""
    return curve.out + sum(
        max(each.a, each.b) ** 2 / min(each.a, each.b) for each in (curve.oval, curve.more) if each is not None
    )


def box_round(curve: Parallel) -> Box:
    """The box round it, or round the part of it that counts."""
    if curve.sweep < TURN:
        angles = [curve.first, curve.first + curve.sweep]
        quarter = math.pi / 2
        low, high = math.ceil(angles[0] / quarter), math.floor(angles[1] / quarter)
        angles += [k * quarter for k in range(low, high + 1)]
        places = [support_of(curve, math.cos(angle), math.sin(angle)) for angle in angles]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        return (min(xs) - _CONE, min(ys) - _CONE, max(xs) + _CONE, max(ys) + _CONE)
    x0, y0, x1, y1 = bounds(curve.oval)
    _, _, mx, my = bounds(curve.more) if curve.more else (0.0, 0.0, 0.0, 0.0)
    dx, dy = mx + curve.out, my + curve.out
    return (x0 - dx, y0 - dy, x1 + dx, y1 + dy)


def foot_on(curve: Parallel, x: float, y: float) -> tuple[Point, float]:
    """The outward normal of the curve at its point nearest to (x, y), and how far outside it (x, y) lies."""
    if curve.more is None:
        _, normal, off = foot(curve.oval, x, y)
        return normal, off - curve.out
    apart = separation(curve.oval, moved_to(curve.more, x, y))
    if apart is not None:
        return apart.normal, apart.high - curve.out
    return _foot_from_within(curve, x - curve.oval.x, y - curve.oval.y)


def _foot_from_within(curve: Parallel, dx: float, dy: float) -> tuple[Point, float]:
    """The same for a place in the sum, (dx, dy) from its centre: the direction in which it lies least deep.

    The best of some looks all round, then Newton; where that leaves the look's neighbourhood, its bracket is halved.
    """
    two = (curve.oval, curve.more or curve.oval)
    _, best_c, best_s = max((c * dx + s * dy - half, c, s) for c, s, half in _looks(*two))
    c, s = best_c, best_s
    for _ in range(_STEPS):
        value, slope, radius = _seen_along(two, dx, dy, c, s)
        turn = slope / (value + radius) if value + radius > 0.0 else math.inf
        if abs(turn) > 0.5:
            break
        scale = 1.0 / math.sqrt(1.0 + turn * turn)
        c, s = (c - turn * s) * scale, (s + turn * c) * scale
        if c * best_c + s * best_s < _BESIDE:
            break
        if abs(turn) < SMALL_TURN:
            return (c, s), _seen_along(two, dx, dy, c, s)[0] - curve.out

    def slope_at(angle: float) -> float:
        return _seen_along(two, dx, dy, math.cos(angle), math.sin(angle))[1]

    middle, step = math.atan2(best_s, best_c), TURN / _LOOKS
    falls = slope_at(middle - step) > 0.0 > slope_at(middle + step)
    at = root(slope_at, middle - step, middle + step) if falls else middle
    c, s = math.cos(at), math.sin(at)
    return (c, s), _seen_along(two, dx, dy, c, s)[0] - curve.out


def _seen_along(two: tuple[Oval, Oval], dx: float, dy: float, c: float, s: float) -> tuple[float, float, float]:
    """How far (dx, dy) lies outside the sum along a normal, how that grows as the normal turns, and the curvature."""
    value, slope, radius = c * dx + s * dy, c * dy - s * dx, 0.0
    for each in two:
        p, q = c * each.ux + s * each.uy, s * each.ux - c * each.uy
        a2, b2 = each.a * each.a, each.b * each.b
        half = math.sqrt(a2 * p * p + b2 * q * q)
        value -= half
        slope -= (b2 - a2) * p * q / half
        radius += a2 * b2 / (half * half * half)
    return value, slope, radius


@lru_cache(maxsize=1024)
def _looks(one: Oval, two: Oval) -> tuple[tuple[float, float, float], ...]:
    """Directions all round, and how far the sum of two ovals reaches along each."""
    found = []
    for k in range(_LOOKS):
        c, s = math.cos(k * TURN / _LOOKS), math.sin(k * TURN / _LOOKS)
        found.append((c, s, half_width(one, c, s) + half_width(two, c, s)))
    return tuple(found)


def distance_from(curve: Parallel, x: float, y: float) -> float:
    """The distance of a point from a curve, inches."""
    if curve.more is not None:
        return abs(foot_on(curve, x, y)[1])
    places = (parallel_point(curve.oval, t, curve.out) for t in normals_through(curve.oval, x, y))
    return min(math.hypot(px - x, py - y) for px, py in places)


def meets_line(curve: Parallel, x: float, y: float, ux: float, uy: float, slack: float) -> tuple[Point, ...]:
    """Where a line (point, unit direction) meets the curve: twice, once within `slack` of touching, or not."""
    if curve.more is None:
        return line_crossings(curve.oval, curve.out, x, y, ux, uy, slack)
    nx, ny = -uy, ux

    def at(angle: float) -> Point:
        c, s = math.cos(angle), math.sin(angle)
        return support_of(curve, c * nx - s * ux, c * ny - s * uy)

    def above(angle: float) -> float:
        px, py = at(angle)
        return (px - x) * nx + (py - y) * ny

    top, bottom = above(0.0), above(math.pi)
    if top < 0 or bottom > 0:
        if max(-top, bottom) <= slack:
            return (at(0.0 if top < 0 else math.pi),)
        return ()
    return (at(root(above, 0.0, math.pi)), at(root(above, -math.pi, 0.0)))


@lru_cache(maxsize=16384)
def crossings(a: Parallel, b: Parallel | Segment | Arc) -> tuple[Point, ...]:
    """Where a curve meets another, the line of a segment or the circle of an arc; a few more may be among them.

    The answer is kept: the models of a unit ask the same of the same curves.
    """
    found = _crossings(a, b)
    for each in (a, b):
        if isinstance(each, Parallel) and each.sweep < TURN:
            found = tuple(at for at in found if _is_part(each, at))
    return found


def _is_part(curve: Parallel, at: Point) -> bool:
    (nx, ny), _ = foot_on(curve, *at)
    off = (math.atan2(ny, nx) - curve.first) % TURN
    return off <= curve.sweep + _CONE or off >= TURN - _CONE


def _crossings(a: Parallel, b: Parallel | Segment | Arc) -> tuple[Point, ...]:
    if isinstance(b, Segment):
        return meets_line(a, b.x0, b.y0, *heading_at(b, b.x0, b.y0), HAIR)
    if isinstance(b, Arc):
        if a.more is None:
            return circle_meetings(a.oval, a.out, b.x, b.y, b.radius, HAIR)
        return _where(a, lambda x, y: math.hypot(x - b.x, y - b.y) - b.radius)
    if (a.oval, a.more) == (b.oval, b.more):
        return ()
    return _where(a, lambda x, y: foot_on(b, x, y)[1])


def _where(curve: Parallel, off: Callable[[float, float], float]) -> tuple[Point, ...]:
    """The places of the curve where the distance from something is 0."""

    if curve.more is None:
        oval, out = curve.oval, curve.out

        def at(t: float) -> Point:
            return parallel_point(oval, t, out)

        rate = speed(oval, out)
    else:

        def at(t: float) -> Point:
            return support_of(curve, math.cos(t), math.sin(t))

        rate = widest(curve)
    return tuple(at(t) for t in isolated_roots(lambda t: off(*at(t)), rate))


def speed(oval: Oval, out: float) -> float:
    """The greatest way along the parallel curve for one radian of the eccentric angle."""
    a, b = max(oval.a, oval.b), min(oval.a, oval.b)
    return a + out * a / b


def isolated_roots(f: Callable[[float], float], rate: float) -> list[float]:
    """The roots in [0, 2 pi) of f, which changes by at most `rate` for a radian.

    A part is dropped when the value in its middle is too great for a root within it. What is left at 1e-4 radians is
    searched by sign, and without a change of sign for a touch at its least value (there f bends one way only). Where f
    is 0 all the way round (two like ovals about one centre) it gives a few of its roots.
    """
    width = TURN / 16
    parts = [(k * width, (k + 1) * width) for k in range(16)]
    while width > _FINE:
        width /= 2
        halves = [(low + k * width, low + (k + 1) * width) for low, _ in parts for k in (0, 1)]
        parts = [part for part in halves if abs(f((part[0] + part[1]) / 2)) <= rate * width / 2]
        if len(parts) > _MANY:
            return [k * TURN / 16 for k in range(16)]
    return [at for part in parts for at in _in_small_part(f, *part)]


def _in_small_part(f: Callable[[float], float], low: float, high: float) -> list[float]:
    at_low, at_high = f(low), f(high)
    if (at_low > 0) != (at_high > 0):
        return [root(f, low, high)]
    sign = 1.0 if at_low > 0 else -1.0
    # where f falls towards neither end, or is least at one of them, it touches nothing in between
    step = (high - low) / 16
    if abs(at_low) > 2 * HAIR and sign * f(low + step) >= sign * at_low:
        return []
    if abs(at_high) > 2 * HAIR and sign * f(high - step) >= sign * at_high:
        return []
    a, b = low, high
    for _ in range(60):
        p, q = a + 0.381966 * (b - a), b - 0.381966 * (b - a)
        if sign * f(p) < sign * f(q):
            b = q
        else:
            a = p
    least = (a + b) / 2
    if sign * f(least) < 0:
        return [root(f, low, least), root(f, least, high)]
    return [least] if abs(f(least)) <= HAIR else []
