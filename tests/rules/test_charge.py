"""Charges: the least roll by the shortest legal way, declared, made and failed."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from battlefield.battle import Battle
from battlefield.events.core import ChargeDeclared, ChargeFailed, ModelMoved, OrderRefused
from battlefield.rules.core.charge_reach import Reach, chance_of, least_roll, reach_of
from battlefield.rules.core.touching import charging_into_contact
from battlefield.rules.core.ways_of import Ways
from battlefield.state import State
from tests.sketch import played, sketch, unit

OPEN = "\n".join(["." * 40] * 24)
CHARGE = 'round = 1\nplayer = "Red"\nphase = "charge"'
BASE = 16 / 25.4


def one(name: str, player: str, at: str, base: str = "32mm", keywords: str = "INFANTRY", **keys: object) -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, base, keywords, **keys)}\nat = {at}\n'


def wall(x: float, y: float, width: float, height: float, name: str = "Wall") -> str:
    return f'[[terrain]]\nname = "{name}"\ntraits = ["impassable"]\narea = {{ rect = [{x}, {y}, {width}, {height}] }}\n'


def table(text: str) -> State:
    return played(sketch(OPEN, text, start=CHARGE)).state


def reach(text: str, *targets: str) -> Reach:
    return reach_of(table(text), "A", targets or ("E",))


def go(text: str, keys: str = "", targets: str = '["E"]') -> Battle:
    order = f'[[orders]]\ndo = "charge"\nunit = "A"\ntargets = {targets}\n{keys}\n'
    return played(sketch(OPEN, text + order, start=CHARGE))


def refused(battle: Battle) -> list[str]:
    last = battle.events[-1]
    return [each.rule for each in last.reasons] if isinstance(last, OrderRefused) else []


PAIR = one("A", "Red", "[10, 10]") + one("E", "Blue", "[20, 10]")


def declared(battle: Battle) -> ChargeDeclared:
    return next(each for each in battle.events if isinstance(each, ChargeDeclared))


def test_move_charge__a_declared_charge_says_what_it_needs() -> None:
    needs = declared(go(PAIR + wall(14, 0, 1, 12), "dice = [1, 1]")).needs
    assert needs is not None
    assert (needs.targets, needs.bound, needs.roll, needs.chance) == (("E",), 10, 10, 0.166666667)
    (way,) = needs.shortest
    assert (way.model, way.target, way.through, way.blocker) == ("A/1", "E", ("Wall",), None)
    assert way.length == pytest.approx(9.210530, abs=1e-6)
    assert way.path[0] == (10.0, 10.0)
    assert sum(math.dist(*leg) for leg in pairwise(way.path)) == pytest.approx(way.length, abs=0.01)
    assert [each.path[-1] for each in needs.ends] == [way.path[-1]]


def test_move_charge__what_bars_a_declared_charge_is_named_and_given_paths_leave_it_open() -> None:
    shut = wall(14, 0, 1, 24)
    needs = declared(go(PAIR + shut, "dice = [6, 6]")).needs
    assert needs is not None
    assert (needs.bound, needs.roll, needs.chance, needs.ends) == (None, None, 0.0, ())
    assert (needs.shortest[0].blocker, needs.shortest[0].path) == ("Wall", ())
    given = go(PAIR, "dice = [6, 6]\npaths = { A = [[17.6, 10]] }")
    assert declared(given).needs is None


# --- the least roll ---


def test_move_charge_distance__round_the_end_of_a_wall() -> None:
    """The straight gap is 8.740157 in, less the inch of Engagement Range 7.740157; the way round is 9.210530."""
    found = reach(PAIR + wall(14, 0, 1, 12))
    assert found.first[0].length == pytest.approx(9.210530, abs=1e-6)
    assert (found.bound, found.roll, found.exact) == (10, 10, True)
    assert found.chance == pytest.approx(6 / 36)


def test_move_charge_distance__straight_on_it_is_the_gap_less_one_inch() -> None:
    found = reach(PAIR)
    assert found.first[0].length == pytest.approx(10 - 2 * BASE - 1, abs=1e-9)
    assert found.roll == 8


@pytest.mark.parametrize(
    ("x", "roll"), [(7.0, 7), (7.00000005, 7), (7.000001, 8), (0.5, 2), (12.0, 12), (12.000001, None)]
)
def test_move_charge_distance__rounded_up_two_at_least(x: float, roll: int | None) -> None:
    assert least_roll(x) == roll


@pytest.mark.parametrize(("roll", "chance"), [(2, 36), (3, 35), (7, 21), (10, 6), (12, 1), (13, 0)])
def test_chance__of_2d6_is_exact(roll: int, chance: int) -> None:
    assert chance_of(roll) == pytest.approx(chance / 36)


def test_move_charge_distance__no_roll_makes_it_and_the_first_blocker_is_named() -> None:
    found = reach(PAIR + wall(14, 0, 1, 24))
    assert (found.bound, found.roll) == (None, None)
    assert found.first[0].blocker == "Wall"


@pytest.mark.parametrize(("base", "passes"), [("25mm", True), ("40mm", False)])
def test_move_charge__between_two_foreign_engagement_ranges(base: str, passes: bool) -> None:
    """The two guards' ranges leave 2 in + 30 mm: a 25 mm base passes between them, a 40 mm base does not."""
    half = BASE + 1 + 15 / 25.4
    guards = one("G", "Blue", f"[15, {10 + half}]") + one("H", "Blue", f"[15, {10 - half}]")
    found = reach(one("A", "Red", "[10, 10]", base) + one("E", "Blue", "[20, 10]") + guards)
    straight = 10 - BASE - (25 if base == "25mm" else 40) / 50.8 - 1
    assert (found.first[0].length == pytest.approx(straight, abs=1e-8)) == passes
    assert passes or found.first[0].length > straight + 0.5


