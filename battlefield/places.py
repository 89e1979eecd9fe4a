"""Places as orders and scenario files write them, turned into poses.

Floor 3. Source rules: measure.units; a relative place is exact by construction.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, hypot

from battlefield.geometry.placement import at_gap
from battlefield.geometry.shapes import Base, Disc, Pose, Shape, unit_vector
from battlefield.orders.base import Grid, Place, Spot

Lookup = Callable[[str], tuple[Shape, float]]


def resolve(place: Place, base: Base, facing: float, elevation: float, lookup: Lookup) -> Pose:
    """The pose that a place means for a base.

    `lookup(name)` gives the shape and elevation of anything with a footprint and raises ValueError for the rest.
    A `Near` place has its closest parts exactly `gap` from those of what it names, the farthest such place on the
    bearing, at the elevation of what it names.
    """
    turned = place.facing if place.facing is not None else facing
    if isinstance(place, Spot):
        return Pose(place.x, place.y, elevation if place.z is None else place.z, turned)
    shape, level = lookup(place.of)
    x, y = at_gap(base, turned, shape, place.gap, place.bearing)
    return Pose(x, y, level, turned)


def grid_poses(grid: Grid, count: int, base: Base, facing: float, lookup: Lookup) -> list[Pose]:
    """The first `count` poses of a grid, row by row; neighbours in a row and in a column are `gap` apart.

    The row runs along the bearing, the rows follow to its left; the step is the bases' own extent in that direction
    plus the gap, so closest parts of neighbours are exactly `gap` apart.
    """
    first = resolve(grid.first, base, facing, 0.0, lookup)
    along = unit_vector(grid.bearing)
    across = (-along[1], along[0])
    step_x, step_y = (_step(base, first, way, grid.gap) for way in (along, across))
    poses = []
    for index in range(min(count, grid.columns * grid.rows)):
        row, column = divmod(index, grid.columns)
        x = first.x + column * step_x * along[0] + row * step_y * across[0]
        y = first.y + column * step_x * along[1] + row * step_y * across[1]
        poses.append(Pose(x, y, first.z, first.facing))
    return poses


def _step(base: Base, pose: Pose, way: tuple[float, float], wanted: float) -> float:
    """How far along `way` a second base must stand for its gap to the first to be `wanted`."""
    here = base.at(pose)
    if isinstance(here, Disc):
        return 2 * here.radius + wanted
    bearing = _bearing(way)
    x, y = at_gap(base, pose.facing, here, wanted, bearing)
    return hypot(x - pose.x, y - pose.y)


def _bearing(way: tuple[float, float]) -> float:
    return degrees(atan2(way[1], way[0]))
