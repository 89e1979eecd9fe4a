"""Letters for the shader: the bundled font's outlines as masks on one sheet, at a quarter of a pixel's precision.

Made by Pillow at four times the size and shrunk, so that letters keep their shape and their distances at every size and
look the same on every machine; a label of pyglet's would stand them on whole pixels. Knows nothing of OpenGL.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from battlefield.viewer.drawing import BASELINE, Text, Weight
from battlefield.viewer.metrics import covers, width
from battlefield.viewer.theme import FONT_FILES

SHEET = 2048
PHASES = 4
FINE = 4
HALO = 3.5
"""How wide a halo's line is, in logical pixels; half of it shows."""
_ELSEWHERE = (
    "C:/Windows/Fonts/msyh.ttc", "C:/Windows/Fonts/malgun.ttf", "C:/Windows/Fonts/seguisym.ttf",
    "/System/Library/Fonts/Hiragino Sans GB.ttc", "/System/Library/Fonts/AppleSDGothicNeo.ttc",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
)  # fmt: skip


class Letter(NamedTuple):
    """A mask on the sheet: where, how large, and where its corner lies from the pen, in pixels (y down)."""

    u: int
    v: int
    wide: int
    high: int
    left: int
    top: int


class Placed(NamedTuple):
    """A letter of a text: its corner from the text's anchor, and its mask."""

    x: int
    y: int
    letter: Letter


class Upload(NamedTuple):
    """A part of the sheet that is new."""

    x: int
    y: int
    wide: int
    high: int
    data: bytes


class Sheet:
    """Letters on a square of `SHEET` pixels, in rows; `generation` counts how often it was begun anew."""

    def __init__(self) -> None:
        self.generation = 0
        self.uploads: list[Upload] = []
        self._letters: dict[tuple[str, float, Weight, int, float], Letter] = {}
        self._x = self._y = self._row = 1

    def laid_out(self, text: Text, density: float, halo: bool = False) -> list[Placed]:
        """The letters of a text, from the pixel that its anchor is rounded to."""
        size = text.size * density
        pen = text.middle * density - width(text.text, text.size, text.weight) * density / 2
        baseline = round(BASELINE * size)
        spread = HALO * density / 2 if halo else 0.0
        out = []
        for char, advance in _advances(text.text, text.weight):
            whole = floor(pen)
            phase = floor((pen - whole) * PHASES)
            letter = self._letter(char, size, text.weight, phase, spread)
            if letter.wide:
                out.append(Placed(whole + letter.left, baseline + letter.top, letter))
            pen += advance * size
        return out

    def _letter(self, char: str, size: float, weight: Weight, phase: int, spread: float) -> Letter:
        key = (char, round(size, 3), weight, phase, spread)
        found = self._letters.get(key)
        if found is None:
            made, left, top = _mask(char, key[1], weight, phase / PHASES, spread)
            found = self._letters[key] = self._put(made, left, top)
        return found

    def _put(self, mask: Image.Image | None, left: int, top: int) -> Letter:
        if mask is None:
            return Letter(0, 0, 0, 0, 0, 0)
        wide, high = mask.size
        if self._x + wide >= SHEET:
            self._x, self._y, self._row = 1, self._y + self._row + 1, 1
        if self._y + high >= SHEET:
            self._letters.clear()
            self.uploads.clear()
            self._x = self._y = self._row = 1
            self.generation += 1
        letter = Letter(self._x, self._y, wide, high, left, top)
        self.uploads.append(Upload(self._x, self._y, wide, high, mask.tobytes()))
        self._x += wide + 1
        self._row = max(self._row, high)
        return letter


@lru_cache(maxsize=4096)
def _advances(text: str, weight: Weight) -> tuple[tuple[str, float], ...]:
    """Each character and how far the pen moves for it, in ems."""
    return tuple((char, width(char, 1.0, weight)) for char in text)


@lru_cache(maxsize=64)
def _font(size: float, path: Path) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def _file(char: str, weight: Weight) -> Path:
    """The font that a character is drawn with: the bundled one, else one of the machine's that has it."""
    own = FONT_FILES[weight]
    return own if covers(char) else next((each for each in _foreign(char) if _has(each, char)), own)


def _foreign(char: str) -> Iterator[Path]:
    """Fonts of the machine that may have a character."""
    finder = shutil.which("fc-match")
    if finder is not None:
        asked = [finder, "--format=%{file}", f":charset={ord(char):x}"]
        with suppress(OSError, subprocess.SubprocessError):
            yield Path(subprocess.run(asked, capture_output=True, text=True, timeout=5, check=True).stdout)
    yield from (path for path in map(Path, _ELSEWHERE) if path.is_file())


def _has(path: Path, char: str) -> bool:
    """Whether a font has a character: it is not drawn as what no font has."""
    with suppress(OSError):
        font = _font(32.0, path)
        return bytes(font.getmask(char)) != bytes(font.getmask("\U0010fffe"))
    return False


def _mask(char: str, size: float, weight: Weight, shift: float, spread: float) -> tuple[Image.Image | None, int, int]:
    """The mask of a character whose pen stands `shift` pixels into a pixel, and its corner from there."""
    font = _font(size * FINE, _file(char, weight))
    stroke = spread * FINE
    x0, y0, x1, y1 = font.getbbox(char, anchor="ls", stroke_width=stroke)
    left, top = floor(x0 / FINE + shift), floor(y0 / FINE)
    wide, high = ceil(x1 / FINE + shift) - left + 1, ceil(y1 / FINE) - top + 1
    if x1 <= x0 or y1 <= y0:
        return None, 0, 0
    fine = Image.new("L", (wide * FINE, high * FINE))
    at = (shift * FINE - left * FINE, -top * FINE)
    ImageDraw.Draw(fine).text(at, char, fill=255, font=font, anchor="ls", stroke_width=stroke)
    return fine.reduce(FINE), left, top
