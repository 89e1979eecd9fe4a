"""The search for the shortest way: A* over straight stretches, each tested for clearance only when it comes first.

What leaves a round in a turn is worked out when a way first reaches it. The distance that is left in a straight line is
never too long, so the first way that reaches the goal is the shortest.
Source rules: move.charge_distance, artifact.claim.
"""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

import numpy as np

from battlefield.geometry.curves import TURN
from battlefield.geometry.round_free import ANGLE
from battlefield.geometry.shapes import Point
from battlefield.geometry.tangents import CONE, Whole, touching_points
from battlefield.geometry.way_field import Field, Leaves
from battlefield.geometry.way_goals import Aim, Finish
from battlefield.geometry.way_ground import Floats, Round

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


Came = tuple["_Node", int] | None


class _Node:
    """A round in a turn in this search: the least length at which each stretch begins, and over what that came."""

    __slots__ = ("best", "came", "ends", "ends_best", "ends_came", "leaves", "rest")

    def __init__(self, leaves: Leaves, aim: Aim, finish: Finish) -> None:
        self.leaves = leaves
        self.rest = aim.rest(leaves.row.x1, leaves.row.y1) + leaves.row.size
        self.best = np.full(len(leaves.row.size), math.inf)
        self.came: list[Came] = [None] * len(leaves.row.size)
        self.ends = list(_ends(leaves, finish))
        self.ends_best = [math.inf] * len(self.ends)
        self.ends_came: list[Came] = [None] * len(self.ends)


def _ends(leaves: Leaves, finish: Finish) -> list[tuple[Step, float]]:
    """The stretches that may end at the goal, with their lengths."""
    one, turn = leaves.one, leaves.turn
    found = []
    for ux, uy, size in finish.ends(one, turn):
        angle = math.atan2(-turn * ux, turn * uy)
        off = (angle - one.first) % TURN
        if off <= one.sweep + CONE or off >= TURN - CONE:
            x, y = one.x + turn * one.radius * uy, one.y - turn * one.radius * ux
            if one.oval:
                x, y = touching_points(one, turn, ux, uy, math.sqrt)
            found.append((Step((x, y), (x + size * ux, y + size * uy), angle, angle, None, turn), size))
    return found


class Search:
    """One search over a field from a centre to an aim; `most` bounds the length of the way."""

    def __init__(self, start: Point, field: Field, aim: Aim, most: float) -> None:
        self.start, self.field, self.aim, self.most = start, field, aim, most
        self.finish = aim.finish(start, most)
        self._nodes: dict[tuple[int, int], _Node] = {}
        self._heap: list[tuple[float, int, float, _Node, int]] = []
        self._count = 0

    def shortest(self) -> tuple[float, list[Step]] | None:
        """The length of the shortest way and its stretches; None when there is none that is short enough."""
        first = _Node(self.field.leaves_of(Round(*self.start, 0.0, 0.0, TURN, 0)), self.aim, self.finish)
        everything = np.arange(len(first.best))
        self._push(first, everything, np.zeros(len(first.best)), None)
        for k in range(len(first.ends)):
            self._push_end(first, k, 0.0, None)
        while self._heap:
            bound, _, gone, node, k = heapq.heappop(self._heap)
            if k < 0:
                if gone <= node.ends_best[-1 - k] and self._may_end(node.ends[-1 - k][0]):
                    return bound, self._steps(node, k)
            elif gone <= node.best[k] and self.field.is_open(node.leaves, k):
                self._arrive(node, k, gone + float(node.leaves.row.size[k]))
        return None

    def _may_end(self, step: Step) -> bool:
        ground, (x0, y0), (x1, y1) = self.field.ground, step.start, step.end
        return ground.is_clear(x0, y0, x1, y1) and self.aim.will_do(x1, y1) and ground.is_free(x1, y1)

    def _arrive(self, node: _Node, k: int, gone: float) -> None:
        """A way has reached a round: go on round it to all that leaves it before it is blocked."""
        row = node.leaves.row
        to, turn, meet = int(row.to[k]), int(row.turn[k]), float(row.meet[k])
        run = self.field.run(to, turn, meet)
        assert run is not None
        there = self._nodes.get((to, turn))
        if there is None:
            there = self._nodes[to, turn] = _Node(self.field.leaves(to, turn), self.aim, self.finish)
        turned = np.mod((there.leaves.row.leave - meet) * turn, TURN)
        turned[turned > TURN - ANGLE] = 0.0
        lengths = gone + there.leaves.gone(meet, turned)
        fit = ((turned <= run + ANGLE) & (lengths < there.best - SAME)).nonzero()[0]
        self._push(there, fit, lengths[fit], (node, k))
        for number, (step, _) in enumerate(there.ends):
            angle = (step.leave - meet) * turn % TURN
            angle = 0.0 if angle > TURN - ANGLE else angle
            if angle <= run + ANGLE:
                more = float(there.leaves.gone_to(meet, step.leave, angle))
                self._push_end(there, number, gone + more, (node, k))

    def _push(self, node: _Node, which: Whole, lengths: Floats, came: Came) -> None:
        node.best[which] = lengths
        whole = lengths + node.rest[which]
        for k, length, bound in zip(which.tolist(), lengths.tolist(), whole.tolist(), strict=True):
            if bound <= self.most:
                node.came[k] = came
                self._count += 1
                heapq.heappush(self._heap, (bound, self._count, length, node, k))

    def _push_end(self, node: _Node, number: int, length: float, came: Came) -> None:
        bound = length + node.ends[number][1]
        if bound <= self.most and length < node.ends_best[number]:
            node.ends_best[number], node.ends_came[number] = length, came
            self._count += 1
            heapq.heappush(self._heap, (bound, self._count, length, node, -1 - number))

    def _steps(self, node: _Node, k: int) -> list[Step]:
        found = [node.ends[-1 - k][0]]
        at = node.ends_came[-1 - k]
        while at is not None:
            node, k = at
            row = node.leaves.row
            start, end = (float(row.x0[k]), float(row.y0[k])), (float(row.x1[k]), float(row.y1[k]))
            onto = self.field.columns.rounds[int(row.to[k])]
            found.append(Step(start, end, float(row.leave[k]), float(row.meet[k]), onto, int(row.turn[k])))
            at = node.came[k]
        found.reverse()
        return found
