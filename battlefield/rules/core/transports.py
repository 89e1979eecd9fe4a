"""Embarking and disembarking.

Source rules: move.embark, move.disembark, move.capacity, move.embarked; rulings B11, B12.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.certify import farthest_from, gap_between
from battlefield.events.core import Reason, TokenSet, UnitEmbarked, UnitSetUp
from battlefield.geometry.shapes import Pose, Shape
from battlefield.orders.base import Grid
from battlefield.orders.core import Disembark, Embark
from battlefield.places import grid_poses, resolve
from battlefield.play import OrderError, Play
from battlefield.rules.core.coherency import against_coherency
from battlefield.rules.core.doing import DISEMBARKED, EMBARKED, after_the_step, moved_as
from battlefield.rules.core.placing import (
    Standing,
    against_engagement,
    against_objectives,
    against_standing,
    with_poses,
)
from battlefield.rules.core.setting_up import footprint_of
from battlefield.state import Model, State

EMBARK, DISEMBARK, CAPACITY = "move.embark", "move.disembark", "move.capacity"


def embark(play: Play, order: Embark) -> None:
    """The unit boards and leaves the battlefield."""
    transport = play.state.model(order.transport)
    play.do(UnitEmbarked(rule=EMBARK, unit=order.unit, transport=transport.name))
    play.do(TokenSet(rule=EMBARK, holder=order.unit, token=EMBARKED, value=transport.name, until="phase"))


def embarking(state: State, order: Embark) -> Iterator[Reason]:
    """Everything against embarking: whose transport, what the unit did, its models' distances, the room left."""
    transport = state.find_model(order.transport)
    unit = state.units[order.unit]
    if transport is None or "TRANSPORT" not in transport.keywords or not transport.on_board:
        yield Reason(rule=EMBARK, why=f"{order.transport} is no TRANSPORT on the battlefield", of=order.transport)
        return
    if transport.unit == unit.name:
        yield Reason(rule=EMBARK, why=f"{unit.name} cannot board itself", of=unit.name)
        return
    if transport.player != unit.player:
        yield Reason(rule=EMBARK, why=f"{transport.name} is not a friendly TRANSPORT", of=transport.name)
    if state.phase != "movement" or state.player != unit.player:
        yield Reason(rule=EMBARK, why=f"only in {unit.player}'s movement phase", of=unit.name)
    if moved_as(state, unit.name) is None:
        why = f"{unit.name} has not made a Normal, Advance or Fall Back move this phase"
        yield Reason(rule=EMBARK, why=why, of=unit.name)
    if state.token(unit.name, DISEMBARKED) is not None:
        yield Reason(rule=EMBARK, why=f"{unit.name} has disembarked in this phase", of=unit.name)
    limit = state.range("embark")
    here = [each for each in state.models_of(unit.name) if each.on_board]
    if not here:
        yield Reason(rule=EMBARK, why=f"{unit.name} is not on the battlefield", of=unit.name)
    for model in here:
        claim = gap_between(state, EMBARK, model.name, transport.name, limit)
        if not claim.holds and model.pose is not None:
            why = f"{model.name} is not within {limit:g} in of {transport.name}"
            yield Reason(rule=EMBARK, why=why, claim=claim, of=model.name, at=model.pose.point)
    yield from against_capacity(state, transport, unit.name)


def against_capacity(state: State, transport: Model, unit: str) -> Iterator[Reason]:
    """Whether the transport has room for a unit besides those aboard; no capacity given is no limit."""
    capacity = transport.profile.capacity
    if capacity is None:
        return
    aboard = sum(1 for each in state.models.values() if each.where == "embarked" and _is_in(each, transport))
    wanted = sum(1 for each in state.models_of(unit) if each.where not in ("gone", "embarked"))
    if aboard + wanted > capacity:
        why = f"{transport.name} holds {capacity} models; {aboard} are aboard and {unit} has {wanted}"
        yield Reason(rule=CAPACITY, why=why, of=transport.name)


def disembark(play: Play, order: Disembark) -> None:
    """The unit is set up; before the transport moves it acts normally, after that it moves and charges no more."""
    poses = landing_places(play.state, order)
    transport = transport_of(play.state, order.unit)
    when = "before" if transport is None or moved_as(play.state, transport.unit) is None else "after"
    play.do(UnitSetUp(rule=DISEMBARK, unit=order.unit, kind="disembarked", models=poses))
    play.do(TokenSet(rule=DISEMBARK, holder=order.unit, token=DISEMBARKED, value=when, until="turn"))


