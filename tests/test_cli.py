"""The command line: answers, exit codes, no traceback, nothing half-written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from battlefield.cli import main

HOME = Path(__file__).resolve().parent.parent
SCENARIOS = HOME / "scenarios"
EXAMPLE = str(SCENARIOS / "exfiltration.toml")
THRESHOLD = str(SCENARIOS / "threshold.toml")


def outside(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own."""
    settings = {**os.environ, "PYTHONPATH": str(HOME), **environment}
    command = [sys.executable, "-m", "battlefield", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, env=settings, timeout=60)


def test_check__fine_is_zero_findings_are_one_unusable_is_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["check", EXAMPLE]) == 0
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(Path(EXAMPLE).read_text().replace("37.109792", "37.2"))
    assert main(["check", str(wrong)]) == 1
    line = (
        Path(EXAMPLE)
        .read_text()
        .splitlines()
        .index("[[orders.expect]]                       # judged right after this order")
        + 1
    )
    assert f"{wrong}:{line}:1: artifact: " in capsys.readouterr().out
    assert main(["check", str(tmp_path / "none.toml")]) == 2
    wrong.write_text("format = 1\nboard = ")
    assert main(["check", str(wrong)]) == 2


def test_check__several_files_the_worst_decides(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("x")
    assert main(["check", EXAMPLE, THRESHOLD]) == 0
    assert main(["check", EXAMPLE, str(bad)]) == 2


def test_check__an_order_whose_rule_is_not_carried_out_is_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asks = tmp_path / "asks.toml"
    asks.write_text(Path(EXAMPLE).read_text() + '\n[[orders]]\ndo = "shoot"\nunit = "Rangers"\ntarget = "Ark"\n')
    assert main(["check", str(asks)]) == 2
    assert "the order shoot is not carried out yet" in capsys.readouterr().err


def test_check__json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", EXAMPLE, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "file": EXAMPLE,
        "fine": True,
        "met": 1,
        "foretold": 0,
        "findings": [],
    }


def test_check__reads_standard_input() -> None:
    done = outside("check", "-", stdin=Path(EXAMPLE).read_bytes())
    assert done.returncode == 0
    assert b"fine" in done.stdout


