"""Sharing from the window: which file comes of which key, where, and what is said of it."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from threading import Event, Timer

import pytest
from PIL import Image
from viewer.test_window_input import Seen

from battlefield.judging import RulesJudge
from battlefield.recording import Recording
from battlefield.viewer import cut, export, window_sharing
from battlefield.viewer.inquiry import Job
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_sharing import SharingTool, free_name
from battlefield.whole_file import whole_file

WIDE, HIGH = 520, 360


def sharing(recording: Recording, folder: Path, jobs: list[Job] | None = None) -> tuple[Controls, Seen]:
    """Controls of a recording that was read from a file in a folder; work is done at once, or kept in `jobs`."""
    seen = Seen()
    shown = replace(recording, source=str(folder / "battle.jsonl"))
    tool = SharingTool((lambda job: job()) if jobs is None else jobs.append, "svg")
    return Controls(shown, RulesJudge(), ViewOptions(WIDE, HIGH), seen, tools=(tool,)), seen


@pytest.mark.parametrize(
    ("key", "name", "head"),
    [
        ("Alt+P", "battle-3.png", b"\x89PNG"),
        ("Alt+S", "battle-3.svg", b"<svg "),
        ("Alt+H", "battle.html", b"<!DOCTYPE html>"),
        ("Alt+A", "battle-map-3.svg", b"<svg "),
    ],
)
def test_a_key_writes_its_file_beside_what_is_shown_and_says_so(
    worked: Recording, tmp_path: Path, key: str, name: str, head: bytes
) -> None:
    controls, seen = sharing(worked, tmp_path)
    controls.jump(3)
    assert controls.key(key)
    assert (tmp_path / name).read_bytes().startswith(head)
    controls.tick(0.01)
    assert seen.last == ("shared", {"said": f"{tmp_path / name} is written"})
    assert controls.options.message == f"{tmp_path / name} is written"
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_a_picture_is_what_is_on_the_screen_twice_as_fine(worked: Recording, tmp_path: Path) -> None:
    controls, _ = sharing(worked, tmp_path)
    controls.zoom(6, WIDE / 3, HIGH / 3)
    controls.key("Alt+P")
    near = Image.open(tmp_path / "battle-0.png")
    assert near.size == (2 * WIDE, 2 * HIGH)
    controls.fit()
    controls.key("Alt+P")
    assert near.tobytes() != Image.open(tmp_path / "battle-0-2.png").tobytes()


def test_a_name_that_is_taken_gets_a_number(worked: Recording, tmp_path: Path) -> None:
    made = replace(worked, source=str(tmp_path / "a.b.toml"))
    names = []
    for _ in range(3):
        path = free_name(made, "-9.png")
        path.touch()
        names.append(path.name)
    assert names == ["a.b-9.png", "a.b-9-2.png", "a.b-9-3.png"]
    assert free_name(replace(worked, source="<stdin>"), ".html") == Path("battle.html")


def test_one_file_is_written_after_the_other_and_the_picture_does_not_wait(worked: Recording, tmp_path: Path) -> None:
    jobs: list[Job] = []
    controls, _ = sharing(worked, tmp_path, jobs)
    controls.key("Alt+S")
    assert controls.options.message == "battle-0.svg is being written …"
    controls.key("Alt+H")
    assert controls.options.message == "the html is written after battle-0.svg"
    assert list(tmp_path.iterdir()) == []
    controls.tick(0.01)
    assert len(jobs) == 1, "one at a time"
    jobs.pop()()
    controls.tick(0.01)
    assert controls.options.message == "battle.html is being written …"
    jobs.pop()()
    assert {each.name for each in tmp_path.iterdir()} == {"battle-0.svg", "battle.html"}


def test_quitting_while_a_file_is_written_is_asked_twice(worked: Recording, tmp_path: Path) -> None:
    jobs: list[Job] = []
    controls, _ = sharing(worked, tmp_path, jobs)
    (tool,) = controls.tools
    controls.key("Alt+H")
    assert tool.closing(controls)
    assert controls.options.message == "battle.html is still being written: press again to give it up"
    controls.tick(7.0)
    controls.escape()
    assert not controls.quit, "too late to be meant so"
    controls.escape()
    assert controls.quit
    jobs.pop()()
    controls.quit = False
    controls.escape()
    assert controls.quit, "nothing is being written"


def test_what_is_given_up_stops_at_its_next_frame_and_leaves_nothing(
    worked: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_sharing, "STOPPING", 30.0)
    begun, go_on = Event(), Event()

    def slow(recording: Recording, path: Path, wish: object, told: export.Progress) -> None:
        with whole_file(path) as part:
            part.write_bytes(b"half of it")
            begun.set()
            go_on.wait(30.0)
            told(1, 2)

    monkeypatch.setattr(window_sharing, "export", slow)
    shown = replace(worked, source=str(tmp_path / "battle.jsonl"))
    tool = SharingTool()
    controls = Controls(shown, RulesJudge(), ViewOptions(WIDE, HIGH), tools=(tool,))
    controls.key("Alt+G")
    assert begun.wait(30.0)
    assert [each.suffix for each in tmp_path.iterdir()] == [".part"]
    controls.escape()
    Timer(0.3, go_on.set).start()
    tool.ended(controls)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_said_and_leaves_nothing(worked: Recording, tmp_path: Path) -> None:
    controls, _ = sharing(worked, tmp_path / "not there")
    controls.key("Alt+S")
    controls.tick(0.01)
    assert controls.options.message is not None
    assert controls.options.message.startswith("battle-0.svg could not be written: ")
    controls.key("Alt+S")
    assert controls.options.message == "battle-0.svg is being written …", "and the next one may be"


def test_a_film_says_how_far_it_is(worked: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut, "SAMPLES", 2)
    monkeypatch.setattr(cut, "HOLD", 0.1)
    monkeypatch.setitem(export._SIZES, ".gif", (224, 126))
    monkeypatch.setattr(window_sharing, "EVERY", 4)
    controls, seen = sharing(worked, tmp_path)
    controls.key("Alt+G")
    controls.tick(0.01)
    said = [details["said"] for action, details in seen if action == "shared"]
    assert said[0].startswith("battle-0.gif: frame 4 of ")
    assert said[-1].endswith("battle-0.gif is written")
    frames = Image.open(io.BytesIO((tmp_path / "battle-0.gif").read_bytes()))
    assert frames.size == (224, 126)
