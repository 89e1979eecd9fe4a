"""What the window asks of the clicked model: answered beside the picture, shown on the table and in the panel."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from viewer.test_window_input import Seen, click, spot_of, widget

from battlefield.battle import run
from battlefield.judge import Charge
from battlefield.judging import RulesJudge
from battlefield.log import load as load_log
from battlefield.recording import Recording
from battlefield.scenario.load import load
from battlefield.state import State
from battlefield.viewer.drawing import Fill, Scene, Stroke, Text
from battlefield.viewer.inquiry import KINDS, Inquiries, Job, Kind, in_background
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.window_asking import Asking
from battlefield.viewer.window_input import Controls

SCENARIOS = Path(__file__).resolve().parent.parent.parent / "scenarios"
WIDE, HIGH = 1280, 760


@lru_cache
def recorded(name: str) -> Recording:
    return load_log(SCENARIOS / f"{name}.jsonl").recording


def at_once(job: Job) -> None:
    job()


def controls_of(name: str, judge: Any = None, work: Any = at_once) -> tuple[Controls, Seen]:
    seen = Seen()
    asking = Asking(Inquiries(None, work))
    return Controls(recorded(name), judge or RulesJudge(), ViewOptions(WIDE, HIGH), seen, asking=asking), seen


def clicked(controls: Controls, event: int, model: str) -> None:
    """A model clicked as it stands after an event."""
    controls.jump(event)
    pose = controls.recording.states[event].model(model).pose
    assert pose is not None
    click(controls, *controls.view.to_screen(pose.point))


def layer(scene: Scene, name: str) -> list[Any]:
    return [item for each in scene.layers if each.name == name for item in each.items]


def said(scene: Scene) -> list[str]:
    return [each.text for each in scene.texts()]


def test_reach_is_an_area_on_the_table_with_its_size_in_the_panel() -> None:
    controls, seen = controls_of("between-two-walls")
    clicked(controls, 3, "Runner")
    controls.ask("reach")
    assert seen[-2:] == [
        ("ask", {"what": "reach", "of": "Runner/1"}),
        ("answered", {"what": "reach", "of": "Runner/1", "parts": 1, "fault": None}),
    ]
    found = RulesJudge().reach(controls.recording.states[3], "Runner/1")
    scene = controls.scene()
    assert any(isinstance(each, Fill) and each.rings == found.parts[0] for each in layer(scene, "under"))
    assert {"REACH", f"{found.area:.2f} sq in", f"{found.inches:g} in"} <= set(said(scene))
    controls.ask("reach")
    assert controls.options.inquiry is None
    assert "REACH" not in said(controls.scene())


def test_sight_shows_lines_and_what_hides_the_rest() -> None:
    controls, _ = controls_of("keyhole")
    clicked(controls, 4, "Watcher")
    controls.ask("sight")
    scene = controls.scene()
    assert {"SIGHT", "sees 1 of 3", "in cover", "hidden", "0.02″ of room"} <= set(said(scene))
    lines = [each.points for each in layer(scene, "over") if isinstance(each, Stroke) and len(each.points) == 2]
    assert any(each[0] == pytest.approx((5.629862, 18.008652), abs=1e-5) for each in lines)


def test_charges_are_asked_of_the_state_at_the_step_and_again_at_the_next() -> None:
    """Before Lancers charge they need a ten; afterwards they are engaged already, and everything makes it."""
    controls, seen = controls_of("charge-round-a-corner")
    clicked(controls, 5, "Lancers")
    controls.ask("charge")
    assert {"CHARGE", "Archers: 10+, 6 in 36", "6 throws of 36 make it (16.7 %)."} <= set(said(controls.scene()))
    seen.clear()
    controls.jump(13)
    assert ("answered", {"what": "charge", "of": "Lancers/1", "parts": 2, "fault": None}) in seen
    assert "Every throw makes it (100.0 %)." in said(controls.scene())
    controls.jump(5)
    assert "Archers: 10+, 6 in 36" in said(controls.scene()), "what was answered once is kept"


def test_the_event_gives_way_to_the_table_as_it_stands_after_it() -> None:
    controls, _ = controls_of("charge-round-a-corner")
    clicked(controls, 9, "Lancers")
    assert "charge fails" in said(controls.scene())
    controls.ask("charge")
    assert "charge fails" not in said(controls.scene())
    controls.escape()
    assert controls.asking.kind is None
    assert "charge fails" in said(controls.scene())
    assert not controls.quit


def test_buttons_stand_over_the_table_while_a_model_is_clicked() -> None:
    controls, seen = controls_of("keyhole")
    controls.jump(4)
    assert not [each for each in controls.scene().widgets if each.name == "ask"]
    clicked(controls, 4, "Watcher")
    assert [each.value for each in controls.scene().widgets if each.name == "ask"] == list(KINDS)
    click(controls, *widget(controls, "ask", 1))
    assert controls.asking.kind == "sight"
    assert ("ask", {"what": "sight", "of": "Watcher/1"}) in seen
    click(controls, *widget(controls, "ask", KINDS.index("charge")))
    assert controls.asking.kind == "charge", "one at a time"
    clicked(controls, 4, "Watcher")
    assert (controls.anchor, controls.asking.kind, controls.options.inquiry) == (None, None, None)


def test_without_a_clicked_model_the_one_under_the_pointer_is_asked_and_else_it_is_said() -> None:
    controls, _ = controls_of("keyhole")
    controls.jump(4)
    controls.ask("sight")
    assert "click a model first, then S" in said(controls.scene())
    for _ in range(50):
        controls.tick(0.1)
    assert controls.options.message is None
    controls.move(*spot_of(controls, "Watcher"))
    controls.ask("sight")
    assert controls.anchor == "Watcher/1"
    assert controls.options.inquiry is not None


def test_playing_puts_the_answer_away_until_it_pauses() -> None:
    controls, _ = controls_of("charge-round-a-corner")
    clicked(controls, 5, "Lancers")
    controls.play()
    controls.ask("charge")
    assert not controls.options.playing, "who asks wants to look"
    assert controls.options.inquiry is not None
    controls.play()
    assert controls.options.inquiry is None
    controls.play()
    assert controls.options.inquiry is not None


def test_a_fault_is_told_in_the_panel() -> None:
    controls, seen = controls_of("charge-round-a-corner")
    clicked(controls, 5, "Lancers")
    controls.ask("reach")
    assert seen.last[1]["fault"] == "Lancers/1 has no M: nobody says how far it can move"
    assert "Lancers/1 has no M: nobody says how far it can" in " ".join(said(controls.scene()))
    alone = Controls(recorded("keyhole"), None, ViewOptions(WIDE, HIGH), asking=Asking(Inquiries(None, at_once)))
    clicked(alone, 4, "Watcher")
    alone.ask("sight")
    assert alone.options.inquiry is not None
    assert "no rules at hand" in (alone.options.inquiry.fault or "")


class Slow(RulesJudge):
    """Answers about charges when it is let go on."""

    def __init__(self) -> None:
        self.go, self.asked = Event(), 0

    def charges(self, state: State, unit: str) -> Iterator[Charge]:
        """One by one, each when it may."""
        for charge in super().charges(state, unit):
            self.asked += 1
            assert self.go.wait(20)
            yield charge


def waited(controls: Controls, kind: Kind) -> None:
    """Time passes until a question is answered."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        controls.tick(0.02)
        found = controls.options.inquiry
        if found is not None and found.kind == kind and found.done:
            return
        time.sleep(0.005)
    raise AssertionError(f"no answer about {kind}")


