"""Many footprints at once, with numpy: the same verdicts as the scalar kernel, for less work.

A pass over bounding circles finds the pairs worth a look. Discs are decided by their closed form, ovals by the two
bounds along the line of centres, a disc or an oval beside a convex hull by the edge that separates most, all together;
what these leave open goes to the scalar kernel one by one. Expulsions from one footprint are looked up in a table over
the direction. Source rules: measure.within, artifact.expulsion.distance, artifact.expulsion.unstable.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from battlefield.geometry.angle_table import AngleTable
from battlefield.geometry.columns import HULL, ROUND, Floats, Indices, Shapes, near, near_each_other
from battlefield.geometry.course import EDGE, FREE, NOWHERE
from battlefield.geometry.landings import Landings, Thrower
from battlefield.geometry.measure import TOLERANCE, gap
from battlefield.geometry.reach import CLEAR, reaches

__all__ = [
    "EDGE",
    "FREE",
    "NOWHERE",
    "AngleTable",
    "Floats",
    "Indices",
    "Landings",
    "Shapes",
    "Thrower",
    "expulsions",
    "gaps",
    "pairs_within",
]

FEW = 32
"""Pairs below which columns are not worth while."""
MANY = 10_000
"""Lines from which on a table over the direction pays for itself."""

Verdicts = NDArray[np.int8]
YES, OPEN, NO = 1, 0, -1


def pairs_within(a: Shapes, b: Shapes | None, d: float) -> Indices:
    """The pairs whose gap is within d, as an array of shape (m, 2): an index into `a`, an index into `b`, sorted.

    Without `b`, the pairs i < j among `a`. The same set as `closer_than` asked of every pair.
    """
    other = a if b is None else b
    if len(a) == 0 or len(other) == 0:
        return np.empty((0, 2), dtype=np.intp)
    limit = d + TOLERANCE
    i, j = near_each_other(a, limit) if b is None else near(a, other, limit)
    verdict = _first_look(a, other, i, j, limit)
    own, others = a.shapes, other.shapes
    open_ = np.flatnonzero(verdict == OPEN)
    for k, p, q in zip(open_.tolist(), i[open_].tolist(), j[open_].tolist(), strict=True):
        verdict[k] = YES if reaches(own[p], others[q], limit) else NO
    found = verdict == YES
    i, j = i[found], j[found]
    if b is None:
        i, j = np.minimum(i, j), np.maximum(i, j)
    order = np.lexsort((j, i))
    return np.stack((i[order], j[order]), axis=1)


def gaps(a: Shapes, b: Shapes, pairs: Indices) -> Floats:
    """The gap of each pair of indices (shape (m, 2)), in inches: discs at once, the others by the scalar kernel."""
    i, j = pairs[:, 0], pairs[:, 1]
    dx, dy = b.x[j] - a.x[i], b.y[j] - a.y[i]
    found: Floats = np.maximum(np.sqrt(dx * dx + dy * dy) - (a.reach[i] + b.reach[j]), 0.0)
    for k in np.flatnonzero((a.kind[i] != ROUND) | (b.kind[j] != ROUND)).tolist():
        found[k] = gap(a.shapes[i[k]], b.shapes[j[k]]).high
    return found


def expulsions(thrower: Thrower, directions: Floats) -> Landings:
    """Where tokens land that are thrown along unit vectors of shape (n, 2), as `thrower.travel` says, to 1e-9 in.

    Keep an `AngleTable` yourself to ask more than once about the same thrower.
    """
    dx, dy = np.ascontiguousarray(directions[:, 0]), np.ascontiguousarray(directions[:, 1])
    if len(dx) >= MANY:
        return AngleTable.of(thrower).landings(dx, dy)
    return thrower.landings(dx, dy, *thrower.exact(dx, dy))


def _first_look(a: Shapes, b: Shapes, i: Indices, j: Indices, limit: float) -> Verdicts:
    """Verdicts on pairs, OPEN where the bounds do not settle them.

    For two discs the bound is the gap itself, summed as the scalar kernel sums it.
    """
    dx, dy = b.x[j] - a.x[i], b.y[j] - a.y[i]
    n = np.sqrt(dx * dx + dy * dy)
    kind, other = a.kind[i], b.kind[j]
    verdict = np.where(np.maximum(n - (a.reach[i] + b.reach[j]), 0.0) <= limit, YES, NO).astype(np.int8)
    verdict[(kind | other) != ROUND] = OPEN
    ovals = np.flatnonzero((verdict == OPEN) & ((kind | other) < HULL) & (n > 0.0))
    if len(ovals):
        k = n[ovals]
        verdict[ovals] = _along_centres(a, b, i[ovals], j[ovals], dx[ovals] / k, dy[ovals] / k, k, limit)
    first, second = (
        np.flatnonzero((a.hull[i] >= 0) & (other != HULL)),
        np.flatnonzero((b.hull[j] >= 0) & (kind != HULL)),
    )
    if len(first) + len(second) < FEW:
        pass
    elif a is b:
        p, q = np.concatenate((i[first], j[second])), np.concatenate((j[first], i[second]))
        verdict[np.concatenate((first, second))] = _along_edges(a, a, p, q, limit)
    else:
        verdict[first] = _along_edges(a, b, i[first], j[first], limit)
        verdict[second] = _along_edges(b, a, j[second], i[second], limit)
    both = np.flatnonzero((a.hull[i] >= 0) & (b.hull[j] >= 0))
    if len(both) >= FEW:
        verdict[both] = _between_hulls(a, b, i[both], j[both], limit)
    return verdict


def _along_centres(
    a: Shapes, b: Shapes, i: Indices, j: Indices, x: Floats, y: Floats, n: Floats, limit: float
) -> Verdicts:
    """Discs and ovals, by their separation along the line of centres (x, y) and the points that it joins."""
    first, slope = _support(a, i, x, y)
    second, other_slope = _support(b, j, x, y)
    low, slope = n - first - second, slope + other_slope
    return _settled(low, np.sqrt(low * low + slope * slope), limit)


def _along_edges(a: Shapes, b: Shapes, i: Indices, j: Indices, limit: float) -> Verdicts:
    """Discs and ovals of `b` beside convex hulls of `a`, by the edge that separates most.

    The separation is a lower bound; the way from the lowest point over the edge to the edge is an upper one. What this
    leaves open is seen along the line from that place of the edge, often a corner, to the centre.
    """
    px, py, nx, ny, length = a.edges[a.hull[i]].transpose(2, 0, 1)
    x, y = b.x[j], b.y[j]
    if len(i) == 0:
        return np.empty(0, dtype=np.int8)
    h, slope = _support(b, j[:, None], nx, ny)
    row, k = _greatest((x[:, None] - px) * nx + (y[:, None] - py) * ny - h)
    sx, sy, u, v = px[row, k], py[row, k], nx[row, k], ny[row, k]
    low = (x - sx) * u + (y - sy) * v - h[row, k]
    # the lowest point lies h below the centre, and beside it by the slope
    along = (y - sy) * u - (x - sx) * v + slope[row, k]
    foot = np.clip(along, 0.0, length[row, k])
    verdict = _settled(low, np.sqrt(low * low + (along - foot) * (along - foot)), limit)
    rest = np.flatnonzero(verdict == OPEN)
    if len(rest):
        dx, dy = (x - sx + v * foot)[rest], (y - sy - u * foot)[rest]
        n = np.maximum(np.sqrt(dx * dx + dy * dy), 1e-300)
        u, v = dx / n, dy / n
        h, slope = _support(b, j[rest], u, v)
        reach = (px[rest] * u[:, None] + py[rest] * v[:, None]).max(axis=1)
        verdict[rest] = _settled(x[rest] * u + y[rest] * v - h - reach, np.sqrt((n - h) ** 2 + slope * slope), limit)
    return verdict


def _between_hulls(a: Shapes, b: Shapes, i: Indices, j: Indices, limit: float) -> Verdicts:
    """Convex hulls, by the edge of either that separates most from the lowest corner of the other."""
    low, high = np.full(len(i), -np.inf), np.full(len(i), np.inf)
    for own, other in ((a.edges[a.hull[i]], b.edges[b.hull[j]]), (b.edges[b.hull[j]], a.edges[a.hull[i]])):
        px, py, nx, ny, length = own.transpose(2, 0, 1)
        qx, qy = other[:, None, :, 0], other[:, None, :, 1]
        away = (qx - px[:, :, None]) * nx[:, :, None] + (qy - py[:, :, None]) * ny[:, :, None]
        row, k = _greatest(away.min(axis=2))
        c = np.argmin(away[row, k], axis=1)
        height = away[row, k, c]
        dx, dy = other[row, c, 0] - px[row, k], other[row, c, 1] - py[row, k]
        along = dy * nx[row, k] - dx * ny[row, k]
        beside = along - np.clip(along, 0.0, length[row, k])
        low, high = np.maximum(low, height), np.minimum(high, np.sqrt(height * height + beside * beside))
    return _settled(low, np.where(low < -CLEAR, 0.0, high), limit)


def _greatest(values: Floats) -> tuple[Indices, Indices]:
    """The place of the greatest value in each row, as two columns of indices."""
    return np.arange(len(values)), np.argmax(values, axis=1)


def _settled(low: Floats, high: Floats, limit: float) -> Verdicts:
    found = np.where(high < limit - CLEAR, YES, OPEN)
    return np.where(low > limit + CLEAR, NO, found).astype(np.int8)


def _support(a: Shapes, i: Indices, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The support function of discs and ovals in the directions (x, y), and its slope."""
    ux, uy = a.ux[i], a.uy[i]
    a2, b2 = a.a[i] * a.a[i], a.b[i] * a.b[i]
    c, s = x * ux + y * uy, y * ux - x * uy
    h = np.sqrt(a2 * c * c + b2 * s * s)
    return h, (a2 - b2) * c * s / np.maximum(h, 1e-300)
