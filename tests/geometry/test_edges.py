"""The edges of the battlefield: how far they are, and where a token touches one."""

from __future__ import annotations

import math

import pytest

from battlefield.geometry.areas import area_gap, area_overlap
from battlefield.geometry.edges import OUTWARDS, beyond_edge, edge_distances, foot_on_edge, nearest_on_edge
from battlefield.geometry.shapes import Disc, OvalBase, Pose, polygon

W, H = 40.0, 20.0


@pytest.mark.parametrize(("edge", "far"), [("west", 11.5), ("east", 27.5), ("south", 5.5), ("north", 13.5)])
def test_beyond_edge__the_gap_to_it_is_the_distance_from_the_edge(edge: str, far: float) -> None:
    disc = Disc(12.0, 6.0, 0.5)
    assert area_gap(disc, beyond_edge(edge, W, H)).high == pytest.approx(far, abs=1e-12)
    assert edge_distances(disc, W, H)[edge] == pytest.approx(far + 1.0)


def test_beyond_edge__a_turned_oval_touches_with_its_own_edge() -> None:
    """Of an ellipse with half axes 2 and 1, turned by 30 degrees, the lowest point is sqrt(4/4 + 3/4) below."""
    low = math.sqrt(4 * 0.25 + 0.75)
    oval = OvalBase(2.0, 1.0).at(Pose(10.0, low, 0.0, 30.0))
    assert area_gap(oval, beyond_edge("south", W, H)).high == pytest.approx(0.0, abs=1e-12)
    assert area_overlap(oval, beyond_edge("south", W, H)).depth == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("edge", OUTWARDS)
def test_foot_on_edge__inside_the_battlefield_even_near_a_corner(edge: str) -> None:
    for point in ((0.1, 0.1), (39.9, 19.9), (20.0, 10.0)):
        x, y = foot_on_edge(edge, point, 0.75, W, H)
        assert 0.75 <= x <= W - 0.75
        assert 0.75 <= y <= H - 0.75
        assert min(edge_distances(Disc(x, y, 0.75), W, H).values()) == pytest.approx(1.5)


def test_nearest_on_edge__free_it_is_the_foot() -> None:
    assert nearest_on_edge("north", (17.0, 3.0), 0.75, (), W, H) == ((17.0, H - 0.75),)


def test_nearest_on_edge__slides_along_to_the_nearer_side_and_both_when_equal() -> None:
    wall = polygon(((16.0, 0.0), (18.0, 0.0), (18.0, 1.0), (16.0, 1.0)))
    assert nearest_on_edge("south", (17.4, 9.0), 0.75, [wall], W, H) == (pytest.approx((18.75, 0.75)),)
    both = nearest_on_edge("south", (17.0, 9.0), 0.75, [wall], W, H)
    assert both == (pytest.approx((15.25, 0.75)), pytest.approx((18.75, 0.75)))


@pytest.mark.parametrize(("room", "free"), [(1.5, True), (1.499999, False)])
def test_nearest_on_edge__between_a_wall_and_the_corner(room: float, free: bool) -> None:
    wall = polygon(((room, 0.0), (30.0, 0.0), (30.0, 1.0), (room, 1.0)))
    found = nearest_on_edge("south", (1.0, 5.0), 0.75, [wall], W, H)
    assert found == ((pytest.approx((0.75, 0.75)),) if free else (pytest.approx((30.75, 0.75)),))


def test_nearest_on_edge__none_where_all_of_it_is_taken() -> None:
    wall = polygon(((0.0, 0.0), (40.0, 0.0), (40.0, 1.0), (0.0, 1.0)))
    assert nearest_on_edge("south", (20.0, 5.0), 0.75, [wall], W, H) == ()
