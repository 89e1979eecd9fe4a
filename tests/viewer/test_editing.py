"""Setting up in the window: what keys and mouse do to the file, what is shown and said, and what is asked first."""

from __future__ import annotations

from pathlib import Path

import pytest
from viewer.desk import DUEL, Desk

from battlefield.editing.rescue import parted_mark
from battlefield.judging import RulesJudge
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.window_editing import NO_FILE, EditingTool
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_kit import standard_tools


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "duel.toml")
    made.keys("E")
    return made


def new_lines(desk: Desk) -> list[str]:
    before = DUEL.decode().splitlines()
    return [line for line in desk.session.raw.decode().splitlines() if line not in before]


# --- the mode ---


def test_a_log_cannot_be_set_up_and_that_is_said(desk: Desk) -> None:
    tool = EditingTool(None)
    controls = Controls(desk.session.played(), RulesJudge(), ViewOptions(), tools=standard_tools(*tool.tools()))
    controls.key("E")
    assert controls.mode is None
    assert controls.options.message == NO_FILE
    controls.scene()


def test_the_set_up_is_shown_while_it_is_changed_and_the_battle_after_it(desk: Desk) -> None:
    before = len(desk.session.played().entries)
    assert desk.controls.state.model("Foe").on_board  # the order that destroys it has not been carried out
    assert "SETTING UP" in desk.texts()
    desk.keys("E")
    assert len(desk.controls.recording.entries) == before
    assert "SETTING UP" not in desk.texts()


def test_the_orders_are_carried_out_anew_when_the_set_up_is_another(desk: Desk) -> None:
    desk.keys("Tab", "Right", "E")
    assert desk.controls.options.message == "the orders are carried out anew"
    desk.wait()
    states = desk.controls.recording.states
    assert states[-1].models["Wardens/1"].pose.x == pytest.approx(10.1)  # type: ignore[union-attr]
    assert states[-1].models["Foe/1"].where == "gone"


def test_orders_that_cannot_be_carried_out_any_more_are_told(tmp_path: Path) -> None:
    # Through difficult ground a move rolls 2D6; out of its way, nobody asks for the dice that the file enters.
    wood = b'[[terrain]]\nname = "Wood"\ntraits = ["difficult"]\narea = { rect = [23, 2, 2, 2.5] }\n\n[[orders]]'
    move = b'[start]\nround = 1\nplayer = "Red"\nphase = "movement"\n[profiles.guard]'
    raw = DUEL.replace(b"[[orders]]", wood).replace(b"[profiles.guard]", move)
    order = b'do    = "move"\nmodel = "Hulk"\nto = [24, 5]\ndice = [6, 6]'
    raw = raw.replace(b'do    = "destroy"\nmodel = "Foe"', order)
    desk = Desk(tmp_path / "duel.toml", raw)
    desk.keys("E")
    desk.click((24, 3))
    desk.keys(*["Shift+Left"] * 5, "Escape", "E")
    desk.wait()
    assert "the orders cannot be carried out from here" in (desk.controls.options.message or "")
    assert desk.controls.recording.state.model("Hulk").on_board
    assert desk.controls.state.model("Hulk").on_board  # the table that is shown is the set-up, not an empty one
    for _ in range(20):
        desk.controls.tick(0.5)
    assert "The set-up without its orders" in desk.texts()
    desk.answer("look at it")
    desk.keys("E")
    assert desk.controls.mode == "setting up"


def test_playing_makes_no_sense_there(desk: Desk) -> None:
    desk.keys("Space")
    desk.controls.tick(0.1)
    assert not desk.controls.options.playing


# --- choosing and moving ---


def test_tab_goes_through_everything_and_the_panel_tells_of_it(desk: Desk) -> None:
    desk.keys("Tab")
    assert desk.tool.chosen == ("Wardens/1",)
    assert {"Wardens/1", "legal", "[10, 10]"} <= set(desk.texts())
    desk.keys("Shift+Tab")
    assert desk.tool.chosen == ("Rock",)
    desk.keys("Escape")
    assert desk.tool.chosen == ()


def test_arrows_move_by_a_tenth_with_shift_by_one_with_alt_by_a_hundredth(desk: Desk) -> None:
    desk.keys("Tab", "Right", "Shift+Up", "Alt+Left")
    assert new_lines(desk) == ["at     = [[10.09, 11], [12, 10], [14, 10]] # side by side"]


