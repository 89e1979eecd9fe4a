"""The point within a footprint that is farthest from an area, where that is not on the rim: over a hole or a notch.

Squares are quartered, the most promising first. A square is dropped when nothing in it can be farther out than the best
point found, or when no point in it can be farther out than all its neighbours: where the ways to the nearest pieces of
the boundary do not balance. Where they balance, a weighted mean of the distances from those pieces bounds the least of
them, and it is greatest at a corner of the square. Source rule: measure.wholly_within.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from battlefield.geometry.bodies import Body
from battlefield.geometry.boundary import Outline
from battlefield.geometry.curves import Arc, Piece, Segment, ends, faces, nearest_on
from battlefield.geometry.measure import bounds
from battlefield.geometry.protrusion import PRECISION, Out
from battlefield.geometry.shapes import Point, Shape

_SMALLEST = 2e-9


class Pull(NamedTuple):
    """A piece near a point: its distance, the unit vector from it to the point."""

    piece: Piece
    distance: float
    x: float
    y: float


class Square(NamedTuple):
    """A square by its centre and half its side."""

    x: float
    y: float
    half: float

    @property
    def reach(self) -> float:
        """From its centre to a corner."""
        return self.half * math.sqrt(2)

    def corners(self) -> list[Point]:
        """Its four corners."""
        return [(self.x + i * self.half, self.y + j * self.half) for i in (-1, 1) for j in (-1, 1)]


def farthest_within(shape: Shape, ready: Outline, known: Out) -> Out:
    """The farthest point from the area within a footprint, if it is farther than the known one (of its rim)."""
    body = Body(shape)
    best = known
    for piece in ready.boundary:
        if isinstance(piece, Arc) and body.signed(piece.x, piece.y) <= 0:
            best = max(best, Out(max(ready.signed(piece.x, piece.y)[0], 0.0), (piece.x, piece.y)), key=_value)
    x0, y0, x1, y1 = bounds(shape)
    queue = [(-math.inf, Square((x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0) / 2))]
    while queue and -queue[0][0] > best.value + PRECISION:
        _, (x, y, half) = heapq.heappop(queue)
        for i, j in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            square = Square(x + i * half / 2, y + j * half / 2, half / 2)
            within = body.signed(square.x, square.y)
            if within > square.reach:
                continue
            size = ready.signed(square.x, square.y)[0]
            if within <= 0 and size > best.value:
                best = Out(size, (square.x, square.y))
            most = _most(ready, square, size)
            if most > best.value + PRECISION and square.half > _SMALLEST:
                heapq.heappush(queue, (-most, square))
    return best


def _value(out: Out) -> float:
    return out.value


def _most(ready: Outline, square: Square, size: float) -> float:
    """A bound on how far out a point of the square is that is farther out than its neighbours; 0 when there is none."""
    reach = square.reach
    if size < -reach:
        return 0.0
    if size <= reach:
        return 0.0 if _lies_plain(ready, square, 3 * reach) else size + reach
    pulls = _pulls(ready, square, size + 2 * reach)
    weights, left = _balance(pulls)
    if left > max(reach / (pull.distance - reach) for pull in pulls):
        return 0.0
    return min(size + reach, max(_mean(pulls, weights, square, corner) for corner in square.corners()))


def _lies_plain(ready: Outline, square: Square, reach: float) -> bool:
    """Whether a single piece passes the square: then the area there is one side of a line or of a circle."""
    near = [piece for piece in ready.boundary if math.dist(nearest_on(piece, square.x, square.y), square[:2]) <= reach]
    if len(near) != 1:
        return False
    return all(math.dist(end, square[:2]) > reach for end in ends(near[0]))


def _pulls(ready: Outline, square: Square, most: float) -> list[Pull]:
    found = []
    x, y = square.x, square.y
    for piece, box in zip(ready.boundary, ready.boxes, strict=True):
        if max(box[0] - x, x - box[2], box[1] - y, y - box[3]) > most:
            continue
        qx, qy = nearest_on(piece, x, y)
        size = math.hypot(x - qx, y - qy)
        if size <= most:
            found.append(Pull(piece, size, (x - qx) / size, (y - qy) / size))
    return sorted(found, key=lambda pull: pull.distance)


def _balance(pulls: Sequence[Pull]) -> tuple[dict[int, float], float]:
    """Weights with which the pulls come closest to cancelling out, and what is left of them."""
    best, left = {0: 1.0}, 1.0
    for i, j in combinations(range(len(pulls)), 2):
        a, b = pulls[i], pulls[j]
        dx, dy = b.x - a.x, b.y - a.y
        square = dx * dx + dy * dy
        share = min(max(-(a.x * dx + a.y * dy) / square, 0.0), 1.0) if square else 0.0
        size = math.hypot(a.x + share * dx, a.y + share * dy)
        if size < left:
            best, left = {i: 1 - share, j: share}, size
    for i, j, k in combinations(range(min(len(pulls), 12)), 3):
        a, b, c = pulls[i], pulls[j], pulls[k]
        first, second, third = b.x * c.y - b.y * c.x, c.x * a.y - c.y * a.x, a.x * b.y - a.y * b.x
        total = first + second + third
        if total and left > 1e-12 and min(first / total, second / total, third / total) >= 0:
            return {i: first / total, j: second / total, k: third / total}, 0.0
    return best, left


def _mean(pulls: Sequence[Pull], weights: dict[int, float], square: Square, corner: Point) -> float:
    return sum(weight * _at_corner(pulls[index], square, corner) for index, weight in weights.items())


def _at_corner(pull: Pull, square: Square, corner: Point) -> float:
    """At a corner, a convex or linear function that is nowhere in the square less than the distance from the piece."""
    piece = pull.piece
    if isinstance(piece, Segment):
        return math.dist(nearest_on(piece, *corner), corner)
    all_facing = abs(piece.sweep) > 2 * math.pi - 1e-12 or (
        abs(piece.sweep) <= math.pi and all(faces(piece, *one) for one in square.corners())
    )
    if not all_facing:
        if faces(piece, square.x, square.y):
            return pull.distance + square.reach
        end = min(ends(piece), key=lambda end: math.dist(end, square[:2]))
        return math.dist(end, corner)
    if math.hypot(square.x - piece.x, square.y - piece.y) > piece.radius:
        return math.hypot(corner[0] - piece.x, corner[1] - piece.y) - piece.radius
    return pull.distance + (corner[0] - square.x) * pull.x + (corner[1] - square.y) * pull.y
