"""The shortest legal way of a model to where it may engage: what bars it, what it must keep off, where it may end.

Source rules: move.charge_distance, move.charge, artifact.claim; rulings A3, A4, B6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from battlefield.geometry.crossings import circle_crossings
from battlefield.geometry.measure import closer_than, radius_around, within
from battlefield.geometry.placement import Obstacle, deepest_point
from battlefield.geometry.shapes import Disc, Point, Pose, RoundBase
from battlefield.geometry.ways import Barrier, Goal, Way, first_blocker, shortest_way
from battlefield.state import Model, State

HEAVY = frozenset({"VEHICLE", "MONSTER"})
ROUND, BY_CIRCLE = "round base", "by the circle round its base, kept facing"


@dataclass(frozen=True, slots=True)
class ModelWay:
    """A model's shortest way: `way` is None when there is none, and then `blocker` says what stands first in it.

    `kind`: whether it is the way of the base itself, or of the circle round a base that is not round (an upper bound).
    """

    model: str
    way: Way | None
    blocker: str | None
    kind: str

    @property
    def length(self) -> float:
        """Its length in inches; infinite without one."""
        return float("inf") if self.way is None else self.way.length


def way_to_engage(
    state: State,
    model: Model,
    targets: Sequence[Model],
    *,
    allowed: frozenset[str],
    placed: Mapping[str, Pose] | None = None,
    most: float = 12.0,
) -> ModelWay:
    """The shortest way to within Engagement Range of one of the targets.

    `allowed`: the enemy units that may be engaged; no other comes within range on the way or at its end. `placed`:
    models of the own unit that have found their end places. A target too far up or down cannot be engaged from here.
    """
    horizontal, vertical = state.range_pair("engagement")
    reachable = [each for each in targets if _level_with(state, model, each, vertical)]
    if not reachable:
        return ModelWay(model.name, None, targets[0].name if targets else None, _kind(model))
    shapes: tuple[Obstacle, ...] = tuple(each.footprint for each in reachable)
    return _way(state, model, shapes, horizontal, allowed, placed or {}, most)


def way_to_join(
    state: State, model: Model, *, allowed: frozenset[str], placed: Mapping[str, Pose], most: float
) -> ModelWay:
    """The shortest way to within coherency of a model of the own unit that has found its end place."""
    shapes: tuple[Obstacle, ...] = tuple(state.models[name].footprint_at(pose) for name, pose in placed.items())
    return _way(state, model, shapes, state.range_pair("coherency")[0], allowed, placed, most)


def way_to_engage_all(
    state: State, model: Model, groups: Sequence[Sequence[Model]], *, allowed: frozenset[str], most: float
) -> ModelWay:
    """The shortest way found to within Engagement Range of one model of each of several groups at once.

    Tried are the places where a way to one of them ends, and those in range of two at its very edge, which are exact
    for round bases; for others a way may be missed.
    """
    reach = state.range_pair("engagement")[0]
    radius, slack = _circle(model)
    found: list[ModelWay] = [way_to_engage(state, model, group, allowed=allowed, most=most) for group in groups]
    places = [
        place
        for one, other in combinations([each for group in groups for each in group], 2)
        if isinstance(one.footprint, Disc) and isinstance(other.footprint, Disc)
        for place in circle_crossings(one.footprint, other.footprint, radius + reach - slack)
    ]
    found += [_way(state, model, (), 0.0, allowed, {}, most, place) for place in places]
    best = ModelWay(model.name, None, found[0].blocker, _kind(model))
    for each in found:
        if each.way is not None and each.length < best.length and _engages_all(model, each.way, groups, reach):
            best = each
    return best


def _engages_all(model: Model, way: Way, groups: Sequence[Sequence[Model]], reach: float) -> bool:
    pose = Pose(*way.end, 0.0 if model.pose is None else model.pose.z, 0.0 if model.pose is None else model.pose.facing)
    shape = model.footprint_at(pose)
    return all(any(closer_than(shape, each.footprint, reach) for each in group) for group in groups)


def barriers_of(state: State, model: Model, allowed: frozenset[str]) -> list[Barrier]:
    """What a model keeps off on its way: impassable ground, models not to be passed, foreign Engagement Ranges."""
    flies = "FLY" in model.keywords
    reach = state.range_pair("engagement")[0]
    found = [] if flies else [Barrier(each.name, each.area) for each in state.terrain if each.bars]
    for other in state.on_board():
        if other.name == model.name:
            continue
        if other.player != model.player:
            if other.unit not in allowed:
                found.append(Barrier(other.name, other.footprint, reach, open_=True))
            elif not flies:
                found.append(Barrier(other.name, other.footprint))
        elif not flies and other.keywords & HEAVY and model.keywords & HEAVY and other.unit != model.unit:
            found.append(Barrier(other.name, other.footprint))
    return found


def _way(
    state: State,
    model: Model,
    shapes: tuple[Obstacle, ...],
    d: float,
    allowed: frozenset[str],
    placed: Mapping[str, Pose],
    most: float,
    place: Point | None = None,
) -> ModelWay:
    if model.pose is None:
        return ModelWay(model.name, None, None, _kind(model))
    radius, slack = _circle(model)
    ends = [Barrier(each.name, each.footprint) for each in state.on_board() if _may_not_end_on(model, each)]
    ends += [Barrier(name, state.models[name].footprint_at(pose)) for name, pose in placed.items()]
    if "FLY" in model.keywords:
        ends += [Barrier(each.name, each.area) for each in state.terrain if each.bars]
    goal = Goal(targets=shapes, d=d - slack, clear_of=tuple(ends), place=place)
    barriers = barriers_of(state, model, allowed)
    board = (state.board.width, state.board.height)
    way = shortest_way(model.pose.point, radius, goal, barriers, *board, most=most)
    blocker = None if way is not None else first_blocker(model.pose.point, radius, goal, barriers, *board)
    return ModelWay(model.name, way, blocker, _kind(model))


def _may_not_end_on(model: Model, other: Model) -> bool:
    """Everybody else but the own unit, whose models move too and are judged by their end places."""
    return other.name != model.name and other.unit != model.unit


def _circle(model: Model) -> tuple[float, float]:
    """The radius that keeps the whole base clear, and by how much its nearest parts may fall short of that circle."""
    base = model.profile.base
    if isinstance(base, RoundBase):
        return base.radius, 0.0
    shape = model.footprint
    _, inner = deepest_point(shape)
    outer = radius_around(shape, (shape.x, shape.y))
    return outer, outer - inner


def _kind(model: Model) -> str:
    return ROUND if isinstance(model.footprint, Disc) else BY_CIRCLE


def _level_with(state: State, model: Model, target: Model, vertical: float) -> bool:
    """Whether the model, where it stands, is near enough in height to engage the target."""
    del state
    here, there = model.solid, target.solid
    return within(max(here.low - there.high, there.low - here.high, 0.0), vertical)
