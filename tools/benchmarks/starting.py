"""How long `battlefield check` takes on a small file, beside importing shapely; and any state of a long log at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from battlefield.battle import run
from battlefield.events.base import Event
from battlefield.events.core import TokenSet
from battlefield.recording import Entry, Recording
from battlefield.scenario.load import load
from benchmarks.timing import Result, Row, Way, process, race

HOME = Path(__file__).resolve().parent.parent.parent
SMALL = HOME / "scenarios" / "exfiltration.toml"
TRIES, EVENTS, ASKED = 7, 10_000, 50


def check_of_a_small_file() -> Result:
    """Whole processes, the quickest of several."""
    check = ["-m", "battlefield", "check", str(SMALL)]
    rows = (
        Row("battlefield check", _quickest(check), "scenarios/exfiltration.toml"),
        Row("importing shapely", _quickest(["-c", "import shapely"]), ""),
        Row("importing pydantic and typer", _quickest(["-c", "import pydantic.main, typer.main"]), ""),
        Row("floor: Python itself", _quickest(["-c", "pass"]), ""),
    )
    return Result("Checking a small file", "A process from its start to its end; bytecode cached.", rows)


def any_state_of_a_long_log() -> Result:
    """10,000 events of a shipped battle's table: the states kept, beside replaying up to each that is asked for."""
    battle = run(load(SMALL))
    events: list[Event] = list(battle.events)
    while len(events) < EVENTS:
        turn = len(events)
        events.append(TokenSet(rule="battle.sequence", holder=f"Rangers/{turn % 10 + 1}", token="marked", value=turn))
    entries = tuple(Entry(n, 0, None, event) for n, event in enumerate(events, start=1))
    kept = Recording(battle.scenario.table, entries)
    asked = range(EVENTS // ASKED, EVENTS, EVENTS // ASKED)
    ways = [
        Way("ours, states kept", lambda: [kept.states[n] for n in asked]),
        Way("replayed for each", lambda: [_replayed(kept, events, n) for n in asked]),
        Way("folding the whole log once", lambda: Recording(battle.scenario.table, entries).states),
    ]
    return Result("A state at any step of 10,000 events", f"{len(asked)} steps asked for.", race(ways, 3))


def _replayed(recording: Recording, events: Sequence[Event], n: int) -> object:
    state = recording.table
    for event in events[:n]:
        state = event.apply(state)
    return state


def _quickest(arguments: Sequence[str]) -> float:
    return process([sys.executable, *arguments], HOME, TRIES)
