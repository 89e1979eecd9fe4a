"""What a certificate measured, on the table: closest points and the line between, depth, what sticks out, the limit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import dist, inf

from battlefield.certificate import Certificate
from battlefield.figures import telling, trimmed
from battlefield.geometry import areas, measure
from battlefield.geometry.shapes import Point, Pose, Shape, unit_vector
from battlefield.named import area_of, solid_of
from battlefield.state import Board, State
from battlefield.viewer import theme
from battlefield.viewer.close_up import cut_line
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Pill, Rect, Stroke, Text
from battlefield.viewer.metrics import width
from battlefield.viewer.plan import between
from battlefield.viewer.scene_board import OUTLINE
from battlefield.viewer.scene_hover import bends, point_of
from battlefield.viewer.scene_models import TRUE, outline
from battlefield.viewer.scene_sight import look
from battlefield.viewer.telling import parts

LEAST_RING = 0.05
"""A limit below this is too near its base for a ring of its own, inches."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is drawn of a certificate: `under` and `over` the models, the `figure` on its ring, `lines` that labels keep
    off, and the place and direction of the line that was measured (no direction where it is a point)."""

    under: tuple[Item, ...] = ()
    over: tuple[Item, ...] = ()
    figure: tuple[Text, ...] = ()
    lines: tuple[Line, ...] = ()
    at: Point | None = None
    direction: Point | None = None


def evidence(state: State, claim: Certificate, unit: float, colour: Colour = theme.REFUSED) -> Evidence:
    """What is drawn of a certificate; `unit`: inches in a pixel."""
    seen = look(state, claim, unit) if claim.measure == "sight" else None
    if seen is not None:
        below, over, line_seen, at = seen
        (ax, ay), (bx, by) = line_seen
        far = dist((ax, ay), (bx, by)) or 1.0
        way = ((bx - ax) / far, (by - ay) / far)
        return Evidence(below, over, lines=(line_seen,), at=at, direction=way)
    here, there = point_of(claim.details.get("here")), point_of(claim.details.get("there"))
    ring, figure = limit_ring(state, claim, here, colour)
    under = (*ring, *_area_edge(state, claim, colour))
    if here is None:
        return Evidence(under, figure=figure)
    if there is None or (dist(here, there) < 1e-9 and not bends(claim)):
        return Evidence(under, _spot(here, colour, unit), figure, at=here)
    ends = (here, *bends(claim), there)
    one, two = max(pairwise(ends), key=lambda leg: dist(*leg))
    long = dist(one, two)
    direction = ((two[0] - one[0]) / long, (two[1] - one[1]) / long)
    drawn, line = tape(ends, colour, unit), (ends,)
    return Evidence(under, drawn, figure, line, between(one, two, 0.5), direction)


def tape(ends: Line, colour: Colour, unit: float) -> tuple[Item, ...]:
    """The line between two closest points, and what it bends about, a dot at each."""
    dots = tuple(Ellipse(at, 3.6 * unit, 3.6 * unit, fill=colour, outline=theme.LABEL, width=1.4) for at in ends)
    return (Stroke(ends, theme.LABEL, 5.4), Stroke(ends, colour, 2.6), *dots)


def limit_ring(
    state: State, claim: Certificate, towards: Point | None, colour: Colour
) -> tuple[tuple[Item, ...], tuple[Text, ...]]:
    """The limit round the second thing: the true curve at that distance, with its figure."""
    limit = claim.limit[0] if isinstance(claim.limit, tuple) else claim.limit
    shape = second_shape(state, claim)
    if claim.measure not in ("gap", "farthest", "coherency") or limit is None or limit < LEAST_RING or shape is None:
        return (), ()
    if bends(claim) or flat(claim)[0] == inf:  # round Walls the limit is no circle
        return (), ()
    figure = ring_figure(state, shape, limit, towards, colour)
    return (
        *ring_lines(state, shape, limit, theme.LABEL.at(0.7), 4.0),
        *ring_lines(state, shape, limit, colour.at(0.85), 1.5, (7, 5)),
    ), (figure,)


def ring_lines(
    state: State, shape: Shape, far: float, colour: Colour, thick: float, dash: tuple[float, ...] = ()
) -> list[Item]:
    """The true curve so far round a footprint, where it runs on the battlefield."""
    board = state.board
    x0, y0, x1, y1 = measure.bounds(shape)
    if min(x0, y0, board.width - x1, board.height - y1) >= far:
        return [outline(shape, colour, thick, dash, grow=far)]
    return [Stroke(piece, colour, thick, dash) for piece in ring_pieces(shape, far, board)]


def ring_pieces(shape: Shape, far: float, board: Board) -> list[Line]:
    """The true curve so far round a footprint, to a thousandth of an inch, cut where it leaves the battlefield."""
    ring = measure.offset_outline(shape, far, TRUE)
    return cut_line((*ring, ring[0]), Rect(0.0, 0.0, board.width, board.height))


def ring_figure(state: State, shape: Shape, limit: float, towards: Point | None, colour: Colour) -> Text:
    """The figure of a ring on it, on the battlefield, well away from where something else happens."""
    text = f"{trimmed(limit)}″"
    wide = width(text, theme.BOARD_TEXT, "semibold")
    pill = Pill(wide + 12, 18, colour)
    board = state.board
    best, most = (shape.x, shape.y), -1.0
    boxes = [measure.bounds(each.footprint) for each in state.on_board()]
    for step in range(24):
        ux, uy = unit_vector(15.0 * step)
        x, y = measure.support(shape, ux, uy)
        spot = (x + limit * ux, y + limit * uy)
        inside = min(spot[0], spot[1], board.width - spot[0], board.height - spot[1])
        off = 2.0 if towards is None else dist(spot, towards)
        if any(x0 - 0.4 < spot[0] < x1 + 0.4 and y0 - 0.4 < spot[1] < y1 + 0.4 for x0, y0, x1, y1 in boxes):
            off *= 0.02
        if inside > 0.3 and min(inside, 1.0) * off > most:
            best, most = spot, min(inside, 1.0) * off
    return Text(best, text, theme.BOARD_TEXT, theme.WHITE, wide, "semibold", pill=pill)


def shape_of(state: State, name: str | None, pose: Pose | None = None) -> Shape | None:
    """The footprint of that name, at a pose or where it is; None when it has none."""
    if name is None:
        return None
    try:
        return solid_of(state, name, pose).shape
    except ValueError:
        return None


def second_shape(state: State, claim: Certificate) -> Shape | None:
    """The footprint that something was measured to: of coherency that of the neighbour on which it hangs."""
    if claim.measure == "coherency":
        return shape_of(state, str(claim.details.get("to")))
    return shape_of(state, claim.b, claim.b_pose)


def short(claim: Certificate) -> str:
    """What was measured, in as few words as tell it: the figure, and what it had to keep to."""
    value, most = flat(claim)
    if claim.measure == "sight":
        return parts(claim)[0]
    figure = telling(value, most)
    if claim.measure == "inside":
        return "inside" if claim.holds else f"{telling(value, 0.0)} in outside"
    if most is None:
        return f"{figure} in"
    limit = trimmed(most)
    if claim.measure == "overlap":
        return f"{figure} in deep, {limit} allowed"
    up = _up(claim)
    return (f"{figure} in, within {limit}" if claim.holds else f"{figure} of {limit} in") + up


def flat(claim: Certificate) -> tuple[float, float | None]:
    """The figure in plan, or the only one, and its limit."""
    value = claim.value[0] if isinstance(claim.value, tuple) else claim.value
    return value, claim.limit[0] if isinstance(claim.limit, tuple) else claim.limit


def _up(claim: Certificate) -> str:
    """The height of a pair, where there is one."""
    if not isinstance(claim.value, tuple) or not isinstance(claim.limit, tuple) or claim.value[1] == 0:
        return ""
    return f", height {telling(claim.value[1], claim.limit[1])} of {trimmed(claim.limit[1])}"


def _spot(at: Point, colour: Colour, unit: float) -> tuple[Item, ...]:
    """A place that was measured: a ring with a dot."""
    return (
        Ellipse(at, 8 * unit, 8 * unit, outline=theme.LABEL, width=4.5),
        Ellipse(at, 8 * unit, 8 * unit, outline=colour, width=2.2),
        Ellipse(at, 2.4 * unit, 2.4 * unit, fill=colour, outline=theme.LABEL, width=1.0),
    )


def _area_edge(state: State, claim: Certificate, colour: Colour) -> tuple[Item, ...]:
    """The edge of the area that something was measured against; of the battlefield, its own edge."""
    if claim.b == "battlefield":
        w, h = state.board.width, state.board.height
        rings: list[Line] = [((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))]
    else:
        area = None if claim.b is None else area_of(state, claim.b)
        if area is None:
            return ()
        rings = [tuple(ring) for outer, holes in areas.rings(area, OUTLINE) for ring in (outer, *holes)]
    return tuple(
        Stroke(ring, tone, line, closed=True)
        for tone, line in ((theme.LABEL.at(0.8), 5.0), (colour.at(0.9), 2.2))
        for ring in rings
    )
