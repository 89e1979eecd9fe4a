"""Areas of the battlefield: what they are, and every question about them. Import from here.

Areas are exact: polygons and discs, joined and cut out, arcs kept as arcs. Source rules: measure.within_area,
measure.wholly_within.
"""

from __future__ import annotations

from battlefield.geometry.area_measure import area_gap, area_overlap, overlaps
from battlefield.geometry.area_motion import middle, moved_area
from battlefield.geometry.area_tree import (
    Area,
    CircleArea,
    MinusArea,
    PolygonArea,
    UnionArea,
    circle_area,
    faults,
    from_plain,
    leaves,
    line_area,
    minus_area,
    polygon_area,
    rect_area,
    to_plain,
    union_area,
)
from battlefield.geometry.areas_apart import areas_gap
from battlefield.geometry.boundary import area_bounds, boundary, contains, interior
from battlefield.geometry.curves import Arc, Segment
from battlefield.geometry.inside import Inside, inside, inside_rectangle, is_inside
from battlefield.geometry.outlines import representative_point, rings, rings_of, to_shapely

__all__ = [
    "Arc",
    "Area",
    "CircleArea",
    "Inside",
    "MinusArea",
    "PolygonArea",
    "Segment",
    "UnionArea",
    "area_bounds",
    "area_gap",
    "area_overlap",
    "areas_gap",
    "boundary",
    "circle_area",
    "contains",
    "faults",
    "from_plain",
    "inside",
    "inside_rectangle",
    "interior",
    "is_inside",
    "leaves",
    "line_area",
    "middle",
    "minus_area",
    "moved_area",
    "overlaps",
    "polygon_area",
    "rect_area",
    "representative_point",
    "rings",
    "rings_of",
    "to_plain",
    "to_shapely",
    "union_area",
]
