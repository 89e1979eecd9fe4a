"""Moving by plain paths: allowance, and where the move ends; interruptions on the way.

Source rules: move.length, move.normal, setup.*; rulings A3, A4, B1, B4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from battlefield.certificate import Certificate
from battlefield.certify import engagement, length_of
from battlefield.events.core import ModelMoved, Reason
from battlefield.geometry.paths import cut, way_travelled
from battlefield.geometry.shapes import Pose, Shape
from battlefield.orders.base import Place, Spot
from battlefield.orders.core import Move
from battlefield.places import resolve
from battlefield.play import OrderError, Play, Stop
from battlefield.rules.core.coherency import against_coherency
from battlefield.rules.core.placing import against_engagement, against_objectives, against_standing
from battlefield.rules.core.setting_up import footprint_of
from battlefield.state import Model, State

Paths = Mapping[str, tuple[Pose, ...]]


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far a model may still move this phase (None: its M is not given), and how far it has moved."""

    left: float | None
    moved: float


def planned(state: State, order: Move) -> Paths:
    """Each model's path, its start left out; OrderError when the order does not give one."""
    if order.kind != "normal":
        raise OrderError(f"a move of the kind {order.kind} is not carried out yet")
    if order.by is not None:
        dx, dy = order.by
        unit = order.unit or ""
        return {
            each.name: (Pose(each.pose.x + dx, each.pose.y + dy, each.pose.z, each.pose.facing),)
            for each in state.models_of(unit)
            if each.on_board and each.pose is not None
        }
    given = dict(order.paths)
    if order.model is not None:
        given[order.model] = order.path
    if not given:
        raise OrderError("the move names no path")
    return {state.model(name).name: _resolved(state, state.model(name), path, order) for name, path in given.items()}


def move(play: Play, order: Move) -> None:
    """Each model of the order moves along its path, in the order's order."""
    for name, path in planned(play.state, order).items():
        if play.state.models[name].on_board:
            travel(play, name, path, order.kind)


def travel(play: Play, name: str, path: Sequence[Pose], kind: str) -> None:
    """One model moves, interrupted at each stop on its way as long as it is there to go on."""
    done: set[str] = set()
    rest, leg = list(path), 1
    while True:
        model = play.state.models[name]
        stop = _first_stop(play, model, rest, done)
        ahead, rest = cut(_from(model), rest, stop.at) if stop else (list(rest), [])
        _walk(play, model, ahead, kind, leg, last=not rest)
        leg += 1
        if stop:
            done.add(stop.key)
            stop.then(play)
        if not rest or not play.state.models[name].on_board:
            return


def refusals(state: State, order: Move) -> Sequence[Reason]:
    """Everything against a move: whose turn it is, engaged units, the allowance, where it ends."""
    paths = planned(state, order)
    reasons = [] if order.forced else [*_out_of_turn(state, paths), *_engaged(state, paths)]
    for name, path in paths.items():
        if not state.models[name].on_board:
            where = state.models[name].where
            reasons.append(Reason(rule="move.normal", why=f"{name} is not on the battlefield ({where})", of=name))
        else:
            reasons.extend(_too_far(state, name, path))
    ends = {name: path[-1] for name, path in paths.items() if path}
    for name in ends:
        reasons.extend(against_standing(state, name, ends))
        reasons.extend(against_engagement(state, name, ends))
        reasons.extend(against_objectives(state, name, ends))
    for unit in dict.fromkeys(state.models[name].unit for name in paths):
        reasons.extend(against_coherency(state, unit, ends))
    return reasons


def allowance_of(state: State, model: Model) -> Allowance:
    """What is left of a model's M in this phase."""
    token = state.token(model.name, "moved")
    moved = float(token.value) if token is not None and isinstance(token.value, float | int) else 0.0
    return Allowance(None if model.profile.move is None else model.profile.move - moved, moved)


