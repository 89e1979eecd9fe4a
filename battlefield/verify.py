"""Holding a log against itself: is it whole, is it true, and does it come out the same again.

Floor 5. Who makes the digests anew after editing entered dice cannot be found out; the answer says so.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from battlefield.battle import run
from battlefield.catalogue import digest
from battlefield.events.core import LogClosed, Rolled
from battlefield.log import Log, first_link, lines_of, next_link
from battlefield.plain import written
from battlefield.scenario.scenario import ScenarioError
from battlefield.sealing import SEALED, compact
from battlefield.truth import untrue
from battlefield.version import VERSION

MOST_FAULTS = 20
TRUSTED = "dice entered by hand are taken as they stand: whoever edits them and makes the digests anew is not found out"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one of the three questions: yes, no, or None where it cannot be asked; with every fault found."""

    question: str
    holds: bool | None
    faults: tuple[str, ...]
    note: str = ""


def verify(log: Log) -> tuple[Answer, Answer, Answer]:
    """The three answers, in order: whole, true, again."""
    return (whole(log), true(log), again(log))


def whole(log: Log) -> Answer:
    """Whether every line is there, in order, written as logs are, under a chain of digests that fits, and closed."""
    faults = [] if log.recording.warning is None else [log.recording.warning]
    faults += _unreadable(log)
    link = first_link(log.raw[0])
    for index, (line, entry) in enumerate(zip(log.lines, log.recording.entries, strict=True), start=1):
        where = f"line {index + 1}"
        if entry.n != index:
            faults.append(f"{where}: its number is {entry.n}, not {index}")
        if entry.because is not None and entry.because >= entry.n:
            faults.append(f"{where}: it answers event {entry.because}, which is not before it")
        if log.raw[index] != compact(line):
            faults.append(f"{where}: it is not written as logs are")
        if isinstance(entry.event, LogClosed) and index < len(log.lines):
            faults.append(f"{where}: it closes the log, and yet more follows")
        claimed = str(line.get("chain"))
        sealed = log.header.reader is not None and line.get("event") == SEALED
        if not sealed and next_link(link, {key: value for key, value in line.items() if key != "chain"}) != claimed:
            faults.append(f"{where}: its digest does not fit it and the lines before")
        link = claimed
    faults += _unclosed(log)
    return _answer("whole", faults)


def true(log: Log) -> Answer:
    """Whether every claim, measured again in the state before its event, and every outcome fit their own figures."""
    faults = [
        f"event {entry.n} ({written(entry.event)['rule']}): {said}"
        for entry, said in untrue(log.recording.entries, log.recording.states)
    ]
    return _answer("true", faults)


def again(log: Log) -> Answer:
    """Whether the header's scenario, seed and dice give the same lines; asked only of a log that this version made."""
    if log.header.reader is not None:
        why = f"this is the copy of {log.header.reader}, without the seed and the others' cards"
        return Answer("again", None, (), why)
    if (log.header.version, log.header.catalogue) != (VERSION, digest()):
        made = f"made by version {log.header.version}, or by another catalogue of rules"
        return Answer(
            "again", None, (), f"not asked: the log was {made}; what the order of events owes to rules is open"
        )
    try:
        battle = run(log.header.scenario, log.header.seed)
        fresh = list(lines_of(log.header.scenario, log.header.seed, tuple(battle.entries)))
    except (ScenarioError, ValueError, KeyError) as fault:
        return Answer("again", False, (f"it cannot be run again: {fault}",))
    faults = [] if fresh[0] == log.raw[0] else ["line 1: the header is not the one of its own scenario"]
    faults += [
        f"event {index}: run again, it comes out differently"
        for index, (one, other) in enumerate(zip(log.raw[1:], fresh[1:], strict=False), start=1)
        if _unchained(one) != _unchained(other)
    ]
    if len(log.raw) != len(fresh):
        faults.append(f"run again, there are {len(fresh) - 1} lines after the header, not {len(log.raw) - 1}")
    entered = any(isinstance(entry.event, Rolled) and entry.event.source == "entered" for entry in battle.entries)
    return _answer("again", faults, TRUSTED if entered else "")


def _unreadable(log: Log) -> list[str]:
    """What a player's copy may not hold, and what only a player's copy may."""
    reader, faults = log.header.reader, []
    if reader is not None and log.raw[0] != compact(json.loads(log.raw[0])):
        faults.append("line 1: it is not written as logs are")
    for number, line in enumerate(log.lines, start=2):
        if line.get("event") == SEALED and (reader is None or set(line) != {"n", "event", "chain"}):
            faults.append(f"line {number}: it is sealed, which " + ("no log is" if reader is None else "hides more"))
        if reader is not None and "for" in line and reader not in line["for"]:
            faults.append(f"line {number}: it is not for {reader}, whose copy this is")
    return faults


def _unclosed(log: Log) -> list[str]:
    if not log.closed:
        return []  # its warning says so
    closing = log.recording.entries[-1].event
    count = closing.events if isinstance(closing, LogClosed) else -1
    faults = [] if log.ended else ["the last line has no end"]
    if count != len(log.lines) - 1:
        faults.append(f"the last line counts {count} events; there are {len(log.lines) - 1}")
    return faults


def _answer(question: str, faults: list[str], note: str = "") -> Answer:
    more = len(faults) - MOST_FAULTS
    shown = faults[:MOST_FAULTS] + ([f"… and {more} more"] if more > 0 else [])
    return Answer(question, not faults, tuple(shown), note)


def _unchained(line: str) -> str:
    """A line without its digest, which stands last."""
    return line.rpartition(',"chain":')[0]
