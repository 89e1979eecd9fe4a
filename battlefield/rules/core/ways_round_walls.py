"""Ways in Boarding Actions, where Walls part rooms: what bars a model there, and how near it must come to something.

Who stands within reach beyond a Wall is not engaged, nor coherent, so a way does not always end where the straight gap
is small enough; see `round_walls`. Source rules: move.charge_distance, move.charge, setup.coherency; ruling A15.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from battlefield.certify import apart
from battlefield.geometry.areas import Area
from battlefield.geometry.measure import CONTACT, TOLERANCE, within
from battlefield.geometry.shapes import Disc, Oval, Polygon, Pose
from battlefield.geometry.wall_rooms import any_in_reach, room_round
from battlefield.geometry.ways import Barrier, DiscMover, Goal, Way, WayFinder
from battlefield.rooms import engagement_reach
from battlefield.rules.core.coherency import neighbours_of
from battlefield.rules.core.ways_of import ModelWay, Ways, any_near, end_at, end_of, engages_one_of
from battlefield.state import Model, State

SPOT = 1e-6
"""The radius in inches of a corner that is a goal."""
A_LITTLE = 0.01
"""Inches by which a room is drawn less far, so that its edge is surely near enough, but for ways round corners."""
STEP = 0.05
"""Inches between the places of a way that are tried."""


class Nearness(NamedTuple):
    """What a way must end near: models, where they will stand; straight distances beyond which that cannot be, the
    greatest first; how near that must be in the targets' room and through an open Hatchway; whether a pose is near
    enough, and what no way to there is shorter than.
    """

    targets: Sequence[Model]
    limits: tuple[float, ...]
    ranges: tuple[float, float]
    holds: Callable[[Pose], bool]
    at_least: Callable[[], float]


def to_engage(finding: Ways, model: Model, targets: Sequence[Model], placed: Mapping[str, Pose]) -> ModelWay:
    """The shortest way found to where one of the targets is engaged."""
    state = finding.state
    near = Nearness(
        targets,
        tuple(dict.fromkeys((engagement_reach(state), state.range_pair("engagement")[0]))),
        (state.range_pair("engagement")[0], engagement_reach(state)),
        lambda pose: engages_one_of(state, model, pose, targets),
        lambda: _at_least(finding, model, targets, placed),
    )
    return _round_walls(finding, model, near, placed)


def to_join(finding: Ways, model: Model, names: Sequence[str], placed: Mapping[str, Pose], needed: int) -> ModelWay:
    """The shortest way found to where a model is coherent with as many as it needs of those that have their places."""
    state = finding.state
    poses = {name: placed[name] for name in names}
    near = Nearness(
        [replace(state.models[name], pose=pose) for name, pose in poses.items()],
        (state.range_pair("coherency")[0],),
        (state.range_pair("coherency")[0], state.range_pair("coherency")[0]),
        lambda pose: neighbours_of(state, model.name, pose, poses) >= min(needed, len(poses)),
        lambda: 0.0,
    )
    return _round_walls(finding, model, near, placed)


def _round_walls(finding: Ways, model: Model, near: Nearness, placed: Mapping[str, Pose]) -> ModelWay:
    """The shortest way found to where a model is near enough; what is straight need not be (A15).

    The straight way to what is near enough is the shortest if its end is. Else the least of these: to the last corner
    that a tape from one of the targets bends about, near enough to it; to a part of its room that is a little too near;
    and towards base contact; each as far as is needed.
    """
    most, found = finding.longest, list[ModelWay]()
    for d in near.limits:
        goal = finding.goal_for(model, [each.footprint for each in near.targets], d, placed)
        way = finding.way_to(model, goal, most, placed)
        fits = way.way is not None and near.holds(end_of(model, way))
        if not found and (fits or way.way is None):
            exact = not _may_be_longer(finding, model, placed)
            return way if exact else _shortest([way], near.at_least())
        found.append(way if fits else replace(way, way=None))
    for target in near.targets:
        found += _about_corners(finding, model, target, near, placed)
        contact = finding.goal_for(model, [target.footprint], CONTACT / 2, placed)
        room = replace(contact, targets=(_room(finding.state, target, near.ranges, A_LITTLE),), d=0.0)
        for goal in (room, contact):
            way = finding.way_to(model, goal, most + near.limits[0], placed)
            found.append(replace(way, way=None if way.way is None else _cut(model, way.way, near)))
    short = [each for each in found if within(each.length, most) or each.way is None]
    return _shortest(short, near.at_least())


def barred(finding: Ways, model: Model, placed: Mapping[str, Pose]) -> Iterator[Barrier]:
    """What a model keeps off: Walls and impassable ground, all other models, foreign Engagement Ranges in their rooms.

    `placed`: models of the own unit that have found their end places.
    """
    state = finding.state
    yield from (Barrier(each.name, each.area) for each in state.terrain if each.shuts or each.bars)
    starts = [each.footprint for each in state.models_of(finding.unit) if each.on_board]
    for other in state.on_board():
        if other.name == model.name:
            continue
        if other.unit == model.unit:
            pose = placed.get(other.name, other.pose)
            yield Barrier(other.name, other.footprint if pose is None else other.footprint_at(pose))
        elif any_near(other.footprint, starts, finding.longest + engagement_reach(state)):
            if other.player != model.player and other.unit not in finding.allowed:
                yield _range_of(state, other)
            yield Barrier(other.name, other.footprint)


def _range_of(state: State, enemy: Model) -> Barrier:
    """The Engagement Range of an enemy; where Walls stand in it, as much of it as lies on its side of them."""
    reach = state.range_pair("engagement")[0]
    walls, doors = _walls_and_doors(state)
    if not any_in_reach(enemy.footprint, engagement_reach(state), [*walls, *doors]):
        return Barrier(enemy.name, enemy.footprint, reach, open_=True)
    return Barrier(enemy.name, _room(state, enemy, (reach, engagement_reach(state))))


def _room(state: State, target: Model, ranges: tuple[float, float], less: float = 0.0) -> Area:
    """What is in reach of a model in its own room, and through the open doors of it; drawn a little too large."""
    walls, doors = _walls_and_doors(state)
    return room_round(target.footprint, ranges[0] - less, ranges[1] - less, walls, doors)


def _walls_and_doors(state: State) -> tuple[list[Area], list[Area]]:
    walls = [each.area for each in state.terrain if each.shuts]
    return walls, [each.area for each in state.terrain if each.is_hatchway and each.open]


def _is_drawn(state: State, barrier: Barrier) -> bool:
    """Whether a barrier is an Engagement Range that was drawn, and so a little too large."""
    return not isinstance(barrier.obstacle, Disc | Oval | Polygon) and barrier.name in state.models


def _may_be_longer(finding: Ways, model: Model, placed: Mapping[str, Pose]) -> bool:
    """Whether a shorter way may exist: past comrades that go first, or past a range that was drawn too large."""
    comrades = (each for each in finding.state.models_of(finding.unit) if each.on_board)
    if any(each.name not in (model.name, *placed) for each in comrades):
        return True
    return any(_is_drawn(finding.state, each) for each in finding.finder(model, placed).barriers)


def _at_least(finding: Ways, model: Model, targets: Sequence[Model], placed: Mapping[str, Pose]) -> float:
    """What no way to engage one of the targets is shorter than: infinite where none is as short as `longest`.

    The way to what of a target's room is in reach of it, past nobody who may go first, and past none of the ranges
    that are drawn too large: those of enemies are then left out, but not the enemies.
    """
    state, board, reach = finding.state, finding.state.board, engagement_reach(finding.state)
    least = max(min(apart(state, model.solid, each.solid).length for each in targets) - reach, 0.0)
    mover = finding.finder(model, placed).mover
    if model.pose is None or not isinstance(mover, DiscMover):
        return least
    comrades = {each.name for each in state.models_of(finding.unit)} - set(placed)
    barriers = [each for each in barred(finding, model, placed) if each.name not in comrades]
    ground = [each for each in barriers if not _is_drawn(state, each)]
    rooms = [_room(state, each, (state.range_pair("engagement")[0], reach)) for each in targets]
    finder = WayFinder(mover, ground, board.width, board.height)
    way = finder.shortest(model.pose.point, Goal(tuple(rooms), 0.0), finding.longest)
    return inf if way is None else max(least, way.length - TOLERANCE)


def _about_corners(
    finding: Ways, model: Model, target: Model, near: Nearness, placed: Mapping[str, Pose]
) -> Iterator[ModelWay]:
    """Ways to within range round the last corner of the tape to a target."""
    tape: Mapping[str, Any] = apart(finding.state, target.solid, model.solid).told
    if "corners" in tape:
        corner = tape["corners"][0]
        for limit in near.limits:
            left = limit - math.dist(tape["here"][:2], corner) - SPOT
            if left > SPOT:
                goal = finding.goal_for(model, [Disc(corner[0], corner[1], SPOT)], left, placed)
                way = finding.way_to(model, goal, finding.longest, placed)
                yield way if way.way is not None and near.holds(end_of(model, way)) else replace(way, way=None)


def _shortest(ways: Sequence[ModelWay], at_least: float) -> ModelWay:
    best = min(ways, key=lambda each: each.length)
    return replace(best, at_least=min(at_least, best.length))


def _cut(model: Model, way: Way, near: Nearness) -> Way | None:
    """A way as far as its first place, found in steps and then halved, that is near enough."""

    def holds(inches: float) -> bool:
        return near.holds(end_at(model, way.until(inches).end, None))

    steps = max(1, math.ceil(way.length / STEP))
    after = next((k for k in range(steps + 1) if holds(way.length * k / steps)), None)
    if after is None:
        return None
    low, high = way.length * max(after - 1, 0) / steps, way.length * after / steps
    while high - low > TOLERANCE / 10:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return way.until(high)
