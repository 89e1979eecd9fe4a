"""Pictures of the window as it is used, for the documentation: the controls are told keys, and their scene is drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from battlefield.battle import run
from battlefield.judging import RulesJudge
from battlefield.log import load
from battlefield.scenario.load import loads
from battlefield.viewer.drawing import Scene
from battlefield.viewer.looks import Look
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.pairing import paired
from battlefield.viewer.scene_beside import still_beside
from battlefield.viewer.window_input import Controls

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


def _on(scenario: str, event: int, size: tuple[int, int], look: Look | None = None) -> Controls:
    recording = load(SCENARIOS / f"{scenario}.jsonl").recording
    controls = Controls(recording, RulesJudge(), ViewOptions(*size), shown_as=look or Look())
    controls.jump(event)
    return controls
