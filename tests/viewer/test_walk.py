"""A move as it is walked, and the band that it sweeps."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, pi

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from viewer.making import SIZES

from battlefield.geometry import measure
from battlefield.geometry.paths import way_travelled
from battlefield.geometry.shapes import Base, Point, Pose, RoundBase, rectangle_hull
from battlefield.viewer.drawing import Line
from battlefield.viewer.walk import Walk, turning_lines

DISC = RoundBase(0.63)
CRAWLER = rectangle_hull(7, 4)


def walk(base: Base, *path: Pose) -> Walk:
    return Walk(base, path)


def to_line(point: Point, line: Line) -> float:
    """How far a point is from a polyline."""
    best = float("inf")
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        share = max(0.0, min(1.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / square)) if square else 0.0
        best = min(best, hypot(point[0] - ax - share * dx, point[1] - ay - share * dy))
    return best


def holds(rings: tuple[Line, ...], point: Point) -> bool:
    """Even and odd: whether a filled set of rings holds a point."""
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
            if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) * (bx - ax) / (by - ay):
                inside = not inside
    return inside


def test_a_disc_pays_its_way_and_not_its_turns() -> None:
    made = walk(DISC, Pose(0, 0), Pose(3, 0, 0, 90), Pose(3, 4, 0, 180))
    assert made.length == pytest.approx(7.0)
    assert made.at(0.5).point == pytest.approx((3.0, 0.5))
    assert made.trail(0.0, 0.5) == ((0, 0), (3, 0), (3, 0.5))


def test_a_hull_turns_where_its_way_ends_and_pays_for_it() -> None:
    made = walk(CRAWLER, Pose(8, 20), Pose(12, 20, 0, 90))
    assert made.length == pytest.approx(4 + pi / 2 * hypot(3.5, 2))
    assert [each.turns for each in made.stretches] == [False, True]
    half_way = made.at((4 + pi / 4 * hypot(3.5, 2)) / made.length)
    assert half_way.point == (12.0, 20.0)
    assert half_way.facing == pytest.approx(45.0)
    assert len(turning_lines(CRAWLER, made.stretches[1])) == 4
    assert turning_lines(DISC, made.stretches[1]) == ()


@pytest.mark.parametrize("size", SIZES)
def test_its_length_is_that_of_the_rules(size: str) -> None:
    path = (Pose(4, 4, 0, 350), Pose(9, 6, 0, 10), Pose(9, 6, 2, 10), Pose(11, 3, 2, 200))
    assert walk(SIZES[size], *path).length == pytest.approx(way_travelled(SIZES[size], path))


def test_a_share_of_the_way_is_found_by_the_inches_that_are_behind() -> None:
    made = walk(CRAWLER, Pose(8, 20, 0, 0), Pose(12, 20, 0, 90), Pose(12, 25, 0, 90))
    assert made.at(made.share_at(2.0)).point == pytest.approx((10.0, 20.0))
    assert made.at(made.share_at(6.0)).point == pytest.approx((12.0, 22.0))
    assert made.share_at(99.0) == pytest.approx(1.0)


def test_the_band_of_a_disc_is_as_wide_as_the_disc() -> None:
    made = walk(DISC, Pose(5, 5), Pose(5, 9), Pose(12, 9))
    (ring,) = made.band
    for point in ring:
        assert to_line(point, made.line) == pytest.approx(0.63, abs=0.005)


def test_a_path_round_something_leaves_a_hole() -> None:
    corners = (Pose(5, 5), Pose(9, 5), Pose(9, 9), Pose(5, 9), Pose(5, 5.2))
    assert len(walk(DISC, *corners).band) == 2
    assert len(walk(DISC, *corners[:4]).band) == 1
    assert not holds(walk(DISC, *corners).band, (7.0, 7.0))
    crossing = (Pose(5, 5), Pose(15, 5), Pose(15, 12), Pose(10, 12), Pose(10, 0))
    assert len(walk(DISC, *crossing).band) == 2


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(sorted(SIZES)),
    st.lists(
        st.tuples(st.floats(0, 40), st.floats(0, 40), st.floats(0, 360)).map(lambda at: Pose(at[0], at[1], 0, at[2])),
        min_size=2,
        max_size=4,
    ),
    st.floats(0, 1),
)
@example("75x42mm", [Pose(0, 0, 0, 0), Pose(0, 0, 0, 1e-05), Pose(0, 17, 0, 1e-05), Pose(0, 0, 0, 0)], 0.0)
@example("130mm", [Pose(17.811187845089748, 1.5884041842465995e-06, 0, 0.5), Pose(0, 0, 0, 0)], 0.0)
def test_the_band_holds_the_base_all_along(size: str, path: list[Pose], share: float) -> None:
    made = Walk(SIZES[size], tuple(path))
    band = made.band
    legs = [each for each in made.stretches if not each.turns] or [*made.stretches]
    for each in legs:
        x, y = (a + (b - a) * share for a, b in zip(each.start.point, each.end.point, strict=True))
        shape = SIZES[size].at(Pose(x, y, 0.0, each.start.facing))
        middle = measure.centre(shape)
        for edge in measure.boundary(shape)[::7]:
            near = (middle[0] + (edge[0] - middle[0]) * 0.97, middle[1] + (edge[1] - middle[1]) * 0.97)
            if measure.contains(shape, near):
                assert holds(band, near)
