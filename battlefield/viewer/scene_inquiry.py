"""The answer to what the window's user asked: on the table, and as a card of the panel."""

from __future__ import annotations

from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.column import Column, card, written
from battlefield.viewer.drawing import Colour, Item, Rect, Text
from battlefield.viewer.inquiry import Inquiry
from battlefield.viewer.panel_answers import Content, charge_content, reach_content, sight_content
from battlefield.viewer.plan import Plan, Stage
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_models import Colours
from battlefield.viewer.scene_reach import reach_shown
from battlefield.viewer.scene_sight import sights_shown
from battlefield.viewer.scene_ways import charges_shown
from battlefield.viewer.shown import Shown
from battlefield.viewer.telling import called
from battlefield.viewer.timeline import Moment

EDGE = 20.0
LEAST = 40.0
"""With less room than so many pixels there is no card."""
NAMES = {"reach": "reach", "sight": "sight", "charge": "charges"}


@by_identity(16)
def stage_asked(recording: Recording, moment: Moment, state: State, scale: float, colours: Colours) -> Stage:
    """The table as it was asked about: no event goes on."""
    return Stage(recording, moment, state, state, scale, colours)


@by_identity(16)
def plan_asked(stage: Stage, inquiry: Inquiry) -> Plan:
    """The table with what is answered so far."""
    shown = Shown(focus=(inquiry.model,))
    if inquiry.reached is not None:
        shown = reach_shown(stage, inquiry.reached)
    elif inquiry.sights:
        shown = sights_shown(stage, inquiry.sights)
    elif inquiry.charges:
        shown = charges_shown(stage, inquiry.charges)
    return shown.plan(inquiry.state)


@by_identity(4)
def plan_still(stage: Stage) -> Plan:
    """The table as it stands."""
    return Shown().plan(stage.before)


@by_identity(16)
def about_inquiry(inquiry: Inquiry, rect: Rect, y: float, beat: int) -> tuple[tuple[Item, ...], float]:
    """The card of a question in a panel; and the y below it. `beat` grows while it is worked on."""
    room = rect.bottom - y - 40
    column = Column(0.0, 0.0, 0.0)
    for most in (15, 12, 10, 8, 6, 4, 3, 2, 1):
        column = Column(rect.x + EDGE + 2, y + 18, rect.width - 2 * EDGE - 8)
        content(inquiry, most)(column)
        if not inquiry.done:
            column.space(4)
            column.paragraph(f"the rules are asked {'·' * (1 + beat % 3)}", 12, theme.FAINT)
        if column.y - y < room:
            break
    bottom = min(column.y + 14, rect.bottom - 6)
    box = Rect(rect.x + EDGE - 12, y, rect.width - 2 * EDGE + 24, bottom - y)
    if box.height < LEAST:
        return (), y
    kept = [each for each in column.items if not isinstance(each, Text) or each.at[1] < bottom - 10]
    return (*card(box, _colour(inquiry)), *kept), bottom + 16


def content(inquiry: Inquiry, most: int) -> Content:
    """What is said of a question and its answers."""
    state, model = inquiry.state, inquiry.model
    if inquiry.fault is not None or (not inquiry.parts and not inquiry.done):
        return _plain(NAMES[inquiry.kind], called(state, model), inquiry.fault or "")
    if inquiry.kind == "reach" and inquiry.reached is not None:
        return reach_content(state, inquiry.reached)
    if inquiry.kind == "sight":
        return sight_content(state, called(state, model), inquiry.sights, most)
    return charge_content(state, state.models[model].unit, inquiry.charges, most)


def _plain(what: str, title: str, words: str) -> Content:
    def write(column: Column) -> None:
        column.items.append(written(column.x, column.y, what.upper(), 11, theme.FAINT, weight="semibold"))
        column.y += 12
        column.paragraph(title, 15, theme.SOFT, 2, "semibold", 1.35)
        column.paragraph(words, 12.5, theme.SOFT, 3)

    return write


def _colour(inquiry: Inquiry) -> Colour:
    return theme.EDGE_CASE if inquiry.fault is not None else theme.WHITE
