"""Where a model may stand: every reason against a place, each with its certificate.

Source rules: setup.on_board, setup.no_overlap, setup.impassable, setup.zone, setup.engagement, setup.objective.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from battlefield.certify import engagement, inside_of, overlap_of
from battlefield.events.core import Reason
from battlefield.geometry.areas import is_inside, overlaps
from battlefield.geometry.crowd import Crowd
from battlefield.geometry.inside import inside_rectangle
from battlefield.geometry.measure import closer_than, vertical_gap, within
from battlefield.geometry.shapes import Pose
from battlefield.geometry.solids import Solid
from battlefield.named import BATTLEFIELD, ZONE_SUFFIX
from battlefield.rooms import engagement_reach
from battlefield.state import Model, State

Poses = Mapping[str, Pose]


def with_poses(state: State, poses: Poses) -> State:
    """The state as it would be with these models standing there."""
    return state.with_models(
        {name: replace(state.models[name], where="board", pose=pose) for name, pose in poses.items()}
    )


@dataclass
class Standing:
    """A state with some models put elsewhere, or down, at one moment: who would stand where, and near whom.

    `among`: the only ones that are looked at, where the others are known to be too far away to matter.
    """

    state: State
    poses: Poses = field(default_factory=dict)
    among: Collection[str] | None = None

    @cached_property
    def crowd(self) -> Crowd:
        """Everybody on the battlefield, in file order."""
        solids = {}
        every = self.state.models
        for model in every.values() if self.among is None else (every[name] for name in every if name in self.among):
            pose = self.poses.get(model.name)
            if pose is not None:
                solids[model.name] = model.solid_at(pose)
            elif model.on_board:
                solids[model.name] = model.solid
        state = self.state
        return Crowd(solids, (0.0, engagement_reach(state), state.range_pair("coherency")[0]))

    @cached_property
    def on_board(self) -> frozenset[str]:
        """Models that surely lie on the battlefield; the others are looked at."""
        return self.crowd.surely_inside_board(self.state.board.width, self.state.board.height)

    @cached_property
    def off_ground(self) -> frozenset[str]:
        """Models that surely are clear of impassable ground."""
        return self.crowd.surely_clear([each.area for each in self.state.terrain if each.bars], ())

    @cached_property
    def off_markers(self) -> frozenset[str]:
        """Models that surely are clear of objective markers."""
        return self.crowd.surely_clear((), [each.solid.shape for each in self.state.markers.values()])

    @cached_property
    def in_zones(self) -> frozenset[str]:
        """Models that surely lie within their player's deployment zone, or whose player has none."""
        sure: set[str] = set()
        for player in self.state.players:
            inside = self.crowd.solids.keys() if player.zone is None else self.crowd.surely_inside(player.zone)
            sure.update(name for name in inside if self.state.models[name].player == player.name)
        return frozenset(sure)

    def solid(self, name: str) -> Solid:
        """A model's footprint and height where it would stand."""
        return self.crowd.solids[name]

    def pose(self, name: str) -> Pose:
        """Where a model would stand."""
        found = self.poses.get(name) or self.state.models[name].pose
        if found is None:
            raise ValueError(f"{name} is not on the battlefield")
        return found

    def near(self, name: str, reach: float) -> Iterator[Model]:
        """The other models whose gap to this one is within `reach`, in file order."""
        models = self.state.models
        return (models[other] for other in self.crowd.near(name, reach))


def against_standing(standing: Standing, name: str) -> Iterator[Reason]:
    """Everything against a model's standing there: the board, other bases, impassable ground.

    A pair that is placed at the same moment is told once, of the model whose name comes first.
    """
    yield from _on_board(standing, name)
    yield from _overlaps(standing, name)
    yield from _impassable(standing, name)


def against_deployment(standing: Standing, name: str) -> Iterator[Reason]:
    """What is besides against deploying a model there: its zone, enemies in Engagement Range, objective markers."""
    yield from _zone(standing, name)
    yield from against_engagement(standing, name)
    yield from against_objectives(standing, name)


