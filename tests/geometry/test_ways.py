"""The shortest way of a disc: worked by hand, bracketed by polygons drawn inside and outside, never refused."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import shapely
from footprints import moved

from battlefield.geometry.areas import area_gap, circle_area, minus_area, polygon_area, rect_area
from battlefield.geometry.curves import Arc, Segment
from battlefield.geometry.measure import CONTACT, TOLERANCE, gap
from battlefield.geometry.parallels import Parallel, meets_line, support_of
from battlefield.geometry.shapes import (
    MM_PER_INCH,
    Disc,
    OvalBase,
    Point,
    Pose,
    RoundBase,
    Shape,
    rectangle_hull,
)
from battlefield.geometry.sweep import first_overlap, first_within
from battlefield.geometry.ways import (
    Barrier,
    Bend,
    DiscMover,
    Goal,
    Way,
    WayFinder,
    first_blocker,
    length_of,
    mover_of,
    place_at,
    reach_area,
    shortest_way,
    shortest_way_of,
)
from tools.ways import Board, board, facing_board, faults, main, mixed_board, open_board, wrong

R32 = 16 / MM_PER_INCH
WIDE, HIGH = 44.0, 60.0


def disc(x: float, y: float, mm: float = 32) -> Disc:
    return Disc(x, y, mm / 2 / MM_PER_INCH)


def charge(start: Point, target: Shape, *barriers: Barrier, radius: float = R32, d: float = 1.0, **more: Any) -> Way:
    way = shortest_way(start, radius, Goal((target,), d), (*barriers, Barrier("target", target)), WIDE, HIGH, **more)
    assert way is not None
    assert way.length == pytest.approx(sum(length_of(piece) for piece in way.pieces), abs=1e-9)
    return way


# --- worked by hand ------------------------------------------------------------------------------------------------


def test_move_charge_distance__straight_where_nothing_is_in_the_way() -> None:
    way = charge((10, 10), disc(20, 10))
    assert way.length == pytest.approx(10 - 2 * R32 - 1, abs=1e-12)
    assert way.end == pytest.approx((20 - 2 * R32 - 1, 10))
    assert way.through == ()


def test_move_charge_distance__round_the_end_of_a_wall() -> None:
    wall = rect_area(14, 0, 1, 12)
    way = charge((10, 10), disc(20, 10), Barrier("wall", wall))
    assert way.length == pytest.approx(9.210530, abs=1e-6)
    # tangent, arc, the wall's end, arc, straight at the enemy's centre
    first, last = math.hypot(4, 2), math.hypot(5, 2)
    straight = math.sqrt(first**2 - R32**2) + 1 + math.sqrt(last**2 - R32**2) - 2 * R32 - 1
    turned = math.pi + math.atan2(2, 4) - math.acos(R32 / first) + math.atan2(2, 5) - math.acos(R32 / last)
    assert way.length == pytest.approx(straight + R32 * turned, abs=1e-10)
    assert way.through == ("wall",)
    assert first_blocker((10, 10), R32, Goal((disc(20, 10),), 1.0), [Barrier("wall", wall)], WIDE, HIGH) == "wall"


def test_move_charge_distance__round_one_disc() -> None:
    reach = 2 + R32
    tree = circle_area(20, 20, 2)
    way = shortest_way((14, 20), R32, Goal.point((26, 20)), [Barrier("tree", tree)], WIDE, HIGH)
    assert way is not None
    turned = math.pi - 2 * math.acos(reach / 6)
    assert way.length == pytest.approx(2 * math.sqrt(36 - reach * reach) + reach * turned, abs=1e-10)
    assert way.through == ("tree",)
    assert way.end == pytest.approx((26, 20))


@pytest.mark.parametrize(("mm", "passes"), [(25, True), (40, False)])
def test_move_charge__between_two_engagement_ranges(mm: float, passes: bool) -> None:
    radius = mm / 2 / MM_PER_INCH
    apart = 2 * (1 + R32) + 30 / MM_PER_INCH  # 30 mm are left between the ranges
    gate = [
        Barrier("left", disc(20 - apart / 2, 20), 1.0, open_=True),
        Barrier("right", disc(20 + apart / 2, 20), 1.0, open_=True),
    ]
    way = shortest_way((20, 10), radius, Goal.point((20, 30)), gate, WIDE, HIGH)
    assert way is not None
    assert (way.length == pytest.approx(20, abs=1e-12)) == passes
    if not passes:
        reach = 1 + R32 + radius
        out, off = math.hypot(10, apart / 2), math.atan2(apart / 2, 10)
        turned = 2 * (math.pi / 2 - (math.pi / 2 - off) - off) + math.pi - 2 * math.acos(reach / out) - 2 * off
        assert turned > 0
        assert way.length > 20.5


def test_move_charge__a_gap_just_as_wide_as_the_base_lets_it_through() -> None:
    for short, passes in ((0.0, True), (1e-6, False)):
        walls = [
            Barrier("a", rect_area(0, 20, 20 - R32, 2)),
            Barrier("b", rect_area(20 + R32 - short, 20, 24 - R32 + short, 2)),
        ]
        way = shortest_way((20, 10), R32, Goal.point((20, 30)), walls, WIDE, HIGH)
        assert (way is not None) == passes
        if way:
            assert way.length == pytest.approx(20, abs=1e-9)


def test_move_charge_distance__nothing_to_go_when_already_there() -> None:
    way = charge((20, 10 + 2 * R32 + 0.9), disc(20, 10))
    assert way == Way(0.0, (), (20, 10 + 2 * R32 + 0.9), (), 0.0, "disc")
    assert charge((20, 10 + 2 * R32 + 1), disc(20, 10)).length == 0


def test_move_charge_distance__no_way_where_all_is_blocked() -> None:
    ring = minus_area(circle_area(20, 20, 6), circle_area(20, 20, 5))
    goal, barriers = Goal((disc(20, 20),), 1.0), [Barrier("ring", ring), Barrier("target", disc(20, 20))]
    assert shortest_way((5, 5), R32, goal, barriers, WIDE, HIGH) is None
    assert first_blocker((5, 5), R32, goal, barriers, WIDE, HIGH) == "ring"
    assert shortest_way((5, 5), R32, goal, barriers[1:], WIDE, HIGH) is not None
    inside = shortest_way((20, 23.5), R32, goal, barriers, WIDE, HIGH)
    assert inside is not None
    assert inside.length == pytest.approx(2.5 - 2 * R32)


def test_move_charge_distance__the_edge_of_the_battlefield_blocks() -> None:
    wall = Barrier("wall", rect_area(20, 1, 1, 59))  # leaves one inch at the edge
    goal = Goal.point((30, 5))
    assert shortest_way((10, 5), R32, goal, [wall], WIDE, HIGH) is None
    assert shortest_way((10, 5), 0.5, goal, [wall], WIDE, HIGH) is not None
    assert shortest_way((0.5, 5), R32, goal, [], WIDE, HIGH) is None
    assert first_blocker((0.5, 5), R32, goal, [], WIDE, HIGH) == ""


def test_move_charge_distance__most_bounds_the_way() -> None:
    wall = Barrier("wall", rect_area(14, 0, 1, 12))
    length = charge((10, 10), disc(20, 10), wall).length
    assert charge((10, 10), disc(20, 10), wall, most=length).length == length
    goal = Goal((disc(20, 10),), 1.0)
    assert shortest_way((10, 10), R32, goal, [wall], WIDE, HIGH, most=length - 1e-6) is None


def test_artifact_claim__ends_on_no_friend() -> None:
    """A friend stands where the straight way ends: it may be passed, not ended on, so the end is beside it or past."""
    token, friend = disc(20, 10, 40), disc(17, 10)
    free = shortest_way((10, 10), R32, Goal((token,), 1.0), [], WIDE, HIGH)
    way = shortest_way((10, 10), R32, Goal((token,), 1.0, (Barrier("friend", friend),)), [], WIDE, HIGH)
    assert free is not None
    assert way is not None
    assert way.length > free.length + 1e-3
    assert math.dist(way.end, (17, 10)) == pytest.approx(2 * R32)
    assert gap(Disc(*way.end, R32), token).value == pytest.approx(1)
    reach = token.radius + R32 + 1
    rim = [(20 + reach * math.cos(k / 1000), 10 + reach * math.sin(k / 1000)) for k in range(6283)]
    best = min(math.dist((10, 10), at) for at in rim if math.dist(at, (17, 10)) >= 2 * R32)
    assert way.length == pytest.approx(best, abs=5e-3)
    assert way.length <= best + 1e-9


def test_move_swept__a_start_in_contact_may_be_left_and_a_deeper_one_not() -> None:
    wall, goal = Barrier("wall", rect_area(14, 5, 1, 7)), Goal.point((20, 9))
    for deep, leaves in ((0.0, True), (CONTACT / 2, True), (CONTACT, True), (2 * CONTACT, False)):
        start = (14 - R32 + deep, 9.0)
        way = shortest_way(start, R32, goal, [wall], WIDE, HIGH)
        assert (way is not None) == leaves
        if not leaves:
            assert first_blocker(start, R32, goal, [wall], WIDE, HIGH) == "wall"
    near = [Barrier("enemy", disc(10, 10), 1.0, open_=True)]
    for more, leaves in ((0.0, False), (TOLERANCE / 2, False), (1.5 * TOLERANCE, True), (1e-3, True)):
        start = (10 - 1 - 2 * R32 - more, 10)
        assert (shortest_way(start, R32, goal, near, WIDE, HIGH) is not None) == leaves
    assert first_blocker((9, 10), R32, goal, near, WIDE, HIGH) == "enemy"


def test_a_way_out_of_a_cut_out_disc_and_round_its_lip() -> None:
    cup = minus_area(circle_area(20, 20, 5), circle_area(20, 22, 4.5))
    way = shortest_way((20, 19), 0.5, Goal.point((20, 10)), [Barrier("cup", cup)], WIDE, HIGH)
    assert way is not None
    assert any(isinstance(piece, Arc) and piece.radius == pytest.approx(5.5) for piece in way.pieces)
    assert any(isinstance(piece, Arc) and piece.radius == pytest.approx(0.5) for piece in way.pieces)


# --- not round, several groups, ends that are not free ---------------------------------------------------------------


def test_artifact_claim__a_bend_inside_a_friend_ends_straight_out_of_it() -> None:
    """The wall ends inside the ring where a friend lets nobody end: out of that ring on its nearest side."""
    wall, friend, target = rect_area(14, 0, 1, 12), disc(12.95, 11.45, 60), rect_area(14.53, 13, 9, 9)
    goal = Goal((target,), 0.2, (Barrier("friend", friend),))
    way = shortest_way((12, 5), R32, goal, [Barrier("wall", wall)], WIDE, HIGH)
    assert way is not None
    ring = friend.radius + R32
    assert math.dist(way.end, (friend.x, friend.y)) == pytest.approx(ring)
    assert area_gap(Disc(*way.end, R32), target).value < 0.19
    (px, py), (qx, qy) = place_at(way.pieces[-1], 0), way.end
    assert (qx - px) * (qy - friend.y) == pytest.approx((qy - py) * (qx - friend.x))  # away from the friend's centre
    finder = WayFinder(DiscMover(R32), [Barrier("wall", wall)], WIDE, HIGH)
    places = [(friend.x + ring * math.cos(k / 300), friend.y + ring * math.sin(k / 300)) for k in range(1885)]
    found = [
        each.length
        for at in places
        if area_gap(Disc(*at, R32), target).value <= 0.2 and (each := finder.shortest((12, 5), Goal.point(at)))
    ]
    assert way.length <= min(found) + 1e-9
    assert way.length == pytest.approx(min(found), abs=1e-3)


def test_move_charge__within_range_of_two_at_once() -> None:
    one, two = disc(20, 10), disc(20, 14.2)
    goal = Goal((one,), 1.0, also=(((two,), 1.0),))
    way = shortest_way((10, 10), R32, goal, [Barrier("one", one), Barrier("two", two)], WIDE, HIGH)
    assert way is not None
    reach = 2 * R32 + 1
    end = (20 - math.sqrt(reach**2 - 2.1**2), 12.1)
    assert way.end == pytest.approx(end)
    assert way.length == pytest.approx(math.dist((10, 10), end))
    apart = Goal((one,), 1.0, also=(((disc(20, 10 + 2 * reach + 0.01),), 1.0),))
    assert shortest_way((10, 10), R32, apart, [], WIDE, HIGH) is None


def test_move_length__a_hull_keeps_its_facing_or_moves_as_the_disc_about_it() -> None:
    base, target = rectangle_hull(3, 1), disc(20, 10)
    walls = [Barrier("low", rect_area(8, 0, 2, 9.4)), Barrier("high", rect_area(8, 10.6, 2, 40))]
    fixed = shortest_way_of(base, Pose(4, 10), Goal((target,), 1.0), walls, WIDE, HIGH)
    assert fixed is not None
    assert (fixed.kind, fixed.length) == ("fixed facing", pytest.approx(16 - 1.5 - R32 - 1))
    assert shortest_way_of(base, Pose(4, 10, 0, 90), Goal((target,), 1.0), walls[:1], WIDE, HIGH, most=20) is not None
    assert shortest_way_of(base, Pose(4, 10), Goal((target,), 1.0), walls, WIDE, HIGH, most=20, turning=True) is None
    free = shortest_way_of(base, Pose(4, 10), Goal((target,), 1.0), [], WIDE, HIGH, turning=True)
    assert free is not None
    assert (free.kind, free.length) == ("circumscribed disc", pytest.approx(16 - math.hypot(1.5, 0.5) - R32 - 1))


def test_move_length__a_square_round_a_square_by_hand() -> None:
    """Corner to corner: the square block grows to one of side 4 about (20, 20)."""
    base, block = rectangle_hull(2, 2), polygon_area([(19, 19), (21, 19), (21, 21), (19, 21)])
    way = shortest_way_of(base, Pose(14, 20), Goal.point((26, 20)), [Barrier("block", block)], WIDE, HIGH)
    assert way is not None
    assert way.length == pytest.approx(2 * math.hypot(4, 2) + 4, abs=1e-12)
    assert way.error == pytest.approx(1e-9)
    assert [piece for piece in way.pieces if not isinstance(piece, Segment)] == []
    assert [(round(x, 9), abs(round(y - 20, 9))) for x, y in way.corners()] == [(14, 0), (18, 2), (22, 2), (26, 0)]


def test_move_length__an_oval_round_a_disc_hugs_an_oval() -> None:
    base, tree = OvalBase(2, 1), circle_area(20, 20, 2)
    way = shortest_way_of(base, Pose(12, 20), Goal.point((28, 20)), [Barrier("tree", tree)], WIDE, HIGH)
    assert way is not None
    bends = [piece for piece in way.pieces if isinstance(piece, Bend)]
    assert [(bend.oval.a, bend.oval.b, bend.out) for bend in bends] == [(2, 1, 2)]
    touched = [gap(base.at(Pose(*place_at(bends[0], k / 20))), Disc(20, 20, 2)) for k in range(21)]
    assert [each.value for each in touched] == pytest.approx([0] * 21, abs=1e-9)
    assert way.length == pytest.approx(sum(map(length_of, way.pieces)))


@pytest.mark.parametrize("quarter", range(4))
def test_move_charge_distance__straight_at_the_end_of_an_oval(quarter: int) -> None:
    """From each side along an axis of the oval: what is left is the gap less the range."""
    dx, dy = ((-1, 0), (0, -1), (1, 0), (0, 1))[quarter]
    egg = OvalBase(2, 1).at(Pose(20, 20))
    way = charge((20 + 8 * dx, 20 + 8 * dy), egg)
    assert way.length == pytest.approx(8 - (2 if dx else 1) - R32 - 1, abs=1e-12)


@pytest.mark.parametrize("start", [-3.0, 0.1, 2.4168, 5.9])
@pytest.mark.parametrize("sweep", [-6.0, -2.14, 0.7, 5.0])
def test_move_length__a_bend_round_two_ovals_that_lie_differently_is_as_long_as_its_chords(
    start: float, sweep: float
) -> None:
    bend = Bend(OvalBase(1.5, 0.9).at(Pose(3, 2, 0, 10)), 1.0, start, sweep, OvalBase(1.2, 0.7).at(Pose(0, 0, 0, 289)))
    places = [place_at(bend, k / 4000) for k in range(4001)]
    assert length_of(bend) == pytest.approx(sum(math.dist(a, b) for a, b in pairwise(places)), rel=1e-6)


@pytest.mark.parametrize("turned", [0.0, 30.0, 90.0])
def test_move_length__an_oval_round_an_oval_touches_it_all_the_way(turned: float) -> None:
    base, tree = OvalBase(2, 1), OvalBase(1.5, 1.2).at(Pose(20, 20, 0, turned))
    way = shortest_way_of(base, Pose(12, 20, 0, 20), Goal.point((28, 20.5)), [Barrier("tree", tree)], WIDE, HIGH)
    assert way is not None
    assert way.error == pytest.approx(1e-9)
    (bend,) = [piece for piece in way.pieces if isinstance(piece, Bend)]
    touched = [gap(base.at(Pose(*place_at(bend, k / 20), 0, 20)), tree) for k in range(21)]
    assert [each.value for each in touched] == pytest.approx([0] * 21, abs=1e-9)
    steps = [place_at(bend, k / 4000) for k in range(4001)]
    assert length_of(bend) == pytest.approx(sum(math.dist(a, b) for a, b in pairwise(steps)), abs=1e-6)
    assert way.length == pytest.approx(sum(map(length_of, way.pieces)))
    straight = [piece for piece in way.pieces if isinstance(piece, Segment)]
    for leg in straight:
        path = [Pose(*place_at(leg, 0), 0, 20), Pose(*place_at(leg, 1), 0, 20)]
        assert first_overlap(base, path, tree) is None


def test_move_length__two_like_ovals_that_lie_alike_grow_to_one_by_hand() -> None:
    """Both 2 by 1 along x: the centre keeps to an oval 4 by 2, which it may touch at its top on a level course."""
    base, tree = OvalBase(2, 1), OvalBase(2, 1).at(Pose(20, 20))
    goal = Goal.point((28, 22))
    for down, straight in ((0.0, True), (1e-6, False)):
        way = shortest_way_of(base, Pose(12, 22 - down), goal, [Barrier("tree", tree)], WIDE, HIGH)
        assert way is not None
        assert (len(way.pieces) == 1) == straight
    head_on = Goal((tree,), 1.0)
    way = shortest_way_of(base, Pose(12, 20), head_on, [Barrier("tree", tree)], WIDE, HIGH)
    assert way is not None
    assert way.length == pytest.approx(8 - 4 - 1, abs=1e-12)


def test_move_length__a_hull_round_an_oval_and_an_oval_round_a_hull_are_alike() -> None:
    """What keeps the centres apart is the same seen from either side, turned half round."""
    box, egg = rectangle_hull(3, 2), OvalBase(2, 1)
    for facing in (0.0, 25.0, 70.0):
        tree = Barrier("egg", egg.at(Pose(20, 20, 0, 40)))
        one = shortest_way_of(box, Pose(12, 20, 0, facing), Goal.point((28, 21)), [tree], WIDE, HIGH)
        wall = Barrier("box", box.at(Pose(20, 20, 0, facing)))
        two = shortest_way_of(egg, Pose(28, 20, 0, 40), Goal.point((12, 19)), [wall], WIDE, HIGH)
        assert one is not None
        assert two is not None
        assert (one.error, two.error) == (pytest.approx(1e-9), pytest.approx(1e-9))
        assert one.length == pytest.approx(two.length, abs=1e-9)
        assert one.length > math.hypot(16, 1) + 0.1


def test_move_charge__a_gate_for_an_oval_is_as_wide_as_it_is() -> None:
    """Between two towers an oval that lies along its way needs its width, twice the half axis across."""
    base = OvalBase(1.5, 0.8)
    for short, passes in ((0.0, True), (1e-6, False)):
        walls = [
            Barrier("a", rect_area(0, 20, 20 - 0.8, 2)),
            Barrier("b", rect_area(20.8 - short, 20, WIDE - 20.8 + short, 2)),
        ]
        way = shortest_way_of(base, Pose(20, 10, 0, 90), Goal.point((20, 30)), walls, WIDE, HIGH)
        assert (way is not None) == passes
        broad = shortest_way_of(base, Pose(20, 10, 0, 0), Goal.point((20, 30)), walls, WIDE, HIGH)
        assert broad is None


def test_move_swept__a_hull_that_stands_against_a_wall_may_leave_it() -> None:
    base, wall = rectangle_hull(2, 2), Barrier("wall", rect_area(14, 5, 1, 7))
    for deep, leaves in ((0.0, True), (CONTACT / 2, True), (2 * CONTACT, False)):
        finder = WayFinder(mover_of(base, 0.0), [wall], WIDE, HIGH)
        way = finder.shortest((13 + deep, 9), Goal.point((20, 9)))
        assert (way is not None) == leaves
        assert finder.too_deep((13 + deep, 9)) == (None if leaves else "wall")


def test_a_mover_needs_a_size_and_a_finder_is_asked_often() -> None:
    with pytest.raises(ValueError, match="radius"):
        DiscMover(0.0)
    here = open_board(Random(5))
    finder = WayFinder(DiscMover(here.base.radius), here.barriers, here.width, here.height)  # type: ignore[union-attr]
    first = finder.shortest(here.pose.point, here.goal)
    assert first is not None
    assert finder.shortest(here.pose.point, here.goal) == first == here.way()
    back = finder.shortest(first.end, Goal.point(here.pose.point))
    assert back is not None
    assert back.length == pytest.approx(first.length, abs=1e-8)


# --- what can be reached -------------------------------------------------------------------------------------------


def test_move_normal__what_can_be_reached_on_open_ground_and_round_a_tree() -> None:
    assert reach_area((20, 20), R32, [], WIDE, HIGH, 6).area == pytest.approx(36 * math.pi, rel=1e-3)
    corner = reach_area((R32, R32), R32, [], WIDE, HIGH, 6)
    assert corner.area == pytest.approx(9 * math.pi, rel=1e-3)
    tree = reach_area((20, 20), R32, [Barrier("tree", circle_area(23, 20, 1))], WIDE, HIGH, 8)
    (hole,) = tree.interiors
    assert shapely.Polygon(hole).area == pytest.approx(math.pi * (1 + R32) ** 2, rel=1e-2)
    assert reach_area((23, 20), R32, [Barrier("tree", circle_area(23, 20, 1))], WIDE, HIGH, 8).is_empty


@pytest.mark.parametrize("seed", range(9))
def test_move_normal__a_place_is_in_the_area_if_its_way_is_short_enough(seed: int) -> None:
    chance = Random(seed)
    here = mixed_board(chance, 8, 12) if seed < 3 else facing_board(chance)
    finder = WayFinder(mover_of(here.base, here.pose.facing), here.barriers, here.width, here.height)
    area = finder.reach(here.pose.point, 9.0, 0.01)
    for _ in range(40):
        place = shapely.Point(chance.uniform(0, 13), chance.uniform(0, 13))
        if area.boundary.distance(place) > 0.012:
            way = finder.shortest(here.pose.point, Goal.point((place.x, place.y)), most=9.0)
            assert area.contains(place) == (way is not None)


# --- random boards -------------------------------------------------------------------------------------------------
# The slow way shares nothing with the kernel but outlines: everything grown to polygons, once inside and once outside
# the true curves, and taut ways from corner to corner of their union (see tools/ways.py).


@pytest.mark.parametrize("seed", range(20))
def test_the_length_lies_between_those_among_polygons_inside_and_outside(seed: int) -> None:
    here = open_board(Random(seed))
    way = here.way()
    assert wrong(here, way) is None
    if way:
        never_refused(here, way)


@pytest.mark.parametrize("seed", [seed for seed in (*range(1000, 1027), 5155) if seed % 3])
def test_the_length_lies_in_the_bracket_for_everything_else(seed: int) -> None:
    here = board(seed)
    assert wrong(here, here.way()) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_way_is_as_long_shifted_turned_and_mirrored(seed: int) -> None:
    chance = Random(seed)
    here = mixed_board(chance, 0, 14)
    way = here.way()
    quarter, mirrored, size = chance.randrange(4) * 90.0, chance.random() < 0.5, here.width
    shift = moved(Disc(size / 2, size / 2, 1), 0, 0, quarter, mirrored)

    def placed(shape: Any) -> Any:
        return moved(shape, size / 2 - shift.x, size / 2 - shift.y, quarter, mirrored)

    begin = placed(here.base.at(here.pose))
    others = tuple(Barrier(each.name, placed(each.obstacle), each.margin) for each in here.barriers)
    goal = Goal(tuple(map(placed, here.goal.targets)), here.goal.d)
    same = here._replace(pose=Pose(begin.x, begin.y), goal=goal, barriers=others).way()
    assert (way is None) == (same is None)
    if way and same:
        assert same.length == pytest.approx(way.length, abs=1e-8)


def test_a_line_that_misses_an_oval_does_not_meet_it_whichever_way_it_passes() -> None:
    for curve in (
        Parallel(OvalBase(2, 1).at(Pose(0, 0)), 0.5),
        Parallel(OvalBase(2, 1).at(Pose(0, 0)), 0.5, OvalBase(1, 0.5).at(Pose(0, 0, 0, 40))),
    ):
        high = support_of(curve, 0.0, 1.0)[1]
        for side in (high, -high):
            for ux in (1.0, -1.0):
                assert len(meets_line(curve, 0.0, side * (1 - 1e-6), ux, 0.0, 1e-9)) == 2
                assert len(meets_line(curve, 0.0, side * (1 + 1e-10), ux, 0.0, 1e-9)) == 1
                assert meets_line(curve, 0.0, side * (1 + 1e-6), ux, 0.0, 1e-9) == ()


def test_the_corners_of_a_way_keep_off_what_it_hugs() -> None:
    here = open_board(Random(18))
    way = here.way()
    assert way is not None
    for tolerance in (0.05, 1e-3):
        corners = way.corners(tolerance)
        assert (corners[0], corners[-1]) == (pytest.approx(here.pose.point), pytest.approx(way.end))
        length = sum(math.dist(one, two) for one, two in pairwise(corners))
        assert way.length - 1e-9 <= length <= way.length + 4 * tolerance * len(way.pieces)
        path = [Pose(*at) for at in corners]
        for each in here.barriers:
            if each.name in way.through:
                assert first_overlap(RoundBase(here.base.radius + each.margin), path, each.obstacle) is None  # type: ignore[union-attr]


def test_the_tool_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["1", "4"]) == 0
    assert capsys.readouterr().out.startswith("1 boards, 1 with a way, 0 wrong; no bracket wider than ")


def test_the_tool_finds_a_way_that_cuts_a_corner() -> None:
    far = (Barrier("far", rect_area(30, 30, 1, 1)),)
    here = Board(RoundBase(R32), Pose(10, 10), Goal((disc(20, 10),), 1.0), far, WIDE, HIGH)
    straight = here.way()
    blocked = here._replace(barriers=(Barrier("wall", rect_area(14, 0, 1, 12)),))
    assert wrong(here, straight) is None
    assert "is not between" in str(wrong(blocked, straight))
    assert "too near to wall" in next(faults(blocked, straight))  # type: ignore[arg-type]


def never_refused(here: Board, way: Way) -> None:
    """The sweep refuses no straight piece, and pieces join smoothly from the start to the end."""
    assert place_at(way.pieces[0], 0) == pytest.approx(here.pose.point)
    assert place_at(way.pieces[-1], 1) == pytest.approx(way.end, abs=1e-9)
    for one, two in pairwise(way.pieces):
        assert place_at(one, 1) == pytest.approx(place_at(two, 0), abs=1e-8)
        end, begin = heading(one, 1.0), heading(two, 0.0)
        assert end == pytest.approx(begin, abs=1e-5)
    for piece in way.pieces:
        if isinstance(piece, Segment):
            path = [Pose(*place_at(piece, 0)), Pose(*place_at(piece, 1))]
            for each in here.barriers:
                assert first_overlap(here.base, path, each.obstacle) is None
                assert not each.margin or first_within(here.base, path, each.obstacle, each.margin) is None


def heading(piece: Any, share: float) -> Point:
    (ax, ay), (bx, by) = place_at(piece, share - 1e-6), place_at(piece, share + 1e-6)
    size = math.dist((ax, ay), (bx, by))
    return ((bx - ax) / size, (by - ay) / size)
