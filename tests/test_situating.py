"""A model's situation and the rings round things, on tables written down for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlefield.battle import run
from battlefield.certificate import Certificate
from battlefield.cli.app import main
from battlefield.judge import Fact
from battlefield.judging import RulesJudge
from battlefield.scenario.load import load, loads
from battlefield.state import State

HEAD = """
format = 1
title = "Situation"
rules = ["core", "relics-of-old"]
measurement_error = 0.01
[board]
width = 44
height = 30
[start]
round = 2
player = "Red"
phase = "command"
[[players]]
name = "Red"
[[players]]
name = "Blue"
"""
R = 16 / 25.4  # a 32 mm base

TABLE = (
    HEAD
    + f"""
[[objectives]]
name = "Well"
at = [10, 18]
[[terrain]]
name = "Wood"
traits = ["cover", "difficult"]
area = {{ rect = [8, 8, 4, 4] }}
[[units]]
name = "Guards"
player = "Red"
base = "32mm"
move = 6
oc = 2
at = [[10, 10], [10, {10 + 2 * R + 2}]]
[[units]]
name = "Raider"
player = "Blue"
base = "32mm"
move = 6
oc = 1
at = {{ from = "Guards/1", gap = 1, bearing = 0 }}
[[units]]
name = "Far"
player = "Blue"
base = "32mm"
move = 6
at = [40, 28]
[[artifacts]]
name = "Seal"
at = [10, 4]
state = "dropped"
"""
)


def state_of(text: str) -> State:
    return run(loads(text, "situation"), orders=0).state


def facts_of(state: State, name: str) -> dict[str, Fact]:
    return {fact.says: fact for fact in RulesJudge().situation(state, name)}


def test_a_situation_tells_every_topic_each_line_with_its_certificate() -> None:
    facts = facts_of(state_of(TABLE), "Guards/1")
    assert [*dict.fromkeys(fact.topic for fact in facts.values())] == [
        "engaged", "coherency", "objectives", "artifacts", "ground", "sight", "charges",
    ]  # fmt: skip
    engaged = facts["engaged with Raider"].claim
    assert (engaged.rule, engaged.holds, engaged.verdict) == ("measure.engagement", True, "on the line")
    assert engaged.margin == pytest.approx(0.0, abs=1e-7)
    assert facts["near Guards/2"].claim.holds, "exactly 2 in apart"
    assert facts["Guards is coherent"].claim.measure == "coherency"
    assert facts["wholly within Wood"].claim.measure == "inside"
    # the token of 25 mm lies 6 in off: less half of either, and 13 in are enough to claim it
    assert facts["to recover Seal"].claim.value[0] == pytest.approx(6 - R - 12.5 / 25.4)  # type: ignore[index]
    assert facts["within reach to claim Seal"].claim.holds
    assert facts["sees and is seen by Raider"].note == "in cover, wholly within Wood"
    assert "sees and is seen by Far" in facts


def test_core_objective__a_situation_says_who_holds_it_and_how_near_it_is() -> None:
    fact = facts_of(state_of(TABLE), "Guards/2")["nearest Well"]
    assert fact.note == "contested"
    # 40 mm marker; the model stands 18 - (12 + 2 R) off it
    assert fact.claim.value[0] == pytest.approx(18 - 12 - 2 * R - R - 20 / 25.4)  # type: ignore[index]


def test_move_charge_distance__a_situation_tells_both_ways_and_nothing_out_of_range() -> None:
    facts = facts_of(state_of(TABLE), "Guards/1")
    charges = [says for says, fact in facts.items() if fact.topic == "charges"]
    assert charges == ["Guards charge Raider", "Raider charge Guards"]
    assert facts["Guards charge Raider"].needs is not None


def test_artifact_hand_over__who_is_in_reach_and_what_is_against_it_now() -> None:
    state = run(load("scenarios/hand-over.toml"), orders=0).state
    facts = facts_of(state, "Wardens/1")
    barred = facts["hand Ember Crown to Bastion"]
    assert barred.claim.rule == "artifact.hand_over"
    assert "FORTIFICATION" in barred.note


def test_measure_visible__in_boarding_actions_seeing_and_being_seen_are_two_lines() -> None:
    state = run(load("scenarios/round-a-wall.toml"), orders=0).state
    assert {"does not see Wardens", "not seen by Wardens"} <= set(facts_of(state, "Boarders"))


def test_a_situation_of_what_is_no_single_model_is_refused_in_words() -> None:
    state = state_of(TABLE)
    with pytest.raises(ValueError, match="a unit of 2 models: name one of them, such as Guards/1"):
        list(RulesJudge().situation(state, "Guards"))


# --- rings ---


def within(state: State, name: str, inches: float) -> dict[str, Certificate]:
    return {claim.a: claim for claim in RulesJudge().within(state, name, inches)}


@pytest.mark.parametrize(("off", "verdict"), [(0.0, "on the line"), (1e-6, "on the line"), (-1e-6, "on the line"),
                                              (0.02, "in"), (-0.02, None)])  # fmt: skip
def test_measure_within__at_the_ring_a_millionth_off_and_beyond_the_error(off: float, verdict: str | None) -> None:
    state = state_of(TABLE)
    found = within(state, "Raider", 1.0 + off).get("Guards/1")
    assert (found.verdict if found is not None else None) == verdict
    if found is not None:
        assert found.margin == pytest.approx(off, abs=1e-7)
        assert found.holds == (off > -1e-7), "play goes by the plain comparison"


def test_measure_within__round_a_point_and_round_a_token() -> None:
    state = state_of(TABLE)
    assert within(state, "at/10,14", 3.9).keys() == {"Guards/1", "Guards/2", "Well"}
    assert within(state, "Seal", 6.0).keys() == {"Guards/1", "Raider/1"}
    assert within(state, "at/10,4", 0.01).keys() == {"Seal"}


def test_measure_visible__a_view_counts_what_is_hidden() -> None:
    state = run(load("scenarios/keyhole.toml"), orders=0).state
    seen = RulesJudge().viewed(state, "Watcher")
    assert seen.top == 1.5
    assert "Rubble" not in seen.blockers, "lower than the model"
    assert 160 < seen.area < 170


# --- the command ---


def test_situation_command__tells_lines_rings_and_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["situation", "scenarios/hand-over.toml", "Wardens/1", "--after", "0"]) == 0
    told = capsys.readouterr().out
    assert "near Wardens/2" in told
    assert "charges\n  Wardens charge Spy (on 6+, shortest way 5.362205 in)" in told
    assert main(["situation", "scenarios/hand-over.toml", "Wardens/1", "--after", "0", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert {each["topic"] for each in plain} == {"engaged", "coherency", "artifacts", "sight", "charges"}
    assert main(["situation", "scenarios/hand-over.toml", "at/12,10", "--within", "4.8", "--after", "0"]) == 0
    assert capsys.readouterr().out.count("measure.within:") == 2
    assert main(["situation", "scenarios/hand-over.toml", "Wardens", "--after", "0"]) == 2
    assert "a unit of 3 models" in capsys.readouterr().err
    assert main(["situation", "scenarios/hand-over.toml", "Wardens/1", "--within", "-1"]) == 2
    assert "more than 0" in capsys.readouterr().err


def test_sight_command__the_ground_as_words_rings_and_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "view.svg"
    assert main(["sight", "scenarios/keyhole.toml", "Watcher", "--ground", "--json", "--picture", str(out)]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert len(plain["parts"]) == 1
    assert plain["area"] == pytest.approx(164.65, abs=0.05)
    assert "<svg" in out.read_text("utf-8")
    assert main(["sight", "scenarios/keyhole.toml", "Watcher", "Seen", "--ground"]) == 2
    assert "not asked of a pair" in capsys.readouterr().err
