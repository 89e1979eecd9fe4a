"""The names on the table: units, tokens, markers and terrain, each where it covers nothing that matters."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.scrollhammer_relic import RESULTS, identity_of
from battlefield.geometry import areas, measure
from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import Point
from battlefield.state import Artifact, Model, State, Terrain, Unit, Zone
from battlefield.viewer import theme
from battlefield.viewer.drawing import Colour, Line, Rect, Text
from battlefield.viewer.labels import (
    Candidate,
    Ground,
    Wanted,
    beside,
    board_pixels,
    box,
    covered,
    settle,
    table_rect,
    tag,
)
from battlefield.viewer.plan import Plan, Stage
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_board import grounds_of
from battlefield.viewer.scene_models import badges

Bounds = tuple[float, float, float, float]


@by_identity(64)
def labels(stage: Stage, plan: Plan, lines: tuple[Line, ...] = (), spots: tuple[Rect, ...] = ()) -> tuple[Text, ...]:
    """The labels of a moment; they stay where they are while it lasts.

    They keep off the plan's lines and tags, and off further `lines` (inches) and `spots` (board pixels).
    """
    state, scale = plan.base, stage.scale
    bounds = table_rect(state, scale).shrunk(2)
    every = [board_pixels(line, scale) for line in (*plan.lines, *lines)]
    states = (stage.after,) if stage.before is stage.after else (stage.before, stage.after)
    ground = Ground(bounds, every, [rect for each in states for rect in covered(each, scale)], edges(state, scale))
    for text in (*plan.tags, *(each for known in states for each in badges(known, scale))):
        ground.take(box(text, scale))
    for rect in (*plan.spots, *spots):
        ground.take(rect)
    wanted = [_terrain(each, stage) for each in state.terrain]
    wanted += _tokens(state, plan.hidden, scale)
    wanted += [each for unit in state.units.values() for each in _unit(stage, plan, unit)]
    wanted += [_zone(each, scale) for each in state.zones]
    return settle(wanted, ground, scale)


def _terrain(terrain: Terrain, stage: Stage) -> Wanted:
    look = grounds_of(terrain)[0]
    text = tag((0, 0), terrain.name, theme.LABEL.at(0.88), look.label)
    inner = inner_points(terrain.area)
    x0, y0, x1, y1 = areas.area_bounds(terrain.area)
    centre = ((x0 + x1) / 2, (y0 + y1) / 2)
    outside = beside(centre, (x1 - x0) / 2 * stage.scale, (y1 - y0) / 2 * stage.scale, text)
    inside = tuple((each, (0.0, 0.0)) for each in inner)
    fits = text.pill is not None and text.pill.width < 0.85 * (x1 - x0) * stage.scale
    return Wanted(text, (*inside, *outside) if fits else (*outside, *inside), edges=150.0)


@by_identity(16)
def edges(state: State, scale: float) -> tuple[Line, ...]:
    """The outlines of terrain, in board pixels, as coarse as labels need them."""
    shapes = [shape for each in state.terrain for shape in areas.rings(each.area, 0.05)]
    rings = [ring for outer, holes in shapes for ring in (outer, *holes)]
    return tuple(board_pixels((*ring, ring[0]), scale) for ring in rings)


def inner_points(area: Area, columns: int = 5, rows: int = 7) -> list[Point]:
    """Places inside an area, the roomiest first, then those near it."""
    x0, y0, x1, y1 = areas.area_bounds(area)
    x, y = areas.representative_point(area)
    grid = [
        (x0 + (x1 - x0) * column / (columns + 1), y0 + (y1 - y0) * row / (rows + 1))
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    ]
    inner = [each for each in grid if areas.contains(area, each)]
    return [(x, y), *sorted(inner, key=lambda each: abs(each[0] - x) + 1.5 * abs(each[1] - y))]


def _tokens(state: State, hidden: frozenset[str], scale: float) -> list[Wanted]:
    wanted = []
    for artifact in state.lying():
        if artifact.at is not None and artifact.name not in hidden:
            words = named(state, artifact)
            text = tag(artifact.at.point, words, theme.rgb("20262f"), _token_colour(artifact.kind), size=11)
            half = artifact.radius * scale
            wanted.append(Wanted(text, beside(artifact.at.point, half, half, text, 2)))
    for marker in state.markers.values():
        text = tag(marker.at.point, marker.name, theme.LABEL.at(0.9), theme.INK, size=11)
        half = marker.radius * scale
        wanted.append(Wanted(text, beside(marker.at.point, half, half, text, 2), optional=True))
    return wanted


def _token_colour(kind: str) -> Colour:
    return theme.rgb("ffc04d") if kind == "relic" else theme.YELLOW


def _unit(stage: Stage, plan: Plan, unit: Unit) -> list[Wanted]:
    """A unit's name beside its models; where they stand apart, beside the largest group of them."""
    state = plan.base
    hidden = frozenset[str]() if plan.named else plan.hidden
    models = [each for each in state.models_of(unit.name) if each.on_board and each.name not in hidden]
    if not models:
        return []
    text = tag((0, 0), _name(state, unit), stage.livery(unit.player).dark, theme.WHITE, size=11)
    return [Wanted(text, beside_models(models, text, stage.scale), optional=len(state.units) > 6)]


