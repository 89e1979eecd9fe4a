"""Convex pieces of a simple polygon.

A hull that is not convex is cut along inner diagonals, without new corners. The diagonals are no edges of the
hull, so each piece remembers which outward directions belong to real edges and corners: only those may answer
the question how deep something has pushed into the hull. Source rule: measure.footprint.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

Point = tuple[float, float]
Arc = tuple[Point, Point]
"""A closed arc of unit vectors, counter-clockwise from the first to the second, less than half a turn."""

FLAT = 1e-12
"""Two directions whose sine is below this are one direction."""


class Corner(NamedTuple):
    """The outward directions, from `first` counter-clockwise to `last`, in which `at` is the farthest corner."""

    first: Point
    last: Point
    at: Point


Exit = tuple[Corner, ...]
"""A convex outline, given as its corners with those outward directions along which it may be left."""


@dataclass(frozen=True, slots=True)
class Part:
    """A convex counter-clockwise piece of a polygon.

    `points` are its corners, `normals[i]` the outward unit normal of the edge from corner i to the next, `middle` and
    `reach` a circle around it. `exits` (in the frame of the ring it was cut from; empty for a convex ring) says how
    something inside may be pushed out; `frame` is the shift and the unit vector by which the piece has been moved.
    """

    points: tuple[Point, ...]
    normals: tuple[Point, ...]
    middle: Point
    reach: float
    exits: tuple[Exit, ...] = ()
    frame: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 0.0)

    def moved(self, x: float, y: float, ux: float, uy: float) -> Part:
        """The piece turned by the unit vector (ux, uy), then shifted by (x, y)."""
        fx, fy, fc, fs = self.frame
        mx, my = self.middle
        return Part(
            tuple((x + px * ux - py * uy, y + px * uy + py * ux) for px, py in self.points),
            tuple((nx * ux - ny * uy, nx * uy + ny * ux) for nx, ny in self.normals),
            (x + mx * ux - my * uy, y + mx * uy + my * ux),
            self.reach,
            self.exits,
            (x + fx * ux - fy * uy, y + fx * uy + fy * ux, fc * ux - fs * uy, fc * uy + fs * ux),
        )

    def ways_out(self) -> tuple[Exit, ...]:
        """The outlines through which something inside may be pushed out, where the piece stands now."""
        if not self.exits:
            return (fan(self.points, self.normals),)
        x, y, ux, uy = self.frame

        def turned(u: Point) -> Point:
            return (u[0] * ux - u[1] * uy, u[0] * uy + u[1] * ux)

        def moved(p: Point) -> Point:
            return (x + p[0] * ux - p[1] * uy, y + p[0] * uy + p[1] * ux)

        return tuple(tuple(Corner(turned(c.first), turned(c.last), moved(c.at)) for c in way) for way in self.exits)


def signed_area(ring: tuple[Point, ...]) -> float:
    """The area inside a ring, negative when it runs clockwise."""
    x0, y0 = ring[0]
    total = 0.0
    for i in range(1, len(ring) - 1):
        (x1, y1), (x2, y2) = ring[i], ring[i + 1]
        total += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    return total / 2


def is_counter_clockwise(ring: tuple[Point, ...]) -> bool:
    """Whether a simple ring runs counter-clockwise."""
    return signed_area(ring) > 0


def part_of(points: tuple[Point, ...], exits: tuple[Exit, ...] = ()) -> Part:
    """A piece from the corners of a convex counter-clockwise ring."""
    normals = tuple(_normal(p, points[i + 1 - len(points)]) for i, p in enumerate(points))
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return Part(points, normals, middle, max(math.dist(middle, p) for p in points), exits)


def convex_parts(ring: tuple[Point, ...]) -> tuple[Part, ...]:
    """Cut a simple counter-clockwise ring into convex pieces; a convex ring gives one.

    Raises ValueError for a ring with fewer than three corners that are not in line.
    """
    points = without_flat_corners(ring)
    if len(points) < 3:
        raise ValueError("a hull needs three corners that are not in line")
    loop = tuple(range(len(points)))
    if all(_turn(points, loop, i) > 0 for i in loop) and _turns_once(points):
        return (part_of(points),)
    loops = _merged(points, _triangles(points))
    cones = [_cones(points, one) for one in loops]
    return tuple(part_of(tuple(points[i] for i in one), _exits(points, loops, cones, k)) for k, one in enumerate(loops))


def without_flat_corners(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    """The ring without repeated corners and corners that lie on a straight edge."""
    points = [p for i, p in enumerate(ring) if p != ring[i - 1] or len(ring) == 1]
    i = 0
    while i < len(points) and len(points) >= 3:
        (ax, ay), (bx, by), (cx, cy) = points[i - 1], points[i], points[(i + 1) % len(points)]
        cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        lengths = math.hypot(bx - ax, by - ay) * math.hypot(cx - bx, cy - by)
        if abs(cross) <= FLAT * lengths:
            del points[i]
            i = max(i - 1, 0)
        else:
            i += 1
    return tuple(points)


def convex_hull(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The corners of the convex hull, counter-clockwise."""
    ordered = sorted(set(points))
    chains: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for p in run:
            while len(chain) >= 2 and _left(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    return without_flat_corners(tuple(chains[0] + chains[1]))


def fan(points: tuple[Point, ...], normals: tuple[Point, ...]) -> Exit:
    """Every corner of a convex ring with the outward directions in which it is the farthest."""
    return tuple(Corner(normals[i - 1], normals[i], points[i]) for i in range(len(points)))


def in_arc(u: Point, arc: Arc) -> bool:
    """Whether a unit vector lies in a closed arc (within rounding)."""
    (ax, ay), (bx, by) = arc
    after = ax * u[1] - ay * u[0] >= -FLAT
    before = u[0] * by - u[1] * bx >= -FLAT
    return after and before and (u[0] * (ax + bx) + u[1] * (ay + by)) > 0


def shared_arc(one: Arc, two: Arc) -> Arc | None:
    """The directions that two arcs share, None when there is none."""
    first = one[0] if in_arc(one[0], two) else two[0] if in_arc(two[0], one) else None
    last = one[1] if in_arc(one[1], two) else two[1] if in_arc(two[1], one) else None
    return (first, last) if first is not None and last is not None else None


def _left(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _normal(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    return (dy / length, -dx / length)


def _turn(points: tuple[Point, ...], loop: tuple[int, ...], k: int) -> float:
    """Positive where the loop turns left at its k-th corner by more than rounding."""
    a, b, c = points[loop[k - 1]], points[loop[k]], points[loop[(k + 1) % len(loop)]]
    return _left(a, b, c) - FLAT * math.dist(a, b) * math.dist(b, c)


def _turns_once(points: tuple[Point, ...]) -> bool:
    rightward = [points[i][0] > points[i - 1][0] for i in range(len(points))]
    return sum(rightward[i] != rightward[i - 1] for i in range(len(points))) <= 2


def _triangles(points: tuple[Point, ...]) -> list[tuple[int, ...]]:
    import shapely  # only a hull that is not convex needs it

    index = {p: i for i, p in enumerate(points)}
    found: list[tuple[int, ...]] = []
    for triangle in shapely.constrained_delaunay_triangles(shapely.Polygon(points)).geoms:
        a, b, c = (index[(p[0], p[1])] for p in list(triangle.exterior.coords)[:3])
        found.append((a, b, c) if _left(points[a], points[b], points[c]) > 0 else (a, c, b))
    return sorted(found)


def _merged(points: tuple[Point, ...], loops: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Join neighbours across a diagonal while the union stays convex, the longest diagonals first."""
    count = len(points)
    edges = {(a[k - 1], a[k]) for a in loops for k in range(len(a))}
    diagonals = [(i, j) for i, j in edges if i < j and j - i not in (1, count - 1)]
    for i, j in sorted(diagonals, key=lambda d: (-math.dist(points[d[0]], points[d[1]]), d)):
        one = next(loop for loop in loops if _has_edge(loop, i, j))
        two = next(loop for loop in loops if _has_edge(loop, j, i))
        at, back = one.index(j), two.index(i)
        joined = one[at:] + one[:at] + (two[back:] + two[:back])[1:-1]
        if all(_turn(points, joined, joined.index(k)) >= 0 for k in (i, j)):
            loops = [loop for loop in loops if loop not in (one, two)] + [joined]
    return sorted(loops)


def _has_edge(loop: tuple[int, ...], i: int, j: int) -> bool:
    return i in loop and loop[(loop.index(i) + 1) % len(loop)] == j


def _cones(points: tuple[Point, ...], loop: tuple[int, ...]) -> list[Arc]:
    """The outward directions of the real edges and corners of the whole ring that the loop touches."""
    count = len(points)
    arcs: list[Arc] = []
    for k, j in enumerate(loop):
        i = loop[k - 1]
        if (j - i) % count == 1:
            normal = _normal(points[i], points[j])
            arcs.append((normal, normal))
        before, after = points[j - 1], points[(j + 1) % count]
        if _left(before, points[j], after) > 0:
            arcs.append((_normal(before, points[j]), _normal(points[j], after)))
    return arcs


def _exits(points: tuple[Point, ...], loops: list[tuple[int, ...]], cones: list[list[Arc]], k: int) -> tuple[Exit, ...]:
    """Out of the loop by its own directions, or out of it and a neighbour by the neighbour's."""
    own = loops[k]
    ways = [_limited(tuple(points[i] for i in own), cones[k])]
    edges = {(own[i - 1], own[i]) for i in range(len(own))}
    for other, loop in enumerate(loops):
        if any((loop[i], loop[i - 1]) in edges for i in range(len(loop))):
            both = convex_hull(tuple(points[i] for i in own + loop))
            ways.append(_limited(both, cones[other]))
    return tuple(ways)


def _limited(points: tuple[Point, ...], cones: list[Arc]) -> Exit:
    whole = part_of(points)
    corners: list[Corner] = []
    for first, last, at in fan(whole.points, whole.normals):
        shared = (shared_arc((first, last), cone) for cone in cones)
        corners.extend(Corner(arc[0], arc[1], at) for arc in shared if arc is not None)
    return tuple(corners)
