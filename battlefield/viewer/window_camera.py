"""The camera and what is drawn of the table: nearer, farther, aside, rings and names. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.window_tool import Press, Tool

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

ASIDE = 60.0
"""A key moves the table by so many pixels."""


class CameraTool(Tool):
    """The hindmost tool: takes a drag of the bare table, and the wheel over it."""

    def commands(self) -> tuple[Command, ...]:
        """Camera, rings and names."""
        return (
            Command("table.nearer", "nearer", "Table", ("+", "="), lambda on: on.zoom(1, *on.pointed)),
            Command("table.farther", "farther", "Table", ("-", "−"), lambda on: on.zoom(-1, *on.pointed)),
            Command("table.whole", "the whole board", "Table", ("0", "F"), lambda on: on.fit()),
            Command("table.left", "look to the left", "Table", ("Shift+Left",), lambda on: _aside(on, -1, 0)),
            Command("table.right", "look to the right", "Table", ("Shift+Right",), lambda on: _aside(on, 1, 0)),
            Command("table.up", "look further up", "Table", ("Shift+Up",), lambda on: _aside(on, 0, 1)),
            Command("table.down", "look further down", "Table", ("Shift+Down",), lambda on: _aside(on, 0, -1)),
            Command("table.rings", "1″ rings of every model", "Table", ("R",), lambda on: on.toggle("rings")),
            Command("table.claim_rings", "13″ rings of what may be claimed", "Table", ("C",),
                    lambda on: on.toggle("claim_rings")),
            Command("table.names", "names", "Table", ("L",), lambda on: on.toggle("labels")),
        )  # fmt: skip

    def gestures(self) -> tuple[Gesture, ...]:
        """The mouse on the table."""
        return (Gesture("wheel", "zoom at the pointer", "Table"), Gesture("drag", "move the table", "Table"))

    def press(self, controls: Controls, press: Press) -> bool:
        """A press on the bare table."""
        return press.widget is None and controls.view.viewport.holds(press.x, press.y)

    def drag(self, controls: Controls, press: Press) -> None:
        """The table goes with the pointer."""
        scale, (right, down) = controls.view.scale, press.by
        controls.shift((-right / scale, down / scale))

    def release(self, controls: Controls, press: Press) -> bool:
        """The table has been moved; unless it has not."""
        if press.dragging:
            _moved(controls)
        return press.dragging

    def wheel(self, controls: Controls, steps: float, x: float, y: float) -> bool:
        """Nearer or farther, where the pointer is."""
        over = controls.view.viewport.holds(x, y)
        if over:
            controls.zoom(steps, x, y)
        return over


def _aside(controls: Controls, right: int, up: int) -> None:
    step = ASIDE / controls.view.scale
    controls.shift((right * step, up * step))
    _moved(controls)


def _moved(controls: Controls) -> None:
    x, y = controls.options.centre or (0.0, 0.0)
    controls.log("pan", centre=(round(x, 3), round(y, 3)))
