"""Verification: which of its three questions a damaged log fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlefield.log import compact, first_link, loads, next_link
from battlefield.verify import verify

HOME = Path(__file__).resolve().parent.parent
Lines = list[dict[str, Any]]


def lines_of(name: str) -> Lines:
    text = (HOME / "scenarios" / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def chained(lines: Lines) -> Lines:
    """The lines with every digest made anew, as somebody would who wants to hide an edit."""
    link = first_link(compact(lines[0]))
    out = [lines[0]]
    for line in lines[1:]:
        bare = {key: value for key, value in line.items() if key != "chain"}
        link = next_link(link, bare)
        out.append({**bare, "chain": link})
    return out


def failed(lines: Lines) -> list[str]:
    log = loads("".join(compact(line) + "\n" for line in lines).encode(), "damaged.jsonl")
    return [each.question for each in verify(log) if each.holds is False]


def event(lines: Lines, name: str) -> dict[str, Any]:
    return next(line for line in lines if line.get("event") == name)


def token_moved(lines: Lines) -> None:
    event(lines, "artifact_expelled")["at"][0] += 0.01


def token_moved_along_with_its_figures(lines: Lines) -> None:
    line = event(lines, "artifact_expelled")
    for index in (0, 1):
        line["at"][index] = round(line["at"][index] + 0.01 * line["direction"][index], 9)
    line["travelled"] = round(line["travelled"] + 0.01, 9)


def die_changed(lines: Lines) -> None:
    event(lines, "rolled")["faces"] = [6]


def total_changed(lines: Lines) -> None:
    event(lines, "rolled")["total"] = 6


def distance_changed(lines: Lines) -> None:
    event(lines, "artifact_expelled")["claims"][0]["value"] = 6.01


def outcome_changed(lines: Lines) -> None:
    event(lines, "rolled")["passed"] = False


def event_dropped(lines: Lines) -> None:
    lines.remove(event(lines, "token_set"))
    for number, line in enumerate(lines[1:], start=1):
        line["n"] = number
    lines[-1]["events"] = len(lines) - 2


EDITS: list[tuple[Callable[[Lines], None], set[str]]] = [
    (token_moved, {"true", "again"}),
    (token_moved_along_with_its_figures, {"true", "again"}),
    (die_changed, {"true", "again"}),
    (total_changed, {"true", "again"}),
    (distance_changed, {"true", "again"}),
    (outcome_changed, {"true", "again"}),
    (event_dropped, {"again"}),
]


@pytest.mark.parametrize(("edit", "fails"), EDITS, ids=lambda each: getattr(each, "__name__", ""))
def test_verify__an_edit_breaks_the_chain(edit: Callable[[Lines], None], fails: set[str]) -> None:
    lines = lines_of("exfiltration")
    edit(lines)
    assert set(failed(lines)) == {"whole", *fails}


@pytest.mark.parametrize(("edit", "fails"), EDITS, ids=lambda each: getattr(each, "__name__", ""))
def test_verify__an_edit_with_digests_made_anew_is_still_found(edit: Callable[[Lines], None], fails: set[str]) -> None:
    lines = lines_of("exfiltration")
    edit(lines)
    assert set(failed(chained(lines))) == fails


def test_verify__a_log_cut_short_is_not_whole() -> None:
    assert "whole" in failed(lines_of("exfiltration")[:-1])


def test_verify__a_log_of_another_version_is_not_run_again() -> None:
    lines = lines_of("exfiltration")
    lines[0]["battlefield"] = "0.0.1"
    log = loads("".join(compact(line) + "\n" for line in chained(lines)).encode(), "old.jsonl")
    assert [each.holds for each in verify(log)] == [True, True, None]


def test_verify__says_what_cannot_be_found_out() -> None:
    log = loads((HOME / "scenarios" / "exfiltration.jsonl").read_bytes(), "e.jsonl")
    assert "not found out" in verify(log)[2].note


def test_verify__a_relic_moved_is_found() -> None:
    lines = lines_of("relic-in-the-open")
    event(lines, "relic_dropped")["at"][1] += 0.01
    assert set(failed(chained(lines))) == {"true", "again"}


def test_verify__a_certificate_taken_out_is_found_by_running_again() -> None:
    lines = lines_of("exfiltration")
    del event(lines, "artifact_expelled")["claims"]
    assert "again" in failed(chained(lines))
