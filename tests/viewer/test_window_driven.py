"""The workbench's frame in a real window on a virtual screen: step, scrub, filter, palette, chapters, two logs."""

from __future__ import annotations

import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

import pytest
from viewer.test_window import PATIENCE, Screen, screen  # noqa: F401 - a fixture

from battlefield.log import load
from battlefield.recording import Recording
from battlefield.viewer.chapters import chapters
from battlefield.viewer.filtering import filtered
from battlefield.viewer.looks import LARGE
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.scene import film_of
from battlefield.viewer.window_input import Controls

ROOT = Path(__file__).resolve().parent.parent.parent
LOG = ROOT / "scenarios" / "relics-of-old.jsonl"
SIZE = (1200, 700)
OPENING = """
import dataclasses, json
from battlefield.judging import RulesJudge
from battlefield.log import load
from battlefield.viewer.pairing import paired
from battlefield.viewer.window import open_window
tell = lambda what, how: print(json.dumps([what, dict(how)], default=str), flush=True)
log = load(LOG).recording
open_window(log, RulesJudge(), title="Battle", size=SIZE, watch=tell, beside=BESIDE)
"""


@lru_cache
def recorded() -> Recording:
    return load(LOG).recording


def opened(on: Screen, beside: str = "None", size: tuple[int, int] = SIZE) -> None:
    """A window on the log, ready for keys."""
    program = OPENING.replace("LOG", repr(str(LOG))).replace("BESIDE", beside).replace("SIZE", repr(size))
    on.begin(program)
    on.wait("open")
    on.do("search", "--sync", "--name", "Battle", "windowfocus")


def keys(on: Screen, *names: str) -> None:
    on.do("key", *names)


def typed(on: Screen, text: str) -> None:
    on.do("type", "--delay", 12, text)


def test_a_log_is_stepped_scrubbed_filtered_searched_and_read_by_chapters(screen: Screen) -> None:  # noqa: F811
    opened(screen)
    controls = Controls(recorded(), None, ViewOptions(*SIZE))
    keys(screen, "Right")
    assert screen.wait("step")["event"] == 1
    bar = next(each for each in controls.scene().widgets if each.name == "scrubber").rect
    screen.do("mousemove", round(bar.x + bar.width / 2), round(bar.centre[1]), "click", 1)
    assert screen.wait("scrub")["time"] == pytest.approx(controls.film.duration / 2, rel=0.01)

    keys(screen, "slash")
    assert screen.wait("filter") == {"typing": True}
    typed(screen, "wardens")
    keys(screen, "Return")
    sieve = filtered(recorded(), "wardens", False)
    assert screen.wait("filter") == {"text": "wardens", "passing": len(sieve.passing), "of": sieve.whole}
    keys(screen, "Home")
    assert screen.wait("jump")["event"] == 0
    stops = [each.n for each in film_of(recorded()).moments if each.index in sieve.passing and not each.quiet]
    keys(screen, "Right", "Right")
    assert [screen.wait("step")["event"] for _ in range(2)] == stops[:2]
    keys(screen, "Escape")
    assert screen.wait("filter") == {"text": None}

    keys(screen, "colon")
    assert screen.wait("palette") == {"shown": True}
    typed(screen, "1 rings")
    keys(screen, "Return")
    assert screen.wait("chosen") == {"what": "1″ rings of every model"}
    assert screen.wait("toggle") == {"what": "rings", "shown": False}
    keys(screen, "ctrl+p", "Escape")
    assert [screen.wait("palette")["shown"] for _ in range(2)] == [True, False]

    every = chapters(film_of(recorded()))
    keys(screen, "Home", "Next")
    assert screen.wait("chapter")["event"] == every[1].moment.n
    keys(screen, "j")
    assert screen.wait("chapters") == {"shown": True}
    typed(screen, "round 2 blue charge")
    keys(screen, "Return")
    wanted = next(each for each in every if each.title == "Round 2 · Blue · Charge phase")
    assert screen.wait("chapter")["event"] == wanted.moment.n
    keys(screen, "Escape")
    screen.wait("closed")
    assert screen.process.wait(PATIENCE) == 0


def test_models_are_measured_without_a_mouse_and_in_large_type_with_one(screen: Screen) -> None:  # noqa: F811
    opened(screen)
    keys(screen, "Next", "Tab")
    first = screen.wait("hover")["a"]
    keys(screen, "Return")
    assert screen.wait("anchor") == {"what": first}
    keys(screen, "Tab")
    measured = screen.wait("hover")
    assert measured["a"] == first
    assert measured["value"] is not None
    keys(screen, "o", "z", "k", "t")
    assert [screen.wait(each)["on"] for each in ("follow", "slow", "contrast", "large")] == [True] * 4
    keys(screen, "o")
    screen.wait("follow")
    keys(screen, "BackSpace", "0")
    screen.wait("fit")
    controls = Controls(recorded(), None, ViewOptions(*(round(each / LARGE) for each in SIZE)))
    controls.jump(chapters(film_of(recorded()))[1].moment.n)
    name = next(each.name for each in controls.state.on_board() if each.name not in (first, measured["b"]))
    pose = controls.state.model(name).pose
    assert pose is not None
    screen.do("mousemove", *(round(each * LARGE) for each in controls.view.to_screen(pose.point)))
    while screen.wait("hover")["a"] != name:
        pass
    keys(screen, "Escape")
    screen.wait("closed")


def test_two_logs_open_where_they_part(screen: Screen) -> None:  # noqa: F811
    shorter = "paired(log, dataclasses.replace(log, entries=log.entries[:40], source='short.jsonl'))"
    opened(screen, shorter)
    keys(screen, "Home", "b")
    assert screen.wait("jump")["event"] == 0
    parted = screen.wait("parting")
    assert parted["event"] == recorded().entries[40].n
    keys(screen, "Left")
    assert screen.wait("step")["event"] < parted["event"]
    keys(screen, "Escape")
    screen.wait("closed")
    assert screen.process.wait(PATIENCE) == 0


def test_on_a_fine_screen_the_pointer_is_where_it_points(screen: Screen) -> None:  # noqa: F811
    if shutil.which("xrdb") is None:
        pytest.skip("xrdb is not here")
    subprocess.run(["xrdb", "-merge"], input="Xft.dpi: 192\n", env=screen.environment, text=True, check=True)
    size = (660, 430)
    opened(screen, size=size)
    keys(screen, "Next")
    screen.wait("chapter")
    controls = Controls(recorded(), None, ViewOptions(*size))
    controls.jump(chapters(film_of(recorded()))[1].moment.n)
    model = next(controls.state.on_board())
    assert model.pose is not None
    screen.do("mousemove", *(round(2 * each) for each in controls.view.to_screen(model.pose.point)))
    assert screen.wait("hover")["a"] == model.name
    keys(screen, "Escape")
    screen.wait("closed")
