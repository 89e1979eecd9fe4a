"""Seizing the Relic: when, who, where on the way; holding it to the end of the phase; what it is found to be."""

from __future__ import annotations

import math

import pytest

from battlefield.events.core import Chose, ModelMoved, Rolled
from battlefield.events.scrollhammer_relic import RelicIdentified, RelicPickedUp, RelicSeized, RelicSeizureVoided
from battlefield.scenario.scenario import ScenarioError
from tests.relic_table import (
    BASE,
    OPEN,
    RELIC,
    SCORER,
    TOUCH,
    carried,
    lying,
    move,
    names,
    of,
    order,
    phase,
    play,
    reasons,
    relic,
    rules,
    value,
    who,
)
from tests.sketch import MOVEMENT, sketch, unit

CONTACT = 0.01
PLAIN = "dice = [3, 4]"


def test_D1__seized_and_known_at_first_contact_carried_from_the_end_of_the_phase() -> None:
    battle = play(lying() + who("A", "[10, 10]") + move("A", f"[{20 - TOUCH!r}, 10]", PLAIN))
    assert names(battle) == ["seized", "identified"]
    assert (relic(battle).status, relic(battle).carrier) == ("field", None)
    assert names(play(lying() + who("A", "[10, 10]") + move("A", f"[{20 - TOUCH!r}, 10]", PLAIN) + phase())) == [
        "seized",
        "identified",
        "picked_up",
    ]


def test_relic_seize__at_the_first_point_of_contact_and_picked_up_as_the_phase_ends() -> None:
    battle = play(lying() + who("A", "[10, 10]") + move("A", "[20, 10]", PLAIN) + phase())
    (seized,) = of(battle, RelicSeized)
    assert seized.arc == pytest.approx(10 - TOUCH - CONTACT, abs=1e-8)
    assert seized.pose.x == pytest.approx(10 + seized.arc, abs=1e-8)
    assert seized.claims[0].holds
    assert [(each.leg, each.last) for each in of(battle, ModelMoved)] == [(1, False), (2, True)]
    assert names(battle) == ["seized", "identified", "picked_up"]
    assert (relic(battle).carrier, relic(battle).owner, relic(battle).status) == ("A/1", "Red", "carried")


@pytest.mark.parametrize(
    ("short", "seizes"), [(0.0, True), (CONTACT, True), (CONTACT + 9e-8, True), (CONTACT + 1e-6, False), (-0.3, True)]
)
def test_relic_seize__a_move_that_ends_just_there(short: float, seizes: bool) -> None:
    battle = play(lying() + who("A", "[14, 10]") + move("A", f"[{20 - TOUCH - short}, 10]", PLAIN if seizes else ""))
    assert (len(of(battle, RelicSeized)) == 1) == seizes


@pytest.mark.parametrize(("off", "seizes"), [(CONTACT, True), (CONTACT + 1e-6, False)])
def test_relic_seize__passing_by(off: float, seizes: bool) -> None:
    y = 10 + TOUCH + off
    battle = play(lying() + who("A", f"[14, {y}]") + move("A", f"[25, {y}]", PLAIN if seizes else ""))
    assert (len(of(battle, RelicSeized)) == 1) == seizes


def test_relic_seize__in_the_midst_of_a_turn() -> None:
    """The corner of a bar, 3.041381 in from its middle, touches a counter 3.5 in away as it turns."""
    bar = who("A", "[20, 10]", base='{ hull = "6x1in", height = 3 }', facing=20, move=30)
    text = lying("[20, 13.5]") + bar + move("A", "[{ at = [20, 10], facing = 160 }, [28, 10]]", PLAIN)
    (seized,) = of(play(text), RelicSeized)
    reach, corner = math.hypot(3, 0.5), math.degrees(math.atan2(0.5, 3))
    high = (3.5**2 + reach**2 - (RELIC + CONTACT) ** 2) / (2 * 3.5 * reach)  # by the law of cosines
    assert seized.pose == pytest.approx((20, 10, 0, math.degrees(math.asin(high)) - corner), abs=1e-6)
    assert seized.arc == 0


