"""How the events of the card game look: cards on their way, the zone that binds one, units put elsewhere."""

from __future__ import annotations

from battlefield.events import artefakty as cards
from battlefield.geometry import areas
from battlefield.geometry.shapes import Point, Pose
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Box, Fill, Item, Line, Stroke, Text
from battlefield.viewer.labels import Wanted, beside, rect_of, tag
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_cards import HIGH, WIDE, card_drawn, lit_zone, place_of_card, unit_of
from battlefield.viewer.scene_models import model_items
from battlefield.viewer.tags import placed, said

GLOW = theme.rgb("f0c000")


def card_moved(
    stage: Stage,
    event: cards.CardDrawn | cards.CardTurnedUp | cards.CardPlayed | cards.CardDiscarded | cards.CardSeen,
) -> Plan:
    """The card on its way to where it lies, the place that it left; who it was played at is ringed, its zone lit."""
    reader = stage.recording.reader
    start = place_of_card(stage.before, event.card, reader)
    end = place_of_card(stage.after, event.card, reader)
    zone = event.zone if isinstance(event, cards.CardPlayed) and event.at_once else None
    under = () if zone is None else lit_zone(stage.after, zone)
    focus = tuple(each for each in getattr(event, "targets", ()) if each in stage.after.units)
    length = stage.moment.duration
    if end is None:
        return Plan(stage.after, length * 0.5, focus=focus)
    begin = end if start is None else start
    still = length * 0.9

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.6 * length))) if length > 0 else 1.0
        at = between(begin.at, end.at, share)
        face_up = end.open if share > 0.5 or begin.at == end.at else begin.open
        body = card_drawn(stage.after, stage.scale, event.card, at, face_up)
        left = _left(stage.after, begin.at) if begin.at != end.at else ()
        return Drawn(under, top=(*left, *_glow(stage.after, at), *body))

    return Plan(stage.after, still, focus=focus, draw=draw, lifted=event.card)


def confrontation_won(stage: Stage, event: cards.ConfrontationWon) -> Plan:
    """The zone is lit in the winner's colour, with what was won there."""
    livery = stage.livery(event.winner)
    under: list[Item] = []
    at: Point = (stage.after.board.width / 2, stage.after.board.height / 2)
    for zone in stage.after.zones:
        if zone.name == event.zone:
            x0, y0, x1, y1 = areas.area_bounds(zone.area)
            at = ((x0 + x1) / 2, y0 + 0.2 * (y1 - y0))
            if not areas.contains(zone.area, at):
                at = areas.representative_point(zone.area)
            for outer, holes in areas.rings(zone.area, 0.005):
                rings = (tuple(outer), *(tuple(hole) for hole in holes))
                under.append(Fill(rings, livery.fill.at(0.2)))
                under += [Stroke(ring, livery.dark, 3.0, closed=True) for ring in rings]
    text = tag(at, f"{event.winner} wins {event.kind}", livery.dark, size=15.0, outline=theme.LABEL, room=260)
    length = stage.moment.duration

    def draw(elapsed: float) -> Drawn:
        return Drawn(tuple(under), top=(text,) if elapsed > 0.1 * length else ())

    return Plan(stage.after, length * 0.6, tags=(text,), draw=draw)


def units_put(stage: Stage, event: cards.UnitRelocated | cards.UnitsSwapped) -> Plan:
    """Units glide to their new places; a dashed line shows from where."""
    ways: list[Line] = []
    moving = []
    for name, pose in event.models.items():
        model = stage.before.models[name]
        if model.pose is not None:
            moving.append((model, model.pose, pose))
            ways.append((model.pose.point, pose.point))
    if isinstance(event, cards.UnitsSwapped):
        text = said(f"{event.a} ↔ {event.b}", theme.INK, size=12.5)
    else:
        text = said(f"{event.unit}: {event.from_ or 'no zone'} → {event.to or 'no zone'}", theme.INK, size=12.5)
    tags: tuple[Text, ...] = ()
    if moving:
        model, _, end = moving[0]
        rect = rect_of(model.footprint_at(end), stage.scale)
        tags = tuple(placed(stage, [Wanted(text, beside(end.point, rect.width / 2, rect.height / 2, text))], ways))
    lines = tuple(
        Stroke(way, stage.livery(each[0].player).dark, 2.0, (6, 5)) for way, each in zip(ways, moving, strict=True)
    )
    length = stage.moment.duration

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.7 * length)))
        over: list[Item] = []
        for model, start, end in moving:
            x, y = between(start.point, end.point, share)
            over += model_items(model, Pose(x, y, end.z, end.facing), stage.livery(model.player), stage.unit)
        return Drawn(lines, tuple(over), tags)

    hidden = frozenset(event.models)
    return Plan(stage.after, length * 0.85, hidden, tuple(ways), tags, draw=draw, named=True)


def _glow(state: State, at: Point) -> tuple[Item, ...]:
    unit = unit_of(state)
    return (Box(at, (WIDE + 0.2) * unit, (HIGH + 0.2) * unit, 0.3 * unit, outline=GLOW, line=3.0),)


def _left(state: State, at: Point) -> tuple[Item, ...]:
    """The place that a card has left."""
    unit = unit_of(state)
    x, y, half, tall = at[0], at[1], (WIDE / 2 + 0.1) * unit, (HIGH / 2 + 0.1) * unit
    ring = ((x - half, y - tall), (x + half, y - tall), (x + half, y + tall), (x - half, y + tall))
    return (Stroke(ring, GLOW, 2.2, (7.0, 5.0), closed=True),)
