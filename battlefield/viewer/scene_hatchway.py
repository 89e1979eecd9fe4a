"""How a Hatchway is operated: the tape from each model to it, its outline, and how it stands then."""

from __future__ import annotations

from battlefield.events import core
from battlefield.geometry import areas
from battlefield.geometry.shapes import Point
from battlefield.viewer import theme
from battlefield.viewer.drawing import Item, Stroke
from battlefield.viewer.labels import Wanted, beside
from battlefield.viewer.plan import Drawn, Plan, Stage
from battlefield.viewer.scene_board import OUTLINE
from battlefield.viewer.scene_evidence import evidence
from battlefield.viewer.tags import placed, said

DONE, PREVENTED = theme.rgb("00694c"), theme.REFUSED


def hatchway_operated(stage: Stage, event: core.HatchwayOperated) -> Plan:
    """Who is near enough, with the tape that shows it; green where it worked, red where it was prevented."""
    hatchway = stage.before.hatchway(event.hatchway)
    focus = tuple(each for each in (event.model, event.opposed_by) if each is not None)
    if hatchway is None:
        return Plan(stage.after, stage.moment.duration * 0.6, focus=focus)
    tone = DONE if event.success else PREVENTED
    shown = [evidence(stage.before, claim, stage.unit, tone) for claim in event.claims]
    x0, y0, x1, y1 = areas.area_bounds(hatchway.area)
    middle: Point = ((x0 + x1) / 2, (y0 + y1) / 2)
    text = said(words(event, hatchway.open), tone, size=14)
    wide, high = (x1 - x0) / 2 * stage.scale + 6, (y1 - y0) / 2 * stage.scale + 12
    lines = [line for each in shown for line in each.lines]
    tags = tuple(placed(stage, [Wanted(text, beside(middle, wide, high, text))], lines))
    rings = [tuple(ring) for outer, holes in areas.rings(hatchway.area, OUTLINE) for ring in (outer, *holes)]
    halo: list[Item] = [Stroke(ring, theme.LABEL, 7.0, closed=True) for ring in rings]
    edge: list[Item] = [Stroke(ring, tone, 3.2, closed=True) for ring in rings]
    tapes = [item for each in shown for item in each.over]
    drawn = Drawn(under=(*halo, *edge), over=tuple(tapes), top=tags)

    def draw(elapsed: float) -> Drawn:
        _ = elapsed
        return drawn

    return Plan(stage.after, stage.moment.duration * 0.6, focus=focus, tags=tags, draw=draw)


def words(event: core.HatchwayOperated, was_open: bool) -> str:
    """What comes of it, in few words."""
    if not event.success:
        return f"{event.hatchway} stays {'open' if was_open else 'closed'}"
    return f"{event.hatchway} is {'open' if event.open else 'closed'}"
