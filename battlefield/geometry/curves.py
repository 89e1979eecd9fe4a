"""Pieces of a boundary: straight segments and circular arcs, and how they meet.

A piece is directed; what it bounds lies on its left. An arc with a positive sweep therefore bulges out of what it
bounds and an arc with a negative sweep bites into it. Inches and radians.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from battlefield.geometry.shapes import Point

Box = tuple[float, float, float, float]

HAIR = 1e-9
"""Points closer than this are one point where boundaries are cut and joined (inches)."""

TURN = 2 * math.pi


class Segment(NamedTuple):
    """A straight piece from (x0, y0) to (x1, y1)."""

    x0: float
    y0: float
    x1: float
    y1: float


class Arc(NamedTuple):
    """A circular piece: centre, radius, angle of its first point, and the signed angle swept."""

    x: float
    y: float
    radius: float
    start: float
    sweep: float


Piece = Segment | Arc


def on_circle(arc: Arc, angle: float) -> Point:
    """The point of the arc's circle at an angle from +x."""
    return (arc.x + arc.radius * math.cos(angle), arc.y + arc.radius * math.sin(angle))


def is_round(arc: Arc) -> bool:
    """Whether the arc is a whole circle."""
    return abs(arc.sweep) >= TURN - 1e-12


def ends(piece: Piece) -> tuple[Point, Point]:
    """Its first and its last point."""
    if isinstance(piece, Segment):
        return (piece.x0, piece.y0), (piece.x1, piece.y1)
    return on_circle(piece, piece.start), on_circle(piece, piece.start + piece.sweep)


def length(piece: Piece) -> float:
    """Its length in inches."""
    if isinstance(piece, Segment):
        return math.hypot(piece.x1 - piece.x0, piece.y1 - piece.y0)
    return abs(piece.sweep) * piece.radius


def point_at(piece: Piece, share: float) -> Point:
    """The point at a share of its way, 0 the first and 1 the last."""
    if isinstance(piece, Segment):
        return (piece.x0 + share * (piece.x1 - piece.x0), piece.y0 + share * (piece.y1 - piece.y0))
    return on_circle(piece, piece.start + share * piece.sweep)


def heading_at(piece: Piece, x: float, y: float) -> Point:
    """The unit direction in which the piece runs at (or beside) the point."""
    if isinstance(piece, Segment):
        dx, dy = piece.x1 - piece.x0, piece.y1 - piece.y0
    elif piece.sweep > 0:
        dx, dy = piece.y - y, x - piece.x
    else:
        dx, dy = y - piece.y, piece.x - x
    size = math.hypot(dx, dy)
    return (dx / size, dy / size)


def backwards(piece: Piece) -> Piece:
    """The same points, run through the other way."""
    if isinstance(piece, Segment):
        return Segment(piece.x1, piece.y1, piece.x0, piece.y0)
    return Arc(piece.x, piece.y, piece.radius, piece.start + piece.sweep, -piece.sweep)


def faces(arc: Arc, x: float, y: float) -> bool:
    """Whether the ray from the arc's centre through the point meets the arc."""
    angle = math.atan2(y - arc.y, x - arc.x) - arc.start
    turned = (angle if arc.sweep > 0 else -angle) % TURN
    return turned <= abs(arc.sweep) or is_round(arc)


def share_of(piece: Piece, x: float, y: float) -> float:
    """The share of the way at which a point on (or beside) the piece lies; below 0 or above 1 outside it."""
    if isinstance(piece, Segment):
        dx, dy = piece.x1 - piece.x0, piece.y1 - piece.y0
        return ((x - piece.x0) * dx + (y - piece.y0) * dy) / (dx * dx + dy * dy)
    angle = math.atan2(y - piece.y, x - piece.x) - piece.start
    size = abs(piece.sweep)
    turned = (angle if piece.sweep > 0 else -angle) % TURN
    if turned > size and turned - size > TURN - turned:
        turned -= TURN
    return turned / size


def nearest_on(piece: Piece, x: float, y: float) -> Point:
    """The point of the piece closest to (x, y); of an arc seen from its centre, its first point."""
    if isinstance(piece, Segment):
        x0, y0, x1, y1 = piece
        dx, dy = x1 - x0, y1 - y0
        size = dx * dx + dy * dy
        share = ((x - x0) * dx + (y - y0) * dy) / size if size else 0.0
        if share <= 0.0:
            return (x0, y0)
        return (x1, y1) if share >= 1.0 else (x0 + share * dx, y0 + share * dy)
    out = math.hypot(x - piece.x, y - piece.y)
    if out < 1e-14:
        return on_circle(piece, piece.start)
    if faces(piece, x, y):
        scale = piece.radius / out
        return (piece.x + scale * (x - piece.x), piece.y + scale * (y - piece.y))
    first, last = ends(piece)
    return min(first, last, key=lambda end: math.hypot(end[0] - x, end[1] - y))


def distance_to(piece: Piece, x: float, y: float) -> float:
    """The distance from (x, y) to the closest point of the piece."""
    qx, qy = nearest_on(piece, x, y)
    return math.hypot(qx - x, qy - y)


def box_of(piece: Piece) -> Box:
    """Its bounding box (x0, y0, x1, y1)."""
    points = list(ends(piece))
    if isinstance(piece, Arc):
        for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if faces(piece, piece.x + x, piece.y + y):
                points.append((piece.x + x * piece.radius, piece.y + y * piece.radius))
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )


def box_gap(a: Box, b: Box) -> float:
    """A lower bound on the distance between things in two boxes."""
    dx = max(a[0] - b[2], b[0] - a[2], 0.0)
    dy = max(a[1] - b[3], b[1] - a[3], 0.0)
    return math.hypot(dx, dy)


def line_crossing(
    ax: float, ay: float, ux: float, uy: float, bx: float, by: float, vx: float, vy: float
) -> Point | None:
    """Where two lines, each a point and a unit direction, cross; None when they are parallel to 1e-12."""
    turn = ux * vy - uy * vx
    if abs(turn) < 1e-12:
        return None
    t = ((bx - ax) * vy - (by - ay) * vx) / turn
    return (ax + t * ux, ay + t * uy)


def line_and_circle(
    ax: float, ay: float, ux: float, uy: float, cx: float, cy: float, radius: float, slack: float = HAIR
) -> tuple[float, ...]:
    """Where a line (point, unit direction) meets a circle, as lengths along the line in rising order.

    A line that passes within `slack` of touching is taken to touch, and gives its closest point once.
    """
    foot = (cx - ax) * ux + (cy - ay) * uy
    off = abs((cx - ax) * uy - (cy - ay) * ux)
    if off > radius + slack:
        return ()
    square = (radius - off) * (radius + off)
    if square <= 0:
        return (foot,)
    half = math.sqrt(square)
    return (foot - half, foot + half)


def circle_crossings(
    ax: float, ay: float, a: float, bx: float, by: float, b: float, slack: float = HAIR
) -> tuple[Point, ...]:
    """Where two circles (centre, radius) meet; within `slack` of touching counts as touching."""
    dx, dy = bx - ax, by - ay
    apart = math.hypot(dx, dy)
    if apart < HAIR or apart > a + b + slack or apart < abs(a - b) - slack:
        return ()
    ux, uy = dx / apart, dy / apart
    along = (apart + (a - b) * (a + b) / apart) / 2
    square = (a - along) * (a + along)
    if square <= 0:
        along = math.copysign(a, along)
        return ((ax + along * ux, ay + along * uy),)
    half = math.sqrt(square)
    x, y = ax + along * ux, ay + along * uy
    return ((x - half * uy, y + half * ux), (x + half * uy, y - half * ux))


def meeting_points(a: Piece, b: Piece) -> list[Point]:
    """Every point at which two pieces cross, touch, or end on one another, to a hair.

    Of pieces that run together it gives the ends of what they share.
    """
    found = [point for point in _carrier_crossings(a, b) if _beside(a, point) and _beside(b, point)]
    found += [end for end in ends(a) if _beside(b, end)]
    found += [end for end in ends(b) if _beside(a, end)]
    return found


def cut(piece: Piece, points: list[Point]) -> list[Piece]:
    """The piece, divided at points that lie on it; parts shorter than a hair are dropped."""
    size = length(piece)
    if size <= HAIR:
        return []
    shares = sorted(share_of(piece, x, y) for x, y in points)
    if isinstance(piece, Arc) and is_round(piece):
        return _cut_circle(piece, shares)
    marks = [0.0]
    for share in shares:
        if HAIR / size < share - marks[-1] and share < 1 - HAIR / size:
            marks.append(share)
    marks.append(1.0)
    return [_between(piece, low, high) for low, high in pairwise(marks)]


def polyline(piece: Piece, tolerance: float) -> list[Point]:
    """Points along the piece, first to last, whose chords stay within `tolerance` of it; for drawing."""
    first, last = ends(piece)
    if isinstance(piece, Segment):
        return [first, last]
    step = 2 * math.acos(max(0.0, 1 - min(tolerance / piece.radius, 1.0)))
    count = max(2, math.ceil(abs(piece.sweep) / max(step, 1e-3)))
    inner = [point_at(piece, index / count) for index in range(1, count)]
    return [first, *inner, last]


def _carrier_crossings(a: Piece, b: Piece) -> tuple[Point, ...]:
    """Crossings of the whole lines or circles on which two pieces lie."""
    if isinstance(a, Arc):
        if isinstance(b, Arc):
            return circle_crossings(a.x, a.y, a.radius, b.x, b.y, b.radius)
        return _carrier_crossings(b, a)
    ux, uy = heading_at(a, a.x0, a.y0)
    if isinstance(b, Segment):
        vx, vy = heading_at(b, b.x0, b.y0)
        point = line_crossing(a.x0, a.y0, ux, uy, b.x0, b.y0, vx, vy)
        return () if point is None else (point,)
    places = line_and_circle(a.x0, a.y0, ux, uy, b.x, b.y, b.radius)
    return tuple((a.x0 + t * ux, a.y0 + t * uy) for t in places)


def _beside(piece: Piece, point: Point) -> bool:
    return distance_to(piece, *point) <= HAIR


def _between(piece: Piece, low: float, high: float) -> Piece:
    if isinstance(piece, Segment):
        return Segment(*point_at(piece, low), *point_at(piece, high))
    return piece._replace(start=piece.start + low * piece.sweep, sweep=(high - low) * piece.sweep)


def _cut_circle(circle: Arc, shares: list[float]) -> list[Piece]:
    if not shares:
        return [circle]
    hair = HAIR / length(circle)
    marks = [shares[0]]
    marks += [high for low, high in pairwise(shares) if high - low > hair]
    if len(marks) > 1 and marks[0] + 1 - marks[-1] <= hair:
        marks.pop()
    marks.append(marks[0] + 1)
    return [_between(circle, low, high) for low, high in pairwise(marks)]
