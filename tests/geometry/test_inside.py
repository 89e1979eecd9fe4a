"""Whether a footprint lies wholly inside an area or on the board, and by how much."""

from __future__ import annotations

import math
import random

import pytest
from footprints import any_base, seeds
from ground import any_area, belongs, composite_area, rim, slow_distance
from hypothesis import given, settings

from battlefield.geometry.areas import (
    Area,
    circle_area,
    inside,
    inside_rectangle,
    is_inside,
    minus_area,
    polygon_area,
    rect_area,
    union_area,
)
from battlefield.geometry.measure import bounds, contains
from battlefield.geometry.shapes import Disc, Oval, Point, Pose, Shape, rectangle_hull, unit_vector

BAY = minus_area(rect_area(0, 0, 10, 8), circle_area(10, 4, 3))
L_ZONE = polygon_area([(0, 0), (10, 0), (10, 5), (6, 5), (6, 8), (0, 8)])


def test_measure_wholly_within__hand_worked() -> None:
    assert inside(Disc(2, 2, 1), L_ZONE) == (True, 0.0, 1.0, (2.0, 1.0))
    assert inside(Disc(3, 2, 2), L_ZONE).holds
    assert inside(Disc(5, 6, 1), L_ZONE).holds
    found = inside(Disc(5.5, 6.5, 1), L_ZONE)
    assert not found.holds
    assert found.outside_by == pytest.approx(0.5)
    assert found.here == pytest.approx((6.5, 6.5))
    outside = inside(Disc(13, 9, 1), L_ZONE)
    assert outside.outside_by == pytest.approx(6)
    assert outside.here == pytest.approx((13.6, 9.8))
    assert inside(Oval(2, 3, 2, 1, 1, 0), L_ZONE).holds
    touching = inside(Oval(2, 3, 1, 2, 0, 1), L_ZONE)
    assert touching[:3] == (True, 0.0, 0.0)
    assert touching.here == pytest.approx((0, 3))
    assert inside(rectangle_hull(2, 2).at(Pose(7, 5)), L_ZONE).outside_by == pytest.approx(1)
    assert inside(rectangle_hull(4, 2).at(Pose(8, 4)), L_ZONE).holds


def test_measure_wholly_within__a_notch_narrower_than_the_base() -> None:
    """The farthest point of a base that spans a notch lies within its footprint, not on its rim."""
    notched = minus_area(rect_area(0, 0, 10, 10), rect_area(4, 5, 1, 9))
    found = inside(Disc(4.5, 6, 2), notched)
    assert found.outside_by == pytest.approx(0.5)
    assert found.here[0] == pytest.approx(4.5, abs=1e-6)
    assert found.here[1] >= 5.5 - 1e-6


@pytest.mark.parametrize(
    "shape", [Disc(5, 5, 2), Oval(5, 5, 3, 2, 0.6, 0.8), rectangle_hull(4, 4).at(Pose(5, 5, 0, 20))]
)
def test_measure_wholly_within__a_hole_under_the_middle(shape: Shape) -> None:
    for hole, depth, at in (
        (circle_area(5.2, 4.9, 0.5), 0.5, (5.2, 4.9)),
        (rect_area(4.9, 4.8, 0.6, 0.6), 0.3, (5.2, 5.1)),
        (polygon_area([(4, 4), (5.2, 4), (4, 4.9)]), 0.3, (4.3, 4.3)),
    ):
        found = inside(shape, minus_area(rect_area(0, 0, 10, 10), hole))
        assert not found.holds
        assert found.outside_by == pytest.approx(depth, abs=1e-8)
        assert found.here == pytest.approx(at, abs=1e-4)
        assert not is_inside(shape, minus_area(rect_area(0, 0, 10, 10), hole))


@pytest.mark.parametrize("push", [0.0, 5e-8, -1e-6])
def test_setup_zone__edges_are_inside(push: float) -> None:
    for shape, area in _touching(push):
        found = inside(shape, area)
        assert found.holds
        assert found.outside_by == pytest.approx(max(push, 0.0), abs=1e-8)
        assert found.clearance == pytest.approx(max(-push, 0.0), abs=1e-9)
        assert is_inside(shape, area)


@pytest.mark.parametrize("push", [1e-6, 1e-4, 0.2])
def test_setup_zone__a_millionth_over_the_edge_is_outside(push: float) -> None:
    for shape, area in _touching(push):
        found = inside(shape, area)
        assert not found.holds
        assert found.outside_by == pytest.approx(push, abs=1e-8)
        assert not is_inside(shape, area)


