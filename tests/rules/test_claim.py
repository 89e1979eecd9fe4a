"""The claims at the end of a battle: who may, in which order, by which way, with which roll."""

from __future__ import annotations

import math

import pytest

from battlefield.asking import answer
from battlefield.battle import Battle
from battlefield.dice import Entered, Seeded
from battlefield.events.core import BattleEnded, Chose, ModelMoved, OrderRefused, PhaseEnded, Rolled
from battlefield.events.relics_of_old import (
    ArtifactRecovered,
    ArtifactReturned,
    ArtifactUnclaimed,
    ClaimAttempted,
)
from battlefield.play import Play, System
from battlefield.rules.relics_of_old.system import RELICS_OF_OLD
from battlefield.scenario.scenario import Expectation, Source
from tests.sketch import played, sketch, unit

OPEN = "\n".join(["." * 60] * 30)
FIGHT = 'round = 5\nplayer = "Blue"\nphase = "fight"'
R, BASE = 25 / 25.4 / 2, 16 / 25.4
ORB = '[[artifacts]]\nname = "Orb"\nkind = "mission"\nat = [30, 15]\n'


def one(name: str, player: str, at: str, keywords: str = "INFANTRY", base: str = "32mm", **keys: object) -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, base, keywords, **keys)}\nat = {at}\n'


def near(name: str, player: str, gap: float, bearing: float = 180, keywords: str = "INFANTRY", of: str = "Orb") -> str:
    return one(name, player, f'{{ from = "{of}", gap = {gap}, bearing = {bearing} }}', keywords)


def end(keys: str = "") -> str:
    return f'[[orders]]\ndo = "end_battle"\n{keys}\n'


def go(text: str, keys: str = "") -> Battle:
    return played(sketch(OPEN, text + end(keys), start=FIGHT))


def claims(battle: Battle) -> list[ClaimAttempted]:
    return [each for each in battle.events if isinstance(each, ClaimAttempted)]


def units(battle: Battle) -> list[str]:
    return [each.unit for each in claims(battle)]


def wall(x: float, y: float, width: float, height: float, name: str = "Wall") -> str:
    return f'[[terrain]]\nname = "{name}"\ntraits = ["impassable"]\narea = {{ rect = [{x}, {y}, {width}, {height}] }}\n'


# --- the end of the battle ---


def test_battle_sequence__end_battle_ends_the_phase_and_then_the_battle() -> None:
    battle = go(one("A", "Red", "[5, 5]"))
    kinds = [type(each) for each in battle.events[battle.after[0] :]]
    assert kinds == [PhaseEnded, BattleEnded]
    assert battle.state.ended


def test_battle_sequence__after_the_end_nothing_is_ordered_and_before_the_start_nothing_ends() -> None:
    more = '[[orders]]\ndo = "move"\nmodel = "A"\nto = [6, 5]\n'
    last = played(sketch(OPEN, one("A", "Red", "[5, 5]", move=6) + end() + more + end(), start=FIGHT)).events[-1]
    assert isinstance(last, OrderRefused)
    assert [each.why for each in last.reasons] == ["the battle is over"]
    early = played(sketch(OPEN, one("A", "Red", "[5, 5]") + end(), start=None)).events[-1]
    assert isinstance(early, OrderRefused)
    assert "has not begun" in early.reasons[0].why


# --- who may ---


@pytest.mark.parametrize(("gap", "tries"), [(13.0, True), (12.999999, True), (13.000001, False)])
def test_artifact_claim__within_thirteen_inches(gap: float, tries: bool) -> None:
    battle = go(ORB + near("A", "Red", gap), "dice = [6, 6]" if tries else "")
    assert len(claims(battle)) == tries
    if tries:
        (claim,) = claims(battle)
        assert claim.distance == pytest.approx(gap, abs=1e-8)
        assert claim.length == pytest.approx(gap - 1, abs=1e-8)
        assert (claim.needs, claim.roll, claim.success) == (12, 12, True)


