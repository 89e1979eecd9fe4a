"""What stands between two convex footprints: every blocker cut into screens that each hide an interval of offsets.

A convex blocker that is clear of both footprints is one screen, and hides whatever lies between its two sides as long
as it lies ahead of the first footprint and short of the second, which a parting direction tells. A blocker that
reaches into a footprint, or that is not made of convex parts, is taken as its boundary outside the footprints where a
line enters it, together with that part of the first footprint's rim where a line that leaves it is in the blocker.
Source rule: measure.visible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from battlefield.geometry.area_tree import Area, CircleArea, MinusArea, UnionArea
from battlefield.geometry.bodies import as_shape
from battlefield.geometry.boundary import Outline, outline
from battlefield.geometry.curves import HAIR, Arc, Segment, cut, faces, meeting_points, point_at
from battlefield.geometry.parting import parting
from battlefield.geometry.rims import (
    PROBES,
    WITHIN,
    Round,
    Stretch,
    arc_crossings,
    arc_stretches,
    at_angle,
    crossings,
    edge_crossings,
    holds,
    seen_from,
    span_within,
    stretches,
)
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.geometry.sides import (
    Convex,
    Corners,
    Seen,
    Span,
    chord,
    extent,
    lasting,
    middle_of,
    offset_of,
    reach_of,
    sides_of,
)

Blocker = Shape | Area


class Ends:
    """The two footprints of a look, both convex and apart: it goes from `a` to `b`, `way` parts them."""

    __slots__ = ("a", "b", "half", "middles", "reaches", "way")

    def __init__(self, a: Convex, b: Convex) -> None:
        self.a, self.b = a, b
        self.middles = (middle_of(a), middle_of(b))
        self.reaches = (reach_of(a), reach_of(b))
        self.half = max(self.reaches)
        self.way = self.ahead(b, self.middles[1], self.reaches[1]) or _between(*self.middles)

    def may_reach(self, middle: Point, reach: float) -> bool:
        """Whether a body may come between the footprints: it reaches into the strip that holds both."""
        (ax, ay), (bx, by) = self.middles
        x, y = middle[0] - ax, middle[1] - ay
        dx, dy = bx - ax, by - ay
        share = (x * dx + y * dy) / (dx * dx + dy * dy)
        share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
        return math.hypot(share * dx - x, share * dy - y) <= self.half + reach

    def ahead(self, body: Convex, middle: Point, reach: float) -> Point | None:
        """From the first footprint to a body in a circle; None where they overlap. Circles that are apart part them."""
        way = _between(self.middles[0], middle)
        return way if math.hypot(*way) > self.reaches[0] + reach else parting(self.a, body)

    def short(self, body: Convex, middle: Point, reach: float) -> Point | None:
        """From a body in a circle to the second footprint; None where they overlap."""
        way = _between(middle, self.middles[1])
        return way if math.hypot(*way) > self.reaches[1] + reach else parting(body, self.b)


class Body:
    """A convex body, or an edge, clear of both footprints. It hides lines along which it lies between them.

    These are the lines that run with each of `ways`: the direction from the first footprint to it, that from it to the
    second, and of an edge the one in which it is entered.
    """

    __slots__ = ("body", "name", "ways")

    def __init__(self, name: str, body: Convex, *ways: Point) -> None:
        self.name, self.body, self.ways = name, body, ways

    def hidden(self, c: float, s: float, low: float, high: float) -> Span | None:
        """The offsets that it hides from a line along (c, s), None when it hides none between two offsets."""
        for x, y in self.ways:
            if x * c + y * s <= 0.0:
                return None
        right, left = extent(self.body, c, s)
        return (right, left) if right < high and left > low else None

    def seen(self, theta: float) -> Seen:
        """Its sides along theta, and up to which angle it hides what is between them."""
        c, s = math.cos(theta), math.sin(theta)
        right, left, until = sides_of(self.body, theta)
        for x, y in self.ways:
            until = min(until, theta + math.pi / 2 - math.atan2(x * s - y * c, x * c + y * s))
        return Seen(right, left, until)


class Bow:
    """A stretch of a round rim that touches a footprint or is hollow towards it.

    `free`: whether it may lie before or behind the footprints too, and must be asked which; the rim of a footprint
    itself always bounds the look.
    """

    __slots__ = ("ends", "entering", "free", "name", "stretch")

    def __init__(self, name: str, stretch: Stretch, ends: Ends, *, entering: bool, free: bool) -> None:
        self.name, self.stretch, self.ends = name, stretch, ends
        self.entering, self.free = entering, free

    def hidden(self, c: float, s: float, low: float, high: float) -> Span | None:
        """As for a body. Whether it lies between the footprints is the same at all offsets that it shares with them."""
        seen = seen_from(self.stretch, math.atan2(s, c), self.entering)
        if seen is None:
            return None
        right, left = offset_of(seen.right, c, s), offset_of(seen.left, c, s)
        if right >= high or left <= low:
            return None
        if self.free:
            offset = (max(right, low) + min(left, high)) / 2
            at = chord(self.stretch.body, c, s, offset)[0 if self.entering else 1]
            if not sum(chord(self.ends.a, c, s, offset)) / 2 < at < sum(chord(self.ends.b, c, s, offset)) / 2:
                return None
        return (right, left)

    def seen(self, theta: float) -> Seen:
        """As for a body; the answer may be another one where it no longer shares any offset with a footprint."""
        seen = seen_from(self.stretch, theta, self.entering)
        assert seen is not None
        if not self.free:
            return seen
        until = seen.until
        for body in (self.ends.a, self.ends.b):
            right, left, turned = sides_of(body, theta)
            until = min(until, turned, lasting(seen.left, right, 0.0, theta), lasting(left, seen.right, 0.0, theta))
        return seen._replace(until=until)


Screen = Body | Bow


class Apart(NamedTuple):
    """A blocker taken apart: convex bodies with a circle around each, and outlines of what is not made of such."""

    bodies: tuple[Convex, ...] = ()
    circles: tuple[tuple[Point, float], ...] = ()
    outlines: tuple[Outline, ...] = ()


def screens_of(name: str, blocker: Blocker, ends: Ends) -> Iterator[Screen]:
    """The screens of one blocker between two footprints."""
    bodies, circles, outlines = taken_apart(blocker)
    for body, circle in zip(bodies, circles, strict=True):
        if ends.may_reach(*circle):
            yield from _of_body(name, body, ends, ends.ahead(body, *circle), ends.short(body, *circle))
    for each in outlines:
        yield from _of_area(name, each, ends)


def taken_apart(blocker: Blocker) -> Apart:
    """A blocker as what it is the union of; an area keeps the answer."""
    if isinstance(blocker, Disc):
        return Apart((blocker,), (((blocker.x, blocker.y), blocker.radius),))
    if isinstance(blocker, Oval):
        return Apart((blocker,), (((blocker.x, blocker.y), max(blocker.a, blocker.b)),))
    if isinstance(blocker, Polygon):
        parts = blocker.parts
        return Apart(tuple(part.points for part in parts), tuple((part.middle, part.reach) for part in parts))
    kept: Apart | None = blocker.__dict__.get("_apart")
    if kept is None:
        kept = blocker.__dict__["_apart"] = _apart(blocker)
    return kept


def _apart(area: Area) -> Apart:
    if isinstance(area, UnionArea):
        found = [taken_apart(part) for part in area.parts]
        return Apart(*(tuple(one for each in column for one in each) for column in zip(*found, strict=True)))
    if isinstance(area, CircleArea):
        return taken_apart(Disc(area.x, area.y, area.radius))
    whole = None if isinstance(area, MinusArea) else as_shape(area)
    return Apart(outlines=(outline(area),)) if whole is None else taken_apart(whole)


def _between(p: Point, q: Point) -> Point:
    return (q[0] - p[0], q[1] - p[1])


def _of_body(name: str, body: Convex, ends: Ends, ahead: Point | None, short: Point | None) -> Iterator[Screen]:
    """A body, or where it reaches into a footprint its rim and what looks into it."""
    if ahead is not None and short is not None:
        yield Body(name, body, ahead, short)
        return
    over = [end for end, way in ((ends.a, ahead), (ends.b, short)) if way is None]
    if isinstance(body, Disc | Oval):
        marks = [t for end in over for t in crossings(body, end)]
        for stretch, probes in stretches(body, marks):
            if not any(holds(end, probes) for end in over):
                yield Bow(name, stretch, ends, entering=True, free=True)
    else:
        for p, q in zip(body, (*body[1:], body[0]), strict=True):
            yield from _edge(name, p, q, ends)
    if ahead is not None:
        return
    if isinstance(ends.a, Disc | Oval):
        yield from _looking_in(name, ends.a, ends, crossings(ends.a, body), lambda probes: holds(body, probes))
    else:
        yield from _edges_looking_in(name, ends.a, ends, lambda p, q: [span_within(body, p, q)])


def _of_area(name: str, area: Outline, ends: Ends) -> Iterator[Screen]:
    for piece in area.boundary:
        if isinstance(piece, Segment):
            yield from _edge(name, (piece.x0, piece.y0), (piece.x1, piece.y1), ends)
        else:
            yield from _arc(name, piece, ends)
    if isinstance(ends.a, Disc | Oval):
        marks = [t for piece in area.boundary for t in _piece_crossings(ends.a, piece)]
        yield from _looking_in(name, ends.a, ends, marks, lambda probes: any(_within(area, *at) for at in probes))
    else:
        yield from _edges_looking_in(name, ends.a, ends, lambda p, q: _spans_within(area, p, q))


def _piece_crossings(body: Round, piece: Segment | Arc) -> list[float]:
    if isinstance(piece, Segment):
        return edge_crossings(body, (piece.x0, piece.y0), (piece.x1, piece.y1))
    return arc_crossings(body, piece)


def _edge(name: str, p: Point, q: Point, ends: Ends) -> Iterator[Screen]:
    """An edge of a blocker, which lies on its left, without what of it lies within the footprints."""
    if not ends.may_reach(_share(p, q, 0.5), math.dist(p, q) / 2):
        return
    parts = [(0.0, 1.0)]
    for body in (ends.a, ends.b):
        if parting(body, (p, q)) is None and (taken := span_within(body, p, q)) is not None:
            parts = [
                part
                for low, high in parts
                for part in ((low, min(high, taken[0])), (max(low, taken[1]), high))
                if (part[1] - part[0]) * math.dist(p, q) > HAIR
            ]
    for low, high in parts:
        edge = (_share(p, q, low), _share(p, q, high))
        circle = (_share(*edge, 0.5), math.dist(*edge) / 2)
        ahead = ends.ahead(edge, *circle) or _between(ends.middles[0], circle[0])
        short = ends.short(edge, *circle) or _between(circle[0], ends.middles[1])
        yield Body(name, edge, ahead, short, (p[1] - q[1], q[0] - p[0]))


def _arc(name: str, arc: Arc, ends: Ends) -> Iterator[Screen]:
    """A round piece of a boundary without what of it lies within the footprints."""
    disc = Disc(arc.x, arc.y, arc.radius)
    if not ends.may_reach((arc.x, arc.y), arc.radius):
        return
    points = [at_angle(disc, t) for end in (ends.a, ends.b) for t in crossings(disc, end)]
    for part in cut(arc, [at for at in points if faces(arc, *at)]):
        probes = [point_at(part, share) for share in PROBES]
        if isinstance(part, Arc) and not holds(ends.a, probes) and not holds(ends.b, probes):
            for stretch in arc_stretches(part):
                yield Bow(name, stretch, ends, entering=arc.sweep > 0, free=True)


def _looking_in(
    name: str, start: Round, ends: Ends, marks: Sequence[float], within: Callable[[Sequence[Point]], bool]
) -> Iterator[Screen]:
    """Those stretches of a round footprint's rim that lie within a blocker: a line leaves the footprint into it."""
    for stretch, probes in stretches(start, marks):
        if within(probes):
            yield Bow(name, stretch, ends, entering=False, free=False)


