"""A replay page on a phone, in a headless Chromium; skipped, with the reason, where it cannot be tried."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from battlefield.judging import RulesJudge
from battlefield.log import load
from battlefield.viewer.export import Wish, export

HOME = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """tools/phone.py; skips where there is no Chromium."""
    spec = importlib.util.spec_from_file_location("phone", HOME / "tools" / "phone.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["phone"] = module
    spec.loader.exec_module(module)
    why: str | None = module.missing()
    if why is not None:
        pytest.skip(why)
    return module


def test_a_replay_plays_steps_is_scrubbed_pinched_linked_to_and_measured_on_a_phone(
    tool: ModuleType, tmp_path: Path
) -> None:
    made = load(HOME / "scenarios" / "exfiltration.jsonl").recording
    page = tmp_path / "replay.html"
    export(made, page, Wish(judge=RulesJudge()))
    with tool.phone() as on:
        assert tool.tried(on, page, made) == []


def test_a_page_that_asks_somebody_is_found_out(tool: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<ol id=events><li>one</ol><img src='http://127.0.0.1:1/a.png'>", encoding="utf-8")
    made = load(HOME / "scenarios" / "threshold.jsonl").recording
    with tool.phone() as on:
        on.patience = 0.2
        wrong = tool.tried(on, page, made)
    assert "asks for http://127.0.0.1:1/a.png" in wrong
    assert any(each.startswith("plays: ") for each in wrong)
