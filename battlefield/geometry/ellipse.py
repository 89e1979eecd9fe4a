"""Ellipses: the nearest and the farthest point, and the distance of two of them.

Everything here walks over the outward direction u, a unit vector that is turned and never measured as an angle.
With h the support function of an ellipse, the separation along u is s(u) = u . D - h; its slope and its bend are in
closed form, so Newton takes a handful of steps, and every u proves a lower bound (s itself) and an upper bound
(the distance of the two support points). A bracket that halves stands behind Newton. Source rule: measure.footprint.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from battlefield.geometry.shapes import Oval, Point

SMALL_TURN = 1e-8
"""A Newton turn below this is the last one: the next would be lost in rounding."""
STEPS = 80
"""More than the halvings that exhaust a double."""
TOUCH = 1e-13
"""A separation this little below 0 may be rounding."""
MET, ENOUGH, WIDEST = 0, 1, 2
_FIRST = (math.sqrt(0.5), math.sqrt(0.5))


Axes = tuple[float, float, float, float]
"""An ellipse apart from where it stands: the squares of its half axes, and the unit vector along the first."""


class Foot(NamedTuple):
    """The point of an ellipse nearest to a given one: `at`, the outward unit normal there, the signed distance.

    The distance is negative inside the ellipse.
    """

    at: Point
    normal: Point
    distance: float


class Separation(NamedTuple):
    """The widest gap between two ellipses: bounds, the closest points, the unit vector from the first to the second."""

    low: float
    high: float
    here: Point
    there: Point
    normal: Point


def support(oval: Oval, nx: float, ny: float) -> Point:
    """The point of an ellipse farthest in the direction (nx, ny), which need not be of length 1."""
    c = nx * oval.ux + ny * oval.uy
    s = ny * oval.ux - nx * oval.uy
    a2, b2 = oval.a * oval.a, oval.b * oval.b
    h = math.sqrt(a2 * c * c + b2 * s * s)
    x, y = a2 * c / h, b2 * s / h
    return (oval.x + x * oval.ux - y * oval.uy, oval.y + x * oval.uy + y * oval.ux)


def foot(oval: Oval, px: float, py: float) -> Foot:
    """The nearest point of the ellipse's edge to (px, py), which may lie inside or outside."""
    dx, dy = px - oval.x, py - oval.y
    x = dx * oval.ux + dy * oval.uy
    y = dy * oval.ux - dx * oval.uy
    ax, ay = abs(x), abs(y)
    c, s, distance = walk(ax, ay, oval.a, oval.b, 1.0, first_normal(ax, ay, oval.a, oval.b))
    if x < 0:
        c = -c
    if y < 0:
        s = -s
    return _foot(oval, c, s, distance)


def farthest_foot(oval: Oval, px: float, py: float) -> Foot:
    """The farthest point of the ellipse from (px, py); the distance is positive, the normal points away from there."""
    dx, dy = px - oval.x, py - oval.y
    x = dx * oval.ux + dy * oval.uy
    y = dy * oval.ux - dx * oval.uy
    c, s, distance = walk(abs(x), abs(y), oval.a, oval.b, -1.0, _FIRST)
    return _foot(oval, c if x < 0 else -c, s if y < 0 else -s, distance)


def inside(oval: Oval, px: float, py: float) -> bool:
    """Whether a point lies in the closed ellipse."""
    dx, dy = px - oval.x, py - oval.y
    x = (dx * oval.ux + dy * oval.uy) / oval.a
    y = (dy * oval.ux - dx * oval.uy) / oval.b
    return x * x + y * y <= 1.0