def disembarking(state: State, order: Disembark) -> Iterator[Reason]:
    """Everything against disembarking: what the transport did, and each model's place."""
    unit = state.units[order.unit]
    transport = transport_of(state, order.unit)
    if transport is None:
        yield Reason(rule=DISEMBARK, why=f"{order.unit} is not embarked", of=order.unit)
        return
    if not transport.on_board:
        why = f"{transport.name} is not on the battlefield ({transport.where})"
        yield Reason(rule=DISEMBARK, why=why, of=transport.name)
        return
    if state.phase != "movement" or state.player != unit.player:
        yield Reason(rule=DISEMBARK, why=f"only in {unit.player}'s movement phase", of=unit.name)
    yield from after_the_step(state, DISEMBARK)
    if state.token(unit.name, EMBARKED) is not None:
        yield Reason(rule=DISEMBARK, why=f"{unit.name} did not start the phase embarked", of=unit.name)
    if moved_as(state, transport.unit) in ("advance", "fall_back"):
        why = f"{transport.name} has Advanced or Fallen Back this turn"
        yield Reason(rule=DISEMBARK, why=why, of=transport.name)
    poses = landing_places(state, order)
    after, standing = with_poses(state, poses), Standing(state, poses)
    limit = state.range("disembark")
    for name, pose in poses.items():
        claim = farthest_from(after, DISEMBARK, name, transport.name, limit, a_pose=pose)
        if not claim.holds:
            why = f"{name} would not be wholly within {limit:g} in of {transport.name}"
            yield Reason(rule=DISEMBARK, why=why, claim=claim, of=name, at=pose.point)
        yield from against_standing(standing, name)
        yield from against_engagement(standing, name)
        yield from against_objectives(standing, name)
    yield from against_coherency(state, order.unit, poses)


def transport_of(state: State, unit: str) -> Model | None:
    """The model that a unit is aboard of."""
    for model in state.models_of(unit):
        if model.where == "embarked" and model.transport is not None:
            return state.find_model(model.transport)
    return None


def landing_places(state: State, order: Disembark) -> dict[str, Pose]:
    """Where each model that is aboard would stand; OrderError when the places do not fit the unit."""
    models = [each for each in state.models_of(order.unit) if each.where == "embarked"]
    transport = transport_of(state, order.unit)
    level = transport.pose.z if transport is not None and transport.pose is not None else 0.0

    def lookup(name: str) -> tuple[Shape, float]:
        return footprint_of(state, name)

    try:
        if isinstance(order.at, Grid):
            poses = grid_poses(order.at, len(models), models[0].profile.base, 0.0, lookup) if models else []
        else:
            pairs = zip(models, order.at, strict=False)
            poses = [resolve(place, model.profile.base, 0.0, level, lookup) for model, place in pairs]
    except ValueError as fault:
        raise OrderError(str(fault)) from fault
    if models and len(poses) != len(models):
        raise OrderError(f"{len(poses)} places for the {len(models)} models of {order.unit} that are aboard")
    return {model.name: pose for model, pose in zip(models, poses, strict=False)}


def judged(state: State) -> Iterator[Reason]:
    """Every fault of who starts aboard: what they are in is no friendly TRANSPORT, is aboard itself, or is too full."""
    aboard: dict[str, list[Model]] = {}
    for model in state.models.values():
        if model.where == "embarked" and model.transport is not None:
            aboard.setdefault(state.model(model.transport).name, []).append(model)
    for name, passengers in aboard.items():
        transport, first = state.models[name], passengers[0]
        if "TRANSPORT" not in transport.keywords or transport.player != first.player or transport.where == "embarked":
            why = f"{first.unit} is aboard {name}, which is no friendly TRANSPORT on the table"
            yield Reason(rule=EMBARK, why=why, of=first.unit)
        if transport.profile.capacity is not None and len(passengers) > transport.profile.capacity:
            why = f"{name} holds {transport.profile.capacity} models and {len(passengers)} are aboard"
            yield Reason(rule=CAPACITY, why=why, of=name)


def _is_in(model: Model, transport: Model) -> bool:
    return model.transport in (transport.name, transport.unit, transport.alias)
