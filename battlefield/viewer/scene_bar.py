"""The bar below the table: play, step, speed, the scrubber with a mark for each event, keys, scale bar."""

from __future__ import annotations

from battlefield.geometry.shapes import Point
from battlefield.recording import Recording
from battlefield.viewer import theme
from battlefield.viewer.chapters import Chapter, chapters
from battlefield.viewer.column import Drawing, written
from battlefield.viewer.drawing import Box, Ellipse, Fill, Item, Rect, Stroke, Widget
from battlefield.viewer.filtering import Filter
from battlefield.viewer.metrics import width
from battlefield.viewer.options import Layout, ViewOptions
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_board import SCALE_ROOM, scale_bar
from battlefield.viewer.timeline import Timeline

TRACK_LEFT, GAP = 214.0, 112.0
EDGE = 34.0
"""Pixels that the bar's right end leaves free."""
POINTER = 150.0
"""Pixels that the place under the pointer takes at most, beside the scale bar."""
_HIGH = {"harm": 8.0, "refused": 8.0, "artifact": 8.0, "relic": 8.0, "phase": 3.0, "dice": 3.5}
"""A mark tells by its height, too, how much an event weighs."""
HINTS = (
    ("?", "every key"), (":", "find"), ("Space", "play"), ("← →", "step"), ("/", "filter"), ("Tab", "measure"),
    ("M S V A I", "ask of a model"), ("D G", "ruler, ring"),
    ("0", "whole board"), ("[ ]", "speed"), ("wheel", "zoom"), ("drag", "pan"),
)  # fmt: skip
BESIDE = (
    ("?", "every key"), (":", "find"), ("Space", "play"), ("← →", "step"), ("B", "where they part"), ("Tab", "measure"),
    ("0", "whole board"), ("[ ]", "speed"), ("wheel", "zoom"), ("drag", "pan"),
)  # fmt: skip
"""With two logs side by side nothing is filtered, asked of a model or laid."""
SETTING_UP = (
    ("?", "every key"), ("Tab", "choose"), ("← ↑ ↓ →", "0.1″"), ("Shift", "1″"), ("Alt", "0.01″"), ("Q W", "turn"),
    ("P", "type its place"), ("G", "next fault"), ("U", "unit"), ("X", "snapping"), ("E", "done"),
)  # fmt: skip


def bar(
    recording: Recording, film: Timeline, time: float, options: ViewOptions, parts: Layout, *, beside: bool = False
) -> dict[str, Drawing]:
    """The bar's layers by name, each with what of it answers clicks; `beside`: of two recordings side by side."""
    hints = BESIDE if beside else SETTING_UP if options.setting_up else HINTS
    right = parts.bar.right - EDGE
    still = frame(film, parts.bar, right, options.playing, options.speed, options.filter, hints)
    out: dict[str, Drawing] = {"bar": still, "head": head(film, time, parts.bar, right)}
    out["scale"] = (scale_bar(parts.view, parts.bar.right - EDGE, parts.bar.y + 72), ())
    if options.pointer is not None:
        x, y = options.pointer
        text = f"{x:.3f}, {y:.3f} in"
        place = written(
            parts.bar.right - EDGE - SCALE_ROOM - 16, parts.bar.y + 72, text, 11.5, theme.SOFT, anchor="end"
        )
        out["pointer"] = ((place,), ())
    warning = options.message or recording.warning
    if warning:
        out["message"] = (message(warning, parts.viewport), ())
    return out


@by_identity(32)
def frame(
    film: Timeline,
    rect: Rect,
    right: float,
    playing: bool,
    speed: float,
    sieve: Filter | None,
    hints: tuple[tuple[str, str], ...] = HINTS,
) -> Drawing:
    """Everything of the bar that does not move: buttons, marks of events and chapters, key hints."""
    y = rect.y + 38
    items: list[Item] = [
        Box(rect.centre, rect.width, rect.height, fill=theme.PANEL),
        Stroke(((rect.x, rect.y + 0.5), (rect.right, rect.y + 0.5)), theme.HAIR, 1.0),
    ]
    items += _play((40, y), playing)
    items += _button((84, y), 30, "back") + _button((120, y), 30, "on")
    items.append(Box((166, y), 46, 30, 6, fill=theme.RAISED, outline=theme.CARD_EDGE))
    items.append(written(166, y, f"{speed:g}×", 12.5, theme.BRIGHT, weight="semibold", anchor="middle"))
    items += _marks(film, right - GAP, rect.y + 23, sieve)
    signs, rounds = _chapter_marks(chapters(film), film.duration, right - GAP, rect.y)
    items += signs
    items += _hints(hints, TRACK_LEFT, rect.y + 72, rect.right - EDGE - SCALE_ROOM - POINTER)
    widgets = (
        Widget("play", Rect(18, y - 22, 44, 44)),
        Widget("previous", Rect(69, y - 15, 30, 30)),
        Widget("next", Rect(105, y - 15, 30, 30)),
        Widget("speed", Rect(143, y - 15, 46, 30)),
        Widget("scrubber", Rect(TRACK_LEFT, rect.y + 14, right - GAP - TRACK_LEFT, 40), film.duration),
        *rounds,
    )
    return tuple(items), widgets


