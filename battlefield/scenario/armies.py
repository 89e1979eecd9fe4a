"""The armies of a scenario: from the tables of units to units and models, and the places that they are to have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from battlefield.geometry.shapes import Base, hull
from battlefield.orders.base import Grid, Place
from battlefield.scenario.document import Document
from battlefield.scenario.forms import MOST_MODELS, is_several
from battlefield.scenario.ground import ring_fault
from battlefield.scenario.layers import Entry, Layers, Profiles
from battlefield.scenario.names import MODEL, Names
from battlefield.scenario.reader import Piece
from battlefield.scenario.report import Report
from battlefield.scenario.sizes import base_of, hull_of
from battlefield.scenario.spots import grid_of, is_grid, place_of
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted
from battlefield.state import Model, Profile, Unit

MOST_MODELS_IN_ALL = 10_000
_NUMBERS = ("move", "toughness", "save", "invulnerable", "leadership", "oc", "capacity")


@dataclass(slots=True)
class Draft:
    """A unit as the file describes it, before it is known where it stands.

    `places`: of models that have one of their own, each with where the file says it; `grid`: of all the others.
    `facing`, `level`: the unit's; `facings`, `levels`: by model; a level of None is not given. `whole`: nothing is
    missing. `transport`: the model that it starts aboard. `said`: where the file says `at`, `count` and `facing` of the
    unit; `turned`: where it says the facing of a model that has one of its own.
    """

    unit: Unit
    path: Path
    models: dict[str, Model] = field(default_factory=dict)
    model_paths: dict[str, Path] = field(default_factory=dict)
    places: dict[str, tuple[Place, Path]] = field(default_factory=dict)
    grid: tuple[Grid, Path] | None = None
    grid_base: Base | None = None
    facing: float = 0.0
    level: float | None = None
    facings: dict[str, float] = field(default_factory=dict)
    levels: dict[str, float | None] = field(default_factory=dict)
    transport: str | None = None
    reserves: bool = False
    whole: bool = True
    tokens: list[tuple[str, str, Any]] = field(default_factory=list)
    said: dict[str, Path] = field(default_factory=dict)
    turned: dict[str, Path] = field(default_factory=dict)


@dataclass(slots=True)
class _Sketch:
    """A unit's keys, gathered from its table and profiles."""

    piece: Piece
    layers: Layers
    models: dict[int, list[tuple[Entry, Path]]]
    count: int | None


