"""How the events of the core rules look while they happen."""

from __future__ import annotations

from typing import Any

from battlefield.events import core
from battlefield.geometry.shapes import Point, Shape
from battlefield.state import Model
from battlefield.viewer import course, glyphs, theme
from battlefield.viewer.drawing import Box, Colour, Item, Pill, Text
from battlefield.viewer.labels import Wanted, beside, rect_of, tag
from battlefield.viewer.metrics import width
from battlefield.viewer.plan import Drawn, Plan, Stage, eased
from battlefield.viewer.scene_models import model_items, outline, signs_of
from battlefield.viewer.scene_move import band_items, way_items
from battlefield.viewer.shown import lit_area
from battlefield.viewer.story_moves import ROLLS, on_tray
from battlefield.viewer.tags import placed, said
from battlefield.viewer.telling import called, welcome
from battlefield.viewer.walk import Walk


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
    words = f"{called(stage.before, event.model)} {_end(stage, event)}"
    text = said(words, theme.REFUSED if killed else stage.livery(model.player).dark)
    tags = placed(stage, [Wanted(text, beside(_centre(shape), rect.width / 2, rect.height / 2, text))], [])
    signs = signs_of(stage.before).get(model.name, ())
    items = tuple(model_items(model, pose, stage.livery(model.player), stage.unit, signs))
    ground = course.slain_by(stage.before, event) if isinstance(event, core.ModelDestroyed) else None
    danger = () if ground is None else tuple(lit_area(ground.area, theme.REFUSED))
    cross = glyphs.cross(_centre(shape), min(rect.width, rect.height) * 0.34 * stage.unit, theme.REFUSED, 4.5)
    halo = glyphs.cross(_centre(shape), min(rect.width, rect.height) * 0.34 * stage.unit, theme.LABEL, 8.0)

    def draw(elapsed: float) -> Drawn:
        share = elapsed / stage.moment.duration
        under = (*danger, outline(shape, theme.INK_SOFT, 1.5, (4, 3)))
        return Drawn(under, (*halo, *cross) if killed else (), tuple(tags), items, 1 - 0.8 * eased(share))

    hidden = frozenset({model.name})
    return Plan(stage.before, stage.moment.duration * 0.55, hidden, tags=tuple(tags), draw=draw)


def _end(stage: Stage, event: core.ModelDestroyed | core.ModelLeft) -> str:
    if isinstance(event, core.ModelLeft):
        return "leaves"
    if course.slain_by(stage.before, event) is not None:
        return f"slain by {event.by}"
    return "lost to Desperate Escape" if event.by == course.ESCAPED else "destroyed"


def rolled(stage: Stage, event: core.Rolled) -> Plan:
    """A small tray beside what the dice are for: the faces, the total, whether it is enough."""
    at, half_width, half_height = _subject(stage, event.of)
    faces = event.faces[:12]
    words = on_tray(event)
    wide = max(36.0 * len(faces) + 16, width(words, 13, "semibold") + 26)
    pill_high = 68.0
    frame = Text(at, "", 13, theme.WHITE, 0.0, pill=Pill(wide, pill_high, theme.INK.at(0.94), theme.LABEL, 9.0))
    declared = _declared(stage, event)
    lines = [] if declared is None else [declared.line]
    tray = placed(stage, [Wanted(frame, beside(at, half_width, half_height, frame))], lines)[0]
    label = Text(tray.at, words, 13, _colour(event), width(words, 13, "semibold"), "semibold",
                 offset=(tray.offset[0], tray.offset[1] + 20))  # fmt: skip
    unit = stage.unit
    x, y = tray.at[0] + tray.offset[0] * unit, tray.at[1] - (tray.offset[1] - 12) * unit
    under = _lit(stage, event) if declared is None else _ahead(stage, event, declared)

    def draw(elapsed: float) -> Drawn:
        share = min(1.0, elapsed / (0.5 * stage.moment.duration))
        items: list[Item] = []
        for number, face in enumerate(faces):
            shown = face if share > 0.8 else (face + number + int(share * 9)) % 6 + 1
            spot = (x + (number - (len(faces) - 1) / 2) * 38 * unit, y)
            items += glyphs.die(spot, shown, 28 * unit, (1 - share) * 200, unit)
            if event.asks == course.DIFFICULT and share >= 0.8 and face < max(faces):
                items.append(Box(spot, 28 * unit, 28 * unit, 6 * unit, fill=theme.INK.at(0.62)))
        return Drawn(under, top=(tray, *items, *((label,) if share >= 0.8 else ())))

    still = stage.moment.duration * 0.9
    claim = course.claim_after(stage.recording, stage.moment.index, event.of)
    claimed = None if claim is None else claim.artifact
    return Plan(stage.after, still, frozenset(), tuple(lines), (tray,), (event.of,), claimed, draw=draw)


def _declared(stage: Stage, event: core.Rolled) -> Walk | None:
    """The way that dice of a move, or of a claim, are rolled for."""
    if event.asks == course.CLAIM:
        claim = course.claim_after(stage.recording, stage.moment.index, event.of)
        return None if claim is None else course.way_to_claim(stage.before, claim)
    if event.asks not in ROLLS:
        return None
    return course.walk_after(stage.recording, stage.moment.index, event.of)


def _lit(stage: Stage, event: core.Rolled) -> tuple[Item, ...]:
    """The dangerous ground that a model rolls for."""
    model = stage.before.models.get(event.of)
    if event.asks != course.DANGEROUS or model is None:
        return ()
    ground = course.dangerous_at(stage.before, model)
    return () if ground is None else tuple(lit_area(ground.area, theme.REFUSED))


def _ahead(stage: Stage, event: core.Rolled, walk: Walk) -> tuple[Item, ...]:
    """The way that lies ahead, with its band."""
    unit = stage.before.unit_of(event.of)
    livery = stage.livery("" if unit is None else unit.player)
    return (*band_items(walk, livery.fill), *way_items(walk, 0.0, livery.dark, stage.unit))


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
