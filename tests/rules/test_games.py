"""A hundred and fifty random games of the court against the laws that none may break, in three parts."""

from __future__ import annotations

import pytest

from tools.games import wrong

EACH = 50


@pytest.mark.parametrize("part", range(3))
def test_artefakt__random_games_keep_cards_display_limit_and_secrets(part: int) -> None:
    assert [fault for seed in range(part * EACH, (part + 1) * EACH) if (fault := wrong(seed)) is not None] == []
