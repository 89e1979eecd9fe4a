"""Convex pieces of hulls against points, ellipses and each other: separations by edges and corners.

For two convex sets the separation as a function of the direction has one peak where it is positive. So the edge whose
normal separates most lies beside the peak: either its foot is the answer, or the answer is at the corner past which
the foot falls. Source rule: measure.horizontal.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from battlefield.geometry.convex import Part, Point
from battlefield.geometry.ellipse import foot, inside, support
from battlefield.geometry.shapes import Oval


class Apart(NamedTuple):
    """Two convex sets that do not meet: bounds of the gap, and the closest points."""

    low: float
    high: float
    here: Point
    there: Point


class Meet(NamedTuple):
    """Two convex sets that meet, and a point of both."""

    at: Point


def signed_point(part: Part, x: float, y: float) -> tuple[float, Point]:
    """The distance of a point from a piece, negative inside, and the nearest point of the piece's edge."""
    best, k = -math.inf, 0
    points = part.points
    for i, ((px, py), (nx, ny)) in enumerate(zip(points, part.normals, strict=True)):
        s = (x - px) * nx + (y - py) * ny
        if s > best:
            best, k = s, i
    (px, py), (nx, ny) = points[k], part.normals[k]
    at = (x - best * nx, y - best * ny)
    if best <= 0.0:
        return best, at
    qx, qy = points[k + 1 - len(points)]
    along = (x - px) * -ny + (y - py) * nx
    if along < 0.0:
        at = (px, py)
    elif along > (qx - px) * -ny + (qy - py) * nx:
        at = (qx, qy)
    else:
        return best, at
    return math.hypot(x - at[0], y - at[1]), at


def part_to_point(part: Part, x: float, y: float) -> Apart | Meet:
    """The gap from a piece to a point."""
    distance, at = signed_point(part, x, y)
    if distance <= 0.0:
        return Meet((x, y))
    return Apart(distance, distance, at, (x, y))


def part_to_oval(part: Part, oval: Oval) -> Apart | Meet:
    """The gap from a piece to an ellipse."""
    ax, ay, a2, b2 = oval.ux, oval.uy, oval.a * oval.a, oval.b * oval.b
    best, k = -math.inf, 0
    points = part.points
    for i, ((px, py), (nx, ny)) in enumerate(zip(points, part.normals, strict=True)):
        c, s = nx * ax + ny * ay, ny * ax - nx * ay
        d = (oval.x - px) * nx + (oval.y - py) * ny - math.sqrt(a2 * c * c + b2 * s * s)
        if d > best:
            best, k = d, i
    if best <= 0.0:
        return _corner_or_meet(part, oval)
    (px, py), (nx, ny) = points[k], part.normals[k]
    qx, qy = points[k + 1 - len(points)]
    ex, ey = support(oval, -nx, -ny)
    along = (ex - px) * -ny + (ey - py) * nx
    if along < 0.0:
        return _corner_to_oval((px, py), oval)
    if along > (qx - px) * -ny + (qy - py) * nx:
        return _corner_to_oval((qx, qy), oval)
    return Apart(best, best, (ex - best * nx, ey - best * ny), (ex, ey))


def part_to_part(one: Part, two: Part) -> Apart | Meet:
    """The gap from a piece to another."""
    first, i = _widest(one, two)
    second, j = _widest(two, one)
    if first <= 0.0 and second <= 0.0:
        shared = _shared_point(one, two)
        if shared is not None:
            return Meet(shared)
    if first >= second:
        found = _edge_to_part(one, i, two, first)
    else:
        low, high, here, there = _edge_to_part(two, j, one, second)
        found = Apart(low, high, there, here)
    return found if found.low > 0.0 or max(first, second) > 0.0 else Meet(found.here)


def parts_reach(one: Part, two: Part, limit: float, far: float) -> bool:
    """Whether the gap between two pieces is at most `limit`, as `part_to_part` measures it; surely not beyond `far`."""
    first, i = _widest(one, two)
    if first > far:
        return False
    second, j = _widest(two, one)
    if second > far:
        return False
    if first <= 0.0 and second <= 0.0:
        return limit >= 0.0
    found = _edge_to_part(one, i, two, first) if first >= second else _edge_to_part(two, j, one, second)
    return found.high <= limit


def _shared_point(one: Part, two: Part) -> Point | None:
    """A point well inside what two pieces share, None when they share less than rounding leaves."""
    shared = list(one.points)
    for (px, py), (nx, ny) in zip(two.points, two.normals, strict=True):
        shared = _below(shared, px, py, nx, ny)
    if not shared:
        return None
    return (sum(p[0] for p in shared) / len(shared), sum(p[1] for p in shared) / len(shared))


