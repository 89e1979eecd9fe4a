"""The tools of the window, the frontmost first: a new one gets its line here."""

from __future__ import annotations

from battlefield.viewer.window_asking import AskingTool
from battlefield.viewer.window_camera import CameraTool
from battlefield.viewer.window_chapters import ChaptersTool
from battlefield.viewer.window_filter import FilterTool
from battlefield.viewer.window_following import FollowingTool
from battlefield.viewer.window_help import HelpTool
from battlefield.viewer.window_looks import LooksTool
from battlefield.viewer.window_palette import PaletteTool
from battlefield.viewer.window_pointing import PointingTool
from battlefield.viewer.window_replaying import ReplayingTool
from battlefield.viewer.window_rulers import RulersTool
from battlefield.viewer.window_sharing import SharingTool
from battlefield.viewer.window_situation import SituationTool
from battlefield.viewer.window_tool import Tool


def standard_tools(*more: Tool) -> tuple[Tool, ...]:
    """Everything that every window has, made anew for each; `more` goes behind the palette and the help."""
    return (
        LooksTool(),
        PaletteTool(),
        ChaptersTool(),
        HelpTool(),
        *more,
        FilterTool(),
        RulersTool(),
        SituationTool(),
        AskingTool(),
        FollowingTool(),
        ReplayingTool(),
        PointingTool(),
        CameraTool(),
        SharingTool(),
    )
