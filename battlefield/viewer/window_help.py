"""The help: everything that can be done and on which key, over the table, made from the commands. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlefield.geometry.shapes import Point
from battlefield.viewer import theme
from battlefield.viewer.column import written
from battlefield.viewer.commands import Command, Commands, Gesture, Group, printed
from battlefield.viewer.drawing import Box, Ellipse, Item, Layer, Rect, Scene, Text, Widget
from battlefield.viewer.metrics import width
from battlefield.viewer.remember import by_identity
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

_COLUMN, _ROW, _KEY, _EDGE, _TOP, _GAP = 372.0, 25.0, 106.0, 36.0, 62.0, 16.0
_GROUP = 32.0
_HELD, _OR = 2.0, 9.0
"""Pixels between keys that are pressed together, and between ways to do the same."""
_TURNS = {"Right": 1, "PageDown": 1, "Left": -1, "PageUp": -1}
_LEAST = 0.86
"""Smaller than so much of its usual size the help has more pages instead."""
Groups = tuple[tuple[Group, tuple[Command | Gesture, ...]], ...]


class HelpTool(Tool):
    """In front of the table: where the help is shown, a click anywhere puts it away."""

    def __init__(self) -> None:
        self.page = 0

    def commands(self) -> tuple[Command, ...]:
        """Help, the whole screen, away."""
        return (
            Command("window.help", "this help", "Window", ("?", "H", "F1"), lambda on: on.toggle_help()),
            Command("window.full", "the whole screen", "Window", ("F11",), lambda on: on.toggle_screen()),
            Command("window.escape", "put away, then quit", "Window", ("Escape",), lambda on: on.escape()),
        )

    def key(self, controls: Controls, name: str) -> bool:
        """Turn the page; any other key does what it says in the help."""
        if controls.help and name in _TURNS:
            self.page += _TURNS[name]
            controls.renew()
            return True
        return False

    def press(self, controls: Controls, press: Press) -> bool:
        """Nothing below the help is dragged."""
        return controls.help

    def release(self, controls: Controls, press: Press) -> bool:
        """Away with it."""
        controls.toggle_help()
        return True

    def click(self, controls: Controls, press: Press) -> bool:
        """The question mark."""
        if press.widget is None or press.widget.name != "help":
            return False
        controls.toggle_help()
        return True

    def escape(self, controls: Controls) -> bool:
        """Put the help away."""
        if controls.help:
            controls.toggle_help()
            return True
        return False

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """A button for the help, and the help."""
        port = scene.view.viewport
        button = Layer("help button", "screen", help_button(port.right - 17, port.y + 19))
        scene = with_layer(scene, button, widgets=(Widget("help", Rect(port.right - 30, port.y + 6, 26, 26)),))
        if not controls.help:
            return scene
        items = help_items(controls.commands, controls.mode, scene.width, scene.height, self.page)
        return with_layer(scene, Layer("help", "screen", items))


@by_identity(4)
def help_button(x: float, y: float) -> tuple[Item, ...]:
    """A question mark in a ring."""
    mark = written(x, y, "?", 12, theme.SOFT, weight="semibold", anchor="middle")
    return (Ellipse((x, y), 10, 10, fill=theme.RAISED, outline=theme.CARD_EDGE, width=1.0), mark)


@by_identity(4)
def help_pages(commands: Commands, mode: str | None, wide: int, high: int) -> tuple[Groups, ...]:
    """What stands on each page: as few pages as leave the help readable."""
    groups = commands.grouped(mode)
    for pages in range(1, len(groups)):
        split, made, place = _columns([_height(rows) for _, rows in groups], pages), list[Groups](), 0
        for count in split:
            made.append(groups[place : place + count])
            place += count
        if min(_laid_out(each, wide, high)[0] for each in made) >= _LEAST:
            return tuple(made)
    return tuple((each,) for each in groups)


@by_identity(4)
def help_items(commands: Commands, mode: str | None, wide: int, high: int, page: int = 0) -> tuple[Item, ...]:
    """A page of the help, in the middle of the window, in as many columns as make it largest."""
    pages = help_pages(commands, mode, wide, high)
    share, width_, height, items = _laid_out(pages[page % len(pages)], wide, high)
    if len(pages) > 1:
        said = f"page {page % len(pages) + 1} of {len(pages)}"
        text = written(width_ - _EDGE - 66, 42, said, 13, theme.FAINT, anchor="end")
        keys, _ = keys_drawn(width_ - _EDGE - 56, 42, ("Left", "Right"), 100)
        items += [text, *keys]
    corner = ((wide - width_ * share) / 2, (high - height * share) / 2)
    veil = Box((wide / 2, high / 2), wide, high, fill=theme.BLACK.at(0.6))
    return (veil, *(_scaled(each, share, corner) for each in items))


def _laid_out(groups: Groups, wide: int, high: int) -> tuple[float, float, float, list[Item]]:
    """A page at its usual size with that size, and the share of it that fits."""
    best: tuple[float, float, float, list[Item]] = (0.0, 0.0, 0.0, [])
    for columns in (1, 2, 3, 4):
        items, width_, height = _card(groups, columns)
        share = min(1.0, (wide - 16) / width_, (high - 16) / height)
        if share > best[0] + 1e-9:
            best = (share, width_, height, items)
    return best


def _height(rows: tuple[Command | Gesture, ...]) -> float:
    return _GROUP + _ROW * len(rows)


def _card(
    groups: tuple[tuple[str, tuple[Command | Gesture, ...]], ...], columns: int
) -> tuple[list[Item], float, float]:
    """The help at its usual size, from its corner; and that size."""
    split = _columns([_height(rows) for _, rows in groups], columns)
    wide = 2 * _EDGE + len(split) * _COLUMN + (len(split) - 1) * _GAP
    tallest, items, place = 0.0, list[Item](), 0
    for number, count in enumerate(split):
        x, y = _EDGE + number * (_COLUMN + _GAP), _TOP
        for heading, rows in groups[place : place + count]:
            y += 22
            items.append(written(x, y, heading.upper(), theme.SMALL, theme.FAINT, weight="semibold"))
            y += _GROUP - 22
            for row in rows:
                items += _row(row, x, y + _ROW / 2)
                y += _ROW
        place += count
        tallest = max(tallest, y)
    high = tallest + _EDGE - 8
    middle = (wide / 2, high / 2)
    ground: list[Item] = [
        Box(middle, wide, high, 14, fill=theme.BLACK.at(0.5), soft=24, offset=(0, 8)),
        Box(middle, wide, high, 14, fill=theme.PANEL, outline=theme.CARD_EDGE),
        written(_EDGE, 42, "What you can do", theme.TITLE, theme.BRIGHT, weight="semibold"),
    ]
    return [*ground, *items], wide, high


def _columns(heights: list[float], columns: int) -> list[int]:
    """How many groups each column has, in order, so that the tallest is as low as can be."""
    best: tuple[float, list[int]] | None = None

    def split(begin: int, left: int, tallest: float, counts: list[int]) -> None:
        nonlocal best
        if best is not None and tallest >= best[0]:
            return
        if begin == len(heights):
            best = (tallest, counts)
            return
        if left == 0:
            return
        for end in range(begin + 1, len(heights) + 1):
            split(end, left - 1, max(tallest, sum(heights[begin:end])), [*counts, end - begin])

    split(0, columns, 0.0, [])
    assert best is not None
    return best[1]


def _row(row: Command | Gesture, x: float, y: float) -> list[Item]:
    """Keys as keys, what is done with the mouse as words; then what comes of it."""
    room = _COLUMN - _KEY
    if isinstance(row, Gesture):
        return [
            written(x, y, row.how, 13, theme.BRIGHT, weight="semibold"),
            written(x + _KEY, y, row.says, 13, theme.SOFT, room=room),
        ]
    items, end = keys_drawn(x, y, row.keys, _KEY - 8)
    return [*items, written(max(x + _KEY, end + 8), y, row.says, 13, theme.SOFT, room=room)]


def keys_room(key: str) -> float:
    """How wide a key is as it is drawn, with those that are held for it."""
    return sum(_side(name) + _HELD for name in printed(key)) - _HELD


def keys_drawn(x: float, y: float, keys: tuple[str, ...], room: float) -> tuple[list[Item], float]:
    """Keys side by side, each way to press the first and as many others as there is room for; and where they end."""
    items: list[Item] = []
    end = x
    alike: set[tuple[str, ...]] = set()
    for key in keys:
        if printed(key) in alike or (alike and end + _OR + keys_room(key) - x > room):
            continue
        end += _OR if alike else 0.0
        alike.add(printed(key))
        for name in printed(key):
            side = _side(name)
            items.append(Box((end + side / 2, y + 1), side, 20, 5, fill=theme.BLACK.at(0.5)))
            items.append(Box((end + side / 2, y), side, 20, 5, fill=theme.RAISED, outline=theme.CARD_EDGE))
            items.append(written(end + side / 2, y, name, 12, theme.BRIGHT, weight="semibold", anchor="middle"))
            end += side + _HELD
        end -= _HELD
    return items, end


def _side(name: str) -> float:
    return max(22.0, width(name, 12, "semibold") + 12)


def _scaled(item: Item, share: float, corner: Point) -> Item:
    """A box or a text at another size, its origin at `corner`."""
    assert isinstance(item, Box | Text)
    at = (corner[0] + item.at[0] * share, corner[1] + item.at[1] * share)
    if isinstance(item, Text):
        return replace(item, at=at, size=item.size * share, width=item.width * share)
    return replace(item, at=at, width=item.width * share, height=item.height * share, corner=item.corner * share)