def test_a_row_of_keys_is_one_step(desk: Desk) -> None:
    desk.keys("Tab", *["Right"] * 5, "Ctrl+Z")
    assert desk.session.raw == DUEL
    assert desk.controls.options.message == "undone: move Wardens/1"
    desk.keys("Ctrl+Shift+Z")
    assert new_lines(desk) == ["at     = [[10.5, 10], [12, 10], [14, 10]] # side by side"]
    desk.keys("Ctrl+Z", "Ctrl+Y", "Ctrl+Z", "Ctrl+Z")
    assert desk.controls.options.message == "nothing to undo"


def test_keys_turn(desk: Desk) -> None:
    desk.click((24, 6))
    desk.keys("Q", "Shift+W", "Shift+W")
    assert new_lines(desk) == ["facing = 103"]


def test_a_place_is_typed(desk: Desk) -> None:
    desk.click((24, 6))
    desk.keys("P")
    assert desk.tool.dialogue.typed == "24, 6, 90"
    desk.keys("Delete")
    desk.type("22.5, 7")
    desk.keys("Enter")
    assert new_lines(desk) == ["at     = [22.5, 7]   # an oval"]
    desk.keys("P", "Delete")
    desk.type("nowhere")
    desk.keys("Enter")
    assert "“nowhere” is no figure" in (desk.controls.options.message or "")


# --- dragging ---


def test_a_drag_writes_one_line_when_it_ends(desk: Desk) -> None:
    desk.drag((24, 6), (22, 8.3), drop=False)
    assert desk.session.raw == DUEL
    assert not desk.controls.state.model("Hulk").on_board  # it is drawn where it is carried
    desk.drop((22, 8.3))
    assert new_lines(desk) == ["at     = [22, 8.3]   # an oval"]
    assert desk.controls.state.model("Hulk").pose.point == (22, 8.3)  # type: ignore[union-attr]


def test_setup_engagement__is_refused_with_rule_and_by_how_much_and_snapped_to_legal(desk: Desk) -> None:
    desk.drag((24, 6), (20, 11.3))
    assert desk.session.raw == DUEL
    gap = 14 - 11.3 - (20 + 37.5) / 25.4  # the oval points at Foe
    assert desk.held() == {"setup.engagement": pytest.approx(1 - gap)}
    texts = desk.texts()
    assert {"not legal", "setup.engagement", "to the legal place nearby", "legal: Enter"} <= set(texts)
    desk.keys("Enter")
    assert desk.session.found() == ()
    assert desk.last("put")["at"] == [(pytest.approx(20), pytest.approx(14 - 1.000002 - (20 + 37.5) / 25.4, abs=1e-6))]
    assert len(new_lines(desk)) == 1


def test_what_is_held_goes_back_or_is_put_there_all_the_same(desk: Desk) -> None:
    desk.drag((24, 6), (20, 11.3))
    desk.keys("Escape")
    assert desk.tool.carry is None
    assert desk.session.raw == DUEL
    desk.drag((24, 6), (20, 11.3))
    desk.keys("Shift+Enter")
    assert new_lines(desk) == ["at     = [20, 11.3]  # an oval"]
    assert {each.rule for each in desk.session.found()} == {"setup.engagement"}
    desk.keys("Enter")  # the chosen model is not legal: to the legal place
    assert desk.session.found() == ()


def test_what_is_held_can_be_dragged_on(desk: Desk) -> None:
    desk.drag((24, 6), (20, 11.3))
    desk.drag((20, 11.3), (20, 9.3))
    assert new_lines(desk) == ["at     = [20, 9.3]   # an oval"]


def test_a_drag_snaps_and_alt_keeps_it_from_that(desk: Desk) -> None:
    desk.drag((24, 6), (28.9, 4))
    assert desk.last("put")["snapped"] == "up against Rock"
    assert desk.last("put")["at"][0][0] == pytest.approx(30 - 21 / 25.4, abs=1e-8)
    desk.keys("Ctrl+Z")
    desk.drag((24, 6), (28.9, 4), "Alt")
    assert desk.last("put")["snapped"] is None
    desk.keys("Ctrl+Z", "X")
    desk.drag((24, 6), (28.9, 4))
    assert desk.last("put")["snapped"] is None


def test_distances_to_what_is_near_are_drawn_while_dragging(desk: Desk) -> None:
    desk.drag((24, 6), (20, 9.3), drop=False)
    foe = 14 - 9.3 - 20 / 25.4 - 37.5 / 25.4
    assert f"{foe:.2f}″" in desk.texts()


