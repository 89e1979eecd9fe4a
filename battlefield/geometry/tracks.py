"""Tracks: the curves along which the centre of a disc runs while the disc touches an obstacle or the edge of the board.

Lines, circles and parallel curves of ovals; every place where a free region has a corner is a crossing of two tracks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from battlefield.geometry.bodies import Body
from battlefield.geometry.curves import (
    HAIR,
    TURN,
    Arc,
    Box,
    Segment,
    box_of,
    circle_crossings,
    distance_to,
    ends,
    heading_at,
    is_round,
    meeting_points,
)
from battlefield.geometry.ellipse import foot
from battlefield.geometry.measure import TOLERANCE, bounds
from battlefield.geometry.normals import circle_meetings, line_crossings, normals_through, parallel_point
from battlefield.geometry.roots import root
from battlefield.geometry.shapes import Oval, Point

_FINE = 1e-4
_POINT = 1e-12
_MANY = 1500


class Parallel(NamedTuple):
    """The parallel curve of an oval, `out` inches outside it."""

    oval: Oval
    out: float


Track = Segment | Arc | Parallel


def tracks_round(body: Body, radius: float) -> list[Track]:
    """The tracks of a disc of that radius round a body, on its outer side."""
    if body.oval:
        return [Parallel(body.oval, radius)]
    found: list[Track] = []
    corners: dict[tuple[int, int], Point] = {}
    for piece in body.pieces:
        if isinstance(piece, Segment):
            hx, hy = heading_at(piece, piece.x0, piece.y0)
            dx, dy = radius * hy, -radius * hx
            found.append(Segment(piece.x0 + dx, piece.y0 + dy, piece.x1 + dx, piece.y1 + dy))
        else:
            grown = piece.radius + math.copysign(radius, piece.sweep)
            if grown >= -TOLERANCE:
                found.append(piece._replace(radius=max(grown, _POINT)))
        if not (isinstance(piece, Arc) and is_round(piece)):
            for x, y in ends(piece):
                corners[round(x / HAIR), round(y / HAIR)] = (x, y)
    if radius > HAIR:
        found += [Arc(x, y, radius, 0.0, TURN) for x, y in corners.values()]
    return found


def board_tracks(radius: float, width: float, height: float) -> list[Track]:
    """The tracks of a disc along the inside of the edges of the board (0, 0)-(width, height)."""
    low, right, top = radius, width - radius, height - radius
    corners = ((low, low), (right, low), (right, top), (low, top))
    return [Segment(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True) if a != b]


def track_box(track: Track) -> Box:
    """The box round a track."""
    if not isinstance(track, Parallel):
        return box_of(track)
    x0, y0, x1, y1 = bounds(track.oval)
    return (x0 - track.out, y0 - track.out, x1 + track.out, y1 + track.out)


def track_distance(track: Track, x: float, y: float) -> float:
    """The distance of a point from a track."""
    if not isinstance(track, Parallel):
        return distance_to(track, x, y)
    places = (parallel_point(track.oval, t, track.out) for t in normals_through(track.oval, x, y))
    return min(math.hypot(px - x, py - y) for px, py in places)


def track_crossings(a: Track, b: Track) -> Iterable[Point]:
    """Every point where two tracks cross or touch; a few more that lie on one of them may be among them."""
    if isinstance(a, Parallel):
        if isinstance(b, Parallel):
            return oval_crossings(a, b) if a.oval != b.oval else ()
        return _parallel_crossings(a, b)
    if isinstance(b, Parallel):
        return _parallel_crossings(b, a)
    if isinstance(a, Arc) and isinstance(b, Arc):
        return circle_crossings(a.x, a.y, a.radius, b.x, b.y, b.radius)
    return meeting_points(a, b)


@lru_cache(maxsize=8192)
def oval_crossings(a: Parallel, b: Parallel) -> tuple[Point, ...]:
    """Where two parallel curves of ovals meet: each crossing is bracketed by parts that a bound does not rule out.

    The answer is kept: the models of a unit ask the same of the same curves.
    """

    def beyond(t: float) -> float:
        return foot(b.oval, *parallel_point(a.oval, t, a.out)).distance - b.out

    return tuple(parallel_point(a.oval, t, a.out) for t in isolated_roots(beyond, speed(a.oval, a.out)))


def speed(oval: Oval, out: float) -> float:
    """The greatest way along the parallel curve for one radian of the eccentric angle."""
    a, b = max(oval.a, oval.b), min(oval.a, oval.b)
    return a + out * a / b


def isolated_roots(f: Callable[[float], float], rate: float) -> list[float]:
    """The roots in [0, 2 pi) of f, which changes by at most `rate` for a radian.

    A part is dropped when the value in its middle is too great for a root within it. What is left at 1e-4 radians is
    searched by sign, and without a change of sign for a touch at its least value (there f bends one way only). Where f
    is 0 all the way round (two like ovals about one centre) it gives a few of its roots.
    """
    width = TURN / 16
    parts = [(k * width, (k + 1) * width) for k in range(16)]
    while width > _FINE:
        width /= 2
        halves = [(low + k * width, low + (k + 1) * width) for low, _ in parts for k in (0, 1)]
        parts = [part for part in halves if abs(f((part[0] + part[1]) / 2)) <= rate * width / 2]
        if len(parts) > _MANY:
            return [k * TURN / 16 for k in range(16)]
    return [at for part in parts for at in _in_small_part(f, *part)]


def _in_small_part(f: Callable[[float], float], low: float, high: float) -> list[float]:
    at_low, at_high = f(low), f(high)
    if (at_low > 0) != (at_high > 0):
        return [root(f, low, high)]
    sign = 1.0 if at_low > 0 else -1.0
    # where f falls towards neither end, or is least at one of them, it touches nothing in between
    step = (high - low) / 16
    if abs(at_low) > 2 * HAIR and sign * f(low + step) >= sign * at_low:
        return []
    if abs(at_high) > 2 * HAIR and sign * f(high - step) >= sign * at_high:
        return []
    a, b = low, high
    for _ in range(60):
        p, q = a + 0.381966 * (b - a), b - 0.381966 * (b - a)
        if sign * f(p) < sign * f(q):
            b = q
        else:
            a = p
    least = (a + b) / 2
    if sign * f(least) < 0:
        return [root(f, low, least), root(f, least, high)]
    return [least] if abs(f(least)) <= HAIR else []


@lru_cache(maxsize=16384)
def _parallel_crossings(a: Parallel, b: Segment | Arc) -> tuple[Point, ...]:
    if isinstance(b, Arc):
        return circle_meetings(a.oval, a.out, b.x, b.y, b.radius, HAIR)
    return line_crossings(a.oval, a.out, b.x0, b.y0, *heading_at(b, b.x0, b.y0), HAIR)
