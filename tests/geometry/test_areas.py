"""Areas: their true boundary, the gap to them, overlap with them, and how they are written down."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from footprints import any_base, seeds
from ground import any_area, belongs, composite_area, rim, simple_area, slow_distance
from hypothesis import given, settings

from battlefield.geometry.areas import (
    Arc,
    Area,
    CircleArea,
    MinusArea,
    PolygonArea,
    Segment,
    UnionArea,
    area_bounds,
    area_gap,
    area_overlap,
    boundary,
    circle_area,
    contains,
    faults,
    from_plain,
    interior,
    line_area,
    minus_area,
    overlaps,
    polygon_area,
    rect_area,
    representative_point,
    rings,
    to_plain,
    to_shapely,
    union_area,
)
from battlefield.geometry.curves import length, point_at
from battlefield.geometry.measure import gap, overlap
from battlefield.geometry.shapes import Disc, HullBase, Oval, Point, Polygon, Pose, Shape, rectangle_hull, unit_vector

BAY = minus_area(rect_area(0, 0, 10, 8), circle_area(10, 4, 3))
"""A rectangle with half a disc of radius 3 bitten out of its right side."""


def enclosed(area: Area) -> float:
    """The area in square inches, by Green's theorem round the boundary."""
    total = 0.0
    for piece in boundary(area):
        if isinstance(piece, Segment):
            total += (piece.x0 * piece.y1 - piece.x1 * piece.y0) / 2
        else:
            a, b = piece.start, piece.start + piece.sweep
            across = piece.x * (math.sin(b) - math.sin(a)) - piece.y * (math.cos(b) - math.cos(a))
            total += piece.radius * (piece.radius * piece.sweep + across) / 2
    return total


def test_boundary__keeps_arcs_as_arcs() -> None:
    arcs = [piece for piece in boundary(BAY) if isinstance(piece, Arc)]
    assert len(arcs) == 1
    assert arcs[0].radius == 3
    assert arcs[0].sweep == pytest.approx(-math.pi)
    assert sum(length(piece) for piece in boundary(BAY)) == pytest.approx(10 + 8 + 10 + 1 + 1 + 3 * math.pi)


def test_boundary__encloses_what_is_left() -> None:
    lens = 2 * math.acos(0.5) * 4 - 2 * math.sqrt(3)
    one, two = circle_area(5, 5, 2), circle_area(7, 5, 2)
    assert enclosed(BAY) == pytest.approx(80 - 4.5 * math.pi, abs=1e-12)
    assert enclosed(union_area([one, two])) == pytest.approx(8 * math.pi - lens, abs=1e-12)
    assert enclosed(minus_area(one, two)) == pytest.approx(4 * math.pi - lens, abs=1e-12)
    hole = polygon_area([(0, 0), (6, 0), (6, 6), (0, 6)], [[(2, 2), (4, 2), (4, 4), (2, 4)]])
    assert enclosed(hole) == pytest.approx(32)


def test_boundary__has_no_seams() -> None:
    halves = union_area([rect_area(0, 0, 3, 2), rect_area(3, 0, 4, 2), rect_area(3, -1, 1, 1)])
    assert contains(halves, (3, 1))
    assert interior(halves, (3, 1))
    assert interior(halves, (3.5, 0))
    assert not interior(halves, (5, 0))
    assert sum(length(piece) for piece in boundary(halves)) == pytest.approx(7 + 2 + 7 + 2 + 2)
    assert area_gap(Disc(3, 1, 0.1), halves).value == 0
    assert area_overlap(Disc(3, 1, 0.25), halves).depth == pytest.approx(1.25)


def test_boundary__turned_halves_have_no_seam() -> None:
    for angle in range(0, 360, 7):
        ux, uy = unit_vector(angle)

        def turned(x: float, y: float, ux: float = ux, uy: float = uy) -> Point:
            return (30 + x * ux - y * uy, 22 + x * uy + y * ux)

        left = polygon_area([turned(0, 0), turned(3, 0), turned(3, 2), turned(0, 2)])
        right = polygon_area([turned(3, 0), turned(7, 0), turned(7, 2), turned(3, 2)])
        both = union_area([left, right])
        assert sum(length(piece) for piece in boundary(both)) == pytest.approx(18, abs=1e-6)
        assert interior(both, turned(3, 1))
        assert enclosed(both) == pytest.approx(14)
        assert enclosed(minus_area(both, left)) == pytest.approx(8)


