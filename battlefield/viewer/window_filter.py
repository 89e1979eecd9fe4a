"""The filter of the events, typed where they are listed. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlefield.viewer.column import typed_line
from battlefield.viewer.commands import Command
from battlefield.viewer.drawing import Box, Layer, Rect, Scene
from battlefield.viewer.filtering import ASKS, filtered
from battlefield.viewer.options import ROW
from battlefield.viewer.theme import NIGHT
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls


DEAF = 4.0
"""Seconds without a letter after which letters are commands again, where a filter was begun that is refused."""


class FilterTool(Tool):
    """While it is typed into, letters are its own; steps go over what passes until it is put away.

    Where it is refused, what is typed on regardless is no command.
    """

    def __init__(self) -> None:
        self._deaf = 0.0

    def commands(self) -> tuple[Command, ...]:
        """Begin, and be rid of it."""
        return (
            Command(
                "replay.filter",
                "filter the events by unit, rule or word",
                "Replaying",
                ("/",),
                self.begin,
                unless=_beside,
            ),
            Command("replay.unfilter", "all events again", "Replaying", ("Ctrl+Backspace",), self.end, unless=_none),
        )

    def begin(self, controls: Controls) -> None:
        """Type into the filter, on from what stands there."""
        self._show(controls, "" if controls.options.filter is None else controls.options.filter.text, True)
        controls.log("filter", typing=True)

    def end(self, controls: Controls) -> None:
        """Every event passes again."""
        controls.typing = False
        controls.change(filter=None, list_from=None)
        controls.log("filter", text=None)

    def key(self, controls: Controls, name: str) -> bool:
        """Enter keeps what is typed, Escape drops it; arrows up and down step over what passes already."""
        sieve = controls.options.filter
        if self._deaf > 0:
            letter = (len(name) == 1 and name.isalnum()) or name in ("Space", "Backspace", "Enter", "Escape")
            self._deaf = 0.0 if not letter or name in ("Enter", "Escape") else DEAF
            return letter
        if sieve is None or not sieve.typing:
            return False
        if name == "Enter":
            self._keep(controls)
        elif name == "Escape" or (name == "Backspace" and not sieve.text):
            self.end(controls)
        elif name == "Backspace":
            self._show(controls, sieve.text[:-1], True)
        elif name in ("Ctrl+Backspace", "Alt+Backspace", "Delete"):
            self._show(controls, "", True)
        elif name in ("Up", "Down"):
            controls.step(1 if name == "Down" else -1)
        return True

    def text(self, controls: Controls, text: str) -> bool:
        """A letter more."""
        sieve = controls.options.filter
        if self._deaf > 0:
            self._deaf = DEAF
            return True
        if text == "/" and _beside(controls) is not None:
            self._deaf = DEAF  # the command says why; nothing of the words behind it does anything
        if sieve is None or not sieve.typing:
            return False
        self._show(controls, sieve.text + text, True)
        return True

    def tick(self, controls: Controls, seconds: float) -> None:
        """After a rest letters are commands again."""
        self._deaf = max(0.0, self._deaf - seconds)

    def press(self, controls: Controls, press: Press) -> bool:
        """Whoever presses something else has typed enough."""
        sieve = controls.options.filter
        if sieve is not None and sieve.typing and not (press.widget and press.widget.name == "replay.filter"):
            self._keep(controls)
        return False

    def escape(self, controls: Controls) -> bool:
        """The filter is in front of the window's end."""
        there = controls.options.filter is not None
        if there:
            self.end(controls)
        return there

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """Where there is no list to type above, the line stands over the table."""
        sieve = controls.options.filter
        if sieve is None or any(each.name == "replay.filter" for each in scene.widgets):
            return scene
        port = scene.view.viewport
        field = Rect(port.x + 60, port.y + ROW + 6, min(360.0, port.width - 110), 30)
        count = "all" if sieve.empty else f"{len(sieve.passing)} of {sieve.whole}"
        ground = Box(field.centre, field.width + 6, field.height + 6, 9, fill=NIGHT)
        return with_layer(
            scene, Layer("filter", "screen", (ground, *typed_line(field, sieve.text, ASKS, count, 13, sieve.typing)))
        )

    def _keep(self, controls: Controls) -> None:
        sieve = controls.options.filter
        if sieve is None or sieve.empty:
            self.end(controls)
            return
        self._show(controls, sieve.text, False)
        controls.log("filter", text=sieve.text.strip(), passing=len(sieve.passing), of=sieve.whole)

    def _show(self, controls: Controls, text: str, typing: bool) -> None:
        controls.typing = typing
        controls.change(filter=filtered(controls.recording, text, typing), list_from=None)


def _beside(controls: Controls) -> str | None:
    return "two logs side by side are not filtered" if len(controls.shown) > 1 else None


def _none(controls: Controls) -> str | None:
    return "the events are not filtered" if controls.options.filter is None else None
