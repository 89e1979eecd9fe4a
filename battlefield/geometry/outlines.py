"""Areas as polylines and shapely polygons: for drawing, for a spatial index and for tests, never to measure with."""

from __future__ import annotations

import math
from typing import Any

from battlefield.geometry.area_tree import Area
from battlefield.geometry.boundary import boundary, contains, interior
from battlefield.geometry.curves import polyline
from battlefield.geometry.shapes import Point

_GRAIN = 1e-7


def to_shapely(area: Area, tolerance: float = 0.002) -> Any:
    """A shapely (multi)polygon whose edge lies within `tolerance` inches of the area's own."""
    import shapely

    corners: dict[tuple[int, int], Point] = {}
    lines = [[joined(corners, point) for point in polyline(piece, tolerance)] for piece in boundary(area)]
    drawn = shapely.unary_union([shapely.LineString(line) for line in lines])
    faces = shapely.polygonize(list(getattr(drawn, "geoms", [drawn]))).geoms
    return shapely.unary_union([face for face in faces if _is_filled(area, face)])


def rings(area: Area, tolerance: float = 0.002) -> list[tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]]:
    """(outer ring, holes) of every connected part of the area, arcs drawn as polylines within `tolerance`."""
    return rings_of(to_shapely(area, tolerance))


def rings_of(shape: Any) -> list[tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]]:
    """(outer ring, holes) of every part of a shapely (multi)polygon that is not empty."""
    parts = [part for part in getattr(shape, "geoms", [shape]) if not part.is_empty]
    return [
        (tuple(part.exterior.coords[:-1]), tuple(tuple(hole.coords[:-1]) for hole in part.interiors)) for part in parts
    ]


def representative_point(area: Area) -> Point:
    """A place for a label: well inside the largest part of the area. Raises ValueError when nothing is left of it."""
    import shapely

    shape = to_shapely(area, 0.01)
    parts = [part for part in getattr(shape, "geoms", [shape]) if not part.is_empty]
    if not parts:
        raise ValueError("nothing is left of the area")
    largest = max(parts, key=lambda part: part.area)
    x, y = shapely.maximum_inscribed_circle(largest, tolerance=math.sqrt(largest.area) / 100).coords[0]
    return (x, y) if contains(area, (x, y)) else tuple(largest.representative_point().coords[0])


def joined(corners: dict[tuple[int, int], Point], point: Point) -> Point:
    """The point, or one met before that differs by rounding only."""
    column, row = round(point[0] / _GRAIN), round(point[1] / _GRAIN)
    for i in (column - 1, column, column + 1):
        for j in (row - 1, row, row + 1):
            if (i, j) in corners:
                return corners[i, j]
    corners[column, row] = point
    return point


def _is_filled(area: Area, face: Any) -> bool:
    return interior(area, face.representative_point().coords[0])