def common_point(one: Oval, two: Oval) -> Point:
    """A point of both of two ellipses that meet: seen with the first as the unit disc, the nearest of the second.

    The linear map that makes the first ellipse the unit disc turns the second into another ellipse.
    """
    # the second ellipse is x = d + M (cos t, sin t), in the frame of the first and scaled
    dx, dy = two.x - one.x, two.y - one.y
    d = ((dx * one.ux + dy * one.uy) / one.a, (dy * one.ux - dx * one.uy) / one.b)
    c, s = two.ux * one.ux + two.uy * one.uy, two.uy * one.ux - two.ux * one.uy
    m, n, p, q = two.a * c / one.a, -two.b * s / one.a, two.a * s / one.b, two.b * c / one.b
    # its axes: the eigenvectors of M M'
    e, f, g = m * m + n * n, m * p + n * q, p * p + q * q
    spread = math.hypot((e - g) / 2, f)
    vx, vy = (spread + (e - g) / 2, f) if e >= g else (f, spread - (e - g) / 2)
    length = math.hypot(vx, vy)
    ux, uy = (vx / length, vy / length) if length > 1e-15 * (e + g) else (1.0, 0.0)
    a = math.sqrt((e + g) / 2 + spread)
    seen = Oval(d[0], d[1], a, abs(m * q - n * p) / a, ux, uy)
    if inside(seen, 0.0, 0.0):
        return (one.x, one.y)
    (x, y), _, _ = foot(seen, 0.0, 0.0)
    x, y = x * one.a, y * one.b
    return (one.x + x * one.ux - y * one.uy, one.y + x * one.uy + y * one.ux)


def _foot(oval: Oval, c: float, s: float, distance: float) -> Foot:
    a2, b2 = oval.a * oval.a, oval.b * oval.b
    h = math.sqrt(a2 * c * c + b2 * s * s)
    ex, ey = a2 * c / h, b2 * s / h
    ux, uy = oval.ux, oval.uy
    at = (oval.x + ex * ux - ey * uy, oval.y + ex * uy + ey * ux)
    return Foot(at, (c * ux - s * uy, c * uy + s * ux), distance)


def walk(x: float, y: float, a: float, b: float, sign: float, first: Point) -> tuple[float, float, float]:
    """The normal (c, s) at which s(u) = u . (x, y) - sign * h(u) is greatest in the first quadrant, and that value.

    With sign 1 that is the nearest point to (x, y), with sign -1 the farthest point from (-x, -y), both not negative.
    """
    a2, b2 = a * a, b * b
    product, difference = sign * a2 * b2, sign * (b2 - a2)
    c, s = first
    low_c, low_s, high_c, high_s, last = 1.0, 0.0, 0.0, 1.0, math.inf
    for _ in range(STEPS):
        h = math.sqrt(a2 * c * c + b2 * s * s)
        slope = c * y - s * x - difference * c * s / h
        bend = c * x + s * y - sign * h + product / (h * h * h)
        if slope > 0.0:
            low_c, low_s = c, s
        elif slope < 0.0:
            high_c, high_s = c, s
        elif bend > 0.0:
            break
        if bend > 0.0:
            turn = slope / bend
            scale = 1.0 / math.sqrt(1.0 + turn * turn)
            next_c, next_s = (c - turn * s) * scale, (s + turn * c) * scale
            if low_c * next_s - low_s * next_c >= 0.0 and next_c * high_s - next_s * high_c >= 0.0:
                if -SMALL_TURN < turn < SMALL_TURN:
                    c, s = next_c, next_s
                    break
                if -last < slope < last:  # Newton as long as it halves the slope
                    c, s, last = next_c, next_s, abs(slope) / 2.0
                    continue
        if low_c * high_s - low_s * high_c <= 1e-16:
            break
        c, s, last = low_c + high_c, low_s + high_s, math.inf
        scale = 1.0 / math.sqrt(c * c + s * s)
        c, s = c * scale, s * scale
    return c, s, c * x + s * y - sign * math.sqrt(a2 * c * c + b2 * s * s)


def first_normal(x: float, y: float, a: float, b: float) -> Point:
    """A first guess at the normal: exact on the edge, on a circle and far away."""
    a2, b2 = a * a, b * b
    n = math.sqrt(x * x + y * y)
    if n < 1e-150:
        return (1.0, 0.0) if a2 < b2 else (0.0, 1.0)
    h = math.sqrt(a2 * x * x + b2 * y * y) / n
    d = n - h if n > h else 0.0
    c, s = x / (a2 / h + d), y / (b2 / h + d)
    n = math.sqrt(c * c + s * s)
    return (c / n, s / n)


