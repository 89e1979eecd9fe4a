"""What a charge needs, on the table: the shortest way to each target, where everybody would end, the roll, its chance.

Where there is no way, what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot

from battlefield.events.core import ChargeNeeds, ChargeWay
from battlefield.figures import trimmed
from battlefield.geometry import areas, measure
from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import Point, Pose
from battlefield.geometry.sweep import first_overlap, first_within
from battlefield.judge import Charge
from battlefield.state import Model, State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Rect, Stroke
from battlefield.viewer.labels import Wanted, beside, rect_of
from battlefield.viewer.plan import Stage, between
from battlefield.viewer.scene_models import outline
from battlefield.viewer.scene_move import band_items, ghost
from battlefield.viewer.shown import Shown, edges_of, haloed, lit, on_table, thing, thinned
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.telling import barred_by, roll_words
from battlefield.viewer.walk import Walk

RED = theme.REFUSED
SMALL = 420.0
"""A table is shown small whose shorter side is less than so many pixels."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One charge as it is drawn; `spots` are what its labels keep off, in inches, as footprints are."""

    under: tuple[Item, ...]
    over: tuple[Item, ...]
    wanted: tuple[Wanted, ...]
    lines: tuple[Line, ...]
    spots: tuple[Rect, ...]


def charges_shown(stage: Stage, charges: Sequence[Charge], room: Rect | None = None) -> Shown:
    """What charges of a unit need, each with its way or what bars it; several targets are told apart by name.

    `room`: what the labels stay in, in board pixels.
    """
    made = [_charge(stage, each, len(charges) > 1) for each in charges]
    lines = thinned(line for each in made for line in each.lines)
    near = [name for each in charges for way in each.needs.shortest for name in (*way.through, way.blocker or "")]
    kept = [*lines, *edges_of(stage.before, near)]
    spots = tuple(rect for each in made for rect in each.spots)
    wanted = sorted((tag for each in made for tag in each.wanted), key=lambda tag: tag.optional)
    tags = tuple(placed(stage, wanted, kept, spots, on_table(stage, room)))
    focus = tuple(dict.fromkeys(name for each in charges for name in (each.unit, *each.needs.targets)))
    under = tuple(item for each in made for item in each.under)
    return Shown(under, tuple(item for each in made for item in each.over), tags, lines, spots, focus)


def _charge(stage: Stage, charge: Charge, named: bool) -> _Drawn:
    """A charge: its ways, or what bars them; the roll is told once, at the longest of the ways. `named`: with whom."""
    needs = charge.needs
    longest = max((each.length or 0.0 for each in needs.shortest), default=0.0)
    several = named or len(needs.shortest) > 1
    made = []
    for way in needs.shortest:
        if way.length is None:
            made.append(_barred(stage, charge, way))
        else:
            made.append(_open(stage, needs, way, (named, several, way.length == longest)))
    ends = _ends(stage, needs, 0.55 if named else 0.85)
    return _Drawn(
        (*ends.under, *(item for each in made for item in each.under)),
        tuple(item for each in made for item in each.over),
        tuple(tag for each in made for tag in each.wanted),
        tuple(line for each in (ends, *made) for line in each.lines),
        tuple(rect for each in (ends, *made) for rect in each.spots),
    )