def test_artifact_claim__the_distance_is_in_space() -> None:
    """12 in across and 5 in up are 13 in; a hair further across they are not."""
    at = 30 - R - BASE - 12
    assert len(claims(go(ORB + one("A", "Red", f"[{at}, 15, 5]"), "dice = [6, 6]"))) == 1
    assert not claims(go(ORB + one("A", "Red", f"[{at - 1e-5}, 15, 5]")))


@pytest.mark.parametrize(("up", "climb"), [(5.0, 0.0), (5.000001, 5.000001)])
def test_artifact_claim__who_is_too_high_up_to_be_in_range_of_it_comes_down_to_it(up: float, climb: float) -> None:
    (claim,) = claims(go(ORB + one("A", "Red", f"[25, 15, {up}]")))
    (straight,) = claims(go(ORB + one("A", "Red", "[25, 15]")))
    assert straight.length is not None
    assert claim.length == pytest.approx(straight.length + climb, abs=1e-8)
    assert claim.needs == math.ceil(straight.length + climb)


@pytest.mark.parametrize(("keywords", "tries"), [("VEHICLE", 0), ("VEHICLE, CHARACTER", 1)])
def test_artifact_vehicle__claims_only_as_a_character(keywords: str, tries: int) -> None:
    assert len(claims(go(ORB + near("A", "Red", 5, keywords=keywords)))) == tries


def test_artifact_eligible__a_claimant_meets_what_the_artifact_asks() -> None:
    asks = ORB + 'carriers = ["PSYKER"]\n'
    assert units(go(asks + near("A", "Red", 5) + near("P", "Red", 6, 0, "PSYKER"))) == ["P"]


def test_C15__a_unit_in_engagement_range_of_an_enemy_is_barred_by_it() -> None:
    for gap, barred in ((1.0, True), (1.000001, False)):
        text = ORB + near("A", "Red", 5) + near("E", "Blue", gap, of="A", keywords="VEHICLE")
        (claim,) = claims(go(text))
        assert (claim.blockers == ("E/1",)) is barred
        assert (claim.needs is None) is barred
        assert len(claim.claims) == (2 if barred else 1)


def test_C15__it_does_not_matter_what_it_did_in_its_last_turn() -> None:
    text = ORB + near("A", "Blue", 8).replace("[[units]]", "[[units]]\nmove = 6", 1)
    orders = '[[orders]]\ndo = "move"\nunit = "A"\nby = [0, 1]\nkind = "advance"\n'
    start = 'round = 5\nplayer = "Blue"\nphase = "movement"'
    assert units(played(sketch(OPEN, text + orders + end(), start=start))) == ["A"]


# --- the way and the roll ---


def test_artifact_claim__the_shortest_legal_way_not_the_straight_gap() -> None:
    """11 in apart, and yet more than 13 by way of the wall's end: no roll can do, and nothing is spent.

    The disc's centre goes straight to the circle of its own radius round one corner, along it, 1 in on, round the
    other, and straight at the token's centre, as far as an inch of gap.
    """
    across = R + 11 + BASE
    start, high = 30 - across, 8.6 / 2
    text = ORB + one("A", "Red", f"[{start}, 15]") + wall(30 - across / 2 - 0.5, 15 - high, 1, 2 * high)
    lead = across / 2 - 0.5
    straight = math.sqrt(lead**2 + high**2 - BASE**2)
    bend = math.pi / 2 - (math.pi / 2 - math.atan2(high, lead) - math.asin(BASE / math.hypot(lead, high)))
    way = 2 * (straight + BASE * bend) + 1 - (R + 1 + BASE)
    assert 13 < way < 14
    battle = go(text)
    (claim,) = claims(battle)
    assert claim.distance == pytest.approx(11, abs=1e-8)
    assert claim.length == pytest.approx(way, abs=1e-6)
    assert (claim.needs, claim.roll, claim.success, claim.blockers) == (None, None, False, ("Wall",))
    assert battle.state.token("A", "claim attempted") is None
    assert not [each for each in battle.events if isinstance(each, Rolled)]


