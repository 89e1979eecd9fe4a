"""Footprints: what a base is in its own frame, and the shape it covers where it stands.

A *base* is a size (`RoundBase`, `OvalBase`, `HullBase`); `base.at(pose)` is the *shape* it covers on the
battlefield (`Disc`, `Oval`, `Polygon`). All lengths are inches, all angles degrees counter-clockwise from +x.
Source rules: measure.units, measure.footprint.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from battlefield.geometry.convex import Part, convex_parts, is_counter_clockwise

MM_PER_INCH = 25.4

Point = tuple[float, float]


class Pose(NamedTuple):
    """Where something stands: centre (x, y), elevation z of its underside, facing in degrees."""

    x: float
    y: float
    z: float = 0.0
    facing: float = 0.0

    @property
    def point(self) -> Point:
        """The centre in plan."""
        return (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc on the battlefield: centre and radius."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Oval:
    """An ellipse on the battlefield: centre, half axes, and the unit vector (ux, uy) along which `a` lies."""

    x: float
    y: float
    a: float
    b: float
    ux: float
    uy: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """A simple polygon on the battlefield: counter-clockwise ring, its convex parts, and the centre of its frame."""

    x: float
    y: float
    ring: tuple[Point, ...]
    parts: tuple[Part, ...]


Shape = Disc | Oval | Polygon


@dataclass(frozen=True, slots=True)
class RoundBase:
    """A round base of the given radius; its facing does not show."""

    radius: float

    def at(self, pose: Pose) -> Disc:
        """The disc it covers at `pose`."""
        return Disc(pose.x, pose.y, self.radius)


@dataclass(frozen=True, slots=True)
class OvalBase:
    """An oval base: half axis `a` along the facing, `b` across it."""

    a: float
    b: float

    def at(self, pose: Pose) -> Oval:
        """The ellipse it covers at `pose`."""
        ux, uy = unit_vector(pose.facing)
        return Oval(pose.x, pose.y, self.a, self.b, ux, uy)


@dataclass(frozen=True, slots=True)
class HullBase:
    """A hull: a simple polygon in its own frame, +x along the facing, the origin at the model's centre.

    The ring is counter-clockwise. Build it with `hull`, which orients the ring.
    """

    ring: tuple[Point, ...]

    def at(self, pose: Pose) -> Polygon:
        """The polygon it covers at `pose`."""
        ux, uy = unit_vector(pose.facing)
        parts = tuple(part.moved(pose.x, pose.y, ux, uy) for part in _parts(self.ring))
        ring = tuple((pose.x + x * ux - y * uy, pose.y + x * uy + y * ux) for x, y in self.ring)
        return Polygon(pose.x, pose.y, ring, parts)


Base = RoundBase | OvalBase | HullBase


def hull(points: tuple[Point, ...]) -> HullBase:
    """A hull from the corners of a simple polygon in either orientation."""
    return HullBase(points if is_counter_clockwise(points) else tuple(reversed(points)))


def rectangle_hull(length: float, width: float) -> HullBase:
    """A rectangular hull, `length` along the facing."""
    x, y = length / 2, width / 2
    return HullBase(((-x, -y), (x, -y), (x, y), (-x, y)))


def polygon(ring: tuple[Point, ...]) -> Polygon:
    """A simple polygon given in battlefield coordinates, in either orientation; its frame is the origin."""
    return hull(ring).at(Pose(0.0, 0.0))


def unit_vector(degrees: float) -> Point:
    """The unit vector at an angle, exact at every multiple of 90 degrees.

    >>> unit_vector(90)
    (0.0, 1.0)
    """
    turned = math.fmod(degrees, 360.0)
    if turned < 0:
        turned += 360.0
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0), 360.0: (1.0, 0.0)}.get(turned)
    return exact or (math.cos(math.radians(turned)), math.sin(math.radians(turned)))


@lru_cache(maxsize=1024)
def _parts(ring: tuple[Point, ...]) -> tuple[Part, ...]:
    return convex_parts(ring)
