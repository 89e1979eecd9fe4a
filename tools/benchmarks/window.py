"""The window itself on a virtual screen: frames a second, from a key to its picture, and what it takes while idle."""

from __future__ import annotations

import os

import bench_window

from benchmarks.timing import Result, Row

TITLE = "The window on software OpenGL"
SETTING = (
    "A real window of 1280 × 720 on a virtual screen, the whole panel, everything drawn by the processor. The time is "
    "the processor time from a key (a step, a switch, a thing to measure) to the picture that answers it, the middle "
    "one of some twenty; by the clock the window's own beat of a sixtieth of a second is in it, and whatever else the "
    "machine was busy with."
)


def the_window() -> Result:
    """50, 200 and 300 models; nothing where there is no Xvfb or no xdotool."""
    missing = bench_window.missing()
    if missing:
        return Result(TITLE, f"Not measured: {' and '.join(missing)} {'was' if len(missing) == 1 else 'were'} missing.")
    rows = tuple(
        Row(
            f"{each.models} models",
            each.spent_ms / 1e3,
            f"by the clock {each.key_ms:.0f} ms, {each.worst_ms:.0f} ms at worst; playing {each.rate:.0f} frames a "
            f"second, {each.frame_ms:.1f} ms of processor time each; idle {100 * each.idle:.1f} % of a core",
        )
        for each in bench_window.rows()
    )
    cores, load = os.cpu_count() or 1, os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    busy = f" {load:.1f} processes wanted the {cores} processors of the machine at the time." if load > cores else ""
    return Result(TITLE, SETTING + busy, rows)
