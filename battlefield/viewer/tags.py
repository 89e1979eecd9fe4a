"""The labels of an event itself: placed once for the whole moment, shown from the beat on that they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battlefield.geometry.shapes import Point
from battlefield.viewer import theme
from battlefield.viewer.drawing import Colour, Line, Rect, Text
from battlefield.viewer.labels import Candidate, Ground, Wanted, board_pixels, covered, settle, table_rect, tag
from battlefield.viewer.plan import Stage


def placed(
    stage: Stage,
    wanted: Sequence[Wanted],
    lines: Iterable[Line],
    taken: Iterable[Rect] = (),
    room: Rect | None = None,
) -> list[Text]:
    """The tags of an event where they lie on no model, none of its lines and none of the other tags.

    `taken`: what else they keep off. `room`: what they stay in, the table where it is not given. Both in board pixels.
    """
    scale = stage.scale
    bounds = table_rect(stage.before, scale).shrunk(3) if room is None else room
    ground = Ground(bounds, [board_pixels(line, scale) for line in lines])
    for rect in taken:
        ground.take(rect, 4.0)
    for rect in covered(stage.before, scale):
        ground.take(rect, 4.0)
    return list(settle(wanted, ground, scale))


def said(text: str, fill: Colour, colour: Colour = theme.WHITE, size: float = 12.5, room: float = 230.0) -> Text:
    """A tag that has no place yet."""
    return tag((0.0, 0.0), text, fill, colour, size=size, room=room, outline=theme.LABEL.at(0.85))


def off_line(at: Point, direction: Point, text: Text, gap: float = 7.0) -> tuple[Candidate, ...]:
    """Places beside a line at a point of it, on either side and further along; all in pixels off the point."""
    ux, uy = direction
    across = (-uy, -ux)
    wide = text.pill.width if text.pill else text.width
    high = text.pill.height if text.pill else text.size
    reach = abs(across[0]) * wide / 2 + abs(across[1]) * high / 2 + gap
    places = []
    for along in (0.0, 22.0, -22.0, 48.0, -48.0, 80.0, -80.0):
        for side in (1.0, -1.0):
            for further in (1.0, 1.6):
                dx = across[0] * reach * side * further + ux * along
                dy = across[1] * reach * side * further - uy * along
                places.append((at, (dx, dy)))
    return tuple(places)
