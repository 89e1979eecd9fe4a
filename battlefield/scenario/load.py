"""Reads a scenario file: `load` from a path, `loads` from its text.

All faults that can be told apart are told at once, in one `ScenarioError`, each with its place. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any

from battlefield.geometry.shapes import Pose
from battlefield.scenario.armies import Armies, Draft
from battlefield.scenario.card_reading import card_table, check_in_play, deal_of, zones_of
from battlefield.scenario.document import Document, read_document
from battlefield.scenario.entries import FORMAT
from battlefield.scenario.expecting import expectations_of
from battlefield.scenario.ground import board_of, players_of, ranges_of, tables_of, terrain_of
from battlefield.scenario.holdings import Holding, holdings_of, markers_of
from battlefield.scenario.names import ARTIFACT, CARD, OBJECTIVE, PLAYER, TERRAIN, UNIT, ZONE, Names
from battlefield.scenario.order_reading import orders_of
from battlefield.scenario.report import Report
from battlefield.scenario.scenario import (
    Expectation,
    Lying,
    OrderEntry,
    Placement,
    Scenario,
    Source,
    Start,
)
from battlefield.scenario.setting import Setting, Wanted, wanted_of
from battlefield.scenario.top import bytes_of, names_within, opened
from battlefield.state import Marker, State

_KINDS = {
    "players": PLAYER,
    "terrain": TERRAIN,
    "units": UNIT,
    "artifacts": ARTIFACT,
    "objectives": OBJECTIVE,
    "zones": ZONE,
    "cards": CARD,
}


def load(path: str | FilePath, seed: int | None = None) -> Scenario:
    """Read a scenario file; `seed` takes the place of its own. ScenarioError lists every fault."""
    return loads(bytes_of(path), str(path), seed)


def loads(text: str | bytes, name: str = "-", seed: int | None = None) -> Scenario:
    """Read a scenario from the text of its file; `name` stands for the file in faults."""
    scenario = layout_of(text, name).scenario
    return scenario if seed is None else replace(scenario, seed=seed)


@dataclass(frozen=True)
class Layout:
    """A scenario together with how its file says where everything stands, for those who change the file.

    `wanted`: by name, what is placed, and from which place of the file; `drafts`: the units as the file has them.
    """

    scenario: Scenario
    names: Names
    drafts: Mapping[str, Draft]
    wanted: Mapping[str, Wanted]
    setting: Setting


def layout_of(text: str | bytes, name: str = "-") -> Layout:
    """Read a scenario from the text of its file, and keep how it says where everything stands."""
    report, tables = opened(text, name, FORMAT)
    if "campaign" in tables and "armies" in tables:
        report.add(("campaign",), "this is a campaign, not a scenario: read it with battlefield campaign", key=True)
        report.raise_if_faulty()
    return _Reading(report, tables).layout()


@dataclass(slots=True)
class _Set:
    """What is set up, and where."""

    drafts: list[Draft]
    holdings: list[Holding]
    markers: list[Wanted]
    wanted: list[Wanted]
    setting: Setting


class _Reading:
    """One file on its way from tables to a scenario."""

    def __init__(self, report: Report, tables: dict[str, Any]) -> None:
        self._report = report
        self._document: Document = read_document(report, tables)
        self._names = Names(report)
        self._claim_names()

    def layout(self) -> Layout:
        """The scenario and where everything stands; ScenarioError when there was any fault."""
        document, names, head = self._document, self._names, self._document.head
        armies = Armies(document, names)
        start = self._start()
        board = board_of(document)
        check_in_play(document)
        ground = State(
            title=head.get("title", ""),
            systems=document.systems,
            board=board,
            players=tuple(players_of(document)),
            ranges=ranges_of(document),
            terrain=tuple(terrain_of(document)),
            zones=tuple(zones_of(document, board)),
            tables=tables_of(document),
            throw=head.get("throw", "disc"),
            measurement_error=head.get("measurement_error", 0.0),
            boarding=head.get("boarding", False),
            deploying=start is None,
        )
        placed = self._set(armies, ground)
        ground = replace(ground, cards=card_table(document, names))
        deal = deal_of(document, names, ground.cards)
        orders = tuple(orders_of(document, names))
        expectations = tuple(expectations_of(document, names, document.tables("expect"), of_order=False))
        self._report.raise_if_faulty()
        return Layout(
            scenario=replace(self._whole(ground, placed, start, orders, expectations), deal=deal),
            names=names,
            drafts={draft.unit.name: draft for draft in placed.drafts},
            wanted={each.name: each for each in placed.wanted},
            setting=placed.setting,
        )

    def _claim_names(self) -> None:
        self._names.unread |= self._document.lost
        for key, kind in _KINDS.items():
            read = {piece.path: piece for piece in self._document.many.get(key, ())}
            for raw, path in _tables(self._document.raw.get(key), key):
                piece = read.get(path)
                if piece is not None:
                    self._names.claim(piece.entry["name"], kind, (*path, "name"))
                if piece is None or "models" in piece.broken:
                    self._names.unread |= set(names_within(raw if piece is None else raw.get("models")))

    def _start(self) -> Start | None:
        piece = self._document.one.get("start")
        if piece is None:
            return None
        player = self._names.find_player(piece.entry["player"], (*piece.path, "player"))
        return Start(round=piece.entry["round"], player=player or "", phase=piece.get("phase", "command"))

    def _set(self, armies: Armies, ground: State) -> _Set:
        """Find out where everything stands at the start."""
        document, names = self._document, self._names
        drafts = list(armies.drafts())
        holdings = list(holdings_of(document, names))
        markers = list(markers_of(document))
        setting = Setting(self._report, names, {each.name: each for each in ground.terrain})
        wanted = [*markers, *(each for holding in holdings if (each := holding.wanted()) is not None)]
        for draft in drafts:
            setting.bases.update({name: model.profile.base for name, model in draft.models.items()})
            wanted += wanted_of(draft)
            if draft.grid is None:
                setting.absent |= set(draft.models) - set(draft.places)
        setting.bases.update({each.name: each.base for each in wanted if each.name not in setting.bases})
        setting.absent |= {each.artifact.name for each in holdings if each.place is None}
        setting.place_all(wanted)
        return _Set(drafts, holdings, markers, wanted, setting)

    def _whole(
        self,
        ground: State,
        placed: _Set,
        start: Start | None,
        orders: tuple[OrderEntry, ...],
        expectations: tuple[tuple[Expectation, bool], ...],
    ) -> Scenario:
        drafts, holdings, poses = placed.drafts, placed.holdings, placed.setting.poses
        table = replace(
            ground,
            units={draft.unit.name: draft.unit for draft in drafts},
            models={name: model for draft in drafts for name, model in draft.models.items()},
            artifacts={holding.artifact.name: holding.artifact for holding in holdings},
            markers={each.name: Marker(each.name, poses[each.name]) for each in placed.markers},
        )
        return Scenario(
            path=self._report.file,
            title=ground.title,
            seed=self._document.head.get("seed", 0),
            table=table,
            placements=tuple(_placements(drafts, poses, start)),
            assigned=tuple((each.artifact.name, each.carrier) for each in holdings if each.carrier is not None),
            lying=tuple(_lying(holdings, poses)),
            tokens=(*(token for draft in drafts for token in draft.tokens), *_identified(holdings)),
            start=start,
            orders=orders,
            at_set_up=tuple(each for each, at_set_up in expectations if at_set_up),
            at_end=tuple(each for each, at_set_up in expectations if not at_set_up),
            places=self._places(drafts),
        )

    def _places(self, drafts: list[Draft]) -> dict[str, Source]:
        """Where each named thing stands in the file: its table; a model's own line where it has one."""
        places = {name: self._report.source(path[:-1]) for name, path in self._names.paths.items()}
        for draft in drafts:
            for name, path in draft.model_paths.items():
                places[name] = self._report.source(path)
        return places


