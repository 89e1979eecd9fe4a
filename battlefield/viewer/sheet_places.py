"""Places as an event pack gives them: inches from the two nearest edges of the battlefield, area by area. Pure text."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from battlefield.geometry import areas
from battlefield.geometry.area_tree import Area, CircleArea, MinusArea, PolygonArea, UnionArea, leaves
from battlefield.geometry.shapes import Point
from battlefield.state import Board

STRAIGHT = 1e-7
"""Inches by which a corner may lie off the line between its neighbours and is no corner."""
FINE = 1e-6


class Spot(NamedTuple):
    """A place with what it is called on the map, and in words of its own where it is no corner."""

    at: Point
    called: str
    words: str = ""


class Part(NamedTuple):
    """Corners of one ring, or a disc's middle: `what` says which, when there is something to say."""

    what: str
    spots: tuple[Spot, ...]


def from_edges(board: Board, at: Point) -> tuple[str, str]:
    """A place by the nearer one of west and east, and of south and north: inches and the edge's letter.

    >>> from_edges(Board(60, 44), (34, 12.5))
    ('26 E', '12.5 S')
    """
    x, y = at
    across = (x, "W") if x <= board.width / 2 + FINE else (board.width - x, "E")
    up = (y, "S") if y <= board.height / 2 + FINE else (board.height - y, "N")
    return f"{_inches(across[0])} {across[1]}", f"{_inches(up[0])} {up[1]}"


def parts_of(area: Area) -> list[Part]:
    """Everything that a tape needs to lay an area out. Corners are numbered through, counter-clockwise in each ring."""
    number = iter(range(1, 10_000))
    return list(_parts(area, number, ""))


def _parts(area: Area, number: Iterator[int], what: str) -> Iterator[Part]:
    if isinstance(area, PolygonArea):
        yield Part(what, _numbered(area.ring, number))
        for hole in area.holes:
            yield Part("hole", _numbered(hole, number))
    elif all(isinstance(each, PolygonArea) for each in leaves(area)) and not isinstance(area, MinusArea):
        for outer, holes in areas.rings(area, STRAIGHT):
            yield Part(what, _numbered(outer, number))
            for hole in holes:
                yield Part("hole", _numbered(hole, number))
    elif isinstance(area, CircleArea):
        middle = Spot((area.x, area.y), str(next(number)), f"middle, radius {_inches(area.radius)}")
        yield Part(what, (middle,))
    elif isinstance(area, UnionArea):
        for part in area.parts:
            yield from _parts(part, number, what)
    elif isinstance(area, MinusArea):
        yield from _parts(area.whole, number, what)
        yield from _parts(area.taken, number, "cut out")


def _numbered(ring: tuple[Point, ...] | list[Point], number: Iterator[int]) -> tuple[Spot, ...]:
    return tuple(Spot(each, str(next(number))) for each in _corners(list(ring)))


def _corners(ring: list[Point]) -> list[Point]:
    """The corners of a ring without those at which it goes straight on."""
    if len(ring) > 1 and ring[0] == ring[-1]:
        ring = ring[:-1]
    kept = []
    for (ax, ay), (bx, by), (cx, cy) in zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True):
        long = hypot(cx - ax, cy - ay) or 1.0
        if abs((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / long > STRAIGHT:
            kept.append((bx, by))
    return kept or ring


def _inches(value: float) -> str:
    """Inches to a hundredth, as fine as a tape can be read."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
