"""How near a footprint comes to one piece of a boundary, in closed form or by bracketed roots.

A piece is a curve, not what it bounds: the distance is 0 where the footprint covers a point of it. Source rule:
measure.within_area.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from battlefield.geometry.curves import (
    Arc,
    Piece,
    Segment,
    ends,
    faces,
    heading_at,
    line_and_circle,
    line_crossing,
    nearest_on,
)
from battlefield.geometry.ellipse import Foot, foot, support
from battlefield.geometry.extent import contains
from battlefield.geometry.normals import monotone_roots, normals_through, parallel_point
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape


class Near(NamedTuple):
    """A distance and the two points that are that far apart."""

    value: float
    here: Point
    there: Point


def nearness(shape: Shape, piece: Piece) -> Near:
    """The distance of a footprint from a piece, with the closest points on the one and on the other.

    0 where they meet, with a common point twice.
    """
    if isinstance(shape, Disc):
        return _disc(shape, piece)
    if isinstance(shape, Oval):
        return _oval_segment(shape, piece) if isinstance(piece, Segment) else _oval_arc(shape, piece)
    return _hull(shape, piece)


def rim_point(shape: Shape) -> Point:
    """Some point of the footprint."""
    return shape.ring[0] if isinstance(shape, Polygon) else (shape.x, shape.y)


def edges(shape: Polygon) -> list[Segment]:
    """The edges of a hull, counter-clockwise."""
    ring = shape.ring
    return [Segment(*a, *b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]


def _meeting(at: Point) -> Near:
    return Near(0.0, at, at)


def _disc(disc: Disc, piece: Piece) -> Near:
    qx, qy = nearest_on(piece, disc.x, disc.y)
    dx, dy = qx - disc.x, qy - disc.y
    out = math.hypot(dx, dy)
    if out <= disc.radius:
        return _meeting((qx, qy))
    scale = disc.radius / out
    return Near(out - disc.radius, (disc.x + scale * dx, disc.y + scale * dy), (qx, qy))


def _from_foot(at: Foot, there: Point) -> Near:
    return Near(at.distance, at.at, there) if at.distance > 0 else _meeting(there)


def _oval_segment(oval: Oval, piece: Segment) -> Near:
    """The distance is convex along the line of the segment: least at one point, or the end nearer to it."""
    hx, hy = heading_at(piece, piece.x0, piece.y0)
    nx, ny = -hy, hx
    off = (piece.x0 - oval.x) * nx + (piece.y0 - oval.y) * ny
    if off < 0:
        nx, ny, off = -nx, -ny, -off
    sx, sy = support(oval, nx, ny)
    short = (piece.x0 - sx) * nx + (piece.y0 - sy) * ny
    size = math.hypot(piece.x1 - piece.x0, piece.y1 - piece.y0)
    if short > 0:
        along = (sx - piece.x0) * hx + (sy - piece.y0) * hy
        if 0 <= along <= size:
            return Near(short, (sx, sy), (piece.x0 + along * hx, piece.y0 + along * hy))
        end = (piece.x0, piece.y0) if along < 0 else (piece.x1, piece.y1)
        return _from_foot(foot(oval, *end), end)
    low, high = _chord(oval, piece.x0, piece.y0, hx, hy)
    middle = min(max((low + high) / 2, 0.0), size)
    if low <= middle <= high:
        return _meeting((piece.x0 + middle * hx, piece.y0 + middle * hy))
    end = (piece.x0, piece.y0) if middle == 0 else (piece.x1, piece.y1)
    return _from_foot(foot(oval, *end), end)


def _chord(oval: Oval, x: float, y: float, hx: float, hy: float) -> tuple[float, float]:
    """Where the line through (x, y) along the unit vector enters and leaves the ellipse; it is known to meet it."""
    dx, dy = x - oval.x, y - oval.y
    px, py = (dx * oval.ux + dy * oval.uy) / oval.a, (dy * oval.ux - dx * oval.uy) / oval.b
    vx, vy = (hx * oval.ux + hy * oval.uy) / oval.a, (hy * oval.ux - hx * oval.uy) / oval.b
    size = math.hypot(vx, vy)
    middle = -(px * vx + py * vy) / size
    off = abs(px * vy - py * vx) / size
    half = math.sqrt(max(0.0, (1 - off) * (1 + off)))
    return (middle - half) / size, (middle + half) / size


def _oval_arc(oval: Oval, arc: Arc) -> Near:
    """The closest pair has an end of the arc, or a normal of the ellipse through the arc's centre."""
    best = Near(math.inf, (0.0, 0.0), (0.0, 0.0))
    for end in ends(arc):
        near = _from_foot(foot(oval, *end), end)
        best = near if near.value < best.value else best
        if best.value == 0:
            return best

    def beyond(t: float) -> float:
        px, py = parallel_point(oval, t)
        return math.hypot(px - arc.x, py - arc.y) - arc.radius

    marks = normals_through(oval, arc.x, arc.y)
    for t in monotone_roots(beyond, (*marks, marks[0] + 2 * math.pi)):
        at = parallel_point(oval, t)
        if faces(arc, *at):
            return _meeting(at)
    for t in marks:
        x, y = parallel_point(oval, t)
        out = math.hypot(x - arc.x, y - arc.y)
        if out > 0 and abs(out - arc.radius) < best.value:
            for scale in (arc.radius / out, -arc.radius / out):
                there = (arc.x + scale * (x - arc.x), arc.y + scale * (y - arc.y))
                value = math.hypot(there[0] - x, there[1] - y)
                if value < best.value and faces(arc, *there):
                    best = Near(value, (x, y), there)
    return best


