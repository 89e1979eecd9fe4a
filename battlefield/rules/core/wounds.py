"""Wounds, mortal wounds, Feel No Pain, and destruction.

Source rules: core.attack (mortal wounds), core.feel_no_pain, core.strength; rulings B7, C8, C21.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from battlefield.events.base import Event
from battlefield.events.core import ModelDestroyed, PhaseEnded, Reason, TokenCleared, TokenSet, WoundsLost
from battlefield.orders.core import Destroy, Wound
from battlefield.play import Play
from battlefield.rules.core.doing import AWAITING, STAYS, WRECK, awaits_removal, note_attack
from battlefield.state import Model, State

RULE = "core.strength"
FEEL_NO_PAIN = re.compile(r"feel no pain (\d)\+", re.IGNORECASE)


def wound(play: Play, order: Wound) -> None:
    """A fact of the table: the model loses wounds, with nothing to prevent it."""
    model = play.state.model(order.model)
    note_attack(play, order.by, model)
    lost = min(order.count, model.wounds_left)
    left = model.wounds_left - lost
    play.do(WoundsLost(rule="core.attack", model=model.name, count=lost, mortal=False, left=left))
    if left == 0:
        destroy_models(play, [model.name], order.by)


def destroy(play: Play, order: Destroy) -> None:
    """A fact of the table: a model, or all of a unit, is destroyed; or stays for a while although it is (C8)."""
    victims = _victims(play.state, order)
    note_attack(play, order.by, victims[0])
    if order.stays:
        for each in victims:
            play.do(TokenSet(rule=RULE, rulings=("C8",), holder=each.name, token=AWAITING, value=STAYS))
        return
    destroy_models(play, [each.name for each in victims], order.by)


def refusals(state: State, order: Wound | Destroy) -> Sequence[Reason]:
    """Only what is still in the battle can be wounded or destroyed, and nothing is destroyed twice."""
    victims = [state.model(order.model)] if isinstance(order, Wound) else _named(state, order)
    name = order.model or (order.unit if isinstance(order, Destroy) else "") or ""
    left = [each for each in victims if each.where != "gone"]
    if not left:
        return [Reason(rule=RULE, why=f"{name} has left the battle already", of=name)]
    if isinstance(order, Destroy) and not order.stays:
        return ()
    if isinstance(order, Destroy) and not any(each.on_board for each in left):
        return [Reason(rule=RULE, why=f"{name} is not on the battlefield, where it could stay", of=name)]
    if all(awaits_removal(state, each.name) for each in left):
        return [Reason(rule=RULE, why=f"{name} is destroyed already, and stays until it is removed (C8)", of=name)]
    return ()


def reacts(before: State, event: Event, play: Play) -> None:
    """What stays on the table although it is destroyed is removed as the phase ends, at the latest (C8)."""
    del before
    if isinstance(event, PhaseEnded):
        waiting = [each.name for each in play.state.on_board() if awaits_removal(play.state, each.name)]
        if waiting:
            destroy_models(play, waiting)


def mortal_wounds(play: Play, unit: str, count: int, rule: str, by: str | None = None) -> None:
    """A unit suffers mortal wounds, one at a time, each perhaps prevented by Feel No Pain; the rest spills over.

    A model that has lost wounds already suffers first; else its player says which does, untold the first in the file.
    """
    for _ in range(count):
        model = _next_victim(play, unit)
        if model is None:
            return
        prevented = _feels_no_pain(play, model)
        left = model.wounds_left - (0 if prevented else 1)
        play.do(
            WoundsLost(
                rule=rule,
                rulings=("C21",) if prevented else (),
                model=model.name,
                count=0 if prevented else 1,
                mortal=True,
                left=left,
                prevented=1 if prevented else 0,
            )
        )
        if left == 0:
            destroy_models(play, [model.name], by)


def destroy_models(play: Play, names: Sequence[str], by: str | None = None) -> None:
    """Models are destroyed at one moment: what answers their removal waits until all of them are removed (C7, C12).

    Whoever is aboard of one gets out before any is removed, or is destroyed with one that is in Reserves (B7).
    """
    with play.together():
        for name in names:
            if _carries(play.state, name):
                play.do(TokenSet(rule="move.disembark", rulings=("B7",), holder=name, token=AWAITING, value=WRECK))
        for name in names:
            model = play.state.models[name]
            others = [each for each in play.state.models_of(model.unit) if each.name != name and each.where != "gone"]
            pose = model.pose if model.on_board else None
            play.do(ModelDestroyed(rule=RULE, model=name, pose=pose, by=by, unit_destroyed=not others))
            if awaits_removal(play.state, name):
                play.do(TokenCleared(rule=RULE, holder=name, token=AWAITING))


def feel_no_pain(model: Model) -> str | None:
    """What a model's Feel No Pain needs, such as "5+"; the best one when it has several, None without."""
    found = [FEEL_NO_PAIN.fullmatch(ability.strip()) for ability in model.profile.abilities]
    best = min((int(each.group(1)) for each in found if each), default=None)
    return None if best is None else f"{best}+"


def _feels_no_pain(play: Play, model: Model) -> bool:
    needs = feel_no_pain(model)
    return needs is not None and bool(play.roll("core.feel_no_pain", model.name, "D6", needs=needs).passed)


def _next_victim(play: Play, unit: str) -> Model | None:
    state = play.state
    alive = [each for each in state.models_of(unit) if each.where != "gone" and not awaits_removal(state, each.name)]
    wounded = [each for each in alive if each.wounds_left < each.profile.wounds]
    names = [each.name for each in wounded or alive]
    if len(names) < 2:
        return state.models[names[0]] if names else None
    return state.models[play.ask("core.attack", state.units[unit].player, unit, names, names[0])]


def _carries(state: State, name: str) -> bool:
    """Whether somebody is aboard of a model, on the battlefield or in Reserves."""
    transport = state.models[name]
    names = {transport.name, transport.unit, transport.alias}
    return any(each.where == "embarked" and each.transport in names for each in state.models.values())


def _named(state: State, order: Destroy) -> list[Model]:
    if order.model is not None:
        return [state.model(order.model)]
    return list(state.models_of(order.unit or ""))


def _victims(state: State, order: Destroy) -> list[Model]:
    alive = [each for each in _named(state, order) if each.where != "gone"]
    if order.stays:
        alive = [each for each in alive if each.on_board and not awaits_removal(state, each.name)]
    return alive if order.count is None else alive[-order.count :]
