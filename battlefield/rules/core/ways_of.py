"""The shortest legal way of a model to where it may engage: what bars it, what it must keep off, where it may end.

Source rules: move.charge_distance, move.charge, artifact.claim; rulings A3, A4, B6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf
from typing import Any

from battlefield.geometry.crossings import circle_crossings
from battlefield.geometry.measure import centre, closer_than, radius_around, vertical_gap, within
from battlefield.geometry.shapes import Base, Disc, Point, Pose, Shape
from battlefield.geometry.ways import Barrier, Goal, Way, WayFinder, mover_of
from battlefield.state import Model, State

HEAVY = frozenset({"VEHICLE", "MONSTER"})
Kin = tuple[Base, float, bool, bool, float, float]
"""What two models have in common whose ways lead over the same ground: base, facing, whether they fly, are heavy, and
from where up to where they reach."""


@dataclass(frozen=True, slots=True)
class ModelWay:
    """A model's shortest way: `way` is None when there is none, and then `blocker` says what stands first in it.

    `kind`: what moved (a disc, or a base that keeps its facing).
    """

    model: str
    way: Way | None
    blocker: str | None
    kind: str

    @property
    def length(self) -> float:
        """Its length in inches; infinite without one."""
        return inf if self.way is None else self.way.length


@dataclass
class Ways:
    """The ways of one unit that may engage the enemy units named in `allowed` and no other: ground made ready once."""

    state: State
    unit: str
    allowed: frozenset[str]
    longest: float = 12.0
    _finders: dict[Kin, WayFinder] = field(default_factory=dict)

    def to_engage(
        self, model: Model, targets: Sequence[Model], placed: Mapping[str, Pose] | None = None, most: float = 12.0
    ) -> ModelWay:
        """The shortest way to within Engagement Range of one of the targets.

        `placed`: models of the own unit that have found their end places. A target too far up or down cannot be
        engaged from where the model stands.
        """
        horizontal, vertical = self.state.range_pair("engagement")
        level = [each for each in targets if _level_with(model, each, vertical)]
        if not level:
            return ModelWay(model.name, None, targets[0].name if targets else None, self._kind(model))
        goal = self._goal(model, [each.footprint for each in level], horizontal, placed or {})
        return self._way(model, goal, most)

    def to_engage_all(self, model: Model, groups: Sequence[Sequence[Model]], most: float) -> ModelWay:
        """The shortest way found to within Engagement Range of one model of each of several groups at once.

        Tried are the places where a way to one of them ends, and, for round bases, those in range of two at its very
        edge; with these it is exact, for other bases a way may be missed.
        """
        reach = self.state.range_pair("engagement")[0]
        found = [self.to_engage(model, group, most=most) for group in groups]
        shape = model.footprint
        for one, other in combinations([each.footprint for group in groups for each in group], 2):
            if isinstance(shape, Disc) and isinstance(one, Disc) and isinstance(other, Disc):
                for place in circle_crossings(one, other, shape.radius + reach):
                    there = Disc(*place, shape.radius)
                    found.append(self._way(model, Goal.point(place, self._ends(model, [there], 0.0, {})), most))
        best = ModelWay(model.name, None, found[0].blocker, self._kind(model))
        for each in found:
            if each.way is not None and each.length < best.length and _engages_all(model, each.way, groups, reach):
                best = each
        return best

    def to_join(self, model: Model, placed: Mapping[str, Pose], most: float) -> ModelWay:
        """The shortest way to within coherency of a model of the own unit that has found its end place."""
        shapes = [self.state.models[name].footprint_at(pose) for name, pose in placed.items()]
        return self._way(model, self._goal(model, shapes, self.state.range_pair("coherency")[0], placed), most)

    def within(self, model: Model, inches: float, tolerance: float = 0.01) -> Any:
        """Where the model's centre can be after so many inches of legal way, as a shapely geometry, to `tolerance`.

        Whether it may end there is not asked.
        """
        if model.pose is None or not model.on_board:
            raise ValueError(f"{model.name} is not on the battlefield")
        return self._finder(model).reach(model.pose.point, inches, tolerance)

    def to_token(self, model: Model, token: Disc, clear_of: Sequence[Barrier], most: float) -> ModelWay:
        """The shortest way to within Engagement Range of a token, off what is given at its end (artifact.claim)."""
        reach = self.state.range_pair("engagement")[0]
        goal = self._goal(model, [token], reach, {})
        return self._way(model, replace(goal, clear_of=(*goal.clear_of, *clear_of)), most)

    def _way(self, model: Model, goal: Goal, most: float) -> ModelWay:
        finder, pose = self._finder(model), model.pose
        if pose is None:
            return ModelWay(model.name, None, None, self._kind(model))
        way = finder.shortest(pose.point, goal, most)
        blocker = None if way is not None else finder.first_blocker(pose.point, goal)
        return ModelWay(model.name, way, blocker, self._kind(model))

    def _finder(self, model: Model) -> WayFinder:
        kin = _kin(model)
        if kin not in self._finders:
            board = self.state.board
            mover = mover_of(model.profile.base, kin[1])
            self._finders[kin] = WayFinder(mover, self._barriers(model), board.width, board.height)
        return self._finders[kin]

    def _kind(self, model: Model) -> str:
        return self._finder(model).mover.kind

    def _barriers(self, model: Model) -> list[Barrier]:
        """What a model keeps off: impassable ground, models not to be passed, foreign Engagement Ranges.

        What is farther from the whole unit than the longest way cannot matter and is left out.
        """
        state, (_, _, flies, heavy, _, _) = self.state, _kin(model)
        reach, vertical = state.range_pair("engagement")
        found = [] if flies else [Barrier(each.name, each.area) for each in state.terrain if each.bars]
        starts = [each.footprint for each in state.models_of(self.unit) if each.on_board]
        for other in state.on_board():
            if not _any_near(other.footprint, starts, self.longest + reach):
                continue
            if other.player != model.player:
                if other.unit not in self.allowed:
                    if not _level_with(model, other, vertical):
                        continue  # too far up or down to engage, and so to be in the way
                    found.append(Barrier(other.name, other.footprint, reach, open_=True))
                elif not flies:
                    found.append(Barrier(other.name, other.footprint))
            elif heavy and not flies and other.keywords & HEAVY and other.unit != self.unit:
                found.append(Barrier(other.name, other.footprint))
        return found

    def _goal(self, model: Model, targets: Sequence[Shape], d: float, placed: Mapping[str, Pose]) -> Goal:
        return Goal(targets=tuple(targets), d=d, clear_of=self._ends(model, targets, d, placed))

    def _ends(
        self, model: Model, targets: Sequence[Shape], d: float, placed: Mapping[str, Pose]
    ) -> tuple[Barrier, ...]:
        """What a model may pass but not end on: models of other units, and those of its own already placed.

        Only what is near enough to a target to be in the way of an end place counts.
        """
        state = self.state
        across = 2 * radius_around(model.footprint, centre(model.footprint))
        shapes = [(each.name, each.footprint) for each in state.on_board() if each.unit != self.unit]
        shapes += [(name, state.models[name].footprint_at(pose)) for name, pose in placed.items()]
        near = [(name, shape) for name, shape in shapes if _any_near(shape, targets, d + across)]
        ends = [Barrier(name, shape) for name, shape in near]
        if "FLY" in model.keywords:
            ends += [Barrier(each.name, each.area) for each in state.terrain if each.bars]
        return tuple(ends)


def _any_near(shape: Shape, targets: Sequence[Shape], reach: float) -> bool:
    return any(closer_than(shape, target, reach) for target in targets)


def _kin(model: Model) -> Kin:
    facing = 0.0 if model.pose is None or isinstance(model.footprint, Disc) else model.pose.facing
    low, high = (0.0, 0.0) if model.pose is None else (model.solid.low, model.solid.high)
    return (model.profile.base, facing, "FLY" in model.keywords, bool(model.keywords & HEAVY), low, high)


def _engages_all(model: Model, way: Way, groups: Sequence[Sequence[Model]], reach: float) -> bool:
    shape = model.footprint_at(end_of(model, way.end))
    return all(any(closer_than(shape, each.footprint, reach) for each in group) for group in groups)


def end_of(model: Model, place: Point) -> Pose:
    """A model's pose at the end of a way: its height and facing are kept."""
    pose = model.pose or Pose(0.0, 0.0)
    return Pose(place[0], place[1], pose.z, pose.facing)


def _level_with(model: Model, target: Model, vertical: float) -> bool:
    """Whether the model, where it stands, is near enough in height to engage the target."""
    here, there = model.solid, target.solid
    return within(vertical_gap(here.low, here.high, there.low, there.high), vertical)
