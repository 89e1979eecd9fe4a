"""The panel beside the table: what battle this is, what happens now, what was measured, all events, the legend."""

from __future__ import annotations

from battlefield.events.core import ChargeFailed, OrderRefused
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.column import Column, Drawing, card, written
from battlefield.viewer.drawing import Box, Item, Rect, Stroke, Text, Widget
from battlefield.viewer.options import Hover, ViewOptions
from battlefield.viewer.panel_events import events
from battlefield.viewer.panel_legend import legend
from battlefield.viewer.panel_measure import claim_lines, measured, ruling_lines
from battlefield.viewer.panel_reasons import reason_lines
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_inquiry import about_inquiry
from battlefield.viewer.scene_overlay import asked_first, fitting
from battlefield.viewer.story import Caption, caption
from battlefield.viewer.timeline import Moment, Timeline

EDGE = 20.0
HEADLINE_LINES = 5
"""Lines of the headline in full: no event that rules tell needs more, and the list below it gives way."""
CROWDED = 236.0
"""With less room than so many pixels below the event, what is measured or asked comes first, and the event is brief."""
SYSTEMS = {
    "core": "Core rules",
    "relics-of-old": "Relics of Old",
    "scrollhammer-relic": "Scrollhammer Relic",
    "artefakty": "Elekt: Artefakty",
}


def panel(recording: Recording, film: Timeline, moment: Moment, options: ViewOptions, rect: Rect) -> dict[str, Drawing]:
    """The panel's layers by name, each with what of it answers clicks."""
    head, y = header(recording, moment, rect)
    out: dict[str, Drawing] = {"panel": (head, ())}
    if not options.setting_up:
        top = y
        now, y = present(recording, moment, rect, top)
        if rect.bottom - y < CROWDED and (options.hover is not None or options.inquiry is not None or options.cards):
            now, y = present(recording, moment, rect, top, True)
        out["caption"] = (now, ())
    hover = options.hover
    if options.inquiry is not None:
        shown, y = about_inquiry(options.inquiry, rect, y, options.beat)
        out["asked"] = (shown, ())
    elif hover is not None:
        state = options.table or recording.states[moment.index + 1]
        shown, y = about_hover(state, hover, rect, y)
        out["measured"] = (shown, ())
    for place, (items, answers, below) in enumerate(_cards(options, rect, y)):
        out[f"card {place}"] = (items, answers)
        y = below
    foot, foot_top = legend(recording, rect, options.rings, options.claim_rings)
    if foot_top < y + 10:
        foot, foot_top = (), rect.bottom
    out["legend"] = (foot, ())
    if options.setting_up:
        return out
    room = Rect(rect.x + EDGE - 8, y, rect.width - 2 * EDGE + 16, foot_top - y - 8)
    out["events"] = events(recording, film, moment.index, options.list_from, room, options.filter)
    return out


def _cards(options: ViewOptions, rect: Rect, y: float) -> list[tuple[tuple[Item, ...], tuple[Widget, ...], float]]:
    """The cards below what happens; where there is no room for all, the one that was asked for comes first."""
    top, made, last = y, [], y
    for each in options.cards:
        made.append(each(rect, y))
        last, y = y, made[-1][2]
    first = asked_first(options)
    room = last + CROWDED <= rect.bottom if first is not options.cards else y - 16 <= rect.bottom
    return made if room else fitting(first, rect, top)


@by_identity(64)
def header(recording: Recording, moment: Moment, rect: Rect) -> tuple[tuple[Item, ...], float]:
    """Title, size and systems, and the phase; and the y below it."""
    state = recording.states[moment.index + 1]
    column = Column(rect.x + EDGE, rect.y + 22, rect.width - 2 * EDGE)
    column.items += [
        Box(rect.centre, rect.width, rect.height, fill=theme.PANEL),
        Stroke(((rect.x + 0.5, rect.y), (rect.x + 0.5, rect.bottom)), theme.HAIR, 1.0),
    ]
    column.paragraph(state.title or "Untitled", theme.TITLE, theme.BRIGHT, 2, "semibold", 1.25)
    board = state.board
    systems = [SYSTEMS.get(each, each) for each in state.systems if each != "core"] or ["Core rules"]
    column.space(3)
    column.paragraph(f"{board.width:g} × {board.height:g} in · {', '.join(systems)}", 12, theme.FAINT)
    column.space(9)
    _phase_line(column, recording, state, moment)
    column.space(14)
    return tuple(column.items), column.y


