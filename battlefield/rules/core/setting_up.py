"""Setting a unit up by an order, and judging a set-up as a whole.

Source rules: setup.*, move.disembark (who is aboard is not set up).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlefield.events.core import Reason, TokenSet, UnitSetUp
from battlefield.geometry.shapes import Pose, Shape
from battlefield.named import solid_of
from battlefield.orders.base import Grid
from battlefield.orders.core import SetUp
from battlefield.places import grid_poses, resolve
from battlefield.play import OrderError, Play
from battlefield.rules.core.coherency import against_coherency
from battlefield.rules.core.placing import Standing, against_deployment, against_engagement, against_standing
from battlefield.rules.core.reserves import ARRIVED, arriving
from battlefield.state import State, Where

WAITING: frozenset[Where] = frozenset({"aside", "reserves"})
"""Where the models are that wait to be set up: not deployed yet, or in Reserves."""


def footprint_of(state: State, name: str) -> tuple[Shape, float]:
    """The footprint and elevation of anything that has one, for relative places; ValueError for the rest."""
    solid = solid_of(state, name)
    return solid.shape, solid.low


def planned(state: State, order: SetUp) -> Mapping[str, Pose]:
    """Where each model of the unit would stand; OrderError when the places do not fit the unit."""
    every = list(state.models_of(order.unit))
    models = [each for each in every if each.where != "gone"]
    facing = order.facing or 0.0

    def lookup(name: str) -> tuple[Shape, float]:
        return footprint_of(state, name)

    try:
        if isinstance(order.at, Grid):
            poses = grid_poses(order.at, len(models), models[0].profile.base, facing, lookup)
        else:
            places = list(order.at)
            if len(places) == len(every):  # a place for each that the unit had: those of the fallen stay empty
                places = [place for place, model in zip(places, every, strict=True) if model.where != "gone"]
            pairs = zip(models, places, strict=False)
            poses = [resolve(place, model.profile.base, facing, 0.0, lookup) for model, place in pairs]
            if len(places) > len(models):
                raise ValueError(f"{len(places)} places for the {len(models)} models of {order.unit}")
    except ValueError as fault:
        raise OrderError(str(fault)) from fault
    if len(poses) != len(models):
        raise OrderError(f"{len(poses)} places for the {len(models)} models of {order.unit}")
    return {model.name: pose for model, pose in zip(models, poses, strict=True)}


def set_up(play: Play, order: SetUp) -> None:
    """The unit stands where the order puts it; from Reserves it has moved for this turn."""
    poses = planned(play.state, order)
    arrives = from_reserves(play.state, order)
    kind = "deployed" if play.state.deploying else "deep strike" if order.kind == "deep_strike" else "in play"
    rule = "move.deep_strike" if arrives else "setup.on_board"
    play.do(UnitSetUp(rule=rule, unit=order.unit, kind=kind, models=poses))
    if arrives:
        play.do(TokenSet(rule=rule, holder=order.unit, token=ARRIVED, value=order.kind, until="turn"))


def from_reserves(state: State, order: SetUp) -> bool:
    """Whether the order brings a unit from Reserves into a battle that has begun."""
    waiting = any(each.where == "reserves" for each in state.models_of(order.unit))
    return state.phase is not None and (waiting or order.kind == "deep_strike")


def refusals(state: State, order: SetUp) -> Sequence[Reason]:
    """Everything against the places: standing, deployment while armies are deployed, coherency."""
    models = list(state.models_of(order.unit))
    aboard = next((each for each in models if each.where == "embarked"), None)
    if aboard is not None:
        why = f"{order.unit} is aboard {aboard.transport}, and comes out of it only by disembarking"
        return [Reason(rule="move.disembark", why=why, of=order.unit)]
    if not any(each.where in WAITING for each in models):
        return [Reason(rule="setup.on_board", why=f"{order.unit} has no model that waits to be set up", of=order.unit)]
    poses = planned(state, order)
    standing = Standing(state, poses)
    reasons = [reason for name in poses for reason in against_standing(standing, name)]
    for name in poses:
        against = against_deployment if state.deploying else against_engagement
        reasons.extend(against(standing, name))
    reasons.extend(against_coherency(state, order.unit, poses))
    if from_reserves(state, order):
        reasons.extend(arriving(state, order, dict(poses)))
    return reasons


def judged(state: State) -> Sequence[Reason]:
    """Every fault of the set-up: of each model's place, and of each unit's coherency."""
    standing = Standing(state, {model.name: model.pose for model in state.on_board() if model.pose is not None})
    reasons = [reason for name in standing.poses for reason in _faults(standing, name)]
    for unit in state.units.values():
        if any(each.on_board for each in state.models_of(unit.name)):
            reasons.extend(against_coherency(state, unit.name, standing=standing))
    return reasons


def _faults(standing: Standing, name: str) -> list[Reason]:
    faults = list(against_standing(standing, name))
    if standing.state.deploying:
        faults.extend(
            fault
            for fault in against_deployment(standing, name)
            if fault.rule != "setup.engagement" or _named_once(standing.state, fault)
        )
    return faults


def _named_once(state: State, fault: Reason) -> bool:
    """A pair of enemies is one fault: told of the model of the player later in the turn order."""
    if fault.claim is None or fault.claim.b is None:
        return True
    order = [player.name for player in state.players]
    of, other = state.model(fault.claim.a), state.model(fault.claim.b)
    return order.index(of.player) > order.index(other.player)