def _placements(drafts: list[Draft], poses: dict[str, Pose], start: Start | None) -> Iterator[Placement]:
    for draft in drafts:
        unit = draft.unit.name
        if draft.transport is not None:
            yield Placement(unit=unit, kind="embarked", transport=draft.transport)
        elif draft.reserves:
            yield Placement(unit=unit, kind="reserves")
        else:
            own = {name: poses[name] for name in draft.unit.models if name in poses}
            if own:
                yield Placement(unit=unit, kind="deployed" if start is None else "in play", poses=own)


def _identified(holdings: list[Holding]) -> Iterator[tuple[str, str, int]]:
    """The token of each Relic of which the file says what it was found to be."""
    for each in holdings:
        if each.identified is not None:
            from battlefield.events.scrollhammer_relic import IDENTIFIED  # few files need it

            yield each.artifact.name, IDENTIFIED, each.identified


def _lying(holdings: list[Holding], poses: dict[str, Pose]) -> Iterator[Lying]:
    for each in holdings:
        if each.place is not None:
            artifact = each.artifact
            yield Lying(artifact=artifact.name, at=poses[artifact.name], status=each.status, owner=artifact.owner)


def _tables(value: Any, key: str) -> Iterator[tuple[dict[str, Any], tuple[str | int, ...]]]:
    for index, each in enumerate(value if isinstance(value, list) else ()):
        if isinstance(each, dict):
            yield each, (key, index)
