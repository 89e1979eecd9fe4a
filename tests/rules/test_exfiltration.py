"""The Exfiltration Protocol and expulsion, with places worked out by hand."""

from __future__ import annotations

import math

import pytest

from battlefield.battle import Battle
from battlefield.events.core import ModelDestroyed, ModelLeft, OrderRefused, Rolled, WoundsLost
from battlefield.events.relics_of_old import ArtifactExpelled, ArtifactLost, ArtifactRecovered, MachineExfiltrated
from battlefield.scenario.scenario import ScenarioError
from battlefield.truth import untrue
from battlefield.viewer.story import tell
from tests.relic_table import checked
from tests.sketch import played, sketch, unit

OPEN = "\n".join(["." * 60] * 44)
R = 25 / 25.4 / 2
MACHINE = 130 / 25.4 / 2
ARK = """[[units]]
name = "Ark"
player = "Red"
keywords = ["VEHICLE", "DARK MACHINE"]
base = "130mm"
wounds = 12
at = [30, 22]
"""
CROWN = '[[artifacts]]\nname = "Crown"\ncarrier = "Ark"\n'
EAST = "{ face = 1, at = [10, 10] }, { face = 2, at = [20, 10] }"


def go(dice: str, more: str = "", *, start: str = 'round = 2\nplayer = "Red"', ark: str = ARK) -> Battle:
    order = f'[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\ndice = [{dice}]\n'
    return played(sketch(OPEN, ark + CROWN + more + order, start=start))


def expelled(battle: Battle) -> ArtifactExpelled:
    return next(each for each in battle.events if isinstance(each, ArtifactExpelled))


# --- may it leave ---


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ('round = 1\nplayer = "Red"', "round"),
        ('round = 2\nplayer = "Blue"', "own command phase"),
        ('round = 2\nplayer = "Red"\nphase = "movement"', "own command phase"),
    ],
)
def test_artifact_exfiltration__only_in_its_own_command_phase_from_round_two(start: str, why: str) -> None:
    order = '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\nrefused = "artifact.exfiltration"\n'
    refused = played(sketch(OPEN, ARK + CROWN + order, start=start)).events[-1]
    assert isinstance(refused, OrderRefused)
    assert refused.foretold
    assert any(why in reason.why for reason in refused.reasons)


def test_artifact_housed__only_a_dark_machine_uses_the_protocol() -> None:
    text = '[[orders]]\ndo = "exfiltrate"\nunit = "T"\nrefused = "artifact.housed"\n'
    refused = played(sketch("T...", text, T=unit("Red", keywords="VEHICLE"))).events[-1]
    assert isinstance(refused, OrderRefused)
    assert [reason.rule for reason in refused.reasons] == ["artifact.housed"]


def test_artifact_exfiltration__once_a_command_phase_and_again_in_the_next() -> None:
    ark = ARK.replace("wounds = 12", "wounds = 40")
    attempt = '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\n'
    more = attempt + "dice = [4, 1, 1]\n" + attempt + 'refused = "artifact.exfiltration"\n'
    more += '[[orders]]\ndo = "phase"\nround = 3\nplayer = "Red"\nphase = "command"\n' + attempt + "dice = [4, 6]\n"
    battle = played(sketch(OPEN, ark + CROWN + more))
    assert isinstance(battle.events[battle.after[2] - 1], OrderRefused)
    assert battle.state.artifacts["Crown"].status == "safe"


@pytest.mark.parametrize(("round_", "needs"), [(2, 5), (3, 4), (4, 3), (5, 2), (7, 2)])
def test_artifact_exfiltration__the_table_by_round(round_: int, needs: int) -> None:
    start = f'round = {round_}\nplayer = "Red"'
    fails = go(f"{needs - 1}, 1, 1", start=start)
    rolled = next(each for each in fails.events if isinstance(each, Rolled))
    assert (rolled.needs, rolled.passed) == (f"{needs}+", False)
    succeeds = go(f"{needs}, 6", start=start)
    assert isinstance(succeeds.events[-1], ModelLeft)
    assert succeeds.state.artifacts["Crown"].status == "safe"


def test_artifact_exfiltration__a_scenario_may_give_its_own_table() -> None:
    table = "[tables]\nexfiltration = { 2 = 3 }\n"
    order = '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\ndice = [3, 6]\n'
    assert played(sketch(OPEN, table + ARK + CROWN + order)).state.artifacts["Crown"].status == "safe"


