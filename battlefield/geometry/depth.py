"""How deep two footprints push into each other: the least shift that takes one out of the other.

For hulls that are not convex the answer is the deepest of their pieces; a piece is left only through real edges and
corners of its hull, never through an inner diagonal. Source rule: measure.base_contact.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from battlefield.geometry.convex import Corner, Exit, Part, convex_hull, fan, part_of, shared_arc
from battlefield.geometry.corners import Meet, part_to_oval, part_to_part
from battlefield.geometry.ellipse import foot, separation
from battlefield.geometry.extent import contains, signed_ring, support
from battlefield.geometry.nearest import gap
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.geometry.turning import all_round, least, term


class Overlap(NamedTuple):
    """How deep two footprints overlap (0 where they are apart), and a point of both where they do."""

    depth: float
    here: Point


def overlap(a: Shape, b: Shape) -> Overlap:
    """The least shift that separates two footprints, in inches, to 1e-9; 0 when they are apart.

    `here` is a point of both, or the point of `a` closest to `b` when they are apart.

    >>> overlap(Disc(0, 0, 1), Disc(1.5, 0, 1)).depth
    0.5
    """
    if isinstance(a, Disc):
        return _located(max(a.radius - _signed(b, (a.x, a.y)), 0.0), a, b)
    if isinstance(b, Disc):
        return _located(max(b.radius - _signed(a, (b.x, b.y)), 0.0), a, b)
    if isinstance(a, Oval):
        return _ovals(a, b) if isinstance(b, Oval) else _oval_in_polygon(a, b)
    if isinstance(b, Oval):
        return _oval_in_polygon(b, a)
    return _polygons(a, b)


def _signed(shape: Shape, point: Point) -> float:
    """The distance of a point from a footprint, negative inside."""
    if isinstance(shape, Disc):
        return math.hypot(point[0] - shape.x, point[1] - shape.y) - shape.radius
    if isinstance(shape, Oval):
        return foot(shape, point[0], point[1]).distance
    return signed_ring(shape, point)[0]


def _located(depth: float, a: Shape, b: Shape, push: Point | None = None) -> Overlap:
    """The depth, with a point of both; `push` is the direction in which `b` leaves `a`."""
    if push is not None and depth > 0.0:
        p, q = support(a, push[0], push[1]), support(b, -push[0], -push[1])
        for at in (((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), p, q):
            if contains(a, at) and contains(b, at):
                return Overlap(depth, at)
    return Overlap(depth, gap(a, b).here)


def _ovals(a: Oval, b: Oval) -> Overlap:
    if separation(a, b) is not None:
        return Overlap(0.0, gap(a, b).here)
    found = least((term(1.0, a), term(1.0, b)), all_round((a.x - b.x, a.y - b.y)))
    return _located(max(found.value, 0.0), a, b, found.at)


def _oval_in_polygon(a: Oval, b: Polygon) -> Overlap:
    depth, push = 0.0, None
    for part in b.parts:
        if not isinstance(part_to_oval(part, a), Meet):
            continue
        ways = [least((term(1.0, a),), _seen_from(way, a.x, a.y)) for way in part.ways_out()]
        found = min(ways, key=lambda way: way.value)
        if found.value > depth:
            depth, push = found.value, found.at
    if len(b.parts) > 1 and depth > 0.0:
        out = _hull(b)
        whole = least((term(1.0, a),), _seen_from(fan(out.points, out.normals), a.x, a.y))
        if whole.value < depth:
            depth, push = whole.value, whole.at
    return _located(depth, b, a, push)


def _seen_from(way: Exit, x: float, y: float) -> tuple[Corner, ...]:
    return tuple(Corner(first, last, (at[0] - x, at[1] - y)) for first, last, at in way)


def _hull(shape: Polygon) -> Part:
    return part_of(convex_hull(shape.ring))


def _polygons(a: Polygon, b: Polygon) -> Overlap:
    depth, push = 0.0, None
    for one in a.parts:
        for two in b.parts:
            if not isinstance(part_to_part(one, two), Meet):
                continue
            ways = [_least_push(way, other) for way in one.ways_out() for other in two.ways_out()]
            found = min(ways, key=lambda way: way[0])
            if found[0] > depth:
                depth, push = found
    if depth > 0.0 and len(a.parts) + len(b.parts) > 2:
        one, two = _hull(a), _hull(b)
        whole = _least_push(fan(one.points, one.normals), fan(two.points, two.normals))
        if whole[0] < depth:
            depth, push = whole
    return _located(depth, a, b, push)


def _least_push(way: Exit, other: Exit) -> tuple[float, Point]:
    """The least shift of the second outline out of the first along a direction that both allow."""
    best, push = math.inf, (1.0, 0.0)
    for first, last, at in way:
        for start, stop, corner in other:
            arc = shared_arc((first, last), ((-start[0], -start[1]), (-stop[0], -stop[1])))
            for u in arc or ():
                value = u[0] * (at[0] - corner[0]) + u[1] * (at[1] - corner[1])
                if value < best:
                    best, push = value, u
    return best, push
