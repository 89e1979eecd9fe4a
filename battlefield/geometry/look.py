"""A look from one convex footprint to another past screens: a gap between them, or proof that there is none.

At every angle theta the lines that meet both footprints fill an interval of offsets, the window, and each screen hides
a part of it. Where a chain of screens covers the window, each link of it (the left side of one beyond the right side
of the next) holds up to an angle known in closed form or by Newton, so the look goes on from one broken link to the
next: no angle is left out, and no gap wider than GRAZE can be passed by. Source rule: measure.visible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from battlefield.geometry.screens import Ends, Screen
from battlefield.geometry.shapes import Point
from battlefield.geometry.sides import (
    Convex,
    Side,
    Span,
    chord,
    extent,
    lasting,
    mirrored,
    sides_of,
)

GRAZE = 1e-7
"""Inches: a line that cannot be shifted by more than this in all only grazes."""
STEP, SLOWLY = 1e-10, 4096
"""Radians past a broken link at which to look again; after so many looks it is doubled, lest rounding holds it up."""
QUICK = (0.5, 0.25, 0.75, 1 / 12, 11 / 12)
"""Where in the range of angles to look first."""
COMFORT = 0.25
"""Inches: with less room beside a clear line a better one is searched for near by."""
WIDE = 0.5
"""A gap that takes up so much of the window is not searched for a wider one."""


class Slit(NamedTuple):
    """A gap at an angle: its two ends in offsets, its width `room`, inches."""

    theta: float
    low: float
    high: float

    @property
    def room(self) -> float:
        """Its width."""
        return self.high - self.low


class Look:
    """What is between two footprints that are apart, and the range of angles in which one lies behind the other."""

    def __init__(self, ends: Ends, screens: Sequence[Screen]) -> None:
        self.ends, self.screens = ends, screens
        (ax, ay), (bx, by) = ends.middles
        theta = math.atan2(by - ay, bx - ax)
        self.last = _closes(ends.a, ends.b, theta)
        self.first = -_closes(mirrored(ends.a), mirrored(ends.b), -theta)

    def window(self, c: float, s: float) -> Span:
        """The offsets of the lines along (c, s) that meet both footprints."""
        a, b = extent(self.ends.a, c, s), extent(self.ends.b, c, s)
        return max(a[0], b[0]), min(a[1], b[1])

    def slit(self, theta: float) -> Slit:
        """The widest gap at an angle; its room is 0 or less where everything is hidden."""
        c, s = math.cos(theta), math.sin(theta)
        window = self.window(c, s)
        at, top = window
        best = Slit(theta, at, at)
        for low, high, _ in self._hidden(c, s, window):
            if low - at > best.high - best.low:
                best = Slit(theta, at, low)
            if high > at:
                at = high
        return Slit(theta, at, top) if top - at > best.high - best.low else best

    def quick(self) -> Slit | None:
        """The widest gap at a few angles, at once when one is wide; None when there is none."""
        best: Slit | None = None
        for share in QUICK:
            found = self.slit(self.first + share * (self.last - self.first))
            if found.room > GRAZE and (best is None or found.room > best.room):
                best = found
                low, high = self.window(math.cos(found.theta), math.sin(found.theta))
                if best.room >= WIDE * (high - low):
                    break
        return best

    def sweep(self) -> tuple[Slit | None, frozenset[str]]:
        """The first gap from one end of the range to the other, or the names of the screens that close it all."""
        theta, names = self.first, set[str]()
        for count in range(1, 64 * SLOWLY):
            chain = self._chain(theta)
            if chain is None:
                return self.slit(theta), frozenset()
            until, used = chain
            names |= used
            theta = max(until, theta) + STEP * 2.0 ** (count // SLOWLY)
            if theta >= self.last:
                break
        return None, frozenset(names)

    def widened(self, slit: Slit) -> Slit:
        """A wider gap near by, if there is one: no line grazes where another one need not.

        A turn moves what is seen by at most so much an inch of the way: where that is little to the room, it ends.
        """
        best, step = slit, (self.last - self.first) / 8.0
        way = math.dist(*self.ends.middles)
        while step * way > best.room / 4.0:
            near = [self.slit(at) for at in (best.theta - step, best.theta + step) if self.first < at < self.last]
            found = max(near, key=_room, default=best)
            if found.room > best.room:
                best = found
            else:
                step /= 3.0
        return best

    def _hidden(self, c: float, s: float, window: Span) -> list[tuple[float, float, int]]:
        """What the screens hide of the window, each with its place in the list, from the right."""
        low, high = window
        found = []
        for place, screen in enumerate(self.screens):
            span = screen.hidden(c, s, low, high)
            if span is not None:
                found.append((*span, place))
        found.sort()
        return found

    def _chain(self, theta: float) -> tuple[float, set[str]] | None:
        """Screens that cover the window: up to which angle they surely do, and their names. None: there is a gap.

        Of the screens that join on, the one that reaches farthest is taken.
        """
        c, s = math.cos(theta), math.sin(theta)
        window = self.window(c, s)
        at, top = window
        hidden = self._hidden(c, s, window)
        chosen: list[int] = []
        index = 0
        while top - at > GRAZE:
            reach, best = at, -1
            while index < len(hidden) and hidden[index][0] - at <= GRAZE:
                if hidden[index][1] > reach:
                    reach, best = hidden[index][1], hidden[index][2]
                index += 1
            if best < 0:
                return None
            at = reach
            chosen.append(best)
        return self._holds(theta, [self.screens[place] for place in chosen])

    def _holds(self, theta: float, chain: Sequence[Screen]) -> tuple[float, set[str]]:
        a, b = sides_of(self.ends.a, theta), sides_of(self.ends.b, theta)
        until = min(a.until, b.until)
        before: tuple[Side, ...] = (a.right, b.right)
        for screen in chain:
            seen = screen.seen(theta)
            until = min(until, seen.until, _link(before, (seen.right,), theta))
            before = (seen.left,)
        return min(until, _link(before, (a.left, b.left), theta)), {screen.name for screen in chain}


def line_through(a: Convex, b: Convex, slit: Slit) -> tuple[Point, Point]:
    """The line in the middle of a gap, from the rim of the first body to that of the second."""
    c, s = math.cos(slit.theta), math.sin(slit.theta)
    offset = (slit.low + slit.high) / 2
    start, end = chord(a, c, s, offset)[1], chord(b, c, s, offset)[0]
    return _on_line(c, s, offset, start), _on_line(c, s, offset, end)


def _link(before: tuple[Side, ...], after: tuple[Side, ...], theta: float) -> float:
    """Up to which angle no gap opens between one and the next; the window begins and ends with either footprint."""
    return max(lasting(high, low, GRAZE, theta) for high in before for low in after)


def _closes(a: Convex, b: Convex, theta: float) -> float:
    """The last angle from theta on at which lines from one footprint meet the other, by more than GRAZE."""
    while True:
        here, there = sides_of(a, theta), sides_of(b, theta)
        closed, turned = lasting(there.left, here.right, -GRAZE, theta), min(here.until, there.until)
        if closed <= turned:
            return closed
        theta = turned + STEP


def _room(slit: Slit) -> float:
    return slit.high - slit.low


def _on_line(c: float, s: float, offset: float, t: float) -> Point:
    return (t * c - offset * s, t * s + offset * c)
