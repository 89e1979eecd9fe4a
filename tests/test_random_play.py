"""Random battles, in parts that can run side by side: each thing in one place, every log good.

Three hundred: most are of Relics of Old alone, eighty have the Scrollhammer Relic on the same table.
"""

from __future__ import annotations

import pytest

from tools.random_play import EVERY, Kinds, wrong

EACH, ALONE, TOGETHER = 20, 11, 4


def faults(first: int, kinds: Kinds) -> list[tuple[int, str]]:
    return [(seed, said) for seed in range(first, first + EACH) for said in wrong(seed, kinds)]


@pytest.mark.parametrize("part", range(ALONE))
def test_artifact__random_battles_keep_every_artifact_in_one_place_and_verify(part: int) -> None:
    assert faults(part * EACH, EVERY[:1]) == []


@pytest.mark.parametrize("part", range(TOGETHER))
def test_relic__random_battles_with_artifacts_on_the_same_table(part: int) -> None:
    assert faults(1000 + part * EACH, EVERY) == []
