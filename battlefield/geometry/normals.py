"""Normals of an ellipse, and its parallel curves: where the centre of a disc runs that rolls round an oval.

Points of an ellipse are named by the eccentric angle t of (a cos t, b sin t) in its own frame, in radians. The parallel
curve at distance `out` has the same normals, so the same t, and is convex: a line meets it at most twice, and between
two normals through a point the distance from that point only rises or only falls. So every crossing is bracketed.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from battlefield.geometry.roots import root
from battlefield.geometry.shapes import Oval, Point

_QUARTER = math.pi / 2


def parallel_point(oval: Oval, t: float, out: float = 0.0) -> Point:
    """The point at eccentric angle t, moved outwards by `out` inches."""
    c, s = math.cos(t), math.sin(t)
    x, y = oval.a * c, oval.b * s
    if out:
        nx, ny = oval.b * c, oval.a * s
        scale = out / math.hypot(nx, ny)
        x, y = x + scale * nx, y + scale * ny
    return (oval.x + x * oval.ux - y * oval.uy, oval.y + x * oval.uy + y * oval.ux)


def angle_of_normal(oval: Oval, nx: float, ny: float) -> float:
    """The eccentric angle at which the outward normal points along (nx, ny)."""
    c, s = nx * oval.ux + ny * oval.uy, ny * oval.ux - nx * oval.uy
    return math.atan2(oval.b * s, oval.a * c)


def normals_through(oval: Oval, x: float, y: float) -> tuple[float, ...]:
    """The eccentric angles, rising, whose normal lines pass through a point: two to four.

    The four ends of the axes may stand among them although their normals miss the point: they split an arc on which
    the distance from the point is monotone into two such arcs.
    """
    dx, dy = x - oval.x, y - oval.y
    px, py = dx * oval.ux + dy * oval.uy, dy * oval.ux - dx * oval.uy
    a, b = oval.a, oval.b
    angles = {0.0, _QUARTER, math.pi, 3 * _QUARTER}
    if px == 0.0 or py == 0.0:
        angles.update(_on_an_axis(a, b, px, py))
    else:
        for t in _in_quadrants(a, b, abs(px), abs(py)):
            c, s = math.copysign(1, px) * math.cos(t), math.copysign(1, py) * math.sin(t)
            angles.add(math.atan2(s, c) % (2 * math.pi))
    return tuple(sorted(angles))


def line_crossings(oval: Oval, out: float, x: float, y: float, ux: float, uy: float, slack: float) -> tuple[Point, ...]:
    """Where a line (point, unit direction) meets the parallel curve: twice, once within `slack` of touching, or not."""
    nx, ny = -uy, ux
    highest, lowest = angle_of_normal(oval, nx, ny), angle_of_normal(oval, -nx, -ny)

    def above(t: float) -> float:
        px, py = parallel_point(oval, t, out)
        return (px - x) * nx + (py - y) * ny

    top, bottom = above(highest), above(lowest)
    if top < 0 or bottom > 0:
        if max(-top, bottom) <= slack:
            return (parallel_point(oval, highest if top < 0 else lowest, out),)
        return ()
    turn = (lowest - highest) % (2 * math.pi)
    first = root(above, highest, highest + turn)
    second = root(above, highest + turn - 2 * math.pi, highest)
    return (parallel_point(oval, first, out), parallel_point(oval, second, out))


def circle_meetings(oval: Oval, out: float, x: float, y: float, radius: float, slack: float) -> tuple[Point, ...]:
    """Where a circle meets the parallel curve, up to four points; within `slack` of touching counts as touching."""

    def beyond(t: float) -> float:
        px, py = parallel_point(oval, t, out)
        return math.hypot(px - x, py - y) - radius

    marks = normals_through(oval, x, y)
    found = monotone_roots(beyond, (*marks, marks[0] + 2 * math.pi))
    found += [t for t in marks if abs(beyond(t)) <= slack]
    return tuple(parallel_point(oval, t, out) for t in found)


def monotone_roots(f: Callable[[float], float], marks: tuple[float, ...]) -> list[float]:
    """The roots of f, which is monotone between neighbouring marks."""
    values = [f(mark) for mark in marks]
    return [
        root(f, low, high)
        for low, high, at_low, at_high in zip(marks, marks[1:], values, values[1:], strict=False)
        if (at_low > 0) != (at_high > 0)
    ]


def _on_an_axis(a: float, b: float, px: float, py: float) -> list[float]:
    """The slanting normals through a point on an axis of the ellipse: cos t = a px / (a² - b²), or sin t alike."""
    bend = (a - b) * (a + b)
    found: list[float] = []
    if bend and px and abs(a * px / bend) < 1:
        t = math.acos(a * px / bend)
        found += [t, 2 * math.pi - t]
    if bend and py and abs(b * py / bend) < 1:
        t = math.asin(-b * py / bend)
        found += [t % (2 * math.pi), (math.pi - t) % (2 * math.pi)]
    return found


def _in_quadrants(a: float, b: float, px: float, py: float) -> list[float]:
    """The normals through a point with px, py > 0: one in the first quadrant, one in the third, none or two beside.

    They are roots of f(t) = a px sin t - b py cos t - (a² - b²) sin t cos t. In the second or fourth quadrant, f over
    sin t cos t is convex with its least value known in closed form, which parts its two roots.
    """
    bend = (a - b) * (a + b)
    u, v = a * px, b * py

    def f(t: float) -> float:
        c, s = math.cos(t), math.sin(t)
        return u * s - v * c - bend * s * c

    found = [root(f, 0.0, _QUARTER), root(f, math.pi, 3 * _QUARTER)]
    if (u ** (2 / 3) + v ** (2 / 3)) ** 1.5 <= abs(bend):
        split = math.atan2(v ** (1 / 3), u ** (1 / 3))
        low, split, high = (-_QUARTER, -split, 0.0) if bend > 0 else (_QUARTER, math.pi - split, math.pi)
        found += [root(f, low, split), root(f, split, high)]
    return found
