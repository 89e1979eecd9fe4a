"""A finder of ways whose search is compiled: see `way_finder.py`.

The ground and the goal are made ready as they are without it, and what comes out is put together as it is without it.
Source rules: move.swept, move.charge, move.charge_distance, artifact.claim.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from battlefield.geometry.columns import Floats
from battlefield.geometry.fast_ground import Land, land_of, rounds_of
from battlefield.geometry.fast_numba import compiled
from battlefield.geometry.fast_ways import CALLS, CAME, LEAVE, TO, TURNED, UX, UY, X0, X1, Y0, Y1, Ends, find_way
from battlefield.geometry.shapes import Point
from battlefield.geometry.way_field import Field
from battlefield.geometry.way_finder import WayFinder
from battlefield.geometry.way_goals import Aim
from battlefield.geometry.way_ground import Ground
from battlefield.geometry.way_search import Step


class FastWayFinder(WayFinder):
    """As `WayFinder`, with a search that numba has compiled: the same ways.

    It compiles ways of a disc among discs and what has straight edges; others are searched for as they are without it.
    """

    _kept: tuple[Ground, Land | None, Any] | None = None

    @property
    def kernel(self) -> Callable[..., Any]:
        """The search, compiled; raises NumbaMissingError without numba."""
        return compiled(find_way, *CALLS)

    def search(self, start: Point, field: Field, aim: Aim, most: float) -> tuple[float, list[Step]] | None:
        """As `WayFinder.search`."""
        kernel = self.kernel
        land, rounds = self._land(field.ground)
        ends = ends_of(aim, start, most)
        if land is None or ends is None:
            return super().search(start, field, aim, most)
        x0, y0, x1, y1 = field.ground.room
        room = float(x0), float(y0), float(x1), float(y1)
        length, table, last = kernel(land, room, rounds, ends, (float(start[0]), float(start[1])))
        return None if length < 0.0 else (length, _steps(field, table, last))

    def _land(self, ground: Ground) -> tuple[Land | None, Any]:
        """The ground as rows; that of the last search is kept."""
        if self._kept is None or self._kept[0] is not ground:
            land = land_of([(each, -1) for each in ground.grown])
            self._kept = ground, land, rounds_of(ground.rounds)
        return self._kept[1:]


def ends_of(aim: Aim, start: Point, most: float) -> Ends | None:
    """A goal as rows; None where it has an edge that is neither straight nor that of a disc."""
    grown = [(each, number) for number, group in enumerate(aim.groups) for each in group]
    goal = land_of([*grown, *((each, -1) for each in aim.clear.grown)])
    if goal is None:
        return None
    groups = len(aim.groups)
    if aim.place:
        here = [*aim.place, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, groups]
        goal, groups = Land(np.concatenate((goal.bodies, [here])), goal.edges), groups + 1
    finish = aim.finish(start, most)
    sides = [(*edge, sense, each.keep) for each, sense in finish.sides for edge in each.edges]
    points = np.array(finish.finals, dtype=np.float64).reshape(-1, 6)
    return Ends(points, np.array(sides, dtype=np.float64).reshape(-1, 6), goal, groups, float(most))


def _steps(field: Field, table: Floats, last: int) -> list[Step]:
    """The stretches that end with one, in order."""
    found = []
    while last >= 0:
        row = table[last].tolist()
        to, turn, ux, uy = int(row[TO]), int(row[TURNED]), row[UX], row[UY]
        onto = field.columns.rounds[to] if to >= 0 else None
        meet = math.atan2(-turn * ux, turn * uy)
        found.append(Step((row[X0], row[Y0]), (row[X1], row[Y1]), row[LEAVE], meet, onto, turn))
        last = int(row[CAME])
    found.reverse()
    return found
