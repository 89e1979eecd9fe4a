"""A still of the table alone, without panel and bar: for a page of a book, a forum, a slide."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from battlefield.recording import Recording
from battlefield.viewer import theme
from battlefield.viewer.drawing import Layer, Rect, Scene, View
from battlefield.viewer.options import BOTTOM, LEFT, RIGHT, TOP, ViewOptions
from battlefield.viewer.panel_legend import EDGE, ROW, legend_items, signs_on
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import film_of, stage_of, table_layers
from battlefield.viewer.scene_board import rulers, scale_bar, surround
from battlefield.viewer.scene_cards import extent

COLUMN = 170.0
"""Pixels of one column of the legend, about."""
FOOT = 34.0


class Furniture(NamedTuple):
    """What stands below the table."""

    scale_bar: bool = False
    legend: bool = False


def table_alone(recording: Recording, at: int | None, size: tuple[int, int], beside: Furniture) -> Scene:
    """The table at event `at`, or at the last; ValueError when there is no such event."""
    film = film_of(recording)
    moment = film.of_event(film.moments[-1].n if at is None else at)
    wide, high = float(size[0]), float(size[1])
    signs = signs_on(recording, True, False) if beside.legend else []
    columns = max(1, min(len(signs), int((wide - LEFT - EDGE) / COLUMN)))
    foot = (ceil(len(signs) / columns) * ROW + 20 if signs else 0.0) + (FOOT if beside.scale_bar else 0.0)
    port = Rect(0, 0, wide, high - foot)
    board = recording.table.board
    shown = extent(recording.table)  # cards lie above the battlefield
    scale = max(1.0, min((wide - LEFT - RIGHT) / shown.width, (port.height - TOP - BOTTOM) / shown.height))
    left = (LEFT + wide - RIGHT - shown.width * scale) / 2
    low = (TOP + port.height - BOTTOM + shown.height * scale) / 2
    view = View(port, scale, left, low)
    stage = stage_of(recording, moment, scale)
    plan = plan_of(stage)
    layers = [Layer("surround", "screen", surround(board, view))]
    layers += table_layers(stage, plan, plan.still, ViewOptions(*size))
    layers.append(Layer("rulers", "screen", rulers(board, view)))
    if beside.scale_bar:
        layers.append(Layer("scale", "screen", scale_bar(view, left + board.width * scale, port.bottom + FOOT - 14)))
    if signs:
        top = high - ceil(len(signs) / columns) * ROW - 8
        layers.append(Layer("legend", "screen", legend_items(signs, Rect(left, top, wide - left - EDGE, 0), columns)))
    return Scene(*size, theme.NIGHT, tuple(layers), view, title=recording.table.title, whole=True)
