"""A large crowd is judged all at once, a small one by squares: the findings are the same."""

from __future__ import annotations

from random import Random

import pytest

from battlefield.battle import findings, run
from battlefield.geometry import crowd
from battlefield.scenario.load import loads
from battlefield.state import State

BASES = ('"32mm"', '"60x35mm"', '"40mm"', '{ hull = "4x2in", height = 3 }')


def crowded(seed: int) -> State:
    """Eighty models of sixteen units thrown onto a small table with bad ground, zones and markers."""
    chance = Random(seed)
    text = ['format = 1\ntitle = "crowd"\nrules = ["core"]\n[board]\nwidth = 44\nheight = 30']
    text.append('[[players]]\nname = "Red"\ndeployment_zone = { polygon = [[0, 0], [44, 0], [30, 18], [0, 14]] }')
    zone = "{ minus = [{ rect = [0, 12, 44, 18] }, { circle = [22, 12, 6] }] }"
    text.append(f'[[players]]\nname = "Blue"\ndeployment_zone = {zone}')
    for index in range(3):
        area = f"{{ rect = [{8 + 12 * index}, 12, 4, 3], angle = {20 * index} }}"
        text.append(f'[[terrain]]\nname = "T{index}"\ntraits = ["impassable"]\narea = {area}')
        text.append(f'[[objectives]]\nname = "O{index}"\nat = [{6 + 14 * index}, 8]')
    for index in range(16):
        player, x, y = ("Red", "Blue")[index % 2], chance.uniform(0, 38), chance.uniform(0, 28)
        places = [f"[{x + chance.uniform(0, 9):.3f}, {y + chance.uniform(-3, 3):.3f}]" for _ in range(5)]
        text.append(f'[[units]]\nname = "U{index}"\nplayer = "{player}"\nbase = {BASES[index % 4]}')
        text.append(f"facing = {chance.randrange(360)}\nat = [{', '.join(places)}]")
    return run(loads("\n".join(text), "crowd.toml")).state


@pytest.mark.parametrize("seed", range(4))
def test_setup__a_crowd_is_judged_alike_at_once_and_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = crowded(seed)
    assert len(list(state.on_board())) >= crowd.MANY
    at_once = findings(state)
    monkeypatch.setattr(crowd, "MANY", 10_000)
    assert at_once == findings(state)
    assert {each.rule for each in at_once} >= {"setup.zone", "setup.no_overlap", "setup.coherency"}
