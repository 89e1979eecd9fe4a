"""Reads a campaign file: `load` from a path, `loads` from its text.

By the means by which scenarios are read: every fault that can be told apart at once, in one `ScenarioError`, each with
its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from battlefield.campaign.entries import HEAD, LISTS, TOP_KEYS
from battlefield.campaign.ledger import Campaign, Card, Fought, Kept
from battlefield.scenario.document import TOP_KEYS as SCENARIO_KEYS
from battlefield.scenario.entries import FORMAT
from battlefield.scenario.names import ARMY, ARTIFACT, UNIT, Names
from battlefield.scenario.reader import Piece, Reader
from battlefield.scenario.report import Report
from battlefield.scenario.scenario import Source
from battlefield.scenario.top import bytes_of, check_shapes, lift_fallen, list_of_tables, mend_top, names_within, opened
from battlefield.scenario.wording import quoted

_NAMED = {"armies": (ARMY, "name"), "cards": (UNIT, "unit"), "artifacts": (ARTIFACT, "name")}
_FALLING = ("format", "campaign")


def load(path: str | FilePath) -> Campaign:
    """Read a campaign file. ScenarioError lists every fault."""
    return loads(bytes_of(path), str(path))


def loads(text: str | bytes, name: str = "-") -> Campaign:
    """Read a campaign from the text of its file; `name` stands for the file in faults."""
    report, tables = opened(text, name, FORMAT)
    reading = _Reading(report, tables)
    campaign = reading.campaign()
    report.raise_if_faulty()
    return campaign


class _Reading:
    """One file on its way from tables to a campaign."""

    def __init__(self, report: Report, tables: dict[str, Any]) -> None:
        self._report = report
        self._refuse_scenario(tables)
        lift_fallen(report, tables, _FALLING)
        lost = mend_top(report, tables, TOP_KEYS, "campaign")
        check_shapes(report, tables, (), LISTS)
        self._names = Names(report)
        self._names.unread |= {*names_within(lost), *names_within(lost, "unit")}
        reader = Reader(report, tables, TOP_KEYS)
        self._has_armies = "armies" in tables
        self._title = self._head(reader, tables)
        self._many = {key: self._pieces(reader, tables, key) for key in LISTS}

    def campaign(self) -> Campaign:
        """What the file says; of a file with faults, as much of it as can be read."""
        if not self._has_armies:
            self._report.add((), 'a campaign needs an army: [[armies]] with name = "…"')
        for key, (kind, named) in _NAMED.items():
            for piece in self._many[key]:
                self._names.claim(piece.entry[named], kind, (*piece.path, named))
        cards = [self._card(piece) for piece in self._many["cards"]]
        artifacts = [self._artifact(piece) for piece in self._many["artifacts"]]
        return Campaign(
            title=self._title,
            armies=tuple(piece.entry["name"] for piece in self._many["armies"]),
            cards={each.unit: each for each in cards},
            artifacts={each.name: each for each in artifacts},
            battles=self._battles(),
            path=self._report.file,
            places=self._places(),
        )

    def _refuse_scenario(self, tables: Mapping[str, Any]) -> None:
        """Of a scenario nothing else is said than that it is one."""
        others = [key for key in tables if key in SCENARIO_KEYS and key not in TOP_KEYS]
        if "campaign" not in tables and "board" in others:
            message = 'this is a scenario; a campaign begins with campaign = "its title" (see docs/campaigns.md)'
            self._report.add((), message)
            self._report.raise_if_faulty()

    def _head(self, reader: Reader, tables: Mapping[str, Any]) -> str:
        head = {key: tables[key] for key in HEAD.keys if key in tables}
        if "format" not in head:
            self._report.add((), f"the key format is missing: a campaign begins with format = {FORMAT}")
            head["format"] = FORMAT
        if "campaign" not in head:
            self._report.add((), 'the key campaign is missing: a campaign has campaign = "its title" at its top')
            head["campaign"] = ""
        piece = reader.piece(HEAD, head, ())
        return "" if piece is None else str(piece.get("campaign", ""))

    def _pieces(self, reader: Reader, tables: Mapping[str, Any], key: str) -> list[Piece]:
        """The tables of a list that can be read; the names of the others are kept, so that nobody misses them."""
        value = tables.get(key)
        self._check_headers(key, value)
        pieces = []
        for raw, path in list_of_tables(self._report, value, (key,), key):
            names = {*names_within(raw), *names_within(raw, "unit")}
            piece = reader.piece(LISTS[key], raw, path)
            if piece is None:
                self._names.unread |= names
            else:
                pieces.append(piece)
        return pieces

    def _check_headers(self, key: str, value: Any) -> None:
        """Each table has a header of its own: what a battle changes is written where it stands."""
        if not isinstance(value, list):
            return
        places = self._report.whereabouts
        inline = not value or (isinstance(value[0], dict) and not places.has_header(self._report.written((key, 0))))
        if inline:
            message = f"each part of {key} must be a table of its own, under a header [[{key}]]; found a list in line"
            self._report.add((key,), message)

    def _card(self, piece: Piece) -> Card:
        army = self._names.find(piece.entry["army"], (ARMY,), (*piece.path, "army"))
        return Card(
            unit=piece.entry["unit"],
            army=army or "",
            crusade_points=piece.entry["crusade_points"],
            keywords=frozenset(piece.get("keywords", ())),
            honours=piece.get("honours", 0),
            other=piece.get("other", 0),
        )

    def _artifact(self, piece: Piece) -> Kept:
        name, holder, state = piece.entry["name"], piece.get("holder"), piece.get("state")
        if holder is not None:
            holder = self._names.find(holder, (UNIT, ARMY), (*piece.path, "holder"))
        if holder is not None and state is not None:
            message = f"{quoted(name)} has a holder, and so no state: it is with {holder}, or it is {state}"
            self._report.add((*piece.path, "state"), message, key=True)
        if not {"holder", "state"} & (piece.entry.keys() | piece.broken):
            message = (
                f"{quoted(name)} must be somewhere: holder = a unit, or an army when it is assigned to nobody; "
                'or state = "lost" or "unclaimed"'
            )
            self._report.add(piece.path, message)
        return Kept(name, holder, state, tuple(piece.get("carriers", ())), piece.get("one_use", False))

    def _battles(self) -> tuple[Fought, ...]:
        met: dict[str, Source] = {}
        battles = []
        for piece in self._many["battles"]:
            chain, path = piece.entry["chain"], (*piece.path, "chain")
            if chain in met:
                self._report.add(
                    path, f"the battle {quoted(chain)} is entered twice: it stands on line {met[chain].line}"
                )
            met.setdefault(chain, self._report.source(path))
            changes = tuple(piece.get("changes", ()))
            course = piece.get("course", "")
            battles.append(Fought(chain, piece.get("title", ""), piece.get("log", ""), changes, course))
        return tuple(battles)

    def _places(self) -> dict[str, Source]:
        """Where a card is judged, its points, and where an Artifact is, its holder."""
        cards = {each.entry["unit"]: (*each.path, "crusade_points") for each in self._many["cards"]}
        artifacts = {each.entry["name"]: (*each.path, "holder") for each in self._many["artifacts"]}
        return {name: self._report.source(path) for name, path in {**cards, **artifacts}.items()}
