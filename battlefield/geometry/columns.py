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
        flat: list[float] = []
        parts: list[Part] = []
        for shape in shapes:
            if isinstance(shape, Disc):
                flat += (ROUND, shape.x, shape.y, shape.radius, shape.radius, shape.radius, 1.0, 0.0, -1)
            elif isinstance(shape, Oval):
                a, b = shape.a, shape.b
                flat += (OVAL, shape.x, shape.y, a if a > b else b, a, b, shape.ux, shape.uy, -1)
            elif len(shape.parts) == 1:
                (part,) = shape.parts
                flat += (HULL, *part.middle, part.reach, 0.0, 0.0, 1.0, 0.0, len(parts))
                parts.append(part)
            else:
                flat += (HULL, *_circle(shape), 0.0, 0.0, 1.0, 0.0, -1)
        rows = np.array(flat, dtype=np.float64).reshape(len(shapes), 9).T.copy()
        kind, hull = rows[0].astype(np.intp), rows[8].astype(np.intp)
        _, x, y, reach, a_, b_, ux, uy, _ = rows
        return cls(tuple(shapes), kind, x, y, reach, a_, b_, ux, uy, hull, _edges(parts))

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


def _circle(shape: Polygon) -> tuple[float, float, float]:
    """A circle around a hull: centre and radius."""
    x0, y0, x1, y1 = bounds(shape)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return (x, y, max(math.hypot(px - x, py - y) for px, py in shape.ring))


def _edges(parts: list[Part]) -> Floats:
    widest = max((len(part.points) for part in parts), default=0)
    flat: list[float] = []
    for part in parts:
        points = part.points
        for start, normal, end in zip(points, part.normals, points[1:] + points[:1], strict=True):
            flat += (*start, *normal, *end)
        flat += flat[-6:] * (widest - len(points))
    rows = np.array(flat, dtype=np.float64).reshape(len(parts), widest, 6)
    dx, dy = rows[:, :, 4] - rows[:, :, 0], rows[:, :, 5] - rows[:, :, 1]
    rows[:, :, 4] = np.sqrt(dx * dx + dy * dy)
    return rows[:, :, :5]


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
