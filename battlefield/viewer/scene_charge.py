"""How a charge looks: declared, with the way to each target and the roll that makes it; failed, with what it needed.

Where the log does not hold the ways, since the player gave them, a straight line stands for each.
"""

from __future__ import annotations

from battlefield.events import core
from battlefield.figures import trimmed
from battlefield.geometry import measure
from battlefield.geometry.shapes import Point
from battlefield.judge import Charge
from battlefield.state import State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.course import CHARGE, charge_needs, rolled_for
from battlefield.viewer.drawing import Item, Line, Stroke
from battlefield.viewer.labels import Wanted, beside, box
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_refusal import order_refused
from battlefield.viewer.scene_ways import charges_shown, walk_of
from battlefield.viewer.shown import haloed
from battlefield.viewer.tags import off_line, placed, said


def charge_declared(stage: Stage, event: core.ChargeDeclared) -> Plan:
    """An arrow from the unit to each of its targets, between the closest bases, with the distance."""
    if event.needs is not None:
        return _needed(stage, event.unit, event.needs)
    pairs = [each for each in (_closest(stage.before, event.unit, target) for target in event.targets) if each]
    player = stage.before.units[event.unit].player if event.unit in stage.before.units else ""
    colour = stage.livery(player).dark
    wanted = []
    for far, line in pairs:
        text = said(f"{trimmed(far, 3)}″", colour)
        wanted.append(Wanted(text, off_line(between(*line, 0.5), _way(line), text, 8)))
    lines = [line for _, line in pairs]
    tags = placed(stage, wanted, lines)

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.5 * stage.moment.duration)))
        items = [item for line in lines for item in _arrow(line, share, stage)]
        return Drawn(over=tuple(items), top=tuple(tags) if share >= 1.0 else ())

    focus = (event.unit, *event.targets)
    return Plan(stage.after, stage.moment.duration * 0.9, lines=tuple(lines), tags=tuple(tags), focus=focus, draw=draw)


def charge_failed(stage: Stage, event: core.ChargeFailed) -> Plan:
    """The reasons against the ways that were given, as of a refused order; else what the roll would have had to be."""
    if event.reasons:
        return order_refused(stage, event)
    needs = charge_needs(stage.recording, stage.moment.index)
    if needs is not None:
        return _fallen_short(stage, event, needs)
    place = _closest(stage.before, event.unit, event.targets[0]) if event.targets else None
    if place is None:
        return Plan(stage.after, stage.moment.duration * 0.6, focus=(event.unit,))
    words = "charge fails: no roll would do" if event.needs is None else f"charge fails: needs {event.needs}"
    text = said(words, theme.REFUSED, size=13)
    tags = placed(stage, [Wanted(text, beside(place[1][0], 26, 26, text))], [])
    lines = [each[1] for each in (_closest(stage.before, event.unit, target) for target in event.targets) if each]

    def draw(elapsed: float) -> Drawn:
        del elapsed
        return Drawn(over=tuple(item for line in lines for item in _broken(line, stage)), top=tuple(tags))

    focus = (event.unit, *event.targets)
    return Plan(stage.after, stage.moment.duration * 0.6, lines=tuple(lines), tags=tuple(tags), focus=focus, draw=draw)


def _needed(stage: Stage, unit: str, needs: core.ChargeNeeds) -> Plan:
    """The ways grow towards the targets; then the rolls, and where everybody would end."""
    shown = charges_shown(stage, [Charge(unit, needs)])
    ways = [each for each in needs.shortest if each.length is not None and len(each.path) > 1]
    walks = [walk_of(stage.before.models[each.model], each.path) for each in ways]
    colour = stage.livery(stage.before.units[unit].player if unit in stage.before.units else "").dark

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.5 * stage.moment.duration)))
        if share >= 1.0:
            return Drawn(shown.under, shown.over, shown.tags)
        trails = [item for walk in walks for item in haloed(walk.trail(0.0, share), colour, 2.6)]
        return Drawn(over=tuple(trails))

    still = stage.moment.duration * 0.9
    return Plan(stage.after, still, lines=shown.lines, tags=shown.tags, focus=shown.focus, spots=shown.spots, draw=draw)


