"""The shortest legal way of a model to where it may engage: what bars it, what it must keep off, where it may end.

Source rules: move.charge_distance, move.charge, artifact.claim; rulings A3, A4, A15, B6.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from battlefield.certify import engagement
from battlefield.geometry.measure import centre, closer_than, radius_around, vertical_gap, within
from battlefield.geometry.shapes import Base, Disc, Point, Pose, Shape
from battlefield.geometry.solids import Solid, solid_gap
from battlefield.geometry.ways import Barrier, Goal, Group, Way, WayFinder, mover_of
from battlefield.rooms import walls_in
from battlefield.rules.core.swept import HEAVY, not_past_one_another
from battlefield.state import Model, State

Kin = tuple[Base, float, bool, bool, float, float]
"""What two models have in common whose ways lead over the same ground: base, facing, whether they fly, are heavy, and
from where up to where they reach."""


@dataclass(frozen=True, slots=True)
class ModelWay:
    """A model's shortest way: `way` is None when there is none, and then `blocker` says what stands first in it.

    `kind`: what moved (a disc, or a base that keeps its facing). `at_least`: where the way may not be the shortest,
    what no way is shorter than. `climb`: the inches that it first climbs or descends, where it stands, to `z`.
    """

    model: str
    way: Way | None
    blocker: str | None
    kind: str
    at_least: float | None = None
    climb: float = 0.0
    z: float | None = None

    @property
    def least(self) -> float:
        """Inches below which no way can be: its length where it surely is the shortest."""
        return self.length if self.at_least is None else self.at_least

    @property
    def length(self) -> float:
        """Its length in inches; infinite without one."""
        return inf if self.way is None else self.way.length + self.climb


@dataclass
class Ways:
    """The ways of one unit that may engage the enemy units named in `allowed` and no other: ground made ready once.

    `charging`: what can FLY passes enemies, and VEHICLE and MONSTER models of one side do not pass each other (B6).
    """

    state: State
    unit: str
    allowed: frozenset[str]
    longest: float = 12.0
    charging: bool = True
    _finders: dict[tuple[Kin, object], WayFinder] = field(default_factory=dict)
    _found: dict[tuple[object, ...], ModelWay] = field(default_factory=dict)

    def to_engage(
        self, model: Model, targets: Sequence[Model], placed: Mapping[str, Pose] | None = None, most: float = 12.0
    ) -> ModelWay:
        """The shortest way to within Engagement Range of one of the targets.

        `placed`: models of the own unit that have found their end places. Where a target is too far up or down to be
        engaged from the model's height, it first climbs, where it stands, to that of the target (move.vertical). A way
        that climbs elsewhere, or less, is not looked for, and is no shorter than the way's `least`.
        """
        vertical = self.state.range_pair("engagement")[1]
        off = [each for each in targets if not _level_with(model, each, vertical)]
        found = []
        for one in (model, *self._climbers(model, [each.solid for each in off])):
            level = [each for each in targets if _level_with(one, each, vertical)]
            if level:
                found.append(self._to_engage(one, level, placed, most))
        none = ModelWay(model.name, None, targets[0].name if targets else None, self._kind(model))
        best = min(found, key=lambda each: each.length, default=none)
        if not off or walls_in(self.state) is not None:
            return best
        horizontal, here = self.state.range_pair("engagement")[0], model.solid
        gaps = [solid_gap(here, each.solid) for each in targets]
        least = min(max(gap.horizontal - horizontal, 0.0) + max(gap.vertical - vertical, 0.0) for gap in gaps)
        return replace(best, at_least=min(least, best.least))

    def _climbers(self, model: Model, solids: Sequence[Solid]) -> Iterator[Model]:
        """The model as it would stand, in its place, level with some solids; not in Boarding Actions.

        Somebody stands at those heights; floors are not modelled, so at others there may be nothing to stand on.
        """
        if model.pose is not None and walls_in(self.state) is None:
            here, z = model.solid, model.pose.z
            for height in dict.fromkeys(z + there.low - here.low for there in solids):
                yield replace(model, pose=model.pose._replace(z=height))

    def _to_engage(
        self, model: Model, level: Sequence[Model], placed: Mapping[str, Pose] | None, most: float
    ) -> ModelWay:
        """The same from the model's height, of targets that it can engage from there."""
        horizontal = self.state.range_pair("engagement")[0]
        if walls_in(self.state) is not None:
            key = (model.name, tuple(each.name for each in level), tuple((placed or {}).items()))
            if key not in self._found:  # for the longest way: what is asked again with more to go is known
                from battlefield.rules.core import ways_round_walls  # Boarding Actions alone need it

                self._found[key] = ways_round_walls.to_engage(self, model, level, placed or {})
            return self._found[key]
        goal = self.goal_for(model, [each.footprint for each in level], horizontal, placed or {})
        return self.way_to(model, goal, most)

    def to_contact(
        self, model: Model, targets: Sequence[Model], others: Sequence[tuple[str, Pose]], most: float
    ) -> ModelWay:
        """The shortest way into base contact with one of the targets.

        `others`: models of the own unit and places that it may not end on; one may be given at two places.
        """
        level = [each for each in targets if _level_with(model, each, 0.0)]
        if not level:
            return ModelWay(model.name, None, targets[0].name if targets else None, self._kind(model))
        shapes = [each.footprint for each in level]
        taken = [(name, self.state.models[name].footprint_at(pose)) for name, pose in others]
        clear = (*self._ends(model, shapes, 0.0, {}), *(Barrier(name, shape) for name, shape in taken))
        placed = dict(others)
        return self.way_to(model, Goal(targets=tuple(shapes), d=0.0, clear_of=clear), most, placed)

    def to_engage_all(
        self,
        model: Model,
        groups: Sequence[Sequence[Model]],
        most: float,
        placed: Mapping[str, Pose] | None = None,
        also: Sequence[Group] = (),
    ) -> ModelWay:
        """The shortest way to within Engagement Range of one model of each of several groups at once, from its height.

        `also`: further footprints near one of which it must be. In Boarding Actions only the places are tried at which
        a way to one of the groups ends, and a way may be missed.
        """
        if self.state.boarding:
            found = [self.to_engage(model, group, placed, most) for group in groups]
            none = ModelWay(model.name, None, found[0].blocker, self._kind(model))
            fit = [each for each in found if each.way is not None and self._engages_all(model, each, groups)]
            return min(fit, key=lambda each: each.length, default=none)
        reach, vertical = self.state.range_pair("engagement")
        level = [tuple(each.footprint for each in group if _level_with(model, each, vertical)) for group in groups]
        if not all(level):
            return ModelWay(model.name, None, groups[level.index(())][0].name, self._kind(model))
        goal = self.goal_for(model, [shape for group in level for shape in group], reach, placed or {})
        further = (*((group, reach) for group in level[1:]), *also)
        return self.way_to(model, replace(goal, targets=level[0], also=further), most)

    def to_bridge(
        self, model: Model, groups: Sequence[Sequence[str]], placed: Mapping[str, Pose], most: float
    ) -> ModelWay:
        """The shortest way to where a model is coherent with one of each of two groups, from its height."""
        reach, vertical = self.state.range_pair("coherency")
        near: list[tuple[Shape, ...]] = []
        for names in groups:
            solids = [self.state.models[name].solid_at(placed[name]) for name in names]
            near.append(tuple(each.shape for each in solids if _heights_within(model.solid, each, vertical)))
        if self.state.boarding or not all(near):
            return ModelWay(model.name, None, groups[0][0], self._kind(model))
        goal = self.goal_for(model, [shape for group in near for shape in group], reach, placed)
        return self.way_to(
            model, replace(goal, targets=near[0], also=tuple((group, reach) for group in near[1:])), most
        )

    def to_join(self, model: Model, placed: Mapping[str, Pose], most: float, neighbours: int = 1) -> ModelWay:
        """The shortest way to within coherency of one or two models of the own unit that have found their places."""
        reach, vertical = self.state.range_pair("coherency")
        ends = {name: self.state.models[name].solid_at(pose) for name, pose in placed.items()}
        off = [solid for solid in ends.values() if not _heights_within(model.solid, solid, vertical)]
        found = []
        for one in (model, *self._climbers(model, off)):
            near = [name for name, solid in ends.items() if _heights_within(one.solid, solid, vertical)]
            if near or not off:
                found.append(self._to_join(one, near, reach, placed, most, neighbours))
        return min(found, key=lambda each: each.length)

    def _to_join(
        self, model: Model, near: Sequence[str], reach: float, placed: Mapping[str, Pose], most: float, neighbours: int
    ) -> ModelWay:
        if self.state.boarding and near:
            from battlefield.rules.core import ways_round_walls

            return ways_round_walls.to_join(self, model, near, placed, neighbours)
        shapes = [self.state.models[name].footprint_at(placed[name]) for name in near]
        goal = self.goal_for(model, shapes, reach, placed)
        if neighbours < 2 or len(shapes) < 2:
            return self.way_to(model, goal, most, placed)
        best: ModelWay | None = None
        for index, one in enumerate(shapes):
            others = (*shapes[:index], *shapes[index + 1 :])
            found = self.way_to(model, replace(goal, targets=(one,), also=((others, reach),)), most, placed)
            if best is None or found.length < best.length:
                best, most = found, min(most, found.length)
        return best or self.way_to(model, goal, most, placed)

    def within(self, model: Model, inches: float, tolerance: float = 0.01) -> Any:
        """Where the model's centre can be after so many inches of legal way, as a shapely geometry, to `tolerance`.

        Whether it may end there is not asked.
        """
        if model.pose is None or not model.on_board:
            raise ValueError(f"{model.name} is not on the battlefield")
        return self.finder(model).reach(model.pose.point, inches, tolerance)

    def bounding(self, model: Model, area: Any, tolerance: float = 0.01) -> tuple[str, ...]:
        """The models and terrain features that bound an area of `within`: whose range or ground it ends at."""
        return () if model.pose is None else self.finder(model).bounding(model.pose.point, area, tolerance)

    def to_token(
        self, model: Model, token: Disc, clear_of: Sequence[Barrier], most: float, reach: float | None = None
    ) -> ModelWay:
        """The shortest way to within Engagement Range of a token, off what is given at its end (artifact.claim).

        `reach`: in place of the range's inches, such as 0 for a place on it.
        """
        reach = self.state.range_pair("engagement")[0] if reach is None else reach
        goal = self.goal_for(model, [token], reach, {})
        return self.way_to(model, replace(goal, clear_of=(*goal.clear_of, *clear_of)), most)

    def _engages_all(self, model: Model, found: ModelWay, groups: Sequence[Sequence[Model]]) -> bool:
        return all(engages_one_of(self.state, model, end_of(model, found), group) for group in groups)

    def way_to(self, model: Model, goal: Goal, most: float, placed: Mapping[str, Pose] | None = None) -> ModelWay:
        """The shortest way to a goal; none where none is within `most` inches, and then what stands first in it."""
        finder, pose = self.finder(model, placed), model.pose
        if pose is None:
            return ModelWay(model.name, None, None, self._kind(model))
        stands = self.state.models[model.name].pose
        climb = 0.0 if stands is None else abs(pose.z - stands.z)
        way = finder.shortest(pose.point, goal, most - climb) if climb <= most else None
        blocker = None if way is not None else finder.first_blocker(pose.point, goal)
        return ModelWay(model.name, way, blocker, self._kind(model), climb=climb, z=pose.z)

    def finder(self, model: Model, placed: Mapping[str, Pose] | None = None) -> WayFinder:
        """The ground made ready; in Boarding Actions for each model its own, since no model is passed (A15)."""
        own = (model.name, tuple((placed or {}).items())) if self.state.boarding else None
        key = (_kin(model), own)
        if key not in self._finders:
            board = self.state.board
            mover = mover_of(model.profile.base, key[0][1])
            barriers = self._barriers(model) if own is None else self._barred(model, placed or {})
            self._finders[key] = WayFinder(mover, barriers, board.width, board.height)
        return self._finders[key]

    def _kind(self, model: Model) -> str:
        return self.finder(model).mover.kind

    def _barriers(self, model: Model) -> list[Barrier]:
        """What a model keeps off: impassable ground, models not to be passed, foreign Engagement Ranges.

        What is farther from the whole unit than the longest way cannot matter and is left out.
        """
        state, flies = self.state, self.charging and "FLY" in model.keywords
        reach, vertical = state.range_pair("engagement")
        found = [Barrier(each.name, each.area) for each in state.terrain if each.bars]
        starts = [each.footprint for each in state.models_of(self.unit) if each.on_board]
        for other in state.on_board():
            if not any_near(other.footprint, starts, self.longest + reach):
                continue
            if other.player != model.player:
                if other.unit not in self.allowed:
                    if not _level_with(model, other, vertical):
                        continue  # too far up or down to engage, and so to be in the way
                    found.append(Barrier(other.name, other.footprint, reach, open_=True))
                elif not flies and _level_with(model, other, 0.0):
                    found.append(Barrier(other.name, other.footprint))
            elif self.charging and not_past_one_another(model, other) and _level_with(model, other, 0.0):
                found.append(Barrier(other.name, other.footprint))
        return found

    def _barred(self, model: Model, placed: Mapping[str, Pose]) -> list[Barrier]:
        """The same in Boarding Actions."""
        from battlefield.rules.core.ways_round_walls import barred

        return list(barred(self, model, placed))

    def goal_for(self, model: Model, targets: Sequence[Shape], d: float, placed: Mapping[str, Pose]) -> Goal:
        """To be within `d` inches of one of the targets and on nobody; `placed` have found their end places."""
        return Goal(targets=tuple(targets), d=d, clear_of=self._ends(model, targets, d, placed))

    def _ends(
        self, model: Model, targets: Sequence[Shape], d: float, placed: Mapping[str, Pose]
    ) -> tuple[Barrier, ...]:
        """What a model may pass but not end on: models of other units, and those of its own already placed.

        Only what is near enough to a target to be in the way of an end place counts; in Boarding Actions nothing does,
        since there no model is passed either.
        """
        state = self.state
        if state.boarding:
            return ()
        across = 2 * radius_around(model.footprint, centre(model.footprint))
        solids = [(each.name, each.solid) for each in state.on_board() if each.unit != self.unit]
        solids += [(name, state.models[name].solid_at(pose)) for name, pose in placed.items()]
        level = [(name, solid.shape) for name, solid in solids if _heights_within(model.solid, solid, 0.0)]
        return tuple(Barrier(name, shape) for name, shape in level if any_near(shape, targets, d + across))


