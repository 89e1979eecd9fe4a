"""What a footprint meets while it turns on the spot, and how deep a slide comes into composite areas."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from footprints import L_HULL, STAR_HULL, U_HULL
from ground import composite_area, obstacle

from battlefield.geometry.areas import circle_area, minus_area, polygon_area, rect_area, union_area
from battlefield.geometry.deepest_on import deepest_on
from battlefield.geometry.measure import CONTACT, TOLERANCE
from battlefield.geometry.motions import motions
from battlefield.geometry.shapes import Base, Disc, HullBase, OvalBase, Pose, RoundBase, rectangle_hull
from battlefield.geometry.spins import Spin, depth_in, farthest_shares, gap_to
from battlefield.geometry.sweep import first_overlap, first_within

BAR = rectangle_hull(6, 1)
REACH = math.hypot(3, 0.5)
CORNER = math.degrees(math.atan2(0.5, 3))
HAIR = 1e-6


def turn(base_facing: float, to: float, x: float = 0.0, y: float = 0.0) -> list[Pose]:
    return [Pose(x, y, 0, base_facing), Pose(x, y, 0, to)]


@pytest.mark.parametrize("sense", [1, -1])
@pytest.mark.parametrize("at", [0.0, 33.0, 180.0, 270.0])
def test_move_swept__a_corner_that_passes_a_wall_as_it_turns(at: float, sense: int) -> None:
    """The bar's corner is 3.041381 in from its middle and straight ahead after 9.462 degrees, wherever it looks."""
    for apart, met in ((REACH - HAIR, True), (REACH, False), (REACH + HAIR, False), (3.03, True)):
        shore = rect_area(apart, -20, 1, 40)
        path = turn(0, sense * 90)
        ring = [_turned(corner, at) for corner in shore.ring]
        found = first_overlap(BAR, [each._replace(facing=each.facing + at) for each in path], polygon_area(ring))
        assert (found is not None) == met
        if found is not None:
            gone = CORNER - math.degrees(math.acos((apart + TOLERANCE) / REACH))
            assert found.travelled == 0
            assert sense * (found.pose.facing - at) % 360 == pytest.approx(gone, abs=1e-6)


