"""A crowd of footprints, and who in it may be near: a grid of squares that leaves the exact kernel few to judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import floor

from battlefield.geometry.measure import bounds
from battlefield.geometry.shapes import Shape
from battlefield.geometry.solids import Solid

SQUARE = 4.0
"""Inches: the side of a square of the grid, about two bases and their Engagement Range."""


class Crowd:
    """Solids by name, and the squares of the battlefield that each one's bounding box touches."""

    def __init__(self, solids: Mapping[str, Solid]) -> None:
        self.solids = solids
        self._order = {name: index for index, name in enumerate(solids)}
        self._squares: dict[tuple[int, int], list[str]] = {}
        for name, solid in solids.items():
            for square in _squares(bounds(solid.shape), 0.0):
                self._squares.setdefault(square, []).append(name)

    def near(self, shape: Shape, reach: float) -> list[str]:
        """The names of all whose gap to a shape can be within `reach`, and some others, in the crowd's order."""
        found: set[str] = set()
        for square in _squares(bounds(shape), reach):
            found.update(self._squares.get(square, ()))
        return sorted(found, key=self._order.__getitem__)


def _squares(box: tuple[float, float, float, float], more: float) -> Iterable[tuple[int, int]]:
    x0, y0, x1, y1 = box
    columns = range(floor((x0 - more) / SQUARE), floor((x1 + more) / SQUARE) + 1)
    rows = range(floor((y0 - more) / SQUARE), floor((y1 + more) / SQUARE) + 1)
    return ((column, row) for column in columns for row in rows)
