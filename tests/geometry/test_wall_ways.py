"""The distance round Walls: by hand at corners, cracks and arcs; at random against a dense visibility graph."""

from __future__ import annotations

import heapq
import math
import random
from itertools import pairwise

import numpy as np
import pytest
import shapely

from battlefield.geometry.areas import Area, circle_area, line_area, rect_area, to_shapely, union_area
from battlefield.geometry.measure import boundary, gap, point_gap
from battlefield.geometry.shapes import Disc, Oval, Pose, Shape, polygon, rectangle_hull
from battlefield.geometry.wall_farthest import farthest_round
from battlefield.geometry.wall_ground import Walls
from battlefield.geometry.wall_ways import WallWay, runs_through, way_round

WIDTH, HEIGHT = 24.0, 16.0
POST = rect_area(10, 0, 1, 10)
"""From the lower edge of the board up to y = 10."""


def way(a: Shape, b: Shape, *areas: Area) -> WallWay:
    return way_round(a, b, Walls(areas, WIDTH, HEIGHT))


# --- by hand ---


def test_measure_distance__round_a_corner_two_triangles_of_three_four_five() -> None:
    """5 from the centre to the corner less the radius, 1 across the end of the Wall, 5 less the radius again."""
    found = way(Disc(7, 6, 1), Disc(14, 6, 1), POST)
    assert found.length == pytest.approx(4 + 1 + 4, abs=1e-12)
    assert found.corners == ((10, 10), (11, 10))
    assert found.here == pytest.approx((7.6, 6.8))
    assert found.there == pytest.approx((13.4, 6.8))


def test_measure_distance__straight_where_nothing_is_between() -> None:
    found = way(Disc(7, 12, 1), Disc(14, 12, 1), POST)
    assert (found.length, found.corners) == (5, ())


def test_measure_distance__a_line_that_grazes_a_corner_is_clear() -> None:
    """From (7, 6) to (13, 14) it runs through the corner (10, 10) of a Wall that lies below it."""
    block = rect_area(10, 0, 5, 10)
    assert way(Disc(7, 6, 1), Disc(13, 14, 1), block).length == pytest.approx(8, abs=1e-12)


def test_measure_distance__from_a_hull_it_leaves_its_corner() -> None:
    hull = rectangle_hull(4, 4).at(Pose(7, 6))
    found = way(hull, Disc(14, 6, 1), POST)
    assert found.length == pytest.approx(math.hypot(1, 2) + 1 + 4, abs=1e-12)
    assert found.here == pytest.approx((9, 8))


def test_measure_distance__from_a_hull_square_to_its_edge_past_a_wall_between() -> None:
    """Of all the lines between two parallel edges the one past the end of a low Wall is as short as any."""
    low = rect_area(10, 4, 1, 4)
    a, b = rectangle_hull(2, 8).at(Pose(7, 7)), rectangle_hull(2, 8).at(Pose(14, 7))
    assert way(a, b, low).length == pytest.approx(5, abs=1e-12)


def test_measure_distance__from_an_oval_squarely() -> None:
    oval = Oval(6, 6, 1.5, 0.8, math.cos(0.3), math.sin(0.3))
    found = way(oval, Disc(14, 6, 1), POST)
    assert found.length == pytest.approx(point_gap(oval, (10, 10)).high + 1 + 4, abs=1e-9)


def test_measure_distance__infinite_where_a_wall_reaches_from_edge_to_edge() -> None:
    found = way(Disc(7, 6, 1), Disc(14, 6, 1), rect_area(10, 0, 1, HEIGHT))
    assert found.length == math.inf
    assert (found.here, found.pieces) == (None, ())


@pytest.mark.parametrize(("gap_", "passes"), [(0.0, False), (1e-8, False), (0.0099, False), (0.0101, True)])
def test_a15__a_crack_up_to_base_contact_is_closed(gap_: float, passes: bool) -> None:
    upper = rect_area(10, 10 + gap_, 1, 6 - gap_)
    found = way(Disc(7, 6, 1), Disc(14, 6, 1), POST, upper)
    assert (found.length < math.inf) == passes
    if passes:
        assert found.length == pytest.approx(9, abs=1e-9)


