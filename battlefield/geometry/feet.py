"""Feet: where on a track the distance from a point or from a footprint may be locally least."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from battlefield.geometry.curves import HAIR, Arc, Segment, nearest_on
from battlefield.geometry.ellipse import foot
from battlefield.geometry.normals import angle_of_normal, normals_through, parallel_point
from battlefield.geometry.parallels import Parallel, isolated_roots, speed
from battlefield.geometry.pieces import edges
from battlefield.geometry.shapes import Oval, Point, Polygon, Shape
from battlefield.geometry.tracks import Track

_AXES = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def feet_of_point(track: Track, point: Point, towards: Sequence[Point] = ()) -> list[Point]:
    """The places on a track at which the distance from a point may be least.

    On a circle round the point that is everywhere: then those along the axes and towards the given points.
    """
    if isinstance(track, Parallel):
        return [parallel_point(track.oval, t, track.out) for t in normals_through(track.oval, *point)]
    if isinstance(track, Arc) and math.hypot(point[0] - track.x, point[1] - track.y) <= HAIR:
        ways = [*_AXES, *((x - track.x, y - track.y) for x, y in towards)]
        return [nearest_on(track, track.x + dx, track.y + dy) for dx, dy in ways if (dx, dy) != (0.0, 0.0)]
    return [nearest_on(track, *point)]


def feet_of_shape(shape: Shape, towards: Sequence[Point] = ()) -> Callable[[Track], list[Point]]:
    """The places on a track at which the distance from a footprint may be least."""
    if isinstance(shape, Oval):
        return lambda track: _feet_of_oval(track, shape)
    if isinstance(shape, Polygon):
        return lambda track: _feet_of_hull(track, shape)
    return lambda track: feet_of_point(track, (shape.x, shape.y), towards)


def _feet_of_hull(track: Track, hull: Polygon) -> list[Point]:
    found = [at for corner in hull.ring for at in feet_of_point(track, corner)]
    for edge in edges(hull):
        if isinstance(track, Arc):
            found.append(nearest_on(track, *nearest_on(edge, track.x, track.y)))
        elif isinstance(track, Parallel):
            nx, ny = edge.y1 - edge.y0, edge.x0 - edge.x1
            found += [
                parallel_point(track.oval, angle_of_normal(track.oval, sign * nx, sign * ny), track.out)
                for sign in (1, -1)
            ]
    return found


def _feet_of_oval(track: Track, oval: Oval) -> list[Point]:
    if isinstance(track, Segment):
        nx, ny = track.y1 - track.y0, track.x0 - track.x1
        return [
            nearest_on(track, *parallel_point(oval, angle_of_normal(oval, sign * nx, sign * ny))) for sign in (1, -1)
        ]
    if isinstance(track, Arc):
        return [nearest_on(track, *parallel_point(oval, t)) for t in normals_through(oval, track.x, track.y)]
    return _common_normals(track, oval)


def _common_normals(track: Parallel, oval: Oval) -> list[Point]:
    """The places on a parallel curve whose normal is also a normal of the oval, outside it.

    The sine of the angle between both normals changes by at most the turn of the one and of the other.
    """
    own, out = track.oval, track.out

    def sine(t: float) -> float:
        at = parallel_point(own, t, out)
        nx, ny = own.b * math.cos(t), own.a * math.sin(t)
        size = math.hypot(nx, ny)
        x, y = (nx * own.ux - ny * own.uy) / size, (nx * own.uy + ny * own.ux) / size
        mx, my = foot(oval, *at).normal
        return x * my - y * mx

    long, short = max(oval.a, oval.b), min(oval.a, oval.b)
    rate = speed(own, out) * long / short**2 + max(own.a / own.b, own.b / own.a)
    return [parallel_point(own, t, out) for t in isolated_roots(sine, rate)]
