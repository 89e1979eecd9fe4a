"""Where a model may stand: every reason against a place, each with its certificate.

Source rules: setup.on_board, setup.no_overlap, setup.impassable, setup.zone, setup.engagement, setup.objective,
setup.coherency.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from battlefield.certify import (
    BATTLEFIELD,
    ZONE_SUFFIX,
    engagement,
    inside_of,
    overlap_of,
)
from battlefield.events.core import Reason
from battlefield.geometry.areas import overlaps
from battlefield.geometry.measure import closer_than, vertical_gap, within
from battlefield.geometry.shapes import Pose
from battlefield.geometry.solids import Solid
from battlefield.state import Model, State

Poses = Mapping[str, Pose]


def with_poses(state: State, poses: Poses) -> State:
    """The state as it would be with these models standing there."""
    return state.with_models(
        {name: replace(state.models[name], where="board", pose=pose) for name, pose in poses.items()}
    )


def against_standing(state: State, name: str, poses: Poses) -> Iterator[Reason]:
    """Everything against a model's standing where `poses` puts it: the board, other bases, impassable ground.

    `poses` holds every model that is placed at the same moment; the others stand where the state has them.
    """
    yield from _on_board(state, name, poses)
    yield from _overlaps(state, name, poses)
    yield from _impassable(state, name, poses)


def against_deployment(state: State, name: str, poses: Poses) -> Iterator[Reason]:
    """What is besides against deploying a model there: its zone, enemies in Engagement Range, objective markers."""
    yield from _zone(state, name, poses)
    yield from against_engagement(state, name, poses)
    yield from against_objectives(state, name, poses)


def against_engagement(state: State, name: str, poses: Poses) -> Iterator[Reason]:
    """Every enemy within whose Engagement Range the model would be (setup.engagement)."""
    model = state.models[name]
    reach = state.range_pair("engagement")[0]
    solid = model.solid_at(poses[name])
    for enemy in state.enemies_of(model.player):
        if closer_than(solid.shape, _solid(enemy, poses).shape, reach):
            claim = engagement(state, name, enemy.name, poses[name], poses.get(enemy.name))
            if claim.holds:
                why = f"{name} would be within Engagement Range of {enemy.name}"
                yield Reason(rule="setup.engagement", why=why, claim=claim, of=name, at=poses[name].point)


def against_objectives(state: State, name: str, poses: Poses) -> Iterator[Reason]:
    """Every objective marker on top of which the model would end (setup.objective, A6)."""
    solid = state.models[name].solid_at(poses[name])
    for marker in state.markers.values():
        if _heights_meet(solid, marker.solid):
            claim = overlap_of(state, "setup.objective", name, marker.name, poses[name])
            if not claim.holds:
                claim = replace(claim, rulings=(*claim.rulings, "A6"))
                why = f"{name} would stand on top of {marker.name}"
                yield Reason(rule="setup.objective", why=why, claim=claim, of=name, at=poses[name].point)


def _on_board(state: State, name: str, poses: Poses) -> Iterator[Reason]:
    claim = inside_of(state, "setup.on_board", name, BATTLEFIELD, poses[name])
    if not claim.holds:
        why = f"{name} would stick out of the battlefield"
        yield Reason(rule="setup.on_board", why=why, claim=claim, of=name, at=poses[name].point)


def _overlaps(state: State, name: str, poses: Poses) -> Iterator[Reason]:
    solid = state.models[name].solid_at(poses[name])
    for other in state.on_board():
        if other.name == name or (other.name in poses and other.name < name):
            continue
        yield from _overlap(state, name, solid, other, poses)
    for other_name in poses:
        if name < other_name and not state.models[other_name].on_board:
            yield from _overlap(state, name, solid, state.models[other_name], poses)


def _overlap(state: State, name: str, solid: Solid, other: Model, poses: Poses) -> Iterator[Reason]:
    there = _solid(other, poses)
    if not _heights_meet(solid, there) or not closer_than(solid.shape, there.shape, 0.0):
        return
    claim = overlap_of(state, "setup.no_overlap", name, other.name, poses[name], poses.get(other.name))
    if not claim.holds:
        why = f"{name} would overlap {other.name}"
        yield Reason(rule="setup.no_overlap", why=why, claim=claim, of=name, at=poses[name].point)


def _impassable(state: State, name: str, poses: Poses) -> Iterator[Reason]:
    solid = state.models[name].solid_at(poses[name])
    for terrain in state.terrain:
        if terrain.bars and _reaches(solid, terrain.elevation) and overlaps(solid.shape, terrain.area):
            claim = overlap_of(state, "setup.impassable", name, terrain.name, poses[name])
            if not claim.holds:
                why = f"{name} would stand on impassable {terrain.name}"
                yield Reason(rule="setup.impassable", why=why, claim=claim, of=name, at=poses[name].point)


def _zone(state: State, name: str, poses: Poses) -> Iterator[Reason]:
    player = state.player_named(state.models[name].player)
    if player.zone is None:
        return
    claim = inside_of(state, "setup.zone", name, f"{player.name}{ZONE_SUFFIX}", poses[name])
    if not claim.holds:
        why = f"{name} would not be wholly within {player.name}'s deployment zone"
        yield Reason(rule="setup.zone", why=why, claim=claim, of=name, at=poses[name].point)


def _solid(model: Model, poses: Poses) -> Solid:
    pose = poses.get(model.name)
    return model.solid if pose is None else model.solid_at(pose)


def _heights_meet(a: Solid, b: Solid) -> bool:
    return within(vertical_gap(a.low, a.high, b.low, b.high), 0.0)


def _reaches(solid: Solid, elevation: float) -> bool:
    """Whether a model is not wholly below a feature: it may stand under a bridge, not on it."""
    return within(elevation, solid.high)
