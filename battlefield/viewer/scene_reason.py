"""A reason against an order, or a fault of a set-up: the way asked for, where it fails, what was measured there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlefield.events.core import Reason
from battlefield.geometry.shapes import Point, Pose
from battlefield.state import State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.asked import Asked, as_asked
from battlefield.viewer.drawing import Ellipse, Item, Line, Rect, Stroke, Text
from battlefield.viewer.labels import Wanted, beside, box, rect_of
from battlefield.viewer.metrics import width
from battlefield.viewer.plan import Stage
from battlefield.viewer.scene_evidence import Evidence, evidence, short
from battlefield.viewer.scene_lens import drawn_lens, wanted_lens
from battlefield.viewer.scene_models import outline
from battlefield.viewer.scene_move import DASH, band_items, ghost, stretch_tags
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.walk import Walk, turning_lines

RED = theme.REFUSED
FAINT = theme.rgb("8c6a63")


@dataclass(frozen=True, slots=True)
class ReasonShown:
    """What is drawn of a reason: `under` and `over` the models; `figures` on rings, `wanted` tags, and what these keep
    off: `lines`, and `taken` in board pixels. `at`: the place of failure, None where it has none. `measured`: the state
    that was measured, where a unit's formation is judged the one that it would have."""

    under: tuple[Item, ...]
    over: tuple[Item, ...]
    figures: tuple[Text, ...]
    wanted: tuple[Wanted, ...]
    lines: tuple[Line, ...]
    taken: tuple[Rect, ...]
    at: Point | None
    measured: State


def reason_shown(stage: Stage, reason: Reason, asked: Asked, number: str = "") -> ReasonShown:
    """The asked way with its band, base and ghosts, the place of failure, the figure with its line and its ring.

    `number`: which of several it is, such as "2/3".
    """
    state, unit = stage.before, stage.unit
    name = _model_of(state, reason)
    formation = reason.claim is not None and reason.claim.measure == "coherency"
    there = as_asked(state, asked) if formation else state
    found = Evidence() if reason.claim is None else evidence(there, reason.claim, unit)
    walk = None if name is None else asked.walks.get(name)
    under = _asked(stage, asked, name)
    lines = [*found.lines, *([walk.line] if walk is not None else [])]
    if walk is not None:
        under += way_to_failure(walk, failing_share(walk, reason), unit)
    pose = None if name is None else _pose(reason, asked, name, walk)
    if name is not None and pose is not None:
        model = state.models[name]
        under += ghost(model, pose, stage.livery(model.player), RED)
    at = place_of(state, reason)
    tags = [] if walk is None else stretch_tags(walk, RED)
    taken = _taken(stage, reason, pose, name, asked)
    taken = (*taken, *(box(each, stage.scale) for each in found.figure))
    text = said(f"{number}  {words_of(reason)}".strip(), RED, size=13, room=380)
    wanted = (Wanted(text, _places(stage, at, found, text)), *tags)
    over = found.over if at is None else (*found.over, *mark(at, unit))
    return ReasonShown((*under, *found.under), over, found.figure, wanted, tuple(lines), taken, at, there)


def settled(
    stage: Stage, reason: Reason, shown: ReasonShown, taken: Sequence[Rect] = (), room: Rect | None = None
) -> tuple[tuple[Text, ...], tuple[Item, ...]]:
    """The texts of a reason where they found a place, the frame of its lens among them; and the lens."""
    glass = None if reason.claim is None else wanted_lens(stage, (reason.claim,))
    wanted = [*shown.wanted[:1], *([glass[1]] if glass is not None else []), *shown.wanted[1:]]
    texts = placed(stage, wanted, shown.lines, (*shown.taken, *taken), room)
    lens = drawn_lens(stage, glass[0], texts[1], state=shown.measured) if glass is not None else ()
    kept = texts if lens or glass is None else [texts[0], *texts[2:]]
    return (*shown.figures, *kept), lens


def words_of(reason: Reason) -> str:
    """The rule, and what was measured against what."""
    return reason.rule if reason.claim is None else f"{reason.rule}: {short(reason.claim)}"


def place_of(state: State, reason: Reason) -> Point | None:
    """Where a reason fails: its own place, else that of what it is about."""
    if reason.at is not None:
        return reason.at
    if reason.claim is not None and reason.claim.measure == "sight":
        return None  # what cuts the line is marked there
    names = [reason.of, *((reason.claim.a, reason.claim.b) if reason.claim is not None else ())]
    for name in (each for each in names if each is not None):
        units = [state.models[each] for each in state.units[name].models] if name in state.units else []
        model = state.find_model(name)
        for each in (*([model] if model is not None else []), *units):
            if each.on_board and each.pose is not None:
                return each.pose.point
        artifact = state.artifacts.get(name)
        if artifact is not None and artifact.lies and artifact.at is not None:
            return artifact.at.point
    return None


