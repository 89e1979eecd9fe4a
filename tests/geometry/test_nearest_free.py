"""The nearest free place for a token, to a point and to a footprint."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from footprints import any_base
from ground import obstacle

from battlefield.geometry.areas import area_gap, circle_area, minus_area, rect_area
from battlefield.geometry.measure import point_gap
from battlefield.geometry.placement import (
    Obstacle,
    nearest_free,
    nearest_free_to_shape,
)
from battlefield.geometry.shapes import (
    Disc,
    Oval,
    Point,
    Polygon,
    Pose,
    rectangle_hull,
    unit_vector,
)

TOKEN = 25 / 2 / 25.4


def distance(thing: Obstacle, x: float, y: float) -> float:
    """The distance of a point from a footprint or an area, by the measures, 0 inside."""
    if isinstance(thing, Disc | Oval | Polygon):
        return point_gap(thing, (x, y)).value
    return area_gap(Disc(x, y, 0.0), thing).value


@pytest.mark.parametrize(
    ("point", "radius", "obstacle", "at"),
    [
        ((12, 11), 0.5, rect_area(10, 10, 8, 4), (12, 9.5)),
        ((5, 5), 0.5, rect_area(10, 10, 8, 4), (5, 5)),
        ((14, 9.7), 0.5, rect_area(10, 10, 8, 4), (14, 9.5)),
        ((9.8, 9.8), 0.5, rect_area(10, 10, 8, 4), (10 - 0.5 * math.sqrt(0.5), 10 - 0.5 * math.sqrt(0.5))),
        ((21, 20), 1, circle_area(20, 20, 3), (24, 20)),
        ((20, 21), 1, Oval(20, 20, 5, 3, 1, 0), (20, 24)),
        ((5, 0), 1, circle_area(20, 20, 3), (5, 1)),
        ((-2, -3), 1, circle_area(20, 20, 3), (1, 1)),
    ],
)
def test_relic_drop_impassable__hand_worked(point: Point, radius: float, obstacle: Obstacle, at: Point) -> None:
    found = nearest_free(point, radius, [obstacle], 60, 44)
    assert found is not None
    assert found.at == pytest.approx(at, abs=1e-9)
    assert found.distance == pytest.approx(math.dist(point, at), abs=1e-9)
    assert found.ties == (found.at,)


def test_relic_drop_impassable__ties_are_told() -> None:
    lake = rect_area(10, 10, 8, 4)
    found = nearest_free((14, 12), 0.5, [lake], 60, 44)
    assert found is not None
    assert found.distance == pytest.approx(2.5)
    assert found.ties == ((14, 9.5), (14, 14.5))
    assert found.at in found.ties
    square = nearest_free((12, 12), 0.5, [rect_area(10, 10, 4, 4)], 60, 44)
    assert square is not None
    assert len(square.ties) == 4


def test_relic_drop_impassable__a_whole_circle_of_ties() -> None:
    """From the middle of a round pond every way out is as long: the wished one is among the places, if it is free."""
    pond = circle_area(20, 20, 3)
    found = nearest_free((20, 20), 1, [pond, Disc(23, 24, 1)], 60, 44, towards=[(23, 24), (17, 16)])
    assert found is not None
    assert found.distance == pytest.approx(4)
    assert any(at == pytest.approx((17.6, 16.8)) for at in found.ties)
    assert not any(at == pytest.approx((22.4, 23.2)) for at in found.ties)
    for at in found.ties:
        assert math.dist(at, (20, 20)) == pytest.approx(4)
        assert math.dist(at, (23, 24)) >= 2 - 1e-7
    assert sum(math.dist(at, (23, 24)) < 2 + 1e-6 for at in found.ties) == 2


@pytest.mark.parametrize(("narrower", "fits"), [(0.0, True), (1e-6, False), (-1e-6, True), (0.3, False)])
def test_relic_drop_impassable__a_notch_just_too_narrow(narrower: float, fits: bool) -> None:
    """A notch in the shore that is as wide as the token takes it; one that is a millionth narrower does not."""
    lake = minus_area(rect_area(10, 10, 20, 10), rect_area(19, 9, 2 - narrower, 5))
    found = nearest_free((20 - narrower / 2, 14), 1, [lake], 60, 44)
    assert found is not None
    if fits:
        assert found.at == pytest.approx((20, 13), abs=1e-5)
        assert found.distance == pytest.approx(1, abs=1e-6)
    else:
        assert found.distance > 4
        assert found.at[1] < 10


def test_relic_drop_impassable__a_round_notch_that_fits() -> None:
    lake = minus_area(rect_area(10, 10, 20, 10), circle_area(20, 14, 1))
    found = nearest_free((20.3, 14.2), 1, [lake], 60, 44)
    assert found is not None
    assert found.at == pytest.approx((20, 14), abs=1e-6)
    smaller = minus_area(rect_area(10, 10, 20, 10), circle_area(20, 14, 1 - 1e-6))
    assert nearest_free((20.3, 14.2), 1, [smaller], 60, 44).distance > 4  # type: ignore[union-attr]


def test_relic_drop_impassable__nowhere() -> None:
    assert nearest_free((5, 5), 1, [rect_area(-1, -1, 12, 12)], 10, 10) is None
    assert nearest_free((0.5, 0.5), 1, [], 1.5, 10) is None
    exact = nearest_free((5, 5), 1, [], 2, 10)
    assert exact is not None
    assert exact.at == pytest.approx((1, 5))
    assert nearest_free_to_shape(Disc(5, 5, 1), 1, [rect_area(-1, -1, 12, 12)], 10, 10) is None


def crowded(rng: random.Random) -> list[Obstacle]:
    """Obstacles close enough together that pockets and slots form between them."""
    return [obstacle(rng, rng.gauss(10, 2.5), rng.gauss(10, 2.5)) for _ in range(rng.randrange(2, 9))]


def only_ovals(rng: random.Random) -> list[Obstacle]:
    """A heap of ovals: every corner of the free region is a crossing of two parallel curves."""
    return [
        Oval(
            rng.gauss(10, 2),
            rng.gauss(10, 2),
            rng.uniform(0.6, 3),
            rng.uniform(0.4, 1.5),
            *unit_vector(rng.uniform(0, 360)),
        )
        for _ in range(rng.randrange(3, 9))
    ]


@pytest.mark.parametrize("kind", [crowded, only_ovals])
@pytest.mark.parametrize("seed", range(70))
def test_relic_drop_impassable__against_a_fine_search(
    seed: int, kind: Callable[[random.Random], list[Obstacle]]
) -> None:
    """No place found by samples round the point, then refined, is free and nearer; and the answer is free."""
    rng = random.Random(seed)
    obstacles = kind(rng)
    radius = rng.choice((TOKEN, rng.uniform(0.3, 1)))
    point = (rng.gauss(10, 2), rng.gauss(10, 2))
    found = nearest_free(point, radius, obstacles, 20, 20)
    assert found is not None

    def room(x: float, y: float) -> float:
        edge = min(x, y, 20 - x, 20 - y) - radius
        return min(edge, *(distance(thing, x, y) - radius for thing in obstacles))

    assert room(*found.at) >= -1.5e-7
    assert math.dist(found.at, point) == pytest.approx(found.distance, abs=1e-12)
    for at in found.ties:
        assert room(*at) >= -1.5e-7
        assert math.dist(at, point) <= found.distance + 2e-7
    assert _nearest_sampled(rng, point, found.distance, room) >= found.distance - 1e-8


def _nearest_sampled(rng: random.Random, point: Point, most: float, room: Callable[[float, float], float]) -> float:
    """The least distance of a free sample, from a spread over the disc and from pulling the best samples inwards."""
    best = math.inf
    for _ in range(500):
        angle, out = rng.uniform(0, 2 * math.pi), most * math.sqrt(rng.random()) * 1.02
        x, y = point[0] + out * math.cos(angle), point[1] + out * math.sin(angle)
        if out < best and room(x, y) >= 0:
            best = out
            step = 0.05
            while step > 1e-9:
                turn, pull = angle + rng.gauss(0, step), out - abs(rng.gauss(0, step))
                if pull >= 0 and room(point[0] + pull * math.cos(turn), point[1] + pull * math.sin(turn)) >= 0:
                    angle, out, best = turn, pull, pull
                else:
                    step *= 0.9
    return best


@pytest.mark.parametrize("seed", range(60))
def test_relic_drop__nearest_to_a_footprint_against_a_fine_search(seed: int) -> None:
    rng = random.Random(seed)
    shape = any_base(rng).at(Pose(10, 10, 0, rng.uniform(0, 360)))
    heap = rng.choice((crowded, only_ovals))(rng)
    obstacles: list[Obstacle] = [*heap, *([shape] if rng.random() < 0.7 else [])]
    radius = rng.uniform(0.3, 1)
    found = nearest_free_to_shape(shape, radius, obstacles, 24, 24)
    assert found is not None

    def room(x: float, y: float) -> float:
        edge = min(x, y, 24 - x, 24 - y) - radius
        return min(edge, *(distance(thing, x, y) - radius for thing in obstacles))

    assert room(*found.at) >= -1.5e-7
    assert max(distance(shape, *found.at) - radius, 0) == pytest.approx(found.distance, abs=1e-8)
    for _ in range(600):
        x, y = rng.uniform(3, 17), rng.uniform(3, 17)
        short = max(distance(shape, x, y) - radius, 0.0)
        if short >= found.distance or room(x, y) < 0:
            continue
        raise AssertionError(f"({x}, {y}) is free and {short} away, nearer than {found}")


def test_relic_drop__nearest_to_a_footprint_by_hand() -> None:
    machine = Disc(10, 10, 2)
    ring = minus_area(rect_area(0, 0, 20, 20), circle_area(10, 10, 3.5))
    found = nearest_free_to_shape(machine, 0.75, [machine, ring], 20, 20, towards=[(20, 10)])
    assert found is not None
    assert found.distance == pytest.approx(0, abs=1e-9)
    tight = minus_area(rect_area(0, 0, 20, 20), circle_area(10, 10, 3.49))
    assert nearest_free_to_shape(machine, 0.75, [machine, tight], 20, 20) is None
    bar = rectangle_hull(6, 1).at(Pose(10, 10))
    wall = rect_area(5, 5, 10, 10)
    off = nearest_free_to_shape(bar, 0.5, [wall, bar], 20, 20)
    assert off is not None
    assert off.distance == pytest.approx(2)
    assert off.at[0] in (pytest.approx(4.5), pytest.approx(15.5))
