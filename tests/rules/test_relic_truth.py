"""What verification finds out about events of the Relic that were changed after the fact."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from battlefield.battle import Battle, run
from battlefield.events.base import Event
from battlefield.events.core import BattleEnded
from battlefield.events.scrollhammer_relic import (
    RelicCaptured,
    RelicDropped,
    RelicIdentified,
    RelicPassed,
    RelicPickedUp,
    RelicSeized,
)
from battlefield.geometry.shapes import Pose
from battlefield.recording import fold
from battlefield.scenario.load import load
from battlefield.truth import untrue

HOME = Path(__file__).resolve().parent.parent.parent / "scenarios"


@lru_cache(maxsize=2)
def battle_of(name: str) -> Battle:
    return run(load(HOME / f"{name}.toml"))


def told(name: str, kind: type[Event], **changed: Any) -> list[str]:
    """What is said of the first event of a kind once it has been changed."""
    battle = battle_of(name)
    index = next(i for i, entry in enumerate(battle.entries) if isinstance(entry.event, kind))
    entries = list(battle.entries)
    entries[index] = replace(entries[index], event=replace(entries[index].event, **changed))
    states = fold(battle.scenario.table, (entry.event for entry in entries))
    return [said for entry, said in untrue(entries[: index + 1], states) if entry.n == entries[index].n]


@pytest.mark.parametrize(
    ("name", "kind", "changed", "said"),
    [
        ("relic-run", RelicSeized, {"model": "Captain/1"}, "nothing shows Captain/1 in base contact with Casket"),
        ("relic-run", RelicSeized, {"claims": ()}, "nothing shows Seekers/1 in base contact"),
        ("relic-run", RelicIdentified, {"result": "Thunder Blade"}, "a 6 does not find Thunder Blade"),
        ("relic-run", RelicIdentified, {"rule": "relic.table.7"}, "a 6 does not find Ancient Wine"),
        ("relic-run", RelicIdentified, {"removed": True}, "Ancient Wine stays in play"),
        ("relic-run", RelicPickedUp, {"model": "Seekers/2"}, "nothing shows Seekers/2"),
        ("relic-run", RelicPassed, {"from_": "Seekers/4"}, "Seekers/4 did not have Casket"),
        ("relic-run", RelicDropped, {"at": Pose(22, 8.1)}, "dropped on bearing 270 it lies at (22.000000, 8.020472)"),
        ("relic-run", RelicCaptured, {"edge": "north"}, "the north edge is not that of Gold"),
        ("relic-run", BattleEnded, {"winner": None}, "nobody is said to have won, and a Relic was captured by Gold"),
        ("relic-capture-cut-short", RelicDropped, {"at": Pose(13, 0.787402)}, "it lies at (13.355009, 0.787402)"),
        ("relic-capture-cut-short", RelicDropped, {"out_of": ("Mire",)}, "impassable ground that it had to leave"),
    ],
)
def test_a_changed_event_does_not_fit_its_own_figures(
    name: str, kind: type[Event], changed: dict[str, Any], said: str
) -> None:
    assert any(said in each for each in told(name, kind, **changed)), told(name, kind, **changed)


@pytest.mark.parametrize(
    "kind", [RelicSeized, RelicIdentified, RelicPickedUp, RelicPassed, RelicDropped, RelicCaptured, BattleEnded]
)
def test_an_event_as_it_was_fits(kind: type[Event]) -> None:
    assert told("relic-run", kind) == []
