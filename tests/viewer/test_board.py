"""The grid and the rulers: no more of them than can be told apart, however large the battlefield."""

from __future__ import annotations

from itertools import pairwise

import pytest
from viewer.making import table

from battlefield.state import Board
from battlefield.viewer import theme
from battlefield.viewer.drawing import Rect, Stroke, Text, View
from battlefield.viewer.scene_board import LINES, MOST_LINES, SCALE_MOST, bar_length, ground, rulers, step

PORT = Rect(0, 0, 1600, 900)


def upright(width: float, height: float, scale: float) -> dict[float, bool]:
    """Where the grid's upright lines stand, and whether each is one of the strong ones."""
    made = table("Board", (width, height), ())
    colours = tuple(theme.liveries(tuple(each.name for each in made.players)).items())
    lines = [each for each in ground(made, scale, colours) if isinstance(each, Stroke) and len(each.points) == 2]
    return {
        each.points[0][0]: each.colour == theme.GRID_STRONG
        for each in lines
        if each.points[0][0] == each.points[1][0] and each.colour in (theme.GRID, theme.GRID_STRONG)
    }


def test_an_ordinary_board_has_a_line_an_inch() -> None:
    lines = upright(60, 44, 16.0)
    assert list(lines) == list(range(1, 60))
    assert [at for at, strong in lines.items() if strong] == [6, 12, 18, 24, 30, 36, 42, 48, 54]
    assert len(upright(60, 44, 200.0)) == 59


@pytest.mark.parametrize("scale", [8e-4, 0.003, 0.05, 0.3, 1.0, 2.5, 16.0, 300.0])
@pytest.mark.parametrize("size", [(1e6, 1e6), (1e6, 1.0), (30_000.0, 400.0), (700.0, 700.0)])
def test_lines_are_few_and_stand_apart(size: tuple[float, float], scale: float) -> None:
    lines = upright(*size, scale)
    assert len(lines) <= MOST_LINES
    assert all((b - a) * scale >= LINES for a, b in pairwise(lines))
    strong = step(scale)
    assert all(marked == (at % strong == 0) for at, marked in lines.items())


@pytest.mark.parametrize("scale", [8e-4, 0.003, 0.05, 0.3, 1.0, 2.5, 16.0, 300.0])
def test_rulers_have_few_ticks_and_every_figure_is_in_the_picture(scale: float) -> None:
    board = Board(1e6, 1e6)
    items = rulers(board, View(PORT, scale, 800 - 5e5 * scale, 450 + 5e5 * scale))
    assert len([each for each in items if isinstance(each, Stroke)]) < (PORT.width + PORT.height) / 7 + 4
    figures = [each for each in items if isinstance(each, Text)]
    assert len(figures) > 4
    assert all(each.at[0] - each.width >= 0 for each in figures if each.anchor == "end")


def test_steps_grow_without_end_and_figures_stand_on_lines() -> None:
    assert [step(scale) for scale in (100, 20, 10, 3, 1, 0.5, 0.3, 0.1, 0.03, 5e-5)] == [
        1, 3, 6, 24, 60, 120, 240, 600, 2400, 1_200_000,
    ]  # fmt: skip
    for scale in (2.0**-power for power in range(-8, 16)):
        assert step(scale) % step(scale, LINES) == 0


def test_a_scale_bar_is_of_a_usual_length_and_never_too_long() -> None:
    scales = (400, 200, 100, 60, 27, 10, 1, 0.01, 8e-4)
    assert [bar_length(scale) for scale in scales] == [0.25, 0.5, 1, 1, 3, 6, 60, 6000, 120000]
    assert all(bar_length(scale) * scale <= SCALE_MOST for scale in scales)
