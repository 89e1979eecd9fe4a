"""Places beside a footprint at which a model could stand, the nearest first.

Of a round base the nearest place is found exactly; an oval or a hull is tried in so many directions and facings.
Source rule: move.disembark; ruling B7.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from battlefield.geometry.lines import bearing_between
from battlefield.geometry.measure import CONTACT, TOLERANCE, closer_than, gap, radius_around, vertical_gap, within
from battlefield.geometry.placement import Kept, at_gap, places_beside
from battlefield.geometry.shapes import Point, Pose, RoundBase, Shape, unit_vector
from battlefield.geometry.solids import Solid
from battlefield.play import rounded_number
from battlefield.state import Model, State

OUT_OF_RANGE = 3 * TOLERANCE
"""Inches beyond a range at which a model surely is out of it."""
DIRECTIONS, FACINGS, STEP = 36, 6, 0.5
"""How finely places of an oval or a hull are tried: directions, facings of half a turn, inches of gap."""


def places_for(
    state: State, wreck: Model, model: Model, reach: float, placed: Mapping[str, Pose], facing: float
) -> Iterator[Pose]:
    """Where a model could stand, within reach of a wreck and in coherency with those placed; still to be judged."""
    level = 0.0 if wreck.pose is None else wreck.pose.z
    comrades = {name: state.models[name].solid_at(pose) for name, pose in placed.items()}
    towards = _safe_side(state, wreck)
    if not isinstance(model.profile.base, RoundBase):
        yield from _tried(state, wreck, model, reach, comrades, Pose(*towards, level, facing))
        return
    spans = [(each.shape, state.range_pair("coherency")[0]) for each in comrades.values()]
    board = (state.board.width, state.board.height)
    for squeezed in (0.0, CONTACT):  # first without, then with what counts as touching still
        kept = list(_kept(state, model, Pose(0.0, 0.0, level, facing), comrades, squeezed))
        for x, y in places_beside(wreck.footprint, model.profile.base.radius, kept, spans, board, reach, towards):
            yield Pose(rounded_number(x), rounded_number(y), level, facing)


def _safe_side(state: State, wreck: Model) -> Point:
    """A point beside the wreck, away from the nearest enemy; without one, behind it."""
    shape, pose = wreck.footprint, wreck.pose or Pose(0.0, 0.0)
    enemies = sorted(state.enemies_of(wreck.player), key=lambda each: gap(shape, each.footprint).high)
    away = pose.facing + 180.0
    if enemies and enemies[0].pose is not None and enemies[0].pose.point != pose.point:
        away = bearing_between(enemies[0].pose.point, pose.point)
    ux, uy = unit_vector(away)
    far = radius_around(shape, pose.point) + 1.0
    return (pose.x + far * ux, pose.y + far * uy)


def _kept(state: State, model: Model, at: Pose, comrades: Mapping[str, Solid], squeezed: float) -> Iterator[Kept]:
    """What a model at that level keeps off: bases, impassable ground, markers, enemies by their Engagement Range.

    `squeezed`: inches by which it may lie over what it may touch.
    """
    here = model.solid_at(at)
    horizontal, vertical = state.range_pair("engagement")
    solids = {each.name: each.solid for each in state.on_board() if each.name != model.name} | dict(comrades)
    for name, solid in solids.items():
        apart = vertical_gap(here.low, here.high, solid.low, solid.high)
        if state.models[name].player != model.player and within(apart, vertical):
            yield (solid.shape, horizontal + OUT_OF_RANGE)
        elif within(apart, 0.0):
            yield (solid.shape, -squeezed)
    for terrain in state.terrain:
        if terrain.bars and within(terrain.elevation, here.high):
            yield (terrain.area, -squeezed)
    if not state.boarding:
        for marker in state.markers.values():
            if within(vertical_gap(here.low, here.high, marker.at.z, marker.at.z), 0.0):
                yield (marker.solid.shape, -squeezed)


def _tried(
    state: State, wreck: Model, model: Model, reach: float, comrades: Mapping[str, Solid], at: Pose
) -> Iterator[Pose]:
    """Places of a base that is not round: nearer ones first, then those on the safe side."""
    horizontal = state.range_pair("coherency")[0]
    base, found = model.profile.base, []
    bearings = [360.0 * step / DIRECTIONS for step in range(DIRECTIONS)]
    facings = [at.facing + 180.0 * step / FACINGS for step in range(FACINGS)]
    gaps = [STEP * step for step in range(int(reach / STEP) + 1)]
    for off in gaps:
        for bearing in bearings:
            for facing in facings:
                x, y = at_gap(base, facing, wreck.footprint, off, bearing)
                found.append((off, hypot(x - at.x, y - at.y), Pose(x, y, at.z, facing % 360.0)))
    for _, _, pose in sorted(found):
        there = Pose(*(rounded_number(each) for each in pose))
        if not comrades or _beside_one(model.footprint_at(there), comrades, horizontal):
            yield there


def _beside_one(shape: Shape, comrades: Mapping[str, Solid], reach: float) -> bool:
    return any(closer_than(shape, each.shape, reach) for each in comrades.values())
