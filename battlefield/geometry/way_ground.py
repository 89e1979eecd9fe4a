"""The ground that a disc finds its way over: every barrier grown by the disc, and what of the plane that leaves free.

The disc becomes its centre. What it must keep off is kept as it is, edges and centres, with the distance that the
centre keeps: nothing is drawn as a polygon. A way can bend only about a `Round`, the circle about a corner, the circle
of an arc or the parallel curve of an oval.
Source rules: move.swept, move.charge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from battlefield.geometry.area_measure import area_gap
from battlefield.geometry.bodies import Body, Obstacle
from battlefield.geometry.curves import TURN, Arc, Box, Segment, ends, faces, heading_at, is_round, line_and_circle
from battlefield.geometry.line_free import Line, blocked
from battlefield.geometry.measure import CONTACT, TOLERANCE, gap
from battlefield.geometry.parallels import Parallel
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.geometry.tracks import Track, beside, tracks_round

Floats = NDArray[np.float64]

SLACK = 1e-9
"""Inches by which a clearance may fall short: what rounding leaves of a touch."""
BEYOND = 2 * TOLERANCE
"""Inches that a way keeps beyond a margin at which it may not be: that much is measured as more than the margin."""
LEAST = 1e-6
"""A lesser distance (inches) than this to keep from a barrier is none: then it is an oval or a convex polygon."""


@dataclass(frozen=True, slots=True)
class Barrier:
    """What a mover must keep at least `margin` inches away from; 0 where it may touch, 1 for an Engagement Range.

    `open_`: exactly at the margin is too near already (the rule says "never within").
    """

    name: str
    obstacle: Obstacle
    margin: float = 0.0
    open_: bool = False


class Round(NamedTuple):
    """A curve that a way can hug: the circle of `radius` about (x, y), or the curve `radius` outside an oval there.

    With `more`, an oval about the origin, it is the curve outside the sum of both. It counts where its outward normal
    lies in the `sweep` radians counter-clockwise from `first`; `owner` is the number of its barrier.
    """

    x: float
    y: float
    radius: float
    first: float
    sweep: float
    owner: int
    oval: Oval | None = None
    more: Oval | None = None

    @property
    def breadth(self) -> float:
        """How far it reaches from its centre at the most."""
        return self.radius + sum(max(each.a, each.b) for each in (self.oval, self.more) if each is not None)

    @property
    def curve(self) -> Parallel | None:
        """The whole curve outside its ovals; None for a circle."""
        return Parallel(self.oval, self.radius, self.more) if self.oval else None


class Grown:
    """A barrier and the distance that the centre keeps from it; its corners, straight edges and arcs for clearance.

    The disc of radius `core` about its `middle` lies in what is kept free of the centre, and that in the one of radius
    `reach` and in `box`. `faces`: its straight edges, from which the centre keeps `keep`; `curved`: ovals are in it.
    """

    __slots__ = (
        "arcs",
        "body",
        "box",
        "core",
        "corners",
        "curved",
        "edges",
        "faces",
        "keep",
        "middle",
        "name",
        "obstacle",
        "owner",
        "reach",
        "rounds",
        "solid",
    )

    def __init__(self, name: str, obstacle: Obstacle, keep: float, owner: int, *, solid: bool = True) -> None:
        """`solid`: without a distance to keep, a polygon is kept off by its edges (else by what a subclass adds)."""
        self.name, self.obstacle, self.keep, self.owner = name, obstacle, keep, owner
        self.body = Body(obstacle)
        x0, y0, x1, y1 = self.body.box
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        self.middle: Point = (x, y)
        pieces = self.body.pieces
        if len(pieces) == 1 and isinstance(pieces[0], Arc):
            half = (x1 - x0) / 2
            inner = half if pieces[0].sweep > 0 else 0.0
        else:
            half, inner = math.hypot(x1 - x0, y1 - y0) / 2, -self.body.signed(x, y)
        self.reach = half + keep
        self.core = inner + keep - SLACK
        self.edges = [piece for piece in pieces if isinstance(piece, Segment)]
        self.arcs = [piece for piece in pieces if isinstance(piece, Arc)]
        self.corners = list(dict.fromkeys(end for piece in pieces if not _is_circle(piece) for end in ends(piece)))
        self.rounds = rounds_of(self.body, keep, owner)
        self.box: Box = (x0 - keep, y0 - keep, x1 + keep, y1 + keep)
        self.faces, self.curved = self.edges, self.body.oval is not None
        self.solid: tuple[tuple[Point, Point], ...] = ()
        if keep < LEAST and solid and self.body.oval is None:
            if not isinstance(obstacle, Polygon) or len(obstacle.parts) != 1:
                raise ValueError(f"{name}: only an oval or a convex polygon can be kept off by nothing")
            (part,) = obstacle.parts
            self.solid = tuple(zip(part.points, part.normals, strict=True))

    def off(self, x: float, y: float) -> float:
        """How far beyond the kept distance a point is; negative within it."""
        return self.body.signed(x, y) - self.keep

    def reaches(self, x: float, y: float) -> bool:
        """Whether a point is within the kept distance, to rounding; its two discs settle most points."""
        dx, dy = x - self.middle[0], y - self.middle[1]
        square, far = dx * dx + dy * dy, self.reach + SLACK
        if square > far * far:
            return False
        return (self.core > 0.0 and square < self.core * self.core) or self.off(x, y) <= SLACK

    def leaves(self, x: float, y: float) -> bool:
        """Whether a point is not within the kept distance, or on its very edge, to rounding."""
        dx, dy = x - self.middle[0], y - self.middle[1]
        square = dx * dx + dy * dy
        if square > self.reach * self.reach:
            return True
        return not (self.core > 0.0 and square < (self.core - SLACK) ** 2) and self.off(x, y) >= -SLACK

    def tracks(self) -> list[Track]:
        """The curves at the distance kept: along straight edges, along arcs, and round corners between their edges."""
        found: list[Track] = [beside(edge, self.keep) for edge in self.edges]
        for one in self.rounds:
            if one.oval:
                found.append(Parallel(one.oval, one.radius, one.more))
            elif one.radius > LEAST:
                found.append(Arc(one.x, one.y, one.radius, one.first, one.sweep))
        hollow = [arc for arc in self.arcs if arc.sweep < 0 and arc.radius > self.keep + LEAST]
        return found + [arc._replace(radius=arc.radius - self.keep) for arc in hollow]

    def tracks_inside(self) -> list[Track]:
        """The curves at the kept distance, a little nearer, so that a touch covers nothing."""
        return tracks_round(self.body, self.keep - SLACK)

    def straight_to(self, start: Point) -> tuple[float, Point]:
        """The straight way of a centre to where it is within the kept distance: how long it is, and where it ends."""
        return self.straight_from(Disc(*start, 0.0), start)

    def straight_from(self, shape: Shape, start: Point) -> tuple[float, Point]:
        """The same of a centre whose footprint is `shape`."""
        to = self.obstacle
        found = gap(shape, to) if isinstance(to, Disc | Oval | Polygon) else area_gap(shape, to)
        left = max(found.high - self.keep, 0.0)
        share = left / found.high if found.high else 0.0
        (hx, hy), (tx, ty) = found.here, found.there
        return left, (start[0] + share * (tx - hx), start[1] + share * (ty - hy))

    def blocks(self, x: float, y: float, ux: float, uy: float, size: float) -> bool:
        """Whether a segment (point, unit direction, length) whose ends are free comes too near anywhere."""
        if self.solid:
            return any(a < size and b > 0.0 for a, b in self._solid_span(x, y, ux, uy))
        low = self.keep - SLACK
        for cx, cy in self.corners:
            dx, dy = cx - x, cy - y
            if -low < dx * uy - dy * ux < low and 0.0 < dx * ux + dy * uy < size:
                return True
        for edge in self.edges:
            if crosses(edge, x, y, ux, uy, size):
                return True
        if any(_arc_blocks(arc, low, x, y, ux, uy, size) for arc in self.arcs):
            return True
        return self.body.oval is not None and _oval_blocks(self.body.oval, low, x, y, ux, uy, size)

    def first_hit(self, x: float, y: float, ux: float, uy: float, size: float) -> float | None:
        """How far along a segment from a free place it first comes too near; None when it never does."""
        if self.solid:
            spans = self._solid_span(x, y, ux, uy)
        else:
            spans = blocked(self.body, Line(x, y, ux, uy), self.keep - SLACK)
        return min((max(a, 0.0) for a, b in spans if a < size and b > 1e-6), default=None)

    def _solid_span(self, x: float, y: float, ux: float, uy: float) -> list[tuple[float, float]]:
        """Where a line lies inside a convex polygon by more than rounding."""
        first, last = -math.inf, math.inf
        for (px, py), (nx, ny) in self.solid:
            off, rate = (x - px) * nx + (y - py) * ny - self.keep + SLACK, ux * nx + uy * ny
            if abs(rate) < 1e-14:
                if off >= 0.0:
                    return []
            elif rate > 0.0:
                last = min(last, -off / rate)
            else:
                first = max(first, -off / rate)
        return [(first, last)] if first < last else []


def crosses(edge: Segment, x: float, y: float, ux: float, uy: float, size: float) -> bool:
    """Whether a segment (point, unit direction, length) crosses an edge."""
    at = crossing(edge, x, y, ux, uy)
    return at is not None and 0.0 < at < size


def crossing(edge: Segment, x: float, y: float, ux: float, uy: float) -> float | None:
    """How far along a line (point, unit direction) it crosses an edge; None where it does not."""
    ax, ay, bx, by = edge
    one, two = (ax - x) * uy - (ay - y) * ux, (bx - x) * uy - (by - y) * ux
    if (one > 0.0) == (two > 0.0):
        return None
    share = one / (one - two)
    return (ax + share * (bx - ax) - x) * ux + (ay + share * (by - ay) - y) * uy


def _arc_blocks(arc: Arc, low: float, x: float, y: float, ux: float, uy: float, size: float) -> bool:
    dx, dy = arc.x - x, arc.y - y
    off, along = dx * uy - dy * ux, dx * ux + dy * uy
    if abs(off) >= arc.radius + low:
        return False
    if is_round(arc) and arc.sweep > 0:
        return 0.0 < along < size
    foot = (x + along * ux, y + along * uy)
    if abs(off) >= arc.radius:
        return 0.0 < along < size and faces(arc, *foot)
    hits = line_and_circle(x, y, ux, uy, arc.x, arc.y, arc.radius, 0.0)
    return any(0.0 < t < size and faces(arc, x + t * ux, y + t * uy) for t in hits)


def _oval_blocks(oval: Oval, low: float, x: float, y: float, ux: float, uy: float, size: float) -> bool:
    """The distance along a line is convex: least at the foot of the closest point, or in the middle of a chord."""
    dx, dy = oval.x - x, oval.y - y
    off = dx * uy - dy * ux  # to the right of the line
    c, s = ux * oval.ux + uy * oval.uy, uy * oval.ux - ux * oval.uy
    a2, b2 = oval.a * oval.a, oval.b * oval.b
    wide = math.sqrt(a2 * s * s + b2 * c * c)
    if abs(off) >= wide + low:
        return False
    if abs(off) < wide:
        p, q = dx * oval.ux + dy * oval.uy, dy * oval.ux - dx * oval.uy
        return 0.0 < (p * c / a2 + q * s / b2) / (c * c / a2 + s * s / b2) < size
    sign = 1.0 if off > 0 else -1.0
    return 0.0 < dx * ux + dy * uy + sign * (b2 - a2) * c * s / wide < size


def rounds_of(body: Body, keep: float, owner: int) -> list[Round]:
    """The curves about a body at the distance kept, with the normals between which each is its own."""
    if body.oval:
        oval = body.oval
        if abs(oval.a - oval.b) < 1e-12:
            return [Round(oval.x, oval.y, oval.a + keep, 0.0, TURN, owner)]
        return [Round(oval.x, oval.y, keep, 0.0, TURN, owner, oval)]
    found: list[Round] = []
    begins: dict[tuple[int, int], list[Point]] = {}
    finishes: list[tuple[Point, Point]] = []
    for piece in body.pieces:
        if isinstance(piece, Arc) and piece.sweep > 0:
            found.append(Round(piece.x, piece.y, piece.radius + keep, piece.start, piece.sweep, owner))
        if not _is_circle(piece):
            first, last = ends(piece)
            begins.setdefault(_square(first), []).append(heading_at(piece, *first))
            finishes.append((last, heading_at(piece, *last)))
    for at, (hx, hy) in finishes:
        for gx, gy in _leaving(begins, at):
            turn, along = hx * gy - hy * gx, hx * gx + hy * gy
            if turn > 1e-13 or (turn > -1e-13 and along < 0):
                found.append(Round(*at, keep, math.atan2(-hx, hy), math.atan2(max(turn, 0.0), along), owner))
    return found


def _is_circle(piece: Segment | Arc) -> bool:
    return isinstance(piece, Arc) and is_round(piece)


_GRAIN = 1e-7


def _square(at: Point) -> tuple[int, int]:
    return (round(at[0] / _GRAIN), round(at[1] / _GRAIN))


def _leaving(begins: dict[tuple[int, int], list[Point]], at: Point) -> Iterator[Point]:
    """The headings of all pieces that begin at a point, to rounding."""
    column, row = _square(at)
    for i in (column - 1, column, column + 1):
        for j in (row - 1, row, row + 1):
            yield from begins.get((i, j), ())


class Ground:
    """Barriers made ready for one mover, and the rectangle (x0, y0, x1, y1) in which its centre stays."""

    def __init__(self, grown: Sequence[Grown], room: tuple[float, float, float, float]) -> None:
        self.grown = list(grown)
        self.room = room
        self.rounds = [one for each in self.grown for one in each.rounds]
        self._x: Floats = np.array([each.middle[0] for each in self.grown], dtype=np.float64)
        self._y: Floats = np.array([each.middle[1] for each in self.grown], dtype=np.float64)
        self._reach: Floats = np.array([each.reach for each in self.grown], dtype=np.float64)
        self._core: Floats = np.array([each.core for each in self.grown], dtype=np.float64)
        self._middles: Floats = np.array((self._x, self._y, np.ones(len(self._x))))
        self._reach_squared, self._far = self._reach**2, -self._reach
        # a disc is settled by its core
        self._rest: Floats = np.array(
            [0.0 if each.core > each.reach - 2 * SLACK else each.reach for each in self.grown], dtype=np.float64
        )

    def near(self, x: float, y: float, more: float = 0.0) -> list[Grown]:
        """The barriers whose bounding circles come within `more` of a point."""
        dx, dy = self._x - x, self._y - y
        reach = (self._reach + more) ** 2 if more else self._reach_squared
        grown = self.grown
        return [grown[k] for k in (dx * dx + dy * dy < reach).nonzero()[0].tolist()]

    def on_board(self, x: float, y: float) -> bool:
        """Whether a centre lies in the rectangle it must keep to."""
        x0, y0, x1, y1 = self.room
        return x0 - SLACK <= x <= x1 + SLACK and y0 - SLACK <= y <= y1 + SLACK

    def is_free(self, x: float, y: float) -> bool:
        """Whether a centre is on the board and off every barrier."""
        return self.on_board(x, y) and all(each.off(x, y) >= -SLACK for each in self.near(x, y))

    def clear_for(self, x: float, y: float, ux: float, uy: float, size: float) -> float:
        """How far, of `size` inches, a centre can go from a free place in a unit direction."""
        x0, y0, x1, y1 = self.room
        for at, rate, low, high in ((x, ux, x0, x1), (y, uy, y0, y1)):
            if abs(rate) > 1e-15:
                size = min(size, max(((high if rate > 0 else low) - at) / rate, 0.0))
        mx, my = self._x - x, self._y - y
        along, off = mx * ux + my * uy, np.abs(mx * uy - my * ux)
        near = (off < self._reach) & (along > self._far) & (along < self._reach + size)
        for k in np.flatnonzero(near).tolist():
            hit = self.grown[k].first_hit(x, y, ux, uy, size)
            size = size if hit is None else min(hit, size)
        return size

    def not_through_cores(self, x: Floats, y: Floats, dx: Floats, dy: Floats) -> NDArray[np.int64]:
        """Which of many segments between free centres (begin, way) leave every core alone; few others are clear."""
        size = np.sqrt(dx * dx + dy * dy)
        scale = 1.0 / np.maximum(size, 1e-12)
        ux, uy = dx * scale, dy * scale
        along = np.column_stack((ux, uy, -(x * ux + y * uy))) @ self._middles
        off = np.column_stack((uy, -ux, y * ux - x * uy)) @ self._middles
        through = (np.abs(off) < self._core) & (along > SLACK) & (along < (size - SLACK)[:, None])
        kept: NDArray[np.int64] = np.flatnonzero(~through.any(axis=1))
        return kept

    def is_clear(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether the segment between two free centres is free."""
        dx, dy = x1 - x0, y1 - y0
        size = math.hypot(dx, dy)
        if size < SLACK:
            return True
        ux, uy = dx / size, dy / size
        mx, my = self._x - x0, self._y - y0
        along, off = mx * ux + my * uy, np.abs(mx * uy - my * ux)
        if ((off < self._core) & (along > 0.0) & (along < size)).any():
            return False
        near = (off < self._rest) & (along > self._far) & (along < self._reach + size)
        grown = self.grown
        return not any(grown[k].blocks(x0, y0, ux, uy, size) for k in near.nonzero()[0].tolist())


def allowed_start(barrier: Barrier) -> float:
    """How deep in a barrier a way may begin: base contact without a margin, else what measures as outside it."""
    if barrier.open_:
        return BEYOND - TOLERANCE
    return TOLERANCE if barrier.margin > 0 else CONTACT + TOLERANCE
