"""Moving and turning: which bytes change, and that what is read again stands where it was put."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest
from editing.table import TABLE, after, changed, more, table

from battlefield.battle import findings
from battlefield.editing.applying import applied
from battlefield.editing.document import opened
from battlefield.geometry.shapes import MM_PER_INCH
from battlefield.workbench import Delete, Duplicate, EditError, MoveBy, MoveTo, TurnBy


def test_a_unit_of_one_is_moved_on_its_line_and_the_comment_keeps_its_column() -> None:
    moved = after(MoveTo(name="Ark", x=31.25, y=12))
    assert changed(moved) == [("at       = [30.5, 12]   # in the middle", "at       = [31.25, 12]  # in the middle")]
    assert moved.pose("Ark").point == (31.25, 12)


def test_figures_are_written_short() -> None:
    moved = after(MoveTo(name="Ark", x=0.1 + 0.2 + 30, y=12 + 1 / 3))
    assert "at       = [30.3, 12.333333] # in the middle" in moved.raw.decode()


def test_a_place_that_was_snapped_to_has_as_many_decimals_as_it_takes() -> None:
    moved = after(MoveTo(name="Ark", x=30 + 1 / 3, y=12.5, exact=True))
    assert "[30.333333333, 12.5]" in moved.raw.decode()


def test_a_figure_with_a_nought_keeps_one() -> None:
    assert "[25.0, 9]," in after(MoveTo(name="Scouts/3", x=25, y=9)).raw.decode()


def test_one_of_a_list_of_places_is_changed_alone() -> None:
    moved = after(MoveTo(name="Scouts/3", x=24, y=9.5))
    assert [old.split("#")[0].strip() for old, _ in changed(moved)] == ["[24.0, 8],"]
    assert [new.split("#")[0].strip() for _, new in changed(moved)] == ["[24.0, 9.5],"]
    assert changed(moved)[0][1].index("#") == changed(moved)[0][0].index("#")


def test_a_relative_place_stays_relative_by_gap_and_bearing() -> None:
    # 5 in to the left of the Ark's centre and 5 in below: by hand 7.0710678 less both radii, at 225 degrees.
    moved = after(MoveTo(name="Scouts/1", x=25.5, y=7))
    gap = 5 * 2**0.5 - (130 + 40) / 2 / MM_PER_INCH
    assert changed(moved)[0][1].startswith(f'    {{ from = "Ark", gap = {gap:.6f}, bearing = 225 }},')
    assert moved.pose("Scouts/1").point == pytest.approx((25.5, 7), abs=1e-6)


def test_what_leans_on_a_moved_thing_follows_without_being_touched() -> None:
    before, moved = table(), after(MoveTo(name="Ark", x=33.5, y=14))
    assert len(changed(moved)) == 1
    for follower in ("Scouts/1", "Scouts/2"):
        was, now = before.pose(follower), moved.pose(follower)
        assert (now.x - was.x, now.y - was.y) == pytest.approx((3, 2))
    assert moved.pose("Scouts/3") == before.pose("Scouts/3")


def test_a_relative_place_that_cannot_be_becomes_one_by_coordinates() -> None:
    moved = after(MoveTo(name="Scouts/1", x=30.6, y=12))  # within the Ark: no gap says that
    assert changed(moved)[0][1].startswith("    [30.6, 12],")
    assert moved.pose("Scouts/1").point == (30.6, 12)


def test_one_of_a_grid_gets_a_place_of_its_own_and_the_others_stay() -> None:
    before, moved = table(), after(MoveTo(name="Rangers/2", x=40, y=24))
    assert more(moved) == ["[units.models.2]", "at = [40, 24]"]
    assert moved.pose("Rangers/2").point == (40, 24)
    assert all(moved.pose(f"Rangers/{n}") == before.pose(f"Rangers/{n}") for n in (1, 3, 4, 5, 6, 7, 8, 9, 10))
    again = after(MoveTo(name="Rangers/2", x=41, y=24), raw=moved.raw)
    assert changed(again, moved.raw) == [("at = [40, 24]", "at = [41, 24]")]


def test_a_model_with_a_table_gets_its_place_there_below_its_name() -> None:
    assert 'name = "Alpha"\nat   = [40, 24]\n' in after(MoveTo(name="Alpha", x=40, y=24)).raw.decode()


def test_a_unit_in_a_grid_is_moved_by_its_first_place() -> None:
    before, moved = table(), after(MoveBy(names=("Rangers",), dx=-1, dy=0.5))
    assert [new for _, new in changed(moved)] == ["at      = { grid = [5, 2], first = [43, 30.5], gap = 0.5 }"]
    for n in range(1, 11):
        was, now = before.pose(f"Rangers/{n}"), moved.pose(f"Rangers/{n}")
        assert (now.x - was.x, now.y - was.y) == pytest.approx((-1, 0.5))


def test_a_unit_of_which_one_leans_on_another_is_moved_once() -> None:
    before, moved = table(), after(MoveBy(names=("Scouts",), dx=1, dy=-1))
    assert len(changed(moved)) == 2  # Scouts/2 hangs on Scouts/1
    for n in (1, 2, 3):
        was, now = before.pose(f"Scouts/{n}"), moved.pose(f"Scouts/{n}")
        assert (now.x - was.x, now.y - was.y) == pytest.approx((1, -1), abs=1e-6)


def test_things_that_are_moved_with_what_they_lean_on_keep_their_gap_and_bearing() -> None:
    moved = after(MoveBy(names=("Ark", "Scouts"), dx=1, dy=1))
    assert 'from = "Ark", gap = 1, bearing = 180' in moved.raw.decode()
    assert len(changed(moved)) == 2  # the Ark, and Scouts/3


def test_what_a_profile_says_of_a_place_is_not_written_into_the_profile() -> None:
    moved = after(MoveTo(name="Statue", x=9, y=9))
    assert more(moved) == ["at      = [9, 9]"]
    assert '[profiles.statue]\nbase = "40mm"\nat   = [8, 8]\n' in moved.raw.decode()
    assert moved.pose("Statue").point == (9, 9)


def test_a_marker_is_moved() -> None:
    assert changed(after(MoveTo(name="Well", x=21, y=30))) == [("at   = [20, 30]", "at   = [21, 30]")]


def test_markers_of_a_built_in_map_are_not_in_the_file() -> None:
    raw = TABLE.replace(b"\n[board]", b'deployment = "dawn_of_war"\n\n[board]', 1)
    raw = raw.replace(b'"Red"\n', b'"Red"\nrole = "attacker"\n', 1).replace(
        b'[[players]]\nname = "Blue"', b'[[players]]\nname = "Blue"\nrole = "defender"'
    )
    with pytest.raises(EditError, match="deployment map"):
        after(MoveTo(name="Centre", x=21, y=30), raw=raw)


def test_line_ends_mark_and_a_missing_last_line_end_are_kept() -> None:
    raw = b"\xef\xbb\xbf" + TABLE.rstrip(b"\n").replace(b"\n", b"\r\n")
    moved = after(MoveTo(name="Rangers/2", x=40, y=24), MoveTo(name="Ark", x=31, y=12), raw=raw).raw
    assert moved.startswith(b"\xef\xbb\xbfformat")
    assert not moved.endswith(b"\n")
    assert moved.count(b"\n") == moved.count(b"\r\n") == raw.count(b"\n") + 2


# --- terrain ---


def test_each_kind_of_area_is_moved_in_its_own_notation() -> None:
    moved = after(MoveBy(names=("Sinkhole", "Hall", "Moat"), dx=1, dy=-1))
    assert [new for _, new in changed(moved)] == [
        "area   = { polygon = [[35, 26], [38, 26], [38, 30], [35, 30]] }   # a hole",
        "area = { rect = [3, 29, 6, 4], angle = 15 }",
        "area = { minus = [{ circle = [53, 9, 4] }, { union = [{ circle = [53, 9, 2] }, "
        "{ line = [[53, 7], [53, 11]], width = 0.5 }] }] }",
    ]


def test_each_kind_of_area_is_turned_about_its_middle() -> None:
    moved = after(
        TurnBy(name="Sinkhole", degrees=90), TurnBy(name="Hall", degrees=-15), TurnBy(name="Moat", degrees=90)
    )
    assert [new.split(" #")[0].rstrip() for _, new in changed(moved)] == [
        "area   = { polygon = [[37.5, 27.5], [37.5, 30.5], [33.5, 30.5], [33.5, 27.5]] }",
        "area = { rect = [2, 30, 6, 4], angle = 0 }",
        "area = { minus = [{ circle = [52, 10, 4] }, { union = [{ circle = [52, 10, 2] }, "
        "{ line = [[54, 10], [50, 10]], width = 0.5 }] }] }",
    ]


def test_a_rect_without_an_angle_gets_one_and_keeps_its_corner() -> None:
    raw = TABLE.replace(b", angle = 15 }", b" }")
    assert [new for _, new in changed(after(TurnBy(name="Hall", degrees=30), raw=raw), raw)] == [
        "area = { rect = [2, 30, 6, 4], angle = 30 }"
    ]


# --- facings ---


def test_the_facing_of_a_unit_of_one_is_turned_on_its_own_line() -> None:
    assert changed(after(TurnBy(name="Ark", degrees=15))) == [("facing   = 90", "facing   = 105")]
    assert changed(after(TurnBy(name="Ark", degrees=-120))) == [("facing   = 90", "facing   = 330")]


def test_one_of_a_list_gets_its_facing_beside_its_place() -> None:
    turned = after(TurnBy(name="Scouts/3", degrees=30), TurnBy(name="Scouts/2", degrees=45))
    text = turned.raw.decode()
    assert "{ at = [24.0, 8], facing = 30 }," in text
    assert '{ from = "Scouts/1", gap = 0.5, bearing = 90, facing = 45 },' in text
    assert (turned.pose("Scouts/3").facing, turned.pose("Scouts/2").facing) == (30, 45)


def test_one_of_a_grid_stays_in_it_when_it_is_turned() -> None:
    turned = after(TurnBy(name="Rangers/3", degrees=30))
    assert more(turned) == ["[units.models.3]", "facing = 30"]
    assert turned.pose("Rangers/3") == table().pose("Rangers/3")._replace(facing=30)


def test_a_move_may_turn_too() -> None:
    moved = after(MoveTo(name="Ark", x=31, y=12, facing=45))
    assert (moved.pose("Ark").point, moved.pose("Ark").facing) == ((31, 12), 45)


def test_a_unit_of_several_and_a_marker_have_no_facing_to_turn() -> None:
    with pytest.raises(EditError, match="one by one"):
        after(TurnBy(name="Rangers", degrees=30))
    with pytest.raises(EditError, match="round"):
        after(TurnBy(name="Well", degrees=30))


def test_what_hangs_on_an_oval_follows_its_turn() -> None:
    raw = TABLE.replace(b'"130mm"', b'"130x60mm"')
    before, turned = table(raw), after(TurnBy(name="Ark", degrees=90), raw=raw)
    # Before, the Ark's long axis is upright: its half width to the left is 30 mm; then 65 mm.
    assert before.pose("Scouts/1").x == pytest.approx(30.5 - (30 + 20) / MM_PER_INCH - 1)
    assert turned.pose("Scouts/1").x == pytest.approx(30.5 - (65 + 20) / MM_PER_INCH - 1)


def test_a_bearing_that_is_not_said_is_added() -> None:
    raw = TABLE.replace(b", bearing = 180 }", b" }")
    moved = after(MoveTo(name="Scouts/1", x=30.5 + 6 * cos(radians(30)), y=12 + 6 * sin(radians(30))), raw=raw)
    assert "bearing = 30 }" in moved.raw.decode()
    at = moved.pose("Scouts/1")
    assert hypot(at.x - 30.5, at.y - 12) == pytest.approx(6, abs=1e-6)


def test_what_leans_on_something_that_follows_is_moved_once_too() -> None:
    # Scouts/2 leans on Scouts/1, which leans on the Ark: both follow it, whoever is moved beside it.
    before, moved = table(), after(MoveBy(names=("Ark", "Scouts/2"), dx=1, dy=1))
    assert len(changed(moved)) == 1
    was, now = before.pose("Scouts/2"), moved.pose("Scouts/2")
    assert (now.x - was.x, now.y - was.y) == pytest.approx((1, 1))


def test_a_relative_oval_that_is_turned_as_it_moves_stands_where_it_was_put() -> None:
    raw = TABLE.replace(b'base   = "40mm"', b'base   = "75x42mm"')
    moved = after(MoveTo(name="Scouts/1", x=25, y=7, facing=33), raw=raw)
    assert moved.pose("Scouts/1").point == pytest.approx((25, 7), abs=2e-6)
    assert moved.pose("Scouts/1").facing == 33


def test_a_marker_has_no_facing_to_be_moved_with() -> None:
    assert after(MoveTo(name="Well", x=21, y=30, facing=90)).pose("Well").point == (21, 30)


GRID = b"""format = 1
[board]
width = 44
height = 30
[[players]]
name = "Red"
[[units]]
name = "Line"
player = "Red"
base = "32mm"
at = { grid = [4, 1], first = [10, 10], gap = 2 }
"""


def test_deleting_or_doubling_one_of_a_grid_leaves_the_others_where_they_are() -> None:
    # measure.coherency: 2 in and no more; the centres are 2 in and 32 mm apart, which takes nine decimals
    document = opened(GRID, "grid.toml")
    for edit in (Delete(names=("Line/1",)), Duplicate(name="Line/2", dx=0, dy=3)):
        made, _ = applied(document, edit)
        left = 1 if isinstance(edit, Delete) else 0
        for n in range(2, 5):
            old, new = document.pose(f"Line/{n}"), made.pose(f"Line/{n - left}")
            assert abs(old.x - new.x) < 1e-9, edit
            assert old.y == new.y
        assert not findings(made.state)


def test_two_of_a_grid_are_moved_together_of_which_one_has_a_table_of_its_own() -> None:
    document = opened(GRID + b'[units.models.2]\nname = "Second"\n', "grid.toml")
    made, _ = applied(document, MoveBy(names=("Line/3", "Line/2"), dx=0, dy=1))
    assert [made.pose(f"Line/{n}").y for n in (1, 2, 3, 4)] == [10, 11, 11, 10]
