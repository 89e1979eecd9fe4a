"""Following the action, and slow motion on what was measured. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlefield.viewer import theme
from battlefield.viewer.camera import joined
from battlefield.viewer.column import Drawing, written
from battlefield.viewer.commands import Command
from battlefield.viewer.drawing import Box, Item, Layer, Rect, Scene, Widget
from battlefield.viewer.following import Camera, eased_towards, goal, scene_of_action
from battlefield.viewer.metrics import width
from battlefield.viewer.pacing import measured, pace
from battlefield.viewer.plans import plan_of
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene import stage_of
from battlefield.viewer.scene_cards import extent
from battlefield.viewer.window_tool import Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls


class FollowingTool(Tool):
    """The camera eases to where the event happens, and time eases where something was measured, while they are on."""

    def __init__(self) -> None:
        self.following = False
        self.slow = False
        self._camera: Camera | None = None

    def commands(self) -> tuple[Command, ...]:
        """On and off."""
        return (
            Command("replay.follow", "follow the action", "Replaying", ("O",), self.follow),
            Command("replay.slow", "slow motion on what was measured", "Replaying", ("Z",), self.slow_down),
        )

    def follow(self, controls: Controls) -> None:
        """Go where it happens, or stay where the camera is."""
        self.following = not self.following
        self._camera = (controls.options.zoom, controls.options.centre) if self.following else None
        controls.renew()
        controls.log("follow", on=self.following)

    def slow_down(self, controls: Controls) -> None:
        """Ease time round what was measured, or let it run."""
        self.slow = not self.slow
        controls.renew()
        controls.log("slow", on=self.slow)

    def haste(self, controls: Controls) -> float:
        """Slow round the instant that tells most of a measured moment."""
        if not self.slow:
            return 1.0
        _, elapsed = controls.film.at(controls.time)
        scale = controls.view.scale
        return min(
            pace(own, elapsed, plan_of(stage_of(recording, own, scale)).still) if measured(recording, own) else 1.0
            for recording, own in controls.shown
        )

    def tick(self, controls: Controls, seconds: float) -> None:
        """A little nearer to the action; a hand on the camera lets go of it."""
        if not self.following:
            return
        camera: Camera = (controls.options.zoom, controls.options.centre)
        if camera != self._camera:
            self.follow(controls)
            controls.say("no longer following the action: O follows again")
            return
        board, view = extent(controls.recording.table), controls.view
        bounds = joined(scene_of_action(recording, own) for recording, own in controls.shown)
        if bounds is None:
            return
        wanted = goal(board, bounds, view.viewport, view.scale / controls.options.zoom)
        found = eased_towards(camera, board, wanted, seconds)
        if found is not None:
            self._camera = found
            controls.change(zoom=found[0], centre=found[1])
            controls.change(pointer=controls.pointer)

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """What is on, said in the corner of the table; a click puts it off."""
        on = tuple(name for name, shown in (("follow", self.following), ("slow", self.slow)) if shown)
        if not on:
            return scene
        port = scene.view.viewport
        items, widgets = chips(on, port.right - 40, port.y + 19)
        return with_layer(scene, Layer("following", "screen", items), widgets=widgets)


_CHIPS = {"follow": ("O", "following", "replay.follow"), "slow": ("Z", "slow motion", "replay.slow")}


@by_identity(8)
def chips(names: tuple[str, ...], right: float, y: float) -> Drawing:
    """A chip for each, the last one ending at `right`."""
    items: list[Item] = []
    widgets: list[Widget] = []
    for name in reversed(names):
        key, word, slug = _CHIPS[name]
        wide = width(key, 11.5, "semibold") + width(word, 11.5) + 25
        left = right - wide
        items.append(Box((left + wide / 2, y), wide, 22, 6, fill=theme.SKY))
        items.append(written(left + 9, y, key, 11.5, theme.BLACK, weight="semibold"))
        items.append(written(left + 16 + width(key, 11.5, "semibold"), y, word, 11.5, theme.BLACK))
        widgets.append(Widget(slug, Rect(left, y - 11, wide, 22)))
        right = left - 6
    return tuple(items), tuple(widgets)
