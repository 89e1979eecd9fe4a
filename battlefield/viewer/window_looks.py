"""Large type and high contrast, by key. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlefield.viewer.commands import Command
from battlefield.viewer.window_tool import Tool

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls


class LooksTool(Tool):
    """The switches; the controls show what all tools have drawn as the user wants to see it."""

    def commands(self) -> tuple[Command, ...]:
        """Two switches."""
        return (
            Command("window.large", "large type", "Window", ("T",), large),
            Command("window.contrast", "high contrast", "Window", ("K",), contrast),
        )


def large(controls: Controls) -> None:
    """Everything larger, or as it was."""
    wide, high = controls.window
    controls.shown_as = replace(controls.shown_as, large=not controls.shown_as.large)
    controls.resize(wide, high)
    controls.log("large", on=controls.shown_as.large)


def contrast(controls: Controls) -> None:
    """Strong colours, or those of the theme."""
    controls.shown_as = replace(controls.shown_as, contrast=not controls.shown_as.contrast)
    controls.renew()
    controls.log("contrast", on=controls.shown_as.contrast)