def head(film: Timeline, time: float, rect: Rect, right: float) -> Drawing:
    """The part of the bar that moves: the track up to now, its knob, the time."""
    end = right - GAP
    y = rect.y + 40
    share = time / film.duration if film.duration > 0 else 0.0
    x = TRACK_LEFT + (end - TRACK_LEFT) * max(0.0, min(1.0, share))
    clock = f"{_clock(time)} / {_clock(film.duration)}"
    items = (
        Box(((TRACK_LEFT + end) / 2, y), end - TRACK_LEFT, 5, 2.5, fill=theme.RAISED),
        Box(((TRACK_LEFT + x) / 2, y), max(x - TRACK_LEFT, 0.01), 5, 2.5, fill=theme.SKY),
        Ellipse((x, y), 8, 8, fill=theme.WHITE, outline=theme.SKY, width=2.5),
        written(right, y, clock, 12.5, theme.SOFT, anchor="end"),
    )
    return items, ()


def time_at(scrubber: Widget, x: float) -> float:
    """The time that a pixel of the scrubber stands for."""
    share = (x - scrubber.rect.x) / scrubber.rect.width
    return max(0.0, min(1.0, share)) * float(scrubber.value or 0.0)


def message(text: str, viewport: Rect) -> tuple[Item, ...]:
    """A line over the foot of the table, clear of its ruler: buttons and the filter have the top."""
    x, y = viewport.centre[0], viewport.bottom - 52
    shown = written(x, y, text, 13, theme.BRIGHT, anchor="middle", room=viewport.width - 80)
    wide = width(shown.text, 13) + 32
    return (Box((x, y), wide, 32, 8, fill=theme.CARD, outline=theme.EDGE_CASE, line=1.5), shown)


def _play(at: Point, playing: bool) -> list[Item]:
    x, y = at
    disc = Ellipse(at, 21, 21, fill=theme.SKY)
    if playing:
        return [disc, *(Box((x + side, y), 5, 17, 1.2, fill=theme.BLACK) for side in (-5, 5))]
    return [disc, Fill((((x - 6, y - 9), (x + 10, y), (x - 6, y + 9)),), theme.BLACK)]


def _button(at: Point, side: float, way: str) -> list[Item]:
    x, y = at
    turn = -3 if way == "on" else 3
    arrow = ((x + turn, y - 5.5), (x - turn, y), (x + turn, y + 5.5))
    return [
        Box(at, side, side, 6, fill=theme.RAISED, outline=theme.CARD_EDGE),
        Stroke(arrow, theme.BRIGHT, 2.0),
    ]


def _chapter_marks(
    every: tuple[Chapter, ...], duration: float, end: float, top: float
) -> tuple[list[Item], list[Widget]]:
    """A tick below the track where a chapter begins; where a round does, its number above it, which is clicked."""
    per_second = (end - TRACK_LEFT) / duration if duration > 0 else 0.0
    items: list[Item] = []
    widgets: list[Widget] = []
    free = TRACK_LEFT - 1
    for each in every[1:]:
        x = TRACK_LEFT + each.moment.start * per_second
        items.append(Box((x, top + 50), 1.5, 6 if each.round else 4, fill=theme.SOFT if each.round else theme.DIM))
        text = f"Round {each.round}"
        wide = width(text, 10.5, "semibold")
        if each.round and x >= free and x + wide < end + 20:
            items.append(Box((x, top + 15), 1.5, 12, fill=theme.SOFT))
            items.append(written(x + 5, top + 11, text, 10.5, theme.SOFT, weight="semibold"))
            widgets.append(Widget("chapter", Rect(x - 3, top + 2, wide + 12, 16), each.moment.n))
            free = x + wide + 14
    return items, widgets


def _marks(film: Timeline, end: float, y: float, sieve: Filter | None) -> list[Item]:
    """A bar for each event, as long as it takes; events of a kind in a row are one where they would be slivers.

    What does not pass the filter is faint.
    """
    wide = end - TRACK_LEFT
    per_second = wide / film.duration if film.duration > 0 else 0.0
    spans: list[tuple[str, float, float, bool]] = []
    for moment in film.moments[1:]:
        if moment.duration <= 0:
            continue
        left, right = moment.start * per_second, moment.end * per_second
        passes = sieve is None or sieve.passes(moment.index)
        same = spans and (spans[-1][0], spans[-1][3]) == (moment.kind, passes)
        if same and right - left < 5 and left - spans[-1][2] < 1:
            spans[-1] = (moment.kind, spans[-1][1], right, passes)
        else:
            spans.append((moment.kind, left, right, passes))
    items: list[Item] = []
    for kind, left, right, passes in spans:
        long = max(1.5, right - left - 2)
        colour = theme.KIND_COLOURS[kind].at(0.9 if passes else 0.16)
        high = _HIGH.get(kind, 5.0)
        items.append(Box((TRACK_LEFT + left + 1 + long / 2, y), long, high, min(2.5, long / 2), fill=colour))
    return items


def _hints(hints: tuple[tuple[str, str], ...], x: float, y: float, end: float) -> list[Item]:
    items: list[Item] = []
    for key, what in hints:
        first = written(x, y, key, 11, theme.SOFT, weight="semibold")
        second = written(x + first.width + 5, y, what, 11, theme.DIM)
        if second.at[0] + second.width > end:
            break
        items += [first, second]
        x = second.at[0] + second.width + 18
    return items


def _clock(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.1f} s"
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}"