@pytest.mark.parametrize(("z", "seizes"), [(0, True), (0.000001, False), (3, False)])
def test_measure_base_contact__a_counter_at_another_height_is_not_touched(z: float, seizes: bool) -> None:
    battle = play(lying(f"[20, 10, {z}]") + who("A", "[14, 10]") + move("A", "[25, 10]", PLAIN if seizes else ""))
    assert (len(of(battle, RelicSeized)) == 1) == seizes


@pytest.mark.parametrize(
    ("keywords", "seizes"), [(SCORER, True), ("CHARACTER", True), ("INFANTRY", False), ("VEHICLE, SCORING", True)]
)
def test_relic_terms__scoring_units_and_characters_seize(keywords: str, seizes: bool) -> None:
    text = lying() + who("A", "[14, 10]", keywords=keywords) + move("A", "[20, 10]", PLAIN if seizes else "")
    assert (len(of(play(text), RelicSeized)) == 1) == seizes


def test_relic_terms__a_character_that_leads_is_independent_once_its_bodyguard_is_gone() -> None:
    pair = who("A", "[14, 10]", keywords="CHARACTER", leads='"G"') + who("G", "[13, 12]", keywords="INFANTRY")
    assert not of(play(lying() + pair + move("A", "[20, 10]")), RelicSeized)
    alone = pair + order("destroy", 'unit = "G"')
    assert len(of(play(lying() + alone + move("A", "[20, 10]", PLAIN)), RelicSeized)) == 1


def test_core_leader__a_character_that_leads_a_scoring_unit_is_in_a_scoring_unit() -> None:
    pair = who("A", "[14, 10]", keywords="CHARACTER", leads='"G"') + who("G", "[13, 12]")
    assert [each.model for each in of(play(lying() + pair + move("A", "[20, 10]", PLAIN)), RelicSeized)] == ["A/1"]
    taken = move("G", "[20, 12]") + move("G", "[20, 10]", PLAIN)
    assert [each.model for each in of(play(lying() + pair + taken), RelicSeized)] == ["G/1"]


def test_core_leader__a_leader_of_a_scoring_unit_is_passed_the_relic() -> None:
    taker = who("B", f"[{10 + 2 * BASE}, 10]", keywords="CHARACTER", leads='"G"') + who("G", "[13, 12]")
    battle = play(carried("A") + who("A", "[10, 10]") + taker + order("pass_relic", 'to = "B"'))
    assert relic(battle).carrier == "B/1"


def test_relic_seize__a_fall_back_seizes_too_and_an_enemy_does_not_even_by_force() -> None:
    enemy = who("E", "[12.5, 10]", "Blue")
    back = lying("[10, 14]") + who("A", "[10.6, 10]") + enemy + move("A", "[10.6, 15]", f'kind = "fall_back"\n{PLAIN}')
    assert len(of(play(back), RelicSeized)) == 1
    forced = lying() + who("A", "[2, 2]") + who("E", "[25, 10]", "Blue") + move("E", "[19, 10]", "forced = true")
    assert not of(play(forced), RelicSeized)


def test_relic_seize__only_in_the_movement_phase() -> None:
    shooting = MOVEMENT.replace("movement", "shooting")
    text = lying() + who("A", "[14, 10]") + move("A", "[20, 10]", "forced = true")
    assert not of(play(text, shooting), RelicSeized)
    assert len(of(play(text.replace("forced = true", f"forced = true\n{PLAIN}")), RelicSeized)) == 1


def test_relic_carry__a_march_onto_it_is_refused_with_the_place() -> None:
    battle = play(lying() + who("A", "[10, 10]") + move("A", "[20, 10]", 'kind = "advance"'))
    assert rules(battle) == ["relic.carry"]
    (why,) = reasons(battle)
    assert why.path_at == pytest.approx(10 - TOUCH - CONTACT, abs=1e-8)
    assert why.claim is not None
    assert why.claim.holds
    aside = play(lying() + who("A", "[10, 14]") + move("A", "[20, 14]", 'kind = "advance"\ndice = [1]'))
    assert not rules(aside)


# --- relic.seized ---


def test_D4__moving_on_voids_the_seizure_and_what_it_is_stays_known() -> None:
    battle = play(lying() + who("A", "[14, 10]") + move("A", "[25, 10]", PLAIN) + phase(name="charge"))
    assert names(battle) == ["seized", "identified", "seizure_voided"]
    (void,) = of(battle, RelicSeizureVoided)
    assert void.why == "it moved away"
    assert not void.claims[0].holds
    assert (relic(battle).status, value(battle, "Casket", "identified")) == ("field", 7)
    assert value(battle, "A", "bound this turn") is None


