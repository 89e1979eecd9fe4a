"""Footprints themselves: boxes, farthest points, areas, outlines, convex pieces."""

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
    convex_ring,
    drawn,
    farthest_point,
    greatest_all_round,
    seeds,
)
from hypothesis import given, settings

from battlefield.geometry.convex import convex_hull, convex_parts, is_counter_clockwise, shared_arc
from battlefield.geometry.measure import (
    area_of,
    boundary,
    bounds,
    centre,
    contains,
    offset_outline,
    point_gap,
    radius_around,
    support,
)
from battlefield.geometry.shapes import Disc, HullBase, Oval, Polygon, Pose, Shape, hull, rectangle_hull, unit_vector

bounded = settings(derandomize=True, deadline=None, max_examples=60)


def some_shape(seed: int) -> Shape:
    rng = random.Random(seed)
    return any_base(rng).at(anywhere(rng))


def wild_ring(rng: random.Random) -> tuple[tuple[float, float], ...]:
    """A simple ring with notches: a distance from the centre at each of many turns."""
    count = rng.randrange(5, 25)
    return tuple(
        (r * math.cos(2 * math.pi * i / count), r * math.sin(2 * math.pi * i / count))
        for i, r in enumerate(rng.uniform(1, 5) for _ in range(count))
    )


@bounded
@given(seeds)
def test_measure_footprint__the_box_touches_every_side(seed: int) -> None:
    shape = some_shape(seed)
    x0, y0, x1, y1 = bounds(shape)
    assert farthest_point(shape, 1, 0)[0] == pytest.approx(x1, abs=1e-12)
    assert farthest_point(shape, -1, 0)[0] == pytest.approx(x0, abs=1e-12)
    assert farthest_point(shape, 0, 1)[1] == pytest.approx(y1, abs=1e-12)
    assert farthest_point(shape, 0, -1)[1] == pytest.approx(y0, abs=1e-12)


@bounded
@given(seeds)
def test_measure_footprint__support_and_containment(seed: int) -> None:
    rng = random.Random(seed)
    shape = any_base(rng).at(anywhere(rng))
    for _ in range(20):
        t, length = rng.uniform(0, 7), rng.uniform(0.1, 9)
        c, s = math.cos(t), math.sin(t)
        p = support(shape, c * length, s * length)
        q = farthest_point(shape, c, s)
        assert p[0] * c + p[1] * s == pytest.approx(q[0] * c + q[1] * s, abs=1e-12)
        assert contains(shape, p)
        assert not contains(shape, (p[0] + 1e-9 * c, p[1] + 1e-9 * s))


@bounded
@given(seeds)
def test_measure_footprint__the_radius_around_a_point(seed: int) -> None:
    rng = random.Random(seed)
    shape = any_base(rng).at(anywhere(rng, 5, 5))
    x, y = rng.uniform(-3, 8), rng.uniform(-3, 8)
    slow = greatest_all_round(lambda c, s: (lambda p: c * (p[0] - x) + s * (p[1] - y))(farthest_point(shape, c, s)))
    assert radius_around(shape, (x, y)) == pytest.approx(slow, abs=1e-4 if isinstance(shape, Polygon) else 1e-9)
    assert radius_around(shape, (x, y)) >= slow - 1e-9


@bounded
@given(seeds)
def test_measure_footprint__area_and_outlines(seed: int) -> None:
    shape = some_shape(seed)
    ring = boundary(shape)
    assert is_counter_clockwise(ring)
    inner, outer = shapely.Polygon(drawn(shape, 2000)), shapely.Polygon(drawn(shape, 2000, outside=True))
    assert inner.area - 1e-9 <= area_of(shape) <= outer.area + 1e-9
    drawn_edge = shapely.Polygon(ring)
    assert drawn_edge.is_valid
    assert area_of(shape) - drawn_edge.length * 0.005 <= drawn_edge.area <= area_of(shape) + 1e-9
    assert centre(shape) == (shape.x, shape.y)


@bounded
@given(seeds)
def test_measure_footprint__an_outline_keeps_its_distance(seed: int) -> None:
    shape = some_shape(seed)
    for d in (0.5, 6.0):
        ring = offset_outline(shape, d)
        assert is_counter_clockwise(ring)
        assert shapely.Polygon(ring).is_valid
        for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
            middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
            assert d - 0.005 <= point_gap(shape, middle).value <= d + 1e-9


