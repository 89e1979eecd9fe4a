"""Widths of texts in the bundled font."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from battlefield.viewer import theme
from battlefield.viewer.metrics import covers, cut, width, wrap


@pytest.mark.parametrize("weight", ["regular", "semibold"])
@pytest.mark.parametrize("text", ["Rangers", "6.000000 in", "Żołnierze Nieśmiertelni", "Δύναμη", "13″ – closest part"])
def test_widths_agree_with_another_reader_of_the_font(weight: str, text: str) -> None:
    theirs = ImageFont.truetype(str(theme.FONT_FILES[weight]), 1000).getlength(text) / 1000
    assert width(text, 1.0, weight) == pytest.approx(theirs, rel=0.03)  # type: ignore[arg-type]


@given(st.text(max_size=60), st.floats(20, 400))
def test_a_cut_text_fits_or_is_only_the_ellipsis(text: str, room: float) -> None:
    shown = cut(text, 12.0, room)
    assert width(shown, 12.0) <= room or shown == "…"
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))


@given(st.text(max_size=200), st.floats(40, 400), st.integers(1, 5))
def test_wrapped_lines_fit(text: str, room: float, lines: int) -> None:
    made = wrap(text, 12.0, room, lines)
    assert len(made) <= lines
    assert all(width(each, 12.0) <= room for each in made)


def test_wrapping_keeps_every_word_that_fits() -> None:
    assert wrap("one two three", 12.0, 500.0, 2) == ("one two three",)
    assert " ".join(wrap("one two three four five six", 12.0, 60.0, 9)) == "one two three four five six"


def test_what_the_font_lacks() -> None:
    assert covers("Zażółć gęślą jaźń – 13″ ≥ ½")
    assert not covers("近衛兵")
    assert width("近", 10.0) == 10.0
