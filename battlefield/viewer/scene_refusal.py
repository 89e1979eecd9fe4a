"""How a refused order looks: reason after reason, each with the way asked for, where it fails and what was measured."""

from __future__ import annotations

from math import hypot

from battlefield.events import core
from battlefield.events.core import Reason
from battlefield.viewer.asked import asked_for
from battlefield.viewer.drawing import Item, Rect
from battlefield.viewer.plan import Drawn, Plan, Stage
from battlefield.viewer.scene_reason import badge, place_of, reason_shown, settled

NEAR = 20.0
"""Of places of failure nearer to one another than so many pixels only one is marked."""


def order_refused(stage: Stage, event: core.OrderRefused | core.ChargeFailed) -> Plan:
    """The reason of this part of the event in full, the others as numbers where they fail."""
    if not event.reasons:
        return Plan(stage.after, stage.moment.duration * 0.7)
    part = min(stage.moment.part, len(event.reasons) - 1)
    reason = event.reasons[part]
    asked = event.asked if isinstance(event, core.OrderRefused) else {}
    number = f"{part + 1}/{len(event.reasons)}" if len(event.reasons) > 1 else ""
    shown = reason_shown(stage, reason, asked_for(stage.before, asked, event.reasons), number)
    badges, rects = _badges(stage, event.reasons, part)
    tags, lens = settled(stage, reason, shown, rects)

    def draw(elapsed: float) -> Drawn:
        told = elapsed > 0.12 or stage.moment.part > 0
        return Drawn(shown.under, (*badges, *shown.over) if told else (), (*lens, *tags) if told else ())

    still = stage.moment.duration * 0.7
    return Plan(stage.before, still, frozenset(), shown.lines, tags, _focus(reason), spots=shown.taken, draw=draw)


def _focus(reason: Reason) -> tuple[str, ...]:
    """Whom a reason concerns."""
    named = [reason.of, *((reason.claim.a, reason.claim.b) if reason.claim is not None else ())]
    return tuple(dict.fromkeys(each for each in named if each is not None))


def _badges(stage: Stage, reasons: tuple[Reason, ...], part: int) -> tuple[tuple[Item, ...], list[Rect]]:
    """The numbers of the other reasons where they fail, unless something nearer the front is told there."""
    taken = [at for at in (place_of(stage.before, reasons[part]),) if at is not None]
    items: list[Item] = []
    rects: list[Rect] = []
    for number, reason in enumerate(reasons, 1):
        at = place_of(stage.before, reason)
        if at is None or any(hypot(at[0] - x, at[1] - y) < NEAR * stage.unit for x, y in taken):
            continue
        taken.append(at)
        items += badge(at, number, stage.unit)
        rects.append(Rect(at[0] * stage.scale - 10, -at[1] * stage.scale - 10, 20, 20))
    return tuple(items), rects
