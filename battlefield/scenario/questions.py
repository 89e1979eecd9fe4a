"""The questions of a scenario file's expectations: what each may hold, and of which form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic_core import CoreSchema

from battlefield.scenario.forms import (
    AREA,
    CALLED,
    EXTENT,
    FLAG,
    LENGTH,
    NUMBER,
    SCALAR,
    SPOT,
    TEXT,
    WHOLE,
    Table,
    checked,
    choice,
    described,
    list_of,
    one_of,
)

STATES = ("carried", "field", "dropped", "lost", "safe", "returned", "captured", "removed", "unassigned")
_VERDICT = choice("in", "out", "on the line")
_PAIR = list_of(CALLED, 2, 2)


def _other_tag(value: Any) -> str | None:
    return "@name" if isinstance(value, str) else "@area" if isinstance(value, dict) else None


def _name_first(value: list[Any]) -> list[Any]:
    if isinstance(value[0], str):
        return value
    raise ValueError("a name, then a name or an area: [A, B]")


NAME_OR_AREA = "a name in quotes, or an area"
_PAIR_OR_AREA = checked(list_of(one_of({"@name": CALLED, "@area": AREA}, _other_tag, NAME_OR_AREA), 2, 2), _name_first)
_EVERY: dict[str, CoreSchema] = {
    "when": described(choice("set up"), "before the first order, not at the end"),
    "tolerance": described(EXTENT, "numbers agree to this; 1e-6 unless given"),
}
_YES_OR_NO: dict[str, CoreSchema] = {"is": FLAG, **_EVERY}
_JUDGED: dict[str, CoreSchema] = {"verdict": _VERDICT, **_YES_OR_NO}


def _question(
    name: str,
    about: str,
    form: CoreSchema,
    may: Mapping[str, CoreSchema],
    needed: Mapping[str, CoreSchema] | None = None,
) -> Table:
    return Table(name, about, {name: form, **(needed or {})}, may, free=name == "event")


_ALL = (
    # First, because the fields of an event may be called as other questions are.
    _question(
        "event",
        "Whether an event has happened, with these fields, so many times.",
        TEXT,
        {"times": WHOLE, **_YES_OR_NO},
    ),
    _question(
        "distance",
        "How far apart two things are.",
        _PAIR,
        {"is": LENGTH, "at_most": LENGTH, "more_than": LENGTH, "verdict": _VERDICT, **_EVERY},
    ),
    _question("engaged", "Whether two things are within Engagement Range.", _PAIR, _JUDGED),
    _question("visible", "Whether one can see the other.", _PAIR, _JUDGED),
    _question("contact", "Whether two things are in base contact.", _PAIR, _JUDGED),
    _question("within", "Whether one thing is within so many inches of another.", _PAIR, {"of": LENGTH, **_JUDGED}),
    _question(
        "wholly_within",
        "Whether every part of one thing is within so many inches of another, or within an area.",
        _PAIR_OR_AREA,
        {"of": LENGTH, **_JUDGED},
    ),
    _question("coherent", "Whether a unit is in coherency.", CALLED, _JUDGED),
    _question("legal", "Whether a model may stand where it stands.", CALLED, _JUDGED),
    _question(
        "artifact",
        "Where an Artifact is, who has it, what became of it.",
        CALLED,
        {"at": SPOT, "carrier": CALLED, "state": choice(*STATES), "owner": CALLED, **_YES_OR_NO},
    ),
    _question(
        "controls",
        "Who controls an objective.",
        CALLED,
        _YES_OR_NO,
        {"player": described(CALLED, 'a player, or "contested"')},
    ),
    _question("can_claim", "Whether a unit can claim an Artifact.", _PAIR, _YES_OR_NO),
    _question(
        "least_charge_roll",
        "The least roll with which a unit's charge succeeds.",
        _PAIR,
        _EVERY,
        {"is": NUMBER},
    ),
    _question(
        "token", "Whether something holds a token, and with which value.", _PAIR, {"value": SCALAR, **_YES_OR_NO}
    ),
    _question(
        "finding",
        "A fault of the set-up that is meant to be found.",
        TEXT,
        {"of": CALLED, "times": WHOLE, **_YES_OR_NO},
    ),
    _question("winner", "Who has won.", CALLED, _YES_OR_NO),
    _question(
        "card",
        "On which pile a card lies, or in whose hand.",
        CALLED,
        {"pile": choice("deck", "display", "discard", "out", "hand"), "player": CALLED, **_YES_OR_NO},
    ),
)
QUESTIONS: dict[str, Table] = {table.name: table for table in _ALL}