def test_artifact_exfiltration__without_an_artifact_it_may_leave_too() -> None:
    order = '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\ndice = [5]\n'
    battle = played(sketch(OPEN, ARK + order))
    assert battle.state.models["Ark/1"].where == "gone"
    assert not any(isinstance(each, ModelDestroyed) for each in battle.events)


# --- failing ---


def test_artifact_exfiltration_failed__2D3_plus_3_mortal_wounds_one_at_a_time() -> None:
    battle = go("1, 3, 2")
    lost = [each for each in battle.events if isinstance(each, WoundsLost)]
    assert [each.left for each in lost] == [11, 10, 9, 8, 7, 6, 5, 4]
    assert all(each.mortal for each in lost)
    assert battle.state.artifacts["Crown"].carrier == "Ark/1"


def test_artifact_machine_destroyed__what_it_housed_is_lost_with_it() -> None:
    battle = go("1, 1, 1", ark=ARK.replace("wounds = 12", "wounds = 5"))
    lost = next(each for each in battle.events if isinstance(each, ArtifactLost))
    assert (lost.artifact, lost.with_, lost.rulings) == ("Crown", "Ark/1", ("artifact.machine_destroyed", "C29"))
    assert battle.state.artifacts["Crown"].status == "lost"
    assert battle.state.models["Ark/1"].where == "gone"


def test_C21__feel_no_pain_applies_to_each_mortal_wound() -> None:
    ark = ARK.replace("wounds = 12", 'wounds = 12\nabilities = ["Feel No Pain 5+"]')
    battle = go("1, 1, 1, 5, 4, 6, 1, 2", ark=ark)
    assert battle.state.models["Ark/1"].wounds_left == 12 - 3
    assert sum(each.prevented for each in battle.events if isinstance(each, WoundsLost)) == 2


# --- losing Artifacts ---


@pytest.mark.parametrize(
    ("round_", "face", "lost"), [(2, 4, True), (2, 5, False), (3, 3, True), (5, 1, True), (5, 2, False)]
)
def test_artifact_exfiltration_loss__at_most_six_minus_round(round_: int, face: int, lost: bool) -> None:
    battle = go(f"6, {face}" + (f", {EAST}" if lost else ""), start=f'round = {round_}\nplayer = "Red"')
    assert battle.state.artifacts["Crown"].status == ("dropped" if lost else "safe")


def test_C22__from_round_six_on_none_is_lost() -> None:
    assert go("2, 1", start='round = 6\nplayer = "Red"').state.artifacts["Crown"].status == "safe"


def test_artifact_exfiltration_safe__the_machine_is_removed_not_destroyed() -> None:
    battle = go("5, 5")
    assert not any(isinstance(each, ModelDestroyed) for each in battle.events)
    left = next(each for each in battle.events if isinstance(each, MachineExfiltrated))
    assert left.kept == ("Crown",)


def test_C20__units_aboard_leave_with_it_and_what_they_carry_is_safe() -> None:
    ark = ARK.replace("wounds = 12", "wounds = 12\ncapacity = 6")
    crew = '[[units]]\nname = "Crew"\nplayer = "Red"\nbase = "25mm"\nkeywords = ["INFANTRY"]\nin = "Ark"\n'
    lamp = '[[artifacts]]\nname = "Lamp"\ncarrier = "Crew"\n'
    battle = go("5, 5", crew + lamp, ark=ark)
    assert battle.state.models["Crew/1"].where == "gone"
    assert battle.state.artifacts["Lamp"].status == "safe"


def test_artifact_exfiltration__a_unit_of_several_machines_leaves_as_one() -> None:
    """One roll; then each Artifact, machine by machine, thrown out of the one that houses it; then all of them go.

    From (35, 22) the token lies to the east of the second machine, 6 in from it and clear of both.
    """
    arks = ARK.replace("at = [30, 22]", "at = [[30, 22], [35.2, 22]]")
    cup = '[[artifacts]]\nname = "Cup"\ncarrier = "Ark/2"\n'
    text = arks + CROWN.replace('"Ark"', '"Ark/1"') + cup
    order = '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\n'
    lost = f"{EAST.replace('20', '30')}"
    battle = played(sketch(OPEN, text + order + f"dice = [5, 5, 4, {lost}]\n"))
    assert [(each.machine, each.kept) for each in battle.events if isinstance(each, MachineExfiltrated)] == [
        ("Ark/1", ("Crown",)),
        ("Ark/2", ()),
    ]
    assert battle.state.artifacts["Cup"].at is not None
    assert battle.state.artifacts["Cup"].at.point == pytest.approx((35.2 + MACHINE + 6 + R, 22))
    assert {each.where for each in battle.state.models.values()} == {"gone"}
    assert [each.of for each in battle.events if isinstance(each, Rolled) and each.asks == "artifact.exfiltration"] == [
        "Ark/1"
    ]
    checked(battle)