def _open(stage: Stage, needs: ChargeNeeds, way: ChargeWay, told: tuple[bool, bool, bool]) -> _Drawn:
    """The shortest way to a target: its band, its line, the base at its end, its length and the roll.

    `told`: whether the roll is told with the target's name, the length with it, the roll at all.
    """
    with_name, with_target, with_roll = told
    model = stage.before.models[way.model]
    livery = stage.livery(model.player)
    walk = walk_of(model, way.path)
    end = model.footprint_at(walk.path[-1])
    under = [*band_items(walk, livery.fill), *ghost(model, walk.path[-1], livery)]
    over = [*_line(walk.line, livery.dark, stage.unit)]
    name = f"{way.target}: " if with_name and way.target is not None else ""
    tone = livery.dark if needs.roll is not None else RED
    words, size = (roll_words(needs).partition(" (")[0], 12.0) if _small(stage) else (roll_words(needs), 14.0)
    text = said(f"{name}{words}", tone, size=size, room=420)
    rect = rect_of(end, stage.scale)
    places = [*beside((end.x, end.y), rect.width / 2 + 4, rect.height / 2 + 4, text)]
    target = _nearest(stage.before, way)
    if target is not None:
        other = rect_of(target.footprint, stage.scale)
        centre = (target.footprint.x, target.footprint.y)
        places += beside(centre, other.width / 2 + 26, other.height / 2 + 26, text)
    wanted = [Wanted(text, tuple(places))] if with_roll else []
    to = f" to {way.target}" if with_target and way.target is not None else ""
    length = said(f"{trimmed(way.length or 0.0)}″{to}", theme.LABEL, livery.dark, size=12.5)
    off = min(46.0, min(rect.width, rect.height) / 2) + 5
    beside_legs = (place for at, along in _middles(walk.line) for place in off_line(at, along, length, off))
    wanted.append(Wanted(length, tuple(beside_legs), optional=with_name and _small(stage)))
    return _Drawn(tuple(under), tuple(over), tuple(wanted), (walk.line,), (rect,))


def _small(stage: Stage) -> bool:
    """Whether the table is shown so small that there is room for little more than the rolls."""
    return min(stage.before.board.width, stage.before.board.height) * stage.scale < SMALL


def _ends(stage: Stage, needs: ChargeNeeds, opacity: float) -> _Drawn:
    """Where the models of the unit would end, each with its way, thin; not those that are drawn in full."""
    full = {(each.model, each.path[-1:]) for each in needs.shortest}
    under: list[Item] = []
    lines: list[Line] = []
    spots: list[Rect] = []
    for each in needs.ends:
        model = stage.before.models[each.model]
        if (each.model, each.path[-1:]) in full or not each.path:
            continue
        livery = stage.livery(model.player)
        walk = walk_of(model, each.path)
        under += ghost(model, walk.path[-1], livery)
        under += [Stroke(walk.line, livery.dark.at(opacity), 1.5, (2, 3.5))] if len(walk.line) > 1 else []
        lines.append(walk.line)
        spots.append(rect_of(model.footprint_at(walk.path[-1]), stage.scale))
    return _Drawn(tuple(under), (), (), tuple(lines), tuple(spots))


def _barred(stage: Stage, charge: Charge, way: ChargeWay) -> _Drawn:
    """The straight way that is barred, as far as the base gets, and what stands first in it, lit up."""
    state, unit = stage.before, stage.unit
    model, target = state.models[way.model], _nearest(state, way)
    words = f"{way.target}: no roll" if charge.needs.bound is None else f"{way.target}: {roll_words(charge.needs)}"
    if model.pose is None or target is None or target.pose is None:
        text = said(words, RED, size=13, room=420)
        return _Drawn((), (), (Wanted(text, _everywhere(state)),), (), ())
    stop = _stop(state, model, target, way.blocker)
    line = (model.pose.point, target.pose.point)
    over: list[Item] = [*haloed(line, RED.at(0.8), 1.5, (2, 5))]
    at = between(*line, 0.5)
    if stop is not None:
        at = _touch(model, stop, line)
        over += haloed((line[0], stop.point), RED, 2.4, (6, 4))
        over.append(outline(model.footprint_at(stop), RED.at(0.9), 1.5, (3, 3)))
    for tone, thick in ((theme.LABEL, 7.0), (RED, 3.4)):
        over += glyphs.cross(at, 6 * unit, tone, thick)
    named = [way.blocker] if way.blocker else []
    text = said(f"{words}, {barred_by(way, state)}", RED, size=13, room=460)
    spots = [Rect(at[0] * stage.scale - 12, -at[1] * stage.scale - 12, 24, 24)]
    places = [*beside(at, 14, 14, text), *beside(at, 30, 30, text), *beside(target.pose.point, 40, 40, text)]
    for obstacle in (found for name in named if (found := thing(state, name)) is not None):
        x0, y0, x1, y1 = areas.area_bounds(obstacle) if isinstance(obstacle, Area) else measure.bounds(obstacle)
        half = ((x1 - x0) / 2 * stage.scale + 4, (y1 - y0) / 2 * stage.scale + 4)
        places += beside(((x0 + x1) / 2, (y0 + y1) / 2), *half, text)
    under = lit(state, named, RED, unit)
    return _Drawn(tuple(under), tuple(over), (Wanted(text, tuple(places)),), (line,), tuple(spots))


