"""Line of sight between footprints: keyholes and grazes worked out by hand, and random scenes against sampling."""

from __future__ import annotations

import math
from random import Random

import pytest
import shapely
from footprints import any_base, anywhere, convex_base, drawn, moved

from battlefield.geometry.areas import (
    Area,
    PolygonArea,
    circle_area,
    line_area,
    minus_area,
    polygon_area,
    rect_area,
    to_shapely,
    union_area,
)
from battlefield.geometry.look import GRAZE
from battlefield.geometry.measure import CONTACT, gap
from battlefield.geometry.shapes import Disc, Oval, OvalBase, Point, Polygon, Pose, Shape, hull, polygon, rectangle_hull
from battlefield.geometry.sight import Blocker, Sight, shading, sight
from tools.sight import scene, wrong

A, B = Disc(0, 0, 1), Disc(20, 0, 1)
Blockers = list[tuple[str, Blocker]]
"""Worked out for A and B, a foot across and twenty inches apart unless said otherwise."""


def sees(blockers: Blockers, a: Blocker = A, b: Blocker = B) -> Sight:
    """What is seen, the same from both sides, along a line that runs from the one to the other."""
    found = sight(a, b, blockers)
    assert sight(b, a, blockers) == found.turned_round()
    assert (found.line is None) != found.clear
    assert bool(found.blockers) != found.clear
    return found


# --- one blocker ---


def test_sight__the_open_table() -> None:
    found = sees([])
    assert found == Sight(True, ((1.0, 0.0), (19.0, 0.0)), (), 2.0)


@pytest.mark.parametrize(("top", "clear"), [(0.99, True), (1 - 1e-6, True), (1.0, False), (1.5, False)])
def test_sight__over_the_end_of_a_wall(top: float, clear: bool) -> None:
    """Lines reach from -1 to 1 where the wall stands, the steepest of them no higher than the rim."""
    found = sees([("Wall", rect_area(9.5, -5, 1, 5 + top))])
    assert found.clear == clear
    assert found.blockers == (() if clear else ("Wall",))


@pytest.mark.parametrize(("radius", "clear"), [(1 - 1e-6, True), (1.0, False), (1 + 1e-6, False)])
def test_sight__past_a_tower_as_wide_as_the_bases(radius: float, clear: bool) -> None:
    assert sees([("Tower", Disc(10, 0, radius))]).clear == clear


def test_sight__what_stands_behind_either_is_in_nobodys_way() -> None:
    behind: Blockers = [("W", rect_area(-4, -5, 2, 10)), ("E", rect_area(22, -5, 2, 10)), ("Far", Disc(10, 9, 7.9))]
    assert sees(behind).room == 2.0


# --- keyholes ---


@pytest.mark.parametrize(
    ("width", "clear"), [(0.0, False), (0.9e-7, False), (1.1e-7, True), (1e-6, True), (0.01, True)]
)
def test_sight__a_slit_between_two_walls(width: float, clear: bool) -> None:
    walls: Blockers = [("South", rect_area(9, -9, 2, 9.2)), ("North", rect_area(9, 0.2 + width, 2, 9))]
    found = sees(walls)
    assert found.clear == clear
    assert found.blockers == (() if clear else ("South", "North"))
    assert found.room == pytest.approx(width if clear else 0.0, abs=1e-12)


@pytest.mark.parametrize(("width", "clear"), [(0.0, False), (1e-6, True)])
def test_sight__a_slit_between_two_round_towers(width: float, clear: bool) -> None:
    towers: Blockers = [("South", Disc(10, -3, 3)), ("North", circle_area(10, 3 + width, 3))]
    found = sees(towers)
    assert found.clear == clear
    if found.line is not None:
        assert found.room == pytest.approx(width, rel=1e-6)
        assert [y for _, y in found.line] == pytest.approx([width / 2] * 2, abs=1e-6)


@pytest.mark.parametrize(("width", "clear"), [(0.0, False), (1e-6, True)])
def test_sight__a_slit_between_two_ovals(width: float, clear: bool) -> None:
    """Two ovals turned alike touch at their centre of symmetry when they are as far apart as one is high."""
    south = OvalBase(4, 1.5).at(Pose(0, 0, 0, 30))
    high = math.hypot(4 * math.sin(math.radians(30)), 1.5 * math.cos(math.radians(30)))
    shift = (16 - 2.25) * math.sin(math.radians(30)) * math.cos(math.radians(30)) / high
    pair = [
        OvalBase(4, 1.5).at(Pose(10 - shift, -high, 0, 30)),
        OvalBase(4, 1.5).at(Pose(10 + shift, high + width, 0, 30)),
    ]
    assert gap(pair[0], pair[1]).value == pytest.approx(width, abs=1e-9)
    assert gap(south, Disc(0, high + 1, 1)).value > 0
    assert sees([("South", pair[0]), ("North", pair[1])]).clear == clear


