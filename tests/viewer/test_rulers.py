"""Rulers and rings in the window: laying, following, choosing, deleting; and the same certificate as the command."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battlefield.battle import Battle, run
from battlefield.cli import judging
from battlefield.cli.app import main
from battlefield.events.core import ModelMoved
from battlefield.geometry import measure
from battlefield.geometry.shapes import Disc, OvalBase, Pose, Shape, hull
from battlefield.judging import RulesJudge
from battlefield.log import load as load_log
from battlefield.named import point_name
from battlefield.plain import written
from battlefield.scenario.load import load
from battlefield.state import State
from battlefield.viewer.drawing import Ellipse, Layer, Stroke, Text
from battlefield.viewer.inquiry import Job
from battlefield.viewer.labels import box
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.rulers import Answers, Ring, Ruler, areas_named, end_at
from battlefield.viewer.scene_behind import ring_parts
from battlefield.viewer.scene_evidence import ring_lines, ring_pieces
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_rulers import RulersTool

SCENARIOS = Path("scenarios")


def controls_of(name: str, size: tuple[int, int] = (1280, 720)) -> tuple[Controls, RulersTool]:
    controls = Controls(load_log(SCENARIOS / f"{name}.jsonl").recording, RulesJudge(), ViewOptions(*size))
    tool = next(each for each in controls.tools if isinstance(each, RulersTool))
    tool.answers.work = lambda job: job()
    controls.asking.inquiries.work = lambda job: job()
    return controls, tool


def spot(controls: Controls, name: str) -> tuple[float, float]:
    model = controls.state.find_model(name)
    artifact = controls.state.artifacts.get(name)
    pose = model.pose if model is not None else artifact.at if artifact is not None else None
    assert pose is not None
    return controls.view.to_screen(pose.point)


def right_drag(controls: Controls, start: tuple[float, float], end: tuple[float, float]) -> None:
    controls.press(*start, "right")
    controls.drag(*end, end[0] - start[0], end[1] - start[1])
    controls.release(*end)


def layer(controls: Controls, name: str) -> Layer | None:
    return next((each for each in controls.scene().layers if each.name == name), None)


def texts(controls: Controls, name: str) -> list[str]:
    found = layer(controls, name)
    return [] if found is None else [each.text for each in found.items if isinstance(each, Text)]


# --- what the window says, the command says ---

PAIRS = {
    "relics-of-old": 40, "round-a-wall": 25, "hatchway": 20, "oval-machine": 25, "concave-hull": 20,
    "held-from-above": 20, "relic-notch": 25, "exfiltration": 25,
}  # fmt: skip


def test_there_are_two_hundred_pairs() -> None:
    assert sum(PAIRS.values()) == 200


@pytest.mark.parametrize("name", PAIRS)
def test_a_ruler_says_what_the_command_says(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(name)
    controls, tool = controls_of(name)
    controls.jump(controls.recording.entries[-1].n)
    state = controls.state
    battle = lru_cache(maxsize=1)(lambda: run(load(SCENARIOS / f"{name}.toml")))

    def once(path: str, seed: int | None, after: int | None) -> Battle:
        del path, seed, after
        return battle()

    monkeypatch.setattr(judging, "battle_at", once)
    for _ in range(PAIRS[name]):
        a, b = _pair(rng, state)
        said = tool.said(controls, Ruler(a, b))
        code = main(["measure", f"scenarios/{name}.toml", a, b, "--json"])
        told = capsys.readouterr()
        if said.bare is None:
            assert code == 2
            assert told.err.strip() == said.fault
            continue
        assert code == 0
        plain: dict[str, Any] = json.loads(told.out)
        rules = plain.pop("rules")
        assert plain == json.loads(json.dumps(written(said.bare)))
        assert rules == json.loads(json.dumps([written(each) for each in said.rules]))


def _pair(rng: Random, state: State) -> tuple[str, str]:
    models = [each.name for each in state.on_board()]
    things = [*models, *models, *(each.name for each in state.lying()), *state.markers, *state.units]
    point = f"at/{rng.uniform(0, state.board.width):.3f},{rng.uniform(0, state.board.height):.3f}"
    things += [point, *areas_named(state)]
    while True:
        a, b = rng.choice(things), rng.choice(things)
        if a != b:
            return a, b


# --- laying them ---


def test_a_ruler_is_laid_by_two_keys_from_the_chosen_thing_to_what_is_pointed_at() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    controls.choose("Wardens/1")
    controls.key("D")
    assert controls.mode == "laying a ruler"
    controls.move(*spot(controls, "Walker"))
    assert "Wardens/1 – Walker" in texts(controls, "card 0")
    assert tool.marks == [], "it is not kept yet"
    assert layer(controls, "hover") is None, "one line, not two"
    controls.key("D")
    assert tool.marks == [Ruler("Wardens/1", "Walker/1")]
    assert controls.mode is None
    controls.move(5, 5)
    bare = RulesJudge().measure(controls.state, "Wardens/1", "Walker/1")[0]
    assert f"{bare.details['distance']:.3f}″" in texts(controls, "figures laid")
    assert "measure.engagement" in texts(controls, "card 0"), "the one looked at is told in full"


def test_a_ruler_is_laid_without_a_mouse_and_put_away_by_escape() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    for key in ("Tab", "Enter", "D", "Tab", "Tab", "Enter"):
        assert controls.key(key)
    assert len(tool.marks) == 1
    controls.key("D")
    controls.key("PageDown")
    assert layer(controls, "rulers laid") is not None
    controls.key("Escape")
    assert controls.mode is None
    assert len(tool.marks) == 1
    controls.key("D")
    for key in ("PageDown", "PageDown", "D"):
        controls.key(key)
    second = tool.marks[1]
    assert isinstance(second, Ruler)
    assert second.b == areas_named(controls.state)[1]


def test_a_ruler_ends_at_what_the_palette_finds() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    controls.choose("Wardens/1")
    controls.key("D")
    controls.text(":")
    controls.text("Pilgrim/1")
    controls.key("Enter")
    assert tool.marks == [Ruler("Wardens/1", "Pilgrim/1")]
    assert controls.mode is None
    assert controls.anchor == "Wardens/1", "it is not chosen besides"
    controls.text(":")
    controls.text("Pilgrim/1")
    controls.key("Enter")
    assert controls.anchor == "Pilgrim/1", "with no ruler begun it is"
    assert len(tool.marks) == 1


def test_a_right_drag_lays_a_ruler_between_points_edges_and_things() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    right_drag(controls, controls.view.to_screen((20, 8)), spot(controls, "Walker"))
    right_drag(controls, spot(controls, "Ark/1"), controls.view.to_screen((0.05, 20)))
    (first, second) = tool.marks
    assert isinstance(first, Ruler)
    assert first.b == "Walker/1"
    assert first.a.startswith("at/")
    assert second == Ruler("Ark/1", "edge/west")
    board = controls.options.centre
    assert board is None, "the table has not moved"


def test_units_are_measured_whole_by_a_key() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    controls.choose("Wardens/2")
    for key in ("D", "U"):
        controls.key(key)
    controls.move(*spot(controls, "Raiders/2"))
    controls.key("Enter")
    assert tool.marks == [Ruler("Wardens", "Raiders")]
    assert any(each.startswith("by Wardens/") for each in texts(controls, "card 0"))


def test_rulers_are_walked_deleted_and_cleared_by_key_and_by_click() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    for end in ("Walker", "Raiders/1", "Lancers"):
        right_drag(controls, spot(controls, "Wardens/1"), spot(controls, end))
    assert tool.chosen == 2
    controls.key("Shift+D")
    assert tool.chosen == 0
    controls.key("Delete")
    assert [each.b for each in tool.marks if isinstance(each, Ruler)] == ["Raiders/1", "Lancers/1"]
    off = [each for each in controls.scene().widgets if each.name == "ruler off"]
    controls.press(*off[0].rect.centre)
    controls.release(*off[0].rect.centre)
    assert [each.b for each in tool.marks if isinstance(each, Ruler)] == ["Lancers/1"]
    controls.key("Ctrl+D")
    assert tool.marks == []
    controls.key("Delete")
    assert "no ruler or ring is laid" in (controls.options.message or "")


def test_a_ruler_follows_a_model_while_it_moves_and_says_when_it_has_gone() -> None:
    controls, tool = controls_of("relics-of-old")
    film, recording = controls.film, controls.recording
    moment = next(
        each for each in film.moments
        if each.index >= 0 and isinstance(event := recording.entries[each.index].event, ModelMoved) and event.length > 2
    )  # fmt: skip
    event = recording.entries[moment.index].event
    assert isinstance(event, ModelMoved)
    tool.marks.append(Ruler(event.model, "edge/east"))
    values = []
    for share in (0.0, 0.3, 0.5, 0.7, 0.999):
        controls.show(moment.start + share * moment.duration)
        said, _ = tool.shown(controls)
        assert said[0].bare is not None
        assert isinstance(said[0].bare.value, float)
        values.append(said[0].bare.value)
    assert len(set(values)) >= 3, "it is measured on the way too"
    tool.marks = [Ruler("Nobody", "edge/east")]
    assert tool.shown(controls)[0][0].fault is not None
    assert "gone" in texts(controls, "card 0")
    controls.jump(recording.entries[-1].n)
    tool.marks, tool.chosen = [Ruler("Wardens/1", "Pilgrim/1"), Ring("Wardens/1", 3.0)], 0
    said, _ = tool.shown(controls)
    assert [each.fault for each in said] == ["Wardens/1 is not on the battlefield (gone)"] * 2
    assert layer(controls, "rulers laid") is None, "nothing is drawn to where it stood"


def test_what_an_end_is_at_a_place() -> None:
    controls, _ = controls_of("relics-of-old")
    controls.jump(12)
    assert end_at(controls.state, (20.00004, 8.5), 0.05) == "at/20,8.5"
    assert end_at(controls.state, (43.8, 8.5), 0.05) == "edge/east"
    assert end_at(controls.state, (43.5, 8.5), 0.05) == "at/43.5,8.5"


# --- rings ---


def test_a_ring_is_typed_stepped_and_kept() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    controls.choose("Lancers/1")
    controls.key("G")
    ranges = []
    for key in ("Up", "Right", "Down", "Left"):
        controls.key(key)
        shown = tool.shown(controls)[0][-1].mark
        assert isinstance(shown, Ring)
        ranges.append(shown.inches)
    assert ranges == [7.0, 9.0, 8.0, 6.0]
    for digit in "4.5":
        assert controls.text(digit)
    controls.key("5")  # as the window tells it, before what it types
    controls.text("5")
    controls.key("Backspace")
    controls.key("Enter")
    assert tool.marks == [Ring("Lancers/1", 4.5)]
    assert controls.typing is False
    controls.key("G")
    assert tool.shown(controls)[0][-1].mark == Ring("Lancers/1", 4.5), "the next one begins at the last range"


def test_what_lies_within_a_ring_is_marked_with_its_margin() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    tool.marks.append(Ring("Wardens/2", 3.0))
    tool.chosen = 0
    claims = {each.a: each for each in RulesJudge().within(controls.state, "Wardens/2", 3.0)}
    assert {"Wardens/1", "Wardens/3"} <= set(claims)
    assert "3″" in texts(controls, "figures laid")
    assert texts(controls, "figures laid").count("+2.6″") == 2, "0.4 in off on either side"
    assert any("within" in each for each in texts(controls, "card 0"))


def test_rings_in_boarding_actions_come_from_a_thread() -> None:
    controls, _ = controls_of("round-a-wall")
    controls.jump(controls.recording.entries[-1].n)
    waiting: list[Job] = []
    answers = Answers(RulesJudge(), waiting.append)
    said = answers.said(controls.state, Ring("Boarders/1", 9.0))
    assert not said.done
    assert said.claims == ()
    waiting.pop()()
    said = answers.said(controls.state, Ring("Boarders/1", 9.0))
    assert said.done
    assert "Wardens/1" in {each.a for each in said.claims}
    assert answers.version > 0


def test_a_ring_is_dotted_behind_walls_and_nowhere_else() -> None:
    """What a straight line reaches, a tape round Walls reaches as soon, and the rest later."""
    controls, tool = controls_of("round-a-wall")
    controls.jump(controls.recording.entries[-1].n)
    state = controls.state
    model = state.model("Boarders/1")
    parts = ring_parts(state, model.footprint, 6.0)
    assert {behind for _, behind in parts} == {True, False}
    for piece, behind in parts:
        at = piece[len(piece) // 2]
        claim = RulesJudge().measure(state, "Boarders/1", point_name(at))[0]
        assert isinstance(claim.value, float)
        assert (claim.value > 6.002) == behind
    whole = ring_pieces(model.footprint, 6.0, state.board)
    assert [at for piece, _ in parts for at in piece[:-1]] == [at for piece in whole for at in piece[:-1]]
    straight = ring_parts(replace(state, boarding=False), model.footprint, 6.0)
    assert not any(behind for _, behind in straight)
    tool.marks, tool.chosen = [Ring("Boarders/1", 6.0)], 0
    assert any("dotted behind" in each for each in texts(controls, "card 0"))


def _shapes() -> list[Shape]:
    pose = Pose(22, 15, 0, 33)
    return [Disc(22, 15, 0.63), Disc(22, 15, 0.0), OvalBase(37.5 / 25.4, 21 / 25.4).at(pose),
            hull(((-3, -2), (3, -2), (3, 0), (0, 0), (0, 2), (-3, 2))).at(pose)]  # fmt: skip


@pytest.mark.parametrize("inches", [1.0, 6.0, 13.0])
@pytest.mark.parametrize("shape", _shapes(), ids=["disc", "point", "oval", "hull"])
def test_a_ring_is_the_true_curve_to_a_thousandth_and_stays_on_the_board(shape: Shape, inches: float) -> None:
    controls, _ = controls_of("relics-of-old")
    for item in ring_lines(controls.state, shape, inches, *_paint()):
        if isinstance(item, Ellipse):
            assert isinstance(shape, Disc)
            assert item.rx == item.ry == pytest.approx(shape.radius + inches, abs=1e-12)
            continue
        assert isinstance(item, Stroke)
        points = (*item.points, item.points[0]) if item.closed else item.points
        for (px, py), (qx, qy) in pairwise(points):
            assert -1e-9 <= px <= 44 + 1e-9
            assert -1e-9 <= py <= 30 + 1e-9
            for share in (0.0, 0.5):
                at = (px + (qx - px) * share, py + (qy - py) * share)
                on_edge = min(at[0], at[1], 44 - at[0], 30 - at[1]) < 1e-6
                assert on_edge or measure.point_gap(shape, at).high == pytest.approx(inches, abs=0.001)


def _paint() -> tuple[Any, float]:
    from battlefield.viewer import theme

    return theme.INK, 2.0


# --- the picture ---


@pytest.mark.parametrize("size", [(1280, 720), (1600, 900)])
def test_figures_lie_on_no_other_figure_and_on_no_ruler(size: tuple[int, int]) -> None:
    controls, tool = controls_of("relics-of-old", size)
    controls.jump(12)
    tool.marks += [
        Ruler("Wardens/1", "Raiders/1"),
        Ruler("Ark/1", "Walker/1"),
        Ring("Ark/1", 9.0),
        Ruler("at/12,5", "at/30,20"),
    ]
    tool.chosen = 0
    found = layer(controls, "figures laid")
    assert found is not None
    rects = [box(each, controls.view.scale) for each in found.items if isinstance(each, Text)]
    for place, one in enumerate(rects):
        for other in rects[place + 1 :]:
            wide = min(one.right, other.right) - max(one.x, other.x)
            high = min(one.bottom, other.bottom) - max(one.y, other.y)
            assert wide <= 1 or high <= 1, (one, other)


def test_a_figure_that_a_ruler_has_is_not_told_twice() -> None:
    controls, tool = controls_of("relics-of-old")
    controls.jump(12)
    controls.choose("Wardens/1")
    controls.move(*spot(controls, "Walker"))
    assert len(texts(controls, "hover")) == 1
    tool.marks = [Ruler("Walker/1", "Wardens/1")]
    controls.renew()
    assert texts(controls, "hover") == []
    found = layer(controls, "hover")
    assert found is not None, "what is pointed at keeps its ring"
    assert len(texts(controls, "figures laid")) == 1
    tool.marks = [Ruler("Wardens/2", "Walker/1")]
    controls.renew()
    assert len(texts(controls, "hover")) == 1, "of another pair it is told"