def test_measure_footprint__a_parallel_curve_is_no_bigger_oval() -> None:
    ring = offset_outline(Oval(0, 0, 3, 1, 1, 0), 3, 1e-5)
    bigger = Oval(0, 0, 6, 4, 1, 0)
    assert max(abs(point_gap(bigger, p).value) for p in ring) > 0.1


def test_measure_units__angles_are_exact_at_right_angles() -> None:
    assert [unit_vector(t) for t in (0, 90, 180, 270, 360, -90)] == [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0), (0, -1)]
    corner = rectangle_hull(4, 2).at(Pose(1, 1, 0, 90)).ring[0]
    assert corner == (2, -1)


@bounded
@given(seeds)
def test_measure_footprint__a_hull_is_cut_into_convex_pieces(seed: int) -> None:
    rng = random.Random(seed)
    base = hull(wild_ring(rng))
    shape = base.at(anywhere(rng))
    whole = shapely.Polygon(shape.ring)
    pieces = [shapely.Polygon(part.points) for part in shape.parts]
    assert sum(piece.area for piece in pieces) == pytest.approx(whole.area, abs=1e-9)
    assert shapely.unary_union(pieces).symmetric_difference(whole).area < 1e-9
    corners = set(shape.ring)
    for part, piece in zip(shape.parts, pieces, strict=True):
        assert len(piece.convex_hull.exterior.coords) == len(part.points) + 1
        assert all(min(math.dist(p, q) for q in corners) < 1e-12 for p in part.points)
        for i, (nx, ny) in enumerate(part.normals):
            (px, py), (qx, qy) = part.points[i], part.points[(i + 1) % len(part.points)]
            assert math.hypot(nx, ny) == pytest.approx(1, abs=1e-14)
            assert (qx - px) * nx + (qy - py) * ny == pytest.approx(0, abs=1e-12)
        assert all(math.dist(part.middle, p) <= part.reach + 1e-12 for p in part.points)


def test_measure_footprint__a_convex_hull_is_one_piece() -> None:
    rng = random.Random(11)
    for _ in range(100):
        assert len(convex_parts(convex_ring(rng, 3, 2))) == 1
    square = ((0, 0), (1, 0), (2, 0), (2, 2), (2, 2), (0, 2), (0, 1))
    (part,) = convex_parts(square)
    assert len(part.points) == 4


def test_measure_footprint__a_hull_needs_corners() -> None:
    with pytest.raises(ValueError, match="three corners"):
        convex_parts(((0, 0), (1, 1), (2, 2)))


@pytest.mark.parametrize("base", CONCAVE)
def test_measure_footprint__either_orientation_is_the_same_hull(base: HullBase) -> None:
    again = hull(tuple(reversed(base.ring)))
    one, two = base.at(Pose(1, 2, 0, 33)), again.at(Pose(1, 2, 0, 33))
    assert {frozenset(part.points) for part in one.parts} == {frozenset(part.points) for part in two.parts}


def test_measure_footprint__ways_out_move_with_the_piece() -> None:
    shape = U_HULL.at(Pose(3, 4, 0, 90))
    for still, part in zip(convex_parts(U_HULL.ring), shape.parts, strict=True):
        for one, two in zip(still.ways_out(), part.ways_out(), strict=True):
            for a, b in zip(one, two, strict=True):
                assert b.at == pytest.approx((3 - a.at[1], 4 + a.at[0]), abs=1e-14)
                assert b.first == pytest.approx((-a.first[1], a.first[0]), abs=1e-14)


def test_measure_footprint__hull_of_points_and_arcs() -> None:
    assert convex_hull(((0, 0), (2, 0), (1, 0), (1, 1), (2, 2), (0, 2), (1, 1))) == ((0, 0), (2, 0), (2, 2), (0, 2))
    east, north, west = (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)
    diagonal = (math.sqrt(0.5), math.sqrt(0.5))
    assert shared_arc((east, north), (diagonal, west)) == (diagonal, north)
    assert shared_arc((east, diagonal), (north, west)) is None
    assert shared_arc((east, north), (north, west)) == (north, north)


def test_measure_footprint__the_edge_belongs_to_it() -> None:
    assert contains(Disc(0, 0, 1), (0, 1))
    assert contains(Oval(0, 0, 2, 1, 1, 0), (2, 0))
    assert contains(rectangle_hull(2, 2).at(Pose(0, 0)), (1, 1))
    assert not contains(U_HULL.at(Pose(0, 0)), (0, 1))
    assert contains(U_HULL.at(Pose(0, 0)), (0, 0))
