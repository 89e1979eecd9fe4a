"""First contact of a footprint that moves along a path."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from footprints import U_HULL, any_base, seeds
from ground import any_area, obstacle
from hypothesis import given, settings

from battlefield.geometry.areas import Area, area_gap, area_overlap, circle_area, minus_area, rect_area
from battlefield.geometry.measure import CONTACT, TOLERANCE, gap, overlap
from battlefield.geometry.placement import Obstacle
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
    rectangle_hull,
    unit_vector,
)
from battlefield.geometry.sweep import Contact, first_overlap, first_within, length, pose_at

TOKEN = Disc(20, 10, 25 / 2 / 25.4)


def between(shape: Shape, target: Obstacle) -> float:
    """The gap of a footprint and an obstacle."""
    if isinstance(target, Disc | Oval | Polygon):
        return gap(shape, target).value
    return area_gap(shape, target).value


def into(shape: Shape, target: Obstacle) -> float:
    """How deep a footprint lies in an obstacle."""
    if isinstance(target, Disc | Oval | Polygon):
        return overlap(shape, target).depth
    return area_overlap(shape, target).depth


def test_artifact_recover__at_the_first_point_within_range() -> None:
    found = first_within(RoundBase(0.5), [Pose(2, 10), Pose(12, 10), Pose(30, 10)], TOKEN, 1)
    assert found is not None
    assert found.travelled == pytest.approx(20 - TOKEN.radius - 1 - 0.5 - 2)
    assert found.fraction == pytest.approx(found.travelled / 28)
    assert found.point == pytest.approx((2 + found.travelled, 10))
    assert found.pose == (*found.point, 0, 0)
    assert gap(RoundBase(0.5).at(found.pose), TOKEN).value == pytest.approx(1, abs=1e-9)


def test_artifact_recover__a_path_that_ends_exactly_at_the_range() -> None:
    base = RoundBase(0.5)
    for short, found in ((0.0, True), (5e-8, True), (1e-6, False)):
        end = Pose(20 - TOKEN.radius - 1.5 - short, 10)
        contact = first_within(base, [Pose(2, 10), end], TOKEN, 1)
        assert (contact is not None) == found
        if contact:
            assert contact.travelled == pytest.approx(end.x - 2, abs=1e-7)
            assert contact.fraction == pytest.approx(1)


def test_artifact_recover__within_range_from_the_start() -> None:
    found = first_within(RoundBase(0.5), [Pose(20, 11.5), Pose(30, 11.5)], TOKEN, 1)
    assert found == Contact(0, 0, (20, 11.5), Pose(20, 11.5), 0)
    leaving = first_within(RoundBase(0.5), [Pose(20, 10 + TOKEN.radius + 1.5), Pose(20, 30)], TOKEN, 1)
    assert leaving is not None
    assert leaving.travelled == 0
    assert first_within(RoundBase(0.5), [Pose(20, 12)], TOKEN, 1.1) == (0, 0, (20, 12), (20, 12, 0, 0), 0)
    assert first_within(RoundBase(0.5), [Pose(20, 12)], TOKEN, 1) is None


@pytest.mark.parametrize(("off", "found"), [(0.0, True), (5e-8, True), (1e-6, False), (-1e-6, True)])
@pytest.mark.parametrize("base", [RoundBase(0.5), OvalBase(1, 0.5), rectangle_hull(2, 1)])
def test_relic_seize__a_graze_at_exactly_the_range(base: Base, off: float, found: bool) -> None:
    """Passing by at just the distance: the point of contact is where it is closest."""
    for target in (TOKEN, circle_area(TOKEN.x, TOKEN.y, TOKEN.radius)):
        y = 10 + TOKEN.radius + 1 + 0.5 + off
        contact = first_within(base, [Pose(2, y), Pose(40, y)], target, 1)
        assert (contact is not None) == found
        if contact:
            wide = 1 if isinstance(base, HullBase) else 0
            assert contact.travelled == pytest.approx(18 - wide, abs=0.01)
            assert between(base.at(contact.pose), target) <= 1 + TOLERANCE


@pytest.mark.parametrize("kind", range(3))
def test_move_swept__a_graze_is_no_collision(kind: int) -> None:
    bases: list[Base] = [RoundBase(0.5), OvalBase(1, 0.5), rectangle_hull(2, 1)]
    base = bases[kind]
    target: Obstacle
    for target in (
        Disc(20, 10, 2),
        Oval(20, 10, 3, 2, 1, 0),
        rectangle_hull(3, 4).at(Pose(20, 10)),
        rect_area(18, 8, 4, 4),
    ):
        for push, met in ((0.0, False), (5e-8, False), (-1e-6, False), (1e-6, True), (1e-4, True), (0.3, True)):
            y = 12.5 - push
            found = first_overlap(base, [Pose(2, y), Pose(40, y)], target)
            assert (found is not None) == met, (base, target, push)
            if found:
                assert into(base.at(found.pose), target) <= 3e-7
                later = [pose_at([Pose(2, y), Pose(40, y)], found.travelled + 1e-5 * 1.1**k) for k in range(130)]
                assert max(into(base.at(pose), target) for pose in later) > 0.8 * push


def test_move_swept__contact_may_be_left_and_entered_again() -> None:
    base, other = RoundBase(1), Disc(20, 10, 1)
    for depth, met in ((0.009, False), (0.02, True)):
        y = 12 - depth
        found = first_overlap(base, [Pose(10, y), Pose(30, y)], other, CONTACT)
        assert (found is not None) == met
    away = [Pose(20, 11.995), Pose(20, 15)]
    assert first_overlap(base, away, other, CONTACT) is None
    assert first_overlap(base, away, other) is not None


def test_move_swept__along_a_wall() -> None:
    """Sliding flush along a wall, or round its corner, touches and does not overlap."""
    wall = rect_area(10, 10, 20, 1)
    base = rectangle_hull(2, 2)
    assert first_overlap(base, [Pose(5, 9), Pose(35, 9)], wall) is None
    assert first_overlap(OvalBase(2, 1), [Pose(5, 9), Pose(35, 9)], wall) is None
    assert first_overlap(base, [Pose(5, 9), Pose(9, 9), Pose(9, 14)], wall) is None
    crossing = first_overlap(base, [Pose(5, 9), Pose(15, 9), Pose(15, 14)], wall)
    assert crossing is not None
    assert crossing.travelled == pytest.approx(10, abs=1e-6)
    touching = first_within(base, [Pose(5, 9), Pose(35, 9)], wall, 0)
    assert touching is not None
    assert touching.travelled == pytest.approx(4)


def test_move_swept__through_a_gap_between_posts() -> None:
    """A base passes between two posts exactly as far apart as it is wide, and not a millionth closer."""
    for closer, met in ((0.0, False), (1e-6, True)):
        for base in (RoundBase(1), OvalBase(2, 1), rectangle_hull(3, 2)):
            hit = [
                first_overlap(base, [Pose(0, 10), Pose(30, 10)], post)
                for post in (Disc(15, 12 - closer, 1), rect_area(14, 7, 2, 2 + closer))
            ]
            assert [one is not None for one in hit] == [met, met]


def test_move_swept__a_turn_meets_what_it_sweeps() -> None:
    """The bar's flank, half an inch from its middle, comes up to a post of that radius 2 in away when cos = 1/2."""
    base = rectangle_hull(6, 1)
    path = [Pose(10, 10, 0, 0), Pose(20, 10, 0, 90), Pose(20, 20, 0, 90)]
    post = Disc(20, 12, 0.5)
    found = first_within(base, path, post, 0)
    assert found is not None
    assert found.travelled == pytest.approx(10)
    assert found.pose.facing == pytest.approx(60, abs=1e-5)
    assert first_within(base, path[:2], post, 0) is not None
    assert first_within(base, [path[0], path[1]._replace(facing=0)], post, 0) is None