@pytest.mark.parametrize(("dice", "wins"), [("4, 4", False), ("4, 5", True)])
def test_artifact_claim__two_dice_against_the_way_rounded_up(dice: str, wins: bool) -> None:
    battle = go(ORB + near("A", "Red", 9.2), f"dice = [{dice}]")
    (claim,) = claims(battle)
    assert (claim.needs, claim.success) == (9, wins)
    assert battle.state.artifacts["Orb"].carrier == ("A/1" if wins else None)
    rolled = next(each for each in battle.events if isinstance(each, Rolled))
    assert (rolled.asks, rolled.of, rolled.roll, rolled.needs) == ("artifact.claim", "A", "2D6", "9+")


def test_artifact_claim__success_shows_the_place_and_moves_nothing() -> None:
    battle = go(ORB + near("A", "Red", 5), "dice = [1, 3]")
    event = next(each for each in battle.events if isinstance(each, ArtifactRecovered))
    assert event.pose.point == pytest.approx((30 - R - 1 - BASE, 15), abs=1e-8)
    assert event.claims[0].holds
    assert event.claims[0].a_pose == event.pose
    assert not [each for each in battle.events if isinstance(each, ModelMoved)]
    assert battle.state.models["A/1"].pose == battle.state_after(0).models["A/1"].pose


def test_C15__no_place_within_range_is_off_every_enemys() -> None:
    """An enemy that stands on the token keeps all of its range for itself: an ineligible guard."""
    guard = one("G", "Blue", "[30, 15]", "VEHICLE", base="60mm")
    battle = go(ORB + guard + near("A", "Red", 6))
    (claim,) = claims(battle)
    assert (claim.needs, claim.length, claim.blockers) == (None, None, ("G/1",))


@pytest.mark.parametrize(("z", "barred"), [(5, True), (5.000001, False)])
def test_C15__an_enemy_too_far_up_to_engage_bars_nothing(z: float, barred: bool) -> None:
    guard = one("G", "Blue", f"[30, 15, {z}]", "VEHICLE", base="60mm")
    (claim,) = claims(go(ORB + guard + near("A", "Red", 6)))
    assert (claim.needs is None) is barred


def test_C15__a_place_that_a_comrade_stands_on_is_taken() -> None:
    """The nearest place is a friend's of the same unit, who may not take it: the taker ends beside that base."""
    text = ORB + 'carriers = ["PSYKER"]\n'
    text += (
        f'[[units]]\nname = "A"\n{unit("Red")}\nat = [[27.5, 15], [29, 15]]\n[units.models.1]\nkeywords = ["PSYKER"]\n'
    )
    (claim,) = claims(go(text))
    end_x, end_y = claim.path[-1].point
    assert claim.model == "A/1"
    assert math.dist((end_x, end_y), (29, 15)) == pytest.approx(2 * BASE, abs=1e-6)
    assert math.dist((end_x, end_y), (30, 15)) == pytest.approx(R + 1 + BASE, abs=1e-6)


def test_C15__a_place_already_reached_succeeds_without_a_roll() -> None:
    held = ORB + 'recovery = "at the end"\n'
    for gap, there in ((1.0, True), (1.000001, False)):
        battle = go(held + near("A", "Red", gap), "" if there else "dice = [1, 1]")
        (claim,) = claims(battle)
        assert claim.success
        assert (claim.roll, claim.needs, claim.path) == ((None, 0, ()) if there else (2, 2, claim.path))
        assert battle.state.artifacts["Orb"].carrier == "A/1"


def test_artifact_claim__of_a_unit_the_model_with_the_shortest_way_has_it() -> None:
    text = ORB + f'[[units]]\nname = "A"\n{unit("Red")}\nat = [[22, 15], [23.5, 15], [23, 16.5]]\n'
    battle = go(text, "dice = [6, 6]")
    assert battle.state.artifacts["Orb"].carrier == "A/2"


def test_artifact_claim__of_equal_ways_the_player_picks() -> None:
    two = ORB + one("A", "Red", "[[24, 14], [24, 16]]")
    assert go(two, "dice = [6, 6]").state.artifacts["Orb"].carrier == "A/1"
    answers = 'answers = [{ to = "artifact.claim", is = "attempt" }, { to = "artifact.claim", is = "A/2" }]'
    assert go(two, f"dice = [6, 6]\n{answers}").state.artifacts["Orb"].carrier == "A/2"


