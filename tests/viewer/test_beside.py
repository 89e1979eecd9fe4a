"""Two logs of one scenario side by side: where they part, one film for both, one picture of both."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from viewer.test_window_input import PlainJudge, Seen, click

from battlefield.battle import run
from battlefield.events.core import ModelMoved, Rolled
from battlefield.events.relics_of_old import ArtifactExpelled
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.scenario.load import loads
from battlefield.viewer.drawing import Stroke, Text
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.pairing import Pairing, differences, paired, parting_words
from battlefield.viewer.scene import film_of
from battlefield.viewer.scene_beside import scene_beside, shifted
from battlefield.viewer.svg import svg
from battlefield.viewer.window_beside import PairControls, PairTool, part
from battlefield.viewer.window_kit import standard_tools

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "scenarios" / "exfiltration.toml").read_text("utf-8").split("[[orders.expect]]")[0]
SIZE = (1200, 700)


@lru_cache
def thrown(at: str = "[13, 14]", name: str = "one.toml") -> Recording:
    """The exfiltration, its second die of the throw lying elsewhere."""
    changed = TEXT.replace("at = [13, 14]", f"at = {at}")
    return run(loads(changed.encode(), name)).recording


@lru_cache
def pair() -> Pairing:
    return paired(thrown(), thrown("[14, 12]", "other.toml"))


def controls_of(pairing: Pairing) -> tuple[PairControls, Seen]:
    seen = Seen()
    tools = (PairTool(), *standard_tools())
    made = PairControls(pairing.left, PlainJudge(), ViewOptions(*SIZE), seen, tools=tools, pairing=pairing)
    return made, seen


# --- where they part ---


def test_they_part_at_the_first_event_that_is_not_the_same() -> None:
    pairing = pair()
    assert pairing.parted is not None
    left, right = pairing.left.entries, pairing.right.entries
    assert [each.event for each in left[: pairing.parted]] == [each.event for each in right[: pairing.parted]]
    assert left[pairing.parted].event != right[pairing.parted].event
    assert isinstance(left[pairing.parted].event, Rolled), "the throw lay elsewhere"
    words = parting_words(pairing)
    assert words.startswith(
        f"The first {pairing.parted} events are the same. At event {pairing.parted + 1} they part: "
    )
    assert "throw is (10, 10), (13, 14) on the left, (10, 10), (14, 12) on the right." in words


def test_a_log_that_ends_earlier_parts_there_and_the_same_twice_do_not() -> None:
    whole = thrown()
    shorter = replace(whole, entries=whole.entries[:5], source="short.jsonl")
    rest = len(whole.entries) - 5
    assert parting_words(paired(whole, shorter)) == (
        f"The first 5 events are the same; then short.jsonl ends, and one.toml goes on for {rest} events."
    )
    assert parting_words(paired(shorter, whole)) == (
        f"The first 5 events are the same; then short.jsonl ends, and one.toml goes on for {rest} events."
    )
    same = paired(whole, whole)
    assert same.parted is None
    assert same.parting is None
    assert parting_words(same) == f"They are the same, all {len(whole.entries)} events."


def test_who_does_something_else_is_told_with_both_headlines() -> None:
    whole = thrown()
    other = replace(whole, entries=(*whole.entries[:3], *whole.entries[4:]))
    words = parting_words(paired(whole, other))
    assert "The first 3 events are the same. At event 4 they part: on the left " in words
    assert "; on the right " in words


def test_differences_are_told_by_field_and_only_of_one_kind() -> None:
    a = Rolled(rule="r", asks="r", of="A", roll="D6", faces=(3,), total=3, needs=">=4", passed=False, source="seed")
    b = replace(a, faces=(5,), total=5, passed=True)
    assert differences(a, b) == (("faces", "3", "5"), ("total", "3", "5"), ("passed", "no", "yes"))
    assert differences(a, a) == ()
    assert differences(a, thrown().entries[0].event) == ()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"title": "Another"}, "the one is “Exfiltration under fire”, the other “Another”"),
        ({"terrain": ()}, "their terrain is not the same (Sinkhole)"),
        ({"ranges": {}}, "the rules or ranges that they are played by are not the same"),
    ],
)
def test_logs_of_different_scenarios_are_told_apart_in_words(change: dict[str, object], why: str) -> None:
    whole = thrown()
    other = replace(whole, table=replace(whole.table, **change), source="b/other.jsonl")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="different scenarios") as fault:
        paired(whole, other)
    assert str(fault.value) == (
        f"one.toml and other.jsonl are of different scenarios: {why}; "
        "only two logs of one scenario can be shown side by side"
    )


# --- one film ---


def test_one_film_shows_each_event_beside_the_one_in_its_place() -> None:
    pairing = pair()
    shown = [pairing.own(each) for each in pairing.film.moments]
    for side, recording in enumerate((pairing.left, pairing.right)):
        own = [each[side] for each in shown]
        assert [each.index for each in own] == sorted(each.index for each in own), "never back"
        assert {each.index for each in own} == {-1, *range(len(recording.entries))}, "and none left out"
    for moment, (left, right) in zip(pairing.film.moments, shown, strict=True):
        orders = [each.entries[own.index].order for each, own in
                  ((pairing.left, left), (pairing.right, right)) if own.index >= 0]  # fmt: skip
        if pairing.parted is not None and moment.index < pairing.parted:
            assert left.index == right.index
        assert max(orders, default=0) - min(orders, default=0) <= 1, "in step, order by order"
    assert pairing.film.duration >= max(film_of(each).duration for each in (pairing.left, pairing.right))


def test_it_opens_where_they_part_and_b_goes_there_again() -> None:
    controls, seen = controls_of(pair())
    part(controls)
    assert controls.moment is pair().parting
    assert seen.last[0] == "parting"
    controls.jump(0)
    controls.key("B")
    assert controls.moment is pair().parting
    sign = next(each for each in controls.scene().widgets if each.name == "replay.parting")
    controls.jump(0)
    click(controls, *sign.rect.centre)
    assert controls.moment is pair().parting
    same, _ = controls_of(paired(thrown(), thrown()))
    same.key("B")
    assert same.options.message is not None
    assert same.options.message.startswith("They are the same")


def test_what_is_of_one_log_alone_says_so() -> None:
    controls, _ = controls_of(pair())
    controls.text("/")
    assert controls.options.message == "two logs side by side are not filtered"
    controls.tick(5.0)
    controls.key("M")
    assert controls.options.message == "the rules are asked about one log at a time"


# --- one picture ---


def test_both_tables_are_drawn_in_their_halves_from_one_place() -> None:
    controls, _ = controls_of(pair())
    part(controls)
    controls.zoom(4, 300, 250)
    scene = controls.scene()
    for side, name in enumerate(("left", "right")):
        port = controls.parts.views[side].viewport
        for layer in (each for each in scene.layers if each.name.endswith(f" {name}") and each.space == "board"):
            assert layer.clip is not None
            left, top = scene.view.to_screen((layer.clip.x, layer.clip.bottom))
            right, bottom = scene.view.to_screen((layer.clip.right, layer.clip.y))
            assert left >= port.x - 1e-6
            assert right <= port.right + 1e-6
            assert top >= port.y - 1e-6
            assert bottom <= port.bottom + 1e-6
    first, second = controls.parts.views
    assert (first.scale, first.y) == (second.scale, second.y)
    assert second.x - first.x == pytest.approx(SIZE[0] / 2)


def test_what_is_pointed_at_on_the_right_is_measured_there_and_drawn_there() -> None:
    moved = thrown()
    controls, seen = controls_of(paired(moved, thrown("[14, 12]", "other.toml")))
    part(controls)
    pose = controls.state.model("Ark").pose
    assert pose is not None
    view = controls.parts.views[1]
    controls.move(*view.to_screen(pose.point))
    assert controls.side == 1
    assert seen.last[1]["a"] == "Ark/1"
    scene = controls.scene()
    lines = [each for layer in scene.layers if layer.name == "hover right" for each in layer.items
             if isinstance(each, Stroke)]  # fmt: skip
    assert lines
    assert not [each for each in scene.layers if each.name == "hover left"]
    middle = SIZE[0] / 2
    assert all(scene.view.to_screen(point)[0] > middle for each in lines for point in each.points)


def test_in_high_contrast_and_large_type_both_tables_are_there() -> None:
    controls, _ = controls_of(pair())
    part(controls)
    plain = [each.name for each in controls.scene().layers]
    controls.key("K")
    strong = controls.scene()
    assert [each.name for each in strong.layers] == plain
    right = next(each for each in strong.layers if each.name == "ground right")
    assert right.clip is not None
    assert strong.view.to_screen((right.clip.x, 0))[0] >= SIZE[0] / 2 - 1e-6
    controls.key("T")
    assert {"ground left", "ground right"} <= {each.name for each in controls.scene().layers}


def test_shifted_items_are_the_same_further_to_the_right() -> None:
    scene = scene_beside(pair(), pair().film.duration / 2, ViewOptions(*SIZE))
    layer = next(each for each in scene.layers if each.name == "standing left")
    moved = shifted(layer.items, 3.0)
    assert [type(each) for each in moved] == [type(each) for each in layer.items]
    for a, b in zip(layer.items, moved, strict=True):
        if isinstance(a, Text) and isinstance(b, Text):
            assert b.at == (a.at[0] + 3.0, a.at[1])


@pytest.mark.parametrize("size", [(1600, 900), (1280, 720), (700, 460)])
def test_the_picture_of_both_holds_its_words_and_is_an_svg(size: tuple[int, int]) -> None:
    pairing = pair()
    assert pairing.parting is not None
    scene = scene_beside(pairing, pairing.parting.start, ViewOptions(*size))
    texts = [each.text for each in scene.texts()]
    assert "one.toml" in texts
    assert "other.toml" in texts
    assert texts.count("here they part") == 2
    for each in scene.texts():
        layer = next(one for one in scene.layers if each in one.items)
        if layer.space == "screen" and not layer.name.startswith("rulers"):
            assert each.at[0] + each.middle + each.width / 2 <= size[0] + 1, each.text
    assert svg(scene).startswith("<svg")


def test_one_pose_is_told_as_a_place() -> None:
    a = ModelMoved(rule="move.normal", model="A", kind="normal", path=(Pose(1, 2),), length=1.0, moved_this_phase=1.0,
                   allowance=6.0)  # fmt: skip
    assert differences(a, replace(a, path=(Pose(3, 4),))) == (("path", "(1, 2)", "(3, 4)"),)


def test_what_an_artifact_passed_over_is_told_by_name() -> None:
    at = next(index for index, each in enumerate(pair().left.entries) if isinstance(each.event, ArtifactExpelled))
    found = differences(pair().left.entries[at].event, pair().right.entries[at].event)
    assert ("passed", "Sinkhole", "nothing") in found


def test_the_bar_names_only_what_works_and_what_is_typed_after_a_refused_filter_does_nothing() -> None:
    controls, seen = controls_of(pair())
    words = [each.text for each in controls.scene().texts()]
    assert "where they part" in words
    assert not {"filter", "ask of a model", "ruler, ring"} & set(words)
    controls.text("/")
    assert controls.options.message == "two logs side by side are not filtered"
    before, time = len(seen), controls.time
    for letter in "wardens":  # as the window tells it: the key, and then what it types
        controls.key(letter.upper())
        controls.text(letter)
    controls.key("Enter")
    assert (len(seen), controls.time) == (before, time), "no letter is a command"
    controls.key("L")
    assert seen.last == ("toggle", {"what": "labels", "shown": False}), "after Enter they are again"
    controls.text("/")
    controls.tick(4.1)
    controls.key("L")
    assert seen.last == ("toggle", {"what": "labels", "shown": True}), "and after a rest"