def walk_of(model: Model, path: Sequence[Point]) -> Walk:
    """A way of a model's centre as it is walked, its height and facing kept."""
    pose = model.pose or Pose(*path[0], 0.0, 0.0)
    poses = [pose._replace(x=x, y=y) for x, y in path] or [pose]
    return Walk(model.profile.base, tuple(poses))


def _line(line: Line, colour: Colour, unit: float) -> Iterator[Item]:
    """The line of a way: a dot where it begins, an arrow head where it ends."""
    if len(line) > 1:
        (ax, ay), (bx, by) = line[-2:]
        long = hypot(bx - ax, by - ay) or 1.0
        yield from haloed(line, colour, 2.6)
        yield glyphs.arrow_head((bx, by), ((bx - ax) / long, (by - ay) / long), 13 * unit, colour)
    yield Ellipse(line[0], 3.6 * unit, 3.6 * unit, fill=colour, outline=theme.LABEL, width=1.3)


def _middles(line: Line) -> Iterator[tuple[Point, Point]]:
    """The middles of the two longest legs, and their directions; of no way its place."""
    if len(line) < 2:
        yield line[0], (1.0, 0.0)
    for one, two in sorted(pairwise(line), key=lambda leg: -dist(*leg))[:2]:
        long = dist(one, two) or 1.0
        yield between(one, two, 0.5), ((two[0] - one[0]) / long, (two[1] - one[1]) / long)


def _nearest(state: State, way: ChargeWay) -> Model | None:
    """Of the target's models the nearest to the place where a way ends, or to the model that has none."""
    pose = state.models[way.model].pose
    at = way.path[-1] if way.path else None if pose is None else pose.point
    target = way.target or ""
    there = [each for each in state.models_of(target) if each.on_board] if target in state.units else []
    if at is None or not there:
        return None
    return min(there, key=lambda each: measure.point_gap(each.footprint, at).high)


def _stop(state: State, model: Model, target: Model, name: str | None) -> Pose | None:
    """Where a base that goes straight at a target is stopped by what bars it; None where it is not."""
    obstacle = None if not name else thing(state, name)
    if obstacle is None or model.pose is None or target.pose is None:
        return None
    path = (model.pose, model.pose._replace(x=target.pose.x, y=target.pose.y))
    foe = state.find_model(name or "")
    if foe is not None and foe.player != model.player and foe.unit != target.unit:
        found = first_within(model.profile.base, path, obstacle, state.range_pair("engagement")[0])
    else:
        found = first_overlap(model.profile.base, path, obstacle)
    return None if found is None else found.pose


def _touch(model: Model, stop: Pose, line: Line) -> Point:
    """The foremost point of a base that is stopped on a line."""
    (ax, ay), (bx, by) = line[0], line[-1]
    long = hypot(bx - ax, by - ay) or 1.0
    return measure.support(model.footprint_at(stop), (bx - ax) / long, (by - ay) / long)


def _everywhere(state: State) -> tuple[tuple[Point, Point], ...]:
    return (((state.board.width / 2, state.board.height * 0.94), (0.0, 0.0)),)
