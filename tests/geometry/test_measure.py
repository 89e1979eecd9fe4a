"""The gap between two footprints, and what is within what."""

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
    apart,
    convex_base,
    drawn,
    moved,
    seeds,
    slow_separation,
)
from hypothesis import given, settings

from battlefield.geometry.measure import (
    TOLERANCE,
    closer_than,
    contains,
    gap,
    more_than,
    point_gap,
    support,
    touching,
    vertical_gap,
    within,
)
from battlefield.geometry.shapes import (
    MM_PER_INCH,
    Disc,
    Oval,
    OvalBase,
    Polygon,
    Pose,
    RoundBase,
    Shape,
    polygon,
    rectangle_hull,
)

bounded = settings(derandomize=True, deadline=None, max_examples=150)


def on(shape: Shape, point: tuple[float, float]) -> bool:
    return point_gap(shape, point).high <= 1e-11


def test_measure_horizontal__two_round_bases_edge_to_edge() -> None:
    found = gap(RoundBase(16 / MM_PER_INCH).at(Pose(0, 0)), RoundBase(20 / MM_PER_INCH).at(Pose(3, 4)))
    assert found.value == pytest.approx(5 - 36 / 25.4, abs=1e-14)
    assert found.here == pytest.approx((16 / 25.4 * 0.6, 16 / 25.4 * 0.8))


def test_measure_horizontal__zero_where_they_touch_or_overlap() -> None:
    assert gap(Disc(0, 0, 1), Disc(2, 0, 1)).value == 0
    assert gap(Disc(0, 0, 1), Oval(0, 0, 3, 2, 1, 0)).value == 0
    assert gap(rectangle_hull(2, 2).at(Pose(0, 0)), rectangle_hull(2, 2).at(Pose(2, 1))).value == 0


def test_measure_footprint__an_oval_is_an_ellipse_and_no_stadium() -> None:
    oval = OvalBase(75 / 2 / MM_PER_INCH, 42 / 2 / MM_PER_INCH)
    a, b = oval.a, oval.b
    # the tip of the long axis, the side of the short one, and the tangent at 45 degrees
    assert gap(oval.at(Pose(0, 0)), Disc(5, 0, 0)).value == pytest.approx(5 - a, abs=1e-14)
    assert gap(oval.at(Pose(0, 0)), Disc(0, 5, 0)).value == pytest.approx(5 - b, abs=1e-14)
    wall = rectangle_hull(40, 2).at(Pose(10 / math.sqrt(2), 10 / math.sqrt(2), 0, 135))
    assert gap(oval.at(Pose(0, 0)), wall).value == pytest.approx(9 - math.hypot(a, b) / math.sqrt(2), abs=1e-12)


@pytest.mark.parametrize("shift", [0.0, 1e-12, -1e-12])
def test_measure_footprint__an_oval_that_is_round_is_a_round_base(shift: float) -> None:
    oval, disc = Oval(1, 2, 1.5 + shift, 1.5, 0.6, 0.8), Disc(1, 2, 1.5)
    for other in (Disc(5, 5, 1), Oval(-4, 3, 2, 1, 0, 1), rectangle_hull(3, 2).at(Pose(6, 0, 0, 20))):
        assert gap(oval, other).value == pytest.approx(gap(disc, other).value, abs=1e-11)


@bounded
@given(seeds)
def test_measure_horizontal__agrees_with_a_dense_search(seed: int) -> None:
    rng = random.Random(seed)
    a, b = convex_base(rng).at(anywhere(rng, 12, 12)), convex_base(rng).at(anywhere(rng, 12, 12))
    assert gap(a, b).value == pytest.approx(max(slow_separation(a, b), 0.0), abs=1e-9)


