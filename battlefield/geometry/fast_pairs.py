"""The pairs of footprints within a distance, as a kernel that can be compiled: a grid, and bounds that settle a pair.

A pair that no bound settles, by more than rounding, is left to the scalar kernel, as are hulls that are not convex.
Source rule: measure.within.
"""

from __future__ import annotations

import math

import numpy as np

from battlefield.geometry.columns import HULL, OVAL, ROUND, SLACK, Floats, Indices
from battlefield.geometry.ellipse import MET, Axes, first_normal, part_ellipses, walk
from battlefield.geometry.reach import CLEAR

YES, OPEN, NO = 1, 0, -1

CELLS = 4
"""At most so many cells a footprint."""


def find_pairs(
    kind: Indices, circles: Floats, axes: Floats, hull: Indices, edges: Floats, split: int, limit: float
) -> tuple[Indices, int]:
    """The pairs i < j whose gap is at most `limit`, or may be: rows (i, j, YES or OPEN), sorted; and how many are OPEN.

    `circles` are rows (x, y, reach) around each, `axes` rows (a, b, ux, uy), the others as in `Shapes`. With a `split`
    that is not negative, only pairs with i < split <= j.
    """
    count = len(kind)
    begins, members, size, x0, y0, columns, rows = grid(circles, limit)
    near = circles[members]
    widest = float(np.max(circles[:, 2])) + limit + SLACK
    found = np.empty((4 * count + 16, 3), dtype=np.intp)
    filled, left = 0, 0
    for place in range(count):
        x, y, reach = near[place, 0], near[place, 1], near[place, 2]
        wide = reach + widest
        first, last = cell(x - wide, x0, size, columns), cell(x + wide, x0, size, columns)
        row = cell(y, y0, size, rows)
        for other_row in range(row, cell(y + wide, y0, size, rows) + 1):
            begin = place + 1 if other_row == row else begins[other_row * columns + first]
            for at in range(begin, begins[other_row * columns + last + 1]):
                dx, dy, far = near[at, 0] - x, near[at, 1] - y, reach + near[at, 2] + limit + SLACK
                if dx * dx + dy * dy > far * far:
                    continue
                i, j = min(members[place], members[at]), max(members[place], members[at])
                if split >= 0 and not i < split <= j:
                    continue
                if kind[i] == ROUND and kind[j] == ROUND:
                    gap = max(math.sqrt(dx * dx + dy * dy) - (reach + near[at, 2]), 0.0)
                    verdict = YES if gap <= limit else NO
                else:
                    verdict = judge(i, j, kind, circles, axes, hull, edges, limit)
                if verdict != NO:
                    if filled == len(found):
                        found = np.concatenate((found, np.empty_like(found)))
                    found[filled, 0], found[filled, 1], found[filled, 2] = i, j, verdict
                    filled += 1
                    left += verdict == OPEN
    return in_order(found[:filled], count), left


def in_order(pairs: Indices, count: int) -> Indices:
    """Rows (i, j, ...) sorted by i, then by j; few have the same i."""
    begins = np.zeros(count + 1, dtype=np.intp)
    for k in range(len(pairs)):
        begins[pairs[k, 0] + 1] += 1
    for i in range(count):
        begins[i + 1] += begins[i]
    ends = begins[:-1].copy()
    found = np.empty_like(pairs)
    for k in range(len(pairs)):
        i, j, verdict = pairs[k, 0], pairs[k, 1], pairs[k, 2]
        at = ends[i]
        while at > begins[i] and found[at - 1, 1] > j:
            found[at, 0], found[at, 1], found[at, 2] = found[at - 1, 0], found[at - 1, 1], found[at - 1, 2]
            at -= 1
        found[at, 0], found[at, 1], found[at, 2] = i, j, verdict
        ends[i] += 1
    return found


def grid(circles: Floats, limit: float) -> tuple[Indices, Indices, float, float, float, int, int]:
    """The circles by the square cell their centre is in: where each cell begins among the members; the grid itself."""
    count = len(circles)
    x0, y0 = float(np.min(circles[:, 0])), float(np.min(circles[:, 1]))
    width, height = float(np.max(circles[:, 0])) - x0, float(np.max(circles[:, 1])) - y0
    size = max(2.0 * float(np.mean(circles[:, 2])) + limit, math.sqrt(width * height / (CELLS * count + 1)), SLACK)
    size = max(size, max(width, height) / (CELLS * count + 1))
    columns, rows = int(width / size) + 1, int(height / size) + 1
    begins = np.zeros(columns * rows + 1, dtype=np.intp)
    where = np.empty(count, dtype=np.intp)
    for i in range(count):
        where[i] = cell(circles[i, 1], y0, size, rows) * columns + cell(circles[i, 0], x0, size, columns)
        begins[where[i] + 1] += 1
    for k in range(columns * rows):
        begins[k + 1] += begins[k]
    members, filled = np.empty(count, dtype=np.intp), begins[:-1].copy()
    for i in range(count):
        members[filled[where[i]]] = i
        filled[where[i]] += 1
    return begins, members, size, x0, y0, columns, rows


