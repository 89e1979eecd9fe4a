"""How far the farthest part of one footprint is from another: the measure behind "wholly within".

From a convex footprint the distance is a convex function, so a hull is farthest at a corner, and a disc or an oval at
the direction in which its support function exceeds the other's most. From a hull that is not convex the answer is
searched by cells of the first footprint, each with a bound. Source rule: measure.wholly_within.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from battlefield.geometry.cells import farthest_from_parts
from battlefield.geometry.convex import Corner, fan
from battlefield.geometry.extent import support
from battlefield.geometry.nearest import point_gap
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.geometry.turning import all_round, least, term


class Farthest(NamedTuple):
    """The greatest distance of any point of one footprint from another.

    `here` lies on the first and is that far away, `there` is the point of the second closest to it. The true value
    lies between `value` and `value + error`.
    """

    value: float
    here: Point
    there: Point
    error: float


def farthest(a: Shape, b: Shape) -> Farthest:
    """The greatest distance of a point of `a` from `b`, in inches; 0 when `a` lies in `b`.

    Exact to 1e-9 from discs, ovals and convex hulls, else to the error that it names (seldom above 1e-9).

    >>> farthest(Disc(3, 0, 1), Disc(0, 0, 1)).value
    3.0
    """
    if isinstance(b, Polygon) and len(b.parts) > 1:
        here, error = farthest_from_parts(a, b.parts)
        return _to(b, here, error)
    if isinstance(a, Polygon):
        return max((_to(b, p, 0.0) for p in a.ring), key=lambda found: found.value)
    if isinstance(a, Disc):
        found = _disc_outside(a, b)
        if found is not None:
            return found
    terms = [term(-1.0, a)]
    corners: tuple[Corner, ...]
    if isinstance(b, Polygon):
        part = b.parts[0]
        corners = tuple(
            Corner(first, last, (at[0] - a.x, at[1] - a.y)) for first, last, at in fan(part.points, part.normals)
        )
    else:
        terms.append(term(1.0, b))
        corners = all_round((b.x - a.x, b.y - a.y))
    best = least(terms, corners)
    return _to(b, support(a, best.at[0], best.at[1]), best.value - best.low)


def _to(b: Shape, here: Point, error: float) -> Farthest:
    _, value, there, _ = point_gap(b, here)
    return Farthest(value, here, there, error)


def _disc_outside(a: Disc, b: Disc | Oval | Polygon) -> Farthest | None:
    """A disc whose centre is not in b is farthest on the far side of its centre; so is a disc from a disc."""
    if isinstance(b, Disc):
        dx, dy = a.x - b.x, a.y - b.y
        n = math.sqrt(dx * dx + dy * dy)
        ux, uy = (dx / n, dy / n) if n > 0.0 else (1.0, 0.0)
        here = (a.x + a.radius * ux, a.y + a.radius * uy)
        reach = n + a.radius
        if reach <= b.radius:
            return Farthest(0.0, here, here, 0.0)
        return Farthest(reach - b.radius, here, (b.x + b.radius * ux, b.y + b.radius * uy), 0.0)
    _, value, there, _ = point_gap(b, (a.x, a.y))
    if value < 1e-3:  # too close for the direction to be sure
        return None
    scale = a.radius / value
    here = (a.x + (a.x - there[0]) * scale, a.y + (a.y - there[1]) * scale)
    return Farthest(value + a.radius, here, there, 0.0)
