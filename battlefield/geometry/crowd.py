"""A crowd of footprints, and who in it is near whom: few pairs are left to the exact kernel.

Source rule: measure.within. Large crowds are judged with numpy all at once, small ones by a grid of squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import floor
from operator import and_
from typing import TYPE_CHECKING, Any

from battlefield.geometry.area_tree import Area
from battlefield.geometry.boundary import convex_edges, outline
from battlefield.geometry.measure import bounds, closer_than
from battlefield.geometry.shapes import Shape
from battlefield.geometry.solids import Solid

if TYPE_CHECKING:
    from battlefield.geometry.batch import Shapes

SQUARE = 4.0
"""Inches: the side of a square of the grid, about two bases and their Engagement Range."""
MANY = 64
"""How many make it worth while to load numpy and judge all pairs at once."""


class Crowd:
    """Solids by name, in order. `reaches`: the distances at which neighbours will be asked for, inches."""

    def __init__(self, solids: Mapping[str, Solid], reaches: Iterable[float]) -> None:
        self.solids = solids
        self._names = list(solids)
        self._near: dict[float, dict[str, list[str]]] = {}
        self._columns: Shapes | None = None
        self._squares: dict[tuple[int, int], list[int]] = {}
        if len(solids) >= MANY:
            self._judge_all(set(reaches))
            return
        for index, solid in enumerate(solids.values()):
            for square in _squares(bounds(solid.shape), 0.0):
                self._squares.setdefault(square, []).append(index)

    def near(self, name: str, reach: float) -> Sequence[str]:
        """The others whose gap to one of the crowd is within `reach`, in the crowd's order."""
        if reach in self._near:
            return self._near[reach].get(name, ())
        shape = self.solids[name].shape
        found = {index for square in _squares(bounds(shape), reach) for index in self._squares.get(square, ())}
        others = [self._names[index] for index in sorted(found)]
        return [each for each in others if each != name and closer_than(shape, self.solids[each].shape, reach)]

    def surely_inside_board(self, width: float, height: float) -> frozenset[str]:
        """Those of a large crowd whose bounding circles lie on the battlefield: the exact kernel need not look."""
        columns = self._columns
        if columns is None:
            return frozenset()
        x, y, reach = columns.x, columns.y, columns.reach
        return self._named((x >= reach) & (y >= reach) & (x + reach <= width) & (y + reach <= height))

    def surely_inside(self, area: Area) -> frozenset[str]:
        """Those of a large crowd whose bounding circles lie within a convex polygon."""
        columns, edges = self._columns, convex_edges(area)
        if columns is None or edges is None:
            return frozenset()
        rooms = (nx * columns.x + ny * columns.y - at >= columns.reach for nx, ny, at in edges)
        return self._named(reduce(and_, rooms))

    def surely_clear(self, areas: Iterable[Area], shapes: Iterable[Shape]) -> frozenset[str]:
        """Those of a large crowd whose bounding circles stay out of the boxes round areas and footprints."""
        columns = self._columns
        if columns is None:
            return frozenset()
        x, y, reach = columns.x, columns.y, columns.reach
        boxes = [*(outline(area).box for area in areas), *(bounds(shape) for shape in shapes)]
        clear = [
            (x + reach <= x0) | (x - reach >= x1) | (y + reach <= y0) | (y - reach >= y1) for x0, y0, x1, y1 in boxes
        ]
        return self._named(reduce(and_, clear)) if clear else frozenset(self._names)

    def _named(self, verdicts: Any) -> frozenset[str]:
        return frozenset(name for name, yes in zip(self._names, verdicts.tolist(), strict=True) if yes)

    def _judge_all(self, reaches: set[float]) -> None:
        from battlefield.geometry.batch import Shapes, pairs_within  # numpy is loaded for crowds alone

        names = self._names
        columns = self._columns = Shapes.of([solid.shape for solid in self.solids.values()])
        for reach in reaches:
            near: dict[str, list[int]] = {}
            for i, j in pairs_within(columns, None, reach).tolist():
                near.setdefault(names[i], []).append(j)
                near.setdefault(names[j], []).append(i)
            self._near[reach] = {name: [names[index] for index in sorted(others)] for name, others in near.items()}


def _squares(box: tuple[float, float, float, float], more: float) -> Iterable[tuple[int, int]]:
    x0, y0, x1, y1 = box
    columns = range(floor((x0 - more) / SQUARE), floor((x1 + more) / SQUARE) + 1)
    rows = range(floor((y0 - more) / SQUARE), floor((y1 + more) / SQUARE) + 1)
    return ((column, row) for column in columns for row in rows)
