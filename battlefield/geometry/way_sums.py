"""What an oval that keeps its facing keeps its centre off: each obstacle grown by the oval, exactly.

Round a corner the centre runs along the oval itself, beside an edge along that edge moved to where the oval touches it,
round another oval along the parallel curve of the sum of both.
Source rules: move.swept, move.length; ruling A3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from battlefield.geometry.bodies import Obstacle
from battlefield.geometry.curves import Segment, heading_at
from battlefield.geometry.measure import gap, overlap
from battlefield.geometry.parallels import Parallel, foot_on, meets_line, moved_to, support_of
from battlefield.geometry.reach import reaches
from battlefield.geometry.shapes import Oval, Point, Polygon
from battlefield.geometry.tracks import Track, beside
from battlefield.geometry.way_ground import SLACK, Grown, crosses, crossing

_SAME = 1e-12


class Skeleton(NamedTuple):
    """An obstacle of a point and the distance that the point keeps from it; with `own`, that an oval about it keeps."""

    obstacle: Obstacle
    keep: float
    own: Oval | None = None


def grown(name: str, skeleton: Skeleton, owner: int) -> Grown:
    """A barrier made ready for the centre of what moves."""
    obstacle, keep, own = skeleton
    if own is None:
        return Grown(name, obstacle, keep, owner)
    if isinstance(obstacle, Oval) and (both := _one_oval(obstacle, own)):
        return Grown(name, both, keep, owner)
    return GrownByOval(name, obstacle, keep, owner, own)


def _one_oval(one: Oval, own: Oval) -> Oval | None:
    """The sum of two ovals of one shape that lie alike, which is an oval; None for others."""
    along = abs(one.ux * own.ux + one.uy * own.uy)
    if abs(along - 1.0) > _SAME or abs(one.a * own.b - own.a * one.b) > _SAME:
        return None
    return Oval(one.x, one.y, one.a + own.a, one.b + own.b, one.ux, one.uy)


class GrownByOval(Grown):
    """An oval, or a convex polygon, grown by an oval (its centre at the origin) and by the distance kept."""

    __slots__ = ("own", "reached")

    def __init__(self, name: str, obstacle: Obstacle, keep: float, owner: int, own: Oval) -> None:
        if not isinstance(obstacle, Oval) and not (isinstance(obstacle, Polygon) and len(obstacle.parts) == 1):
            raise ValueError(f"{name}: only ovals and convex polygons grow by an oval")
        super().__init__(name, obstacle, keep, owner, solid=False)
        self.own, self.reached = own, obstacle
        long, short = max(own.a, own.b), min(own.a, own.b)
        self.reach += long
        self.core += short
        if isinstance(obstacle, Oval):
            self.reach = max(obstacle.a, obstacle.b) + long + keep
            self.rounds = [one._replace(oval=obstacle, radius=keep, more=own) for one in self.rounds]
        else:
            self.rounds = [one._replace(oval=moved_to(own, one.x, one.y)) for one in self.rounds]
        x0, y0, x1, y1 = self.box
        self.box = (x0 - long, y0 - long, x1 + long, y1 + long)
        self.faces = [self._beside(edge) for edge in self.edges]
        self.curved = True

    def _beside(self, edge: Segment) -> Segment:
        """The edge, moved outwards to where the centre is when the oval touches it."""
        hx, hy = heading_at(edge, edge.x0, edge.y0)
        dx, dy = support_of(Parallel(self.own, 0.0), hy, -hx)
        return Segment(edge.x0 + dx, edge.y0 + dy, edge.x1 + dx, edge.y1 + dy)

    def off(self, x: float, y: float) -> float:
        """How far beyond the kept distance the oval about a point is; negative within it."""
        if isinstance(self.reached, Oval):
            return foot_on(Parallel(self.reached, self.keep, self.own), x, y)[1]
        own = moved_to(self.own, x, y)
        apart = gap(own, self.reached).high
        return (apart if apart > 0.0 else -overlap(own, self.reached).depth) - self.keep

    def reaches(self, x: float, y: float) -> bool:
        """Whether the oval about a point is within the kept distance, to rounding."""
        dx, dy = x - self.middle[0], y - self.middle[1]
        square, far = dx * dx + dy * dy, self.reach + SLACK
        if square > far * far:
            return False
        if self.core > 0.0 and square < self.core * self.core:
            return True
        return reaches(moved_to(self.own, x, y), self.reached, self.keep + SLACK)

    def leaves(self, x: float, y: float) -> bool:
        """Whether the oval about a point is not within the kept distance, or on its very edge, to rounding."""
        dx, dy = x - self.middle[0], y - self.middle[1]
        square = dx * dx + dy * dy
        if square > self.reach * self.reach:
            return True
        if self.core > 0.0 and square < (self.core - SLACK) ** 2:
            return False
        if self.keep > SLACK:
            return not reaches(moved_to(self.own, x, y), self.reached, self.keep - SLACK)
        return self.off(x, y) >= -SLACK

    def straight_to(self, start: Point) -> tuple[float, Point]:
        """The straight way of a centre to where its oval is within the kept distance, and where that ends."""
        return self.straight_from(moved_to(self.own, *start), start)

    def tracks(self) -> list[Track]:
        """The curves at the distance kept."""
        return self._tracks(self.keep)

    def tracks_inside(self) -> list[Track]:
        """The same a little nearer, so that a touch covers nothing."""
        return self._tracks(self.keep - SLACK)

    def _tracks(self, out: float) -> list[Track]:
        found: list[Track] = [beside(edge, out) for edge in self.faces]
        parts = [(one.curve, one) for one in self.rounds]
        return found + [it._replace(out=out, first=one.first, sweep=one.sweep) for it, one in parts if it]

    def _curves(self) -> Iterable[Parallel]:
        return (one.curve for one in self.rounds if one.curve)

    def blocks(self, x: float, y: float, ux: float, uy: float, size: float) -> bool:
        """Whether a segment (point, unit direction, length) whose ends are free comes too near anywhere."""
        if any(_passes(curve, x, y, ux, uy, size) for curve in self._curves()):
            return True
        return any(crosses(edge, x, y, ux, uy, size) for edge in self.edges)

    def first_hit(self, x: float, y: float, ux: float, uy: float, size: float) -> float | None:
        """How far along a segment from a free place it first comes too near; None when it never does.

        What is kept free is convex: the line is in it from its first meeting with any of its curves to its last.
        """
        marks = [t for curve in self._curves() for t in _meetings(curve._replace(out=self.keep - SLACK), x, y, ux, uy)]
        for edge in self._tracks(self.keep - SLACK):
            if isinstance(edge, Segment):
                at = crossing(edge, x, y, ux, uy)
                marks += [] if at is None else [at]
        low, high = min(marks, default=0.0), max(marks, default=0.0)
        return max(low, 0.0) if low < size and high > 1e-6 and high - low > _SAME else None


def _passes(curve: Parallel, x: float, y: float, ux: float, uy: float, size: float) -> bool:
    """Whether a segment with free ends runs into what is inside a curve, which is like to itself turned half round.

    A line that does crosses the stretch between the two points whose normals are square to it.
    """
    px, py = support_of(curve._replace(out=curve.out - SLACK), -uy, ux)
    dx, dy = curve.oval.x - x, curve.oval.y - y
    sx, sy = px - curve.oval.x, py - curve.oval.y
    wide = sy * ux - sx * uy
    off = dy * ux - dx * uy  # of the centre, to the left of the line
    if abs(off) >= wide:
        return False
    return 0.0 < dx * ux + dy * uy - off / wide * (sx * ux + sy * uy) < size


def _meetings(curve: Parallel, x: float, y: float, ux: float, uy: float) -> list[float]:
    return [(px - x) * ux + (py - y) * uy for px, py in meets_line(curve, x, y, ux, uy, 0.0)]
