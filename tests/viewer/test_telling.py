"""Figures in words: no more decimals than tell a figure from its limit, and none that are but rounding."""

from __future__ import annotations

import pytest

from battlefield.figures import ROUNDING, telling
from battlefield.viewer.telling import margin


@pytest.mark.parametrize(
    ("value", "limit", "said"),
    [
        (6.0, 6.0, "6"),
        (5.999999999, 6.0, "6"),
        (6.000000001, 6.0, "6"),
        (5.99999998, 6.0, "5.99999998"),
        (6.000001, 6.0, "6.000001"),
        (5.2, 6.0, "5.2"),
    ],
)
def test_a_figure_differs_from_its_limit_in_words_where_it_truly_does(value: float, limit: float, said: str) -> None:
    assert telling(value, limit) == said


def test_a_margin_that_is_but_rounding_is_none() -> None:
    assert [margin(each) for each in (0.9 * ROUNDING, -0.9 * ROUNDING)] == ["0", "0"]
    assert [margin(each) for each in (1e-6, -1e-6)] == ["+0.000001", "-0.000001"]
