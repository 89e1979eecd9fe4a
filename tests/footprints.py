"""Footprints for tests: random bases, places where they are an exact distance apart, and slow ways to measure.

The slow ways share nothing with the kernel but the farthest point in a direction, which is one line a shape.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import NamedTuple

from hypothesis import strategies as st

from battlefield.geometry.shapes import (
    Base,
    Disc,
    Oval,
    OvalBase,
    Point,
    Polygon,
    Pose,
    RoundBase,
    Shape,
    hull,
    rectangle_hull,
)

L_HULL = hull(((0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)))
U_HULL = hull(((-3, -2), (3, -2), (3, 2), (1, 2), (1, 0), (-1, 0), (-1, 2), (-3, 2)))
STAR_HULL = hull(
    tuple((r * math.cos(math.pi * i / 5), r * math.sin(math.pi * i / 5)) for i, r in enumerate((3.0, 1.2) * 5))
)
CONCAVE = (L_HULL, U_HULL, STAR_HULL)


def convex_base(rng: random.Random) -> Base:
    """A round or oval base or a convex hull, of the sizes that stand on tables."""
    kind = rng.randrange(4)
    if kind == 0:
        return RoundBase(rng.uniform(0.3, 3))
    if kind == 1:
        return OvalBase(rng.uniform(0.5, 4), rng.uniform(0.3, 2))
    if kind == 2:
        return rectangle_hull(rng.uniform(1, 8), rng.uniform(0.5, 5))
    return hull(convex_ring(rng, rng.uniform(0.5, 4), rng.uniform(0.5, 3)))


def convex_ring(rng: random.Random, a: float, b: float) -> tuple[Point, ...]:
    """Corners on an ellipse, far enough from each other to be corners."""
    count = rng.randrange(3, 8)
    turns = [2 * math.pi * (i + rng.uniform(0.1, 0.9)) / count for i in range(count)]
    return tuple((a * math.cos(t), b * math.sin(t)) for t in turns)


def any_base(rng: random.Random) -> Base:
    """As `convex_base`, with one hull in five not convex."""
    return rng.choice(CONCAVE) if rng.random() < 0.2 else convex_base(rng)


def anywhere(rng: random.Random, width: float = 44.0, height: float = 60.0) -> Pose:
    """A place on a battlefield, with any facing or a plain one."""
    facing = rng.choice((0.0, 45.0, 90.0, rng.uniform(0, 360), rng.uniform(0, 360)))
    return Pose(rng.uniform(0, width), rng.uniform(0, height), 0.0, facing)


seeds = st.integers(0, 2**32 - 1)
"""Hypothesis draws a seed: the random placements below are cheap, and shrinking a geometry says little."""


def farthest_point(shape: Shape, c: float, s: float) -> Point:
    """The point of a footprint farthest in the direction (c, s), written out on its own."""
    if isinstance(shape, Disc):
        return (shape.x + shape.radius * c, shape.y + shape.radius * s)
    if isinstance(shape, Oval):
        p, q = c * shape.ux + s * shape.uy, s * shape.ux - c * shape.uy
        n = math.hypot(shape.a * p, shape.b * q)
        x, y = shape.a * shape.a * p / n, shape.b * shape.b * q / n
        return (shape.x + x * shape.ux - y * shape.uy, shape.y + x * shape.uy + y * shape.ux)
    return max(shape.ring, key=lambda p: p[0] * c + p[1] * s)


class Pair(NamedTuple):
    """Two footprints, how they were made, and the direction in which the second was moved away from the first."""

    a: Shape
    b: Shape
    base: Base
    pose: Pose
    normal: Point


def apart(rng: random.Random, one: Base, two: Base, distance: float) -> Pair:
    """The two bases with their hulls exactly `distance` apart (negative: pushed in along the contact normal).

    Set up by the farthest points: the first at u, the second at -u, `distance` from one to the other.
    """
    a = one.at(anywhere(rng))
    facing = rng.choice((0.0, 30.0, rng.uniform(0, 360)))
    turn = rng.uniform(0, 2 * math.pi)
    c, s = math.cos(turn), math.sin(turn)
    if isinstance(a, Polygon) and rng.random() < 0.5:  # a contact with an edge, not with a corner
        c, s = rng.choice(rng.choice(a.parts).normals)
    p, q = farthest_point(a, c, s), farthest_point(two.at(Pose(0, 0, 0, facing)), -c, -s)
    pose = Pose(p[0] - q[0] + distance * c, p[1] - q[1] + distance * s, 0.0, facing)
    return Pair(a, two.at(pose), two, pose, (c, s))


def moved(shape: Shape, x: float, y: float, degrees: float, mirrored: bool = False) -> Shape:
    """The footprint mirrored at the x axis if so asked, then turned about the origin, then shifted."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    flip = -1.0 if mirrored else 1.0

    def place(p: Point) -> Point:
        px, py = p[0], flip * p[1]
        return (x + px * c - py * s, y + px * s + py * c)

    cx, cy = place((shape.x, shape.y))
    if isinstance(shape, Disc):
        return Disc(cx, cy, shape.radius)
    if isinstance(shape, Oval):
        ux, uy = shape.ux, flip * shape.uy
        return Oval(cx, cy, shape.a, shape.b, ux * c - uy * s, ux * s + uy * c)
    ring = tuple(place(p) for p in shape.ring)
    return hull(tuple((px - cx, py - cy) for px, py in ring)).at(Pose(cx, cy))