@pytest.mark.parametrize(
    ("then", "why"),
    [
        (order("destroy", 'model = "A"'), "it was destroyed"),
        (order("embark", 'unit = "A"\ntransport = "T"'), "it embarked"),
    ],
)
def test_D4__a_seizer_that_is_gone_has_seized_nothing(then: str, why: str) -> None:
    transport = who("T", "[20, 13.5]", keywords="TRANSPORT, VEHICLE", base="80mm")
    text = lying() + transport + who("A", "[14, 10]") + move("A", "[20, 10]", PLAIN) + then + phase()
    battle = play(text)
    assert [each.why for each in of(battle, RelicSeizureVoided)] == [why]
    assert relic(battle).status == "field"


def test_relic_seized__it_lies_where_it_lay_until_the_phase_ends() -> None:
    battle = play(lying() + who("A", "[14, 10]") + move("A", "[20.3, 10]", PLAIN))
    assert (relic(battle).status, relic(battle).carrier) == ("field", None)
    assert relic(battle).at == (20, 10, 0, 0)
    assert value(battle, "Casket", "seized by") == "A/1"


def test_relic_seized__a_second_seizure_after_a_void_one_rolls_no_dice() -> None:
    both = who("A", "[14, 10]") + who("B", "[20, 14]")
    text = lying() + both + move("A", "[25, 10]", PLAIN) + move("B", "[20, 10]") + phase()
    battle = play(text)
    assert len([each for each in of(battle, Rolled) if each.asks == "relic.identify"]) == 1
    assert relic(battle).carrier == "B/1"


# --- D2, D3 ---


def pair_to_it(keys: str = PLAIN) -> str:
    models = (
        '[[units]]\nname = "A"\n' + unit("Red", "25mm", SCORER, move=12) + "\nat = [[14, 10], [14, 11.2], [14, 12.4]]\n"
    )
    paths = '"A/1" = [19, 9.4]\n"A/2" = [19.2, 10.9]\n"A/3" = [20.2, 12.1]'
    return lying() + models + order("move", f'unit = "A"\n{keys}', paths)


def test_D2__of_two_in_one_order_the_player_picks() -> None:
    first = play(pair_to_it() + phase())
    assert relic(first).carrier == "A/1"
    (chose,) = of(first, Chose)
    assert (chose.by, chose.options, chose.answer) == ("default", ("A/1", "A/2"), "A/1")
    second = play(pair_to_it('dice = [3, 4]\nanswers = [{ to = "relic.seize", is = "A/2" }]') + phase())
    assert relic(second).carrier == "A/2"
    (seized,) = of(second, RelicSeized)
    assert seized.model == "A/2"


def test_D2__later_contact_does_nothing_while_the_seizure_holds() -> None:
    both = who("A", "[14, 10]") + who("B", "[20, 14]")
    text = lying() + both + move("A", "[19, 10]", PLAIN) + move("B", "[20, 11.2]") + phase()
    battle = play(text)
    assert len(of(battle, RelicSeized)) == 1
    assert relic(battle).carrier == "A/1"


def test_D3__one_that_touches_it_from_the_start_seizes_as_the_phase_ends() -> None:
    battle = play(lying() + who("A", "[19, 10]") + phase(keys=PLAIN))
    (seized,) = of(battle, RelicSeized)
    assert (seized.arc, seized.rulings) == (None, ("D3",))
    assert names(battle) == ["seized", "identified", "picked_up"]


def test_D3__a_step_beside_it_is_no_move_into_contact_and_one_off_and_on_is() -> None:
    start = lying() + who("A", f"[{20 - TOUCH}, 10]")
    along = play(start + move("A", "[19.2, 10.8]"))
    assert not of(along, RelicSeized)
    battle = play(start + move("A", "[[15, 10], [19, 10]]", PLAIN))
    (seized,) = of(battle, RelicSeized)
    assert seized.arc == pytest.approx(2 * (5 - TOUCH) - CONTACT, abs=1e-8)


