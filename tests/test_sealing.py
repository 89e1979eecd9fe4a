"""Copies of a log for one player: what is sealed, that the chain holds, that nothing in them betrays a card."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from battlefield.battle import run
from battlefield.cli import main
from battlefield.events.artefakty import Sealed
from battlefield.log import Log, first_link, line_of, lines_of, loads
from battlefield.scenario.load import load
from battlefield.scenario.load import loads as read
from battlefield.sealing import compact, copy_for, salt_of
from battlefield.verify import verify
from tests.court import confront, court, court_text, discard, draw, play

HOME = Path(__file__).resolve().parent.parent
SEED = 8_264_091_553_702_118
LAYOUT = 'shuffle = true\nartemistrz = "Artemistrz"'
HANDS = {"Anna": ("Kielich",), "Bartek": ("Dzwon",)}
ORDERS = (confront(), draw(), play("Dzwon"), play("Dzwon", "Bartek"))


def log_lines(*orders: str, **keys: Any) -> list[str]:
    scenario = court(*(orders or ORDERS), **{"layout": LAYOUT, "hands": HANDS, "seed": SEED, **keys})
    return list(lines_of(scenario, scenario.seed, tuple(run(scenario).entries)))


def copied(lines: list[str], reader: str) -> list[str]:
    return list(copy_for(lines, reader))


def as_log(lines: list[str]) -> Log:
    return loads("".join(f"{line}\n" for line in lines).encode(), "copy.jsonl")


def answers(lines: list[str]) -> dict[str, bool | None]:
    return {each.question: each.holds for each in verify(as_log(lines))}


def events(lines: list[str], name: str) -> list[dict[str, Any]]:
    return [line for raw in lines[1:] if (line := json.loads(raw))["event"] == name]


def test_copy__a_line_for_others_is_its_number_and_its_digest() -> None:
    lines = log_lines()
    for reader, other in (("Anna", "Bartek"), ("Bartek", "Anna")):
        copy = copied(lines, reader)
        assert len(copy) == len(lines)
        for one, raw in zip(lines[1:], copy[1:], strict=True):
            whole, shown = json.loads(one), json.loads(raw)
            if reader in whole.get("for", [reader]):
                assert raw == one
            else:
                assert shown == {"n": whole["n"], "event": "sealed", "chain": whole["chain"]}
        assert all(line["for"] == [reader] for line in events(copy, "card_seen"))
        assert any(line["for"] == [other] for line in events(lines, "card_seen"))
        assert events(copy, "deck_ordered") == []


def test_copy__verifies_by_its_chain_and_is_not_asked_to_come_out_again() -> None:
    lines = log_lines()
    assert answers(lines) == {"whole": True, "true": True, "again": True}
    assert answers(copied(lines, "Anna")) == {"whole": True, "true": True, "again": None}
    assert as_log(copied(lines, "Anna")).recording.states[-1].card_table.deck == run_state(lines).deck


def run_state(lines: list[str]) -> Any:
    return as_log(lines).recording.states[-1].card_table


def test_copy__has_the_same_chain_as_the_log_from_its_header_on() -> None:
    lines = log_lines()
    for reader in ("Anna", "Bartek"):
        assert first_link(copied(lines, reader)[0]) == first_link(lines[0])


@pytest.mark.parametrize("key", ["seed", "orders", "deal"])
def test_copy__the_header_leaves_out_what_would_tell_the_cards(key: str) -> None:
    header = json.loads(copied(log_lines(), "Anna")[0])
    assert key not in header
    assert key not in header["scenario"]
    assert all(player["hand"] == [] for player in header["scenario"]["table"]["players"])
    assert str(SEED) not in json.dumps(header)
    assert header["as"] == "Anna"


def test_copy__an_edit_is_found_in_a_line_in_the_header_and_in_a_seal() -> None:
    copy = copied(log_lines(), "Anna")
    shown = next(n for n, raw in enumerate(copy) if '"event":"card_turned_up"' in raw)
    name = json.loads(copy[shown])["name"]
    edits = [
        [*copy[:shown], copy[shown].replace(name, "Kielich"), *copy[shown + 1 :]],
        [copy[0].replace('"width":30.0', '"width":31.0'), *copy[1:]],
        [copy[0].replace('"as":"Anna"', '"as":"Bartek"'), *copy[1:]],
        [raw.replace('"event":"sealed"', '"event":"sealed","name":"Kielich"') for raw in copy],
        [raw.replace('"chain":"', '"chain":"0', 1)[:-3] + '"}' if '"sealed","chain"' in raw else raw for raw in copy],
    ]
    assert [answers(each)["whole"] for each in edits] == [False] * len(edits)


def test_copy__a_whole_log_may_hold_no_sealed_line() -> None:
    lines = log_lines()
    sealed = [json.loads(lines[0]), *(json.loads(raw) for raw in copied(lines, "Anna")[1:])]
    assert answers([compact(each) for each in sealed])["whole"] is False


def test_copy__trying_every_card_against_a_digest_finds_nothing_without_the_salt() -> None:
    """The line of Bartek's draw, guessed whole but for its salt: no card fits, though the right one is among them."""
    lines = log_lines()
    copy = copied(lines, "Anna")
    index = next(n for n, raw in enumerate(lines) if '"for":["Bartek"]' in raw)
    link = json.loads(copy[index - 1])["chain"]
    true_line = {key: value for key, value in json.loads(lines[index]).items() if key != "chain"}
    bare = {key: value for key, value in true_line.items() if key != "salt"}
    target = json.loads(copy[index])["chain"]

    def digest(line: dict[str, Any]) -> str:
        return sha256((link + compact(line)).encode()).hexdigest()[:16]

    names = json.loads(lines[0])["scenario"]["table"]["cards"]["kinds"]
    assert digest(true_line) == target
    assert all(digest({**bare, "name": name}) != target for name in names)
    assert true_line["salt"] == salt_of(SEED, true_line["n"])


