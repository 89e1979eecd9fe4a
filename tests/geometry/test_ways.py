"""The shortest way of a disc: worked by hand, bracketed by polygons drawn inside and outside, never refused."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely
from footprints import any_base, moved
from ground import any_area

from battlefield.geometry.areas import Area, area_gap, circle_area, minus_area, polygon_area, rect_area, to_shapely
from battlefield.geometry.bodies import Body
from battlefield.geometry.curves import Arc, Segment
from battlefield.geometry.measure import CONTACT, TOLERANCE, gap, offset_outline
from battlefield.geometry.placement import Obstacle
from battlefield.geometry.shapes import (
    MM_PER_INCH,
    Base,
    Disc,
    Oval,
    OvalBase,
    Point,
    Polygon,
    Pose,
    RoundBase,
    Shape,
    rectangle_hull,
)
from battlefield.geometry.sweep import first_overlap, first_within
from battlefield.geometry.ways import Barrier, Goal, Way, first_blocker, length_of, place_at, shortest_way

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


# --- random boards -------------------------------------------------------------------------------------------------

Board = tuple[Point, float, Goal, list[Barrier], float]


def open_board(rng: random.Random, pieces: int = 16, enemies: int = 40) -> Board:
    """Polygons and round enemies with their Engagement Range, a round target across the board."""
    start, target = (2.0, 2.0), disc(40, 56)
    barriers: list[Barrier] = [Barrier("target", target)]
    while len(barriers) <= pieces:
        area = _polygon(rng, rng.uniform(3, 41), rng.uniform(4, 56))
        if area_gap(Disc(*start, R32), area).value > 0 and area_gap(target, area).value > 0:
            barriers.append(Barrier(f"piece {len(barriers)}", area))
    while len(barriers) <= pieces + enemies:
        enemy = disc(rng.uniform(1, 43), rng.uniform(1, 59), rng.choice((25, 28.5, 32, 40, 50, 60)))
        if gap(Disc(*start, R32), enemy).value > 1.01 and gap(enemy, target).value > 0:
            barriers.append(Barrier(f"enemy {len(barriers)}", enemy, 1.0, open_=True))
    return start, R32, Goal((target,), 1.0), barriers, WIDE


def mixed_board(rng: random.Random, pieces: int, others: int) -> Board:
    """Areas of every kind, round, oval and hull footprints with or without a margin, a target of any shape."""
    start, size = (2.0, 2.0), 32.0
    bases: list[Base] = [
        RoundBase(rng.uniform(0.5, 2)),
        OvalBase(rng.uniform(0.6, 3), rng.uniform(0.4, 2)),
        rectangle_hull(rng.uniform(1, 5), rng.uniform(1, 3)),
    ]
    target = rng.choice(bases).at(Pose(27, 27, 0, rng.uniform(0, 360)))
    barriers = [Barrier("target", target)]
    while len(barriers) <= pieces:
        area = any_area(rng, rng.uniform(1, 31), rng.uniform(1, 31), rng.uniform(0.5, 1))
        if area_gap(Disc(*start, R32), area).value > 0 and area_gap(target, area).value > 0.3:
            barriers.append(Barrier(f"piece {len(barriers)}", area))
    while len(barriers) <= pieces + others:
        shape = any_base(rng).at(Pose(rng.uniform(1, 31), rng.uniform(1, 31), 0, rng.uniform(0, 360)))
        margin = rng.choice((0.0, 0.0, 1.0))
        if gap(Disc(*start, R32), shape).value > margin + 0.01 and gap(shape, target).value > 0.2:
            barriers.append(Barrier(f"other {len(barriers)}", shape, margin))
    return start, R32, Goal((target,), 1.0), barriers, size


def _polygon(rng: random.Random, x: float, y: float) -> Area:
    if rng.random() < 0.6:
        return rect_area(x - 2, y - 1, rng.uniform(1, 6), rng.uniform(0.5, 3), rng.choice((0, 45, rng.uniform(0, 90))))
    count = rng.randrange(3, 8)
    turns = [math.tau * (i + 0.4 * rng.random()) / count for i in range(count)]
    sizes = [rng.uniform(0.8, 3) for _ in turns]
    return polygon_area([(x + a * math.cos(t), y + a * math.sin(t)) for a, t in zip(sizes, turns, strict=True)])


def found(board: Board) -> Way | None:
    start, radius, goal, barriers, width = board
    return shortest_way(start, radius, goal, barriers, width, HIGH if width == WIDE else width)


@pytest.mark.parametrize("seed", range(20))
def test_the_length_lies_between_those_among_polygons_inside_and_outside(seed: int) -> None:
    board = open_board(random.Random(seed))
    way = found(board)
    low, high = bracket(board, way)
    assert (way.length if way else math.inf) >= low - 1e-6
    assert (way.length if way else math.inf) <= high + 1e-6
    if way:
        assert high - low < 0.05 or high == math.inf
        never_refused(board, way)


@pytest.mark.parametrize("seed", range(20))
def test_the_length_lies_in_the_bracket_among_ovals_hulls_and_arcs(seed: int) -> None:
    board = mixed_board(random.Random(1000 + seed), 5, 7)
    way = found(board)
    low, high = bracket(board, way)
    assert low - 1e-6 <= (way.length if way else math.inf) <= high + 1e-6
    if way:
        never_refused(board, way)


@pytest.mark.parametrize("seed", range(8))
def test_a_way_is_as_long_shifted_turned_and_mirrored(seed: int) -> None:
    rng = random.Random(seed)
    start, radius, goal, barriers, width = mixed_board(rng, 0, 14)
    way = shortest_way(start, radius, goal, barriers, width, width)
    quarter, mirrored = rng.randrange(4) * 90.0, rng.random() < 0.5
    shift = moved(Disc(width / 2, width / 2, 1), 0, 0, quarter, mirrored)
    x, y = width / 2 - shift.x, width / 2 - shift.y

    def placed(shape: Any) -> Any:
        return moved(shape, x, y, quarter, mirrored)

    others = [Barrier(each.name, placed(each.obstacle), each.margin) for each in barriers]
    begin = placed(Disc(*start, 1))
    same = shortest_way(
        (begin.x, begin.y), radius, Goal(tuple(map(placed, goal.targets)), goal.d), others, width, width
    )
    assert (way is None) == (same is None)
    if way and same:
        assert same.length == pytest.approx(way.length, abs=1e-8)


def never_refused(board: Board, way: Way) -> None:
    """The sweep refuses no straight piece of the way, and no point along an arc is too near anything."""
    start, radius, goal, barriers, width = board
    base = RoundBase(radius)
    assert place_at(way.pieces[0], 0) == pytest.approx(start)
    assert way.end == pytest.approx(place_at(way.pieces[-1], 1), abs=1e-9)
    for one, two in pairwise(way.pieces):
        assert place_at(one, 1) == pytest.approx(place_at(two, 0), abs=1e-8)
    bodies = [(Body(each.obstacle), each) for each in barriers]
    for piece in way.pieces:
        if isinstance(piece, Segment):
            path = [Pose(*place_at(piece, 0)), Pose(*place_at(piece, 1))]
            for each in barriers:
                assert first_overlap(base, path, each.obstacle) is None
                if each.margin:
                    kept = each.margin if each.open_ else each.margin - 2 * TOLERANCE
                    assert first_within(base, path, each.obstacle, kept) is None
        else:
            for k in range(33):
                x, y = place_at(piece, k / 32)
                assert radius - 1e-8 <= min(x, y) and max(x - width, y - HIGH) <= -radius + 1e-8  # noqa: PT018
                for body, each in bodies:
                    assert body.signed(x, y) >= radius + each.margin - 1e-8
    assert min(gap(base.at(Pose(*way.end)), target).value for target in goal.targets) == pytest.approx(goal.d, abs=1e-8)  # type: ignore[arg-type]


# --- the slow way --------------------------------------------------------------------------------------------------
# Everything grown by `buffer` to polygons, once inside and once outside the true curves; taut ways from corner to
# corner of their union, each tested with shapely. It shares nothing with the kernel but outlines.

FINE = math.cos(math.pi / 64)


def bracket(board: Board, way: Way | None) -> tuple[float, float]:
    """Lengths among obstacles drawn too small, with a goal too large, and the other way round; 16 chords a quarter."""
    start, radius, goal, barriers, width = board
    room = shapely.box(radius, radius, width - radius, (HIGH if width == WIDE else width) - radius)
    most = way.length * 1.02 + 1 if way else 2 * width + HIGH
    small = [drawn(each.obstacle).buffer(radius + each.margin - 1e-3, quad_segs=16) for each in barriers]
    large = [drawn(each.obstacle).buffer((radius + each.margin + 1e-3) / FINE, quad_segs=16) for each in barriers]
    (target,) = goal.targets
    near = drawn(target).buffer((goal.d + radius) / FINE + 1e-3, quad_segs=16)
    far = drawn(target).buffer(goal.d + radius - 1e-3, quad_segs=64)
    return taut(start, small, near, room, most), taut(start, large, far, room, most)


def drawn(obstacle: Obstacle) -> Any:
    if isinstance(obstacle, Polygon):
        return shapely.Polygon(obstacle.ring)
    if isinstance(obstacle, Disc | Oval):
        return shapely.Polygon(offset_outline(obstacle, 0.0, 5e-4))
    return to_shapely(obstacle, 5e-4)


def taut(start: Point, grown: Sequence[Any], goal: Any, room: Any, most: float) -> float:
    """The length of the shortest taut way from a point to a convex polygon; infinite when none is within `most`."""
    union = shapely.unary_union(grown)
    hard = union.buffer(-1e-8)
    shapely.prepare(hard)
    at, before, after = corners_of(union)
    x0, y0, x1, y1 = room.bounds
    left = shapely.distance(shapely.points(at), goal)
    keep = (np.minimum(at - (x0, y0), (x1, y1) - at).min(axis=1) >= -1e-9) & (np.hypot(*(at - start).T) + left <= most)
    at, before, after, left = at[keep], before[keep], after[keep], left[keep]
    ends = [*crossings(goal.boundary, union.boundary), *crossings(goal.boundary, room.boundary)]
    heap: list[tuple[float, int, float, int, Point, Point]] = [(0.0, 0, 0.0, -1, start, start)]
    count, done = 0, set()
    while heap:
        bound, _, gone, index, came, here = heapq.heappop(heap)
        if bound > most:
            break
        if index in done or (came != here and hard.intersects(shapely.LineString([came, here]))):
            continue
        if index == -2:
            return gone
        done.add(index)
        leaves = aside(here, at, before, after)
        if index >= 0:
            leaves &= aside_of(here, before[index], after[index], at)
        for k in np.flatnonzero(leaves).tolist():
            if k not in done:
                count, way = count + 1, gone + math.dist(here, at[k])
                heapq.heappush(heap, (way + left[k], count, way, k, here, tuple(at[k])))
        for end in (shapely.shortest_line(shapely.Point(here), goal).coords[1], *ends):
            if x0 - 1e-9 <= end[0] <= x1 + 1e-9 and y0 - 1e-9 <= end[1] <= y1 + 1e-9:
                count, way = count + 1, gone + math.dist(here, end)
                heapq.heappush(heap, (way, count, way, -2, here, end))
    return math.inf


def corners_of(union: Any) -> tuple[Any, Any, Any]:
    """The corners that bulge, each with its neighbours."""
    found: list[tuple[Any, Any, Any]] = []
    for part in getattr(union, "geoms", [union]):
        for outer, ring in ((True, part.exterior), *((False, hole) for hole in part.interiors)):
            at = np.asarray(ring.coords)[:-1]
            at = at if ring.is_ccw == outer else at[::-1]
            before, after = np.roll(at, 1, 0), np.roll(at, -1, 0)
            u, v = at - before, after - at
            bulges = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0] > 0
            found.append((at[bulges], before[bulges], after[bulges]))
    at, before, after = (np.concatenate(column) for column in zip(*found, strict=True))
    return at, before, after


def aside(here: Point, at: Any, before: Any, after: Any) -> Any:
    """Which corners a line from a place touches with both neighbours on one side."""

    def turn(one: Any) -> Any:
        return (at[:, 0] - here[0]) * (one[:, 1] - here[1]) - (at[:, 1] - here[1]) * (one[:, 0] - here[0])

    return turn(before) * turn(after) >= -1e-12


def aside_of(here: Point, before: Any, after: Any, at: Any) -> Any:
    """The same for the corner that a line leaves."""

    def turn(one: Any) -> Any:
        return (at[:, 0] - here[0]) * (one[1] - here[1]) - (at[:, 1] - here[1]) * (one[0] - here[0])

    return turn(before) * turn(after) >= -1e-12


def crossings(one: Any, two: Any) -> list[Point]:
    shared = one.intersection(two)
    return [at for each in getattr(shared, "geoms", [shared]) if not each.is_empty for at in each.coords]
