"""Measuring several ways of one job in turns, and what came out of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

TURN, MOST_RUNS = 0.05, 500
"""Seconds that a turn of a short way is filled up to, and the most runs in it."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to do a job.

    `run` does it, or a part of it: `share` is the whole divided by that part, and the time is scaled up by it.
    """

    name: str
    run: Callable[[], object]
    share: float = 1.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A way and the least processor time that it took for the whole job, in seconds."""

    name: str
    seconds: float
    note: str


@dataclass(frozen=True, slots=True)
class Result:
    """A job: what it is, its rows (the first is ours, the others are compared with it), what else was seen.

    Without rows nothing could be measured here, and `setting` says why.
    `beside` names another row that all are compared with as well, such as a compiled way.
    """

    title: str
    setting: str
    rows: tuple[Row, ...] = ()
    remarks: tuple[str, ...] = ()
    beside: str = ""


def race(ways: list[Way], rounds: int = 5, patience: float = 20.0) -> tuple[Row, ...]:
    """The least processor time of each way over several rounds in which all take turns; a first run is not counted.

    Processor time leaves out what else the machine was busy with. A turn of a short way is many runs, and its mean
    counts. A way that has used up `patience` seconds is not run again.
    """
    best: dict[str, float] = {}
    spent: dict[str, float] = dict.fromkeys((way.name for way in ways), 0.0)
    runs = {way.name: 1 if way.share > 1.0 else _runs(way) for way in ways}
    for _ in range(rounds):
        for way in ways:
            if spent[way.name] > patience:
                continue
            took = _time(way, runs[way.name])
            spent[way.name] += took
            mean = took / runs[way.name]
            best[way.name] = min(best.get(way.name, mean), mean)
    return tuple(Row(way.name, best[way.name] * way.share, _note(way)) for way in ways)


def _runs(way: Way) -> int:
    """How many runs fill a turn, found by the second of two."""
    _time(way, 1)
    return max(1, min(MOST_RUNS, int(TURN / max(_time(way, 1), 1e-9))))


def _time(way: Way, runs: int) -> float:
    start = time.process_time()
    for _ in range(runs):
        way.run()
    return time.process_time() - start


def _note(way: Way) -> str:
    if way.share == 1.0:
        return way.note
    part = f"1 part in {way.share:,.0f} measured and scaled up"
    return f"{part}; {way.note}" if way.note else part
