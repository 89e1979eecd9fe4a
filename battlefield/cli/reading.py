"""Reading what a command is given: a scenario or a log, from a file or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from battlefield.battle import Battle, run
from battlefield.log import MOST_BYTES as LOG_BYTES
from battlefield.log import Log, load, loads
from battlefield.recording import Recording
from battlefield.scenario import load as scenarios
from battlefield.scenario.scenario import Scenario
from battlefield.scenario.syntax import MOST_BYTES

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


def recording_at(path: str, seed: int | None = None) -> Recording:
    """What a scenario becomes when it is run, or what a log holds; a log is known by its ending or first character."""
    if path == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LOG_BYTES)
        if data.lstrip()[:1] == b"{":
            return loads(data, "<stdin>").recording
        return run(scenarios.loads(data, "<stdin>"), seed).recording
    if Path(path).suffix == ".jsonl" or _looks_like_log(path):
        return load(path).recording
    return run(scenarios.load(path), seed).recording


def battle_at(path: str, seed: int | None = None, orders: int | None = None) -> Battle:
    """The scenario in a file, run."""
    return run(scenario_at(path), seed, orders)


def _looks_like_log(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            return file.read(7) == b'{"log":'
    except OSError:
        return False
