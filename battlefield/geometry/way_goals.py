"""Where a way may end: the first place within a distance of a target, or a given place.

The shortest way to a closed set ends on its edge: perpendicular to it, or where its edge crosses that of something
else. So every end is one of: straight towards a corner or the centre of an arc, straight at an edge, along a normal of
an oval, or a crossing of two tracks. Candidates too many do no harm, since each is judged where it ends.
Source rules: move.charge, move.charge_distance, artifact.claim.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from battlefield.geometry.bodies import Obstacle
from battlefield.geometry.curves import TURN
from battlefield.geometry.shapes import Point
from battlefield.geometry.tangents import Columns
from battlefield.geometry.way_corners import Corners, Owners
from battlefield.geometry.way_ends import End, Final, onto_curve, onto_edge, onto_point
from battlefield.geometry.way_ground import SLACK, Barrier, Floats, Ground, Grown, Round

Group = tuple[tuple[Obstacle, ...], float]
"""Targets of which one must be reached, and to within how many inches."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The first place where the mover is within `d` inches of one of the targets, clear of all of `clear_of` there.

    `clear_of` binds the end only (models that may be passed, but not ended on). With `also` it must at the same time be
    near one of each of these further groups of targets. With `place` the goal is that centre.
    """

    targets: tuple[Obstacle, ...] = ()
    d: float = 0.0
    clear_of: tuple[Barrier, ...] = ()
    place: Point | None = None
    also: tuple[Group, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of targets, of each of which one must be reached; none when the goal is a place."""
        return () if self.place else ((self.targets, self.d), *self.also)

    @classmethod
    def point(cls, place: Point, clear_of: tuple[Barrier, ...] = ()) -> Goal:
        """The goal to bring the mover's centre to a place."""
        return cls(place=place, clear_of=clear_of)


Side = tuple[Grown, float]
"""What a way may end at the edge of, and whether from outside (1.0) or from within (-1.0)."""


@dataclass
class Finish:
    """Where ways may end: the edges `sides`, from outside or from within, and the points of `finals`."""

    sides: list[Side]
    finals: list[Final]
    _points_to: Columns | None = field(default=None, init=False)

    def ends(self, one: Round, turn: int) -> list[End]:
        """The stretches that leave a round in a turn and may end at the goal; few of them do."""
        found = self._onto_points(one, turn)
        for grown, sense in self.sides:
            found += [end for edge in grown.faces if (end := onto_edge(one, turn, edge, sense, grown.keep))]
            for each in grown.rounds:
                if each.curve:
                    found += onto_curve(one, turn, each.curve, sense)
        return found

    def _onto_points(self, one: Round, turn: int) -> list[End]:
        if one.oval is None:
            return [end for final in self.finals if (end := onto_point(one, turn, final))]
        if self._points_to is None:
            self._points_to = Columns([Round(final.x, final.y, 0.0, 0.0, TURN, 0) for final in self.finals])
        row = self._points_to.row(one, turn)
        lines = zip(row.leave.tolist(), row.size.tolist(), row.to.tolist(), row.turn.tolist(), strict=True)
        found = []
        for leave, size, to, there in lines:
            if there > 0 and self.finals[to].sense > 0:
                found.append(End(-turn * math.sin(leave), turn * math.cos(leave), size - self.finals[to].reach))
        back = Columns([one])
        for final in self.finals:
            if final.sense < 0:
                row = back.row(Round(final.x, final.y, 0.0, 0.0, TURN, 0), 1)
                for meet, size, there in zip(row.meet.tolist(), row.size.tolist(), row.turn.tolist(), strict=True):
                    if there == turn:
                        found.append(End(-turn * math.sin(meet), turn * math.cos(meet), final.reach - size))
        return [end._replace(size=max(end.size, 0.0)) for end in found if end.size > -SLACK]


def _centres(sides: Sequence[Side]) -> Iterator[Final]:
    """The centres of all arcs of the edges: a way that ends there squarely leads towards one, or away from it."""
    for grown, sense in sides:
        for one in grown.rounds:
            if one.oval is None:
                yield Final(one.x, one.y, one.radius, sense, one.first, one.sweep)
        for arc in grown.arcs:
            if arc.sweep < 0:
                yield Final(arc.x, arc.y, arc.radius - grown.keep, -sense)


class Aim:
    """A goal made ready for one mover: where ways to it may end, how far it still is, whether a place will do."""

    def __init__(self, groups: Sequence[Sequence[Grown]], clear: Ground, place: Point | None, ground: Ground) -> None:
        self.groups, self.clear, self.place, self.ground = groups, clear, place, ground
        self.targets = [each for group in groups for each in group]
        self._circles = [[(*each.middle, each.reach) for each in group] for group in groups]
        if place:
            self._circles.append([(*place, 0.0)])
        self._corners: Corners | None = None

    def will_do(self, x: float, y: float) -> bool:
        """Whether a free centre is a goal."""
        if self.place:
            near = math.hypot(x - self.place[0], y - self.place[1]) <= SLACK
        else:
            near = all(any(each.reaches(x, y) for each in group) for group in self.groups)
        return near and all(each.leaves(x, y) for each in self.clear.near(x, y))

    def nearest(self, start: Point) -> Point:
        """The end of the straight way from a place to the goal, whatever may be in between; to the farthest group."""
        if self.place:
            return self.place
        found = [min(each.straight_to(start) for each in group) for group in self.groups if group]
        return max(found, default=(0.0, start))[1]

    def rest(self, x: Floats, y: Floats) -> Floats:
        """At least how far it is from each of many places to the goal."""
        most: Floats = np.zeros(len(x))
        for circles in self._circles:
            least: Floats = np.full(len(x), math.inf)
            for cx, cy, reach in circles:
                least = np.minimum(least, np.sqrt((x - cx) ** 2 + (y - cy) ** 2) - reach)
            most = np.maximum(most, least)
        return most

    def finish(self, start: Point, most: float) -> Finish:
        """Where ways of at most so many inches from a place may end."""
        sides = [(each, 1.0) for each in self.targets] + [(each, -1.0) for each in self.clear.grown]
        sides = [side for side in sides if math.dist(start, side[0].middle) - side[0].reach <= most]
        if self.place:
            return Finish(sides, [Final(*self.place, 0.0)])
        if self._corners is None:
            self._corners = Corners(self.targets, self.clear.grown, self.ground, self._may_do)
        finals = list(_centres(sides))
        finals += [Final(x, y, 0.0) for x, y in self._corners.near(start, most)]
        return Finish(sides, list(dict.fromkeys(finals)))

    def _may_do(self, x: float, y: float, edges: Owners) -> bool:
        """Whether a centre on the edges of one or two barriers or targets is a goal, as far as all others go.

        Those two are judged where a way ends there: what lies on an edge takes long to judge.
        """
        if not self.ground.on_board(x, y):
            return False
        if not all(any(each in edges or each.reaches(x, y) for each in group) for group in self.groups):
            return False
        near = (*self.clear.near(x, y), *self.ground.near(x, y))
        return all(each in edges or each.leaves(x, y) for each in near)
