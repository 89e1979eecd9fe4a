"""Plain moves: allowance, turning, climbing, whose turn it is, where they end."""

from __future__ import annotations

import math

import pytest

from battlefield.battle import Battle
from battlefield.events.core import ModelMoved, OrderRefused
from tests.sketch import COMMAND, MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)


def mover(base: str = "32mm", m: float = 6, at: str = "[10, 10]", name: str = "A") -> str:
    return f'[[units]]\nname = "{name}"\n{unit("Red", base, move=m)}\nat = {at}\n'


def go(keys: str, text: str | None = None, start: str = MOVEMENT) -> Battle:
    more = mover() if text is None else text
    return played(sketch(OPEN, f'{more}[[orders]]\ndo = "move"\n{keys}\n', start=start))


def refusal(battle: Battle) -> list[str]:
    last = battle.events[-1]
    return [each.rule for each in last.reasons] if isinstance(last, OrderRefused) else []


@pytest.mark.parametrize(("x", "rules"), [(16, []), (16.00000005, []), (16.000001, ["move.length"])])
def test_move_length__m_exactly_and_a_millionth_more(x: float, rules: list[str]) -> None:
    assert refusal(go(f'model = "A"\nto = [{x}, 10]')) == rules


def test_move_length__a_path_is_as_long_as_its_legs() -> None:
    assert refusal(go('model = "A"\npath = [[13, 10], [13, 13]]')) == []
    assert refusal(go('model = "A"\npath = [[13, 10], [13, 13.001]]')) == ["move.length"]


def test_A4__climbing_counts_both_ways() -> None:
    assert refusal(go('model = "A"\npath = [[12, 10, 0], [12, 10, 2], [14, 10, 2]]')) == []
    assert refusal(go('model = "A"\npath = [[12, 10, 0], [12, 10, 2.1], [14, 10, 2.1]]')) == ["move.length"]
    assert refusal(go('model = "A"\nto = [12, 10, 0]', mover(at="[10, 10, 5]"))) == ["move.length"]


def test_A3__turning_a_hull_on_the_spot_costs_what_its_far_corner_sweeps() -> None:
    hull = '{ hull = "7x4in", height = 3 }'
    quarter = math.hypot(3.5, 2) * math.pi / 2
    assert quarter > 6
    turn = 'model = "A"\npath = [{ at = [10, 10], facing = 90 }]'
    assert refusal(go(turn, mover(hull, 6))) == ["move.length"]
    assert refusal(go(turn, mover(hull, math.floor(quarter * 1e6) / 1e6 + 1e-6))) == []
    assert refusal(go('model = "A"\nto = [16, 10]', mover(hull, 6))) == []


def test_A3__a_disc_turns_for_nothing() -> None:
    assert refusal(go('model = "A"\npath = [{ at = [16, 10], facing = 180 }]')) == []


def test_move_length__what_was_moved_before_in_the_phase_counts() -> None:
    text = mover() + '[[orders]]\ndo = "move"\nmodel = "A"\nto = [14, 10]\n'
    assert refusal(go('model = "A"\nto = [16, 10]', text)) == []
    assert refusal(go('model = "A"\nto = [16.1, 10]', text)) == ["move.length"]


def test_move_normal__only_in_ones_own_movement_phase() -> None:
    assert refusal(go('model = "A"\nto = [12, 10]', start=COMMAND)) == ["move.normal"]
    assert refusal(go('model = "A"\nto = [12, 10]', start=MOVEMENT.replace("Red", "Blue"))) == ["move.normal"]


def test_B1__an_engaged_unit_may_only_remain_or_fall_back() -> None:
    foe = f'[[units]]\nname = "F"\n{unit("Blue")}\nat = {{ from = "A", gap = 1.0, bearing = 180 }}\n'
    assert "move.normal" in refusal(go('model = "A"\nto = [14, 10]', mover() + foe))


def test_setup__a_move_ends_where_a_model_may_stand() -> None:
    ground = '[[terrain]]\nname = "Rock"\ntraits = ["impassable"]\narea = { rect = [13, 8, 4, 4] }\n'
    friend = mover(at="[10, 15]", name="B")
    foe = f'[[units]]\nname = "F"\n{unit("Blue")}\nat = [10, 3]\n'
    marker = '[[objectives]]\nname = "Well"\nat = [6, 10]\n'
    text = mover(m=20) + ground + friend + foe + marker
    assert refusal(go('model = "A"\nto = [15, 10]', text)) == ["move.swept", "setup.impassable"]
    assert refusal(go('model = "A"\nto = [10, 14.5]', text)) == ["setup.no_overlap"]
    assert refusal(go('model = "A"\nto = [10, 5]', text)) == ["move.swept", "setup.engagement"]
    assert refusal(go('model = "A"\nto = [6.5, 10]', text)) == ["setup.objective"]
    assert refusal(go('model = "A"\nto = [0.2, 10]', text)) == ["setup.on_board"]
    assert refusal(go('model = "A"\nto = [20, 10]', text)) == ["move.swept"]
    assert refusal(go('model = "A"\npath = [[10, 13], [20, 13], [20, 10]]', text)) == []


def test_B4__a_move_that_cannot_end_coherent_is_refused_whole() -> None:
    text = f'[[units]]\nname = "U"\n{unit("Red", move=6)}\nat = [[10, 10], [12, 10]]\n'
    assert refusal(go('model = "U/1"\nto = [6, 10]', text)) == ["setup.coherency"]
    moved = go('unit = "U"\nby = [-4, 0]', text)
    assert refusal(moved) == []
    assert [moved.state.models[name].pose for name in ("U/1", "U/2")] == [(6, 10, 0, 0), (8, 10, 0, 0)]


def test_move__a_unit_by_paths() -> None:
    text = f'[[units]]\nname = "U"\n{unit("Red", move=6)}\nat = [[10, 10], [12, 10]]\n'
    battle = go('unit = "U"\n[orders.paths]\n"U/1" = [[10, 14]]\n"U/2" = [[12, 12], [12, 14]]', text)
    assert refusal(battle) == []
    assert [each.length for each in battle.events if isinstance(each, ModelMoved)] == [4, 4]


def test_move__swapping_places_within_a_unit_is_judged_at_the_end() -> None:
    text = f'[[units]]\nname = "U"\n{unit("Red", move=6)}\nat = [[10, 10], [12, 10]]\n'
    assert refusal(go('unit = "U"\n[orders.paths]\n"U/1" = [[12, 10]]\n"U/2" = [[10, 10]]', text)) == []
