"""A recording, or a part of it, into a file: pictures, replays, films, map sheets. Its ending says which."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast, get_args

from battlefield.judge import Judge
from battlefield.recording import Recording
from battlefield.viewer import theme
from battlefield.viewer.animation import RGB, Frame, write_gif, write_webp
from battlefield.viewer.cut import RATES, WHOLE, Cut, rate_of, spread, times_of
from battlefield.viewer.drawing import Colour, Scene
from battlefield.viewer.film import NO_FILM, filmed_by, write_mp4
from battlefield.viewer.headless import USUAL, Artist, Canvas, Drawn, Renderer, artist, canvas, picture, png, seen
from battlefield.viewer.looks import PLAIN, Look
from battlefield.viewer.png import png_from_svg
from battlefield.viewer.scene import film_of
from battlefield.viewer.sheet import Paper, map_sheets
from battlefield.viewer.svg import svg, svg_file
from battlefield.viewer.table_alone import Furniture, table_alone
from battlefield.whole_file import put, whole_file

Progress = Callable[[int, int], None]
"""Called with how many frames are done, of how many."""

ENDINGS = (".svg", ".html", ".png", ".gif", ".webp", ".mp4", ".pdf")
STILLS, SHEETS = (".svg", ".png"), (".svg", ".png", ".pdf")
SHEET_DENSITY = 200 / 96
"""A map sheet as a .png has 200 pixels to an inch of paper."""
_SIZES = {".gif": (1120, 630), ".webp": (1120, 630), ".mp4": (1280, 720)}


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of an export, beside its file.

    `at`: one event. `size`: pixels. `renderer`: auto takes OpenGL where there is one; gl and svg insist. `cut`: which
    part a film shows, and how. `paper`: a map sheet of that size. `alone`: the table alone, with what stands beside it.
    `judge`: whose certificates a replay page holds. `look`: large type, high contrast.
    """

    at: int | None = None
    size: tuple[int, int] | None = None
    renderer: str = "auto"
    cut: Cut = WHOLE
    paper: Paper | None = None
    alone: Furniture | None = None
    judge: Judge | None = None
    look: Look = PLAIN


def export(
    recording: Recording, path: str | os.PathLike[str], wish: Wish | None = None, progress: Progress | None = None
) -> tuple[Drawn, tuple[Path, ...]]:
    """Write a recording to a file, by its ending; what drew it, and why, and the files that were written.

    .svg and .png are the picture of event `at` (of the last one), .html is a replay, .gif .webp .mp4 are films of the
    whole or of a part. With a paper, .svg and .png are map sheets of the set-up, or as things stand after `at`: OUT,
    and OUT-2 … when one does not hold it; .pdf is all of them. ValueError for an ending, an event or a wish that there
    is not; NoWindow when OpenGL is insisted on. A file is there whole or not at all.
    """
    target, asked = Path(path), wish or Wish()
    ending = target.suffix.lower()
    _refuse(ending, asked)
    if asked.paper is not None:
        return _sheets(recording, target, asked, asked.paper)
    with whole_file(target) as part:
        return _write(recording, part, ending, asked, progress or _silent), (target,)


def _refuse(ending: str, wish: Wish) -> None:
    """ValueError for what cannot be."""
    if ending not in ENDINGS:
        raise ValueError(f"{ending or 'a name without an ending'}: allowed are {', '.join(ENDINGS)}")
    if wish.renderer not in get_args(Renderer):
        raise ValueError(f"renderer {wish.renderer}: allowed are {', '.join(get_args(Renderer))}")
    if ending in (".svg", ".html") and wish.renderer == "gl":
        raise ValueError(f"{ending} is never drawn with OpenGL")
    if ending == ".html" and (wish.at is not None or wish.size is not None):
        raise ValueError(
            "an .html is the replay of the whole, in the size of its window: leave the event and the size out"
        )
    if not wish.cut.usual and ending not in RATES:
        raise ValueError(f"{ending} is no film: --from, --to, --fps and --speed are for {', '.join(RATES)}")
    if wish.at is not None and (wish.cut.first, wish.cut.last) != (None, None):
        raise ValueError("--at is one event, --from and --to are several: leave one of them out")
    if wish.alone is not None and ending not in STILLS:
        raise ValueError(f"{ending}: the table alone is an {' or a '.join(STILLS)}")
    if wish.paper is not None and ending not in SHEETS:
        raise ValueError(f"{ending}: a map sheet is an {' or a '.join(SHEETS)}")
    if ending == ".pdf" and wish.paper is None:
        raise ValueError("a .pdf is a map sheet: say on which paper with --page a4 or --page letter")
    if wish.paper is not None and (wish.size is not None or wish.alone is not None or wish.renderer == "gl"):
        raise ValueError("a map sheet has the size of its paper, its own legend, and is never drawn with OpenGL")
    if wish.look != PLAIN and (ending == ".html" or wish.paper is not None):
        what = "a map sheet" if wish.paper is not None else "an .html"
        raise ValueError(f"{what} has type and colours of its own: leave --large and --contrast out")
    if ending == ".mp4" and filmed_by() is None:
        raise ValueError(NO_FILM)


