"""A footprint and the four edges of the battlefield: how far its farthest part is from each, and what lies beyond."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.geometry.areas import Area, rect_area
from battlefield.geometry.measure import bounds, within
from battlefield.geometry.placement import Obstacle, board_exit, first_free
from battlefield.geometry.shapes import Point, Shape

OUTWARDS: dict[str, Point] = {"west": (-1.0, 0.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "north": (0.0, 1.0)}
"""The unit vector that leads off the battlefield over each edge."""


def edge_distances(shape: Shape, width: float, height: float) -> dict[str, float]:
    """By edge (west, east, south, north), how far the farthest part of a footprint is from it, inches.

    "Wholly within d of an edge" asks that this is at most d.
    """
    x0, y0, x1, y1 = bounds(shape)
    return {"west": x1, "east": width - x0, "south": y1, "north": height - y0}


def beyond_edge(edge: str, width: float, height: float) -> Area:
    """The strip just outside an edge of the battlefield: a footprint on the board touches the edge where it touches it.

    >>> from battlefield.geometry.areas import area_bounds
    >>> area_bounds(beyond_edge("south", 44, 30))
    (0.0, -1.0, 44.0, 0.0)
    """
    x, y = OUTWARDS[edge]
    if x:
        return rect_area(width if x > 0 else -1.0, 0.0, 1.0, height)
    return rect_area(0.0, height if y > 0 else -1.0, width, 1.0)


def foot_on_edge(edge: str, point: Point, radius: float, width: float, height: float) -> Point:
    """Where a disc inside the battlefield touches an edge, its centre nearest to a point."""
    x = min(max(point[0], radius), width - radius)
    y = min(max(point[1], radius), height - radius)
    return {"west": (radius, y), "east": (width - radius, y), "south": (x, radius), "north": (x, height - radius)}[edge]


def nearest_on_edge(
    edge: str, point: Point, radius: float, obstacles: Sequence[Obstacle], width: float, height: float
) -> tuple[Point, ...]:
    """The free places of a disc that touches an edge from inside, nearest to a point along the edge; none is empty.

    Two when one to either side is equally near, the one nearer to the origin first.
    """
    start = foot_on_edge(edge, point, radius, width, height)
    along = (1.0, 0.0) if OUTWARDS[edge][1] else (0.0, 1.0)
    named = [("", each) for each in obstacles]
    found = []
    for way in ((-along[0], -along[1]), along):
        end = board_exit(start, way, radius, width, height)
        at = first_free(start, way, radius, 0.0, named, end).at
        if at is not None:
            found.append((at, (start[0] + at * way[0], start[1] + at * way[1])))
    least = min((far for far, _ in found), default=0.0)
    return tuple(dict.fromkeys(place for far, place in found if within(far, least)))