def separation(one: Oval, two: Oval, near: float = -1.0, far: float = math.inf) -> Separation | None:
    """The gap between two ellipses, None when they meet.

    The walk ends early, with wider bounds, once the gap is known to be below `near` or above `far`.
    """
    ends = (one.a * one.a, one.b * one.b, one.ux, one.uy), (two.a * two.a, two.b * two.b, two.ux, two.uy)
    end, x, y, value, length = part_ellipses(two.x - one.x, two.y - one.y, *ends, near, far)
    if end == MET:
        return None
    if end == ENOUGH:
        return Separation(max(value, 0.0), length, (0.0, 0.0), (0.0, 0.0), (x, y))
    return _at(one, two, x, y)


def part_ellipses(
    dx: float, dy: float, one: Axes, two: Axes, near: float, far: float
) -> tuple[int, float, float, float, float]:
    """The walk to the direction that parts two ellipses most: how it ended, the direction, the bounds that ended it.

    (dx, dy) is from centre to centre. It ends with MET, with WIDEST (the bounds are then those of the direction
    before), or with ENOUGH: below `near` or above `far`. The direction is kept in an arc that shrinks: a pair of
    support points at w from each other forbids all directions with u . w <= 0, and an empty arc proves that the
    ellipses meet. Numbers only, so that it can be compiled.
    """
    a2, b2, ax, ay = one
    c2, d2, bx, by = two
    length = math.sqrt(dx * dx + dy * dy)
    if length < 1e-150:
        return MET, 0.0, 0.0, 0.0, 0.0
    first, second, flat, level = a2 * b2, c2 * d2, b2 - a2, d2 - c2
    x, y = dx / length, dy / length
    lx, ly, hx, hy, last, value = y, -x, -y, x, math.inf, 0.0
    for _ in range(STEPS):
        c, s, e, f = x * ax + y * ay, y * ax - x * ay, x * bx + y * by, y * bx - x * by
        h, k = math.sqrt(a2 * c * c + b2 * s * s), math.sqrt(c2 * e * e + d2 * f * f)
        value = x * dx + y * dy - h - k
        slope = x * dy - y * dx - flat * c * s / h - level * e * f / k
        length = math.sqrt(value * value + slope * slope)
        if value > far or length < near:
            return ENOUGH, x, y, value, length
        bend = value + first / (h * h * h) + second / (k * k * k)
        if value <= -TOUCH:
            u, v = (value * y + slope * x) / length, (slope * y - value * x) / length
            lx, ly, hx, hy = (u, v, hx, hy) if slope > 0.0 else (lx, ly, -u, -v)
            if lx * hy - ly * hx <= 0.0:
                return MET, x, y, value, length
        elif slope > 0.0:
            lx, ly = x, y
        else:
            hx, hy = x, y
        turn = slope / bend if bend > 0.0 else math.inf
        if -1e6 < turn < 1e6:
            scale = 1.0 / math.sqrt(1.0 + turn * turn)
            u, v = (x - turn * y) * scale, (y + turn * x) * scale
            if -SMALL_TURN < turn < SMALL_TURN and value > -TOUCH:
                return WIDEST, u, v, value, length
            if lx * v - ly * u > 0.0 and u * hy - v * hx > 0.0 and -last < slope < last:
                x, y, last = u, v, abs(slope) / 2.0  # Newton as long as it halves the slope
                continue
        u, v, last = lx + hx, ly + hy, math.inf
        scale = 1.0 / math.sqrt(u * u + v * v)
        x, y = u * scale, v * scale
    return WIDEST, x, y, value, length


def _at(one: Oval, two: Oval, x: float, y: float) -> Separation:
    """The bounds that the direction (x, y) proves."""
    px, py = support(one, x, y)
    qx, qy = support(two, -x, -y)
    dx, dy = qx - px, qy - py
    return Separation(max(dx * x + dy * y, 0.0), math.sqrt(dx * dx + dy * dy), (px, py), (qx, qy), (x, y))
