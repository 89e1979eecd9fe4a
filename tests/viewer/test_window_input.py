"""What the window's user does, as a state that scenes are made from: no window is needed for that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlefield.certificate import Certificate
from battlefield.events.core import Reason
from battlefield.geometry import measure
from battlefield.geometry.shapes import Pose
from battlefield.judge import Charge, Reached, Sighting
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.drawing import Text
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_measuring import nearest

WIDE, HIGH = 1200, 700


class PlainJudge:
    """Measures in plan, and knows no rule."""

    def measure(self, state: State, a: str, b: str) -> tuple[Certificate, tuple[Certificate, ...]]:
        gap = measure.gap(state.model(a).footprint, state.model(b).footprint)
        details = {"distance": gap.high, "here": gap.here, "there": gap.there}
        return Certificate(rule="measure.distance", measure="gap", a=a, b=b, value=gap.high, details=details), ()

    def placing(self, state: State, model: str, pose: Pose) -> tuple[Reason, ...]:
        return ()

    def charges(self, state: State, unit: str) -> Iterator[Charge]:
        yield from ()

    def sights(self, state: State, a: str) -> Iterator[Sighting]:
        yield from ()

    def reach(self, state: State, model: str, inches: float | None = None) -> Reached:
        raise ValueError(f"{model} stays where it is")


class Seen(list[tuple[str, dict[str, Any]]]):
    """What the user did, in order."""

    def __call__(self, action: str, details: Any) -> None:
        self.append((action, dict(details)))

    @property
    def last(self) -> tuple[str, dict[str, Any]]:
        return self[-1]


def controls_of(recording: Recording) -> tuple[Controls, Seen]:
    seen = Seen()
    return Controls(recording, PlainJudge(), ViewOptions(WIDE, HIGH), seen), seen


def spot_of(controls: Controls, name: str) -> tuple[float, float]:
    """The pixel of a model's middle."""
    pose = controls.recording.state.model(name).pose
    assert pose is not None
    return controls.view.to_screen(pose.point)


def click(controls: Controls, x: float, y: float) -> None:
    controls.move(x, y)
    controls.press(x, y)
    controls.release(x, y)


def widget(controls: Controls, name: str, index: int = 0) -> tuple[float, float]:
    """The middle of what answers clicks under that name."""
    return [each for each in controls.scene().widgets if each.name == name][index].rect.centre


# --- time ---


def test_steps_stop_where_the_picture_tells_most_and_leave_bookkeeping_out(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    stops = [0]
    for _ in range(60):
        controls.step(1)
        stops.append(seen.last[1]["event"])
    every = [each.n for each in controls.film.moments if not each.quiet]
    assert list(dict.fromkeys(stops)) == [*every, len(worked.entries)], "at the end, the very last"
    for _ in range(3):
        controls.step(-1)
    assert controls.moment.n == every[-3]
    controls.jump(15)
    moment, elapsed = controls.film.at(controls.time)
    assert moment.n == 15
    assert 0.3 * moment.duration < elapsed < moment.duration


def test_play_goes_on_by_the_speed_stops_at_the_end_and_begins_again(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.play()
    controls.speed(1)
    controls.tick(0.5)
    assert controls.time == pytest.approx(1.0)
    for _ in range(1000):
        controls.tick(0.1)
    assert controls.time == controls.film.duration
    assert not controls.options.playing
    assert seen.last[0] == "ended"
    controls.play()
    assert controls.time == 0.0
    controls.play()
    before = controls.scene()
    controls.tick(1.0)
    assert controls.scene() is before, "paused, nothing is made anew"


def test_speed_stays_within_its_steps(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    for _ in range(9):
        controls.speed(1)
    assert controls.options.speed == 8.0
    click(controls, *widget(controls, "speed"))
    assert controls.options.speed == 0.25
    assert seen.last == ("speed", {"speed": 0.25})


def test_the_scrubber_goes_where_it_is_dragged(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    bar = next(each for each in controls.scene().widgets if each.name == "scrubber").rect
    controls.play()
    controls.press(bar.x, bar.centre[1])
    controls.drag(bar.x + bar.width / 2, bar.centre[1] + 90, bar.width / 2, 90)
    controls.tick(5.0)
    assert controls.time == pytest.approx(controls.film.duration / 2), "held, time does not pass"
    controls.release(bar.x + bar.width / 2, bar.centre[1])
    assert seen.last[0] == "scrub"
    assert controls.options.playing


def test_buttons_and_the_list_of_events_answer_clicks(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    click(controls, *widget(controls, "next"))
    assert seen.last == ("step", {"event": 1, "time": pytest.approx(controls.time, abs=1e-3)})
    click(controls, *widget(controls, "event", 3))
    assert seen.last[0] == "jump"
    assert seen.last[1]["event"] == controls.moment.n
    controls.jump(10)
    controls.wheel(-2, *widget(controls, "list"))
    assert seen.last[0] == "scroll"
    first = controls.options.list_from
    assert first is not None
    controls.wheel(-500, *widget(controls, "list"))
    most = controls.options.list_from
    controls.wheel(1, *widget(controls, "list"))
    assert controls.options.list_from == (most or 0) - 3, "the list does not scroll past its end"
    controls.step(1)
    assert controls.options.list_from is None


# --- the view ---


@pytest.mark.parametrize("steps", [3.0, -2.0, 0.5])
def test_the_wheel_keeps_what_is_under_the_pointer(worked: Recording, steps: float) -> None:
    controls, _ = controls_of(worked)
    controls.move(500, 300)
    under = controls.view.to_board((500, 300))
    controls.wheel(steps, 500, 300)
    assert controls.view.to_board((500, 300)) == pytest.approx(under)
    assert controls.options.zoom == pytest.approx(1.16**steps)
    controls.fit()
    assert (controls.options.zoom, controls.options.centre) == (1.0, None)


def test_a_drag_moves_the_table_with_the_pointer(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.zoom(6, 400, 300)
    held = controls.view.to_board((400, 300))
    controls.press(400, 300)
    for step in range(1, 11):
        controls.drag(400 + 6 * step, 300 + 3 * step, 6, 3)
    assert controls.view.to_board((460, 330)) == pytest.approx(held)
    controls.release(460, 330)
    assert seen.last[0] == "pan"
    assert controls.anchor is None


def test_zoom_and_centre_stay_in_bounds(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    for _ in range(60):
        controls.wheel(4, 20, 20)
    assert controls.options.zoom == 24.0
    for _ in range(60):
        controls.wheel(-4, 700, 500)
    assert controls.options.zoom == 0.5
    x, y = controls.options.centre or (0.0, 0.0)
    assert 0 <= x <= 60
    assert 0 <= y <= 44


# --- measuring ---


def test_pointing_at_a_model_measures_to_the_nearest_enemy(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.jump(23)
    controls.move(*spot_of(controls, "Striders/3"))
    hover = controls.options.hover
    assert hover is not None
    assert (hover.a, hover.b) == ("Striders/3", nearest(worked.states[23], "Striders/3"))
    assert seen.last[0] == "hover"
    assert any(each.text.endswith("″") for each in controls.scene().texts())
    controls.leave()
    assert controls.options.hover is None
    assert controls.options.pointer is None


def test_a_clicked_model_is_what_others_are_measured_from(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.jump(23)
    click(controls, *spot_of(controls, "Wardens/1"))
    assert seen.last == ("anchor", {"what": "Wardens/1"})
    controls.move(*spot_of(controls, "Striders/2"))
    hover = controls.options.hover
    assert hover is not None
    assert (hover.a, hover.b) == ("Wardens/1", "Striders/2")
    assert hover.certificate is not None
    state = worked.states[23]
    wanted = measure.gap(state.model("Wardens/1").footprint, state.model("Striders/2").footprint).high
    assert hover.certificate.value == wanted
    controls.move(5, 5)
    assert controls.options.hover is not None, "the anchor stays ringed"
    click(controls, *spot_of(controls, "Wardens/1"))
    assert controls.anchor is None


def test_the_anchor_is_let_go_when_its_model_is_gone(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.jump(12)
    pose = worked.states[12].model("Ark").pose
    assert pose is not None
    click(controls, *controls.view.to_screen(pose.point))
    assert controls.anchor == "Ark"
    controls.jump(20)
    assert controls.anchor is None


def test_what_a_judge_cannot_measure_is_only_pointed_at(worked: Recording) -> None:
    class Refusing(PlainJudge):
        def measure(self, state: State, a: str, b: str) -> tuple[Certificate, tuple[Certificate, ...]]:
            raise ValueError("no footprint")

    controls = Controls(worked, Refusing(), ViewOptions(WIDE, HIGH))
    controls.jump(23)
    controls.move(*spot_of(controls, "Wardens/1"))
    assert controls.options.hover is not None
    assert controls.options.hover.certificate is None
    alone = Controls(worked, None, ViewOptions(WIDE, HIGH))
    alone.jump(23)
    alone.move(*spot_of(alone, "Wardens/1"))
    assert alone.options.hover is not None


def test_without_rings_the_one_that_is_pointed_at_has_its_own(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.jump(23)
    controls.move(*spot_of(controls, "Wardens/1"))
    assert "hover rings" not in [each.name for each in controls.scene().layers]
    controls.toggle("rings")
    assert "hover rings" in [each.name for each in controls.scene().layers]


# --- help, quit ---


def help_texts(controls: Controls) -> list[Text]:
    """The texts of every page of the help."""
    texts: list[Text] = []
    seen: list[Text] = []
    for _ in range(9):
        layer = next(each for each in controls.scene().layers if each.name == "help")
        seen = [each for each in layer.items if isinstance(each, Text)]
        texts += seen
        controls.key("Right")
    return texts


def test_help_shows_every_key_in_every_size_and_goes_first(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    for size in ((1600, 900), (640, 420)):
        controls.resize(*size)
        click(controls, *widget(controls, "help"))
        texts = help_texts(controls)
        assert {"Space", "Esc", "F11", "[", "C", "M", "S", "A"} <= {each.text for each in texts}
        for each in texts:
            left = each.at[0] + each.middle - each.width / 2
            assert left > 0
            assert left + each.width < size[0], each.text
            assert 0 < each.at[1] < size[1]
        controls.escape()
        assert not controls.help
    assert not controls.quit
    controls.escape()
    assert controls.quit
    assert seen.last == ("quit", {})