def test_C28__no_machine_of_the_unit_that_leaves_has_it_back() -> None:
    """Thrown out to the east it comes to lie just beyond the second machine, which may take Artifacts and does not."""
    arks = ARK.replace("at = [30, 22]", "at = [[30, 22], [36, 22]]").replace('"DARK', '"CHARACTER", "DARK')
    text = arks + CROWN.replace('"Ark"', '"Ark/1"')
    order = f'[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\ndice = [5, 1, {EAST}]\n'
    battle = played(sketch(OPEN, text + order))
    assert battle.state.artifacts["Crown"].status == "dropped"
    assert battle.state.artifacts["Crown"].at is not None
    assert battle.state.artifacts["Crown"].at.x == pytest.approx(36 + MACHINE + R)
    checked(battle)


# --- the expulsion ---


def test_artifact_expulsion_distance__the_worked_example() -> None:
    battle = go("5, 2, { face = 2, at = [10, 10] }, { face = 5, at = [13, 14] }")
    at = battle.state.artifacts["Crown"].at
    assert at is not None
    assert at.point == pytest.approx((35.430709, 29.240945), abs=1e-6)


def test_artifact_expulsion_unstable__clears_the_corner() -> None:
    sink = '[[terrain]]\nname = "Sink"\ntraits = ["unstable"]\narea = { rect = [34, 27, 3, 4] }\n'
    event = expelled(go("5, 2, { face = 2, at = [10, 10] }, { face = 5, at = [13, 14] }", sink))
    assert event.at.point == pytest.approx((37.109792, 31.479723), abs=1e-6)
    assert event.travelled == pytest.approx(11.849653, abs=1e-6)
    assert math.dist(event.at.point, (37, 31)) == pytest.approx(R, abs=1e-8)
    assert [hop.what for hop in event.passed] == ["Sink"]


@pytest.mark.parametrize(
    ("dice", "way"),
    [
        ("{ face = 1, at = [10, 10] }, { face = 2, at = [20, 10] }", (1, 0)),
        ("{ face = 2, at = [10, 10] }, { face = 1, at = [20, 10] }", (-1, 0)),
        ("{ face = 6, at = [10, 10] }, { face = 3, at = [10, 3] }", (0, 1)),
        ("{ face = 3, at = [200, 10] }, { face = 6, at = [200, 3] }", (0, -1)),
    ],
)
def test_artifact_expulsion_line__from_the_lower_die_to_the_higher(dice: str, way: tuple[float, float]) -> None:
    event = expelled(go(f"5, 2, {dice}"))
    assert event.direction == way
    reach = MACHINE + 6 + R
    assert event.at.point == pytest.approx((30 + reach * way[0], 22 + reach * way[1]), abs=1e-9)


def test_C23__the_same_face_or_the_same_place_is_thrown_again() -> None:
    same_face = "{ face = 3, at = [10, 10] }, { face = 3, at = [20, 10] }"
    same_place = "{ face = 3, at = [10, 10] }, { face = 4, at = [10, 10] }"
    battle = go(f"5, 2, {same_face}, {same_place}, {EAST}")
    throws = [each for each in battle.events if isinstance(each, Rolled) and each.throw is not None]
    assert [each.faces for each in throws] == [(3, 3), (3, 4), (1, 2)]
    assert expelled(battle).dice == ((10, 10), (20, 10))


@pytest.mark.parametrize(
    ("ground", "passed"),
    [
        ("unstable", True),
        ("impassable", True),
        ("wall", True),
        ("hatchway", True),
        ("cover", False),
        ("difficult", False),
        ("dangerous", False),
    ],
)
def test_C26__what_an_artifact_is_carried_over(ground: str, passed: bool) -> None:
    area = f'[[terrain]]\nname = "G"\ntraits = ["{ground}"]\nheight = 2\narea = {{ rect = [38, 20, 3, 4] }}\n'
    event = expelled(go(f"5, 2, {EAST}", area))
    if passed:
        assert event.at == pytest.approx((41 + R, 22, 0, 0), abs=1e-8)
        assert event.on is None
    else:
        assert event.at == pytest.approx((30 + MACHINE + 6 + R, 22, 2, 0), abs=1e-8)
        assert event.on == "G"


