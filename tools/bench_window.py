"""Measure the window itself on a virtual screen: `python tools/bench_window.py [MODELS ...]`.

How many frames a second it shows while it plays, how long it takes from a key to the picture that answers it, and how
much of a core it takes while nothing happens. Needs Xvfb and xdotool; software OpenGL will do. Nothing is asserted.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).resolve().parent.parent
MODELS = (50, 200, 300)
MEASURED = HOME / "tools" / "measured_window.py"
SIZE = (1280, 720)
KEYS, BETWEEN = 24, 0.3
"""How many keys are pressed, and seconds from one to the next."""
NEEDS = ("Xvfb", "xdotool")


class WindowRow(NamedTuple):
    """So many models: frames a second by the clock, and milliseconds of processor time that each takes.

    From a key to its picture: milliseconds by the clock, the middle one and the worst, and processor time of the middle
    one. `idle`: the share of a core that is taken while nothing happens.
    """

    models: int
    rate: float
    frame_ms: float
    key_ms: float
    worst_ms: float
    spent_ms: float
    idle: float


def missing() -> tuple[str, ...]:
    """What is needed and not here."""
    return tuple(each for each in NEEDS if shutil.which(each) is None)


def rows(models: Sequence[int] = MODELS) -> Iterator[WindowRow]:
    """Measure each number of models in a window of its own."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x900x24", "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            display = f":{told.readline().strip()}"
        for count in models:
            yield _measured(count, display)
    finally:
        server.terminate()
        server.wait()


def _measured(count: int, display: str) -> WindowRow:
    path = os.pathsep.join((str(HOME), str(HOME / "tools")))
    environment = {**os.environ, "DISPLAY": display, "PYTHONPATH": path}
    environment.pop("ARCADE_HEADLESS", None)
    process = subprocess.Popen(
        [sys.executable, str(MEASURED), str(count)], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("keys"):
            _press_keys(environment)
        elif line.startswith("{"):
            process.wait()
            found = json.loads(line)
            return WindowRow(count, *(found[each] for each in ("rate", "frame", "key", "worst", "spent", "idle")))
    raise RuntimeError(f"the window ended with {process.wait()}")


def _press_keys(environment: dict[str, str]) -> None:
    found = ["search", "--sync", "--name", "Measured", "windowfocus"]
    subprocess.run(["xdotool", *found], env=environment, check=True, capture_output=True)
    for number in range(KEYS):
        key = ("Right", "Right", "Tab", "r")[number % 4]
        subprocess.run(["xdotool", "key", key], env=environment, check=True, capture_output=True)
        time.sleep(BETWEEN)
    subprocess.run(["xdotool", "key", "Escape"], env=environment, check=True, capture_output=True)


def main(arguments: Sequence[str]) -> int:
    """Print a table."""
    if missing():
        print(f"{' and '.join(missing())}: not here, and nothing can be measured without")
        return 0
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"a window of {SIZE[0]} × {SIZE[1]} on a virtual screen, {os.cpu_count()} processors{load}")
    print("models   frames/s   of processor time   key to picture   of processor time   at worst   idle, of a core")
    for row in rows(tuple(map(int, arguments)) or MODELS):
        print(f"{row.models:6d}   {row.rate:8.1f}   {row.frame_ms:14.1f} ms   {row.key_ms:11.0f} ms", end="   ")
        print(f"{row.spent_ms:14.0f} ms   {row.worst_ms:5.0f} ms   {100 * row.idle:13.1f} %", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
