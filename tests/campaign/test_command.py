"""`battlefield campaign`: answers, exit codes, files that stay whole."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from battlefield.cli import main

HOME = Path(__file__).resolve().parent.parent.parent
SHIPPED = HOME / "scenarios" / "campaigns" / "ember-crown.toml"
LOG = HOME / "scenarios" / "beside-an-enemy.jsonl"


@pytest.fixture
def war(tmp_path: Path) -> Path:
    return Path(shutil.copy(SHIPPED, tmp_path / "war.toml"))


def answer(*arguments: object) -> int:
    return main(["campaign", *map(str, arguments)])


def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def test_campaign__alone_tells_what_stands_and_is_fine(war: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = war.read_bytes()
    assert answer(war) == 0
    out = capsys.readouterr().out
    assert "  Red: 3 Crusade Points\n    Ark: 3 (2 honours, 1 Artifact)\n" in out
    assert "  Blue: 1 Crusade Point\n    Walker: 1 (2 honours, -1 from elsewhere)\n" in out
    assert "  Ember Crown: Ark (Red)\n" in out
    assert out.endswith(f"{war}: fine\n")
    assert war.read_bytes() == before


def test_campaign__a_battle_is_entered_and_then_refused_under_any_name(
    war: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = war.read_text(encoding="utf-8")
    assert answer(war, "--battle", LOG) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "Ember Crown: Ark (Red) → Raiders (Blue)  [artifact.recover]",
        "Ark: 3 → 2 Crusade Points  [artifact.crusade_points]",
        "Raiders: 0 → 1 Crusade Point  [artifact.crusade_points]",
    ]
    assert err.endswith(f"{war}: written\n")
    now = war.read_text(encoding="utf-8")
    head = before.replace("crusade_points = 3 ", "crusade_points = 2 ").replace(
        'holder = "Ark"                          #', 'holder = "Raiders"                      #'
    )
    old, new = 'keywords = ["INFANTRY"]\ncrusade_points = 0\n', 'keywords = ["INFANTRY"]\ncrusade_points = 1\n'
    assert old in head
    chain = json.loads(LOG.read_text(encoding="utf-8").splitlines()[-1])["chain"]
    assert now.startswith(head.replace(old, new))
    assert f'title   = "Into the wrong hands"\nlog     = "beside-an-enemy.jsonl"\nchain   = "{chain}"\n' in now
    assert list(war.parent.iterdir()) == [war]
    other = Path(shutil.copy(LOG, tmp_path / "renamed.jsonl"))
    assert answer(war, "--battle", other) == 1
    assert "entered already: it is battle 1" in capsys.readouterr().out
    assert war.read_text(encoding="utf-8") == now


def test_campaign__a_dry_run_says_the_same_and_writes_nothing(war: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = war.read_bytes()
    assert answer(war, "--battle", LOG, "--dry-run") == 0
    dry = capsys.readouterr()
    assert war.read_bytes() == before
    assert dry.err.endswith(f"{war}: left as it is (--dry-run)\n")
    assert answer(war, "--battle", LOG) == 0
    assert capsys.readouterr().out == dry.out


def test_campaign__json_tells_the_same(war: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*arguments: object, code: int = 0) -> Any:
        assert answer(war, *arguments, "--json") == code
        return json.loads(capsys.readouterr().out)

    state = told()
    assert state["armies"] == [{"name": "Red", "crusade_points": 3}, {"name": "Blue", "crusade_points": 1}]
    assert state["cards"][0]["artifacts"] == ["Ember Crown"]
    assert state["artifacts"] == [{"name": "Ember Crown", "unit": "Ark", "army": "Red", "state": "held"}]
    entered = told("--battle", LOG, "--dry-run")
    assert entered["written"] is False
    assert entered["changes"][0] == {
        "rule": "artifact.recover",
        "of": "Ember Crown",
        "was": "Ark (Red)",
        "now": "Raiders (Blue)",
    }
    assert entered["campaign"]["battles"][0]["log"] == "beside-an-enemy.jsonl"
    refused = told("--assign", "Ember Crown=Raiders", code=1)
    assert refused["refused"][0]["rule"] == "artifact.between_battles"


def test_campaign__reassigning_on_the_command_line(war: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(war, "--assign", "Ember Crown=Pilgrim") == 0
    assert "Pilgrim: 0 → 1 Crusade Point  [artifact.crusade_points]\n" in capsys.readouterr().out
    before = war.read_bytes()
    assert answer(war, "--assign", "Ember Crown=Pilgrim") == 0
    assert capsys.readouterr().out == "no Artifact and no card changes\n"
    assert answer(war, "--assign", "Ember Crwon=Pilgrim") == 1
    assert 'did you mean "Ember Crown"?' in capsys.readouterr().out
    assert answer(war, "--assign", "Pilgrim") == 2
    assert "allowed is ARTIFACT=UNIT" in capsys.readouterr().err
    assert war.read_bytes() == before


def cut(lines: list[str]) -> list[str]:
    return lines[:-1]


def one_left_out(lines: list[str]) -> list[str]:
    return [*lines[:5], *lines[6:]]


def edited(lines: list[str]) -> list[str]:
    return [each.replace('"by":"Raiders/1"', '"by":"Raiders/2"') for each in lines]


def renamed_in_the_header(lines: list[str]) -> list[str]:
    return [lines[0].replace("Into the wrong hands", "Into right hands"), *lines[1:]]


@pytest.mark.parametrize("damage", [cut, one_left_out, edited, renamed_in_the_header])
def test_verify__a_damaged_log_is_not_entered(
    damage: Any, war: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = war.read_bytes()
    lines = damage(LOG.read_text(encoding="utf-8").splitlines())
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert answer(war, "--battle", bad) == 1
    assert capsys.readouterr().out.startswith("refused: the log is not whole: ")
    assert war.read_bytes() == before


def test_campaign__unusable_input_is_two(war: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = war.read_bytes()
    assert answer(tmp_path / "none.toml") == 2
    assert answer(war, "--battle", tmp_path / "none.jsonl") == 2
    assert answer(war, "--battle", HOME / "scenarios" / "exfiltration.toml") == 2
    assert answer(LOG) == 2
    assert answer(HOME / "scenarios" / "exfiltration.toml") == 2
    assert answer(war, "--battle", LOG, "--assign", "Ember Crown=Ark") == 2
    assert "Traceback" not in capsys.readouterr().err
    assert war.read_bytes() == before


def test_campaign__findings_are_one_and_nothing_is_changed_while_there_are_any(
    war: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = war.read_text(encoding="utf-8").replace("crusade_points = 3", "crusade_points = 9")
    war.write_text(text, encoding="utf-8")
    line = (
        text.splitlines().index(next(each for each in text.splitlines() if each.startswith("crusade_points = 9"))) + 1
    )
    said = f"{war}:{line}:18: artifact.crusade_points: the card of Ark says 9, and it has 3: 2 honours, 1 Artifact"
    for more in ([], ["--battle", LOG], ["--assign", "Ember Crown=Pilgrim"]):
        assert answer(war, *more) == 1
        assert said in capsys.readouterr().out
    assert war.read_text(encoding="utf-8") == text


def test_campaign__standard_input(
    war: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch, war.read_bytes())
    assert answer("-") == 0
    assert capsys.readouterr().out.endswith("<stdin>: fine\n")
    given(monkeypatch, war.read_bytes())
    assert answer("-", "--battle", LOG, "--dry-run") == 0
    given(monkeypatch, war.read_bytes())
    assert answer("-", "--battle", LOG) == 2
    assert answer("-", "--battle", "-") == 2
    given(monkeypatch, LOG.read_bytes())
    assert answer(war, "--battle", "-") == 0
    assert 'log     = ""\n' in war.read_text(encoding="utf-8")


def test_campaign__one_that_cannot_be_written_is_left_whole(
    war: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = war.read_bytes()

    def full(file: int) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert answer(war, "--battle", LOG) == 2
    assert capsys.readouterr().out == ""
    assert war.read_bytes() == before


def test_schema__of_campaigns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--of", "campaign"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "battlefield campaign"
    assert main(["schema", "--of", "scenario"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "battlefield scenario"
    assert main(["schema", "--of", "army"]) == 2
