"""A recording, or one event of it, into a file: pictures, replays, films. The ending of its name says which."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast, get_args

from battlefield.recording import Recording
from battlefield.viewer import theme
from battlefield.viewer.animation import NO_FFMPEG, RGB, Frame, ffmpeg, write_gif, write_mp4, write_webp
from battlefield.viewer.drawing import Colour, Scene
from battlefield.viewer.headless import USUAL, Artist, Canvas, Drawn, Renderer, artist, canvas, picture, png
from battlefield.viewer.scene import film_of
from battlefield.viewer.svg import svg

Progress = Callable[[int, int], None]
"""Called with how many frames are done, of how many."""

ENDINGS = (".svg", ".html", ".png", ".gif", ".webp", ".mp4")
_RATES = {".gif": 12.5, ".webp": 12.5, ".mp4": 30.0}
_SIZES = {".gif": (1120, 630), ".webp": (1120, 630), ".mp4": (1280, 720)}
_SAMPLES = 12
_HOLD = 1.5
"""Seconds for which a film stands still at its end, before it begins anew."""


def export(
    recording: Recording,
    path: str | os.PathLike[str],
    *,
    at: int | None = None,
    renderer: str = "auto",
    size: tuple[int, int] | None = None,
    progress: Progress | None = None,
) -> Drawn:
    """Write a recording to a file, by its ending; what drew it, and why.

    .svg and .png are the picture of event `at` (of the last one), .html is a replay, .gif .webp .mp4 are films of the
    whole or of that event. `renderer`: auto takes OpenGL where there is one; gl and svg insist. ValueError for an
    ending, an event or a wish that there is not; NoWindow when OpenGL is insisted on. The file is there whole or not at
    all.
    """
    target = Path(path)
    ending = target.suffix.lower()
    _refuse(ending, at, renderer, size)
    part = target.with_name(target.name + ".part")
    try:
        drawn = _write(recording, part, ending, at, cast(Renderer, renderer), size, progress or _silent)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    return drawn


def _refuse(ending: str, at: int | None, renderer: str, size: tuple[int, int] | None) -> None:
    """ValueError for what cannot be."""
    if ending not in ENDINGS:
        raise ValueError(f"{ending or 'a name without an ending'}: allowed are {', '.join(ENDINGS)}")
    if renderer not in get_args(Renderer):
        raise ValueError(f"renderer {renderer}: allowed are {', '.join(get_args(Renderer))}")
    if ending in (".svg", ".html") and renderer == "gl":
        raise ValueError(f"{ending} is never drawn with OpenGL")
    if ending == ".html" and (at is not None or size is not None):
        raise ValueError(
            "an .html is the replay of the whole, in the size of its window: leave the event and the size out"
        )
    if ending == ".mp4" and ffmpeg() is None:
        raise ValueError(NO_FFMPEG)


def _write(
    recording: Recording,
    part: Path,
    ending: str,
    at: int | None,
    renderer: Renderer,
    size: tuple[int, int] | None,
    progress: Progress,
) -> Drawn:
    if ending == ".html":
        from battlefield.viewer.html import html

        part.write_text(html(recording), encoding="utf-8")
        return Drawn("svg", "a page needs no OpenGL")
    on = canvas(size or _SIZES.get(ending, USUAL))
    if ending == ".svg":
        on = Canvas(on.pixels, on.pixels, 1.0)
        part.write_text(svg(picture(recording, on, at)), encoding="utf-8")
        return Drawn("svg", "an .svg needs no OpenGL")
    times = _times(recording, at, _RATES[ending]) if ending in _RATES else []
    by = artist(renderer, recording.source)
    if ending == ".png":
        part.write_bytes(png(by.frame(picture(recording, on, at), on)))
        progress(1, 1)
        return by.drawn
    _film(recording, part, ending, by, on, times, progress)
    return by.drawn


def _film(
    recording: Recording, part: Path, ending: str, by: Artist, on: Canvas, times: Sequence[float], progress: Progress
) -> None:
    """A file that moves. A GIF's palette is chosen from some frames that are drawn first."""
    samples = _spread(times) if ending == ".gif" else []
    every = [*samples, *times]

    def scenes() -> Iterator[Scene]:
        return (picture(recording, on, time=time) for time in every)

    def frames() -> Iterator[Frame]:
        for done, frame in enumerate(by.frames(scenes(), on), 1):
            yield frame
            progress(done, len(every))

    made, seconds = frames(), 1 / _RATES[ending]
    if ending == ".gif":
        first = [next(made) for _ in samples]
        write_gif(part, made, first, theme_colours(), seconds)
    elif ending == ".webp":
        write_webp(part, made, seconds)
    else:
        write_mp4(part, made, round(_RATES[ending]))


def _times(recording: Recording, at: int | None, rate: float) -> list[float]:
    """When the frames of a film are: of the whole, or of one event, and a while longer at its end."""
    film = film_of(recording)
    start, end = 0.0, film.duration
    if at is not None:
        moment = film.of_event(at)
        start, end = moment.start, moment.end - 1e-6
    count = max(1, round((end - start) * rate))
    held = [end] * round(_HOLD * rate)
    return [*(start + (end - start) * index / count for index in range(count)), *held]


def _spread(times: Sequence[float]) -> list[float]:
    """A few of them, evenly spread."""
    few = min(_SAMPLES, len(times))
    return [times[(len(times) - 1) * place // max(1, few - 1)] for place in range(few)]


def theme_colours() -> list[RGB]:
    """Every full colour of the theme, so that none is lost in a palette."""
    found = [each for each in vars(theme).values() if isinstance(each, Colour)]
    found += [tone for each in theme.LIVERIES for tone in (each.fill, each.dark, each.tint)]
    return list(dict.fromkeys((each.r, each.g, each.b) for each in found))


def _silent(done: int, of: int) -> None:
    """Nobody is told."""
    _ = done, of