def test_the_wheel_turns_what_is_dragged(desk: Desk) -> None:
    desk.drag((24, 6), (22, 8.3), drop=False)
    desk.controls.wheel(1, *desk.at((22, 8.3)))
    desk.drop((22, 8.3))
    assert new_lines(desk) == ["at     = [22, 8.3]   # an oval", "facing = 105"]


def test_ctrl_drags_the_whole_unit(desk: Desk) -> None:
    desk.drag((12, 10), (12, 8), "Ctrl")
    assert new_lines(desk) == ["at     = [[10, 8], [12, 8], [14, 8]]      # side by side"]


def test_a_unit_that_is_chosen_whole_is_called_by_its_name(desk: Desk) -> None:
    desk.click((12, 10))
    desk.keys("U")
    assert {"Wardens", "Red · 3 models"} <= set(desk.texts())
    desk.keys("U")
    assert desk.tool.chosen == ("Wardens/1",)


def test_setup_coherency__lets_comrades_follow_one_by_one(desk: Desk) -> None:
    desk.drag((14, 10), (14, 5), "Alt")
    assert new_lines(desk) == ["at     = [[10, 10], [12, 10], [14, 5]]    # side by side"]
    assert "not legal" in desk.texts()


def test_terrain_is_dragged_when_it_is_chosen_and_the_table_otherwise(desk: Desk) -> None:
    desk.drag((32, 4), (33, 5))
    assert desk.session.raw == DUEL
    desk.controls.fit()
    desk.click((32, 4))
    desk.drag((32, 4), (32, 7))
    assert new_lines(desk) == ["area   = { rect = [30, 5, 4, 4] }"]


def test_setup_impassable__terrain_that_comes_under_a_model_is_held(desk: Desk) -> None:
    desk.click((32, 4))
    desk.drag((32, 4), (25, 6))
    assert desk.held().keys() == {"setup.impassable"}
    desk.keys("Escape")
    assert desk.session.raw == DUEL


# --- adding, doubling, deleting ---


def test_something_is_added_under_the_pointer(desk: Desk) -> None:
    desk.controls.move(*desk.at((6, 4)))
    desk.keys("A")
    desk.type("guard red 5")
    desk.keys("Enter")
    assert "at      = { grid = [5, 1], first = [6, 4], gap = 0.5 }" in new_lines(desk)
    assert desk.tool.chosen == tuple(f"Guard/{n}" for n in range(1, 6))


def test_what_is_added_can_be_moved_at_once(desk: Desk) -> None:
    desk.controls.move(*desk.at((6, 4)))
    desk.keys("A")
    desk.type("objective")
    desk.keys("Enter", "Right")
    assert "at   = [6.1, 4]" in new_lines(desk)


def test_a_double_stands_beside_the_first(desk: Desk) -> None:
    desk.click((24, 6))
    desk.keys("D")
    assert desk.tool.chosen == ("Hulk 2/1",)
    assert desk.session.found() == ()
    desk.keys("Ctrl+Z")
    assert desk.session.raw == DUEL


def test_a_model_is_doubled_in_its_unit_and_a_unit_that_is_chosen_whole_as_a_unit(desk: Desk) -> None:
    desk.click((14, 10))
    desk.keys("D")
    assert desk.tool.chosen == ("Wardens/4",)
    desk.keys("Ctrl+Z")
    desk.click((14, 10))
    desk.keys("U", "D")
    assert desk.tool.chosen == ("Wardens 2/1", "Wardens 2/2", "Wardens 2/3")


def test_deleting_asks_first_when_something_names_it(desk: Desk) -> None:
    desk.click((24, 6))
    desk.keys("Delete")
    line = DUEL.decode().splitlines().index('distance = ["Hulk", "Wardens"]') + 1
    assert any(text.startswith(f'line {line}: distance = ["Hulk", "Wardens"]') for text in desk.texts())
    desk.keys("Escape")
    assert desk.session.raw == DUEL
    desk.keys("Delete", "Enter")
    assert b"Hulk" not in desk.session.raw
    assert desk.session.undo() == "delete Hulk"


def test_deleting_what_nobody_names_just_does_it(desk: Desk) -> None:
    desk.click((32, 4))
    desk.keys("Delete")
    assert b"Rock" not in desk.session.raw


