"""The free place nearest to a point or to a footprint, for a token's disc.

The free region is closed, so its nearest place is the point itself, or a foot of a perpendicular on one of its
tracks, or a crossing of two. All of them are worked out, and the nearest that is clear of
everything is exact.
Source rules: relic.drop.impassable, relic.drop; rulings C11, D13.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from battlefield.geometry.bodies import Body, Obstacle
from battlefield.geometry.curves import Box, box_gap
from battlefield.geometry.feet import feet_of_point, feet_of_shape
from battlefield.geometry.measure import TOLERANCE, bounds
from battlefield.geometry.shapes import Point, Shape
from battlefield.geometry.tracks import Track, board_tracks, track_box, track_crossings, tracks_round

TIE = 1e-7
"""Places whose distances differ by no more than this are equally near (inches)."""


class NearestFree(NamedTuple):
    """The nearest free place, its distance, and all places as near (to 1e-7 in), sorted, itself among them."""

    at: Point
    distance: float
    ties: tuple[Point, ...]


def nearest_free(
    point: Point,
    radius: float,
    obstacles: Sequence[Obstacle],
    width: float,
    height: float,
    towards: Sequence[Point] = (),
) -> NearestFree | None:
    """The centre nearest to a point at which a disc lies wholly on the board and overlaps no obstacle; None if nowhere.

    Touching is clear; exact to 1e-8 in. Where a whole arc round the point is equally near, `ties` holds the places on
    it in the directions of the axes and of the points `towards`, and its ends.
    """
    room = _Room(radius, obstacles, width, height)
    px, py = point

    def value(x: float, y: float) -> float:
        return math.hypot(x - px, y - py)

    def feet(track: Track) -> list[Point]:
        return feet_of_point(track, point, towards)

    return _nearest(room, [point], feet, value, (px, py, px, py))


def nearest_free_to_shape(
    shape: Shape,
    radius: float,
    obstacles: Sequence[Obstacle],
    width: float,
    height: float,
    towards: Sequence[Point] = (),
) -> NearestFree | None:
    """As `nearest_free`, nearest by the gap between the disc and a footprint; of places that touch it or lie on it, the
    nearest to its centre.
    """
    middle = nearest_free((shape.x, shape.y), radius, obstacles, width, height, towards)
    if middle is None:
        return None
    body = Body(shape)

    def value(x: float, y: float) -> float:
        return max(body.signed(x, y) - radius, 0.0)

    if value(*middle.at) == 0:
        return NearestFree(middle.at, 0.0, middle.ties)
    room = _Room(radius, obstacles, width, height)
    room.add(tracks_round(body, radius))
    corners = feet_of_shape(shape, towards)
    found = _nearest(room, [middle.at], corners, value, bounds(shape), radius)
    if found is None:
        return None
    ties = sorted(found.ties, key=lambda at: math.hypot(at[0] - shape.x, at[1] - shape.y))
    return NearestFree(ties[0] if found.distance == 0 else found.at, found.distance, found.ties)


class _Room:
    """What a disc must keep clear of, with its tracks and their boxes."""

    def __init__(self, radius: float, obstacles: Sequence[Obstacle], width: float, height: float) -> None:
        self.radius, self.width, self.height = radius, width, height
        self.bodies = [Body(obstacle) for obstacle in obstacles]
        self.tracks: list[tuple[Track, Box]] = []
        if min(width, height) >= 2 * radius - TOLERANCE:
            self.add(board_tracks(radius, width, height))
        for body in self.bodies:
            self.add(tracks_round(body, radius))

    def add(self, tracks: Sequence[Track]) -> None:
        self.tracks += [(track, track_box(track)) for track in tracks]

    def is_free(self, x: float, y: float) -> bool:
        low = self.radius - TOLERANCE
        if not (low <= x <= self.width - low and low <= y <= self.height - low):
            return False
        return all(body.leaves_room(x, y, self.radius) for body in self.bodies)


def _nearest(
    room: _Room,
    starts: Sequence[Point],
    feet: Callable[[Track], list[Point]],
    value: Callable[[float, float], float],
    box: Box,
    slack: float = 0.0,
) -> NearestFree | None:
    """The least value among the candidates that are free; a track in a box farther than that from `box` is left out."""
    places = [*starts, *(at for track, _ in room.tracks for at in feet(track))]
    ranked = sorted((value(*at), at) for at in places)
    bound = next((size for size, at in ranked if room.is_free(*at)), math.inf) + TIE
    near = [pair for pair in room.tracks if box_gap(pair[1], box) - slack <= bound]
    for (a, a_box), (b, b_box) in combinations(near, 2):
        if box_gap(a_box, b_box) <= TOLERANCE:
            ranked += [(size, at) for at in track_crossings(a, b) if (size := value(*at)) <= bound]
    ranked.sort()
    best, ties = math.inf, []
    for size, at in ranked:
        if size > best + TIE:
            break
        if room.is_free(*at):
            best = min(best, size)
            ties.append(at)
    if not ties:
        return None
    kept: list[Point] = []
    for at in ties:
        if all(math.hypot(at[0] - x, at[1] - y) > 10 * TIE for x, y in kept):
            kept.append(at)
    return NearestFree(ties[0], best, tuple(sorted(kept)))
