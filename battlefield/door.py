"""The Python door: what `import battlefield as bf` offers. Floor 7."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from battlefield.asking import measure
from battlefield.battle import Battle, run
from battlefield.check import check
from battlefield.judging import RulesJudge
from battlefield.log import LogError
from battlefield.log import load as load_log
from battlefield.recording import Recording
from battlefield.scenario.load import load
from battlefield.scenario.scenario import ScenarioError
from battlefield.state import State
from battlefield.verify import Answer
from battlefield.verify import verify as verify_log

__all__ = ["LogError", "ScenarioError", "check", "load", "measure", "render", "replay", "run", "verify"]


def replay(path: str | Path) -> Iterator[State]:
    """The states of a log, from the empty table on; LogError when it cannot be read."""
    return iter(load_log(path).recording.states)


def verify(path: str | Path) -> tuple[Answer, Answer, Answer]:
    """Whether a log is whole, true, and comes out the same again; LogError when it cannot be read."""
    return verify_log(load_log(path))


def render(battle: Battle | Recording, path: str | Path, at: int | None = None) -> None:
    """Draw a battle into a file by its ending (.svg .html .png .gif .webp .mp4); `at`: one event. ValueError else."""
    from battlefield.viewer.export import Wish, export  # (the viewer is imported only when a picture is asked for)

    export(battle.recording if isinstance(battle, Battle) else battle, Path(path), Wish(at=at, judge=RulesJudge()))
