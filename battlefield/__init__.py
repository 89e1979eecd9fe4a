"""A geometry-exact simulator of two-dimensional tabletop wargames: rulings with a certificate and a picture.

import battlefield as bf

scenario = bf.load("scenarios/exfiltration.toml")     # ScenarioError lists every fault
battle = bf.run(scenario, seed=7)                     # .events, .states, .state
bf.measure(battle.state, "Rangers/1", "Ark")          # a certificate
for state in bf.replay("battle.jsonl"): ...
bf.check(scenario), bf.verify("battle.jsonl"), bf.render(battle, "out.svg")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from battlefield.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from battlefield.door import LogError, ScenarioError, check, load, measure, render, replay, run, verify

__all__ = [
    "LogError",
    "ScenarioError",
    "__version__",
    "check",
    "load",
    "measure",
    "render",
    "replay",
    "run",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Open the door only when something behind it is asked for, so that importing the package costs nothing."""
    if name in __all__:
        door = import_module("battlefield.door")
        # at once all of them: behind the door stand modules of the same names (check, verify)
        globals().update({each: getattr(door, each) for each in door.__all__})
        return globals()[name]
    raise AttributeError(f"module 'battlefield' has no attribute {name!r}")
