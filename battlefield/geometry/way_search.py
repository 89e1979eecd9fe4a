"""The search for the shortest way: A* over straight stretches, each tested for clearance only when it comes first.

What leaves a round in a turn is worked out when a way first reaches it. The distance that is left in a
straight line is never too long, so the first way that reaches the goal is the shortest.
Source rules: move.charge_distance, artifact.claim.
"""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

import numpy as np

from battlefield.geometry.curves import TURN
from battlefield.geometry.oval_arcs import along, perimeter
from battlefield.geometry.round_free import ANGLE, Stretch, free_stretches
from battlefield.geometry.shapes import Point
from battlefield.geometry.tangents import FINAL, Columns, Row, Whole
from battlefield.geometry.way_goals import Aim
from battlefield.geometry.way_ground import Floats, Ground, Round

SAME = 1e-12
"""A way must be this much shorter (inches) to count as another."""


class Step(NamedTuple):
    """A straight stretch of a way, and the round on which it ends (None: the goal) in which turn.

    `leave` and `meet` are the angles of the outward normals of the rounds at its ends.
    """

    start: Point
    end: Point
    leave: float
    meet: float
    onto: Round | None
    turn: int


class _Node:
    """A round in a turn: what leaves it, the least length at which each of them begins, and over what that came."""

    __slots__ = ("best", "from_", "places", "rest", "row", "state")

    def __init__(self, row: Row, rest: Floats, places: Floats) -> None:
        self.row, self.rest, self.places = row, rest, places
        self.best = np.full(len(row.size), math.inf)
        self.from_: list[tuple[_Node, int] | None] = [None] * len(row.size)
        self.state = bytearray(len(row.size))


class Search:
    """One search from a centre to an aim; `most` bounds the length of the way."""

    def __init__(self, start: Point, ground: Ground, aim: Aim, most: float) -> None:
        self.start, self.ground, self.aim, self.most = start, ground, aim, most
        self.columns = Columns(ground.rounds, aim.finals)
        self._nodes: dict[tuple[int, int], _Node] = {}
        self._free: dict[int, list[Stretch]] = {}
        self._heap: list[tuple[float, int, float, _Node, int]] = []
        self._count = 0

    def shortest(self) -> tuple[float, list[Step]] | None:
        """The length of the shortest way and its stretches; None when there is none that is short enough."""
        first = self._first()
        self._push(first, np.arange(len(first.row.size)), np.zeros(len(first.row.size)), None)
        while self._heap:
            _, _, gone, node, k = heapq.heappop(self._heap)
            if gone > node.best[k] + SAME or not self._is_open(node, k):
                continue
            to = int(node.row.to[k])
            if to == FINAL:
                return gone + float(node.row.size[k]), _steps(node, k, self.columns)
            self._arrive(node, k, gone + float(node.row.size[k]), to)
        return None

    def _first(self) -> _Node:
        x, y = self.start
        return self._made(Round(x, y, 0.0, 0.0, TURN, FINAL), 1)

    def _made(self, one: Round, turn: int) -> _Node:
        row = self.columns.row(one, turn, self.aim.stubs(one, turn))
        places = along(one.oval, one.radius, row.leave) if one.oval else one.radius * row.leave
        return _Node(row, self.aim.rest(row.x1, row.y1), places)

    def _is_open(self, node: _Node, k: int) -> bool:
        """Whether a stretch is clear and ends where it may; found out once."""
        if not node.state[k]:
            row = node.row
            x0, y0, x1, y1 = float(row.x0[k]), float(row.y0[k]), float(row.x1[k]), float(row.y1[k])
            to = int(row.to[k])
            if not self.ground.is_clear(x0, y0, x1, y1):
                is_open = False
            elif to == FINAL:
                is_open = self.aim.will_do(x1, y1) and self.ground.is_free(x1, y1)
            else:
                is_open = _stretch_at(self._stretches(to), float(row.meet[k])) is not None
            node.state[k] = 1 if is_open else 2
        return node.state[k] == 1

    def _arrive(self, node: _Node, k: int, gone: float, to: int) -> None:
        """A way has reached a round: go on round it to all that leaves it before it is blocked."""
        turn, meet = int(node.row.turn[k]), float(node.row.meet[k])
        at = _stretch_at(self._stretches(to), meet)
        assert at is not None
        (_, width), off = at
        run = width if width >= TURN else (width - off if turn > 0 else off)
        there = self._node(to, turn)
        turned = np.mod((there.row.leave - meet) * turn, TURN)
        turned[turned > TURN - ANGLE] = 0.0
        lengths = gone + _lengths(self.columns.rounds[to], meet, turn, turned, there.places)
        fit = ((turned <= run + ANGLE) & (lengths < there.best - SAME)).nonzero()[0]
        self._push(there, fit, lengths[fit], (node, k))

    def _push(self, node: _Node, which: Whole, lengths: Floats, came: tuple[_Node, int] | None) -> None:
        node.best[which] = lengths
        whole = lengths + node.row.size[which] + node.rest[which]
        for k, length, bound in zip(which.tolist(), lengths.tolist(), whole.tolist(), strict=True):
            if bound <= self.most:
                node.from_[k] = came
                self._count += 1
                heapq.heappush(self._heap, (bound, self._count, length, node, k))

    def _node(self, to: int, turn: int) -> _Node:
        found = self._nodes.get((to, turn))
        if found is None:
            found = self._nodes[to, turn] = self._made(self.columns.rounds[to], turn)
        return found

    def _stretches(self, to: int) -> list[Stretch]:
        found = self._free.get(to)
        if found is None:
            found = self._free[to] = free_stretches(self.columns.rounds[to], self.ground)
        return found


def _stretch_at(stretches: list[Stretch], angle: float) -> tuple[Stretch, float] | None:
    """The stretch on which a normal lies, and how far on."""
    for each in stretches:
        off = (angle - each[0]) % TURN
        if off <= each[1] + ANGLE:
            return each, min(off, each[1])
        if off >= TURN - ANGLE:
            return each, 0.0
    return None


def _lengths(one: Round, meet: float, turn: int, turned: Floats, places: Floats) -> Floats:
    """Inches round a round from a normal through so many radians to places along it."""
    if one.oval is None:
        return one.radius * turned
    begin = along(one.oval, one.radius, np.array([meet]))
    gone = np.mod((places - begin) * turn, perimeter(one.oval, one.radius))
    return np.where(turned > 0.0, gone, 0.0)


def _steps(node: _Node, k: int, columns: Columns) -> list[Step]:
    found: list[Step] = []
    at: tuple[_Node, int] | None = (node, k)
    while at is not None:
        node, k = at
        row = node.row
        to = int(row.to[k])
        found.append(
            Step(
                (float(row.x0[k]), float(row.y0[k])),
                (float(row.x1[k]), float(row.y1[k])),
                float(row.leave[k]),
                float(row.meet[k]),
                None if to == FINAL else columns.rounds[to],
                int(row.turn[k]),
            )
        )
        at = node.from_[k]
    found.reverse()
    return found
