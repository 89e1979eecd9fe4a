"""Setting text on the screen, line after line down a column."""

from __future__ import annotations

from dataclasses import dataclass, field

from battlefield.viewer import theme
from battlefield.viewer.drawing import Anchor, Box, Colour, Item, Pill, Rect, Stroke, Text, Weight, Widget
from battlefield.viewer.metrics import cut, width, wrap

Drawing = tuple[tuple[Item, ...], tuple[Widget, ...]]


def written(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: Colour,
    *,
    weight: Weight = "regular",
    anchor: Anchor = "start",
    room: float | None = None,
) -> Text:
    """A text on the screen, cut to `room` pixels; `y` is at half the height of its capitals."""
    shown = text if room is None else cut(text, size, max(room, 0.0), weight)
    return Text((x, y), shown, size, colour, width(shown, size, weight), weight, anchor)


def chip(x: float, y: float, text: str, colour: Colour, fill: Colour, size: float = 11.0) -> Text:
    """A text in a small box whose left side is at `x`."""
    wide = width(text, size, "semibold")
    pill = Pill(wide + 14, size + 8, fill, corner=5.0)
    return Text((x + 7, y), text, size, colour, wide, "semibold", "start", pill=pill)


def card(rect: Rect, stripe: Colour | None = None) -> list[Item]:
    """A raised box, with a stripe of colour down its left side."""
    items: list[Item] = [Box(rect.centre, rect.width, rect.height, 8, fill=theme.CARD, outline=theme.CARD_EDGE)]
    if stripe is not None:
        items.append(Box((rect.x + 1.5, rect.y + rect.height / 2), 3, rect.height - 20, 1.5, fill=stripe))
    return items


def typed_line(box: Rect, typed: str, asks: str, note: str = "", size: float = 14.0, typing: bool = True) -> list[Item]:
    """A line that is typed into, with a caret at its end while it is; `asks` stands in it while it is empty."""
    x, y = box.x + size, box.y + box.height / 2
    edge = theme.SKY if typing else theme.CARD_EDGE
    items: list[Item] = [Box(box.centre, box.width, box.height, 7, fill=theme.CARD, outline=edge, line=1.5)]
    room = box.width - 2 * size - 12
    if note:
        items.append(written(box.right - 12, y, note, min(size, 12), theme.FAINT, anchor="end"))
        room -= width(note, min(size, 12))
    tail = typed
    while len(tail) > 1 and width(tail, size) > room:
        tail = tail[1:]
    caret = x + width(tail, size) + 1.5 if tail else x
    if typed:
        items.append(written(x, y, tail, size, theme.BRIGHT))
    else:
        items.append(written(x + 4, y, asks, size, theme.FAINT, room=room))
    if typing:
        items.append(Stroke(((caret, y - 0.65 * size), (caret, y + 0.65 * size)), theme.SKY, 1.5))
    return items


@dataclass(slots=True)
class Column:
    """A column of text from `y` down, between `x` and `x + width`."""

    x: float
    y: float
    width: float
    items: list[Item] = field(default_factory=list)

    def paragraph(
        self, text: str, size: float, colour: Colour, lines: int = 1, weight: Weight = "regular", lead: float = 1.45
    ) -> None:
        """A text in at most so many lines."""
        for part in wrap(text, size, self.width, lines, weight) if text else ():
            self.y += size * lead / 2
            self.items.append(written(self.x, self.y, part, size, colour, weight=weight))
            self.y += size * lead / 2

    def pair(self, name: str, value: str, size: float = 12.0, colour: Colour = theme.SOFT) -> None:
        """A name on the left, its value on the right."""
        self.y += size * 0.75
        shown = cut(value, size, self.width * 0.68)
        wide = width(shown, size)
        self.items.append(written(self.x, self.y, name, size, theme.FAINT, room=self.width - wide - 10))
        self.items.append(written(self.x + self.width, self.y, shown, size, colour, anchor="end"))
        self.y += size * 0.75

    def chips(self, texts: tuple[str, ...], colour: Colour, fill: Colour) -> None:
        """Chips in rows."""
        if not texts:
            return
        x = self.x
        self.y += 11
        for text in texts:
            made = chip(x, self.y, cut(text, 11, self.width - 14, "semibold"), colour, fill)
            wide = made.width + 14
            if x > self.x and x + wide > self.x + self.width:
                x, self.y = self.x, self.y + 23
                made = chip(x, self.y, made.text, colour, fill)
            self.items.append(made)
            x += wide + 6
        self.y += 11

    def space(self, pixels: float) -> None:
        """Leave room."""
        self.y += pixels
