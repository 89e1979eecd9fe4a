"""Areas: polygons with holes, discs, and what is made of them by union and by taking away.

An area is a closed set: its edge belongs to it, also where something was taken out. Arcs stay arcs. Inches,
degrees counter-clockwise. Builders orient rings (outer ones counter-clockwise, holes clockwise) and refuse faulty ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from battlefield.geometry.convex import signed_area
from battlefield.geometry.curves import HAIR, Segment, box_of, cut, distance_to, meeting_points, point_at
from battlefield.geometry.shapes import Point, unit_vector

Ring = tuple[Point, ...]

STRAIGHT = 1e-9
"""The sine of a bend below which a line goes straight on, or straight back."""


@dataclass(frozen=True)
class PolygonArea:
    """A simple polygon, its ring counter-clockwise, and the holes in it, their rings clockwise."""

    ring: Ring
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True)
class CircleArea:
    """A disc."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class UnionArea:
    """Everything that lies in one of its parts."""

    parts: tuple[Area, ...]


@dataclass(frozen=True)
class MinusArea:
    """What is left of `whole` without the inside of `taken`; the cut edge belongs to it."""

    whole: Area
    taken: Area


Area = PolygonArea | CircleArea | UnionArea | MinusArea
Leaf = PolygonArea | CircleArea


def polygon_area(ring: Sequence[Sequence[float]], holes: Sequence[Sequence[Sequence[float]]] = ()) -> PolygonArea:
    """A polygon from its corners in either orientation, with holes inside it.

    Raises ValueError naming the fault of a ring (see `faults`) or of a hole (see `hole_fault`).
    """
    outer, inner = _clean(ring), tuple(_clean(hole) for hole in holes)
    for one in (outer, *inner):
        if fault := faults(one):
            raise ValueError(fault)
    for hole in inner:
        if fault := hole_fault(outer, hole):
            raise ValueError(fault)
    return PolygonArea(_turned(outer, 1), tuple(_turned(hole, -1) for hole in inner))


