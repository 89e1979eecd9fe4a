"""Tokens at set-up: on the battlefield, on no base while armies are deployed, on no other token."""

from __future__ import annotations

import pytest

from battlefield.battle import findings
from battlefield.state import State
from tests.sketch import COMMAND, played, sketch, unit

OPEN = "\n".join(["." * 30] * 20)
R = 25 / 25.4 / 2


def orb(name: str, x: float, y: float) -> str:
    return f'[[artifacts]]\nname = "{name}"\nkind = "mission"\nat = [{x}, {y}]\n'


def rules(state: State) -> list[str]:
    return [each.rule for each in findings(state)]


def table(text: str, start: str | None = COMMAND) -> State:
    return played(sketch(OPEN, text, start=start)).state


@pytest.mark.parametrize(("x", "broken"), [(R, []), (R - 1e-6, ["setup.on_board"]), (-5, ["setup.on_board"])])
def test_setup_on_board__a_token_lies_on_the_battlefield(x: float, broken: list[str]) -> None:
    assert rules(table(orb("Orb", x, 10))) == broken


@pytest.mark.parametrize(("gap", "broken"), [(0.0, []), (-0.0101, ["setup.token"]), (-0.5, ["setup.token"])])
def test_setup_token__never_on_another_token(gap: float, broken: list[str]) -> None:
    assert rules(table(orb("Orb", 10, 10) + orb("Eye", 10 + 2 * R + gap, 10))) == broken


def test_setup_token__not_on_a_base_while_armies_are_deployed_in_play_models_may_stand_on_it() -> None:
    text = orb("Orb", 10, 10) + f'[[units]]\nname = "A"\n{unit("Red", keywords="VEHICLE")}\nat = [10, 10]\n'
    assert rules(table(text, start=None)) == ["setup.token"]
    assert rules(table(text)) == []