class Armies:
    """Every unit of a file. Names are claimed at once; `drafts` needs them all."""

    def __init__(self, document: Document, names: Names) -> None:
        self._report: Report = document.report
        self._names = names
        self._profiles = Profiles(document)
        self._left = MOST_MODELS_IN_ALL
        self._sketches = [self._sketch(piece) for piece in document.many["units"]]

    def drafts(self) -> Iterator[Draft]:
        """Every unit that could be read."""
        for sketch in self._sketches:
            if self._names.paths.get(sketch.piece.entry["name"]) == (*sketch.piece.path, "name"):
                draft = self._draft(sketch)
                if draft is not None:
                    yield draft

    def _sketch(self, piece: Piece) -> _Sketch:
        layers, models = self._profiles.of_unit(piece)
        name = piece.entry["name"]
        count = self._count(piece, layers, models)
        if count is not None and count > self._left:
            message = f"a scenario has at most {MOST_MODELS_IN_ALL} models; {count} more are too many"
            self._report.add(layers.paths.get("at", piece.path), message)
            count = None
        self._left -= count or 0
        if name not in self._names.units:
            self._names.number(name, count)
        for number, tables in models.items():
            for table, path in tables:
                alias = table.get("name")
                if alias is not None and self._names.claim(alias, MODEL, (*path, "name")):
                    self._names.alias(alias, f"{name}/{number}")
            if count is not None and number > count:
                message = f"there is no model {number}: {quoted(name)} has {count} (allowed: 1 to {count})"
                self._report.add(tables[-1][1], message, key=True)
        return _Sketch(piece, layers, models, count)

    def _count(self, piece: Piece, layers: Layers, models: Mapping[int, list[tuple[Entry, Path]]]) -> int | None:
        """How many models a unit has; None where that cannot be read."""
        at, said = layers.get("at"), layers.get("count")
        if layers.broken & {"at", "count"} or ("models" in layers.broken and at is None and said is None):
            return None
        most = MOST_MODELS
        if is_grid(at):
            most = at["grid"][0] * at["grid"][1]
            count = said or most
        elif is_several(at):
            count = most = len(at)
            if said not in (None, count):
                self._report.add(layers.paths["count"], f"count is {said}, but at gives {count} places")
        elif at is not None:
            count = most = 1
            if said not in (None, 1):
                self._report.add(layers.paths["count"], f"count is {said}, but at gives 1 place")
        else:
            count = said or max(models, default=1)
        if (said or 0) > most and (is_grid(at) or at is None):
            where = "a grid of that size holds" if at is not None else "a unit has"
            self._report.add(layers.paths["count"], f"count is {said}, but {where} at most {most} models")
            return None
        if count > MOST_MODELS:
            self._report.add(
                layers.paths.get("at", piece.path), f"a unit has at most {MOST_MODELS} models; found {count}"
            )
            return None
        return int(count)

    def _draft(self, sketch: _Sketch) -> Draft | None:
        layers, name = sketch.layers, sketch.piece.entry["name"]
        player = self._player(sketch)
        if player is None or sketch.count is None:
            self._speak_of_models(sketch)
            return None
        leads = layers.get("leads")
        if leads is not None:
            leads = self._names.find_unit(leads, layers.paths["leads"])
            if leads == name:
                self._report.add(layers.paths["leads"], "a unit cannot lead itself")
        models = tuple(f"{name}/{number}" for number in range(1, sketch.count + 1))
        draft = Draft(Unit(name, player, models, leads=leads), sketch.piece.path)
        draft.facing, draft.level = layers.get("facing") or 0.0, layers.get("elevation")
        draft.said = {key: layers.paths[key] for key in ("at", "count", "facing") if key in layers.paths}
        draft.tokens += _tokens(name, layers.get("tokens"))
        self._way_in(draft, layers)
        for number, model in enumerate(models, start=1):
            self._model(draft, sketch, number, model, player)
        keywords = frozenset(word for each in draft.models.values() for word in each.keywords)
        draft.unit = Unit(name, player, models, keywords, leads)
        self._spread(draft, layers)
        return draft

    def _player(self, sketch: _Sketch) -> str | None:
        name, layers = sketch.piece.entry["name"], sketch.layers
        if layers.known_absent("player"):
            self._report.add(sketch.piece.path, f"the unit {quoted(name)} needs a player: player = NAME")
            return None
        player = layers.get("player")
        return None if player is None else self._names.find_player(player, layers.paths["player"])

    def _speak_of_models(self, sketch: _Sketch) -> None:
        """What is wrong with the bases of a unit that cannot be made for other reasons."""
        self._base(sketch.layers, sketch.piece, f"the unit {quoted(sketch.piece.entry['name'])}")

    def _way_in(self, draft: Draft, layers: Layers) -> None:
        """How a unit enters: in a transport, from Reserves, or set up at a place; never two of them."""
        aboard, reserves = layers.get("in"), layers.get("reserves", False)
        ways = [key for key, given in (("in", aboard), ("reserves", reserves), ("at", layers.get("at"))) if given]
        if len(ways) > 1:
            first, *others = ways
            for key in others:
                message = f"a unit with {first} = … has no {key}: it is in a transport, in Reserves, or at a place"
                self._report.add(layers.paths[key], message, key=True)
        draft.reserves = bool(reserves)
        if aboard is not None:
            draft.transport = self._names.find_model(aboard, layers.paths["in"])
            draft.whole = draft.transport is not None
            if draft.transport in draft.unit.models:
                self._report.add(layers.paths["in"], "a unit cannot be aboard itself")

    def _model(self, draft: Draft, sketch: _Sketch, number: int, model: str, player: str) -> None:
        layers, alias, path = sketch.layers, None, sketch.piece.path
        tables = sketch.models.get(number, [])
        if tables:
            layers = sketch.layers.copy()
        for table, where in tables:
            self._profiles.over(layers, table, where)
            alias, path = table.get("name", alias), where
            if "at" in table:
                draft.places[model] = (place_of(table["at"], layers.get("elevation")), (*where, "at"))
                if draft.transport is not None or draft.reserves:
                    self._report.add((*where, "at"), f"{quoted(model)} has no place: its unit is not set up", key=True)
            draft.tokens += _tokens(model, table.get("tokens"))
        base = self._base(
            layers, sketch.piece, f"the model {quoted(model)}" if tables else f"the unit {quoted(draft.unit.name)}"
        )
        if base is None:
            draft.whole = False
            return
        profile = _profile(layers, base)
        draft.models[model] = Model(model, draft.unit.name, player, profile, profile.wounds, alias=alias)
        draft.model_paths[model] = path
        draft.facings[model] = layers.get("facing") or 0.0
        if layers.paths.get("facing") != draft.said.get("facing"):
            draft.turned[model] = layers.paths["facing"]
        draft.levels[model] = layers.get("elevation")

    def _spread(self, draft: Draft, layers: Layers) -> None:
        """Give the unit's places to its models; those with a place of their own keep it."""
        at, path = layers.get("at"), layers.paths.get("at", draft.path)
        if is_grid(at):
            base = self._base(layers, None, "")
            draft.grid, draft.grid_base = (grid_of(at, layers.get("elevation")), path), base
            draft.whole = draft.whole and base is not None
        elif at is not None:
            several = is_several(at)
            for index, (model, each) in enumerate(zip(draft.unit.models, at if several else [at], strict=True)):
                where = (*path, index) if several else path
                draft.places.setdefault(model, (place_of(each, draft.levels.get(model)), where))
                if draft.model_paths.get(model) == draft.path:
                    draft.model_paths[model] = where
        elif draft.places and len(draft.places) < len(draft.unit.models):
            missing = next(model for model in draft.unit.models if model not in draft.places)
            message = f"{quoted(missing)} has no place, though others of its unit have one of their own"
            self._report.add(draft.path, message)
            draft.whole = False

    def _base(self, layers: Layers, piece: Piece | None, whose: str) -> Base | None:
        """The base that is asked for; None, and a fault, where there is none or its outline is no polygon."""
        size = layers.get("base")
        if size is None:
            if piece is not None and layers.known_absent("base"):
                self._report.add(piece.path, f'{whose} needs a base: base = "32mm", or a profile that has one')
            return None
        if isinstance(size, str):
            return base_of(size)
        outline = size["hull"]
        if isinstance(outline, str):
            return hull_of(outline)
        if ring_fault(self._report, outline, (*layers.paths["base"], "hull")):
            return None
        return hull(tuple((x, y) for x, y in outline))


def _profile(layers: Layers, base: Base) -> Profile:
    size = layers.get("base")
    if isinstance(size, dict):
        size = f"hull {size['hull']}" if isinstance(size["hull"], str) else "hull"
    numbers = {key: layers.get(key) for key in _NUMBERS}
    return Profile(
        base=base,
        size=size,
        keywords=frozenset(layers.get("keywords", ())),
        height=layers.get("height") or 0.0,
        wounds=layers.get("wounds") or 1,
        abilities=tuple(layers.get("abilities", ())),
        weapons=tuple(_weapon(each) for each in layers.get("weapons", ())),
        **numbers,
    )


def _weapon(entry: Entry) -> Mapping[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}


def _tokens(holder: str, tokens: Any) -> list[tuple[str, str, Any]]:
    if isinstance(tokens, dict):
        return [(holder, name, value) for name, value in tokens.items()]
    return [(holder, name, None) for name in tokens or ()]
