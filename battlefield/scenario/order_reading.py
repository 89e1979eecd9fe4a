"""The orders of a scenario, with the dice, answers and expectations that go with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from battlefield.catalogue import is_known
from battlefield.orders.base import Answer, EnteredDie, FieldDie, FromSeed, Grid, Order, Place, Spot
from battlefield.orders.core import Charge, Destroy, Disembark, Embark, EndBattle, Move, Operate, Phase, SetUp, Wound
from battlefield.orders.relics_of_old import Exfiltrate, Extract, HandOver, Use
from battlefield.orders.scrollhammer_relic import Capture, DropRelic, PassRelic
from battlefield.scenario.document import Document
from battlefield.scenario.expecting import expectations_of
from battlefield.scenario.forms import Table
from battlefield.scenario.names import ARTIFACT, MODEL, OBJECTIVE, PLAYER, TERRAIN, UNIT, Names
from battlefield.scenario.order_entries import CARDS, LATER_ORDERS, NARROWED_BY, ORDERS
from battlefield.scenario.order_parts import OrderParts
from battlefield.scenario.report import Report
from battlefield.scenario.scenario import Expectation, OrderEntry
from battlefield.scenario.spots import is_grid
from battlefield.scenario.top import list_of_tables
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import found, listed, nearest, quoted, unknown

_BESIDE = ("dice", "answers", "refused", "note")


def orders_of(document: Document, names: Names) -> Iterator[OrderEntry]:
    """Every order that could be read, in the order of the file."""
    for raw, path in document.tables("orders"):
        entry = _entry(document, names, raw, path)
        if entry is not None:
            yield entry


def _entry(document: Document, names: Names, raw: dict[str, Any], path: Path) -> OrderEntry | None:
    kind = _kind(document, raw, path)
    expected = raw.pop("expect", None)
    piece = document.reader.piece(kind, raw, path) if kind is not None else None
    expects = tuple(_expects(document, names, expected, (*path, "expect")))
    if piece is None:
        return None
    report = document.report
    if ORDERS[piece.get("do")][0] == CARDS:
        from battlefield.scenario.card_orders import CardOrders  # what few tables need is loaded for them alone

        order = CardOrders(document, names, piece).order()
    else:
        order = _Orders(report, names, piece).order()
    dice, refused = piece.get("dice"), piece.get("refused", [])
    answers = [_answer(report, names, each, (*path, "answers", n)) for n, each in enumerate(piece.get("answers", ()))]
    _check_refused(report, refused, (*path, "refused"))
    if order is None:
        return None
    return OrderEntry(
        order=order,
        plain={key: value for key, value in raw.items() if key not in _BESIDE},
        dice=None if dice is None else tuple(_die(each) for each in dice),
        answers=tuple(answers),
        refused=(refused,) if isinstance(refused, str) else tuple(refused),
        note=piece.get("note"),
        expects=expects,
        at=report.source(path),
    )


def _expects(document: Document, names: Names, value: Any, path: Path) -> Iterator[Expectation]:
    if value is not None and not isinstance(value, list):
        document.report.add(path, f"expect must be a list of tables, [[orders.expect]]; found {found(value)}")
    tables = list_of_tables(document.report, value, path, "orders.expect")
    for expectation, _ in expectations_of(document, names, tables, of_order=True):
        yield expectation


def _kind(document: Document, raw: dict[str, Any], path: Path) -> Table | None:
    """What is to be done; None, and a fault, where that is not known, not in play, or not carried out yet."""
    report = document.report
    if "do" not in raw:
        meant = nearest("do", (key for key in raw if len(key) <= 3))
        if meant is None or not isinstance(raw[meant], str):
            report.add(path, f"the key do is missing in this order (allowed: {listed(ORDERS)})")
            return None
        report.add((*path, meant), f"there is no key {quoted(meant)} here; did you mean do?", key=True)
        raw["do"] = raw.pop(meant)
        report.renamed[(*path, "do")] = (*path, meant)
    do = raw["do"]
    if not isinstance(do, str):
        report.add((*path, "do"), f"do must be a text in quotes, one of {listed(ORDERS)}; found {found(do)}")
        return None
    system = ORDERS[do][0] if do in ORDERS else LATER_ORDERS.get(do)
    if system is None:
        report.add((*path, "do"), unknown("no order is called", do, (*ORDERS, *LATER_ORDERS)))
    elif system not in document.systems:
        report.add((*path, "do"), f"the order {do} belongs to {quoted(system)}, which is not among the rules")
    elif do not in ORDERS:
        report.add((*path, "do"), f"the order {do} is not carried out yet")
    else:
        return ORDERS[do][1]
    return None


def _die(entry: Any) -> EnteredDie:
    if isinstance(entry, dict):
        return FieldDie(entry["face"], (entry["at"][0], entry["at"][1]))
    return FromSeed() if entry == "?" else int(entry)


_ASKED_OF: dict[str, tuple[str, ...]] = {
    "of": (UNIT, MODEL, ARTIFACT, OBJECTIVE),
    "unit": (UNIT,),
    "model": (MODEL,),
    "artifact": (ARTIFACT,),
    "player": (PLAYER,),
}


def _answer(report: Report, names: Names, entry: Mapping[str, Any], path: Path) -> Answer:
    to, given, of = entry["to"], entry["is"], None
    if not is_known(to):
        report.add((*path, "to"), unknown_rule(to))
    if isinstance(given, list):
        given = Spot(*given)
    elif not isinstance(given, str):
        given = str(given).lower() if isinstance(given, bool) else f"{given:.12g}"
    elif given not in names.units:  # a unit's own name may be meant as the unit's
        given = names.models.get(given, given)
    narrowed = [key for key in NARROWED_BY if key in entry]
    for key in narrowed:
        of = names.find(entry[key], _ASKED_OF[key], (*path, key))
    if len(narrowed) > 1:
        report.add((*path, narrowed[1]), "an answer is narrowed to one subject by one key", key=True)
    return Answer(to=to, given=given, of=of)


def _check_refused(report: Report, refused: str | list[str], path: Path) -> None:
    slugs = [(refused, path)] if isinstance(refused, str) else [(slug, (*path, n)) for n, slug in enumerate(refused)]
    for slug, where in slugs:
        if not is_known(slug):
            report.add(where, unknown_rule(slug))


def unknown_rule(slug: str) -> str:
    """The words for a slug that no rule has."""
    from battlefield.catalogue import rules  # late: only a mistyped slug pays for reading the rules

    return unknown("no rule is called", slug, rules())


class _Orders(OrderParts):
    """Turns an order's table into the order, its names checked."""

    def order(self) -> Order | None:
        """The order; None where something that it names is not there."""
        makers: Mapping[str, Callable[[], Order | None]] = {
            "phase": self._phase,
            "set_up": self._set_up,
            "move": self._move,
            "charge": self._charge,
            "embark": self._embark,
            "disembark": self._disembark,
            "operate": self._operate,
            "wound": self._wound,
            "destroy": self._destroy,
            "end_battle": EndBattle,
            "exfiltrate": self._exfiltrate,
            "hand_over": self._hand_over,
            "use": self._use,
            "extract": self._extract,
            "drop_relic": self._drop_relic,
            "pass_relic": self._pass_relic,
            "capture": self._capture,
        }
        made = makers[self._get("do")]()
        return made if self._sound else None

    def _phase(self) -> Order:
        player = self._get("player")
        if player is not None:
            player = self._sure(self._names.find_player(player, (*self._path, "player")))
        return Phase(round=self._get("round"), player=player, phase=self._get("phase"))

    def _set_up(self) -> Order | None:
        unit = self._unit(self._get("unit"))
        at = self._places_of_unit(unit)
        if unit is None:
            return None
        return SetUp(unit=unit, at=at, facing=self._get("facing"), kind=self._get("kind", "deploy"))

    def _charge(self) -> Order | None:
        unit = self._unit(self._get("unit"))
        targets = []
        for index, name in enumerate(self._get("targets")):
            found = self._sure(self._names.find_unit(name, (*self._path, "targets", index)))
            if found is not None:
                targets.append(found)
        if unit is None:
            return None
        paths, intervention = self._paths(unit), bool(self._get("intervention", False))
        return Charge(unit=unit, targets=tuple(targets), paths=paths, intervention=intervention)

    def _embark(self) -> Order | None:
        unit, transport = self._unit(self._get("unit")), self._transport()
        return None if unit is None or transport is None else Embark(unit=unit, transport=transport)

    def _disembark(self) -> Order | None:
        unit = self._unit(self._get("unit"))
        transport = self._transport() if self._has("transport") else None
        at = self._places_of_unit(unit, whole=False)
        return None if unit is None else Disembark(unit=unit, at=at, transport=transport)

    def _transport(self) -> str | None:
        return self._sure(self._names.find_model(self._get("transport"), (*self._path, "transport")))

    def _places_of_unit(self, unit: str | None, *, whole: bool = True) -> tuple[Place, ...] | Grid:
        """A place for each model of a unit; not `whole`: some of them may be gone by then."""
        given, path = self._get("at"), (*self._path, "at")
        models = self._names.units.get(unit) if unit is not None and whole else None
        at: tuple[Place, ...] | Grid
        if is_grid(given):
            at, held = self._grid(given, path), given["grid"][0] * given["grid"][1]
            if models is not None and held < len(models):
                self._fault(path, f"{unit} has {len(models)} models; a grid of that size holds {held}")
        else:
            at = self._places(given, path)
            if models is not None and len(at) != len(models):
                self._fault(path, f"{unit} has {len(models)} models and needs as many places; found {len(at)}")
        return at

    def _move(self) -> Order | None:
        ways = [key for key in ("to", "path", "paths", "by") if self._has(key)]
        if not ways:
            if not self._piece.broken & {"to", "path", "paths", "by"}:
                self._fault(self._path, "a move needs to or path (of a model), paths or by (of a unit)")
            return None
        for key in ways[1:]:
            self._fault((*self._path, key), f"a move has one of to, path, paths and by; found {listed(ways)}", key=True)
        way = ways[0]
        model, unit = self._mover(way)
        by, path = self._get("by"), ()
        return Move(
            model=model,
            unit=unit,
            path=self._places(self._get(way), (*self._path, way)) if way in ("to", "path") else path,
            paths=self._paths(unit),
            by=None if by is None else (by[0], by[1]),
            kind=self._get("kind", "normal"),
            facing=self._get("facing"),
            forced=self._get("forced", False),
        )

    def _mover(self, way: str) -> tuple[str | None, str | None]:
        """The model or the unit that moves; a unit of one that is given a path moves as its model."""
        if not self._one_of_model_and_unit():
            return None, None
        model, unit = self._get("model"), self._get("unit")
        if model is not None:
            if way in ("paths", "by"):
                message = f"{way} moves a unit: name it by unit = NAME, or give the model a path"
                self._fault((*self._path, way), message, key=True)
            return self._model(model), None
        models = self._names.units.get(unit)
        if way in ("paths", "by") or models is None:
            return None, self._unit(unit)
        if len(models) == 1:
            return models[0], None
        message = f"{quoted(unit)} has {len(models)} models: give [orders.paths] or by, or name one model"
        self._fault((*self._path, "unit"), message)
        return None, None

    def _paths(self, unit: str | None) -> dict[str, tuple[Place, ...]]:
        paths = {}
        for name, each in self._get("paths", {}).items():
            where = (*self._path, "paths", name)
            model = self._sure(self._names.find_model(name, where, key=True))
            if model is not None and unit is not None and model.rpartition("/")[0] != unit:
                self._fault(where, f"{quoted(name)} is no model of {quoted(unit)}", key=True)
            elif model in paths:
                self._fault(where, f"{quoted(name)} has two paths", key=True)
            elif model is not None:
                paths[model] = self._places(each, where)
        return paths

    def _operate(self) -> Order | None:
        hatchway, opposed = self._get("hatchway"), self._get("opposed_by")
        hatchway = self._sure(self._names.find(hatchway, (TERRAIN,), (*self._path, "hatchway")))
        model = self._model(self._get("model"))
        if opposed is not None:
            opposed = self._sure(self._names.find_model(opposed, (*self._path, "opposed_by")))
        if hatchway is None or model is None:
            return None
        return Operate(hatchway=hatchway, model=model, opposed_by=opposed)

    def _wound(self) -> Order | None:
        by = self._by()
        if not self._one_of_model_and_unit():
            return None
        key = "model" if self._has("model") else "unit"
        model = self._sure(self._names.find_model(self._get(key), (*self._path, key)))
        return None if model is None else Wound(model=model, count=self._get("count", 1), by=by)

    def _destroy(self) -> Order | None:
        by = self._by()
        if not self._one_of_model_and_unit():
            return None
        if self._has("model"):
            return Destroy(model=self._model(self._get("model")), by=by, stays=self._get("stays", False))
        unit, count = self._unit(self._get("unit")), self._get("count")
        return Destroy(unit=unit, count=count, by=by, stays=self._get("stays", False))

    def _exfiltrate(self) -> Order | None:
        unit, throw = self._unit(self._get("unit")), self._get("throw")
        place = None if throw is None else self._place(throw, (*self._path, "throw"))
        return None if unit is None else Exfiltrate(unit=unit, throw=place)

    def _hand_over(self) -> Order | None:
        artifact = self._artifact(self._get("artifact"))
        to = self._sure(self._names.find_model(self._get("to"), (*self._path, "to")))
        return None if artifact is None or to is None else HandOver(artifact=artifact, to=to)

    def _use(self) -> Order | None:
        artifact = self._artifact(self._get("artifact"))
        return None if artifact is None else Use(artifact=artifact, effect=self._get("effect"))

    def _extract(self) -> Order | None:
        unit = self._unit(self._get("unit"))
        return None if unit is None else Extract(unit=unit)

    def _drop_relic(self) -> Order:
        model, artifact = self._which_relic()
        return DropRelic(model=model, artifact=artifact, bearing=self._get("bearing"))

    def _pass_relic(self) -> Order | None:
        model, artifact = self._which_relic()
        to = self._sure(self._names.find_model(self._get("to"), (*self._path, "to")))
        return None if to is None else PassRelic(to=to, model=model, artifact=artifact)

    def _capture(self) -> Order | None:
        unit = self._unit(self._get("unit"))
        return None if unit is None else Capture(unit=unit, paths=self._paths(unit))

    def _which_relic(self) -> tuple[str | None, str | None]:
        model, artifact = self._get("model"), self._get("artifact")
        if artifact is not None:
            artifact = self._artifact(artifact)
        return None if model is None else self._model(model), artifact
