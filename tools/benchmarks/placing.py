"""Footprints to measure with, the same every time, and the polygons others would make of them."""

from __future__ import annotations

import math
import random

import shapely

from battlefield.geometry.measure import support
from battlefield.geometry.shapes import (
    MM_PER_INCH,
    Base,
    Disc,
    Oval,
    OvalBase,
    Polygon,
    Pose,
    RoundBase,
    Shape,
    rectangle_hull,
)

ROUND_MM = (25, 28.5, 32, 40, 50, 60)
OVAL_MM = ((60, 35.5), (75, 42), (90, 52), (105, 70))
HULLS = ((3.0, 2.0), (4.5, 3.0), (5.0, 2.7))


def base(rng: random.Random) -> Base:
    """A base as they stand on tables: 65 in 100 round, 22 oval, 13 a hull."""
    kind = rng.random()
    if kind < 0.65:
        return RoundBase(rng.choice(ROUND_MM) / 2 / MM_PER_INCH)
    if kind < 0.87:
        length, width = rng.choice(OVAL_MM)
        return OvalBase(length / 2 / MM_PER_INCH, width / 2 / MM_PER_INCH)
    return rectangle_hull(*rng.choice(HULLS))


def army(count: int, seed: int) -> list[Shape]:
    """That many footprints on a table, 44 by 60 inches for every 200 of them."""
    rng = random.Random(seed)
    side = math.sqrt(count / 200)
    return [
        base(rng).at(Pose(rng.uniform(0, 44 * side), rng.uniform(0, 60 * side), 0.0, rng.uniform(0, 360)))
        for _ in range(count)
    ]


def drawn(shape: Shape, segments: int = 64) -> shapely.Polygon:
    """The footprint as a shapely polygon, a round edge as `segments` chords."""
    if isinstance(shape, Polygon):
        return shapely.Polygon(shape.ring)
    a, b, ux, uy = (shape.radius, shape.radius, 1.0, 0.0) if isinstance(shape, Disc) else _axes(shape)
    turns = [2 * math.pi * i / segments for i in range(segments)]
    own = [(a * math.cos(t), b * math.sin(t)) for t in turns]
    return shapely.Polygon([(shape.x + x * ux - y * uy, shape.y + x * uy + y * ux) for x, y in own])


def exactly_apart(count: int, distance: float, seed: int, round_only: bool = False) -> list[tuple[Shape, Shape]]:
    """Pairs of footprints set up exactly that far apart, in all directions."""
    rng = random.Random(seed)
    pairs: list[tuple[Shape, Shape]] = []
    while len(pairs) < count:
        one, two = base(rng), base(rng)
        if round_only and not (isinstance(one, RoundBase | OvalBase) and isinstance(two, RoundBase | OvalBase)):
            continue
        a = one.at(Pose(rng.uniform(5, 39), rng.uniform(5, 55), 0.0, rng.uniform(0, 360)))
        turn, facing = rng.uniform(0, 2 * math.pi), rng.uniform(0, 360)
        c, s = math.cos(turn), math.sin(turn)
        (px, py), (qx, qy) = support(a, c, s), support(two.at(Pose(0, 0, 0, facing)), -c, -s)
        pairs.append((a, two.at(Pose(px - qx + distance * c, py - qy + distance * s, 0.0, facing))))
    return pairs


def _axes(shape: Oval) -> tuple[float, float, float, float]:
    return shape.a, shape.b, shape.ux, shape.uy
