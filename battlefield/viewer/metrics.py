"""How wide a text is in the bundled font, and how to cut and wrap it: read from the font's own tables, once.

Kerning is left out; it narrows a line by a percent at most, and a box that is a little wide hurts nobody.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from battlefield.viewer.drawing import Weight
from battlefield.viewer.theme import FONT_FILES

ELLIPSIS = "…"


class Face(NamedTuple):
    """A font's advance widths in ems, by character code; and the width of what it does not have."""

    advances: Mapping[int, float]
    missing: float


@lru_cache(maxsize=4)
def face(weight: Weight) -> Face:
    """The advances of the bundled font of that weight."""
    data = FONT_FILES[weight].read_bytes()
    tables = _tables(data)
    units = struct.unpack_from(">H", data, tables["head"] + 18)[0]
    count = struct.unpack_from(">H", data, tables["hhea"] + 34)[0]
    widths = [each[0] / units for each in struct.iter_unpack(">HH", data[tables["hmtx"] : tables["hmtx"] + 4 * count])]
    glyphs = _characters(data, tables["cmap"])
    return Face({code: widths[min(glyph, count - 1)] for code, glyph in glyphs.items() if glyph}, widths[0])


def covers(text: str) -> bool:
    """Whether the bundled font has every character of a text."""
    known = face("regular").advances
    return all(ord(char) in known or unicodedata.category(char) in ("Mn", "Cf") for char in text)


@lru_cache(maxsize=16384)
def width(text: str, size: float, weight: Weight = "regular") -> float:
    """The width of a text in pixels, at `size` pixels an em."""
    known, missing = face(weight)
    return size * sum(known.get(ord(char)) or _foreign(char, missing) for char in text)


@lru_cache(maxsize=4096)
def cut(text: str, size: float, room: float, weight: Weight = "regular") -> str:
    """The text, or as much of it as fits into `room` pixels with an ellipsis after it.

    >>> cut("Rangers", 10, 200)
    'Rangers'
    """
    if width(text, size, weight) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, weight) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


@lru_cache(maxsize=2048)
def wrap(text: str, size: float, room: float, lines: int, weight: Weight = "regular") -> tuple[str, ...]:
    """The text in at most `lines` lines of at most `room` pixels; what is left over is cut with an ellipsis."""
    out: list[str] = []
    words = text.split()
    while words and len(out) < lines - 1:
        taken = 1
        while taken < len(words) and width(" ".join(words[: taken + 1]), size, weight) <= room:
            taken += 1
        line = " ".join(words[:taken])
        if width(line, size, weight) > room:
            line, rest = _broken(line, size, room, weight)
            words[:taken] = [rest]
        else:
            words = words[taken:]
        out.append(line)
    if words:
        out.append(cut(" ".join(words), size, room, weight))
    return tuple(out)


def _broken(word: str, size: float, room: float, weight: Weight) -> tuple[str, str]:
    """One word too long for a line, in two at the last character that fits."""
    end = len(word) - 1
    while end > 1 and width(word[:end], size, weight) > room:
        end -= 1
    return word[: max(end, 1)], word[max(end, 1) :]


def _foreign(char: str, missing: float) -> float:
    """About how wide a character of another font is."""
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(char) in "WF" else missing


def _tables(data: bytes) -> dict[str, int]:
    count = struct.unpack_from(">H", data, 4)[0]
    records = (struct.unpack_from(">4sIII", data, 12 + 16 * index) for index in range(count))
    return {tag.decode("ascii"): offset for tag, _, offset, _ in records}


def _characters(data: bytes, start: int) -> dict[int, int]:
    """Character code to glyph, from the first Unicode table of format 4 or 12."""
    count = struct.unpack_from(">H", data, start + 2)[0]
    found: dict[int, int] = {}
    for index in range(count):
        offset = start + struct.unpack_from(">HHI", data, start + 4 + 8 * index)[2]
        form = struct.unpack_from(">H", data, offset)[0]
        if form == 12:
            return _groups(data, offset)
        if form == 4:
            found = _segments(data, offset)
    return found


def _groups(data: bytes, offset: int) -> dict[int, int]:
    count = struct.unpack_from(">I", data, offset + 12)[0]
    groups = (struct.unpack_from(">III", data, offset + 16 + 12 * index) for index in range(count))
    return {code: first + code - low for low, high, first in groups for code in range(low, high + 1)}


def _segments(data: bytes, offset: int) -> dict[int, int]:
    count = struct.unpack_from(">H", data, offset + 6)[0] // 2
    at = [offset + 14, offset + 16 + 2 * count, offset + 16 + 4 * count, offset + 16 + 6 * count]
    ends, starts, deltas, ranges = (struct.unpack_from(f">{count}H", data, place) for place in at)
    found = {}
    for index, (low, high, delta, jump) in enumerate(zip(starts, ends, deltas, ranges, strict=True)):
        for code in range(low, min(high, 0xFFFE) + 1):
            glyph = code
            if jump:
                glyph = struct.unpack_from(">H", data, at[3] + 2 * index + jump + 2 * (code - low))[0]
                if glyph == 0:
                    continue
            found[code] = (glyph + delta) & 0xFFFF
    return found
