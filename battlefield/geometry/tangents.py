"""Straight stretches of a way: everything that leaves one round and touches another, or ends at a goal.

A way runs round a round with it on its left (turn 1) or on its right (turn -1). With the unit direction u, its left
normal n and w the half width of a round along n, a line touches the round about c on that side when its offset is
c . n - turn w(n); from one round to another that lies apart there is one line for each pair of turns, and it is where
F = D . n - turn w + turn' w' falls through 0, D being from centre to centre. For circles that is closed form; with
ovals Newton (F' is minus the length of the stretch), and where two lie in each other every root is bracketed. What lies
outside the normals of a corner is dropped before anything is measured.
Source rule: move.swept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from battlefield.geometry.curves import TURN
from battlefield.geometry.way_ground import Floats, Round

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]

CONE = 1e-10
"""Radians by which a normal may lie outside a corner's own and still be taken."""
FINAL = -1
"""The number that stands for the goal in place of a round."""
TOUCH = 4e-9
"""Inches by which rounds may lie in each other and still count as touching."""


class Final(NamedTuple):
    """A point towards which a way may end: `short` inches before it (0: at it; negative: beyond it)."""

    x: float
    y: float
    short: float


class Stub(NamedTuple):
    """A last stretch that meets a straight or an oval edge of the goal squarely: direction, length from the round."""

    ux: float
    uy: float
    size: float


class Row(NamedTuple):
    """What leaves one round in one turn: an entry a stretch, all arrays alike long.

    `leave` is the angle of the outward normal where it leaves, (x0, y0) that place, `size` its length, `to` the round
    that it touches (or FINAL) with `turn` there and `meet`, the angle of its normal there; (x1, y1) is its end.
    """

    leave: Floats
    meet: Floats
    size: Floats
    to: Whole
    turn: Whole
    x0: Floats
    y0: Floats
    x1: Floats
    y1: Floats


class Lines(NamedTuple):
    """Lines that touch a round: their unit directions, their lengths, the columns they lead to and the turns there."""

    ux: Floats
    uy: Floats
    size: Floats
    k: Whole
    turn: Whole


