"""Pointing at things and choosing them: what the pointer is on is measured, what was clicked is measured from. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.drawing import Layer, Rect, Scene
from battlefield.viewer.scene import thing_at
from battlefield.viewer.window_measuring import shape_of
from battlefield.viewer.window_panel import hover_rings
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls


class PointingTool(Tool):
    """The thing under the pointer against the one that was clicked."""

    def commands(self) -> tuple[Command, ...]:
        """Choosing without a mouse."""
        return ()

    def gestures(self) -> tuple[Gesture, ...]:
        """What pointing and clicking do."""
        return (
            Gesture("point", "at a model: its figures, the nearest foe", "Measuring"),
            Gesture("click", "a model: measure from it", "Measuring"),
            Gesture("click", "it again, or the bare table: no more", "Measuring"),
        )

    def turned(self, controls: Controls) -> None:
        """What has gone from the table is chosen no more."""
        if controls.anchor is not None and shape_of(controls.state, controls.anchor) is None:
            controls.anchor = None

    def hover(self, controls: Controls) -> bool:
        """Measure for what is under the pointer."""
        state, spot = controls.state, controls.pointer
        found = None if spot is None else thing_at(state, spot)
        before = controls.options.hover
        hover = controls.measuring.hover(state, found, controls.anchor)
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
        """The rings of what the pointer is on."""
        hover = controls.options.hover
        if hover is None:
            return scene
        names = (hover.a,) if hover.b is None else (hover.a, hover.b)
        rings = hover_rings(controls.state, names, not controls.options.rings)
        board = controls.recording.table.board
        clip = Rect(0.0, 0.0, board.width, board.height)
        return with_layer(scene, Layer("hover rings", "board", rings, clip), under="standing") if rings else scene