def golden(f: Callable[[float], float], low: float, high: float) -> float:
    """The greatest value of a function with one peak between low and high."""
    ratio = (math.sqrt(5) - 1) / 2
    x, y = high - ratio * (high - low), low + ratio * (high - low)
    fx, fy = f(x), f(y)
    for _ in range(55):
        if fx < fy:
            low, x, fx = x, y, fy
            y = low + ratio * (high - low)
            fy = f(y)
        else:
            high, y, fy = y, x, fx
            x = high - ratio * (high - low)
            fx = f(x)
    return max(fx, fy)


def greatest_all_round(f: Callable[[float, float], float], steps: int = 720, peaks: int = 3) -> float:
    """The greatest value of f(cos t, sin t): the best few of many samples, each refined by golden section."""

    def at(t: float) -> float:
        return f(math.cos(t), math.sin(t))

    width = 2 * math.pi / steps
    values = [at(i * width) for i in range(steps)]
    tops = [i for i in range(steps) if values[i] >= values[i - 1] and values[i] >= values[i + 1 - steps]]
    tops = sorted(tops, key=values.__getitem__)[-peaks:]
    return max(golden(at, (i - 1) * width, (i + 1) * width) for i in tops)


def slow_separation(a: Shape, b: Shape) -> float:
    """The widest separation of two convex footprints over all directions; negative by the depth of their overlap."""

    def along(c: float, s: float) -> float:
        p, q = farthest_point(a, c, s), farthest_point(b, -c, -s)
        return c * (q[0] - p[0]) + s * (q[1] - p[1])

    return greatest_all_round(along)


def drawn(shape: Shape, segments: int, outside: bool = False) -> tuple[Point, ...]:
    """A fine polygon within the footprint, or around it."""
    if isinstance(shape, Polygon):
        return shape.ring
    a, b, u = (
        (shape.radius, shape.radius, (1.0, 0.0))
        if isinstance(shape, Disc)
        else (shape.a, shape.b, (shape.ux, shape.uy))
    )
    grown = 1 / math.cos(math.pi / segments) if outside else 1.0
    ring = []
    for i in range(segments):
        t = 2 * math.pi * i / segments
        x, y = grown * a * math.cos(t), grown * b * math.sin(t)
        ring.append((shape.x + x * u[0] - y * u[1], shape.y + x * u[1] + y * u[0]))
    return tuple(ring)