@bounded
@given(seeds)
def test_measure_horizontal__lies_between_polygons_drawn_inside_and_outside(seed: int) -> None:
    rng = random.Random(seed)
    a, b = any_base(rng).at(anywhere(rng, 14, 14)), rng.choice(CONCAVE).at(anywhere(rng, 14, 14))
    found = gap(a, b)
    around = shapely.distance(shapely.Polygon(drawn(a, 256, outside=True)), shapely.Polygon(b.ring))
    inner = shapely.distance(shapely.Polygon(drawn(a, 256)), shapely.Polygon(b.ring))
    assert around - 1e-9 <= found.value <= inner + 1e-9
    if isinstance(a, Polygon):
        assert found.value == pytest.approx(inner, abs=1e-12)


@bounded
@given(seeds)
def test_measure_horizontal__proves_itself(seed: int) -> None:
    rng = random.Random(seed)
    a, b = any_base(rng).at(anywhere(rng, 15, 15)), any_base(rng).at(anywhere(rng, 15, 15))
    found = gap(a, b)
    assert 0 <= found.low <= found.high
    assert found.high - found.low <= 1e-9
    assert on(a, found.here)
    assert on(b, found.there)
    assert math.dist(found.here, found.there) == pytest.approx(found.high, abs=1e-12)
    back = gap(b, a)
    assert (back.high, back.here, back.there) == (found.high, found.there, found.here) or found.high == 0


@bounded
@given(seeds)
def test_measure_horizontal__the_bounds_hold_right_down_to_the_touch(seed: int) -> None:
    rng = random.Random(seed)
    distance = 10 ** rng.uniform(-13, 1)
    pair = apart(rng, any_base(rng), convex_base(rng), distance)
    found = gap(pair.a, pair.b)
    assert found.low - 1e-12 <= distance <= found.high + 1e-12
    assert found.high - found.low <= 1e-10


@bounded
@given(seeds)
def test_measure_horizontal__a_point_of_both_where_they_overlap(seed: int) -> None:
    rng = random.Random(seed)
    pair = apart(rng, any_base(rng), convex_base(rng), -(10 ** rng.uniform(-10, 0)))
    found = gap(pair.a, pair.b)
    if found.high == 0:
        assert found.here == found.there
        assert on(pair.a, found.here)
        assert on(pair.b, found.here)
    else:  # only a notch can leave them apart
        assert isinstance(pair.a, Polygon)
        assert len(pair.a.parts) > 1


def test_measure_within__exactly_one_inch_is_within() -> None:
    rng = random.Random(1)
    for _ in range(10_000):
        pair = apart(rng, convex_base(rng), convex_base(rng), 1.0)
        assert closer_than(pair.a, pair.b, 1.0), pair
        assert within(gap(pair.a, pair.b).value, 1.0), pair


def test_measure_within__one_millionth_more_is_not() -> None:
    rng = random.Random(2)
    for _ in range(10_000):
        pair = apart(rng, convex_base(rng), convex_base(rng), 1.000001)
        assert not closer_than(pair.a, pair.b, 1.0), pair
        assert more_than(gap(pair.a, pair.b).value, 1.0), pair


def test_measure_within__the_quick_verdict_is_the_measured_one() -> None:
    rng = random.Random(3)
    for _ in range(4_000):
        limit = rng.choice((0.0, 1.0, 6.0))
        pair = apart(rng, any_base(rng), any_base(rng), limit + rng.choice((0.0, 1.0)) * rng.uniform(-3e-7, 3e-7))
        for a, b in ((pair.a, pair.b), (pair.b, pair.a)):
            assert closer_than(a, b, limit) == within(gap(a, b).value, limit), pair


def test_measure_within__the_same_where_ever_the_table_stands() -> None:
    rng = random.Random(4)
    for _ in range(1_500):
        distance = rng.choice((1.0, 1.000001))
        pair = apart(rng, any_base(rng), any_base(rng), distance)
        for mirrored in (False, True):
            how = (rng.uniform(-60, 60), rng.uniform(-60, 60), rng.uniform(0, 360), mirrored)
            a, b = moved(pair.a, *how), moved(pair.b, *how)
            assert closer_than(a, b, 1.0) == closer_than(b, a, 1.0) == (distance == 1.0), pair
            assert gap(a, b).value == pytest.approx(distance, abs=1e-11)


