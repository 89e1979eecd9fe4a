"""Tracks: the curves along which the centre of a disc runs while the disc touches an obstacle or the edge of the board.

Lines, circles and parallel curves of ovals; every place where a free region has a corner is a crossing of two tracks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

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
from battlefield.geometry.measure import TOLERANCE
from battlefield.geometry.parallels import Parallel, box_round, crossings, distance_from
from battlefield.geometry.shapes import Point

_POINT = 1e-12


Track = Segment | Arc | Parallel


def tracks_round(body: Body, radius: float) -> list[Track]:
    """The tracks of a disc of that radius round a body, on its outer side."""
    if body.oval:
        return [Parallel(body.oval, radius)]
    found: list[Track] = []
    corners: dict[tuple[int, int], Point] = {}
    for piece in body.pieces:
        if isinstance(piece, Segment):
            found.append(beside(piece, radius))
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


def beside(edge: Segment, out: float) -> Segment:
    """A straight edge moved outwards, to its right, by so many inches."""
    hx, hy = heading_at(edge, edge.x0, edge.y0)
    dx, dy = out * hy, -out * hx
    return Segment(edge.x0 + dx, edge.y0 + dy, edge.x1 + dx, edge.y1 + dy)


def board_tracks(radius: float, width: float, height: float) -> list[Track]:
    """The tracks of a disc along the inside of the edges of the board (0, 0)-(width, height)."""
    low, right, top = radius, width - radius, height - radius
    corners = ((low, low), (right, low), (right, top), (low, top))
    return [Segment(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True) if a != b]


def track_box(track: Track) -> Box:
    """The box round a track."""
    return box_round(track) if isinstance(track, Parallel) else box_of(track)


def track_distance(track: Track, x: float, y: float) -> float:
    """The distance of a point from a track."""
    return distance_from(track, x, y) if isinstance(track, Parallel) else distance_to(track, x, y)


def track_crossings(a: Track, b: Track) -> Iterable[Point]:
    """Every point where two tracks cross or touch; a few more that lie on one of them may be among them."""
    if isinstance(a, Parallel):
        return crossings(a, b)
    if isinstance(b, Parallel):
        return crossings(b, a)
    if isinstance(a, Arc) and isinstance(b, Arc):
        return circle_crossings(a.x, a.y, a.radius, b.x, b.y, b.radius)
    return meeting_points(a, b)
