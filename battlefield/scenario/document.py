"""The whole of a scenario file: which keys and tables it may have at the top, and the reading of each.

What a file says is gathered as pieces, so that a fault in one table leaves the others readable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from battlefield.scenario.card_entries import ARTEFAKTY, CARD, ZONE
from battlefield.scenario.deployments import deploy
from battlefield.scenario.entries import (
    ARTIFACT,
    BOARD,
    FORMAT,
    HEAD,
    OBJECTIVE,
    PLAYER,
    PROFILE,
    START,
    SYSTEMS,
    TABLES,
    TERRAIN,
    UNIT,
)
from battlefield.scenario.forms import Table, plain_name
from battlefield.scenario.reader import Piece, Reader, fallen
from battlefield.scenario.report import Report
from battlefield.scenario.syntax import LISTED
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import found, listed, nearest, quoted

ONE: dict[str, Table] = {"board": BOARD, "start": START, "tables": TABLES, "artefakty": ARTEFAKTY}
MANY: dict[str, Table] = {
    "players": PLAYER,
    "terrain": TERRAIN,
    "units": UNIT,
    "artifacts": ARTIFACT,
    "objectives": OBJECTIVE,
    "zones": ZONE,
    "cards": CARD,
}
IN_SINGLE_BRACKETS = (*ONE, "profiles", "ranges")
TOP_KEYS = (*HEAD.keys, "deployment", *IN_SINGLE_BRACKETS, *LISTED)
# No table has a key of these names, so that one found in a table has fallen into it.
_FALLING = ("format", "title", "rules", "seed", "measurement_error", "boarding", "deployment")


@dataclass
class Document:
    """A file's pieces. `raw` holds the tables whose reading depends on others: ranges, orders, expectations.

    `lost`: names that stand in parts of the file that could not be read.
    """

    report: Report
    reader: Reader
    raw: dict[str, Any]
    head: dict[str, Any] = field(default_factory=dict)
    one: dict[str, Piece] = field(default_factory=dict)
    many: dict[str, list[Piece]] = field(default_factory=dict)
    profiles: dict[str, Piece] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in play."""
        return tuple(self.head.get("rules", SYSTEMS))

    def table(self, key: str) -> dict[str, Any]:
        """A table at the top that is read by hand; empty where there is none."""
        value = self.raw.get(key)
        return value if isinstance(value, dict) else {}

    def tables(self, key: str) -> Iterator[tuple[dict[str, Any], Path]]:
        """The tables of a list at the top, each with its path."""
        return list_of_tables(self.report, self.raw.get(key), (key,), key)


def read_document(report: Report, raw: dict[str, Any]) -> Document:
    """Every table of a file that can be read without knowing the others."""
    reader = Reader(report, raw, TOP_KEYS)
    document = Document(report, reader, raw)
    _lift_fallen(report, raw)
    document.lost |= _mend_top(report, raw)
    _check_shapes(report, raw)
    deploy(report, raw)
    head = {key: raw[key] for key in HEAD.keys if key in raw}
    document.head = _head(document, head)
    for key, kind in ONE.items():
        if isinstance(raw.get(key), dict):
            _keep(document.one, key, reader.piece(kind, raw[key], (key,)))
    for key, many in MANY.items():
        pieces = (reader.piece(many, each, path) for each, path in document.tables(key))
        document.many[key] = [piece for piece in pieces if piece is not None]
    for name, value in document.table("profiles").items():
        _keep(document.profiles, name, reader.piece(PROFILE, value, ("profiles", name)))
    return document


def list_of_tables(report: Report, value: Any, path: Path, name: str) -> Iterator[tuple[dict[str, Any], Path]]:
    """The tables of a list, each with its path; what is no table is a fault."""
    if not isinstance(value, list):
        return
    for index, each in enumerate(value):
        if isinstance(each, dict):
            yield each, (*path, index)
        else:
            report.add((*path, index), f"{name} must be a list of tables, [[{name}]]; found {found(each)}")


