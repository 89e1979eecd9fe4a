"""The log: JSON Lines, a header and then one event a line, chained by digests so that it can be verified from itself.

A log cut short still loads and plays up to the cut, with a warning that names the line. Floor 3.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from battlefield.catalogue import digest
from battlefield.events.base import Event, event_name
from battlefield.events.core import LogClosed
from battlefield.plain import read, read_object, written
from battlefield.recording import Entry, Recording
from battlefield.scenario.scenario import Scenario, Source
from battlefield.sealing import READER, SALT, SEALED, compact, has_secrets, public_header, readable, salt_of
from battlefield.state import State
from battlefield.version import VERSION
from battlefield.vocabulary import EVENTS
from battlefield.whole_file import whole_file

FORMAT = 1
MOST_BYTES = 256 * 1024 * 1024
SEALED_BY = "artefakt.limit"
"""The rule by which hands are hidden."""
COMMON = ("rule", "rulings", "claims", "seen_by")
PLACES = ("n", "event", "rule", "order", "because", "rulings", "claims", "for", SALT, "chain")


class LogError(ValueError):
    """A log that cannot be used, with the file and the line."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a log says of itself: who made it, by which catalogue, from which scenario and seed.

    `reader`: whose copy it is, None of the log itself; a copy has no seed (0), no orders and no deal.
    """

    version: str
    catalogue: str
    systems: tuple[str, ...]
    seed: int
    scenario: Scenario
    reader: str | None = None


@dataclass(frozen=True)
class Log:
    """A log as read: its header, what happened, and the lines of both as they stand, without their ends.

    `lines` are the event lines as objects, `raw` all lines as text; `ended`: whether the last one has its line end.
    """

    header: Header
    recording: Recording
    lines: tuple[Mapping[str, Any], ...]
    raw: tuple[str, ...]
    ended: bool

    @property
    def closed(self) -> bool:
        """Whether the log has its last line."""
        return _closes(self.recording.entries)


# --- writing ---


def lines_of(scenario: Scenario, seed: int, entries: tuple[Entry, ...]) -> Iterator[str]:
    """The lines of a log, without line ends: the header, the events, and `log_closed` last."""
    header = {
        "log": FORMAT,
        "battlefield": VERSION,
        "catalogue": digest(),
        "systems": list(scenario.table.systems),
        "seed": seed,
        "scenario": scenario_to_plain(scenario),
    }
    first = compact(header)
    yield first
    link = first_link(first)
    closing = Entry(len(entries) + 1, entries[-1].order if entries else 0, None, _closing(len(entries)))
    for entry in (*entries, closing):
        line = line_of(entry)
        if entry.event.seen_by is not None:
            line[SALT] = salt_of(seed, entry.n)
        link = next_link(link, line)
        yield compact({**line, "chain": link})


def write(path: Path, lines: Iterator[str]) -> None:
    """Write a log whole or not at all: beside its place as NAME.part, where no file is called so, then moved into it.

    OSError when it cannot.
    """
    with (
        whole_file(path, f"{path.name}.part") as part,
        part.open("w", encoding="utf-8", newline="\n") as file,
    ):
        for line in lines:
            file.write(line + "\n")


def scenario_to_plain(scenario: Scenario) -> dict[str, Any]:
    """The set-up and the orders in exact form; the file's expectations, notes of place and its own path left out."""
    orders = tuple(replace(entry, plain={}, expects=(), at=Source(1, 1)) for entry in scenario.orders)
    bare = replace(scenario, path="", orders=orders, places={}, at_set_up=(), at_end=())
    plain: dict[str, Any] = written(bare)
    return plain


def line_of(entry: Entry) -> dict[str, Any]:
    """An entry as the object of its line, without the chain."""
    event = entry.event
    if event_name(type(event)) == SEALED:
        return {"n": entry.n, "event": SEALED}
    own = {key: value for key, value in written(event).items() if key not in COMMON}
    line: dict[str, Any] = {"n": entry.n, "event": event_name(type(event)), "rule": event.rule, "order": entry.order}
    if entry.because is not None:
        line["because"] = entry.because
    line |= own
    if event.rulings:
        line["rulings"] = list(event.rulings)
    if event.claims:
        line["claims"] = written(event.claims)
    if event.seen_by is not None:
        line["for"] = list(event.seen_by)
    return line


def first_link(header: str) -> str:
    """The digest that the chain starts from: of the header, of one with secrets of what every player may see."""
    line = json.loads(header)
    return sha256((compact(public_header(line)) if has_secrets(line) else header).encode()).hexdigest()[:16]


def next_link(link: str, line: Mapping[str, Any]) -> str:
    """The chain's next digest: of the one before and of the line without its own."""
    return sha256((link + compact(line)).encode()).hexdigest()[:16]


def _closing(count: int) -> LogClosed:
    return LogClosed(rule="battle.sequence", events=count)


# --- reading ---


