"""The reasons against an order in the panel: all of them, the one that is told in full."""

from __future__ import annotations

from battlefield.events.core import ChargeFailed, OrderRefused, Reason
from battlefield.figures import telling
from battlefield.viewer import theme
from battlefield.viewer.column import Column, written
from battlefield.viewer.drawing import Colour, Ellipse, Text, Weight
from battlefield.viewer.metrics import width
from battlefield.viewer.panel_measure import ruling_lines
from battlefield.viewer.scene_evidence import flat
from battlefield.viewer.telling import capital, margin, parts

MOST_ROWS = 6
RED = theme.rgb("ff6b6b")


def reason_lines(column: Column, event: OrderRefused | ChargeFailed, part: int) -> None:
    """A row a reason, those about the one that is told; below that one why, and what was measured."""
    first = max(0, min(part - 2, len(event.reasons) - MOST_ROWS))
    shown = event.reasons[first : first + MOST_ROWS]
    if first:
        column.paragraph(f"{first} before", 11, theme.DIM)
    for number, reason in enumerate(shown, first):
        _row(column, reason, number, now=number == part)
    left = len(event.reasons) - first - len(shown)
    if left > 0:
        column.space(2)
        column.paragraph(f"and {left} more", 11, theme.DIM)


def _row(column: Column, reason: Reason, number: int, *, now: bool) -> None:
    column.space(6 if now else 3)
    column.y += 9
    x, y = column.x + 9, column.y
    column.items.append(Ellipse((x, y), 8.5, 8.5, fill=theme.REFUSED if now else theme.RAISED))
    column.items.append(_number(x, y, number + 1, theme.WHITE if now else theme.SOFT))
    figure = "" if reason.claim is None else f"{telling(*flat(reason.claim))} in"
    size = 12.0
    wide = min(width(figure, size), column.width * 0.6)
    tone = theme.BRIGHT if now else theme.FAINT
    weight: Weight = "semibold" if now else "regular"
    room = column.width - 26 - wide - 10
    column.items.append(written(column.x + 26, y, reason.rule, size, tone, weight=weight, room=room))
    end = column.x + column.width
    column.items.append(written(end, y, figure, size, RED if now else theme.FAINT, anchor="end", room=wide + 1))
    column.y += 9
    if now:
        inner = Column(column.x + 26, column.y + 1, column.width - 26)
        in_full(inner, reason)
        column.items += inner.items
        column.y = inner.y + 4


def in_full(column: Column, reason: Reason, size: float = 12.5) -> None:
    """Why, what was measured, by how much it fails, by which rulings."""
    column.paragraph(f"{capital(reason.why)}.", size, theme.SOFT, 6, lead=1.4)
    claim = reason.claim
    if claim is None:
        return
    column.space(2)
    plan, up = parts(claim)
    column.pair("measured", plan, size - 1)
    if up is not None:
        column.pair("in height", up, size - 1)
    if claim.margin is not None and (claim.measure != "sight" or claim.holds):
        column.pair("margin", f"{margin(claim.margin)} in", size - 1)
    ruling_lines(column, claim.rulings, 1)


def _number(x: float, y: float, number: int, colour: Colour) -> Text:
    text, size = str(number), 10.5
    return Text((x, y), text, size, colour, width(text, size, "semibold"), "semibold")
