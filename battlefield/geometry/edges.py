"""A footprint and the four edges of the battlefield: how far its farthest part is from each."""

from __future__ import annotations

from battlefield.geometry.measure import bounds
from battlefield.geometry.shapes import Shape


def edge_distances(shape: Shape, width: float, height: float) -> dict[str, float]:
    """By edge (west, east, south, north), how far the farthest part of a footprint is from it, inches.

    "Wholly within d of an edge" asks that this is at most d.
    """
    x0, y0, x1, y1 = bounds(shape)
    return {"west": x1, "east": width - x0, "south": y1, "north": height - y0}