def test_artifact_claim__of_equal_ways_a_leader_answers_to_its_name() -> None:
    two = ORB + one("G", "Red", "[24, 14]") + one("L", "Red", "[24, 16]", "CHARACTER", leads='"G"')
    assert go(two, "dice = [6, 6]").state.artifacts["Orb"].carrier == "G/1"
    answers = 'answers = [{ to = "artifact.claim", is = "attempt" }, { to = "artifact.claim", is = "L" }]'
    assert go(two, f"dice = [6, 6]\n{answers}").state.artifacts["Orb"].carrier == "L/1"


def test_A15__in_boarding_actions_a_place_behind_a_wall_is_not_within_range() -> None:
    """Straight on, the place 1 in away has the wall between: the claim goes round its end."""
    thin = wall(30.6, 13.5, 0.2, 3).replace("impassable", "wall")
    text = ORB + thin + one("A", "Red", "[36, 15]") + end("dice = [6, 6]")
    straight = claims(played(sketch(OPEN, text.replace(thin, ""), start=FIGHT, top="boarding = true")))[0]
    assert straight.path[-1].point == pytest.approx((30 + R + 1 + BASE, 15), abs=1e-6)
    battle = played(sketch(OPEN, text, start=FIGHT, top="boarding = true"))
    (claim,) = claims(battle)
    assert claim.success
    assert claim.length is not None
    assert straight.length is not None
    assert claim.length > straight.length + 0.5
    assert next(each for each in battle.events if isinstance(each, ArtifactRecovered)).claims[0].holds


@pytest.mark.parametrize(("rule", "total"), [("move.charge", 8), ("move.advance", 10)])
def test_C15__what_adjusts_charge_rolls_adjusts_it(rule: str, total: int) -> None:
    state = played(sketch(OPEN, ORB + near("A", "Red", 10), start=FIGHT)).state
    slow = System(name="slow", adjusts=lambda _, asks, of: -2 if (asks, of) == (rule, "A") else 0)
    play = Play(state, (RELICS_OF_OLD, slow), Entered((5, 5), Seeded(1, 1)))
    play.do(BattleEnded(rule="battle.sequence"))
    claim = next(each.event for each in play.entries if isinstance(each.event, ClaimAttempted))
    assert (claim.needs, claim.roll, claim.success) == (9, total, total == 10)


# --- the order of attempts ---


def test_artifact_claim__the_closest_first_until_one_succeeds() -> None:
    text = ORB + near("Far", "Red", 9) + near("Near", "Blue", 4, 0) + near("Mid", "Red", 6, 90)
    battle = go(text, "dice = [1, 1, 2, 3]")
    assert [(each.unit, each.success) for each in claims(battle)] == [("Near", False), ("Mid", True)]
    assert battle.state.artifacts["Orb"].owner == "Red"


def test_artifact_claim__optional_and_the_log_says_who_chose() -> None:
    text = ORB + near("A", "Red", 4) + near("B", "Blue", 6, 0)
    battle = go(text, 'dice = [5, 5]\nanswers = [{ to = "artifact.claim", is = "decline", unit = "A" }]')
    chose = [(each.of, each.answer, each.by) for each in battle.events if isinstance(each, Chose)]
    assert chose == [("A", "decline", "order"), ("B", "attempt", "default")]
    assert units(battle) == ["B"]


def test_C16__equally_close_of_one_player_that_player_picks() -> None:
    text = ORB + near("A", "Red", 4) + near("B", "Red", 4, 0)
    assert units(go(text, "dice = [1, 1, 1, 1]")) == ["A", "B"]
    assert units(go(text, 'dice = [1, 1, 1, 1]\nanswers = [{ to = "artifact.claim", is = "B" }]')) == ["B", "A"]


def test_C16__equally_close_of_different_players_a_roll_off() -> None:
    text = ORB + near("A", "Red", 4) + near("B", "Blue", 4, 0)
    assert units(go(text, "dice = [2, 2, 3, 4, 1, 1, 1, 1]")) == ["B", "A"]
    offs = [each for each in go(text).events if isinstance(each, Rolled) and each.asks == "core.roll_off"]
    assert {each.rulings for each in offs} == {("C16",)}


