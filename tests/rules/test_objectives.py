"""Objective markers: who is within range, Level of Control, who holds what when a phase ends."""

from __future__ import annotations

import pytest

from battlefield.battle import Battle
from battlefield.events.core import ObjectiveControlled
from tests.sketch import MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
WELL = '[[objectives]]\nname = "Well"\nat = [20, 10]\n'
NEXT = '[[orders]]\ndo = "phase"\n'
REACH = 20 / 25.4 + 3 + 16 / 25.4


def one(name: str, player: str, x: float, y: float, z: float = 0, oc: int = 2, more: str = "") -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, oc=oc)}\nat = [{x}, {y}, {z}]\n{more}'


def ends(text: str) -> Battle:
    return played(sketch(OPEN, WELL + text + NEXT, start=MOVEMENT))


def told(battle: Battle) -> list[tuple[str, dict[str, int]]]:
    return [(each.player, dict(each.levels)) for each in battle.events if isinstance(each, ObjectiveControlled)]


@pytest.mark.parametrize(("x", "holds"), [(20 + REACH, True), (20 + REACH + 1e-6, False)])
def test_core_objective__within_three_inches_of_its_closest_part(x: float, holds: bool) -> None:
    assert told(ends(one("A", "Red", x, 10))) == ([("Red", {"Red": 2, "Blue": 0})] if holds else [])


@pytest.mark.parametrize(("z", "holds"), [(5, True), (5.000001, False)])
def test_core_objective__held_from_five_inches_above(z: float, holds: bool) -> None:
    assert bool(told(ends(one("A", "Red", 20, 10, z)))) == holds


def test_core_objective__the_higher_level_has_it_equal_is_contested() -> None:
    both = one("A", "Red", 18, 10, oc=2) + one("B", "Blue", 22, 10, oc=3)
    assert told(ends(both)) == [("Blue", {"Red": 2, "Blue": 3})]
    even = one("A", "Red", 18, 10, oc=2) + one("B", "Blue", 22, 10, oc=2)
    assert told(ends(even)) == []


def test_core_objective__oc_is_zero_while_battle_shocked() -> None:
    shocked = one("A", "Red", 18, 10, oc=5, more='tokens = ["battle-shocked"]\n') + one("B", "Blue", 22, 10, oc=1)
    assert told(ends(shocked)) == [("Blue", {"Red": 0, "Blue": 1})]


def test_core_objective__changes_are_told_once_and_change_back_to_contested() -> None:
    walk = '[[orders]]\ndo = "move"\nmodel = "A"\nto = [30, 10]\n'
    text = WELL + one("A", "Red", 18, 10).replace("oc = 2", "oc = 2\nmove = 20") + NEXT + NEXT
    battle = played(sketch(OPEN, text, start='round = 1\nplayer = "Red"\nphase = "command"'))
    assert told(battle) == [("Red", {"Red": 2, "Blue": 0})]
    text = WELL + one("A", "Red", 18, 10).replace("oc = 2", "oc = 2\nmove = 20") + NEXT + walk + NEXT
    battle = played(sketch(OPEN, text, start='round = 1\nplayer = "Red"\nphase = "command"'))
    assert [player for player, _ in told(battle)] == ["Red", "contested"]


def test_core_objective__asked_of_a_scenario() -> None:
    text = one("A", "Red", 18, 10) + NEXT + '[[orders.expect]]\ncontrols = "Well"\nplayer = "Red"\n'
    from battlefield.check import check

    assert check(sketch(OPEN, WELL + text, start=MOVEMENT)).fine
