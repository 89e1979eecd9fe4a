"""How a move looks: the band that the base sweeps, the way with its corners and turns, the base walked along it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, radians

from battlefield.events import core
from battlefield.figures import telling, trimmed
from battlefield.geometry import measure
from battlefield.geometry.paths import turn_between
from battlefield.geometry.shapes import Point, Pose, unit_vector
from battlefield.state import Model
from battlefield.viewer import theme
from battlefield.viewer.course import Course, course_of
from battlefield.viewer.drawing import Colour, Ellipse, Fill, Item, Stroke, Text
from battlefield.viewer.labels import Wanted, beside, rect_of
from battlefield.viewer.metrics import width
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_board import aimed_edge
from battlefield.viewer.scene_models import model_items, outline, signs_of
from battlefield.viewer.shown import lit_area
from battlefield.viewer.story_moves import way_of
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.telling import called
from battlefield.viewer.walk import Stretch, Walk, turning_lines

HALTED = theme.rgb("1f5d88")
DASH = (6.0, 4.0)


@dataclass(frozen=True, slots=True)
class Trip:
    """What is drawn of a leg: the model, its walk now, and the walk that the legs before it made."""

    model: Model
    walk: Walk
    course: Course
    earlier: Walk
    livery: theme.Livery


def model_moved(stage: Stage, event: core.ModelMoved) -> Plan:
    """The model goes along its path, its band shown before it; a ghost stays where the move began."""
    model = stage.before.models[event.model]
    course = course_of(stage.recording, stage.moment.index)
    here = model.pose or event.path[0]
    base = model.profile.base
    gone = (course.start, *(pose for leg in course.legs[:-1] for pose in leg.path))
    trip = Trip(model, Walk(base, (here, *event.path)), course, Walk(base, gone), stage.livery(model.player))
    signs = signs_of(stage.before).get(model.name, ())
    still_items = _lasting(stage, trip)
    tags = _tags(stage, trip, event)
    lines = (trip.earlier.line, trip.walk.line) if len(gone) > 1 else (trip.walk.line,)

    def draw(elapsed: float) -> Drawn:
        share = eased(stage.moment.progress("move", elapsed))
        body = model_items(model, trip.walk.at(share), trip.livery, stage.unit, signs)
        body.append(Stroke(trip.walk.trail(0.0, share), theme.WHITE.at(0.6), 1.4, DASH))
        under = (*still_items, *way_items(trip.walk, share, trip.livery.dark, stage.unit))
        return Drawn(under, (*body, *(_stop(stage, trip) if share >= 1.0 else ())), _shown(tags, trip, share))

    still = stage.moment.duration - 0.05
    shown = tuple(text for _, text in tags)
    return Plan(stage.before, still, frozenset({event.model}), lines, shown, (event.model,), draw=draw)


def _lasting(stage: Stage, trip: Trip) -> tuple[Item, ...]:
    """What does not change during a leg: the band, the ghost where the move began, the legs before, the danger."""
    items: list[Item] = []
    if trip.course.legs[-1].kind == "capture":
        player = stage.before.player_named(trip.model.player)
        items += aimed_edge(stage.before.board, player, trip.livery)
    if len(trip.earlier.path) > 1:
        items += band_items(trip.earlier, trip.livery.fill.at(0.6))
        items += way_items(trip.earlier, 1.0, trip.livery.dark.at(0.6), stage.unit)
    items += band_items(trip.walk, trip.livery.fill)
    items += ghost(trip.model, trip.course.start, trip.livery)
    danger = next((each for each in stage.before.terrain if each.name == trip.course.danger), None)
    return (*items, *(lit_area(danger.area, theme.REFUSED) if danger is not None else ()))


def ghost(model: Model, pose: Pose, livery: theme.Livery, edge: Colour | None = None) -> list[Item]:
    """Where a model was, or would be: its base as a shade with a dashed edge."""
    shape = model.footprint_at(pose)
    return [
        Fill((tuple(measure.boundary(shape)),), livery.fill.at(0.16)),
        outline(shape, theme.LABEL.at(0.7), 3.2),
        outline(shape, edge or livery.dark.at(0.85), 1.6, (4, 3)),
    ]


def band_items(walk: Walk, colour: Colour) -> list[Item]:
    """All that the base covers on its way, softly, true in width."""
    band = walk.band
    return [
        Fill(band, colour.at(0.13)),
        *(Stroke(ring, colour.at(0.18), 3.0, closed=True) for ring in band),
        *(Stroke(ring, colour.at(0.5), 1.0, closed=True) for ring in band),
    ]


def way_items(walk: Walk, share: float, colour: Colour, unit: float) -> list[Item]:
    """The way so far, a dot at each corner that is behind, the arcs of the turns; what is ahead, faint."""
    items: list[Item] = []
    ahead, done = walk.trail(share, 1.0), walk.trail(0.0, share)
    if share < 1.0 and len(ahead) > 1:
        items.append(Stroke(ahead, colour.at(0.45), 1.4, (2, 4)))
    for turn in (each for each in walk.stretches if each.turns and each.paid > 0):
        for arc in turning_lines(walk.base, turn):
            items += [Stroke(arc, theme.LABEL.at(0.6), 3.0), Stroke(arc, colour.at(0.75), 1.3, (2, 3))]
    if len(done) > 1:
        items += [Stroke(done, theme.LABEL.at(0.9), 4.8), Stroke(done, colour, 2.2, DASH)]
    for corner in done[:-1] if share < 1.0 else done:
        items.append(Ellipse(corner, 3.2 * unit, 3.2 * unit, fill=colour, outline=theme.LABEL, width=1.2))
    return items


def _stop(stage: Stage, trip: Trip) -> tuple[Item, ...]:
    """A bar across the way in front of a base that difficult ground has stopped."""
    if not trip.course.halted:
        return ()
    stretch = next((each for each in reversed(trip.walk.stretches) if not each.turns), None)
    if stretch is None:
        return ()
    ux, uy = _direction(stretch)
    shape = trip.model.footprint_at(trip.walk.path[-1])
    x, y = measure.support(shape, ux, uy)
    at = trip.walk.path[-1].point
    reach = (x - at[0]) * ux + (y - at[1]) * uy + 4 * stage.unit
    half = max(9 * stage.unit, 0.5 * rect_of(shape, 1.0).height)
    x, y = at[0] + ux * reach, at[1] + uy * reach
    bar = ((x - half * uy, y + half * ux), (x + half * uy, y - half * ux))
    return (Stroke(bar, theme.LABEL, 7.0), Stroke(bar, HALTED, 4.0))


def _direction(stretch: Stretch) -> Point:
    dx, dy = stretch.end.x - stretch.start.x, stretch.end.y - stretch.start.y
    long = hypot(dx, dy)
    return (dx / long, dy / long) if long else unit_vector(stretch.end.facing)


def _tags(stage: Stage, trip: Trip, event: core.ModelMoved) -> list[tuple[str, Text]]:
    """The figure at the end, what ends the move there, and how long each way and turn is where there are several."""
    end = trip.model.footprint_at(trip.walk.path[-1])
    rect = rect_of(end, stage.scale)
    room = (rect.width / 2 + 4, rect.height / 2 + 4)
    text = said(_reading(trip, 1.0), trip.livery.dark, size=13)
    wanted = [("end", Wanted(text, beside((end.x, end.y), *room, text)))]
    if trip.course.halted:
        text = said("stopped by difficult ground", HALTED)
        wanted.append(("end", Wanted(text, beside((end.x, end.y), room[0] + 8, room[1] + 4, text, 10))))
    if trip.course.danger is not None:
        text = said(f"into {trip.course.danger}", theme.REFUSED)
        wanted.append(("end", Wanted(text, beside((end.x, end.y), room[0] + 8, room[1] + 4, text, 10))))
    if event.kind != "normal":
        text = said(way_of(event.kind)[1], theme.INK)
        wanted.append(("way", Wanted(text, off_line(*_middle(trip.walk), text, 3 + _half(trip, stage)))))
    name = said(called(stage.before, event.model), trip.livery.dark, size=11)
    wanted.append(("end", Wanted(name, beside((end.x, end.y), *room, name), optional=True)))
    wanted += [("leg", each) for each in stretch_tags(trip.walk, trip.livery.dark)]
    lines = [trip.walk.line, *([trip.earlier.line] if len(trip.earlier.path) > 1 else [])]
    ends = [rect_of(trip.model.footprint_at(each), stage.scale) for each in (trip.course.start, trip.walk.path[-1])]
    if trip.course.halted:
        ends[1] = ends[1].shrunk(-10)
    return _named(wanted, placed(stage, [each for _, each in wanted], lines, ends))


def _named(wanted: Sequence[tuple[str, Wanted]], made: Sequence[Text]) -> list[tuple[str, Text]]:
    """The tags that found a place, by the name of what they belong to: optional ones may have been left out."""
    names, out = list(wanted), []
    for text in made:
        while names and names[0][1].text.text != text.text:
            names.pop(0)
        out.append((names.pop(0)[0], text))
    return out


def stretch_tags(walk: Walk, colour: Colour) -> list[Wanted]:
    """How long each way and turn is, where there are several; left out where there is no room."""
    paid = [each for each in walk.stretches if each.paid > 0.05]
    wanted = []
    for each in paid if len(paid) > 1 else []:
        if each.turns:
            angle = abs(turn_between(each.start.facing, each.end.facing))
            text = said(f"{trimmed(angle, 1)}° turn: {trimmed(each.paid, 3)}″", theme.LABEL, colour, size=11)
            reach = each.paid / radians(angle) if angle else 0.0
            spots = [unit_vector(each.end.facing + step) for step in (45, -45, 135, -135, 90, -90, 0, 180)]
            at = [(each.end.x + ux * reach, each.end.y + uy * reach) for ux, uy in spots]
            places = tuple(place for spot in at for place in beside(spot, 4, 4, text)[:4])
        else:
            text = said(f"{trimmed(each.paid, 3)}″", theme.LABEL, colour, size=11)
            middle = between(each.start.point, each.end.point, 0.5)
            places = off_line(middle, _direction(each), text, 5)
        wanted.append(Wanted(text, places, optional=True))
    return wanted


def _reading(trip: Trip, share: float) -> str:
    """How far it has come, of how far it may."""
    length = trip.course.before + trip.walk.length * share
    limit = trip.course.allowance
    if share < 1.0:
        return f"{length:.1f}″" if limit is None else f"{length:.1f} of {limit:g}″"
    return f"{telling(length, limit)}″" if limit is None else f"{telling(length, limit)} of {limit:g}″"


def _shown(tags: Sequence[tuple[str, Text]], trip: Trip, share: float) -> tuple[Text, ...]:
    """The tags of an instant: the figure runs along with the walk, what ends it waits for its end."""
    out = []
    for place, (name, text) in enumerate(tags):
        if place == 0 and share < 1.0:
            words = _reading(trip, share)
            out.append(replace(text, text=words, width=width(words, text.size, text.weight)))
        elif share >= {"end": 1.0, "leg": 0.5, "way": 0.15}[name]:
            out.append(text)
    return tuple(out)


def _middle(walk: Walk) -> tuple[Point, Point]:
    """The middle of a walk's longest way, and its direction."""
    ways = [each for each in walk.stretches if not each.turns]
    if not ways:
        return walk.path[-1].point, (1.0, 0.0)
    longest = max(ways, key=lambda each: each.paid)
    return between(longest.start.point, longest.end.point, 0.5), _direction(longest)


def _half(trip: Trip, stage: Stage) -> float:
    """Half the width of the band, in pixels, as much of it as a tag should keep off."""
    rect = rect_of(trip.model.footprint_at(trip.walk.path[-1]), stage.scale)
    return min(40.0, min(rect.width, rect.height) / 2)
