"""Verification: which of its three questions a damaged log fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlefield.log import first_link, loads, next_link
from battlefield.sealing import compact
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


@pytest.mark.parametrize(
    "edit",
    [
        {"roll": 9},
        {"bound": 9},
        {"roll": 9, "bound": 9},
        {"chance": 0.5},
        {"targets": ["Prisoner"]},
        {"roll": 9, "chance": 0.277777778},
    ],
)
def test_verify__what_a_charge_needs_fits_its_own_figures(edit: dict[str, Any]) -> None:
    lines = lines_of("charge-round-a-corner")
    assert failed(lines) == []
    declared = [line for line in lines if line.get("event") == "charge_declared"][1]
    declared["needs"].update(edit)
    assert set(failed(chained(lines))) == {"true", "again"}


@pytest.mark.parametrize("which", ["shortest", "ends"])
def test_verify__a_way_of_a_charge_begins_at_its_model_and_is_as_long_as_its_legs(which: str) -> None:
    for place, by in ((0, 0.01), (-1, -1.0)):
        lines = lines_of("charge-round-a-corner")
        declared = [line for line in lines if line.get("event") == "charge_declared"][1]
        declared["needs"][which][0]["path"][place][0] += by
        assert set(failed(chained(lines))) == {"true", "again"}


def test_verify__a_certificate_taken_out_is_found_by_running_again() -> None:
    lines = lines_of("exfiltration")
    del event(lines, "artifact_expelled")["claims"]
    assert "again" in failed(chained(lines))


def expelled_elsewhere(lines: Lines) -> None:
    line = event(lines, "artifact_expelled")
    for index in (0, 1):
        line["at"][index] = round(line["at"][index] + 3 * line["direction"][index], 9)
    line["travelled"] = round(line["travelled"] + 3, 9)
    line["passed"][0]["to"] = line["travelled"]


def expelled_over_the_edge(lines: Lines) -> None:
    event(lines, "artifact_expelled").update(edge=True, travelled=0.0, at=[5.0, 5.0, 0.0, 0.0])


def dice_that_do_not_fit(lines: Lines) -> None:
    throw = next(line for line in lines if line.get("throw"))
    throw["throw"] = [[10.0, 10.0], [13.0, 15.0]]


def modifier_from_nowhere(lines: Lines) -> None:
    event(lines, "rolled").update(faces=[4], modifier=1)


def need_lowered(lines: Lines) -> None:
    event(lines, "rolled").update(needs="3+")


def height_invented(lines: Lines) -> None:
    event(lines, "artifact_expelled")["at"][2] = 2.0


def another_hop(lines: Lines) -> None:
    event(lines, "artifact_expelled")["passed"][0]["what"] = "Elsewhere"


FIGURES = [
    expelled_elsewhere,
    expelled_over_the_edge,
    dice_that_do_not_fit,
    modifier_from_nowhere,
    need_lowered,
    height_invented,
    another_hop,
    token_moved_along_with_its_figures,
]


@pytest.mark.parametrize("edit", FIGURES)
def test_verify__what_the_figures_alone_show_needs_no_run(edit: Callable[[Lines], None]) -> None:
    """A header of another catalogue keeps the rules from being run again; the figures still do not fit."""
    lines = lines_of("exfiltration")
    lines[0]["catalogue"] = "0" * 16
    edit(lines)
    assert failed(chained(lines)) == ["true"]


@pytest.mark.parametrize("by", ["Raiders/2", "Walker/1"])
def test_verify__a_recovery_by_somebody_else_is_not_true(by: str) -> None:
    lines = lines_of("beside-an-enemy")
    lines[0]["catalogue"] = "0" * 16
    event(lines, "artifact_recovered")["by"] = by
    assert failed(chained(lines)) == ["true"]


CARD_EDITS: list[tuple[str, str, object]] = [
    ("card_played", "name", "Gęsi dzwonek"),
    ("card_played", "targets", ["Skryba"]),
    ("card_played", "zone", "Katedra"),
    ("card_played", "player", "Bogusz"),
    ("card_drawn", "replaced_by", "#5"),
    ("card_turned_up", "name", "Kość żebracza"),
    ("units_swapped", "a_zone", "Pałac"),
]


@pytest.mark.parametrize(("name", "key", "value"), CARD_EDITS)
def test_verify__cards_that_did_not_lie_there_and_zones_that_units_did_not_stand_in_are_not_true(
    name: str, key: str, value: object
) -> None:
    lines = lines_of("pomroczna-swieca")
    lines[0]["catalogue"] = "0" * 16
    found = [line for line in lines if line.get("event") == name and (name != "card_drawn" or "replaced_by" in line)]
    found[-1 if name == "card_turned_up" else 0][key] = value
    assert failed(chained(lines)) == ["true"]


def test_verify__the_claim_that_a_unit_stands_in_a_zone_is_measured_again() -> None:
    lines = lines_of("pomroczna-swieca")
    lines[0]["catalogue"] = "0" * 16
    event(lines, "card_played")["claims"][0]["value"] = 0.5
    assert failed(chained(lines)) == ["true"]


@pytest.mark.parametrize("more", [{"rulings": ["D13"]}, {}])
def test_verify__a_relic_dropped_anywhere_is_not_true(more: dict[str, Any]) -> None:
    lines = lines_of("relic-in-impassable-ground")
    lines[0]["catalogue"] = "0" * 16
    event(lines, "relic_dropped").update(at=[12.0, 19.0, 0.0, 0.0], **more)
    assert failed(chained(lines)) == ["true"]


@pytest.mark.parametrize(("key", "value"), [("systems", ["core"]), ("foo", "bar")])
def test_verify__a_header_that_is_not_its_scenarios_own(key: str, value: object) -> None:
    lines = lines_of("exfiltration")
    lines[0][key] = value
    assert failed(chained(lines)) == ["again"]


def test_verify__a_second_close_is_not_whole() -> None:
    lines = lines_of("exfiltration")
    lines.append({**lines[-1], "n": lines[-1]["n"] + 1, "events": lines[-1]["events"] + 1})
    assert failed(chained(lines)) == ["whole", "again"]


SPOILS: list[tuple[str, str, int]] = [
    ('"order":0', '"order": 0', 1),
    ('"event":"phase_began"', '"event":"phase_\\u0062egan"', 1),
    ('"faces":[5]', '"faces":[6],"faces":[5]', 1),
    ("}\n{", "}\r\n{", 3),
]


@pytest.mark.parametrize(("old", "new", "times"), SPOILS)
def test_verify__a_line_written_otherwise_is_not_whole(old: str, new: str, times: int) -> None:
    text = (HOME / "scenarios" / "exfiltration.jsonl").read_text(encoding="utf-8")
    spoilt = text.replace(old, new, times)
    assert spoilt != text
    assert verify(loads(spoilt.encode(), "spoilt.jsonl"))[0].holds is False
    assert verify(loads(text[:-1].encode(), "unended.jsonl"))[0].holds is False


@pytest.mark.parametrize("bad", [b"Ark\xff", b"Ark\\ud800"])
def test_log__half_a_character_breaks_it_off_with_its_place(bad: bytes) -> None:
    data = (HOME / "scenarios" / "exfiltration.jsonl").read_bytes().split(b"\n")
    data[3] = data[3].replace(b"Ark/1", bad)
    log = loads(b"\n".join(data), "bad.jsonl")
    assert log.recording.warning is not None
    assert log.recording.warning.startswith("bad.jsonl:4:1: ")
    assert verify(log)[0].holds is False


@pytest.mark.parametrize(
    ("name", "kind", "changed"),
    [
        ("claims", "claim_attempted", {"distance": 7.1}),
        ("claims", "claim_attempted", {"blockers": []}),
        ("claims", "claim_attempted", {"needs": 7, "roll": 8, "success": True}),
        ("relics-of-old", "claim_attempted", {"needs": 3}),
        ("relics-of-old", "claim_attempted", {"length": 2.5}),
        ("relics-of-old", "claim_attempted", {"path": [[21.0, 19.4, 0.0, 0.0]]}),
        ("relics-of-old", "claim_attempted", {"success": True}),
        ("relics-of-old", "claim_attempted", {"roll": 11}),
        ("relics-of-old", "claim_attempted", {"model": "Raiders/1"}),
        ("relics-of-old", "artifact_assigned", {"crusade_points": 3}),
        ("hand-over", "artifact_assigned", {"crusade_points": 0}),
        ("spent-artifact", "artifact_used", {"by": "Hunters/1"}),
        ("quick-extraction", "extraction_began", {"artifact": "Iron Psalter"}),
        ("quick-extraction", "extraction_completed", {"model": "Marksmen/1", "artifact": "Grey Lantern"}),
    ],
)
def test_verify__what_is_done_with_an_artifact_must_fit_its_own_figures(
    name: str, kind: str, changed: dict[str, Any]
) -> None:
    lines = lines_of(name)
    lines[0]["catalogue"] = "0" * 16
    assert failed(chained(lines)) == []
    event(lines, kind).update(changed)
    assert failed(chained(lines)) == ["true"]


@pytest.mark.parametrize("changed", [{"claims": []}, {"to": "Spy/1"}, {"to": "Bastion/1"}, {"from": "Wardens/2"}])
def test_verify__a_hand_over_shows_whom_it_was_within_range_of(changed: dict[str, Any]) -> None:
    lines = lines_of("hand-over")
    lines[0]["catalogue"] = "0" * 16
    next(line for line in lines if line.get("how") == "handed over").update(changed)
    assert failed(chained(lines)) == ["true"]
