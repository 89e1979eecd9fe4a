"""The Relic changing hands: seized, identified, picked up, passed, carried off the board edge."""

from __future__ import annotations

from battlefield.events import scrollhammer_relic as relics
from battlefield.geometry import measure
from battlefield.geometry.edges import OUTWARDS
from battlefield.geometry.shapes import Disc, Point, Pose, Shape
from battlefield.state import Artifact, Model, State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Stroke, Text
from battlefield.viewer.labels import Wanted, beside, rect_of
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_board import aimed_edge
from battlefield.viewer.scene_models import model_items, outline
from battlefield.viewer.tags import placed, said

DARK, GLOW = theme.rgb("20262f"), theme.rgb("ffc04d")


def relic_seized(stage: Stage, event: relics.RelicSeized) -> Plan:
    """A ring closes round the counter, in the seizer's colours; the point where the bases meet is marked."""
    relic, model = stage.before.artifacts[event.relic], stage.before.models[event.model]
    shape, at = model.footprint_at(event.pose), _lies(relic, event.pose)
    met = measure.gap(shape, Disc(*at, relic.radius))
    livery = stage.livery(model.player)
    figure = "base contact" if event.arc is None else f"contact after {event.arc:.3f}″"
    tags = _tags(
        stage,
        [(f"seized by {_called(stage.before, model)}", at, relic.radius), (figure, event.pose.point, _half(shape))],
    )

    def draw(elapsed: float) -> Drawn:
        share = min(1.0, elapsed / (0.6 * stage.moment.duration))
        radius = relic.radius + (4 + 40 * (1 - eased(share)) ** 2) * stage.unit
        ring = Ellipse(at, radius, radius, outline=livery.dark.at(0.3 + 0.7 * share), width=3.0)
        mark = between(met.here, met.there, 0.5)
        dot = Ellipse(mark, 4 * stage.unit, 4 * stage.unit, fill=theme.LABEL, outline=theme.INK, width=2.0)
        return Drawn(over=(ring, dot), top=tuple(tags) if share > 0.4 else ())

    return Plan(stage.before, stage.moment.duration * 0.8, tags=tuple(tags), focus=(event.model,), draw=draw)


def relic_seizure_voided(stage: Stage, event: relics.RelicSeizureVoided) -> Plan:
    """The ring round the counter breaks."""
    relic = stage.after.artifacts[event.relic]
    if relic.at is None:
        return Plan(stage.after, stage.moment.duration * 0.5)
    at = relic.at.point
    tags = _tags(stage, [(f"seizure void: {event.why}", at, relic.radius)], theme.REFUSED, theme.WHITE)

    def draw(elapsed: float) -> Drawn:
        share = min(1.0, elapsed / stage.moment.duration)
        radius = relic.radius + (4 + 26 * share) * stage.unit
        ring = Ellipse(at, radius, radius, outline=theme.REFUSED.at(1 - 0.8 * share), width=2.4, dash=(5, 6))
        return Drawn(over=(ring,), top=tuple(tags))

    return Plan(stage.after, stage.moment.duration * 0.35, tags=tuple(tags), draw=draw)


def relic_lost(stage: Stage, event: relics.RelicLost) -> Plan:
    """Its bearer fell where there is no table to show it on: the table as it is, and the words."""
    _ = event
    return Plan(stage.after, stage.moment.duration * 0.5)


def relic_identified(stage: Stage, event: relics.RelicIdentified) -> Plan:
    """The counter turns over, and what it is stands beside it; an empty one fades away."""
    relic = stage.before.artifacts[event.relic]
    holder = stage.before.models.get(event.model)
    at = _lies(relic, holder.pose if holder is not None and holder.pose is not None else Pose(0.0, 0.0))
    words = f"{event.roll}: {event.result}" + (", removed" if event.removed else "")
    fill = theme.REFUSED if event.removed else DARK
    tags = _tags(stage, [(words, at, relic.radius)], fill, theme.WHITE if event.removed else GLOW, 16.0)

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.5 * stage.moment.duration)))
        size = relic.radius * max(0.12, abs(1 - 2 * share))
        glow = relic.radius + (6 + 30 * share) * stage.unit
        rays = Ellipse(at, glow, glow, outline=theme.ORANGE.at(0.9 * (1 - share) + 0.1), width=4.0)
        token = glyphs.token(at, size if share < 1.0 else relic.radius, True, unit=stage.unit)
        top = tuple(tags) if share > 0.5 else ()
        if event.removed:
            return Drawn(over=(rays,), top=top, fading=token, opacity=1 - 0.9 * share)
        return Drawn(over=(rays, *token), top=top)

    hidden = frozenset({event.relic})
    return Plan(stage.before, stage.moment.duration * 0.85, hidden, tags=tuple(tags), draw=draw)


