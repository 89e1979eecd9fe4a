"""The lens: it is there where nothing could be seen without, and what it shows is true."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from viewer.making import SIZES, gap, recording, set_up, table, unit
from viewer.test_refusal import reasons_of, refused
from viewer.test_shipped import planned, shipped

from battlefield.certificate import Certificate
from battlefield.geometry import areas, measure
from battlefield.geometry.shapes import Pose, unit_vector
from battlefield.viewer.close_up import area_rings, cut_line, cut_ring, edge_near
from battlefield.viewer.drawing import Rect, Stroke, Text
from battlefield.viewer.lens import WANTED, Focus, Lens, focus_of, lens_items, magnified
from battlefield.viewer.scene import colours_of

WINDOW = Rect(0.0, 0.0, 10.0, 6.0)


def far(here: tuple[float, float], there: tuple[float, float], value: float, limit: float) -> Certificate:
    made = gap("move.deep_strike", "A", "B", value, limit)
    details = {"here": (*here, 0.0), "there": (*there, 0.0), "distance": value}
    return replace(made, details=details)


def test_a_hair_needs_a_lens_and_an_inch_does_not() -> None:
    hair = focus_of(far((0.0, 0.0), (9.000001, 0.0), 9.000001, 9.0), 20.0)
    assert hair is not None
    assert hair.size == pytest.approx(1e-6)
    assert hair.size * magnified(hair) == pytest.approx(WANTED)
    assert focus_of(far((0.0, 0.0), (8.0, 0.0), 8.0, 9.0), 20.0) is None
    exact = focus_of(far((0.0, 0.0), (9.0, 0.0), 9.0, 9.0), 20.0)
    assert exact is not None
    assert exact.size == 0.0
    assert magnified(exact) < 1e6


def test_what_could_be_seen_of_an_overlap_has_no_lens() -> None:
    made = shipped("falling-back")
    assert all(each.claim is None or focus_of(each.claim, 20.0) is None for each in reasons_of(made, refused(made)[0]))
    walls = shipped("between-two-walls")
    claim = reasons_of(walls, refused(walls)[0])[0].claim
    assert claim is not None
    assert focus_of(claim, 30.0) == Focus(claim.details["here"], 0.01020026)
    assert claim.details["here"] == pytest.approx((10.0, 4.380279), abs=1e-3)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["25mm", "75x42mm", "170x109mm", "7x4in"]),
    st.floats(0, 360),
    st.floats(0, 360),
    st.sampled_from([0.0, 1.0, 9.0]),
)
def test_an_edge_is_true_near_its_place(size: str, facing: float, bearing: float, grow: float) -> None:
    shape = SIZES[size].at(Pose(20, 15, 0, facing))
    ux, uy = unit_vector(bearing)
    x, y = measure.support(shape, ux, uy)
    place = (x + grow * ux, y + grow * uy)
    ring = edge_near(shape, place, grow)
    near = [at for at in ring if hypot(at[0] - place[0], at[1] - place[1]) < 1e-4]
    if grow > 0 or size != "7x4in":
        assert near
    for at in near:
        assert measure.point_gap(shape, at).high == pytest.approx(grow, abs=1e-9)


def test_a_ring_and_a_line_are_cut_to_the_window() -> None:
    ring = cut_ring(((-5, -5), (5, -5), (5, 5), (-5, 5)), WINDOW)
    assert sorted(set(ring)) == [(0.0, 0.0), (0.0, 5.0), (5.0, 0.0), (5.0, 5.0)]
    assert cut_ring(((20, 20), (21, 20), (21, 21)), WINDOW) == ()
    assert cut_line(((-5, 3), (5, 3), (15, 3)), WINDOW) == [((0.0, 3.0), (5.0, 3.0), (10.0, 3.0))]
    assert cut_line(((-5, 3), (-1, 9), (12, 9), (5, -1)), WINDOW) != []
    assert cut_line(((-5, 30), (5, 30)), WINDOW) == []


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.floats(-20, 20), st.floats(-20, 20)), min_size=2, max_size=8))
def test_nothing_of_a_line_is_left_outside(points: list[tuple[float, float]]) -> None:
    for piece in cut_line(tuple(points), WINDOW):
        for x, y in piece:
            assert -1e-9 <= x <= 10 + 1e-9
            assert -1e-9 <= y <= 6 + 1e-9


def test_arcs_are_drawn_so_near_only_as_they_can_be() -> None:
    disc = areas.circle_area(5, 5, 2)
    assert area_rings(disc, 1e-9) is None
    assert area_rings(areas.rect_area(0, 0, 2, 2), 1e-12) is not None
    rings = area_rings(disc, 1e-5)
    assert rings is not None
    assert all(hypot(x - 5, y - 5) == pytest.approx(2, abs=1e-9) for x, y in rings[0][0])


def test_what_the_lens_shows_is_as_far_apart_as_was_measured() -> None:
    units = [unit("A", "Red", 1, "32mm"), unit("B", "Blue", 1, "32mm")]
    radius = 16 / 25.4
    places = [set_up("A", {"A": Pose(5, 10)}), set_up("B", {"B": Pose(5 + 2 * radius + 9.000001, 10)})]
    state = recording(table("Hair", (40, 20), units), places).state
    claim = far((5 + radius, 10.0), (5 + radius + 9.000001, 10.0), 9.000001, 9.0)
    focus = focus_of(claim, 20.0)
    assert focus is not None
    lens = Lens(Rect(0, 0, 200, 140), focus, magnified(focus))
    items = lens_items(state, claim, lens, colours_of(state), 2.4e6)
    upright = [
        each.points[0][0]
        for each in items
        if isinstance(each, Stroke) and abs(each.points[0][1] - each.points[-1][1]) > 130
    ]
    edge, ring = min(upright), max(upright)
    assert ring - edge == pytest.approx(WANTED, abs=0.01)
    assert "0.000001″" in [each.text for each in items if isinstance(each, Text)]
    assert "× 2 400 000" in [each.text for each in items if isinstance(each, Text)]
    for each in items:
        if isinstance(each, Stroke):
            assert all(-1 <= x <= 201 and -1 <= y <= 141 for x, y in each.points)


def test_a_refusal_by_a_hair_has_its_lens_in_the_picture() -> None:
    for name, words in (
        ("between-two-walls", "0.0102″ deep"),
        ("deep-strike", "exactly 9″"),
        ("no-room-to-disembark", "0.00000152″"),
    ):
        made = shipped(name)
        shown = []
        for moment in refused(made):
            plan = planned(made, moment)
            shown += [each.text for each in plan.draw(plan.still).top if isinstance(each, Text)]
        assert words in shown, name