def test_move_charge_distance__a_target_three_inches_up_is_engaged_from_below() -> None:
    found = reach(one("A", "Red", "[10, 10]") + one("E", "Blue", f"[{10 + 2 * BASE + 4.5}, 10, 3]"))
    assert found.first[0].length == pytest.approx(3.5, abs=1e-9)
    assert found.roll == 4


@pytest.mark.parametrize(("start", "there"), [(0, 5.1), (6, 0), (5.000001, 0)])
def test_move_vertical__a_charge_climbs_and_descends_where_its_target_is_too_far_up_or_down(
    start: float, there: float
) -> None:
    """What the gap in plan asks for, an inch of Engagement Range less, and all the way up or down.

    Somewhere between there may be a floor from which the target is within 5 in: no less than that is proved.
    """
    found = reach(one("A", "Red", f"[10, 10, {start}]") + one("E", "Blue", f"[15, 10, {there}]"))
    length = 5 - 2 * BASE - 1 + abs(there - start)
    assert found.first[0].length == pytest.approx(length, abs=1e-8)
    assert found.bound == max(2, math.ceil(length - 5 - 1e-7))
    assert found.roll == math.ceil(length)
    battle = go(one("A", "Red", f"[10, 10, {start}]") + one("E", "Blue", f"[15, 10, {there}]"), "dice = [6, 6]")
    pose = battle.state.models["A/1"].pose
    assert pose is not None
    assert pose.z == there


def test_move_charge_distance__five_inches_up_need_no_climb() -> None:
    found = reach(one("A", "Red", "[10, 10, 5]") + one("E", "Blue", "[15, 10, 0]"))
    assert found.first[0].length == pytest.approx(5 - 2 * BASE - 1, abs=1e-8)
    assert found.ends["A/1"].z == 5


def test_move_charge__a_unit_comes_down_together() -> None:
    text = f'[[units]]\nname = "A"\n{unit("Red")}\nat = [[10, 10, 6], [8.5, 10, 6]]\n'
    battle = go(text + one("E", "Blue", "[14, 10]"), "dice = [6, 6]")
    assert [battle.state.models[f"A/{n}"].pose.z for n in (1, 2)] == [0, 0]  # type: ignore[union-attr]


