"""How deep a footprint that slides along a straight leg comes into a composite area, as it is judged where it stands.

There the depth is the greatest of a rim point of the one within the other. Over a stretch of the leg these points sweep
strips; the depth within a strip is greatest on its outline, which is made of the rims at both ends and of the tracks of
corners, or of the points at which a curve is flush with the leg. Inside of a strip it could only be greatest where a
disc of that size fits snugly into the other, and so a stretch is no longer than the footprint is wide there. What is
found so does occur, so that halving finds the first of it.
Source rule: move.swept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlefield.geometry.approach import Slide, moved, parts
from battlefield.geometry.area_tree import Area
from battlefield.geometry.areas import area_gap, area_overlap
from battlefield.geometry.boundary import outline
from battlefield.geometry.curves import Arc, Segment, box_gap, ends, faces
from battlefield.geometry.intrusion import Without, depth_along
from battlefield.geometry.measure import bounds, support
from battlefield.geometry.placement import deepest_point
from battlefield.geometry.protrusion import Rim, peak
from battlefield.geometry.shapes import Disc, Oval, Point, Shape

_EXACT = 1e-9


def slid_deep(slide: Slide, area: Area, depth: float) -> float | None:
    """The way after which a footprint first is more than `depth` deep in a composite area, if it ever is."""
    swath = _Swath(slide, area, depth)
    wide = min(deepest_point(part)[1] for part in parts(slide.shape))
    low = 0.0
    while True:
        clear = swath.gap_at(low)
        high = min(low + max(clear, wide), slide.size)
        if clear < wide and swath.is_deep(low, high):
            return swath.first(low, high)
        if high >= slide.size:
            return None
        low = high


class _Swath:
    """A slide, the area it may come into, and the depth that is asked about."""

    def __init__(self, slide: Slide, area: Area, depth: float) -> None:
        self.slide, self.area, self.depth = slide, area, depth
        self._outline = outline(area)
        self._without = Without(self._outline)
        self._marks = list(_flush(slide, area))
        self._judged: dict[float, bool] = {}

    def at(self, t: float) -> Shape:
        return moved(self.slide.shape, t * self.slide.dx, t * self.slide.dy)

    def gap_at(self, t: float) -> float:
        shape = self.at(t)
        rough = box_gap(bounds(shape), self._outline.box)
        return rough if rough > self.slide.size - t else area_gap(shape, self.area).high

    def is_deep(self, low: float, high: float) -> bool:
        """Whether the footprint is too deep anywhere on a stretch."""
        return self._stands_deep(high) or self._stands_deep(low) or self._passes_deep(low, high)

    def first(self, low: float, high: float) -> float:
        """Where on a stretch, on which it is too deep somewhere, it is so first."""
        if self._stands_deep(low):
            return low
        while high - low > _EXACT:
            middle = (low + high) / 2
            if self.is_deep(low, middle):
                high = middle
            else:
                low = middle
        return low

    def _stands_deep(self, t: float) -> bool:
        known = self._judged.get(t)
        if known is None:
            known = self._judged[t] = area_overlap(self.at(t), self.area).depth > self.depth
        return known

    def _passes_deep(self, low: float, high: float) -> bool:
        """Whether it is too deep on the track of a corner: of its own in the area, or of the area's in it."""
        shape, size = self.at(low), high - low
        dx, dy = size * self.slide.dx, size * self.slide.dy
        if not size:
            return False
        tracks = [_track(at, dx, dy) for at in _corners(shape, self.slide)]
        if peak(tracks, self._without).value > self.depth:
            return True
        box = bounds(shape)
        back = [Segment(x, y, x - dx, y - dy) for x, y in self._marks]
        close = [one for one in back if box_gap(box, _box(one)) <= 0.0]
        return bool(close) and depth_along(close, shape).value > self.depth


def _corners(shape: Shape, slide: Slide) -> list[Point]:
    """The corners of a footprint, or the two points of its rim that are flush with the leg."""
    if isinstance(shape, Disc | Oval):
        return [support(shape, -slide.dy, slide.dx), support(shape, slide.dy, -slide.dx)]
    return list(shape.ring)


def _flush(slide: Slide, area: Area) -> Iterator[Point]:
    """The ends of all pieces of an area's boundary, and the points of its arcs that are flush with the leg."""
    seen = set()
    for piece in outline(area).boundary:
        found = list(ends(piece))
        if isinstance(piece, Arc):
            for side in (piece.radius, -piece.radius):
                at = (piece.x - side * slide.dy, piece.y + side * slide.dx)
                found += [at] if faces(piece, *at) else []
        for at in found:
            if at not in seen:
                seen.add(at)
                yield at


def _track(at: Point, dx: float, dy: float) -> Rim:
    def along(t: float) -> Point:
        return (at[0] + t * dx, at[1] + t * dy)

    return Rim(along, 0.0, 1.0, math.hypot(dx, dy), 0.0)


def _box(one: Segment) -> tuple[float, float, float, float]:
    return (min(one.x0, one.x1), min(one.y0, one.y1), max(one.x0, one.x1), max(one.y0, one.y1))
