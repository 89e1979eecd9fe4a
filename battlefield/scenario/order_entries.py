"""The orders of a scenario file: what each `do` may hold, and of which form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic_core import CoreSchema
from pydantic_core import core_schema as cs

from battlefield.scenario.card_entries import SOME_EFFECTS, targets
from battlefield.scenario.entries import PHASE
from battlefield.scenario.forms import (
    CALLED,
    COUNT,
    FLAG,
    NUMBER,
    PATH,
    PLACE,
    PLACES,
    POINT,
    RANK,
    SCALAR,
    SPOT,
    TEXT,
    WORDS,
    Table,
    choice,
    described,
    list_of,
    one_of,
    whole,
)

_FACE = whole(1, 6)
FIELD_DIE = Table("die", "A die as it lay on the table.", {"face": _FACE, "at": POINT})


def _die_tag(value: Any) -> str | None:
    return {int: "@face", str: "@seed", dict: "@field"}.get(type(value))


A_DIE = 'a face from 1 to 6, "?" for a roll from the seed, or a die on the field { face = 2, at = [x, y] }'
DIE = one_of({"@face": _FACE, "@seed": choice("?"), "@field": FIELD_DIE.schema}, _die_tag, A_DIE)


def _answered_tag(value: Any) -> str:
    return "@place" if isinstance(value, list) else "@said"


ANSWERED = one_of({"@said": SCALAR, "@place": SPOT}, _answered_tag, "a name, a number, true, false, or a place [x, y]")
NARROWED_BY = ("of", "unit", "model", "artifact", "player")
ANSWER = Table(
    "answer",
    "A player's choice: `to` the rule that asks, `is` the answer; one more key narrows it to one subject.",
    {"to": TEXT, "is": ANSWERED},
    dict.fromkeys(NARROWED_BY, CALLED),
)


def _slugs_tag(value: Any) -> str | None:
    return "@one" if isinstance(value, str) else "@several" if isinstance(value, list) else None


SOME_SLUGS = 'the slug of a rule, such as "setup.engagement", or a list of slugs'
SLUGS = one_of({"@one": TEXT, "@several": list_of(TEXT, 1, 100)}, _slugs_tag, SOME_SLUGS)
_EVERY: dict[str, CoreSchema] = {
    "dice": list_of(DIE, 0, 1000),
    "answers": list_of(ANSWER.schema),
    "refused": described(SLUGS, "the rules for which the order must be refused"),
    "note": TEXT,
}


def _order(do: str, about: str, needed: Mapping[str, CoreSchema], may: Mapping[str, CoreSchema]) -> Table:
    return Table(do, about, {"do": choice(do), **needed}, {**may, **_EVERY})


CORE, OLD, SCROLLHAMMER, CARDS = "core", "relics-of-old", "scrollhammer-relic", "artefakty"
_TARGET = targets("units or zones that the player names, in the order in which the effects ask")
_PLAYED: dict[str, CoreSchema] = {
    "player": CALLED,
    "card": CALLED,
    "target": _TARGET,
    "at_once": described(FLAG, "in the moment of its draw; left out: whenever that can be"),
}
ONE_PLAYED = Table(
    "played",
    "One of the cards that are played at one time.",
    {key: _PLAYED[key] for key in ("player", "card")},
    {key: _PLAYED[key] for key in ("target", "at_once")},
)
_HURT: dict[str, CoreSchema] = {"model": CALLED, "unit": CALLED, "count": COUNT, "by": CALLED}
_ORDERS: dict[str, tuple[Table, ...]] = {
    CORE: (
        _order(
            "phase",
            "Forward to a phase; alone, to the next one.",
            {},
            {"round": RANK, "player": CALLED, "phase": PHASE},
        ),
        _order(
            "set_up",
            "Set a unit up.",
            {"unit": CALLED, "at": PLACES},
            {"facing": NUMBER, "kind": choice("deploy", "deep_strike")},
        ),
        _order(
            "move",
            "Move a model along a path, or a unit along several or by one displacement.",
            {},
            {
                "model": CALLED,
                "unit": CALLED,
                "to": PLACE,
                "path": PATH,
                "paths": cs.dict_schema(CALLED, PATH, min_length=1, max_length=1000),
                "by": POINT,
                "kind": choice("normal", "advance", "fall_back", "consolidate"),
                "facing": NUMBER,
                "forced": FLAG,
            },
        ),
        _order(
            "charge",
            "A unit charges enemy units, along paths or along ways that are found.",
            {"unit": CALLED, "targets": list_of(CALLED, 1, 100)},
            {
                "paths": cs.dict_schema(CALLED, PATH, min_length=1, max_length=1000),
                "intervention": described(FLAG, "as a Heroic Intervention, in the opponent's phase"),
            },
        ),
        _order("embark", "A unit boards a transport.", {"unit": CALLED, "transport": CALLED}, {}),
        _order("disembark", "A unit leaves its transport.", {"unit": CALLED, "at": PLACES}, {"transport": CALLED}),
        _order(
            "operate",
            "A model tries to open or close a Hatchway.",
            {"hatchway": CALLED, "model": CALLED},
            {"opposed_by": described(CALLED, "the opponent's model that tries to prevent it")},
        ),
        _order("wound", "A fact of the table: a model loses wounds.", {}, _HURT),
        _order(
            "destroy",
            "A fact of the table: a model, or every model of a unit, is destroyed.",
            {},
            {**_HURT, "stays": described(FLAG, "destroyed, but not removed yet: a rule lets it act first")},
        ),
        _order("end_battle", "The battle ends, with the phase that is being played.", {}, {}),
    ),
    OLD: (
        _order(
            "exfiltrate",
            "A Dark Machine attempts to leave the battlefield.",
            {"unit": CALLED},
            {"throw": described(PLACE, "where the dice are thrown")},
        ),
        _order(
            "hand_over",
            "A carried Artifact goes to another model, in the Command phase.",
            {"artifact": CALLED, "to": described(CALLED, "the model that is handed it")},
            {},
        ),
        _order(
            "use",
            "The effect of a carried Artifact is used.",
            {"artifact": CALLED},
            {"effect": described(WORDS, "what it does, in the player's words")},
        ),
        _order("extract", "A unit with a carrier begins Quick Extraction.", {"unit": CALLED}, {}),
    ),
    SCROLLHAMMER: (
        _order(
            "drop_relic",
            "The bearer drops the Relic.",
            {},
            {"model": CALLED, "artifact": CALLED, "bearing": described(NUMBER, "degrees, from the bearer")},
        ),
        _order(
            "pass_relic",
            "The bearer passes the Relic to a model in base contact, as the Movement phase ends.",
            {"to": CALLED},
            {"model": CALLED, "artifact": CALLED},
        ),
        _order(
            "capture",
            "A unit moves off its player's board edge with the Relic.",
            {"unit": CALLED, "paths": cs.dict_schema(CALLED, PATH, min_length=1, max_length=1000)},
            {},
        ),
    ),
    CARDS: (
        _order(
            "confront",
            "A confrontation in a zone was won.",
            {"zone": CALLED, "kind": described(WORDS, "as it is called, such as Podstęp"), "winner": CALLED},
            {"effects": described(SOME_EFFECTS, "its own effect, where the winner takes that"), "target": _TARGET},
        ),
        _order(
            "draw",
            "A player draws an Artifact, for a won confrontation or by the ability of a unit.",
            {"player": CALLED, "from": choice("display", "deck")},
            {"card": described(CALLED, "the one that is taken from the display"), "by": CALLED},
        ),
        _order(
            "play",
            "A player plays a card, or several are played at one time.",
            {},
            {**_PLAYED, "plays": list_of(ONE_PLAYED.schema, 1, 50)},
        ),
        _order("discard", "A player discards an Artifact down to the limit.", {"player": CALLED, "card": CALLED}, {}),
    ),
}
ORDERS: dict[str, tuple[str, Table]] = {
    table.name: (system, table) for system, tables in _ORDERS.items() for table in tables
}
LATER_ORDERS = {
    **dict.fromkeys(("shoot", "fight", "stratagem"), CORE),
}
