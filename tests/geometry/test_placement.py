"""Places for a token: at a gap, free down a line, deepest inside."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from footprints import L_HULL, STAR_HULL, U_HULL, any_base, seeds
from ground import obstacle, rim
from hypothesis import given, settings

from battlefield.geometry.areas import area_gap, circle_area, polygon_area, rect_area
from battlefield.geometry.measure import contains, gap, point_gap
from battlefield.geometry.placement import (
    Blocked,
    Obstacle,
    at_gap,
    board_exit,
    centroid,
    deepest_point,
    farthest_along,
    first_at_gap,
    first_free,
    holds_disc,
    last_free,
    spans_near,
)
from battlefield.geometry.shapes import (
    Disc,
    Oval,
    OvalBase,
    Point,
    Polygon,
    Pose,
    RoundBase,
    hull,
    polygon,
    rectangle_hull,
    unit_vector,
)

TOKEN = 25 / 2 / 25.4
MACHINE = Disc(30, 22, 130 / 2 / 25.4)
DIRECTION = (0.6, 0.8)
UNSTABLE = polygon_area([(34, 27), (37, 27), (37, 31), (34, 31)])


def distance(thing: Obstacle, x: float, y: float) -> float:
    """The distance of a point from a footprint or an area, by the measures, 0 inside."""
    if isinstance(thing, Disc | Oval | Polygon):
        return point_gap(thing, (x, y)).value
    return area_gap(Disc(x, y, 0.0), thing).value


def along(origin: Point, direction: Point, t: float) -> Point:
    return (origin[0] + t * direction[0], origin[1] + t * direction[1])


def test_artifact_expulsion_distance__worked_example() -> None:
    start = first_at_gap(TOKEN, MACHINE, 6, (30, 22), DIRECTION)
    assert start == pytest.approx(9.051181102, abs=1e-9)
    assert along((30, 22), DIRECTION, start) == pytest.approx((35.430709, 29.240945), abs=5e-7)
    bearing = math.degrees(math.atan2(0.8, 0.6))
    assert at_gap(RoundBase(TOKEN), 0, MACHINE, 6, bearing) == pytest.approx((35.430708661, 29.240944882), abs=1e-9)


def test_artifact_expulsion_unstable__clears_the_corner() -> None:
    start = first_at_gap(TOKEN, MACHINE, 6, (30, 22), DIRECTION)
    end = board_exit((30, 22), DIRECTION, TOKEN, 60, 44)
    found = first_free((30, 22), DIRECTION, TOKEN, start, [("Unstable", UNSTABLE)], end)
    assert found.at == pytest.approx(11.849653182, abs=1e-9)
    assert found.at is not None
    assert along((30, 22), DIRECTION, found.at) == pytest.approx((37.109792, 31.479723), abs=5e-7)
    assert found.passed == (Blocked("Unstable", start, found.at),)


def test_artifact_expulsion_unstable__touching_is_clear() -> None:
    """A token that would lie against the edge stays; a millionth over it, it moves on."""
    for over, at in ((0.0, 5.0), (5e-8, 5.0), (1e-6, 9.0)):
        ground = rect_area(15 + 5 + 1 - over, 0, 2, 20)
        found = first_free((15, 10), (1, 0), 1, 5, [("Unstable", ground)], 40)
        assert found.at == pytest.approx(at, abs=2e-6)
        assert len(found.passed) == (1 if at == 9 else 0)


def test_artifact_expulsion_unstable__a_slot_just_wide_enough() -> None:
    """Between two obstacles the token fits exactly, and a millionth less is too narrow: it goes on beyond them."""
    for narrower, at in ((0.0, 7.0), (1e-6, 11.0), (-1e-6, 7.0)):
        obstacles: list[tuple[str, Obstacle]] = [
            ("wall", rect_area(2, 0, 4, 20)),
            ("crate", rect_area(8 - narrower, 0, 2, 20)),
        ]
        found = first_free((0, 10), (1, 0), 1, 2, obstacles, 40)
        assert found.at == pytest.approx(at, abs=2e-6)
        assert [one.name for one in found.passed] == ["wall", "crate"][: 2 if at == 11 else 1]


def test_artifact_expulsion_unstable__names_in_the_order_met() -> None:
    obstacles: list[tuple[str, Obstacle]] = [
        ("last", Disc(12, 0, 2)),
        ("beside", Disc(9, 9, 2)),
        ("first", circle_area(3, 0, 2)),
        ("second", Oval(7, 0, 3, 1, 1, 0)),
        ("within", Disc(7, 0.5, 0.5)),
        ("beyond", Disc(30, 0, 2)),
    ]
    found = first_free((0, 0), (1, 0), 0.5, 1, obstacles, 50)
    assert found.at == pytest.approx(14.5)
    assert [one.name for one in found.passed] == ["first", "second", "within", "last"]
    assert found.passed[0][1:] == pytest.approx((1, 5.5))
    assert found.passed[1][1:] == pytest.approx((3.5, 10.5))
    back = last_free((0, 0), (1, 0), 0.5, 31, obstacles, 1)
    assert back.at == pytest.approx(27.5)
    assert [one.name for one in back.passed] == ["beyond"]
    assert first_free((0, 0), (1, 0), 0.5, 1, obstacles, 12).at is None


def test_artifact_expulsion_edge__looks_back_from_the_edge() -> None:
    """With the way to the edge blocked the last free place short of it is between the machine and what blocks."""
    exit_at = board_exit((30, 22), (1, 0), TOKEN, 60, 44)
    assert exit_at == pytest.approx(30 - TOKEN)
    obstacles: list[tuple[str, Obstacle]] = [("lake", rect_area(36, 10, 30, 30)), ("machine", MACHINE)]
    start = first_at_gap(TOKEN, MACHINE, 6, (30, 22), (1, 0))
    assert first_free((30, 22), (1, 0), TOKEN, start, obstacles, exit_at).at is None
    back = last_free((30, 22), (1, 0), TOKEN, exit_at, obstacles, 0)
    assert back.at == pytest.approx(6 - TOKEN)
    assert [one.name for one in back.passed] == ["lake"]
    filled: list[tuple[str, Obstacle]] = [*obstacles, ("crate", rect_area(31, 20, 5.5, 4))]
    assert last_free((30, 22), (1, 0), TOKEN, exit_at, filled, 0).at is None


def test_artifact_expulsion_edge__how_far_the_board_goes() -> None:
    assert board_exit((30, 22), (0.6, 0.8), 1, 60, 44) == pytest.approx(21 / 0.8)
    assert board_exit((30, 22), (-0.6, -0.8), 1, 60, 44) == pytest.approx(21 / 0.8)
    assert board_exit((30, 22), (0, -1), 1, 60, 44) == pytest.approx(21)
    assert board_exit((30, 22), (-1, 0), 1, 60, 44) == pytest.approx(29)
    assert board_exit((59.5, 22), (1, 0), 1, 60, 44) == pytest.approx(-0.5)


def test_artifact_expulsion_line__concave_hull_first_place_after_leaving() -> None:
    """C25: from within a U the ray leaves the hull for good; the first place at the gap counts, not one farther on."""
    u = U_HULL.at(Pose(20, 20))
    t = first_at_gap(0.5, u, 0.25, (20, 19), (0, 1))
    assert distance(u, 20, 19 + t) >= 0.75 - 1e-9
    assert t == pytest.approx(1.75)
    assert farthest_along(RoundBase(0.5), 0, u, 0.25, (20, 19), (0, 1)) == pytest.approx(1.75)
    wide = first_at_gap(0.5, u, 0.75, (20, 19), (0, 1))
    assert wide == pytest.approx(3 + math.sqrt(1.25**2 - 1))
    with pytest.raises(ValueError, match="does not meet"):
        first_at_gap(0.5, u, 1, (40, 40), (1, 0))


@pytest.mark.parametrize("seed", range(320))
def test_artifact_expulsion_unstable__against_marching(seed: int) -> None:
    """Mixed obstacles down a random line, against small steps: the exact place is free, and no step before it is."""
    rng = random.Random(seed)
    origin, direction = (20.0, 20.0), unit_vector(rng.uniform(0, 360))
    radius = rng.choice((TOKEN, rng.uniform(0.2, 1.2)))
    obstacles: list[tuple[str, Obstacle]] = []
    for index in range(rng.randrange(1, 7)):
        t, off = rng.uniform(1, 14), rng.gauss(0, 1.5)
        x, y = along(origin, direction, t)
        obstacles.append((f"{index}", obstacle(rng, x - off * direction[1], y + off * direction[0])))
    start, end = rng.uniform(0, 5), rng.uniform(6, 15)

    def clear(t: float) -> float:
        return min(distance(thing, *along(origin, direction, t)) for _, thing in obstacles) - radius

    def blocked_by(t: float, slack: float) -> set[str]:
        at = along(origin, direction, t)
        return {name for name, thing in obstacles if distance(thing, *at) < radius - slack}

    steps = [start + k * (end - start) / 150 for k in range(151)]
    found = first_free(origin, direction, radius, start, obstacles, end)
    back = last_free(origin, direction, radius, end, obstacles, start)
    for place, sense in ((found.at, 1), (back.at, -1)):
        if place is None:
            assert all(clear(t) < 1e-9 for t in steps)
            continue
        assert start <= place <= end
        assert clear(place) >= -1.5e-7
        assert all(clear(t) < 1e-9 for t in steps if (place - t) * sense > 1e-9)
    met = set().union(*(blocked_by(t, 1e-6) for t in steps if found.at is None or t < found.at))
    assert met <= {one.name for one in found.passed}
    for name, low, high in found.passed:
        assert start <= low < high <= end
        assert blocked_by((low + high) / 2, 0) >= {name}
    assert list(found.passed) == sorted(found.passed, key=lambda one: (one.start, one.end))


@settings(derandomize=True, max_examples=60, deadline=None)
@given(seeds)
def test_artifact_expulsion_unstable__ends_of_spans_touch(seed: int) -> None:
    rng = random.Random(seed)
    thing = obstacle(rng, 10, 10)
    direction = unit_vector(rng.uniform(0, 360))
    origin = (10 + rng.uniform(-3, 3), 10 + rng.uniform(-3, 3))
    reach = rng.uniform(0.1, 2)
    spans = spans_near(thing, origin, direction, reach)
    for low, high in spans:
        for t in (low, high):
            assert distance(thing, *along(origin, direction, t)) == pytest.approx(reach, abs=1e-9)
        assert distance(thing, *along(origin, direction, (low + high) / 2)) < reach
    for before, after in pairwise(spans):
        assert before[1] <= after[0]
        assert distance(thing, *along(origin, direction, (before[1] + after[0]) / 2)) >= reach


@pytest.mark.parametrize("seed", range(120))
def test_relic_drop__exactly_at_the_gap(seed: int) -> None:
    rng = random.Random(seed)
    base, of = any_base(rng), any_base(rng).at(Pose(20, 20, 0, rng.uniform(0, 360)))
    facing, apart, bearing = rng.uniform(0, 360), rng.choice((0.0, 1.0, 6.0, rng.uniform(0, 3))), rng.uniform(0, 360)
    try:
        at = at_gap(base, facing, of, apart, bearing)
    except ValueError:
        assert isinstance(of, Polygon)
        return
    assert gap(base.at(Pose(*at, 0, facing)), of).value == pytest.approx(apart, abs=1e-9)
    ux, uy = unit_vector(bearing)
    assert (at[0] - 20) * uy - (at[1] - 20) * ux == pytest.approx(0, abs=1e-9)
    for k in range(1, 60):
        beyond = (at[0] + 0.15 * k * ux, at[1] + 0.15 * k * uy)
        assert gap(base.at(Pose(*beyond, 0, facing)), of).value >= apart - 1e-9


def test_relic_drop__hand_worked_places() -> None:
    assert at_gap(RoundBase(0.5), 0, Disc(10, 10, 1), 1, 90) == pytest.approx((10, 12.5))
    assert at_gap(OvalBase(2, 1), 0, Disc(10, 10, 1), 1, 0) == pytest.approx((14, 10))
    assert at_gap(OvalBase(2, 1), 90, Disc(10, 10, 1), 1, 0) == pytest.approx((13, 10))
    assert at_gap(rectangle_hull(2, 2), 45, rectangle_hull(2, 2).at(Pose(10, 10)), 1, 180) == pytest.approx(
        (8 - math.sqrt(2), 10)
    )
    assert at_gap(RoundBase(0.5), 0, Oval(10, 10, 3, 1, 0, 1), 0, -90) == pytest.approx((10, 6.5))


def test_artifact_drop__deepest_point_by_hand() -> None:
    assert deepest_point(Disc(3, 4, 2)) == ((3, 4), 2)
    assert deepest_point(Oval(3, 4, 2, 1, 0.6, 0.8)) == ((3, 4), 1)
    at, size = deepest_point(rectangle_hull(10, 4).at(Pose(20, 20, 0, 30)))
    assert at == pytest.approx((20, 20))
    assert size == pytest.approx(2)
    at, size = deepest_point(polygon(((0, 0), (4, 0), (0, 3))))
    assert at == pytest.approx((1, 1))
    assert size == pytest.approx(1)
    at, size = deepest_point(polygon(((0, 0), (10, 0), (10, 4), (4, 4), (4, 10), (0, 10))))
    touch = 4 / (1 + math.sqrt(0.5)) * math.sqrt(0.5)
    assert size == pytest.approx(touch * math.sqrt(2))
    assert at == pytest.approx((size, size))


@pytest.mark.parametrize("seed", range(60))
def test_artifact_drop__deepest_point_against_a_grid(seed: int) -> None:
    rng = random.Random(seed)
    base = rng.choice((L_HULL, U_HULL, STAR_HULL, *(any_base(rng) for _ in range(3))))
    shape = base.at(Pose(10, 10, 0, rng.uniform(0, 360)))
    at, size = deepest_point(shape)
    assert contains(shape, at)
    assert holds_disc(shape, at, size) == pytest.approx(0, abs=1e-9)
    edge = rim(shape, 400)
    assert min(math.dist(at, other) for other in edge) == pytest.approx(size, abs=0.02)
    for _ in range(300):
        other = (10 + rng.uniform(-4, 4), 10 + rng.uniform(-4, 4))
        assert holds_disc(shape, other, size) >= -1e-9


def test_artifact_drop__how_far_a_token_sticks_out() -> None:
    assert holds_disc(Disc(0, 0, 2), (1, 0), 0.5) == pytest.approx(-0.5)
    assert holds_disc(Disc(0, 0, 2), (1, 0), 1.5) == pytest.approx(0.5)
    assert holds_disc(rectangle_hull(4, 2).at(Pose(0, 0)), (0, 0), 1) == pytest.approx(0)
    assert holds_disc(rectangle_hull(4, 2).at(Pose(0, 0)), (3, 0), 1) == pytest.approx(2)
    assert holds_disc(Oval(0, 0, 3, 1, 1, 0), (0, 0.5), 0.5) == pytest.approx(0)


def test_artifact_expulsion_line__centroid() -> None:
    assert centroid(Disc(3, 4, 1)) == (3, 4)
    assert centroid(rectangle_hull(4, 2).at(Pose(7, 8, 0, 33))) == pytest.approx((7, 8))
    assert centroid(polygon(((0, 0), (3, 0), (0, 3)))) == pytest.approx((1, 1))
    assert centroid(hull(((0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3))).at(Pose(100, 50))) == pytest.approx(
        (100 + (4 * 2 + 2 * 0.5) / 6, 50 + (4 * 0.5 + 2 * 2) / 6)
    )


def turned(thing: Obstacle, angle: float) -> Obstacle:
    """A disc, oval or polygon turned about the origin."""
    ux, uy = unit_vector(angle)

    def to(x: float, y: float) -> Point:
        return (x * ux - y * uy, x * uy + y * ux)

    if isinstance(thing, Disc):
        return Disc(*to(thing.x, thing.y), thing.radius)
    assert isinstance(thing, Oval | Polygon)
    if isinstance(thing, Oval):
        return Oval(*to(thing.x, thing.y), thing.a, thing.b, *to(thing.ux, thing.uy))
    return polygon(tuple(to(*at) for at in thing.ring))


@settings(derandomize=True, max_examples=40, deadline=None)
@given(seeds)
def test_artifact_expulsion_unstable__turned_alike(seed: int) -> None:
    rng = random.Random(seed)
    obstacles = [
        (f"{k}", any_base(rng).at(Pose(4 * k, rng.uniform(-1, 1), 0, rng.uniform(0, 360)))) for k in range(1, 4)
    ]
    angle = rng.uniform(0, 360)
    one = first_free((0, 0), (1, 0), 0.5, 1, obstacles, 99)
    two = first_free(
        (0, 0), unit_vector(angle), 0.5, 1, [(name, turned(thing, angle)) for name, thing in obstacles], 99
    )
    assert two.at == pytest.approx(one.at, abs=1e-8)
    assert [each.name for each in one.passed] == [each.name for each in two.passed]
