"""The expectations of a scenario: one question each, its names checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any

from battlefield.scenario.document import Document
from battlefield.scenario.forms import LIMIT, plain_name
from battlefield.scenario.ground import area_of
from battlefield.scenario.names import (
    ARTIFACT,
    CARD,
    MEASURED,
    MODEL,
    OBJECTIVE,
    PLAYER,
    TERRAIN,
    UNIT,
    ZONE,
    Names,
)
from battlefield.scenario.questions import QUESTIONS
from battlefield.scenario.reader import Piece
from battlefield.scenario.report import Report
from battlefield.scenario.scenario import Expectation
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import found, listed, nearest, quoted, unknown

_SUBJECTS: dict[str, tuple[str, ...]] = {
    "distance": MEASURED,
    "engaged": (UNIT, MODEL, ARTIFACT),
    "visible": (UNIT, MODEL, ARTIFACT, TERRAIN),
    "contact": MEASURED,
    "within": MEASURED,
    "wholly_within": MEASURED,
    "coherent": (UNIT,),
    "legal": (MODEL,),
    "artifact": (ARTIFACT,),
    "controls": (OBJECTIVE,),
    "can_claim": (UNIT, ARTIFACT),
    "least_charge_roll": (UNIT, MODEL, ARTIFACT),
    "winner": (PLAYER,),
    "card": (CARD,),
}
_HOLDERS = (MODEL, UNIT, ARTIFACT, OBJECTIVE)
# Fields of events that hold a name, and of what. Events call a model UNIT/N, whatever its other names.
_IN_EVENTS: dict[str, tuple[str, ...]] = {
    "model": (MODEL,),
    "machine": (MODEL,),
    "mover": (MODEL,),
    "transport": (MODEL,),
    "opposed_by": (MODEL,),
    "hatchway": (TERRAIN,),
    "unit": (UNIT,),
    "artifact": (ARTIFACT,),
    "relic": (ARTIFACT,),
    "player": (PLAYER,),
}
_MODELS_AS_A_RULE = ("by", "from", "to", "with")


def expectations_of(
    document: Document, names: Names, tables: Iterable[tuple[dict[str, Any], Path]], *, of_order: bool
) -> Iterator[tuple[Expectation, bool]]:
    """Every expectation that could be read, and whether it is judged before the first order."""
    for raw, path in tables:
        question = _question(document.report, raw, path)
        piece = document.reader.piece(QUESTIONS[question], raw, path) if question is not None else None
        if question is None or piece is None:
            continue
        if of_order and "when" in piece.entry:
            message = "when belongs to an [[expect]] of its own; what stands under an order is judged right after it"
            document.report.add((*path, "when"), message, key=True)
        yield _Asked(document.report, names, question, piece).expectation(), "when" in piece.entry


def _question(report: Report, raw: dict[str, Any], path: Path) -> str | None:
    """Which question is asked; None, and a fault, where there is none or more than one."""
    asked = [key for key in QUESTIONS if key in raw]
    if asked[:1] == ["event"]:
        return "event"
    if len(asked) > 1:
        for key in asked[1:]:
            report.add((*path, key), f"one question each: this one asks for {asked[0]} already", key=True)
        return None
    if asked:
        return asked[0]
    for key in raw:
        meant = nearest(key, QUESTIONS)
        if meant is not None and key not in ("is", "of", "at", "when"):
            report.add((*path, key), f"there is no question {quoted(key)}; did you mean {meant}?", key=True)
            raw[meant] = raw.pop(key)
            report.renamed[(*path, meant)] = (*path, key)
            return meant
    report.add(path, f"an expectation asks a question: one of {', '.join(sorted(QUESTIONS))}")
    return None


class _Asked:
    """Turns the table of a question into an expectation."""

    def __init__(self, report: Report, names: Names, question: str, piece: Piece) -> None:
        self._report = report
        self._names = names
        self._question = question
        self._piece = piece
        self._path = piece.path

    def expectation(self) -> Expectation:
        """The expectation; what it names is checked on the way."""
        known = QUESTIONS[self._question].keys
        keys = {key: value for key, value in self._piece.entry.items() if key in known}
        for key in (self._question, "when"):
            keys.pop(key, None)
        subject = self._subject(self._piece.entry[self._question])
        for key, kinds in (("carrier", (MODEL,)), ("owner", (PLAYER,)), ("of", _HOLDERS)):
            if isinstance(keys.get(key), str):
                keys[key] = self._named(keys[key], kinds, (*self._path, key))
        if self._question != "event" and keys.get("player", "contested") != "contested":
            keys["player"] = self._named(keys["player"], (PLAYER,), (*self._path, "player"))
        if self._question == "event":
            keys.update(self._fields(str(subject), known))
        self._check_asks_something(keys)
        plain = {key: tuple(value) if isinstance(value, list) else value for key, value in keys.items()}
        return Expectation(question=self._question, subject=subject, keys=plain, at=self._report.source(self._path))

    def _subject(self, value: Any) -> Any:
        path = (*self._path, self._question)
        if self._question == "event":
            self._check_event(value, path)
            return value
        if self._question == "finding":
            self._check_rule(value, path)
            return value
        if self._question == "token":
            return (self._named(value[0], _HOLDERS, (*path, 0)), value[1])
        kinds = _SUBJECTS[self._question]
        if isinstance(value, str):
            return self._named(value, kinds, path)
        if self._question == "can_claim":
            return tuple(
                self._named(each, (kind,), (*path, n)) for n, (each, kind) in enumerate(zip(value, kinds, strict=True))
            )
        return tuple(self._part(each, kinds, (*path, index)) for index, each in enumerate(value))

    def _part(self, value: Any, kinds: tuple[str, ...], path: Path) -> Any:
        if isinstance(value, dict):
            return area_of(self._report, value, path)
        return self._named(value, kinds, path)

    def _named(self, name: str, kinds: tuple[str, ...], path: Path) -> str:
        """The name as it was written, once it is known: a unit of one may be meant as its model."""
        if TERRAIN in kinds and self._is_area(name):
            return name
        self._names.find(name, kinds, path)
        return name

    def _is_area(self, name: str) -> bool:
        """Whether a name is that of the battlefield, of a player's deployment zone or of a player's board edge."""
        players = (name.removesuffix(" deployment zone"), name.removesuffix(" board edge"))
        return name == "battlefield" or any(
            player != name and self._names.kinds.get(player) == PLAYER for player in players
        )

    def _check_asks_something(self, keys: dict[str, Any]) -> None:
        wanted: dict[str, tuple[str, ...]] = {
            "distance": ("is", "at_most", "more_than", "verdict"),
            "artifact": ("at", "carrier", "state", "owner"),
            "card": ("pile", "player"),
        }
        needed = wanted.get(self._question, ())
        if needed and not (set(needed) & (set(keys) | self._piece.broken)):
            self._report.add(self._path, f"this question needs an answer: {listed(needed)}")
        if self._question == "within" and "of" not in keys and "of" not in self._piece.broken:
            other = self._piece.entry["within"][1]
            if self._names.kinds.get(other) not in (TERRAIN, ZONE) and not self._is_area(other):
                self._report.add(self._path, "within needs a distance: of = inches")

    # --- events and rules ---

    def _check_event(self, name: str, path: Path) -> None:
        if name in event_fields():
            return
        self._report.add(path, unknown("no event is called", name, event_fields()))

    def _check_rule(self, slug: str, path: Path) -> None:
        from battlefield.catalogue import is_known

        if not is_known(slug):
            from battlefield.catalogue import rules

            self._report.add(path, unknown("no rule is called", slug, rules()))

    def _fields(self, event: str, own: tuple[str, ...]) -> dict[str, Any]:
        """The fields of an event that are asked for."""
        known = event_fields().get(event)
        given = {}
        for key, value in self._piece.entry.items():
            path = (*self._path, key)
            if key in own:
                continue
            if known is not None and key not in known:
                self._report.add(path, unknown(f"the event {event} has no field", key, known), key=True)
            elif not _is_plain(value):
                self._report.add(
                    path,
                    f"{key} must be a text, a finite number, true or false, or a list of those; found {found(value)}",
                )
            else:
                value = given[key] = _compared(value)
                if isinstance(value, str) and key in _IN_EVENTS:
                    given[key] = self._names.find(value, _IN_EVENTS[key], path)
                elif isinstance(value, str) and (key in _MODELS_AS_A_RULE or value not in self._names.units):
                    given[key] = self._names.models.get(value, value)
        return given


@lru_cache(maxsize=1)
def event_fields() -> dict[str, tuple[str, ...]]:
    """Every event that the program makes, with its fields as they are written in files."""
    # late: only asked for by event questions
    from battlefield.events import artefakty, core, relics_of_old, scrollhammer_relic
    from battlefield.events.base import Event, event_name

    found: dict[str, tuple[str, ...]] = {}
    for module in (core, relics_of_old, scrollhammer_relic, artefakty):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module.__name__:
                own = {each.name for each in fields(Event)} - {"rule", "rulings"}
                names = (each.name.rstrip("_") for each in fields(kind) if each.name not in own)
                found[event_name(kind)] = tuple(names)
    return found


def _compared(value: Any) -> Any:
    """A field as events have it: every text in it in the form in which names are compared."""
    if isinstance(value, str):
        return plain_name(value)
    if isinstance(value, list):
        return [_compared(each) for each in value]
    if isinstance(value, dict):
        return {plain_name(key): _compared(each) for key, each in value.items()}
    return value


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_plain(each) for each in value)
    if isinstance(value, dict):
        return all(_is_plain(each) for each in value.values())
    if isinstance(value, bool | str):
        return True
    return isinstance(value, int | float) and abs(value) <= LIMIT
