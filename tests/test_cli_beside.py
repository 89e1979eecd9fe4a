"""`--beside`, `--large` and `--contrast` on the command line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from battlefield.cli.app import main
from battlefield.viewer.looks import LARGE

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"
LOG = str(SCENARIOS / "exfiltration.jsonl")


@pytest.fixture
def other(tmp_path: Path) -> str:
    """The same scenario, its second die lying elsewhere, played anew."""
    text = (SCENARIOS / "exfiltration.toml").read_text("utf-8").split("[[orders.expect]]")[0]
    path = tmp_path / "other.toml"
    path.write_text(text.replace("at = [13, 14]", "at = [14, 12]"), "utf-8")
    return str(path)


def test_two_logs_are_drawn_where_they_part_and_it_is_said(
    other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "both.svg"
    assert main(["render", LOG, "--beside", other, "-o", str(out), "--size", "1280x720"]) == 0
    said = capsys.readouterr().err
    assert "The first 7 events are the same. At event 8 they part: " in said
    text = out.read_text("utf-8")
    assert 'width="1280" height="720"' in text
    assert text.count(">here they part") == 2
    assert main(["render", LOG, "--beside", other, "-o", str(tmp_path / "nine.png"), "--at", "9"]) == 0
    assert (tmp_path / "nine.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["-o", "both.gif"], "two logs side by side are drawn into a file that ends in .svg or .png"),
        (["-o", "both.svg", "--table"], "--beside goes with --at, --size, --large and --contrast"),
        (["-o", "both.svg", "--renderer", "gl"], "--beside goes with --at, --size, --large and --contrast"),
        (["-o", "both.svg", "--at", "99"], "there is no event 99; the last is 12"),
    ],
)
def test_what_cannot_be_drawn_of_two_logs_is_refused_in_words(
    other: str, more: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", LOG, "--beside", other, *more]) == 2
    assert why in capsys.readouterr().err
    assert not list(tmp_path.glob("both.*"))


@pytest.mark.parametrize("command", [["view", LOG], ["render", LOG, "-o", "no.svg"]])
def test_logs_of_different_scenarios_are_refused_before_anything_opens(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--beside", str(SCENARIOS / "threshold.jsonl")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("exfiltration.jsonl and threshold.jsonl are of different scenarios: the one is “")
    assert said.rstrip().endswith("only two logs of one scenario can be shown side by side")


def test_a_large_still_in_high_contrast_has_the_size_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "large.svg"
    assert main(["render", LOG, "--at", "9", "--large", "--contrast", "-o", str(out), "--size", "1600x900"]) == 0
    text = out.read_text("utf-8")
    assert 'width="1600" height="900"' in text
    assert f'viewBox="0 0 {round(1600 / LARGE)} {round(900 / LARGE)}"' in text
    assert re.search(r'<rect width="\d+" height="\d+" fill="#000000"', text), "black, not the night of the theme"


def test_a_replay_page_and_a_map_sheet_have_a_look_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", LOG, "--large", "-o", str(tmp_path / "page.html")]) == 2
    assert "an .html has type and colours of its own: leave --large and --contrast out" in capsys.readouterr().err
    assert main(["render", LOG, "--contrast", "--page", "a4", "-o", str(tmp_path / "sheet.svg")]) == 2
    assert "a map sheet has type and colours of its own" in capsys.readouterr().err