@pytest.mark.parametrize(("short", "passes"), [(0.0, False), (0.0099, False), (0.0101, True)])
def test_a15__nor_does_a_tape_run_along_the_edge_of_the_board(short: float, passes: bool) -> None:
    wall = rect_area(10, 0, 1, HEIGHT - short)
    assert (way(Disc(7, 6, 1), Disc(14, 6, 1), wall).length < math.inf) == passes


def test_a15__nothing_passes_where_two_walls_touch_in_a_corner() -> None:
    low, high = rect_area(6, 0, 4, 8), rect_area(10, 8, 4, 8)
    beside, above = Disc(12, 4, 1), Disc(8, 12, 1)
    assert way(above, beside, low, high).length == math.inf


def test_a15__but_round_the_outer_side_of_a_corner_where_two_walls_touch() -> None:
    """Two wedges whose tips meet at (12, 8), both to its left: from above to below it bends at the tips."""
    from battlefield.geometry.areas import polygon_area

    upper, lower = polygon_area([(12, 8), (0, 12), (0, 10)]), polygon_area([(12, 8), (0, 6), (0, 4)])
    found = way(Disc(9, 12, 1), Disc(9, 4, 1), upper, lower)
    assert found.length == pytest.approx(8, abs=1e-9)
    assert found.corners == ((12, 8),)
    assert way(Disc(1, 8, 0.5), Disc(9, 4, 1), upper, lower).length == math.inf


def test_measure_distance__hugs_a_round_wall() -> None:
    """Tangents of length 4 from centres 5 away from a circle of radius 3, and the arc between them."""
    found = way(Disc(5, 8, 0.5), Disc(15, 8, 0.5), circle_area(10, 8, 3))
    assert found.length == pytest.approx(2 * (4 - 0.5) + 3 * (math.pi - 2 * math.acos(3 / 5)), abs=1e-9)
    assert len(found.corners) == 2


def test_measure_distance__from_a_hull_onto_a_round_wall() -> None:
    """Squarely up from the edge y = 5 along x = 9, which touches the circle at its height, round it, off to a disc."""
    found = way(rectangle_hull(8, 2).at(Pose(6, 4)), Disc(12, 13, 1), circle_area(12, 9, 3))
    assert found.length == pytest.approx(4 + 3 * (math.pi / 2 - math.acos(3 / 4)) + math.sqrt(7) - 1, abs=1e-9)
    assert found.here == pytest.approx((9, 5))


def test_measure_distance__to_an_area_its_nearest_point_that_can_be_reached() -> None:
    """The zone reaches through the Wall; from its left the tape need not go round."""
    zone = rect_area(9, 2, 6, 2)
    assert way_round(Disc(7, 3, 1), zone, Walls([POST], WIDTH, HEIGHT)).length == pytest.approx(1)
    beyond = rect_area(10.5, 2, 6, 2)
    found = way_round(Disc(7, 6, 1), beyond, Walls([POST], WIDTH, HEIGHT))
    assert found.length == pytest.approx(4 + 1 + 6, abs=1e-9)
    assert found.there == pytest.approx((11, 4))


def test_a15__a_base_pressed_a_little_into_a_wall_is_measured_from_what_sticks_out() -> None:
    """0.01 in the Wall is base contact. The tape goes up the face of the Wall from where the base leaves it."""
    found = way(Disc(9.01, 8, 1), Disc(14, 6, 1), POST)
    assert found.length == pytest.approx(math.hypot(0.99, 2) - 1 + 1 + 4, abs=1e-9)
    pressed = way(Disc(10.5, 10.99, 1), Disc(10.5, 13, 1), POST)
    assert pressed.length == pytest.approx(0.01)


def test_measure_engagement__a_way_runs_through_a_hatchway_not_along_it() -> None:
    door = rect_area(10, 10, 1, 3)
    through = way(Disc(7, 11, 1), Disc(14, 11, 1), POST)
    along = way(Disc(7, 6, 1), Disc(14, 6, 1), POST)
    beside = way(Disc(9, 11.5, 1), Disc(9, 7, 1), POST)
    assert [runs_through(each.pieces, door) for each in (through, along, beside)] == [True, False, False]


