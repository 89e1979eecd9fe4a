"""Line of sight between footprints: a straight line from some part of the one to some part of the other.

The line must be clear, in plan, of the insides of all blockers. Exact: discs, ovals, hulls and areas with their arcs
are what they are, and what is called blocked has been proved so at every angle. A line that exists only by grazing
does not count: it must leave room to be shifted, by more than 1e-7 in. Source rules: measure.visible, core.cover.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from battlefield.geometry.area_measure import area_gap, overlaps
from battlefield.geometry.curves import polyline
from battlefield.geometry.look import COMFORT, GRAZE, Look, Slit, line_through
from battlefield.geometry.measure import CONTACT, gap, more_than, overlap, within
from battlefield.geometry.roots import root
from battlefield.geometry.screens import Blocker, Ends, screens_of, taken_apart
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape, polygon
from battlefield.geometry.sides import Convex, chord, extent, reach_of, support_point

__all__ = ["Blocker", "Line", "Sight", "shading", "sight"]

Line = tuple[Point, Point]

CHORDS = 1e-3
"""Inches by which a chord may leave the arc of an area that is looked at and not made of convex parts."""


Named = Sequence[tuple[str, Blocker]]


class Seen(NamedTuple):
    """A gap between a convex body of one footprint and one of another."""

    one: Convex
    other: Convex
    slit: Slit


Looking = Callable[[Sequence[Convex], Sequence[Convex], Named], Seen | Set[str]]
"""A way to look from the bodies of one footprint to those of another, which are apart: see `looked`."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether two footprints see one another.

    `line`: a clear line, from the first to the second; None when there is none. `room`: by how many inches it can be
    shifted sideways and stay clear, in all; 0 when blocked. `blockers`: the names of those that close every line, in
    the order given; empty when clear. `error`: a room of no more than this is a graze, inches.
    """

    clear: bool
    line: Line | None
    blockers: tuple[str, ...]
    room: float
    error: float = GRAZE

    def turned_round(self) -> Sight:
        """The same, asked from the other side."""
        line = None if self.line is None else (self.line[1], self.line[0])
        return Sight(self.clear, line, self.blockers, self.room, self.error)


def sight(a: Blocker, b: Blocker, blockers: Named) -> Sight:
    """Whether some line from `a` to `b` is clear of the insides of all blockers, which have names.

    Footprints in contact see one another. `sight(b, a, …)` is the same turned round. An area with holes, or with
    something taken out, is looked at as its boundary; its arcs then as chords that stay within 1e-3 in of it. What is
    no wider than a graze sees nothing. ValueError when neither is a footprint, or nothing is left of an area.

    >>> sight(Disc(0, 0, 1), Disc(9, 0, 1), []).clear
    True
    >>> sight(Disc(0, 0, 1), Disc(9, 0, 1), [("Tower", Disc(4, 0, 2))]).blockers
    ('Tower',)
    """
    return answer(a, b, blockers, looked)


def answer(a: Blocker, b: Blocker, blockers: Named, looked: Looking) -> Sight:
    """What `sight` says, by a way to look."""
    ones, others = _seen_as(a), _seen_as(b)
    if _comes_first(others[0], ones[0]):
        return _sight(b, a, others, ones, blockers, looked).turned_round()
    return _sight(a, b, ones, others, blockers, looked)


def shading(a: Shape, b: Shape, blockers: Named) -> tuple[str, ...]:
    """The names of all blockers into which some line from `a` to `b` runs, by more than TOLERANCE; in order.

    What lies between two convex footprints is they themselves and the quadrilateral between their outer tangents.
    """
    corridors = [*_corridors(a, b), a, b]
    return tuple(name for name, blocker in blockers if any(_runs_into(shape, blocker) for shape in corridors))


def _sight(
    a: Blocker, b: Blocker, ones: Sequence[Convex], others: Sequence[Convex], blockers: Named, looked: Looking
) -> Sight:
    contact = _contact(a, b)
    if contact is not None:
        return Sight(True, contact, (), _breadth(ones, others))
    found = looked(ones, others, blockers)
    if isinstance(found, Seen):
        line = _trimmed(line_through(found.one, found.other, found.slit), ones, others)
        return Sight(True, line, (), found.slit.room)
    return Sight(False, None, tuple(dict.fromkeys(name for name, _ in blockers if name in found)), 0.0)


def looked(ones: Sequence[Convex], others: Sequence[Convex], blockers: Named) -> Seen | Set[str]:
    """A gap between any body of the one and any of the other, or the names of what closes them all."""
    looks = []
    for one in ones:
        for other in others:
            ends = Ends(one, other)
            screens = [screen for name, blocker in blockers for screen in screens_of(name, blocker, ends)]
            look = Look(ends, screens)
            found = look.quick()
            if found is not None:
                return _seen(look, found)
            looks.append(look)
    names: set[str] = set()
    for look in looks:
        found, closing = look.sweep()
        if found is not None:
            return _seen(look, found)
        names |= closing
    return names


def _seen(look: Look, slit: Slit) -> Seen:
    """What is seen through a gap, or through a wider one near by."""
    return Seen(look.ends.a, look.ends.b, slit if slit.room >= COMFORT else look.widened(slit))


def _contact(a: Blocker, b: Blocker) -> Line | None:
    """The closest points of two footprints in contact, None when they are apart."""
    if isinstance(a, Disc | Oval) and isinstance(b, Disc | Oval) and _circles_apart(a, b):
        return None
    if isinstance(a, Disc | Oval | Polygon):
        near = gap(a, b) if isinstance(b, Disc | Oval | Polygon) else area_gap(a, b)
        return (near.here, near.there) if within(near.value, CONTACT) else None
    if isinstance(b, Disc | Oval | Polygon):
        found = _contact(b, a)
        return None if found is None else (found[1], found[0])
    raise ValueError("one of the two that look must be a footprint")


def _circles_apart(a: Disc | Oval, b: Disc | Oval) -> bool:
    return math.hypot(b.x - a.x, b.y - a.y) > reach_of(a) + reach_of(b) + 2 * CONTACT


def _seen_as(target: Blocker) -> tuple[Convex, ...]:
    """A footprint or an area as convex bodies that it is the union of, or of which its boundary is."""
    bodies, _, outlines = taken_apart(target)
    lines = (polyline(piece, CHORDS) for area in outlines for piece in area.boundary)
    found = (*bodies, *(edge for line in lines for edge in pairwise(line)))
    if not found:
        raise ValueError("there is nothing to be seen of an area of which nothing is left")
    return found


def _comes_first(one: Convex, other: Convex) -> bool:
    """An order of any two bodies, so that a look and the look back are the same."""
    here, there = _mark(one), _mark(other)
    return here < there or (here == there and str(one) < str(other))


def _mark(body: Convex) -> Point:
    return (body.x, body.y) if isinstance(body, Disc | Oval) else body[0]


def _breadth(ones: Sequence[Convex], others: Sequence[Convex]) -> float:
    """How wide the narrower of two footprints in contact is, seen along x or y, whichever is less."""
    widths = []
    for bodies in (ones, others):
        for c, s in ((1.0, 0.0), (0.0, 1.0)):
            spans = [extent(body, c, s) for body in bodies]
            widths.append(max(high for _, high in spans) - min(low for low, _ in spans))
    return min(widths)


def _trimmed(line: Line, ones: Sequence[Convex], others: Sequence[Convex]) -> Line:
    """The line between hulls of several parts, from where it last leaves the one to where it first enters the other."""
    if len(ones) == len(others) == 1:
        return line
    (px, py), (qx, qy) = line
    size = math.dist(*line)
    c, s = (qx - px) / size, (qy - py) / size
    offset, start, end = py * c - px * s, px * c + py * s, qx * c + qy * s
    start = max([start, *(span[1] for span in _chords(ones, c, s, offset) if span[1] < end)])
    end = min([end, *(span[0] for span in _chords(others, c, s, offset) if span[0] > start)])
    return (start * c - offset * s, start * s + offset * c), (end * c - offset * s, end * s + offset * c)


def _chords(bodies: Sequence[Convex], c: float, s: float, offset: float) -> Iterator[tuple[float, float]]:
    for body in bodies:
        low, high = extent(body, c, s)
        if low < offset < high:
            yield chord(body, c, s, offset)


def _corridors(a: Shape, b: Shape) -> Iterator[Polygon]:
    """The quadrilaterals between the outer tangents of the parts of two footprints that are apart."""
    if _contact(a, b) is None:
        for one in taken_apart(a).bodies:
            for other in taken_apart(b).bodies:
                corners = tuple(dict.fromkeys(_tangent_points(one, other)))
                if len(corners) > 2:
                    yield polygon(corners)


def _tangent_points(one: Convex, other: Convex) -> Iterator[Point]:
    """Where the two outer tangents touch two bodies, counter-clockwise."""
    look = Look(Ends(one, other), ())
    right = root(lambda theta: _beyond(one, other, theta, left=False), look.first, look.last)
    left = root(lambda theta: _beyond(one, other, theta, left=True), look.first, look.last)
    for body in (one, other):
        yield support_point(body, math.sin(right), -math.cos(right))
    for body in (other, one):
        yield support_point(body, -math.sin(left), math.cos(left))


def _beyond(one: Convex, other: Convex, theta: float, *, left: bool) -> float:
    """How far a side of the one lies to the left of the same side of the other."""
    c, s = math.cos(theta), math.sin(theta)
    return extent(one, c, s)[left] - extent(other, c, s)[left]


def _runs_into(shape: Shape, blocker: Blocker) -> bool:
    if isinstance(blocker, Disc | Oval | Polygon):
        return more_than(overlap(shape, blocker).depth, 0.0)
    return overlaps(shape, blocker)
