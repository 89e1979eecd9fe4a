"""What fails in the workbench is said, and never ends the window; what is not saved is kept all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from viewer.desk import Desk

from battlefield.editing import rescue
from battlefield.editing.session import Session
from battlefield.workbench import Trial

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "duel.toml")
    made.keys("E")
    return made


def test_a_model_is_dragged_to_where_no_way_leads_round_the_walls(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "hatchway.toml", (SCENARIOS / "hatchway.toml").read_bytes())
    desk.keys("E")
    desk.drag((13.74, 9), (16.14, 10.27), drop=False)
    assert desk.tool.carry is not None
    assert desk.tool.carry.trial is not None
    assert desk.tool.carry.trial.near
    assert all(each.gap <= 6 for each in desk.tool.carry.trial.near)


def broken(*_: object, **__: object) -> Trial:
    raise KeyError("here")


@pytest.mark.parametrize(
    "what", ["trial", "snapped", "legal_place", "do", "mentions", "undo", "found", "palette", "keep_safe"]
)
def test_whatever_fails_is_said_and_the_window_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(rescue, "SECONDS", 0.0)
    desk.click((24, 6))
    desk.keys("Up")
    assert desk.session.dirty
    monkeypatch.setattr(Session, what, broken)
    desk.drag((24, 6.1), (28, 6))
    if what == "trial":
        said = "judging this place failed (KeyError: 'here'); nothing is lost, please report it"
        assert desk.controls.options.message == said
    desk.keys("Up", "Enter", "Ctrl+Z", "A", "Escape", "Delete", "Ctrl+Z")
    desk.controls.tick(2.0)
    desk.controls.scene()
    assert what == "keep_safe" or not desk.session.dirty or (desk.path.parent / "duel.toml.autosave").exists()