def cell(value: float, start: float, size: float, count: int) -> int:
    """The number of the cell in which a coordinate lies, the nearest when it lies outside the grid."""
    return int(min(max((value - start) / size, 0.0), count - 1.0))


def judge(
    i: int, j: int, kind: Indices, circles: Floats, axes: Floats, hull: Indices, edges: Floats, limit: float
) -> int:
    """The verdict on one pair that is not two discs."""
    if kind[i] == HULL or kind[j] == HULL:
        if (kind[i] == HULL and hull[i] < 0) or (kind[j] == HULL and hull[j] < 0):
            return OPEN
        if kind[i] == kind[j]:
            return between_hulls(edges, hull[i], hull[j], limit)
        if kind[i] == HULL:
            i, j = j, i
        a, b, ux, uy = axes[i, 0], axes[i, 1], axes[i, 2], axes[i, 3]
        return round_to_hull(circles[i, 0], circles[i, 1], (a, b, ux, uy), edges, hull[j], limit)
    dx, dy = circles[j, 0] - circles[i, 0], circles[j, 1] - circles[i, 1]
    if kind[i] == OVAL and kind[j] == OVAL:
        a, b, c, d = axes[i, 0], axes[i, 1], axes[j, 0], axes[j, 1]
        one, two = (a * a, b * b, axes[i, 2], axes[i, 3]), (c * c, d * d, axes[j, 2], axes[j, 3])
        end, _, _, low, high = part_ellipses(dx, dy, one, two, limit - CLEAR, limit + CLEAR)
        return YES if end == MET else settled(low, high, limit)
    if kind[i] == OVAL:
        i, j = j, i
    return disc_to_oval(dx, dy, axes[i, 0], (axes[j, 0], axes[j, 1], axes[j, 2], axes[j, 3]), limit)


def settled(low: float, high: float, limit: float) -> int:
    """What bounds of a gap say about a limit."""
    if high < limit - CLEAR:
        return YES
    return NO if low > limit + CLEAR else OPEN


def disc_to_oval(dx: float, dy: float, radius: float, axes: Axes, limit: float) -> int:
    """A disc and an oval, (dx, dy) between their centres: the look along that, then the foot."""
    a, b, ux, uy = axes
    x, y = abs(dx * ux + dy * uy), abs(dy * ux - dx * uy)
    n = math.sqrt(x * x + y * y)
    if n <= radius:
        return YES
    a2, b2, c, s = a * a, b * b, x / n, y / n
    h = math.sqrt(a2 * c * c + b2 * s * s)
    slope = (a2 - b2) * c * s / h
    verdict = settled(n - h - radius, math.sqrt((n - h) * (n - h) + slope * slope) - radius, limit)
    if verdict != OPEN:
        return verdict
    gap = foot_distance(x, y, a, b) - radius
    return settled(gap, gap, limit)


def foot_distance(x: float, y: float, a: float, b: float) -> float:
    """The distance of a point of the first quadrant from an ellipse along the axes, negative inside."""
    _, _, distance = walk(x, y, a, b, 1.0, first_normal(x, y, a, b))
    return distance


def half_width(axes: Axes, x: float, y: float) -> tuple[float, float]:
    """The support function of a disc or an oval along a unit vector, and its slope."""
    a2, b2 = axes[0] * axes[0], axes[1] * axes[1]
    c, s = x * axes[2] + y * axes[3], y * axes[2] - x * axes[3]
    h = math.sqrt(a2 * c * c + b2 * s * s)
    return h, (a2 - b2) * c * s / h if h > 0.0 else 0.0


