"""Blocks of text on a sheet: a heading and rows, set down columns, from one sheet to the next where need be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from battlefield.viewer import theme
from battlefield.viewer.column import written
from battlefield.viewer.drawing import Item, Rect, Stroke, Weight
from battlefield.viewer.metrics import width, wrap

TEXT, SMALL, HEAD = 9.5, 8.5, 9.5
MOST_LINES = 40
"""Lines that one text of a row takes: no name is so long."""
LINE, HEADING, GAP = 13.5, 20.0, 9.0
Draw = Callable[[float, float, float], list[Item]]


class Row(NamedTuple):
    """So many pixels high; drawn by where its upper left corner is and how wide the column is.

    `kept`: it stands with the row after it, as a name does with its first line.
    """

    high: float
    draw: Draw
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A heading with the rows under it. `again`: it goes on from another column."""

    title: str
    rows: tuple[Row, ...]
    again: bool = False


def line(
    left: str,
    right: str = "",
    *,
    within: float,
    strong: bool = False,
    indent: float = 0.0,
    sign: Draw | None = None,
    kept: bool = False,
) -> Row:
    """A row with a text at either side, and a sign before the left one.

    Nothing is cut: what does not fit `within` so many pixels goes on below, the right text under the left one where
    the two have no room beside one another.
    """
    weight: Weight = "semibold" if strong else "regular"
    room = within - indent
    beside = room - width(right, TEXT) - 8 if right else room
    lower = beside < min(room * 0.4, width(left, TEXT, weight))
    lefts = wrap(left, TEXT, room if lower else beside, MOST_LINES, weight)
    rights = wrap(right, TEXT, room, MOST_LINES)
    first = len(lefts) if lower else 0

    def draw(x: float, y: float, wide: float) -> list[Item]:
        items = [] if sign is None else sign(x, y + LINE / 2, 0.0)
        for place, words in enumerate(rights, first):
            at = y + LINE / 2 + place * LINE
            items.append(written(x + wide, at, words, TEXT, theme.INK_SOFT, anchor="end"))
        for place, words in enumerate(lefts):
            at = y + LINE / 2 + place * LINE
            items.append(written(x + indent, at, words, TEXT, theme.INK, weight=weight))
        return items

    high = LINE * max(len(lefts), first + len(rights), 1)
    return Row(high if sign is None else high + 3, draw, strong or kept)


def entries(texts: Sequence[tuple[str, str]], wide: float, indent: float) -> list[Row]:
    """Pairs of a small number and its words, as many to a row as the column has room for."""
    if not texts:
        return []
    each = indent + max(width(words, SMALL) for _, words in texts) + 12
    most = max(1, int((wide - indent + 12) / each))
    number = ceil(len(texts) / ceil(len(texts) / most))  # four in two rows are two and two, not three and one
    return [_entries(texts[at : at + number], each, indent) for at in range(0, len(texts), number)]


def _entries(texts: Sequence[tuple[str, str]], each: float, indent: float) -> Row:
    def draw(x: float, y: float, wide: float) -> list[Item]:
        items: list[Item] = []
        for place, (number, words) in enumerate(texts):
            left, middle = x + indent + place * each, y + LINE / 2 - 1
            items.append(written(left + indent - 6, middle, number, SMALL - 0.5, theme.INK_SOFT, anchor="end"))
            items.append(written(left + indent - 1, middle, words, SMALL, theme.INK, room=wide - indent * 2 + 1))
        return items

    return Row(LINE - 2, draw)


def space(pixels: float) -> Row:
    """A row with nothing in it."""
    return Row(pixels, lambda x, y, wide: [])  # noqa: ARG005 - a row is drawn with these words


def together(rows: Sequence[Row], most: int = 9) -> list[Row]:
    """Rows that no column parts, unless they are too many for that."""
    return [row._replace(kept=True) for row in rows[:-1]] + [*rows[-1:]] if len(rows) <= most else list(rows)


def balanced(blocks: Sequence[Block], columns: Sequence[Rect]) -> tuple[list[Item], list[Block]]:
    """The blocks set down columns, one after another; and what had no room.

    They stand in the shortest columns that hold them all, so that these end together, and whole where they can be.
    """
    best = _flow(blocks, columns, True)
    most = int(max(each.height for each in columns))
    for split in (False, True) if not best.left else ():
        if _flow(blocks, columns, split).left:
            continue
        for high in range(60, most + 1, 4):
            tried = _flow(blocks, [each._replace(height=min(each.height, high)) for each in columns], split)
            if not tried.left:
                return tried.drawn(), []
    return best.drawn(), best.left


class _Flow(NamedTuple):
    """What stands where: a block's heading or a row of it, its column and the y of its upper side; and what is left."""

    placed: list[tuple[Block | Row, Rect, float]]
    left: list[Block]

    def drawn(self) -> list[Item]:
        items: list[Item] = []
        for what, column, y in self.placed:
            items += _heading(what, column, y) if isinstance(what, Block) else what.draw(column.x, y, column.width)
        return items


def _flow(blocks: Sequence[Block], columns: Sequence[Rect], split: bool) -> _Flow:
    """The blocks down the columns, parted between two where `split`."""
    placed: list[tuple[Block | Row, Rect, float]] = []
    left = list(blocks)
    for column in columns:
        y = column.y
        while left:
            fits = _fitting(left[0], column.bottom - y, column.width)
            if fits == 0 or (not split and fits < len(left[0].rows)):
                break
            block = left.pop(0)
            placed.append((block, column, y))
            y += _heading_high(block, column.width)
            for row in block.rows[:fits]:
                placed.append((row, column, y))
                y += row.high
            y += GAP
            if fits < len(block.rows):
                left.insert(0, replace(block, rows=block.rows[fits:], again=True))
                break
    return _Flow(placed, left)


def _fitting(block: Block, room: float, wide: float) -> int:
    """How many rows of a block there is room for, its heading included; a kept row never comes last."""
    room -= _heading_high(block, wide)
    count = 0
    for row in block.rows:
        room -= row.high
        if room < 0:
            break
        count += 1
    while 0 < count < len(block.rows) and block.rows[count - 1].kept:
        count -= 1
    return count


def _heading(block: Block, column: Rect, y: float) -> list[Item]:
    lines = _heading_lines(block, column.width)
    texts = [
        written(column.x, y + 7 + place * LINE, words, HEAD, theme.INK, weight="semibold")
        for place, words in enumerate(lines)
    ]
    low = y + 15 + (len(lines) - 1) * LINE
    return [*texts, Stroke(((column.x, low), (column.right, low)), theme.INK.at(0.55), 0.8)]


def _heading_lines(block: Block, wide: float) -> tuple[str, ...]:
    return wrap(block.title.upper() + (" (continued)" if block.again else ""), HEAD, wide, MOST_LINES, "semibold")


def _heading_high(block: Block, wide: float) -> float:
    return HEADING + (len(_heading_lines(block, wide)) - 1) * LINE
