"""`view` and `render`: the window, and pictures in files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlefield.cli.reading import recording_at
from battlefield.cli.telling import say
from battlefield.recording import Recording

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
    """Open the window: replay and measure.

    Example: battlefield view scenarios/exfiltration.toml
    """
    from battlefield.judging import RulesJudge
    from battlefield.viewer.looks import Look
    from battlefield.viewer.nowindow import NoWindow

    recording = recorded(file, seed, reader)
    pairing = None if beside is None else beside_it(recording, beside, seed, reader)
    try:
        from battlefield.viewer.window import open_window

        look = Look(large, contrast)
        open_window(recording, RulesJudge(), title=recording.table.title, beside=pairing, look=look)
    except NoWindow as fault:
        say(str(fault))
        return NO_DISPLAY
    return 0


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