def test_C16__the_barred_of_equally_close_units_take_no_part_in_the_roll_off() -> None:
    text = ORB + near("A", "Red", 4) + near("B", "Blue", 4, 0) + near("E", "Red", 0.5, 0, "VEHICLE", of="B")
    battle = go(text, "dice = [1, 1]")
    assert [(each.unit, each.roll) for each in claims(battle)] == [("B", None), ("A", 2)]


# --- one attempt a unit, several Artifacts ---


def test_artifact_claim__one_attempt_a_unit_in_all_artifacts_in_the_scenarios_order() -> None:
    eye = ORB.replace("Orb", "Eye").replace("[30, 15]", "[30, 20]")
    text = ORB + eye + one("A", "Red", "[25, 17.5]") + one("B", "Blue", "[37, 20]")
    battle = go(text, "dice = [1, 1, 1, 1]")
    assert [(each.artifact, each.unit) for each in claims(battle)] == [("Orb", "A"), ("Orb", "B")]
    spared = 'answers = [{ to = "artifact.claim", is = "decline", unit = "A" }]'
    battle = go(text, f"dice = [1, 1, 6, 6]\n{spared}")
    assert [(each.artifact, each.unit) for each in claims(battle)] == [("Orb", "B"), ("Eye", "A")]
    assert battle.state.artifacts["Eye"].carrier == "A/1"


def test_artifact_claim__a_barred_unit_keeps_its_attempt_for_the_next() -> None:
    eye = ORB.replace("Orb", "Eye").replace("[30, 15]", "[30, 20]")
    guard = one("G", "Blue", "[30, 15]", "VEHICLE", base="60mm")
    battle = go(ORB + eye + guard + one("A", "Red", "[24, 17.5]"), "dice = [6, 6]")
    assert [(each.artifact, each.needs is None) for each in claims(battle)] == [("Orb", True), ("Eye", False)]
    assert battle.state.artifacts["Eye"].carrier == "A/1"


# --- what nobody takes ---


def test_artifact_returned__to_the_player_who_last_controlled_it() -> None:
    lying = '[[artifacts]]\nname = "Orb"\nstate = "dropped"\nowner = "Blue"\nat = [30, 15]\n'
    battle = go(lying + near("A", "Red", 9), "dice = [1, 1]")
    (event,) = [each for each in battle.events if isinstance(each, ArtifactReturned)]
    assert (event.rule, event.player, battle.state.artifacts["Orb"].status) == ("artifact.returned", "Blue", "returned")


def test_artifact_returned__what_nobody_ever_controlled_stays_unclaimed() -> None:
    battle = go(ORB + near("A", "Red", 9), "dice = [1, 1]")
    assert [each.artifact for each in battle.events if isinstance(each, ArtifactUnclaimed)] == ["Orb"]
    assert battle.state.artifacts["Orb"].status == "field"


def test_artifact_claim__an_artifact_dropped_in_the_last_fight_is_claimed_too() -> None:
    text = one("C", "Red", "[30, 15]", base="60mm") + '[[artifacts]]\nname = "Orb"\ncarrier = "C"\n'
    text += one("E", "Blue", "[37, 15]")
    battle = played(
        sketch(OPEN, text + '[[orders]]\ndo = "destroy"\nmodel = "C"\n' + end("dice = [3, 3]"), start=FIGHT)
    )
    assert battle.state.artifacts["Orb"].carrier == "E/1"


# --- the question ---


@pytest.mark.parametrize(("gap", "can"), [(13.0, True), (13.000001, False)])
def test_can_claim__asks_what_the_end_would_ask(gap: float, can: bool) -> None:
    state = played(sketch(OPEN, ORB + near("A", "Red", gap), start=FIGHT)).state
    found = answer(Expectation(question="can_claim", subject=("A", "Orb"), keys={}, at=Source(1, 1)), state, ())
    assert found.met is can
    assert (found.claim is not None) is can
