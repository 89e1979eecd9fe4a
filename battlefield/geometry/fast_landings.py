"""Landings looked up in a table over the direction, as a kernel that can be compiled; see `angle_table.py`.

Source rules: artifact.expulsion.distance, artifact.expulsion.unstable, artifact.expulsion.edge.
"""

from __future__ import annotations

import numpy as np

from battlefield.geometry.columns import Floats, Indices
from battlefield.geometry.course import Flags, Rulings


def look_up(
    cubics: Floats, ruling: Rulings, rough: Flags, dx: Floats, dy: Floats, origin: tuple[float, float]
) -> tuple[Floats, Floats, Rulings, Indices]:
    """The places, inches and rulings of the lines along the unit vectors (dx, dy), and which the table cannot tell.

    `cubics` has a row a cell. What the table cannot tell is left for the exact walk.
    """
    cells, count = len(cubics), len(dx)
    places, travelled = np.empty((count, 2), dtype=np.float64), np.empty(count, dtype=np.float64)
    rulings, left = np.empty(count, dtype=np.int8), np.empty(count, dtype=np.intp)
    filled = 0
    for n in range(count):
        turn = dy[n] / (abs(dx[n]) + abs(dy[n]))
        if dx[n] < 0.0:
            turn = 2.0 - turn
        turn = (turn + 1.0) * (cells / 4)
        cell = min(int(turn), cells - 1)
        share = turn - cell
        way = ((cubics[cell, 3] * share + cubics[cell, 2]) * share + cubics[cell, 1]) * share + cubics[cell, 0]
        travelled[n], rulings[n] = way, ruling[cell]
        places[n, 0], places[n, 1] = origin[0] + way * dx[n], origin[1] + way * dy[n]
        left[filled] = n
        filled += rough[cell]
    return places, travelled, rulings, left[:filled]
