"""Walking the lines of a model's situation, by pointer or by keyboard; each is drawn on the table. Pure."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from battlefield.judge import Fact
from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.drawing import Layer, Line, Rect, Scene, Text
from battlefield.viewer.inquiry import Inquiry
from battlefield.viewer.labels import box
from battlefield.viewer.options import Card
from battlefield.viewer.panel_situation import situation_card
from battlefield.viewer.scene import colours_of
from battlefield.viewer.scene_inquiry import stage_asked
from battlefield.viewer.scene_situation import fact_laid, fact_lines
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls


class SituationTool(Tool):
    """The lines of the situation of the chosen model. `at`: the one that is looked at."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.first = 0
        self._held = False
        self._of: tuple[int, str] | None = None

    def commands(self) -> tuple[Command, ...]:
        """Walking them."""
        return (
            Command("situation.next", "the next line of its situation", "The chosen model", ("Down",),
                    lambda on: self.walk(on, 1), unless=_none),
            Command("situation.previous", "the line before", "The chosen model", ("Up",),
                    lambda on: self.walk(on, -1), unless=_none),
        )  # fmt: skip

    def gestures(self) -> tuple[Gesture, ...]:
        """Pointing at them."""
        return (Gesture("point", "at a line of its situation: drawn", "The chosen model"),)

    def walk(self, controls: Controls, by: int) -> None:
        """To the next line."""
        facts = _facts(controls)
        place = (0 if by > 0 else len(facts) - 1) if self.at is None else (self.at + by) % len(facts)
        self._look(controls, place, held=True)

    def _look(self, controls: Controls, place: int | None, *, held: bool) -> None:
        if place == self.at and held == self._held:
            return
        self.at, self._held = place, held
        facts = _facts(controls)
        if place is not None and place < len(facts):
            fact = facts[place]
            controls.log("fact", says=fact.says, rule=fact.claim.rule, a=fact.claim.a, b=fact.claim.b)
        controls.renew()

    # --- the mouse ---

    def hover(self, controls: Controls) -> bool:
        """The line under the pointer; away from the lines the one that was walked to stays."""
        if _situation(controls) is None or controls.at is None:
            return False
        widget = controls.scene().widget_at(*controls.at)
        if widget is not None and widget.name == "fact":
            self._look(controls, int(widget.value or 0), held=False)
        elif not self._held and self.at is not None:
            self._look(controls, None, held=False)
        return False

    def click(self, controls: Controls, press: Press) -> bool:
        """A line that is clicked stays."""
        if press.widget is None or press.widget.name != "fact":
            return False
        self._look(controls, int(press.widget.value or 0), held=True)
        return True

    def wheel(self, controls: Controls, steps: float, x: float, y: float) -> bool:
        """Over the lines the wheel moves them."""
        listed = controls.widget("facts")
        if listed is None or not listed.rect.holds(x, y):
            return False
        self.at, self.first = None, max(0, int(listed.value or 0) - round(2 * steps))
        controls.renew()
        return True

    def escape(self, controls: Controls) -> bool:
        """Look at no line, before the situation itself is put away."""
        if self.at is None or _situation(controls) is None:
            return False
        self._look(controls, None, held=False)
        return True

    # --- the picture ---

    def cards(self, controls: Controls) -> tuple[Card, ...]:
        """The lines."""
        inquiry = _situation(controls)
        if inquiry is None:
            self.at, self.first, self._held = None, 0, False
            return ()
        if self._of != (of := (id(inquiry.state), inquiry.model)):
            self._of = of
            self.at = None if self.at is None else min(self.at, max(len(inquiry.facts) - 1, 0))
        return (partial(situation_card, inquiry, self.at, self.first, controls.options.beat),)

    def lines(self, controls: Controls) -> tuple[Line, ...]:
        """The line that is drawn of the one that is looked at."""
        facts = _facts(controls)
        if self.at is None or self.at >= len(facts):
            return ()
        return fact_lines(controls.state, facts[self.at], controls.view.inches(1.0))

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """What the line stands on that is looked at."""
        inquiry = _situation(controls)
        if inquiry is None or self.at is None or self.at >= len(inquiry.facts):
            return scene
        view, recording = scene.view, controls.recording
        stage = stage_asked(recording, controls.moment, inquiry.state, view.scale, colours_of(recording.table))
        labels = [item for layer in scene.layers if layer.name in ("labels", "figures laid") for item in layer.items]
        taken = [box(each, view.scale) for each in labels if isinstance(each, Text)]
        port = view.viewport
        room = Rect(port.x - view.x + 4, port.y - view.y + 4, port.width - 8, port.height - 8)
        found = fact_laid(stage, inquiry.facts[self.at], room, taken)
        board = recording.table.board
        clip = Rect(0.0, 0.0, board.width, board.height)
        if found.under:
            scene = with_layer(scene, Layer("fact below", "board", found.under, clip), under="standing")
        if found.over:
            scene = with_layer(scene, Layer("fact", "board", found.over), under="labels")
        return with_layer(scene, Layer("fact figures", "board", found.tags), under="rulers")


def _situation(controls: Controls) -> Inquiry | None:
    """The situation that is shown."""
    inquiry = controls.options.inquiry
    return inquiry if inquiry is not None and inquiry.kind == "situation" else None


def _facts(controls: Controls) -> tuple[Fact, ...]:
    inquiry = _situation(controls)
    return () if inquiry is None else inquiry.facts


def _none(controls: Controls) -> str | None:
    return None if _facts(controls) else "ask for the situation of a model first: click it, then I"
