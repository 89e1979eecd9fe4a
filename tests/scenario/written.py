"""Parts of scenario files for the tests, and what is said of a file that has faults."""

from __future__ import annotations

import pytest

from battlefield.scenario.load import loads
from battlefield.scenario.scenario import ScenarioError

# Eight lines: what follows begins on line 9.
HEAD = """\
format = 1
[board]
width = 60
height = 44
[[players]]
name = "Red"
[[players]]
name = "Blue"
"""
WITH_ARTIFACTS = HEAD.replace("format = 1\n", 'format = 1\nrules = ["core", "relics-of-old", "scrollhammer-relic"]\n')
ARK = """\
[[units]]
name = "Ark"
player = "Red"
base = "130mm"
at = [30, 22]
"""
CREW = """\
[[units]]
name = "Crew"
player = "Blue"
base = "32mm"
at = [[10, 10], [12, 10], [14, 10]]
"""


def unit(name: str, at: str, base: str = '"32mm"', player: str = "Red", more: str = "") -> str:
    """A unit of five lines, and whatever more it has."""
    return f'[[units]]\nname = "{name}"\nplayer = "{player}"\nbase = {base}\nat = {at}\n{more}'


def faults(text: str | bytes) -> list[str]:
    """Everything that is wrong with a file, as LINE:COLUMN: message; a test fails where nothing is."""
    with pytest.raises(ScenarioError) as caught:
        loads(text, "x.toml")
    said = str(caught.value).split("\n")
    assert all(line.startswith("x.toml:") for line in said)
    return [line.removeprefix("x.toml:") for line in said]


def fault(text: str | bytes) -> str:
    """The one thing that is wrong with a file."""
    every = faults(text)
    assert len(every) == 1, every
    return every[0]
