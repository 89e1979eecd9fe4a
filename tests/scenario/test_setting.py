"""Where things begin to stand: places by number, by neighbour and in a grid, to the last digit."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario.written import ARK, HEAD, WITH_ARTIFACTS, fault, faults, unit

from battlefield.geometry.areas import area_gap
from battlefield.geometry.measure import gap
from battlefield.geometry.shapes import Pose
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import Scenario

BASES = ('"32mm"', '"75x42mm"', '{ hull = "7x4in", height = 3 }', "{ hull = [[2, 0], [-1, 2], [0, 0], [-1, -2]] }")


def poses(scenario: Scenario) -> dict[str, Pose]:
    return {name: pose for each in scenario.placements for name, pose in each.poses.items()}


def apart(scenario: Scenario, one: str, other: str) -> float:
    """The gap between two models where they are set up."""
    standing, models = poses(scenario), scenario.table.models
    shapes = [models[name].footprint_at(standing[name]) for name in (one, other)]
    return gap(shapes[0], shapes[1]).value


@pytest.mark.parametrize(
    ("at", "more", "pose"),
    [
        ("[3, 4]", "", Pose(3, 4)),
        ("[3, 4.5, 2]", "facing = 30\n", Pose(3, 4.5, 2, 30)),
        ("[3, 4]", "elevation = 2\n", Pose(3, 4, 2)),
        ("[3, 4, 1]", "elevation = 2\n", Pose(3, 4, 1)),
        ("{ at = [3, 4], facing = 90 }", "facing = 30\n", Pose(3, 4, 0, 90)),
        ("[{ at = [3, 4, 1] }]", "facing = 30\n", Pose(3, 4, 1, 30)),
    ],
)
def test_places__by_number(at: str, more: str, pose: Pose) -> None:
    assert poses(loads(HEAD + unit("A", at, more=more))) == {"A/1": pose}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(BASES),
    st.sampled_from(BASES),
    st.floats(0, 9),
    st.floats(-360, 360),
    st.floats(-180, 180),
    st.floats(-180, 180),
)
def test_places__beside_another_are_exactly_that_gap_away(
    one: str, other: str, wanted: float, bearing: float, facing: float, turned: float
) -> None:
    beside = f"{{ from = 'A', gap = {wanted!r}, bearing = {bearing!r} }}"
    text = unit("B", beside, other, more=f"facing = {turned!r}\n") + unit(
        "A", "[30, 22]", one, more=f"facing = {facing!r}\n"
    )
    scenario = loads(HEAD + text)
    assert apart(scenario, "A/1", "B/1") == pytest.approx(wanted, abs=2e-9)
    pose = poses(scenario)["B/1"]
    aim = math.radians(bearing)
    across = (pose.x - 30) * math.sin(aim) - (pose.y - 22) * math.cos(aim)
    along = (pose.x - 30) * math.cos(aim) + (pose.y - 22) * math.sin(aim)
    assert across == pytest.approx(0, abs=1e-9)
    assert along > 0


def test_places__exactly_1_in_on_either_side_of_a_round_base() -> None:
    reach = 130 / 50.8 + 1 + 32 / 50.8
    for bearing, x, y in ((0, 30 + reach, 22), (90, 30, 22 + reach), (180, 30 - reach, 22), (270, 30, 22 - reach)):
        more = unit("A", f'{{ from = "Ark", gap = 1, bearing = {bearing} }}')
        assert poses(loads(HEAD + more + ARK))["A/1"] == pytest.approx((x, y, 0, 0), abs=1e-9)


def test_places__lean_on_one_another_whatever_the_order_of_the_file() -> None:
    chain = unit("A", '{ from = "B/1", gap = 1 }') + unit("B", '[{ from = "B/2", gap = 2 }, { from = "C", gap = 3 }]')
    scenario = loads(HEAD + chain + unit("C", "[5, 5, 4]"))
    assert fault(HEAD + chain.replace('"B/1"', '"B/3"') + unit("C", "[5, 5]")).startswith("13:15")
    pitch = 32 / 25.4
    assert poses(scenario)["B/2"] == pytest.approx((5 + pitch + 3, 5, 4, 0), abs=1e-9)
    assert poses(scenario)["B/1"] == pytest.approx((5 + 2 * pitch + 5, 5, 4, 0), abs=1e-9)


def test_places__a_long_chain_needs_no_depth() -> None:
    links = "".join(unit(f"U{n}", f'{{ from = "U{n - 1}", gap = 0 }}', '"1mm"') for n in range(3000, 0, -1))
    scenario = loads(HEAD + links + unit("U0", "[1, 1]", '"1mm"'))
    assert poses(scenario)["U3000/1"].x == pytest.approx(1 + 3000 / 25.4, abs=1e-6)


def test_places__beside_terrain_tokens_and_markers() -> None:
    text = (
        WITH_ARTIFACTS
        + unit("A", '{ from = "Rock", gap = 1, bearing = 90 }')
        + unit("B", '{ from = "Seal", gap = 1 }')
        + unit("C", '{ from = "Centre", gap = 1 }')
        + unit("D", '{ from = "Pond", gap = 0.5, bearing = 180 }')
        + '[[terrain]]\nname = "Rock"\narea = { rect = [10, 10, 6, 4], angle = 45 }\nelevation = 2\n'
        + '[[terrain]]\nname = "Pond"\narea = { circle = [40, 30, 3] }\n'
        + '[[artifacts]]\nname = "Seal"\nkind = "mission"\nat = { from = "Centre", gap = 2, bearing = 90 }\n'
        + '[[objectives]]\nname = "Centre"\nat = [30, 22]\n'
    )
    scenario = loads(text)
    standing, terrain = poses(scenario), {each.name: each.area for each in scenario.table.terrain}
    radius = 32 / 50.8
    assert standing["A/1"].x == pytest.approx(13, abs=1e-9)
    assert standing["A/1"].z == 2
    assert area_gap(scenario.table.models["A/1"].footprint_at(standing["A/1"]), terrain["Rock"]).value == pytest.approx(
        1
    )
    seal = scenario.lying[0].at
    assert seal.y == pytest.approx(22 + 40 / 50.8 + 2 + 25 / 50.8, abs=1e-9)
    assert standing["B/1"] == pytest.approx((30 + 25 / 50.8 + 1 + radius, seal.y, 0, 0), abs=1e-9)
    assert standing["C/1"].x == pytest.approx(30 + 40 / 50.8 + 1 + radius, abs=1e-9)
    assert standing["D/1"].x == pytest.approx(40 - 3 - 0.5 - radius, abs=1e-9)


def test_places__an_elevation_of_ones_own_stands_over_the_neighbours() -> None:
    text = (
        unit("A", "[5, 5, 3]")
        + unit("B", '{ from = "A", gap = 1 }')
        + unit("C", '{ from = "A", gap = 4 }', more="elevation = 6\n")
    )
    standing = poses(loads(HEAD + text))
    assert [standing[name].z for name in ("A/1", "B/1", "C/1")] == [3, 3, 6]


def test_places__circles_are_told_once_each() -> None:
    circle = (
        unit("A", '{ from = "B", gap = 1 }')
        + unit("B", '{ from = "C", gap = 1 }')
        + unit("C", '{ from = "A", gap = 1 }')
    )
    alone = unit("D", '{ from = "D", gap = 1 }') + unit("E", '{ from = "D", gap = 1 }')
    assert faults(HEAD + circle + alone) == [
        '13:15: relative places lean on one another in a circle: "A/1" on "B/1" on "C/1" on "A/1"',
        '28:15: relative places lean on one another in a circle: "D/1" on "D/1"',
    ]
    grid = unit("G", '{ grid = [2, 1], first = { from = "G/2", gap = 1 } }')
    assert fault(HEAD + grid).startswith("13:40: relative places lean on one another in a circle:")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Akr", 'no model or artifact or objective or terrain is called "Akr"; did you mean "Ark"?'),
        ("Crew", '"Crew" is a unit of 3 models: name one of them, "Crew/1" … "Crew/3"'),
        ("Crew/4", 'no model is called "Crew/4": Crew has 3 (allowed: 1 to 3)'),
        ("Late", '"Late/1" is not on the battlefield at the start, so that nothing can stand beside it'),
        ("Red", '"Red" is a player; named here must be a model or an artifact or an objective or a terrain feature'),
        ("Crown", '"Crown" is not on the battlefield at the start, so that nothing can stand beside it'),
        ("Ring", 'the area of "Ring" is no single outline, so that it has no centre to lean on'),
    ],
)
def test_places__beside_what_has_no_footprint(name: str, said: str) -> None:
    text = (
        WITH_ARTIFACTS
        + unit("A", f'{{ from = "{name}", gap = 1 }}')
        + ARK
        + unit("Crew", "[[1, 1], [5, 5], [9, 9]]")
        + '[[units]]\nname = "Late"\nplayer = "Red"\nbase = "32mm"\nreserves = true\n'
        + '[[artifacts]]\nname = "Crown"\ncarrier = "Ark"\n'
        + '[[terrain]]\nname = "Ring"\narea = { minus = [{ circle = [9, 9, 5] }, { circle = [9, 9, 3] }] }\n'
    )
    assert fault(text).startswith(f"14:15: {said}")


# --- grids ---


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(BASES),
    st.integers(1, 4),
    st.integers(1, 3),
    st.floats(0, 3),
    st.sampled_from([0, 30, 90, -45]),
    st.sampled_from([0, 90, 20]),
)
def test_grids__neighbours_are_exactly_the_gap_apart(
    base: str, columns: int, rows: int, wanted: float, bearing: float, facing: float
) -> None:
    at = f"{{ grid = [{columns}, {rows}], first = [9, 9], gap = {wanted!r}, bearing = {bearing} }}"
    scenario = loads(HEAD + unit("A", at, base, more=f"facing = {facing}\n"))
    assert len(poses(scenario)) == columns * rows
    for number in range(1, columns * rows):
        if number % columns:
            assert apart(scenario, f"A/{number}", f"A/{number + 1}") == pytest.approx(wanted, abs=1e-8)
        if number + columns <= columns * rows:
            assert apart(scenario, f"A/{number}", f"A/{number + columns}") == pytest.approx(wanted, abs=1e-8)


def test_grids__run_along_the_bearing_with_the_rows_to_its_left() -> None:
    at = "{ grid = [2, 2], first = [9, 9], gap = 1, bearing = 90 }"
    standing = poses(loads(HEAD + unit("A", at, '"25.4mm"')))
    assert standing == {
        "A/1": Pose(9, 9),
        "A/2": Pose(9, 11),
        "A/3": Pose(7, 9),
        "A/4": Pose(7, 11),
    }


def test_grids__may_begin_beside_something_and_models_may_stand_elsewhere() -> None:
    at = '{ grid = [3, 1], first = { from = "Ark", gap = 1, bearing = 90 }, gap = 0.5 }'
    more = "facing = 20\n[units.models.2]\nat = [50, 40]\n[units.models.3]\nfacing = 70\nelevation = 2\n"
    standing = poses(loads(HEAD + unit("A", at, more=more) + ARK))
    pitch = 32 / 25.4 + 0.5
    y = 22 + 130 / 50.8 + 1 + 32 / 50.8
    assert standing["A/1"] == pytest.approx((30, y, 0, 20), abs=1e-9)
    assert standing["A/2"] == Pose(50, 40, 0, 20)
    assert standing["A/3"] == pytest.approx((30 + 2 * pitch, y, 2, 70), abs=1e-9)


def test_grids__with_a_last_row_that_is_not_full() -> None:
    at = "{ grid = [3, 2], first = [9, 9] }"
    assert list(poses(loads(HEAD + unit("A", at, more="count = 4\n")))) == ["A/1", "A/2", "A/3", "A/4"]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("{ grid = [3], first = [9, 9] }", "13:15: grid must have at least 2 parts; found 1"),
        ("{ grid = [0, 1], first = [9, 9] }", "13:16: grid must be at least 1; found 0"),
        ("{ grid = [1.5, 1], first = [9, 9] }", "13:16: grid must be a whole number; found 1.5"),
        ("{ gird = [3, 1], first = [9, 9] }", '13:8: there is no key "gird" here; did you mean grid?'),
        ("{ grid = [3, 1] }", "13:6: the key first is missing in this table"),
        ("{ form = 'Ark', gap = 1 }", '13:8: there is no key "form" here; did you mean from?'),
        ("{ from = 'Ark' }", "13:6: the key gap is missing in this table"),
        ("{ from = 'Ark', gap = -1 }", "13:28: gap must be at least 0; found -1"),
        ("[1]", "13:6: at must have at least 2 parts; found 1"),
        ("[1, 2, 3, 4]", "13:6: at must have at most 3 parts; found 4"),
        ("[[1, 2], [3]]", "13:15: at must have at least 2 parts; found 1"),
        ("'here'", "13:6: at must be [x, y], [x, y, z] or { from = NAME, gap = inches, bearing = degrees }, a list"),
    ],
)
def test_places__of_no_known_form(at: str, said: str) -> None:
    assert fault(HEAD + unit("A", at) + ARK).startswith(said)
