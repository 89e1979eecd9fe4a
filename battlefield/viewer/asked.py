"""What a refused order asked for: paths and places, as far as it names them by coordinates or its reasons by poses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from battlefield.events.core import Reason
from battlefield.geometry.shapes import Pose
from battlefield.state import Model, State
from battlefield.viewer.walk import Walk


@dataclass(frozen=True, slots=True)
class Asked:
    """The walks that models were to make, and where each was to stand at the end."""

    walks: Mapping[str, Walk] = field(default_factory=dict)
    places: Mapping[str, Pose] = field(default_factory=dict)


def asked_for(state: State, asked: Mapping[str, Any], reasons: Sequence[Reason] = ()) -> Asked:
    """What an order, as it was put, asked of a state; what is not plain in it is left out."""
    ends = _ends(state, reasons)
    walks: dict[str, Walk] = {}
    for name, path in {**_moves(state, asked), **_measured(state, reasons)}.items():
        walks[name] = _walk(state.models[name], path)
    if asked.get("do") in ("move", None):
        for name, pose in ends.items():
            if name not in walks and state.models[name].on_board:
                walks[name] = _walk(state.models[name], (pose,))
    stands = {name: walk.path[-1] for name, walk in walks.items()}
    return Asked(walks, {**stands, **_set_up(state, asked), **{k: v for k, v in ends.items() if k not in walks}})


def as_asked(state: State, asked: Asked) -> State:
    """The state as it would be with every model where it was to stand."""
    there = {name: replace(state.models[name], where="board", pose=pose) for name, pose in asked.places.items()}
    return state.with_models(there) if there else state


def _walk(model: Model, path: Iterable[Pose]) -> Walk:
    assert model.pose is not None
    return Walk(model.profile.base, (model.pose, *path))


def _moves(state: State, asked: Mapping[str, Any]) -> dict[str, tuple[Pose, ...]]:
    """The paths of a move: a displacement of a unit, or coordinates one after another."""
    if asked.get("do") != "move":
        return {}
    by, unit = asked.get("by"), str(asked.get("unit"))
    if by is not None and unit in state.units:
        shifts = {each.name: each.pose for each in state.models_of(unit) if each.on_board and each.pose is not None}
        return {name: (at._replace(x=at.x + by[0], y=at.y + by[1]),) for name, at in shifts.items()}
    given = dict(asked.get("paths") or {})
    if asked.get("model") is not None:
        given[asked["model"]] = asked.get("path") or ()
    out = {}
    for name, places in given.items():
        model = state.find_model(name)
        if model is not None and model.on_board and model.pose is not None and places:
            poses = _poses(places, model.pose)
            if poses is not None:
                turned = asked.get("facing")
                if turned is not None and places[-1].get("facing") is None:
                    poses[-1] = poses[-1]._replace(facing=float(turned))
                out[model.name] = tuple(poses)
    return out


def _poses(places: Sequence[Mapping[str, Any]], start: Pose) -> list[Pose] | None:
    """Places by coordinates, each keeping what it does not name of the one before; None when one is relative."""
    here, out = start, []
    for each in places:
        if "x" not in each or "y" not in each:
            return None
        z, facing = each.get("z"), each.get("facing")
        here = Pose(
            float(each["x"]),
            float(each["y"]),
            here.z if z is None else float(z),
            here.facing if facing is None else float(facing),
        )
        out.append(here)
    return out


def _measured(state: State, reasons: Sequence[Reason]) -> dict[str, tuple[Pose, ...]]:
    """The paths that certificates of length hold."""
    out = {}
    for reason in reasons:
        claim = reason.claim
        if claim is not None and claim.measure == "length" and claim.details.get("path") and claim.a in state.models:
            model = state.models[claim.a]
            if model.on_board and model.pose is not None:
                out[claim.a] = tuple(Pose(*each) for each in claim.details["path"])
    return out


def _ends(state: State, reasons: Sequence[Reason]) -> dict[str, Pose]:
    """Where models would come to stand, from what was measured there."""
    out: dict[str, Pose] = {}
    for reason in reasons:
        claim = reason.claim
        if claim is None or reason.path_at is not None:
            continue
        for name, pose in ((claim.a, claim.a_pose), (claim.b, claim.b_pose)):
            if name is not None and name in state.models and pose is not None:
                out.setdefault(name, pose)
    return out


def _set_up(state: State, asked: Mapping[str, Any]) -> dict[str, Pose]:
    """The places of a unit that was to be set up, one a model."""
    unit, places = str(asked.get("unit")), asked.get("at")
    if (
        asked.get("do") not in ("set_up", "disembark")
        or unit not in state.units
        or not isinstance(places, list | tuple)
    ):
        return {}
    models = [each for each in state.models_of(unit) if each.where not in ("gone", "board")]
    facing = float(asked.get("facing") or 0.0)
    out = {}
    for model, place in zip(models, places, strict=False):
        pose = _poses([place], Pose(0.0, 0.0, 0.0, facing))
        if pose is not None:
            out[model.name] = pose[0]
    return out
