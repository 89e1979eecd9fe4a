"""Wounds, mortal wounds, Feel No Pain, and destruction.

Source rules: core.attack (mortal wounds), core.feel_no_pain, core.strength; ruling C21.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from battlefield.events.core import ModelDestroyed, Reason, WoundsLost
from battlefield.orders.core import Destroy, Wound
from battlefield.play import Play
from battlefield.rules.core.doing import note_attack
from battlefield.state import Model, State

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
    """A fact of the table: a model, or all of a unit, is destroyed."""
    victims = _victims(play.state, order)
    note_attack(play, order.by, victims[0])
    destroy_models(play, [each.name for each in victims], order.by)


def refusals(state: State, order: Wound | Destroy) -> Sequence[Reason]:
    """Only what is still in the battle can be wounded or destroyed."""
    victims = [state.model(order.model)] if isinstance(order, Wound) else _named(state, order)
    if any(each.where != "gone" for each in victims):
        return ()
    name = order.model or (order.unit if isinstance(order, Destroy) else "") or ""
    return [Reason(rule="core.strength", why=f"{name} has left the battle already", of=name)]


def mortal_wounds(play: Play, unit: str, count: int, rule: str, by: str | None = None) -> None:
    """A unit suffers mortal wounds, one at a time, each perhaps prevented by Feel No Pain; the rest spills over."""
    for _ in range(count):
        model = _next_victim(play.state, unit)
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
    """Models are destroyed at one moment: what answers their removal waits until all of them are removed (C7, C12)."""
    with play.together():
        for name in names:
            model = play.state.models[name]
            others = [each for each in play.state.models_of(model.unit) if each.name != name and each.where != "gone"]
            pose = model.pose if model.on_board else None
            play.do(ModelDestroyed(rule="core.strength", model=name, pose=pose, by=by, unit_destroyed=not others))


def feel_no_pain(model: Model) -> str | None:
    """What a model's Feel No Pain needs, such as "5+"; the best one when it has several, None without."""
    found = [FEEL_NO_PAIN.fullmatch(ability.strip()) for ability in model.profile.abilities]
    best = min((int(each.group(1)) for each in found if each), default=None)
    return None if best is None else f"{best}+"


def _feels_no_pain(play: Play, model: Model) -> bool:
    needs = feel_no_pain(model)
    return needs is not None and bool(play.roll("core.feel_no_pain", model.name, "D6", needs=needs).passed)


def _next_victim(state: State, unit: str) -> Model | None:
    alive = [each for each in state.models_of(unit) if each.where != "gone"]
    wounded = [each for each in alive if each.wounds_left < each.profile.wounds]
    return next(iter(wounded or alive), None)


def _named(state: State, order: Destroy) -> list[Model]:
    if order.model is not None:
        return [state.model(order.model)]
    return list(state.models_of(order.unit or ""))


def _victims(state: State, order: Destroy) -> list[Model]:
    alive = [each for each in _named(state, order) if each.where != "gone"]
    return alive if order.count is None else alive[-order.count :]