@pytest.mark.parametrize("keys", ["", "open = true\n"])
def test_C26__an_artifact_is_carried_over_a_hatchway_open_or_shut(keys: str) -> None:
    door = f'[[terrain]]\nname = "G"\ntraits = ["hatchway"]\nheight = 4\n{keys}area = {{ rect = [38, 20, 3, 4] }}\n'
    event = expelled(go(f"5, 2, {EAST}", door))
    assert event.at == pytest.approx((41 + R, 22, 0, 0), abs=1e-8)
    assert (event.on, [hop.what for hop in event.passed]) == (None, ["G"])


def test_C24__the_six_inches_are_horizontal_whatever_the_height() -> None:
    hill = '[[terrain]]\nname = "Hill"\nheight = 3\narea = { rect = [38, 20, 5, 5] }\n'
    event = expelled(go(f"5, 2, {EAST}", hill))
    assert event.at.x == pytest.approx(30 + MACHINE + 6 + R, abs=1e-9)
    assert event.at.z == 3


@pytest.mark.parametrize(("low", "on"), [(22 + R - 1e-6, "Hill"), (22 + R, None), (22 + R + 0.1, None)])
def test_C26__touching_a_feature_is_not_on_it(low: float, on: str | None) -> None:
    hill = f'[[terrain]]\nname = "Hill"\nheight = 3\narea = {{ rect = [36, {low}, 6, 5] }}\n'
    assert expelled(go(f"5, 2, {EAST}", hill)).on == on


def test_C26__bases_are_passed_over_at_any_height_and_tokens_too() -> None:
    foe = '[[units]]\nname = "Tank"\nplayer = "Blue"\nkeywords = ["VEHICLE"]\nbase = "60mm"\nat = [39, 22, 4]\n'
    event = expelled(go(f"5, 2, {EAST}", foe))
    assert event.at.x == pytest.approx(39 + 30 / 25.4 + R, abs=1e-8)
    assert [hop.what for hop in event.passed] == ["Tank/1"]


def test_artifact_expulsion_edge__the_last_free_place_short_of_the_edge() -> None:
    ark = ARK.replace("[30, 22]", "[54, 22]")
    event = expelled(go(f"5, 2, {EAST}", ark=ark))
    assert event.edge
    assert event.rule == "artifact.expulsion.edge"
    assert event.at.x == pytest.approx(60 - R, abs=1e-9)


def test_artifact_expulsion_edge__exactly_at_the_edge_needs_no_ruling() -> None:
    x = 60 - (MACHINE + 6 + 2 * R)
    assert not expelled(go(f"5, 2, {EAST}", ark=ARK.replace("[30, 22]", f"[{x}, 22]"))).edge
    assert expelled(go(f"5, 2, {EAST}", ark=ARK.replace("[30, 22]", f"[{x + 1e-6}, 22]"))).edge


def test_C27__with_nothing_free_on_the_line_it_lies_in_the_middle_of_the_machine() -> None:
    ark = ARK.replace("[30, 22]", "[57.2, 22]")
    event = expelled(go(f"5, 2, {EAST}", ark=ark))
    assert event.at.point == pytest.approx((57.2, 22), abs=1e-9)
    assert "C27" in event.rulings


PIT = '[[terrain]]\nname = "Pit"\ntraits = ["unstable"]\narea = { rect = [0, 0, 60, 44] }\n'


def test_C27_C11__with_nothing_free_several_lie_beside_one_another_at_the_machines_elevation() -> None:
    orb = CROWN.replace("Crown", "Orb")
    battle = go(f"5, 2, {EAST}, 2, {EAST}", PIT + orb, ark=ARK.replace("[30, 22]", "[30, 22, 4]"))
    first, second = (each for each in battle.events if isinstance(each, ArtifactExpelled))
    assert first.at == pytest.approx((30, 22, 4, 0), abs=1e-9)
    assert math.hypot(second.at.x - 30, second.at.y - 22) == pytest.approx(2 * R, abs=1e-8)
    assert second.at.z == 4
    assert (first.on, first.travelled, second.travelled) == (None, 0.0, 0.0)
    assert "C11" not in first.rulings
    assert {"C27", "C10", "C11"} <= set(second.rulings)
    index = battle.events.index(second)
    said = tell(second, battle.states[index]).sentence
    assert said.startswith("No place on the line is free up to the edge: it lies in the space that Ark/1 takes up.")
    assert said.endswith("It was moved to the nearest place off another token.")
    assert not list(untrue(battle.entries, battle.states))


