"""The part of the room round a footprint that lies in its reach: for ways that must keep out of it.

Drawn a few thousandths of an inch too large, and also where only the way round a corner is too long, so that a way that
keeps out of it keeps out of range. Source rules: move.swept, measure.engagement; ruling A15.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlefield.geometry.areas import Area, area_gap, polygon_area, to_shapely, union_area
from battlefield.geometry.measure import CONTACT, boundary, offset_outline, within
from battlefield.geometry.shapes import Shape

DRAWN = 3e-3
"""Inches by which what is drawn leaves the true curve."""
_CRACK = 1e-6


def any_in_reach(shape: Shape, reach: float, walls: Sequence[Area]) -> bool:
    """Whether some Wall stands within reach of a footprint."""
    return any(within(area_gap(shape, wall).high, reach) for wall in walls)


def room_round(shape: Shape, reach: float, through: float, walls: Sequence[Area], doors: Sequence[Area]) -> Area:
    """What is in reach of a footprint in its own room, and, `through` inches far, beyond the open doors of it."""
    import shapely

    solid = _without_cracks([to_shapely(wall, DRAWN) for wall in walls])
    shut = _without_cracks([solid, *(to_shapely(door, DRAWN) for door in doors)])
    own = shapely.Polygon(boundary(shape, DRAWN))
    near = _beside(own, _drawn(shape, reach).difference(solid))
    if doors:
        far = _drawn(shape, through)
        near = near.union(_beside(own, far.difference(solid)).difference(_beside(own, far.difference(shut))))
    parts = [
        polygon_area(part.exterior.coords[:-1]) for part in shapely.get_parts(near.simplify(DRAWN / 10)) if part.area
    ]
    return union_area(parts)


def _without_cracks(parts: Sequence[Any]) -> Any:
    """All of them as one, closed where only rounding keeps two apart."""
    import shapely

    whole = shapely.unary_union(parts)
    return whole.buffer(_CRACK, join_style="mitre").buffer(-_CRACK, join_style="mitre")


def _drawn(shape: Shape, reach: float) -> Any:
    import shapely

    return shapely.Polygon(offset_outline(shape, reach, DRAWN / 2)).buffer(DRAWN, join_style="mitre")


def _beside(own: Any, rest: Any) -> Any:
    """The parts of what is left that touch the footprint."""
    import shapely

    return shapely.unary_union([part for part in shapely.get_parts(rest) if part.distance(own) <= CONTACT])