@pytest.mark.parametrize(("over", "clear"), [(-1e-5, True), (1e-5, False)])
def test_sight__past_two_walls_only_the_steepest_line(over: float, clear: bool) -> None:
    """Below (8, -h) and above (12, h): a slope of h / 2 at least. At most it is the inner tangent's, 0.1 its sine."""
    h = 2 * 0.1 / math.sqrt(1 - 0.1**2) + over
    walls: Blockers = [("First", rect_area(7, -h, 1, 30)), ("Second", rect_area(12, h - 30, 1, 30))]
    found = sees(walls)
    assert found.clear == clear
    assert found.blockers == (() if clear else ("First", "Second"))


def test_sight__a_seam_is_no_slit_whatever_it_is_made_of() -> None:
    bent = line_area([(10, -5), (10.5, 0.1), (9.5, 0.3), (10, 5)], 0.25)
    assert not sees([("Bent", bent)]).clear
    seam = union_area(
        [polygon_area([(9, -5), (11, -5), (11, 0.4), (9, -0.4)]), polygon_area([(9, -0.4), (11, 0.4), (9, 5)])]
    )
    assert not sees([("Seam", seam)]).clear
    hulls: Blockers = [("L", polygon(((9, -4), (11, -4), (11, 0), (10, 0), (10, 4), (9, 4))))]
    assert sees(hulls).blockers == ("L",)


def test_sight__corner_to_corner_only_grazes() -> None:
    """Two squares that share one corner: a line through it runs along neither."""
    squares: Blockers = [("South", rect_area(8, -6, 2, 6)), ("North", rect_area(10, 0, 2, 6))]
    assert sees(squares).blockers == ("South", "North")


# --- areas ---


def test_sight__out_of_a_round_bite() -> None:
    """It fits the bite exactly and looks out of its mouth; from the other side all is wood."""
    wood = minus_area(circle_area(0, 0, 5), union_area([circle_area(0, 0, 1), rect_area(0, -0.5, 6, 1)]))
    found = sees([("Wood", wood)])
    assert found.clear
    assert found.room == pytest.approx(1.0, abs=1e-6)
    assert sees([("Wood", wood)], b=Disc(-20, 0, 1)).blockers == ("Wood",)


def test_sight__within_a_ring_and_out_of_it() -> None:
    ring = minus_area(circle_area(0, 0, 6), circle_area(0, 0, 5))
    assert sees([("Ring", ring)], Disc(-4, 0, 1), Disc(4, 0, 1)).room == 2.0
    assert sees([("Ring", ring)], Disc(-4, 0, 1), Disc(9, 0, 1)).blockers == ("Ring",)
    court = polygon_area([(-6, -6), (6, -6), (6, 6), (-6, 6)], [[(-5, -5), (5, -5), (5, 5), (-5, 5)]])
    assert sees([("Court", court)], Disc(-4, 0, 1), Disc(4, 0, 1)).room == 2.0
    assert not sees([("Court", court)], Disc(-4, 0, 1), Disc(9, 0, 1)).clear


@pytest.mark.parametrize("shape", [Disc(0, 0, 1), OvalBase(1, 0.8).at(Pose(0, 0)), rectangle_hull(2, 2).at(Pose(0, 0))])
@pytest.mark.parametrize("wood", [rect_area(-3, -3, 6, 3.5), polygon_area([(-3, -3), (3, -3), (3, 0.5), (-3, 0.5)])])
def test_sight__half_in_a_wood_one_sees_with_the_other_half(shape: Shape, wood: Area) -> None:
    assert sees([("Wood", wood)], shape).clear
    assert sees([("Wood", rect_area(-3, -3, 6, 6))], shape).blockers == ("Wood",)


def test_sight__a_gateway_is_seen_in_its_wall() -> None:
    gate = line_area([(10, -1), (10, 1)], 0.25)
    wall: Blockers = [("South", line_area([(10, -8), (10, -1)], 0.25)), ("North", line_area([(10, 1), (10, 8)], 0.25))]
    assert sees(wall, b=gate).clear
    assert sees([*wall, ("Screen", rect_area(5, -8, 0.5, 16))], b=gate).blockers == ("Screen",)
    ring = minus_area(circle_area(20, 0, 3), circle_area(20, 0, 2))
    assert sees(wall, b=ring).clear
    with pytest.raises(ValueError, match="nothing is left"):
        sight(A, minus_area(circle_area(20, 0, 1), circle_area(20, 0, 2)), wall)
    with pytest.raises(ValueError, match="must be a footprint"):
        sight(gate, ring, wall)


# --- footprints ---


def test_sight__those_that_touch_see_one_another_even_in_a_wood() -> None:
    wood: Blockers = [("Wood", rect_area(-9, -9, 30, 18))]
    assert sees(wood, b=Disc(2 + CONTACT, 0, 1)).clear
    assert sees(wood, b=Disc(2, 0, 1)).line == ((1.0, 0.0), (1.0, 0.0))
    assert not sees(wood, b=Disc(2.02, 0, 1)).clear


