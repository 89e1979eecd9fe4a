"""Map sheets for an event pack: the battlefield at a true scale on A4 or letter paper, with everything that a table is
laid out from. Pure: a recording in, a scene a sheet out.

What the first sheet cannot hold goes on to further ones. Lengths are at 96 pixels to an inch of paper.
"""

from __future__ import annotations

from typing import NamedTuple

from battlefield.recording import Recording
from battlefield.state import State
from battlefield.version import VERSION
from battlefield.viewer import theme
from battlefield.viewer.column import written
from battlefield.viewer.drawing import Item, Layer, Rect, Scene, Stroke, View
from battlefield.viewer.metrics import wrap
from battlefield.viewer.sheet_blocks import balanced
from battlefield.viewer.sheet_legend import blocks_of, keys_of
from battlefield.viewer.sheet_map import (
    GUTTER,
    Keys,
    edge_bands,
    map_items,
    map_labels,
    map_view,
    rulers,
    scale_bar,
)

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Millimetres, upright."""
MARGIN, HEAD, FOOT, APART = 42.0, 54.0, 24.0, 20.0
TITLE_LINE, MOST_TITLE_LINES = 26.0, 5
SIDE = 226.0
"""The width of the column beside the map of a landscape sheet."""
LOW = 60.0
"""Pixels below the map of a landscape sheet that are worth a row of columns."""
MAP_SHARE = 0.56
"""How much of the height of an upright sheet the map takes at most."""


class Paper(NamedTuple):
    """A sheet of paper: its width and height in millimetres."""

    width: float
    height: float

    @property
    def landscape(self) -> bool:
        """Whether it is wider than high."""
        return self.width > self.height


def paper_named(name: str, landscape: bool = False) -> Paper:
    """A size of paper by its name (`SIZES`), upright or on its side; ValueError for one that is not known."""
    if name.lower() not in SIZES:
        raise ValueError(f"--page {name}: allowed are {', '.join(SIZES)}")
    wide, high = SIZES[name.lower()]
    return Paper(high, wide) if landscape else Paper(wide, high)


def map_sheets(recording: Recording, paper: Paper, at: int | None = None) -> tuple[Scene, ...]:
    """The sheets of the table as it is set up, or as it stands after event `at`. ValueError when there is none."""
    state = state_shown(recording, at)
    wide, high = (each * 96 / 25.4 for each in paper)
    inside = Rect(MARGIN, MARGIN, wide - 2 * MARGIN, high - 2 * MARGIN)
    keys = keys_of(state)
    head = HEAD + _lower(state, inside)
    body = Rect(inside.x, inside.y + head, inside.width, inside.height - head - FOOT)
    view, columns = _divided(state, body, paper.landscape)
    further = _columns(body, 4 if paper.landscape else 3)
    narrowest = min(each.width for each in (*columns, *further))
    first, rest = balanced(blocks_of(state, keys, narrowest), columns)
    texts = [first]
    while rest:
        before = rest
        more, rest = balanced(rest, further)
        if rest == before:  # a row taller than a sheet: there is none, but nobody should wait for ever
            break
        texts.append(more)
    scenes = []
    for place, items in enumerate(texts):
        around = _around(state, inside, at, (place + 1, len(texts)))
        layers = _map_layers(state, view, keys) if place == 0 else []
        layers.append(Layer("text", "screen", (*around, *items)))
        title = f"{state.title or 'Map'} ({place + 1})" if place else state.title or "Map"
        size = (round(wide), round(high))
        scenes.append(Scene(*size, theme.WHITE, tuple(layers), view, (), title, True, (paper.width, paper.height)))
    return tuple(scenes)


def state_shown(recording: Recording, at: int | None) -> State:
    """The state after event `at`, or that of the set-up: before the first order, and before anybody's first phase."""
    if at is None:
        return recording.states[sum(each.order == 0 for each in recording.entries)]
    if not 0 <= at < len(recording.states):
        raise ValueError(f"there is no event {at}; the last is {len(recording.states) - 1}")
    return recording.states[at]


