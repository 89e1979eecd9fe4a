"""How far two areas are apart: the gap between their true boundaries, arcs as arcs, 0 where they share ground.

Source rules: measure.within_area, measure.distance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlefield.geometry.area_tree import Area
from battlefield.geometry.boundary import Outline, outline
from battlefield.geometry.curves import Piece, Segment, box_gap, ends, faces, meeting_points, nearest_on, on_circle
from battlefield.geometry.measure import Gap
from battlefield.geometry.shapes import Point

_ERROR = 1e-11


def areas_gap(a: Area, b: Area) -> Gap:
    """The horizontal gap between two areas, 0 where they touch or overlap; right to 1e-11 in.

    Infinite when nothing is left of one of them.

    >>> from battlefield.geometry.area_tree import circle_area, rect_area
    >>> areas_gap(circle_area(0, 0, 2), rect_area(5, -1, 2, 2)).value
    3.0
    """
    one, other = outline(a), outline(b)
    if not one.boundary or not other.boundary:
        return Gap(math.inf, math.inf, (0.0, 0.0), (0.0, 0.0))
    for inner, outer in ((one, other), (other, one)):
        for piece, box in zip(inner.boundary, inner.boxes, strict=True):  # every part of it: one may lie in the other
            at = ends(piece)[0]
            if box_gap(box, outer.box) == 0.0 and outer.encloses(*at):
                return Gap(0.0, 0.0, at, at)
    value, here, there = _closest(one, other)
    return Gap(max(value - _ERROR, 0.0), value, here, there)


def pieces_apart(one: Piece, other: Piece) -> tuple[float, Point, Point]:
    """The distance of two pieces of boundaries, with a point of each that are so far apart.

    >>> from math import tau
    >>> from battlefield.geometry.curves import Arc
    >>> pieces_apart(Segment(0, 0, 0, 9), Arc(5, 4, 2, 0, tau))
    (3.0, (0.0, 4.0), (3.0, 4.0))
    """
    meeting = meeting_points(one, other)
    if meeting:
        return 0.0, meeting[0], meeting[0]
    found = []
    for here in (*ends(one), *_facing(one, other)):
        there = nearest_on(other, *here)
        found.append((math.dist(here, there), here, there))
    for there in (*ends(other), *_facing(other, one)):
        here = nearest_on(one, *there)
        found.append((math.dist(here, there), here, there))
    return min(found)


def _closest(one: Outline, other: Outline) -> tuple[float, Point, Point]:
    best: tuple[float, Point, Point] = (math.inf, (0.0, 0.0), (0.0, 0.0))
    for piece, box in zip(one.boundary, one.boxes, strict=True):
        if box_gap(box, other.box) >= best[0]:
            continue
        for against, around in zip(other.boundary, other.boxes, strict=True):
            if box_gap(box, around) < best[0]:
                best = min(best, pieces_apart(piece, against))
    return best


def _facing(one: Piece, other: Piece) -> Iterator[Point]:
    """Where the insides of two pieces can be closest: of an edge the foot of the other's centre, of an arc what lies
    on the line of the centres."""
    if isinstance(other, Segment):
        return
    if isinstance(one, Segment):
        yield nearest_on(one, other.x, other.y)
        return
    dx, dy = other.x - one.x, other.y - one.y
    for turned in (1.0, -1.0):
        if (dx or dy) and faces(one, one.x + turned * dx, one.y + turned * dy):
            yield on_circle(one, math.atan2(turned * dy, turned * dx))
