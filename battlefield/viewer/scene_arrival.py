"""How units come and go: set up, down by Deep Strike with the ring that it keeps off, in and out of a transport."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlefield.events import core
from battlefield.figures import telling
from battlefield.geometry import measure
from battlefield.geometry.shapes import Point, Pose, Shape
from battlefield.state import Model
from battlefield.viewer import theme
from battlefield.viewer.drawing import Ellipse, Item, Text
from battlefield.viewer.labels import Wanted, beside, box, rect_of
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_evidence import ring_figure, ring_lines, tape
from battlefield.viewer.scene_models import model_items, outline, signs_of
from battlefield.viewer.story_moves import reach
from battlefield.viewer.story_wrecks import reach_of
from battlefield.viewer.tags import off_line, placed, said

Places = Sequence[tuple[Model, Pose]]
RING = theme.rgb("5b4a1f")


class Limit(NamedTuple):
    """What places had to keep to: the ring round a thing, the line nearest to breaking it, in words how near."""

    round: Shape
    reach: float
    ends: tuple[Point, Point]
    words: str


class Shown(NamedTuple):
    """A limit as it is drawn: below and above the models, and its texts."""

    under: tuple[Item, ...] = ()
    over: tuple[Item, ...] = ()
    texts: tuple[Text, ...] = ()


def unit_set_up(stage: Stage, event: core.UnitSetUp) -> Plan:
    """The unit's models appear where they were put; out of Reserves or a transport with the limit that they keep to."""
    models = [stage.after.models[name] for name in event.models if name in stage.after.models]
    places = [(each, each.pose) for each in models if each.pose is not None]
    if event.kind == "disembarked":
        return _disembarked(stage, places, reach_of(event, reach(stage.after, "disembark", 3.0)))
    if event.rule == "move.deep_strike" and places:
        return _arrived(stage, places)
    signs, length = signs_of(stage.after), stage.moment.duration

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.75 * length)))
        items = _models(stage, places, signs, 0.6 + 0.4 * share)
        return Drawn(fading=items, opacity=0.15 + 0.85 * share)

    return Plan(stage.after, length, frozenset(each.name for each in models), named=True, draw=draw)


def _arrived(stage: Stage, places: Places) -> Plan:
    """Down from above, the ring that they are to be outside of round the nearest enemy for a moment."""
    limit = _nearest_enemy(stage, places)
    shown = _limit(stage, places, limit) if limit is not None else Shown()
    signs, length = signs_of(stage.after), stage.moment.duration

    def draw(elapsed: float) -> Drawn:
        fall = min(1.0, elapsed / (0.4 * length))
        height = (1 - fall) ** 2
        items = _models(stage, places, signs, 1.0 + 1.2 * height)
        landed = fall >= 1.0
        under = (*shown.under, *_shadows(places, height), *_dust(stage, places, elapsed / length))
        return Drawn(under, shown.over if landed else (), shown.texts if landed else (), items, 0.1 + 0.9 * fall)

    lines = (limit.ends,) if limit is not None else ()
    hidden = frozenset(model.name for model, _ in places)
    return Plan(stage.after, length * 0.8, hidden, lines, shown.texts, named=True, draw=draw)


def _disembarked(stage: Stage, places: Places, far: float) -> Plan:
    """Out of the transport to their places, the ring that they are to be wholly within round it."""
    name = next((stage.before.models[model.name].transport for model, _ in places), None)
    transport = None if name is None else stage.before.find_model(name)
    limit = None if transport is None or not transport.on_board else _wholly_within(places, transport, far)
    shown = _limit(stage, places, limit) if limit is not None else Shown()
    start = transport.pose.point if transport is not None and transport.pose is not None else None
    signs, length = signs_of(stage.after), stage.moment.duration

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.55 * length)))
        here = [(model, _on_the_way(start, pose, share)) for model, pose in places]
        items = _models(stage, here, signs, 0.5 + 0.5 * share)
        landed = share >= 1.0
        return Drawn(shown.under, shown.over if landed else (), shown.texts if landed else (), items, 0.3 + 0.7 * share)

    lines = (limit.ends,) if limit is not None else ()
    hidden = frozenset(model.name for model, _ in places)
    focus = () if transport is None else (transport.name,)
    return Plan(stage.after, length * 0.85, hidden, lines, shown.texts, focus, named=True, draw=draw)


