"""From a move order to poses: which model goes where, by path, target or displacement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlefield.geometry.shapes import Pose, Shape
from battlefield.orders.base import Place, Spot
from battlefield.orders.core import Move
from battlefield.places import resolve
from battlefield.play import OrderError
from battlefield.rules.core.setting_up import footprint_of
from battlefield.state import Model, State

Paths = Mapping[str, tuple[Pose, ...]]


def planned(state: State, order: Move) -> Paths:
    """Each model's path, its start left out; OrderError when the order does not give one."""
    if order.by is not None:
        dx, dy = order.by
        return {
            each.name: (Pose(each.pose.x + dx, each.pose.y + dy, each.pose.z, each.pose.facing),)
            for each in state.models_of(order.unit or "")
            if each.on_board and each.pose is not None
        }
    given = dict(order.paths)
    if order.model is not None:
        given[order.model] = order.path
    if not given:
        raise OrderError("the move names no path")
    return {state.model(name).name: _resolved(state, state.model(name), path, order) for name, path in given.items()}


def units_of(state: State, paths: Paths) -> list[str]:
    """The units whose models move, in order."""
    return list(dict.fromkeys(state.models[name].unit for name in paths))


def ends_of(paths: Paths) -> dict[str, Pose]:
    """Where each path ends."""
    return {name: path[-1] for name, path in paths.items() if path}


def _resolved(state: State, model: Model, path: Sequence[Place], order: Move) -> tuple[Pose, ...]:
    def lookup(name: str) -> tuple[Shape, float]:
        return footprint_of(state, name)

    facing, level = (model.pose.facing, model.pose.z) if model.pose is not None else (0.0, 0.0)
    poses: list[Pose] = []
    try:
        for place in path:
            pose = resolve(place, model.profile.base, facing, level, lookup)
            facing, level = pose.facing, pose.z
            poses.append(pose)
    except ValueError as fault:
        raise OrderError(str(fault)) from fault
    if poses and order.facing is not None and not (isinstance(path[-1], Spot) and path[-1].facing is not None):
        poses[-1] = poses[-1]._replace(facing=order.facing)
    return tuple(poses)