def _below(ring: list[Point], px: float, py: float, nx: float, ny: float) -> list[Point]:
    """What a half plane leaves of a convex ring."""
    kept: list[Point] = []
    heights = [(x - px) * nx + (y - py) * ny for x, y in ring]
    for i, (x, y) in enumerate(ring):
        h, g = heights[i], heights[i - 1]
        if (h > 0.0) != (g > 0.0):
            t = g / (g - h)
            kept.append((ring[i - 1][0] + t * (x - ring[i - 1][0]), ring[i - 1][1] + t * (y - ring[i - 1][1])))
        if h <= 0.0:
            kept.append((x, y))
    return kept


def _corner_or_meet(part: Part, oval: Oval) -> Apart | Meet:
    """No edge separates: seen with the ellipse as the unit disc, the nearest point meets it or is a corner."""
    ax, ay, a, b = oval.ux, oval.uy, oval.a, oval.b
    best, at, corner, on_edge = math.inf, (0.0, 0.0), 0, False
    seen = []
    for px, py in part.points:
        dx, dy = px - oval.x, py - oval.y
        seen.append(((dx * ax + dy * ay) / a, (dy * ax - dx * ay) / b))
    if all(seen[i - 1][0] * seen[i][1] - seen[i - 1][1] * seen[i][0] >= 0.0 for i in range(len(seen))):
        return Meet((oval.x, oval.y))
    for i, (qx, qy) in enumerate(seen):
        px, py = seen[i - 1]
        ex, ey = qx - px, qy - py
        t = min(max(-(px * ex + py * ey) / (ex * ex + ey * ey), 0.0), 1.0)
        x, y = px + t * ex, py + t * ey
        if x * x + y * y < best:
            best, at, corner, on_edge = x * x + y * y, (x, y), i if t > 0.5 else i - 1, 0.0 < t < 1.0
    if best > 1.0 and not on_edge:
        return _corner_to_oval(part.points[corner], oval)
    x, y = a * at[0], b * at[1]
    return Meet((oval.x + x * ax - y * ay, oval.y + x * ay + y * ax))


def _corner_to_oval(corner: Point, oval: Oval) -> Apart | Meet:
    at, (nx, ny), distance = foot(oval, corner[0], corner[1])
    if distance <= 0.0:
        return Meet(corner if inside(oval, corner[0], corner[1]) else at)
    dx, dy = corner[0] - at[0], corner[1] - at[1]
    return Apart(dx * nx + dy * ny, math.hypot(dx, dy), corner, at)


def _widest(one: Part, two: Part) -> tuple[float, int]:
    """The greatest separation along an edge normal of the first piece, and that edge."""
    best, k = -math.inf, 0
    for i, ((px, py), (nx, ny)) in enumerate(zip(one.points, one.normals, strict=True)):
        s = min([x * nx + y * ny for x, y in two.points]) - px * nx - py * ny
        if s > best:
            best, k = s, i
    return best, k


def _edge_to_part(one: Part, k: int, two: Part, low: float) -> Apart:
    """The gap where edge k of the first piece separates most: against the two edges around the lowest corner."""
    nx, ny = one.normals[k]
    a, b = one.points[k], one.points[k + 1 - len(one.points)]
    heights = [x * nx + y * ny for x, y in two.points]
    j = heights.index(min(heights))
    x, y = two.points[j]
    if 0.0 <= (x - a[0]) * -ny + (y - a[1]) * nx <= (b[0] - a[0]) * -ny + (b[1] - a[1]) * nx:
        return Apart(low, low, (x - low * nx, y - low * ny), (x, y))
    c, d, e = two.points[j - 1], two.points[j], two.points[j + 1 - len(two.points)]
    pairs = [(on_segment(p, q, r), r) for p, q, r in ((a, b, c), (a, b, d), (a, b, e))]
    pairs += [(p, on_segment(q, r, p)) for q, r in ((c, d), (d, e)) for p in (a, b)]
    here, there = min(pairs, key=lambda pair: math.dist(pair[0], pair[1]))
    high = math.dist(here, there)
    if high > max(low, 0.0):  # a corner pair: the direction between them proves more than the normal of the edge
        ux, uy = (there[0] - here[0]) / high, (there[1] - here[1]) / high
        reach = max([x * ux + y * uy for x, y in one.points])
        low = max(low, min([x * ux + y * uy for x, y in two.points]) - reach)
    return Apart(min(low, high), high, here, there)


def on_segment(p: Point, q: Point, r: Point) -> Point:
    """The point of the segment p-q nearest to r."""
    ex, ey = q[0] - p[0], q[1] - p[1]
    t = ((r[0] - p[0]) * ex + (r[1] - p[1]) * ey) / (ex * ex + ey * ey)
    return p if t <= 0.0 else q if t >= 1.0 else (p[0] + t * ex, p[1] + t * ey)