def _keep(pieces: dict[str, Piece], key: str, piece: Piece | None) -> None:
    if piece is not None:
        pieces[key] = piece


def _head(document: Document, raw: dict[str, Any]) -> dict[str, Any]:
    """The top of the file. Where the rules in play cannot be read, every system counts as one of them."""
    if "format" not in raw:
        document.report.add((), f"the key format is missing: a scenario begins with format = {FORMAT}")
        raw["format"] = FORMAT
    piece = document.reader.piece(HEAD, raw, ())
    if piece is None:
        piece = document.reader.piece(HEAD, {**raw, "format": FORMAT}, ())
    if piece is None:
        return {}
    if "rules" not in piece.broken:
        piece.entry.setdefault("rules", ["core"])
    _check_rules(document.report, raw.get("rules"))
    return piece.entry


def _check_rules(report: Report, rules: Any) -> None:
    """Every system that stands twice among the rules."""
    met: set[str] = set()
    for index, system in enumerate(rules if isinstance(rules, list) else ()):
        if not isinstance(system, str) or system not in SYSTEMS:
            continue
        if system in met:
            report.add(("rules", index), f"{quoted(system)} stands twice among the rules")
        met.add(system)


def _lift_fallen(report: Report, raw: dict[str, Any]) -> None:
    """Put keys of the top that fell into a table back where they belong, and say so."""
    for key in _FALLING:
        for table, path in _headed(report, raw):
            if key in table and key not in raw:
                report.add((*path, key), fallen(key, report.whereabouts.header(path), ""), key=True)
                raw[key] = table.pop(key)
                report.renamed[(key,)] = (*path, key)


def _headed(report: Report, raw: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Path]]:
    """Every table with a header, down to [[orders.expect]] and [units.models.1]."""
    waiting: list[tuple[Any, Path]] = [(value, (key,)) for key, value in raw.items()]
    while waiting:
        value, path = waiting.pop()
        if isinstance(value, list) and len(path) in (1, 3):
            waiting += [(each, (*path, index)) for index, each in enumerate(value)]
        elif isinstance(value, dict):
            if any(key in value for key in _FALLING) and report.whereabouts.has_header(path):
                yield value, path
            if len(path) < 4:
                waiting += [(each, (*path, key)) for key, each in value.items()]


def _mend_top(report: Report, raw: dict[str, Any]) -> set[str]:
    """Name every key that the top does not know; one that was mistyped is read as the one that was meant.

    Gives the names that stand in what could not be read at all.
    """
    lost: set[str] = set()
    for key in [each for each in raw if each not in TOP_KEYS]:
        meant = nearest(key, TOP_KEYS)
        said = f"; did you mean {meant}?" if meant else ""
        message = f"there is no key {quoted(key)} at the top of a scenario{said} (allowed: {listed(TOP_KEYS)})"
        report.add((key,), message, key=True)
        value = raw.pop(key)
        known = raw.get(meant) if meant is not None else None
        if meant is not None and known is None:
            raw[meant] = value
            report.renamed[(meant,)] = (key,)
        elif meant is not None and isinstance(known, list) and isinstance(value, list):
            report.renamed |= {(meant, len(known) + n): (key, n) for n in range(len(value))}
            raw[meant] = known + value
        else:
            lost |= set(names_within(value))
    return lost


def names_within(value: Any) -> Iterator[str]:
    """Every name that is given in a part of a file, however deep."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            if isinstance(each.get("name"), str):
                yield plain_name(each["name"])
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each


def _check_shapes(report: Report, raw: dict[str, Any]) -> None:
    """A list of tables takes double brackets, a table single ones."""
    for key in IN_SINGLE_BRACKETS:
        if key in raw and not isinstance(raw[key], dict):
            header = "[profiles.NAME]" if key == "profiles" else f"[{key}]"
            report.add((key,), f"{key} must be a table, in single brackets {header}; found {found(raw[key])}")
    for key in LISTED:
        if key in raw and not isinstance(raw[key], list):
            report.add((key,), f"{key} must be a list of tables, in double brackets [[{key}]]; found {found(raw[key])}")
