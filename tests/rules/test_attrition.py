"""Models out of coherency at the end of a turn."""

from __future__ import annotations

from battlefield.battle import Battle
from tests.sketch import played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
FIGHT = 'round = 1\nplayer = "Red"\nphase = "fight"'
UNIT = f'[[units]]\nname = "U"\n{unit("Red")}\nat = [[5, 10], [7, 10], [9, 10], [11, 10], [13, 10]]\n'


def turn_ends(orders: str, answers: str = "") -> Battle:
    end = f'[[orders]]\ndo = "phase"\n{answers}\n'
    return played(sketch(OPEN, UNIT + orders + end, start=FIGHT))


def alive(battle: Battle) -> list[str]:
    return [each.name for each in battle.state.on_board()]


def test_B3__the_smaller_group_goes_at_the_end_of_the_turn() -> None:
    gone = '[[orders]]\ndo = "destroy"\nmodel = "U/3"\n' + '[[orders]]\ndo = "destroy"\nmodel = "U/4"\n'
    assert alive(turn_ends(gone)) == ["U/1", "U/2"]


def test_B3__its_player_picks() -> None:
    gone = '[[orders]]\ndo = "destroy"\nmodel = "U/3"\n' + '[[orders]]\ndo = "destroy"\nmodel = "U/4"\n'
    answers = 'answers = [{ to = "setup.coherency", is = "U/1" }, { to = "setup.coherency", is = "U/2" }]'
    assert alive(turn_ends(gone, answers)) == ["U/5"]


def test_B3__not_before_the_turn_ends() -> None:
    gone = '[[orders]]\ndo = "destroy"\nmodel = "U/3"\n'
    battle = played(sketch(OPEN, UNIT + gone, start=FIGHT))
    assert len(alive(battle)) == 4


def test_B3__a_coherent_unit_loses_nobody() -> None:
    assert len(alive(turn_ends(""))) == 5
