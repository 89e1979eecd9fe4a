"""`render`: pictures, films, map sheets and replay pages in files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlefield.cli.comparing import Beside, Contrast, Large, beside_it, draw_beside, recorded
from battlefield.cli.telling import say

if TYPE_CHECKING:
    from battlefield.viewer.sheet import Paper
    from battlefield.viewer.table_alone import Furniture

SIDES = (64, 8192)


def render(
    file: Annotated[str, typer.Argument(help="a scenario file or a log, or - for standard input")],
    output: Annotated[Path, typer.Option("--output", "-o", help="ends in .svg .png .gif .webp .mp4 .html or .pdf")],
    at: Annotated[int | None, typer.Option(help="one event, by its number")] = None,
    size: Annotated[str | None, typer.Option(help="pixels, such as 1600x900")] = None,
    table: Annotated[bool, typer.Option("--table", help="a picture of the table alone")] = False,
    scale_bar: Annotated[bool, typer.Option("--scale-bar", help="the same with a scale bar below it")] = False,
    legend: Annotated[bool, typer.Option("--legend", help="the same with the legend below it")] = False,
    page: Annotated[str | None, typer.Option(help="a map sheet on a4 or letter paper", metavar="PAPER")] = None,
    landscape: Annotated[bool, typer.Option("--landscape", help="the paper on its side")] = False,
    first: Annotated[int | None, typer.Option("--from", help="a film from this event on", metavar="N")] = None,
    last: Annotated[int | None, typer.Option("--to", help="a film up to this event", metavar="N")] = None,
    fps: Annotated[float | None, typer.Option(help="frames a second of a film")] = None,
    speed: Annotated[float, typer.Option(help="of a film; 2 is twice as fast")] = 1.0,
    beside: Beside = None,
    large: Large = False,
    contrast: Contrast = False,
    renderer: Annotated[str, typer.Option(help="auto, gl (OpenGL) or svg")] = "auto",
    seed: Annotated[int | None, typer.Option(help="in place of the scenario's seed")] = None,
    reader: Annotated[str | None, typer.Option("--as", help="show what this player may see", metavar="PLAYER")] = None,
) -> int:
    """Draw a battle, or a part of it, into a file.

    Example: battlefield render scenarios/exfiltration.jsonl -o expulsion.svg
    """
    from battlefield.judging import RulesJudge
    from battlefield.viewer.cut import Cut
    from battlefield.viewer.export import Wish, export
    from battlefield.viewer.looks import Look

    wish = Wish(
        at=at,
        size=_size(size),
        renderer=renderer,
        cut=Cut(first, last, fps, speed),
        paper=_paper(page, landscape),
        alone=_alone(table, scale_bar, legend),
        judge=RulesJudge(),
        look=Look(large, contrast),
    )
    recording = recorded(file, seed, reader)
    if beside is not None:
        draw_beside(beside_it(recording, beside, seed, reader), output, wish)
        return 0
    drawn, files = export(recording, output, wish, _progress())
    for each in files:
        say(f"{each}: written ({drawn})")
    return 0


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    width, _, height = text.partition("x")
    least, most = SIDES
    if not (width.isdigit() and height.isdigit() and least <= int(width) <= most and least <= int(height) <= most):
        raise ValueError(f"--size {text}: allowed is WIDTHxHEIGHT in pixels, each {least} to {most}")
    return int(width), int(height)


def _paper(page: str | None, landscape: bool) -> Paper | None:
    from battlefield.viewer.sheet import paper_named

    if page is None:
        if landscape:
            raise ValueError("--landscape turns a sheet of paper: say which one with --page a4 or --page letter")
        return None
    return paper_named(page, landscape)


def _alone(table: bool, scale_bar: bool, legend: bool) -> Furniture | None:
    from battlefield.viewer.table_alone import Furniture

    return Furniture(scale_bar, legend) if table or scale_bar or legend else None


def _progress() -> Callable[[int, int], None] | None:
    """A line of progress on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        return None

    def shown(done: int, of: int) -> None:
        end = "\n" if done == of else ""
        sys.stderr.write(f"\rframe {done} of {of}{end}")
        sys.stderr.flush()

    return shown


COMMANDS = {"render": render}
