"""Frames a second of the viewer with its whole panel, on the OpenGL that is here."""

from __future__ import annotations

from bench_frames import rows

from benchmarks.timing import Result, Row


def frames_a_second() -> Result:
    """50, 200 and 300 models at 1280 × 720, playing."""
    measured = [
        Row(f"{each.models} models", 1 / each.rate, f"{each.rate:.0f} frames a second")
        for each in rows(sizes=((1280, 720),))
    ]
    setting = "The whole panel, playing, on software OpenGL where there is no other; the time is that of a frame."
    return Result("Frames of the viewer at 1280 × 720", setting, tuple(measured))
