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
from battlefield.scenario.forms import Table
from battlefield.scenario.reader import Piece, Reader
from battlefield.scenario.report import Report
from battlefield.scenario.syntax import LISTED
from battlefield.scenario.top import check_shapes, lift_fallen, list_of_tables, mend_top, names_within
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted

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
    lift_fallen(report, raw, _FALLING)
    document.lost |= set(names_within(mend_top(report, raw, TOP_KEYS, "scenario")))
    check_shapes(report, raw, IN_SINGLE_BRACKETS, LISTED)
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
