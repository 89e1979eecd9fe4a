"""The shipped scenarios: each is fine, its log is what it makes today, and the log verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlefield.battle import run
from battlefield.check import check
from battlefield.log import lines_of, load
from battlefield.scenario.load import load as load_scenario
from battlefield.verify import verify

HOME = Path(__file__).resolve().parent.parent
SCENARIOS = sorted((HOME / "scenarios").glob("*.toml"))
WANTED = {
    "a-carrier-dies",
    "beside-an-enemy",
    "concave-hull",
    "exfiltration",
    "failed-exfiltration",
    "hull-machine",
    "illegal-set-up",
    "off-the-board",
    "oval-machine",
    "relic-in-impassable-ground",
    "relic-in-the-open",
    "three-artifacts",
    "threshold",
}


def test_scenarios__none_is_missing_and_each_has_its_log() -> None:
    assert {path.stem for path in SCENARIOS} >= WANTED
    assert all(path.with_suffix(".jsonl").exists() for path in SCENARIOS)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenarios__every_expectation_is_met_and_nothing_else_is_found(path: Path) -> None:
    report = check(load_scenario(path))
    assert [f"{each.at.line}: {each.message}" for each in report.findings] == []
    assert report.met > 0


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenarios__the_log_is_what_the_scenario_makes_line_by_line(path: Path) -> None:
    scenario = load_scenario(path)
    fresh = list(lines_of(scenario, scenario.seed, tuple(run(scenario).entries)))
    kept = path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    for number, (one, other) in enumerate(zip(kept, fresh, strict=False), start=1):
        assert one == other, f"line {number} of {path.stem}.jsonl; renew the logs with tools/golden.py"
    assert len(kept) == len(fresh)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_verify__accepts_every_shipped_log(path: Path) -> None:
    answers = verify(load(path.with_suffix(".jsonl")))
    assert [(each.question, each.holds, each.faults) for each in answers] == [
        ("whole", True, ()),
        ("true", True, ()),
        ("again", True, ()),
    ]
