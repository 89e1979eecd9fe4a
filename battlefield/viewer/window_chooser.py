"""A list over the table that is typed into and chosen from: the palette, the list of chapters. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from battlefield.viewer import theme
from battlefield.viewer.column import Drawing, typed_line, written
from battlefield.viewer.drawing import Box, Item, Layer, Rect, Scene, Widget
from battlefield.viewer.remember import by_identity
from battlefield.viewer.window_help import keys_drawn, keys_room
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

ROW, _FIELD, _EDGE, _TOP = 32.0, 52.0, 14.0, 56.0
MOST_ROWS = 11


class Row(NamedTuple):
    """A line of the list as it is drawn: what it says, a word beside it, its keys, whether it can be chosen now."""

    says: str
    note: str = ""
    keys: tuple[str, ...] = ()
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list, and what choosing it does."""

    row: Row
    do: Callable[[Controls], None]


class Chooser(Tool):
    """A list in front of everything, while it is open: arrows go through it, Enter chooses, Escape puts it away."""

    name = "list"
    asks = "type to find"
    """What stands in the empty line."""
    nothing = "nothing is called so"

    def __init__(self) -> None:
        self.open = False
        self.typed = ""
        self.place = 0

    def entries(self, controls: Controls, typed: str) -> Sequence[Entry]:
        """What can be chosen of what was typed, the best first."""
        raise NotImplementedError

    def begin(self, controls: Controls) -> int:
        """Where one stands in the list when it opens."""
        _ = controls
        return 0

    # --- opening and closing ---

    def show(self, controls: Controls) -> None:
        """Open the list; open already, put it away."""
        if self.open:
            self.away(controls)
            return
        for tool in controls.tools:
            if isinstance(tool, Chooser) and tool.open:
                tool.away(controls)
        self.open, self.typed, controls.typing = True, "", True
        self.place = self.begin(controls)
        controls.renew()
        controls.log(self.name, shown=True)

    def away(self, controls: Controls) -> None:
        """Close it."""
        self.open, controls.typing = False, False
        controls.renew()
        controls.log(self.name, shown=False)

    def escape(self, controls: Controls) -> bool:
        """Put it away."""
        if self.open:
            self.away(controls)
            return True
        return False

    # --- typing and choosing ---

    def text(self, controls: Controls, text: str) -> bool:
        """A letter more."""
        if self.open:
            self._type(controls, self.typed + text)
        return self.open

    def key(self, controls: Controls, name: str) -> bool:
        """While it is open every key is its own."""
        if not self.open:
            return False
        steps = {"Down": 1, "Up": -1, "Tab": 1, "Shift+Tab": -1, "PageDown": MOST_ROWS, "PageUp": -MOST_ROWS}
        if name in steps:
            self._go(controls, steps[name])
        elif name == "Enter":
            self._choose(controls, self.place)
        elif name == "Escape":
            self.away(controls)
        elif name == "Backspace":
            self._type(controls, self.typed[:-1])
        elif name in ("Ctrl+Backspace", "Alt+Backspace", "Delete"):
            self._type(controls, "")
        else:
            # the keys that open a list put it away, or open another
            command = controls.commands.of_key(name) if "+" in name or len(name) > 1 else None
            if command is not None and command.group == "Window":
                controls.run(command.slug)
        return True

    def press(self, controls: Controls, press: Press) -> bool:
        """Nothing below it is pressed."""
        return self.open

    def release(self, controls: Controls, press: Press) -> bool:
        """A row is chosen; beside the list, it is put away."""
        widget = press.widget
        if widget is not None and widget.name == "choose":
            self._choose(controls, int(widget.value or 0))
        elif widget is None or widget.name != "chooser":
            self.away(controls)
        return True

    def wheel(self, controls: Controls, steps: float, x: float, y: float) -> bool:
        """Up and down the list."""
        if self.open:
            self._go(controls, -round(steps) or (-1 if steps > 0 else 1))
        return self.open

    def hover(self, controls: Controls) -> bool:
        """Nothing below it is pointed at."""
        return self.open

    def _type(self, controls: Controls, typed: str) -> None:
        self.typed, self.place = typed, 0
        controls.renew()

    def _go(self, controls: Controls, by: int) -> None:
        count = len(self.entries(controls, self.typed))
        if abs(by) == 1 and count:
            self.place = (self.place + by) % count
        else:
            self.place = max(0, min(count - 1, self.place + by))
        controls.renew()

    def _choose(self, controls: Controls, place: int) -> None:
        entries = self.entries(controls, self.typed)
        if not 0 <= place < len(entries):
            return
        self.away(controls)
        controls.log("chosen", what=entries[place].row.says)
        entries[place].do(controls)

    # --- the picture ---

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """The list, over a veil."""
        if not self.open:
            return scene
        rows = tuple(each.row for each in self.entries(controls, self.typed))
        items, widgets = chooser_items(rows, self.place, self.typed, self.asks, self.nothing, scene.width, scene.height)
        return with_layer(scene, Layer(self.name, "screen", items), widgets=widgets)


