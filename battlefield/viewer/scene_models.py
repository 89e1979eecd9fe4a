"""Models, tokens and markers as they stand, at their true size and shape."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot

from battlefield.events.relics_of_old import EXTRACTION
from battlefield.events.scrollhammer_relic import seizer_of
from battlefield.geometry import measure
from battlefield.geometry.placement import deepest_point
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Pose, Shape, unit_vector
from battlefield.state import Artifact, Marker, Model, State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Colour, Ellipse, Fill, Item, Line, Pill, Stroke, Text
from battlefield.viewer.metrics import width
from battlefield.viewer.remember import by_identity

UNDER_WAY = 7.0
"""Pixels between a carrier and the ring that says that its Artifact is being extracted."""
TRUE = 0.001
"""Inches within which the chords of a curve round a footprint stay of the true one."""
Colours = tuple[tuple[str, theme.Livery], ...]
_DASHES: dict[theme.Cue, tuple[float, ...]] = {"solid": (), "double": (), "dashed": (4.0, 3.0), "dotted": (1.0, 3.0)}


@by_identity(64)
def standing(state: State, scale: float, colours: Colours, hidden: frozenset[str]) -> tuple[Item, ...]:
    """Everything that stands or lies on the battlefield, in inches; what is `hidden` is left out."""
    unit = 1 / scale
    liveries = dict(colours)
    items: list[Item] = []
    for marker in state.markers.values():
        items += marker_items(marker, holder_of(state, marker, liveries), unit)
    models = sorted(state.on_board(), key=lambda each: -measure.area_of(each.footprint))
    signs = signs_of(state, hidden)
    for model in models:
        if model.name not in hidden and model.pose is not None:
            items += model_items(model, model.pose, liveries[model.player], unit, signs.get(model.name, ()))
            if state.token(model.name, EXTRACTION) is not None:
                items.append(outline(model.footprint, theme.INK.at(0.8), 4.6, grow=UNDER_WAY * unit))
                items.append(outline(model.footprint, theme.YELLOW, 2.6, (7, 5), grow=UNDER_WAY * unit))
    for artifact in state.lying():
        if artifact.name not in hidden and artifact.at is not None:
            items += seized_ring(state, artifact, liveries, unit)
            items += glyphs.token(artifact.at.point, artifact.radius, artifact.kind == "relic")
    return tuple(items)


def signs_of(state: State, hidden: frozenset[str] = frozenset()) -> dict[str, tuple[bool, ...]]:
    """For each model that carries something: whether each thing that it carries is the Relic."""
    out: dict[str, tuple[bool, ...]] = {}
    for artifact in state.artifacts.values():
        if artifact.status == "carried" and artifact.carrier is not None and artifact.name not in hidden:
            shown = _where_shown(state, artifact.carrier)
            out[shown] = (*out.get(shown, ()), artifact.kind == "relic")
    return out


def _where_shown(state: State, carrier: str) -> str:
    """The model that shows what a carrier has: its transport while it is aboard."""
    model = state.models[carrier]
    transport = state.find_model(model.transport) if model.where == "embarked" and model.transport else None
    return carrier if transport is None else transport.name


def seized_ring(state: State, artifact: Artifact, colours: Mapping[str, theme.Livery], unit: float) -> list[Item]:
    """A ring round a lying Relic in the colours of the player whose model has seized it."""
    seizer = state.models.get(seizer_of(state, artifact.name) or "")
    if seizer is None or artifact.at is None or seizer.player not in colours:
        return []
    livery, radius = colours[seizer.player], artifact.radius + 4 * unit
    at = artifact.at.point
    return [
        Ellipse(at, radius, radius, outline=theme.LABEL, width=5.0),
        Ellipse(at, radius, radius, outline=livery.dark, width=2.6, dash=_DASHES[livery.cue]),
    ]


def holder_of(state: State, marker: Marker, liveries: Mapping[str, theme.Livery]) -> theme.Livery | None:
    """The livery of the player who controls an objective, when a token on it says so."""
    token = state.token(marker.name, "controlled")
    return liveries.get(str(token.value)) if token is not None else None


def marker_items(marker: Marker, holder: theme.Livery | None, unit: float) -> list[Item]:
    """An objective marker at its true size: a target, in the colours of whoever controls it, with the second cue."""
    at, half = marker.at.point, marker.radius
    shadow = Ellipse(at, half, half, fill=theme.SHADE.at(0.8), soft=3, offset=(0, 1.5))
    if holder is None:
        return [
            shadow,
            Ellipse(at, half, half, fill=theme.WHITE.at(0.75), outline=theme.INK_SOFT, width=2.0),
            Ellipse(at, half * 0.56, half * 0.56, outline=theme.INK_SOFT, width=1.5),
            Ellipse(at, half * 0.2, half * 0.2, fill=theme.INK_SOFT),
        ]
    inner = half * 0.68
    items: list[Item] = [
        shadow,
        Ellipse(at, half, half, fill=holder.fill, outline=theme.INK, width=1.5),
        Ellipse(at, inner, inner, fill=holder.tint, outline=theme.WHITE, width=1.6, dash=_DASHES[holder.cue]),
    ]
    if holder.cue == "double":
        items.append(Ellipse(at, inner - 3 * unit, inner - 3 * unit, outline=theme.WHITE, width=1.2))
    return [*items, Ellipse(at, half * 0.24, half * 0.24, fill=holder.dark)]


def model_items(
    model: Model,
    pose: Pose,
    livery: theme.Livery,
    unit: float,
    signs: tuple[bool, ...] = (),
    size: float = 1.0,
) -> list[Item]:
    """A model at a pose. `size` below 1 draws it smaller, while it is being set up."""
    shape = _scaled(model.footprint_at(pose), size)
    items = body(shape, livery, unit)
    middle, room = roomy(shape)
    if not isinstance(shape, Disc):
        items.append(_facing_mark(shape, pose, middle, unit))
    if "DARK MACHINE" in model.keywords:
        items += glyphs.gear(middle, room * 0.64, theme.WHITE.at(0.5))
    elif "CHARACTER" in model.keywords and not signs and room > 5 * unit:
        items += glyphs.star(middle, room * 0.5, theme.WHITE.at(0.9))
    if True in signs:
        items += [outline(shape, theme.INK, 6.0, grow=3 * unit), outline(shape, theme.ORANGE, 3.4, grow=3 * unit)]
    items += carried_signs(middle, signs, min(room * 0.5, 11 * unit))
    if _damaged(model):
        items.append(_wounds(model, shape, pose, unit))
    return items


def badges(state: State, scale: float) -> list[Text]:
    """How many wounds are left, where models stand damaged: names keep off it."""
    damaged = [each for each in state.on_board() if _damaged(each)]
    return [_wounds(each, each.footprint, each.pose, 1 / scale) for each in damaged if each.pose is not None]


def _damaged(model: Model) -> bool:
    return 0 < model.wounds_left < model.profile.wounds


def carried_signs(at: Point, signs: tuple[bool, ...], radius: float) -> list[Item]:
    """The signs of what a model carries, side by side at its middle."""
    items: list[Item] = []
    for index, relic in enumerate(signs[:3]):
        x = at[0] + (index - (min(len(signs), 3) - 1) / 2) * radius * 1.5
        items += glyphs.sign((x, at[1]), radius, relic)
    return items


def body(shape: Shape, livery: theme.Livery, unit: float) -> list[Item]:
    """A footprint with its shadow, outline, and the inner line that tells players apart beside the colour."""
    if isinstance(shape, Polygon):
        return _hull_body(shape, livery, unit)
    at, rx, ry, turn = ellipse_of(shape)
    items: list[Item] = [
        Ellipse(at, rx, ry, turn, fill=theme.SHADE, soft=4, offset=(0, 2)),
        Ellipse(at, rx, ry, turn, fill=livery.fill, outline=theme.INK, width=1.5),
    ]
    inset = max(3.0 * unit, 0.2 * min(rx, ry))
    if min(rx, ry) > 2 * inset:
        dash = _DASHES[livery.cue]
        items.append(Ellipse(at, rx - inset, ry - inset, turn, outline=theme.WHITE.at(0.85), width=1.4, dash=dash))
        if livery.cue == "double":
            more = inset + 3 * unit
            items.append(Ellipse(at, rx - more, ry - more, turn, outline=theme.WHITE.at(0.85), width=1.2))
    return items


def ellipse_of(shape: Disc | Oval) -> tuple[Point, float, float, float]:
    """Centre, half axes and turn of a disc or an oval, as an `Ellipse` takes them."""
    if isinstance(shape, Disc):
        return (shape.x, shape.y), shape.radius, shape.radius, 0.0
    return (shape.x, shape.y), shape.a, shape.b, _degrees(shape.ux, shape.uy)


def outline(shape: Shape, colour: Colour, line: float, dash: tuple[float, ...] = (), grow: float = 0.0) -> Item:
    """The edge of a footprint, or its true offset curve `grow` inches outside."""
    if isinstance(shape, Disc):
        radius = shape.radius + grow
        return Ellipse((shape.x, shape.y), radius, radius, outline=colour, width=line, dash=dash)
    if isinstance(shape, Oval) and grow == 0:
        return Ellipse((shape.x, shape.y), shape.a, shape.b, _degrees(shape.ux, shape.uy), None, colour, line, dash)
    points = measure.offset_outline(shape, grow, TRUE) if grow > 0 else measure.boundary(shape)
    return Stroke(tuple(points), colour, line, dash, closed=True)


def filled(shape: Shape, colour: Colour) -> Item:
    """A footprint as one flat colour."""
    if isinstance(shape, Polygon):
        return Fill((shape.ring,), colour)
    at, rx, ry, turn = ellipse_of(shape)
    return Ellipse(at, rx, ry, turn, fill=colour)


def _hull_body(shape: Polygon, livery: theme.Livery, unit: float) -> list[Item]:
    ring = shape.ring
    shadow = tuple((x + 0.5 * unit, y - 3 * unit) for x, y in ring)
    items: list[Item] = [
        Fill((shadow,), theme.SHADE),
        Fill((ring,), livery.fill),
        Stroke(ring, theme.INK, 1.6, closed=True),
    ]
    for pixels in (4.5, 8.0) if livery.cue == "double" else (4.5,):
        inner = _inset(ring, pixels * unit)
        items.append(Stroke(inner, theme.WHITE.at(0.85), 1.4, _DASHES[livery.cue], closed=True))
    return items


def _inset(ring: Line, by: float) -> Line:
    """A counter-clockwise ring with every side moved inwards, for drawing."""
    out = []
    for (ax, ay), (bx, by_), (cx, cy) in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        one, two = hypot(bx - ax, by_ - ay) or 1.0, hypot(cx - bx, cy - by_) or 1.0
        nx, ny = -(by_ - ay) / one, (bx - ax) / one
        mx, my = -(cy - by_) / two, (cx - bx) / two
        stretch = by / max(0.3, 1 + nx * mx + ny * my)
        out.append((bx + stretch * (nx + mx), by_ + stretch * (ny + my)))
    return tuple(out)


def _facing_mark(shape: Shape, pose: Pose, middle: Point, unit: float) -> Item:
    """A triangle at the front edge, pointing the way the model faces."""
    direction = unit_vector(pose.facing)
    reach = measure.support(shape, *direction)
    forward = (reach[0] - middle[0]) * direction[0] + (reach[1] - middle[1]) * direction[1]
    if isinstance(shape, Polygon):
        forward = _until_edge(shape.ring, middle, direction, forward)
    length = min(7 * unit, forward * 0.4)
    far = forward - 1.5 * unit
    tip = (middle[0] + far * direction[0], middle[1] + far * direction[1])
    return glyphs.arrow_head(tip, direction, length, theme.WHITE)


def _wounds(model: Model, shape: Shape, pose: Pose, unit: float) -> Text:
    """How many wounds are left, of how many, at the lower edge of a damaged model."""
    low = measure.support(shape, 0.0, -1.0)
    text = f"{model.wounds_left}/{model.profile.wounds}"
    size = 10.0
    wide = width(text, size, "semibold")
    pill = Pill(wide + 9, 15, theme.INK, theme.LABEL)
    return Text((pose.x, low[1] - 1 * unit), text, size, theme.WHITE, wide, "semibold", pill=pill)


def _scaled(shape: Shape, size: float) -> Shape:
    if size == 1.0:
        return shape
    if isinstance(shape, Disc):
        return Disc(shape.x, shape.y, shape.radius * size)
    if isinstance(shape, Oval):
        return Oval(shape.x, shape.y, shape.a * size, shape.b * size, shape.ux, shape.uy)
    return Polygon(shape.x, shape.y, _about(shape.ring, (shape.x, shape.y), size), shape.parts)


def _about(ring: Line, centre: Point, share: float) -> Line:
    return tuple((centre[0] + (x - centre[0]) * share, centre[1] + (y - centre[1]) * share) for x, y in ring)


@lru_cache(maxsize=512)
def roomy(shape: Shape) -> tuple[Point, float]:
    """Where in a footprint there is most room for a sign, and how much all round; a rectangle's is its middle."""
    point, radius = deepest_point(shape)
    middle = (shape.x, shape.y)
    if not isinstance(shape, Polygon) or _until_edge(shape.ring, middle, (1.0, 0.0), 0.0) == 0.0:
        return point, radius
    clear = min(_until_edge(shape.ring, middle, unit_vector(15.0 * step), 0.0) for step in range(24))
    return (middle, radius) if measure.contains(shape, middle) and clear > 0.9 * radius else (point, radius)


def _until_edge(ring: Line, start: Point, way: Point, otherwise: float) -> float:
    """How far it is from a point to the first side of a ring that lies that way."""
    far = []
    for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
        dx, dy = bx - ax, by - ay
        det = way[0] * dy - way[1] * dx
        if det != 0:
            along = ((ax - start[0]) * dy - (ay - start[1]) * dx) / det
            share = ((ax - start[0]) * way[1] - (ay - start[1]) * way[0]) / det
            if along > 0 and 0 <= share <= 1:
                far.append(along)
    return min(far, default=otherwise)


def _degrees(ux: float, uy: float) -> float:
    return degrees(atan2(uy, ux))