def _hull(hull: Polygon, piece: Piece) -> Near:
    first = ends(piece)[0]
    if contains(hull, first):
        return _meeting(first)
    best = Near(math.inf, first, first)
    for edge in edges(hull):
        near = _segments(edge, piece) if isinstance(piece, Segment) else _segment_arc(edge, piece)
        if near.value < best.value:
            best = near
            if best.value == 0:
                break
    return best


def _segments(a: Segment, b: Segment) -> Near:
    ax, ay = heading_at(a, a.x0, a.y0)
    bx, by = heading_at(b, b.x0, b.y0)
    cross = line_crossing(a.x0, a.y0, ax, ay, b.x0, b.y0, bx, by)
    if cross and _within(a, *cross) and _within(b, *cross):
        return _meeting(cross)
    return _by_ends(a, b)


def _within(segment: Segment, x: float, y: float) -> bool:
    return (x - segment.x0) * (x - segment.x1) + (y - segment.y0) * (y - segment.y1) <= 0


def _by_ends(a: Piece, b: Piece) -> Near:
    best = Near(math.inf, (0.0, 0.0), (0.0, 0.0))
    for end in ends(a):
        at = nearest_on(b, *end)
        value = math.hypot(at[0] - end[0], at[1] - end[1])
        best = Near(value, end, at) if value < best.value else best
    for end in ends(b):
        at = nearest_on(a, *end)
        value = math.hypot(at[0] - end[0], at[1] - end[1])
        best = Near(value, at, end) if value < best.value else best
    return best


def _segment_arc(segment: Segment, arc: Arc) -> Near:
    hx, hy = heading_at(segment, segment.x0, segment.y0)
    for t in line_and_circle(segment.x0, segment.y0, hx, hy, arc.x, arc.y, arc.radius, 0.0):
        at = (segment.x0 + t * hx, segment.y0 + t * hy)
        if _within(segment, *at) and faces(arc, *at):
            return _meeting(at)
    best = _by_ends(segment, arc)
    x, y = nearest_on(segment, arc.x, arc.y)
    there = nearest_on(arc, x, y)
    value = math.hypot(there[0] - x, there[1] - y)
    return Near(value, (x, y), there) if value < best.value else best
