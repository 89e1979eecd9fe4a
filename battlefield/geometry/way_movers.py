"""Movers as points: what every obstacle grows to when a footprint is shrunk to its centre.

A disc grows everything by its radius. A footprint that keeps its facing grows everything by its mirror image, piece by
piece: exactly discs, ovals and hulls. Only areas that arcs were cut into are drawn with straight edges then, `error`
inches too large at the most as an obstacle and too small as a goal, so that ways stay legal.
Source rules: move.swept, move.length; ruling A3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from battlefield.geometry.area_tree import Area, UnionArea
from battlefield.geometry.bodies import Obstacle, as_shape
from battlefield.geometry.convex import Part, without_flat_corners
from battlefield.geometry.curves import Box
from battlefield.geometry.measure import bounds, radius_around
from battlefield.geometry.parallels import moved_to
from battlefield.geometry.shapes import Base, Disc, Oval, Point, Polygon, Pose, RoundBase, Shape, polygon
from battlefield.geometry.way_sums import Skeleton

DRAWN = 1e-3
"""Inches by which a drawn outline may leave the true one."""


class Mover(Protocol):
    """What moves: how it is named in answers, how obstacles grow for it, where its centre may be on a board."""

    @property
    def kind(self) -> str:
        """What moves, in words."""

    def grown(self, obstacle: Obstacle, margin: float, goal: bool = False) -> list[Skeleton]:
        """The obstacle for the centre of a mover that keeps `margin` off; as a goal it may be too small, not large."""

    def error(self, obstacle: Obstacle) -> float:
        """How far what it grows to may leave the truth, inches."""

    def room(self, width: float, height: float) -> Box:
        """Where the centre may be so that the mover is wholly on the board."""


class DiscMover:
    """A disc; for another base the disc about it, in which it may turn as it likes."""

    def __init__(self, radius: float, kind: str = "disc") -> None:
        if radius <= 0:
            raise ValueError("a mover needs a radius")
        self.radius, self.kind = radius, kind

    def grown(self, obstacle: Obstacle, margin: float, goal: bool = False) -> list[Skeleton]:  # noqa: ARG002
        """By the radius."""
        return [Skeleton(obstacle, self.radius + margin)]

    def error(self, obstacle: Obstacle) -> float:  # noqa: ARG002
        """None."""
        return 0.0

    def room(self, width: float, height: float) -> Box:
        """The board without a rim as wide as the radius."""
        return (self.radius, self.radius, width - self.radius, height - self.radius)


class FacingMover:
    """An oval or a hull that keeps its facing."""

    kind = "fixed facing"

    def __init__(self, base: Base, facing: float) -> None:
        shape = base.at(Pose(0.0, 0.0, 0.0, facing))
        if isinstance(shape, Disc):
            raise ValueError("a disc has no facing")
        self.shape: Oval | Polygon = shape
        self._mirrored = _mirrored([part.points for part in shape.parts]) if isinstance(shape, Polygon) else []

    def grown(self, obstacle: Obstacle, margin: float, goal: bool = False) -> list[Skeleton]:
        """By the mirror image of the footprint."""
        found: list[Skeleton] = []
        for shape, more in _shapes(obstacle, goal):
            if isinstance(self.shape, Oval):
                found += self._by_oval(self.shape, shape, margin + more)
            elif isinstance(shape, Disc):
                rings = [_moved(ring, shape.x, shape.y) for ring in self._mirrored]
                found += [Skeleton(ring, shape.radius + margin + more) for ring in rings]
            elif isinstance(shape, Oval):
                own = moved_to(shape, 0.0, 0.0)
                rings = [_moved(ring, shape.x, shape.y) for ring in self._mirrored]
                found += [Skeleton(ring, margin + more, own) for ring in rings]
            else:
                sums = [minkowski(part.points, ring) for part in shape.parts for ring in self._mirrored]
                found += [Skeleton(polygon(ring), margin + more) for ring in sums]
        return found

    def _by_oval(self, own: Oval, shape: Shape, keep: float) -> list[Skeleton]:
        if isinstance(shape, Disc):
            return [Skeleton(moved_to(own, shape.x, shape.y), shape.radius + keep)]
        if isinstance(shape, Oval):
            return [Skeleton(shape, keep, own)]
        return [Skeleton(polygon(part.points), keep, own) for part in shape.parts]

    def error(self, obstacle: Obstacle) -> float:
        """0 but for areas that arcs were cut into."""
        return max((2 * more for _, more in _shapes(obstacle, False)), default=0.0)

    def room(self, width: float, height: float) -> Box:
        """As far from the edges as the footprint reaches."""
        x0, y0, x1, y1 = bounds(self.shape)
        return (-x0, -y0, width - x1, height - y1)


def mover_of(base: Base, facing: float, turning: bool = False) -> Mover:
    """The mover that a base is: a disc, the disc about it when it turns as it goes, or the base with its facing."""
    if isinstance(base, RoundBase):
        return DiscMover(base.radius)
    if turning:
        return DiscMover(radius_around(base.at(Pose(0.0, 0.0)), (0.0, 0.0)), "circumscribed disc")
    return FacingMover(base, facing)


def minkowski(one: Sequence[Point], two: Sequence[Point]) -> tuple[Point, ...]:
    """The sum of two convex counter-clockwise rings: their edges, in the order of their directions."""
    first, second = _from_lowest(one), _from_lowest(two)
    i, j, n, m = 0, 0, len(first), len(second)
    found: list[Point] = []
    while i < n or j < m:
        (ax, ay), (bx, by) = first[i % n], second[j % m]
        found.append((ax + bx, ay + by))
        (cx, cy), (dx, dy) = first[(i + 1) % n], second[(j + 1) % m]
        turn = (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
        on = i < n and (turn >= 0 or j >= m)
        if j < m and (turn <= 0 or i >= n):
            j += 1
        if on:
            i += 1
    return without_flat_corners(tuple(found))


def _from_lowest(ring: Sequence[Point]) -> list[Point]:
    k = min(range(len(ring)), key=lambda i: (ring[i][1], ring[i][0]))
    return [*ring[k:], *ring[:k]]


def _mirrored(rings: Sequence[Sequence[Point]]) -> list[tuple[Point, ...]]:
    return [tuple((-x, -y) for x, y in ring) for ring in rings]


def _moved(ring: Sequence[Point], x: float, y: float) -> Polygon:
    return polygon(tuple((x + px, y + py) for px, py in ring))


def _shapes(obstacle: Obstacle, goal: bool) -> Iterator[tuple[Shape, float]]:
    """The footprints that cover an obstacle, each with what it may lack (as a goal: what it may have too much)."""
    if isinstance(obstacle, Disc | Oval | Polygon):
        yield obstacle, 0.0
    elif isinstance(obstacle, UnionArea):
        for part in obstacle.parts:
            yield from _shapes(part, goal)
    elif (shape := as_shape(obstacle)) is not None:
        yield shape, 0.0
    else:
        for ring in _triangles(obstacle):
            yield Polygon(0.0, 0.0, ring, (_part(ring),)), -DRAWN if goal else DRAWN


def _triangles(area: Area) -> Iterator[tuple[Point, ...]]:
    import shapely

    from battlefield.geometry.outlines import to_shapely

    for triangle in shapely.constrained_delaunay_triangles(to_shapely(area, DRAWN)).geoms:
        a, b, c = list(triangle.exterior.coords)[:3]
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(turn) > 1e-12:
            yield (a, b, c) if turn > 0 else (a, c, b)


def _part(ring: tuple[Point, ...]) -> Part:
    return polygon(ring).parts[0]
