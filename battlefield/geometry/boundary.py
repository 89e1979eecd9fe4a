"""The true boundary of an area, arcs kept as arcs, and on which side of it a point lies.

The boundary of every polygon and disc in the tree is cut where it meets another; a part belongs to the boundary of the
whole when the area lies on exactly one of its sides. It is worked out once an area and kept with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from battlefield.geometry.area_tree import Area, CircleArea, MinusArea, PolygonArea, Ring, UnionArea
from battlefield.geometry.convex import is_counter_clockwise
from battlefield.geometry.curves import (
    HAIR,
    TURN,
    Arc,
    Box,
    Piece,
    Segment,
    backwards,
    box_gap,
    box_of,
    cut,
    heading_at,
    meeting_points,
    nearest_on,
    point_at,
)
from battlefield.geometry.shapes import Point

MANY = 24
"""Pieces of a boundary from which on their boxes are looked at all at once."""
Expression = int | tuple[str, tuple["Expression", ...]]

_NUDGES = tuple((math.cos(0.37 + 2.399963 * k), math.sin(0.37 + 2.399963 * k)) for k in range(12))


class Loop:
    """One closed curve of the tree, a ring or a circle: its pieces, what it encloses on their left."""

    __slots__ = ("box", "circle", "edges", "pieces")

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        self.pieces = pieces
        self.box = _around([box_of(piece) for piece in pieces])
        first = pieces[0]
        self.circle = (first.x, first.y, first.radius**2) if isinstance(first, Arc) else None
        self.edges = tuple(tuple(piece) for piece in pieces if isinstance(piece, Segment))

    def encloses(self, x: float, y: float) -> bool:
        """Whether a point that is not on the curve lies within it."""
        if self.circle:
            cx, cy, square = self.circle
            return (x - cx) ** 2 + (y - cy) ** 2 < square
        box = self.box
        if not (box[0] <= x <= box[2] and box[1] <= y <= box[3]):
            return False
        within = False
        for x0, y0, x1, y1 in self.edges:
            if (y0 > y) != (y1 > y) and ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0) > 0) == (y1 > y0):
                within = not within
        return within

    def nearest(self, x: float, y: float) -> tuple[float, Piece]:
        """The distance to the curve, and its closest piece."""
        best, closest = math.inf, self.pieces[0]
        for piece in self.pieces:
            qx, qy = nearest_on(piece, x, y)
            size = math.hypot(qx - x, qy - y)
            if size < best:
                best, closest = size, piece
        return best, closest


class Outline:
    """An area made ready for questions: its boundary, boxes, and the tree of loops."""

    __slots__ = ("_columns", "boundary", "box", "boxes", "convex", "expression", "loops")

    def __init__(self, area: Area) -> None:
        loops: list[Loop] = []
        self.expression = _read(area, loops)
        self.loops = tuple(loops)
        self.boundary = loops[0].pieces if self.expression == 0 else _boundary(self.expression, self.loops)
        self.boxes = tuple(box_of(piece) for piece in self.boundary)
        self.box = _around(self.boxes)
        self.convex = self.expression == 0 and _is_convex(loops[0])
        self._columns: Any = None

    def nearest(self, x: float, y: float) -> tuple[float, float, float]:
        """(distance, x, y) of the boundary point closest to a point; infinitely far when there is no boundary."""
        if len(self.boundary) > MANY:
            return self._nearest_of_many(x, y)
        best, bx, by = math.inf, x, y
        for piece, box in zip(self.boundary, self.boxes, strict=True):
            if max(box[0] - x, x - box[2], box[1] - y, y - box[3]) >= best:
                continue
            qx, qy = nearest_on(piece, x, y)
            size = math.hypot(qx - x, qy - y)
            if size < best:
                best, bx, by = size, qx, qy
        return best, bx, by

    def _nearest_of_many(self, x: float, y: float) -> tuple[float, float, float]:
        """The same, the pieces taken by how near their boxes are; of equally near ones the first, as there."""
        import numpy as np  # late: the outlines of a small file are short

        if self._columns is None:
            self._columns = np.array(self.boxes).T
        left, low, right, high = self._columns
        gaps = np.maximum(np.maximum(left - x, x - right), np.maximum(low - y, y - high))
        best, at, bx, by = math.inf, len(self.boundary), x, y
        for index in gaps.argsort(kind="stable").tolist():
            if gaps[index] > best:
                break
            qx, qy = nearest_on(self.boundary[index], x, y)
            size = math.hypot(qx - x, qy - y)
            if size < best or (size == best and index < at):
                best, at, bx, by = size, index, qx, qy
        return best, bx, by

    def encloses(self, x: float, y: float) -> bool:
        """Whether a point that is not on the boundary lies within the area."""
        if self.expression == 0:
            return self.loops[0].encloses(x, y)
        box = self.box
        if not (box[0] <= x <= box[2] and box[1] <= y <= box[3]):
            return False
        if self._on_a_seam(x, y, HAIR):
            x, y = self._beside(x, y)
        return _holds(self.expression, [loop.encloses(x, y) for loop in self.loops])

    def signed(self, x: float, y: float) -> tuple[float, float, float]:
        """As `nearest`, the distance negative within the area."""
        size, qx, qy = self.nearest(x, y)
        return (-size if self.encloses(x, y) else size), qx, qy

    def _on_a_seam(self, x: float, y: float, width: float) -> bool:
        return any(
            loop.box[0] - width <= x <= loop.box[2] + width
            and loop.box[1] - width <= y <= loop.box[3] + width
            and loop.nearest(x, y)[0] <= width
            for loop in self.loops
        )

    def _beside(self, x: float, y: float) -> Point:
        """A point on the same side of the boundary that lies on no loop."""
        room = min(self.nearest(x, y)[0] / 2, 1e-4)
        for dx, dy in _NUDGES:
            if not self._on_a_seam(x + room * dx, y + room * dy, room / 100):
                return (x + room * dx, y + room * dy)
        return (x, y)


def outline(area: Area) -> Outline:
    """The area made ready for questions, kept with the (frozen) area."""
    kept: Outline | None = area.__dict__.get("_outline")
    if kept is None:
        kept = area.__dict__["_outline"] = Outline(area)
    return kept


def boundary(area: Area) -> tuple[Piece, ...]:
    """The true boundary: segments and arcs with the area on their left, in no promised order."""
    return outline(area).boundary


def contains(area: Area, point: Point) -> bool:
    """Whether the point lies in the area, its edge included (to 1e-9 in)."""
    ready = outline(area)
    return ready.encloses(*point) or ready.nearest(*point)[0] <= HAIR


def interior(area: Area, point: Point) -> bool:
    """Whether the point lies in the area by more than 1e-9 in."""
    ready = outline(area)
    return ready.encloses(*point) and ready.nearest(*point)[0] > HAIR


def convex_edges(area: Area) -> tuple[tuple[float, float, float], ...] | None:
    """The edges of a convex polygon as (nx, ny, at): a point is nx x + ny y - at inside each; None for other areas."""
    ready = outline(area)
    if not ready.convex or not all(isinstance(piece, Segment) for piece in ready.boundary):
        return None
    edges = []
    for x0, y0, x1, y1 in ready.loops[0].edges:
        size = math.hypot(x1 - x0, y1 - y0)
        nx, ny = (y0 - y1) / size, (x1 - x0) / size
        edges.append((nx, ny, nx * x0 + ny * y0))
    return tuple(edges)


def area_bounds(area: Area) -> Box:
    """The bounding box (x0, y0, x1, y1) of the area itself, not of what it was cut from.

    Raises ValueError for an area of which nothing is left.
    """
    if not outline(area).boundary:
        raise ValueError("nothing is left of the area")
    return outline(area).box


def _around(boxes: Sequence[Box]) -> Box:
    if not boxes:
        return (math.inf, math.inf, -math.inf, -math.inf)
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _read(area: Area, loops: list[Loop]) -> Expression:
    """The tree with its loops taken out into a list and named by their place in it."""
    if isinstance(area, CircleArea):
        return _add(loops, (Arc(area.x, area.y, area.radius, 0.0, TURN),))
    if isinstance(area, PolygonArea):
        ring = _add(loops, _ring_pieces(area.ring))
        if not area.holes:
            return ring
        holes = tuple(_add(loops, _ring_pieces(hole)) for hole in area.holes)
        return ("minus", (ring, ("union", holes)))
    if isinstance(area, UnionArea):
        return ("union", tuple(_read(part, loops) for part in area.parts))
    assert isinstance(area, MinusArea)
    return ("minus", (_read(area.whole, loops), _read(area.taken, loops)))


def _add(loops: list[Loop], pieces: tuple[Piece, ...]) -> int:
    loops.append(Loop(pieces))
    return len(loops) - 1


def _ring_pieces(ring: Ring) -> tuple[Piece, ...]:
    ordered = ring if is_counter_clockwise(ring) else tuple(reversed(ring))
    return tuple(Segment(*a, *b) for a, b in zip(ordered, (*ordered[1:], ordered[0]), strict=True))


def _is_convex(loop: Loop) -> bool:
    edges = [(x1 - x0, y1 - y0) for x0, y0, x1, y1 in loop.edges]
    return all(ux * vy - uy * vx >= 0 for (ux, uy), (vx, vy) in zip(edges, edges[1:] + edges[:1], strict=True))


def _holds(expression: Expression, memberships: Sequence[bool]) -> bool:
    if isinstance(expression, int):
        return memberships[expression]
    kind, parts = expression
    if kind == "union":
        return any(_holds(part, memberships) for part in parts)
    return _holds(parts[0], memberships) and not _holds(parts[1], memberships)


def _boundary(expression: Expression, loops: Sequence[Loop]) -> tuple[Piece, ...]:
    kept = []
    for index, loop in enumerate(loops):
        near = [other for other in loops if other is not loop and box_gap(other.box, loop.box) <= HAIR]
        for piece in loop.pieces:
            box = box_of(piece)
            points = [
                point
                for other in near
                if box_gap(other.box, box) <= HAIR
                for rival in other.pieces
                if box_gap(box_of(rival), box) <= HAIR
                for point in meeting_points(piece, rival)
            ]
            for part in cut(piece, points):
                directed = _directed(expression, loops, index, part)
                if directed is not None:
                    kept.append(directed)
    return tuple(kept)


def _directed(expression: Expression, loops: Sequence[Loop], index: int, part: Piece) -> Piece | None:
    """The part with the area on its left; None where both sides are alike or an earlier loop runs along it."""
    x, y = point_at(part, 0.5)
    heading = heading_at(part, x, y)
    left, right = [], []
    for place, loop in enumerate(loops):
        sides = (True, False) if place == index else _sides(loop, x, y, heading)
        if sides[0] != sides[1] and place < index:
            return None
        left.append(sides[0])
        right.append(sides[1])
    on_left, on_right = _holds(expression, left), _holds(expression, right)
    if on_left == on_right:
        return None
    return part if on_left else backwards(part)


def _sides(loop: Loop, x: float, y: float, heading: Point) -> tuple[bool, bool]:
    """Whether the loop encloses what is just left and just right of a directed point."""
    box = loop.box
    if not (box[0] - HAIR <= x <= box[2] + HAIR and box[1] - HAIR <= y <= box[3] + HAIR):
        return (False, False)
    size, piece = loop.nearest(x, y)
    if size > HAIR:
        within = loop.encloses(x, y)
        return (within, within)
    hx, hy = heading_at(piece, x, y)
    along = hx * heading[0] + hy * heading[1] > 0
    return (along, not along)
