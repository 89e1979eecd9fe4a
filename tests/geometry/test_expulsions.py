"""Many expulsions at once: the landings of the scalar rule."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from footprints import L_HULL, any_base, anywhere

from battlefield.geometry.areas import circle_area, minus_area, polygon_area, rect_area, union_area
from battlefield.geometry.batch import EDGE, FREE, NOWHERE, AngleTable, Thrower, expulsions
from battlefield.geometry.measure import gap
from battlefield.geometry.placement import Obstacle, deepest_point
from battlefield.geometry.rays import convex_sets
from battlefield.geometry.shapes import Disc, Oval, Pose, rectangle_hull

WIDTH, HEIGHT = 44.0, 60.0


def obstacle(rng: random.Random) -> Obstacle:
    x, y, kind = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), rng.randrange(6)
    if kind == 0:
        return circle_area(x, y, rng.uniform(1, 4))
    if kind == 1:
        return rect_area(x, y, rng.uniform(2, 8), rng.uniform(2, 6), rng.choice((0.0, rng.uniform(0, 90))))
    if kind == 2:
        return polygon_area([(x + 1.2 * p, y + 1.2 * q) for p, q in L_HULL.ring])
    if kind == 3:
        return any_base(rng).at(Pose(x, y, 0, rng.uniform(0, 360)))
    if kind == 4:
        return union_area([rect_area(x, y, 5, 2, 30), circle_area(x + 2, y + 2, 2)])
    frame = polygon_area(
        [(x, y), (x + 7, y), (x + 7, y + 5), (x, y + 5)], [[(x + 2, y + 2), (x + 5, y + 2), (x + 4, y + 4)]]
    )
    return rng.choice((frame, minus_area(rect_area(x, y, 6, 6), rect_area(x + 3, y + 2, 5, 2))))


def thrower(seed: int) -> Thrower:
    """A footprint among obstacles; every third table has whole sides of it closed, so that the edge rule is used."""
    rng = random.Random(seed)
    machine = any_base(rng).at(anywhere(rng, WIDTH, HEIGHT))
    obstacles: list[Obstacle] = [machine, *(obstacle(rng) for _ in range(rng.randrange(3, 9)))]
    if seed % 3 == 0:
        obstacles += [rect_area(0, 0, WIDTH, 12), rect_area(0, 0, 9, HEIGHT)]
    return Thrower(machine, rng.choice((20 / 25.4, 0.5)), 6.0, tuple(obstacles), WIDTH, HEIGHT)


def turned(angles: np.ndarray) -> np.ndarray:
    return np.stack((np.cos(angles), np.sin(angles)), axis=1)


def around(seed: int, count: int) -> np.ndarray:
    return turned(np.random.default_rng(seed).uniform(0, 2 * math.pi, count))


@pytest.mark.parametrize("seed", range(24))
def test_artifact_expulsion_unstable__many_lines_at_once(seed: int) -> None:
    thrown = thrower(seed)
    lines = around(seed, 150)
    found = expulsions(thrown, lines)
    for (x, y), place, travelled, ruling in zip(lines.tolist(), *(column.tolist() for column in found), strict=True):
        slow, kind = thrown.travel((x, y))
        assert kind == ruling
        assert travelled == pytest.approx(slow, abs=1e-9)
        if kind != NOWHERE:
            origin = thrown.origin
            assert place == pytest.approx((origin[0] + slow * x, origin[1] + slow * y), abs=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_artifact_expulsion_unstable__the_table_gives_the_landings_of_the_walk(seed: int) -> None:
    thrown = thrower(seed)
    table = AngleTable.of(thrown)
    assert table.exact_share < 0.06
    lines = around(seed, 20_000)
    dx, dy = lines.T.copy()
    found = table.landings(dx, dy)
    travelled, ruling = thrown.exact(dx, dy)
    assert np.array_equal(found.ruling, ruling)
    assert np.abs(found.travelled - travelled).max() < 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_artifact_expulsion_unstable__right_beside_every_change(seed: int) -> None:
    """Where the landing jumps, the angle is halved down to the jump, and both sides are asked."""
    thrown = thrower(seed)
    table = AngleTable.of(thrown)
    angles = np.linspace(0, 2 * math.pi, 6_001)
    dx, dy = turned(angles).T.copy()
    travelled, _ = thrown.exact(dx, dy)
    jumps = np.flatnonzero(np.abs(np.diff(travelled)) > 0.05)
    low, high = angles[jumps], angles[jumps + 1]
    left = travelled[jumps]
    for _ in range(26):
        middle = (low + high) / 2
        way, _ = thrown.exact(*turned(middle).T.copy())
        same = np.abs(way - left) < 0.02
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    beside = np.concatenate([side + shift for side in (low, high) for shift in (-1e-3, -1e-5, -1e-7, 1e-7, 1e-5, 1e-3)])
    dx, dy = turned(beside).T.copy()
    found = table.landings(dx, dy)
    for x, y, way, ruling in zip(
        dx.tolist(), dy.tolist(), found.travelled.tolist(), found.ruling.tolist(), strict=True
    ):
        slow, kind = thrown.travel((x, y))
        assert (way, ruling) == (pytest.approx(slow, abs=1e-9), kind)


def test_artifact_expulsion_distance__exactly_six_inches_from_an_oval() -> None:
    machine = Oval(22, 30, 3.35, 1.81, 0.6, 0.8)
    thrown = Thrower(machine, 0.8, 6.0, (machine,), WIDTH, HEIGHT)
    found = expulsions(thrown, around(1, 20_000))
    assert set(found.ruling.tolist()) == {FREE}
    for x, y in found.places[::100].tolist():
        assert gap(Disc(x, y, 0.8), machine).value == pytest.approx(6, abs=1e-9)


def test_artifact_expulsion_edge__back_from_the_edge_and_at_last_inside() -> None:
    machine = rectangle_hull(5, 3).at(Pose(5, 30))
    alone = Thrower(machine, 0.5, 6.0, (machine,), 44, 60)
    west = np.array([[-1.0, 0.0]])
    found = expulsions(alone, west)
    assert found.ruling.tolist() == [EDGE]
    assert found.places.tolist() == [[0.5, 30.0]]
    closed = Thrower(machine, 0.5, 6.0, (machine, rect_area(0, 20, 4, 20)), 44, 60)
    found = expulsions(closed, west)
    assert found.ruling.tolist() == [NOWHERE]
    assert found.places.tolist() == [list(deepest_point(machine)[0])]


def test_artifact_expulsion_unstable__inward_arcs_are_left_to_the_scalar_rule() -> None:
    moon = minus_area(circle_area(34, 30, 5), circle_area(32, 30, 4))
    assert convex_sets(moon) is None
    machine = Disc(22, 30, 1)
    thrown = Thrower(machine, 0.5, 6.0, (machine, moon), WIDTH, HEIGHT)
    lines = around(2, 100)
    found = expulsions(thrown, lines)
    slow = [thrown.travel((x, y)) for x, y in lines.tolist()]
    assert list(zip(found.travelled.tolist(), found.ruling.tolist(), strict=True)) == [
        (pytest.approx(way, abs=1e-9), kind) for way, kind in slow
    ]


def test_artifact_expulsion_line__a_table_needs_whole_quarters() -> None:
    machine = Disc(22, 30, 1)
    with pytest.raises(ValueError, match="multiple of four"):
        AngleTable.of(Thrower(machine, 0.5, 6.0, (), WIDTH, HEIGHT), 10)
