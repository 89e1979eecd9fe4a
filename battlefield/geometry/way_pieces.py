"""Pieces of a way: segments, arcs, and bends along the parallel curve of an oval; how long they are, and where.

Source rule: move.charge_distance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from battlefield.geometry.curves import Arc, Segment, point_at
from battlefield.geometry.curves import length as piece_length
from battlefield.geometry.oval_arcs import along, perimeter
from battlefield.geometry.parallels import Parallel, support_of, widest
from battlefield.geometry.shapes import Oval, Point


class Bend(NamedTuple):
    """A piece `out` inches outside an oval: the angle of the outward normal where it begins, and how far that turns.

    With `more`, an oval about the origin, it lies outside the sum of the two.
    """

    oval: Oval
    out: float
    start: float
    sweep: float
    more: Oval | None = None

    @property
    def curve(self) -> Parallel:
        """The whole curve of which it is a piece."""
        return Parallel(self.oval, self.out, self.more)


WayPiece = Segment | Arc | Bend


def length_of(piece: WayPiece) -> float:
    """Its length in inches."""
    if not isinstance(piece, Bend):
        return piece_length(piece)
    first, last = along(piece.curve, np.array([piece.start, piece.start + piece.sweep])).tolist()
    return float(math.copysign(1.0, piece.sweep) * (last - first) % perimeter(piece.curve))


def place_at(piece: WayPiece, share: float) -> Point:
    """The place at a share of a piece, 0 its first and 1 its last; of a bend a share of the turn of its normal."""
    if not isinstance(piece, Bend):
        return point_at(piece, share)
    angle = piece.start + share * piece.sweep
    return support_of(piece.curve, math.cos(angle), math.sin(angle))


def first_of(piece: WayPiece, share: float) -> WayPiece:
    """The first share of a piece, as `place_at` counts it."""
    if isinstance(piece, Segment):
        return Segment(piece.x0, piece.y0, *place_at(piece, share))
    return piece._replace(sweep=share * piece.sweep)


def corners_outside(pieces: Sequence[WayPiece], tolerance: float) -> list[Point]:
    """A way as straight legs that never come nearer to what it hugs: its start, the corners, its end.

    A round piece is replaced by lines that touch it; they leave it by no more than `tolerance` inches.
    """
    if not pieces:
        return []
    found = [place_at(pieces[0], 0.0)]
    for piece in pieces:
        if not isinstance(piece, Segment):
            found += _touching(piece, tolerance)
        found.append(place_at(piece, 1.0))
    return [at for i, at in enumerate(found) if i == 0 or math.dist(at, found[i - 1]) > 1e-12]


def _touching(piece: Arc | Bend, tolerance: float) -> list[Point]:
    """The corners of the lines that touch a round piece at its ends and evenly between them."""
    radius = piece.radius if isinstance(piece, Arc) else widest(piece.curve)
    half = math.acos(1.0 / (1.0 + tolerance / max(radius, 1e-12)))
    count = max(1, math.ceil(abs(piece.sweep) / min(2 * half, 1.0)))
    found = []
    for k in range(count):
        (ax, ay), (bx, by) = place_at(piece, k / count), place_at(piece, (k + 1) / count)
        low = piece.start + k / count * piece.sweep
        turn = piece.sweep / count
        # where the lines through both ends, square to their normals, cross
        nx, ny, mx, my = math.cos(low), math.sin(low), math.cos(low + turn), math.sin(low + turn)
        det = nx * my - ny * mx
        p, q = ax * nx + ay * ny, bx * mx + by * my
        if abs(det) > 1e-9:
            found.append(((p * my - q * ny) / det, (q * nx - p * mx) / det))
        found.append((bx, by))
    return found
