"""The picture of two recordings side by side, at one moment of their film: two tables, what happens on each. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from battlefield.recording import Recording
from battlefield.state import Board
from battlefield.viewer import theme
from battlefield.viewer.column import Column, Drawing, card, written
from battlefield.viewer.drawing import Box, Colour, Ellipse, Fill, Item, Layer, Rect, Scene, Stroke, View, Widget
from battlefield.viewer.metrics import width, wrap
from battlefield.viewer.options import BAR_HEIGHT, Layout, ViewOptions, view_in
from battlefield.viewer.pairing import Pairing, differences, parting_words
from battlefield.viewer.plans import plan_of
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene import stage_of, table_layers
from battlefield.viewer.scene_bar import GAP, TRACK_LEFT, bar
from battlefield.viewer.scene_board import rulers, surround
from battlefield.viewer.scene_cards import extent
from battlefield.viewer.scene_hover import hover_items
from battlefield.viewer.story import caption
from battlefield.viewer.timeline import Moment

HEAD, ROOMY = 66.0, 1240
"""How high the heading is; in a picture that is less wide than this it has two lines."""
SIDES = ("left", "right")


class Halves(NamedTuple):
    """How the screen is divided: the heading, a view for each table, a card below each, the bar."""

    head: Rect
    views: tuple[View, View]
    cards: tuple[Rect, Rect]
    bar: Rect

    @property
    def apart(self) -> float:
        """How many inches the right table lies to the right of the left one, in the left one's space."""
        return (self.views[1].x - self.views[0].x) / self.views[0].scale

    def side_at(self, x: float, y: float) -> int | None:
        """On which table a pixel is; None on neither."""
        return next((side for side, view in enumerate(self.views) if view.viewport.holds(x, y)), None)


def halves(board: Board, options: ViewOptions) -> Halves:
    """The parts of the screen; both tables are seen from the same place."""
    wide, high = options.width / 2, options.height - BAR_HEIGHT
    head = HEAD if options.width >= ROOMY else HEAD + 18
    deep = min(204.0, max(108.0, 0.24 * high))
    table_high = high - head - deep
    ports = (Rect(0, head, wide, table_high), Rect(wide, head, wide, table_high))
    views = (view_in(board, ports[0], options), view_in(board, ports[1], options))
    cards = (Rect(0, head + table_high, wide, deep), Rect(wide, head + table_high, wide, deep))
    return Halves(Rect(0, 0, options.width, head), views, cards, Rect(0, high, options.width, BAR_HEIGHT))


def scene_beside(pairing: Pairing, time: float, options: ViewOptions, side: int = 0) -> Scene:
    """Both tables at a time of their film; `side`: the one that the pointer is on."""
    moment, elapsed = pairing.film.at(time)
    own = pairing.own(moment)
    board = extent(pairing.left.table)
    parts = halves(board, options)
    layers: list[Layer] = []
    for place, (recording, each) in enumerate(zip((pairing.left, pairing.right), own, strict=True)):
        seconds = min(elapsed, each.duration)
        layers += _table(recording, each, seconds, options if place == side else replace(options, hover=None),
                         parts, place)  # fmt: skip
    layers += [Layer(f"card {SIDES[place]}", "screen", _card(pairing, own, place, parts.cards[place]))
               for place in (0, 1)]  # fmt: skip
    middle = options.width / 2
    parted = Stroke(((middle, parts.head.bottom), (middle, parts.bar.y)), theme.HAIR, 1.0)
    layers.append(Layer("middle", "screen", (parted,)))
    layers.append(Layer("heading", "screen", _heading(pairing, parts.head, moment)))
    both = Rect(0, parts.head.bottom, options.width, parts.views[0].viewport.height)
    view = parts.views[0]._replace(viewport=both)
    widgets: list[Widget] = []
    around = Layout(both, None, parts.bar, view)
    for name, (items, answers) in bar(pairing.left, pairing.film, time, options, around, beside=True).items():
        layers.append(Layer(name, "screen", items))
        widgets += answers
    sign, answers = _parting_sign(pairing, parts.bar)
    layers.append(Layer("parting", "screen", sign))
    shown = tuple(each for each in layers if each.items)
    title = f"{pairing.left.table.title}: {pairing.names.left} beside {pairing.names.right}"
    return Scene(options.width, options.height, theme.NIGHT, shown, view, (*widgets, *answers), title)