# --- the farthest part ---


def test_measure_wholly_within__the_farthest_part_from_the_corner() -> None:
    """All of a disc sees the corner (10, 10): 5 and its radius, the inch, and the rest of the way."""
    found = farthest_round(Disc(7, 6, 1), Disc(14, 6, 1), Walls([POST], WIDTH, HEIGHT))
    assert found.value == pytest.approx(6 + 1 + 4, abs=1e-8)
    assert found.here == pytest.approx((6.4, 5.2), abs=1e-4)


def test_measure_wholly_within__straight_where_all_of_it_is_seen() -> None:
    found = farthest_round(Disc(7, 13, 1), Disc(14, 13, 1), Walls([POST], WIDTH, HEIGHT))
    assert found.value == pytest.approx(7, abs=1e-9)


def test_measure_wholly_within__infinite_in_another_room() -> None:
    found = farthest_round(Disc(7, 6, 1), Disc(14, 6, 1), Walls([rect_area(10, 0, 1, HEIGHT)], WIDTH, HEIGHT))
    assert found.value == math.inf


def test_measure_wholly_within__a_base_half_behind_a_corner_by_dense_points() -> None:
    """Some of it sees the other straight, some only round the corner; the error is told."""
    ready = Walls([POST], WIDTH, HEIGHT)
    a, b = Disc(8.4, 9, 1.2), Disc(13, 12, 0.5)
    found = farthest_round(a, b, ready)
    ring = [(8.4 + 1.2 * math.cos(t / 200 * math.tau), 9 + 1.2 * math.sin(t / 200 * math.tau)) for t in range(200)]
    dense_ = max(way_round(Disc(*at, 0.0), b, ready).length for at in ring)
    assert found.value - found.error <= dense_ + 1e-3
    assert dense_ <= found.value + 1e-9
    assert found.error < 0.02


# --- at random, against a slow twin ---


def shapes(chance: random.Random) -> Shape:
    x, y, turn = chance.uniform(2, WIDTH - 2), chance.uniform(2, HEIGHT - 2), chance.uniform(0, math.tau)
    kind = chance.randrange(4)
    if kind < 2:
        return Disc(x, y, chance.uniform(0.3, 1.2))
    if kind == 2:
        return Oval(x, y, chance.uniform(0.8, 1.5), chance.uniform(0.4, 0.7), math.cos(turn), math.sin(turn))
    if chance.random() < 0.5:
        return rectangle_hull(2, 1).at(Pose(x, y, 0, math.degrees(turn)))
    return polygon(tuple((x + p, y + q) for p, q in ((0, 0), (1.6, 0), (1.6, 0.6), (0.6, 0.6), (0.6, 1.5), (0, 1.5))))


def walls(chance: random.Random, clear_of: list[Shape]) -> list[Area]:
    found: list[Area] = []
    while len(found) < 6:
        x, y = chance.uniform(0, WIDTH), chance.uniform(0, HEIGHT)
        kind = chance.randrange(4)
        area: Area = rect_area(x, y, chance.uniform(2, 7), 0.5, chance.choice([0, 90, 37, 120]))
        if kind == 1:
            area = line_area([(x, y), (x + chance.uniform(1, 4), y), (x + 4, y + chance.uniform(-4, 4))], 0.4)
        elif kind == 2:
            area = circle_area(x, y, chance.uniform(0.5, 2))
        elif kind == 3:
            area = union_area([circle_area(x, y, 1), rect_area(x, y - 0.3, 4, 0.6)])
        solid = to_shapely(area, 1e-3)
        if all(solid.distance(shapely.Polygon(boundary(each, 1e-3))) > 0.02 for each in clear_of):
            found.append(area)
    return found