def test_what_cannot_be_done_is_said_in_the_loaders_words(desk: Desk) -> None:
    desk.click((20, 14))
    desk.keys("D")  # the order destroys "Foe" as a model: a second unit is no harm
    assert desk.tool.chosen == ("Foe 2/1",)


def test_the_next_fault_is_chosen(desk: Desk) -> None:
    desk.drag((24, 6), (20, 11.3))
    desk.keys("Shift+Enter", "Escape", "G")
    assert desk.tool.chosen in (("Hulk/1",), ("Foe/1",))


# --- the file ---


def test_saving_changes_one_line_of_the_file(desk: Desk) -> None:
    desk.drag((24, 6), (22, 8.3))
    desk.keys("Ctrl+S")
    old, new = DUEL.split(b"\n"), desk.path.read_bytes().split(b"\n")
    assert [b for a, b in zip(old, new, strict=True) if a != b] == [b"at     = [22, 8.3]   # an oval"]


def test_a_file_that_changed_meanwhile_is_asked_about(desk: Desk) -> None:
    desk.keys("Tab", "Right")
    theirs = DUEL.replace(b"of two lines", b"by somebody else")
    desk.path.write_bytes(theirs)
    desk.keys("Ctrl+S")
    assert "The file changed meanwhile" in desk.texts()
    desk.keys("Escape")
    assert desk.path.read_bytes() == theirs
    mine = desk.session.raw
    desk.keys("Ctrl+S")
    desk.answer("load theirs")
    assert desk.session.raw == theirs
    desk.keys("Ctrl+Z")
    assert desk.session.raw == mine
    desk.path.write_bytes(DUEL)
    desk.keys("Ctrl+S")
    desk.answer("write mine over theirs")
    assert desk.path.read_bytes() == mine


def test_mine_can_be_saved_under_another_name(desk: Desk) -> None:
    desk.keys("Tab", "Right", "Ctrl+Shift+S", "Delete")
    other = desk.path.with_name("other.toml")
    desk.type(str(other))
    desk.keys("Enter")
    assert other.read_bytes() == desk.session.raw
    assert desk.path.read_bytes() == DUEL
    assert desk.session.path == str(other)


def test_what_was_left_by_a_session_that_broke_off_is_offered_at_the_start(desk: Desk) -> None:
    desk.keys("Tab", "Right")
    desk.controls.tick(2.0)
    assert parted_mark(desk.path.with_name("duel.toml.autosave").read_bytes())[0] == desk.session.raw
    again = Desk(desk.path, None)
    again.controls.tick(0.1)
    assert "Changes that were not saved" in again.texts()
    again.answer("go on with them")
    assert again.session.raw == desk.session.raw
    assert again.controls.mode == "setting up"
    again.keys("Ctrl+S")
    assert not desk.path.with_name("duel.toml.autosave").exists()


def test_leaving_with_something_unsaved_asks_first(desk: Desk) -> None:
    desk.keys("Tab", "Right", "Escape", "Escape")
    desk.wait()
    assert desk.controls.mode is None
    desk.keys("Escape")
    assert not desk.controls.quit
    desk.answer("stay")
    assert not desk.controls.quit
    desk.keys("Escape")
    desk.answer("save and quit")
    assert desk.controls.quit
    assert desk.path.read_bytes() == desk.session.raw != DUEL


def test_the_close_button_asks_about_what_is_not_saved_once(desk: Desk) -> None:
    assert not desk.tool.closing(desk.controls)
    desk.keys("Tab", "Right")
    assert desk.tool.closing(desk.controls)
    assert "Quit?" in desk.texts()
    assert not desk.tool.closing(desk.controls)  # the button again: it closes


def test_the_palette_and_the_help_go_before_the_table(desk: Desk) -> None:
    desk.keys("Tab", "Ctrl+P", "Right")
    assert desk.session.raw == DUEL
    desk.keys("Escape", "F1")
    desk.keys("Shift+Up")
    assert desk.session.raw == DUEL


def test_every_key_of_setting_up_is_in_the_registry(desk: Desk) -> None:
    slugs = {each.slug for each in desk.controls.commands.every if each.group == "Setting up"}
    assert {f"edit.{each}" for each in ("begin", "end", "undo", "redo", "save", "save_as", "add", "delete")} <= slugs


