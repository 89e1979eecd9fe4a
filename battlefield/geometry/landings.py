"""Where tokens land that are thrown out from one footprint, by the scalar rule and for many lines at once.

A token's centre starts where the token is a given distance from the footprint, and goes on down its line while it would
overlap an obstacle. Source rules: artifact.expulsion.distance, .unstable, .edge; rulings C25, C27.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from battlefield.geometry.boundary import area_bounds
from battlefield.geometry.columns import Floats
from battlefield.geometry.course import EDGE, FREE, NOWHERE, SAME, Course, Flags, Rulings, Walk
from battlefield.geometry.extent import bounds
from battlefield.geometry.placement import (
    Obstacle,
    board_exit,
    centroid,
    deepest_point,
    first_at_gap,
    first_free,
    last_free,
    spans_near,
)
from battlefield.geometry.rays import Convex, convex_sets, stretches
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape

CHUNK = 16_384
"""Lines taken in hand at a time, so that their columns stay in the processor's cache."""


class Landings(NamedTuple):
    """Where tokens came to lie: centres of shape (n, 2), inches along the line, and FREE, EDGE or NOWHERE."""

    places: Floats
    travelled: Floats
    ruling: Rulings


@dataclass(frozen=True)
class Thrower:
    """A footprint that tokens of one radius are thrown out of, and what they may not come to lie on.

    `distance` is the gap at which the walk starts, `width` and `height` are the board's; all in inches.
    """

    machine: Shape
    radius: float
    distance: float
    obstacles: tuple[Obstacle, ...]
    width: float
    height: float

    @cached_property
    def origin(self) -> Point:
        """The point through which every line runs: the footprint's centroid."""
        return centroid(self.machine)

    def travel(self, direction: Point) -> tuple[float, int]:
        """The scalar rule: inches along the line of this unit vector, and FREE, EDGE or NOWHERE."""
        origin, radius = self.origin, self.radius
        named = [("", obstacle) for obstacle in self.obstacles]
        end = board_exit(origin, direction, radius, self.width, self.height)
        found = first_free(origin, direction, radius, self._start(direction), named, end)
        if found.at is not None:
            return found.at, FREE
        back = last_free(origin, direction, radius, end, named, 0.0)
        return (0.0, NOWHERE) if back.at is None else (back.at, EDGE)

    def walk(self, dx: Floats, dy: Floats, circle: bool = False) -> Walk:
        """The walk down the lines of the unit vectors (dx, dy), shape (n,).

        With `circle` the lines go round in order, and `near` marks those where the walk may fall out otherwise before
        the next line.
        """
        course = Course(len(dx), circle)
        start = self._starts(dx, dy, course)
        sets = [stretches(one, self.radius, self.origin, dx, dy) for one in self._sets]
        for circle_round in self._rounded:  # what is no union of convex sets is left to the scalar rule
            course.unsure[stretches(circle_round, self.radius, self.origin, dx, dy).rays] = True
        return course.run(start, self._ends(dx, dy), sets)

    def exact(self, dx: Floats, dy: Floats) -> tuple[Floats, Rulings]:
        """As `travel`, for many lines: inches along each, and FREE, EDGE or NOWHERE."""
        travelled, ruling = np.empty(len(dx)), np.empty(len(dx), dtype=np.int8)
        for first in range(0, len(dx), CHUNK):
            part = slice(first, first + CHUNK)
            travelled[part], ruling[part], unsure, _ = self.walk(dx[part], dy[part])
            for k in (np.flatnonzero(unsure) + first).tolist():
                travelled[k], ruling[k] = self.travel((float(dx[k]), float(dy[k])))
        return travelled, ruling

    def landings(self, dx: Floats, dy: Floats, travelled: Floats, ruling: Rulings) -> Landings:
        """The places that these inches along the lines mean."""
        x, y = self.origin
        places = np.empty((len(dx), 2))
        np.add(travelled * dx, x, out=places[:, 0])
        np.add(travelled * dy, y, out=places[:, 1])
        nowhere = ruling == NOWHERE
        if nowhere.any():
            places[nowhere] = deepest_point(self.machine)[0]
        return Landings(places, travelled, ruling)

    @cached_property
    def _sets(self) -> list[Convex]:
        return [one for obstacle in self.obstacles for one in convex_sets(obstacle) or ()]

    @cached_property
    def _rounded(self) -> list[Disc]:
        """A disc around each obstacle that is no union of convex sets."""
        return [_around(obstacle) for obstacle in self.obstacles if convex_sets(obstacle) is None]

    def _start(self, direction: Point) -> float:
        try:
            return first_at_gap(self.radius, self.machine, self.distance, self.origin, direction)
        except ValueError:  # the line misses the hull: the first place at the distance
            near = spans_near(self.machine, self.origin, direction, self.radius + self.distance)
            return next((end for _, end in near if end > SAME), 0.0)

    def _starts(self, dx: Floats, dy: Floats, course: Course) -> Floats:
        convex = convex_sets(self.machine) or []
        reach = self.radius + self.distance
        if len(convex) == 1:
            return stretches(convex[0], reach, self.origin, dx, dy, ends_only=True).high
        grown = [stretches(one, reach, self.origin, dx, dy) for one in convex]
        left = np.zeros(len(dx))
        for one in convex:
            bare = stretches(one, 0.0, self.origin, dx, dy)
            left[bare.rays] = np.fmax(left[bare.rays], bare.high)
        start = left.copy()
        everything: Flags = np.ones(len(dx), dtype=np.bool_)
        course.hop(start, course.steps(left), [course.ready(one) for one in grown], 1, everything)
        course.unsure |= (left <= 0.0) & (start <= 0.0)  # the line never comes near the hull
        return start

    def _ends(self, dx: Floats, dy: Floats) -> Floats:
        """`board_exit` of every line."""
        (x, y), r = self.origin, self.radius
        with np.errstate(divide="ignore", invalid="ignore"):
            across = (np.where(dx > 0.0, self.width - r, r) - x) / dx
            up = (np.where(dy > 0.0, self.height - r, r) - y) / dy
        found: Floats = np.fmin(np.where(dx == 0.0, np.inf, across), np.where(dy == 0.0, np.inf, up))
        return found


def _around(obstacle: Obstacle) -> Disc:
    x0, y0, x1, y1 = bounds(obstacle) if isinstance(obstacle, Disc | Oval | Polygon) else area_bounds(obstacle)
    return Disc((x0 + x1) / 2, (y0 + y1) / 2, math.hypot(x1 - x0, y1 - y0) / 2)
