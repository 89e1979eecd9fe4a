"""Walls as a measuring tape meets them: one solid of all of them, what of the board that leaves, where it bends.

Walls that touch leave no gap, and neither do those that are no farther apart than base contact: nobody sets terrain up
better than that. What lies off the board is solid too, so that no tape runs round the end of a Wall along the edge.
Source rules: measure.distance, measure.base_contact; ruling A15.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlefield.geometry.area_tree import Area, PolygonArea, faults, polygon_area, union_area
from battlefield.geometry.bodies import Body
from battlefield.geometry.boundary import outline
from battlefield.geometry.curves import (
    HAIR,
    TURN,
    Piece,
    Segment,
    box_gap,
    box_of,
    cut,
    ends,
    heading_at,
    meeting_points,
    point_at,
)
from battlefield.geometry.measure import CONTACT
from battlefield.geometry.outlines import to_shapely
from battlefield.geometry.shapes import Point
from battlefield.geometry.way_ground import Round, rounds_of

FRAME = 10.0
"""Inches of solid all round the board."""
SPECK = 1e-10
"""Square inches below which a crack is rounding."""
SURE = 1e-8
"""Inches by which an edge is crossed for certain."""
ON = 1e-6
"""The tangent from a point to a circle that it lies on is shorter than this, being what rounding makes of none."""
CONE = 1e-9
"""Radians by which a tape may leave an arc beyond its end."""


class Line(NamedTuple):
    """A straight stretch from one round to another: its length, the normals and the places at its ends.

    `to` is the number of the round it comes upon, `turn` the side on which it has that round (1: on its left).
    """

    size: float
    leave: float
    meet: float
    to: int
    turn: int
    start: Point
    end: Point


class Walls:
    """All Walls of a board made ready: their solid, and the `rounds` (corners: of no radius) that tapes bend about.

    `drawn`: the solid as a shapely polygon, arcs within a ten-thousandth of an inch.
    """

    def __init__(self, areas: Sequence[Area], width: float, height: float) -> None:
        parts: list[Area] = [*areas, _frame(width, height)]
        parts += _cracks(parts)
        parts += _pinches(outline(union_area(parts)).boundary)
        solid = union_area(parts)
        self.outline = outline(solid)
        self.pieces = tuple(zip(self.outline.boundary, self.outline.boxes, strict=True))
        rounds = _joined(rounds_of(Body(solid), 0.0, 0))
        self.rounds = [each for each in rounds if -HAIR <= each.x <= width + HAIR and -HAIR <= each.y <= height + HAIR]
        self.drawn = to_shapely(solid, 1e-4)
        self._lines: dict[tuple[int, int], list[Line]] = {}
        self._clear: dict[tuple[Point, Point], bool] = {}

    def free(self, x: float, y: float) -> bool:
        """Whether a point lies in no Wall and on the board, edges included."""
        return not self.outline.encloses(x, y) or self.outline.nearest(x, y)[0] <= HAIR

    def clear(self, start: Point, end: Point) -> bool:
        """Whether the straight stretch between two points runs through no Wall; along one or past a corner it may."""
        key = (start, end)
        found = self._clear.get(key)
        if found is None:
            found = self._clear[key] = self._is_clear(Segment(*start, *end))
        return found

    def lines(self, number: int, turn: int) -> list[Line]:
        """Everything that leaves one of the rounds with that round on one side, clear or not; worked out once."""
        found = self._lines.get((number, turn))
        if found is None:
            found = self._lines[number, turn] = list(self.lines_from(self.rounds[number], turn))
        return found

    def lines_from(self, one: Round, turn: int) -> Iterator[Line]:
        """Everything that leaves a round, or a point, with it on one side."""
        for to, other in enumerate(self.rounds):
            for there in (1, -1) if other.radius else (1,):
                line = line_between(one, turn, other, there, to)
                if line is not None:
                    yield line

    def _is_clear(self, stretch: Segment) -> bool:
        x, y = stretch.x0, stretch.y0
        size = math.hypot(stretch.x1 - x, stretch.y1 - y)
        if size <= HAIR:
            return self.free(x, y)
        ux, uy = (stretch.x1 - x) / size, (stretch.y1 - y) / size
        box, marks = box_of(stretch), []
        for piece, around in self.pieces:
            if box_gap(box, around) > HAIR:
                continue
            if isinstance(piece, Segment) and _surely_crosses(piece, x, y, ux, uy, size):
                return False
            marks += meeting_points(stretch, piece)
        return not any(self._holds(point_at(part, 0.5)) for part in cut(stretch, marks))

    def _holds(self, at: Point) -> bool:
        return not self.free(*at)


def line_between(one: Round, turn: int, other: Round, there: int, to: int) -> Line | None:
    """The stretch that leaves a round with it on the side `turn` and comes upon another; None where there is none."""
    dx, dy, side = other.x - one.x, other.y - one.y, there * other.radius - turn * one.radius
    square = dx * dx + dy * dy
    room = square - side * side
    if square <= HAIR * HAIR or room < -HAIR:
        return None
    size = math.sqrt(room) if room > ON * ON else 0.0
    ux, uy = (size * dx + side * dy) / square, (size * dy - side * dx) / square
    scale = 1.0 / math.hypot(ux, uy)
    ux, uy = ux * scale, uy * scale
    leave, meet = math.atan2(-turn * ux, turn * uy), math.atan2(-there * ux, there * uy)
    if not (one.radius == 0.0 or faces(one, leave)) or not (other.radius == 0.0 or faces(other, meet)):
        return None
    start = (one.x + turn * one.radius * uy, one.y - turn * one.radius * ux)
    end = (other.x + there * other.radius * uy, other.y - there * other.radius * ux)
    return Line(size, leave, meet, to, there, start, end)


def faces(one: Round, angle: float) -> bool:
    """Whether an outward normal is one of an arc's own."""
    off = (angle - one.first) % TURN
    return off <= one.sweep + CONE or off >= TURN - CONE


