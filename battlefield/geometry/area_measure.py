"""How far a footprint is from an area, whether it lies on it, and how deep.

Source rules: measure.within_area, artifact.expulsion.unstable.
"""

from __future__ import annotations

from battlefield.geometry.area_tree import Area
from battlefield.geometry.bodies import as_shape
from battlefield.geometry.boundary import Outline, outline
from battlefield.geometry.inside import boundary_gap
from battlefield.geometry.intrusion import Without, depth_along
from battlefield.geometry.measure import Gap, Overlap, bounds, more_than, overlap
from battlefield.geometry.pieces import rim_point
from battlefield.geometry.protrusion import peak, rims
from battlefield.geometry.shapes import Disc, Shape

_ERROR = 1e-11


def area_gap(shape: Shape, area: Area) -> Gap:
    """The horizontal gap between a footprint and an area, 0 where they touch or overlap.

    Closed form for discs and hulls, bracketed roots for ovals at arcs; right to 1e-11 in. Infinite for an area of
    which nothing is left.
    """
    ready = outline(area)
    if isinstance(shape, Disc):
        return _disc_gap(shape, ready)
    near = boundary_gap(shape, ready)
    if near.value == 0:
        return Gap(0.0, 0.0, near.here, near.here)
    at = rim_point(shape)
    if ready.encloses(*at):
        return Gap(0.0, 0.0, at, at)
    return Gap(max(near.value - _ERROR, 0.0), near.value, near.here, near.there)


def overlaps(shape: Shape, area: Area) -> bool:
    """Whether the insides of a footprint and of an area meet, by more than TOLERANCE in depth: touching is clear."""
    box, own = outline(area).box, bounds(shape)
    if own[0] >= box[2] or box[0] >= own[2] or own[1] >= box[3] or box[1] >= own[3]:
        return False
    if isinstance(shape, Disc):
        size, _, _ = outline(area).signed(shape.x, shape.y)
        return more_than(shape.radius - size, 0.0)
    if more_than(-outline(area).signed(*rim_point(shape))[0], 0.0):
        return True
    return more_than(area_overlap(shape, area).depth, 0.0)


def area_overlap(shape: Shape, area: Area) -> Overlap:
    """How deep a footprint lies in an area, 0 when it is clear of it, and a point of both.

    Of a disc, and against a single disc or polygon: the least shift that parts them, as far as the edge beside it
    decides. Against composite areas: the greatest depth of a rim point of the one within the other, which is the
    same while the overlap is shallow.
    """
    ready = outline(area)
    if isinstance(shape, Disc):
        size, qx, qy = ready.signed(shape.x, shape.y)
        depth = shape.radius - size
        return Overlap(max(depth, 0.0), (shape.x, shape.y) if size < 0 else (qx, qy))
    near = boundary_gap(shape, ready)
    if near.value > 0 and not ready.encloses(*rim_point(shape)):
        return Overlap(0.0, near.here)
    solid = as_shape(area)
    if solid is not None:
        return overlap(shape, solid)
    return _composite(shape, ready)


def _disc_gap(disc: Disc, ready: Outline) -> Gap:
    size, qx, qy = ready.nearest(disc.x, disc.y)
    if size <= disc.radius:
        return Gap(0.0, 0.0, (qx, qy), (qx, qy))
    if ready.encloses(disc.x, disc.y):
        return Gap(0.0, 0.0, (disc.x, disc.y), (disc.x, disc.y))
    scale = disc.radius / size
    here = (disc.x + scale * (qx - disc.x), disc.y + scale * (qy - disc.y))
    value = size - disc.radius
    return Gap(max(value - _ERROR, 0.0), value, here, (qx, qy))


def _composite(shape: Shape, ready: Outline) -> Overlap:
    """The deepest point of the footprint's rim in the area, or of the area's boundary in the footprint."""
    rim = peak(rims(shape), Without(ready))
    edge = depth_along(ready.boundary, shape)
    deepest = max(rim, edge, key=lambda out: out.value)
    return Overlap(deepest.value, deepest.at)
