"""The distance round Walls: the shortest way of a tape from the closest part of one thing to that of another.

A taut tape runs straight, bends at corners of Walls and hugs their arcs; it leaves a footprint squarely, or from a
corner of it, or along the Wall that the footprint stands against. Searched by A*, each stretch tested for clearance
only when it comes first, so that the length is exact and most stretches are never looked at.
Source rules: measure.distance, measure.horizontal; ruling A15.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import NamedTuple

from battlefield.geometry.areas import Area
from battlefield.geometry.bodies import Obstacle
from battlefield.geometry.boundary import interior, outline
from battlefield.geometry.curves import (
    HAIR,
    TURN,
    Arc,
    Piece,
    Segment,
    box_gap,
    box_of,
    cut,
    ends,
    heading_at,
    length,
    meeting_points,
    point_at,
)
from battlefield.geometry.shapes import Point
from battlefield.geometry.wall_ends import End, Leg, straight_gap
from battlefield.geometry.wall_ground import Line, Walls, turned_round
from battlefield.geometry.way_ground import Round

ERROR = 1e-9


class WallWay(NamedTuple):
    """A shortest way: its length (infinite, and nothing else, when there is none), its ends and its pieces in order."""

    length: float
    here: Point | None = None
    there: Point | None = None
    pieces: tuple[Piece, ...] = ()
    error: float = ERROR

    @property
    def corners(self) -> tuple[Point, ...]:
        """Where it bends; of an arc that it hugs the first and the last point."""
        found = [piece for k, piece in enumerate(self.pieces) if k == 0 or not _goes_on(self.pieces[k - 1], piece)]
        bends = [ends(piece)[0] for piece in found[1:]]
        return tuple(at for k, at in enumerate(bends) if k == 0 or math.dist(at, bends[k - 1]) > HAIR)


def way_round(a: Obstacle, b: Obstacle, walls: Walls) -> WallWay:
    """The shortest way between two footprints or areas through no Wall and on the board.

    An area comes second where the other is a footprint. Straight where the straight gap is clear.
    A thing that lies in a Wall is measured from what sticks out of it.
    """
    straight = straight_gap(a, b)
    if straight.high < math.inf and walls.clear(straight.here, straight.there):
        pieces = (Segment(*straight.here, *straight.there),) if straight.high > 0.0 else ()
        return WallWay(straight.high, straight.here, straight.there, pieces, straight.high - straight.low)
    here, there = End(a, walls), End(b, walls)
    if straight.high == 0.0:
        for at in here.meeting_points(there):
            if here.gap_to(*at) <= HAIR and there.gap_to(*at) <= HAIR and walls.free(*at):
                return WallWay(0.0, at, at)
    return _Search(here, there, walls).shortest()


def runs_through(pieces: Sequence[Piece], area: Area) -> bool:
    """Whether a way runs inside an area; along its edge is not inside.

    >>> from battlefield.geometry.areas import rect_area
    >>> way = [Segment(0, 0, 9, 0)]
    >>> runs_through(way, rect_area(4, -1, 1, 2)), runs_through(way, rect_area(4, 0, 1, 2))
    (True, False)
    """
    edges = outline(area)
    for piece in pieces:
        if box_gap(box_of(piece), edges.box) <= HAIR:
            marks = [at for edge in edges.boundary for at in meeting_points(piece, edge)]
            if any(interior(area, point_at(part, 0.5)) for part in cut(piece, marks)):
                return True
    return False


def _goes_on(one: Piece, other: Piece) -> bool:
    """Whether two straight pieces are one line."""
    if isinstance(one, Arc) or isinstance(other, Arc):
        return False
    (ax, ay), (bx, by) = heading_at(one, one.x0, one.y0), heading_at(other, other.x0, other.y0)
    return abs(ax * by - ay * bx) <= HAIR


class _Node(NamedTuple):
    """A round that the way has come upon: its number (negative: where it begins), the side, the normal there."""

    number: int
    turn: int
    meet: float


class _Came(NamedTuple):
    """A straight stretch, over which node it came (None: it begins the way) and the normal at which it left that."""

    before: _Node | None
    leave: float
    start: Point
    end: Point


class _Search:
    """One search; the straight distance still left is never too long, so the first way to arrive is the shortest."""

    def __init__(self, here: End, there: End, walls: Walls) -> None:
        self.here, self.there, self.walls = here, there, walls
        self._starts = [Round(*at, 0.0, 0.0, TURN, 0) for at in here.touches]
        self._came: dict[_Node, _Came] = {}
        self._rest: dict[int, float] = {}
        self._heap: list[tuple[float, int, float, _Node | None, _Came]] = []
        self._count = 0

    def shortest(self) -> WallWay:
        self._begin()
        while self._heap:
            _, _, gone, node, came = heapq.heappop(self._heap)
            if node is not None and node in self._came:
                continue
            if not self.walls.clear(came.start, came.end):
                continue
            if node is None:
                return self._way(gone, came)
            self._came[node] = came
            self._go_on(node, gone)
        return WallWay(math.inf, error=0.0)

    def _begin(self) -> None:
        for size, start, end in self.here.straight_to(self.there):
            self._push(size, None, _Came(None, 0.0, start, end))
        for k, one in enumerate(self._starts):
            at = (one.x, one.y)
            self._push(0.0, _Node(-1 - k, 1, 0.0), _Came(None, 0.0, at, at))
        for number, one in enumerate(self.walls.rounds):
            for turn in (1, -1) if one.radius else (1,):
                for leg in self.here.legs(one, -turn):
                    node = _Node(number, turn, leg.normal)
                    if one.radius == 0.0 or turned_round(one, leg.normal, leg.normal, turn) is not None:
                        self._push(leg.size, node, _Came(None, 0.0, leg.end, leg.at))

    def _go_on(self, node: _Node, gone: float) -> None:
        """Everything that leaves a round which the way has reached, the last stretches among it."""
        one = self._round(node.number)
        lines = self.walls.lines(node.number, node.turn) if node.number >= 0 else self.walls.lines_from(one, 1)
        for line in lines:
            so_far = self._gone_round(one, node, line.leave, gone)
            if so_far is not None:
                self._arrive(node, line, so_far + line.size)
        for leg in self.there.legs(one, node.turn):
            so_far = self._gone_round(one, node, leg.normal, gone)
            if so_far is not None:
                self._push(so_far + leg.size, None, self._last(node, leg))

    def _arrive(self, node: _Node, line: Line, gone: float) -> None:
        meet = line.meet if self.walls.rounds[line.to].radius else 0.0
        onto = _Node(line.to, line.turn, round(meet, 10))
        if onto not in self._came:
            self._push(gone, onto, _Came(node, line.leave, line.start, line.end))

    def _last(self, node: _Node, leg: Leg) -> _Came:
        return _Came(node, leg.normal, leg.at, leg.end)

    def _gone_round(self, one: Round, node: _Node, leave: float, gone: float) -> float | None:
        if one.radius == 0.0:
            return gone
        turned = turned_round(one, node.meet, leave, node.turn)
        return None if turned is None else gone + one.radius * turned

    def _round(self, number: int) -> Round:
        return self.walls.rounds[number] if number >= 0 else self._starts[-1 - number]

    def _push(self, gone: float, node: _Node | None, came: _Came) -> None:
        self._count += 1
        heapq.heappush(self._heap, (gone + self._left(node), self._count, gone, node, came))

    def _left(self, node: _Node | None) -> float:
        """At least how far it still is from a round."""
        if node is None:
            return 0.0
        found = self._rest.get(node.number)
        if found is None:
            one = self._round(node.number)
            found = self._rest[node.number] = max(self.there.gap_to(one.x, one.y) - one.radius, 0.0)
        return found

    def _way(self, gone: float, came: _Came) -> WallWay:
        pieces: list[Piece] = []
        there, at = came.end, came
        while True:
            if math.dist(at.start, at.end) > HAIR:
                pieces.append(Segment(*at.start, *at.end))
            if at.before is None:
                break
            one, node = self._round(at.before.number), at.before
            turned = turned_round(one, node.meet, at.leave, node.turn) if one.radius else 0.0
            if turned and one.radius * turned > HAIR:
                pieces.append(Arc(one.x, one.y, one.radius, node.meet, node.turn * turned))
            at = self._came[node]
        pieces.reverse()
        assert math.isclose(sum(map(length, pieces)), gone, abs_tol=1e-7)
        return WallWay(gone, at.start, there, tuple(pieces))
