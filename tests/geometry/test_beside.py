"""Places for a disc beside a footprint, off everything by so much and near one of its like, against sampled places."""

from __future__ import annotations

import math
import random

import pytest
from footprints import any_base
from ground import obstacle

from battlefield.geometry.areas import area_gap, rect_area
from battlefield.geometry.measure import farthest, point_gap
from battlefield.geometry.placement import Obstacle, places_beside
from battlefield.geometry.shapes import Disc, HullBase, Oval, Point, Polygon, Pose, Shape, rectangle_hull

RADIUS = 0.6
BOARD = (20.0, 14.0)
AWAY = (13.0, 7.0)


def distance(thing: Obstacle, at: Point) -> float:
    if isinstance(thing, Disc | Oval | Polygon):
        return point_gap(thing, at).value
    return area_gap(Disc(*at, 0.0), thing).value


def beside(
    shape: Shape, kept: list[tuple[Obstacle, float]], like: list[tuple[Shape, float]], reach: float
) -> list[Point]:
    return list(places_beside(shape, RADIUS, kept, like, BOARD, reach, AWAY))


def test_B7__against_the_footprint_on_the_side_that_is_asked_for() -> None:
    disc = Disc(10, 7, 2)
    assert beside(disc, [(disc, 0.0)], [], 3)[0] == pytest.approx((12.6, 7))
    assert beside(disc, [(disc, 0.0), (Disc(13.2, 7, 0.2), 0.0)], [], 3)[0] != pytest.approx((12.6, 7))


@pytest.mark.parametrize(("reach", "some"), [(1.2, True), (1.2 - 1e-6, False)])
def test_B7__wholly_within_the_reach(reach: float, some: bool) -> None:
    disc = Disc(10, 7, 2)
    assert bool(beside(disc, [(disc, 0.0)], [], reach)) == some


@pytest.mark.parametrize(("off", "gap"), [(0.0, 0.0), (1.0, 1.0)])
def test_B7__off_an_enemy_by_its_range(off: float, gap: float) -> None:
    """A wall of rock to the left leaves one way down along it; the enemy at its end keeps the disc off by its range."""
    hull = rectangle_hull(4, 2).at(Pose(10, 7))
    rocks: list[tuple[Obstacle, float]] = [(hull, 0.0), (rect_area(0, 8, 20, 6), 0.0), (rect_area(0, 0, 20, 6), 0.0)]
    rocks.append((rect_area(0, 5, 8, 4), 0.0))
    enemy = Disc(14.5, 7, 0.5)
    found = beside(hull, [*rocks, (enemy, off)], [], 3)
    if off:  # 2 in between hull and enemy: a disc of 1.2 in and an inch besides do not fit
        assert not found
    else:
        assert found[0][0] - RADIUS == pytest.approx(12)
        assert enemy.x - enemy.radius - found[0][0] - RADIUS >= gap


def test_B7__a_comrade_leaves_what_is_out_of_its_reach() -> None:
    disc, comrade = Disc(10, 7, 2), Disc(12.6, 7, RADIUS)
    first = beside(disc, [(disc, 0.0), (comrade, 0.0)], [(comrade, 2.0)], 3)[0]
    assert math.dist(first, (10, 7)) == pytest.approx(2.6)
    assert math.dist(first, (12.6, 7)) == pytest.approx(1.2)


@pytest.mark.parametrize("seed", range(25))
def test_B7__no_sampled_place_is_nearer(seed: int) -> None:
    rng = random.Random(seed)
    base = any_base(rng)
    while isinstance(base, HullBase) and len(base.at(Pose(0, 0)).parts) > 1:
        base = any_base(rng)
    shape = base.at(Pose(10, 7, 0.0, rng.uniform(0, 360)))
    kept: list[tuple[Obstacle, float]] = [(shape, 0.0)]
    for _ in range(rng.randint(1, 6)):
        x, y = rng.uniform(5, 15), rng.uniform(2, 12)
        kept.append((obstacle(rng, x, y), rng.choice((0.0, 0.0, 1.0))))
    like: list[tuple[Shape, float]] = []
    if rng.random() < 0.5:
        like.append((Disc(rng.uniform(6, 14), rng.uniform(3, 11), RADIUS), 2.0))
        kept.append((like[0][0], 0.0))
    reach = rng.choice((3.0, 6.0))
    found = beside(shape, kept, like, reach)

    def is_free(at: Point, slack: float) -> bool:
        x, y = at
        inside = RADIUS - slack <= x <= BOARD[0] - RADIUS + slack and RADIUS - slack <= y <= BOARD[1] - RADIUS + slack
        clear = all(distance(thing, at) >= RADIUS + off - slack for thing, off in kept)
        near = not like or any(distance(each, at) <= RADIUS + far + slack for each, far in like)
        return inside and clear and near

    for at in found[:20]:
        assert is_free(at, 1e-6)
        assert farthest(Disc(*at, RADIUS), shape).value <= reach + 1e-6
    best = distance(shape, found[0]) if found else math.inf
    for _ in range(1500):
        at = (rng.uniform(0, BOARD[0]), rng.uniform(0, BOARD[1]))
        if distance(shape, at) <= reach - RADIUS and is_free(at, 0.0):
            assert best <= distance(shape, at) + 1e-6