def test_boundary__what_is_taken_keeps_its_edge() -> None:
    assert contains(BAY, (7, 4))
    assert not interior(BAY, (7, 4))
    assert not contains(BAY, (7.00001, 4))
    assert area_bounds(minus_area(rect_area(0, 0, 10, 8), rect_area(5, -1, 6, 10))) == (0, 0, 5, 8)


def test_boundary__nothing_left() -> None:
    nothing = minus_area(circle_area(3, 3, 1), rect_area(0, 0, 6, 6))
    assert boundary(nothing) == ()
    assert not contains(nothing, (3, 3))
    assert area_gap(Disc(3, 3, 1), nothing).value == math.inf
    assert not overlaps(Disc(3, 3, 1), nothing)
    with pytest.raises(ValueError, match="nothing is left"):
        area_bounds(nothing)
    with pytest.raises(ValueError, match="nothing is left"):
        representative_point(nothing)


@pytest.mark.parametrize("seed", range(60))
def test_boundary__belonging_changes_across_it_and_nowhere_else(seed: int) -> None:
    rng = random.Random(seed)
    area = composite_area(rng, 20, 20)
    for piece in boundary(area):
        x, y = point_at(piece, rng.uniform(0.1, 0.9))
        around = [(x + 1e-6 * math.cos(k), y + 1e-6 * math.sin(k)) for k in range(6)]
        assert len({belongs(area, *at) for at in around}) == 2
    for _ in range(200):
        x, y = rng.uniform(12, 28), rng.uniform(12, 28)
        if not belongs(area, x, y, 1e-6) or belongs(area, x, y, -1e-6):
            assert contains(area, (x, y)) == belongs(area, x, y)


def test_measure_within_area__hand_worked_gaps() -> None:
    square = rect_area(0, 0, 4, 4)
    assert area_gap(Disc(6, 2, 0.5), square).value == pytest.approx(1.5)
    assert area_gap(Disc(7, 8, 1), square).value == pytest.approx(4)
    assert area_gap(Disc(2, 2, 0.5), square).value == 0
    assert area_gap(Oval(7, 2, 2, 1, 1, 0), square).value == pytest.approx(1)
    assert area_gap(rectangle_hull(2, 2).at(Pose(6, 2, 0, 45)), square).value == pytest.approx(2 - math.sqrt(2))
    assert area_gap(Disc(9, 4, 0.5), BAY).value == pytest.approx(1.5)
    assert area_gap(Oval(10, 4, 2, 1, 1, 0), BAY).value == pytest.approx(1)
    assert area_gap(Oval(10, 4, 2, 1, 0, 1), BAY).value == pytest.approx(1)
    assert area_gap(rectangle_hull(2, 2).at(Pose(10, 4)), BAY).value == pytest.approx(3 - math.sqrt(2))
    witness = area_gap(Disc(6, 2, 0.5), square)
    assert witness.here == pytest.approx((5.5, 2))
    assert witness.there == pytest.approx((4, 2))


@pytest.mark.parametrize("seed", range(120))
def test_measure_within_area__gap_against_slow_distance(seed: int) -> None:
    rng = random.Random(seed)
    area = any_area(rng, 20, 20)
    shape = any_base(rng).at(Pose(rng.uniform(14, 26), rng.uniform(14, 26), 0, rng.uniform(0, 360)))
    found = area_gap(shape, area)
    points = rim(shape, 240)
    sampled = min(slow_distance(area, *at) for at in points)
    assert found.low <= found.value <= sampled + 1e-9
    if found.value > 0:
        assert sampled <= found.value + 0.15
        assert math.dist(found.here, found.there) == pytest.approx(found.value, abs=1e-9)
        assert belongs(area, *found.there, 1e-8)
        assert slow_distance(area, *found.here) == pytest.approx(found.value, abs=1e-8)
        assert not any(belongs(area, *at) for at in points)
    else:
        assert belongs(area, *found.here, 1e-8)


