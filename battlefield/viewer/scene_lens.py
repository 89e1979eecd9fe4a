"""A lens on the table beside what it looks at: where it is put, and the line that ties it to its place."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.certificate import Certificate
from battlefield.geometry.shapes import Point
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Box, Colour, Item, Pill, Rect, Stroke, Text
from battlefield.viewer.labels import Wanted, box
from battlefield.viewer.lens import Lens, focus_of, lens_items, magnified
from battlefield.viewer.plan import Stage

SIDES = (224.0, 152.0)
SMALL = (164.0, 116.0)
"""The sides of a lens in pixels; the small ones on a table that is shown small."""


def wanted_lens(stage: Stage, claims: Sequence[Certificate]) -> tuple[Certificate, Wanted] | None:
    """The certificate that a lens is needed for, the closest of several, and the places that it may take."""
    known = [(focus, claim) for claim in claims if (focus := focus_of(claim, stage.scale)) is not None]
    if not known:
        return None
    focus, claim = min(known, key=lambda each: each[0].size)
    small = min(stage.before.board.width, stage.before.board.height) * stage.scale < 420
    wide, high = SMALL if small else SIDES
    clear = theme.WHITE.at(0.0)
    frame = Text((0.0, 0.0), "", 12, clear, 0.0, pill=Pill(wide, high, clear))
    return claim, Wanted(frame, tuple(_around(focus.at, wide, high)))


def _around(at: Point, wide: float, high: float) -> list[tuple[Point, Point]]:
    """Places round a place, near ones first."""
    out = []
    for away in (46.0, 84.0, 130.0):
        x, y = wide / 2 + away, high / 2 + away
        ways = ((x, -y), (-x, -y), (x, y), (-x, y), (x, 0.0), (-x, 0.0), (0.0, -y), (0.0, y))
        out += [(at, way) for way in ways]
    return out


def drawn_lens(
    stage: Stage, claim: Certificate, frame: Text, tone: Colour = theme.REFUSED, state: State | None = None
) -> tuple[Item, ...]:
    """The lens where it was put, a mark on what it looks at, and a line between the two.

    `state`: what is seen through it, where that is not the state before the event.
    """
    focus = focus_of(claim, stage.scale)
    if focus is None:
        return ()
    scale, unit = magnified(focus), stage.unit
    rect = box(frame, stage.scale)
    lens = Lens(rect, focus, scale, unit, -1.0)
    items = lens_items(state or stage.before, claim, lens, stage.colours, scale / stage.scale, tone)
    if not items:
        return ()
    x, y = focus.at[0] * stage.scale, -focus.at[1] * stage.scale
    near = lens.spot(_nearest(rect, (x, y)))
    mark = Box(focus.at, 12 * unit, 12 * unit, 2 * unit, outline=theme.INK, line=1.8)
    halo = Box(focus.at, 12 * unit, 12 * unit, 2 * unit, outline=theme.LABEL, line=4.0)
    tie = ((focus.at), near)
    return (Stroke(tie, theme.LABEL.at(0.9), 4.2), Stroke(tie, theme.INK, 1.5), halo, mark, *items)


def _nearest(rect: Rect, point: Point) -> Point:
    """The point of a rectangle that is nearest to a point outside."""
    return (max(rect.x, min(rect.right, point[0])), max(rect.y, min(rect.bottom, point[1])))
