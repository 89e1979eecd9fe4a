"""How an objective marker changes hands: who is within range, the Levels of Control, the colours it takes."""

from __future__ import annotations

from math import hypot

from battlefield.certificate import Certificate
from battlefield.events import core
from battlefield.geometry.shapes import Point
from battlefield.state import Marker
from battlefield.viewer import theme
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Stroke, Text
from battlefield.viewer.labels import Wanted, beside, box
from battlefield.viewer.plan import Drawn, Plan, Stage, eased
from battlefield.viewer.scene_evidence import ring_figure, ring_lines
from battlefield.viewer.scene_hover import point_of
from battlefield.viewer.scene_models import holder_of, marker_items
from battlefield.viewer.story_moves import reach
from battlefield.viewer.tags import placed, said

NEUTRAL = theme.INK_SOFT


def objective_controlled(stage: Stage, event: core.ObjectiveControlled) -> Plan:
    """The range round the marker, a line to each model within it, the levels, the marker in its new colours."""
    marker = stage.after.markers.get(event.objective)
    if marker is None:
        return Plan(stage.after, stage.moment.duration * 0.6)
    colour = stage.livery(event.player).dark if event.player in dict(stage.colours) else NEUTRAL
    far = reach(stage.after, "objective", 3.0)
    lines = [each for each in map(_line, event.claims) if each is not None]
    figure = ring_figure(stage.after, marker.solid.shape, far, _away_from(lines), colour)
    texts = _levels(stage, event, marker, lines, figure)
    before = holder_of(stage.before, marker, dict(stage.colours))
    after = holder_of(stage.after, marker, dict(stage.colours))
    ring = _ring(stage, marker, far, colour)
    ties = tuple(item for claim, line in zip(event.claims, lines, strict=False) for item in _tie(stage, claim, line))

    def draw(elapsed: float) -> Drawn:
        share = elapsed / stage.moment.duration
        turned = share > 0.45
        pulse = _pulse(marker, (share - 0.45) / 0.3, colour, stage.unit)
        shown = (*ties, *marker_items(marker, after if turned else before, stage.unit), *pulse)
        return Drawn(ring if share > 0.1 else (), shown, texts if share > 0.2 else (figure,))

    return Plan(stage.after, stage.moment.duration * 0.8, lines=tuple(lines), tags=texts, draw=draw)


def _ring(stage: Stage, marker: Marker, far: float, colour: Colour) -> tuple[Item, ...]:
    """The range round the marker."""
    shape = marker.solid.shape
    return (
        *ring_lines(stage.after, shape, far, theme.LABEL.at(0.7), 4.0),
        *ring_lines(stage.after, shape, far, colour.at(0.9), 1.6, (7, 5)),
    )


def _line(claim: Certificate) -> Line | None:
    """The line from a model within range to the marker."""
    here, there = point_of(claim.details.get("here")), point_of(claim.details.get("there"))
    return None if here is None or there is None else (here, there)


def _tie(stage: Stage, claim: Certificate, line: Line) -> tuple[Item, ...]:
    model = stage.after.find_model(claim.a)
    colour = NEUTRAL if model is None else stage.livery(model.player).dark
    dots = tuple(
        Ellipse(at, 3 * stage.unit, 3 * stage.unit, fill=colour, outline=theme.LABEL, width=1.0) for at in line
    )
    return (Stroke(line, theme.LABEL, 4.4), Stroke(line, colour, 2.0), *dots)


def _pulse(marker: Marker, share: float, colour: Colour, unit: float) -> tuple[Item, ...]:
    """A ring that spreads once, when the marker changes hands."""
    if not 0 < share < 1:
        return ()
    radius = marker.radius + (3 + 22 * eased(share)) * unit
    return (Ellipse(marker.at.point, radius, radius, outline=colour.at(0.9 * (1 - share)), width=3.5),)


def _levels(
    stage: Stage, event: core.ObjectiveControlled, marker: Marker, lines: list[Line], figure: Text
) -> tuple[Text, ...]:
    """A tag a player with the level, the holder's first, and who holds the marker now."""
    half = marker.radius * stage.scale + 4
    order = sorted(event.levels.items(), key=lambda each: -each[1])
    at = marker.at.point
    held = event.player in dict(stage.colours)
    text = said(f"{marker.name}: {event.player}" if held else f"{marker.name}: contested",
                stage.livery(event.player).dark if held else NEUTRAL, size=13.5)  # fmt: skip
    wanted = [Wanted(text, beside(at, half, half, text))]
    for player, level in order:
        text = said(f"{player} {level}", stage.livery(player).dark, size=12)
        wanted.append(Wanted(text, beside(at, half + 6, half + 6, text)))
    made = placed(stage, wanted, lines, [box(figure, stage.scale)])
    return (figure, *made)


def _away_from(lines: list[Line]) -> Point | None:
    """Where models stand that are within range, for the ring's figure to keep off."""
    return max((line[0] for line in lines), key=lambda at: hypot(*at), default=None)
