"""Frames into an MP4 that every player knows: H.264, 4:2:0, the index first, both sides even, the colours named.

PyAV does it in this process; where it is not installed, the machine's own ffmpeg does.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import numpy as np

from battlefield.viewer.animation import Frame, Pixels

NO_FILM = (
    "an .mp4 needs what writes it: pip install 'battlefield[video]' brings that, an ffmpeg on the path will do too, "
    "and .gif and .webp need neither"
)
_QUALITY = {"preset": "veryfast", "crf": "20"}
_BT709 = 1
"""The number of high definition's colours, in the tables of H.264: a player that is not told guesses by the size."""


def filmed_by() -> str | None:
    """What would write an MP4 here: "PyAV", the path of the machine's ffmpeg, or None."""
    return "PyAV" if find_spec("av") is not None else shutil.which("ffmpeg")


def write_mp4(path: Path, frames: Iterator[Frame], rate: float) -> None:
    """An MP4 of `rate` frames a second. ValueError where nothing can write it, and when that fails."""
    by = filmed_by()
    if by is None:
        raise ValueError(NO_FILM)
    exact = Fraction(rate).limit_denominator(1001)
    if by == "PyAV":
        _with_pyav(path, frames, exact)
    else:
        _with_ffmpeg(by, path, frames, exact)


def _with_pyav(path: Path, frames: Iterator[Frame], rate: Fraction) -> None:
    import av
    from av.video.reformatter import ColorRange, Colorspace

    first = _even(next(frames))
    high, wide = first.shape[:2]
    try:
        with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as film:
            stream = film.add_stream("libx264", rate, options=_QUALITY)
            stream.width, stream.height, stream.pix_fmt = wide, high, "yuv420p"
            told = stream.codec_context
            told.colorspace = told.color_primaries = told.color_trc = _BT709
            told.color_range = ColorRange.MPEG
            for pixels in chain([first], map(_even, frames)):
                frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
                shown = frame.reformat(format="yuv420p", dst_colorspace=Colorspace.ITU709)
                film.mux(stream.encode(shown))
            film.mux(stream.encode(None))
    except av.FFmpegError as fault:
        raise ValueError(f"the .mp4 could not be written: {fault}") from fault


def _with_ffmpeg(program: str, path: Path, frames: Iterator[Frame], rate: Fraction) -> None:
    first = next(frames)
    size = f"{first.width}x{first.height}"
    shown = "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
    told = [word for name in ("colorspace", "color_primaries", "color_trc") for word in (f"-{name}", "bt709")]
    command = [
        program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", str(rate),
        "-i", "-", "-vf", shown, "-c:v", "libx264", *(word for key, value in _QUALITY.items()
                                                      for word in (f"-{key}", value)), *told,
        "-color_range", "tv", "-movflags", "+faststart", "-f", "mp4", str(path),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        try:
            process.stdin.write(first.rgb)
            for each in frames:
                process.stdin.write(each.rgb)
            process.stdin.close()
        except BrokenPipeError:
            pass
        said = process.stderr.read().decode("utf-8", "replace").strip()
    if process.returncode != 0:
        raise ValueError(f"ffmpeg could not write the .mp4: {said.splitlines()[-1] if said else process.returncode}")


def _even(frame: Frame) -> Pixels:
    """The frame as an array with even sides: the last row or column once more where they are odd."""
    pixels = np.frombuffer(frame.rgb, np.uint8).reshape(frame.height, frame.width, 3)
    return np.pad(pixels, ((0, frame.height % 2), (0, frame.width % 2), (0, 0)), mode="edge")
