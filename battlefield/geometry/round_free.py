"""What of a round is free: the stretches of it, by outward normal, that no barrier and no edge of the board covers.

Circles are covered by discs and by the strips along straight edges in closed form; what else there is is cut at its
crossings and judged between them. Source rule: move.swept.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from battlefield.geometry.curves import TURN, Arc, Segment
from battlefield.geometry.parallels import Parallel, foot_on, meets_line, support_of
from battlefield.geometry.tracks import track_crossings
from battlefield.geometry.way_ground import LEAST, SLACK, Ground, Grown, Round

Stretch = tuple[float, float]
"""A first angle and a width in radians, counter-clockwise."""
ANGLE = 1e-9
"""Radians by which a place may lie outside a stretch and still be on it."""


def free_stretches(one: Round, ground: Ground) -> list[Stretch]:
    """The free stretches of a round, none longer than a whole turn; [(first, TURN)] when all of it is free."""
    if one.radius < LEAST and one.oval is None:
        return [(one.first, one.sweep)] if ground.is_free(one.x, one.y) else []
    taken: list[Stretch] = list(_off_board(one, ground.room))
    for each in ground.near(one.x, one.y, one.breadth):
        found = _covered(one, each)
        if found is None:
            return []
        taken += found
    return [each for each in _left_over(one, taken) if ground.is_free(*place_on(one, each[0] + each[1] / 2))]


def place_on(one: Round, angle: float) -> tuple[float, float]:
    """The point of a round whose outward normal has that angle."""
    c, s = math.cos(angle), math.sin(angle)
    if one.oval:
        return support_of(Parallel(one.oval, one.radius, one.more), c, s)
    return (one.x + one.radius * c, one.y + one.radius * s)


def _covered(one: Round, each: Grown) -> list[Stretch] | None:
    """What a barrier covers of a round, None when all of it."""
    keep = each.keep - SLACK
    taken: list[Stretch] = []
    if each.solid or one.oval or each.curved or any(arc.sweep < TURN - 1e-9 for arc in each.arcs):
        return _covered_by_curves(one, each)
    for arc in each.arcs:
        stretch = _by_disc(one, arc.x, arc.y, arc.radius + keep)
        if stretch is None:
            return None
        taken += stretch
    for x, y in each.corners:
        stretch = _by_disc(one, x, y, keep)
        if stretch is None:
            return None
        taken += stretch
    for edge in each.edges:
        taken += _by_strip(one, edge, keep)
    return taken


def _by_disc(one: Round, x: float, y: float, reach: float) -> Sequence[Stretch] | None:
    dx, dy, r = x - one.x, y - one.y, one.radius
    square = dx * dx + dy * dy
    if square >= (r + reach) ** 2 or (r >= reach and square <= (r - reach) ** 2):
        return ()
    if square <= (reach - r) ** 2:
        return None
    half = math.acos(max(-1.0, min(1.0, (square + r * r - reach * reach) / (2.0 * math.sqrt(square) * r))))
    return ((math.atan2(dy, dx) - half, 2.0 * half),)


def _by_strip(one: Round, edge: Segment, reach: float) -> Iterable[Stretch]:
    """What the rectangle beside a straight edge, `reach` to both sides, covers of a circle."""
    ex, ey = edge.x1 - edge.x0, edge.y1 - edge.y0
    size = math.hypot(ex, ey)
    ex, ey = ex / size, ey / size
    dx, dy = one.x - edge.x0, one.y - edge.y0
    along, beside, r = dx * ex + dy * ey, dy * ex - dx * ey, one.radius
    if abs(beside) >= r + reach or along <= -r or along >= size + r:
        return ()
    marks: list[float] = []
    for level in (reach, -reach):
        if abs(level - beside) < r:
            turn = math.asin((level - beside) / r)
            marks += [turn % TURN, (math.pi - turn) % TURN]
    for level in (0.0, size):
        if abs(level - along) < r:
            turn = math.acos((level - along) / r)
            marks += [turn, TURN - turn]
    bearing = math.atan2(ey, ex)
    if not marks:
        return ((0.0, TURN),) if abs(beside) < reach and 0.0 < along < size else ()
    marks.sort()
    marks.append(marks[0] + TURN)
    found = []
    for low, high in pairwise(marks):
        middle = (low + high) / 2
        if abs(beside + r * math.sin(middle)) < reach and 0.0 < along + r * math.cos(middle) < size:
            found.append((low + bearing, high - low))
    return found


def _off_board(one: Round, room: tuple[float, float, float, float]) -> Iterable[Stretch]:
    """What of a round lies beyond the edges of the room."""
    x0, y0, x1, y1 = room
    for bearing, off in (
        (0.0, x1 - one.x),
        (math.pi / 2, y1 - one.y),
        (math.pi, one.x - x0),
        (-math.pi / 2, one.y - y0),
    ):
        reach = off + SLACK
        if one.oval:
            yield from _oval_beyond(one, bearing, reach)
        elif reach <= -one.radius:
            yield (0.0, TURN)
        elif reach < one.radius:
            half = math.acos(reach / one.radius)
            yield (bearing - half, 2.0 * half)


def _oval_beyond(one: Round, bearing: float, reach: float) -> Iterable[Stretch]:
    assert one.curve
    ux, uy = math.cos(bearing), math.sin(bearing)
    px, py = place_on(one, bearing)
    if (px - one.x) * ux + (py - one.y) * uy <= reach:
        return ()
    hits = meets_line(one.curve, one.x + reach * ux, one.y + reach * uy, -uy, ux, 0.0)
    if len(hits) < 2:
        return ((0.0, TURN),)
    first, last = sorted((_normal_angle(one, *hit) - bearing + math.pi) % TURN - math.pi for hit in hits)
    return ((bearing + first, last - first),)


def _normal_angle(one: Round, x: float, y: float) -> float:
    if one.curve is None:
        return math.atan2(y - one.y, x - one.x)
    (nx, ny), _ = foot_on(one.curve, x, y)
    return math.atan2(ny, nx)


def _covered_by_curves(one: Round, each: Grown) -> list[Stretch]:
    """As `_covered` for everything: the round cut where it meets the tracks of the barrier, each part judged."""
    track = one.curve or Arc(one.x, one.y, one.radius, 0.0, TURN)
    tracks = each.tracks_inside()
    marks = sorted(_normal_angle(one, *at) % TURN for other in tracks for at in track_crossings(track, other))
    if not marks:
        marks = [0.0]
    marks.append(marks[0] + TURN)
    return [
        (low, high - low)
        for low, high in pairwise(marks)
        if high - low > 1e-12 and each.off(*place_on(one, (low + high) / 2)) < -SLACK
    ]


def _left_over(one: Round, taken: list[Stretch]) -> list[Stretch]:
    """The sweep of a round without what is taken of it."""
    if not taken:
        return [(one.first, one.sweep)]
    whole = one.sweep >= TURN - 1e-12
    first = taken[0][0] + taken[0][1] if whole else one.first
    sweep = TURN if whole else one.sweep
    spans: list[tuple[float, float]] = []
    for low, width in taken:
        if width >= TURN - 1e-12:
            return []
        begin = (low - first) % TURN
        spans.append((begin, begin + width))
        if begin + width > TURN:
            spans.append((begin - TURN, begin + width - TURN))
    spans.sort()
    found, at = [], 0.0
    for low, high in spans:
        if low > sweep:
            break
        if low > at:
            found.append((first + at, low - at))
        at = max(at, high)
    if at < sweep:
        found.append((first + at, sweep - at))
    return found