def relic_picked_up(stage: Stage, event: relics.RelicPickedUp) -> Plan:
    """The counter goes from the ground into the model's hands."""
    relic, model = stage.before.artifacts[event.relic], stage.before.models[event.model]
    end = model.pose.point if model.pose is not None else _lies(relic, Pose(0.0, 0.0))
    start = _lies(relic, Pose(*end))
    return _carried(stage, event.relic, start, end, model, f"{event.relic} picked up by {_called(stage.before, model)}")


def relic_passed(stage: Stage, event: relics.RelicPassed) -> Plan:
    """It goes from hand to hand, over the point where the bases touch."""
    giver, taker = stage.before.models[event.from_], stage.before.models[event.model]
    if giver.pose is None or taker.pose is None:
        return Plan(stage.after, stage.moment.duration * 0.5)
    words = f"{event.relic} → {_called(stage.before, taker)}"
    return _carried(stage, event.relic, giver.pose.point, taker.pose.point, taker, words)


def relic_captured(stage: Stage, event: relics.RelicCaptured) -> Plan:
    """The bearer at its player's edge, lit from end to end, and the way out over it."""
    model, player = stage.before.models[event.model], stage.before.player_named(event.player)
    livery = stage.livery(event.player)
    shape, (dx, dy) = model.footprint_at(event.at), OUTWARDS[event.edge]
    tags = _tags(
        stage,
        [(f"{event.relic} is off over the {event.edge} edge", event.at.point, _half(shape))],
        livery.dark,
        theme.WHITE,
        16.0,
    )
    edge = tuple(aimed_edge(stage.before.board, player, livery))
    body = tuple(model_items(model, event.at, livery, stage.unit, (True,)))
    back = _half(shape) + 26 * stage.unit
    start = (event.at.x - dx * back, event.at.y - dy * back)

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.7 * stage.moment.duration)))
        reach = (back + _half(shape)) * share
        tip = (start[0] + dx * reach, start[1] + dy * reach)
        arrow = (
            Stroke((start, tip), theme.LABEL, 8.0),
            Stroke((start, tip), theme.ORANGE, 4.0),
            glyphs.arrow_head(tip, (dx, dy), 14 * stage.unit, theme.ORANGE),
        )
        glow = outline(shape, theme.ORANGE.at(1 - 0.6 * share), 4.0, grow=(4 + 18 * share) * stage.unit)
        return Drawn(edge, (*body, glow, *arrow), tuple(tags) if share > 0.3 else ())

    hidden = frozenset({event.model})
    return Plan(stage.before, stage.moment.duration * 0.85, hidden, tags=tuple(tags), draw=draw)


def _carried(stage: Stage, name: str, start: Point, end: Point, taker: Model, words: str) -> Plan:
    """The counter on its way into somebody's hands."""
    relic, shape = stage.before.artifacts[name], taker.footprint
    lines: tuple[Line, ...] = ((start, end),) if start != end else ()
    tags = _tags(stage, [(words, end, _half(shape))], lines=lines)

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.75 * stage.moment.duration)))
        where, lift = between(start, end, share), 14.0 * 4 * share * (1 - share)
        trace: tuple[Item, ...] = (Stroke((start, where), theme.INK, 2.0, (3, 4)),) if lines else ()
        ring = outline(shape, theme.ORANGE.at(share), 4.0, grow=(3 + 10 * (1 - share)) * stage.unit)
        token = glyphs.token(where, relic.radius * (1 - 0.4 * share), True, lift, stage.unit)
        return Drawn(over=(*trace, ring, *token), top=tuple(tags) if share > 0.2 else ())

    hidden = frozenset({name})
    return Plan(stage.before, stage.moment.duration * 0.45, hidden, lines, tuple(tags), (taker.name,), draw=draw)


def _tags(
    stage: Stage,
    wanted: list[tuple[str, Point, float]],
    fill: Colour = DARK,
    colour: Colour = GLOW,
    size: float = 12.5,
    lines: tuple[Line, ...] = (),
) -> list[Text]:
    """Tags beside things of so many inches' radius."""
    texts = []
    for words, at, half in wanted:
        text = said(words, fill, colour, size)
        pixels = half * stage.scale + 8
        texts.append(Wanted(text, beside(at, pixels, pixels, text)))
    return placed(stage, texts, lines)


def _called(state: State, model: Model) -> str:
    unit = state.units.get(model.unit)
    return model.alias or (unit.name if unit is not None and len(unit.models) == 1 else model.name)


def _lies(relic: Artifact, otherwise: Pose) -> Point:
    return otherwise.point if relic.at is None else relic.at.point


def _half(shape: Shape) -> float:
    rect = rect_of(shape, 1.0)
    return max(rect.width, rect.height) / 2