def test_measure__the_documented_certificate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """25 mm at (34.049181, 22) against 130 mm at (30, 22)."""
    file = tmp_path / "m.toml"
    text = (
        Path(EXAMPLE)
        .read_text()
        .replace("at      = { grid = [5, 2], first = [44, 30], gap = 0.5 }", "at = [[34.049181, 22]]")
    )
    file.write_text(
        text.split("[units.models.4]")[0] + "[[artifacts]]" + text.split("[[artifacts]]")[1].split("[[orders]]")[0]
    )
    assert main(["measure", str(file), "Rangers/1", "Ark", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    (rule, *_) = answer["rules"]
    assert rule["rule"] == "measure.engagement"
    assert rule["value"] == pytest.approx([0.998, 0.0], abs=1e-6)
    assert rule["limit"] == [1.0, 5.0]
    assert rule["margin"] == pytest.approx(0.002, abs=1e-6)
    assert rule["holds"] is True
    assert rule["verdict"] == "in"
    assert rule["here"] == pytest.approx([33.557055, 22.0, 0.0], abs=1e-6)
    assert rule["there"] == pytest.approx([32.559055, 22.0, 0.0], abs=1e-6)
    assert "holds" not in answer
    assert "limit" not in answer


def test_measure__after_orders(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", EXAMPLE, "Rangers/1", "Ark", "--after", "0"]) == 0
    assert main(["measure", EXAMPLE, "Rangers/1", "Ark"]) == 2
    assert "Ark" in capsys.readouterr().err
    for orders in ("9", "2", "-1"):
        assert main(["measure", EXAMPLE, "Rangers/1", "Ark", "--after", orders]) == 2
        said = f"{EXAMPLE}: --after {orders}: the scenario has 1 order (allowed: 0 to 1)"
        assert said in capsys.readouterr().err


def test_measure__a_name_of_nothing_is_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", EXAMPLE, "Rangers/1", "Arc", "--after", "0"]) == 2
    assert 'nothing on this battlefield is called "Arc"; did you mean "Ark"?' in capsys.readouterr().err


def test_reach__inches_that_are_no_number_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reach", EXAMPLE, "Rangers/1", "--inches", "nan"]) == 2
    assert "--inches nan: allowed is a number from 0 to 200" in capsys.readouterr().err


def test_charge__only_enemies_and_what_would_refuse_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    corner = str(SCENARIOS / "charge-round-a-corner.toml")
    assert main(["charge", corner, "Lancers", "Lancers"]) == 2
    assert "Lancers is no enemy unit of Lancers, so it cannot be charged" in capsys.readouterr().err
    assert main(["charge", corner, "Lancers", "Archers"]) == 0
    assert "as things stand it would be refused: Lancers is engaged already" in capsys.readouterr().out
    assert main(["charge", corner, "Lancers", "Archers", "--after", "0"]) == 0
    assert "refused" not in capsys.readouterr().out


@pytest.mark.parametrize("command", [["run"], ["check"], ["render", "-o", "x.svg"], ["measure", "--after", "0"]])
@pytest.mark.parametrize("seed", [-(2**63) - 1, 2**63])
def test_seed__what_no_file_could_have_is_refused(
    command: list[str], seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    about = ["Rangers/1", "Ark"] if command[0] == "measure" else []
    assert main([command[0], EXAMPLE, *about, *command[1:], "--seed", str(seed)]) == 2
    said = f"--seed {seed}: allowed is a whole number from -9223372036854775808 to 9223372036854775807"
    assert said in capsys.readouterr().err


def test_run__tells_a_line_an_event_and_writes_the_log(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "b.jsonl"
    assert main(["run", EXAMPLE, "-o", str(log)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(log.read_text().splitlines()) - 2
    assert main(["verify", str(log)]) == 0


def test_run__an_order_refused_that_was_not_to_be_is_one(tmp_path: Path) -> None:
    file = tmp_path / "r.toml"
    file.write_text(
        Path(EXAMPLE).read_text().replace("round  = 2", "round  = 1").split("[[orders]]")[0]
        + '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\n'
    )
    assert main(["run", str(file)]) == 1
    file.write_text(file.read_text() + 'refused = "artifact.exfiltration"\n')
    assert main(["run", str(file)]) == 0


def test_run__into_a_folder_that_is_not_there_is_two(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["run", EXAMPLE, "-o", str(tmp_path / "no" / "b.jsonl")]) == 2
    assert "b.jsonl" in capsys.readouterr().err


def test_run__never_over_the_scenario_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(Path(EXAMPLE).read_text())
    before = file.read_text()
    assert main(["run", str(file), "-o", str(file)]) == 2
    assert file.read_text() == before
    assert "left as it is" in capsys.readouterr().err


def test_verify__a_damaged_log_is_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "b.jsonl"
    log.write_text((SCENARIOS / "exfiltration.jsonl").read_text().replace('"travelled":11.849', '"travelled":11.850'))
    assert main(["verify", str(log)]) == 1
    out = capsys.readouterr().out
    assert "whole  no" in out
    assert "true   no" in out


def test_rules__all_one_and_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert main(["rules", "C12"]) == 0
    assert main(["rules", "artifact.expulsion.distance", "--json"]) == 0
    assert main(["rules", "artifact.expulsion.distanc"]) == 2
    assert "artifact.expulsion.distance" in capsys.readouterr().err


def test_new__is_fine_and_never_over_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    assert main(["new", str(file)]) == 0
    assert main(["check", str(file)]) == 0
    before = file.read_text()
    assert main(["new", str(file)]) == 2
    assert file.read_text() == before
    assert "left as it is" in capsys.readouterr().err


def test_schema__is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["$schema"]


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["check"], ["measure", "a"], ["check", "--nope", "x"], ["run", EXAMPLE, "--seed", "x"]]
)
def test_usage__is_two_without_a_traceback(arguments: list[str]) -> None:
    done = outside(*arguments)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_help__has_an_example_of_every_command() -> None:
    for command in ("check", "measure", "run", "view", "render", "verify", "campaign", "rules", "new", "schema"):
        done = outside(command, "--help")
        assert done.returncode == 0
        assert b"Example: battlefield " + command.encode() in done.stdout


def test_charge__who_is_not_on_the_battlefield_charges_nobody_and_is_not_charged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = str(SCENARIOS / "no-room-to-disembark.toml")
    for names in (["Crew"], ["Crew", "Ambush"], ["Ambush", "Crew"]):
        assert main(["charge", file, *names, "--after", "0"]) == 2
        assert "no model of Crew is on the battlefield at this moment" in capsys.readouterr().err


def test_output__control_characters_of_a_file_never_reach_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "evil.toml"
    file.write_text(Path(EXAMPLE).read_text().replace('"Ember Crown"', '"\\u001b[2JCrown"'))
    assert b"\x1b" not in outside("run", str(file)).stdout + outside("check", str(file)).stderr


def test_check__loads_neither_scipy_numba_nor_arcade() -> None:
    code = f"import sys; from battlefield.cli import main; main(['check', {EXAMPLE!r}]); print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env={**os.environ, "PYTHONPATH": str(HOME)}
    )
    loaded = done.stdout.decode()
    assert "battlefield.check" in loaded
    assert not any(f"'{name}'" in loaded for name in ("numpy", "scipy", "numba", "arcade", "pyglet", "PIL", "rich"))


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_output__whatever_the_terminals_encoding(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "ł.toml"
    file.write_text(Path(EXAMPLE).read_text(encoding="utf-8").replace("Ember Crown", "Świeca 灯"), encoding="utf-8")
    done = outside("run", str(file), PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_pipe__whoever_stops_reading_gets_no_traceback() -> None:
    command = f'"{sys.executable}" -m battlefield rules --json | head -1'
    done = subprocess.run(["bash", "-c", command], capture_output=True, env={**os.environ, "PYTHONPATH": str(HOME)})
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr
