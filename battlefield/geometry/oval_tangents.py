"""Lines that touch two rounds of which one at least is the parallel curve of an oval.

Apart, they have one line for each pair of turns and Newton finds it; where they may lie in each other, or Newton does
not settle, F is looked at all round and each of its falls through 0 bracketed (see `tangents`).
Source rule: move.swept.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from battlefield.geometry.curves import TURN
from battlefield.geometry.roots import root
from battlefield.geometry.tangents import TOUCH, Columns, Flags, Lines, Whole, square_form
from battlefield.geometry.way_ground import Floats, Round

_STEPS = 12
_LOOKS = 96


Form = tuple[float, float, float]
Forms = tuple[Floats, Floats, Floats]
"""What gives the half width of an oval along a normal (`tangents.square_form`), one or many."""


class _Pair(NamedTuple):
    """F for pairs of rounds: from centre to centre, the radii with their turns, the forms of their ovals."""

    dx: Floats
    dy: Floats
    side: Floats
    turn: int
    here: tuple[Form, ...]
    there: Floats
    forms: tuple[Forms, ...]

    def fall(self, ux: Floats, uy: Floats) -> tuple[Floats, Floats]:
        """F and the length of the stretch, which is how fast F falls as u turns counter-clockwise."""
        nx, ny = -uy, ux
        f = self.dx * nx + self.dy * ny - self.side
        size = self.dx * ux + self.dy * uy
        turned = [(-self.turn, form) for form in self.here] + [(self.there, form) for form in self.forms]
        for turn, (xx, xy, yy) in turned:
            px, py = xx * nx + xy * ny, xy * nx + yy * ny
            half = np.sqrt(px * nx + py * ny)
            f = f - turn * half
            size = size - turn * (px * ux + py * uy) / np.where(half > 0.0, half, 1.0)
        return f, size

    def only(self, which: Flags | Whole) -> _Pair:
        """Some of the pairs."""
        return self._replace(
            dx=self.dx[which],
            dy=self.dy[which],
            side=self.side[which],
            there=self.there[which],
            forms=tuple((xx[which], xy[which], yy[which]) for xx, xy, yy in self.forms),
        )


def oval_lines(columns: Columns, one: Round, turn: int, which: Flags) -> Lines:
    """The lines from a round in a turn to the rounds chosen, for both turns there."""
    chosen = which.nonzero()[0]
    k = np.concatenate((chosen, chosen))
    there = np.concatenate((np.ones(len(chosen), dtype=np.int64), np.full(len(chosen), -1, dtype=np.int64)))
    dx, dy = columns.x[k] - one.x, columns.y[k] - one.y
    side = there * columns.radius[k] - turn * one.radius
    both = ((columns.qxx[k], columns.qxy[k], columns.qyy[k]), (columns.rxx[k], columns.rxy[k], columns.ryy[k]))
    forms = tuple(each for each in both if each[0].any())
    here = tuple(square_form(oval) for oval in (one.oval, one.more) if oval)
    pairs = _Pair(dx, dy, side, turn, here, there.astype(np.float64), forms)
    half = sum((np.sqrt(np.maximum(xx + yy, 0.0)) for xx, _, yy in forms), np.zeros(len(k)))
    away = np.hypot(dx, dy)
    ux, uy, size, settled = _newton(pairs, away > one.breadth + half + columns.radius[k])
    found = [(ux[settled], uy[settled], size[settled], k[settled], there[settled])]
    hard = (~settled & (away > 1e-9)).nonzero()[0]
    found += [
        (np.array([math.cos(at)]), np.array([math.sin(at)]), np.array([long]), k[i : i + 1], there[i : i + 1])
        for i in hard.tolist()
        for at, long in _all_round(pairs.only(np.array([i])))
    ]
    return Lines(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _newton(pairs: _Pair, apart: Flags) -> tuple[Floats, Floats, Floats, Flags]:
    """Directions and lengths of the lines of pairs that lie apart, and for which of them they are right."""
    away = np.hypot(pairs.dx, pairs.dy)
    away = np.where(away > 0.0, away, 1.0)
    dx, dy = pairs.dx / away, pairs.dy / away
    ux, uy = dx, dy
    with np.errstate(all="ignore"):
        for _ in range(3):  # with the half widths as they are along n, the lines of two circles
            f, _ = pairs.fall(ux, uy)
            sine = np.clip((pairs.dy * ux - pairs.dx * uy - f) / away, -1.0, 1.0)
            cosine = np.sqrt(1.0 - sine * sine)
            ux, uy = cosine * dx + sine * dy, cosine * dy - sine * dx
        for _ in range(_STEPS):
            f, size = pairs.fall(ux, uy)
            turned = np.clip(f / np.where(np.abs(size) > 1e-9, size, 1e-9), -0.5, 0.5)
            scale = 1.0 / np.sqrt(1.0 + turned * turned)
            ux, uy = (ux - turned * uy) * scale, (uy + turned * ux) * scale
            if np.abs(turned[apart]).max(initial=0.0) < 1e-15:
                break
        f, size = pairs.fall(ux, uy)
    return ux, uy, size, apart & (np.abs(f) < 1e-13 * (10.0 + away)) & (size > 1e-3)


def _all_round(pair: _Pair) -> list[tuple[float, float]]:
    """The angle of u and the length at every fall of F through 0, and where F only touches it."""

    def height(angle: float) -> float:
        return float(pair.fall(np.array([math.cos(angle)]), np.array([math.sin(angle)]))[0][0])

    def long(angle: float) -> float:
        return float(pair.fall(np.array([math.cos(angle)]), np.array([math.sin(angle)]))[1][0])

    angles = np.arange(_LOOKS) * (TURN / _LOOKS)
    f, size = pair.fall(np.cos(angles), np.sin(angles))
    found = []
    for i in range(_LOOKS):
        j = (i + 1) % _LOOKS
        low, high = float(angles[i]), float(angles[i]) + TURN / _LOOKS
        if f[i] > 0.0 >= f[j]:
            at = root(height, low, high)
            found.append((at, max(long(at), 0.0)))
        elif size[i] < 0.0 <= size[j] and f[i] <= 0.0 and f[j] <= 0.0:  # a top between two looks
            top = root(long, low, high)
            if height(top) > 0.0:
                at = root(height, top, high)
                found.append((at, max(long(at), 0.0)))
            elif height(top) > -TOUCH:
                found.append((top, 0.0))
        elif size[i] > 0.0 >= size[j] and f[i] > 0.0 and f[j] > 0.0:  # a bottom
            bottom = root(long, low, high)
            if height(bottom) < 0.0:
                at = root(height, low, bottom)
                found.append((at, max(long(at), 0.0)))
            elif height(bottom) < TOUCH:
                found.append((bottom, 0.0))
    return found