def _turned(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (c * point[0] - s * point[1], s * point[0] + c * point[1])


def test_move_swept__the_smaller_way_round() -> None:
    """From 350 to 10 the bar turns by 20 degrees through 0, and never looks along y."""
    post = Disc(0, 2.5, 0.5)
    assert first_overlap(BAR, turn(350, 10), post) is None
    assert first_overlap(BAR, turn(350, 100), post) is not None
    assert first_overlap(BAR, turn(10, 350), post) is None
    assert first_overlap(BAR, turn(10, 260), post) is not None


def test_artifact_recover__comes_within_range_as_it_turns_and_out_of_it_again() -> None:
    """Nearest when a corner of the bar faces the token: 6 - 0.5 - 3.041381 in, and a hair less than that never."""
    token = Disc(0, 6, 0.5)
    nearest = 6 - 0.5 - REACH
    assert first_within(BAR, turn(0, 180 - 1e-9), token, nearest - HAIR) is None
    found = first_within(BAR, turn(0, 180 - 1e-9), token, nearest)
    assert found is not None
    assert found.pose.facing == pytest.approx(90 - CORNER, abs=0.05)
    assert gap_to(BAR.at(found.pose), token).high == pytest.approx(nearest, abs=1e-7)


def test_move_swept__a_round_base_turns_for_nothing() -> None:
    assert first_overlap(RoundBase(1), turn(0, 120), Disc(0, 2, 1)) is None
    assert first_overlap(RoundBase(1), turn(0, 120), rect_area(0, 0.5, 3, 3)) is not None


def test_move_swept__an_oval_in_a_round_bay_turns_freely() -> None:
    """An oval of half axes 2 and 1 in a bay of radius 2: it grazes all along; of radius 2 less a hair it may not."""
    bay = minus_area(rect_area(-9, -9, 18, 18), circle_area(0, 0, 2))
    assert first_overlap(OvalBase(2, 1), turn(0, 20), bay) is None
    tight = minus_area(rect_area(-9, -9, 18, 18), circle_area(0, 0, 2 - HAIR))
    assert first_overlap(OvalBase(2, 1), turn(0, 20), tight) is not None


def test_farthest__where_corners_and_axes_point_straight() -> None:
    bar = farthest_shares(Spin(BAR, Pose(0, 0, 0, 0), 90.0))
    assert [90 * each for each in bar] == pytest.approx([CORNER, CORNER, 90 - CORNER, 90 - CORNER])
    assert [80 * each for each in farthest_shares(Spin(OvalBase(2, 1), Pose(5, 5, 0, 60), 80.0))] == pytest.approx([30])
    assert [70 * each for each in farthest_shares(Spin(OvalBase(2, 1), Pose(5, 5, 0, 60), -70.0))] == pytest.approx(
        [60]
    )
    assert farthest_shares(Spin(RoundBase(2), Pose(0, 0, 0, 0), 90.0)) == []


def any_turning(rng: random.Random) -> Base:
    kind = rng.randrange(4)
    if kind == 0:
        return OvalBase(rng.uniform(1.2, 3), rng.uniform(0.4, 1.2))
    if kind == 1:
        return rectangle_hull(rng.uniform(2, 6), rng.uniform(0.8, 2))
    return rng.choice((L_HULL, STAR_HULL, U_HULL))


def _extreme(value: Callable[[float], float], count: int = 240) -> tuple[float, float]:
    """The share from 0 to 1 at which a value is least, and the value: sampled, and narrowed round the least three."""
    best = sorted((value(k / count), k / count) for k in range(count + 1))[:3]
    found = best[0]
    for _, share in best:
        step = 1 / count
        for _ in range(4):
            low, high = max(share - step, 0.0), min(share + step, 1.0)
            step = (high - low) / 20
            least, share = min((value(low + k * step), low + k * step) for k in range(21))
            found = min(found, (least, share))
    return found[1], found[0]


@pytest.mark.parametrize("seed", range(100))
def test_artifact_recover__turns_against_dense_sampling(seed: int) -> None:
    rng = random.Random(seed)
    base = any_turning(rng)
    angle, far = rng.uniform(0, math.tau), rng.uniform(2, 5.5)
    path = turn(rng.uniform(0, 360), rng.uniform(0, 360), far * math.cos(angle), far * math.sin(angle))
    target, d = obstacle(rng, 0, 0), rng.choice((0.0, 1.0, rng.uniform(0, 2)))
    moves = [each for each in motions(path) if each.turn]
    if not moves:
        return
    (motion,) = moves

    def apart(share: float) -> float:
        return gap_to(base.at(motion.at(share)), target).high

    found = first_within(base, path, target, d)
    _, least = _extreme(apart)
    if found is None:
        assert least > d
        return
    share = motion.share_of(0.0, found.turned)
    assert apart(share) <= d + 1.5e-7
    if share > 0:
        assert _extreme(lambda part: apart(part * share * (1 - 1e-9)), 100)[1] >= d - 2e-8


@pytest.mark.parametrize("seed", range(60))
def test_move_swept__turns_against_dense_sampling(seed: int) -> None:
    rng = random.Random(1000 + seed)
    base = any_turning(rng)
    angle, far = rng.uniform(0, math.tau), rng.uniform(2, 5.5)
    path = turn(rng.uniform(0, 360), rng.uniform(0, 360), far * math.cos(angle), far * math.sin(angle))
    target, allowed = obstacle(rng, 0, 0), rng.choice((0.0, CONTACT))
    moves = [each for each in motions(path) if each.turn]
    if not moves:
        return
    (motion,) = moves

    def shallow(share: float) -> float:
        return -depth_in(base.at(motion.at(share)), target)

    found = first_overlap(base, path, target, allowed)
    if found is None:
        assert -_extreme(shallow)[1] <= allowed + 1.1e-7
        return
    share = motion.share_of(0.0, found.turned)
    assert share == 0 or -shallow(share) <= allowed + 1e-6
    if share > 0:
        assert -_extreme(lambda part: shallow(part * share), 60)[1] <= allowed + 3e-7
    soon = [-shallow(min(share + 10.0**-k, 1.0)) for k in range(1, 8)]
    assert max(soon) > allowed
    pose = deepest_on(base, path, target, found, 3.0)
    assert depth_in(base.at(pose), target) > allowed


@pytest.mark.parametrize("seed", range(60))
def test_move_swept__slides_through_composite_areas_against_dense_sampling(seed: int) -> None:
    rng = random.Random(2000 + seed)
    base = rng.choice((any_turning(rng), HullBase(((-0.2, -2.0), (3.0, 0.0), (-0.2, 2.0)))))
    facing, angle = rng.uniform(0, 360), rng.uniform(0, math.tau)
    aside = rng.uniform(-3.5, 3.5)
    ux, uy = math.cos(angle), math.sin(angle)
    start = (-7 * ux - aside * uy, -7 * uy + aside * ux)
    path = [Pose(*start, 0, facing), Pose(start[0] + 14 * ux, start[1] + 14 * uy, 0, facing)]
    target, allowed = composite_area(rng, 0, 0, 0.6), rng.choice((0.0, CONTACT))
    motion = next(motions(path))

    def shallow(share: float) -> float:
        return -depth_in(base.at(motion.at(share)), target)

    found = first_overlap(base, path, target, allowed)
    if found is None:
        assert -_extreme(shallow, 400)[1] <= allowed + 1.1e-7
        return
    share = found.fraction
    assert share == 0 or -shallow(share) <= allowed + 1e-6
    assert -_extreme(lambda part: shallow(part * share), 120)[1] <= allowed + 3e-7
    assert max(-shallow(min(share + 10.0**-k, 1.0)) for k in range(1, 8)) > allowed


def test_move_swept__a_sharp_corner_through_a_slot() -> None:
    """A spike slides by a post whose flat top it enters by 0.02 in between two places where it does not touch it."""
    spike = HullBase(((-0.2, 1.0), (0.0, -2.0), (0.2, 1.0)))
    post = union_area([rect_area(4.97, -5, 0.06, 3.02), rect_area(30, 30, 1, 1)])
    path = [Pose(0, 0, 0, 0), Pose(10, 0, 0, 0)]
    assert first_overlap(spike, path, post, CONTACT) is not None
    low = union_area([rect_area(4.97, -5, 0.06, 3.0), rect_area(30, 30, 1, 1)])
    assert first_overlap(spike, path, low) is None
    assert first_overlap(spike, path, union_area([rect_area(4.97, -5, 0.06, 3 + HAIR), low])) is not None
