"""How near a still is taken: the view that holds some things with their surroundings."""

from __future__ import annotations

from collections.abc import Iterable

from battlefield.geometry import measure
from battlefield.geometry.shapes import Point, Shape
from battlefield.state import Board
from battlefield.viewer.drawing import Rect, View
from battlefield.viewer.options import BOTTOM, LEFT, RIGHT, TOP

Bounds = tuple[float, float, float, float]
NEAREST = 150.0
"""Pixels to an inch beyond which nothing is taken any nearer."""
LEAST = (7.0, 5.0)
"""The least part of the battlefield that is shown, inches."""
AROUND = 0.22
"""What is shown around the things, as a share of their own extent; an inch and a half at least."""


def around(shapes: Iterable[Shape], points: Iterable[Point] = (), reach: float = 0.0) -> Bounds | None:
    """The least upright rectangle round some shapes, grown by `reach`, and points; None round nothing."""
    boxes = [measure.bounds(shape) for shape in shapes]
    boxes = [(x0 - reach, y0 - reach, x1 + reach, y1 + reach) for x0, y0, x1, y1 in boxes]
    boxes += [(x, y, x, y) for x, y in points]
    return joined(boxes)


def joined(boxes: Iterable[Bounds | None]) -> Bounds | None:
    """The least rectangle round rectangles."""
    known = [each for each in boxes if each is not None]
    if not known:
        return None
    lows = [min(each[axis] for each in known) for axis in (0, 1)]
    highs = [max(each[axis] for each in known) for axis in (2, 3)]
    return (lows[0], lows[1], highs[0], highs[1])


def view_of(board: Board, bounds: Bounds | None, viewport: Rect) -> View:
    """The view of a part of the battlefield with some surroundings, or of all of it."""
    room = (viewport.width - LEFT - RIGHT, viewport.height - TOP - BOTTOM)
    whole = min(room[0] / board.width, room[1] / board.height)
    if bounds is None:
        return _centred(viewport, whole, (board.width / 2, board.height / 2))
    x0, y0, x1, y1 = bounds
    extra = max(1.5, AROUND * max(x1 - x0, y1 - y0))
    wide, high = max(LEAST[0], x1 - x0 + 2 * extra), max(LEAST[1], y1 - y0 + 2 * extra)
    scale = max(whole, min(NEAREST, room[0] / wide, room[1] / high))
    shown = (room[0] / scale, room[1] / scale)
    middle = [_within((low + high) / 2, part, far) for low, high, part, far in (
        (x0, x1, shown[0], board.width), (y0, y1, shown[1], board.height))]  # fmt: skip
    return _centred(viewport, scale, (middle[0], middle[1]))


def visible(view: View) -> Rect:
    """The part of the viewport that rulers leave free, in board pixels."""
    port = view.viewport
    return Rect(port.x + 50 - view.x, port.y + 10 - view.y, port.width - 60, port.height - 48)


def _within(middle: float, shown: float, far: float) -> float:
    """The middle of what is shown, moved so that little beyond the battlefield is."""
    slack = 0.4
    low, high = shown / 2 - slack, far - shown / 2 + slack
    return far / 2 if low > high else max(low, min(high, middle))


def _centred(viewport: Rect, scale: float, at: Point) -> View:
    x = (viewport.x + LEFT + viewport.right - RIGHT) / 2
    y = (viewport.y + TOP + viewport.bottom - BOTTOM) / 2
    return View(viewport, scale, x - at[0] * scale, y + at[1] * scale)
