"""Landings by a table over the direction: with footprint and ground fixed, the way down the line depends on it alone.

The circle of directions is cut into cells; in a cell where the walk makes the same decisions throughout and the way is
smooth it is a cubic, right to 1e-10 in. All other cells, about one in a hundred, are walked exactly.
Source rules: artifact.expulsion.distance, .unstable, .edge.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from battlefield.geometry.columns import Floats, Indices
from battlefield.geometry.course import Flags, Rulings
from battlefield.geometry.landings import CHUNK, Landings, Thrower

CELLS = 16_384
"""A multiple of four, so that no cell holds a direction along an axis, where the measure of directions has a bend."""
SAMPLES = 3
"""Samples a cell, with its first end and without its last."""
ROUGH = 2e-10
"""A fourth difference of samples above this, in inches, is no rounding: the cubic would miss by a twentieth of it."""


@dataclass(frozen=True, slots=True, eq=False)
class AngleTable:
    """The way along every line out of one thrower, as a cubic a cell.

    `cubics` has shape (4, cells), the highest power last; `ruling` is FREE, EDGE or NOWHERE of the cells, and `rough`
    names those that have no cubic.
    """

    thrower: Thrower
    cubics: Floats
    ruling: Rulings
    rough: Flags

    @classmethod
    def of(cls, thrower: Thrower, cells: int = CELLS) -> AngleTable:
        """Walk every sample line, fit the cubics, and find the cells that no cubic fits.

        Raises ValueError unless `cells` is a multiple of four, at least eight.
        """
        if cells < 8 or cells % 4:
            raise ValueError(f"a table of directions needs a multiple of four cells, not {cells}")
        count = SAMPLES * cells
        dx, dy = directions(np.linspace(-1.0, 3.0, count, endpoint=False))
        travelled, ruling, unsure, near = thrower.walk(dx, dy, circle=True)
        doubtful = unsure | near
        doubtful |= np.roll(doubtful, 1) | np.roll(doubtful, -1)
        places = np.arange(cells)[:, None] * SAMPLES + np.arange(SAMPLES + 1)
        at = places % count
        rough = doubtful[at].any(axis=1) | (ruling[at] != ruling[at[:, :1]]).any(axis=1)
        rough |= _is_rough(travelled, cells)
        return cls(thrower, _cubics(travelled[at]), ruling[at[:, 0]], rough)

    @property
    def exact_share(self) -> float:
        """The share of the cells that are walked exactly."""
        return float(self.rough.mean())

    def landings(self, dx: Floats, dy: Floats) -> Landings:
        """Where tokens land that are thrown along the unit vectors (dx, dy), shape (n,)."""
        count = len(dx)
        travelled, ruling = np.empty(count), np.empty(count, dtype=np.int8)
        rest: list[Indices] = []
        for first in range(0, count, CHUNK):
            part = slice(first, min(first + CHUNK, count))
            cell, share = self._cell(dx[part], dy[part])
            way = self.cubics[3].take(cell)
            for power in (2, 1, 0):
                way *= share
                way += self.cubics[power].take(cell)
            travelled[part] = way
            self.ruling.take(cell, out=ruling[part])
            rest.append(np.flatnonzero(self.rough.take(cell)) + first)
        exact = np.concatenate(rest) if rest else np.empty(0, dtype=np.intp)
        if len(exact):
            travelled[exact], ruling[exact] = self.thrower.exact(dx[exact], dy[exact])
        return self.thrower.landings(dx, dy, travelled, ruling)

    def _cell(self, dx: Floats, dy: Floats) -> tuple[Indices, Floats]:
        """The cell of each direction, and how far through it the direction lies, from 0 to 1."""
        cells = len(self.rough)
        turn = dy / (np.abs(dx) + np.abs(dy))
        turn = np.where(dx < 0.0, 2.0 - turn, turn)
        turn += 1.0
        turn *= cells / 4
        cell = np.minimum(turn.astype(np.intp), cells - 1)
        turn -= cell
        return cell, turn


def directions(turn: Floats) -> tuple[Floats, Floats]:
    """The unit vectors of a measure of direction without trigonometry: -1 is down, 0 right, 1 up, 2 left, 3 down."""
    right = turn <= 1.0
    y = np.where(right, turn, 2.0 - turn)
    x = np.where(right, 1.0 - np.abs(y), np.abs(y) - 1.0)
    n = np.sqrt(x * x + y * y)
    return x / n, y / n


def _cubics(values: Floats) -> Floats:
    """The cubics through four values at 0, 1/3, 2/3 and 1: shape (cells, 4) gives (4, cells)."""
    f0, f1, f2, f3 = values.T
    return np.stack(
        (
            f0,
            -5.5 * f0 + 9.0 * f1 - 4.5 * f2 + f3,
            9.0 * f0 - 22.5 * f1 + 18.0 * f2 - 4.5 * f3,
            -4.5 * f0 + 13.5 * f1 - 13.5 * f2 + 4.5 * f3,
        )
    )


def _is_rough(values: Floats, cells: int) -> Flags:
    """Whether the samples in and beside each cell are further from a cubic than rounding leaves them.

    The fourth difference with the sample before the cell and the one with the sample behind it must both be small; at
    the four directions along an axis only the one that stays on its side can be.
    """
    fourth = values - 4.0 * np.roll(values, -1) + 6.0 * np.roll(values, -2) - 4.0 * np.roll(values, -3)
    fourth += np.roll(values, -4)
    rough = np.abs(fourth) > ROUGH
    start = np.arange(cells) * SAMPLES
    before, behind = rough[start - 1], rough[start]
    quarter = cells // 4
    before[::quarter] = False
    behind[quarter - 1 :: quarter] = False
    found: Flags = before | behind
    return found
