"""Reading what a command is given: a scenario or a log, from a file or from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from battlefield.battle import Battle, run
from battlefield.cli.telling import say
from battlefield.log import MOST_BYTES as LOG_BYTES
from battlefield.log import Log, lines_of, load, loads
from battlefield.named import area_of, is_place, place_named
from battlefield.recording import Recording
from battlefield.scenario import load as scenarios
from battlefield.scenario.entries import SEEDS
from battlefield.scenario.forms import plain_name
from battlefield.scenario.scenario import Scenario
from battlefield.scenario.syntax import MOST_BYTES
from battlefield.scenario.wording import unknown
from battlefield.sealing import NoPlayerError, copy_for
from battlefield.state import State

STANDARD_INPUT = "-"


def scenario_at(path: str) -> Scenario:
    """The scenario in a file, or on standard input for "-"; ScenarioError lists every fault."""
    if path == STANDARD_INPUT:
        return scenarios.loads(sys.stdin.buffer.read(MOST_BYTES + 1), "<stdin>")
    if _looks_like_log(path):
        raise ValueError(f"{path}:1:1: this is a log, not a scenario; view, render and verify read logs")
    return scenarios.load(path)


def log_at(path: str) -> Log:
    """The log in a file, or on standard input for "-"."""
    if path == STANDARD_INPUT:
        return loads(sys.stdin.buffer.read(LOG_BYTES), "<stdin>")
    return load(path)


def recording_at(path: str, seed: int | None = None, reader: str | None = None) -> Recording:
    """What a scenario becomes when it is run, or what a log holds; a log is known by its ending or first character.

    With a `reader` it is what that player may see of it.
    """
    check_seed(seed)
    if reader is not None:
        return copy_at(path, reader, seed).recording
    if path == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LOG_BYTES)
        if data.lstrip()[:1] == b"{":
            return loads(data, "<stdin>").recording
        return run(scenarios.loads(data, "<stdin>"), seed).recording
    if is_log(path):
        return load(path).recording
    return run(scenarios.load(path), seed).recording


def copy_at(path: str, reader: str, seed: int | None = None) -> Log:
    """A player's copy of the log in a file, or of the one that a scenario makes; ValueError for the name of nobody."""
    data, name = _bytes_at(path)
    if data.lstrip()[:1] == b"{":
        whole = loads(data, name)
        if whole.recording.warning is not None:
            say(whole.recording.warning)
        lines: Iterable[str] = whole.raw
    else:
        lines = battle_lines(run(scenarios.loads(data, name), seed))
    return copy_of(lines, reader, name)


def copy_of(lines: Iterable[str], reader: str, name: str) -> Log:
    """A player's copy of a log, read; ValueError, with the file's name, for the name of no player."""
    try:
        text = "".join(f"{line}\n" for line in copy_for(lines, plain_name(reader)))
    except NoPlayerError as fault:
        raise ValueError(f"{name}: --as: {unknown('no player is called', fault.reader, fault.names)}") from None
    except ValueError as fault:
        raise ValueError(f"{name}: --as {reader}: {fault}") from None
    return loads(text.encode(), name)


def battle_lines(battle: Battle) -> Iterator[str]:
    """The lines of a battle's log."""
    return lines_of(battle.scenario, battle.seed, tuple(battle.entries))


def _bytes_at(path: str) -> tuple[bytes, str]:
    """What stands in a file or on standard input, and what messages call it."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(LOG_BYTES), "<stdin>"
    return Path(path).read_bytes(), path


def battle_at(path: str, seed: int | None = None, orders: int | None = None) -> Battle:
    """The scenario in a file, run: all of it, or so many of its orders (0: the set-up). ValueError for too many."""
    check_seed(seed)
    scenario = scenario_at(path)
    there = len(scenario.orders)
    if orders is not None and not 0 <= orders <= there:
        has = "1 order" if there == 1 else f"{there} orders"
        raise ValueError(f"{path}: --after {orders}: the scenario has {has} (allowed: 0 to {there})")
    return run(scenario, seed, orders)


def check_seed(seed: int | None) -> None:
    """ValueError for a seed that a file could not have."""
    least, most = SEEDS
    if seed is not None and not least <= seed <= most:
        raise ValueError(f"--seed {seed}: allowed is a whole number from {least} to {most}")


def check_names(state: State, *names: str) -> None:
    """ValueError, with the nearest one, for a name of nothing that can be measured."""
    known = {each: None for kind in (state.units, state.models, state.artifacts, state.markers) for each in kind}
    known |= {each.name: None for each in state.terrain}
    known |= {each.name: None for each in state.zones}
    known |= {each.alias: None for each in state.models.values() if each.alias is not None}
    for name in names:
        if is_place(name):
            if area_of(state, name) is None:
                place_named(state, name)
            continue
        if name not in known and state.find_model(name) is None and area_of(state, name) is None:
            raise ValueError(unknown("nothing on this battlefield is called", name, known))


def is_log(path: str) -> bool:
    """Whether a file is a log, by its ending or by how it begins."""
    return Path(path).suffix == ".jsonl" or _looks_like_log(path)


def _looks_like_log(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            return file.read(7) == b'{"log":'
    except OSError:
        return False