@pytest.mark.parametrize("seed", range(40))
def test_measure_within_area__ovals_in_concave_arcs(seed: int) -> None:
    """Against the least of a fine walk round the oval, refined; the closest point may be a flank, not the tip."""
    rng = random.Random(seed)
    oval = Oval(
        10 + rng.uniform(-1, 1),
        10 + rng.uniform(-1, 1),
        rng.uniform(0.5, 2.4),
        rng.uniform(0.3, 2),
        *unit_vector(rng.uniform(0, 360)),
    )
    room = minus_area(rect_area(0, 0, 20, 20), circle_area(10, 10, 4))

    def short(t: float) -> float:
        x, y = oval.a * math.cos(t), oval.b * math.sin(t)
        return 4 - math.hypot(oval.x + x * oval.ux - y * oval.uy - 10, oval.y + x * oval.uy + y * oval.ux - 10)

    start = min((2 * math.pi * k / 2000 for k in range(2000)), key=short)
    assert area_gap(oval, room).value == pytest.approx(_refined(short, start, 0.01), abs=1e-8)


def _refined(f: Callable[[float], float], at: float, width: float) -> float:
    low, high = at - width, at + width
    for _ in range(100):
        p, q = low + 0.382 * (high - low), high - 0.382 * (high - low)
        low, high = (low, q) if f(p) < f(q) else (p, high)
    return f((low + high) / 2)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(seeds)
def test_measure_within_area__moved_alike(seed: int) -> None:
    """Turned, shifted and mirrored together, the answers stay."""
    rng = random.Random(seed)
    area = any_area(rng, 3, 2)
    base = any_base(rng)
    at = Pose(rng.uniform(-4, 9), rng.uniform(-4, 9), 0, rng.uniform(0, 360))
    angle, dx, dy = rng.uniform(0, 360), rng.uniform(-50, 50), rng.uniform(-50, 50)
    ux, uy = unit_vector(angle)

    def to(x: float, y: float) -> Point:
        return (dx + x * ux - y * uy, dy + x * uy + y * ux)

    there = base.at(Pose(*to(at.x, at.y), 0, at.facing + angle))
    one, two = base.at(at), there
    assert area_gap(two, mapped(area, to)).value == pytest.approx(area_gap(one, area).value, abs=1e-9)
    assert overlaps(two, mapped(area, to)) == overlaps(one, area)
    flipped, mirror = mirrored(one), mapped(area, lambda x, y: (x, -y))
    assert area_gap(flipped, mirror).value == pytest.approx(area_gap(one, area).value, abs=1e-9)
    assert area_overlap(flipped, mirror).depth == pytest.approx(area_overlap(one, area).depth, abs=1e-6)


def mapped(area: Area, to: Callable[[float, float], Point]) -> Area:
    """The area under a map that keeps distances."""
    if isinstance(area, CircleArea):
        return circle_area(*to(area.x, area.y), area.radius)
    if isinstance(area, UnionArea):
        return UnionArea(tuple(mapped(part, to) for part in area.parts))
    if isinstance(area, MinusArea):
        return MinusArea(mapped(area.whole, to), mapped(area.taken, to))
    return polygon_area([to(*at) for at in area.ring], [[to(*at) for at in hole] for hole in area.holes])


def mirrored(shape: Shape) -> Shape:
    """The footprint mirrored at the x axis."""
    if isinstance(shape, Disc):
        return Disc(shape.x, -shape.y, shape.radius)
    if isinstance(shape, Oval):
        return Oval(shape.x, -shape.y, shape.a, shape.b, shape.ux, -shape.uy)
    ring = tuple(reversed([(x - shape.x, -y + shape.y) for x, y in shape.ring]))
    return HullBase(ring).at(Pose(shape.x, -shape.y))


@pytest.mark.parametrize("push", [-1e-6, -1e-8, 0.0, 1e-8])
def test_artifact_expulsion_unstable__touching_is_clear(push: float) -> None:
    square = rect_area(34, 27, 3, 4)
    for disc in (Disc(38 - push, 29, 1), Disc(37 + 0.6 * (1 - push), 31 + 0.8 * (1 - push), 1)):
        assert not overlaps(disc, square)
    assert not overlaps(Oval(39 - push, 29, 2, 1, 1, 0), square)
    assert not overlaps(rectangle_hull(2, 2).at(Pose(38 - push, 31)), square)
    assert not overlaps(Oval(10, 4, 2 + push, 3 + push, 1, 0), BAY)


