"""How the events of the core rules look while they happen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from battlefield.events import core
from battlefield.geometry import measure
from battlefield.geometry.paths import turn_between
from battlefield.geometry.shapes import Disc, Point, Pose, Shape
from battlefield.state import Model
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Pill, Rect, Stroke, Text
from battlefield.viewer.labels import Wanted, beside, rect_of, tag
from battlefield.viewer.metrics import width
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_models import model_items, outline, signs_of
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.telling import asked, outcome, welcome


def anything(stage: Stage) -> Plan:
    """An event that has no picture of its own: who is concerned is ringed."""
    return Plan(stage.after, stage.moment.duration * 0.6, focus=subjects(stage))


def subjects(stage: Stage) -> tuple[str, ...]:
    """The names of things on the table that an event's fields hold."""
    found: dict[str, None] = {}
    state = stage.after
    for name in getattr(type(stage.event), "__dataclass_fields__", {}):
        value: Any = getattr(stage.event, name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str) and (each in state.units or each in state.artifacts or state.find_model(each)):
                found[each] = None
    return tuple(found)


def unit_set_up(stage: Stage, event: core.UnitSetUp) -> Plan:
    """The unit's models appear where they were put."""
    models = [stage.after.models[name] for name in event.models if name in stage.after.models]
    signs = signs_of(stage.after)

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.75 * stage.moment.duration)))
        items: list[Item] = []
        for model in models:
            if model.pose is not None:
                livery = stage.livery(model.player)
                held, size = signs.get(model.name, ()), 0.6 + 0.4 * share
                items += model_items(model, model.pose, livery, stage.unit, held, size)
        return Drawn(fading=tuple(items), opacity=0.15 + 0.85 * share)

    hidden = frozenset(model.name for model in models)
    return Plan(stage.after, stage.moment.duration, hidden, draw=draw)


def phase_began(stage: Stage, event: core.PhaseBegan) -> Plan:
    """A banner over the table."""
    words = f"Round {event.round}  ·  {event.player}  ·  {event.phase.capitalize()} phase"
    return _banner(stage, words, stage.livery(event.player).dark)


def battle_ended(stage: Stage, event: core.BattleEnded) -> Plan:
    """A banner with the winner."""
    fill = theme.INK if event.winner is None else stage.livery(event.winner).dark
    return _banner(stage, f"{event.winner} wins" if event.winner else "The battle is over", fill)


def _banner(stage: Stage, words: str, fill: Colour) -> Plan:
    board = stage.after.board
    at = (board.width / 2, board.height * 0.9)
    room = max(120.0, board.width * stage.scale - 60)
    text = tag(at, words, fill, size=22.0, room=room, outline=theme.LABEL)

    def draw(elapsed: float) -> Drawn:
        length = stage.moment.duration
        share = min(1.0, elapsed / 0.2, max(0.0, length - elapsed) / 0.25)
        return Drawn(top=(text,)) if share > 0.5 else Drawn()

    return Plan(stage.after, stage.moment.duration * 0.5, tags=(text,), draw=draw)


def model_moved(stage: Stage, event: core.ModelMoved) -> Plan:
    """The model goes along its path and leaves a trace; a ghost stays where it stood."""
    model = stage.before.models[event.model]
    start = model.pose or event.path[0]
    corners = (start, *event.path)
    path: Line = tuple(each.point for each in corners)
    signs = signs_of(stage.before).get(model.name, ())
    livery = stage.livery(model.player)
    text = said(f"{event.length:.2f}″", livery.dark)
    middle, direction = _middle(path)
    ends = [rect_of(model.footprint_at(each), stage.scale) for each in (start, event.path[-1])]
    tags = placed(stage, [Wanted(text, off_line(middle, direction, text))], [path], ends)
    swept = 2 * stage.scale * _half_width(model.footprint_at(start))

    def draw(elapsed: float) -> Drawn:
        share = eased(stage.moment.progress("move", elapsed))
        here, done = _along(corners, share)
        under: list[Item] = [
            Stroke(done, livery.fill.at(0.14), swept),
            outline(model.footprint_at(start), livery.dark.at(0.8), 1.5, (4, 3)),
            Stroke(done, theme.LABEL.at(0.9), 4.5),
            Stroke(done, livery.dark, 2.2, (6, 4)),
        ]
        body = model_items(model, here, livery, stage.unit, signs)
        return Drawn(tuple(under), tuple(body), tuple(tags) if share > 0.5 else ())

    still = stage.moment.duration - 0.05
    return Plan(stage.before, still, frozenset({event.model}), (path,), tuple(tags), (event.model,), draw=draw)


