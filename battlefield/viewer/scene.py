"""The picture of a moment: recording, time and options in, draw list out. Pure, and quick enough for every frame.

What does not change is remembered: the table for its state and scale, standing models for their state, labels and
the plan of an event for the event, panels for the event and their size.
"""

from __future__ import annotations

from battlefield.geometry import areas, measure
from battlefield.geometry.shapes import Point
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Layer, Rect, Scene, Widget
from battlefield.viewer.options import Layout, ViewOptions, fits, layout
from battlefield.viewer.plan import Plan, Stage
from battlefield.viewer.plans import plan_of
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_bar import bar
from battlefield.viewer.scene_board import ground, hatchways, rulers, surround
from battlefield.viewer.scene_cards import extent, lit, tray
from battlefield.viewer.scene_hover import hover_items, hover_room
from battlefield.viewer.scene_inquiry import plan_asked, plan_still, stage_asked
from battlefield.viewer.scene_labels import labels
from battlefield.viewer.scene_models import Colours, standing
from battlefield.viewer.scene_overlay import overlay
from battlefield.viewer.scene_panel import panel
from battlefield.viewer.scene_rings import claim_lines, claim_rings, engagement_rings, focus_rings, has_reach
from battlefield.viewer.timeline import Moment, Timeline, timeline

__all__ = ["layout", "model_at", "scene_at", "scene_of_event", "table_layers", "timeline"]


def scene_at(recording: Recording, film: Timeline, time: float, options: ViewOptions) -> Scene:
    """The picture at a time, in seconds from the start of the film."""
    moment, elapsed = film.at(time)
    return _scene(recording, film, moment, elapsed, options)


def scene_of_event(recording: Recording, n: int, options: ViewOptions, film: Timeline | None = None) -> Scene:
    """The most telling picture of event `n`; 0 is the empty table. ValueError when there is no such event."""
    film = film or film_of(recording)
    moment = film.of_event(n)
    stage = stage_of(recording, moment, layout(extent(recording.table), options).view.scale)
    return _scene(recording, film, moment, plan_of(stage).still, options)


@by_identity(8)
def film_of(recording: Recording) -> Timeline:
    """The film of a recording, made once."""
    return timeline(recording)


def model_at(state: State, point: Point) -> str | None:
    """The model under a place on the battlefield, the smallest where several are; None when there is none."""
    found = [each for each in state.on_board() if measure.contains(each.footprint, point)]
    return min(found, key=lambda each: measure.area_of(each.footprint)).name if found else None


def thing_at(state: State, point: Point) -> str | None:
    """The token, model, marker or terrain feature under a place on the battlefield, in this order."""
    for artifact in state.lying():
        if artifact.at is not None and measure.contains(artifact.disc_at(artifact.at), point):
            return artifact.name
    found = model_at(state, point)
    if found is not None:
        return found
    for marker in state.markers.values():
        if measure.contains(marker.solid.shape, point):
            return marker.name
    return next((each.name for each in reversed(state.terrain) if areas.contains(each.area, point)), None)


def state_of(recording: Recording, moment: Moment) -> State:
    """The state when a moment is over."""
    return recording.states[moment.index + 1]


@by_identity(64)
def stage_of(recording: Recording, moment: Moment, scale: float) -> Stage:
    """What the plan of a moment is made from."""
    states = recording.states
    before = states[max(moment.index, 0)]
    return Stage(recording, moment, before, states[moment.index + 1], scale, colours_of(recording.table))


@by_identity(16)
def colours_of(table: State) -> Colours:
    """The livery of each player, in turn order."""
    return tuple(theme.liveries(tuple(each.name for each in table.players)).items())


def table_layers(stage: Stage, plan: Plan, elapsed: float, options: ViewOptions) -> list[Layer]:
    """The table at an instant of a moment, in inches, without rulers and panels."""
    board, scale, colours = stage.recording.table.board, stage.scale, stage.colours
    inside = Rect(0.0, 0.0, board.width, board.height)
    drawn = plan.draw(elapsed)
    layers = [Layer("ground", "board", ground(options.table or stage.recording.table, scale, colours))]
    layers.append(Layer("hatchways", "board", hatchways(plan.base)))
    layers.append(Layer("lit", "board", lit(plan.base)))
    layers.append(Layer("cards", "board", tray(plan.base, scale, colours, stage.recording.reader, plan.lifted)))
    if options.rings and has_reach(plan.base):
        layers.append(Layer("rings", "board", engagement_rings(plan.base, colours, plan.hidden), inside, 0.8))
    if options.claim_rings or plan.claimed is not None:
        only = None if options.claim_rings else plan.claimed
        layers.append(Layer("claim rings", "board", claim_rings(plan.base, plan.hidden, only), inside))
    layers.append(Layer("under", "board", drawn.under))
    layers.append(Layer("standing", "board", standing(plan.base, scale, colours, plan.hidden)))
    layers.append(Layer("focus", "board", focus_rings(plan.base, plan.focus, plan.hidden, scale)))
    layers.append(Layer("fading", "board", drawn.fading, opacity=drawn.opacity))
    layers.append(Layer("over", "board", drawn.over))
    if options.labels:
        lines, spots = hover_room(options.hover, scale)
        lines = (*options.lines, *lines)
        if options.claim_rings or plan.claimed is not None:
            lines = (*lines, *claim_lines(plan.base, plan.hidden, None if options.claim_rings else plan.claimed))
        layers.append(Layer("labels", "board", labels(stage, plan, lines, spots)))
    layers.append(Layer("top", "board", drawn.top))
    return [layer for layer in layers if layer.items]


def _scene(recording: Recording, film: Timeline, moment: Moment, elapsed: float, options: ViewOptions) -> Scene:
    board = recording.table.board
    parts = layout(extent(recording.table), options)
    stage = stage_of(recording, moment, parts.view.scale)
    if options.inquiry is not None:
        stage = stage_asked(recording, moment, options.inquiry.state, stage.scale, stage.colours)
        plan = plan_asked(stage, options.inquiry)
    elif options.table is not None:
        stage = stage_asked(recording, moment, options.table, stage.scale, stage.colours)
        plan = plan_still(stage)
    else:
        plan = plan_of(stage)
    layers = [Layer("surround", "screen", surround(board, parts.view)), *table_layers(stage, plan, elapsed, options)]
    if options.hover is not None:
        layers.append(Layer("hover", "board", hover_items(plan.base, options.hover, stage.scale)))
    layers.append(Layer("rulers", "screen", rulers(board, parts.view)))
    widgets: list[Widget] = []
    for drawn, answers in _furniture(recording, film, moment, elapsed, options, parts):
        layers.append(drawn)
        widgets += answers
    size = (options.width, options.height)
    whole = fits(extent(recording.table), parts)
    return Scene(*size, theme.NIGHT, tuple(layers), parts.view, tuple(widgets), recording.table.title, whole)


def _furniture(
    recording: Recording, film: Timeline, moment: Moment, elapsed: float, options: ViewOptions, parts: Layout
) -> list[tuple[Layer, tuple[Widget, ...]]]:
    """What stands round the table: panel, bar, message."""
    out = []
    items, answers = overlay(options, parts)
    if items:
        out.append((Layer("overlay", "screen", items), answers))
    if parts.panel is not None:
        for name, (items, answers) in panel(recording, film, moment, options, parts.panel).items():
            out.append((Layer(name, "screen", items), answers))
    for name, (items, answers) in bar(recording, film, moment.start + elapsed, options, parts).items():
        out.append((Layer(name, "screen", items), answers))
    return out
