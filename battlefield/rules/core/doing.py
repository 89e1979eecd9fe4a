"""What a unit has done this turn, and what it may still do.

Source rules: move.normal, move.advance, move.fall_back, move.disembark; ruling B1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from battlefield.certify import engagement
from battlefield.events.core import Reason, TokenSet
from battlefield.play import Play
from battlefield.rules.core.placing import Standing, against_engagement
from battlefield.rules.core.reserves import ARRIVED
from battlefield.state import Model, State

MOVED_AS = "moved as"
DISEMBARKED = "disembarked"
EMBARKED = "embarked"
OPERATED = "hatchway operated"
BATTLE_SHOCKED = "battle-shocked"
ATTACKED = "attacked"
AWAITING = "awaits removal"
"""Token of a model that is destroyed and still stands: `WRECK` while those aboard of it get out, or `STAYS` (C8)."""
WRECK, STAYS = "wreck", "stays"
OWN_COMMAND = "own command phase"
"""`until` of what lasts until the next Command phase of its holder's player."""
RULES = {"normal": "move.normal", "advance": "move.advance", "fall_back": "move.fall_back"}
SAID = {"normal": "made a Normal move", "advance": "Advanced", "fall_back": "Fallen Back"}


def moved_as(state: State, unit: str) -> str | None:
    """How a unit has moved this turn; None when it has not."""
    token = state.token(unit, MOVED_AS)
    return None if token is None else str(token.value)


def note_move(play: Play, unit: str, kind: str) -> None:
    """Write down how a unit moves this turn, once."""
    if moved_as(play.state, unit) != kind:
        play.do(TokenSet(rule=RULES[kind], holder=unit, token=MOVED_AS, value=kind, until="turn"))


def against_moving(state: State, units: Sequence[str], kind: str) -> list[Reason]:
    """Whose turn and phase it is, and what each unit has done, against its moving in this way."""
    reasons = [*_out_of_turn(state, units, kind), *after_the_step(state, RULES[kind])]
    for unit in units:
        before = moved_as(state, unit)
        if before is not None and (before != kind or kind == "fall_back"):
            reasons.append(Reason(rule=RULES[kind], why=f"{unit} has {SAID[before]} this turn", of=unit))
        disembarked = state.token(unit, DISEMBARKED)
        if disembarked is not None and disembarked.value == "after":
            why = f"{unit} disembarked after its transport had moved; it makes no further move"
            reasons.append(Reason(rule="move.disembark", why=why, of=unit))
        if state.token(unit, ARRIVED) is not None:
            why = f"{unit} has arrived from Reserves this turn; it makes no further move"
            reasons.append(Reason(rule="move.deep_strike", why=why, of=unit))
    return reasons


def after_the_step(state: State, rule: str) -> list[Reason]:
    """Hatchways are operated at the end of the Move Units step: once one has been tried, nobody moves in the phase."""
    tried = next((each.name for each in state.terrain if state.token(each.name, OPERATED) is not None), None)
    if tried is None:
        return []
    why = f"{tried} has been operated: the Move Units step is over (core.hatchway)"
    return [Reason(rule=rule, why=why, of=tried)]


def against_engaged(state: State, units: Sequence[str], kind: str) -> list[Reason]:
    """An engaged unit may only Remain Stationary or Fall Back (B1): of each unit the first pair that shows it."""
    reasons: list[Reason] = []
    for unit in units:
        found = engaged_pair(state, unit)
        if found is not None and found.claim is not None:
            claim = replace(found.claim, rulings=(*found.claim.rulings, "B1"))
            why = f"{unit} is engaged with {claim.b}; it may only Remain Stationary or Fall Back"
            reasons.append(Reason(rule=RULES[kind], why=why, claim=claim, of=unit, at=found.at))
    return reasons


def engaged_pair(state: State, unit: str) -> Reason | None:
    """The first model of a unit, in file order, within Engagement Range of an enemy, with the certificate."""
    standing = Standing(state)
    for model in state.models_of(unit):
        if model.on_board:
            found = next(against_engagement(standing, model.name), None)
            if found is not None and found.claim is not None and found.claim.b is not None:
                return replace(found, claim=engagement(state, model.name, found.claim.b))
    return None


def note_attack(play: Play, by: str | None, victim: Model) -> None:
    """Write down that a unit has shot or fought, each time: a loss of an enemy model is put down to it."""
    unit = None if by is None else play.state.unit_of(by)
    if unit is not None and unit.player != victim.player:
        play.do(TokenSet(rule="core.attack", holder=unit.name, token=ATTACKED, until="turn"))


def awaits_removal(state: State, model: str) -> bool:
    """Whether a model is destroyed and has not been removed yet: it takes nothing and holds nothing (B7, C8)."""
    return state.token(model, AWAITING) is not None


def battle_shocked(state: State, unit: str) -> bool:
    """Whether a unit is Battle-shocked."""
    return state.token(unit, BATTLE_SHOCKED) is not None


def _out_of_turn(state: State, units: Sequence[str], kind: str) -> list[Reason]:
    rule = RULES[kind]
    if state.phase is None:
        return [Reason(rule=rule, why="the battle has not begun; nobody moves while armies are deployed")]
    wrong = [unit for unit in units if state.units[unit].player != state.player]
    if state.phase == "movement" and not wrong:
        return []
    why = f"it is the {state.phase} phase of {state.player}; units move in their own player's movement phase"
    return [Reason(rule=rule, why=why, of=wrong[0] if wrong else None)]
