"""A drawn table is a scenario: one character an inch, y up, each thing at the centre of its square.

Letters are units of one model, described by keyword; `#` is impassable ground (one feature, Rock), `~` Unstable
Ground (Sink), `.` nothing. Whatever else the test needs is TOML, put behind what the drawing gives.
"""

from __future__ import annotations

from textwrap import dedent

from battlefield.battle import Battle, run
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import Scenario
from battlefield.state import State

GROUND = {"#": ("Rock", "impassable"), "~": ("Sink", "unstable")}
COMMAND = 'round = 2\nplayer = "Red"\nphase = "command"'
MOVEMENT = 'round = 2\nplayer = "Red"\nphase = "movement"'


def unit(player: str, base: str = "32mm", keywords: str = "INFANTRY", **keys: object) -> str:
    """The lines of a unit's table but for its name and place."""
    words = ", ".join(f'"{each.strip()}"' for each in keywords.split(",") if each.strip())
    size = base if base.startswith("{") else f'"{base}"'
    lines = [f'player = "{player}"', f"base = {size}", f"keywords = [{words}]"]
    return "\n".join([*lines, *(f"{key} = {value}" for key, value in keys.items())])


def sketch(
    drawing: str,
    more: str = "",
    *,
    start: str | None = COMMAND,
    rules: str = '"core", "relics-of-old", "scrollhammer-relic"',
    top: str = "",
    **units: str,
) -> Scenario:
    """The scenario that a drawing and its units make, with further TOML behind it."""
    rows = dedent(drawing).strip("\n").splitlines()
    height, width = len(rows), max(len(row) for row in rows)
    text = [f'format = 1\ntitle = "sketch"\nrules = [{rules}]\nseed = 1\n{top}']
    text.append(f"[board]\nwidth = {width}\nheight = {height}")
    if start is not None:
        text.append(f"[start]\n{start}")
    text.append('[[players]]\nname = "Red"\n[[players]]\nname = "Blue"')
    for mark, (name, trait) in GROUND.items():
        squares = [(x, height - 1 - y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == mark]
        if squares:
            parts = ", ".join(f"{{ rect = [{x}, {y}, 1, 1] }}" for x, y in squares)
            text.append(f'[[terrain]]\nname = "{name}"\ntraits = ["{trait}"]\narea = {{ union = [{parts}] }}')
    for name, lines in units.items():
        found = [(x, height - 1 - y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == name]
        at = f"at = [{found[0][0] + 0.5}, {found[0][1] + 0.5}]" if found else ""
        text.append(f'[[units]]\nname = "{name}"\n{lines}\n{at}')
    text.append(dedent(more))
    return loads("\n".join(text), "sketch.toml")


def played(scenario: Scenario, seed: int | None = None) -> Battle:
    """The battle that comes of it."""
    return run(scenario, seed)


def standing(drawing: str, more: str = "", **units: str) -> State:
    """The state after the set-up."""
    return played(sketch(drawing, more, **units)).state
