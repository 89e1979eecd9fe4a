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


def _on(scenario: str, event: int, size: tuple[int, int], look: Look | None = None) -> Controls:
    recording = load(SCENARIOS / f"{scenario}.jsonl").recording
    controls = Controls(recording, RulesJudge(), ViewOptions(*size), shown_as=look or Look())
    controls.jump(event)
    return controls
