"""Convex bodies as they look along a line of sight: how far they reach to its left and to its right, and for how long.

Lines of sight are named by the angle theta of their direction u = (c, s), in radians, and by their offset along the
left normal n = (-s, c): the line is where n . x is that offset. A body then covers an interval of offsets, from its
right side to its left one. A side is a corner, or the tangent of a disc or an oval, and its offset is known in closed
form at every angle; `lasting` says up to which angle one side stays beyond another. Source rule: measure.visible.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from battlefield.geometry import ellipse
from battlefield.geometry.shapes import Disc, Oval, Point

Corners = tuple[Point, ...]
"""The corners of a convex body, counter-clockwise; two of them are a straight edge."""
Convex = Disc | Oval | Corners
Span = tuple[float, float]
"""An interval of offsets or of lengths, inches."""

LAST_TURN = 1e-13
"""Radians: a step towards a root that is smaller than this is the last one."""


class Side(NamedTuple):
    """One side of a body: at theta its offset is n . (x, y) + reach + sign * h, h the half width of the oval."""

    x: float
    y: float
    reach: float = 0.0
    sign: float = 0.0
    oval: Oval | None = None


class Seen(NamedTuple):
    """The right and the left side of what is seen, and up to which angle they stay these."""

    right: Side
    left: Side
    until: float


def offset_of(side: Side, c: float, s: float) -> float:
    """The offset of a side as seen along (c, s)."""
    value = side.y * c - side.x * s + side.reach
    return value if side.oval is None else value + side.sign * _half_width(side.oval, c, s)


def extent(body: Convex, c: float, s: float) -> Span:
    """The offsets that a body covers as seen along (c, s): right side, left side.

    >>> extent(Disc(0, 2, 1), 1.0, 0.0)
    (1.0, 3.0)
    """
    if isinstance(body, Disc):
        middle = body.y * c - body.x * s
        return middle - body.radius, middle + body.radius
    if isinstance(body, Oval):
        middle, half = body.y * c - body.x * s, _half_width(body, c, s)
        return middle - half, middle + half
    offsets = [y * c - x * s for x, y in body]
    return min(offsets), max(offsets)


def sides_of(body: Convex, theta: float) -> Seen:
    """The two sides of a body as seen along theta."""
    if isinstance(body, Disc):
        return Seen(Side(body.x, body.y, -body.radius), Side(body.x, body.y, body.radius), math.inf)
    if isinstance(body, Oval):
        return Seen(Side(body.x, body.y, 0.0, -1.0, body), Side(body.x, body.y, 0.0, 1.0, body), math.inf)
    c, s = math.cos(theta), math.sin(theta)
    offsets = [y * c - x * s for x, y in body]
    right, left = offsets.index(min(offsets)), offsets.index(max(offsets))
    (rx, ry), (lx, ly) = body[right], body[left]
    (px, py), (qx, qy) = body[(right + 1) % len(body)], body[(left + 1) % len(body)]
    until = min(_crossing(px - rx, py - ry, 0.0, theta), _crossing(lx - qx, ly - qy, 0.0, theta))
    return Seen(Side(rx, ry), Side(lx, ly), until)


def lasting(high: Side, low: Side, slack: float, theta: float) -> float:
    """The first angle from theta on at which `high` is to the right of `low` by more than `slack`.

    theta itself where that is so already, infinite where it does not come within half a turn. Closed form for corners
    and discs; with an oval by Newton steps that bend down as hard as the function can, which never pass the root.
    """
    dx, dy, reach = high.x - low.x, high.y - low.y, high.reach - low.reach + slack
    if high[3:] == low[3:]:  # neither has an oval, or both the same side of one
        return _crossing(dx, dy, reach, theta)
    terms = [(sign, oval) for sign, oval in ((high.sign, high.oval), (-low.sign, low.oval)) if oval is not None]
    bend = math.hypot(dx, dy) + sum(_bend(oval) for _, oval in terms) + 1e-9
    at = theta
    while at <= theta + math.pi:
        c, s = math.cos(at), math.sin(at)
        value, slope = dy * c - dx * s + reach, -dy * s - dx * c
        for sign, oval in terms:
            half, turned = _half_width_and_slope(oval, c, s)
            value += sign * half
            slope += sign * turned
        if value < 0.0:
            return at
        step = (slope + math.sqrt(slope * slope + 2.0 * bend * value)) / bend
        if step < LAST_TURN:
            return at
        at += step
    return math.inf


def chord(body: Convex, c: float, s: float, offset: float) -> Span:
    """Where a line enters and leaves a body, as lengths along (c, s); a line that misses it is moved to its rim."""
    if isinstance(body, Disc):
        out = offset - (body.y * c - body.x * s)
        middle, half = body.x * c + body.y * s, math.sqrt(max(body.radius * body.radius - out * out, 0.0))
        return middle - half, middle + half
    if isinstance(body, Oval):
        return _oval_chord(body, c, s, offset)
    return _corner_chord(body, c, s, offset)


def middle_of(body: Convex) -> Point:
    """A point inside: the centre of what is round, the mean of the corners."""
    if isinstance(body, Disc | Oval):
        return (body.x, body.y)
    return (sum(x for x, _ in body) / len(body), sum(y for _, y in body) / len(body))


def reach_of(body: Convex) -> float:
    """The greatest distance of a point of the body from its middle."""
    if isinstance(body, Disc):
        return body.radius
    if isinstance(body, Oval):
        return max(body.a, body.b)
    middle = middle_of(body)
    return max(math.dist(middle, corner) for corner in body)


def mirrored(body: Convex) -> Convex:
    """The body mirrored at the x axis."""
    if isinstance(body, Disc):
        return Disc(body.x, -body.y, body.radius)
    if isinstance(body, Oval):
        return Oval(body.x, -body.y, body.a, body.b, body.ux, -body.uy)
    return tuple((x, -y) for x, y in reversed(body))


def support_point(body: Convex, nx: float, ny: float) -> Point:
    """The point of a body farthest along a unit vector."""
    if isinstance(body, Disc):
        return (body.x + body.radius * nx, body.y + body.radius * ny)
    if isinstance(body, Oval):
        return ellipse.support(body, nx, ny)
    return max(body, key=lambda p: p[0] * nx + p[1] * ny)


def _half_width(oval: Oval, c: float, s: float) -> float:
    p, q = oval.a * (oval.uy * c - oval.ux * s), oval.b * (oval.ux * c + oval.uy * s)
    return math.sqrt(p * p + q * q)


def _half_width_and_slope(oval: Oval, c: float, s: float) -> Span:
    p, q = oval.uy * c - oval.ux * s, oval.ux * c + oval.uy * s
    a2, b2 = oval.a * oval.a, oval.b * oval.b
    half = math.sqrt(a2 * p * p + b2 * q * q)
    return half, (b2 - a2) * p * q / half


def _bend(oval: Oval) -> float:
    """The greatest second derivative of the half width: the widest radius of curvature less the least half width."""
    big, small = max(oval.a, oval.b), min(oval.a, oval.b)
    return big * big / small - small


def _crossing(dx: float, dy: float, reach: float, theta: float) -> float:
    """As `lasting`, for dy cos - dx sin + reach, a cosine of which phase and height are known."""
    size = math.hypot(dx, dy)
    if reach >= size:
        return math.inf
    if reach <= -size:
        return theta
    half = math.acos(-reach / size)
    at = math.remainder(theta - math.atan2(-dx, dy), 2 * math.pi)
    return theta + (half - at) if -half <= at <= half else theta


def _oval_chord(oval: Oval, c: float, s: float, offset: float) -> Span:
    dx, dy = -offset * s - oval.x, offset * c - oval.y
    px, py = (dx * oval.ux + dy * oval.uy) / oval.a, (dy * oval.ux - dx * oval.uy) / oval.b
    vx, vy = (c * oval.ux + s * oval.uy) / oval.a, (s * oval.ux - c * oval.uy) / oval.b
    square = vx * vx + vy * vy
    out = (px * vy - py * vx) ** 2 / square
    middle, half = -(px * vx + py * vy) / square, math.sqrt(max(1.0 - out, 0.0) / square)
    return middle - half, middle + half


def _corner_chord(body: Corners, c: float, s: float, offset: float) -> Span:
    seen = [(x * c + y * s, y * c - x * s - offset) for x, y in body]
    found = []
    for (t0, d0), (t1, d1) in zip(seen, (*seen[1:], seen[0]), strict=True):
        if (d0 > 0.0) != (d1 > 0.0):
            found.append(t0 + (t1 - t0) * d0 / (d0 - d1))
    if not found:
        t = min(seen, key=lambda each: abs(each[1]))[0]
        return t, t
    return min(found), max(found)
