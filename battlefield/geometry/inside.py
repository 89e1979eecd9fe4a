"""Whether a footprint lies wholly inside an area, or on the board, and by how much.

Source rules: measure.wholly_within, setup.on_board, setup.zone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from battlefield.geometry.area_tree import Area, rect_area
from battlefield.geometry.boundary import Outline, outline
from battlefield.geometry.curves import HAIR, distance_to, heading_at
from battlefield.geometry.hollow import farthest_within
from battlefield.geometry.measure import bounds, centre, more_than, radius_around, support, within
from battlefield.geometry.pieces import Near, nearness, rim_point
from battlefield.geometry.protrusion import PRECISION, Out, farthest_out, out_at
from battlefield.geometry.shapes import Disc, Point, Polygon, Shape


class Inside(NamedTuple):
    """Whether a footprint lies inside (edges included, to TOLERANCE).

    `outside_by` is the greatest distance of any of its points from the area, `clearance` its least distance from the
    edge when it lies inside, `here` the point of it that is farthest out or else closest to the edge.
    """

    holds: bool
    outside_by: float
    clearance: float
    here: Point


def inside(shape: Shape, area: Area) -> Inside:
    """Whether a footprint lies wholly inside an area."""
    ready = outline(area)
    if isinstance(shape, Disc) and (found := _disc(shape, ready)):
        return found
    edge = boundary_gap(shape, ready)
    if edge.value > 0 and ready.encloses(*rim_point(shape)):
        return Inside(True, 0.0, edge.value, edge.here)
    value, at = _farthest(shape, ready)
    return Inside(within(value, 0.0), value, 0.0, at if value > 0 else edge.here)


def is_inside(shape: Shape, area: Area) -> bool:
    """Whether a footprint lies wholly inside an area: `inside(shape, area).holds`, ended as soon as it is known."""
    ready = outline(area)
    if isinstance(shape, Disc):
        size, _, _ = ready.nearest(shape.x, shape.y)
        if not ready.encloses(shape.x, shape.y) and more_than(size, 0.0):
            return False
        if size >= shape.radius:
            return True
        if size < math.inf and more_than(_beyond(shape, ready).value, 0.0):
            return False
    else:
        x, y = centre(shape)
        if -ready.signed(x, y)[0] >= radius_around(shape, (x, y)):
            return True
        if any(more_than(ready.signed(*at)[0], 0.0) for at in _tips(shape)):
            return False
    return inside(shape, area).holds


def boundary_gap(shape: Shape, ready: Outline) -> Near:
    """The distance of a footprint from the nearest piece of a boundary; infinite when there is none."""
    box = bounds(shape)
    best = Near(math.inf, rim_point(shape), rim_point(shape))
    for piece, other in zip(ready.boundary, ready.boxes, strict=True):
        if max(box[0] - other[2], other[0] - box[2], box[1] - other[3], other[1] - box[3]) < best.value:
            near = nearness(shape, piece)
            if near.value < best.value:
                best = near
                if best.value == 0:
                    break
    return best


def inside_rectangle(shape: Shape, width: float, height: float) -> Inside:
    """Whether a footprint lies wholly on the board (0, 0)-(width, height); closed form."""
    right, top, left, bottom = (support(shape, nx, ny) for nx, ny in ((1, 0), (0, 1), (-1, 0), (0, -1)))
    rooms = ((width - right[0], right), (height - top[1], top), (left[0], left), (bottom[1], bottom))
    room, here = min(rooms, key=lambda pair: pair[0])
    if room >= 0:
        return Inside(True, 0.0, room, here)
    out, here = farthest_out(shape, _board(width, height))
    return Inside(within(out, 0.0), out, 0.0, here)


def _farthest(shape: Shape, ready: Outline) -> Out:
    if isinstance(shape, Disc) and ready.boundary and (straight := _straight_out(shape, ready)):
        return straight
    rim = farthest_out(shape, ready)
    return rim if ready.convex else farthest_within(shape, ready, rim)


def _straight_out(disc: Disc, ready: Outline) -> Out | None:
    """The point beyond the centre's nearest boundary point, where that is as far out as any point can be."""
    found = _beyond(disc, ready)
    return found if found.value >= ready.signed(disc.x, disc.y)[0] + disc.radius - PRECISION else None


def _beyond(disc: Disc, ready: Outline) -> Out:
    """The rim point outwards from the centre, through its nearest boundary point or, outside, away from it."""
    size, qx, qy = ready.signed(disc.x, disc.y)
    if abs(size) > HAIR:
        nx, ny = (disc.x - qx) / size, (disc.y - qy) / size
    else:
        piece = min(ready.boundary, key=lambda piece: distance_to(piece, disc.x, disc.y))
        hx, hy = heading_at(piece, qx, qy)
        nx, ny = hy, -hx
    return out_at(ready, disc.x + disc.radius * nx, disc.y + disc.radius * ny)


def _tips(shape: Shape) -> Sequence[Point]:
    if isinstance(shape, Polygon):
        return shape.ring
    return [support(shape, dx, dy) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))]


@lru_cache(maxsize=16)
def _board(width: float, height: float) -> Outline:
    return outline(rect_area(0.0, 0.0, width, height))


def _disc(disc: Disc, ready: Outline) -> Inside | None:
    """The answer where the distance of the centre from the edge gives it."""
    size, qx, qy = ready.nearest(disc.x, disc.y)
    room = size - disc.radius
    if not within(0.0, room) or not ready.encloses(disc.x, disc.y):
        return None
    scale = disc.radius / size if size > 0 else 0.0  # a point on the edge is its own farthest part
    here = (disc.x + scale * (qx - disc.x), disc.y + scale * (qy - disc.y))
    return Inside(True, 0.0 if room >= 0 else -room, max(room, 0.0), here)
