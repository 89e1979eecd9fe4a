"""How deep footprints push into each other."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
from footprints import (
    CONCAVE,
    L_HULL,
    STAR_HULL,
    U_HULL,
    Pair,
    any_base,
    anywhere,
    apart,
    convex_base,
    farthest_point,
    moved,
    seeds,
    slow_separation,
)
from hypothesis import given, settings

from battlefield.geometry.measure import contains, gap, overlap, overlapping
from battlefield.geometry.shapes import (
    Base,
    Disc,
    HullBase,
    Oval,
    OvalBase,
    Polygon,
    Pose,
    RoundBase,
    Shape,
    hull,
    rectangle_hull,
)

bounded = settings(derandomize=True, deadline=None, max_examples=100)


def pushed_in(rng: random.Random, one: HullBase, two: Base, depth: float) -> tuple[Polygon, Shape, bool]:
    """The second base pushed into an edge of the first, and whether the edge is all that it meets."""
    a = one.at(anywhere(rng))
    i = rng.randrange(len(a.ring))
    (px, py), (qx, qy) = a.ring[i - 1], a.ring[i]
    length, t = math.dist(a.ring[i - 1], a.ring[i]), rng.uniform(0.02, 0.98)
    nx, ny = (qy - py) / length, (px - qx) / length
    facing = rng.uniform(0, 360)
    kx, ky = farthest_point(two.at(Pose(0, 0, 0, facing)), -nx, -ny)
    x, y = px + t * (qx - px) - kx, py + t * (qy - py) - ky
    clear = gap(a, two.at(Pose(x + 1e-9 * nx, y + 1e-9 * ny, 0, facing))).high > 0
    return a, two.at(Pose(x - depth * nx, y - depth * ny, 0, facing)), clear


def small_base(rng: random.Random) -> Base:
    return rng.choice(
        (
            RoundBase(rng.uniform(0.1, 0.6)),
            OvalBase(rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.5)),
            rectangle_hull(rng.uniform(0.2, 1), rng.uniform(0.2, 0.6)),
            hull(tuple((0.2 * x, 0.2 * y) for x, y in L_HULL.ring)),
        )
    )


def test_measure_base_contact__depth_of_two_round_bases() -> None:
    found = overlap(Disc(0, 0, 1), Disc(1.5, 0, 1))
    assert found.depth == pytest.approx(0.5, abs=1e-14)
    assert found.here == pytest.approx((0.75, 0))
    assert overlap(Disc(0, 0, 1), Disc(2.5, 0, 1)).depth == 0
    assert overlap(Disc(0, 0, 1), Disc(0, 0, 1)).depth == 2


def test_measure_base_contact__the_way_out_is_the_shortest() -> None:
    box = rectangle_hull(4, 2).at(Pose(0, 0))
    assert overlap(box, Disc(1, 0, 0.5)).depth == pytest.approx(1.5, abs=1e-14)
    assert overlap(box, Oval(1, 0, 2, 0.5, 0, 1)).depth == pytest.approx(1.5, abs=1e-10)
    assert overlap(box, rectangle_hull(1, 1).at(Pose(1.8, 0))).depth == pytest.approx(0.7, abs=1e-14)
    assert overlap(Oval(0, 0, 3, 1, 1, 0), Oval(0, 0, 3, 1, 1, 0)).depth == pytest.approx(2, abs=1e-10)


@bounded
@given(seeds)
def test_measure_base_contact__agrees_with_a_dense_search(seed: int) -> None:
    rng = random.Random(seed)
    a, b = convex_base(rng).at(anywhere(rng, 4, 4)), convex_base(rng).at(anywhere(rng, 4, 4))
    found, slow = overlap(a, b), max(-slow_separation(a, b), 0.0)
    # the search stands on samples and may miss a sharp edge; it never comes out below the true depth
    assert slow - 2e-2 <= found.depth <= slow + 1e-9
    if not (isinstance(a, Polygon) or isinstance(b, Polygon)):
        assert found.depth == pytest.approx(slow, abs=1e-9)
    assert found.depth == pytest.approx(overlap(b, a).depth, abs=1e-10)


@bounded
@given(seeds)
def test_measure_base_contact__here_lies_in_both(seed: int) -> None:
    rng = random.Random(seed)
    pair = apart(rng, any_base(rng), any_base(rng), -(10 ** rng.uniform(-9, 0.3)))
    found = overlap(pair.a, pair.b)
    if found.depth > 1e-11:
        assert contains(pair.a, found.here)
        assert contains(pair.b, found.here)


def test_measure_base_contact__a_shift_by_the_depth_takes_them_apart() -> None:
    rng = random.Random(12)
    turns = [(math.cos(i * math.pi / 360), math.sin(i * math.pi / 360)) for i in range(720)]
    for _ in range(60):
        pair = apart(rng, convex_base(rng), convex_base(rng), -rng.uniform(0.001, 1))
        depth = overlap(pair.a, pair.b).depth
        if depth == 0:  # pushed in beside a corner
            continue

        def meet_after(c: float, s: float, by: float, pair: Pair = pair) -> bool:
            x, y, z, facing = pair.pose
            return gap(pair.a, pair.base.at(Pose(x + by * c, y + by * s, z, facing))).high == 0

        # the best of the turns is within half a degree of the way out
        assert any(not meet_after(c, s, depth * (1 + 1e-4) + 1e-6) for c, s in turns), pair
        assert all(meet_after(c, s, depth - 1e-9) for c, s in turns[::8]), pair


@pytest.mark.parametrize(("depth", "expected"), [(0.0, False), (0.01, False), (0.01001, True)])
def test_measure_base_contact__a_hundredth_deep_is_contact(depth: float, expected: bool) -> None:
    rng = random.Random(7)
    for _ in range(400):
        one: Base = rng.choice((RoundBase(rng.uniform(0.3, 3)), OvalBase(rng.uniform(0.5, 4), rng.uniform(0.3, 2))))
        pair = apart(rng, one, OvalBase(rng.uniform(0.5, 4), rng.uniform(0.3, 2)), -depth)
        assert overlap(pair.a, pair.b).depth == pytest.approx(depth, abs=1e-9), pair
        for a, b in ((pair.a, pair.b), (pair.b, pair.a)):
            assert overlapping(overlap(a, b).depth) == expected, pair


@pytest.mark.parametrize(("depth", "expected"), [(0.01, False), (0.01001, True)])
def test_measure_base_contact__into_an_edge_of_a_hull(depth: float, expected: bool) -> None:
    rng = random.Random(8)
    hulls = (*CONCAVE, rectangle_hull(5, 3), hull(((0, 0), (3, -1), (5, 2), (1, 4))))
    met = 0
    for _ in range(1_200):
        a, b, clear = pushed_in(rng, rng.choice(hulls), small_base(rng), depth)
        found = overlap(a, b)
        assert found.depth == pytest.approx(overlap(b, a).depth, abs=1e-12)
        assert found.depth <= depth + 1e-10 or not clear
        if clear and found.depth > depth - 1e-6:  # no shorter way out past a corner
            met += 1
            assert found.depth == pytest.approx(depth, abs=1e-10)
            assert overlapping(found.depth) == expected
    assert met > 800


@pytest.mark.parametrize("name", ["L", "U", "star"])
def test_measure_base_contact__a_corner_that_an_inner_cut_meets(name: str) -> None:
    shape = {"L": L_HULL, "U": U_HULL, "star": STAR_HULL}[name].at(Pose(3, 2, 0, 25))
    assert len(shape.parts) > 1
    ring = shape.ring
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % len(ring)]
        if (x - ax) * (by - y) - (y - ay) * (bx - x) <= 0:
            continue  # a notch
        # out along the bisector of the corner
        u, v = math.dist((ax, ay), (x, y)), math.dist((bx, by), (x, y))
        nx, ny = (x - ax) / u + (x - bx) / v, (y - ay) / u + (y - by) / v
        n = math.hypot(nx, ny)
        nx, ny = nx / n, ny / n
        for depth in (0.0099, 0.0101):
            disc = Disc(x + nx * (0.5 - depth), y + ny * (0.5 - depth), 0.5)
            assert overlap(shape, disc).depth == pytest.approx(depth, abs=1e-12)
            oval = Oval(x + nx * (0.5 - depth), y + ny * (0.5 - depth), 0.5, 0.8, nx, ny)
            assert overlap(shape, oval).depth == pytest.approx(depth, abs=1e-9)
            box = rectangle_hull(1, 1.2).at(
                Pose(x + nx * (0.5 - depth), y + ny * (0.5 - depth), 0, math.degrees(math.atan2(ny, nx)))
            )
            assert overlap(shape, box).depth == pytest.approx(depth, abs=1e-12)


def test_measure_base_contact__two_walls_of_a_notch_at_once() -> None:
    notched = U_HULL.at(Pose(0, 0))  # its notch is 2 wide and 2 deep
    wide = rectangle_hull(2.016, 1).at(Pose(0, 1))
    assert overlap(notched, wide).depth == pytest.approx(0.008, abs=1e-12)
    assert overlap(notched, Disc(0, 1, 1.008)).depth == pytest.approx(0.008, abs=1e-12)
    assert overlap(notched, Oval(0, 1, 1.008, 0.5, 1, 0)).depth == pytest.approx(0.008, abs=1e-9)


def test_measure_base_contact__the_same_where_ever_the_table_stands() -> None:
    rng = random.Random(9)
    for one, two in product((RoundBase(0.8), OvalBase(1.4, 0.8), L_HULL, rectangle_hull(4, 2)), repeat=2):
        for _ in range(12):
            pair = apart(rng, one, two, -0.01001)
            depth = overlap(pair.a, pair.b).depth
            how = (rng.uniform(-60, 60), rng.uniform(-60, 60), rng.uniform(0, 360), rng.random() < 0.5)
            a, b = moved(pair.a, *how), moved(pair.b, *how)
            assert overlap(b, a).depth == pytest.approx(depth, abs=1e-9), pair