def round_to_hull(x: float, y: float, axes: Axes, edges: Floats, h: int, limit: float) -> int:
    """A disc or an oval and a convex hull, by the edge that separates most, then by the corner past which it falls."""
    is_disc = axes[0] == axes[1]
    low, k, slope, out = -math.inf, 0, 0.0, False
    for n in range(edges.shape[1]):
        half, turned = half_width(axes, edges[h, n, 2], edges[h, n, 3])
        away = (x - edges[h, n, 0]) * edges[h, n, 2] + (y - edges[h, n, 1]) * edges[h, n, 3]
        out |= away > 0.0
        if away - half > low:
            low, k, slope = away - half, n, turned
            if low > limit + CLEAR:
                return NO
    if not out:
        return YES
    px, py, u, v = edges[h, k, 0], edges[h, k, 1], edges[h, k, 2], edges[h, k, 3]
    along = (y - py) * u - (x - px) * v + slope  # where the lowest point over the edge is
    foot = min(max(along, 0.0), edges[h, k, 4])
    if foot == along and (is_disc or low > 0.0):
        return settled(low, max(low, 0.0), limit)
    if math.sqrt(low * low + (along - foot) * (along - foot)) < limit - CLEAR:
        return YES
    dx, dy = px - v * foot - x, py + u * foot - y
    if is_disc:
        gap = math.sqrt(dx * dx + dy * dy) - axes[0]
        return settled(gap, max(gap, 0.0), limit)
    if low <= 0.0:
        return past_all_edges(x, y, axes, edges, h, limit)
    gap = foot_distance(abs(dx * axes[2] + dy * axes[3]), abs(dy * axes[2] - dx * axes[3]), axes[0], axes[1])
    return settled(gap, gap, limit)


def past_all_edges(x: float, y: float, axes: Axes, edges: Floats, h: int, limit: float) -> int:
    """An oval that no edge of a hull separates: seen as the unit disc, it meets an edge or a corner is nearest.

    As the scalar kernel has it; what is near to touching is left open.
    """
    least, at_corner, cx, cy = math.inf, False, 0.0, 0.0
    for n in range(edges.shape[1]):
        u, v, length = edges[h, n, 2], edges[h, n, 3], edges[h, n, 4]
        dx, dy, ex, ey = edges[h, n, 0] - x, edges[h, n, 1] - y, -v * length, u * length
        px, py = (dx * axes[2] + dy * axes[3]) / axes[0], (dy * axes[2] - dx * axes[3]) / axes[1]
        qx, qy = (ex * axes[2] + ey * axes[3]) / axes[0], (ey * axes[2] - ex * axes[3]) / axes[1]
        t = min(max(-(px * qx + py * qy) / (qx * qx + qy * qy), 0.0), 1.0)
        square = (px + t * qx) * (px + t * qx) + (py + t * qy) * (py + t * qy)
        if square < least:
            least, at_corner, cx, cy = square, t == 0.0 or t == 1.0, dx + t * ex, dy + t * ey
    if least < 1.0 - CLEAR:
        return YES
    if least < 1.0 + CLEAR or not at_corner:
        return OPEN
    gap = foot_distance(abs(cx * axes[2] + cy * axes[3]), abs(cy * axes[2] - cx * axes[3]), axes[0], axes[1])
    return settled(gap, gap, limit)


def between_hulls(edges: Floats, one: int, two: int, limit: float) -> int:
    """Two convex hulls, by the edge of either that separates most from the lowest corner of the other."""
    low, high = -math.inf, math.inf
    for _ in range(2):
        best, above, beside = -math.inf, 0.0, 0.0
        for k in range(edges.shape[1]):
            px, py, u, v = edges[one, k, 0], edges[one, k, 1], edges[one, k, 2], edges[one, k, 3]
            least, at = math.inf, 0
            for c in range(edges.shape[1]):
                away = (edges[two, c, 0] - px) * u + (edges[two, c, 1] - py) * v
                if away < least:
                    least, at = away, c
            if least > best:
                along = (edges[two, at, 1] - py) * u - (edges[two, at, 0] - px) * v
                best, above, beside = least, least, along - min(max(along, 0.0), edges[one, k, 4])
        low, high = max(low, best), min(high, math.sqrt(above * above + beside * beside))
        one, two = two, one
    if low < -CLEAR:
        return YES
    verdict = settled(low, high, limit)
    if verdict != OPEN or low < CLEAR:
        return verdict
    gap = min(corners_to_edges(edges, one, two), corners_to_edges(edges, two, one))
    return settled(gap, gap, limit)


def corners_to_edges(edges: Floats, one: int, two: int) -> float:
    """The least distance of a corner of the one hull from an edge of the other."""
    least = math.inf
    for c in range(edges.shape[1]):
        for k in range(edges.shape[1]):
            u, v = edges[two, k, 2], edges[two, k, 3]
            dx, dy = edges[one, c, 0] - edges[two, k, 0], edges[one, c, 1] - edges[two, k, 1]
            away, along = dx * u + dy * v, dy * u - dx * v
            beside = along - min(max(along, 0.0), edges[two, k, 4])
            least = min(least, away * away + beside * beside)
    return math.sqrt(least)


CALLS = (
    in_order,
    grid,
    cell,
    judge,
    settled,
    disc_to_oval,
    foot_distance,
    half_width,
    round_to_hull,
    past_all_edges,
    between_hulls,
    corners_to_edges,
    part_ellipses,
    walk,
    first_normal,
)
"""Everything that `find_pairs` calls."""