def test_D3__not_once_its_unit_has_marched_nor_in_the_other_players_phase() -> None:
    pair = who("A", "[[19, 10], [17.5, 10]]", move=6)
    marched = play(lying() + pair + move("A/2", "[17.5, 11.5]", 'kind = "advance"\ndice = [1]') + phase())
    assert not of(marched, RelicSeized)
    theirs = play(lying() + who("A", "[19, 10]"), MOVEMENT.replace("Red", "Blue"))
    assert not of(theirs, RelicSeized)


def test_D3__of_several_the_player_picks() -> None:
    both = who("A", "[19, 10]") + who("B", "[21, 10]")
    assert relic(play(lying() + both + phase(keys=PLAIN))).carrier == "A/1"
    for called in ("B/1", "B"):
        told = f'dice = [3, 4]\nanswers = [{{ to = "relic.seize", is = "{called}" }}]'
        assert relic(play(lying() + both + phase(keys=told))).carrier == "B/1"


def test_D10__an_embarked_model_does_not_seize() -> None:
    transport = who("T", "[14, 10]", keywords="TRANSPORT, VEHICLE", base="50mm")
    aboard = f'[[units]]\nname = "A"\n{unit("Red", "25mm", SCORER)}\nin = "T"\n'
    assert not names(play(lying() + transport + aboard + move("T", "[20, 10]") + phase()))


# --- relic.identify and the table ---


def found(dice: str, more: str = "") -> str:
    return lying() + who("A", "[14, 10]") + more + move("A", "[20, 10]", f"dice = {dice}") + phase(name="charge")


TABLE = {
    2: ([1, 1], "Dust and Mothballs", {}),
    3: ([1, 2], "Cursed Jewel", {("A", "easier to hit"): 1}),
    4: ([2, 2], "Buried Treasure", {}),
    5: ([2, 3], "Forgelord's Gauntlets", {("A/1", "better armour save"): 1, ("A/1", "immune to Fire"): True}),
    6: ([3, 3], "Ancient Wine", {("A", "held back by the Wine"): True}),
    7: ([3, 4], "Stone of Barenziah", {}),
    8: ([4, 4], "Thunder Blade",
        {("A/1", "magic weapon"): "Shock damage", ("A/1", "Thunder Blade"): "Hand Weapon, Artifact"}),
    9: ([4, 5], "Icewall Shield", {("A/1", "immune to Frost"): True, ("A/1", "Icewall Shield"): "Shield, Artifact"}),
    10: ([5, 5], "Autographed Copy", {}),
    11: ([5, 6], "Staff of Everscamp", {("A/1", "hitting worse"): -1, ("A/1", "unable to Parry"): True}),
    12: ([6, 6], "Magical Anomaly",
         {("A", "stronger in Mg"): 2, ("A", "moves as in difficult terrain"): True, ("Casket", "backfire"): 6.0}),
}  # fmt: skip


@pytest.mark.parametrize("roll", TABLE, ids=lambda roll: f"relic.table.{roll}")
def test_relic_table__each_find_and_what_it_makes_true(roll: int) -> None:
    dice, name, tokens = TABLE[roll]
    battle = play(found(str(dice)))
    (event,) = of(battle, RelicIdentified)
    assert (event.roll, event.result, event.rule) == (roll, name, f"relic.table.{roll}")
    for (holder, token), wanted in tokens.items():
        assert value(battle, holder, token) == wanted
    lasting = [(each.holder, each.name) for each in battle.state.tokens.values() if each.until is None]
    told = [key for key in lasting if key not in tokens and key[1] not in ("identified", "heading")]
    assert len(told) <= {5: 1, 8: 1, 9: 1}.get(roll, 0)  # the words of the wargear itself


@pytest.mark.parametrize("roll", [3, 5, 6, 8, 9, 11, 12])
def test_relic_table__what_it_does_to_its_bearer_ends_with_carrying(roll: int) -> None:
    dice, _, tokens = TABLE[roll]
    battle = play(found(str(dice)) + order("destroy", 'model = "A"'))
    for holder, token in tokens:
        assert (value(battle, holder, token) is None) == (holder != "Casket")