def turned_round(one: Round, meet: float, leave: float, turn: int) -> float | None:
    """The radians that a tape turns round an arc between two normals; None where it would run off the arc's end."""
    turned = (leave - meet) * turn % TURN
    if turned >= TURN - CONE:
        turned = 0.0
    if one.sweep >= TURN - CONE:
        return turned
    off = (meet - one.first) % TURN
    off = 0.0 if off >= TURN - CONE else off
    run = one.sweep - off if turn > 0 else off
    return turned if turned <= run + CONE else None


def _surely_crosses(edge: Segment, x: float, y: float, ux: float, uy: float, size: float) -> bool:
    """Whether a stretch crosses an edge well within both: then it runs through what the edge bounds."""
    ax, ay, bx, by = edge
    one, two = (ax - x) * uy - (ay - y) * ux, (bx - x) * uy - (by - y) * ux
    if min(abs(one), abs(two)) < SURE or (one > 0.0) == (two > 0.0):
        return False
    length = math.hypot(bx - ax, by - ay)
    nx, ny = (by - ay) / length, (ax - bx) / length
    here = (x - ax) * nx + (y - ay) * ny
    there = here + size * (ux * nx + uy * ny)
    return min(abs(here), abs(there)) > SURE and (here > 0.0) != (there > 0.0)


def _joined(rounds: Sequence[Round]) -> list[Round]:
    """The rounds, with arcs of one circle that follow on one another made one."""
    found = [each for each in rounds if not each.radius]
    arcs = [each for each in rounds if each.radius]
    while arcs:
        one = arcs.pop()
        after = next((each for each in arcs if _follows(one, each)), None)
        if after is None:
            found.append(one)
            continue
        arcs.remove(after)
        sweep = one.sweep + after.sweep
        arcs.append(one._replace(sweep=sweep if sweep < TURN - CONE else TURN))
    return found


def _follows(one: Round, other: Round) -> bool:
    circle = math.dist((one.x, one.y), (other.x, other.y)) <= HAIR and abs(one.radius - other.radius) <= HAIR
    off = (other.first - one.first - one.sweep) % TURN
    return circle and min(off, TURN - off) <= CONE


def _frame(width: float, height: float) -> PolygonArea:
    low, right, top = -FRAME, width + FRAME, height + FRAME
    return polygon_area(
        [(low, low), (right, low), (right, top), (low, top)],
        [[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]],
    )


def _cracks(areas: Sequence[Area]) -> list[Area]:
    """What fills the cracks between Walls that are at most base contact wide, in triangles."""
    import shapely

    drawn = shapely.unary_union([to_shapely(area, 1e-4) for area in areas])
    half = CONTACT / 2
    closed = drawn.buffer(half, join_style="mitre").buffer(-half, join_style="mitre")
    found: list[Area] = []
    for part in shapely.get_parts(closed.difference(drawn)):
        if part.area > SPECK:
            for triangle in shapely.constrained_delaunay_triangles(part).geoms:
                ring = list(triangle.exterior.coords)[:3]
                if not faults(ring):
                    found.append(polygon_area(ring))
    return found


def _pinches(pieces: Sequence[Piece]) -> list[Area]:
    """Where Walls touch in a single corner: what fills its narrow sides, so that nothing passes through it."""
    found: list[Area] = []
    corners: dict[tuple[int, int], list[tuple[Point, float, bool]]] = {}
    for piece in pieces:
        first, last = ends(piece)
        (ax, ay), (bx, by) = heading_at(piece, *first), heading_at(piece, *last)
        corners.setdefault(_grain(first), []).append((first, math.atan2(ay, ax), True))
        corners.setdefault(_grain(last), []).append((last, math.atan2(-by, -bx), False))
    for spokes in corners.values():
        if len(spokes) > 2:
            leaving = [angle for _, angle, out in spokes if out]
            for at, angle, out in spokes:
                if not out and leaving:
                    open_ = min((each - angle) % TURN for each in leaving)
                    if HAIR < open_ < math.pi - HAIR:
                        found.append(polygon_area([at, _spoke(at, angle), _spoke(at, angle + open_)]))
    return found


def _spoke(at: Point, angle: float) -> Point:
    return (at[0] + CONTACT / 2 * math.cos(angle), at[1] + CONTACT / 2 * math.sin(angle))


def _grain(at: Point) -> tuple[int, int]:
    return (round(at[0] / (10 * HAIR)), round(at[1] / (10 * HAIR)))
