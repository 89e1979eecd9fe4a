"""The tables of a scenario file: what each may hold, and of which form."""

from __future__ import annotations

import re
from typing import Any

from pydantic_core import CoreSchema
from pydantic_core import core_schema as cs

from battlefield.scenario.forms import (
    AREA,
    CALLED,
    COUNT,
    EXTENT,
    FLAG,
    INTEGER,
    KEYWORD,
    LENGTH,
    NAME,
    NUMBER,
    PLACE,
    PLACES,
    RANK,
    SCALAR,
    TEXT,
    WHOLE,
    WORDS,
    Table,
    checked,
    choice,
    described,
    list_of,
    one_of,
    whole,
)
from battlefield.scenario.sizes import BASE

FORMAT = 1
SEEDS = (-(2**63), 2**63 - 1)
"""The least and the greatest seed."""
SYSTEMS = ("core", "relics-of-old", "scrollhammer-relic", "artefakty")
PHASE = choice("command", "movement", "shooting", "charge", "fight")


def _format(value: Any) -> Any:
    if type(value) is int and value == FORMAT:
        return value
    raise ValueError(f"{FORMAT}, the number of this format")


FORMAT_NUMBER = described(checked(cs.any_schema(), _format), "the number of this format", const=FORMAT)
HEAD = Table(
    "scenario",
    "What stands at the top of a scenario, before its first table.",
    {"format": FORMAT_NUMBER},
    {
        "title": TEXT,
        "rules": described(list_of(choice(*SYSTEMS), 1, len(SYSTEMS)), "the systems in play"),
        "seed": described(whole(*SEEDS), "the seed of dice that are not entered"),
        "throw": choice("disc", "board"),
        "measurement_error": LENGTH,
        "boarding": FLAG,
    },
)
BOARD = Table("board", "The battlefield, in inches.", {"width": EXTENT, "height": EXTENT})
START = Table(
    "start",
    "The moment at which a position in play begins; without it armies are being deployed.",
    {"round": RANK, "player": CALLED},
    {"phase": PHASE},
)
PLAYER = Table(
    "player",
    "A player, in turn order.",
    {"name": NAME},
    {
        "role": choice("attacker", "defender"),
        "deployment_zone": AREA,
        "board_edge": choice("north", "south", "east", "west"),
        "command_points": WHOLE,
        "hand": list_of(WORDS),
    },
)
TRAIT = choice("unstable", "impassable", "difficult", "dangerous", "obscuring", "cover", "wall", "hatchway")
TERRAIN = Table(
    "terrain",
    "A terrain feature: an area with traits.",
    {"name": NAME, "area": AREA},
    {
        "traits": list_of(TRAIT),
        "height": LENGTH,
        "elevation": NUMBER,
        "open": described(FLAG, "of a hatchway: whether it is open"),
    },
)


# --- units ---

_DICE = re.compile(r"(\d{0,3}[dD])?\d{1,3}(\+\d{1,3})?", re.ASCII)


def _number_or_dice(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1000:
        return value
    if isinstance(value, str) and _DICE.fullmatch(value):
        return value.upper()
    raise ValueError('a whole number or dice such as "D6+1"')


def _tokens_tag(value: Any) -> str | None:
    return "@names" if isinstance(value, list) else "@values" if isinstance(value, dict) else None


_ROLL = checked(cs.any_schema(), _number_or_dice)
WEAPON = Table(
    "weapon",
    "A weapon; without `range` it is a melee weapon. `skill`: the roll that hits; `ap` counts downwards (-1).",
    {"name": TEXT},
    {
        "range": LENGTH,
        "attacks": _ROLL,
        "skill": RANK,
        "strength": _ROLL,
        "ap": INTEGER,
        "damage": _ROLL,
        "abilities": list_of(TEXT),
    },
)
_TOKENS: dict[str, CoreSchema] = {
    "@names": list_of(WORDS, 0, 100),
    "@values": cs.dict_schema(WORDS, SCALAR, max_length=100),
}
SOME_TOKENS = 'a list of names ["Sheltered"] or a table of names and values { Sheltered = true }'
_CHARACTERISTICS: dict[str, CoreSchema] = {
    "profile": described(CALLED, "a table [profiles.NAME] whose keys hold here too"),
    "keywords": list_of(KEYWORD),
    "base": BASE,
    "facing": described(NUMBER, "degrees, counter-clockwise from +x"),
    "elevation": NUMBER,
    "height": LENGTH,
    "move": LENGTH,
    "toughness": RANK,
    "save": RANK,
    "invulnerable": RANK,
    "wounds": RANK,
    "leadership": RANK,
    "oc": WHOLE,
    "weapons": list_of(WEAPON.schema),
    "abilities": list_of(TEXT),
    "capacity": WHOLE,
    "tokens": one_of(_TOKENS, _tokens_tag, SOME_TOKENS),
}
MODEL = Table("model", "One model of a unit, by its number.", {}, {"name": NAME, "at": PLACE, **_CHARACTERISTICS})
MODELS = "single models by their numbers, each in a table of its own: [units.models.1], [units.models.2], …"


def _tables(value: Any) -> Any:
    if not isinstance(value, dict) or (value and not any(isinstance(each, dict) for each in value.values())):
        raise ValueError(MODELS)
    return value


def _model_number(key: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]{0,5}", key):
        raise ValueError(MODELS)
    return key


_OF_UNITS: dict[str, CoreSchema] = {
    "player": CALLED,
    **_CHARACTERISTICS,
    "at": PLACES,
    "count": described(COUNT, "the number of models where `at` does not say it"),
    "in": described(CALLED, "the transport that it starts aboard"),
    "leads": CALLED,
    "reserves": FLAG,
    "models": cs.no_info_before_validator_function(
        _tables, cs.dict_schema(checked(cs.str_schema(), _model_number), MODEL.schema)
    ),
}
PROFILE = Table("profile", "Keys that units take by `profile = NAME`.", {}, _OF_UNITS)
UNIT = Table("unit", "A unit.", {"name": NAME}, _OF_UNITS)


# --- things ---


def _one_carrier(value: Any) -> Any:
    if isinstance(value, list):
        raise ValueError("one name in quotes: an Artifact has one carrier")
    return value


ARTIFACT = Table(
    "artifact",
    "An Artifact, or the Relic.",
    {"name": NAME},
    {
        "kind": choice("artifact", "mission", "relic"),
        "carrier": cs.no_info_before_validator_function(_one_carrier, CALLED),
        "at": PLACE,
        "state": choice("field", "dropped"),
        "owner": described(CALLED, "the player who last controlled it"),
        "carriers": described(list_of(KEYWORD), "keywords that its carrier must have"),
        "one_use": FLAG,
        "used": FLAG,
        "recovery": described(
            choice("at once", "at the end"),
            "of a Mission Artifact: where its mission leaves it to the end of the battle",
        ),
        "base": described(BASE, "of its token"),
        "identified": described(whole(3, 12), "of the Relic: the 2D6 that said what it is"),
    },
)
OBJECTIVE = Table("objective", "An objective marker.", {"name": NAME, "at": PLACE})
TABLES = Table(
    "tables",
    "Tables that an edition fixes.",
    {},
    {
        "exfiltration": described(
            cs.dict_schema(cs.str_schema(), whole(1, 7), min_length=1, max_length=100),
            "round = the least D6 that succeeds; the last one holds for later rounds",
        )
    },
)
