"""`view`: the window."""

from __future__ import annotations

from typing import Annotated

import typer

from battlefield.cli.reading import recording_at
from battlefield.cli.telling import say

NO_DISPLAY = 3
FileOrLog = Annotated[str, typer.Argument(help="a scenario file or a log, or - for standard input")]
Reader = Annotated[str | None, typer.Option("--as", help="show what this player may see", metavar="PLAYER")]
Seed = Annotated[int | None, typer.Option(help="in place of the scenario's seed")]


def view(file: FileOrLog, seed: Seed = None, reader: Reader = None) -> int:
    """Open the window: replay and measure.

    Example: battlefield view scenarios/exfiltration.toml
    """
    from battlefield.judging import RulesJudge
    from battlefield.viewer.nowindow import NoWindow

    recording = recording_at(file, seed, reader)
    if recording.warning is not None:
        say(recording.warning)
    try:
        from battlefield.viewer.window import open_window

        open_window(recording, RulesJudge(), title=recording.table.title)
    except NoWindow as fault:
        say(str(fault))
        return NO_DISPLAY
    return 0


COMMANDS = {"view": view}
