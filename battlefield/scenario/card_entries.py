"""The tables of the card game: zones, cards with their effects, and how they are laid out."""

from __future__ import annotations

from typing import Any

from pydantic_core import CoreSchema

from battlefield.cards import LEVELS
from battlefield.scenario.forms import (
    AREA,
    CALLED,
    FLAG,
    NAME,
    WORDS,
    Table,
    choice,
    described,
    list_of,
    one_of,
    whole,
)
from battlefield.state import PHASES

DISPLAY, HAND = 2, 2
"""How many cards lie open, and how many Artifacts a hand holds (artefakt.display, artefakt.limit)."""
_COUNT = described(whole(1, 20), "how many; 1 unless given")
_WHOSE = described(CALLED, 'a player, "self" who plays it, or "opponent"')
_UNIT = described(CALLED, 'a unit, or "unit in zone": one that the player names')
_EFFECTS = {
    "attach": ("A token is put on a unit.", {"token": WORDS, "to": _UNIT}, {}),
    "swap": ("Two units change places.", {"a": _UNIT, "b": _UNIT}, {}),
    "move": (
        "A unit is put into a zone.",
        {"unit": _UNIT, "to": described(CALLED, 'a zone, "zone" which the player names, or a unit whose zone it is')},
        {},
    ),
    "discard": ("A player discards cards of their hand.", {"player": _WHOSE}, {"count": _COUNT}),
    "draw": ("A player draws Artifacts from the deck.", {"player": _WHOSE}, {"count": _COUNT}),
}
EFFECTS: dict[str, Table] = {
    do: Table(do, about, {"do": choice(do), **needed}, may) for do, (about, needed, may) in _EFFECTS.items()
}
AN_EFFECT = (
    'an effect: { do = "attach", token = …, to = … }, { do = "swap", a = …, b = … }, '
    '{ do = "move", unit = …, to = … }, { do = "discard", player = …, count = … } '
    'or { do = "draw", player = …, count = … }'
)


def _effect_tag(value: Any) -> str | None:
    do = value.get("do") if isinstance(value, dict) else None
    if not isinstance(do, str):
        return None
    if do in EFFECTS:
        return f"@{do}"
    from difflib import get_close_matches  # only a mistyped effect pays for it

    return next((f"@{close}" for close in get_close_matches(do, EFFECTS, 1)), None)


SOME_EFFECTS = list_of(one_of({f"@{do}": table.schema for do, table in EFFECTS.items()}, _effect_tag, AN_EFFECT), 0, 20)
ZONE = Table("zone", "A zone of the card game: an area of the battlefield.", {"name": NAME}, {"area": AREA})
CARD = Table(
    "card",
    "A card: when it may be played, its rank among effects of one time, what it does.",
    {"name": NAME},
    {
        "when": described(choice("any", "on draw", "confrontation", *PHASES), "the moment that it allows"),
        "arrow": described(FLAG, "it may be played in the moment of its draw"),
        "level": described(choice(*LEVELS), "its rank; an artifact unless given"),
        "expansion": described(FLAG, "it comes with the expansion, as every artifact does"),
        "effects": SOME_EFFECTS,
    },
)


def _names_tag(value: Any) -> str | None:
    return "@one" if isinstance(value, str) else "@several" if isinstance(value, list) else None


_NAMES: CoreSchema = list_of(CALLED, 0, 1000)
ARTEFAKTY = Table(
    "artefakty",
    "How the cards are laid out, and what the players agreed on.",
    {},
    {
        "court": described(list_of(CALLED, 1, 20), "every player, in the order of the Court"),
        "deck": described(_NAMES, "the Artifacts of the deck, the top first"),
        "shuffle": described(FLAG, "the deck is shuffled from the seed"),
        "display": described(list_of(CALLED, 0, DISPLAY), "the open cards; from the top of the deck unless given"),
        "discard": described(_NAMES, "the discard pile, the top first"),
        "expansion": described(FLAG, "the expansion is in play; true unless given"),
        "artemistrz": described(
            one_of({"@one": CALLED, "@several": _NAMES}, _names_tag, "the name of a unit, or a list of names"),
            "the units with the ability of the Artemistrz; none unless agreed on",
        ),
        "confrontations": described(list_of(WORDS, 1, 50), "the kinds of confrontation in this game"),
    },
)


def targets(about: str) -> CoreSchema:
    """A unit or a zone that an effect asks for, or a list of them in order."""
    form = one_of({"@one": CALLED, "@several": list_of(CALLED, 0, 50)}, _names_tag, "a name, or a list of names")
    return described(form, about)