def test_the_picture_does_not_wait_for_the_rules_and_shows_that_they_are_asked() -> None:
    judge = Slow()
    controls, _ = controls_of("charge-round-a-corner", judge, in_background)
    clicked(controls, 5, "Lancers")
    controls.ask("charge")
    first = controls.scene()
    assert any(each.startswith("the rules are asked") for each in said(first))
    controls.tick(0.5)
    assert controls.scene() is not first, "a sign of life"
    assert "Archers: 10+, 6 in 36" not in said(controls.scene())
    judge.go.set()
    waited(controls, "charge")
    assert "Archers: 10+, 6 in 36" in said(controls.scene())
    assert not any(each.startswith("the rules are asked") for each in said(controls.scene()))
    still = controls.scene()
    controls.tick(1.0)
    assert controls.scene() is still, "answered, nothing is made anew"


def test_only_the_latest_question_is_worked_on() -> None:
    judge = Slow()
    controls, seen = controls_of("charge-round-a-corner", judge, in_background)
    clicked(controls, 5, "Lancers")
    controls.ask("charge")
    controls.ask("sight")
    judge.go.set()
    waited(controls, "sight")
    assert judge.asked <= 1, "the charge that nobody waits for is dropped after its first target"
    assert [details["what"] for action, details in seen if action == "answered"] == ["sight"]
    controls.ask("charge")
    waited(controls, "charge")
    assert controls.options.inquiry is not None
    assert len(controls.options.inquiry.charges) == 2


def test_a_question_is_asked_once_and_answered_in_parts() -> None:
    state = run(load(SCENARIOS / "keyhole.toml")).state
    jobs: list[Job] = []
    inquiries = Inquiries(RulesJudge(), jobs.append)
    found = inquiries.ask("sight", state, "Watcher/1")
    assert (found.parts, found.done) == (0, False)
    assert inquiries.ask("sight", state, "Watcher/1") is found
    assert len(jobs) == 1
    version = inquiries.version
    jobs[0]()
    assert inquiries.version == version + 4, "three looks, and the end"
    done = inquiries.ask("sight", state, "Watcher/1")
    assert (done.parts, done.done, len(jobs)) == (3, True, 1)


def test_the_card_keeps_within_the_panel_however_much_there_is_to_say() -> None:
    controls, _ = controls_of("keyhole")
    clicked(controls, 4, "Watcher")
    for size in ((1280, 760), (800, 460), (640, 420)):
        controls.resize(*size)
        for kind in KINDS:
            if controls.asking.kind != kind:
                controls.ask(kind)
            texts = [each for each in layer(controls.scene(), "asked") if isinstance(each, Text)]
            assert all(each.at[1] < size[1] - 92 for each in texts), (size, kind)