def test_sight__an_arm_of_a_hull_sees_round_a_wall() -> None:
    fork = hull(
        ((-1.5, -1.5), (2.0, -1.5), (2.0, -0.8), (-0.5, -0.8), (-0.5, 0.8), (2.0, 0.8), (2.0, 1.5), (-1.5, 1.5))
    )
    wall: Blockers = [("Wall", rect_area(9.5, -9, 1, 10.4))]
    found = sees(wall, fork.at(Pose(0, 0)), Disc(20, 0, 2))
    assert found.line is not None
    (x, y), _ = found.line
    assert x == pytest.approx(2.0)
    assert 1.2 < y < 1.5
    assert not sees([("Wall", rect_area(9.5, -9, 1, 10.6))], fork.at(Pose(0, 0)), Disc(20, 0, 1)).clear


def test_sight__a_hull_does_not_hide_what_its_own_arms_hold() -> None:
    """A line leaves the hull between its arms: the notch is no part of it, and what stands there is in the way."""
    fork = hull(
        ((-1.5, -1.5), (2.0, -1.5), (2.0, -0.8), (-0.5, -0.8), (-0.5, 0.8), (2.0, 0.8), (2.0, 1.5), (-1.5, 1.5))
    )
    plug: Blockers = [("Plug", Disc(1, 0, 0.7))]
    line = sees(plug, fork.at(Pose(0, 0))).line
    assert line is not None
    assert abs(line[0][1]) > 0.8


def test_shading__what_some_line_runs_into() -> None:
    posts: Blockers = [("Far", Disc(10, 3, 1.9)), ("Touching", Disc(10, 3, 2.0)), ("In it", Disc(10, 3, 2.0 + 1e-6))]
    assert shading(A, B, posts) == ("In it",)
    assert shading(A, B, [("Behind", rect_area(21, -9, 3, 18)), ("Under", rect_area(-3, 0.9, 3, 3))]) == ("Under",)


# --- random scenes ---


def quick_scene(rng: Random) -> tuple[Shape, Shape, Blockers]:
    """Two convex footprints and one to three blockers between them."""
    a, b = convex_base(rng).at(anywhere(rng, 3, 8)), convex_base(rng).at(anywhere(rng, 3, 8)._replace(x=12.0))
    blockers: Blockers = []
    for name in "WXYZ"[: rng.randrange(1, 4)]:
        x, y = rng.uniform(5, 9), rng.uniform(0, 8)
        wall = rect_area(x, y - 3, 0.5, rng.uniform(3, 6), rng.uniform(0, 180))
        blockers.append((name, wall if rng.random() < 0.5 else convex_base(rng).at(Pose(x, y, 0, rng.uniform(0, 360)))))
    return a, b, blockers


def turned(blocker: Blocker, shift: Point, degrees: float, mirror: bool) -> Blocker:
    if not isinstance(blocker, PolygonArea):
        assert isinstance(blocker, Disc | Oval | Polygon)
        return moved(blocker, *shift, degrees, mirror)
    ring = moved(polygon(blocker.ring), *shift, degrees, mirror)
    assert isinstance(ring, Polygon)
    return polygon_area(ring.ring)


@pytest.mark.parametrize("part", range(5))
def test_sight__symmetric_and_the_same_wherever_the_table_stands(part: int) -> None:
    rng, blocked = Random(part), 0
    for _ in range(1000):
        a, b, blockers = quick_scene(rng)
        found = sight(a, b, blockers)
        assert sight(b, a, blockers) == found.turned_round()
        blocked += not found.clear
        if rng.random() < 0.1 and not GRAZE / 10 < found.room < 10 * GRAZE:
            shift, degrees, mirror = (rng.uniform(-9, 9), rng.uniform(-9, 9)), rng.uniform(0, 360), rng.random() < 0.5
            there = [(name, turned(blocker, shift, degrees, mirror)) for name, blocker in blockers]
            ends = [moved(shape, *shift, degrees, mirror) for shape in (a, b)]
            again = sight(ends[0], ends[1], there)
            assert again.clear == found.clear
    assert 50 < blocked < 950


@pytest.mark.parametrize("part", range(4))
def test_sight__no_sampled_line_passes_what_is_blocked_and_every_line_given_is_clear(part: int) -> None:
    assert [fault for seed in range(60 * part, 60 * part + 60) if (fault := wrong(seed)) is not None] == []


def test_shading__agrees_with_the_hull_of_both_footprints() -> None:
    rng = Random(3)
    for _ in range(150):
        a, b, blockers = quick_scene(rng)
        if gap(a, b).value <= CONTACT:
            continue
        between = shapely.union(*(shapely.Polygon(drawn(shape, 256)) for shape in (a, b))).convex_hull
        shaded = shading(a, b, blockers)
        for name, blocker in blockers:
            if isinstance(blocker, Disc | Oval | Polygon):
                lies = shapely.Polygon(drawn(blocker, 256))
            else:
                lies = to_shapely(blocker)
            common = lies.intersection(between).area
            if common > 1e-2 or common == 0.0:
                assert (name in shaded) == (common > 0)


def test_sight__random_bases_of_any_kind_in_the_open_see_one_another() -> None:
    rng = Random(9)
    for _ in range(200):
        a, b = any_base(rng).at(anywhere(rng)), any_base(rng).at(anywhere(rng))
        assert sees([], a, b).clear
    assert scene(4) == scene(4)