def any_near(shape: Shape, targets: Sequence[Shape], reach: float) -> bool:
    """Whether a footprint is within reach of one of several."""
    return any(closer_than(shape, target, reach) for target in targets)


def _kin(model: Model) -> Kin:
    facing = 0.0 if model.pose is None or isinstance(model.footprint, Disc) else model.pose.facing
    low, high = (0.0, 0.0) if model.pose is None else (model.solid.low, model.solid.high)
    return (model.profile.base, facing, "FLY" in model.keywords, bool(model.keywords & HEAVY), low, high)


def engages_one_of(state: State, model: Model, end: Pose, targets: Sequence[Model]) -> bool:
    """Whether a model, standing at `end`, is engaged with one of the targets."""
    return any(engagement(state, model.name, each.name, end).holds for each in targets)


def end_of(model: Model, found: ModelWay) -> Pose:
    """A model's pose at the end of its way: its facing is kept, and its height unless it climbs. ValueError without."""
    if found.way is None:
        raise ValueError(f"{found.model} has no way")
    return end_at(model, found.way.end, found.z)


def end_at(model: Model, place: Point, z: float | None) -> Pose:
    """A model's pose with its centre elsewhere, and at another height when one is given."""
    pose = model.pose or Pose(0.0, 0.0)
    return Pose(place[0], place[1], pose.z if z is None else z, pose.facing)


def _level_with(model: Model, target: Model, vertical: float) -> bool:
    """Whether the model, where it stands, is near enough in height to another."""
    return _heights_within(model.solid, target.solid, vertical)


def _heights_within(here: Solid, there: Solid, vertical: float) -> bool:
    return within(vertical_gap(here.low, here.high, there.low, there.high), vertical)
