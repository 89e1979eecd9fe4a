"""Setting up in a real window on a virtual screen, driven from outside: what is written to the file in the end."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from threading import Thread

import pytest
from viewer.desk import DUEL, Desk
from viewer.test_window import PATIENCE, Screen, screen

from battlefield.geometry.shapes import Point

__all__ = ["screen"]
WIDE, HIGH = 1200, 700


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "duel.toml"
    made.write_bytes(DUEL)
    return made


def open_file(screen: Screen, path: Path) -> None:
    program = (
        "import json, sys; from battlefield.editing.session import Session\n"
        "from battlefield.judging import RulesJudge; from battlefield.viewer.window import open_window\n"
        "from battlefield.viewer.window_editing import EditingTool\n"
        "tell = lambda what, how: print(json.dumps([what, dict(how)], default=str), flush=True)\n"
        f"session = Session({str(path)!r}); tools = EditingTool(session).tools()\n"
        f"open_window(session.played(), RulesJudge(), title='Duel', size={(WIDE, HIGH)}, watch=tell, tools=tools)\n"
        "session.close()"
    )
    command = [sys.executable, "-c", program]
    screen.process = subprocess.Popen(command, env=screen.environment, stdout=subprocess.PIPE, text=True)
    Thread(target=screen._listen, daemon=True).start()
    screen.wait("open")
    screen.do("search", "--sync", "--name", "Duel", "windowfocus")


def drag(screen: Screen, start: Point, end: Point) -> None:
    screen.do("mousemove", *start, "mousedown", 1)
    for step in (1, 2, 3, 4):
        screen.do("mousemove", *(round(a + (b - a) * step / 4) for a, b in zip(start, end, strict=True)))
    screen.do("mouseup", 1)


def test_setup_engagement__a_drag_is_refused_made_legal_undone_redone_and_saved(screen: Screen, path: Path) -> None:
    desk = Desk(path.with_name("beside.toml"), DUEL, (WIDE, HIGH))  # to know where on the screen things are
    open_file(screen, path)
    screen.do("key", "e")
    assert screen.wait("setting up")["on"] is True
    start, end = ([round(each) for each in desk.at(spot)] for spot in ((24, 6), (20, 11.3)))
    drag(screen, (start[0], start[1]), (end[0], end[1]))
    held = screen.wait("held")
    assert [each["rule"] for each in held["reasons"]] == ["setup.engagement"]
    assert path.read_bytes() == DUEL
    screen.do("key", "Return")
    put = screen.wait("put")
    assert put["snapped"] == "just outside Engagement Range of Foe, 1.000002″"
    screen.do("key", "ctrl+z")
    assert screen.wait("undone")["what"] == "move Hulk"
    screen.do("key", "ctrl+shift+z")
    assert screen.wait("done again")["what"] == "move Hulk"
    screen.do("key", "ctrl+s")
    assert screen.wait("save")["done"] == "saved"
    old, new = DUEL.split(b"\n"), path.read_bytes().split(b"\n")
    changed = [b for a, b in zip(old, new, strict=True) if a != b]
    assert len(changed) == 1
    assert tomllib.loads(changed[0].decode())["at"] == put["at"][0]
    screen.do("key", "Escape", "key", "Escape", "key", "Escape")
    screen.wait("closed")
    assert screen.process.wait(PATIENCE) == 0


def test_a_window_that_is_killed_loses_nothing(screen: Screen, path: Path) -> None:
    open_file(screen, path)
    screen.do("key", "e", "key", "Tab", "key", "Right")
    put = screen.wait("put")
    kept = path.with_name("duel.toml.autosave")
    while not kept.exists():
        assert screen.process.poll() is None
    screen.process.kill()
    screen.process.wait()
    assert path.read_bytes() == DUEL
    open_file(screen, path)
    assert screen.wait("asked")["title"] == "Changes that were not saved"
    screen.do("key", "g")
    screen.wait("rescued")
    screen.do("key", "ctrl+s")
    assert screen.wait("save")["done"] == "saved"
    assert b"[[10.1, 10]," in path.read_bytes()
    assert put["at"] == [[10.1, 10.0]]
    assert not kept.exists()