def unit_embarked(stage: Stage, event: core.UnitEmbarked) -> Plan:
    """Into the transport, with the ring that they had to be within; before the battle it is only ringed."""
    transport = stage.before.find_model(event.transport)
    models = [each for each in stage.before.models_of(event.unit) if each.on_board]
    places = [(each, each.pose) for each in models if each.pose is not None]
    if transport is None or transport.pose is None or not transport.on_board or not places:
        return Plan(stage.after, stage.moment.duration * 0.6, focus=(event.transport,))
    end, length, signs = transport.pose.point, stage.moment.duration, signs_of(stage.before)
    limit = _within(stage, places, transport)
    shown = _limit(stage, places, limit)

    def draw(elapsed: float) -> Drawn:
        share = eased(max(0.0, min(1.0, (elapsed / length - 0.35) / 0.55)))
        here = [(model, _on_the_way(end, pose, 1 - share)) for model, pose in places]
        still = share <= 0.0
        over, texts = (shown.over, shown.texts) if still else ((), ())
        return Drawn(shown.under, over, texts, _models(stage, here, signs, 1 - 0.5 * share), 1 - 0.8 * share)

    hidden = frozenset(each.name for each in models)
    return Plan(stage.before, length * 0.3, hidden, (limit.ends,), shown.texts, (transport.name,), draw=draw)


def _models(stage: Stage, places: Places, signs: dict[str, tuple[bool, ...]], size: float) -> tuple[Item, ...]:
    items: list[Item] = []
    for model, pose in places:
        items += model_items(model, pose, stage.livery(model.player), stage.unit, signs.get(model.name, ()), size)
    return tuple(items)


def _on_the_way(start: Point | None, pose: Pose, share: float) -> Pose:
    """A pose on its way from a place, or where it is when there is none."""
    if start is None:
        return pose
    x, y = between(start, pose.point, share)
    return pose._replace(x=x, y=y)


def _shadows(places: Places, height: float) -> tuple[Item, ...]:
    """What falls casts a shadow before it."""
    if height <= 0:
        return ()
    halves = [(pose.point, rect_of(model.footprint_at(pose), 1.0).width / 2) for model, pose in places]
    return tuple(Ellipse(at, half, half, fill=theme.SHADE.at(1 - 0.7 * height), soft=4 + 10 * height)
                 for at, half in halves)  # fmt: skip


def _dust(stage: Stage, places: Places, share: float) -> tuple[Item, ...]:
    """A ring that spreads where something has landed."""
    after = (share - 0.4) / 0.25
    if not 0 < after < 1:
        return ()
    grow = (2 + 18 * after) * stage.unit
    return tuple(
        outline(model.footprint_at(pose), theme.INK.at(0.5 * (1 - after)), 2.5, grow=grow) for model, pose in places
    )


def _limit(stage: Stage, places: Places, limit: Limit) -> Shown:
    """The ring with its figure, the line with its own."""
    colour, unit = RING, stage.unit
    figure = ring_figure(stage.after, limit.round, limit.reach, limit.ends[0], colour)
    ring = (
        *ring_lines(stage.after, limit.round, limit.reach, theme.LABEL.at(0.7), 4.0),
        *ring_lines(stage.after, limit.round, limit.reach, colour.at(0.9), 1.6, (7, 5)),
    )
    text = said(limit.words, theme.INK, size=13)
    (ax, ay), (bx, by) = limit.ends
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    middle = between(*limit.ends, 0.5)
    direction = ((bx - ax) / long, (by - ay) / long) if long > 0 else (1.0, 0.0)
    spots = (*off_line(middle, direction, text, 9), *beside(limit.ends[0], 16, 16, text))
    shapes = [model.footprint_at(pose) for model, pose in places]
    taken = [*(rect_of(each, stage.scale) for each in shapes), box(figure, stage.scale)]
    tags = placed(stage, [Wanted(text, spots)], [limit.ends], taken)
    drawn = tape(limit.ends, theme.INK, unit) if long > 1e-6 else ()
    return Shown(ring, drawn, (figure, *tags))


def _nearest_enemy(stage: Stage, places: Places) -> Limit | None:
    """The enemy that is nearest to where the unit arrives, and how far that is."""
    far = reach(stage.after, "deep_strike", 9.0)
    pairs = [
        (measure.gap(model.footprint_at(pose), enemy.footprint), enemy)
        for model, pose in places
        for enemy in stage.after.enemies_of(model.player)
    ]
    if not pairs:
        return None
    gap, enemy = min(pairs, key=lambda pair: pair[0].high)
    return Limit(enemy.footprint, far, (gap.here, gap.there), f"{telling(gap.high, far)}″, more than {far:g}″")


def _wholly_within(places: Places, transport: Model, far: float) -> Limit:
    """The farthest part of the models that disembark, and how far it is from the transport."""
    found = [measure.farthest(model.footprint_at(pose), transport.footprint) for model, pose in places]
    most = max(found, key=lambda each: each.value)
    return Limit(transport.footprint, far, (most.here, most.there), f"{telling(most.value, far)} of {far:g}″")


def _within(stage: Stage, places: Places, transport: Model) -> Limit:
    """The model farthest from the transport that it boards, and how far it is."""
    far = reach(stage.before, "embark", 3.0)
    gaps = [measure.gap(model.footprint_at(pose), transport.footprint) for model, pose in places]
    most = max(gaps, key=lambda each: each.high)
    return Limit(transport.footprint, far, (most.here, most.there), f"{telling(most.high, far)} of {far:g}″")
