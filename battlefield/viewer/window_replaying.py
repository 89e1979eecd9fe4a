"""Replaying: the bar's buttons, the scrubber, the list of events, and the keys for them. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.scene_bar import time_at
from battlefield.viewer.timeline import SPEEDS
from battlefield.viewer.window_tool import Press, Tool

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

BIT = 0.1
"""Seconds of the film."""


class ReplayingTool(Tool):
    """Time, under the user's hands."""

    def commands(self) -> tuple[Command, ...]:
        """Play, step, first and last, speed."""
        return (
            Command("replay.play", "play, pause", "Replaying", ("Space",), lambda on: on.play()),
            Command("replay.next", "an event on", "Replaying", ("Right",), lambda on: on.step(1)),
            Command("replay.previous", "an event back", "Replaying", ("Left",), lambda on: on.step(-1)),
            Command("replay.first", "the first event", "Replaying", ("Home",), lambda on: on.jump(0)),
            Command("replay.last", "the last event", "Replaying", ("End",),
                    lambda on: on.jump(on.film.moments[-1].n)),
            Command("replay.bit_on", "a tenth of a second on", "Replaying", ("Alt+Right",), lambda on: _nudge(on, BIT)),
            Command("replay.bit_back", "a tenth of a second back", "Replaying", ("Alt+Left",),
                    lambda on: _nudge(on, -BIT)),
            Command("replay.slower", "slower", "Replaying", ("[",), lambda on: on.speed(-1)),
            Command("replay.faster", "faster", "Replaying", ("]",), lambda on: on.speed(1)),
        )  # fmt: skip

    def gestures(self) -> tuple[Gesture, ...]:
        """The scrubber and the list."""
        return (
            Gesture("drag", "the scrubber: any moment", "Replaying"),
            Gesture("click", "an event in the list", "Replaying"),
        )

    def press(self, controls: Controls, press: Press) -> bool:
        """A press on the scrubber goes there at once."""
        if press.widget is None or press.widget.name != "scrubber":
            return False
        _scrub(controls, press.x)
        return True

    def drag(self, controls: Controls, press: Press) -> None:
        """The knob goes with the pointer."""
        _scrub(controls, press.at[0])

    def release(self, controls: Controls, press: Press) -> bool:
        """There it stays."""
        controls.log("scrub", time=round(controls.time, 3), event=controls.moment.n)
        return True

    def click(self, controls: Controls, press: Press) -> bool:
        """The buttons of the bar, a row of the list."""
        if press.widget is None:
            return False
        value = press.widget.value
        actions: dict[str, Callable[[], None]] = {
            "play": controls.play,
            "previous": lambda: controls.step(-1),
            "next": lambda: controls.step(1),
            "speed": lambda: controls.speed(1 if controls.options.speed < SPEEDS[-1] else -len(SPEEDS)),
            "event": lambda: controls.jump(int(value or 0)),
        }
        action = actions.get(press.widget.name)
        if action is not None:
            action()
        return action is not None

    def wheel(self, controls: Controls, steps: float, x: float, y: float) -> bool:
        """Over the list of events it scrolls."""
        listed = controls.widget("list")
        if listed is None or not listed.rect.holds(x, y):
            return False
        controls.change(list_from=max(0, int(listed.value or 0) - round(3 * steps)))
        shown = controls.widget("list") or listed
        controls.change(list_from=int(shown.value or 0))
        controls.log("scroll", first=controls.options.list_from)
        return True


def _nudge(controls: Controls, by: float) -> None:
    """What dragging the scrubber does, by key."""
    controls.change(playing=False, list_from=None)
    controls.show(max(0.0, min(controls.film.duration, controls.time + by)))
    controls.log("scrub", time=round(controls.time, 3), event=controls.moment.n)


def _scrub(controls: Controls, x: float) -> None:
    scrubber = controls.widget("scrubber")
    if scrubber is not None:
        controls.show(time_at(scrubber, x))
        controls.change(list_from=None)