def test_move_charge_distance__nine_inches_and_a_millionth_after_a_deep_strike() -> None:
    found = reach(one("A", "Red", "[10, 10]") + one("E", "Blue", f"[{10 + 2 * BASE + 9.000001}, 10]"))
    assert found.first[0].length == pytest.approx(8.000001, abs=1e-8)
    assert found.roll == 9


def test_move_charge__friends_may_be_passed_but_not_ended_on() -> None:
    friend = one("F", "Red", "[17.7, 10]")
    found = reach(PAIR + friend)
    assert found.first[0].length > 10 - 2 * BASE - 1
    through = one("F", "Red", "[14, 10]")
    assert reach(PAIR + through).first[0].length == pytest.approx(10 - 2 * BASE - 1, abs=1e-8)


def test_move_charge_distance__a_unit_gives_coherent_end_places() -> None:
    text = f'[[units]]\nname = "A"\n{unit("Red")}\nat = {{ grid = [5, 2], first = [5, 8], gap = 0.5 }}\n'
    state = table(text + one("E", "Blue", "[20, 10]", "60mm"))
    found = reach_of(state, "A", ("E",))
    assert found.roll is not None
    assert found.bound is not None
    assert found.bound <= found.roll <= found.bound + 3
    assert len(found.ends) == 10
    assert all(each.length <= found.roll + 1e-7 for each in found.ways)


# --- heroic intervention ---


@pytest.mark.parametrize(("gap", "legal"), [(6.0, True), (6.000001, False)])
def test_stratagem_heroic_intervention__six_inches_from_where_it_charged_to(gap: float, legal: bool) -> None:
    there = 20 - 2 * BASE
    text = PAIR + one("W", "Blue", f"[{there}, {10 + 2 * BASE + gap}]")
    order = '[[orders]]\ndo = "charge"\nunit = "W"\ntargets = ["A"]\nintervention = true\n'
    battle = played(sketch(OPEN, text + CHARGED + order + ("dice = [1, 4]\n" if legal else ""), start=CHARGE))
    assert (not refused(battle)) == legal
    if not legal:
        assert refused(battle) == ["stratagem.heroic_intervention"]
        return
    pose = battle.state.models["W/1"].pose
    assert pose is not None
    assert pose.y == pytest.approx(10 + 2 * BASE + 1, abs=1e-6)
    assert battle.state.token("W", "fights first") is None
    assert battle.state.token("A", "fights first") is not None


CHARGED = '[[orders]]\ndo = "charge"\nunit = "A"\ntargets = ["E"]\ndice = [6, 6]\n'


@pytest.mark.parametrize(
    ("keywords", "legal"), [("VEHICLE", False), ("VEHICLE, WALKER", True), ("WALKER", True), ("MONSTER", True)]
)
def test_stratagem_heroic_intervention__of_vehicles_only_a_walker(keywords: str, legal: bool) -> None:
    text = PAIR + one("W", "Blue", f"[{20 - 2 * BASE}, 14]", "32mm", keywords)
    order = '[[orders]]\ndo = "charge"\nunit = "W"\ntargets = ["A"]\nintervention = true\n'
    battle = played(sketch(OPEN, text + CHARGED + order + ("dice = [6, 6]\n" if legal else ""), start=CHARGE))
    assert refused(battle) == ([] if legal else ["stratagem.heroic_intervention"])