def _touching(push: float) -> list[tuple[Shape, Area]]:
    """Footprints that touch the edge of an area from inside, pushed over it."""
    return [
        (Disc(6 + push, 4, 1), BAY),
        (Disc(9 + push, 3, 1), L_ZONE),
        (Disc(5 + push, 6, 1), L_ZONE),
        (Disc(2 + push, 3, 2), circle_area(1, 3, 3)),
        (Oval(6 + push, 4, 1, 0.5, 1, 0), BAY),
        (Oval(5 + push, 6.5, 1, 0.5, 1, 0), L_ZONE),
        (Oval(9 + push, 2, 0.5, 1, 0, 1), L_ZONE),
        (Oval(3 + push, 3, 1, 0.5, 1, 0), circle_area(1, 3, 3)),
        (rectangle_hull(2, 2).at(Pose(5 + push, 6)), L_ZONE),
        (rectangle_hull(2, 2).at(Pose(9 + push, 1.5)), L_ZONE),
        (rectangle_hull(2, 2).at(Pose(9 + push, 3.5)), L_ZONE),
        (Oval(2, 1 - push, 2, 1, 1, 0), union_area([rect_area(-1, 0, 3, 8), rect_area(2, 0, 3, 8)])),
    ]


@pytest.mark.parametrize("seed", range(100))
def test_measure_wholly_within__against_dense_points(seed: int) -> None:
    rng = random.Random(seed)
    area = any_area(rng, 20, 20, rng.choice((1.0, 2.0)))
    shape = any_base(rng).at(Pose(rng.uniform(16, 24), rng.uniform(16, 24), 0, rng.uniform(0, 360)))
    found = inside(shape, area)
    grid = _grid(shape, 14) + rim(shape, 120)
    sampled = max(slow_distance(area, *at) for at in grid)
    assert sampled <= found.outside_by + 1e-8
    assert found.outside_by <= sampled + 0.6
    assert found.holds == (found.outside_by <= 1e-7)
    assert is_inside(shape, area) == found.holds
    if found.holds:
        assert all(belongs(area, *at, 2e-7) for at in grid)
    else:
        assert contains(shape, found.here) or min(math.dist(at, found.here) for at in rim(shape, 2000)) < 0.05
        assert slow_distance(area, *found.here) == pytest.approx(found.outside_by, abs=1e-8)
        assert _climbed(shape, area, found.here) <= found.outside_by + 1e-8


def _grid(shape: Shape, count: int) -> list[Point]:
    x0, y0, x1, y1 = bounds(shape)
    places = [
        (x0 + (i + 0.5) / count * (x1 - x0), y0 + (j + 0.5) / count * (y1 - y0))
        for i in range(count)
        for j in range(count)
    ]
    return [at for at in places if contains(shape, at)]


def _climbed(shape: Shape, area: Area, start: Point) -> float:
    """The greatest distance found by ever smaller random steps from a point."""
    rng = random.Random(1)
    best, at, step = slow_distance(area, *start), start, 0.3
    for _ in range(150):
        angle = rng.uniform(0, 2 * math.pi)
        to = (at[0] + step * math.cos(angle), at[1] + step * math.sin(angle))
        if contains(shape, to) and (size := slow_distance(area, *to)) > best:
            best, at = size, to
        else:
            step *= 0.93
    return best


@pytest.mark.parametrize("seed", range(40))
def test_measure_wholly_within__clearance_against_dense_points(seed: int) -> None:
    rng = random.Random(seed)
    area = composite_area(rng, 20, 20, 4)
    for _ in range(200):
        shape = any_base(rng).at(Pose(rng.uniform(12, 28), rng.uniform(12, 28), 0, rng.uniform(0, 360)))
        found = inside(shape, area) if is_inside(shape, area) else None
        if found:
            break
    else:
        return
    edge = minus_area(rect_area(-100, -100, 300, 300), area)
    sampled = min(slow_distance(edge, *at) for at in rim(shape, 300))
    assert found.clearance <= sampled + 1e-9
    assert sampled <= found.clearance + 0.1
    assert slow_distance(edge, *found.here) == pytest.approx(found.clearance, abs=1e-8)


def test_setup_on_board__hand_worked() -> None:
    assert inside_rectangle(Disc(30, 22, 2), 60, 44) == (True, 0.0, 20.0, (30, 24))
    assert inside_rectangle(Disc(2, 22, 2), 60, 44).clearance == 0
    assert inside_rectangle(Disc(2, 22, 2), 60, 44).holds
    corner = inside_rectangle(Disc(61, 45, 1), 60, 44)
    assert corner.outside_by == pytest.approx(math.sqrt(2) + 1)
    assert corner.here == pytest.approx((61 + math.sqrt(0.5), 45 + math.sqrt(0.5)))
    assert inside_rectangle(Oval(2, 22, 2, 1, 1, 0), 60, 44).holds
    assert inside_rectangle(Oval(2, 22, 2, 1, 0, 1), 60, 44).clearance == pytest.approx(1)
    assert not inside_rectangle(rectangle_hull(2, 2).at(Pose(59, 43, 0, 1)), 60, 44).holds
    assert inside_rectangle(rectangle_hull(2, 2).at(Pose(59, 43)), 60, 44).holds


