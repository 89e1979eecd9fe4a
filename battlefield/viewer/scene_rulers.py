"""Rulers and rings on the table: the lines with their figures, the true curves, what lies within and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist, inf

from battlefield.certificate import Certificate
from battlefield.figures import trimmed
from battlefield.geometry import measure
from battlefield.geometry.shapes import Disc, Point, Shape
from battlefield.named import area_of, solid_of
from battlefield.state import State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Rect, Scene, Stroke, Text
from battlefield.viewer.labels import Ground, Wanted, beside, board_pixels, box, covered, rect_of, settle, table_rect
from battlefield.viewer.options import Hover
from battlefield.viewer.plan import between
from battlefield.viewer.rulers import Ring, Said, stands
from battlefield.viewer.scene_behind import ring_parts
from battlefield.viewer.scene_evidence import ring_figure, shape_of
from battlefield.viewer.scene_hover import bends, hover_items, point_of
from battlefield.viewer.scene_models import outline
from battlefield.viewer.shown import BROKEN, HELD, lit_area
from battlefield.viewer.tags import off_line, said
from battlefield.viewer.telling import margin

TAPE, LIVE = theme.INK, theme.BLUE
RING = theme.rgb("5b2a86")
"""The colour of rings that the user lays: none of the players' and none of the rules'."""
BEHIND = (2.0, 7.0)
"""How a ring is broken where a Wall stands between: what is within goes round it."""
EDGE_CASE = theme.rgb("8a5a00")
TOLD = ("standing", "labels", "top", "hover")
"""The layers whose texts figures keep off."""
TELLING, MOST_TOLD = 8, 16
"""Up to so many things within a ring have a figure that is never left out; beyond so many, nearest to the ring first,
they have none, but for what is on the line."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What is drawn of all marks: below and above the models, and the tags on top."""

    under: tuple[Item, ...] = ()
    over: tuple[Item, ...] = ()
    tags: tuple[Text, ...] = ()


def laid(
    state: State, marks: Sequence[Said], chosen: int | None, scale: float, room: Rect | None, taken: Iterable[Rect]
) -> Laid:
    """Every mark. `chosen`: the place of the one that is looked at; `room`: what tags stay in; `taken`: what they keep
    off, both in board pixels."""
    under: list[Item] = []
    over: list[Item] = []
    wanted: list[Wanted] = []
    lines: list[Line] = []
    spots: list[Text] = []
    rings = [place for place, each in enumerate(marks) if isinstance(each.mark, Ring)]
    told = chosen if chosen in rings else rings[-1] if rings else None
    for place, each in enumerate(marks):
        look = LIVE if place == chosen else TAPE
        if isinstance(each.mark, Ring):
            _ring(state, each, (place == chosen, place == told), (under, over, wanted, spots), scale)
        elif each.bare is not None:
            line = line_of(each.bare)
            if line is None:
                line = _across(state, each.bare)
                over += [Stroke(line, theme.LABEL.at(0.9), 4.4), Stroke(line, BROKEN, 1.8, (2, 5))] if line else []
                wanted += [_figure(each.bare, line, BROKEN)] if line else []
                lines += [line] if line else []
            else:
                over += _tape(state, each.bare, line, look, 1 / scale, chosen == place)
                wanted.append(_figure(each.bare, line, look))
                lines.append(line)
    ground = Ground(_bounds(state, scale, room), [board_pixels(line, scale) for line in lines])
    for rect in (*taken, *(box(each, scale) for each in spots)):
        ground.take(rect, 4.0)
    for rect in covered(state, scale):
        ground.take(rect, 4.0)
    wanted.sort(key=lambda each: each.optional)
    return Laid(tuple(under), tuple(over), (*spots, *settle(wanted, ground, scale)))


def told_once(scene: Scene, state: State, hover: Hover | None, marks: Sequence[Said], laying: bool) -> Scene:
    """The scene without the line and the figure of what is pointed at, where a ruler has them already.

    `laying`: a ruler is being laid, to what is pointed at.
    """
    if laying:
        return replace(scene, layers=tuple(each for each in scene.layers if each.name != "hover"))
    claim = None if hover is None else hover.certificate
    pairs = [{each.bare.a, each.bare.b} for each in marks if each.bare is not None]
    if hover is None or claim is None or {claim.a, claim.b} not in pairs:
        return scene
    items = hover_items(state, replace(hover, certificate=None), scene.view.scale)
    layers = tuple(replace(each, items=items) if each.name == "hover" else each for each in scene.layers)
    return replace(scene, layers=layers)


def line_of(claim: Certificate) -> Line | None:
    """The line between the closest points, round Walls where it goes so; None where no way leads."""
    here, there = point_of(claim.details.get("here")), point_of(claim.details.get("there"))
    return None if here is None or there is None else (here, *bends(claim), there)


def _across(state: State, claim: Certificate) -> Line:
    """Straight from one footprint to another between which no way leads; nothing where one is none."""
    one, other = shape_of(state, claim.a, claim.a_pose), shape_of(state, claim.b, claim.b_pose)
    if one is None or other is None:
        return ()
    straight = measure.gap(one, other)
    return (straight.here, straight.there)


def words(claim: Certificate) -> str:
    """The figure beside a ruler: in plan and up where one end is above the other."""
    details = claim.details
    level, up = details.get("horizontal"), details.get("vertical")
    if isinstance(level, float | int) and isinstance(up, float | int) and up > 0:
        return f"{_short(details['distance'])} ({_short(level)} in plan, {_short(up)} up)"
    value = details.get("distance", claim.value)
    return _short(value) if isinstance(value, float | int) else str(value)


