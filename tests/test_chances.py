"""Exfiltrations by the thousand against their chances in closed form; `tools/chances.py` tries a hundred thousand."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from tools.chances import CRITICAL, ROUNDS, SECTORS, chances, chi_squared, tally

EACH = 700


@pytest.mark.parametrize("round_", ROUNDS)
def test_artifact_exfiltration__what_comes_of_it_is_what_the_dice_say(round_: int) -> None:
    found = tally(round_, range(round_ * EACH, (round_ + 1) * EACH))
    assert sum(found.outcomes.values()) == EACH
    assert chi_squared(found.outcomes, chances(round_)) < CRITICAL[7]


def test_artifact_expulsion_dice__favour_no_direction() -> None:
    sectors: Counter[int] = tally(2, range(9000, 9000 + EACH)).sectors
    assert chi_squared(sectors, dict.fromkeys(range(SECTORS), 1 / SECTORS)) < CRITICAL[11]


@pytest.mark.parametrize("round_", ROUNDS)
def test_artifact_exfiltration__the_closed_form_is_a_distribution(round_: int) -> None:
    assert sum(chances(round_).values()) == pytest.approx(1)
    lost = sum(number * chance for (what, number), chance in chances(round_).items() if what == "lost")
    assert lost == pytest.approx(2 * (round_ / 6) * (6 - round_) / 6)


def test_chi_squared__what_cannot_happen_is_infinitely_far_off() -> None:
    assert chi_squared({"a": 1}, {"a": 0.5, "b": 0.5}) == pytest.approx(1)
    assert chi_squared({"c": 1}, {"a": 1.0}) == math.inf
