"""Two logs of one scenario side by side: read, and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlefield.cli.reading import recording_at
from battlefield.cli.telling import say
from battlefield.recording import Recording

if TYPE_CHECKING:
    from battlefield.viewer.export import Wish
    from battlefield.viewer.pairing import Pairing

Beside = Annotated[
    str | None, typer.Option(help="another log of the same scenario, side by side with it", metavar="OTHER")
]
Large = Annotated[bool, typer.Option("--large", help="large type")]
Contrast = Annotated[bool, typer.Option("--contrast", help="high contrast")]


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


def draw_beside(pairing: Pairing, output: Path, wish: Wish) -> None:
    """The picture of both where they part, or at an event; what it shows is said in words, too.

    ValueError for a file that is no .svg or .png, and for wishes that are for one log alone.
    """
    from battlefield.viewer.export import Wish
    from battlefield.viewer.headless import USUAL, canvas, seen
    from battlefield.viewer.pairing import parting_words
    from battlefield.viewer.picture import ENDINGS, save
    from battlefield.viewer.scene_beside import still_beside

    if output.suffix.lower() not in ENDINGS:
        raise ValueError(f"{output}: two logs side by side are drawn into a file that ends in {' or '.join(ENDINGS)}")
    plain = Wish(at=wish.at, size=wish.size, look=wish.look, judge=wish.judge, renderer=wish.renderer)
    if wish != plain or wish.renderer == "gl":
        raise ValueError("--beside goes with --at, --size, --large and --contrast; the others are for one log alone")
    on = canvas(wish.size or USUAL, wish.look)
    save(seen(still_beside(pairing, wish.at, on.logical), on), output, on.density)
    say(parting_words(pairing))
    say(f"{output}: written")
