"""Everything round and over the table has a place of its own: nothing is written over something else."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from viewer.desk import Desk

from battlefield.judging import RulesJudge
from battlefield.log import load as load_log
from battlefield.viewer.drawing import Box, Rect, Text
from battlefield.viewer.labels import box
from battlefield.viewer.looks import PLAIN, Look
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.scene_models import badges
from battlefield.viewer.window_input import Controls


def controls_of(name: str, size: tuple[int, int], look: Look = PLAIN) -> Controls:
    recording = load_log(Path("scenarios") / f"{name}.jsonl").recording
    controls = Controls(recording, RulesJudge(), ViewOptions(*size), shown_as=look)
    controls.asking.inquiries.work = lambda job: job()
    return controls


def rect_of(text: Text) -> Rect:
    """What a text on the screen covers."""
    left = text.at[0] - {"start": 0.0, "middle": text.width / 2, "end": text.width}[text.anchor]
    return Rect(left, text.at[1] - text.size * 0.4, text.width, text.size * 0.8)


def apart(one: Rect, other: Rect) -> bool:
    return one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


def texts(controls: Controls, *names: str) -> list[Text]:
    layers = [each for each in controls.scene().layers if each.name in names]
    return [item for layer in layers for item in layer.items if isinstance(item, Text)]


@pytest.mark.parametrize("size", [(640, 420), (1280, 720), (1400, 900)])
@pytest.mark.parametrize("steps", [0, 4, 9, 14, 30])
def test_nothing_in_the_bar_is_written_over_something_else(size: tuple[int, int], steps: int) -> None:
    controls = controls_of("relics-of-old", size)
    controls.move(*controls.view.viewport.centre)
    controls.zoom(steps, *controls.view.viewport.centre)
    found = texts(controls, "bar", "head", "scale", "pointer")
    assert any(each.text.endswith(" in") for each in found), "the place under the pointer is told"
    for one, other in combinations(found, 2):
        assert apart(rect_of(one), rect_of(other)), (one.text, other.text)


def ground_of(controls: Controls, name: str) -> Rect:
    """The box that a layer over the table stands on."""
    found = next(each for each in controls.scene().layers if each.name == name)
    made = found.items[0]
    assert isinstance(made, Box)
    return Rect(made.at[0] - made.width / 2, made.at[1] - made.height / 2, made.width, made.height)


@pytest.mark.parametrize(("size", "look"), [((1280, 720), PLAIN), ((900, 600), Look(large=True)), ((640, 420), PLAIN)])
def test_buttons_filter_and_message_leave_each_other_room(size: tuple[int, int], look: Look) -> None:
    controls = controls_of("relics-of-old", size, look)
    controls.jump(12)
    controls.choose("Wardens/1")
    controls.text("/")
    controls.text("war")
    controls.say("choose any model, press D or G")
    names = ["ask", "message", *(["filter"] if size[0] < 1280 else [])]
    for one, other in combinations([ground_of(controls, each) for each in names], 2):
        assert apart(one, other), names
    axis = [rect_of(each) for each in texts(controls, "rulers")]
    assert all(apart(ground_of(controls, "ask"), each) for each in axis), "the ruler's figures stay in sight"
    last = max(each.rect.right for each in controls.scene().widgets if each.name == "ask")
    assert last < next(each.rect.x for each in controls.scene().widgets if each.name == "help")


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 6])
def test_the_buttons_of_setting_up_cover_no_figure_of_the_ruler(tmp_path: Path, steps: int) -> None:
    desk = Desk(tmp_path / "duel.toml")
    desk.keys("E")
    desk.controls.zoom(steps, *desk.controls.view.viewport.centre)
    ground = ground_of(desk.controls, "editing strip")
    assert all(apart(ground, rect_of(each)) for each in texts(desk.controls, "rulers"))


@pytest.mark.parametrize(("size", "look"), [((770, 700), PLAIN), ((960, 700), Look(large=True)), ((640, 420), PLAIN)])
def test_without_a_panel_what_is_asked_for_is_told_over_the_table(size: tuple[int, int], look: Look) -> None:
    controls = controls_of("relics-of-old", size, look)
    controls.jump(12)
    controls.choose("Wardens/1")
    assert not texts(controls, "overlay")
    controls.key("I")
    assert "SITUATION" in [each.text for each in texts(controls, "overlay")]
    away = next(each for each in controls.scene().widgets if each.name == "overlay off")
    controls.press(*away.rect.centre)
    controls.release(*away.rect.centre)
    assert controls.asking.kind is None
    assert not texts(controls, "overlay")
    controls.key("S")
    assert "SIGHT" in [each.text for each in texts(controls, "overlay")]
    middle = next(each for each in controls.scene().widgets if each.name == "overlay").rect
    controls.press(middle.x + 30, middle.y + 8)
    controls.release(middle.x + 30, middle.y + 8)
    assert controls.anchor == "Wardens/1", "a click on it chooses nothing below it"
    controls.escape()
    assert not texts(controls, "overlay")


def test_without_a_panel_the_ruler_that_is_looked_at_is_told_over_the_table() -> None:
    controls = controls_of("relics-of-old", (770, 700))
    controls.jump(12)
    for key in ("Tab", "Enter", "D", "Tab"):
        controls.key(key)
    assert not texts(controls, "overlay"), "while it is laid the table is clear"
    controls.key("Enter")
    assert "RULERS AND RINGS" in [each.text for each in texts(controls, "overlay")]
    controls.escape()
    assert not texts(controls, "overlay")


def test_where_the_panel_is_crowded_the_situation_comes_before_the_rulers() -> None:
    controls = controls_of("relics-of-old", (800, 600))
    controls.jump(12)
    for key in ("Tab", "Enter", "D", "Tab", "Enter", "I"):
        controls.key(key)
    assert "SITUATION" in [each.text for each in texts(controls, "card 0")]
    wide = controls_of("relics-of-old", (1600, 900))
    wide.jump(12)
    for key in ("Tab", "Enter", "D", "Tab", "Enter", "I"):
        wide.key(key)
    assert "RULERS AND RINGS" in [each.text for each in texts(wide, "card 0")]
    assert "SITUATION" in [each.text for each in texts(wide, "card 1")]


def test_no_name_lies_over_how_many_wounds_are_left() -> None:
    controls = controls_of("relics-of-old", (1280, 720))
    seen = 0
    for moment in controls.film.moments:
        if any(
            0 < each.wounds_left < each.profile.wounds
            for each in controls.recording.states[moment.index + 1].on_board()
        ):
            controls.jump_to(moment, "jump")
            scale = controls.view.scale
            names = [box(each, scale) for each in texts(controls, "labels")]
            wounds = [box(each, scale) for each in badges(controls.state, scale)]
            seen += len(wounds)
            assert all(apart(one, other) for one in names for other in wounds), moment.index
        if seen > 20:
            break
    assert seen
