"""What the window's user asks of the model that was clicked: which question, how long the rules have been at it.

And the buttons for it, in the upper left corner of the table. Pure; the answers come from `inquiry`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.column import Drawing, written
from battlefield.viewer.commands import Command
from battlefield.viewer.drawing import Box, Item, Layer, Rect, Scene, Widget
from battlefield.viewer.inquiry import KINDS, Inquiries, Inquiry, Kind
from battlefield.viewer.metrics import width
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_overlay import OFF
from battlefield.viewer.telling import called
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

KEYS: dict[Kind, str] = {"reach": "M", "sight": "S", "view": "V", "charge": "A", "situation": "I"}
WORDS: dict[Kind, str] = {
    "reach": "move",
    "sight": "sight",
    "view": "view",
    "charge": "charge",
    "situation": "situation",
}
SAYS: dict[Kind, str] = {
    "reach": "where its move can take it",
    "sight": "what it sees, what hides the rest",
    "view": "the ground that it sees, and its shadows",
    "charge": "what its unit can charge, on which roll",
    "situation": "its situation: all that rules say of it",
}
BEAT = 0.35
"""Seconds from one sign of life to the next while the rules are asked."""


@dataclass(slots=True)
class Asking:
    """The question that is asked of the clicked model at every step, if one is."""

    inquiries: Inquiries
    kind: Kind | None = None
    _time: float = 0.0
    _version: int = -1

    def about(self, state: State, name: str | None, playing: bool) -> Inquiry | None:
        """What is known by now; None where nothing is asked, while the film plays, and of what is no model here."""
        model = None if name is None else state.find_model(name)
        self._version = self.inquiries.version
        if self.kind is None or model is None or not model.on_board or playing:
            self.inquiries.drop()
            return None
        found = self.inquiries.ask(self.kind, state, model.name)
        self._version = self.inquiries.version
        return found

    def news(self) -> bool:
        """Whether something has been answered since `about` was asked."""
        return self._version != self.inquiries.version

    def beat(self, seconds: float) -> int:
        """A number that grows as time passes."""
        self._time += seconds
        return int(self._time / BEAT)

    def toggle(self, controls: Controls, kind: Kind) -> None:
        """Ask something of the model that was clicked, else of the one under the pointer; asked again, put it away."""
        hover = controls.options.hover
        if controls.chosen is None and hover is not None:
            controls.anchor = hover.a
        model = controls.chosen
        if model is None:
            controls.say(f"click a model first, then {KEYS[kind]}")
        self.kind = None if model is None or self.kind == kind else kind
        if self.kind is not None and controls.options.playing:
            controls.change(playing=False)
        controls.renew()
        controls.look()
        controls.log("ask", what=self.kind, of=model)
        self.inquire(controls)

    def inquire(self, controls: Controls) -> None:
        """What is known of the question by now, at this step."""
        found = self.about(controls.state, controls.anchor, controls.options.playing)
        if found is not controls.options.inquiry:
            controls.change(inquiry=found)
            if found is not None and found.done:
                controls.log("answered", what=found.kind, of=found.model, parts=found.parts, fault=found.fault)


class AskingTool(Tool):
    """The questions about the chosen model: their keys, their buttons, and the wait for an answer."""

    def commands(self) -> tuple[Command, ...]:
        """A question each."""
        return tuple(
            Command(f"ask.{kind}", SAYS[kind], "The chosen model", (KEYS[kind],), _asks(kind), unless=_beside)
            for kind in KINDS
        )

    def click(self, controls: Controls, press: Press) -> bool:
        """A button for a question, or the sign that puts its answer away."""
        if press.widget is not None and press.widget.name == OFF:
            return self.escape(controls)
        if press.widget is None or press.widget.name != "ask":
            return False
        controls.ask(cast(Kind, press.widget.value))
        return True

    def escape(self, controls: Controls) -> bool:
        """Ask no more."""
        kind = controls.asking.kind
        if kind is not None:
            controls.ask(kind)
        return kind is not None

    def turned(self, controls: Controls) -> None:
        """Ask the same at this step; nothing where no model is chosen any more."""
        if controls.chosen is None:
            controls.asking.kind = None
        controls.asking.inquire(controls)

    def tick(self, controls: Controls, seconds: float) -> None:
        """While the rules are asked, what they have answered, and a sign of life."""
        asking = controls.asking
        if asking.news():
            asking.inquire(controls)
        waiting, beat = controls.options.inquiry, asking.beat(seconds)
        if waiting is not None and not waiting.done and beat != controls.options.beat:
            controls.change(beat=beat)

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """The buttons, where a model is chosen."""
        if controls.chosen is None or len(controls.shown) > 1:
            return scene
        items, answers = buttons(controls.state, controls.chosen, controls.asking.kind, scene.view.viewport)
        return with_layer(scene, Layer("ask", "screen", items), widgets=answers)


def _beside(controls: Controls) -> str | None:
    return "the rules are asked about one log at a time" if len(controls.shown) > 1 else None


def _asks(kind: Kind) -> Callable[[Controls], None]:
    return lambda controls: controls.ask(kind)


@by_identity(16)
def buttons(state: State, model: str, kind: Kind | None, corner: Rect) -> Drawing:
    """A button for each question about the clicked model, the one that is asked lit; `corner`: the table's part."""
    x, y, high = corner.x + 66.0, corner.y + 12.5, 20.0
    name = called(state, model)
    room = corner.right - x - 44.0  # the help has its button at the end of the row
    words = {each: WORDS[each] for each in KINDS}
    if width("".join((*words.values(), *KEYS.values())), 11.5) + 32 * len(KINDS) + 80 > room:
        words = dict.fromkeys(words, "")
    wides = {each: _wide(KEYS[each], words[each]) for each in KINDS}
    left = room - sum(wides.values()) - 6 * len(KINDS) - 14
    title = written(x, y, name, 12, theme.BRIGHT, weight="semibold", room=min(150.0, left))
    items: list[Item] = []
    widgets: list[Widget] = []
    x += title.width + 14
    for each in KINDS:
        wide = wides[each]
        lit = each == kind
        fill, edge = (theme.SKY, theme.SKY) if lit else (theme.RAISED, theme.CARD_EDGE)
        items.append(Box((x + wide / 2, y), wide, high, 6, fill=fill, outline=edge))
        key = theme.BLACK if lit else theme.BRIGHT
        items.append(written(x + 9, y, KEYS[each], 11.5, key, weight="semibold"))
        if words[each]:
            at = x + 16 + width(KEYS[each], 11.5, "semibold")
            items.append(written(at, y, words[each], 11.5, key if lit else theme.SOFT))
        widgets.append(Widget("ask", Rect(x, y - high / 2, wide, high), each))
        x += wide + 6
    ground = Rect(corner.x + 56.0, y - 12, x - corner.x - 54.0, 24)
    return (Box(ground.centre, ground.width, ground.height, 8, fill=theme.NIGHT.at(0.86)), title, *items), tuple(
        widgets
    )


def _wide(key: str, word: str) -> float:
    """How wide a button is."""
    return width(key, 11.5, "semibold") + (width(word, 11.5) + 26 if word else 18)
