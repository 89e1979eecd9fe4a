"""Rings: 1 in round a unit's models, 13 in round what may be claimed, and the ring that marks who is concerned."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from battlefield.geometry import measure
from battlefield.geometry.shapes import Disc, Point, Shape, unit_vector
from battlefield.state import Artifact, State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Ellipse, Item, Line, Pill, Stroke, Text
from battlefield.viewer.glyphs import circle_line
from battlefield.viewer.metrics import width
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_models import TRUE, Colours, outline

DASH = (5.0, 4.0)


def has_reach(state: State) -> bool:
    """Whether Engagement Range is anything here: not in a game of cards alone."""
    return state.cards is None or len(state.systems) > 1


@by_identity(32)
def engagement_rings(state: State, colours: Colours, hidden: frozenset[str]) -> tuple[Item, ...]:
    """The outer edge of each unit's Engagement Range: true offset curves, joined where models stand close."""
    reach = reach_of(state)
    items: list[Item] = []
    liveries = dict(colours)
    for unit in state.units.values():
        shapes = tuple(
            model.footprint for model in state.models_of(unit.name) if model.on_board and model.name not in hidden
        )
        if shapes:
            colour = liveries[unit.player].fill.at(0.7)
            items += [Stroke(line, colour, 1.2, DASH) for line in joined_outline(shapes, reach)]
    return tuple(items)


@by_identity(32)
def claim_rings(state: State, hidden: frozenset[str], only: str | None = None) -> tuple[Item, ...]:
    """13 in round every token that lies on the battlefield, or one, with its figure where the ring is on the board."""
    items: list[Item] = []
    limit = claim_of(state)
    taken: list[Point] = []
    for artifact in _claimed(state, hidden, only):
        if artifact.at is None:
            continue
        at, radius = artifact.at.point, artifact.radius + limit
        items.append(Ellipse(at, radius, radius, outline=theme.rgb("7a5c00", 0.9), width=1.6, dash=(8, 5)))
        figure = _figure(state, at, radius, f"{limit:g}″", taken)
        items.append(figure)
        taken.append(figure.at)
    return tuple(items)


def claim_lines(state: State, hidden: frozenset[str], only: str | None = None) -> tuple[Line, ...]:
    """The 13 in rings as polylines, for labels to keep off."""
    limit = claim_of(state)
    lying = _claimed(state, hidden, only)
    return tuple(circle_line(each.at.point, each.radius + limit) for each in lying if each.at is not None)


def _claimed(state: State, hidden: frozenset[str], only: str | None) -> list[Artifact]:
    return [each for each in state.lying() if each.name not in hidden and only in (None, each.name)]


@by_identity(64)
def focus_rings(state: State, names: tuple[str, ...], hidden: frozenset[str], scale: float) -> tuple[Item, ...]:
    """A dark ring with a light edge round each thing that is concerned."""
    items: list[Item] = []
    for shape in shapes_of(state, names, hidden):
        items.append(outline(shape, theme.LABEL.at(0.9), 5.0, grow=4 / scale))
        items.append(outline(shape, theme.INK, 2.2, grow=4 / scale))
    return tuple(items)


def shapes_of(state: State, names: tuple[str, ...], hidden: frozenset[str] = frozenset()) -> list[Shape]:
    """The footprints of what stands or lies on the battlefield under these names, units' models one by one."""
    shapes: dict[str, Shape] = {}
    for name in names:
        unit = state.units.get(name)
        found = state.find_model(name)
        for model in state.models_of(name) if unit is not None else [found] if found is not None else []:
            if model.on_board and model.name not in hidden:
                shapes[model.name] = model.footprint
        artifact = state.artifacts.get(name)
        if artifact is not None and artifact.lies and artifact.at is not None and name not in hidden:
            shapes[name] = artifact.disc_at(artifact.at)
    return list(shapes.values())


@lru_cache(maxsize=512)
def joined_outline(shapes: tuple[Shape, ...], reach: float) -> tuple[Line, ...]:
    """The outer edge of everything within `reach` of one of the shapes, as open and closed polylines."""
    curves = [_curve(shape, reach) for shape in shapes]
    boxes = [measure.bounds(shape) for shape in shapes]
    lines: list[Line] = []
    for index, curve in enumerate(curves):
        x0, y0, x1, y1 = boxes[index]
        near = [
            other
            for place, other in enumerate(shapes)
            if place != index
            and boxes[place][0] < x1 + 2 * reach
            and boxes[place][2] > x0 - 2 * reach
            and boxes[place][1] < y1 + 2 * reach
            and boxes[place][3] > y0 - 2 * reach
        ]
        lines += _outside(curve, near, reach) if near else [(*curve, curve[0])]
    return tuple(lines)


def _curve(shape: Shape, reach: float) -> Line:
    if isinstance(shape, Disc):
        return circle_line((shape.x, shape.y), shape.radius + reach)[:-1]
    return tuple(measure.offset_outline(shape, reach, TRUE))


def _outside(curve: Line, others: list[Shape], reach: float) -> list[Line]:
    """The pieces of a closed curve that lie within reach of none of the others."""
    free = [not any(_near(point, other, reach) for other in others) for point in curve]
    if all(free):
        return [(*curve, curve[0])]
    if not any(free):
        return []
    count = len(curve)
    first = next(index for index in range(count) if free[index] and not free[index - 1])
    lines: list[Line] = []
    piece: list[Point] = []
    for step in range(count + 1):
        index = (first + step) % count
        if free[index] and step < count:
            if not free[index - 1]:
                piece.append(_crossing(curve[index], curve[index - 1], others, reach))
            piece.append(curve[index])
        elif piece:
            lines.append((*piece, _crossing(curve[index - 1], curve[index], others, reach)))
            piece = []
    return lines


def _crossing(free: Point, blocked: Point, others: list[Shape], reach: float) -> Point:
    """Where, between a point that is free and one that is not, the freedom ends; to a thousandth of the way."""
    for _ in range(10):
        middle = ((free[0] + blocked[0]) / 2, (free[1] + blocked[1]) / 2)
        if any(_near(middle, other, reach) for other in others):
            blocked = middle
        else:
            free = middle
    return free


def _near(point: Point, shape: Shape, reach: float) -> bool:
    if isinstance(shape, Disc):
        return hypot(point[0] - shape.x, point[1] - shape.y) < shape.radius + reach
    return measure.point_gap(shape, point).high < reach


def _figure(state: State, at: Point, radius: float, text: str, taken: list[Point]) -> Text:
    """The ring's figure on its edge, at the first place that is well on the board and away from other figures."""
    for angle in (270, 90, 0, 180, 45, 135, 315, 225):
        ux, uy = unit_vector(angle)
        x, y = at[0] + ux * radius, at[1] + uy * radius
        clear = all(hypot(x - other[0], y - other[1]) > 3 for other in taken)
        if 1 < x < state.board.width - 1 and 1 < y < state.board.height - 1 and clear:
            break
    wide = width(text, theme.BOARD_TEXT, "semibold")
    pill = Pill(wide + 12, 18, theme.rgb("6b5000"))
    return Text((x, y), text, theme.BOARD_TEXT, theme.WHITE, wide, "semibold", pill=pill)


def reach_of(state: State) -> float:
    """How far Engagement Range reaches horizontally in this battle, inches."""
    return _number(state, "engagement", 1.0)


def claim_of(state: State) -> float:
    """From how far an Artifact may be claimed in this battle, inches."""
    return _number(state, "claim", 13.0)


def _number(state: State, name: str, default: float) -> float:
    value = state.ranges.get(name, default)
    return float(value[0] if isinstance(value, tuple) else value)
