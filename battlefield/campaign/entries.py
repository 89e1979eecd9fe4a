"""The tables of a campaign file: what each may hold, and of which form."""

from __future__ import annotations

import re

from pydantic_core import core_schema as cs

from battlefield.scenario.entries import FORMAT_NUMBER
from battlefield.scenario.forms import (
    CALLED,
    FLAG,
    INTEGER,
    KEYWORD,
    NAME,
    TEXT,
    WHOLE,
    Table,
    checked,
    choice,
    described,
    list_of,
)

LOST, UNCLAIMED = "lost", "unclaimed"
_CHAIN = re.compile(r"[0-9a-f]{16}")
_COURSE = re.compile(r"(?:[0-9a-f]{4})+")
_LONGEST_COURSE = 400_000


def _chain(text: str) -> str:
    if _CHAIN.fullmatch(text) is None:
        raise ValueError("the sixteen digits (0-9, a-f) of the `chain` in the last line of the battle's log")
    return text


def _course(text: str) -> str:
    if _COURSE.fullmatch(text) is None:
        raise ValueError("digits (0-9, a-f), four for the beginning of the battle and four for each event")
    return text


HEAD = Table(
    "campaign",
    "What stands at the top of a campaign, before its first table.",
    {"format": FORMAT_NUMBER, "campaign": described(TEXT, "its title")},
)
ARMY = Table("army", "A player's army.", {"name": described(NAME, "the player, as scenarios call them")})
CARD = Table(
    "card",
    "The Crusade card of a unit.",
    {
        "unit": described(NAME, "the unit, as scenarios call it"),
        "army": described(CALLED, "the army that it belongs to"),
        "crusade_points": described(INTEGER, "honours, Artifacts and `other` together"),
    },
    {
        "keywords": described(list_of(KEYWORD), "the unit's; TITANIC and FORTIFICATION bear on its points"),
        "honours": described(WHOLE, "how many Battle Honours it has, Artifacts left out"),
        "other": described(INTEGER, "Crusade Points from anything else; negative where they are taken away"),
    },
)
ARTIFACT = Table(
    "artifact",
    "An Artifact: with its holder, or in a state.",
    {"name": NAME},
    {
        "holder": described(CALLED, "the unit that has it, or the army when it is assigned to nobody"),
        "state": described(choice(LOST, UNCLAIMED), "instead of a holder"),
        "carriers": described(list_of(KEYWORD), "keywords that its carrier must have"),
        "one_use": FLAG,
    },
)
BATTLE = Table(
    "battle",
    "A battle that has been entered; written by the program.",
    {"chain": described(checked(cs.str_schema(strict=True, max_length=100), _chain), "the last digest of its log")},
    {
        "title": TEXT,
        "log": described(TEXT, "the name of its log"),
        "changes": list_of(TEXT),
        "course": described(
            checked(cs.str_schema(strict=True, max_length=_LONGEST_COURSE), _course),
            "digits for its beginning and each of its events, by which a longer or a shorter log is known",
        ),
    },
)
LISTS: dict[str, Table] = {"armies": ARMY, "cards": CARD, "artifacts": ARTIFACT, "battles": BATTLE}
TOP_KEYS = (*HEAD.keys, *LISTS)