def _short(value: float) -> str:
    return "no way round" if value == inf else f"{trimmed(value, 3)}″"


def _tape(state: State, claim: Certificate, line: Line, colour: Colour, unit: float, chosen: bool) -> list[Item]:
    """The line, a stop across it at either end, and of an area its edge lit where the ruler is looked at."""
    thick = 2.8 if chosen else 2.0
    items: list[Item] = []
    for name in (claim.a, claim.b):
        area = None if name is None else area_of(state, name)
        if area is not None and chosen:
            items += lit_area(area, colour.at(0.8))
    items += [Stroke(line, theme.LABEL.at(0.95), thick + 3.0), Stroke(line, colour, thick)]
    for end, following in ((line[0], line[1]), (line[-1], line[-2])):
        items += _stop(end, following, colour, unit)
    items += [Ellipse(at, 3.0 * unit, 3.0 * unit, fill=colour, outline=theme.LABEL, width=1.2) for at in line[1:-1]]
    return items


def _stop(at: Point, towards: Point, colour: Colour, unit: float) -> list[Item]:
    """A short stroke across the end of a ruler, a dot where it has no length."""
    long = dist(at, towards)
    if long < 1e-9:
        return [Ellipse(at, 4.0 * unit, 4.0 * unit, fill=colour, outline=theme.LABEL, width=1.4)]
    dx, dy = -(towards[1] - at[1]) / long * 6 * unit, (towards[0] - at[0]) / long * 6 * unit
    stop = ((at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy))
    return [Stroke(stop, theme.LABEL.at(0.95), 5.0), Stroke(stop, colour, 2.2)]


def _figure(claim: Certificate, line: Line, colour: Colour) -> Wanted:
    text = said(words(claim), colour, size=13, room=300)
    one, two = max(pairwise(line), key=lambda leg: dist(*leg))
    long = dist(one, two)
    if long < 1e-9:
        return Wanted(text, beside(one, 8, 8, text))
    way = ((two[0] - one[0]) / long, (two[1] - one[1]) / long)
    places = [place for share in (0.5, 0.35, 0.65) for place in off_line(between(one, two, share), way, text, 6)]
    return Wanted(text, tuple(places))


Into = tuple[list[Item], list[Item], list[Wanted], list[Text]]


def _ring(state: State, each: Said, how: tuple[bool, bool], into: Into, scale: float) -> None:
    """The true curve where it runs on the battlefield, its range, and a mark on everything within it.

    `how`: whether it is looked at, and whether the margins of what is within are told.
    """
    under, over, wanted, spots = into
    ring, (chosen, margins) = each.mark, how
    if not isinstance(ring, Ring) or not stands(state, ring.name):
        return
    shape = solid_of(state, ring.name).shape
    for piece, behind in ring_parts(state, shape, ring.inches):
        dash: tuple[float, ...] = BEHIND if behind else () if chosen else (9, 4)
        under += [Stroke(piece, theme.LABEL.at(0.4 if behind else 0.85), 5.0)]
        under += [Stroke(piece, RING, 2.6 if chosen else 2.0, dash)]
    if isinstance(shape, Disc) and shape.radius == 0.0:
        over += glyphs.cross((shape.x, shape.y), 5 / scale, RING, 2.4)
    spots.append(ring_figure(state, shape, ring.inches, None, RING))
    for place, claim in enumerate(sorted(each.claims, key=lambda one: abs(one.margin or 0.0))):
        thing = shape_of(state, claim.a)
        if thing is not None:
            over += mark_of(thing, claim, scale)
            if (margins and place < MOST_TOLD) or claim.verdict == "on the line":
                wanted.append(_margin(thing, claim, scale, place >= TELLING))


def mark_of(shape: Shape, claim: Certificate, scale: float) -> list[Item]:
    """How a thing within a ring is marked: an unbroken edge where it is in, a broken one where it is on the line."""
    unit = 1 / scale
    close = claim.verdict == "on the line"
    colour = EDGE_CASE if close else HELD if claim.holds else BROKEN
    dash = (3.0, 3.0) if close else () if claim.holds else (7.0, 4.0)
    return [
        outline(shape, theme.LABEL.at(0.95), 5.0, grow=3 * unit),
        outline(shape, colour, 2.4, dash, grow=3 * unit),
    ]


def _margin(shape: Shape, claim: Certificate, scale: float, optional: bool) -> Wanted:
    close = claim.verdict == "on the line"
    text = f"{'≈ ' if close else ''}{margin(round(claim.margin or 0.0, 6 if close else 3))}″"
    made = said(f"{text} on the line" if close else text, EDGE_CASE if close else HELD, size=11.5)
    rect = rect_of(shape, scale)
    middle = (rect.centre[0] / scale, -rect.centre[1] / scale)
    return Wanted(made, beside(middle, rect.width / 2 + 4, rect.height / 2 + 4, made), optional and not close)


def _bounds(state: State, scale: float, room: Rect | None) -> Rect:
    whole = table_rect(state, scale).shrunk(3)
    if room is None:
        return whole
    x, y = max(whole.x, room.x), max(whole.y, room.y)
    return Rect(x, y, min(whole.right, room.right) - x, min(whole.bottom, room.bottom) - y)