def failing_share(walk: Walk, reason: Reason) -> float:
    """The share of a walk at which it fails: where its length is used up, or where it meets something."""
    if reason.path_at is None or walk.length <= 0:
        return 1.0
    if reason.claim is not None and reason.claim.measure == "length":
        return max(0.0, min(1.0, reason.path_at / walk.length))
    return walk.share_at(reason.path_at)


def way_to_failure(walk: Walk, share: float, unit: float) -> list[Item]:
    """The way as far as it is good, a bar where it ends, and what is left of it."""
    items: list[Item] = list(band_items(walk, RED.at(0.75)))
    for turn in (each for each in walk.stretches if each.turns and each.paid > 0):
        for arc in turning_lines(walk.base, turn):
            items += [Stroke(arc, theme.LABEL.at(0.6), 3.0), Stroke(arc, RED.at(0.7), 1.3, (2, 3))]
    good, left = walk.trail(0.0, share), walk.trail(share, 1.0)
    if len(left) > 1:
        items += [Stroke(left, theme.LABEL.at(0.8), 3.6), Stroke(left, RED.at(0.75), 1.6, (2, 4))]
    if len(good) > 1:
        items += [Stroke(good, theme.LABEL.at(0.9), 5.0), Stroke(good, RED, 2.4, DASH)]
    for corner in walk.line:
        items.append(Ellipse(corner, 3.2 * unit, 3.2 * unit, fill=RED, outline=theme.LABEL, width=1.2))
    if share < 1.0:
        items.append(outline(walk.base.at(walk.at(share)), RED.at(0.9), 1.4, (2, 3)))
    return items


def mark(at: Point, unit: float) -> tuple[Item, ...]:
    """A cross where something fails."""
    halo, cross = (glyphs.cross(at, 6 * unit, tone, line) for tone, line in ((theme.LABEL, 7.0), (RED, 3.4)))
    return (*halo, *cross)


def badge(at: Point, number: int, unit: float) -> tuple[Item, ...]:
    """The number of a reason that is told at another part of the event, where it fails."""
    text, size = str(number), 10.5
    disc = Ellipse(at, 8.5 * unit, 8.5 * unit, fill=theme.LABEL, outline=RED, width=1.8)
    return (disc, Text(at, text, size, RED, width(text, size, "semibold"), "semibold"))


def _model_of(state: State, reason: Reason) -> str | None:
    """The model that a reason is about, by its own name."""
    for name in (reason.of, None if reason.claim is None else reason.claim.a):
        model = None if name is None else state.find_model(name)
        if model is not None:
            return model.name
    return None


def _pose(reason: Reason, asked: Asked, name: str, walk: Walk | None) -> Pose | None:
    """Where the base is drawn as it would stand: as it was measured, else at the end of what was asked."""
    claim = reason.claim
    if claim is not None and claim.a == name and claim.a_pose is not None:
        return claim.a_pose
    if claim is not None and claim.b == name and claim.b_pose is not None:
        return claim.b_pose
    return walk.path[-1] if walk is not None else asked.places.get(name)


def _asked(stage: Stage, asked: Asked, name: str | None) -> list[Item]:
    """What else was asked for, faint: the other ways and where the other models would stand."""
    items: list[Item] = []
    for other, pose in asked.places.items():
        if other != name:
            walk, model = asked.walks.get(other), stage.before.models[other]
            if walk is not None:
                items.append(Stroke(walk.line, FAINT.at(0.8), 1.4, (2, 4)))
            items += ghost(model, pose, stage.livery(model.player), FAINT)
    return items


def _taken(stage: Stage, reason: Reason, pose: Pose | None, name: str | None, asked: Asked) -> tuple[Rect, ...]:
    """What tags keep off besides: the ghosts, the place of failure."""
    state, scale = stage.before, stage.scale
    shapes = [state.models[other].footprint_at(at) for other, at in asked.places.items()]
    if name is not None and pose is not None:
        shapes.append(state.models[name].footprint_at(pose))
    rects = [rect_of(shape, scale) for shape in shapes]
    at = place_of(state, reason)
    if at is not None:
        rects.append(Rect(at[0] * scale - 13, -at[1] * scale - 13, 26, 26))
    return tuple(rects)


def _places(stage: Stage, at: Point | None, found: Evidence, text: Text) -> tuple[tuple[Point, Point], ...]:
    """Where the tag of a reason may be: beside the line that was measured, or the place of failure."""
    board = stage.before.board
    if at is None and found.at is None:
        return (((board.width / 2, board.height * 0.94), (0.0, 0.0)),)
    spots: list[tuple[Point, Point]] = []
    if at is not None:
        for room in (14.0, 26.0, 44.0):
            spots += beside(at, room, room, text)
    if found.at is not None and found.direction is not None:
        spots += off_line(found.at, found.direction, text, 10)
    elif found.at is not None:
        spots += beside(found.at, 10, 10, text)
    return tuple(spots)