def test_move_swept__climbs_count() -> None:
    path = [Pose(0, 0, 0), Pose(10, 0, 5), Pose(10, 10, 5)]
    assert length(path) == pytest.approx(25)
    assert pose_at(path, 7.5) == (5, 0, 2.5, 0)
    assert pose_at(path, -1) == path[0]
    assert pose_at(path, 99) == path[-1]
    found = first_within(RoundBase(1), path, Disc(10, 10, 1), 0)
    assert found is not None
    assert found.travelled == pytest.approx(15 + 8)
    assert found.fraction == pytest.approx(23 / 25)


def test_measure_within_area__out_of_a_bay() -> None:
    """From within a round bay an oval meets the shore where its flank comes up to it."""
    bay = minus_area(rect_area(0, 0, 20, 20), circle_area(10, 10, 4))
    for base in (RoundBase(1), OvalBase(1, 1), OvalBase(2, 1), rectangle_hull(2, 1)):
        for angle in (0, 17, 90, 200):
            ux, uy = unit_vector(angle)
            path = [Pose(10, 10, 0, 30), Pose(10 + 6 * ux, 10 + 6 * uy, 0, 30)]
            found = first_within(base, path, bay, 0.5)
            assert found is not None
            assert area_gap(base.at(found.pose), bay).value == pytest.approx(0.5, abs=1e-8)
            deep = first_overlap(base, path, bay)
            assert deep is not None
            assert deep.travelled > found.travelled
            assert area_gap(base.at(deep.pose), bay).value <= 1e-7


def wander(rng: random.Random) -> list[Pose]:
    """A path of one to three legs about (20, 20)."""
    facing = rng.uniform(0, 360)
    turns = rng.random() < 0.3
    count = rng.randrange(2, 5)
    return [
        Pose(20 + rng.uniform(-7, 7), 20 + rng.uniform(-7, 7), 0, rng.uniform(0, 360) if turns else facing)
        for _ in range(count)
    ]


def steps(path: Sequence[Pose], count: int) -> list[tuple[float, Pose]]:
    """Poses evenly along a path."""
    whole = length(path)
    return [(whole * k / count, pose_at(path, whole * k / count)) for k in range(count)]


