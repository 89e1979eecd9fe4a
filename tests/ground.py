"""Ground for tests: random areas and obstacles, and slow ways to ask about them that share nothing with the kernel.

The slow ways know of an area only its tree: a point belongs to it when it belongs to the right leaves, and the nearest
point of it is among the feet on all leaves, their corners and all crossings of their outlines.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache
from itertools import combinations

from footprints import L_HULL, STAR_HULL, any_base, convex_ring

from battlefield.geometry.areas import (
    Area,
    CircleArea,
    MinusArea,
    PolygonArea,
    UnionArea,
    circle_area,
    leaves,
    minus_area,
    polygon_area,
    rect_area,
    union_area,
)
from battlefield.geometry.shapes import Disc, Oval, Point, Pose, Shape

Edge = tuple[Point, Point]


def simple_area(rng: random.Random, x: float, y: float, size: float = 1.0) -> Area:
    """A disc, a rectangle, a convex or a concave polygon about a place."""
    kind = rng.randrange(5)
    if kind == 0:
        return circle_area(x, y, size * rng.uniform(0.6, 2.5))
    if kind == 1:
        w, h = size * rng.uniform(0.8, 4), size * rng.uniform(0.8, 4)
        return rect_area(x - w / 2, y - h / 2, w, h, rng.choice((0.0, 45.0, rng.uniform(0, 90))))
    if kind == 2:
        ring = convex_ring(rng, size * rng.uniform(0.8, 2.5), size * rng.uniform(0.8, 2.5))
        return polygon_area([(x + px, y + py) for px, py in ring])
    shape = rng.choice((L_HULL, STAR_HULL)).at(Pose(x, y, 0.0, rng.uniform(0, 360)))
    return polygon_area([(x + size * (px - x) / 2, y + size * (py - y) / 2) for px, py in shape.ring])


def composite_area(rng: random.Random, x: float, y: float, size: float = 1.0) -> Area:
    """A union, a difference, a polygon with a hole, or one within the other."""
    kind = rng.randrange(4)
    one = simple_area(rng, x, y, 2 * size)
    other = simple_area(rng, x + size * rng.uniform(-2, 2), y + size * rng.uniform(-2, 2), size * rng.uniform(0.4, 1.2))
    if kind == 0:
        return union_area([one, other])
    if kind == 1:
        return minus_area(one, other)
    if kind == 2:
        ring = [
            (x - 3 * size, y - 2 * size),
            (x + 3 * size, y - 2 * size),
            (x + 2 * size, y + 2 * size),
            (x, y + 3 * size),
        ]
        return polygon_area(ring, [[(x - size, y - size), (x + size, y - size), (x, y + size)]])
    third = simple_area(rng, x + size * rng.uniform(-3, 3), y + size * rng.uniform(-3, 3), size)
    return minus_area(union_area([one, third]), other)


def any_area(rng: random.Random, x: float, y: float, size: float = 1.0) -> Area:
    """A simple or a composite area."""
    return rng.choice((simple_area, composite_area))(rng, x, y, size)


def obstacle(rng: random.Random, x: float, y: float) -> Shape | Area:
    """A footprint or an area about a place."""
    if rng.random() < 0.5:
        return any_base(rng).at(Pose(x, y, 0.0, rng.uniform(0, 360)))
    return any_area(rng, x, y)


def belongs(area: Area, x: float, y: float, slack: float = 0.0) -> bool:
    """Whether a point lies in the area grown by the slack (leaf by leaf), or shrunk by it."""
    if isinstance(area, UnionArea):
        return any(belongs(part, x, y, slack) for part in area.parts)
    if isinstance(area, MinusArea):
        return belongs(area.whole, x, y, slack) and not belongs(area.taken, x, y, -slack)
    if isinstance(area, CircleArea):
        return math.hypot(x - area.x, y - area.y) <= area.radius + slack
    if not in_ring(area.ring, x, y, slack):
        return False
    return not any(in_ring(hole, x, y, -slack) for hole in area.holes)


def in_ring(ring: tuple[Point, ...], x: float, y: float, slack: float) -> bool:
    """Even-odd, by angles: the sum of the turns seen from the point."""
    turn = 0.0
    for (ax, ay), (bx, by) in _edges(ring):
        turn += math.atan2((ax - x) * (by - y) - (ay - y) * (bx - x), (ax - x) * (bx - x) + (ay - y) * (by - y))
    off = min(_off(edge, x, y) for edge in _edges(ring))
    return (abs(turn) > math.pi and (slack >= 0 or off > -slack)) or (slack > 0 and off <= slack)


def slow_distance(area: Area, x: float, y: float) -> float:
    """The distance of a point from the area, 0 inside: the least over all feet, corners and crossings that belong."""
    if belongs(area, x, y):
        return 0.0
    edges, circles, marks = _carriers(area)
    places = list(marks)
    for edge in edges:
        places.append(_foot(edge, x, y))
    for circle in circles:
        bearing = math.atan2(y - circle.y, x - circle.x)
        places.append((circle.x + circle.radius * math.cos(bearing), circle.y + circle.radius * math.sin(bearing)))
    ranked = sorted((math.hypot(px - x, py - y), px, py) for px, py in places)
    return next((size for size, px, py in ranked if belongs(area, px, py, 1e-9)), math.inf)


@lru_cache(maxsize=512)
def _carriers(area: Area) -> tuple[list[Edge], list[CircleArea], list[Point]]:
    edges: list[Edge] = []
    circles: list[CircleArea] = []
    for leaf in leaves(area):
        if isinstance(leaf, PolygonArea):
            for ring in (leaf.ring, *leaf.holes):
                edges += _edges(ring)
        else:
            circles.append(leaf)
    marks = [end for edge in edges for end in edge]
    marks += [at for a, b in combinations(edges, 2) for at in _edge_edge(a, b)]
    marks += [at for edge in edges for circle in circles for at in _edge_circle(edge, circle)]
    marks += [at for a, b in combinations(circles, 2) for at in _circle_circle(a, b)]
    return edges, circles, marks


def _edges(ring: tuple[Point, ...]) -> list[Edge]:
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def _foot(edge: Edge, x: float, y: float) -> Point:
    (ax, ay), (bx, by) = edge
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    share = min(max(share, 0.0), 1.0)
    return (ax + share * (bx - ax), ay + share * (by - ay))


def _off(edge: Edge, x: float, y: float) -> float:
    return math.dist(_foot(edge, x, y), (x, y))


def _edge_edge(a: Edge, b: Edge) -> list[Point]:
    (px, py), (qx, qy) = a
    (rx, ry), (sx, sy) = b
    turn = (qx - px) * (sy - ry) - (qy - py) * (sx - rx)
    if abs(turn) < 1e-12:
        return []
    t = ((rx - px) * (sy - ry) - (ry - py) * (sx - rx)) / turn
    return [(px + t * (qx - px), py + t * (qy - py))] if -1e-12 <= t <= 1 + 1e-12 else []


def _edge_circle(edge: Edge, circle: CircleArea) -> list[Point]:
    (ax, ay), (bx, by) = edge
    dx, dy, ox, oy = bx - ax, by - ay, ax - circle.x, ay - circle.y
    a, b, c = dx * dx + dy * dy, ox * dx + oy * dy, ox * ox + oy * oy - circle.radius**2
    if b * b < a * c:
        return []
    return [(ax + t * dx, ay + t * dy) for s in (1, -1) if 0 <= (t := (-b + s * math.sqrt(b * b - a * c)) / a) <= 1]


def _circle_circle(a: CircleArea, b: CircleArea) -> list[Point]:
    apart = math.hypot(b.x - a.x, b.y - a.y)
    if not abs(a.radius - b.radius) < apart < a.radius + b.radius:
        return []
    along = math.acos((a.radius**2 + apart**2 - b.radius**2) / (2 * a.radius * apart))
    bearing = math.atan2(b.y - a.y, b.x - a.x)
    angles = (bearing + along, bearing - along)
    return [(a.x + a.radius * math.cos(t), a.y + a.radius * math.sin(t)) for t in angles]


def rim(shape: Shape, count: int) -> list[Point]:
    """Points all round the rim of a footprint."""
    if isinstance(shape, Disc):
        shape = Oval(shape.x, shape.y, shape.radius, shape.radius, 1.0, 0.0)
    if isinstance(shape, Oval):
        return [oval_point(shape, 2 * math.pi * k / count) for k in range(count)]
    each = max(2, count // len(shape.ring))
    return [
        (ax + k / each * (bx - ax), ay + k / each * (by - ay))
        for (ax, ay), (bx, by) in _edges(shape.ring)
        for k in range(each)
    ]


def oval_point(oval: Oval, t: float) -> Point:
    """The point of an oval at an eccentric angle."""
    x, y = oval.a * math.cos(t), oval.b * math.sin(t)
    return (oval.x + x * oval.ux - y * oval.uy, oval.y + x * oval.uy + y * oval.ux)
