"""Random scenes of sight, judged exactly and by sampling: `python tools/sight.py [N [FIRST]]`.

Two footprints of any kind look at one another past walls, towers, woods with clearings and other bases, some of which
reach into them. A third of the scenes is laid out on whole inches, so that edges and rims run together and touch; in
others a base stands in contact. What the kernel calls blocked no sampled line may pass, nor may it be clear when only
what it names is there; a line that it gives must be clear; asked from the other side it must say the same. Printed is
how many scenes were wrong, and how many of the visible ones sampling by 16 × 16 and by 64 × 64 lines does not find.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import shapely
from numpy.typing import NDArray

from battlefield.geometry.areas import Area, circle_area, line_area, minus_area, polygon_area, rect_area, to_shapely
from battlefield.geometry.measure import CONTACT, boundary, gap, support
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
from battlefield.geometry.sight import Blocker, Sight, sight

FINE = 1e-4
"""Inches by which drawn round edges may lie off their own."""
FORK = hull(((-1.5, -1.5), (2.0, -1.5), (2.0, -0.8), (-0.5, -0.8), (-0.5, 0.8), (2.0, 0.8), (2.0, 1.5), (-1.5, 1.5)))
EVEN_FORK = hull(((-2, -2), (2, -2), (2, -1), (-1, -1), (-1, 1), (2, 1), (2, 2), (-2, 2)))
SAMPLES = 32


class Scene(NamedTuple):
    """Two footprints, and what may be in the way, by name."""

    a: Shape
    b: Shape
    blockers: tuple[tuple[str, Blocker], ...]


def scene(seed: int) -> Scene:
    """A scene with one to eight blockers: on whole inches, of simple ones with a base in contact, of any kind."""
    chance = Random(seed)
    if seed % 3 == 0:
        return _on_whole_inches(chance)
    far = chance.uniform(6, 16)
    a = _base(chance).at(Pose(0.0, chance.uniform(-2, 2), 0.0, chance.uniform(0, 360)))
    b = _base(chance).at(Pose(far, chance.uniform(-2, 2), 0.0, chance.uniform(0, 360)))
    kinds = 3 if seed % 3 == 1 else 7
    blockers = [_blocker(chance, far, kinds) for _ in range(chance.randrange(1, 9))]
    if kinds == 3:
        blockers[0] = _in_contact(chance, chance.choice((a, b)))
    return Scene(a, b, tuple((f"{k + 1}", blocker) for k, blocker in enumerate(blockers)))


def _in_contact(chance: Random, shape: Shape) -> Shape:
    """A base that touches a footprint, to a hair, or overlaps it by what is allowed."""
    base, facing, turn = _base(chance), chance.uniform(0, 360), chance.uniform(0, math.tau)
    c, s, apart = math.cos(turn), math.sin(turn), chance.choice((0.0, 1e-10, -1e-10, 1e-8, -1e-8, -0.005))
    (px, py), (qx, qy) = support(shape, c, s), support(base.at(Pose(0, 0, 0, facing)), -c, -s)
    return base.at(Pose(px - qx + apart * c, py - qy + apart * s, 0.0, facing))


def _on_whole_inches(chance: Random) -> Scene:
    def base(x: int, y: int) -> Shape:
        kinds = (RoundBase(1), RoundBase(2), OvalBase(2, 1), rectangle_hull(2, 2), EVEN_FORK)
        return chance.choice(kinds).at(Pose(x, y, 0.0, chance.choice((0, 90, 180, 270))))

    def blocker(x: int, y: int) -> Blocker:
        bites = (rect_area(x + 1, y + 1, 2, 2), circle_area(x + 2, y + 2, 1), circle_area(x, y, 2))
        return chance.choice(
            (
                rect_area(x, y, chance.randrange(1, 3), chance.randrange(1, 6)),
                rect_area(x, y, 1, chance.randrange(3, 8)),
                circle_area(x, y, chance.randrange(1, 3)),
                minus_area(rect_area(x, y, 4, 4), chance.choice(bites)),
                base(x, y),
            )
        )

    a, b = base(0, chance.randrange(-2, 3)), base(12, chance.randrange(-2, 3))
    places = [(chance.randrange(0, 13), chance.randrange(-5, 5)) for _ in range(chance.randrange(1, 7))]
    return Scene(a, b, tuple((f"{k + 1}", blocker(*place)) for k, place in enumerate(places)))


def wrong(seed: int) -> str | None:
    """What is wrong about the sight of a scene, in words; None when nothing is."""
    a, b, blockers = scene(seed)
    seen = sight(a, b, blockers)
    if sight(b, a, blockers) != seen.turned_round():
        return f"scene {seed}: it is another answer from the other side"
    if seen.clear:
        return None if gap(a, b).value <= CONTACT else _fault(seed, seen)
    if sight(a, b, [each for each in blockers if each[0] in seen.blockers]).clear:
        return f"scene {seed}: {', '.join(seen.blockers)} alone do not block it"
    passing = found_by_sampling(scene(seed), SAMPLES)
    return None if passing is None else f"scene {seed}: blocked, and yet {passing} is clear"


def found_by_sampling(given: Scene, count: int) -> tuple[Point, Point] | None:
    """A line from one of so many points of a rim to one of the other that is clear; None when there is none."""
    ones, others = _rim(given.a, count), _rim(given.b, count)
    ends = np.stack((np.repeat(ones, count, axis=0), np.tile(others, (count, 1))), axis=1)
    lines = shapely.linestrings(ends)
    clear = np.ones(len(lines), dtype=np.bool_)
    for _, blocker in given.blockers:
        shape = around(blocker)
        shapely.prepare(shape)
        clear[clear] = ~shapely.intersects(shape, lines[clear])
    first = np.flatnonzero(clear)
    if not first.size:
        return None
    (px, py), (qx, qy) = ends[first[0]].tolist()
    return (px, py), (qx, qy)


def around(blocker: Blocker) -> shapely.Geometry:
    """A drawing of a blocker that holds all of it."""
    if isinstance(blocker, Polygon):
        return shapely.Polygon(blocker.ring)
    return _drawn(blocker).buffer(2 * FINE)


def _fault(seed: int, seen: Sight) -> str | None:
    """What is wrong about a line that is said to be clear."""
    a, b, blockers = scene(seed)
    assert seen.line is not None
    for shape, end in zip((a, b), seen.line, strict=True):
        if _drawn(shape).distance(shapely.Point(end)) > FINE:
            return f"scene {seed}: {end} is no point of the footprint"
    line = shapely.LineString(seen.line)
    for name, blocker in blockers:
        inside = _drawn(blocker) if isinstance(blocker, Polygon) else _drawn(blocker).buffer(-2 * FINE)
        if line.intersection(inside).length > 1e-9:
            return f"scene {seed}: the line {seen.line} runs through {name}"
    return None


def _drawn(shape: Blocker) -> shapely.Geometry:
    if isinstance(shape, Disc | Oval | Polygon):
        return shapely.Polygon(boundary(shape, FINE))
    return to_shapely(shape, FINE)


def _rim(shape: Shape, count: int) -> NDArray[np.float64]:
    rim = _drawn(shape).exterior
    points = shapely.line_interpolate_point(rim, np.arange(count) / count, normalized=True)
    return np.asarray(shapely.get_coordinates(points))


def _base(chance: Random) -> Base:
    kind = chance.randrange(5)
    if kind < 2:
        return RoundBase(chance.uniform(0.4, 2.6))
    if kind == 2:
        return OvalBase(chance.uniform(0.8, 3.4), chance.uniform(0.4, 2.2))
    return rectangle_hull(chance.uniform(1, 5), chance.uniform(1, 4)) if kind == 3 else FORK


def _blocker(chance: Random, far: float, kinds: int) -> Blocker:
    """A wall, a tower or an oval base; of more kinds a bent wall, a crescent, a ring, a wood with a clearing."""
    x, y = chance.uniform(-1, far + 1), chance.uniform(-4, 4)
    kind = chance.randrange(kinds)
    if kind == 0:
        return rect_area(x - 0.2, y - 2.5, 0.4, chance.uniform(2, 6), chance.uniform(-40, 40))
    if kind == 1:
        return Disc(x, y, chance.uniform(0.5, 2))
    if kind == 2:
        return OvalBase(chance.uniform(0.5, 3), chance.uniform(0.3, 1.5)).at(Pose(x, y, 0.0, chance.uniform(0, 360)))
    if kind == 3:
        bends = [(x, y - 3), (x + chance.uniform(-1, 1), y), (x + chance.uniform(-1, 1), y + 3)]
        return line_area(bends, 0.3)
    if kind == 4:
        return FORK.at(Pose(x, y, 0.0, chance.uniform(0, 360)))
    return _hollow(chance, x, y)


def _hollow(chance: Random, x: float, y: float) -> Area:
    size, tilt = chance.uniform(1.5, 3), chance.uniform(0, math.tau)
    if chance.random() < 0.5:
        off = chance.uniform(0, size)
        taken = circle_area(x + off * math.cos(tilt), y + off * math.sin(tilt), chance.uniform(0.5, 0.9) * size)
        return minus_area(circle_area(x, y, size), taken)
    turns = [tilt + math.tau * k / 5 for k in range(5)]
    ring, clearing = ([(x + r * math.cos(t), y + r * math.sin(t)) for t in turns] for r in (size, 0.6 * size))
    return polygon_area(ring, [clearing])


def main(arguments: list[str]) -> int:
    """Judge N scenes (5,000 unless told) and say how many are wrong, and what sampling does not see."""
    count = int(arguments[0]) if arguments else 5_000
    first = int(arguments[1]) if len(arguments) > 1 else 0
    faults = [fault for seed in range(first, first + count) if (fault := wrong(seed)) is not None]
    print("\n".join(faults[:20]))
    scenes = [scene(seed) for seed in range(first, first + count)]
    visible = [each for each in scenes if sight(*each).clear and gap(each.a, each.b).value > CONTACT]
    missed = {n: sum(found_by_sampling(each, n) is None for each in visible) for n in (16, 64)}
    print(f"{count:,} scenes: {len(faults)} wrong; {len(visible):,} visible", end="")
    print("".join(f", {n} × {n} lines do not find {lost} of them" for n, lost in missed.items()))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
