"""Where the window is too narrow for a panel: what was asked for, over a part of the table, until it is put away."""

from __future__ import annotations

from battlefield.viewer import theme
from battlefield.viewer.column import Drawing, written
from battlefield.viewer.drawing import Box, Item, Rect, Widget
from battlefield.viewer.options import ROW, Card, Layout, ViewOptions
from battlefield.viewer.scene_inquiry import about_inquiry

WIDE, FOOT = 340.0, 76.0
"""How wide it is at most; what it leaves free below, for the message and the ruler, in pixels."""
OFF = "overlay off"


def overlay(options: ViewOptions, parts: Layout) -> Drawing:
    """What was asked for, and the sign that puts it away; nothing where there is a panel, or nothing was asked."""
    wanted = options.inquiry is not None or bool(options.cards)
    if parts.panel is not None or options.setting_up or not wanted:
        return (), ()
    rect = _place(options, parts)
    items: list[Item] = []
    widgets: list[Widget] = []
    y = rect.y + 10
    if options.inquiry is not None:
        shown, y = about_inquiry(options.inquiry, rect, y, options.beat)
        items += shown
    for drawn, answers, below in fitting(asked_first(options), rect, y):
        items += drawn
        widgets += answers
        y = below
    if not items:
        return (), ()
    ground = Rect(rect.x, rect.y, rect.width, min(y - 4, rect.bottom) - rect.y)
    back = Box(ground.centre, ground.width, ground.height, 9, fill=theme.PANEL, outline=theme.CARD_EDGE)
    cross = (ground.right - 25, ground.y + 24)
    sign = (
        Box(cross, 22, 22, 6, fill=theme.RAISED, outline=theme.CARD_EDGE),
        written(*cross, "×", 14, theme.BRIGHT, weight="semibold", anchor="middle"),
    )
    away = Widget(OFF, Rect(cross[0] - 13, cross[1] - 13, 26, 26))
    return (back, *items, *sign), (Widget("overlay", ground), *widgets, away)


def asked_first(options: ViewOptions) -> tuple[Card, ...]:
    """The cards, that of a situation before those that were there anyway."""
    inquiry, cards = options.inquiry, options.cards
    situation = inquiry is not None and inquiry.kind == "situation"
    return (*cards[-1:], *cards[:-1]) if situation else cards


def fitting(cards: tuple[Card, ...], rect: Rect, y: float) -> list[tuple[tuple[Item, ...], tuple[Widget, ...], float]]:
    """The cards one below the other, the first in any case, the others where there is room."""
    found: list[tuple[tuple[Item, ...], tuple[Widget, ...], float]] = []
    for each in cards:
        made = each(rect, y)
        if not found or made[2] - 16 <= rect.bottom:
            found.append(made)
            y = made[2]
    return found


def _place(options: ViewOptions, parts: Layout) -> Rect:
    """On the right of the table, on the left where what was asked about stands on the right."""
    port = parts.viewport
    wide = min(WIDE, port.width * 0.5)
    top = port.y + ROW + 6
    left = port.right - wide - 6
    inquiry = options.inquiry
    model = None if inquiry is None else inquiry.state.find_model(inquiry.model)
    if model is not None and model.pose is not None and parts.view.to_screen(model.pose.point)[0] > port.centre[0]:
        left = port.x + 6
    return Rect(left, top, wide, port.bottom - FOOT - top)
