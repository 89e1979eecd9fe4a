"""Where rays from one point run through convex sets grown by a radius: many rays at once, with numpy.

A grown convex set cuts a ray in one stretch. Discs and hulls give it in closed form; for an oval the ends lie on its
parallel curve, which a monotone function of the normal's sine finds by Newton with a bracket behind it. Lanes that have
converged are frozen. Source rules: artifact.expulsion.unstable, artifact.expulsion.distance.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from battlefield.geometry.area_tree import Area, CircleArea, MinusArea, PolygonArea, UnionArea, leaves
from battlefield.geometry.columns import Floats, Indices
from battlefield.geometry.convex import Part, convex_parts, part_of
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape

Convex = Disc | Oval | Part

SETTLED = 1e-13
STEPS = 80


class Stretch(NamedTuple):
    """One grown set and the rays that come near it.

    `rays` are the numbers of these rays; `low`, `high` the inches along each between which it is inside (both nan where
    it passes by); `depth` how far the ray's line runs inside the set, negative where it passes by.
    """

    rays: Indices
    low: Floats
    high: Floats
    depth: Floats


def convex_sets(obstacle: Shape | Area) -> list[Convex] | None:
    """Convex sets whose union is the obstacle; None for one that has inward arcs and so is no such union."""
    if isinstance(obstacle, Disc | Oval):
        return [obstacle]
    if isinstance(obstacle, Polygon):
        return list(obstacle.parts)
    if isinstance(obstacle, CircleArea):
        return [Disc(obstacle.x, obstacle.y, obstacle.radius)]
    if isinstance(obstacle, UnionArea):
        parts = [convex_sets(part) for part in obstacle.parts]
        return None if None in parts else [one for part in parts if part for one in part]
    if isinstance(obstacle, PolygonArea) and not obstacle.holes:
        return list(convex_parts(obstacle.ring))
    if any(isinstance(leaf, CircleArea) for leaf in leaves(obstacle)):
        return None
    return _triangles(_drawn(obstacle))


def stretches(convex: Convex, radius: float, origin: Point, dx: Floats, dy: Floats, ends_only: bool = False) -> Stretch:
    """Where rays from `origin` along the unit vectors (dx, dy), shape (n,), run through the set grown by `radius`.

    With `ends_only`, `low` may be left unknown (nan), which saves half the work on an oval.
    """
    rays = _towards(convex, radius, origin, dx, dy)
    dx, dy = dx[rays], dy[rays]
    if isinstance(convex, Disc):
        low, high, depth = _through_disc(convex, radius, origin, dx, dy)
    elif isinstance(convex, Oval):
        low, high, depth = _through_oval(convex, radius, origin, dx, dy, ends_only)
    else:
        low, high, depth = _through_part(convex, radius, origin, dx, dy)
    return Stretch(rays, low, high, depth)


def _drawn(area: Area) -> object:
    """A polygonal area as a shapely geometry, corner for corner."""
    import shapely

    if isinstance(area, PolygonArea):
        return shapely.Polygon(area.ring, area.holes)
    if isinstance(area, UnionArea):
        return shapely.unary_union([_drawn(part) for part in area.parts])
    assert isinstance(area, MinusArea)
    return shapely.difference(_drawn(area.whole), _drawn(area.taken))


def _triangles(shape: object) -> list[Convex]:
    import shapely

    found: list[Convex] = []
    for polygon in shapely.get_parts(shape):
        for triangle in shapely.constrained_delaunay_triangles(polygon).geoms:
            a, b, c = [(float(x), float(y)) for x, y in triangle.exterior.coords[:3]]
            left = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            if left != 0.0:
                found.append(part_of((a, b, c) if left > 0 else (a, c, b)))
    return found


def _towards(convex: Convex, radius: float, origin: Point, dx: Floats, dy: Floats) -> Indices:
    """The rays that meet a circle around the grown set."""
    if isinstance(convex, Part):
        (x, y), reach = convex.middle, convex.reach
    else:
        x, y = convex.x, convex.y
        reach = convex.radius if isinstance(convex, Disc) else max(convex.a, convex.b)
    x, y, reach = x - origin[0], y - origin[1], reach + radius + 1e-9
    away = math.hypot(x, y)
    if away <= reach:
        return np.arange(len(dx))
    least = math.sqrt((away - reach) * (away + reach))
    return np.flatnonzero(dx * x + dy * y >= least)


def _through_disc(disc: Disc, radius: float, origin: Point, dx: Floats, dy: Floats) -> tuple[Floats, Floats, Floats]:
    x, y, r = disc.x - origin[0], disc.y - origin[1], disc.radius + radius
    along, beside = x * dx + y * dy, np.abs(x * dy - y * dx)
    half = np.sqrt(np.where(beside < r, (r - beside) * (r + beside), np.nan))
    return along - half, along + half, r - beside


def _through_part(part: Part, radius: float, origin: Point, dx: Floats, dy: Floats) -> tuple[Floats, Floats, Floats]:
    """The first and the last crossing with an edge moved outwards, or with the circle round a corner."""
    points = part.points
    low, high = np.full(len(dx), np.inf), np.full(len(dx), -np.inf)
    least, greatest = np.full(len(dx), np.inf), np.full(len(dx), -np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i, (px, py) in enumerate(points):
            x, y, (nx, ny) = px - origin[0], py - origin[1], part.normals[i]
            length = math.dist(points[i], points[i + 1 - len(points)])
            along, beside = x * dx + y * dy, dx * y - dy * x
            np.minimum(least, beside, out=least)
            np.maximum(greatest, beside, out=greatest)
            half = np.sqrt((radius - np.abs(beside)) * (radius + np.abs(beside)))
            low, high = np.fmin(low, along - half), np.fmax(high, along + half)
            t = (x * nx + y * ny + radius) / (dx * nx + dy * ny)
            foot = (t * dy - y) * nx - (t * dx - x) * ny
            t[~((foot >= 0.0) & (foot <= length))] = np.nan
            low, high = np.fmin(low, t), np.fmax(high, t)
    depth = np.minimum(greatest + radius, radius - least)
    missed = ~((depth > 0.0) & (low < high))
    low[missed] = high[missed] = np.nan
    return low, high, depth


def _through_oval(
    oval: Oval, radius: float, origin: Point, dx: Floats, dy: Floats, ends_only: bool
) -> tuple[Floats, Floats, Floats]:
    x, y = oval.x - origin[0], oval.y - origin[1]
    a2, b2 = oval.a * oval.a, oval.b * oval.b
    # in the frame of the oval: the rays' direction (c, s), its left normal (-s, c)
    c, s = dx * oval.ux + dy * oval.uy, dy * oval.ux - dx * oval.uy
    along, beside = x * dx + y * dy, y * dx - x * dy
    wide = np.sqrt(a2 * s * s + b2 * c * c) + radius
    depth = wide - np.abs(beside)
    low, high = np.full(len(dx), np.nan), np.full(len(dx), np.nan)
    hit = np.flatnonzero(depth > 0.0)
    for sense, ends in ((1.0, high),) if ends_only else ((1.0, high), (-1.0, low)):
        ends[hit] = along[hit] + _crossing(a2, b2, radius, c[hit], s[hit], beside[hit], wide[hit], sense)
    return low, high, depth


def _crossing(
    a2: float, b2: float, radius: float, c: Floats, s: Floats, beside: Floats, wide: Floats, sense: float
) -> Floats:
    """How far beyond the centre's foot a line leaves (sense 1) or enters (-1) the parallel curve of an ellipse.

    The normal there is v (-s, c) + sense sqrt(1 - v²) (c, s); how far its point lies beside the line rises with v.
    """
    v = np.clip(-beside / wide, -1.0, 1.0)
    low, high = np.full(len(v), -1.0), np.full(len(v), 1.0)
    lanes = np.arange(len(v))
    own: list[Floats] = [c, s, beside, v, low, high]
    for step in range(STEPS):
        cosine, sine, off, old, low, high = own
        x, y, h = _normal(a2, b2, cosine, sine, old, sense)
        off = off - sine * x * (a2 / h + radius) + cosine * y * (b2 / h + radius)
        new = old - off / (a2 * b2 / (h * h * h) + radius)
        low, high = np.where(off < 0.0, old, low), np.where(off < 0.0, high, old)
        if step >= 6 and step % 2:  # Newton may go to and fro for ever
            new = (low + high) / 2.0
        new = np.where((new < low) | (new > high), (low + high) / 2.0, new)
        v[lanes] = new
        own = [cosine, sine, own[2], new, low, high]
        if step >= 2:  # what has converged is frozen
            open_ = np.abs(new - old) > SETTLED
            lanes, own = lanes[open_], [column[open_] for column in own]
            if len(lanes) == 0:
                break
    x, y, h = _normal(a2, b2, c, s, v, sense)
    return c * x * (a2 / h + radius) + s * y * (b2 / h + radius)


def _normal(a2: float, b2: float, c: Floats, s: Floats, v: Floats, sense: float) -> tuple[Floats, Floats, Floats]:
    """The normal of that sine, in the frame of the ellipse, and the support function there."""
    w = sense * np.sqrt(np.maximum((1.0 - v) * (1.0 + v), 0.0))
    x, y = w * c - v * s, w * s + v * c
    return x, y, np.sqrt(a2 * x * x + b2 * y * y)