@pytest.mark.parametrize("push", [1e-6, 1e-3, 0.5])
def test_artifact_expulsion_unstable__a_millionth_over_is_on_it(push: float) -> None:
    square = rect_area(34, 27, 3, 4)
    for disc in (Disc(38 - push, 29, 1), Disc(37 + 0.6 * (1 - push), 31 + 0.8 * (1 - push), 1)):
        assert overlaps(disc, square)
        assert area_overlap(disc, square).depth == pytest.approx(push, abs=1e-9)
    assert overlaps(Oval(39 - push, 29, 2, 1, 1, 0), square)
    assert overlaps(rectangle_hull(2, 2).at(Pose(38 - push, 31)), square)
    assert overlaps(Oval(10, 4, 2, 3 + push, 1, 0), BAY)


def test_measure_base_contact__a_polygon_area_is_as_deep_as_the_hull() -> None:
    rng = random.Random(5)
    for _ in range(60):
        area = simple_area(rng, 10, 10)
        shape = any_base(rng).at(Pose(rng.uniform(7, 13), rng.uniform(7, 13), 0, rng.uniform(0, 360)))
        solid = Disc(area.x, area.y, area.radius) if isinstance(area, CircleArea) else _as_hull(area)
        found = area_overlap(shape, area)
        assert found.depth == pytest.approx(overlap(shape, solid).depth, abs=1e-9)
        assert area_gap(shape, area).value == pytest.approx(gap(shape, solid).value, abs=1e-9)
        if found.depth > 1e-6:
            assert belongs(area, *found.here, 1e-8)


def _as_hull(area: Area) -> Polygon:
    assert isinstance(area, PolygonArea)
    return HullBase(area.ring).at(Pose(0, 0))


def test_measure_base_contact__depth_at_a_seam_is_that_of_the_whole() -> None:
    """A narrow corner that comes in just where two parts meet is as deep as where they do not."""
    halves = union_area([rect_area(0, 0, 5, 3), rect_area(5, 0, 5, 3)])
    needle = HullBase(((0.0, 0.0), (0.05, 2.0), (-0.05, 2.0)))
    for x in (2.0, 4.999, 5.0, 8.0):
        assert area_overlap(needle.at(Pose(x, 2.98)), halves).depth == pytest.approx(0.02, abs=1e-6)


def test_measure_base_contact__depth_in_what_is_left() -> None:
    for push in (1e-5, 0.02, 0.3):
        assert area_overlap(Oval(10, 4, 2, 3 + push, 1, 0), BAY).depth == pytest.approx(push, rel=1e-3)
        assert (
            area_overlap(rectangle_hull(2, 2).at(Pose(8 - push, 9)), minus_area(BAY, rect_area(-1, 3, 20, 2))).depth
            == 0
        )
        hull = rectangle_hull(2, 2).at(Pose(9, 9 - push))
        assert area_overlap(hull, minus_area(BAY, rect_area(-1, 3, 20, 2))).depth == pytest.approx(push, abs=1e-8)


def test_lines__are_as_wide_as_drawn() -> None:
    assert enclosed(line_area([(0, 0), (6, 8)], 0.5)) == pytest.approx(5)
    corner = line_area([(0, 0), (6, 0), (6, 6)], 1)
    assert enclosed(corner) == pytest.approx(12)
    assert contains(corner, (6.5, -0.5))
    assert not contains(corner, (-0.001, 0))
    closed = line_area([(0, 0), (6, 0), (6, 6), (0, 6), (0, 0)], 1)
    assert enclosed(closed) == pytest.approx(49 - 25)
    assert contains(closed, (-0.5, -0.5))
    sharp = line_area([(0, 0), (6, 0), (0, 0.5)], 1)
    assert not contains(sharp, (8, 0.25))
    for points in ([(0, 0)], [(1, 1), (1, 1)]):
        with pytest.raises(ValueError, match="two distinct points"):
            line_area(points, 1)