def _edges_looking_in(
    name: str, start: Corners, ends: Ends, spans: Callable[[Point, Point], Sequence[Span | None]]
) -> Iterator[Screen]:
    """Those parts of a footprint's edges that lie within a blocker."""
    for p, q in zip(start, (*start[1:], start[0]), strict=True):
        for span in spans(p, q):
            if span is not None:
                edge = (_share(p, q, span[0]), _share(p, q, span[1]))
                yield Body(name, edge, (q[1] - p[1], p[0] - q[0]), ends.way)


def _spans_within(area: Outline, p: Point, q: Point) -> list[Span | None]:
    """Which shares of an edge lie within an area."""
    edge = Segment(*p, *q)
    points = [at for piece in area.boundary for at in meeting_points(edge, piece)]
    found: list[Span | None] = []
    for part in cut(edge, points):
        if isinstance(part, Segment) and any(_within(area, *point_at(part, share)) for share in PROBES):
            size = math.dist(p, q)
            found.append((math.dist(p, (part.x0, part.y0)) / size, math.dist(p, (part.x1, part.y1)) / size))
    return found


def _within(area: Outline, x: float, y: float) -> bool:
    return area.encloses(x, y) and area.nearest(x, y)[0] > WITHIN


def _share(p: Point, q: Point, share: float) -> Point:
    if share == 0.0 or share == 1.0:
        return q if share else p
    return (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))