def test_C25__a_hull_whose_prongs_reach_past_the_line() -> None:
    hull = "{ hull = [[-3, -3], [4, -3], [4, -1.5], [-1, -1.5], [-1, 1.5], [4, 1.5], [4, 3], [-3, 3]], height = 4 }"
    ark = ARK.replace('"130mm"', hull).replace("[30, 22]", "[14, 15]")
    event = expelled(go(f"5, 2, {EAST}", ark=ark))
    assert event.at.x == pytest.approx(18 + math.sqrt((6 + R) ** 2 - 1.5**2), abs=1e-8)
    assert event.at.y == pytest.approx(15, abs=1e-8)


# --- what happens to it next ---


def test_artifact_expelled__is_a_dropped_artifact_of_the_machines_player() -> None:
    crown = go(f"5, 2, {EAST}").state.artifacts["Crown"]
    assert (crown.status, crown.owner, crown.carrier) == ("dropped", "Red", None)


@pytest.mark.parametrize(("gap", "taken"), [(1.0, True), (1.000001, False)])
def test_C28__the_closest_eligible_model_of_either_side_has_it_at_once(gap: float, taken: bool) -> None:
    x = 30 + MACHINE + 6 + R + R + gap + 16 / 25.4
    foe = f'[[units]]\nname = "Foe"\nplayer = "Blue"\nkeywords = ["INFANTRY"]\nbase = "32mm"\nat = [{x}, 22]\n'
    battle = go(f"5, 2, {EAST}", foe)
    assert battle.state.artifacts["Crown"].carrier == ("Foe/1" if taken else None)
    recovered = [each for each in battle.events if isinstance(each, ArtifactRecovered)]
    assert len(recovered) == taken
    if taken:
        assert battle.entries[-3].because == battle.entries[-4].n
        assert battle.state.artifacts["Crown"].owner == "Blue"


def test_C28__the_leaving_machine_never_has_it_back() -> None:
    ark = ARK.replace('"DARK MACHINE"', '"DARK MACHINE", "CHARACTER"').replace("[30, 22]", "[57.2, 22]")
    battle = go(f"5, 2, {EAST}", ark=ark)
    assert battle.state.artifacts["Crown"].status == "dropped"


def test_artifact_exfiltration_loss__each_is_placed_before_the_next_is_rolled_for() -> None:
    lamp = '[[artifacts]]\nname = "Lamp"\ncarrier = "Ark"\n'
    battle = go(f"5, 1, {EAST}, 1, {EAST}", lamp)
    names = [type(each).__name__ for each in battle.events[battle.after[0] :]]
    assert names[1:8] == ["Rolled", "Rolled", "Rolled", "ArtifactExpelled", "Rolled", "Rolled", "ArtifactExpelled"]
    at = battle.state.artifacts["Lamp"].at
    assert at is not None
    assert at.x == pytest.approx(30 + MACHINE + 6 + R + 2 * R, abs=1e-7)


# --- entering it wrong ---


def test_dice__too_few_names_every_roll_so_far_and_its_place() -> None:
    with pytest.raises(
        ScenarioError, match=r"sketch\.toml:\d+:\d+: exfiltrate: too few dice.*artifact\.exfiltration_loss"
    ):
        go("5")


def test_dice__left_over_are_an_error_and_nothing_is_carried_out() -> None:
    with pytest.raises(ScenarioError, match="2 entered dice are left over"):
        go("5, 5, 1, 2")


def test_answers__to_a_question_that_nobody_asks_are_an_error() -> None:
    more = ARK + CROWN + '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\ndice = [5, 5]\n'
    more += 'answers = [{ to = "artifact.drop", is = "placed" }]\n'
    with pytest.raises(ScenarioError, match=r"the answer to artifact\.drop was never asked for"):
        played(sketch(OPEN, more))
