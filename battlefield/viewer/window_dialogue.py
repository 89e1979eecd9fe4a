"""A question over the table that waits for an answer: delete this, what to do with a changed file, where to. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlefield.viewer import theme
from battlefield.viewer.column import Column, Drawing, typed_line, written
from battlefield.viewer.drawing import Box, Fill, Item, Layer, Rect, Scene, Stroke, Widget
from battlefield.viewer.remember import by_identity
from battlefield.viewer.window_help import keys_drawn, keys_room
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

WIDE, _EDGE, _ROW = 560.0, 24.0, 30.0
MOST_LINES = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer: its key, its words, what it does with what was typed."""

    key: str
    says: str
    do: Callable[[Controls, str], None]


def nothing(controls: Controls, typed: str) -> None:
    """An answer that does nothing."""
    _ = controls, typed


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a title, some lines, the answers, the first for Enter, the last for Escape.

    `asks`: what stands in an empty line, where something is to be typed.
    """

    title: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    asks: str | None = None
    typed: str = ""


class DialogueTool(Tool):
    """The frontmost of its tools while a question is open: every key and click is an answer to it, or none."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self.typed = ""
        self.place = 0

    def ask(self, controls: Controls, question: Question) -> None:
        """Open a question."""
        self.question, self.typed, self.place = question, question.typed, 0
        controls.typing = question.asks is not None
        controls.renew()
        controls.log("asked", title=question.title, choices=[each.says for each in question.choices])

    def away(self, controls: Controls) -> None:
        """Close it without an answer."""
        self.question, controls.typing = None, False
        controls.renew()

    def answer(self, controls: Controls, place: int) -> None:
        """Close it with an answer."""
        question, typed = self.question, self.typed
        if question is None or not 0 <= place < len(question.choices):
            return
        self.away(controls)
        choice = question.choices[place]
        controls.log("answer", title=question.title, says=choice.says, typed=typed)
        choice.do(controls, typed)

    def escape(self, controls: Controls) -> bool:
        """The last answer: that which leaves things as they are."""
        if self.question is None:
            return False
        self.answer(controls, len(self.question.choices) - 1)
        return True

    def key(self, controls: Controls, name: str) -> bool:
        """Enter for the lit answer, arrows to light another, an answer's own key where nothing is typed."""
        question = self.question
        if question is None:
            return False
        steps = {"Down": 1, "Tab": 1, "Up": -1, "Shift+Tab": -1}
        own = next((n for n, each in enumerate(question.choices) if each.key == name), None)
        if name == "Escape":
            self.escape(controls)
        elif name in steps:
            self.place = (self.place + steps[name]) % len(question.choices)
        elif name == "Enter":
            self.answer(controls, self.place)
        elif name == "Backspace" and question.asks is not None:
            self.typed = self.typed[:-1]
        elif name in ("Ctrl+Backspace", "Delete") and question.asks is not None:
            self.typed = ""
        elif own is not None and question.asks is None:
            self.answer(controls, own)
        controls.renew()
        return True

    def text(self, controls: Controls, text: str) -> bool:
        """A letter more."""
        if self.question is None:
            return False
        if self.question.asks is not None:
            self.typed += text
            controls.renew()
        return True

    def press(self, controls: Controls, press: Press) -> bool:
        """Nothing below it is pressed."""
        return self.question is not None

    def release(self, controls: Controls, press: Press) -> bool:
        """An answer is clicked."""
        if press.widget is not None and press.widget.name == "answer":
            self.answer(controls, int(press.widget.value or 0))
        return True

    def wheel(self, controls: Controls, steps: float, x: float, y: float) -> bool:
        """Nothing below it turns."""
        return self.question is not None

    def hover(self, controls: Controls) -> bool:
        """Nothing below it is pointed at."""
        return self.question is not None

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """The question, over a veil."""
        if self.question is None:
            return scene
        items, widgets = question_items(self.question, self.typed, self.place, scene.width, scene.height)
        return with_layer(scene, Layer("question", "screen", items), widgets=widgets)


@by_identity(4)
def question_items(question: Question, typed: str, place: int, wide: int, high: int) -> Drawing:
    """The card in the middle of the window."""
    across = min(WIDE, wide - 24.0)
    column = Column(0.0, _EDGE - 6, across - 2 * _EDGE)
    column.paragraph(question.title, 17, theme.BRIGHT, 2, "semibold", 1.35)
    column.space(6)
    for text in question.lines[:MOST_LINES]:
        column.paragraph(text, 12.5, theme.SOFT, 3, lead=1.5)
    if len(question.lines) > MOST_LINES:
        column.paragraph(f"and {len(question.lines) - MOST_LINES} more", 12, theme.FAINT)
    if question.asks is not None:
        column.space(8)
        column.items += typed_line(Rect(0.0, column.y, column.width, 36.0), typed, question.asks)
        column.y += 36
    column.space(12)
    deep = column.y + _ROW * len(question.choices) + _EDGE - 4
    left, top = (wide - across) / 2, max(10.0, (high - deep) / 2.4)
    card = Rect(left, top, across, deep)
    items: list[Item] = [
        Box((wide / 2, high / 2), wide, high, fill=theme.BLACK.at(0.5)),
        Box(card.centre, across, deep, 12, fill=theme.BLACK.at(0.6), soft=24, offset=(0, 8)),
        Box(card.centre, across, deep, 12, fill=theme.PANEL, outline=theme.CARD_EDGE),
        *(_moved(each, left + _EDGE, top) for each in column.items),
    ]
    widgets = []
    y = top + column.y
    for number, choice in enumerate(question.choices):
        row = Rect(left + _EDGE - 8, y, across - 2 * _EDGE + 16, _ROW)
        items += _row(choice, row, number == place)
        widgets.append(Widget("answer", row, number))
        y += _ROW
    return tuple(items), tuple(widgets)


def _row(choice: Choice, row: Rect, lit: bool) -> list[Item]:
    y = row.centre[1]
    items: list[Item] = [Box(row.centre, row.width, row.height - 3, 6, fill=theme.CURRENT if lit else theme.CARD)]
    if lit:
        items.append(Box((row.x + 1.5, y), 3, row.height - 12, 1.5, fill=theme.SKY))
    shown = "Enter" if lit else choice.key
    keys, _ = keys_drawn(row.right - keys_room(shown) - 10, y, (shown,), keys_room(shown))
    tone = theme.BRIGHT if lit else theme.SOFT
    said = written(row.x + 14, y, choice.says, 13, tone, weight="semibold" if lit else "regular", room=row.width - 110)
    return [*items, said, *keys]


def _moved(item: Item, dx: float, dy: float) -> Item:
    if isinstance(item, Stroke):
        return replace(item, points=tuple((x + dx, y + dy) for x, y in item.points))
    if isinstance(item, Fill):
        return replace(item, rings=tuple(tuple((x + dx, y + dy) for x, y in ring) for ring in item.rings))
    return replace(item, at=(item.at[0] + dx, item.at[1] + dy))
