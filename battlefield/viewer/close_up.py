"""Edges as a lens needs them: true near one place whatever the magnification, and cut to what the lens shows."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from battlefield.geometry import areas, measure
from battlefield.geometry.areas import Area, CircleArea
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.viewer.drawing import Line, Rect

_FINEST, _STEP = 1e-10, 1.25
"""Normals are sampled so near to that of the place, in radians, and each so many times as far from it as the last."""
_LEAST_GRAIN = 2e-7


def edge_near(shape: Shape, place: Point, grow: float = 0.0) -> Line:
    """The edge of a footprint, or the true curve `grow` inches outside, as a ring that is dense near a place on it."""
    if isinstance(shape, Polygon) and grow == 0.0:
        return shape.ring
    if isinstance(shape, Polygon) and len(shape.parts) > 1:
        return tuple(measure.offset_outline(shape, grow, 1e-4))
    normal = _normal(shape, place)
    angle = atan2(normal[1], normal[0])
    steps = [_FINEST]
    while steps[-1] * _STEP < pi:
        steps.append(steps[-1] * _STEP)
    angles = [angle - each for each in reversed(steps)] + [angle] + [angle + each for each in steps]
    return tuple(_beyond(shape, (cos(each), sin(each)), grow) for each in angles)


def _beyond(shape: Shape, way: Point, grow: float) -> Point:
    x, y = measure.support(shape, *way)
    return (x + grow * way[0], y + grow * way[1])


def _normal(shape: Shape, place: Point) -> Point:
    """The outward direction of an edge at a place on it, or the direction in which a place outside lies."""
    nearest = measure.point_gap(shape, place)
    if nearest.high > 1e-7:
        return (place[0] - nearest.here[0], place[1] - nearest.here[1])
    dx, dy = place[0] - shape.x, place[1] - shape.y
    if isinstance(shape, Oval):
        along, across = dx * shape.ux + dy * shape.uy, dy * shape.ux - dx * shape.uy
        along, across = along / shape.a**2, across / shape.b**2
        dx, dy = along * shape.ux - across * shape.uy, along * shape.uy + across * shape.ux
    return (dx, dy) if isinstance(shape, Disc | Oval) else (dx or 1.0, dy)


def area_rings(area: Area, grain: float) -> list[list[Line]] | None:
    """The rings of each part of an area, outer ones first, to within `grain`; None where arcs would be too many."""
    arcs = any(isinstance(leaf, CircleArea) for leaf in areas.leaves(area))
    if arcs and grain < _LEAST_GRAIN:
        return None
    parts = areas.rings(area, min(0.005, max(grain, _LEAST_GRAIN)) if arcs else 0.005)
    return [[outer, *holes] for outer, holes in parts]


def cut_ring(ring: Line, window: Rect) -> Line:
    """The part of a filled ring that lies in a window; nothing where none does (Sutherland and Hodgman)."""
    sides = ((0, 1.0, window.x), (0, -1.0, -window.right), (1, 1.0, window.y), (1, -1.0, -window.bottom))
    points = list(ring)
    for axis, sign, limit in sides:
        made: list[Point] = []
        for here, there in zip([points[-1], *points[:-1]] if points else [], points, strict=True):
            before, after = sign * here[axis] - limit, sign * there[axis] - limit
            if (before < 0) != (after < 0):
                made.append(_part(here, there, before / (before - after)))
            if after >= 0:
                made.append(there)
        points = made
    return tuple(points)


def cut_line(line: Line, window: Rect) -> list[Line]:
    """The parts of a polyline that lie in a window (Liang and Barsky)."""
    pieces: list[list[Point]] = []
    for start, end in pairwise(line):
        found = _inside(start, end, window)
        if found is None:
            continue
        one, two = _part(start, end, found[0]), _part(start, end, found[1])
        if pieces and found[0] == 0.0 and pieces[-1][-1] == one:
            pieces[-1].append(two)
        else:
            pieces.append([one, two])
    return [tuple(each) for each in pieces]


def _inside(start: Point, end: Point, window: Rect) -> tuple[float, float] | None:
    low, high = 0.0, 1.0
    dx, dy = end[0] - start[0], end[1] - start[1]
    for step, room in (
        (-dx, start[0] - window.x),
        (dx, window.right - start[0]),
        (-dy, start[1] - window.y),
        (dy, window.bottom - start[1]),
    ):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            low = max(low, room / step)
        else:
            high = min(high, room / step)
    return (low, high) if low <= high else None


def _part(start: Point, end: Point, share: float) -> Point:
    if share in (0.0, 1.0):
        return end if share else start
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def apart(one: Point, two: Point) -> float:
    """How far two places are from each other."""
    return hypot(two[0] - one[0], two[1] - one[1])
