"""Outlines to draw: the edge of a footprint, and the true curve at a distance around it.

They are polylines within a tolerance, for the eye; nothing is measured with them. Source rule: measure.footprint.
"""

from __future__ import annotations

import math

from battlefield.geometry.convex import Part, fan, is_counter_clockwise
from battlefield.geometry.extent import support
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.geometry.turning import QUARTERS


def boundary(shape: Shape, tolerance: float = 0.005) -> tuple[Point, ...]:
    """The edge of a footprint as a counter-clockwise ring of points on it, not closed.

    No chord leaves the edge by more than `tolerance` inches.
    """
    return shape.ring if isinstance(shape, Polygon) else offset_outline(shape, 0.0, tolerance)


def offset_outline(shape: Shape, d: float, tolerance: float = 0.005) -> tuple[Point, ...]:
    """The outer curve of all points at distance `d` >= 0 from a footprint, as a counter-clockwise ring, not closed.

    Around an oval that is the parallel curve, which is no ellipse; around a hull with a notch, the outer edge of the
    union. No chord leaves the curve by more than `tolerance` inches.
    """
    if isinstance(shape, Polygon):
        if len(shape.parts) == 1:
            return _around_part(shape.parts[0], d, tolerance)
        import shapely  # only a hull that is not convex needs it

        rings = [shapely.Polygon(_around_part(part, d, tolerance)) for part in shape.parts]
        pieces = shapely.get_parts(shapely.unary_union(rings))  # rounding may part a sliver from the rest
        outer = max(pieces, key=shapely.area).exterior.coords
        ring = tuple((float(x), float(y)) for x, y in outer[:-1])
        return ring if is_counter_clockwise(ring) else ring[::-1]
    points: list[Point] = []
    for u, v in QUARTERS:
        points.append(_beyond(shape, u, d))
        _fill(points, shape, u, v, d, tolerance)
    return tuple(points)


def _beyond(shape: Disc | Oval, u: Point, d: float) -> Point:
    x, y = support(shape, u[0], u[1])
    return (x + d * u[0], y + d * u[1])


def _fill(points: list[Point], shape: Disc | Oval, u: Point, v: Point, d: float, tolerance: float) -> None:
    """Add the points strictly between the normals u and v that keep every chord within the tolerance."""
    x, y = u[0] + v[0], u[1] + v[1]
    n = math.hypot(x, y)
    w = (x / n, y / n)
    p, q, r = _beyond(shape, u, d), _beyond(shape, v, d), _beyond(shape, w, d)
    dx, dy = q[0] - p[0], q[1] - p[1]
    away = abs((r[0] - p[0]) * dy - (r[1] - p[1]) * dx) / (math.hypot(dx, dy) or 1.0)
    if away <= tolerance / 2:  # half, since the middle normal need not be where the curve is farthest from the chord
        return
    _fill(points, shape, u, w, d, tolerance)
    points.append(r)
    _fill(points, shape, w, v, d, tolerance)


def _around_part(part: Part, d: float, tolerance: float) -> tuple[Point, ...]:
    points: list[Point] = []
    for u, v, (x, y) in fan(part.points, part.normals):
        corner = Disc(x, y, 0.0)
        points.append(_beyond(corner, u, d))
        if d > 0.0:
            _fill(points, corner, u, v, d, tolerance)
            points.append(_beyond(corner, v, d))
    return tuple(points)
