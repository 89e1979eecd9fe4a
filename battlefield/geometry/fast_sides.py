"""Convex bodies seen along a line, and which way one lies from another, for kernels that can be compiled.

As `sides.py` and `parting.py` have it, on rows of numbers: a body is (kind, x, y, a, b, ux, uy, middle x, middle y,
reach, first, count), its corners stand from `first` on in a table of their own. Source rule: measure.visible.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from battlefield.geometry.columns import Floats
from battlefield.geometry.curves import HAIR
from battlefield.geometry.ellipse import MET, first_normal, part_ellipses, walk
from battlefield.geometry.shapes import Disc, Oval, Point
from battlefield.geometry.sides import LAST_TURN, Convex

DISC, OVAL, CORNERS = 0.0, 1.0, 2.0
KIND, X, Y, A, B, UX, UY, MX, MY, REACH, FIRST, COUNT = range(12)
TURN = 2.0 * math.pi

Side = tuple[float, float, float, float, int]
"""As `sides.Side`, the oval as the number of its row; -1 without one."""


Circle = tuple[Point, float]
"""A point inside a body, and the reach of the body from there."""


def rows_of(bodies: Iterable[tuple[Convex, Circle]], first: int = 0) -> tuple[Floats, Floats]:
    """Convex bodies, each with a circle around it, as rows; and their corners, of which so many stand before them."""
    rows: list[float] = []
    corners: list[Point] = []
    for body, ((x, y), reach) in bodies:
        if isinstance(body, Disc):
            rows += (DISC, body.x, body.y, body.radius, body.radius, 1.0, 0.0, x, y, reach, 0, 0)
        elif isinstance(body, Oval):
            rows += (OVAL, body.x, body.y, body.a, body.b, body.ux, body.uy, x, y, reach, 0, 0)
        else:
            rows += (CORNERS, x, y, 1.0, 1.0, 1.0, 0.0, x, y, reach, first + len(corners), len(body))
            corners += body
    table = np.array(corners, dtype=np.float64) if corners else np.empty((0, 2))
    return np.array(rows, dtype=np.float64).reshape(-1, 12), table


def extent(rows: Floats, corners: Floats, k: int, c: float, s: float) -> tuple[float, float]:
    """The offsets that a body covers as seen along (c, s): right side, left side."""
    if rows[k, KIND] == CORNERS:
        low, high = math.inf, -math.inf
        first = int(rows[k, FIRST])
        for n in range(first, first + int(rows[k, COUNT])):
            offset = corners[n, 1] * c - corners[n, 0] * s
            low, high = min(low, offset), max(high, offset)
        return low, high
    middle, half = rows[k, Y] * c - rows[k, X] * s, rows[k, A]
    if rows[k, KIND] == OVAL:
        half, _ = half_width(rows, k, c, s)
    return middle - half, middle + half


def half_width(rows: Floats, k: int, c: float, s: float) -> tuple[float, float]:
    """Half of how wide an oval is across (c, s), and the slope of that."""
    p, q = rows[k, UY] * c - rows[k, UX] * s, rows[k, UX] * c + rows[k, UY] * s
    a2, b2 = rows[k, A] * rows[k, A], rows[k, B] * rows[k, B]
    half = math.sqrt(a2 * p * p + b2 * q * q)
    return half, (b2 - a2) * p * q / half


def sides_of(rows: Floats, corners: Floats, k: int, theta: float) -> tuple[Side, Side, float]:
    """The right and the left side of a body as seen along theta, and up to which angle they are that."""
    x, y = rows[k, X], rows[k, Y]
    if rows[k, KIND] == DISC:
        return (x, y, -rows[k, A], 0.0, -1), (x, y, rows[k, A], 0.0, -1), math.inf
    if rows[k, KIND] == OVAL:
        return (x, y, 0.0, -1.0, k), (x, y, 0.0, 1.0, k), math.inf
    c, s = math.cos(theta), math.sin(theta)
    first, count = int(rows[k, FIRST]), int(rows[k, COUNT])
    low, high, right, left = math.inf, -math.inf, 0, 0
    for n in range(count):
        offset = corners[first + n, 1] * c - corners[first + n, 0] * s
        if offset < low:
            low, right = offset, n
        if offset > high:
            high, left = offset, n
    rx, ry = corners[first + right, 0], corners[first + right, 1]
    lx, ly = corners[first + left, 0], corners[first + left, 1]
    p, q = first + (right + 1) % count, first + (left + 1) % count
    turned = crossing(corners[p, 0] - rx, corners[p, 1] - ry, 0.0, theta)
    until = min(turned, crossing(lx - corners[q, 0], ly - corners[q, 1], 0.0, theta))
    return (rx, ry, 0.0, 0.0, -1), (lx, ly, 0.0, 0.0, -1), until


def crossing(dx: float, dy: float, reach: float, theta: float) -> float:
    """The first angle from theta on at which dy cos - dx sin + reach is negative; infinite when it never is."""
    size = math.sqrt(dx * dx + dy * dy)
    if reach >= size:
        return math.inf
    if reach <= -size:
        return theta
    half = math.acos(-reach / size)
    at = theta - math.atan2(-dx, dy)
    at -= TURN * math.floor(at / TURN + 0.5)
    return theta + (half - at) if -half <= at <= half else theta


def lasting(rows: Floats, high: Side, low: Side, slack: float, theta: float) -> float:
    """As `sides.lasting`: the first angle from theta on at which `high` is right of `low` by more than `slack`."""
    dx, dy, reach = high[0] - low[0], high[1] - low[1], high[2] - low[2] + slack
    if high[3] == low[3] and high[4] == low[4]:
        return crossing(dx, dy, reach, theta)
    bend = math.sqrt(dx * dx + dy * dy) + sharpest(rows, high[4]) + sharpest(rows, low[4]) + 1e-9
    at = theta
    while at <= theta + math.pi:
        c, s = math.cos(at), math.sin(at)
        value, slope = dy * c - dx * s + reach, -dy * s - dx * c
        if high[4] >= 0:
            half, turned = half_width(rows, high[4], c, s)
            value, slope = value + high[3] * half, slope + high[3] * turned
        if low[4] >= 0:
            half, turned = half_width(rows, low[4], c, s)
            value, slope = value - low[3] * half, slope - low[3] * turned
        if value < 0.0:
            return at
        step = (slope + math.sqrt(slope * slope + 2.0 * bend * value)) / bend
        if step < LAST_TURN:
            return at
        at += step
    return math.inf


def sharpest(rows: Floats, k: int) -> float:
    """The greatest second derivative of the half width of an oval, 0 for none."""
    if k < 0:
        return 0.0
    big: float = max(rows[k, A], rows[k, B])
    small: float = min(rows[k, A], rows[k, B])
    return big * big / small - small


def part_bodies(rows: Floats, corners: Floats, i: int, j: int) -> tuple[bool, float, float]:
    """As `parting.parting`: whether a line parts two bodies, and a vector across it from the first to the second."""
    if rows[i, KIND] > rows[j, KIND]:
        apart, x, y = part_bodies_in_order(rows, corners, j, i)
        return apart, -x, -y
    return part_bodies_in_order(rows, corners, i, j)


def part_bodies_in_order(rows: Floats, corners: Floats, i: int, j: int) -> tuple[bool, float, float]:
    """The same when a disc comes before an oval, and that before a body with corners."""
    dx, dy, a, b = rows[j, X] - rows[i, X], rows[j, Y] - rows[i, Y], rows[j, A], rows[j, B]
    if rows[i, KIND] == CORNERS:
        first, ax, ay = widest(rows, corners, i, j)
        second, bx, by = widest(rows, corners, j, i)
        if first >= second:
            return first >= -HAIR, ax, ay
        return second >= -HAIR, -bx, -by
    if rows[j, KIND] == CORNERS:
        return part_round_from_corners(rows, corners, i, j)
    if rows[j, KIND] == DISC:
        return math.sqrt(dx * dx + dy * dy) >= rows[i, A] + a - HAIR, dx, dy
    ux, uy = rows[j, UX], rows[j, UY]
    if rows[i, KIND] == OVAL:
        one = (rows[i, A] * rows[i, A], rows[i, B] * rows[i, B], rows[i, UX], rows[i, UY])
        end, x, y, _, _ = part_ellipses(dx, dy, one, (a * a, b * b, ux, uy), -1.0, math.inf)
        return end != MET, x, y
    x, y = -dx * ux - dy * uy, dx * uy - dy * ux
    c, s, distance = walk(abs(x), abs(y), a, b, 1.0, first_normal(abs(x), abs(y), a, b))
    c, s = -c if x < 0.0 else c, -s if y < 0.0 else s
    return distance >= max(rows[i, A] - HAIR, 0.0), s * uy - c * ux, -c * uy - s * ux


def part_round_from_corners(rows: Floats, corners: Floats, i: int, j: int) -> tuple[bool, float, float]:
    """A disc or an oval, seen as the unit disc, and corners: towards the closest point of the ring."""
    x, y, a, b, ux, uy, radius = rows[i, X], rows[i, Y], rows[i, A], rows[i, B], rows[i, UX], rows[i, UY], 1.0
    if rows[i, KIND] == DISC:
        a, b, radius = 1.0, 1.0, a
    first, count = int(rows[j, FIRST]), int(rows[j, COUNT])
    least, nx, ny, outside = math.inf, 0.0, 0.0, count <= 2
    dx, dy = corners[first + count - 1, 0] - x, corners[first + count - 1, 1] - y
    px, py = (dx * ux + dy * uy) / a, (dy * ux - dx * uy) / b
    for n in range(first, first + count):
        dx, dy = corners[n, 0] - x, corners[n, 1] - y
        qx, qy = (dx * ux + dy * uy) / a, (dy * ux - dx * uy) / b
        ex, ey = qx - px, qy - py
        outside |= px * ey - py * ex <= 0.0
        t = min(max(-(px * ex + py * ey) / (ex * ex + ey * ey), 0.0), 1.0)
        fx, fy = px + t * ex, py + t * ey
        if fx * fx + fy * fy < least:
            least, nx, ny = fx * fx + fy * fy, fx, fy
        px, py = qx, qy
    wx, wy = nx / a, ny / b
    return outside and math.sqrt(least) >= radius - HAIR, wx * ux - wy * uy, wx * uy + wy * ux


def widest(rows: Floats, corners: Floats, i: int, j: int) -> tuple[float, float, float]:
    """How far one ring is beyond the edge of another that it is farthest beyond, and the normal of that edge."""
    best, x, y = -math.inf, 0.0, 0.0
    first, count = int(rows[i, FIRST]), int(rows[i, COUNT])
    other, others = int(rows[j, FIRST]), int(rows[j, COUNT])
    for n in range(count):
        ax, ay = corners[first + n, 0], corners[first + n, 1]
        dx, dy = corners[first + (n + 1) % count, 0] - ax, corners[first + (n + 1) % count, 1] - ay
        size = math.sqrt(dx * dx + dy * dy)
        if size > 0.0:
            nx, ny, out = dy / size, -dx / size, math.inf
            for m in range(other, other + others):
                out = min(out, (corners[m, 0] - ax) * nx + (corners[m, 1] - ay) * ny)
            if out > best:
                best, x, y = out, nx, ny
    return best, x, y


CALLS = (
    extent,
    half_width,
    sides_of,
    crossing,
    lasting,
    sharpest,
    part_bodies,
    part_bodies_in_order,
    part_round_from_corners,
    widest,
    part_ellipses,
    walk,
    first_normal,
)
"""Everything here that a kernel may call, and what that calls."""