def test_plain__is_exact() -> None:
    rng = random.Random(3)
    for _ in range(80):
        area = any_area(rng, 7, 8)
        assert from_plain(to_plain(area)) == area
    assert to_plain(rect_area(0, 0, 2, 1)) == {"polygon": [[0, 0], [2, 0], [2, 1], [0, 1]]}


@pytest.mark.parametrize(
    "plain", [{}, {"circle": [1, 2]}, {"union": []}, {"polygon": [[0, 0]], "more": 1}, 7, {"minus": []}]
)
def test_plain__refuses_what_is_no_area(plain: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_plain(plain)


@pytest.mark.parametrize(
    ("ring", "fault"),
    [
        ([(0, 0), (4, 4), (4, 0), (0, 4)], "crosses itself"),
        ([(0, 0), (4, 0)], "fewer than three"),
        ([(0, 0), (4, 0), (4, 0), (0, 0)], "fewer than three"),
        ([(0, 0), (4, 0), (8, 0)], "crosses itself"),
        ([(0, 0), (4, 0), (math.nan, 4)], "finite"),
        ([(0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)], "touches itself"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "crosses itself"),
        ([(0, 0), (1e-9, 0), (0, 1e-9)], "no area"),
    ],
)
def test_faults__are_named(ring: list[Point], fault: str) -> None:
    assert fault in (faults(ring) or "")
    with pytest.raises(ValueError, match=fault):
        polygon_area(ring)


@pytest.mark.parametrize(
    ("hole", "fault"),
    [
        ([(20, 0), (22, 0), (22, 2)], "lies outside"),
        ([(-1, -1), (10, -1), (10, 10), (-1, 10)], "lies outside"),
        ([(4, 4), (4, 9), (5, 9), (5, 4)], "lies outside"),  # fills the notch
        ([(3, 8), (9, 8), (9, 9)], "crosses the edge"),
        ([(8, 8), (9 + 1e-6, 8), (8, 7)], "crosses the edge"),
    ],
)
def test_polygons__a_hole_lies_in_its_polygon(hole: list[Point], fault: str) -> None:
    notched = [(0, 0), (9, 0), (9, 9), (5, 9), (5, 4), (4, 4), (4, 9), (0, 9)]
    for around in (notched, notched[::-1]):
        for taken in (hole, hole[::-1]):
            with pytest.raises(ValueError, match=fault):
                polygon_area(around, [taken])
            with pytest.raises(ValueError, match=fault):
                from_plain({"polygon": around, "holes": [taken]})
    assert polygon_area(notched, [[(0, 0), (9, 0), (9, 4), (0, 4)]]).holes


def test_lines__do_not_double_back() -> None:
    with pytest.raises(ValueError, match="double back"):
        line_area([(0, 0), (4, 0), (0, 0)], 1)
    with pytest.raises(ValueError, match="double back"):
        line_area([(0, 0), (4, 0), (1, 1e-12)], 1)
    assert line_area([(0, 0), (4, 0), (0, 0.1)], 1)


def test_faults__none_in_good_rings() -> None:
    assert faults([(0, 0), (4, 0), (4, 3)]) is None
    assert faults([(0, 0), (4, 0), (4, 3), (0, 0)]) is None
    assert faults([(0, 0), (2, 0), (4, 0), (4, 3)]) is None


@pytest.mark.parametrize("seed", range(30))
def test_drawing__follows_the_boundary(seed: int) -> None:
    rng = random.Random(seed)
    area = composite_area(rng, 10, 10)
    drawn = to_shapely(area, 0.001)
    assert drawn.area == pytest.approx(enclosed(area), abs=0.05)
    total = 0.0
    for outer, holes in rings(area, 0.001):
        total += abs(_shoelace(outer)) - sum(abs(_shoelace(hole)) for hole in holes)
        for x, y in outer:
            assert contains(area, (x, y)) or slow_distance(area, x, y) < 1e-6
    assert total == pytest.approx(drawn.area, abs=1e-9)
    assert interior(area, representative_point(area))


def _shoelace(ring: tuple[Point, ...]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2