def load(path: str | Path) -> Log:
    """Read a log; LogError when the header cannot be read, a warning when what follows breaks off."""
    name = str(path)
    try:
        file = Path(path)
        if file.stat().st_size > MOST_BYTES:
            raise LogError(f"{name}:1:1: the file is larger than {MOST_BYTES // 1024 // 1024} MiB")
        data = file.read_bytes()
    except OSError as fault:
        raise LogError(f"{name}:1:1: cannot be read: {fault.strerror}") from None
    return loads(data, name)


def loads(data: bytes, name: str) -> Log:
    """Read a log from bytes; `name` is what messages call it."""
    text = data.split(b"\n")
    header, first = _header(text[0], name)
    raws = [first]
    lines: list[Mapping[str, Any]] = []
    entries: list[Entry] = []
    warning = None
    for number, raw in enumerate(text[1:], start=2):
        if raw == b"" and number == len(text):
            break
        try:
            line = _object(raw.decode())
            entries.append(entry_of(line, entries[-1].order if entries else 0))
            lines.append(line)
            raws.append(raw.decode())
        except (ValueError, RecursionError) as fault:
            warning = (
                f"{name}:{number}:1: the log breaks off here ({_short(fault)}); it plays up to event {len(entries)}"
            )
            break
    table = header.scenario.table
    seed = header.seed if header.reader is None else None
    recording = replace(_playable(table, entries, seed, warning, name), reader=header.reader)
    good = len(recording.entries)
    if recording.warning is None and not _closes(recording.entries):
        why = "its last line does not close it"
        recording = replace(
            recording, warning=f"{name}:{good + 1}:1: the log breaks off here ({why}); it plays up to event {good}"
        )
    return Log(header, recording, tuple(lines[:good]), tuple(raws[: good + 1]), data.endswith(b"\n"))


def entry_of(line: Mapping[str, Any], order: int = 0) -> Entry:
    """The entry that a line says, a sealed one in the order of the line before; ValueError when it says none."""
    kind = EVENTS.get(str(line.get("event")))
    if kind is None:
        raise ValueError(f"unknown event {line.get('event')!r:.60}")
    if line.get("event") == SEALED:
        return Entry(read(int, line.get("n"), "n"), order, None, kind(rule=SEALED_BY))
    own = {key: value for key, value in line.items() if key not in PLACES}
    own["rule"] = line.get("rule")
    own["rulings"] = line.get("rulings", [])
    own["claims"] = line.get("claims", [])
    if "for" in line:
        own["seen_by"] = line["for"]
    event: Event = read_object(kind, own, str(line.get("event")))
    n, order = read(int, line.get("n"), "n"), read(int, line.get("order"), "order")
    return Entry(n, order, read(int | None, line.get("because"), "because"), event)


def _playable(table: State, entries: list[Entry], seed: int | None, warning: str | None, name: str) -> Recording:
    """The entries as far as they fold: a line that names what does not exist ends the log there."""
    state, good = table, 0
    for entry in entries:
        try:
            state = entry.event.apply(state)
        except (KeyError, ValueError, IndexError, AttributeError, TypeError) as fault:
            place = f"{name}:{good + 2}:1"
            warning = f"{place}: event {entry.n} does not fit what came before ({_short(fault)}); it plays up to there"
            break
        good += 1
    return Recording(table, tuple(entries[:good]), seed=seed, warning=warning, source=name)


def _closes(entries: tuple[Entry, ...]) -> bool:
    return bool(entries) and isinstance(entries[-1].event, LogClosed)


def _header(data: bytes, name: str) -> tuple[Header, str]:
    try:
        raw = data.decode()
        if not raw.lstrip().startswith("{"):
            raise ValueError("this is no log; a scenario becomes one by: battlefield run SCENARIO -o LOG")
        line = _object(raw)
        if line.get("log") != FORMAT:
            raise ValueError(f"this is no log of format {FORMAT} (found {line.get('log')!r:.40})")
        line = readable(line)
        header = Header(
            version=read(str, line.get("battlefield"), "battlefield"),
            catalogue=read(str, line.get("catalogue"), "catalogue"),
            systems=read(tuple[str, ...], line.get("systems"), "systems"),
            seed=read(int, line.get("seed"), "seed"),
            scenario=read_object(Scenario, line.get("scenario"), "scenario"),
            reader=read(str, line.get(READER), READER) if SEALED in line else None,
        )
        return header, raw
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise LogError(f"{name}:1:1: the header cannot be read: {_short(fault)}") from None


def _object(raw: str) -> dict[str, Any]:
    value = json.loads(raw, parse_constant=_no_constant, object_pairs_hook=_no_key_twice)
    if not isinstance(value, dict):
        raise ValueError("the line is no JSON object")
    compact(value).encode()  # half a character, which JSON can spell, is a ValueError here
    return value


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is no number that a log may hold")


def _short(fault: BaseException) -> str:
    return (str(fault) or type(fault).__name__)[:200]