def still_beside(pairing: Pairing, at: int | None, size: tuple[int, int]) -> Scene:
    """The most telling picture of event `at`, or of where they part; of the end where they do not.

    ValueError when there is no such event.
    """
    options = ViewOptions(*size)
    moment = (pairing.parting or pairing.film.moments[-1]) if at is None else pairing.film.of_event(at)
    scale = halves(extent(pairing.left.table), options).views[0].scale
    sides = zip((pairing.left, pairing.right), pairing.own(moment), strict=True)
    still = max(plan_of(stage_of(recording, own, scale)).still for recording, own in sides)
    return scene_beside(pairing, moment.start + min(still, moment.duration * 0.999), options)


def on_side(scene: Scene, before: Scene, parts: Halves, side: int) -> Scene:
    """What was added to a scene in the space of the right table, put there."""
    known = {id(each) for each in before.layers}
    port = parts.views[side].viewport
    moved = tuple(
        each if id(each) in known or each.space != "board" else _put(each, parts, side, port) for each in scene.layers
    )
    return replace(scene, layers=moved)


def _table(
    recording: Recording, moment: Moment, elapsed: float, options: ViewOptions, parts: Halves, side: int
) -> list[Layer]:
    """A table with its frame and rulers, within its half."""
    view, board = parts.views[side], recording.table.board
    stage = stage_of(recording, moment, view.scale)
    port, name = view.viewport, SIDES[side]
    drawn = table_layers(stage, plan_of(stage), elapsed, options)
    if options.hover is not None:
        drawn.append(Layer("hover", "board", hover_items(stage.after, options.hover, stage.scale)))
    return [
        Layer(f"surround {name}", "screen", surround(board, view), port),
        *(_put(replace(each, name=f"{each.name} {name}"), parts, side, port) for each in drawn),
        Layer(f"rulers {name}", "screen", rulers(board, view), port),
    ]


def _put(layer: Layer, parts: Halves, side: int, port: Rect) -> Layer:
    """A layer in the inches of its own table, moved to where that table lies and cut off at its half."""
    view, apart = parts.views[0], parts.apart if side else 0.0
    low, high = view.to_board((port.x, port.bottom)), view.to_board((port.right, port.y))
    clip = Rect(low[0], low[1], high[0] - low[0], high[1] - low[1])
    if layer.clip is not None:
        own = layer.clip._replace(x=layer.clip.x + apart)
        x, y = max(own.x, clip.x), max(own.y, clip.y)
        clip = Rect(x, y, max(0.0, min(own.right, clip.right) - x), max(0.0, min(own.bottom, clip.bottom) - y))
    return replace(layer, items=shifted(layer.items, apart) if apart else layer.items, clip=clip)


@by_identity(128)
def shifted(items: tuple[Item, ...], by: float) -> tuple[Item, ...]:
    """Items so many inches further to the right."""
    return tuple(_moved(each, by) for each in items)


def _moved(item: Item, by: float) -> Item:
    if isinstance(item, Fill):
        return replace(item, rings=tuple(tuple((x + by, y) for x, y in ring) for ring in item.rings))
    if isinstance(item, Stroke):
        return replace(item, points=tuple((x + by, y) for x, y in item.points))
    return replace(item, at=(item.at[0] + by, item.at[1]))


# --- what is said ---


@by_identity(8)
def _heading(pairing: Pairing, rect: Rect, moment: Moment) -> tuple[Item, ...]:
    """The scenario, where the two part in words, and where one is."""
    title = pairing.left.table.title or "Untitled"
    items: list[Item] = [
        Box(rect.centre, rect.width, rect.height, fill=theme.PANEL),
        Stroke(((0, rect.bottom - 0.5), (rect.right, rect.bottom - 0.5)), theme.HAIR, 1.0),
    ]
    where = written(rect.right - 52, 22, moment.chapter, 13, theme.SOFT, weight="semibold", anchor="end",
                    room=rect.width * 0.4)  # fmt: skip
    items += [written(24, 22, title, 17, theme.BRIGHT, weight="semibold", room=rect.width - where.width - 110), where]
    words = parting_words(pairing)
    tone = theme.GOOD if pairing.parted is None else theme.EDGE_CASE
    items.append(Ellipse((29, 46), 5, 5, fill=tone))
    for line, text in enumerate(wrap(words, 13.5, rect.width - 70, 1 if rect.height <= HEAD else 2)):
        items.append(written(42, 46 + 19 * line, text, 13.5, theme.BRIGHT))
    return tuple(items)