def rect_area(x: float, y: float, width: float, height: float, angle: float = 0.0) -> PolygonArea:
    """A rectangle with its lower left corner at (x, y), then turned by `angle` degrees about its own centre."""
    ux, uy = unit_vector(angle)
    cx, cy, a, b = x + width / 2, y + height / 2, width / 2, height / 2
    if angle == 0:
        return polygon_area(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
    corners = ((-a, -b), (a, -b), (a, b), (-a, b))
    return polygon_area([(cx + p * ux - q * uy, cy + p * uy + q * ux) for p, q in corners])


def circle_area(x: float, y: float, radius: float) -> CircleArea:
    """A disc. Raises ValueError when its radius is not a positive number."""
    if not all(map(math.isfinite, (x, y, radius))) or radius <= 0:
        raise ValueError(f"a circle needs a centre and a positive radius, not {(x, y, radius)}")
    return CircleArea(float(x), float(y), float(radius))


def union_area(areas: Sequence[Area]) -> Area:
    """What lies in one of the areas. Raises ValueError when there are none."""
    if not areas:
        raise ValueError("a union needs at least one area")
    return areas[0] if len(areas) == 1 else UnionArea(tuple(areas))


def minus_area(whole: Area, taken: Area) -> MinusArea:
    """What is left of `whole` when `taken` is cut out of it."""
    return MinusArea(whole, taken)


def line_area(points: Sequence[Sequence[float]], width: float) -> Area:
    """A wall drawn along a polyline: `width` wide, flat at its ends, mitred where it bends.

    A bend so sharp that its mitre would reach further than two widths from the bend is cut off straight. A polyline
    that ends where it begins is closed. Raises ValueError for fewer than two distinct points, no width, or a line that
    doubles back on itself.
    """
    line = _without_repeats(_points(points))
    if len(line) < 2 or not width > 0 or not math.isfinite(width):
        raise ValueError("a line needs two distinct points and a positive width")
    if turned_back(line) is not None:
        raise ValueError("a line does not double back on itself")
    half = width / 2
    legs = list(pairwise(line))
    closed = len(line) > 3 and line[0] == line[-1]
    bends = list(pairwise(legs)) + ([(legs[-1], legs[0])] if closed else [])
    corners = [corner for before, after in bends if (corner := _mitre(before, after, half))]
    strips = [polygon_area(_strip(a, b, half)) for a, b in legs]
    return union_area([*strips, *(polygon_area(corner) for corner in corners)])


def leaves(area: Area) -> Iterator[Leaf]:
    """The polygons and discs of which it is made, in order."""
    if isinstance(area, UnionArea):
        for part in area.parts:
            yield from leaves(part)
    elif isinstance(area, MinusArea):
        yield from leaves(area.whole)
        yield from leaves(area.taken)
    else:
        yield area


def size_bounds(area: Area) -> tuple[float, float]:
    """Bounds on how many square inches an area has, from those of its parts alone: at least, at most."""
    if isinstance(area, CircleArea):
        size = math.pi * area.radius**2
        return (size, size)
    if isinstance(area, PolygonArea):
        whole = abs(signed_area(area.ring))
        return (whole - sum(abs(signed_area(hole)) for hole in area.holes), whole)
    if isinstance(area, UnionArea):
        parts = [size_bounds(part) for part in area.parts]
        return (max(least for least, _ in parts), sum(most for _, most in parts))
    assert isinstance(area, MinusArea)
    least, most = size_bounds(area.whole)
    return (least - size_bounds(area.taken)[1], most)


def to_plain(area: Area) -> dict[str, Any]:
    """The area as numbers, lists and dicts, exactly: `from_plain` gives it back."""
    if isinstance(area, CircleArea):
        return {"circle": [area.x, area.y, area.radius]}
    if isinstance(area, UnionArea):
        return {"union": [to_plain(part) for part in area.parts]}
    if isinstance(area, MinusArea):
        return {"minus": [to_plain(area.whole), to_plain(area.taken)]}
    plain: dict[str, Any] = {"polygon": [list(point) for point in area.ring]}
    if area.holes:
        plain["holes"] = [[list(point) for point in hole] for hole in area.holes]
    return plain


def from_plain(plain: Any) -> Area:
    """The area that `to_plain` wrote. Raises ValueError for anything else."""
    match plain:
        case {"polygon": ring, "holes": [*holes]} if len(plain) == 2:
            return polygon_area(ring, holes)
        case {"polygon": ring} if len(plain) == 1:
            return polygon_area(ring)
        case {"circle": [x, y, radius]}:
            return circle_area(x, y, radius)
        case {"union": [*parts]} if parts:
            return UnionArea(tuple(from_plain(part) for part in parts))
        case {"minus": [whole, taken]}:
            return MinusArea(from_plain(whole), from_plain(taken))
    raise ValueError(f"not an area: {plain!r}")


def faults(ring: Sequence[Sequence[float]]) -> str | None:
    """What is wrong with a ring of corners, or None.

    A ring needs three distinct corners, finite numbers, some area, and edges that meet only at its corners.
    """
    points = _clean(ring)
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in points):
        return "a corner is not a finite number"
    if len(points) < 3 or len(set(points)) < 3:
        return "fewer than three distinct corners"
    if len(set(points)) < len(points):
        return f"it touches itself at {_twice(points)}"
    crossing = _self_crossing(points)
    if crossing is not None:
        return f"it crosses itself near ({crossing[0]:g}, {crossing[1]:g})"
    if abs(signed_area(points)) < 1e-12:
        return "it encloses no area"
    return None


def hole_fault(ring: Sequence[Sequence[float]], hole: Sequence[Sequence[float]]) -> str | None:
    """What is wrong with a hole in a polygon, or None: it lies in it, and may touch its edge. Both rings are sound."""
    outer, inner = _clean(ring), _clean(hole)
    edges = [(edge, box_of(edge)) for edge in _edges(outer)]
    sides: set[bool] = set()
    free = False
    for piece in _edges(inner):
        x0, y0, x1, y1 = box_of(piece)
        x0, y0, x1, y1 = x0 - HAIR, y0 - HAIR, x1 + HAIR, y1 + HAIR
        near = [edge for edge, (a, b, c, d) in edges if a <= x1 and c >= x0 and b <= y1 and d >= y0]
        if not near and free:
            continue  # on the same side as the edge before it
        free = not near
        for part in cut(piece, [point for edge in near for point in meeting_points(piece, edge)]):
            x, y = point_at(part, 0.5)
            if all(distance_to(edge, x, y) > HAIR for edge in near):
                sides.add(_encloses(outer, x, y))
    if False in sides:
        crosses = True in sides
        return f"{'this hole crosses the edge of' if crosses else 'the edge of this hole lies outside'} the polygon"
    return None


def has_free_corner(area: PolygonArea) -> bool:
    """Whether some corner of a polygon lies on the edge of none of its holes, so that something of it is left."""
    edges = [edge for hole in area.holes for edge in _edges(hole)]
    return any(all(distance_to(edge, *corner) > HAIR for edge in edges) for corner in area.ring)


