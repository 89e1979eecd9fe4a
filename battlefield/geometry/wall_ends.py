"""Where a tape begins or ends: squarely on a footprint or an area, at a corner of it, or where it runs into a Wall.

Source rules: measure.distance, measure.within_area; ruling A15.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from battlefield.geometry.area_measure import area_gap
from battlefield.geometry.areas_apart import areas_gap, pieces_apart
from battlefield.geometry.bodies import Body, Obstacle
from battlefield.geometry.curves import HAIR, Piece, Segment, box_gap, ends, nearest_on
from battlefield.geometry.measure import Gap, gap, point_gap
from battlefield.geometry.parallels import Parallel
from battlefield.geometry.pieces import nearness
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.geometry.tracks import Track, track_box, track_crossings, track_distance
from battlefield.geometry.wall_ground import Walls
from battlefield.geometry.way_ends import Final, onto_curve, onto_edge, onto_point
from battlefield.geometry.way_ground import Round

NEAR = 1e-8
"""Inches within which a crossing lies on both curves that cross."""


class Leg(NamedTuple):
    """A straight stretch between a round and a thing: its length, its normal at the round, its ends there and here."""

    size: float
    normal: float
    at: Point
    end: Point


class End:
    """A footprint or an area as one end of a tape. `touches`: where it runs into a Wall, on the Wall's edge."""

    def __init__(self, thing: Obstacle, walls: Walls) -> None:
        self.thing, self.walls = thing, walls
        self.shapes: tuple[Shape, ...] = ()
        self.pieces: tuple[Piece, ...] = ()
        self.tracks: tuple[Track, ...]
        if isinstance(thing, Oval):
            self.tracks = (Parallel(thing, 0.0),)
        else:
            self.tracks = self.pieces = Body(thing).pieces
        if isinstance(thing, Polygon):
            self.shapes = tuple(Polygon(0.0, 0.0, part.points, (part,)) for part in thing.parts)
        elif isinstance(thing, Disc | Oval):
            self.shapes = (thing,)
        self.touches = tuple(self._touches())

    def gap_to(self, x: float, y: float) -> float:
        """The straight distance of a point from it."""
        if isinstance(self.thing, Disc):
            return max(math.hypot(x - self.thing.x, y - self.thing.y) - self.thing.radius, 0.0)
        if isinstance(self.thing, Oval | Polygon):
            return point_gap(self.thing, (x, y)).high
        return area_gap(Disc(x, y, 0.0), self.thing).high

    def legs(self, one: Round, turn: int) -> Iterator[Leg]:
        """The stretches from a round, which they have on one side, to where the thing is near."""
        if one.radius == 0.0:
            at = (one.x, one.y)
            for end in self._near(at):
                yield Leg(math.dist(at, end), 0.0, at, end)
            return
        for ux, uy, size in self._tangent(one, turn):
            at = (one.x + turn * one.radius * uy, one.y - turn * one.radius * ux)
            end = (at[0] + size * ux, at[1] + size * uy)
            if self.gap_to(*end) <= NEAR:
                yield Leg(size, math.atan2(-turn * ux, turn * uy), at, end)

    def straight_to(self, other: End) -> Iterator[tuple[float, Point, Point]]:
        """The straight stretches to another thing that no small shift of its ends makes shorter."""
        if not self.shapes:
            yield from (pieces_apart(one, there) for one in self.pieces for there in other.pieces)
        for one in self.shapes:
            if other.shapes:
                found = [gap(one, there) for there in other.shapes]
                yield from ((each.high, each.here, each.there) for each in found)
            else:
                near = [nearness(one, piece) for piece in other.pieces]
                yield from ((each.value, each.here, each.there) for each in near)

    def meeting_points(self, other: End) -> Iterator[Point]:
        """Points that may lie in both things: where their edges cross, where one of them runs into a Wall."""
        for a, b in product(self.tracks, other.tracks):
            yield from track_crossings(a, b)
        yield from (*self.touches, *other.touches)

    def _near(self, at: Point) -> Iterator[Point]:
        """The points of its parts that are closest to a point, and where it runs into a Wall."""
        if self.shapes:
            yield from (point_gap(shape, at).here for shape in self.shapes)
        else:
            if self.gap_to(*at) == 0.0:
                yield at
            yield from (nearest_on(piece, *at) for piece in self.pieces)
        yield from self.touches

    def _tangent(self, one: Round, turn: int) -> Iterator[tuple[float, float, float]]:
        """Tangents of an arc that meet the thing squarely, or end in a corner of it."""
        points = dict.fromkeys(self.touches)
        if isinstance(self.thing, Oval):
            yield from onto_curve(one, turn, Parallel(self.thing, 0.0), 1.0)
        for piece in self.pieces:
            if isinstance(piece, Segment):
                edge = onto_edge(one, turn, piece, 1.0, 0.0)
                if edge is not None:
                    yield edge
                points.update(dict.fromkeys(ends(piece)))
            else:
                for sense in (1.0, -1.0):
                    squarely = onto_point(one, turn, Final(piece.x, piece.y, piece.radius, sense))
                    if squarely is not None:
                        yield squarely
                points.update(dict.fromkeys(ends(piece)))
        for x, y in points:
            line = onto_point(one, turn, Final(x, y, 0.0))
            if line is not None:
                yield line

    def _touches(self) -> Iterator[Point]:
        for track in self.tracks:
            box = track_box(track)
            for piece, around in self.walls.pieces:
                if box_gap(box, around) <= HAIR:
                    for at in track_crossings(track, piece):
                        on_both = track_distance(track, *at) <= NEAR and track_distance(piece, *at) <= NEAR
                        if on_both and self.walls.free(*at):
                            yield at


def straight_gap(a: Obstacle, b: Obstacle) -> Gap:
    """The straight gap between any two of footprints and areas."""
    if isinstance(a, Disc | Oval | Polygon):
        return gap(a, b) if isinstance(b, Disc | Oval | Polygon) else area_gap(a, b)
    if isinstance(b, Disc | Oval | Polygon):
        found = area_gap(b, a)
        return Gap(found.low, found.high, found.there, found.here)
    return areas_gap(a, b)
