"""Places round a footprint and in it: which bearings are open at a gap, and the nearest place off other tokens inside.

Both search by bounds, not by samples: clearance changes by at most the way moved, so a stretch whose middle is
blocked by more than half its length is blocked as a whole. Source rules: relic.drop, artifact.drop; rulings C11, D13.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from battlefield.geometry.area_tree import CircleArea, MinusArea, PolygonArea, UnionArea
from battlefield.geometry.areas import area_gap
from battlefield.geometry.measure import TOLERANCE, centre, gap, radius_around
from battlefield.geometry.placement import Obstacle, at_gap, deepest_point, holds_disc
from battlefield.geometry.shapes import Disc, Point, RoundBase, Shape

FINEST = 1e-7
"""Inches: an opening narrower than this is no opening."""
NARROW = 0.02
"""Degrees: how finely bearings are looked at where they have no place at all."""


def clearance(place: Point, radius: float, obstacles: Sequence[Obstacle], width: float, height: float) -> float:
    """How far a disc at a place is clear of every obstacle and of the battlefield's edge; negative when it is not.

    To reach a free place its centre must move by at least what is lacking.
    """
    x, y = place
    edge = min(x, y, width - x, height - y) - radius
    disc = Disc(x, y, 0.0)
    return min([edge, *(_gap_to(disc, each) - radius for each in obstacles)])


def is_clear(place: Point, radius: float, obstacles: Sequence[Obstacle], width: float, height: float) -> bool:
    """Whether a disc lies wholly on the battlefield and overlaps no obstacle; touching is clear."""
    return clearance(place, radius, obstacles, width, height) >= -TOLERANCE


def clear_of(place: Point, radius: float, obstacles: Sequence[Obstacle]) -> bool:
    """Whether a disc at a place overlaps none of the obstacles; touching is clear."""
    disc = Disc(place[0], place[1], 0.0)
    return all(_gap_to(disc, each) - radius >= -TOLERANCE for each in obstacles)


def disc_gap(shape: Shape, place: Point, radius: float) -> float:
    """The gap between a shape and a disc at a place, inches."""
    return gap(shape, Disc(place[0], place[1], radius)).high


def place_on_bearing(shape: Shape, radius: float, wanted: float, bearing: float) -> Point | None:
    """Where a disc on a bearing is `wanted` from a shape; None where no place on it is, as for some concave hulls."""
    try:
        return at_gap(RoundBase(radius), 0.0, shape, wanted, bearing)
    except ValueError:
        return None


def open_bearing(
    shape: Shape,
    radius: float,
    wanted: float,
    obstacles: Sequence[Obstacle],
    board: tuple[float, float],
    preferred: float,
) -> float | None:
    """The bearing nearest to `preferred` at which a disc, its closest part `wanted` from the shape, is clear.

    Of two equally near the counter-clockwise one. None when no bearing is open. Exact for convex footprints to
    openings of 1e-7 in; on a concave hull, where the place may jump with the bearing, a stretch is given up by the
    same bound, taken as if it did not, and where a bearing has no place at all, down to a fiftieth of a degree.
    """

    def lacking(turn: float) -> float | None:
        place = place_on_bearing(shape, radius, wanted, preferred + turn)
        return None if place is None else -clearance(place, radius, obstacles, *board) - TOLERANCE

    straight = lacking(0.0)
    if straight is not None and straight <= 0.0:
        return preferred % 360.0
    inches = _inches_a_degree(shape, radius + wanted)
    best: float | None = None
    # stretches of turn, by the least turn they hold; the left-hand (positive) one first
    queue: list[tuple[float, int, float, float]] = [(0.0, 0, 0.0, 180.0), (0.0, 1, -180.0, 0.0)]
    while queue:
        least, side, low, high = heapq.heappop(queue)
        if best is not None and least >= abs(best):
            break
        middle, half = (low + high) / 2, (high - low) / 2
        missing = lacking(middle)
        if missing is not None and missing <= 0.0 and (best is None or abs(middle) < abs(best)):
            best = middle
        if half < NARROW if missing is None else (missing > half * inches or half * inches < FINEST):
            continue
        for part in ((low, middle), (middle, high)):
            heapq.heappush(queue, (min(abs(part[0]), abs(part[1])), side, *part))
    return None if best is None else (preferred + best) % 360.0


def nearest_inside(shape: Shape, point: Point, radius: float, others: Sequence[Disc]) -> Point | None:
    """The place nearest to `point` at which a disc lies wholly within the shape and overlaps none of `others`.

    None when there is none. To 1e-7 in; of equally near places the first counter-clockwise from +x.
    """

    def lacking(place: Point) -> float:
        x, y = place
        off = min((math.hypot(x - each.x, y - each.y) - each.radius - radius for each in others), default=math.inf)
        return max(holds_disc(shape, place, radius), -off) - TOLERANCE

    if lacking(point) <= 0.0:
        return point
    reach = radius_around(shape, point)
    best: tuple[float, float, Point] | None = None
    for each in others:
        for place in _ring_places(point, each, radius):
            if lacking(place) <= 0.0:
                far = math.dist(point, place)
                turn = math.atan2(place[1] - point[1], place[0] - point[0]) % math.tau
                found = (round(far, 7), round(turn, 7), place)
                best = found if best is None or found < best else best
    return None if best is None or best[0] > reach else best[2]


def _ring_places(point: Point, other: Disc, radius: float) -> list[Point]:
    """Places where a disc touches another token: straight away from it through `point`, and all the way round."""
    ring = other.radius + radius
    away = math.atan2(point[1] - other.y, point[0] - other.x)
    turns = [away, *(away + math.tau * step / 720 for step in range(1, 720))]
    return [(other.x + ring * math.cos(turn), other.y + ring * math.sin(turn)) for turn in turns]


def _gap_to(disc: Disc, obstacle: Obstacle) -> float:
    if isinstance(obstacle, PolygonArea | CircleArea | UnionArea | MinusArea):
        return area_gap(disc, obstacle).high
    return gap(disc, obstacle).high


def _inches_a_degree(shape: Shape, out: float) -> float:
    """How far a place at a gap moves at most when its bearing turns by a degree: rho^2 / rho_min for a convex curve."""
    middle = centre(shape)
    most = radius_around(shape, middle) + out
    _, inradius = deepest_point(shape)
    least = min(inradius, most - out) + out
    return math.radians(most * most / least)