def _write(recording: Recording, part: Path, ending: str, wish: Wish, progress: Progress) -> Drawn:
    if ending == ".html":
        from battlefield.viewer.html import html

        part.write_text(html(recording, wish.judge), encoding="utf-8")
        return Drawn("svg", "a page needs no OpenGL")
    on = canvas(wish.size or _SIZES.get(ending, USUAL), wish.look)
    if ending in RATES:
        return _film(recording, part, ending, wish, on, progress)
    if ending == ".svg":
        on = Canvas(on.pixels, wish.look.sized(*on.pixels), wish.look.magnified, wish.look)
        part.write_text(svg_file(_still(recording, on, wish)), encoding="utf-8")
        return Drawn("svg", "an .svg needs no OpenGL")
    by = artist(cast(Renderer, wish.renderer), recording.source)
    part.write_bytes(png(by.frame(_still(recording, on, wish), on)))
    progress(1, 1)
    return by.drawn


def _still(recording: Recording, on: Canvas, wish: Wish) -> Scene:
    """The one picture: as in the window, or the table alone."""
    if wish.alone is None:
        return picture(recording, on, wish.at)
    return seen(table_alone(recording, wish.at, on.logical, wish.alone), on)


def _sheets(recording: Recording, target: Path, wish: Wish, paper: Paper) -> tuple[Drawn, tuple[Path, ...]]:
    """Map sheets, one a file."""
    if target.suffix.lower() == ".pdf":
        from battlefield.viewer.pdf import NO_PDF, pdf, pdf_possible

        if not pdf_possible():
            raise ValueError(NO_PDF)
        put(target, pdf(map_sheets(recording, paper, wish.at)))
        return Drawn("svg", "a map sheet needs no OpenGL"), (target,)
    scenes = map_sheets(recording, paper, wish.at)
    names = [target, *(target.with_name(f"{target.stem}-{n}{target.suffix}") for n in range(2, len(scenes) + 1))]
    for scene, name in zip(scenes, names, strict=True):
        wide, high = round(scene.width * SHEET_DENSITY), round(scene.height * SHEET_DENSITY)
        alone = target.suffix.lower() == ".svg"
        put(name, svg_file(scene).encode() if alone else png_from_svg(svg(scene), wide, high))
    return Drawn("svg", "a map sheet needs no OpenGL"), tuple(names)


def _film(recording: Recording, part: Path, ending: str, wish: Wish, on: Canvas, progress: Progress) -> Drawn:
    """A file that moves. A GIF's palette is chosen from some frames that are drawn first."""
    rate = rate_of(wish.cut, ending)
    cut = wish.cut if wish.at is None else replace(wish.cut, first=wish.at, last=wish.at)
    times = times_of(film_of(recording), cut, rate)
    samples = spread(times) if ending == ".gif" else []
    every = [*samples, *times]
    by = artist(cast(Renderer, wish.renderer), recording.source)
    made = _frames(recording, by, on, every, progress)
    if ending == ".gif":
        first = [next(made) for _ in samples]
        write_gif(part, made, first, theme_colours(), 1 / rate)
    elif ending == ".webp":
        write_webp(part, made, len(times), 1 / rate)
    else:
        write_mp4(part, made, rate)
    return by.drawn


def _frames(
    recording: Recording, by: Artist, on: Canvas, every: Sequence[float], progress: Progress
) -> Iterator[Frame]:
    scenes = (picture(recording, on, time=time) for time in every)
    for done, frame in enumerate(by.frames(scenes, on), 1):
        yield frame
        progress(done, len(every))


def theme_colours() -> list[RGB]:
    """Every full colour of the theme, so that none is lost in a palette."""
    found = [each for each in vars(theme).values() if isinstance(each, Colour)]
    found += [tone for each in theme.LIVERIES for tone in (each.fill, each.dark, each.tint)]
    return list(dict.fromkeys((each.r, each.g, each.b) for each in found))


def _silent(done: int, of: int) -> None:
    """Nobody is told."""
    _ = done, of
