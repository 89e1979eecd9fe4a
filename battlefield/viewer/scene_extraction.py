"""How an Artifact in a model's hands looks: an effect used, an extraction begun, broken off, completed; unclaimed."""

from __future__ import annotations

from battlefield.events import relics_of_old as artifacts
from battlefield.geometry import measure
from battlefield.geometry.shapes import Point
from battlefield.state import Model
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Colour, Item, Text
from battlefield.viewer.labels import Wanted, beside, rect_of
from battlefield.viewer.plan import Drawn, Plan, Stage, eased
from battlefield.viewer.scene_models import UNDER_WAY, outline
from battlefield.viewer.story_artifacts import broken_by
from battlefield.viewer.tags import placed, said

DARK = theme.rgb("20262f")


def extraction_began(stage: Stage, event: artifacts.ExtractionBegan) -> Plan:
    """A ring closes round the carrier; it stays as long as the action is in progress."""
    return _about(stage, event.model, f"extracts {event.artifact}", theme.YELLOW, DARK, inwards=True)


def extraction_broken_off(stage: Stage, event: artifacts.ExtractionBrokenOff) -> Plan:
    """The ring is broken."""
    plan = _about(stage, event.model, f"extraction broken off: {broken_by(event)}", theme.REFUSED, theme.WHITE)
    model = stage.before.find_model(event.model)
    if model is None or not model.on_board:
        return plan
    cross = glyphs.cross(_middle(model), 12 * stage.unit, theme.REFUSED, 4.0)
    halo = glyphs.cross(_middle(model), 12 * stage.unit, theme.LABEL, 7.5)

    def draw(elapsed: float) -> Drawn:
        drawn = plan.draw(elapsed)
        return Drawn(drawn.under, (*drawn.over, *halo, *cross), drawn.top)

    return Plan(stage.after, plan.still, tags=plan.tags, focus=plan.focus, draw=draw)


def extraction_completed(stage: Stage, event: artifacts.ExtractionCompleted) -> Plan:
    """The Artifact's sign rises from the carrier and fades."""
    model = stage.before.find_model(event.model)
    if model is None or not model.on_board:
        return Plan(stage.after, stage.moment.duration * 0.6)
    at, radius = _middle(model), stage.before.artifacts[event.artifact].radius
    tags = _tagged(stage, model, f"{event.artifact} is safe", theme.rgb("00694c"), theme.WHITE)

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / stage.moment.duration))
        rising = glyphs.token(at, radius, False, 70 * share, stage.unit)
        ring = outline(model.footprint, theme.YELLOW.at(1 - share), 3.0, grow=(4 + 10 * share) * stage.unit)
        return Drawn(over=(ring,), top=tuple(tags), fading=rising, opacity=1 - 0.85 * share)

    return Plan(stage.after, stage.moment.duration * 0.45, tags=tuple(tags), focus=(event.model,), draw=draw)


def artifact_used(stage: Stage, event: artifacts.ArtifactUsed) -> Plan:
    """A flash round the carrier, and what it does."""
    words = f"uses {event.artifact}" + (f": {event.effect}" if event.effect else "")
    return _about(stage, event.by, words, theme.YELLOW, DARK)


def artifact_unclaimed(stage: Stage, event: artifacts.ArtifactUnclaimed) -> Plan:
    """It stays where it lies."""
    artifact = stage.before.artifacts[event.artifact]
    if artifact.at is None:
        return Plan(stage.after, stage.moment.duration * 0.6)
    half = artifact.radius * stage.scale + 5
    text = said(f"{event.artifact} stays unclaimed", DARK)
    tags = placed(stage, [Wanted(text, beside(artifact.at.point, half, half, text))], [])
    drawn, still = Drawn(top=tuple(tags)), stage.moment.duration * 0.6
    return Plan(stage.after, still, tags=tuple(tags), focus=(event.artifact,), draw=lambda _: drawn)


def _about(stage: Stage, name: str, words: str, fill: Colour, colour: Colour, *, inwards: bool = False) -> Plan:
    """A ring round a model that spreads, or closes, and a tag."""
    model = stage.before.find_model(name)
    if model is None or not model.on_board:
        return Plan(stage.after, stage.moment.duration * 0.6, focus=(name,))
    tags = _tagged(stage, model, words, fill, colour)

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.7 * stage.moment.duration)))
        far = (1 - share if inwards else share) * 22 + UNDER_WAY
        items: list[Item] = [
            outline(model.footprint, theme.INK.at(0.8 if inwards else 1 - share), 4.6, grow=far * stage.unit),
            outline(model.footprint, fill.at(1.0 if inwards else 1 - share), 2.6, grow=far * stage.unit),
        ]
        return Drawn(over=tuple(items), top=tuple(tags))

    still = stage.moment.duration * (0.9 if inwards else 0.35)
    return Plan(stage.before, still, tags=tuple(tags), focus=(name,), draw=draw)


def _tagged(stage: Stage, model: Model, words: str, fill: Colour, colour: Colour) -> list[Text]:
    rect = rect_of(model.footprint, stage.scale)
    text = said(words, fill, colour, room=400.0)
    half = (rect.width / 2 + UNDER_WAY, rect.height / 2 + UNDER_WAY)
    return placed(stage, [Wanted(text, beside(_middle(model), *half, text))], [])


def _middle(model: Model) -> Point:
    x0, y0, x1, y1 = measure.bounds(model.footprint)
    return ((x0 + x1) / 2, (y0 + y1) / 2)
