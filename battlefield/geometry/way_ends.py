"""The last stretch of a way: from a round to where it meets the edge of a goal squarely, or to a point of it.

Source rules: move.charge, artifact.claim.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from battlefield.geometry.curves import TURN, Segment, heading_at, length
from battlefield.geometry.parallels import Parallel
from battlefield.geometry.roots import root
from battlefield.geometry.tangents import TOUCH, Number, touching_points
from battlefield.geometry.way_ground import SLACK, Floats, Round

_LOOKS = 96
_ANGLES: Floats = np.arange(_LOOKS, dtype=np.float64) * (TURN / _LOOKS)
_COSINES, _SINES = np.cos(_ANGLES), np.sin(_ANGLES)
SEEN = 1e-9
"""Radians by which the end of a way may lie outside what is seen of it from a point, and still be in it."""


class Final(NamedTuple):
    """A point on whose line a way may end: towards it (`sense` 1) or away from it (-1), `reach` inches from it.

    Seen from the point, the end must lie within `sweep` radians counter-clockwise from `first`.
    """

    x: float
    y: float
    reach: float
    sense: float = 1.0
    first: float = 0.0
    sweep: float = TURN

    def faces(self, ux: float, uy: float) -> bool:
        """Whether a stretch in that direction ends where it may."""
        if self.sweep >= TURN:
            return True
        off = (math.atan2(-self.sense * uy, -self.sense * ux) - self.first) % TURN
        return off <= self.sweep + SEEN or off >= TURN - SEEN


class End(NamedTuple):
    """A last stretch that leaves a round: its unit direction and its length."""

    ux: float
    uy: float
    size: float


def onto_point(one: Round, turn: int, final: Final) -> End | None:
    """The line from a circle towards a point or away from it, as far as a way may go."""
    dx, dy, side = final.x - one.x, final.y - one.y, -turn * one.radius
    square = dx * dx + dy * dy
    room = square - side * side
    if room < -TOUCH * (1.0 + one.radius) or square < 1e-18:
        return None
    along = final.sense * math.sqrt(max(room, 0.0))
    size = along - final.sense * final.reach
    if size < -SLACK:
        return None
    ux, uy = along * dx + side * dy, along * dy - side * dx
    scale = 1.0 / math.sqrt(ux * ux + uy * uy)
    ux, uy = ux * scale, uy * scale
    return End(ux, uy, max(size, 0.0)) if final.faces(ux, uy) else None


def onto_edge(one: Round, turn: int, edge: Segment, sense: float, keep: float) -> End | None:
    """Towards the edge of a target from outside (sense 1), away from the edge of what must be left behind (-1)."""
    ex, ey = heading_at(edge, edge.x0, edge.y0)
    ux, uy = -sense * ey, sense * ex
    if one.oval:
        tx, ty = touching_points(one, turn, ux, uy, math.sqrt)
        px, py = tx - edge.x0, ty - edge.y0
    else:
        px, py = one.x + turn * one.radius * uy - edge.x0, one.y - turn * one.radius * ux - edge.y0
    size = sense * (px * ey - py * ex - keep)
    if size > -SLACK and -SLACK <= px * ex + py * ey <= length(edge) + SLACK:
        return End(ux, uy, max(size, 0.0))
    return None


def onto_curve(one: Round, turn: int, curve: Parallel, sense: float) -> list[End]:
    """Along the normals of a curve that touch the round: the line's distance from the round changes sign there."""

    ovals = [(each, each.a**2, each.b**2) for each in (curve.oval, curve.more) if each]

    def ends(ux: Number, uy: Number, sqrt: Callable[[Number], Number]) -> tuple[Number, Number]:
        nx, ny = -sense * ux, -sense * uy
        x, y = curve.oval.x + curve.out * nx, curve.oval.y + curve.out * ny
        for oval, a2, b2 in ovals:
            c, s = nx * oval.ux + ny * oval.uy, ny * oval.ux - nx * oval.uy
            half = sqrt(a2 * c * c + b2 * s * s)
            p, q = a2 * c / half, b2 * s / half
            x, y = x + p * oval.ux - q * oval.uy, y + p * oval.uy + q * oval.ux
        return x, y

    def beside(ux: Number, uy: Number, sqrt: Callable[[Number], Number]) -> Number:
        tx, ty = touching_points(one, turn, ux, uy, sqrt)
        ex, ey = ends(ux, uy, sqrt)
        return (ey - ty) * ux - (ex - tx) * uy

    def beside_at(angle: float) -> float:
        return beside(math.cos(angle), math.sin(angle), math.sqrt)

    off = beside(_COSINES, _SINES, np.sqrt)
    found = []
    over = off > 0.0
    for i in np.flatnonzero(over != np.roll(over, -1)).tolist():
        at = root(beside_at, float(_ANGLES[i]), float(_ANGLES[i]) + TURN / _LOOKS)
        ux, uy = math.cos(at), math.sin(at)
        (tx, ty), (ex, ey) = touching_points(one, turn, ux, uy, math.sqrt), ends(ux, uy, math.sqrt)
        size = (ex - tx) * ux + (ey - ty) * uy
        if size > -SLACK:
            found.append(End(ux, uy, max(size, 0.0)))
    return found