def twin(a: Shape, b: Shape, areas: list[Area]) -> float:
    """A visibility graph over the corners of Walls, drawn from outside as polygons, and dense points of both edges."""
    solid = shapely.unary_union([to_shapely(each, 4e-3) for each in areas])
    free = shapely.box(0, 0, WIDTH, HEIGHT).difference(solid).buffer(1e-7)
    shapely.prepare(free)
    rings = [ring for part in shapely.get_parts(solid) for ring in (part.exterior, *part.interiors)]
    nodes = [at for ring in rings for at in ring.coords[:-1] if 0 <= at[0] <= WIDTH and 0 <= at[1] <= HEIGHT]
    ends = [np.array(dense(each)) for each in (a, b)]
    corners = np.array(nodes).reshape(-1, 2)

    def legs(points: np.ndarray, others: np.ndarray) -> np.ndarray:
        lengths = np.hypot(*(points[:, None, :] - others[None, :, :]).transpose(2, 0, 1))
        lines = shapely.linestrings(
            np.stack([np.repeat(points, len(others), 0), np.tile(others, (len(points), 1))], 1)
        ).reshape(len(points), len(others))
        return np.where(shapely.covers(free, lines), lengths, math.inf)

    between, first, last = legs(corners, corners), legs(ends[0], corners).min(0), legs(ends[1], corners).min(0)
    best = [float(each) for each in first]
    heap = [(each, k) for k, each in enumerate(best)]
    heapq.heapify(heap)
    while heap:
        gone, k = heapq.heappop(heap)
        if gone > best[k]:
            continue
        for to in np.flatnonzero(between[k] < math.inf).tolist():
            if gone + between[k, to] < best[to]:
                best[to] = gone + float(between[k, to])
                heapq.heappush(heap, (best[to], to))
    straight = float(legs(ends[0], ends[1]).min())
    return min([straight, *(one + float(two) for one, two in zip(best, last, strict=True))])


def dense(shape: Shape) -> list[tuple[float, float]]:
    ring = shapely.LinearRing(boundary(shape, 1e-4))
    return [ring.interpolate(k / 60, normalized=True).coords[0] for k in range(60)] + list(boundary(shape, 0.02))


@pytest.mark.parametrize("seed", range(10))
def test_measure_distance__agrees_with_a_dense_visibility_graph(seed: int) -> None:
    chance = random.Random(seed)
    a, b = shapes(chance), shapes(chance)
    areas = walls(chance, [a, b])
    ready = Walls(areas, WIDTH, HEIGHT)
    found, back, slow = way_round(a, b, ready), way_round(b, a, ready), twin(a, b, areas)
    assert found.length == pytest.approx(back.length, abs=1e-8)
    assert found.length >= gap(a, b).low - 1e-9
    if gap(a, b).high == 0:  # the twin measures edges, not what they bound
        assert found.length == 0
        return
    if slow == math.inf:
        assert found.length == math.inf
        return
    # the twin draws arcs by chords, a little inside them, and its ends stand apart: it is mostly a little longer
    assert slow - 0.04 <= found.length <= slow + 0.02
    points = [found.here, *found.corners, found.there]
    if found.length > 0 and not any(len(piece) == 5 for piece in found.pieces):
        legs = [math.dist(one, two) for one, two in pairwise(each for each in points if each is not None)]
        assert sum(legs) == pytest.approx(found.length, abs=1e-8)


@pytest.mark.parametrize("turn", [0, 31, 90, 200])
def test_measure_distance__is_the_same_turned_and_shifted(turn: float) -> None:
    """A table turned about its middle; the Walls are shifted with it, the board is large enough."""

    def moved(x: float, y: float) -> tuple[float, float]:
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return (40 + (x - 12) * c - (y - 8) * s, 40 + (x - 12) * s + (y - 8) * c)

    from battlefield.geometry.areas import polygon_area

    corners = [[(10, 2), (11, 2), (11, 10), (10, 10)], [(13, 6), (18, 6), (18, 7), (13, 7)]]
    areas = [polygon_area([moved(*at) for at in ring]) for ring in corners]
    a, b = Disc(*moved(7, 6), 1), Disc(*moved(16, 4), 0.7)
    found = way_round(a, b, Walls(areas, 80, 80))
    straight = way_round(Disc(7, 6, 1), Disc(16, 4, 0.7), Walls([polygon_area(ring) for ring in corners], 80, 80))
    assert found.length == pytest.approx(straight.length, abs=1e-9)