class Columns:
    """All rounds and the points of the goal as columns; `qxx`, `qxy`, `qyy` are the squares of the half widths."""

    def __init__(self, rounds: Sequence[Round], finals: Sequence[Final]) -> None:
        self.rounds = list(rounds)
        count, more = len(rounds), len(finals)
        self.x = _column([one.x for one in rounds] + [one.x for one in finals])
        self.y = _column([one.y for one in rounds] + [one.y for one in finals])
        self.radius = _column([one.radius for one in rounds] + [0.0] * more)
        self.short = _column([0.0] * count + [one.short for one in finals])
        self.first = _column([one.first for one in rounds] + [0.0] * more)
        self.sweep = _column([one.sweep for one in rounds] + [TURN] * more)
        self.to: Whole = np.array([*range(count)] + [FINAL] * more, dtype=np.int64)
        self.turns: Whole = np.ones((2, count + more), dtype=np.int64)
        self.turns[1] = -1
        self.usable: Flags = np.ones((2, count + more), dtype=np.bool_)
        self.usable[1, count:] = False
        forms = [square_form(one) for one in rounds] + [(0.0, 0.0, 0.0)] * more
        self.qxx, self.qxy, self.qyy = _column(forms).reshape(-1, 3).T
        self.is_oval: Flags = np.array([one.oval is not None for one in rounds] + [False] * more, dtype=np.bool_)
        self.has_ovals = bool(self.is_oval.any())

    def row(self, one: Round, turn: int, stubs: Sequence[Stub]) -> Row:
        """Everything that leaves a round in a turn."""
        if one.oval:
            from battlefield.geometry.oval_tangents import oval_lines

            lines = oval_lines(self, one, turn, np.ones(len(self.x), dtype=np.bool_))
        else:
            lines = self._circle_lines(one, turn)
            if self.has_ovals:
                from battlefield.geometry.oval_tangents import oval_lines

                lines = _joined(lines, oval_lines(self, one, turn, self.is_oval))
        return self._row(one, turn, lines, stubs)

    def _circle_lines(self, one: Round, turn: int) -> Lines:
        dx, dy = self.x - one.x, self.y - one.y
        square = dx * dx + dy * dy
        side = self.turns * self.radius - turn * one.radius
        room = square - side * side
        usable = self.usable & (room > -TOUCH * (1.0 + np.abs(side))) & (square > 1e-18)
        if self.has_ovals:
            usable &= ~self.is_oval
        which, k = usable.nonzero()
        dx, dy, side = dx[k], dy[k], side[which, k]
        size = np.sqrt(np.maximum(room[which, k], 0.0))
        ux, uy = size * dx + side * dy, size * dy - side * dx
        scale = 1.0 / np.sqrt(ux * ux + uy * uy)
        return Lines(ux * scale, uy * scale, size, k, self.turns[which, k])

    def _row(self, one: Round, turn: int, lines: Lines, stubs: Sequence[Stub]) -> Row:
        """The lines and the stubs within the cones at both ends, as a row."""
        ux, uy, k = lines.ux, lines.uy, lines.k
        leave = np.arctan2(-turn * ux, turn * uy)
        meet = np.arctan2(-lines.turn * ux, lines.turn * uy)
        size = lines.size - self.short[k]
        keep = _in_cone(leave, one.first, one.sweep) & _in_cone(meet, self.first[k], self.sweep[k]) & (size > -1e-9)
        ux, uy, size, leave, meet = ux[keep], uy[keep], size[keep], leave[keep], meet[keep]
        to, there = self.to[k[keep]], lines.turn[keep]
        ends = [stub for stub in stubs if _fits(stub, one, turn)]
        if ends:
            more = _column([*zip(*ends, strict=True)])
            angles = np.arctan2(-turn * more[0], turn * more[1])
            ux, uy, size = (np.concatenate(pair) for pair in zip((ux, uy, size), more, strict=True))
            leave, meet = np.concatenate((leave, angles)), np.concatenate((meet, angles))
            to = np.concatenate((to, np.full(len(ends), FINAL, dtype=np.int64)))
            there = np.concatenate((there, np.ones(len(ends), dtype=np.int64)))
        size = np.maximum(size, 0.0)
        x0, y0 = touching_points(one, turn, ux, uy)
        return Row(leave, meet, size, to, there, x0, y0, x0 + size * ux, y0 + size * uy)


def square_form(one: Round) -> tuple[float, float, float]:
    """The form q with which the half width of an oval along n is sqrt(n q n); 0 for a circle."""
    if one.oval is None:
        return (0.0, 0.0, 0.0)
    x, y, a2, b2 = one.oval.ux, one.oval.uy, one.oval.a**2, one.oval.b**2
    return (a2 * x * x + b2 * y * y, (a2 - b2) * x * y, a2 * y * y + b2 * x * x)


def touching_points(one: Round, turn: int, ux: Floats, uy: Floats) -> tuple[Floats, Floats]:
    """Where lines along unit directions touch a round that they have on their side `turn`."""
    x, y = one.x + turn * one.radius * uy, one.y - turn * one.radius * ux
    if one.oval:
        qxx, qxy, qyy = square_form(one)
        px, py = qxy * ux - qxx * uy, qyy * ux - qxy * uy
        half = np.sqrt(py * ux - px * uy)
        x, y = x - turn * px / half, y - turn * py / half
    return x, y


def _column(values: Sequence[float] | Sequence[Sequence[float]]) -> Floats:
    return np.array(values, dtype=np.float64)


def _joined(one: Lines, two: Lines) -> Lines:
    return Lines(*(np.concatenate(pair) for pair in zip(one, two, strict=True)))


def _in_cone(angle: Floats, first: Floats | float, sweep: Floats | float) -> Flags:
    off = np.mod(angle - first, TURN)
    found: Flags = (off <= sweep + CONE) | (off >= TURN - CONE)
    return found


def _fits(stub: Stub, one: Round, turn: int) -> bool:
    off = (math.atan2(-turn * stub.ux, turn * stub.uy) - one.first) % TURN
    return stub.size > -1e-9 and (off <= one.sweep + CONE or off >= TURN - CONE)
