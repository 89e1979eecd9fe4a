"""The least roll of a charge on a table of 200 models, on a plain install."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from battlefield.battle import run
from battlefield.rules.core.charge_reach import reach_of
from battlefield.scenario.load import loads
from benchmarks.starting import HOME
from benchmarks.timing import Result, Row, Way, race

CHARGER, TRIES = "Red6", 3
TARGETS = {"Blue0": "32 mm bases", "Blue2": "40 mm bases", "Blue1": "oval bases"}


def a_charge_of_ten() -> Result:
    """Ten models against ten, each with its shortest way and an end place, among 190 others and eight pieces."""
    state = run(loads(_scenario(), "bench.toml")).state
    found = {target: reach_of(state, CHARGER, [target]) for target in TARGETS}
    ways = [
        Way(f"at {kind}", lambda target=target: reach_of(state, CHARGER, [target]))  # type: ignore[misc]
        for target, kind in TARGETS.items()
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.toml"
        file.write_text(_scenario(), encoding="utf-8")
        command = [sys.executable, "-m", "battlefield", "charge", str(file), CHARGER, "Blue0", "--after", "0"]
        whole = Row("`battlefield charge`, at 32 mm bases", _least(command), "a whole process, nothing kept")
    rolls = "; ".join(f"{TARGETS[target]} {_outcome(each.bound, each.roll)}" for target, each in found.items())
    return Result(
        "A charge on a table of 200 models",
        "A unit of ten 32 mm bases, among them all; every model's shortest way, and end places for all ten for every "
        "roll that may do. In one process where not said otherwise, crossings of curves kept from the run before.",
        (*race(ways, 3), whole),
        (f"The least rolls: {rolls}.",),
    )


def _least(command: Sequence[str]) -> float:
    """The least processor time of a command over a few runs, in seconds."""
    best = float("inf")
    for _ in range(TRIES):
        began = os.times()
        subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONPATH": str(HOME)}, check=True)
        ended = os.times()
        best = min(best, sum(ended[2:4]) - sum(began[2:4]))
    return best


def _outcome(bound: int | None, roll: int | None) -> str:
    if bound is None:
        return "none"
    return f"{bound}" if roll == bound else f"no less than {bound}, and ends were found for {roll or 'none'}"


def _scenario() -> str:
    text = ['format = 1\ntitle = "bench"\nrules = ["core"]\n[board]\nwidth = 60\nheight = 44']
    text.append('[start]\nround = 2\nplayer = "Red"\nphase = "charge"')
    text += [f'[[players]]\nname = "{name}"' for name in ("Red", "Blue")]
    for index in range(8):
        area = f"{{ rect = [{3 + 7 * index}, 20.5, 3, 2], angle = 20 }}"
        text.append(f'[[terrain]]\nname = "T{index}"\ntraits = ["impassable"]\narea = {area}')
    for player, rows in (("Red", (8, 15)), ("Blue", (25, 32))):
        for index in range(10):
            x, y, base = 1.5 + (index % 5) * 11.7, rows[index // 5], ("32mm", "60x35mm", "40mm")[index % 3]
            text.append(f'[[units]]\nname = "{player}{index}"\nplayer = "{player}"\nkeywords = ["INFANTRY"]')
            text.append(f'base = "{base}"\nat = {{ grid = [5, 2], first = [{x}, {y}], gap = 0.3 }}')
    return "\n".join(text)