@by_identity(16)
def _card(pairing: Pairing, own: tuple[Moment, Moment], side: int, rect: Rect) -> tuple[Item, ...]:
    """Which recording it is, and what happens in it; what is otherwise on the other side."""
    recording, moment = (pairing.left, pairing.right)[side], own[side]
    said = caption(recording, moment.index)
    box = Rect(rect.x + 14, rect.y + 6, rect.width - 28, rect.height - 16)
    items: list[Item] = [Box(rect.centre, rect.width, rect.height, fill=theme.PANEL)]
    items += card(box, theme.KIND_COLOURS[said.kind])
    column = Column(box.x + 18, box.y + 18, box.width - 36)
    name = written(column.x, column.y, pairing.names[side], 12.5, theme.BRIGHT, weight="semibold", room=box.width * 0.5)
    items.append(name)
    number = f"event {moment.n} of {recording.entries[-1].n}" if recording.entries and moment.n else "the table"
    items.append(written(column.x + name.width + 12, column.y, number, 12, theme.FAINT))
    word, tone = _standing(pairing, own, side)
    items.append(_chip(box.right - 16, column.y, word, tone))
    column.y += 13
    lines = 1 if rect.height < 130 else 2
    column.paragraph(said.headline, 15, theme.BRIGHT, lines, "semibold", 1.3)
    unlike = _unlike(pairing, own)
    if rect.height >= 120:
        column.paragraph(said.sentence, 12.5, theme.SOFT, lines)
    column.space(3)
    for what, *values in unlike:
        if column.y + 20 > box.bottom:
            break
        column.pair(what, values[side], 12.5, theme.EDGE_CASE)
    return (*items, *column.items)


def _unlike(pairing: Pairing, own: tuple[Moment, Moment]) -> tuple[tuple[str, str, str], ...]:
    if not _has_parted(pairing, own) or own[0].index < 0 or own[1].index < 0:
        return ()
    return differences(pairing.left.entries[own[0].index].event, pairing.right.entries[own[1].index].event)


def _has_parted(pairing: Pairing, own: tuple[Moment, Moment]) -> bool:
    return pairing.parted is not None and max(own[0].index, own[1].index) >= pairing.parted


def _standing(pairing: Pairing, own: tuple[Moment, Moment], side: int) -> tuple[str, Colour]:
    """Whether they are still the same, in a word."""
    if not _has_parted(pairing, own):
        return "the same on both sides", theme.GOOD
    recording = (pairing.left, pairing.right)[side]
    if own[side].index == len(recording.entries) - 1 and own[1 - side].index > own[side].index:
        return "ended", theme.FAINT
    if max(own[0].index, own[1].index) == pairing.parted:
        return "here they part", theme.EDGE_CASE
    events = [(pairing.left, pairing.right)[each].entries[own[each].index] for each in (0, 1) if own[each].index >= 0]
    alike = len(events) == 2 and events[0].event == events[1].event
    return ("parted, but the same event", theme.SOFT) if alike else ("parted", theme.EDGE_CASE)


def _chip(right: float, y: float, text: str, tone: Colour) -> Item:
    return written(right, y, text, 12, tone, weight="semibold", anchor="end")


@by_identity(8)
def _parting_sign(pairing: Pairing, rect: Rect) -> Drawing:
    """A mark on the scrubber where they part; a click goes there."""
    moment = pairing.parting
    if moment is None or pairing.film.duration <= 0:
        return (), ()
    end = rect.right - 34 - GAP
    x = TRACK_LEFT + (end - TRACK_LEFT) * moment.start / pairing.film.duration
    y = rect.y + 57
    wide = width("they part", 11, "semibold")
    left = min(x + 8, end - wide)
    items = (
        Stroke(((x, rect.y + 17), (x, y + 2)), theme.EDGE_CASE, 1.5),
        Fill((((x, y - 6), (x + 5, y), (x, y + 6), (x - 5, y)),), theme.EDGE_CASE),
        written(left if left > x else x - 8 - wide, y, "they part", 11, theme.EDGE_CASE, weight="semibold"),
    )
    return items, (Widget("replay.parting", Rect(x - 8, y - 8, wide + 20, 16)),)