# --- what is typed ---


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("inf, 5", "“inf” is no figure"),
        ("nan, 5", "“nan” is no figure"),
        ("10, 12, nan", "“nan” is no figure"),
        ("10,5, 12,5", "found 4; decimals take a point"),
        ("1e3, 4", "“1e3” is no figure"),
        ("99999, 4", "“99999” is no figure up to 1000"),
        ("10", "found 1"),
    ],
)
def test_a_place_that_is_none_is_refused_in_words(desk: Desk, typed: str, says: str) -> None:
    desk.click((24, 6))
    desk.keys("P", "Ctrl+Backspace")
    desk.type(typed)
    desk.keys("Enter")
    assert says in (desk.controls.options.message or "")
    assert not desk.session.dirty


def test_a_typed_place_is_written_with_all_its_decimals(desk: Desk) -> None:
    desk.click((24, 6))
    desk.keys("P", "Ctrl+Backspace")
    desk.type("24.123456789, 6, 90")
    desk.keys("Enter")
    assert new_lines(desk) == ["at     = [24.123456789, 6] # an oval"]


def test_a_name_that_no_file_can_have_is_refused_in_words(desk: Desk) -> None:
    for name in ("n" * 280 + ".toml", "no/such/folder.toml", "nought\0.toml"):
        desk.keys("Ctrl+Shift+S", "Ctrl+Backspace")
        desk.type(name)
        desk.keys("Enter")
        assert "cannot be written" in (desk.controls.options.message or "")
        assert desk.session.path == str(desk.path)


def test_a_place_that_is_not_edited_is_no_move(tmp_path: Path) -> None:
    raw = DUEL.replace(b"[24, 6] ", b"[24.123456789, 6.000002]").replace(b"facing = 90", b"facing = 33.3333333")
    desk = Desk(tmp_path / "duel.toml", raw)
    desk.keys("E")
    desk.click((24.1, 6))
    desk.keys("P")
    assert desk.tool.dialogue.typed == "24.123456789, 6.000002, 33.3333333"
    desk.keys("Enter")
    assert desk.session.raw == raw


# --- turning several ---


def test_a_whole_unit_is_turned_about_its_middle_and_written_so(desk: Desk) -> None:
    desk.click((12, 10))
    desk.keys("U", *["Q"] * 6)  # by 90 degrees: 10, 12, 14 side by side become one behind the other
    state = desk.session.state()
    at = {n: state.model(f"Wardens/{n}").pose for n in (1, 2, 3)}
    assert [(pose.x, pose.y, pose.facing) for pose in at.values() if pose] == [(12, 8, 90), (12, 10, 90), (12, 12, 90)]
    desk.keys("Ctrl+Z")
    assert desk.session.raw == DUEL


def test_a_drag_of_terrain_with_a_turn_is_one_step(desk: Desk) -> None:
    desk.click((32, 4))
    desk.drag((32, 4), (30, 6), drop=False)
    desk.controls.wheel(1.0, *desk.at((30, 6)))
    desk.drop((30, 6))
    assert any("angle" in line for line in new_lines(desk))
    desk.keys("Ctrl+Z")
    assert desk.session.raw == DUEL


# --- several at once ---


def test_two_models_of_a_unit_are_deleted_at_once(desk: Desk) -> None:
    desk.click((10, 10))
    desk.click((12, 10), "Shift")
    desk.keys("Delete")
    if desk.tool.dialogue.question is not None:
        desk.answer("delete, and that")
    assert desk.session.document.models("Wardens") == ("Wardens/1",)
    pose = desk.session.state().model("Wardens/1").pose
    assert pose is not None
    assert pose.point == (14, 10)
    desk.keys("Ctrl+Z")
    assert desk.session.raw == DUEL


def test_terrain_with_other_things_is_not_moved_and_that_is_said(desk: Desk) -> None:
    desk.click((32, 4))
    desk.click((24, 6), "Shift")
    desk.keys("Right")
    assert "terrain is moved alone" in (desk.controls.options.message or "")
    desk.drag((24, 6), (26, 6))
    assert "terrain is moved alone" in (desk.controls.options.message or "")
    desk.keys("D")
    assert "duplicated at a time" in (desk.controls.options.message or "")
    assert not desk.session.dirty


def test_a_file_that_was_deleted_is_said_to_be_gone(desk: Desk) -> None:
    desk.click((24, 6))
    desk.keys("Right")
    desk.path.unlink()
    desk.keys("Ctrl+S")
    assert "The file is gone" in desk.texts()
    desk.answer("write it anew")
    assert desk.path.read_bytes() == desk.session.raw