def _resolved(state: State, model: Model, path: Sequence[Place], order: Move) -> tuple[Pose, ...]:
    def lookup(name: str) -> tuple[Shape, float]:
        return footprint_of(state, name)

    facing, level = (model.pose.facing, model.pose.z) if model.pose is not None else (0.0, 0.0)
    poses: list[Pose] = []
    try:
        for place in path:
            pose = resolve(place, model.profile.base, facing, level, lookup)
            facing = pose.facing
            poses.append(pose)
    except ValueError as fault:
        raise OrderError(str(fault)) from fault
    if poses and order.facing is not None and not (isinstance(path[-1], Spot) and path[-1].facing is not None):
        poses[-1] = poses[-1]._replace(facing=order.facing)
    return tuple(poses)


def _from(model: Model) -> Pose:
    if model.pose is None:
        raise OrderError(f"{model.name} is not on the battlefield")
    return model.pose


def _first_stop(play: Play, model: Model, path: Sequence[Pose], done: set[str]) -> Stop | None:
    found = [system.on_the_way(play.state, model, path) for system in play.systems]
    stops = [stop for stop in found if stop is not None and stop.key not in done]
    return min(stops, key=lambda stop: stop.at, default=None)


def _walk(play: Play, model: Model, path: Sequence[Pose], kind: str, leg: int, *, last: bool) -> None:
    if not path:
        return
    allowance = allowance_of(play.state, model)
    length = way_travelled(model.profile.base, [_from(model), *path])
    claim = _length_claim(play.state, model, path)
    play.do(
        ModelMoved(
            rule="move.length",
            claims=() if claim is None else (claim,),
            model=model.name,
            kind=kind,
            path=tuple(path),
            length=length,
            moved_this_phase=allowance.moved + length,
            allowance=allowance.left,
            leg=leg,
            last=last,
        )
    )


def _length_claim(state: State, model: Model, path: Sequence[Pose]) -> Certificate | None:
    left = allowance_of(state, model).left
    length = way_travelled(model.profile.base, [_from(model), *path])
    return None if left is None else length_of(state, "move.length", model.name, length, left, path)


def _too_far(state: State, name: str, path: Sequence[Pose]) -> list[Reason]:
    model = state.models[name]
    claim = _length_claim(state, model, path)
    if claim is None or claim.holds or not isinstance(claim.value, float) or not isinstance(claim.limit, float | int):
        return []
    why = f"{name} would move {claim.value:.6g} in and may move {claim.limit:g} in"
    return [Reason(rule="move.length", why=why, claim=claim, of=name, at=path[-1].point, path_at=max(claim.limit, 0.0))]


def _out_of_turn(state: State, paths: Paths) -> list[Reason]:
    if state.phase is None:
        return [Reason(rule="move.normal", why="the battle has not begun; nobody moves while armies are deployed")]
    players = dict.fromkeys(state.models[name].player for name in paths)
    wrong = [player for player in players if player != state.player]
    if state.phase == "movement" and not wrong:
        return []
    why = f"it is the {state.phase} phase of {state.player}; a Normal move is made in one's own movement phase"
    return [Reason(rule="move.normal", why=why)]


def _engaged(state: State, paths: Paths) -> list[Reason]:
    """An engaged unit may only Remain Stationary or Fall Back (B1): the first pair of each unit that shows it."""
    reasons: list[Reason] = []
    for unit in dict.fromkeys(state.models[name].unit for name in paths):
        for model in (each for each in state.models_of(unit) if each.on_board and each.pose is not None):
            here = {model.name: model.pose} if model.pose is not None else {}
            found = next(iter(against_engagement(state, model.name, here)), None)
            if found is not None and found.claim is not None and found.claim.b is not None:
                claim = engagement(state, model.name, found.claim.b)
                why = f"{unit} is engaged with {found.claim.b}; it may only Remain Stationary or Fall Back"
                reasons.append(Reason(rule="move.normal", why=why, claim=claim, of=unit, at=found.at))
                break
    return reasons
