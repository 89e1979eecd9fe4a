"""What a token must keep clear of, footprint or area alike: its boundary, and how far off a point is."""

from __future__ import annotations

import math

from battlefield.geometry.area_tree import Area, CircleArea, PolygonArea
from battlefield.geometry.boundary import Outline, outline
from battlefield.geometry.curves import TURN, Arc, Box, Piece
from battlefield.geometry.ellipse import foot
from battlefield.geometry.measure import TOLERANCE, bounds
from battlefield.geometry.shapes import Disc, Oval, Polygon, Shape, polygon

Obstacle = Shape | Area


class Body:
    """An obstacle made ready: `pieces` of its boundary with the body on their left, or `oval` for an ellipse.

    `shape` is the footprint that covers just the same, if there is one.
    """

    __slots__ = ("_disc", "_outline", "box", "oval", "pieces", "shape")

    def __init__(self, obstacle: Obstacle) -> None:
        self._disc = obstacle if isinstance(obstacle, Disc) else None
        self.oval = obstacle if isinstance(obstacle, Oval) else None
        self.shape = obstacle if isinstance(obstacle, Disc | Oval | Polygon) else as_shape(obstacle)
        self._outline: Outline | None = None
        self.pieces: tuple[Piece, ...] = ()
        if isinstance(obstacle, Disc):
            self.pieces = (Arc(obstacle.x, obstacle.y, obstacle.radius, 0.0, TURN),)
        elif isinstance(obstacle, Polygon):
            self._outline = Outline(PolygonArea(obstacle.ring))
        elif not isinstance(obstacle, Oval):
            self._outline = outline(obstacle)
        if self._outline:
            self.pieces = self._outline.boundary
            self.box: Box = self._outline.box
        elif isinstance(obstacle, Disc | Oval):
            self.box = bounds(obstacle)

    def signed(self, x: float, y: float) -> float:
        """The distance of a point from the body, negative inside."""
        if self._disc:
            return math.hypot(x - self._disc.x, y - self._disc.y) - self._disc.radius
        if self.oval:
            return foot(self.oval, x, y).distance
        assert self._outline
        return self._outline.signed(x, y)[0]

    def leaves_room(self, x: float, y: float, radius: float) -> bool:
        """Whether a disc there does not overlap the body, by more than TOLERANCE: touching leaves room."""
        low = radius - TOLERANCE
        box = self.box
        if max(box[0] - x, x - box[2], box[1] - y, y - box[3]) >= low:
            return True
        return self.signed(x, y) >= low


def as_shape(area: Area) -> Disc | Polygon | None:
    """The footprint that covers just what a single disc, or a polygon without holes, covers; kept with the area."""
    if isinstance(area, CircleArea):
        return Disc(area.x, area.y, area.radius)
    if isinstance(area, PolygonArea) and not area.holes:
        kept: Polygon | None = area.__dict__.get("_shape")
        if kept is None:
            kept = area.__dict__["_shape"] = polygon(area.ring)
        return kept
    return None