def test_measure_within__the_tolerance_is_a_tenth_of_a_millionth() -> None:
    assert within(1 + TOLERANCE * 0.99, 1)
    assert more_than(1 + TOLERANCE * 1.01, 1)


def test_measure_base_contact__a_hundredth_is_contact_and_a_little_more_is_not() -> None:
    rng = random.Random(5)
    for distance, contact in ((0.0, True), (0.01, True), (0.01001, False)):
        for _ in range(500):
            pair = apart(rng, convex_base(rng), convex_base(rng), distance)
            assert touching(gap(pair.a, pair.b).value, 0.0) == contact, pair
    assert not touching(0.0, 0.5)


def test_measure_vertical__gap_between_two_extents() -> None:
    assert vertical_gap(0, 0, 0, 4) == 0
    assert vertical_gap(5, 8, 0, 2) == vertical_gap(0, 2, 5, 8) == 3
    assert vertical_gap(0, 5, 5, 9) == 0


def test_measure_horizontal__a_small_base_stands_in_the_notch_of_a_hull() -> None:
    notched = U_HULL.at(Pose(0, 0))
    found = gap(Disc(0, 1, 0.5), notched)
    assert found.value == pytest.approx(0.5, abs=1e-14)
    assert not contains(notched, (0, 1))
    assert gap(Oval(0, 1, 0.9, 0.5, 1, 0), notched).value == pytest.approx(0.1, abs=1e-12)
    assert gap(rectangle_hull(1, 0.5).at(Pose(0, 1, 0, 90)), notched).value == pytest.approx(0.5, abs=1e-12)


def test_measure_horizontal__flat_ovals_and_far_places() -> None:
    rng = random.Random(6)
    for _ in range(1_000):
        one = OvalBase(rng.uniform(2, 8), 10 ** rng.uniform(-2, 0))
        two = OvalBase(10 ** rng.uniform(-2, 0), rng.uniform(2, 8))
        distance = rng.uniform(0, 3)
        pair = apart(rng, one, two, distance)
        assert gap(pair.a, pair.b).value == pytest.approx(distance, abs=1e-11), pair


def test_measure_horizontal__an_oval_that_touches_an_edge_within_rounding_is_at_zero() -> None:
    """Seen with the ellipse as the unit disc, the nearest point may lie a rounding outside it and inside an edge."""
    chance = random.Random(4)
    for _ in range(400):
        oval = OvalBase(chance.uniform(0.5, 3), chance.uniform(0.3, 1.5)).at(Pose(0, 0, 0, chance.uniform(0, 360)))
        turn = chance.uniform(0, math.tau)
        nx, ny = math.cos(turn), math.sin(turn)
        ex, ey = support(oval, nx, ny)
        # an edge through the ellipse's farthest point in a direction, square to that direction, and a box behind it
        left, right, deep = chance.uniform(0.5, 4), chance.uniform(0.5, 4), chance.uniform(0.5, 3)
        ring = tuple(
            (ex - along * ny + out * nx, ey + along * nx + out * ny)
            for along, out in ((-left, 0.0), (right, 0.0), (right, deep), (-left, deep))
        )
        assert gap(oval, polygon(ring)).high <= 1e-9


def test_measure_horizontal__where_newton_alone_would_go_to_and_fro() -> None:
    half = math.sqrt(0.5)
    one = Oval(0, 0, 1.270042795342077, 0.13493268775083456, half, half)
    two = Oval(0.8829499063587447, 1.9206637264041726, 0.0175536743551488, 0.2638469826088022, 0, 1)
    assert gap(one, two).value == pytest.approx(1, abs=1e-12)
    assert gap(one, two).low == pytest.approx(1, abs=1e-12)


def test_measure_horizontal__a_touch_that_rounding_calls_an_overlap() -> None:
    one = Oval(0, 0, 0.7564407103527446, 0.29010001977437244, 0.6064254048933129, 0.7951403827626802)
    two = Oval(0.3755236598971356, 1.9821238253620213, 3.713990198354178, 1.3554474265104228, 1, 0)
    assert gap(one, two).value <= 1e-13
