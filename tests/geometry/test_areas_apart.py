"""How far two areas are apart, against sampled boundaries and by hand. Source rule: measure.within_area."""

from __future__ import annotations

from math import dist, hypot, inf, sqrt
from random import Random

import pytest

from battlefield.geometry.areas import (
    Area,
    areas_gap,
    boundary,
    circle_area,
    minus_area,
    polygon_area,
    rect_area,
    union_area,
)
from battlefield.geometry.curves import length, point_at


def test_measure_within_area__two_discs_and_two_rectangles_by_hand() -> None:
    assert areas_gap(circle_area(0, 0, 2), circle_area(6, 8, 3)).value == pytest.approx(5.0, abs=1e-12)
    corner = areas_gap(rect_area(0, 0, 2, 2), rect_area(5, 6, 1, 1))
    assert corner.value == pytest.approx(5.0, abs=1e-12)
    assert (corner.here, corner.there) == ((2.0, 2.0), (5.0, 6.0))


def test_measure_within_area__an_area_inside_another_is_0_away_and_in_its_hole_is_not() -> None:
    ring = minus_area(circle_area(10, 10, 8), circle_area(10, 10, 5))
    assert areas_gap(circle_area(10, 10, 1), circle_area(10, 10, 8)).value == 0.0
    assert areas_gap(circle_area(11, 10, 1), ring).value == pytest.approx(3.0, abs=1e-12)
    # one part far away, the other within: they share ground
    parts = union_area([rect_area(40, 0, 1, 1), circle_area(10, 16.5, 0.25)])
    assert areas_gap(parts, ring).value == 0.0
    assert areas_gap(ring, parts).value == 0.0


def test_measure_within_area__the_hollow_side_of_an_arc() -> None:
    bay = minus_area(rect_area(0, 0, 20, 10), circle_area(10, 10, 4))
    found = areas_gap(bay, circle_area(10, 9, 1))  # in the bay: 4 - 1 - 1 to its bottom
    assert found.value == pytest.approx(2.0, abs=1e-12)
    assert found.here == pytest.approx((10.0, 6.0))


def test_measure_within_area__nothing_left_is_infinitely_far() -> None:
    nothing = minus_area(circle_area(0, 0, 1), circle_area(0, 0, 2))
    assert areas_gap(nothing, circle_area(9, 0, 1)).value == inf


def _made(rng: Random, x: float) -> Area:
    kind = rng.randrange(4)
    if kind == 0:
        return circle_area(x + rng.uniform(0, 5), rng.uniform(0, 12), rng.uniform(0.3, 2))
    if kind == 1:
        return rect_area(
            x + rng.uniform(0, 4), rng.uniform(0, 12), rng.uniform(1, 4), rng.uniform(1, 4), rng.uniform(0, 90)
        )
    if kind == 2:
        cx, cy = x + rng.uniform(1, 4), rng.uniform(1, 12)
        return polygon_area([(cx - 1, cy), (cx + 1.5, cy - 0.7), (cx + 0.2, cy + 0.1), (cx + 1, cy + 1.4)])
    cx, cy = x + 3, rng.uniform(3, 9)
    return minus_area(circle_area(cx, cy, 2.5), circle_area(cx + rng.uniform(-2, 2), cy + rng.uniform(-2, 2), 1.6))


def test_measure_within_area__against_sampled_boundaries() -> None:
    rng = Random(11)
    for _ in range(40):
        one, other = _made(rng, 0.0), _made(rng, 8.0)
        found = areas_gap(one, other)
        assert dist(found.here, found.there) == pytest.approx(found.value, abs=1e-9)
        assert areas_gap(other, one).value == pytest.approx(found.value, abs=1e-11)
        points = [[point_at(piece, k / 200) for piece in boundary(each) for k in range(201)] for each in (one, other)]
        step = max(length(piece) for each in (one, other) for piece in boundary(each)) / 200
        sampled = sqrt(min((ax - bx) ** 2 + (ay - by) ** 2 for ax, ay in points[0] for bx, by in points[1]))
        assert found.value <= sampled + 1e-9
        assert sampled <= hypot(found.value + step, step)