def _half_width(shape: Shape) -> float:
    if isinstance(shape, Disc):
        return shape.radius
    x0, y0, x1, y1 = measure.bounds(shape)
    return min(x1 - x0, y1 - y0) / 2


def _along(corners: Sequence[Pose], share: float) -> tuple[Pose, Line]:
    """The pose a share of the way along a path, and the way so far."""
    legs = [hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(corners)]
    left = sum(legs) * share
    done: list[Point] = [corners[0].point]
    here = corners[0]
    for (a, b), length in zip(pairwise(corners), legs, strict=True):
        part = 1.0 if length <= 0 else min(1.0, left / length)
        turn = turn_between(a.facing, b.facing) * (max(0.0, part - 0.7) / 0.3)
        x, y = between(a.point, b.point, part)
        here = Pose(x, y, a.z + (b.z - a.z) * part, a.facing + turn)
        done.append((x, y))
        left -= length
        if left <= 0 and part < 1.0:
            break
    return here, tuple(done)


def _middle(path: Line) -> tuple[Point, Point]:
    """The middle of a path's longest leg, and its direction."""
    one, two = max(pairwise(path), key=lambda pair: hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]))
    long = hypot(two[0] - one[0], two[1] - one[1]) or 1.0
    return between(one, two, 0.5), ((two[0] - one[0]) / long, (two[1] - one[1]) / long)


def wounds_lost(stage: Stage, event: core.WoundsLost) -> Plan:
    """A flash, and the number."""
    return _struck(stage, event.model, f"−{event.count}" + (" mortal" if event.mortal else ""), theme.REFUSED)


def wounds_regained(stage: Stage, event: core.WoundsRegained) -> Plan:
    """A flash, and the number."""
    return _struck(stage, event.model, f"+{event.count}", theme.rgb("00694c"))


def _struck(stage: Stage, name: str, words: str, colour: Colour) -> Plan:
    model = stage.after.find_model(name)
    if model is None or not model.on_board:
        return Plan(stage.after, stage.moment.duration * 0.5)
    shape = model.footprint
    text = said(words, colour, size=14)
    rect = rect_of(shape, stage.scale)
    tags = placed(stage, [Wanted(text, beside(_centre(shape), rect.width / 2 + 4, rect.height / 2 + 9, text))], [])

    def draw(elapsed: float) -> Drawn:
        share = elapsed / stage.moment.duration
        flash = outline(shape, colour.at(1 - 0.7 * share), 4.0, grow=(3 + 8 * share) * stage.unit)
        return Drawn(over=(flash,), top=tuple(tags))

    return Plan(stage.after, stage.moment.duration * 0.35, tags=tuple(tags), draw=draw)


def _centre(shape: Shape) -> Point:
    return (shape.x, shape.y)


def model_gone(stage: Stage, event: core.ModelDestroyed | core.ModelLeft) -> Plan:
    """The model fades; a cross stays for a moment where it was destroyed."""
    model = stage.before.find_model(event.model)
    pose = event.pose or (model.pose if model is not None else None)
    if model is None or pose is None:
        return Plan(stage.after, stage.moment.duration * 0.5)
    killed = isinstance(event, core.ModelDestroyed)
    shape = model.footprint_at(pose)
    rect = rect_of(shape, stage.scale)
    words = f"{event.model} destroyed" if killed else f"{event.model} leaves"
    text = said(words, theme.REFUSED if killed else stage.livery(model.player).dark)
    tags = placed(stage, [Wanted(text, beside(_centre(shape), rect.width / 2, rect.height / 2, text))], [])
    signs = signs_of(stage.before).get(model.name, ())
    items = tuple(model_items(model, pose, stage.livery(model.player), stage.unit, signs))
    cross = glyphs.cross(_centre(shape), min(rect.width, rect.height) * 0.34 * stage.unit, theme.REFUSED, 4.5)
    halo = glyphs.cross(_centre(shape), min(rect.width, rect.height) * 0.34 * stage.unit, theme.LABEL, 8.0)

    def draw(elapsed: float) -> Drawn:
        share = elapsed / stage.moment.duration
        under = (outline(shape, theme.INK_SOFT, 1.5, (4, 3)),)
        return Drawn(under, (*halo, *cross) if killed else (), tuple(tags), items, 1 - 0.8 * eased(share))

    hidden = frozenset({model.name})
    return Plan(stage.before, stage.moment.duration * 0.55, hidden, tags=tuple(tags), draw=draw)


