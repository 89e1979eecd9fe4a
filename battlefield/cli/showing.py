"""`view`: the window."""

from __future__ import annotations

from typing import Annotated

import typer

from battlefield.cli.comparing import Beside, Contrast, Large, beside_it, recorded
from battlefield.cli.setting_up import say_what_is_left, workbench_for
from battlefield.cli.telling import say

NO_DISPLAY = 3
FileOrLog = Annotated[str, typer.Argument(help="a scenario file or a log, or - for standard input")]
Reader = Annotated[str | None, typer.Option("--as", help="show what this player may see", metavar="PLAYER")]
Seed = Annotated[int | None, typer.Option(help="in place of the scenario's seed")]


def view(
    file: FileOrLog,
    seed: Seed = None,
    reader: Reader = None,
    beside: Beside = None,
    large: Large = False,
    contrast: Contrast = False,
) -> int:
    """Open the window: replay, measure, and set a scenario up.

    Example: battlefield view scenarios/exfiltration.toml
    """
    from battlefield.judging import RulesJudge
    from battlefield.viewer.looks import Look
    from battlefield.viewer.nowindow import NoWindow

    recording = recorded(file, seed, reader)
    pairing = None if beside is None else beside_it(recording, beside, seed, reader)
    bench, why = workbench_for(file, seed, reader, beside)
    try:
        from battlefield.viewer.window import open_window
        from battlefield.viewer.window_editing import EditingTool

        look, tools = Look(large, contrast), EditingTool(bench, why).tools()
        open_window(recording, RulesJudge(), title=recording.table.title, tools=tools, beside=pairing, look=look)
    except NoWindow as fault:
        say(str(fault))
        return NO_DISPLAY
    finally:
        say_what_is_left(bench)
    return 0


COMMANDS = {"view": view}