def beside_models(models: Sequence[Model], text: Text, scale: float) -> tuple[Candidate, ...]:
    """Places for a text beside the largest group of some models, or beside one of them."""
    boxes = _largest_group([measure.bounds(each.footprint) for each in models])
    x0, y0 = min(each[0] for each in boxes), min(each[1] for each in boxes)
    x1, y1 = max(each[2] for each in boxes), max(each[3] for each in boxes)
    whole = beside(((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0) / 2 * scale, (y1 - y0) / 2 * scale, text, 3)
    single: list[Candidate] = []
    for bounds in boxes[:8] if len(boxes) > 1 else []:
        at = ((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2)
        single += beside(at, (bounds[2] - bounds[0]) / 2 * scale, (bounds[3] - bounds[1]) / 2 * scale, text, 3)[:4]
    return (*whole, *single)


def _largest_group(boxes: list[Bounds], apart: float = 2.0) -> list[Bounds]:
    """The largest group of boxes of which each is less than `apart` inches from the next."""
    left, best = list(boxes), list[Bounds]()
    while left:
        group = [left.pop()]
        for one in group:
            x0, y0, x1, y1 = one[0] - apart, one[1] - apart, one[2] + apart, one[3] + apart
            near = [two for two in left if two[0] < x1 and two[2] > x0 and two[1] < y1 and two[3] > y0]
            left = [two for two in left if two not in near]
            group += near
        if len(group) >= len(best):
            best = group
    return best


def _name(state: State, unit: Unit) -> str:
    """A unit's name, with the units that are aboard its models."""
    aboard = {
        each.unit
        for each in state.models.values()
        if each.where == "embarked" and each.transport in (unit.name, *unit.models)
    }
    carried = [
        named(state, each)
        for each in state.artifacts.values()
        if each.kind == "relic"
        and each.status == "carried"
        and state.models[each.carrier or ""].unit in (unit.name, *aboard)
    ]
    attached = [] if state.cards is None else _attached(state, unit)
    known = " · ".join((unit.name, *attached, *([", ".join(carried)] if carried else [])))
    return known if not aboard else f"{known} (aboard: {', '.join(sorted(aboard))})"


def named(state: State, artifact: Artifact) -> str:
    """An Artifact's name; the Relic's with what it was found to be."""
    found = identity_of(state, artifact.name)
    return artifact.name if found is None else f"{artifact.name}: {RESULTS.get(found, '?')}"


def _attached(state: State, unit: Unit) -> list[str]:
    """The tokens that cards have put on a unit."""
    return [each.name for each in state.tokens.values() if each.holder == unit.name and each.until is None]


def _zone(zone: Zone, scale: float) -> Wanted:
    """A zone's name at the top of it, else at its foot, else somewhere inside."""
    inside = areas.representative_point(zone.area)
    text = tag(inside, zone.name, theme.LABEL.at(0.7), theme.INK_SOFT, size=13)
    x0, y0, x1, y1 = areas.area_bounds(zone.area)
    ends = [((x0 + x1) / 2, y) for y in (y1 - 18 / scale, y0 + 18 / scale)]
    places = [at for at in ends if areas.contains(zone.area, at)]
    return Wanted(text, tuple((at, (0.0, 0.0)) for at in (*places, inside)), optional=True)
