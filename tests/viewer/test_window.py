"""The window: what the user does, pure; and a real one on a virtual screen, driven from outside."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pytest
from viewer.recordings import crowd, worked_example

from battlefield.certificate import Certificate
from battlefield.events.core import Reason
from battlefield.geometry import measure
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.drawing import Text
from battlefield.viewer.nowindow import NoWindow
from battlefield.viewer.options import ViewOptions, layout
from battlefield.viewer.window import open_window
from battlefield.viewer.window_input import Controls, nearest

ROOT = Path(__file__).resolve().parent.parent.parent
WIDE, HIGH = 1200, 700
PATIENCE = 40.0


class PlainJudge:
    """Measures in plan, and knows no rule."""

    def measure(self, state: State, a: str, b: str) -> tuple[Certificate, tuple[Certificate, ...]]:
        gap = measure.gap(state.model(a).footprint, state.model(b).footprint)
        details = {"distance": gap.high, "here": gap.here, "there": gap.there}
        return Certificate(rule="measure.distance", measure="gap", a=a, b=b, value=gap.high, details=details), ()

    def placing(self, state: State, model: str, pose: Pose) -> tuple[Reason, ...]:
        return ()


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


def test_help_shows_every_key_in_every_size_and_goes_first(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    for size in ((1600, 900), (640, 420)):
        controls.resize(*size)
        click(controls, *widget(controls, "help"))
        layer = next(each for each in controls.scene().layers if each.name == "help")
        texts = [each for each in layer.items if isinstance(each, Text)]
        assert {"Space", "Esc", "F11", "[", "C"} <= {each.text for each in texts}
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


# --- no window ---


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({}, "there is no display (DISPLAY is not set)"),
        ({"DISPLAY": ":4711"}, "the display :4711 does not answer"),
        ({"ARCADE_HEADLESS": "1"}, "this process already draws without one"),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays are X11's")
def test_without_a_display_it_says_why_and_the_way_out(more: dict[str, str], why: str) -> None:
    program = (
        "from viewer.recordings import crowd; from battlefield.viewer.window import NoWindow, open_window\n"
        "try: open_window(crowd(), None, title='')\n"
        "except NoWindow as fault: print(fault)"
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "ARCADE_HEADLESS")
    environment = {key: value for key, value in os.environ.items() if key not in hidden} | python_path() | more
    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    line = said.stdout.strip().splitlines()[-1]
    if "library" in line:
        pytest.skip(line)
    assert line.startswith(f"no window can be opened: {why}; to mend it ")
    assert line.endswith("battlefield render FILE -o out.svg")


def test_a_process_that_draws_without_windows_opens_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCADE_HEADLESS", "1")
    monkeypatch.delitem(sys.modules, "arcade", raising=False)
    with pytest.raises(NoWindow, match="already draws without one"):
        open_window(crowd(), None)


def python_path() -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")))}


# --- a real one, on a virtual screen ---


class Screen:
    """A virtual screen and a window on it, driven from outside by xdotool."""

    def __init__(self, display: str) -> None:
        self.environment = {**os.environ, **python_path(), "DISPLAY": display}
        self.environment.pop("ARCADE_HEADLESS", None)
        self.said: Queue[tuple[str, dict[str, Any]]] = Queue()

    def open(self, made: str, size: tuple[int, int]) -> None:
        program = (
            f"import json, sys; from viewer.recordings import {made}; from battlefield.judging import RulesJudge\n"
            "from battlefield.viewer.window import open_window\n"
            "tell = lambda what, how: print(json.dumps([what, dict(how)], default=str), flush=True)\n"
            f"open_window({made}(), RulesJudge(), title='Battle', size={size}, watch=tell)"
        )
        command = [sys.executable, "-c", program]
        self.process = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, text=True)
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("["):
                self.said.put(tuple(json.loads(line)))

    def do(self, *words: object) -> None:
        command = ["xdotool", *map(str, words)]
        subprocess.run(command, env=self.environment, check=True, capture_output=True, timeout=PATIENCE)

    def wait(self, action: str) -> dict[str, Any]:
        """What comes with the next action of that name."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                found, details = self.said.get(timeout=0.5)
            except Empty:
                assert self.process.poll() is None, "the window has gone"
                continue
            if found == action:
                return details
        raise AssertionError(f"no {action} in {PATIENCE} s")


