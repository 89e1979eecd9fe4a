"""Straight stretches of a way: everything that leaves one round and touches another.

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
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from battlefield.geometry.curves import TURN
from battlefield.geometry.shapes import Oval
from battlefield.geometry.way_ground import Floats, Round

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]
Number = TypeVar("Number", float, Floats)
"""A number, or many at once."""

CONE = 1e-10
"""Radians by which a normal may lie outside a corner's own and still be taken."""
TOUCH = 4e-9
"""Inches by which rounds may lie in each other and still count as touching."""


class Row(NamedTuple):
    """What leaves one round in one turn: an entry a stretch, all arrays alike long.

    `leave` is the angle of the outward normal where it leaves, (x0, y0) that place, `size` its length, `to` the round
    that it touches with `turn` there and `meet`, the angle of its normal there; (x1, y1) is its end.
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

    def only(self, which: Whole) -> Row:
        """Some of the stretches."""
        leave, meet, size, to, turn, x0, y0, x1, y1 = self
        places = (x0[which], y0[which], x1[which], y1[which])
        return Row(leave[which], meet[which], size[which], to[which], turn[which], *places)


class Lines(NamedTuple):
    """Lines that touch a round: their unit directions, their lengths, the columns they lead to and the turns there."""

    ux: Floats
    uy: Floats
    size: Floats
    k: Whole
    turn: Whole


class Columns:
    """All rounds as columns; `qxx`, `qxy`, `qyy` are the squares of the half widths of the ovals, `rxx` … of `more`."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.rounds = list(rounds)
        columns = _column([one[:5] for one in rounds]).reshape(-1, 5).T
        self.x, self.y, self.radius, self.first, self.sweep = (np.ascontiguousarray(each) for each in columns)
        self.qxx, self.qxy, self.qyy = _column([square_form(one.oval) for one in rounds]).reshape(-1, 3).T
        self.rxx, self.rxy, self.ryy = _column([square_form(one.more) for one in rounds]).reshape(-1, 3).T
        self.is_oval: Flags = np.array([one.oval is not None for one in rounds], dtype=np.bool_)
        self.ovals = bool(self.is_oval.any())
        self.sides: Floats = np.array([[1.0], [-1.0]]) * self.radius
        last = self.first + self.sweep
        # a cone of half a turn or more is left to the exact test
        narrow = np.where(self.sweep < 3.0, 1.0, 0.0)
        self._first_x, self._first_y = np.cos(self.first) * narrow, np.sin(self.first) * narrow
        self._last_x, self._last_y = np.cos(last) * narrow, np.sin(last) * narrow

    def row(self, one: Round, turn: int) -> Row:
        """Everything that leaves a round in a turn."""
        if one.oval is None:
            lines = self._circle_lines(one, turn)
            if self.ovals:
                lines = _joined(lines, self._oval_lines(one, turn, self.is_oval))
        else:
            lines = self._oval_lines(one, turn, np.ones(len(self.x), dtype=np.bool_))
        ux, uy, size, k, there = lines
        leave, meet = np.arctan2(-turn * ux, turn * uy), np.arctan2(-there * ux, there * uy)
        keep = (_in_cone(leave, one.first, one.sweep) & _in_cone(meet, self.first[k], self.sweep[k])).nonzero()[0]
        ux, uy, size, k, there = ux[keep], uy[keep], size[keep], k[keep], there[keep]
        x0, y0 = touching_points(one, turn, ux, uy, np.sqrt)
        return Row(leave[keep], meet[keep], size, k, there, x0, y0, x0 + size * ux, y0 + size * uy)

    def _circle_lines(self, one: Round, turn: int) -> Lines:
        """The lines from a circle to all circles, without most of those that lie outside a cone."""
        dx, dy = self.x - one.x, self.y - one.y
        square = dx * dx + dy * dy
        sides = self.sides - turn * one.radius
        room = square - sides * sides
        usable = (room > -TOUCH * (1.0 + np.abs(sides))) & (square > 1e-18)
        if self.ovals:
            usable &= ~self.is_oval
        which, k = usable.nonzero()
        dx, dy, side = dx[k], dy[k], sides[which, k]
        size = np.sqrt(np.maximum(room[which, k], 0.0))
        ux, uy = size * dx + side * dy, size * dy - side * dx
        there = 1 - 2 * which
        slack = CONE * (-1.0 - np.abs(ux) - np.abs(uy))
        keep = there * (self._first_x[k] * ux + self._first_y[k] * uy) <= -slack
        keep &= there * (self._last_x[k] * ux + self._last_y[k] * uy) >= slack
        if one.sweep < 3.0:
            keep &= turn * (math.cos(one.first) * ux + math.sin(one.first) * uy) <= -slack
            keep &= turn * (math.cos(one.first + one.sweep) * ux + math.sin(one.first + one.sweep) * uy) >= slack
        kept = keep.nonzero()[0]
        ux, uy = ux[kept], uy[kept]
        scale = 1.0 / np.sqrt(ux * ux + uy * uy)
        return Lines(ux * scale, uy * scale, size[kept], k[kept], there[kept])

    def _oval_lines(self, one: Round, turn: int, which: Flags) -> Lines:
        from battlefield.geometry.oval_tangents import oval_lines

        return oval_lines(self, one, turn, which)


def square_form(oval: Oval | None) -> tuple[float, float, float]:
    """The form q with which the half width of an oval along n is sqrt(n q n); 0 for none."""
    if oval is None:
        return (0.0, 0.0, 0.0)
    x, y, a2, b2 = oval.ux, oval.uy, oval.a**2, oval.b**2
    return (a2 * x * x + b2 * y * y, (a2 - b2) * x * y, a2 * y * y + b2 * x * x)


def touching_points(
    one: Round, turn: int, ux: Number, uy: Number, sqrt: Callable[[Number], Number]
) -> tuple[Number, Number]:
    """Where lines along unit directions touch a round that they have on their side `turn`; one line, or many at once.

    `sqrt` is the root of a number, or of many at once.
    """
    x, y = one.x + turn * one.radius * uy, one.y - turn * one.radius * ux
    for oval in (one.oval, one.more):
        if oval:
            qxx, qxy, qyy = square_form(oval)
            px, py = qxy * ux - qxx * uy, qyy * ux - qxy * uy
            half = sqrt(py * ux - px * uy)
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
