"""`view` and `render`: the window, and pictures in files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
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


def render(
    file: FileOrLog,
    output: Annotated[Path, typer.Option("--output", "-o", help="ends in .svg .png .gif .webp .mp4 or .html")],
    at: Annotated[int | None, typer.Option(help="the picture of one event, by its number")] = None,
    renderer: Annotated[str, typer.Option(help="auto, gl (OpenGL) or svg")] = "auto",
    size: Annotated[str | None, typer.Option(help="pixels, such as 1600x900")] = None,
    seed: Seed = None,
    reader: Reader = None,
) -> int:
    """Draw a battle, or one event of it, into a file.

    Example: battlefield render scenarios/exfiltration.jsonl -o expulsion.svg
    """
    from battlefield.viewer.export import export

    recording = recording_at(file, seed, reader)
    if recording.warning is not None:
        say(recording.warning)
    used = export(recording, output, at=at, renderer=renderer, size=_size(size), progress=_progress())
    say(f"{output}: written ({used})")
    return 0


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and 64 <= int(width) <= 8192 and 64 <= int(height) <= 8192):
        raise ValueError(f"--size {text}: allowed is WIDTHxHEIGHT in pixels, each 64 to 8192")
    return int(width), int(height)


def _progress() -> Callable[[int, int], None] | None:
    """A line of progress on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        return None

    def shown(done: int, of: int) -> None:
        end = "\n" if done == of else ""
        sys.stderr.write(f"\rframe {done} of {of}{end}")
        sys.stderr.flush()

    return shown


COMMANDS = {"view": view, "render": render}
