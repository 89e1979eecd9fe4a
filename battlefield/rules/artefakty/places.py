"""Where a unit comes to stand that a card puts into a zone: the free place nearest to the zone's middle.

The unit keeps its formation. Source rule: artefakt.play.
"""

from __future__ import annotations

from battlefield.geometry.areas import area_bounds, contains, representative_point
from battlefield.geometry.measure import radius_around
from battlefield.geometry.placement import Obstacle, centroid, nearest_free
from battlefield.geometry.shapes import Point, Pose
from battlefield.rules.artefakty.zones import first_model
from battlefield.rules.core.placing import Standing, against_standing
from battlefield.state import State, Zone


def place_in_zone(state: State, unit: str, zone: str) -> dict[str, Pose] | None:
    """The poses of a unit's models in a zone; None where there is no room with the first one's centre in it."""
    area = next((each for each in state.zones if each.name == zone), None)
    first = first_model(state, unit)
    if area is None or first is None or first.pose is None:
        return None
    middle = centroid(first.footprint)
    found = _free(state, unit, middle, area)
    if found is None or not contains(area.area, found):
        return None
    poses = shifted(state, unit, (found[0] - middle[0], found[1] - middle[1]))
    standing = Standing(state, poses)
    return None if any(reason for name in poses for reason in against_standing(standing, name)) else poses


def shifted(state: State, unit: str, by: Point, up: float = 0.0) -> dict[str, Pose]:
    """The poses of a unit that is put elsewhere as it stands, `by` so many inches in plan and `up`."""
    return {
        each.name: Pose(each.pose.x + by[0], each.pose.y + by[1], each.pose.z + up, each.pose.facing)
        for each in state.models_of(unit)
        if each.on_board and each.pose is not None
    }


def _free(state: State, unit: str, middle: Point, zone: Zone) -> Point | None:
    """The nearest place for the disc round the whole formation, about the centre of its first model."""
    own = [each for each in state.models_of(unit) if each.on_board]
    radius = max(radius_around(each.footprint, middle) for each in own)
    others = [each for each in state.on_board() if each.unit != unit]
    bases: list[Obstacle] = [each.footprint for each in others]
    ground: list[Obstacle] = [each.area for each in state.terrain if each.bars]
    x0, y0, x1, y1 = area_bounds(zone.area)
    wanted = ((x0 + x1) / 2, (y0 + y1) / 2)
    if not contains(zone.area, wanted):
        wanted = representative_point(zone.area)
    found = nearest_free(wanted, radius, [*bases, *ground], state.board.width, state.board.height)
    return None if found is None else found.at
