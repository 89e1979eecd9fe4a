"""The farthest part of one footprint from another: what "wholly within" asks for."""

from __future__ import annotations

import math
import random

import pytest
import shapely
from footprints import (
    CONCAVE,
    U_HULL,
    any_base,
    anywhere,
    convex_base,
    drawn,
    farthest_point,
    greatest_all_round,
    moved,
    seeds,
)
from hypothesis import given, settings

from battlefield.geometry.measure import contains, farthest, gap, point_gap
from battlefield.geometry.shapes import Disc, Oval, Polygon, Pose, Shape, rectangle_hull

bounded = settings(derandomize=True, deadline=None, max_examples=80)


def slow_farthest(a: Shape, b: Shape) -> float:
    """Over the edge of `a`, the greatest distance from `b`; right when `b` is convex."""
    if isinstance(a, Polygon):
        return max(point_gap(b, p).value for p in a.ring)
    return greatest_all_round(lambda c, s: point_gap(b, farthest_point(a, c, s)).value, steps=360)


def test_measure_wholly_within__the_far_side_of_a_round_base() -> None:
    found = farthest(Disc(5, 0, 1), Disc(0, 0, 2))
    assert found.value == 4
    assert found.here == (6, 0)
    assert found.there == (2, 0)


def test_measure_wholly_within__zero_when_it_lies_inside() -> None:
    assert farthest(Disc(0.2, 0, 1), Disc(0, 0, 2)).value == 0
    assert farthest(Disc(0, 0, 1), Oval(0, 0, 3, 1.5, 1, 0)).value == 0
    assert farthest(Oval(0, 0, 1.5, 1, 0, 1), rectangle_hull(4, 4).at(Pose(0, 0))).value == 0
    assert farthest(Disc(0, 0, 1), Disc(0, 0, 1)).value == 0


def test_measure_wholly_within__pokes_out_of_both_ends() -> None:
    found = farthest(Oval(0, 0, 3, 1, 1, 0), Disc(0, 0, 2))
    assert found.value == pytest.approx(1, abs=1e-10)
    assert abs(found.here[0]) == pytest.approx(3)
    assert farthest(Disc(0, 0, 3), rectangle_hull(5, 4).at(Pose(0, 0))).value == pytest.approx(1, abs=1e-10)


@bounded
@given(seeds)
def test_measure_wholly_within__agrees_with_a_dense_search(seed: int) -> None:
    rng = random.Random(seed)
    a, b = any_base(rng).at(anywhere(rng, 5, 5)), convex_base(rng).at(anywhere(rng, 5, 5))
    found = farthest(a, b)
    assert found.error <= 1e-9
    assert found.value == pytest.approx(slow_farthest(a, b), abs=1e-9)
    assert found.value >= gap(a, b).value - 1e-12
    assert contains(a, found.here)
    assert point_gap(b, found.there).value <= 1e-11
    assert math.dist(found.here, found.there) == pytest.approx(found.value, abs=1e-11)


@bounded
@given(seeds)
def test_measure_wholly_within__from_a_hull_with_a_notch(seed: int) -> None:
    rng = random.Random(seed)
    a, b = any_base(rng).at(anywhere(rng, 5, 5)), rng.choice(CONCAVE).at(anywhere(rng, 5, 5))
    found = farthest(a, b)
    assert found.error <= 1e-6
    assert contains(a, found.here)
    assert point_gap(b, found.here).value == pytest.approx(found.value, abs=1e-12)
    hollow = shapely.Polygon(b.ring)
    x0, y0, x1, y1 = shapely.Polygon(drawn(a, 64)).bounds
    grid = [(x0 + (x1 - x0) * i / 40, y0 + (y1 - y0) * j / 40) for i in range(41) for j in range(41)]
    points = [p for p in grid if contains(a, p)] + list(drawn(a, 400))
    slow = float(shapely.distance(hollow, shapely.points(points)).max())
    # the distance changes by no more than the way to the next sample
    assert slow - 1e-9 <= found.value + found.error
    assert found.value <= slow + math.hypot(x1 - x0, y1 - y0) / 40


def test_measure_wholly_within__a_notch_keeps_the_farthest_point_inside() -> None:
    notched = U_HULL.at(Pose(0, 0))  # the notch is 2 wide
    found = farthest(rectangle_hull(2, 2).at(Pose(0, 1)), notched)
    assert found.value == pytest.approx(1, abs=1e-9)
    assert found.here[0] == pytest.approx(0, abs=1e-6)
    assert found.error <= 1e-9


def test_measure_wholly_within__the_same_where_ever_the_table_stands() -> None:
    rng = random.Random(10)
    for _ in range(150):
        a, b = any_base(rng).at(anywhere(rng, 6, 6)), convex_base(rng).at(anywhere(rng, 6, 6))
        how = (rng.uniform(-60, 60), rng.uniform(-60, 60), rng.uniform(0, 360), rng.random() < 0.5)
        assert farthest(moved(a, *how), moved(b, *how)).value == pytest.approx(farthest(a, b).value, abs=1e-9)