def _phase_line(column: Column, recording: Recording, state: State, moment: Moment) -> None:
    liveries = theme.liveries(tuple(each.name for each in recording.table.players))
    column.y += 10
    x = column.x
    if state.player in liveries and state.phase is not None:
        livery = liveries[state.player]
        column.items.append(Box((x + 5, column.y), 10, 10, 3, fill=livery.fill, outline=theme.WHITE.at(0.6)))
        x += 18
    text = moment.chapter if moment.index >= 0 else "Before the first event"
    room = column.x + column.width - x
    column.items.append(written(x, column.y, text, theme.BODY, theme.SOFT, weight="semibold", room=room))
    column.y += 10


@by_identity(64)
def present(
    recording: Recording, moment: Moment, rect: Rect, y: float, brief: bool = False
) -> tuple[tuple[Item, ...], float]:
    """The card of the current event, or its headline alone; and the y below it."""
    said = caption(recording, moment.index)
    column = Column(rect.x + EDGE + 2, y + 14, rect.width - 2 * EDGE - 8)
    total = len(recording.entries)
    column.y += 6
    number = f"EVENT {moment.n} OF {recording.entries[-1].n}" if total and moment.n else "THE TABLE"
    tint = theme.KIND_COLOURS[said.kind] if said.kind != "dice" else theme.SKY
    column.items.append(written(column.x, column.y, number, 11, tint, weight="semibold"))
    event = recording.entries[moment.index].event if moment.index >= 0 else None
    if brief:
        column.y += 12
        column.paragraph(said.headline, 14.0, theme.BRIGHT, 1, "semibold", 1.3)
    elif isinstance(event, OrderRefused | ChargeFailed) and event.reasons:
        _refused(column, said, event, moment)
    else:
        _happened(column, said)
    bottom = column.y + 12 if brief else max(column.y + 12, y + 112)
    box = Rect(rect.x + EDGE - 12, y, rect.width - 2 * EDGE + 24, bottom - y)
    return (*card(box, theme.KIND_COLOURS[said.kind]), *column.items), bottom + 16


def _happened(column: Column, said: Caption) -> None:
    """What happened, its figures, what was measured, by which rulings."""
    if said.rule:
        _on_the_right(column, said.rule)
    column.y += 12
    column.paragraph(said.headline, theme.HEADING, theme.BRIGHT, HEADLINE_LINES, "semibold", 1.3)
    column.space(3)
    column.paragraph(said.sentence, theme.BODY, theme.SOFT, 4)
    if said.figures:
        column.space(7)
        for name, value in said.figures[:7]:
            column.pair(name, value)
    column.space(4)
    claim_lines(column, said.claims)
    ruling_lines(column, said.rulings)


def _refused(column: Column, said: Caption, event: OrderRefused | ChargeFailed, moment: Moment) -> None:
    """What was refused, and every reason, the one that is told in full."""
    if len(event.reasons) > 1:
        _on_the_right(column, f"reason {moment.part + 1} of {len(event.reasons)}")
    column.y += 12
    column.paragraph(said.headline, theme.HEADING, theme.BRIGHT, HEADLINE_LINES, "semibold", 1.3)
    foretold = isinstance(event, OrderRefused) and event.foretold
    told = "Nothing of it is carried out." if isinstance(event, OrderRefused) else "Nobody moves."
    column.paragraph(told + (" As foretold." if foretold else ""), 12, theme.FAINT)
    column.space(2)
    reason_lines(column, event, moment.part)


def _on_the_right(column: Column, text: str) -> None:
    """A text at the end of the line."""
    right = column.x + column.width
    column.items.append(written(right, column.y, text, 11, theme.FAINT, anchor="end", room=column.width - 118))


def about_hover(state: State, hover: Hover, rect: Rect, y: float) -> tuple[tuple[Item, ...], float]:
    """The card of what is under the pointer, as much of it as there is room for; and the y below it."""
    column = Column(rect.x + EDGE + 2, y + 14, rect.width - 2 * EDGE - 8)
    measured(column, state, hover)
    bottom = min(column.y + 12, rect.bottom - 6)
    box = Rect(rect.x + EDGE - 12, y, rect.width - 2 * EDGE + 24, bottom - y)
    if box.height < 44:
        return (), y
    kept = [each for each in column.items if not isinstance(each, Text) or each.at[1] < bottom - 10]
    return (*card(box, theme.WHITE), *kept), bottom + 16