def test_D5__an_empty_find_is_removed_where_it_lies_and_binds_until_the_turn_ends() -> None:
    seize = lying() + who("A", "[14, 10]") + move("A", "[20, 10]", "dice = [1, 1]")
    battle = play(seize)
    assert (relic(battle).status, relic(battle).at) == ("removed", None)
    assert value(battle, "A", "bound this turn") == "Casket"
    assert value(play(seize + phase("Blue", "command")), "A", "bound this turn") is None


@pytest.mark.parametrize(("roll", "token"), [("[4, 4]", "draining hits"), ("[4, 5]", "chilling saves and Parries")])
def test_D19__what_it_inflicts_lasts_to_the_end_of_the_next_turn(roll: str, token: str) -> None:
    """The attacks that would inflict it are not played; what they will read says how long it lasts."""
    assert str(value(play(found(roll)), "A/1", token)).endswith("until the end of the next turn")


def test_relic_table_2__dust_is_removed_at_once_and_binds_the_unit() -> None:
    models = who("A", "[[14, 10], [13, 11]]") + who("E", "[27, 10]", "Blue", "INFANTRY")
    seize = move("A/1", "[14.6, 10.5]", "dice = [1, 1]") + phase(name="charge")
    battle = play(lying("[15.7, 10.5]") + models + seize + order("charge", 'unit = "A"\ntargets = ["E"]'))
    assert relic(battle).status == "removed"
    assert names(battle) == ["seized", "identified"]
    assert rules(battle) == ["relic.table.2"]


def test_relic_table_5__gauntlets_of_his_own_leave_it_without_effect() -> None:
    worn = lying() + who("A", "[14, 10]", abilities='["Gauntlets"]') + move("A", "[20, 10]", "dice = [2, 3]") + phase()
    battle = play(worn)
    assert relic(battle).carrier == "A/1"
    assert value(battle, "A/1", "better armour save") is None


def test_relic_identify__once_in_a_battle() -> None:
    text = lying() + who("A", "[14, 10]") + move("A", "[19, 10]", PLAIN) + phase() + order("drop_relic", "bearing = 0")
    battle = play(text + phase("Red", "movement") + phase())
    assert len([each for each in of(battle, Rolled) if each.asks == "relic.identify"]) == 1


def test_relic_identify__a_scenario_may_say_what_it_is() -> None:
    battle = play(carried("A", identified=11) + who("A", "[14, 10]"))
    assert value(battle, "A/1", "unable to Parry") is True
    no_relic = '[[artifacts]]\nname = "Orb"\nat = [5, 5]\nstate = "field"\nidentified = 3\n'
    with pytest.raises(ScenarioError, match="only an artifact of kind"):
        sketch(OPEN, no_relic)


def test_D18__backfire_reaches_from_the_token_and_from_the_bearer() -> None:
    from battlefield.rules.core.pairs import claims_about

    foe = who("E", f"[{20 + BASE + RELIC + 6}, 10]", "Blue")
    state = play(lying(identified=12) + foe).state
    claim = next(each for each in claims_about(state, "E/1", "Casket") if each.rule == "relic.table.12")
    assert claim.holds
    assert claim.value == pytest.approx(6, abs=1e-9)
    state = play(carried("A", identified=12) + who("A", "[20, 10]") + foe).state
    claim = next(each for each in claims_about(state, "E/1", "Casket") if each.rule == "relic.table.12")
    assert claim.value == pytest.approx(6 + RELIC - BASE, abs=1e-9)
    assert not claim.holds


def test_D20__a_leaders_find_tells_on_its_bodyguard_until_they_part() -> None:
    pair = who("A", "[14, 10]", keywords="CHARACTER", leads='"G"') + who("G", "[13, 12]")
    battle = play(carried("A", identified=3) + pair)
    assert (value(battle, "A", "easier to hit"), value(battle, "G", "easier to hit")) == (1, 1)
    parted = play(carried("A", identified=3) + pair + order("destroy", 'unit = "G"'))
    assert (value(parted, "A", "easier to hit"), value(parted, "G", "easier to hit")) == (1, None)


def test_relic_seize__picked_up_says_by_whom() -> None:
    battle = play(lying() + who("A", "[14, 10]") + move("A", "[20, 10]", PLAIN) + phase())
    (picked,) = of(battle, RelicPickedUp)
    assert picked.claims[0].holds
    assert picked.rule == "relic.seize"
