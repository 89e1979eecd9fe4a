"""Many footprints as columns of numbers, and the pairs among them that are near each other.

Source rule: measure.footprint.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from battlefield.geometry.convex import Part
from battlefield.geometry.extent import bounds
from battlefield.geometry.shapes import Disc, Oval, Polygon, Shape

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

ROUND, OVAL, HULL = 0, 1, 2
SLACK = 1e-9
"""Inches by which the circles of the first pass are drawn too large, so that rounding loses no pair."""


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """Footprints as columns, in the order given.

    `x`, `y`, `reach` are a circle around each; `a`, `b`, `ux`, `uy` the half axes and the direction of the first (of a
    hull: zeros); `kind` is ROUND, OVAL or HULL. All have shape (n,), lengths in inches. `edges` has shape (h, k, 5): of
    each convex hull (its number is in `hull`, which is -1 for everything else) the start, the normal and the length of
    every edge, the last repeated.
    """

    shapes: tuple[Shape, ...]
    kind: Indices
    x: Floats
    y: Floats
    reach: Floats
    a: Floats
    b: Floats
    ux: Floats
    uy: Floats
    hull: Indices
    edges: Floats

    @classmethod
    def of(cls, shapes: Sequence[Shape]) -> Shapes:
        """The columns of a sequence of footprints."""
        rows = np.array([_row(shape) for shape in shapes], dtype=np.float64).reshape(len(shapes), 8)
        kind, x, y, reach, a, b, ux, uy = np.ascontiguousarray(rows.T)
        hull = np.full(len(shapes), -1, dtype=np.intp)
        parts: list[Part] = []
        for k in np.flatnonzero(kind == HULL).tolist():
            shape = shapes[k]
            if isinstance(shape, Polygon) and len(shape.parts) == 1:
                hull[k] = len(parts)
                parts.append(shape.parts[0])
        return cls(tuple(shapes), kind.astype(np.intp), x, y, reach, a, b, ux, uy, hull, _edges(parts))

    def __len__(self) -> int:
        return len(self.shapes)


def near_each_other(a: Shapes, d: float) -> tuple[Indices, Indices]:
    """Every pair of one set whose circles are within d, and none twice: rows as high as the widest pair, each swept."""
    widest = 2.0 * float(a.reach.max()) + d + SLACK
    x, y = a.x - a.x.min(), a.y - a.y.min()
    step = float(x.max()) + 3.0 * widest + 1.0
    key = np.floor(y / max(widest, SLACK)) * step + x
    order = np.argsort(key, kind="stable")
    key = key[order]
    wide = a.reach[order] + (float(a.reach.max()) + d + 2.0 * SLACK)
    own = _ranges(np.arange(1, len(key) + 1), np.searchsorted(key, key + wide, "right"))
    above = _ranges(np.searchsorted(key, key + (step - wide)), np.searchsorted(key, key + (step + wide), "right"))
    return _circles_meet(a, a, order[np.concatenate((own[0], above[0]))], order[np.concatenate((own[1], above[1]))], d)


def near(a: Shapes, b: Shapes, d: float) -> tuple[Indices, Indices]:
    """Every pair of one of `a` and one of `b` whose circles are within d: a sweep along x."""
    order = np.argsort(b.x, kind="stable")
    x = b.x[order]
    wide = a.reach + (float(b.reach.max()) + d + 2.0 * SLACK)
    i, k = _ranges(np.searchsorted(x, a.x - wide), np.searchsorted(x, a.x + wide, "right"))
    return _circles_meet(a, b, i, order[k], d)


def _row(shape: Shape) -> tuple[float, float, float, float, float, float, float, float]:
    if isinstance(shape, Disc):
        return (ROUND, shape.x, shape.y, shape.radius, shape.radius, shape.radius, 1.0, 0.0)
    if isinstance(shape, Oval):
        reach = shape.a if shape.a > shape.b else shape.b
        return (OVAL, shape.x, shape.y, reach, shape.a, shape.b, shape.ux, shape.uy)
    if len(shape.parts) == 1:
        part = shape.parts[0]
        return (HULL, *part.middle, part.reach, 0.0, 0.0, 1.0, 0.0)
    x0, y0, x1, y1 = bounds(shape)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return (HULL, x, y, max(math.hypot(px - x, py - y) for px, py in shape.ring), 0.0, 0.0, 1.0, 0.0)


def _edges(parts: list[Part]) -> Floats:
    widest = max((len(part.points) for part in parts), default=0)
    rows = []
    for part in parts:
        points = part.points
        ends = (*points[1:], points[0])
        lengths = map(math.dist, points, ends)
        edges = [(*p, *n, length) for p, n, length in zip(points, part.normals, lengths, strict=True)]
        rows.append(edges + edges[-1:] * (widest - len(edges)))
    return np.array(rows, dtype=np.float64).reshape(len(parts), widest, 5)


def _ranges(first: Indices, last: Indices) -> tuple[Indices, Indices]:
    """For each row n the numbers first[n] <= k < last[n], as two columns n, k."""
    lengths = np.maximum(last - first, 0)
    ends = np.cumsum(lengths)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    return rows, np.arange(int(ends[-1])) + (first - ends + lengths)[rows]


def _circles_meet(a: Shapes, b: Shapes, i: Indices, j: Indices, d: float) -> tuple[Indices, Indices]:
    dx, dy = b.x[j] - a.x[i], b.y[j] - a.y[i]
    far = a.reach[i] + b.reach[j] + (d + SLACK)
    keep = dx * dx + dy * dy <= far * far
    return i[keep], j[keep]
