"""How deep a footprint and a composite area lie in one another, judged by the rims of both.

Source rule: artifact.expulsion.unstable.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from battlefield.geometry.area_tree import PolygonArea
from battlefield.geometry.boundary import Outline
from battlefield.geometry.curves import Box, Piece, Segment, backwards, length, point_at
from battlefield.geometry.ellipse import foot
from battlefield.geometry.protrusion import PRECISION, Out, Rim, peak
from battlefield.geometry.shapes import Disc, Oval, Point, Shape


class Without:
    """What lies outside an area, as an area: the same boundary with its sides exchanged."""

    __slots__ = ("_area", "boundary", "boxes")

    def __init__(self, area: Outline) -> None:
        self._area = area
        self.boundary: tuple[Piece, ...] = tuple(backwards(piece) for piece in area.boundary)
        self.boxes: tuple[Box, ...] = area.boxes

    def signed(self, x: float, y: float) -> tuple[float, float, float]:
        """The signed distance of a point, negative outside the area, and the closest point of the boundary."""
        size, qx, qy = self._area.signed(x, y)
        return -size, qx, qy


def depth_along(pieces: Sequence[Piece], shape: Shape) -> Out:
    """The greatest depth within a footprint of a point of the pieces, 0 when they stay outside, and that point."""
    rims = [rim for piece in pieces for rim in _rims(piece)]
    if not rims:
        return Out(0.0, (0.0, 0.0))
    if isinstance(shape, Disc):
        shape = Oval(shape.x, shape.y, shape.radius, shape.radius, 1.0, 0.0)
    if isinstance(shape, Oval):
        return _depth_in_oval(rims, shape)
    return peak(rims, Without(Outline(PolygonArea(shape.ring))))


def _rims(piece: Piece) -> list[Rim]:
    size = length(piece)

    def at(t: float) -> Point:
        return point_at(piece, t)

    if isinstance(piece, Segment):
        return [Rim(at, 0.0, 1.0, size, 0.0)]
    count = max(1, math.ceil(abs(piece.sweep)))
    bend = piece.radius * piece.sweep**2
    return [Rim(at, k / count, (k + 1) / count, size, bend) for k in range(count)]


def _depth_in_oval(rims: Sequence[Rim], oval: Oval) -> Out:
    """As `peak`: the depth in an ellipse is concave, so its tangent plane at the middle of a part bounds it there."""
    best = Out(0.0, rims[0].at(rims[0].low))
    queue = [(-math.inf, index, rim.low, rim.high) for index, rim in enumerate(rims)]
    heapq.heapify(queue)
    while queue and -queue[0][0] > best.value + PRECISION:
        _, index, low, high = heapq.heappop(queue)
        rim = rims[index]
        for t0, t1 in ((low, (low + high) / 2), ((low + high) / 2, high)):
            x, y = rim.at((t0 + t1) / 2)
            nearest = foot(oval, x, y)
            depth, (nx, ny) = -nearest.distance, nearest.normal
            if depth > best.value:
                best = Out(depth, (x, y))
            rise = max(nx * (x - px) + ny * (y - py) for px, py in (rim.at(t0), rim.at(t1)))
            most = depth + rise + rim.bend * (t1 - t0) ** 2 / 8
            if most > best.value + PRECISION and (t1 - t0) * rim.speed > 1e-13:
                heapq.heappush(queue, (-most, index, t0, t1))
    return best
