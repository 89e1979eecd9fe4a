"""The window: replay, step, scrub, zoom, measure. arcade is imported when it is opened, not before."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from battlefield.judge import Judge
from battlefield.recording import Recording
from battlefield.viewer.looks import PLAIN, Look
from battlefield.viewer.nowindow import AlreadyHeadless, NoWindow, no_window
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.pairing import Pairing
from battlefield.viewer.window_beside import PairControls, PairTool, part
from battlefield.viewer.window_input import Controls, Watch, nobody
from battlefield.viewer.window_kit import standard_tools
from battlefield.viewer.window_tool import Tool

__all__ = ["NoWindow", "open_window"]

USUAL = (1600, 900)
"""The window's size where the screen has room for it."""


def open_window(
    recording: Recording,
    judge: Judge | None,
    *,
    title: str = "",
    size: tuple[int, int] | None = None,
    watch: Watch = nobody,
    frames: int | None = None,
    tools: Sequence[Tool] = (),
    beside: Pairing | None = None,
    look: Look = PLAIN,
) -> None:
    """Show a recording until the window is closed. Logical pixels.

    `size`: the window's; without one it is the usual, or as large as the screen has room for.
    `tools`: besides those that every window has, behind its palette and its help. `beside`: the recording with another
    one, from where they part.
    `watch` is told everything that the user does; `frames` closes the window by itself after so many frames: both are
    for tests. NoWindow, in one sentence, when no window can be opened here.
    """
    usual = size or USUAL
    options = ViewOptions(width=usual[0], height=usual[1], playing=False)
    every = standard_tools(*tools)
    if beside is None:
        controls = Controls(recording, judge, options, watch, tools=every, shown_as=look)
    else:
        controls = PairControls(
            recording, judge, options, watch, tools=(PairTool(), *every), pairing=beside, shown_as=look
        )
        part(controls)
    try:
        frame = _frame(controls, title or recording.table.title or "battlefield", frames, fits=size is None)
    except (Exception, SystemExit) as fault:
        raise no_window(fault, recording.source) from fault
    _run(frame)
    for tool in controls.tools:
        tool.ended(controls)
    watch("closed", {})


def _frame(controls: Controls, title: str, frames: int | None, *, fits: bool) -> object:
    if _headless():
        raise AlreadyHeadless
    from battlefield.viewer.window_frame import Frame

    return Frame(controls, title, frames, fits=fits)


def _headless() -> bool:
    """Whether arcade draws, or would draw, without a window in this process."""
    begun = sys.modules.get("arcade")
    return bool(getattr(begun, "headless", False)) or (begun is None and bool(os.environ.get("ARCADE_HEADLESS")))


def _run(frame: object) -> None:
    import arcade

    _ = frame
    arcade.run()
