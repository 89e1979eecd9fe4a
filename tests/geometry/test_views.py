"""What a footprint sees of the board: by hand, and against single looks. Source rule: measure.visible."""

from __future__ import annotations

from math import asin, pi, sqrt
from random import Random

import pytest
import shapely

from battlefield.geometry.areas import circle_area, minus_area, rect_area, union_area
from battlefield.geometry.shapes import Disc, OvalBase, Pose, RoundBase, Shape, hull, rectangle_hull
from battlefield.geometry.sight import Blocker, sight
from battlefield.geometry.views import EYE, View, view

L = hull(((-3, -2), (3, -2), (3, 0), (0, 0), (0, 2), (-3, 2)))


def seen(found: View) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(outer, holes) for outer, *holes in found.parts])


def test_measure_visible__with_nothing_in_the_way_the_whole_board_is_seen() -> None:
    assert view(Disc(10, 10, 1), (), 30, 20).area == pytest.approx(600.0)


def test_measure_visible__a_tower_as_wide_as_the_base_throws_a_shadow_of_its_width() -> None:
    found = view(Disc(10, 10, 1), [("Tower", Disc(14, 10, 1))], 30, 20)
    assert found.area == pytest.approx(600 - (2 * 16 + pi / 2), abs=0.01)


def test_measure_visible__behind_a_narrower_tower_the_shadow_ends_in_a_point() -> None:
    # outer tangents meet 8 in from the base's centre; the shadow is a kite and the far part of the tower
    half = asin(0.5 / 4)
    hidden = 0.5 * sqrt(4**2 - 0.5**2) + 0.25 * (pi / 2 + half)
    found = view(Disc(10, 10, 1), [("Tower", Disc(14, 10, 0.5))], 30, 20)
    assert found.area == pytest.approx(600 - hidden, abs=0.005)
    assert seen(found).contains(shapely.Point(18.001, 10))
    assert not seen(found).contains(shapely.Point(17.999, 10))


def test_measure_visible__two_walls_with_a_slit_of_a_thousandth_and_two_that_touch() -> None:
    def room_behind(slit: float) -> shapely.Geometry:
        walls = [("South", rect_area(15, 0, 1, 10)), ("North", rect_area(15, 10 + slit, 1, 10 - slit))]
        return seen(view(Disc(5, 10, 0.5), walls, 30, 20)).intersection(shapely.box(16.01, 0, 30, 20))

    assert room_behind(0.0).is_empty
    # through the slit the light goes as far as lines from either end of the base take it
    behind = room_behind(0.001)
    assert behind.contains(shapely.Point(29, 10.0005))
    assert 0 < behind.bounds[3] - behind.bounds[1] < 0.1


def _eye(rng: Random) -> Shape:
    base = rng.choice((RoundBase(0.63), OvalBase(1.5, 0.8), rectangle_hull(3, 2), L))
    return base.at(Pose(rng.uniform(3, 27), rng.uniform(3, 17), 0.0, rng.uniform(0, 360)))


def _blocker(rng: Random) -> Blocker:
    x, y = rng.uniform(0, 30), rng.uniform(0, 20)
    pose = Pose(x, y, 0.0, rng.uniform(0, 360))
    bite = circle_area(x + rng.uniform(-2, 2), y + rng.uniform(-2, 2), rng.uniform(1, 2.5))
    made: tuple[Blocker, ...] = (
        Disc(x, y, rng.uniform(0.3, 2)),
        OvalBase(rng.uniform(0.8, 2), rng.uniform(0.3, 0.8)).at(pose),
        rectangle_hull(rng.uniform(1, 6), rng.uniform(0.2, 2)).at(pose),
        L.at(pose),
        minus_area(circle_area(x, y, 3), bite),
        rect_area(x, y, rng.uniform(0.2, 5), rng.uniform(0.2, 5), rng.uniform(0, 90)),
        union_area([rect_area(x, y, 4, 0.3), rect_area(x, y, 0.3, 4)]),
    )
    return rng.choice(made)


@pytest.mark.parametrize("seed", [*range(24), 93, 318, 417, 740])
def test_measure_visible__every_point_that_is_drawn_as_seen_is_seen_and_no_other(seed: int) -> None:
    rng = Random(seed)
    a = _eye(rng)
    blockers = [(str(each), _blocker(rng)) for each in range(rng.randrange(1, 11))]
    drawn = seen(view(a, blockers, 30, 20))
    shapely.prepare(drawn)
    for _ in range(60):
        x, y = rng.uniform(0, 30), rng.uniform(0, 20)
        at = shapely.Point(x, y)
        told = sight(a, Disc(x, y, EYE), blockers).clear
        # a base in contact (0.01 in) sees whatever it touches, inside a blocker too
        assert told == drawn.contains(at) or drawn.boundary.distance(at) < 0.012, (x, y, told)
