"""Whom a charge may pass, and over or under whom: heights, FLY, VEHICLE and MONSTER models of one side (B6)."""

from __future__ import annotations

import math

import pytest
import shapely

from battlefield.battle import Battle
from battlefield.events.core import ChargeFailed, ModelMoved, Reason, TokenSet
from battlefield.judging import reached
from tests.rules.test_charge import BASE, CHARGE, OPEN, declared, go, one, reach, refused, table, wall
from tests.sketch import played, sketch

LANE = wall(0, 8.7, 40, 0.5, "South") + wall(0, 10.8, 40, 0.5, "North")
"""A lane along y = 10, wide enough for one 32 mm base and no more."""
SIXES = "dice = [6, 6]"


def why_not(battle: Battle) -> tuple[Reason, ...]:
    last = battle.events[-1]
    return last.reasons if isinstance(last, ChargeFailed) else ()


def moved(battle: Battle) -> tuple[float, float]:
    (last,) = [each for each in battle.events if isinstance(each, ModelMoved)][-1:]
    return last.path[-1].point


def test_B6__under_a_model_of_the_target_that_stands_on_another_level() -> None:
    """E/1 is 8 in up: the way to E/2 leads beneath it. Whether less would do by climbing is not proved."""
    text = LANE + one("A", "Red", "[5, 10]") + one("E", "Blue", "[[9, 10, 8], [15, 10]]")
    found = reach(text)
    assert found.roll == math.ceil(10 - 2 * BASE - 1)
    assert found.bound == math.ceil(4 - 2 * BASE - 1 + 8 - 5)
    battle = go(text, f"dice = [4, 4]\npaths = {{ A = [[{14 - 2 * BASE:.9f}, 10]] }}")
    assert moved(battle) == pytest.approx((14 - 2 * BASE, 10))


@pytest.mark.parametrize("keywords", ["INFANTRY", "VEHICLE"])
def test_move_charge__a_friend_overhead_bars_neither_the_way_nor_the_end(keywords: str) -> None:
    text = LANE + one("A", "Red", "[5, 10]", keywords=keywords)
    text += one("F", "Red", "[10.5, 10, 8]", "130mm", keywords) + one("E", "Blue", "[13, 10]")
    found = reach(text)
    assert found.bound == found.roll == math.ceil(8 - 2 * BASE - 1)
    assert moved(go(text, "dice = [3, 3]"))[0] == pytest.approx(13 - 2 * BASE - 1, abs=0.3)


@pytest.mark.parametrize(("kind", "passes"), [("INFANTRY", True), ("VEHICLE", False), ("MONSTER", False)])
def test_B6__vehicles_and_monsters_of_one_side_do_not_pass_each_other_on_given_paths_either(
    kind: str, passes: bool
) -> None:
    text = LANE + one("A", "Red", "[5, 10]", keywords=kind) + one("F", "Red", "[9, 10]", keywords="VEHICLE")
    text += one("E", "Blue", "[15, 10]")
    assert (reach(text).roll is not None) == passes
    battle = go(text, f"{SIXES}\npaths = {{ A = [[{15 - 2 * BASE:.9f}, 10]] }}")
    assert (why_not(battle) == ()) == passes
    if not passes:
        (reason,) = why_not(battle)
        assert reason.rule == "move.swept"
        assert reason.claim is not None
        assert reason.claim.b == "F/1"
        assert "B6" in reason.claim.rulings
        assert reach(text).first[0].blocker == "F/1"


def test_B6__what_can_fly_passes_the_enemies_it_charges() -> None:
    foes = one("E", "Blue", "[[9, 10], [10.5, 10]]")
    far = f"{SIXES}\npaths = {{ A = [[{10.5 + 2 * BASE:.9f}, 10]] }}"
    flying = go(one("A", "Red", "[5, 10]", keywords="INFANTRY, FLY") + foes, far)
    assert moved(flying) == pytest.approx((10.5 + 2 * BASE, 10))
    walking = why_not(go(one("A", "Red", "[5, 10]") + foes, far))
    assert {each.rule for each in walking} == {"move.swept"}


def test_move_swept__what_can_fly_goes_round_impassable_ground_as_its_given_path_must() -> None:
    text = wall(8, 0, 1, 12) + one("A", "Red", "[5, 10]", keywords="INFANTRY, FLY") + one("E", "Blue", "[13, 10]")
    found = reach(text)
    assert found.first[0].way is not None
    assert found.first[0].way.through == ("Wall",)
    assert found.first[0].length > 8 - 2 * BASE - 1 + 0.5
    straight = why_not(go(text, f"{SIXES}\npaths = {{ A = [[{13 - 2 * BASE:.9f}, 10]] }}"))
    assert [(each.rule, each.claim.b if each.claim else None) for each in straight] == [("move.swept", "Wall")]


def test_move_normal__a_vehicle_passes_friendly_vehicles_when_it_does_not_charge() -> None:
    text = LANE + one("A", "Red", "[5, 10]", keywords="VEHICLE", move=8)
    text += one("F", "Red", "[9, 10]", keywords="VEHICLE")
    found, area = reached(table(text), "A", 8.0)
    assert found.inches == 8.0
    assert area.buffer(0.02).contains(shapely.Point(12.5, 10))
    order = '[[orders]]\ndo = "move"\nmodel = "A"\nto = [12.5, 10]\n'
    battle = played(sketch(OPEN, text + order, start=CHARGE.replace('"charge"', '"movement"')))
    assert refused(battle) == []
    assert moved(battle) == (12.5, 10.0)


def test_move_charge_distance__what_climbing_may_save_is_not_claimed_to_be_impossible() -> None:
    """The way climbs 8 in to the target's level; standing 3 in up would do, if there were a floor."""
    text = one("A", "Red", "[5, 10]") + one("E", "Blue", "[9, 10, 8]")
    found = reach(text)
    assert (found.bound, found.roll) == (math.ceil(4 - 2 * BASE - 1 + 3), math.ceil(4 - 2 * BASE - 1 + 8))
    assert not found.exact
    needs = declared(go(text, "dice = [1, 1]")).needs
    assert needs is not None
    assert needs.bound == found.bound


@pytest.mark.parametrize(
    ("at", "foes", "roll"),
    [
        ("[[10, 10], [12.4, 10], [15.5, 10]]", ("[10, 16]", "[15.5, 16]"), 4),
        ("[[10, 10], [13, 10]]", ("[8.5, 16]", "[14.5, 16]"), 5),
    ],
)
def test_move_charge_distance__places_at_two_targets_that_hang_together(
    at: str, foes: tuple[str, str], roll: int
) -> None:
    """A third at (12.6, 13.741) between the two makes the first on 4; both leaning inwards the second on 5."""
    text = one("A", "Red", at) + one("E", "Blue", foes[0]) + one("F", "Blue", foes[1])
    found = reach(text, "E", "F")
    assert found.roll is not None
    assert found.bound == 4
    assert found.roll <= roll
    battle = go(text, f"dice = [{roll - 2}, 2]", '["E", "F"]')
    assert why_not(battle) == ()
    assert isinstance(battle.events[-1], ModelMoved | TokenSet)
