"""Places for a disc as near as can be to a footprint, off everything by so much, within reach of one of its like.

The free region is closed, and so is what is in reach: the nearest place is a foot of a perpendicular on one of their
tracks, or a crossing of two. All of them are given, the nearest first, so that whoever asks for more can go on.
Source rule: move.disembark; ruling B7.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from battlefield.geometry.bodies import Body, Obstacle
from battlefield.geometry.curves import box_gap
from battlefield.geometry.feet import feet_of_point, feet_of_shape
from battlefield.geometry.measure import TOLERANCE, bounds
from battlefield.geometry.shapes import Point, Polygon, Shape
from battlefield.geometry.tracks import board_tracks, track_box, track_crossings, tracks_round

Kept = tuple[Obstacle, float]
"""What a disc keeps clear of, and the inches by which it does."""
ALIKE = 1e-7
"""Places whose gaps differ by no more than this are equally near (inches)."""


def places_beside(
    shape: Shape,
    radius: float,
    kept: Sequence[Kept],
    comrades: Sequence[tuple[Shape, float]],
    board: tuple[float, float],
    reach: float,
    towards: Point,
) -> Iterator[Point]:
    """The places of a disc nearest to a footprint, of those wholly within `reach` of it; equally near, `towards`.

    Of a footprint that is not convex some may be given that stick out of the reach.
    It lies on the board, as far from each obstacle as that asks for (touching is clear), and, where there are
    `comrades`, within the reach of at least one. Exact to 1e-8 in.
    """
    width, height = board
    own = Body(shape)
    around = bounds(shape)
    bodies = [(Body(obstacle), radius + off) for obstacle, off in kept]
    near = [(Body(each), radius + reach) for each, reach in comrades]

    convex = not isinstance(shape, Polygon) or len(shape.parts) == 1
    most = reach if convex else reach + 2 * radius  # of the far side, which lies squarely off a convex footprint

    def is_free(x: float, y: float) -> bool:
        low = radius - TOLERANCE
        if not (low <= x <= width - low and low <= y <= height - low):
            return False
        if not all(body.leaves_room(x, y, off) for body, off in bodies):
            return False
        return not near or any(body.signed(x, y) <= reach + TOLERANCE for body, reach in near)

    touching = tracks_round(own, radius)  # every place on these is as near as any other
    tracks = board_tracks(radius, width, height)
    tracks += [track for body, off in (*bodies, *near) for track in tracks_round(body, off)]
    feet = feet_of_shape(shape, [towards])
    boxes = [(track, box) for track in tracks if box_gap(box := track_box(track), around) <= most]
    found = [at for track, _ in boxes for at in feet(track)]
    boxes += [(track, track_box(track)) for track in touching]
    found += [at for track, _ in boxes for at in feet_of_point(track, towards)]
    for (a, a_box), (b, b_box) in combinations(boxes, 2):
        if box_gap(a_box, b_box) <= TOLERANCE:
            found += track_crossings(a, b)
    off = ((own.signed(*at), at) for at in found)
    free = [(max(each - radius, 0.0), at) for each, at in off if each + radius <= most + TOLERANCE and is_free(*at)]
    return iter(_in_order(free, towards))


def _in_order(places: list[tuple[float, Point]], towards: Point) -> list[Point]:
    """The nearest first; those equally near by how near they are to a point, then by their coordinates."""
    places.sort()
    ranked: list[tuple[int, float, Point]] = []
    rank, last = 0, -math.inf
    for far, at in places:
        if far > last + ALIKE:
            rank, last = rank + 1, far
        ranked.append((rank, round(math.hypot(at[0] - towards[0], at[1] - towards[1]), 7), at))
    ranked.sort(key=lambda each: (each[0], each[1], round(each[2][0], 7), round(each[2][1], 7)))
    return [at for _, _, at in ranked]
