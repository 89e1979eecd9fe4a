"""Pointing at things and choosing them, by mouse or by keyboard. Pure.

What is pointed at is measured, what was chosen is measured from and asked about. Tab and the arrows with Ctrl point as
the mouse does, Enter chooses as a click does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from battlefield.geometry import measure
from battlefield.geometry.shapes import Point
from battlefield.state import State
from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.drawing import Layer, Rect, Scene
from battlefield.viewer.scene import thing_at
from battlefield.viewer.window_measuring import nearest, shape_of
from battlefield.viewer.window_panel import hover_rings
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

_ASTRAY = 2.0
"""What lies aside of an arrow's direction counts so many times."""
_MARGIN = 24.0
"""What is pointed at by key comes so many pixels inside the table's part of the window."""


class PointingTool(Tool):
    """The thing under the pointer, or the one that the keys point at, against the one that was chosen."""

    def __init__(self) -> None:
        self.looked: str | None = None
        self._mouse: Point | None = None

    def commands(self) -> tuple[Command, ...]:
        """Pointing and choosing without a mouse."""
        arrows = (("left", -1, 0), ("right", 1, 0), ("up", 0, 1), ("down", 0, -1))
        return (
            Command("point.next", "point at the next thing", "Measuring", ("Tab",), lambda on: self.walk(on, 1)),
            Command("point.previous", "point at the thing before", "Measuring", ("Shift+Tab",),
                    lambda on: self.walk(on, -1)),
            *(Command(f"point.{word}", f"point at what is nearest {_whither(word)}", "Measuring",
                      (f"Ctrl+{word.capitalize()}",), self._towards(right, up)) for word, right, up in arrows),
            Command("point.choose", "choose it: measure from it", "Measuring", ("Enter",), self.choose,
                    unless=self._nothing),
            Command("point.foe", "point at the nearest foe of the chosen one", "Measuring", ("N",), self.foe,
                    unless=_none_chosen),
            Command("point.let_go", "choose nothing", "Measuring", ("Backspace",), lambda on: on.choose(None),
                    unless=_none_chosen),
        )  # fmt: skip

    def gestures(self) -> tuple[Gesture, ...]:
        """What pointing and clicking do."""
        return (
            Gesture("point", "at a model: its figures, the nearest foe", "Measuring"),
            Gesture("click", "a model: measure from it", "Measuring"),
            Gesture("click", "it again, or the bare table: no more", "Measuring"),
        )

    # --- by keyboard ---

    def walk(self, controls: Controls, by: int) -> None:
        """To the next thing on the table: models unit by unit, then tokens, then markers."""
        names = things(controls.state)
        if not names:
            controls.say("nothing stands on the table")
            return
        here = self.pointed(controls) or controls.anchor
        place = names.index(here) + by if here in names else 0 if by > 0 else -1
        self.look_at(controls, names[place % len(names)])

    def look_at(self, controls: Controls, name: str) -> None:
        """Point at a thing as the mouse would, and bring it into sight."""
        self.looked, self._mouse = name, controls.at
        _into_sight(controls, name)
        controls.look()
        controls.renew()

    def choose(self, controls: Controls) -> None:
        """Choose what is pointed at; chosen already, let it go."""
        name = self.pointed(controls)
        if name is not None:
            controls.choose(None if name == controls.anchor else name)

    def foe(self, controls: Controls) -> None:
        """The model of another player that is nearest to the chosen thing."""
        found = None if controls.anchor is None else nearest(controls.state, controls.anchor)
        if found is None:
            controls.say("there is no foe")
        else:
            self.look_at(controls, found)

    def pointed(self, controls: Controls) -> str | None:
        """What the keys point at, else what the mouse is on."""
        if self.looked is not None:
            return self.looked
        spot = controls.pointer
        return None if spot is None else thing_at(controls.state, spot)

    def _towards(self, right: int, up: int) -> Callable[[Controls], None]:
        def go(controls: Controls) -> None:
            state = controls.state
            here = self.pointed(controls) or controls.anchor
            at = _middle(state, here) if here is not None else controls.view.to_board(controls.view.viewport.centre)
            if at is None:
                return
            found: tuple[float, str] | None = None
            for name in things(state):
                there = _middle(state, name)
                if name == here or there is None:
                    continue
                along = (there[0] - at[0]) * right + (there[1] - at[1]) * up
                aside = abs((there[0] - at[0]) * up) + abs((there[1] - at[1]) * right)
                if along > 0 and aside <= 2 * along and (found is None or along + _ASTRAY * aside < found[0]):
                    found = (along + _ASTRAY * aside, name)
            if found is None:
                controls.say("nothing is that way")
            else:
                self.look_at(controls, found[1])

        return go

    def _nothing(self, controls: Controls) -> str | None:
        return "point at something first, with Tab or the mouse" if self.pointed(controls) is None else None

    # --- by mouse, and for both ---

    def turned(self, controls: Controls) -> None:
        """What has gone from the table is neither chosen nor pointed at any more."""
        state = controls.state
        if controls.anchor is not None and shape_of(state, controls.anchor) is None:
            controls.anchor = None
        if self.looked is not None and shape_of(state, self.looked) is None:
            self.looked = None

    def hover(self, controls: Controls) -> bool:
        """Measure for what is pointed at; a mouse that moves has the word again."""
        if controls.at != self._mouse:
            self.looked, self._mouse = None, controls.at
        before = controls.options.hover
        hover = controls.measuring.hover(controls.state, self.pointed(controls), controls.anchor)
        if hover is before:
            return False
        controls.change(hover=hover)
        if hover is not None:
            value = hover.certificate.value if hover.certificate is not None else None
            controls.log("hover", a=hover.a, b=hover.b, value=value, rules=[each.rule for each in hover.rules])
        return False

    def click(self, controls: Controls, press: Press) -> bool:
        """Choose what is there; the same again, or the bare table, lets it go."""
        if press.widget is not None or not controls.view.viewport.holds(*press.at):
            return False
        found = thing_at(controls.state, controls.view.to_board(press.at))
        controls.choose(None if found == controls.anchor else found)
        return True

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """The rings of what is pointed at."""
        hover = controls.options.hover
        if hover is None:
            return scene
        names = (hover.a,) if hover.b is None else (hover.a, hover.b)
        rings = hover_rings(controls.state, names, not controls.options.rings)
        board = controls.recording.table.board
        clip = Rect(0.0, 0.0, board.width, board.height)
        return with_layer(scene, Layer("hover rings", "board", rings, clip), under="standing") if rings else scene


def things(state: State) -> list[str]:
    """What can be pointed at by key, in order: models unit by unit, tokens that lie there, markers."""
    models = [name for unit in state.units.values() for name in unit.models if state.models[name].on_board]
    return [*models, *(each.name for each in state.lying()), *state.markers]


def _middle(state: State, name: str) -> Point | None:
    shape = shape_of(state, name)
    if shape is None:
        return None
    x0, y0, x1, y1 = measure.bounds(shape)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _into_sight(controls: Controls, name: str) -> None:
    """Move the camera no more than it takes."""
    at = _middle(controls.state, name)
    if at is None:
        return
    view = controls.view
    port = view.viewport.shrunk(_MARGIN)
    x, y = view.to_screen(at)
    dx, dy = x - max(port.x, min(port.right, x)), y - max(port.y, min(port.bottom, y))
    if dx or dy:
        controls.shift((dx / view.scale, -dy / view.scale))


def _whither(word: str) -> str:
    return {"left": "on the left", "right": "on the right", "up": "above", "down": "below"}[word]


def _none_chosen(controls: Controls) -> str | None:
    return "choose something first, with a click or Tab and Enter" if controls.anchor is None else None