@pytest.mark.parametrize("push", [-1e-6, 0.0, 5e-8, 1e-6])
def test_setup_on_board__at_the_edge(push: float) -> None:
    for shape in (Disc(1 - push, 5, 1), Oval(58 + push, 5, 2, 1, 1, 0), rectangle_hull(4, 2).at(Pose(7, 43 + push))):
        found = inside_rectangle(shape, 60, 44)
        assert found.holds == (push < 1e-7)
        assert found.outside_by == pytest.approx(max(push, 0), abs=1e-12)
        assert found.clearance == pytest.approx(max(-push, 0), abs=1e-12)


@settings(derandomize=True, max_examples=80, deadline=None)
@given(seeds)
def test_setup_on_board__the_board_is_an_area(seed: int) -> None:
    rng = random.Random(seed)
    shape = any_base(rng).at(Pose(rng.uniform(-3, 33), rng.uniform(-3, 25), 0, rng.uniform(0, 360)))
    one, two = inside_rectangle(shape, 30, 22), inside(shape, rect_area(0, 0, 30, 22))
    assert one.holds == two.holds
    assert one.outside_by == pytest.approx(two.outside_by, abs=1e-10)
    assert one.clearance == pytest.approx(two.clearance, abs=1e-10)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(seeds)
def test_measure_wholly_within__seen_from_the_hull_of_the_oval(seed: int) -> None:
    """A fine polygon inside an oval sticks out no farther, and hardly less."""
    rng = random.Random(seed)
    area = any_area(rng, 20, 20, 2)
    oval = Oval(
        rng.uniform(15, 25),
        rng.uniform(15, 25),
        rng.uniform(1, 3),
        rng.uniform(0.5, 2),
        *unit_vector(rng.uniform(0, 360)),
    )
    sampled = max(slow_distance(area, *at) for at in rim(oval, 360))
    found = inside(oval, area).outside_by
    assert sampled <= found + 1e-9
    if found < 1e-9:
        assert sampled < 1e-8


def test_measure_wholly_within__nothing_is_inside_nothing() -> None:
    nothing = minus_area(circle_area(3, 3, 1), rect_area(0, 0, 6, 6))
    for shape in (Disc(3, 3, 1), Oval(3, 3, 1, 1, 1, 0)):
        assert not is_inside(shape, nothing)
        assert inside(shape, nothing).outside_by == math.inf


def test_measure_wholly_within__centre_on_the_edge() -> None:
    found = inside(Disc(6, 6.5, 0.6), L_ZONE)
    assert found.outside_by == pytest.approx(0.6)
    assert found.here == pytest.approx((6.6, 6.5))
    assert not is_inside(Disc(6, 6.5, 0.6), L_ZONE)


@pytest.mark.parametrize(
    ("area", "x", "y", "outward"),
    [
        (rect_area(10, 5, 4, 3), 10.0, 6.0, (-1.0, 0.0)),
        (rect_area(10, 5, 4, 3), 14.0, 6.0, (1.0, 0.0)),
        (rect_area(10, 5, 4, 3), 12.0, 5.0, (0.0, -1.0)),
        (rect_area(10, 5, 4, 3), 12.0, 8.0, (0.0, 1.0)),
        (rect_area(10, 5, 4, 3), 10.0, 5.0, (-1.0, 0.0)),
        (rect_area(10, 5, 4, 3), 14.0, 8.0, (0.0, 1.0)),
        (circle_area(3, 3, 2), 1.0, 3.0, (-1.0, 0.0)),
        (circle_area(3, 3, 2), 3.0, 5.0, (0.0, 1.0)),
    ],
)
def test_measure_within_area__a_point_on_an_edge_is_inside_and_a_millionth_further_it_is_not(
    area: Area, x: float, y: float, outward: Point
) -> None:
    ux, uy = outward
    on = inside(Disc(x, y, 0.0), area)
    assert (on.holds, on.outside_by, on.clearance) == (True, 0.0, 0.0)
    out = inside(Disc(x + 1e-6 * ux, y + 1e-6 * uy, 0.0), area)
    assert (out.holds, out.outside_by) == (False, pytest.approx(1e-6, abs=1e-11))
    within = inside(Disc(x - 0.5 * ux, y - 0.5 * uy, 0.0), area)
    assert within.holds
