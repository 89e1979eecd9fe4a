"""Labels on the table, placed so that they lie on no line, no model and no other label where that can be had.

Rectangles here are in board pixels: inches times the scale, y down, the origin in the lower left corner of the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from battlefield.geometry import measure
from battlefield.geometry.shapes import Point, Shape
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Colour, Line, Pill, Rect, Text, Weight
from battlefield.viewer.metrics import cut, width
from battlefield.viewer.remember import by_identity

_CELL = 64.0
_HOPELESS = 900.0
Candidate = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A label and the places it may take, the best first: a place on the battlefield and an offset in pixels.

    `optional`: rather left out than laid over something. `edges`: how much it minds lying across the edge of terrain.
    """

    text: Text
    places: tuple[Candidate, ...]
    optional: bool = False
    edges: float = 4.0


def tag(
    at: Point,
    text: str,
    fill: Colour,
    colour: Colour = theme.WHITE,
    *,
    size: float = theme.BOARD_TEXT,
    offset: Point = (0.0, 0.0),
    outline: Colour | None = None,
    room: float = 190.0,
    weight: Weight = "semibold",
) -> Text:
    """A text in a pill on the table, cut to `room` pixels."""
    shown = cut(text, size, room, weight)
    wide = width(shown, size, weight)
    pill = Pill(wide + size * 1.1, size + 7, fill, outline)
    return Text(at, shown, size, colour, wide, weight, offset=offset, pill=pill)


def box(text: Text, scale: float) -> Rect:
    """The rectangle that a text on the table covers."""
    return _box_at(text, text.at, text.offset, scale)


def _box_at(text: Text, at: Point, offset: Point, scale: float) -> Rect:
    """The rectangle that it would cover at a place."""
    wide = text.pill.width if text.pill else text.width
    high = text.pill.height if text.pill else text.size
    x = at[0] * scale + offset[0] + text.middle
    y = -at[1] * scale + offset[1]
    return Rect(x - wide / 2, y - high / 2, wide, high)


def beside(at: Point, half_width: float, half_height: float, text: Text, gap: float = 4.0) -> tuple[Candidate, ...]:
    """Places round something: below, above, right, left, and the corners. Half sides and gap are pixels."""
    wide, high = (text.pill.width, text.pill.height) if text.pill else (text.width, text.size)
    down, side = half_height + gap + high / 2, half_width + gap + wide / 2
    near = ((0, down), (0, -down), (side, 0), (-side, 0))
    far = tuple((x * 0.8, y) for x in (side, -side) for y in (down, -down))
    further = ((0, down + high), (0, -down - high), (side + 14, 0), (-side - 14, 0))
    lower = min(1.7 * down, down + 1.2 * high)
    wide_off = tuple((x, y) for x in (side, -side) for y in (lower, -lower))
    return tuple((at, place) for place in (*near, *far, *further, *wide_off))


_Taken = tuple[float, float, float, float, float, Rect]
"""A rectangle by its sides, what overlapping it costs, and the rectangle."""


class Ground:
    """What is taken already: rectangles, in a coarse grid, and lines; all within `bounds`.

    `lines` are kept free wherever that can be had; `edges` (outlines of terrain) are crossed where it must be.
    """

    def __init__(
        self, bounds: Rect, lines: Iterable[Line] = (), taken: Iterable[Rect] = (), edges: Iterable[Line] = ()
    ) -> None:
        self.bounds = bounds
        self.lines = [_Segments(line) for line in lines]
        self.edges = [_Segments(line) for line in edges]
        self._cells: dict[tuple[int, int], list[_Taken]] = defaultdict(list)
        for rect in taken:
            self.take(rect, 1.0)

    def take(self, rect: Rect, weight: float = 12.0) -> None:
        """Mark a rectangle as taken; overlapping it costs `weight` a square pixel."""
        for cell in _cells(rect):
            self._cells[cell].append((rect.x, rect.y, rect.right, rect.bottom, weight, rect))

    def cost(self, rect: Rect, edges: float = 0.0, most: float = inf) -> float:
        """How bad a label in this rectangle would be: 0 where it is on nothing. `edges`: the cost of each crossed.

        What comes to `most` or more need not be reckoned to its end.
        """
        left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
        total = 40.0 * _outside(rect, self.bounds)
        seen: set[Rect] = set()
        for cell in _cells(rect):
            for x0, y0, x1, y1, weight, other in self._cells.get(cell, ()):
                wide = (right if right < x1 else x1) - (left if left > x0 else x0)
                high = (bottom if bottom < y1 else y1) - (top if top > y0 else y0)
                if wide > 0 and high > 0 and other not in seen:
                    seen.add(other)
                    total += weight * (wide * high)
            if total >= most:
                return total
        grown = rect.shrunk(-3)
        total += 2500.0 * sum(line.cross(grown) for line in self.lines)
        return total + (edges * sum(line.cross(rect) for line in self.edges) if edges > 0 and total < most else 0.0)


