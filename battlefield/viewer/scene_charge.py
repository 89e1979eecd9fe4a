"""How a charge looks: declared, with the way to each target in a straight line; failed, with what it needed."""

from __future__ import annotations

from battlefield.events import core
from battlefield.geometry import measure
from battlefield.geometry.shapes import Point
from battlefield.state import State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Item, Line, Stroke
from battlefield.viewer.labels import Wanted, beside
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_refusal import order_refused
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.telling import trimmed


def charge_declared(stage: Stage, event: core.ChargeDeclared) -> Plan:
    """An arrow from the unit to each of its targets, between the closest bases, with the distance."""
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
