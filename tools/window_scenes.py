"""Pictures of the window as it is used, for the documentation: the controls are told keys, and their scene is drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from battlefield.battle import run
from battlefield.editing.session import Session
from battlefield.judging import RulesJudge
from battlefield.log import load
from battlefield.scenario.load import loads
from battlefield.viewer.drawing import Scene
from battlefield.viewer.looks import Look
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.pairing import paired
from battlefield.viewer.scene_beside import still_beside
from battlefield.viewer.window_editing import EditingTool
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_kit import standard_tools

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"


def palette(size: tuple[int, int]) -> Scene:
    """The palette over a battle, three letters typed."""
    controls = _on("relics-of-old", 60, size)
    controls.text(":")
    for letter in "fil":
        controls.text(letter)
    return controls.scene()


def filtered(size: tuple[int, int]) -> Scene:
    """The events of a unit, and nothing else."""
    controls = _on("relics-of-old", 59, size)
    controls.text("/")
    controls.text("wardens")
    controls.key("Enter")
    return controls.scene()


def large_contrast(size: tuple[int, int]) -> Scene:
    """Two models measured by keyboard, with large type and in high contrast."""
    controls = _on("relics-of-old", 60, size, Look(large=True, contrast=True))
    for key in ("Tab", "Tab", "Enter", "N"):
        controls.key(key)
    return replace(controls.scene(), magnified=controls.shown_as.magnified)


def beside(size: tuple[int, int]) -> Scene:
    """Two throws of the dice line for one exfiltration, where the Artifact comes to rest."""
    one = load(SCENARIOS / "exfiltration.jsonl").recording
    text = (SCENARIOS / "exfiltration.toml").read_text("utf-8").split("[[orders.expect]]")[0]
    other = run(loads(text.replace("at = [13, 14]", "at = [14, 12]"), "another-throw.toml")).recording
    return still_beside(paired(one, other), 9, size)


def at_work(scenario: str, event: int, keys: str, size: tuple[int, int], line: int | None = None) -> Scene:
    """The window on a shipped log after some keys, separated by blanks; "=NAME" chooses, "->NAME" points at a thing.

    `line`: the line of a situation that is walked to.
    """
    controls = _on(scenario, event, size)
    controls.asking.inquiries.work = lambda job: job()
    for key in keys.split():
        if key.startswith("="):
            controls.choose(key[1:].replace("_", " ") or None)
        elif key.startswith("->"):
            pose = controls.state.model(key[2:].replace("_", " ")).pose
            controls.move(*controls.view.to_screen(pose.point if pose is not None else (0.0, 0.0)))
        elif not controls.key(key) or key.isdigit():
            controls.text(key)
        controls.tick(0.1)
    for _ in range(0 if line is None else line + 1):
        controls.key("Down")
    controls.leave()
    controls.change(message=None)
    return controls.scene()


def setting_up(size: tuple[int, int]) -> Scene:
    """A Warden dragged into Engagement Range while armies are deployed, and held there."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "before-the-storm.toml"
        path.write_text(DEPLOYMENT, "utf-8")
        session = Session(path)
        tool = EditingTool(session)
        controls = Controls(session.played(), RulesJudge(), ViewOptions(*size), tools=standard_tools(*tool.tools()))
        controls.key("E")
        (x, y), (to_x, to_y) = (controls.view.to_screen(each) for each in ((14.0, 12.0), (17.3, 12.4)))
        controls.press(x, y)
        controls.drag(to_x, to_y, to_x - x, to_y - y)
        controls.release(to_x, to_y)
        return controls.scene()


DEPLOYMENT = """format = 1
title  = "Before the storm"
rules  = ["core", "relics-of-old"]
[board]
width  = 44
height = 30
[[players]]
name            = "Red"
deployment_zone = { rect = [0, 0, 18, 30] }
[[players]]
name            = "Blue"
deployment_zone = { rect = [17.5, 0, 26.5, 30] }
[[terrain]]
name   = "Rock"
traits = ["impassable"]
area   = { polygon = [[8, 20], [12, 19], [13, 23], [9, 24]] }
[[terrain]]
name   = "Ruin"
traits = ["obscuring", "cover"]
height = 5
area   = { rect = [28, 6, 8, 5], angle = 12 }
[[units]]
name   = "Wardens"
player = "Red"
base   = "32mm"
at     = [[14, 10], [14, 12], [14, 14], [12, 11], [12, 13]]
[[units]]
name     = "Ark"
player   = "Red"
keywords = ["VEHICLE", "DARK MACHINE"]
base     = "130mm"
at       = [7, 12]
[[units]]
name   = "Stalker"
player = "Blue"
base   = "75x42mm"
at     = [19.2, 13]
facing = 160
[[units]]
name   = "Rangers"
player = "Blue"
base   = "32mm"
at     = { grid = [5, 2], first = [24, 18], gap = 0.5 }
[[artifacts]]
name    = "Ember Crown"
carrier = "Ark"
[[objectives]]
name = "Well"
at   = [16, 22]
"""


def _on(scenario: str, event: int, size: tuple[int, int], look: Look | None = None) -> Controls:
    recording = load(SCENARIOS / f"{scenario}.jsonl").recording
    controls = Controls(recording, RulesJudge(), ViewOptions(*size), shown_as=look or Look())
    controls.jump(event)
    return controls
