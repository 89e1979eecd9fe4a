"""Following the action: which part of the battlefield an event happens in, and how the camera gets there. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import Any

from battlefield.geometry.shapes import Point, Shape
from battlefield.recording import Recording
from battlefield.state import Board, State
from battlefield.viewer.camera import Bounds, around, view_of
from battlefield.viewer.drawing import Rect
from battlefield.viewer.filtering import concerned
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_hover import point_of
from battlefield.viewer.timeline import Moment

Camera = tuple[float, Point | None]
"""Zoom, and the place in the middle (None: the board's own)."""
NEAREST = 2.6
"""The camera goes no nearer than so many times the whole board."""
HASTE = 4.5
"""Of what is left of its way the camera goes a share of `1 − e^(−HASTE)` in a second."""
_SETTLED = 0.004
_ROOM = 2.5
"""Inches round the action."""


@by_identity(256)
def scene_of_action(recording: Recording, moment: Moment) -> Bounds | None:
    """The least rectangle, in inches, that holds all that an event is about; None where it is about no place."""
    if moment.index < 0:
        return None
    event = recording.entries[moment.index].event
    before, after = recording.states[moment.index], recording.states[moment.index + 1]
    names = concerned(event, after)
    own = {each for each in names if each in after.models} or {
        name for each in names if each in after.units for name in after.units[each].models
    }
    named = {each for each in names if each not in after.units}
    shapes = [*_shapes(before, own | named), *_shapes(after, own | named)]
    points = list(_points(getattr(event, "path", ()))) + list(_points(getattr(event, "throw", None) or ()))
    for claim in event.claims:
        points += [each for key in ("here", "there") if (each := point_of(claim.details.get(key))) is not None]
    return around(shapes, points, _ROOM)


def goal(board: Board, bounds: Bounds | None, viewport: Rect, whole: float) -> Camera:
    """The zoom and the middle that show the action with its surroundings; `whole`: pixels an inch at zoom 1."""
    if bounds is None:
        return 1.0, None
    near = view_of(board, bounds, viewport)
    zoom = min(NEAREST, near.scale / whole)
    if zoom < 1.12:
        return 1.0, None
    x0, y0, x1, y1 = bounds
    return zoom, ((x0 + x1) / 2, (y0 + y1) / 2)


def eased_towards(camera: Camera, board: Board, wanted: Camera, seconds: float) -> Camera | None:
    """The camera a little nearer to where it is wanted; None when it is there."""
    zoom, middle = wanted
    x, y = middle or (board.width / 2, board.height / 2)
    here = camera[1] or (board.width / 2, board.height / 2)
    left = exp(-HASTE * seconds)
    near = zoom + (camera[0] - zoom) * left
    at = (x + (here[0] - x) * left, y + (here[1] - y) * left)
    if abs(near / zoom - 1) < _SETTLED and abs(at[0] - x) + abs(at[1] - y) < 0.02:
        if camera == wanted:
            return None
        return wanted
    return near, at


def _shapes(state: State, names: Iterable[str]) -> list[Shape]:
    found: list[Shape] = []
    for name in names:
        model, artifact = state.models.get(name), state.artifacts.get(name)
        if model is not None and model.on_board:
            found.append(model.footprint)
        elif artifact is not None and artifact.lies and artifact.at is not None:
            found.append(artifact.disc_at(artifact.at))
        elif name in state.markers:
            found.append(state.markers[name].solid.shape)
    return found


def _points(values: Iterable[Any]) -> Iterable[Point]:
    for each in values:
        yield (each.x, each.y) if hasattr(each, "x") else (each[0], each[1])
