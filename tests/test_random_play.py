"""Random battles, in four parts that can run side by side: every Artifact in one place, every log good."""

from __future__ import annotations

import pytest

from tools.random_play import wrong

EACH = 50


@pytest.mark.parametrize("part", range(4))
def test_artifact__random_battles_keep_every_artifact_in_one_place_and_verify(part: int) -> None:
    faults = [(seed, said) for seed in range(part * EACH, (part + 1) * EACH) for said in wrong(seed)]
    assert faults == []
