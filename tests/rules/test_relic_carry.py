"""Going with the Relic: 6 in on foot and aboard, marching and charging, passing it on, dropping it by itself."""

from __future__ import annotations

import math

import pytest

from battlefield.battle import Battle
from battlefield.events.core import ChargeFailed, Chose, ModelMoved, TokenSet
from battlefield.events.scrollhammer_relic import RelicDropped, RelicPassed
from battlefield.scenario.scenario import ScenarioError
from tests.relic_table import (
    BASE,
    REACH,
    RELIC,
    SCORER,
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
from tests.sketch import MOVEMENT, unit

PLAIN = "dice = [3, 4]"
FORCED = "forced = true"
TANK = 50 / 25.4 / 2


def dropped(battle: Battle) -> RelicDropped:
    (event,) = of(battle, RelicDropped)
    return event


# --- relic.carry: 6 in ---


@pytest.mark.parametrize(("way", "refused"), [(6.0, False), (6.00000005, False), (6.000001, True), (9, True)])
def test_relic_carry__six_inches_and_a_millionth_more(way: float, refused: bool) -> None:
    battle = play(carried("A") + who("A", "[10, 10]") + move("A", f"[{10 + way}, 10]"))
    assert (rules(battle) == ["relic.carry"]) == refused
    if refused:
        (why,) = reasons(battle)
        assert why.at == pytest.approx((16, 10))
        assert why.path_at == pytest.approx(6)
        assert why.claim is not None
        assert why.claim.margin == pytest.approx(6 - way)
        assert f"would move {way:.7g} in during this Movement phase; 6 in at most" in why.why
        assert relic(battle).carrier == "A/1"


def test_D7__several_moves_of_one_phase_count_together_and_a_new_phase_begins_anew() -> None:
    start = carried("A") + who("A", "[10, 10]")
    assert rules(play(start + move("A", "[14, 10]") + move("A", "[16.000001, 10]"))) == ["relic.carry"]
    assert not rules(play(start + move("A", "[14, 10]") + move("A", "[16, 10]")))
    again = move("A", "[14, 10]") + phase("Red", "movement") + move("A", "[20, 10]")
    assert not rules(play(start + again))


def test_relic_carry__a_march_later_is_open_within_six_inches() -> None:
    start = carried("A") + who("A", "[10, 10]", move=5)
    assert not rules(play(start + move("A", "[16, 10]", 'kind = "advance"\ndice = [1]')))
    assert rules(play(start + move("A", "[16.1, 10]", 'kind = "advance"'))) == ["relic.carry"]


def test_relic_carry__a_bar_that_turns_pays_for_its_corner() -> None:
    """3.041381 in from the middle to the corner: a quarter turn is 4.777 in of its way."""
    bar = who("A", "[20, 10]", base='{ hull = "6x1in", height = 3 }', move=30)
    left = 6 - math.hypot(3, 0.5) * math.pi / 2
    fits = move("A", f"[{{ at = [20, 10], facing = 90 }}, [20, {10 + left}]]")
    over = move("A", f"[{{ at = [20, 10], facing = 90 }}, [20, {10 + left + 1e-6}]]")
    assert not rules(play(carried("A") + bar + fits))
    assert rules(play(carried("A") + bar + over)) == ["relic.carry"]


def test_D8__made_to_go_on_it_drops_it_where_six_inches_are_used_up() -> None:
    battle = play(carried("A") + who("A", "[10, 10]") + move("A", "[18, 10]", FORCED))
    event = dropped(battle)
    assert event.pose == (16, 10, 0, 0)
    assert event.at.point == pytest.approx((16 - REACH, 10), abs=1e-8)
    assert (event.why, event.rule, "D8" in event.rulings) == ("moved too far", "relic.drop", True)
    assert [each.length for each in of(battle, ModelMoved)] == pytest.approx([6, 2])
    assert battle.state.models["A/1"].pose == (18, 10, 0, 0)
    (chose,) = of(battle, Chose)
    assert (chose.asks, chose.by, chose.answer) == ("relic.drop", "default", "bearing 180")


@pytest.mark.parametrize(("way", "drops"), [(6.0, False), (6.000001, True)])
def test_D8__six_inches_exactly_are_not_too_far(way: float, drops: bool) -> None:
    battle = play(carried("A") + who("A", "[10, 10]") + move("A", f"[{10 + way}, 10]", FORCED))
    assert bool(of(battle, RelicDropped)) == drops


def test_D8__the_player_names_the_bearing_and_the_mover_may_go_over_it() -> None:
    keys = f'{FORCED}\nanswers = [{{ to = "relic.drop", is = 0, model = "A" }}]'
    battle = play(carried("A") + who("A", "[10, 10]") + move("A", "[22, 10]", keys))
    assert dropped(battle).at.point == pytest.approx((16 + REACH, 10), abs=1e-8)
    assert names(battle) == ["dropped"] or names(battle)[0] == "dropped"


def test_D8__in_the_midst_of_a_turn() -> None:
    bar = who("A", "[20, 10]", base='{ hull = "6x1in", height = 3 }', move=30)
    battle = play(carried("A") + bar + move("A", "[{ at = [20, 10], facing = 170 }, [22, 10]]", FORCED))
    assert dropped(battle).pose == pytest.approx((20, 10, 0, math.degrees(6 / math.hypot(3, 0.5))), abs=1e-6)


def test_D7__in_the_other_players_movement_phase_too() -> None:
    theirs = MOVEMENT.replace("Red", "Blue")
    assert dropped(play(carried("A") + who("A", "[10, 10]") + move("A", "[18, 10]", FORCED), theirs)).pose.x == 16


def test_relic_carry__six_inches_hold_in_no_other_phase() -> None:
    shooting = MOVEMENT.replace("movement", "shooting")
    assert not names(play(carried("A") + who("A", "[10, 10]") + move("A", "[18, 10]", FORCED), shooting))


def test_D9__difficult_ground_and_the_six_inches_the_lesser_holds() -> None:
    wood = '[[terrain]]\nname = "Wood"\ntraits = ["difficult"]\narea = { rect = [12, 5, 3, 10] }\n'
    start = carried("A") + who("A", "[10, 10]") + wood
    for dice, far in (("[2, 3]", 13), ("[6, 1]", 16)):
        battle = play(start + move("A", "[16, 10]", f"dice = {dice}"))
        assert battle.state.models["A/1"].pose == (far, 10, 0, 0)
    assert rules(play(start + move("A", "[16.1, 10]"))) == ["relic.carry"]


def test_relic_table_12__every_move_of_the_carrying_unit_is_as_through_difficult_ground() -> None:
    pair = who("A", "[[10, 10], [10, 11.2]]")
    paths = '"A/1" = [16, 10]\n"A/2" = [16, 11.2]'
    text = carried("A/1", identified=12) + pair + order("move", 'unit = "A"\ndice = [3, 4, 4, 1]', paths)
    poses = [play(text).state.models[name].pose for name in ("A/1", "A/2")]
    assert [pose and pose.x for pose in poses] == [14, 14]


def test_relic_table_12__retreats_too_but_not_that_of_the_bearer_which_drops_it_first() -> None:
    foe = who("E", "[13.4, 10]", "Blue", "INFANTRY")
    pair = carried("A/1", identified=12) + who("A", "[[10, 10], [11.5, 10]]") + foe
    battle = play(pair + move("A/2", "[10, 11.5]", 'kind = "fall_back"\ndice = [1, 1]'))
    assert [each.length for each in of(battle, ModelMoved)] == pytest.approx([1.0])
    alone = carried("A", identified=12) + who("A", "[11.5, 10]") + foe
    battle = play(alone + move("A", "[4, 10]", 'kind = "fall_back"\ndice = []'))
    assert [each.length for each in of(battle, ModelMoved)] == pytest.approx([7.5])


@pytest.mark.parametrize(("dice", "fails"), [("[6, 6, 2, 3]", True), ("[6, 6, 6, 1]", False)])
def test_relic_table_12__and_charges(dice: str, fails: bool) -> None:
    """6.9 in between the bases: 5.9 in bring it within Engagement Range, 3 do not; it goes on towards contact."""
    text = carried("A", identified=12) + who("A", "[10, 10]") + who("E", f"[{10 + 6.9 + 2 * BASE}, 10]", "Blue")
    charge = order("charge", f'unit = "A"\ntargets = ["E"]\ndice = {dice}')
    battle = play(text + charge, MOVEMENT.replace("movement", "charge"))
    assert bool(of(battle, ChargeFailed)) == fails
    assert [each.length for each in of(battle, ModelMoved)] == ([] if fails else pytest.approx([6.0]))


def test_move_difficult__a_charge_and_a_consolidation_through_difficult_ground() -> None:
    wood = '[[terrain]]\nname = "Wood"\ntraits = ["difficult"]\narea = { rect = [11, 5, 1, 10] }\n'
    text = wood + who("A", "[10, 10]") + who("E", "[17, 10]", "Blue")
    charge = order("charge", 'unit = "A"\ntargets = ["E"]\ndice = [6, 6, 4, 3]')
    assert of(play(text + charge, MOVEMENT.replace("movement", "charge")), ChargeFailed)
    near = text.replace("[17, 10]", "[13.2, 10]")
    step = order("move", 'model = "A"\nkind = "consolidate"\nto = [12.215748, 10]\ndice = [1, 3]')
    fight = MOVEMENT.replace("movement", "fight")
    assert [each.length for each in of(play(near + step, fight), ModelMoved)] == pytest.approx([2.215748])
    assert "move.consolidate" in rules(play(near + step.replace("[1, 3]", "[1, 1]"), fight))


# --- marching and charging ---

SEIZE = lying("[15.7, 10]") + who("A", "[[14, 10], [13, 11]]", move=4) + who("E", "[24, 10]", "Blue", "INFANTRY")


def test_D6__the_whole_unit_neither_marches_nor_charges_in_the_turn_of_seizing() -> None:
    step = move("A/1", "[14.5, 10]", PLAIN)
    charge = order("charge", 'unit = "A"\ntargets = ["E"]')
    assert rules(play(SEIZE + step + move("A/2", "[13.5, 11]", 'kind = "advance"'))) == ["move.advance", "relic.carry"]
    assert rules(play(SEIZE + step + phase(name="charge") + charge)) == ["relic.carry"]
    later = phase("Blue", "movement") + phase("Red", "charge")
    assert not rules(play(SEIZE + step + later + order("charge", 'unit = "A"\ntargets = ["E"]\ndice = [1, 1]')))


def test_relic_table_6__with_the_wine_nobody_of_the_unit_marches_or_charges() -> None:
    start = carried("A/1", identified=6) + who("A", "[[14, 10], [13, 11]]") + who("E", "[24, 10]", "Blue", "INFANTRY")
    assert rules(play(start + move("A/2", "[13, 11.5]", 'kind = "advance"'))) == ["relic.table.6"]
    charge = order("charge", 'unit = "A"\ntargets = ["E"]')
    assert rules(play(start + phase(name="charge") + charge)) == ["relic.table.6"]
    gone = order("drop_relic", "bearing = 90") + phase(name="charge")
    assert not rules(play(start + gone + order("charge", 'unit = "A"\ntargets = ["E"]\ndice = [1, 1]')))


def test_relic_table_3__others_march_and_charge_freely() -> None:
    start = carried("A/1", identified=3) + who("A", "[[14, 10], [13, 11]]") + who("E", "[24, 10]", "Blue", "INFANTRY")
    assert not rules(play(start + move("A/2", "[13, 11.5]", 'kind = "advance"\ndice = [1]')))


# --- relic.transport ---

TRANSPORT = who("T", "[10, 10]", keywords="TRANSPORT, VEHICLE", base="50mm", move=14)
ABOARD = f'[[units]]\nname = "A"\n{unit("Red", "25mm", SCORER)}\nin = "T"\n' + carried("A")


@pytest.mark.parametrize(("way", "drops"), [(6.0, False), (6.000001, True), (10, True)])
def test_relic_transport__six_inches_a_phase_or_it_falls_out(way: float, drops: bool) -> None:
    battle = play(TRANSPORT + ABOARD + move("T", f"[{10 + way}, 10]"))
    assert bool(of(battle, RelicDropped)) == drops
    if drops:
        event = dropped(battle)
        assert (event.mover, event.from_, event.why) == ("T/1", "A/1", "transport moved too far")
        assert event.pose == pytest.approx((16, 10, 0, 0))
        assert event.at.point == pytest.approx((16 - TANK - 1 - RELIC, 10), abs=1e-6)
        assert {"D8", "D17"} <= set(event.rulings)


def test_relic_transport__the_phase_not_the_move_counts_and_any_phase() -> None:
    twice = TRANSPORT + ABOARD + move("T", "[14, 10]") + move("T", "[17, 10]")
    assert dropped(play(twice)).pose.x == pytest.approx(16)
    charge = TRANSPORT + ABOARD + move("T", "[18, 10]", FORCED)
    assert dropped(play(charge, MOVEMENT.replace("movement", "charge"))).pose.x == pytest.approx(16)


def test_relic_transport__what_it_moved_before_the_bearer_came_aboard_does_not_count() -> None:
    text = carried("A") + who("A", "[16, 13]") + TRANSPORT + move("T", "[15, 10]") + move("A", "[15.5, 12.5]")
    text += order("embark", 'unit = "A"\ntransport = "T"')
    assert not of(play(text + move("T", "[21, 10]")), RelicDropped)
    assert dropped(play(text + move("T", "[22, 10]"))).pose.x == pytest.approx(21)


@pytest.mark.parametrize(("way", "falls"), [(2, {}), (2.000001, {"Casket": 16}), (8, {"Casket": 16, "Urn": 20})])
def test_relic_transport__of_two_relics_each_has_six_inches_of_its_own(way: float, falls: dict[str, int]) -> None:
    """The Casket is aboard from 10 in on, the Urn comes aboard at 14 in; from there T moves so much further."""
    text = TRANSPORT + ABOARD + carried("B").replace("Casket", "Urn") + who("B", "[15, 13]")
    text += move("T", "[14, 10]") + move("B", "[14.5, 12.5]") + order("embark", 'unit = "B"\ntransport = "T"')
    drops = of(play(text + move("T", f"[{14 + way}, 10]")), RelicDropped)
    assert {each.relic: each.pose.x for each in drops} == pytest.approx(falls)


def test_D17__aboard_the_relic_is_where_the_transport_is() -> None:
    from battlefield.certify import gap_between

    state = play(TRANSPORT + ABOARD + who("E", "[20, 10]", "Blue")).state
    assert gap_between(state, "measure.distance", "E/1", "Casket").value == pytest.approx(10 - TANK - BASE)


# --- falling back, dying, letting go ---


def test_D12__falling_back_drops_it_where_the_bearer_starts_before_it_moves() -> None:
    enemy = who("E", "[11.9, 10]", "Blue", "INFANTRY")
    battle = play(carried("A") + who("A", "[10, 10]") + enemy + move("A", "[3, 10]", 'kind = "fall_back"'))
    event = dropped(battle)
    assert (event.why, event.pose) == ("fell back", (10, 10, 0, 0))
    assert event.at.point == pytest.approx((10 - REACH, 10), abs=1e-8)
    assert battle.state.models["A/1"].pose == (3, 10, 0, 0)
    kinds = [type(each) for each in battle.events if isinstance(each, RelicDropped | ModelMoved)]
    assert kinds == [RelicDropped, ModelMoved]


def test_D12__dropped_by_falling_back_it_is_not_dropped_again_by_a_failed_desperate_escape() -> None:
    text = carried("A") + who("A", "[10, 10]") + who("E", "[11.9, 10]", "Blue", "INFANTRY")
    battle = play(text + move("A", "[16, 10]", 'kind = "fall_back"\ndice = [1]'))
    assert dropped(battle).why == "fell back"
    assert not battle.state.models["A/1"].on_board


def test_D12__a_bearer_that_stands_while_its_unit_falls_back_keeps_it() -> None:
    text = carried("A/1") + who("A", "[[10, 10], [11.5, 10]]") + who("E", "[13.4, 10]", "Blue", "INFANTRY")
    battle = play(text + move("A/2", "[10, 11.5]", 'kind = "fall_back"'))
    assert relic(battle).carrier == "A/1"


def test_relic_table_11__the_staff_is_not_put_down_by_choice_and_falls_all_the_same() -> None:
    start = carried("A", identified=11) + who("A", "[10, 10]")
    assert rules(play(start + order("drop_relic", "bearing = 0"))) == ["relic.table.11"]
    assert dropped(play(start + order("destroy", 'model = "A"'))).why == "slain"
    assert dropped(play(start + move("A", "[18, 10]", FORCED))).why == "moved too far"


def test_D14__the_same_side_does_not_seize_it_again_in_that_movement_phase() -> None:
    text = carried("A") + who("A", "[10, 10]") + who("B", "[10, 15]") + order("drop_relic", "bearing = 90")
    step = move("B", "[11.27, 12.3]")
    assert relic(play(text + step + phase())).status == "dropped"
    later = play(text + step + phase("Red", "movement") + phase(keys=PLAIN))
    assert relic(later).carrier == "B/1"
    other = text.replace('name = "B"\nplayer = "Red"', 'name = "B"\nplayer = "Blue"')
    theirs = play(other + phase("Blue", "movement") + move("B", "[10, 13.5]", PLAIN) + phase())
    assert relic(theirs).carrier == "B/1"


def test_D14__at_a_point_of_its_own_path_between_two_moves_and_in_any_phase() -> None:
    start = carried("A") + who("A", "[10, 10]")
    text = start + move("A", "[13, 10]") + order("drop_relic", "bearing = 90") + move("A", "[22, 10]")
    battle = play(text)
    assert dropped(battle).at.point == pytest.approx((13, 10 + REACH), abs=1e-8)
    assert battle.state.models["A/1"].pose == (22, 10, 0, 0)
    assert dropped(play(start + order("drop_relic"), MOVEMENT.replace("movement", "fight"))).why == "chosen"


def test_relic_drop_impassable__of_places_as_near_the_player_picks() -> None:
    rock = '[[terrain]]\nname = "Rock"\ntraits = ["impassable"]\narea = { rect = [19.8, 10.9, 0.4, 8] }\n'
    start = carried("A") + who("A", "[20, 10]", facing=90) + rock
    left = dropped(play(start + order("drop_relic", "bearing = 90"))).at
    assert left.x < 20
    told = f'bearing = 90\nanswers = [{{ to = "relic.drop.impassable", is = [{40 - left.x:.6f}, {left.y:.6f}] }}]'
    battle = play(start + order("drop_relic", told))
    assert dropped(battle).at.point == pytest.approx((40 - left.x, left.y), abs=1e-6)
    (chose,) = of(battle, Chose)
    assert (len(chose.options), chose.by) == (2, "order")
    with pytest.raises(ScenarioError, match=r"\[20, 12\.5\] is none of the nearest places for Casket: \["):
        play(start + order("drop_relic", 'bearing = 90\nanswers = [{ to = "relic.drop.impassable", is = [20, 12.5] }]'))


# --- relic.pass ---

PAIR = carried("A") + who("A", "[10, 10]") + who("B", f"[{10 + 2 * BASE}, 10]") + who("C", f"[{10 + 4 * BASE}, 10]")


def test_relic_pass__to_a_friend_in_contact_once_a_movement_phase() -> None:
    battle = play(PAIR + order("pass_relic", 'to = "B"') + order("pass_relic", 'to = "C"'))
    (passed,) = of(battle, RelicPassed)
    assert (passed.from_, passed.model, passed.rulings) == ("A/1", "B/1", ("D11",))
    assert passed.claims[0].holds
    assert rules(battle) == ["relic.pass"]
    assert relic(battle).carrier == "B/1"
    next_turn = play(
        PAIR + order("pass_relic", 'to = "B"') + phase("Red", "movement") + order("pass_relic", 'to = "C"')
    )
    assert relic(next_turn).carrier == "C/1"


@pytest.mark.parametrize(("gap", "passes"), [(0, True), (0.01, True), (0.010001, False), (1, False)])
def test_relic_pass__base_contact(gap: float, passes: bool) -> None:
    text = carried("A") + who("A", "[10, 10]") + who("B", f"[{10 + 2 * BASE + gap}, 10]")
    battle = play(text + order("pass_relic", 'to = "B"'))
    assert (not rules(battle)) == passes


@pytest.mark.parametrize(
    ("taker", "why"),
    [
        (who("B", f"[{10 + 2 * BASE}, 10]", keywords="INFANTRY"), "in no scoring unit"),
        (who("B", f"[{10 + 2 * BASE}, 10]", keywords="CHARACTER"), "in no scoring unit"),
        (who("B", f"[{10 + 2 * BASE}, 10]", player="Blue"), "not friendly"),
        (who("B", f"[{10 + 2 * BASE}, 10, 1]"), "not in base contact"),
    ],
)
def test_relic_pass__only_to_a_friendly_model_of_a_scoring_unit(taker: str, why: str) -> None:
    battle = play(carried("A") + who("A", "[10, 10]") + taker + order("pass_relic", 'to = "B"'))
    assert "relic.pass" in rules(battle)
    assert why in reasons(battle)[0].why


def test_relic_pass__only_as_its_players_movement_phase_ends() -> None:
    for start in (MOVEMENT.replace("movement", "shooting"), MOVEMENT.replace("Red", "Blue")):
        assert rules(play(PAIR + order("pass_relic", 'to = "B"'), start)) == ["relic.pass"]
    moved = play(PAIR + order("pass_relic", 'to = "B"') + move("C", "[20, 12]"))
    assert rules(moved) == ["relic.pass"]


def test_D11__what_was_seized_is_picked_up_first() -> None:
    text = lying("[12, 10]") + who("A", "[9, 10]") + who("B", f"[{10.5 - 2 * BASE}, 10]")
    text += move("A", "[10.8, 10]", PLAIN) + move("B", f"[{10.8 - 2 * BASE}, 10]")
    battle = play(text + order("pass_relic", 'to = "B"'))
    assert names(battle) == ["seized", "identified", "picked_up", "passed"]
    assert relic(battle).carrier == "B/1"


def test_D11__the_staff_may_be_passed_and_tells_on_its_new_bearer() -> None:
    battle = play(PAIR.replace('carrier = "A"', 'carrier = "A"\nidentified = 11') + order("pass_relic", 'to = "B"'))
    assert (value(battle, "A/1", "unable to Parry"), value(battle, "B/1", "unable to Parry")) == (None, True)


def test_D6__who_gets_it_in_the_turn_of_seizing_is_bound_too() -> None:
    text = lying("[12, 10]") + who("A", "[9, 10]") + who("B", "[10, 8]") + who("E", "[18, 8]", "Blue", "INFANTRY")
    text += move("A", "[10.8, 10]", PLAIN) + move("B", f"[10.8, {10 - 2 * BASE}]")
    bound = play(
        text + order("pass_relic", 'to = "B"') + phase(name="charge") + order("charge", 'unit = "B"\ntargets = ["E"]')
    )
    assert rules(bound) == ["relic.carry"]
    marched = text.replace(
        f"to = [10.8, {10 - 2 * BASE}]\n", f'to = [10.8, {10 - 2 * BASE}]\nkind = "advance"\ndice = [1]\n'
    )
    assert rules(play(marched + order("pass_relic", 'to = "B"'))) == ["relic.carry"]
    assert not of(play(PAIR + order("pass_relic", 'to = "B"')), TokenSet)


def test_D10__nobody_aboard_passes() -> None:
    battle = play(TRANSPORT + ABOARD + who("B", f"[{10 + TANK + BASE}, 10]") + order("pass_relic", 'to = "B"'))
    assert rules(battle) == ["relic.pass"]
