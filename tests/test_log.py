"""The log: the same bytes everywhere, read back equal, cut short with a warning, written whole or not at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from battlefield.battle import run
from battlefield.log import LogError, load, loads
from battlefield.scenario.load import load as load_scenario

HOME = Path(__file__).resolve().parent.parent
SHOWN = HOME / "scenarios" / "three-artifacts.toml"
LOG = SHOWN.with_suffix(".jsonl")
MAKE = (
    "import sys; from battlefield.scenario.load import load; from battlefield.battle import run;"
    "from battlefield.log import lines_of; s = load(sys.argv[1]);"
    "sys.stdout.buffer.write(''.join(l + chr(10) for l in lines_of(s, 11, tuple(run(s, 11).entries))).encode())"
)
SEEDED = """
format = 1
title = "Seeded"
rules = ["core", "relics-of-old"]
[board]
width = 60
height = 44
[start]
round = 2
player = "Red"
[[players]]
name = "Red"
[[units]]
name = "Ark"
player = "Red"
keywords = ["DARK MACHINE"]
base = "170x105mm"
wounds = 40
at = [30, 22]
facing = 33
[[artifacts]]
name = "One"
carrier = "Ark"
[[artifacts]]
name = "Two"
carrier = "Ark"
[[orders]]
do = "exfiltrate"
unit = "Ark"
dice = [6, 1, "?", "?", 1, "?", "?"]
"""


def bytes_from(python: str, scenario: Path, hash_seed: str) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(HOME)}
    made = subprocess.run([python, "-c", MAKE, str(scenario)], capture_output=True, env=environment, check=True)
    return made.stdout


def test_log__same_bytes_in_two_processes_with_different_hash_seeds(tmp_path: Path) -> None:
    scenario = tmp_path / "seeded.toml"
    scenario.write_text(SEEDED)
    one = bytes_from(sys.executable, scenario, "1")
    assert one == bytes_from(sys.executable, scenario, "2")
    assert one.count(b"artifact_expelled") == 2


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_log__same_bytes_on_every_python_at_hand(version: str, tmp_path: Path) -> None:
    python = which(f"python{version}")
    wanted = (
        "import sys, pydantic, shapely, tree_sitter; sys.exit(f'{sys.version_info[0]}.{sys.version_info[1]}' != '%s')"
    )
    if python is None or subprocess.run([python, "-c", wanted % version], capture_output=True).returncode:
        pytest.skip(f"no Python {version} with the packages at hand")
    scenario = tmp_path / "seeded.toml"
    scenario.write_text(SEEDED)
    assert bytes_from(python, scenario, "0") == bytes_from(sys.executable, scenario, "0")


def test_log__read_back_it_is_what_was_written(tmp_path: Path) -> None:
    battle = run(load_scenario(SHOWN))
    battle.save(tmp_path / "b.jsonl")
    log = load(tmp_path / "b.jsonl")
    assert log.recording.entries[:-1] == tuple(battle.entries)
    assert log.recording.states[-2] == battle.state
    assert log.header.scenario.table == battle.scenario.table
    assert log.closed
    assert not (tmp_path / "b.jsonl.part").exists()


def test_log__every_line_names_its_event_rule_and_order() -> None:
    lines = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["log"] == 1
    for number, line in enumerate(lines[1:], start=1):
        assert line["n"] == number
        assert {"event", "rule", "order", "chain"} <= set(line)


@pytest.mark.parametrize("keep", [2, 5, 9])
def test_log__cut_between_lines_it_plays_up_to_the_cut(keep: int) -> None:
    text = b"\n".join(LOG.read_bytes().split(b"\n")[:keep]) + b"\n"
    log = loads(text, "cut.jsonl")
    assert len(log.recording.entries) == keep - 1
    assert not log.closed
    said = f"cut.jsonl:{keep}:1: the log breaks off here (its last line does not close it); "
    assert log.recording.warning == f"{said}it plays up to event {keep - 1}"


def test_log__whole_it_warns_of_nothing() -> None:
    assert loads(LOG.read_bytes(), "whole.jsonl").recording.warning is None


def test_log__cut_in_a_line_it_warns_of_the_line() -> None:
    whole = LOG.read_bytes()
    lines = whole.split(b"\n")
    cut = sum(len(line) + 1 for line in lines[:6]) + 20
    log = loads(whole[:cut], "cut.jsonl")
    assert len(log.recording.entries) == 5
    assert log.recording.warning is not None
    assert log.recording.warning.startswith("cut.jsonl:7:1: ")


@pytest.mark.parametrize(
    "header",
    [b"", b"{}", b"[]", b"not json", b'{"log": 2}', b'{"log": 1}', b"\xff\xfe", b"[" * 100_000, b'{"log": NaN}'],
)
def test_log__a_header_that_cannot_be_read_is_one_error(header: bytes) -> None:
    with pytest.raises(LogError, match=r"^bad\.jsonl:1:1: the header cannot be read"):
        loads(header, "bad.jsonl")


@pytest.mark.parametrize(
    "line",
    [
        b'{"n": 1, "event": "model_destroyed", "rule": "x", "order": 0, "model": "Nobody", "pose": null}',
        b'{"n": 1, "event": "no_such_event", "rule": "x", "order": 0}',
        b'{"n": "1", "event": "log_closed", "rule": "x", "order": 0, "events": 0}',
        b'{"n": 1, "event": "log_closed", "rule": "x", "order": 0, "events": 0, "extra": 1}',
        b"[" * 50_000,
        b'{"n": 1, "event": "unit_set_up", "rule": "x", "order": 0, "unit": "U", "kind": "k", "models": {"A": [1, 2]}}',
    ],
)
def test_log__a_bad_line_ends_it_with_a_warning(line: bytes) -> None:
    header = LOG.read_bytes().split(b"\n")[0]
    log = loads(header + b"\n" + line + b"\n", "bad.jsonl")
    assert log.recording.entries == ()
    assert log.recording.warning is not None
    assert log.recording.warning.startswith("bad.jsonl:2:1: ")


def test_log__nothing_is_half_written(tmp_path: Path) -> None:
    from battlefield.log import write

    def breaks_off():  # type: ignore[no-untyped-def]
        yield "one"
        raise ValueError("stop")

    target = tmp_path / "b.jsonl"
    target.write_text("before")
    with pytest.raises(ValueError, match="stop"):
        write(target, breaks_off())
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]
