"""The least roll of a charge on a table of 200 models, on a plain install."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from battlefield.battle import run
from battlefield.rules.core.charge_reach import reach_of
from battlefield.scenario.load import loads
from benchmarks.starting import HOME
from benchmarks.timing import Result, Row, Way, process, race

TRIES = 3
CHARGES = {
    ("Red6", "Blue0"): "32 mm bases at 32 mm bases",
    ("Red6", "Blue2"): "32 mm bases at 40 mm bases",
    ("Red6", "Blue1"): "32 mm bases at ovals",
    ("Red7", "Blue1"): "ovals at ovals that lie alike",
    ("Red7", "Blue4"): "ovals at ovals that lie otherwise",
}
"""Of units of ten each, who charges whom."""


def a_charge_of_ten() -> Result:
    """Ten models against ten, each with its shortest way and an end place, among 190 others and eight pieces."""
    state = run(loads(_scenario(), "bench.toml")).state
    found = {kind: reach_of(state, unit, [target]) for (unit, target), kind in CHARGES.items()}
    ways = [
        Way(kind, lambda unit=unit, target=target: reach_of(state, unit, [target]))  # type: ignore[misc]
        for (unit, target), kind in CHARGES.items()
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.toml"
        file.write_text(_scenario(), encoding="utf-8")
        command = [sys.executable, "-m", "battlefield", "charge", str(file), "Red6", "Blue0", "--after", "0"]
        name = f"`battlefield charge`, {CHARGES['Red6', 'Blue0']}"
        whole = Row(name, process(command, HOME, TRIES), "a whole process, bytecode cached")
    rolls = "; ".join(f"{kind} {_outcome(each.bound, each.roll)}" for kind, each in found.items())
    return Result(
        "A charge on a table of 200 models",
        "A unit of ten at another one, among them all; every model's shortest way, and end places for all ten for "
        "every roll that may do. In one process where not said otherwise, where curves cross kept from the run before.",
        (*race(ways, 3), whole),
        (f"The least rolls: {rolls}.",),
    )


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
            text.append(f'base = "{base}"\nfacing = {30 if player + str(index) == "Blue4" else 0}')
            text.append(f"at = {{ grid = [5, 2], first = [{x}, {y}], gap = 0.3 }}")
    return "\n".join(text)