def order_refused(stage: Stage, event: core.OrderRefused) -> Plan:
    """A red mark where each reason lies, with its rule; a line from the model that was meant to go there."""
    wanted: list[Wanted] = []
    items: list[Item] = []
    lines: list[Line] = []
    rects: list[Rect] = []
    for reason in event.reasons[:4]:
        at = reason.at or _place_of(stage, reason.of)
        if at is None:
            continue
        start = _place_of(stage, reason.of)
        if start is not None and start != at:
            lines.append((start, at))
            items += [Stroke((start, at), theme.LABEL.at(0.9), 5.0), Stroke((start, at), theme.REFUSED, 2.2, (6, 4))]
        radius = 11 * stage.unit
        items.append(Ellipse(at, radius, radius, fill=theme.LABEL, outline=theme.REFUSED, width=2.8))
        items += glyphs.cross(at, 4.6 * stage.unit, theme.REFUSED, 2.8)
        text = said(f"refused: {reason.rule}", theme.REFUSED, room=280)
        wanted.append(Wanted(text, beside(at, 14, 14, text)))
        rects.append(Rect(at[0] * stage.scale - 12, -at[1] * stage.scale - 12, 24, 24))
    tags = placed(stage, wanted, lines, rects)
    names = tuple({reason.of: None for reason in event.reasons if reason.of is not None})

    def draw(elapsed: float) -> Drawn:
        shown = elapsed > 0.15
        return Drawn(over=tuple(items) if shown else (), top=tuple(tags) if shown else ())

    return Plan(stage.after, stage.moment.duration * 0.7, frozenset(), tuple(lines), tuple(tags), names, draw=draw)


def _place_of(stage: Stage, name: str | None) -> Point | None:
    model = None if name is None else stage.before.find_model(name)
    return model.pose.point if model is not None and model.on_board and model.pose is not None else None


def rolled(stage: Stage, event: core.Rolled) -> Plan:
    """A small tray beside what the dice are for: the faces, the total, whether it is enough."""
    at, half_width, half_height = _subject(stage, event.of)
    faces = event.faces[:12]
    words = _outcome(event)
    wide = max(36.0 * len(faces) + 16, width(words, 13, "semibold") + 26)
    pill_high = 68.0
    frame = Text(at, "", 13, theme.WHITE, 0.0, pill=Pill(wide, pill_high, theme.INK.at(0.94), theme.LABEL, 9.0))
    tray = placed(stage, [Wanted(frame, beside(at, half_width, half_height, frame))], [])[0]
    label = Text(tray.at, words, 13, _colour(event), width(words, 13, "semibold"), "semibold",
                 offset=(tray.offset[0], tray.offset[1] + 20))  # fmt: skip
    unit = stage.unit
    x, y = tray.at[0] + tray.offset[0] * unit, tray.at[1] - (tray.offset[1] - 12) * unit

    def draw(elapsed: float) -> Drawn:
        share = min(1.0, elapsed / (0.5 * stage.moment.duration))
        items: list[Item] = []
        for number, face in enumerate(faces):
            shown = face if share > 0.8 else (face + number + int(share * 9)) % 6 + 1
            spot = (x + (number - (len(faces) - 1) / 2) * 38 * unit, y)
            items += glyphs.die(spot, shown, 28 * unit, (1 - share) * 200, unit)
        return Drawn(top=(tray, *items, *((label,) if share >= 0.8 else ())))

    return Plan(stage.after, stage.moment.duration * 0.9, tags=(tray,), focus=(event.of,), draw=draw)


def _outcome(event: core.Rolled) -> str:
    modifier = f" {event.modifier:+d}" if event.modifier else ""
    needs = f" ({asked(event)})" if asked(event) else ""
    return f"{event.roll}{modifier} = {event.total}{needs}{outcome(event)}"


def _colour(event: core.Rolled) -> Colour:
    well = welcome(event)
    return theme.WHITE if well is None else theme.rgb("6fe0b5") if well else theme.rgb("ff9a5c")


def _subject(stage: Stage, name: str) -> tuple[Point, float, float]:
    """Where what a roll is for stands, with half its sides in pixels; the middle of the table when it is nowhere."""
    state = stage.before
    found: Model | None = state.find_model(name)
    artifact = state.artifacts.get(name)
    if artifact is not None and artifact.carrier is not None:
        found = state.find_model(artifact.carrier)
    if artifact is not None and artifact.at is not None:
        half = artifact.radius * stage.scale
        return artifact.at.point, half, half
    unit = state.units.get(name)
    if found is None and unit is not None:
        found = next((each for each in state.models_of(name) if each.on_board), None)
    if found is None or not found.on_board:
        return (state.board.width / 2, state.board.height / 2), 0.0, 0.0
    rect = rect_of(found.footprint, stage.scale)
    return _centre(found.footprint), rect.width / 2 + 4, rect.height / 2 + 4
