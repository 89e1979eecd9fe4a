"""What a picture is asked to show, and how the screen is divided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from battlefield.certificate import Certificate
from battlefield.geometry.shapes import Point
from battlefield.state import Board, State
from battlefield.viewer.drawing import Item, Line, Rect, View, Widget
from battlefield.viewer.filtering import Filter
from battlefield.viewer.inquiry import Inquiry

BAR_HEIGHT = 92
PANEL_LEAST, PANEL_USUAL, PANEL_MOST = 300, 372, 560
NARROW = 780
"""Below this width there is no panel; what is asked for is told over the table."""
Card = Callable[[Rect, float], tuple[tuple[Item, ...], tuple[Widget, ...], float]]
"""Draws a card of the panel from a y down: its items (the same objects while nothing changes), what of it answers
clicks, and the y below it."""


@dataclass(frozen=True, slots=True)
class Hover:
    """What the pointer is on: one thing, or a pair with its certificate and those of the rules that speak of it."""

    a: str
    b: str | None = None
    certificate: Certificate | None = None
    rules: tuple[Certificate, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """What is shown, in logical pixels and inches.

    `rings`: 1 in round every model. `claim_rings`: 13 in round every Artifact that lies on the battlefield.
    `zoom` 1 fits the board; `centre` is the place in the middle of the viewport (None: the board's own middle).
    `pointer`: the place under the mouse, for the read-out. `list_from`: the first row of the list of events
    (None: it follows the event). `message`: a line over the board. `inquiry`: what was asked of a model, whose state is
    shown in place of the event; `beat` grows while it is worked on. `table`: a state that is shown in place of the
    event, with its own terrain. `cards`: what else the panel says, below what happens. `lines`: lines on the
    table, in inches, that names keep off.
    `filter`: which events are listed, and stepped over. `setting_up`: the table is being set up, and no event shown.
    """

    width: int = 1600
    height: int = 900
    rings: bool = True
    claim_rings: bool = False
    labels: bool = True
    speed: float = 1.0
    playing: bool = False
    zoom: float = 1.0
    centre: Point | None = None
    hover: Hover | None = None
    pointer: Point | None = None
    list_from: int | None = None
    message: str | None = None
    inquiry: Inquiry | None = None
    beat: int = 0
    table: State | None = None
    cards: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()
    filter: Filter | None = None
    setting_up: bool = False


class Layout(NamedTuple):
    """The parts of the screen: the board's, the panel's (None when there is no room), the bar's; and the view."""

    viewport: Rect
    panel: Rect | None
    bar: Rect
    view: View


LEFT, RIGHT, TOP, BOTTOM = 54.0, 30.0, 36.0, 42.0
"""Room round a board that is shown whole, for the rulers and the frame; above it is the row of the buttons."""
ROW = 28.0
"""The row at the top of the table's part of the screen in which buttons stand, and nothing else, in pixels."""


def layout(board: Board, options: ViewOptions) -> Layout:
    """How the screen is divided: the panel takes a part of what the board leaves free."""
    high = options.height - BAR_HEIGHT
    wide = 0.0
    if options.width >= NARROW:
        wide = max(PANEL_LEAST, min(PANEL_USUAL, 0.235 * options.width))
        spare = options.width - wide - LEFT - RIGHT - board.width * _fit(board, options.width - wide, high)
        wide = min(PANEL_MOST, wide + max(0.0, spare - 60) * 0.5)
    wide = round(wide)
    viewport = Rect(0, 0, options.width - wide, high)
    panel = Rect(viewport.width, 0, wide, high) if wide else None
    bar = Rect(0, high, options.width, BAR_HEIGHT)
    return Layout(viewport, panel, bar, view_in(board, viewport, options))


def fits(board: Board, parts: Layout) -> bool:
    """Whether the whole battlefield lies within the viewport."""
    left, top = parts.view.to_screen((0.0, board.height))
    right, bottom = parts.view.to_screen((board.width, 0.0))
    port = parts.viewport
    return port.x < left and port.y < top and right < port.right and bottom < port.bottom


def _fit(board: Board, width: float, height: float) -> float:
    return max(1.0, min((width - LEFT - RIGHT) / board.width, (height - TOP - BOTTOM) / board.height))


def view_in(board: Board, viewport: Rect, options: ViewOptions) -> View:
    """How a board lies in a part of the screen: its zoom, and the place in the middle."""
    scale = _fit(board, viewport.width, viewport.height) * max(0.1, options.zoom)
    x, y = options.centre or (board.width / 2, board.height / 2)
    middle_x = (viewport.x + LEFT + viewport.right - RIGHT) / 2
    middle_y = (viewport.y + TOP + viewport.bottom - BOTTOM) / 2
    return View(viewport, scale, middle_x - x * scale, middle_y + y * scale)
