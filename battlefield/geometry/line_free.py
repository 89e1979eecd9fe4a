"""Free places for a token down a line, in closed form.

The centre of a disc runs along a line; what it must keep clear of is grown by its radius. Each grown piece of a
boundary cuts the line in at most two stretches whose ends are crossings with circles and lines (or with the parallel
curve of an oval, which is convex and so crossed at most twice); a stretch between them is blocked when it lies inside.
Touching is clear.
Source rules: artifact.expulsion.distance, artifact.expulsion.unstable, artifact.expulsion.edge.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from battlefield.geometry.bodies import Body, Obstacle
from battlefield.geometry.curves import Arc, Segment, distance_to, ends, heading_at, is_round, line_and_circle
from battlefield.geometry.measure import TOLERANCE
from battlefield.geometry.normals import line_crossings
from battlefield.geometry.shapes import Point, Shape

Span = tuple[float, float]

_FLAT = 1e-14
_JOIN = 1e-12


class Blocked(NamedTuple):
    """A stretch of a line, in inches along it, on which a token would overlap the obstacle of that name."""

    name: str
    start: float
    end: float


class LinePlace(NamedTuple):
    """Where on a line a token is free, None for nowhere, and what was passed over on the way, in the order met."""

    at: float | None
    passed: tuple[Blocked, ...]


class Line(NamedTuple):
    """A line: a point and a unit vector; places on it are named by inches from the point."""

    x: float
    y: float
    dx: float
    dy: float

    def point(self, t: float) -> Point:
        """The point t inches along."""
        return (self.x + t * self.dx, self.y + t * self.dy)


def first_free(
    origin: Point,
    direction: Point,
    radius: float,
    start: float,
    obstacles: Sequence[tuple[str, Obstacle]],
    end: float,
) -> LinePlace:
    """The first place on a line, from `start` to `end` inches along the unit vector, where a disc overlaps no obstacle.

    Overlap by up to TOLERANCE is touching, and touching is clear. `passed` holds the stretches passed over.
    """
    return _walk(Line(*origin, *direction), radius, (start, end), obstacles, 1)


def last_free(
    origin: Point,
    direction: Point,
    radius: float,
    end: float,
    obstacles: Sequence[tuple[str, Obstacle]],
    start: float,
) -> LinePlace:
    """As `first_free`, looked for from `end` back to `start`: the last such place on the line."""
    return _walk(Line(*origin, *direction), radius, (start, end), obstacles, -1)


def board_exit(origin: Point, direction: Point, radius: float, width: float, height: float) -> float:
    """How far along the line the disc last lies wholly on the board (0, 0)-(width, height), in inches.

    Negative when it lies over the edge it moves towards already at the origin.
    """
    limits = []
    for at, rate, size in ((origin[0], direction[0], width), (origin[1], direction[1], height)):
        if rate:
            limits.append(((size - radius if rate > 0 else radius) - at) / rate)
    return min(limits)


def first_at_gap(radius: float, of: Shape, gap: float, origin: Point, direction: Point) -> float:
    """How far along a line from within a footprint a disc is first `gap` away, once the line has left it for good.

    Ruling C25. Exact to 1e-9 in. Raises ValueError when the line misses the footprint.
    """
    body, line = Body(of), Line(*origin, *direction)
    left = _last_crossing(body, line)
    if left is None:
        raise ValueError("the line does not meet the footprint")
    return next((high for low, high in blocked(body, line, radius + gap) if low <= left + _JOIN <= high), left)


def farthest_at_gap(radius: float, of: Shape, gap: float, origin: Point, direction: Point) -> float | None:
    """How far along a line a disc is last `gap` away from a footprint; None when it never comes that close."""
    spans = blocked(Body(of), Line(*origin, *direction), radius + gap)
    return spans[-1][1] if spans else None


def spans_near(obstacle: Obstacle, origin: Point, direction: Point, distance: float) -> list[Span]:
    """The stretches of a line, rising, on which a point is closer than `distance` to an obstacle, or in it."""
    return blocked(Body(obstacle), Line(*origin, *direction), distance)


def blocked(body: Body, line: Line, reach: float) -> list[Span]:
    """The open stretches, rising, on which a point of the line is closer than `reach` to the body, or in it."""
    if body.oval:
        crossings = line_crossings(body.oval, reach, *line, 0.0)
        if len(crossings) < 2:
            return []
        low, high = sorted((x - line.x) * line.dx + (y - line.y) * line.dy for x, y in crossings)
        return [(low, high)]
    spans: list[Span] = []
    for piece in body.pieces:
        spans += _segment_span(piece, line, reach) if isinstance(piece, Segment) else _arc_spans(piece, line, reach)
    return _merged(spans, body, line, reach)


def _walk(line: Line, radius: float, stretch: Span, obstacles: Sequence[tuple[str, Obstacle]], sense: int) -> LinePlace:
    start, end = stretch
    if start > end + TOLERANCE:
        return LinePlace(None, ())
    bodies = [(name, body) for name, obstacle in obstacles if _near(body := Body(obstacle), line, radius, stretch)]
    found = [
        (Blocked(name, max(low, start), min(high, end)), body)
        for name, body in bodies
        for low, high in blocked(body, line, radius)
        if high > start and low < end
    ]
    if sense > 0:
        places = [start, *sorted(one.end for one, _ in found if one.end < end), end]
    else:
        places = [end, *sorted((one.start for one, _ in found if one.start > start), reverse=True), start]
    at = next((t for t in places if all(body.leaves_room(*line.point(t), radius) for _, body in bodies)), None)
    low, high = (start, end if at is None else at) if sense > 0 else (start if at is None else at, end)
    passed = [
        one
        for one, body in found
        if (one.start < high and one.end > low)
        and not _grazes(body, line, radius, max(one.start, low), min(one.end, high))
    ]
    passed.sort(key=lambda one: (one.start, one.end) if sense > 0 else (-one.end, -one.start))
    return LinePlace(at, tuple(passed))


def _grazes(body: Body, line: Line, radius: float, low: float, high: float) -> bool:
    return body.leaves_room(*line.point((low + high) / 2), radius)


def _near(body: Body, line: Line, radius: float, stretch: Span) -> bool:
    """Whether the box of the body, grown, meets the box of the stretch."""
    (ax, ay), (bx, by) = line.point(stretch[0]), line.point(stretch[1])
    x0, y0, x1, y1 = body.box
    return (
        x0 - radius < max(ax, bx)
        and x1 + radius > min(ax, bx)
        and y0 - radius < max(ay, by)
        and y1 + radius > min(ay, by)
    )


def _segment_span(piece: Segment, line: Line, reach: float) -> list[Span]:
    """The one stretch within reach of a segment: of the slab between its ends, and of the discs round them."""
    found = []
    for end in ends(piece):
        found += list(line_and_circle(*line, *end, reach, 0.0))
    hx, hy = heading_at(piece, piece.x0, piece.y0)
    ox, oy = line.x - piece.x0, line.y - piece.y0
    size = math.hypot(piece.x1 - piece.x0, piece.y1 - piece.y0)
    beside = _between(oy * hx - ox * hy, line.dy * hx - line.dx * hy, -reach, reach)
    along = _between(ox * hx + oy * hy, line.dx * hx + line.dy * hy, 0.0, size)
    low, high = max(beside[0], along[0]), min(beside[1], along[1])
    if low < high:
        found += [low, high]
    return [(min(found), max(found))] if found and min(found) < max(found) else []


def _between(at: float, rate: float, low: float, high: float) -> Span:
    """For which t the value at + rate t lies between two limits."""
    if abs(rate) < _FLAT:
        return (-math.inf, math.inf) if low < at < high else (math.inf, -math.inf)
    first, second = (low - at) / rate, (high - at) / rate
    return (first, second) if first < second else (second, first)


def _arc_spans(arc: Arc, line: Line, reach: float) -> list[Span]:
    """The stretches within reach of an arc: cut where the formula changes, each judged in its middle."""
    marks = list(line_and_circle(*line, arc.x, arc.y, arc.radius + reach, 0.0))
    marks += line_and_circle(*line, arc.x, arc.y, abs(arc.radius - reach), 0.0)
    if not is_round(arc):
        for end in ends(arc):
            marks += line_and_circle(*line, *end, reach, 0.0)
            nx, ny = end[1] - arc.y, arc.x - end[0]
            rate = line.dx * nx + line.dy * ny
            if abs(rate) > _FLAT * arc.radius:
                marks.append(((arc.x - line.x) * nx + (arc.y - line.y) * ny) / rate)
    marks.sort()
    return [
        (low, high)
        for low, high in pairwise(marks)
        if low < high and distance_to(arc, *line.point((low + high) / 2)) < reach
    ]


def _merged(spans: list[Span], body: Body, line: Line, reach: float) -> list[Span]:
    """The spans joined where they overlap or where what is between them lies inside the body."""
    joined: list[Span] = []
    for low, high in sorted(spans):
        if joined and (low < joined[-1][1] - _JOIN or _is_within(body, line, reach, joined[-1][1], low)):
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return joined


def _is_within(body: Body, line: Line, reach: float, low: float, high: float) -> bool:
    return body.signed(*line.point((low + high) / 2)) < reach - _JOIN


def _last_crossing(body: Body, line: Line) -> float | None:
    """The last t at which the line crosses the boundary of the body."""
    if body.oval:
        points = line_crossings(body.oval, 0.0, *line, 0.0)
        return max(((x - line.x) * line.dx + (y - line.y) * line.dy for x, y in points), default=None)
    found = []
    for piece in body.pieces:
        if isinstance(piece, Arc):
            found += [t for t in line_and_circle(*line, piece.x, piece.y, piece.radius) if _on(piece, line, t)]
            continue
        hx, hy = heading_at(piece, piece.x0, piece.y0)
        rate = line.dx * hy - line.dy * hx
        if abs(rate) > _FLAT:
            found.append(((piece.x0 - line.x) * hy - (piece.y0 - line.y) * hx) / rate)
        else:
            found += [(x - line.x) * line.dx + (y - line.y) * line.dy for x, y in ends(piece)]
    return max((t for t in found if any(_on(piece, line, t) for piece in body.pieces)), default=None)


def _on(piece: Arc | Segment, line: Line, t: float) -> bool:
    return distance_to(piece, *line.point(t)) <= _JOIN * 100