def _fallen_short(stage: Stage, event: core.ChargeFailed, needs: core.ChargeNeeds) -> Plan:
    """The ways that were too long for the roll, as far as it would have gone; or what barred them."""
    rolled = rolled_for(stage.recording, stage.moment.index, CHARGE, event.unit)
    shown = charges_shown(stage, [Charge(event.unit, needs)])
    over = list(shown.over)
    words = "charge fails"
    if needs.roll is not None and rolled is not None:
        words = f"charge fails: {rolled.total} of {needs.roll} rolled"
        for way in needs.shortest:
            over += _far(stage, way, float(rolled.total))
    at = _middle_of(stage.before, event.unit)
    text = said(words, theme.REFUSED, size=13)
    tags = shown.tags
    if at is not None:
        taken = [*shown.spots, *(box(each, stage.scale) for each in shown.tags)]
        tags = (*tags, *placed(stage, [Wanted(text, beside(at, 26, 26, text))], shown.lines, taken))
    drawn = Drawn(shown.under, tuple(over), tags)
    still, focus = stage.moment.duration * 0.6, shown.focus
    return Plan(stage.after, still, lines=shown.lines, tags=tags, focus=focus, spots=shown.spots, draw=lambda _: drawn)


def _far(stage: Stage, way: core.ChargeWay, rolled: float) -> list[Item]:
    """A bar across a way where the roll ends."""
    if way.length is None or len(way.path) < 2 or rolled >= way.length:
        return []
    walk = walk_of(stage.before.models[way.model], way.path)
    share = rolled / way.length
    (ax, ay), (bx, by) = walk.at(max(0.0, share - 0.01)).point, walk.at(share).point
    ux, uy = _way(((ax, ay), (bx, by)))
    half = 11 * stage.unit
    bar = ((bx - half * uy, by + half * ux), (bx + half * uy, by - half * ux))
    return [Stroke(bar, theme.LABEL, 7.0), Stroke(bar, theme.REFUSED, 4.0)]


def _middle_of(state: State, unit: str) -> Point | None:
    """Where a unit's first model stands."""
    poses = [each.pose for each in state.models_of(unit) if each.on_board and each.pose] if unit in state.units else []
    return poses[0].point if poses else None


def _closest(state: State, one: str, other: str) -> tuple[float, tuple[Point, Point]] | None:
    """How far two units are from each other, and the two closest points."""
    if one not in state.units or other not in state.units:
        return None
    here = [each.footprint for each in state.models_of(one) if each.on_board]
    there = [each.footprint for each in state.models_of(other) if each.on_board]
    gaps = [measure.gap(a, b) for a in here for b in there]
    if not gaps:
        return None
    best = min(gaps, key=lambda each: each.high)
    return best.high, (best.here, best.there)


def _way(line: tuple[Point, Point]) -> Point:
    (ax, ay), (bx, by) = line
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    return ((bx - ax) / long, (by - ay) / long) if long > 0 else (1.0, 0.0)


def _arrow(line: tuple[Point, Point], share: float, stage: Stage) -> list[Item]:
    tip = between(*line, share)
    way: Line = (line[0], tip)
    head = glyphs.arrow_head(tip, _way(line), 13 * stage.unit, theme.REFUSED)
    return [Stroke(way, theme.LABEL.at(0.9), 5.4), Stroke(way, theme.REFUSED, 2.6), head]


def _broken(line: tuple[Point, Point], stage: Stage) -> list[Item]:
    middle = between(*line, 0.5)
    return [
        Stroke(line, theme.LABEL.at(0.9), 4.4),
        Stroke(line, theme.REFUSED, 2.0, (5, 5)),
        *glyphs.cross(middle, 6 * stage.unit, theme.LABEL, 7.0),
        *glyphs.cross(middle, 6 * stage.unit, theme.REFUSED, 3.4),
    ]