def test_stratagem_heroic_intervention__only_at_one_unit_that_has_charged_in_the_opponents_phase() -> None:
    text = PAIR + one("W", "Blue", "[19, 14]") + one("B", "Red", "[24, 14]")
    order = '[[orders]]\ndo = "charge"\nunit = "{}"\ntargets = [{}]\nintervention = true\n'
    early = played(sketch(OPEN, text + order.format("W", '"A"'), start=CHARGE))
    assert set(refused(early)) == {"stratagem.heroic_intervention"}
    both = played(sketch(OPEN, text + CHARGED + order.format("W", '"A", "B"'), start=CHARGE))
    assert refused(both).count("stratagem.heroic_intervention") == 2
    own = played(sketch(OPEN, text + CHARGED + order.format("B", '"E"'), start=CHARGE))
    assert refused(own).count("stratagem.heroic_intervention") == 2


# --- the order ---


def test_move_charge__made_along_the_way_found() -> None:
    battle = go(PAIR + wall(14, 0, 1, 12), "dice = [4, 6]")
    (moved,) = (each for each in battle.events if isinstance(each, ModelMoved))
    assert moved.length == pytest.approx(9.210530, abs=1e-2)
    assert moved.length <= 10
    pose = battle.state.models["A/1"].pose
    assert pose is not None
    assert math.dist(pose.point, (20, 10)) == pytest.approx(2 * BASE + 1, abs=1e-6)
    assert battle.state.token("A", "fights first") is not None


def test_move_charge__one_short_fails_and_nobody_moves() -> None:
    battle = go(PAIR + wall(14, 0, 1, 12), "dice = [4, 5]")
    failed = battle.events[-1]
    assert isinstance(failed, ChargeFailed)
    assert failed.needs == 10
    assert not any(isinstance(each, ModelMoved) for each in battle.events)
    assert any(isinstance(each, ChargeDeclared) for each in battle.events)


@pytest.mark.parametrize(("gap", "legal"), [(12.0, True), (12.000001, False)])
def test_move_charge__targets_within_twelve_inches(gap: float, legal: bool) -> None:
    text = one("A", "Red", "[10, 10]") + one("E", "Blue", f"[{10 + 2 * BASE + gap}, 10]")
    assert (not refused(go(text, "" if not legal else "dice = [6, 6]"))) == legal


def test_move_charge__not_after_an_advance_nor_while_engaged_nor_out_of_turn() -> None:
    near = one("A", "Red", "[10, 10]") + one("E", "Blue", f"[{10 + 2 * BASE + 1}, 10]")
    assert refused(go(near)) == ["move.charge"]
    order = '[[orders]]\ndo = "charge"\nunit = "A"\ntargets = ["E"]\n'
    other = played(sketch(OPEN, PAIR + order, start=CHARGE.replace("charge", "movement")))
    assert refused(other) == ["move.charge"]
    advance = '[[orders]]\ndo = "move"\nmodel = "A"\nkind = "advance"\nto = [10, 12]\ndice = [3]\n'
    advance += '[[orders]]\ndo = "phase"\nphase = "charge"\n'
    text = PAIR.replace('keywords = ["INFANTRY"]', 'keywords = ["INFANTRY"]\nmove = 6')
    moved = played(sketch(OPEN, text + advance + order, start=CHARGE.replace("charge", "movement")))
    assert refused(moved) == ["move.charge"]


def test_move_charge__along_given_paths_judged() -> None:
    battle = go(PAIR, 'dice = [4, 4]\n[orders.paths]\n"A/1" = [[17.8, 10]]')
    assert battle.state.models["A/1"].pose == (17.8, 10, 0, 0)
    short = go(PAIR, 'dice = [4, 4]\n[orders.paths]\n"A/1" = [[17.7, 10]]')
    assert isinstance(short.events[-1], ChargeFailed)
    assert [each.rule for each in short.events[-1].reasons] == ["move.charge"]
    through = go(PAIR + wall(14, 0, 1, 12), 'dice = [4, 4]\n[orders.paths]\n"A/1" = [[17.8, 10]]')
    assert isinstance(through.events[-1], ChargeFailed)
    assert "move.swept" in [each.rule for each in through.events[-1].reasons]