@pytest.mark.parametrize("seed", range(200))
def test_artifact_recover__first_within_against_marching(seed: int) -> None:
    rng = random.Random(seed)
    base, path = any_base(rng), wander(rng)
    target = obstacle(rng, 20, 20)
    d = rng.choice((0.0, 1.0, rng.uniform(0, 2)))
    found = first_within(base, path, target, d)
    marched = [(t, between(base.at(pose), target)) for t, pose in steps(path, 80)]
    if found is None:
        assert min(size for _, size in marched) > d
        assert between(base.at(path[-1]), target) > d
        return
    assert between(base.at(found.pose), target) <= d + 1.5e-7
    assert all(size > d - 1e-8 for t, size in marched if t < found.travelled - 1e-9)
    if 0 < found.travelled < length(path) and all(found.travelled != t for t in _corners(path)):
        assert between(base.at(found.pose), target) == pytest.approx(d, abs=1.5e-7)
        before = pose_at(path, found.travelled - 1e-5)
        assert between(base.at(before), target) >= d - 1e-9


def _corners(path: Sequence[Pose]) -> list[float]:
    return [length(path[: k + 1]) for k in range(len(path))]


@pytest.mark.parametrize("seed", range(120))
def test_move_swept__first_overlap_against_marching(seed: int) -> None:
    rng = random.Random(seed)
    base, path = any_base(rng), wander(rng)[:2]
    target = obstacle(rng, 20, 20)
    allowed = rng.choice((0.0, CONTACT)) if isinstance(target, Disc | Oval | Polygon) else 0.0
    found = first_overlap(base, path, target, allowed)
    marched = [(t, into(base.at(pose), target)) for t, pose in steps(path, 20)]
    if found is None:
        assert max(depth for _, depth in marched) <= allowed + 1.1e-7
        return
    assert into(base.at(found.pose), target) <= allowed + 1e-6 or found.travelled in (0, length(path))
    assert all(depth <= allowed + 2e-7 for t, depth in marched if t < found.travelled)
    after = [into(base.at(pose_at(path, found.travelled + 10.0**-k)), target) for k in range(1, 7)]
    assert max(after) > allowed + TOLERANCE or found.travelled + 0.1 > length(path)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(seeds)
def test_artifact_recover__either_may_be_the_one_that_moves(seed: int) -> None:
    """A meets B after as far as B, moving the other way, meets A."""
    rng = random.Random(seed)
    one, two = any_base(rng), any_base(rng)
    at = Pose(rng.uniform(-9, 9), rng.uniform(-9, 9), 0, rng.uniform(0, 360))
    facing, ways = rng.uniform(0, 360), (rng.uniform(-9, 9), rng.uniform(-9, 9))
    d = rng.uniform(0, 1)
    there = at._replace(x=at.x + ways[0], y=at.y + ways[1])
    back = Pose(-ways[0], -ways[1], 0, facing)
    first = first_within(one, [at, there], two.at(Pose(0, 0, 0, facing)), d)
    second = first_within(two, [Pose(0, 0, 0, facing), back], one.at(at), d)
    assert (first is None) == (second is None)
    if first and second:
        assert first.travelled == pytest.approx(second.travelled, abs=1e-7)


def test_move_swept__a_concave_hull_swallows_a_post() -> None:
    """A U that slides over a post meets it only with the bottom of its bay."""
    path = [Pose(10, 20, 0, 0), Pose(10, 0, 0, 0)]
    post = Disc(10, 25, 0.5)
    up = [Pose(10, 10, 0, 0), Pose(10, 40, 0, 0)]
    found = first_within(U_HULL, up, post, 0)
    assert found is not None
    assert found.travelled == pytest.approx(14.5)
    assert first_within(U_HULL, path, post, 0) is None
    oval = Oval(10, 25, 0.8, 0.5, 1, 0)
    slid = first_overlap(U_HULL, up, oval)
    assert slid is not None
    assert slid.travelled == pytest.approx(14.5, abs=1e-6)
    stuck = first_overlap(U_HULL, up, Oval(10, 25, 1.2, 0.5, 1, 0))
    assert stuck is not None
    assert stuck.travelled < 13.5


@pytest.mark.parametrize("seed", range(30))
def test_move_swept__areas_in_pieces(seed: int) -> None:
    """Ovals and hulls at composite areas, to the depth that the areas themselves tell."""
    rng = random.Random(seed)
    area: Area = any_area(rng, 20, 20, 1.5)
    base = rng.choice((OvalBase(1.5, 0.7), rectangle_hull(2, 1), U_HULL))
    path = wander(rng)[:2]
    found = first_overlap(base, path, area)
    if found and 0 < found.travelled < length(path):
        assert area_overlap(base.at(found.pose), area).depth <= 1e-6
        later = pose_at(path, found.travelled + 1e-3)
        assert area_overlap(base.at(later), area).depth > 1e-8 or found.travelled + 1e-3 > length(path)
