"""The primitives and what holds them."""

from __future__ import annotations

import pytest

from battlefield.state import Board
from battlefield.viewer import theme
from battlefield.viewer.drawing import Rect, Scene, Widget
from battlefield.viewer.options import BAR_HEIGHT, ViewOptions, layout

BOARDS = [(60, 44), (44, 60), (30, 20), (6, 6), (120, 20)]
SIZES = [(1600, 900), (1280, 720), (900, 600), (640, 480), (3840, 2160)]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("size", SIZES)
def test_a_whole_board_lies_within_its_viewport(board: tuple[int, int], size: tuple[int, int]) -> None:
    parts = layout(Board(*board), ViewOptions(*size))
    left, top = parts.view.to_screen((0.0, board[1]))
    right, bottom = parts.view.to_screen((board[0], 0.0))
    port = parts.viewport
    assert port.x < left < right < port.right
    assert port.y < top < bottom < port.bottom
    assert port.bottom == size[1] - BAR_HEIGHT
    assert parts.panel is None or parts.panel.x == port.right


def test_the_view_goes_both_ways() -> None:
    view = layout(Board(60, 44), ViewOptions(zoom=3.0, centre=(12.0, 30.0))).view
    assert view.to_board(view.to_screen((7.25, 31.5))) == pytest.approx((7.25, 31.5))
    assert view.inches(view.scale) == pytest.approx(1.0)


def test_zooming_keeps_the_centre_in_the_middle() -> None:
    near = layout(Board(60, 44), ViewOptions(zoom=4.0, centre=(10.0, 40.0))).view
    nearer = layout(Board(60, 44), ViewOptions(zoom=8.0, centre=(10.0, 40.0))).view
    assert near.to_screen((10.0, 40.0)) == pytest.approx(nearer.to_screen((10.0, 40.0)))


def test_the_topmost_widget_answers() -> None:
    view = layout(Board(6, 6), ViewOptions()).view
    widgets = (Widget("list", Rect(0, 0, 100, 100)), Widget("event", Rect(10, 10, 20, 20), 7))
    scene = Scene(200, 100, theme.NIGHT, (), view, widgets)
    assert scene.widget_at(15, 15) == widgets[1]
    assert scene.widget_at(50, 50) == widgets[0]
    assert scene.widget_at(150, 50) is None


def test_players_named_after_a_colour_have_it() -> None:
    made = theme.liveries(("Blue", "Red", "Third"))
    assert [made[name].name for name in ("Blue", "Red")] == ["blue", "red"]
    assert len({each.cue for each in made.values()}) == 3


def test_every_player_has_a_livery_even_in_a_crowd() -> None:
    names = tuple(f"P{number}" for number in range(9))
    assert set(theme.liveries(names)) == set(names)
