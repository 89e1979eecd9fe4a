"""Where a model can get to, on the table: the ground that its centre reaches, and what keeps it from more."""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.figures import trimmed
from battlefield.geometry.shapes import Point, unit_vector
from battlefield.judge import Reached
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.close_up import cut_line
from battlefield.viewer.drawing import Fill, Hatch, Item, Rect, Stroke, Text
from battlefield.viewer.glyphs import circle_line
from battlefield.viewer.labels import Wanted, beside, box
from battlefield.viewer.plan import Stage
from battlefield.viewer.scene_evidence import ring_figure, ring_lines
from battlefield.viewer.scene_models import filled
from battlefield.viewer.shown import Shown, edges_of, haloed, lit, on_table, thinned
from battlefield.viewer.tags import placed, said

RED = theme.REFUSED


def reach_shown(stage: Stage, found: Reached, room: Rect | None = None) -> Shown:
    """The area with its holes, the circle that it would be on open ground, and the ranges and the ground that bound it.

    `room`: what the labels stay in, in board pixels.
    """
    state = stage.before
    model = state.models[found.model]
    livery = stage.livery(model.player)
    under: list[Item] = []
    for rings in found.parts:
        hatch = Hatch("diagonal", livery.dark.at(0.16), 8, 1.1)
        under += [Fill(rings, livery.fill.at(0.2)), Fill(rings, livery.fill.at(0.0), hatch)]
    under += list(_open_ground(state, found))
    for ring in (ring for rings in found.parts for ring in rings):
        under += haloed((*ring, ring[0]), livery.dark, 2.4)
    under += lit(state, [each for each in found.bounded if each not in state.models], theme.INK, stage.unit)
    figures = []
    for name in foes_of(state, found):
        shape = state.models[name].footprint
        far = state.range_pair("engagement")[0]
        under += ring_lines(state, shape, far, theme.LABEL.at(0.8), 4.4)
        under += ring_lines(state, shape, far, RED, 2.0, (7, 5))
        under.append(filled(shape, RED.at(0.12)))
        at = None if model.pose is None else model.pose.point
        figures.append(ring_figure(state, shape, far, at, RED))
    lines = tuple((*ring, ring[0]) for rings in found.parts for ring in rings)
    text = said(f"{found.inches:g}″ of way: {trimmed(found.area, 2)} sq in", livery.dark, size=14, room=360)
    places = [*_places(found, text), *([] if model.pose is None else beside(model.pose.point, 60, 60, text))]
    kept, taken = [*thinned(lines), *edges_of(state, found.bounded)], [box(each, stage.scale) for each in figures]
    tags = placed(stage, [Wanted(text, tuple(places))], kept, taken, on_table(stage, room))
    return Shown(tuple(under), (), (*figures[:4], *tags), thinned(lines), (), (found.model,))


def foes_of(state: State, found: Reached) -> list[str]:
    """The enemies whose Engagement Range bounds a reach."""
    player = state.models[found.model].player
    return [each for each in found.bounded if each in state.models and state.models[each].player != player]


def _open_ground(state: State, found: Reached) -> Iterator[Item]:
    """The circle of as many inches, where it lies on the battlefield."""
    pose = state.models[found.model].pose
    if pose is not None and found.inches > 0:
        window = Rect(0.0, 0.0, state.board.width, state.board.height)
        for piece in cut_line(circle_line(pose.point, found.inches), window):
            yield Stroke(piece, theme.INK.at(0.5), 1.3, (2, 5))


def _places(found: Reached, text: Text) -> Iterator[tuple[Point, Point]]:
    """Where the figure of an area may stand: just outside its edge, all round."""
    outer = [ring[0] for ring in found.parts]
    points = [at for ring in outer for at in ring]
    if not points:
        return
    x = sum(at[0] for at in points) / len(points)
    y = sum(at[1] for at in points) / len(points)
    for angle in (90, 270, 60, 120, 240, 300, 30, 150, 0, 180):
        ux, uy = unit_vector(angle)
        at = max(points, key=lambda each: (each[0] - x) * ux + (each[1] - y) * uy)
        yield from beside(at, 4, 4, text)[:4]
