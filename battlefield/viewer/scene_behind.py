"""Which parts of a ring lie behind Walls, where what is within it goes another way (A15)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from battlefield.geometry import areas, measure
from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import Point, Shape
from battlefield.state import Board, State
from battlefield.viewer.drawing import Line
from battlefield.viewer.scene_evidence import ring_pieces

Edge = tuple[Point, Point]
Pieces = tuple[tuple[Line, bool], ...]


def ring_parts(state: State, shape: Shape, inches: float) -> Pieces:
    """The true curve so far round a footprint, in pieces, and whether each lies behind something that bends a tape.

    Behind: the straight line to it from the nearest point of the footprint is cut by a Wall or a closed Hatchway.
    """
    shut = tuple(each.area for each in state.terrain if each.shuts) if state.boarding else ()
    return _parts(shape, inches, state.board, shut)


@lru_cache(maxsize=64)
def _parts(shape: Shape, inches: float, board: Board, shut: tuple[Area, ...]) -> Pieces:
    pieces = ring_pieces(shape, inches, board)
    edges = [edge for area in shut for ring in areas.rings(area, 0.01) for edge in _edges(ring)]
    if not edges:
        return tuple((piece, False) for piece in pieces)
    parts: list[tuple[Line, bool]] = []
    for piece in pieces:
        hidden = [_behind(shape, between, edges) for between in map(_middle, pairwise(piece))]
        start = 0
        for place in range(1, len(hidden) + 1):
            if place == len(hidden) or hidden[place] != hidden[start]:
                parts.append((piece[start : place + 1], hidden[start]))
                start = place
    return tuple(parts)


def _edges(ring: tuple[Sequence[Point], Sequence[Sequence[Point]]]) -> list[Edge]:
    outer, holes = ring
    return [edge for line in (outer, *holes) for edge in pairwise((*line, line[0]))]


def _middle(ends: Edge) -> Point:
    (x0, y0), (x1, y1) = ends
    return ((x0 + x1) / 2, (y0 + y1) / 2)


def _behind(shape: Shape, at: Point, edges: Sequence[Edge]) -> bool:
    near = measure.point_gap(shape, at).here
    return any(_cross(near, at, one, two) for one, two in edges)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines cross, each the other's inside; those that only touch do not."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