@pytest.mark.parametrize(("x", "must"), [(9.0, True), (9.000001, False)])
def test_b5__charging_it_touches_what_the_roll_lets_it_reach(x: float, must: bool) -> None:
    pair = one("A", "Red", "[10, 10]") + one("E", "Blue", f"[{10 + 2 * BASE + x}, 10]")
    battle = go(pair, 'dice = [4, 5]\n[orders.paths]\n"A/1" = [[18.9, 10]]')
    last = battle.events[-1]
    assert isinstance(last, ChargeFailed) == must
    if isinstance(last, ChargeFailed):
        (reason,) = last.reasons
        assert reason.rule == "move.charge"
        assert reason.claim is not None
        assert "B5" in reason.claim.rulings
    found = go(pair, "dice = [4, 5]").state.models["A/1"].pose
    assert found == pytest.approx((19 if must else 18 + 0.000001, 10, 0, 0), abs=1e-6)


def test_b5__charging_it_need_not_touch_where_that_breaks_what_else_is_asked() -> None:
    """Both targets are engaged only from between them; in contact with the one the other is out of range."""
    apart = 2 * BASE + 0.9
    pair = (
        one("A", "Red", "[10, 10]") + one("E", "Blue", f"[18, {10 + apart}]") + one("F", "Blue", f"[18, {10 - apart}]")
    )
    keys = 'dice = [6, 6]\n[orders.paths]\n"A/1" = [[18, 10]]'
    battle = go(pair, keys, targets='["E", "F"]')
    assert battle.state.models["A/1"].pose == (18, 10, 0, 0)
    near = go(pair, keys, targets='["E"]')
    assert isinstance(near.events[-1], ChargeFailed)


def test_b5__a_unit_comes_into_contact_with_all_its_models_that_can() -> None:
    """Ten bases of 32 mm charge a 100 mm base with 12 in: six and more touch it, and none that does not could."""
    text = f'[[units]]\nname = "A"\n{unit("Red")}\nat = {{ grid = [5, 2], first = [5, 8], gap = 0.5 }}\n'
    battle = go(text + one("E", "Blue", "[17, 9]", "100mm"), "dice = [6, 6]")
    state = battle.state
    poses = [each.pose for each in state.models_of("A") if each.pose is not None]
    gaps = sorted(math.dist(pose.point, (17, 9)) - BASE - 50 / 25.4 for pose in poses)
    assert sum(gap <= 0.01 for gap in gaps) >= 6
    order = [each.model for each in battle.events if isinstance(each, ModelMoved)]
    before = table(text + one("E", "Blue", "[17, 9]", "100mm"))
    ends = {name: pose for name in order if (pose := state.models[name].pose) is not None}
    finding = Ways(before, "A", frozenset({"E"}))
    touching = charging_into_contact(finding, [before.models[name] for name in order], ("E",), 12.0)
    assert list(touching.reasons("move.charge", ends)) == []


def test_move_charge__every_target_or_none() -> None:
    two = PAIR + one("F", "Blue", "[10, 21]")
    assert reach(two, "E", "F").roll is None
    beside = PAIR + one("F", "Blue", "[20, 12]")
    assert reach(beside, "E", "F").roll is not None
    assert refused(go(PAIR + one("F", "Red", "[10, 15]"), targets='["F"]')) == ["move.charge"]


def test_reach__an_open_table_gives_a_disc_and_a_wall_takes_its_shadow() -> None:
    state = table(one("A", "Red", "[10, 10]"))
    whole = Ways(state, "A", frozenset()).within(state.models["A/1"], 5.0)
    assert whole.area == pytest.approx(25 * math.pi, rel=0.01)
    barred = table(one("A", "Red", "[10, 10]") + wall(12, 0, 1, 24))
    half = Ways(barred, "A", frozenset()).within(barred.models["A/1"], 5.0)
    edge = 2 - BASE
    cut = 25 * math.acos(edge / 5) - edge * math.sqrt(25 - edge**2)
    assert half.area == pytest.approx(25 * math.pi - cut, rel=0.01)
