"""The window: a real one on a virtual screen, driven from outside; and what is said where there can be none."""

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

from battlefield.geometry import measure
from battlefield.viewer.nowindow import NoWindow
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.window import open_window
from battlefield.viewer.window_input import Controls

ROOT = Path(__file__).resolve().parent.parent.parent
WIDE, HIGH = 1200, 700
PATIENCE = 40.0


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

    def open(self, made: str, size: tuple[int, int] | None) -> None:
        program = (
            f"import json, sys; from viewer.recordings import {made}; from battlefield.judging import RulesJudge\n"
            "from battlefield.viewer.window import open_window\n"
            "tell = lambda what, how: print(json.dumps([what, dict(how)], default=str), flush=True)\n"
            f"open_window({made}(), RulesJudge(), title='Battle', size={size}, watch=tell)"
        )
        self.begin(program)

    def begin(self, program: str) -> None:
        """Run a program that opens a window and prints what it is told."""
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


def test_a_real_window_opens_no_larger_than_its_screen(screen: Screen) -> None:
    screen.open("worked_example", None)
    assert screen.wait("open")["size"] == [1352, 780], "of 1400 x 900, room is left for its frame and the desktop"


def test_a_real_window_steps_scrubs_zooms_measures_and_closes(screen: Screen) -> None:
    screen.open("worked_example", (WIDE, HIGH))
    assert screen.wait("open")["pixels"] == [WIDE, HIGH]
    screen.do("search", "--sync", "--name", "Battle", "windowfocus")
    screen.do("mousemove", 300, 300, "key", "Right", "key", "Right")
    assert [screen.wait("step")["event"] for _ in range(2)] == [1, 2]
    screen.do("key", "Left")
    assert screen.wait("step")["event"] == 1

    controls = Controls(worked_example(), None, ViewOptions(WIDE, HIGH))
    bar = next(each for each in controls.scene().widgets if each.name == "scrubber").rect
    y = round(bar.centre[1])
    screen.do("mousemove", round(bar.x + 5), y, "mousedown", 1, "mousemove", round(bar.x + bar.width * 0.6), y)
    screen.do("mouseup", 1)
    scrubbed = screen.wait("scrub")
    assert scrubbed["time"] == pytest.approx(controls.film.duration * 0.6, rel=0.01)
    state = controls.recording.states[scrubbed["event"]]

    view = controls.view
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
    screen.do("key", "m")
    assert screen.wait("ask") == {"what": "reach", "of": "Wardens/1"}
    answered = {"what": "reach", "of": "Wardens/1", "parts": 1, "fault": None}
    assert screen.wait("answered") == answered, "by the rules, beside the picture"
    screen.do("key", "Escape")
    assert screen.wait("ask")["what"] is None
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
