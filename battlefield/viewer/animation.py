"""Frames into a file that moves: GIF and WebP through Pillow; MP4 is `film`'s. Where they come from is all one."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import GifImagePlugin, Image

RGB = tuple[int, int, int]
Pixels = npt.NDArray[np.uint8]
_COLOURS = 255
"""One short of what a GIF can hold: the last one means "as in the frame before"."""
_RARE = 0.35
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class Frame(NamedTuple):
    """A picture: its size in pixels and red, green, blue of each, row after row from the top."""

    width: int
    height: int
    rgb: bytes

    @property
    def image(self) -> Image.Image:
        """It as Pillow has it."""
        return Image.frombytes("RGB", (self.width, self.height), self.rgb)


def write_gif(
    path: Path, frames: Iterable[Frame], samples: Sequence[Frame], fixed: Sequence[RGB], seconds: float
) -> None:
    """An endless GIF, `seconds` a frame. One palette for all: the `fixed` colours, the rest chosen from the samples.

    No dithering, which would flicker; of each frame only what changed, and a frame that changes nothing lasts longer.
    """
    colours = _colours(samples, fixed)
    nearest = _nearest(colours)
    before: Pixels | None = None
    waiting: tuple[Pixels, tuple[int, int]] | None = None
    shown, ends = 0, 0.0
    with path.open("wb") as out:
        for frame in frames:
            now = nearest[_cells(frame)]
            patch = _patch(before, now)
            if before is None:
                out.write(_gif_head(frame, colours))
            elif patch is not None and waiting is not None:
                shown += _gif_frame(out, waiting, round(ends * 100) - shown)
            waiting, before, ends = patch or waiting, now, ends + seconds
        if waiting is not None:
            _gif_frame(out, waiting, round(ends * 100) - shown)
        out.write(b";")


def write_webp(path: Path, frames: Iterable[Frame], count: int, seconds: float) -> None:
    """An endless WebP of `count` frames, `seconds` each; frames that change nothing are one that lasts longer."""
    images = (each.image for each in frames)
    first = next(images)
    ends = [round(1000 * seconds * place) for place in range(count + 1)]  # in whole milliseconds, without drift
    first.save(
        path, format="WEBP", save_all=True, append_images=images, duration=[b - a for a, b in pairwise(ends)], loop=0,
        quality=75, method=2, kmin=200, kmax=1000,
    )  # fmt: skip


def _colours(samples: Sequence[Frame], fixed: Sequence[RGB]) -> list[RGB]:
    """The fixed colours and what else the samples need most."""
    colours = list(dict.fromkeys(fixed))[: _COLOURS // 2]
    counted: Counter[RGB] = Counter()
    for each in samples:
        for count, colour in each.image.getcolors(each.width * each.height) or []:
            if isinstance(colour, tuple):
                counted[(colour[0], colour[1], colour[2])] += count
    # a colour that is seldom, such as the rim of a token, counts for more than its share
    pixels = [colour for colour, count in counted.items() for _ in range(ceil(count**_RARE))]
    sheet = Image.new("RGB", (len(pixels), 1))
    sheet.putdata(pixels)
    wanted = _COLOURS - len(colours)
    found = sheet.quantize(wanted, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    for place in range(0, min(len(found), wanted * 3), 3):
        colours.append((found[place], found[place + 1], found[place + 2]))
    return colours + [colours[0]] * (_COLOURS - len(colours))


def _cells(frame: Frame) -> npt.NDArray[np.int32]:
    """For each pixel the cell of its colour, six bits a channel."""
    rgb = np.frombuffer(frame.rgb, np.uint8).reshape(frame.height, frame.width, 3).astype(np.int32) >> 2
    cells: npt.NDArray[np.int32] = (rgb[..., 0] << 12) | (rgb[..., 1] << 6) | rgb[..., 2]
    return cells


def _nearest(colours: Sequence[RGB]) -> Pixels:
    """For each cell of six bits a channel the nearest of the colours; the earlier ones keep their own cells exactly."""
    palette = np.array(colours, np.float32)
    steps = np.arange(64, dtype=np.float32) * 4 + 1.5
    out = np.empty(64**3, np.uint8)
    for place, red in enumerate(steps):
        cells = np.stack(np.broadcast_arrays(red, steps[:, None], steps[None, :]), -1).reshape(-1, 3)
        far = (palette**2).sum(1) - 2 * cells @ palette.T
        out[place * 4096 : (place + 1) * 4096] = far.argmin(1)
    for index in range(len(colours) - 1, -1, -1):
        red_, green, blue = (value >> 2 for value in colours[index])
        out[(red_ << 12) | (green << 6) | blue] = index
    return out


def _patch(before: Pixels | None, now: Pixels) -> tuple[Pixels, tuple[int, int]] | None:
    """What changed since the frame before, and where; None when nothing did."""
    if before is None:
        return now, (0, 0)
    changed = now != before
    rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
    if not len(rows):
        return None
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.where(changed[part], now[part], np.uint8(_COLOURS)), (int(columns[0]), int(rows[0]))


def _gif_head(frame: Frame, colours: Sequence[RGB]) -> bytes:
    """Size, palette, and that it begins anew for ever."""
    table = bytes(value for colour in [*colours, (0, 0, 0)] for value in colour)
    return struct.pack("<6sHHBBB", b"GIF89a", frame.width, frame.height, 0xF7, 0, 0) + table + _FOR_EVER


def _gif_frame(out: IO[bytes], patch: tuple[Pixels, tuple[int, int]], hundredths: int) -> int:
    """Write a frame that is shown so long; how long that is."""
    pixels, corner = patch
    image = Image.frombytes("P", (pixels.shape[1], pixels.shape[0]), pixels.tobytes())
    options = {"duration": hundredths * 10, "disposal": 1, "transparency": _COLOURS, "interlace": False}
    for part in GifImagePlugin.getdata(image, corner, **options):
        out.write(part)
    return hundredths
