"""The list of events: a window of it round the current one."""

from __future__ import annotations

from battlefield.events.core import PhaseBegan
from battlefield.recording import Recording
from battlefield.viewer import theme
from battlefield.viewer.column import Drawing, typed_line, written
from battlefield.viewer.drawing import Box, Item, Rect, Stroke, Widget
from battlefield.viewer.filtering import ASKS, Filter
from battlefield.viewer.glyphs import kind_sign
from battlefield.viewer.metrics import width
from battlefield.viewer.remember import by_identity
from battlefield.viewer.story import caption
from battlefield.viewer.timeline import Moment, Timeline

ROW = 25.0


@by_identity(64)
def listed_moments(film: Timeline) -> tuple[Moment, ...]:
    """The moments that have a row: of each event the first, but for the bookkeeping."""
    return tuple(each for each in film.moments if each.n > 0 and not each.quiet and each.part == 0)


@by_identity(64)
def passing_moments(film: Timeline, sieve: Filter) -> tuple[Moment, ...]:
    """Those of them that pass a filter."""
    return tuple(each for each in listed_moments(film) if sieve.passes(each.index))


@by_identity(64)
def events(
    recording: Recording, film: Timeline, current: int, first: int | None, room: Rect, sieve: Filter | None = None
) -> Drawing:
    """As many rows as there is room for, of those that pass the filter; the current one is lit."""
    rows = int((room.height - 30) // ROW)
    if rows < 1:
        return (), ()
    every = listed_moments(film) if sieve is None else passing_moments(film, sieve)
    here = next((place for place, each in enumerate(every) if each.index >= current), len(every) - 1)
    top = here - rows // 3 if first is None else first
    top = max(0, min(top, len(every) - rows))
    items, widgets = _heading(room, every, top, rows, sieve)
    widgets.insert(0, Widget("list", room, top))
    if sieve is not None and not every:
        items.append(written(room.x + 8, room.y + 44, "No event passes.", 12.5, theme.FAINT))
    for place, moment in enumerate(every[top : top + rows]):
        box = Rect(room.x, room.y + 28 + place * ROW, room.width, ROW)
        items += _row(recording, moment, current, box)
        widgets.append(Widget("event", box, moment.n))
    if len(every) > rows:
        items += _scroll(Rect(room.right + 2, room.y + 30, 3, rows * ROW - 4), top, rows, len(every))
    return tuple(items), tuple(widgets)


def _heading(
    room: Rect, every: tuple[Moment, ...], top: int, rows: int, sieve: Filter | None
) -> tuple[list[Item], list[Widget]]:
    """What the list is of: all events, or those that pass what was typed."""
    x, y = room.x + 8, room.y + 12
    shown = "" if len(every) <= rows else f"{top + 1}–{top + min(rows, len(every))} of {len(every)}"
    if sieve is None:
        items: list[Item] = [written(x, y, "EVENTS", 11, theme.FAINT, weight="semibold")]
        wide = width("filter", 11) + width("/", 11, "semibold") + 24
        left = x + width("EVENTS", 11, "semibold") + 10
        items.append(Box((left + wide / 2, y), wide, 18, 5, fill=theme.CARD, outline=theme.CARD_EDGE))
        items.append(written(left + 8, y, "/", 11, theme.SOFT, weight="semibold"))
        items.append(written(left + 8 + width("/", 11, "semibold") + 5, y, "filter", 11, theme.FAINT))
        if shown:
            items.append(written(room.right - 8, y, shown, 11, theme.DIM, anchor="end"))
        return items, [Widget("replay.filter", Rect(left, y - 9, wide, 18))]
    field = Rect(room.x, room.y - 3, room.width, 28)
    count = shown or ("all" if sieve.empty else f"{len(every)}")
    return typed_line(field, sieve.text, ASKS, count, 12.5, sieve.typing), [Widget("replay.filter", field)]


def _row(recording: Recording, moment: Moment, current: int, box: Rect) -> list[Item]:
    event = recording.entries[moment.index].event
    y = box.y + box.height / 2
    now = moment.index == current
    items: list[Item] = []
    if now:
        items.append(Box(box.centre, box.width, box.height - 1, 5, fill=theme.CURRENT))
    past = moment.index < current
    colour = theme.KIND_COLOURS[moment.kind].at(0.55 if not past and not now else 1.0)
    number = written(box.right - 10, y, str(moment.n), 11, theme.SOFT if now else theme.DIM, anchor="end")
    room = box.width - 44 - number.width
    if isinstance(event, PhaseBegan):
        if not now:
            items.append(Stroke(((box.x + 8, box.y + 1), (box.right - 8, box.y + 1)), theme.HAIR, 1.0))
        tone = theme.BRIGHT if now else theme.SOFT if past else theme.FAINT
        items.append(written(box.x + 8, y, moment.chapter, 12, tone, weight="semibold", room=room + 14))
        return [*items, number]
    items += kind_sign(moment.kind, (box.x + 13, y), colour)
    tone = theme.BRIGHT if now else theme.SOFT if past else theme.FAINT
    text = caption(recording, moment.index).headline
    items.append(written(box.x + 28, y, text, 12.5, tone, weight="semibold" if now else "regular", room=room))
    return [*items, number]


def _scroll(rail: Rect, top: int, rows: int, total: int) -> list[Item]:
    high = max(18.0, rail.height * rows / total)
    y = rail.y + (rail.height - high) * top / max(1, total - rows)
    return [
        Box(rail.centre, rail.width, rail.height, 1.5, fill=theme.HAIR),
        Box((rail.x + rail.width / 2, y + high / 2), rail.width, high, 1.5, fill=theme.DIM),
    ]