def turned_back(points: Sequence[Sequence[float]]) -> int | None:
    """The place in a polyline of the first point at which it runs back the way it came; None where it never does."""
    line = _points(points)
    legs = [(index, a, b) for index, (a, b) in enumerate(pairwise(line)) if a != b]
    bends = list(pairwise(legs))
    if len(legs) > 2 and legs[0][1] == legs[-1][2]:
        bends.append((legs[-1], legs[0]))
    for (_, a, b), (index, _, c) in bends:
        ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
        turn, along, size = ux * vy - uy * vx, ux * vx + uy * vy, math.hypot(ux, uy) * math.hypot(vx, vy)
        if along < 0 and abs(turn) < STRAIGHT * size:
            return index
    return None


def _edges(ring: Ring) -> list[Segment]:
    return [Segment(*a, *b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]


def _encloses(ring: Ring, x: float, y: float) -> bool:
    within = False
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y0 > y) != (y1 > y) and ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0) > 0) == (y1 > y0):
            within = not within
    return within


def _points(points: Sequence[Sequence[float]]) -> Ring:
    return tuple((float(x), float(y)) for x, y in points)


def _clean(ring: Sequence[Sequence[float]]) -> Ring:
    """The corners without repeats in a row, nor the first one again at the end."""
    kept = _without_repeats(_points(ring))
    return kept[:-1] if len(kept) > 1 and kept[0] == kept[-1] else kept


def _without_repeats(points: Ring) -> Ring:
    return points[:1] + tuple(b for a, b in pairwise(points) if a != b)


def _turned(ring: Ring, sign: int) -> Ring:
    return ring if signed_area(ring) * sign > 0 else tuple(reversed(ring))


def _twice(points: Ring) -> Point:
    return next(point for index, point in enumerate(points) if point in points[:index])


def _self_crossing(points: Ring) -> Point | None:
    """A point where two edges meet that should not, or None."""
    edges = list(zip(points, (*points[1:], points[0]), strict=True))
    for i, (a, b) in enumerate(edges):
        after = edges[(i + 1) % len(edges)][1]
        turn, along = _cross(a, b, after), (b[0] - a[0]) * (after[0] - b[0]) + (b[1] - a[1]) * (after[1] - b[1])
        if turn == 0 and along < 0:
            return b
        for j in range(i + 2, len(edges)):
            if (i == 0 and j == len(edges) - 1) or not _boxes_meet(a, b, *edges[j]):
                continue
            c, d = edges[j]
            if _cross(a, b, c) * _cross(a, b, d) <= 0 and _cross(c, d, a) * _cross(c, d, b) <= 0:
                return (max(min(a[0], b[0]), min(c[0], d[0])), max(min(a[1], b[1]), min(c[1], d[1])))
    return None


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _boxes_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    return (
        max(a[0], b[0]) >= min(c[0], d[0])
        and max(c[0], d[0]) >= min(a[0], b[0])
        and max(a[1], b[1]) >= min(c[1], d[1])
        and max(c[1], d[1]) >= min(a[1], b[1])
    )


def _strip(a: Point, b: Point, half: float) -> Ring:
    size = math.hypot(b[0] - a[0], b[1] - a[1])
    nx, ny = -(b[1] - a[1]) / size * half, (b[0] - a[0]) / size * half
    return ((a[0] - nx, a[1] - ny), (b[0] - nx, b[1] - ny), (b[0] + nx, b[1] + ny), (a[0] + nx, a[1] + ny))


def _mitre(before: tuple[Point, Point], after: tuple[Point, Point], half: float) -> Ring | None:
    """The wedge that fills the outer side of a bend, or None where the line goes straight on."""
    (ax, ay), (bx, by) = before
    (_, _), (cx, cy) = after
    first, second = math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)
    ux, uy, vx, vy = (bx - ax) / first, (by - ay) / first, (cx - bx) / second, (cy - by) / second
    turn, along = ux * vy - uy * vx, ux * vx + uy * vy
    if abs(turn) < STRAIGHT:
        return None
    side = -half if turn > 0 else half
    p = (bx - side * uy, by + side * ux)
    q = (bx - side * vy, by + side * vx)
    if 2 / (1 + along) > 16:
        return ((bx, by), p, q)
    tip = (bx + side * (-uy - vy) / (1 + along), by + side * (ux + vx) / (1 + along))
    return ((bx, by), p, tip, q)