def _divided(state: State, body: Rect, landscape: bool) -> tuple[View, list[Rect]]:
    """Where the map is, and the columns that are left."""
    if landscape:
        view = map_view(state.board, Rect(body.x, body.y, body.width - SIDE - APART, body.height - 30))
        view = view._replace(x=body.x + GUTTER)
        left = body.x + state.board.width * view.scale + 2 * GUTTER + APART
        number = max(1, int((body.right - left + APART) / (SIDE - 20)))
        columns = _columns(Rect(left, body.y, body.right - left, body.height), number)
        below = Rect(body.x, view.y + GUTTER + 40, left - APART - body.x, body.bottom - view.y - GUTTER - 40)
        return view, [*columns, *(_columns(below, 3) if below.height > LOW else [])]
    room = Rect(body.x, body.y, body.width, body.height * MAP_SHARE)
    view = map_view(state.board, room)
    top = view.y + GUTTER + 40
    return view, _columns(Rect(body.x, top, body.width, body.bottom - top), 3)


def _columns(rect: Rect, number: int) -> list[Rect]:
    wide = (rect.width - (number - 1) * APART) / number
    return [Rect(rect.x + place * (wide + APART), rect.y, wide, rect.height) for place in range(number)]


def _map_layers(state: State, view: View, keys: Keys) -> list[Layer]:
    board = state.board
    inside = Rect(0.0, 0.0, board.width, board.height)
    left, bottom = view.to_screen((0.0, 0.0))
    bar = scale_bar((left, bottom + GUTTER + 18), view.scale, 220)
    return [
        Layer("edges", "screen", tuple(edge_bands(state, view))),
        Layer("map", "board", tuple(map_items(state, view, keys)), inside),
        Layer("labels", "board", map_labels(state, view.scale, keys)),
        Layer("rulers", "screen", (*rulers(board, view), *bar, _scale_told(view, board.width))),
    ]


def _scale_told(view: View, board_width: float) -> Item:
    """How large an inch of the table is on the paper, at the right end of the scale bar's line."""
    inch = view.scale * 25.4 / 96
    right, bottom = view.to_screen((board_width, 0.0))
    words = f"1 : {25.4 / inch:.1f}, 1 in of the table is {inch:.1f} mm here"
    return written(right, bottom + GUTTER + 18, words, 9, theme.INK_SOFT, anchor="end")


def _title_lines(state: State, inside: Rect) -> tuple[str, ...]:
    return wrap(state.title or "Battlefield", 22, inside.width, MOST_TITLE_LINES, "semibold")


def _lower(state: State, inside: Rect) -> float:
    """By how much all is lower than under a title of one line."""
    return (len(_title_lines(state, inside)) - 1) * TITLE_LINE


def _around(state: State, inside: Rect, at: int | None, sheet: tuple[int, int]) -> list[Item]:
    """Title, what is below it, and the foot of the sheet."""
    board = state.board
    lower = _lower(state, inside)
    titles = [
        written(inside.x, inside.y + 10 + place * TITLE_LINE, words, 22, theme.INK, weight="semibold")
        for place, words in enumerate(_title_lines(state, inside))
    ]
    when = "the set-up" if at is None else f"as it stands after event {at}" if at else "the bare table"
    below = f"{board.width:g} × {board.height:g} in · {', '.join(state.systems)} · {when}"
    told = "Every place is measured from the two nearest edges, in inches: 12 W is 12 in from the west edge."
    foot = inside.bottom - 4
    ends = "" if sheet[1] == 1 else f"sheet {sheet[0]} of {sheet[1]}"
    return [
        *titles,
        written(inside.x, inside.y + 33 + lower, below, 11, theme.INK_SOFT, room=inside.width),
        Stroke(((inside.x, inside.y + 45 + lower), (inside.right, inside.y + 45 + lower)), theme.INK, 1.2),
        written(inside.x, foot, told, 8.5, theme.INK_SOFT, room=inside.width - 150),
        written(inside.right, foot, ends or f"battlefield {VERSION}", 8.5, theme.INK_SOFT, anchor="end"),
    ]
