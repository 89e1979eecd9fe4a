"""Shadow lines: the straight lines that part what a footprint sees from what blockers hide of the board.

A line along which light ends is a common tangent: of the footprint and a blocker, both on the same side of it, or of
two blockers on either side of it that leave no gap between them. Where a blocker reaches into the footprint, it is
also the tangents from where their rims cross. Source rule: measure.visible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from battlefield.geometry.boundary import outline
from battlefield.geometry.curves import (
    TURN,
    Arc,
    Box,
    Piece,
    Segment,
    box_gap,
    box_of,
    ends,
    heading_at,
    meeting_points,
)
from battlefield.geometry.measure import boundary, bounds
from battlefield.geometry.parting import parting
from battlefield.geometry.roots import root
from battlefield.geometry.screens import Blocker, taken_apart
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.geometry.sides import Convex, chord, extent, middle_of, reach_of, support_point

_STEPS = tuple(TURN * (step + 0.3) / 360 for step in range(360))
"""Directions in which two bodies that overlap are held against one another, beside those of their edges."""
SAME = 1e-7
"""Points closer than this are one point, inches."""
CHORDS, FINE = 1e-3, 1e-5
"""Inches within which chords stay of an oval; finer where its rim is crossed."""


class Ray(NamedTuple):
    """A shadow line: where it leaves the footprint, the tangent point behind which it parts light and shadow, its
    direction."""

    start: Point
    edge: Point
    way: Point


def shadow_lines(a: Shape, blockers: Sequence[Blocker]) -> Iterator[Ray]:
    """Every line that may part what `a` sees from what it does not; many part nothing."""
    bodies = [body for blocker in blockers for body in _bodies(blocker)]
    if bodies:
        yield from _tangents(a, bodies)
        yield from _from_overlaps(a, blockers, bodies)


def pieces_of(blocker: Blocker, chords: float = CHORDS) -> tuple[Piece, ...]:
    """The true boundary of a blocker; of an oval chords."""
    if isinstance(blocker, Disc):
        return (Arc(blocker.x, blocker.y, blocker.radius, 0.0, TURN),)
    if isinstance(blocker, Oval | Polygon):
        ring = blocker.ring if isinstance(blocker, Polygon) else boundary(blocker, chords)
        return tuple(Segment(*p, *q) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True))
    return outline(blocker).boundary


def _bodies(blocker: Blocker) -> tuple[Convex, ...]:
    """The convex bodies that a blocker is made of; of what is not, its edges and the discs of its arcs."""
    bodies, _, outlines = taken_apart(blocker)
    rims: list[Convex] = []
    for area in outlines:
        for piece in area.boundary:
            if isinstance(piece, Arc):
                rims += [Disc(x, y, 0.0) for x, y in ends(piece)]
                rims += [Disc(piece.x, piece.y, piece.radius)] if piece.sweep > 0 else []
            else:
                rims.append(((piece.x0, piece.y0), (piece.x1, piece.y1)))
    return (*bodies, *rims)


def _tangents(a: Shape, bodies: Sequence[Convex]) -> Iterator[Ray]:
    """The outer tangents of the footprint and each body, and of each two bodies the inner ones that come from it."""
    eyes = taken_apart(a).bodies
    for eye in eyes:
        for body in bodies:
            yield from _outer(eye, body)
    for one, other in combinations(bodies, 2):
        yield from _inner(eyes, one, other)


def _outer(eye: Convex, body: Convex) -> Iterator[Ray]:
    """The lines that have both on the same side and touch both: two where they are apart."""

    def beyond(angle: float) -> float:
        return _height(eye, angle) - _height(body, angle)

    way = parting(eye, body)
    if way is not None:
        towards = math.atan2(way[1], way[0])
        brackets = [(towards, towards + math.pi), (towards - math.pi, towards)]
    else:
        angles = sorted({*_STEPS, *_turns(eye), *_turns(body)})
        found = [beyond(angle) > 0 for angle in angles]
        around = zip(angles, (*angles[1:], angles[0] + TURN), found, (*found[1:], found[0]), strict=True)
        brackets = [(low, high) for low, high, one, other in around if one != other]
    for low, high in brackets:
        angle = root(beyond, low, high)
        normal = (math.cos(angle), math.sin(angle))
        start, edge = support_point(eye, *normal), support_point(body, *normal)
        if math.dist(start, edge) > SAME:
            yield Ray(start, edge, _towards(start, edge))


def _inner(eyes: Sequence[Convex], one: Convex, other: Convex) -> Iterator[Ray]:
    """The lines that have the two on either side and touch both, where they come from the footprint."""
    way = parting(one, other)
    if way is None:
        return
    towards = math.atan2(way[1], way[0])
    for low, high in ((towards, towards + math.pi), (towards - math.pi, towards)):
        angle = root(lambda at: _height(one, at) + _height(other, at + math.pi), low, high)
        normal = (math.cos(angle), math.sin(angle))
        p, q = support_point(one, *normal), support_point(other, -normal[0], -normal[1])
        if math.dist(p, q) > SAME:
            yield from _from_eyes(eyes, p, q)


def _from_eyes(eyes: Sequence[Convex], p: Point, q: Point) -> Iterator[Ray]:
    """The line through two tangent points, where it meets the footprint before either."""
    c, s = _towards(p, q)
    offset, here, there = p[1] * c - p[0] * s, p[0] * c + p[1] * s, q[0] * c + q[1] * s
    for eye in eyes:
        low, high = extent(eye, c, s)
        if low <= offset <= high:
            enters, leaves = chord(eye, c, s, offset)
            if leaves <= here + SAME:
                yield Ray(_at(c, s, offset, leaves), q, (c, s))
            elif enters >= there - SAME:
                yield Ray(_at(c, s, offset, enters), p, (-c, -s))


def _height(body: Convex, angle: float) -> float:
    """How far a body reaches along a direction."""
    return extent(body, math.sin(angle), -math.cos(angle))[1]


def _turns(body: Convex) -> Iterator[float]:
    """The directions in which the edges of a body face: between two of them one corner reaches farthest."""
    if not isinstance(body, Disc | Oval):
        for (px, py), (qx, qy) in zip(body, (*body[1:], body[0]), strict=True):
            yield math.atan2(px - qx, qy - py) % TURN


def _from_overlaps(a: Shape, blockers: Sequence[Blocker], bodies: Sequence[Convex]) -> Iterator[Ray]:
    """The lines from where the footprint's rim runs into a blocker: along that blocker's edge, and past each body."""
    box = bounds(a)
    rim = [(piece, box_of(piece)) for piece in pieces_of(a, FINE)]
    sources: list[Point] = []
    for piece in (piece for each in blockers if _may_meet(each, box) for piece in pieces_of(each, FINE)):
        around = box_of(piece)
        near = [part for part, own in rim if box_gap(own, around) == 0.0] if box_gap(box, around) == 0.0 else ()
        for at in (at for part in near for at in meeting_points(part, piece)):
            x, y = heading_at(piece, *at)
            yield Ray(at, at, (x, y))
            yield Ray(at, at, (-x, -y))
            sources.append(at)
    if sources and isinstance(a, Polygon):  # what is left of its rim may end in a corner too
        sources += a.ring
    for at in sources:
        for body in bodies:
            yield from _past(at, body)


def _may_meet(blocker: Blocker, box: Box) -> bool:
    own = bounds(blocker) if isinstance(blocker, Disc | Oval | Polygon) else outline(blocker).box
    return box_gap(own, box) == 0.0


def _past(at: Point, body: Convex) -> Iterator[Ray]:
    """The two tangents from a point to a body."""
    middle, reach = middle_of(body), reach_of(body)
    far = math.dist(at, middle)
    if far <= SAME:
        return
    if reach == 0.0:
        yield Ray(at, middle, _towards(at, middle))
        return
    ahead = math.atan2(middle[1] - at[1], middle[0] - at[0])

    def side(turn: float, sign: float) -> float:
        c, s = math.cos(ahead + turn), math.sin(ahead + turn)
        low, high = extent(body, c, s)
        return (high if sign > 0 else low) - (at[1] * c - at[0] * s)

    most = math.pi / 2 if far <= reach else math.asin(min(reach / far, 1.0)) + 1e-9
    for sign in (1.0, -1.0):
        if side(0.0, sign) * side(sign * most, sign) < 0:
            turn = root(lambda each, sign=sign: side(each, sign), 0.0, sign * most)  # type: ignore[misc]
            c, s = math.cos(ahead + turn), math.sin(ahead + turn)
            edge = support_point(body, -s * sign, c * sign)
            yield Ray(at, edge, (c, s))


def _towards(p: Point, q: Point) -> Point:
    size = math.dist(p, q)
    return ((q[0] - p[0]) / size, (q[1] - p[1]) / size)


def _at(c: float, s: float, offset: float, t: float) -> Point:
    return (t * c - offset * s, t * s + offset * c)
