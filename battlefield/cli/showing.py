"""`view` and `render`: the window, and pictures in files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlefield.cli.reading import STANDARD_INPUT, is_log, recording_at
from battlefield.cli.telling import say
from battlefield.recording import Recording
from battlefield.workbench import Workbench

if TYPE_CHECKING:
    from battlefield.viewer.pairing import Pairing

NO_DISPLAY = 3
FileOrLog = Annotated[str, typer.Argument(help="a scenario file or a log, or - for standard input")]
Reader = Annotated[str | None, typer.Option("--as", help="show what this player may see", metavar="PLAYER")]
Seed = Annotated[int | None, typer.Option(help="in place of the scenario's seed")]


Beside = Annotated[
    str | None, typer.Option(help="another log of the same scenario, side by side with it", metavar="OTHER")
]
Large = Annotated[bool, typer.Option("--large", help="large type")]
Contrast = Annotated[bool, typer.Option("--contrast", help="high contrast")]


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
    bench, why = _workbench(file, seed, reader, beside)
    try:
        from battlefield.viewer.window import open_window
        from battlefield.viewer.window_editing import EditingTool

        look, tools = Look(large, contrast), EditingTool(bench, why).tools()
        open_window(recording, RulesJudge(), title=recording.table.title, tools=tools, beside=pairing, look=look)
    except NoWindow as fault:
        say(str(fault))
        return NO_DISPLAY
    finally:
        if bench is not None:
            _say_what_is_left(bench)
    return 0


def _workbench(file: str, seed: int | None, reader: str | None, beside: str | None) -> tuple[Workbench | None, str]:
    """What changes the file that is shown; None for what is no scenario file, and why."""
    if beside is not None:
        return None, "two logs side by side cannot be changed: open one scenario file"
    if reader is not None:
        return None, "what one player may see cannot be changed: open the scenario file without --as"
    if file == STANDARD_INPUT:
        return None, "what came by standard input cannot be changed: open a scenario file"
    if is_log(file):
        return None, "a log cannot be changed: open the scenario file"
    from battlefield.editing.session import Session

    return Session(file, seed), ""


def _say_what_is_left(bench: Workbench) -> None:
    """Where changes are that were not saved."""
    bench.close()
    if bench.dirty:
        say(f"{bench.path}: changes that were not saved are kept beside it, and offered when it is opened again")


def recorded(file: str, seed: int | None, reader: str | None) -> Recording:
    """A recording, having said where its log was cut short."""
    recording = recording_at(file, seed, reader)
    if recording.warning is not None:
        say(recording.warning)
    return recording


def beside_it(recording: Recording, other: str, seed: int | None, reader: str | None) -> Pairing:
    """A recording with another one beside it; ValueError when they are of different scenarios."""
    from battlefield.viewer.pairing import paired

    return paired(recording, recorded(other, seed, reader))


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