def settle(wanted: Sequence[Wanted], ground: Ground, scale: float) -> tuple[Text, ...]:
    """Each label in turn at the place that costs least; an optional one that would lie on something is left out."""
    placed = []
    for each in wanted:
        best, least = (each.text.at, each.text.offset), inf
        for rank, (at, offset) in enumerate(each.places):
            near = 9.0 * rank
            cost = ground.cost(_box_at(each.text, at, offset, scale), each.edges, least - near) + near
            if cost < least:
                best, least = (at, offset), cost
            if cost <= near:
                break
        if not each.optional or least < _HOPELESS:
            text = replace(each.text, at=best[0], offset=best[1])
            placed.append(text)
            ground.take(box(text, scale).shrunk(-2))
    return tuple(placed)


def board_pixels(points: Iterable[Point], scale: float) -> Line:
    """Places on the battlefield in board pixels."""
    return tuple((x * scale, -y * scale) for x, y in points)


@by_identity(32)
def covered(state: State, scale: float) -> tuple[Rect, ...]:
    """What stands and lies on the table, in board pixels."""
    shapes: list[Shape] = [each.footprint for each in state.on_board()]
    shapes += [each.disc_at(each.at) for each in state.lying() if each.at is not None]
    shapes += [each.solid.shape for each in state.markers.values()]
    return tuple(rect_of(shape, scale) for shape in shapes)


def rect_of(shape: Shape, scale: float) -> Rect:
    """The upright rectangle round a footprint, in board pixels."""
    x0, y0, x1, y1 = measure.bounds(shape)
    return Rect(x0 * scale, -y1 * scale, (x1 - x0) * scale, (y1 - y0) * scale)


def table_rect(state: State, scale: float) -> Rect:
    """The whole battlefield, in board pixels."""
    return Rect(0, -state.board.height * scale, state.board.width * scale, state.board.height * scale)


def _cells(rect: Rect) -> Iterable[tuple[int, int]]:
    for column in range(int(rect.x // _CELL), int(rect.right // _CELL) + 1):
        for row in range(int(rect.y // _CELL), int(rect.bottom // _CELL) + 1):
            yield column, row


def _outside(rect: Rect, bounds: Rect) -> float:
    beyond_x = max(0.0, bounds.x - rect.x) + max(0.0, rect.right - bounds.right)
    beyond_y = max(0.0, bounds.y - rect.y) + max(0.0, rect.bottom - bounds.bottom)
    return beyond_x + beyond_y


class _Segments:
    """A polyline as its segments, with the upright rectangle round it."""

    def __init__(self, line: Line) -> None:
        self._parts = tuple(pairwise(line))
        xs, ys = [x for x, _ in line] or [inf], [y for _, y in line] or [inf]
        self._low, self._high = (min(xs), min(ys)), (max(xs), max(ys))

    def cross(self, rect: Rect) -> bool:
        """Whether the polyline meets a rectangle."""
        (x0, y0), (x1, y1) = self._low, self._high
        if x0 > rect.right or x1 < rect.x or y0 > rect.bottom or y1 < rect.y:
            return False
        return any(_meets(rect, start, end) for start, end in self._parts)


def _meets(rect: Rect, start: Point, end: Point) -> bool:
    """Whether a segment meets a rectangle (Liang and Barsky)."""
    low, high = 0.0, 1.0
    dx, dy = end[0] - start[0], end[1] - start[1]
    for step, room in (
        (-dx, start[0] - rect.x),
        (dx, rect.right - start[0]),
        (-dy, start[1] - rect.y),
        (dy, rect.bottom - start[1]),
    ):
        if step == 0:
            if room < 0:
                return False
        elif step < 0:
            low = max(low, room / step)
        else:
            high = min(high, room / step)
    return low <= high
