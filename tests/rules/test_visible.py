"""Who sees whom, rule by rule: what blocks, how tall it must be, Boarding Actions, Hatchways, cover."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from battlefield.asking import measure_pair, sighting
from battlefield.battle import run
from battlefield.check import check
from battlefield.cli import main
from battlefield.events.core import TokenSet
from battlefield.recording import Entry
from battlefield.rules.core.seeing import SIGHT_HEIGHT, covered, top_of, unit_visible, visible
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import Scenario
from battlefield.state import State
from battlefield.truth import untrue

KEYHOLE = str(Path(__file__).resolve().parent.parent.parent / "scenarios" / "keyhole.toml")
HEAD = """
format = 1
rules = ["core"]
{top}
[board]
width = 30
height = 20
[start]
round = 1
player = "Red"
[[players]]
name = "Red"
[[players]]
name = "Blue"
"""
A = '[[units]]\nname = "A"\nplayer = "Red"\nbase = "32mm"\nat = [5, 10, {z}]\n'
B = '[[units]]\nname = "B"\nplayer = "Blue"\nbase = "32mm"\nat = [25, 10, {z}]\n'


def scenario(more: str = "", *, top: str = "", a: float = 0, b: float = 0, end: str = "") -> Scenario:
    """A at (5, 10) and B at (25, 10), with what stands between them."""
    return loads(HEAD.format(top=top) + more + A.format(z=a) + B.format(z=b) + end, "s.toml")


def state(more: str = "", *, top: str = "", a: float = 0, b: float = 0) -> State:
    return run(scenario(more, top=top, a=a, b=b)).state


def wall(name: str = "W", *, traits: str = "", height: float = 0, elevation: float = 0, more: str = "") -> str:
    """A feature right across, from (14, 5) to (15, 15)."""
    words = f'["{traits}"]' if traits else "[]"
    lines = f'name = "{name}"\ntraits = {words}\nheight = {height}\nelevation = {elevation}\n{more}'
    return f"[[terrain]]\n{lines}area = {{ rect = [14, 5, 1, 10] }}\n"


def unit(name: str, at: str, *, player: str = "Blue", base: str = '"32mm"', more: str = "") -> str:
    return f'[[units]]\nname = "{name}"\nplayer = "{player}"\nbase = {base}\nat = {at}\n{more}'


# --- terrain ---


def test_measure_visible__a_clear_line_and_the_room_beside_it() -> None:
    claim = visible(state(), "A", "B")
    assert (claim.rule, claim.measure, claim.holds, claim.verdict) == ("measure.visible", "sight", True, "in")
    assert claim.value == claim.margin == pytest.approx(32 / 25.4)
    assert claim.details["line"] == ((5 + 16 / 25.4, 10.0), (25 - 16 / 25.4, 10.0))


@pytest.mark.parametrize(
    ("traits", "blocks"), [("wall", True), ("obscuring", True), ("hatchway", True), ("impassable", False), ("", False)]
)
def test_measure_visible__what_blocks_however_low_it_is(traits: str, blocks: bool) -> None:
    claim = visible(state(wall(traits=traits)), "A", "B")
    assert claim.holds is not blocks
    assert claim.details.get("blockers") == (("W",) if blocks else None)


def test_measure_visible__an_open_hatchway_does_not() -> None:
    assert visible(state(wall(traits="hatchway", more="open = true\n")), "A", "B").holds


@pytest.mark.parametrize(("height", "holds"), [(1.5, True), (1.5 + 1e-6, False), (1, True), (4, False)])
def test_measure_visible__terrain_whose_top_is_above_both(height: float, holds: bool) -> None:
    assert SIGHT_HEIGHT == 1.5
    assert visible(state(wall(height=height)), "A", "B").holds is holds


def test_measure_visible__above_one_of_them_is_not_enough() -> None:
    for a, b in ((3, 0), (0, 3)):
        assert visible(state(wall(height=4.5), a=a, b=b), "A", "B").holds
        assert not visible(state(wall(height=4.6), a=a, b=b), "A", "B").holds


def test_measure_visible__elevation_counts() -> None:
    assert visible(state(wall(height=1, elevation=0.5)), "A", "B").holds
    assert not visible(state(wall(height=1, elevation=0.6)), "A", "B").holds


def test_measure_visible__a_based_model_is_as_tall_as_the_scenario_says() -> None:
    tall = unit("T", "[5, 13]", player="Red", more="height = 3\n")
    here = state(wall(height=2) + tall)
    assert top_of(here.model("T")) == 3
    assert visible(here, "T", "B").holds
    assert not visible(here, "A", "B").holds


def test_measure_visible__grazing_does_not_count() -> None:
    two = '[[terrain]]\nname = "{}"\ntraits = ["wall"]\narea = {{ rect = [14, {}, 1, 10] }}\n'
    assert not visible(state(two.format("S", 0) + two.format("N", 10)), "A", "B").holds
    claim = visible(state(two.format("S", 0) + two.format("N", 10.001)), "A", "B")
    assert claim.holds
    assert claim.value == pytest.approx(0.001)


def test_measure_margin__a_slit_narrower_than_the_measurement_error_is_on_the_line() -> None:
    two = '[[terrain]]\nname = "{}"\ntraits = ["wall"]\narea = {{ rect = [14, {}, 1, 10] }}\n'
    here = state(two.format("S", 0) + two.format("N", 10.01), top="measurement_error = 0.02")
    assert (visible(here, "A", "B").holds, visible(here, "A", "B").verdict) == (True, "on the line")
    shut = state(two.format("S", 0) + two.format("N", 10), top="measurement_error = 0.02")
    assert (visible(shut, "A", "B").holds, visible(shut, "A", "B").verdict) == (False, "out")


# --- models ---


@pytest.mark.parametrize(("height", "holds"), [(1.5, True), (3, False)])
def test_measure_visible__a_hull_taller_than_both_blocks(height: float, holds: bool) -> None:
    tank = unit("Tank", "[15, 10]", base=f'{{ hull = "4x9in", height = {height} }}')
    assert visible(state(tank), "A", "B").holds is holds


def test_measure_visible__bases_and_the_hulls_of_either_unit_do_not() -> None:
    base = unit("Big", "[15, 10]", base='"160mm"', more="height = 9\n")
    assert visible(state(base), "A", "B").holds
    squadron = unit("Tanks", "[[10, 10], [18, 10]]", base='{ hull = "3x9in", height = 5 }')
    here = state(squadron)
    assert visible(here, "A", "Tanks/2").holds
    assert visible(here, "Tanks/2", "A").holds
    assert not visible(here, "A", "B").holds


def test_measure_visible__a_unit_is_visible_when_one_of_its_models_is() -> None:
    here = state(wall(traits="wall") + unit("Team", "[[24, 12], [24, 8], [20, 18]]"))
    claim = unit_visible(here, "A", "Team")
    assert (claim.holds, claim.b) == (True, "Team/3")
    assert not visible(here, "A", "Team/1").holds
    assert not unit_visible(here, "A", "B").holds
    assert sighting(here, "A", "Team").b == "Team/3"
    assert sighting(here, "Team", "A").a == "Team/3"


def test_measure_visible__whoever_is_embarked_neither_sees_nor_is_seen() -> None:
    ride = unit("Ride", "[20, 4]", base='{ hull = "4x2in", height = 1 }', more='keywords = ["TRANSPORT"]\n')
    squad = '[[units]]\nname = "Squad"\nplayer = "Blue"\nbase = "32mm"\ncount = 2\nin = "Ride"\n'
    here = state(ride + squad)
    assert visible(here, "A", "Ride").holds
    for one, other in (("A", "Squad/1"), ("Squad/2", "A")):
        claim = visible(here, one, other)
        assert (claim.holds, claim.verdict, claim.value) == (False, "out", 0.0)
    asked = scenario(ride + squad, end='[[expect]]\nvisible = ["Squad", "A"]\nis = false\n')
    assert check(asked).fine


# --- Boarding Actions ---


def test_a16__in_boarding_actions_every_base_outside_the_targets_unit_blocks() -> None:
    row = unit("Row", "[[20, 9.4], [20, 10.6]]", base='"40mm"')
    assert visible(state(row), "A", "B").holds
    here = state(row, top="boarding = true")
    claim = visible(here, "A", "B")
    assert (claim.holds, claim.rulings, claim.details["blockers"]) == (False, ("A16",), ("Row/1", "Row/2"))
    assert visible(here, "A", "Row/2").holds


def test_a16__comrades_block_too_and_the_targets_unit_does_not() -> None:
    here = state(unit("Pair", "[[8, 10], [6, 10]]", player="Red", base='"40mm"'), top="boarding = true")
    assert not visible(here, "Pair/2", "B").holds
    assert visible(here, "B", "Pair/2").holds
    assert not visible(here, "B", "A").holds


def test_a17__a_hatchway_does_not_hide_itself() -> None:
    sides = '[[terrain]]\nname = "{}"\ntraits = ["wall"]\narea = {{ rect = [14, {}, 1, 10] }}\n'
    door = '[[terrain]]\nname = "Hatch"\ntraits = ["hatchway"]\narea = { rect = [14, 9, 1, 2] }\n'
    walls = sides.format("S", -1) + sides.format("N", 11)
    here = state(walls + door, top="boarding = true")
    claim = visible(here, "A", "Hatch")
    assert (claim.holds, claim.rulings) == (True, ("A16", "A17"))
    assert visible(here, "A", "B").details["blockers"] == ("Hatch",)
    behind = state(walls + door + '[[terrain]]\nname = "X"\ntraits = ["wall"]\narea = { rect = [10, 0, 1, 20] }\n')
    assert visible(behind, "A", "Hatch").details["blockers"] == ("X",)
    with pytest.raises(ValueError, match="no Hatchway"):
        visible(here, "A", "S")


# --- cover ---


def test_core_cover__wholly_within_a_feature_with_cover() -> None:
    wood = '[[terrain]]\nname = "Wood"\ntraits = ["cover"]\narea = {{ circle = [25, 10, {}] }}\n'
    claim = covered(state(wood.format(16 / 25.4)), "A", "B")
    assert (claim.rule, claim.measure, claim.holds, claim.b) == ("core.cover", "inside", True, "Wood")
    assert not covered(state(wood.format(16 / 25.4 - 1e-6)), "A", "B").holds


@pytest.mark.parametrize(("top", "holds"), [(10 - 16 / 25.4, False), (10 - 16 / 25.4 + 1e-6, True), (10, True)])
def test_core_cover__some_lines_blocked_by_terrain_and_others_not(top: float, holds: bool) -> None:
    low = f'[[terrain]]\nname = "Wall"\ntraits = ["wall"]\narea = {{ rect = [14, 0, 1, {top}] }}\n'
    claim = covered(state(low), "A", "B")
    assert claim.holds is holds
    assert claim.details["blockers"] == (("Wall",) if holds else ())


def test_core_cover__neither_when_all_lines_are_blocked_nor_by_models() -> None:
    assert not covered(state(wall(traits="wall")), "A", "B").holds
    tank = unit("Tank", "[15, 13]", base='{ hull = "4x6in", height = 9 }')
    assert visible(state(tank), "A", "B").holds
    assert not covered(state(tank), "A", "B").holds


# --- where it is asked ---


def test_measure_visible__expectations_and_pairs() -> None:
    asked = scenario(
        wall(traits="wall") + unit("C", "[20, 18]"),
        end='[[expect]]\nvisible = ["A", "B"]\nis = false\n[[expect]]\nvisible = ["A", "C"]\nverdict = "in"\n',
    )
    report = check(asked)
    assert report.fine
    assert report.met == 2
    _, about = measure_pair(report.battle.state, "A", "B")
    assert [claim.holds for claim in about if claim.rule == "measure.visible"] == [False]
    wrong = check(scenario(wall(traits="wall"), end='[[expect]]\nvisible = ["A", "B"]\n'))
    (finding,) = wrong.findings
    assert finding.claim is not None
    assert finding.claim.details["blockers"] == ("W",)
    assert finding.message.endswith("A/1 does not see B/1 behind W, out")


def test_verify__a_claim_of_sight_is_looked_at_again() -> None:
    here = state(wall(traits="wall") + unit("C", "[20, 18]"))
    claims = (visible(here, "A", "B"), visible(here, "A", "C"), covered(here, "A", "C"))
    event = TokenSet(rule="measure.visible", holder="A", token="looked", claims=claims)
    assert list(untrue([Entry(1, 0, None, event)], [here])) == []
    told = replace(claims[0], holds=True, verdict="in", value=0.5, margin=0.5)
    assert len(list(untrue([Entry(1, 0, None, replace(event, claims=(told, *claims[1:])))], [here]))) == 1


def test_sight__told_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sight", KEYHOLE, "Lookout"]) == 0
    assert (
        capsys.readouterr().out.splitlines()[-1] == "Lookout/1 does not see Unseen/1: behind Third tower, Fourth tower"
    )
    assert main(["sight", KEYHOLE, "Watcher", "Seen", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == pytest.approx(0.02, abs=1e-6)
    assert answer["cover"]["blockers"] == ["First tower", "Second tower"]
    assert main(["sight", KEYHOLE, "Watcher", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [claim["b"] for claim in answer["sees"]] == ["Seen/1"]
    assert [claim["b"] for claim in answer["does_not_see"]] == ["Lookout/1", "Unseen/1"]


def test_sight__a_name_that_is_not_there_is_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sight", KEYHOLE, "Watcher", "Curtain wall"]) == 2
    assert main(["sight", KEYHOLE, "Nobody"]) == 2
    assert main(["sight", KEYHOLE, "Watcher", "Watcher"]) == 2
    assert "Nobody" in capsys.readouterr().err