def test_copy__an_order_refused_that_names_a_card_of_a_hand_is_sealed_for_the_others() -> None:
    lines = log_lines(play("Łza"), discard("Kielich", "Bartek"))
    assert [line["for"] for line in events(lines, "order_refused")] == [["Anna"], ["Bartek"]]
    assert len(events(copied(lines, "Anna"), "order_refused")) == 1


def test_copy__where_nothing_is_hidden_it_is_the_log_itself() -> None:
    lines = (HOME / "scenarios" / "exfiltration.jsonl").read_text(encoding="utf-8").splitlines()
    assert copied(lines, "Red") == lines
    with pytest.raises(ValueError, match="no player is called 'Rde'; there is: Red, Blue"):
        copied(lines, "Rde")


def test_copy__of_a_copy_is_for_its_reader_only() -> None:
    copy = copied(log_lines(), "Anna")
    assert copied(copy, "Anna") == copy
    with pytest.raises(ValueError, match="this is the copy of Anna; what Bartek may see is not in it"):
        copied(copy, "Bartek")


def test_copy__reads_back_as_it_was_written() -> None:
    copy = copied(log_lines(), "Anna")
    log = as_log(copy)
    assert log.header.reader == "Anna"
    assert log.recording.seed is None
    for raw, entry in zip(copy[1:], log.recording.entries, strict=True):
        line = {key: value for key, value in json.loads(raw).items() if key not in ("chain", "salt")}
        assert line_of(entry) == line
    assert any(isinstance(entry.event, Sealed) for entry in log.recording.entries)


def test_as__run_writes_a_copy_tells_it_and_warns_of_a_seed_that_can_be_guessed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario, copy = tmp_path / "dwór.toml", tmp_path / "anna.jsonl"
    scenario.write_text(court_text(*ORDERS, layout=LAYOUT, hands=HANDS, seed=7), encoding="utf-8")
    expected = list(run(read(scenario.read_bytes())).state.card_table.faces.values())
    assert main(["run", str(scenario), "--as", "Anna", "-o", str(copy)]) == 1  # an order of hers is refused
    said = capsys.readouterr()
    assert "seed 7 can be found by trying" in said.err
    unseen = [name for name in expected if name not in copy.read_text(encoding="utf-8").partition("\n")[2]]
    assert unseen
    assert not any(name in said.out for name in unseen)
    assert main(["verify", str(copy)]) == 0
    assert "this is the copy of Anna" in capsys.readouterr().out
    assert main(["verify", str(copy), "--as", "Bartek"]) == 2
    assert main(["run", str(scenario), "--as", "Ana"]) == 2
    assert 'did you mean "Anna"?' in capsys.readouterr().err
    assert main(["run", str(scenario), "--seed", str(SEED), "--as", "Anna", "-o", str(copy)]) == 1
    assert "found by trying" not in capsys.readouterr().err


def test_as__verify_of_a_whole_log_asks_of_the_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{line}\n" for line in log_lines()), encoding="utf-8")
    assert main(["verify", str(log), "--as", "Bartek", "--json"]) == 0
    assert [each["holds"] for each in json.loads(capsys.readouterr().out)] == [True, True, None]


def test_log__of_the_other_systems_is_chained_from_its_whole_header() -> None:
    scenario = load(HOME / "scenarios" / "threshold.toml")
    header = next(iter(lines_of(scenario, scenario.seed, ())))
    assert first_link(header) == sha256(header.encode()).hexdigest()[:16]
