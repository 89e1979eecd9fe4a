"""Charges: the least roll by the shortest legal way, declared, made and failed."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from battlefield.battle import Battle
from battlefield.events.core import ChargeDeclared, ChargeFailed, ModelMoved, OrderRefused
from battlefield.rules.core.charge_reach import Reach, chance_of, least_roll, reach_of
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
    assert reach(one("A", "Red", "[10, 10]") + one("E", "Blue", "[15, 10, 5.1]")).roll is None


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


def test_move_charge__every_target_or_none() -> None:
    two = PAIR + one("F", "Blue", "[10, 21]")
    assert reach(two, "E", "F").roll is None
    beside = PAIR + one("F", "Blue", "[20, 12]")
    assert reach(beside, "E", "F").roll is not None
    assert refused(go(PAIR + one("F", "Red", "[10, 15]"), targets='["F"]')) == ["move.charge"]


def test_reach__an_open_table_gives_a_disc_and_a_wall_takes_its_shadow() -> None:
    from battlefield.rules.core.ways_of import Ways

    state = table(one("A", "Red", "[10, 10]"))
    whole = Ways(state, "A", frozenset()).within(state.models["A/1"], 5.0)
    assert whole.area == pytest.approx(25 * math.pi, rel=0.01)
    barred = table(one("A", "Red", "[10, 10]") + wall(12, 0, 1, 24))
    half = Ways(barred, "A", frozenset()).within(barred.models["A/1"], 5.0)
    edge = 2 - BASE
    cut = 25 * math.acos(edge / 5) - edge * math.sqrt(25 - edge**2)
    assert half.area == pytest.approx(25 * math.pi - cut, rel=0.01)
