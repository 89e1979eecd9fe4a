"""The gap between two footprints: how far apart their closest parts are, and where these are.

A disc is a point with a margin, an ellipse is walked by its outward direction, a hull is its convex pieces.
Source rules: measure.horizontal, measure.footprint.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from battlefield.geometry.convex import Part
from battlefield.geometry.corners import Apart, Meet, part_to_oval, part_to_part, part_to_point
from battlefield.geometry.ellipse import common_point, foot, separation
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape


class Gap(NamedTuple):
    """The distance of two sets: low <= true <= high, and a pair of closest points `high` apart.

    Both bounds are 0 where the sets touch or overlap; `here` and `there` are then one point of both.
    """

    low: float
    high: float
    here: Point
    there: Point

    @property
    def value(self) -> float:
        """The distance in inches, to 1e-9."""
        return self.high

    def turned_round(self) -> Gap:
        """The same, asked from the other side."""
        return Gap(self.low, self.high, self.there, self.here)


def gap(a: Shape, b: Shape) -> Gap:
    """The horizontal gap between two footprints in inches, `here` on `a` and `there` on `b`; bounds within 1e-9.

    >>> gap(Disc(0, 0, 0.5), Disc(3, 0, 1)).value
    1.5
    """
    if isinstance(a, Disc):
        if isinstance(b, Disc):
            return _discs(a, b)
        return _disc_to_oval(a, b) if isinstance(b, Oval) else _disc_to_polygon(a, b)
    if isinstance(b, Disc):
        return gap(b, a).turned_round()
    if isinstance(a, Oval):
        if isinstance(b, Polygon):
            return _oval_to_polygon(a, b)
        return _ovals(a, b) if (a.x, a.y) <= (b.x, b.y) else _ovals(b, a).turned_round()
    if isinstance(b, Oval):
        return _oval_to_polygon(b, a).turned_round()
    return _polygons(a, b) if (a.x, a.y) <= (b.x, b.y) else _polygons(b, a).turned_round()


def point_gap(shape: Shape, point: Point) -> Gap:
    """The gap between a footprint and a point, `here` on the footprint."""
    return gap(shape, Disc(point[0], point[1], 0.0))


def _discs(a: Disc, b: Disc) -> Gap:
    dx, dy = b.x - a.x, b.y - a.y
    distance = math.sqrt(dx * dx + dy * dy)
    value = distance - (a.radius + b.radius)
    if value > 0.0:
        s, t = a.radius / distance, b.radius / distance
        return Gap(value, value, (a.x + dx * s, a.y + dy * s), (b.x - dx * t, b.y - dy * t))
    at = _between(a, b, distance)
    return Gap(0.0, 0.0, at, at)


def _between(a: Disc, b: Disc, distance: float) -> Point:
    """A point of two discs that meet: the middle of what they share on the line of centres."""
    if distance == 0.0:
        return (a.x, a.y)
    first, last = max(-a.radius, distance - b.radius), min(a.radius, distance + b.radius)
    t = (first + last) / (2.0 * distance)
    return (a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))


def _disc_to_oval(a: Disc, b: Oval) -> Gap:
    at, (nx, ny), distance = foot(b, a.x, a.y)
    r = a.radius
    if distance <= r:
        if distance <= 0.0:
            at = (a.x, a.y)
        return Gap(0.0, 0.0, at, at)
    dx, dy = a.x - at[0], a.y - at[1]
    low, high = dx * nx + dy * ny - r, math.sqrt(dx * dx + dy * dy) - r
    return Gap(max(min(low, high), 0.0), max(high, 0.0), (a.x - r * nx, a.y - r * ny), at)


def _disc_to_polygon(a: Disc, b: Polygon) -> Gap:
    found = _least(b.parts, lambda part: part_to_point(part, a.x, a.y))
    if isinstance(found, Meet):
        return Gap(0.0, 0.0, found.at, found.at)
    low, high, at, _ = found
    r = a.radius
    if high <= r:
        return Gap(0.0, 0.0, at, at)
    scale = r / high
    here = (a.x + (at[0] - a.x) * scale, a.y + (at[1] - a.y) * scale)
    return Gap(max(low - r, 0.0), high - r, here, at)


def _oval_to_polygon(a: Oval, b: Polygon) -> Gap:
    found = _least(b.parts, lambda part: part_to_oval(part, a))
    if isinstance(found, Meet):
        return Gap(0.0, 0.0, found.at, found.at)
    low, high, here, there = found
    return Gap(max(min(low, high), 0.0), high, there, here)


def _polygons(a: Polygon, b: Polygon) -> Gap:
    def to_part(part: Part) -> Apart | Meet:
        return _least(a.parts, lambda own: part_to_part(own, part))

    found = _least(b.parts, to_part)
    if isinstance(found, Meet):
        return Gap(0.0, 0.0, found.at, found.at)
    return Gap(*found)


def _least(parts: tuple[Part, ...], distance: Callable[[Part], Apart | Meet]) -> Apart | Meet:
    """The closest of several pieces: the least of both bounds."""
    best = distance(parts[0])
    for part in parts[1:]:
        if isinstance(best, Meet):
            return best
        found = distance(part)
        if isinstance(found, Meet):
            return found
        low = min(best.low, found.low)
        best = (found if found.high < best.high else best)._replace(low=low)
    return best


def _ovals(a: Oval, b: Oval) -> Gap:
    found = separation(a, b)
    if found is None or found.high <= 0.0:
        at = common_point(a, b)
        return Gap(0.0, 0.0, at, at)
    return Gap(min(found.low, found.high), found.high, found.here, found.there)
