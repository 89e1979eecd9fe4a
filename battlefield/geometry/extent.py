"""What one footprint covers: its box, its centre, its farthest points, whether a point lies in it.

Source rule: measure.footprint.
"""

from __future__ import annotations

import math

from battlefield.geometry import ellipse
from battlefield.geometry.convex import signed_area
from battlefield.geometry.corners import on_segment
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape

EDGE = 1e-12
"""A point this little outside is on the edge: what rounding leaves of a point that was put there."""


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """The box (x0, y0, x1, y1) around a footprint, in inches.

    >>> bounds(Disc(1, 2, 0.5))
    (0.5, 1.5, 1.5, 2.5)
    """
    if isinstance(shape, Disc):
        x, y, r = shape.x, shape.y, shape.radius
        return (x - r, y - r, x + r, y + r)
    if isinstance(shape, Oval):
        x, y, ux, uy = shape.x, shape.y, shape.ux, shape.uy
        w, h = math.hypot(shape.a * ux, shape.b * uy), math.hypot(shape.a * uy, shape.b * ux)
        return (x - w, y - h, x + w, y + h)
    xs, ys = [p[0] for p in shape.ring], [p[1] for p in shape.ring]
    return (min(xs), min(ys), max(xs), max(ys))


def centre(shape: Shape) -> Point:
    """The centre of a disc or an oval, the origin of its frame for a hull."""
    return (shape.x, shape.y)


def contains(shape: Shape, point: Point) -> bool:
    """Whether a point lies in the closed footprint.

    >>> contains(Disc(0, 0, 1), (1, 0))
    True
    """
    x, y = point
    if isinstance(shape, Disc):
        return math.hypot(x - shape.x, y - shape.y) <= shape.radius + EDGE
    if isinstance(shape, Oval):
        return ellipse.inside(shape, x, y) or ellipse.foot(shape, x, y).distance <= EDGE
    return any(
        all((x - px) * nx + (y - py) * ny <= EDGE for (px, py), (nx, ny) in zip(part.points, part.normals, strict=True))
        for part in shape.parts
    )


def support(shape: Shape, dx: float, dy: float) -> Point:
    """The point of a footprint that is farthest in the direction (dx, dy), of any length but 0."""
    if isinstance(shape, Disc):
        scale = shape.radius / math.hypot(dx, dy)
        return (shape.x + dx * scale, shape.y + dy * scale)
    if isinstance(shape, Oval):
        return ellipse.support(shape, dx, dy)
    return max(shape.ring, key=lambda p: p[0] * dx + p[1] * dy)


def radius_around(shape: Shape, point: Point) -> float:
    """The greatest distance of a point of the footprint from `point`, in inches."""
    x, y = point
    if isinstance(shape, Disc):
        return math.hypot(x - shape.x, y - shape.y) + shape.radius
    if isinstance(shape, Oval):
        return ellipse.farthest_foot(shape, x, y).distance
    return max(math.hypot(x - px, y - py) for px, py in shape.ring)


def area_of(shape: Shape) -> float:
    """The area that a footprint covers, in square inches."""
    if isinstance(shape, Disc):
        return math.pi * shape.radius * shape.radius
    if isinstance(shape, Oval):
        return math.pi * shape.a * shape.b
    return abs(signed_area(shape.ring))


def signed_ring(shape: Polygon, point: Point) -> tuple[float, Point]:
    """The distance of a point from a hull's edge, negative inside the hull, and the nearest point of the edge."""
    ring = shape.ring
    feet = [on_segment(ring[i - 1], ring[i], point) for i in range(len(ring)) if ring[i - 1] != ring[i]]
    at = min(feet, key=lambda foot: math.dist(foot, point))
    distance = math.dist(at, point)
    return (-distance if contains(shape, point) else distance), at
