"""What a tool of the window is: something that may take what the user does, and add to the picture. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlefield.geometry.shapes import Point
from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.drawing import Layer, Line, Scene, Widget
from battlefield.viewer.options import Card

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls


@dataclass(slots=True)
class Press:
    """A button held down: where it went down, on what, whether it has become a drag; `tool`: who has taken it.

    `button`: left, middle or right. `held`: the keys held with it, of Ctrl, Alt and Shift. `at`: where the pointer is
    now. `by`: how far it has come since the last drag.
    """

    x: float
    y: float
    widget: Widget | None
    button: str = "left"
    held: frozenset[str] = frozenset()
    dragging: bool = False
    tool: Tool | None = None
    at: Point = (0.0, 0.0)
    by: Point = (0.0, 0.0)


class Tool:
    """Takes nothing and adds nothing: a tool of its own says otherwise where it does.

    Tools are asked in order, the frontmost first; who answers True has taken it, and no other is asked. Positions are
    logical pixels, y down. Whoever changes what is seen says so by `controls.change(…)` or `controls.renew()`.
    """

    def commands(self) -> tuple[Command, ...]:
        """What can be done by key and from the palette."""
        return ()

    def gestures(self) -> tuple[Gesture, ...]:
        """What the mouse does besides, for the help."""
        return ()

    # --- the mouse ---

    def press(self, controls: Controls, press: Press) -> bool:
        """A button goes down; who takes it has its drag and its release."""
        _ = controls, press
        return False

    def drag(self, controls: Controls, press: Press) -> None:
        """The pointer moves, by `press.by`, with a button down that this tool has taken, after some pixels of play."""
        _ = controls, press

    def release(self, controls: Controls, press: Press) -> bool:
        """The button that this tool has taken goes up. False where it may yet be a click, when nothing was dragged."""
        _ = controls
        return press.dragging

    def click(self, controls: Controls, press: Press) -> bool:
        """A button went down and up in one place; `press.widget` says on what."""
        _ = controls, press
        return False

    def hover(self, controls: Controls) -> bool:
        """The pointer has moved, or left, or what is under it has changed: `controls.pointer` says where it is."""
        _ = controls
        return False

    def wheel(self, controls: Controls, steps: float, x: float, y: float) -> bool:
        """The wheel turns; up is positive."""
        _ = controls, steps, x, y
        return False

    # --- the keyboard ---

    def key(self, controls: Controls, name: str) -> bool:
        """A key goes down, before any command has it: for who is typed into, and nobody else."""
        _ = controls, name
        return False

    def text(self, controls: Controls, text: str) -> bool:
        """Something is typed, before any command has it."""
        _ = controls, text
        return False

    def picked(self, controls: Controls, name: str) -> bool:
        """A thing on the table is found by its name; who takes it has a use for it, else it is chosen."""
        _ = controls, name
        return False

    def escape(self, controls: Controls) -> bool:
        """Put away what is in front, if this tool has something there."""
        _ = controls
        return False

    def closing(self, controls: Controls) -> bool:
        """The window's own close button: True where this tool asks something first."""
        _ = controls
        return False

    def ended(self, controls: Controls) -> None:
        """The window is closed for good."""
        _ = controls

    # --- time ---

    def tick(self, controls: Controls, seconds: float) -> None:
        """Time passes, whether the film plays or not."""
        _ = controls, seconds

    def haste(self, controls: Controls) -> float:
        """How fast the film may run now, as a share of its speed; the slowest of all tools decides."""
        _ = controls
        return 1.0

    def turned(self, controls: Controls) -> None:
        """Another event is shown, or another state: what is known of the one before no longer holds."""
        _ = controls

    # --- the picture ---

    def cards(self, controls: Controls) -> tuple[Card, ...]:
        """What it says in the panel, below what happens."""
        _ = controls
        return ()

    def lines(self, controls: Controls) -> tuple[Line, ...]:
        """The lines on the table, in inches, that it is about to draw: names keep off them."""
        _ = controls
        return ()

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """The scene with what it draws; the frontmost tool comes last, and so on top."""
        _ = controls
        return scene


def with_layer(scene: Scene, layer: Layer, *, under: str | None = None, widgets: tuple[Widget, ...] = ()) -> Scene:
    """The scene with one more layer, on top or right under the layer of a name, and with its widgets."""
    layers = list(scene.layers)
    place = next((i for i, each in enumerate(layers) if each.name == under), len(layers))
    layers.insert(place, layer)
    return replace(scene, layers=tuple(layers), widgets=(*scene.widgets, *widgets))
