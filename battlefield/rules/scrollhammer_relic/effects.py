"""What each find does, as tokens that other rules read while somebody carries it.

The one table of the Relic's finds. Moves obey their tokens now; the tokens of attacks and saves wait for the rules of
shooting and fighting. Source rules: relic.table.2 to relic.table.12; rulings D17, D18, D19, D20.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from battlefield.events.base import Event
from battlefield.events.core import ModelDestroyed, ModelLeft, TokenCleared, TokenSet
from battlefield.events.scrollhammer_relic import (
    IDENTIFIED,
    RelicCaptured,
    RelicDropped,
    RelicIdentified,
    RelicLost,
    RelicPassed,
    RelicPickedUp,
    identity_of,
)
from battlefield.play import Play
from battlefield.rules.core.attached import attached
from battlefield.rules.core.grounds import HARD_GOING
from battlefield.rules.core.pairs import BACKFIRE
from battlefield.rules.scrollhammer_relic.terms import relics
from battlefield.state import OUT_OF_PLAY, Model, State

EMPTY, STAFF, GAUNTLETS, ANOMALY = 2, 11, 5, 12
HELD_BACK = "held back by the Wine"


Value = str | int | float | bool | None


class Effect(NamedTuple):
    """What is true of the bearer, or of its unit (each part of an Attached one), while the find is carried."""

    of_unit: bool
    token: str
    value: Value


EFFECTS: Mapping[int, tuple[Effect, ...]] = MappingProxyType(
    {
        3: (Effect(True, "easier to hit", 1),),
        GAUNTLETS: (
            Effect(False, "Forgelord's Gauntlets", "Gauntlets, Artifact"),
            Effect(False, "better armour save", 1),
            Effect(False, "immune to Fire", True),
        ),
        6: (Effect(True, HELD_BACK, True),),
        8: (
            Effect(False, "Thunder Blade", "Hand Weapon, Artifact"),
            Effect(False, "magic weapon", "Shock damage"),
            Effect(False, "draining hits", "Magicka Drain (total) and Paralysis until the end of the next turn"),
        ),
        9: (
            Effect(False, "Icewall Shield", "Shield, Artifact"),
            Effect(False, "immune to Frost", True),
            Effect(False, "chilling saves and Parries", "Chilled until the end of the next turn"),
        ),
        STAFF: (Effect(False, "hitting worse", -1), Effect(False, "unable to Parry", True)),
        ANOMALY: (Effect(True, "stronger in Mg", 2), Effect(True, HARD_GOING, True)),
    }
)
TELLING = (
    RelicIdentified,
    RelicPickedUp,
    RelicPassed,
    RelicDropped,
    RelicLost,
    RelicCaptured,
    ModelDestroyed,
    ModelLeft,
)

Due = dict[tuple[str, str], tuple[str, Value]]


def rule_of(find: int) -> str:
    """The slug of a find's row."""
    return f"relic.table.{find}"


def due(state: State) -> Due:
    """Every token that a Relic makes true in a state, with the rule and the value."""
    found: Due = {}
    for relic in relics(state):
        find = identity_of(state, relic.name)
        if find is None or relic.status in OUT_OF_PLAY:
            continue
        if find == ANOMALY:
            found[relic.name, BACKFIRE] = (rule_of(find), state.range("backfire"))
        if relic.status == "carried" and relic.carrier is not None:
            bearer = state.models[relic.carrier]
            for effect in EFFECTS.get(find, ()) if find != GAUNTLETS or not wears_gauntlets(bearer) else ():
                holders = attached(state, bearer.unit) if effect.of_unit else (bearer.name,)
                found |= {(holder, effect.token): (rule_of(find), effect.value) for holder in holders}
    return found


def wears_gauntlets(model: Model) -> bool:
    """Whether a model wears Gauntlets of its own: the file says so among its abilities."""
    return any(each.strip().lower() == "gauntlets" for each in model.profile.abilities)


def reacts(before: State, event: Event, play: Play) -> None:
    """Whenever a Relic changes hands, is identified, or a unit parts: what is true because of it, and no longer."""
    if not isinstance(event, TELLING) and not (isinstance(event, TokenSet) and event.token == IDENTIFIED):
        return
    was, now = due(before), due(event.apply(before))
    for holder, token in was:
        if (holder, token) not in now:
            play.do(TokenCleared(rule=was[holder, token][0], holder=holder, token=token))
    for (holder, token), (rule, value) in now.items():
        if was.get((holder, token)) != (rule, value):
            play.do(TokenSet(rule=rule, holder=holder, token=token, value=value))