def against_engagement(standing: Standing, name: str) -> Iterator[Reason]:
    """Every enemy within whose Engagement Range the model would be (setup.engagement)."""
    state, pose = standing.state, standing.pose(name)
    player = state.models[name].player
    for enemy in standing.near(name, engagement_reach(state)):  # straight, and so never too few
        if enemy.player != player:
            claim = engagement(state, name, enemy.name, pose, standing.poses.get(enemy.name))
            if claim.holds:
                why = f"{name} is within Engagement Range of {enemy.name}"
                yield Reason(rule="setup.engagement", why=why, claim=claim, of=name, at=pose.point)


def against_objectives(standing: Standing, name: str) -> Iterator[Reason]:
    """Every objective marker on top of which the model would end (setup.objective, A6); in Boarding Actions it may."""
    if name in standing.off_markers or standing.state.boarding:
        return
    solid, pose = standing.solid(name), standing.pose(name)
    for marker in standing.state.markers.values():
        if _heights_meet(solid, marker.solid) and closer_than(solid.shape, marker.solid.shape, 0.0):
            claim = overlap_of(standing.state, "setup.objective", name, marker.name, pose)
            if not claim.holds:
                claim = replace(claim, rulings=(*claim.rulings, "A6"))
                why = f"{name} stands on top of {marker.name}"
                yield Reason(rule="setup.objective", why=why, claim=claim, of=name, at=pose.point)


def _on_board(standing: Standing, name: str) -> Iterator[Reason]:
    if name in standing.on_board:
        return
    state = standing.state
    if inside_rectangle(standing.solid(name).shape, state.board.width, state.board.height).holds:
        return
    pose = standing.pose(name)
    claim = inside_of(state, "setup.on_board", name, BATTLEFIELD, pose)
    why = f"{name} sticks out of the battlefield"
    yield Reason(rule="setup.on_board", why=why, claim=claim, of=name, at=pose.point)


def _overlaps(standing: Standing, name: str) -> Iterator[Reason]:
    solid = standing.solid(name)
    for other in standing.near(name, 0.0):
        told_of_other = other.name in standing.poses and other.name < name
        if told_of_other or not _heights_meet(solid, standing.solid(other.name)):
            continue
        pose = standing.pose(name)
        there = standing.poses.get(other.name)
        claim = overlap_of(standing.state, "setup.no_overlap", name, other.name, pose, there)
        if not claim.holds:
            why = f"{name} overlaps {other.name}"
            yield Reason(rule="setup.no_overlap", why=why, claim=claim, of=name, at=pose.point)


def _impassable(standing: Standing, name: str) -> Iterator[Reason]:
    if name in standing.off_ground:
        return
    solid = standing.solid(name)
    for terrain in standing.state.terrain:
        if terrain.bars and _reaches(solid, terrain.elevation) and overlaps(solid.shape, terrain.area):
            pose = standing.pose(name)
            claim = overlap_of(standing.state, "setup.impassable", name, terrain.name, pose)
            if not claim.holds:
                why = f"{name} stands on impassable {terrain.name}"
                yield Reason(rule="setup.impassable", why=why, claim=claim, of=name, at=pose.point)


def _zone(standing: Standing, name: str) -> Iterator[Reason]:
    if name in standing.in_zones:
        return
    player = standing.state.player_named(standing.state.models[name].player)
    if player.zone is None or is_inside(standing.solid(name).shape, player.zone):
        return
    pose = standing.pose(name)
    claim = inside_of(standing.state, "setup.zone", name, f"{player.name}{ZONE_SUFFIX}", pose)
    if not claim.holds:
        why = f"{name} is not wholly within {player.name}'s deployment zone"
        yield Reason(rule="setup.zone", why=why, claim=claim, of=name, at=pose.point)


def _heights_meet(a: Solid, b: Solid) -> bool:
    return within(vertical_gap(a.low, a.high, b.low, b.high), 0.0)


def _reaches(solid: Solid, elevation: float) -> bool:
    """Whether a model is not wholly below a feature: it may stand under a bridge, not on it."""
    return within(elevation, solid.high)