@by_identity(4)
def chooser_items(
    rows: tuple[Row, ...], place: int, typed: str, asks: str, nothing: str, wide: int, high: int
) -> Drawing:
    """The line that is typed into, and as many rows as there is room for, the chosen one lit."""
    across = min(660.0, wide - 24.0)
    top = min(_TOP, max(8.0, high * 0.06))
    most = max(1, min(MOST_ROWS, int((high - top - _FIELD - 2 * _EDGE - 8) // ROW)))
    first = max(0, min(place - most // 2, len(rows) - most))
    shown = rows[first : first + most]
    deep = _FIELD + max(1, len(shown)) * ROW + _EDGE
    card = Rect((wide - across) / 2, top, across, deep)
    items: list[Item] = [
        Box((wide / 2, high / 2), wide, high, fill=theme.BLACK.at(0.45)),
        Box(card.centre, card.width, card.height, 12, fill=theme.BLACK.at(0.6), soft=24, offset=(0, 8)),
        Box(card.centre, card.width, card.height, 12, fill=theme.PANEL, outline=theme.CARD_EDGE),
    ]
    count = f"{len(rows)}" if typed else ""
    items += typed_line(Rect(card.x + 8, card.y + 8, across - 16, _FIELD - 16), typed, asks, count)
    widgets = [Widget("chooser", card)]
    y = card.y + _FIELD
    if not shown:
        items.append(written(card.x + 22, y + ROW / 2, nothing, 13, theme.FAINT))
    for number, row in enumerate(shown, first):
        box = Rect(card.x + 8, y, across - 16, ROW)
        items += _row(row, box, number == place)
        widgets.append(Widget("choose", box, number))
        y += ROW
    if len(rows) > most:
        rail = Rect(card.right - 6, card.y + _FIELD, 3, most * ROW)
        long = max(18.0, rail.height * most / len(rows))
        begin = rail.y + (rail.height - long) * first / (len(rows) - most)
        items.append(Box((rail.x + 1.5, begin + long / 2), 3, long, 1.5, fill=theme.DIM))
    return tuple(items), tuple(widgets)


def _row(row: Row, box: Rect, lit: bool) -> list[Item]:
    y = box.y + box.height / 2
    items: list[Item] = []
    if lit:
        items.append(Box(box.centre, box.width, box.height - 2, 6, fill=theme.CURRENT))
        items.append(Box((box.x + 1.5, y), 3, box.height - 10, 1.5, fill=theme.SKY))
    end = box.right - 12
    if row.keys:
        wide = keys_room(row.keys[0])
        drawn, _ = keys_drawn(end - wide, y, row.keys[:1], wide)
        items += drawn
        end -= wide + 12
    tone = theme.FAINT if row.barred else theme.BRIGHT if lit else theme.SOFT
    said = written(box.x + 14, y, row.says, 13.5, tone, weight="semibold" if lit else "regular", room=end - box.x - 20)
    items.append(said)
    if row.note:
        room = end - (box.x + 14 + said.width + 16)
        if room > 40:
            items.append(written(end, y, row.note, 12, theme.EDGE_CASE if row.barred else theme.FAINT, anchor="end",
                                 room=room))  # fmt: skip
    return items
