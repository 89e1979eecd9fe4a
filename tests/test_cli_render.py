"""`render`: every wish at the command line becomes its file or a sentence; nothing is left half-written."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from battlefield.cli import main

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"
LOG = str(SCENARIOS / "exfiltration.jsonl")
TABLE = str(SCENARIOS / "crossroads.toml")


def test_render__a_map_sheet_of_each_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "map.svg"
    assert main(["render", TABLE, "-o", str(sheet), "--page", "A4"]) == 0
    assert 'width="210mm" height="297mm"' in sheet.read_text(encoding="utf-8")
    assert f"{sheet}: written (SVG: a map sheet needs no OpenGL)" in capsys.readouterr().err
    assert main(["render", TABLE, "-o", str(tmp_path / "m.png"), "--page", "letter", "--landscape"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [Image.open(each.partition(":")[0]).size for each in told] == [(2200, 1700)] * len(told)


def test_render__the_table_alone_in_the_size_that_was_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "table.svg"
    assert main(["render", LOG, "-o", str(out), "--at", "9", "--scale-bar", "--legend", "--size", "900x700"]) == 0
    text = out.read_text(encoding="utf-8")
    assert 'width="900" height="700"' in text
    assert all(f'id="{layer}"' in text for layer in ("scale", "legend", "rulers"))
    assert 'id="panel"' not in text


def test_render__a_film_of_two_events_at_another_pace(tmp_path: Path) -> None:
    out = tmp_path / "a.gif"
    wish = ["--from", "3", "--to", "4", "--fps", "5", "--speed", "4", "--size", "200x120", "--renderer", "svg"]
    assert main(["render", LOG, "-o", str(out), *wish]) == 0
    shown = Image.open(out)
    seconds = 0.0
    for place in range(shown.n_frames):  # type: ignore[attr-defined]
        shown.seek(place)
        seconds += shown.info["duration"] / 1000
    assert abs(seconds - (2 + 8) / 5) < 0.41  # some two seconds and a half at four times the pace, and the end held


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (["-o", "a.svg", "--landscape"], "say which one with --page a4 or --page letter"),
        (["-o", "a.svg", "--page", "a5"], "--page a5: allowed are a4, letter"),
        (["-o", "a.gif", "--page", "a4"], ".gif: a map sheet is an .svg or a .png or a .pdf"),
        (["-o", "a.png", "--fps", "10"], ".png is no film"),
        (["-o", "a.gif", "--from", "99"], "there is no event 99"),
        (["-o", "a.gif", "--at", "3", "--to", "4"], "leave one of them out"),
        (["-o", "a.mp4", "--speed", "-1"], "--speed -1: allowed is 0.1 to 16"),
        (["-o", "a.html", "--table"], ".html: the table alone is an .svg or a .png"),
        (["-o", "a.svg", "--size", "12x9"], "--size 12x9: allowed is WIDTHxHEIGHT in pixels, each 64 to 8192"),
    ],
)
def test_render__what_cannot_be_is_said_in_a_sentence(
    wish: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if "a.mp4" in wish:
        pytest.importorskip("av", reason="without what writes an .mp4 that is said first")
    assert main(["render", LOG, *wish]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