@pytest.fixture
def screen() -> Iterator[Screen]:
    """A screen of its own for a test, where there is Xvfb."""
    if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
        pytest.skip("Xvfb and xdotool are not here")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x900x24", "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        made = Screen(f":{told.readline().strip()}")
    try:
        yield made
    finally:
        process = getattr(made, "process", None)
        if process is not None and process.poll() is None:
            process.terminate()
            process.wait()
        server.terminate()
        server.wait()


def test_a_real_window_steps_scrubs_zooms_measures_and_closes(screen: Screen) -> None:
    screen.open("worked_example", (WIDE, HIGH))
    assert screen.wait("open")["pixels"] == [WIDE, HIGH]
    screen.do("search", "--sync", "--name", "Battle", "windowfocus")
    screen.do("mousemove", 300, 300, "key", "Right", "key", "Right")
    assert [screen.wait("step")["event"] for _ in range(2)] == [1, 2]
    screen.do("key", "Left")
    assert screen.wait("step")["event"] == 1

    controls, _ = controls_of(worked_example())
    bar = next(each for each in controls.scene().widgets if each.name == "scrubber").rect
    y = round(bar.centre[1])
    screen.do("mousemove", round(bar.x + 5), y, "mousedown", 1, "mousemove", round(bar.x + bar.width * 0.6), y)
    screen.do("mouseup", 1)
    scrubbed = screen.wait("scrub")
    assert scrubbed["time"] == pytest.approx(controls.film.duration * 0.6, rel=0.01)
    state = controls.recording.states[scrubbed["event"]]

    view = layout(controls.recording.table.board, controls.options).view
    spots = {}
    for name in ("Wardens/1", "Striders/3"):
        pose = state.model(name).pose
        assert pose is not None
        spots[name] = [round(each) for each in view.to_screen(pose.point)]
    screen.do("mousemove", *spots["Wardens/1"], "click", 1)
    assert screen.wait("anchor")["what"] == "Wardens/1"
    screen.do("mousemove", *spots["Striders/3"])
    while (hover := screen.wait("hover"))["a"] != "Wardens/1" or hover["b"] != "Striders/3":
        pass
    gap = measure.gap(state.model("Wardens/1").footprint, state.model("Striders/3").footprint)
    assert hover["value"] == pytest.approx(gap.high)
    assert "measure.engagement" in hover["rules"]

    screen.do("click", 4)
    zoomed = screen.wait("zoom")
    assert zoomed["zoom"] == pytest.approx(1.16)
    assert zoomed["under"] == pytest.approx(view.to_board((spots["Striders/3"][0], spots["Striders/3"][1])), abs=0.01)
    screen.do("key", "r", "key", "question", "key", "bracketright")
    assert screen.wait("toggle") == {"what": "rings", "shown": False}
    assert screen.wait("help") == {"shown": True}
    assert screen.wait("speed") == {"speed": 2.0}
    screen.do("key", "Escape", "key", "Escape")
    assert screen.wait("help") == {"shown": False}
    screen.wait("closed")
    assert screen.process.wait(PATIENCE) == 0


def test_on_a_fine_screen_the_window_has_more_pixels_and_the_same_layout(screen: Screen) -> None:
    if shutil.which("xrdb") is None:
        pytest.skip("xrdb is not here")
    subprocess.run(["xrdb", "-merge"], input="Xft.dpi: 192\n", env=screen.environment, text=True, check=True)
    screen.open("edge_case", (660, 430))
    assert screen.wait("open") == {"size": [660, 430], "pixels": [1320, 860]}
    screen.do("search", "--sync", "--name", "Battle", "windowfocus", "key", "space")
    screen.wait("play")
    screen.do("key", "Escape")
    screen.wait("closed")
    assert screen.process.wait(PATIENCE) == 0
