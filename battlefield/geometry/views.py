"""Everything that a footprint sees: the area of the points to which some line from it is clear of all blockers.

Its edge is made of blockers' own edges and of straight shadow lines, which are common tangents, each worked out to the
last digits. They cut the board into cells; within a cell every point is seen or none is, and one look of the exact
kernel settles which. So shadows stand where they are, while round edges of blockers are drawn as chords that stay
within a tolerance. Source rule: measure.visible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from battlefield.geometry.areas import Area, rect_area, to_shapely
from battlefield.geometry.areas_apart import pieces_apart
from battlefield.geometry.boundary import outline
from battlefield.geometry.curves import Arc, Piece, box_gap, box_of, faces, meeting_points, polyline, share_of
from battlefield.geometry.look import GRAZE
from battlefield.geometry.measure import boundary, bounds
from battlefield.geometry.outlines import joined, rings_of
from battlefield.geometry.screens import Blocker
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Shape
from battlefield.geometry.sight import Named, sight
from battlefield.geometry.view_lines import Ray, pieces_of, shadow_lines

TOLERANCE = 0.002
"""Inches within which chords stay of the round edges of blockers."""
GRID = 1e-7
"""Inches to which corners of cells are rounded, so that lines that meet in a point meet."""
EYE = 2e-6
"""The radius of what is looked for in a cell: a point itself leaves a line no room to be shifted."""
LEAST = 1e-8
"""Square inches: smaller cells are left out."""


class View(NamedTuple):
    """What is seen: of each part the outer ring, then its holes; its size in square inches; the chords' tolerance."""

    parts: tuple[tuple[tuple[Point, ...], ...], ...]
    area: float
    tolerance: float


def view(a: Shape, blockers: Named, width: float, height: float) -> View:
    """What a footprint sees of the board past blockers that have names.

    The footprint itself is seen, the inside of a blocker is not. A point is seen when a tiny disc about it is, so what
    only grazes is not: see `sight`.
    """
    import shapely

    frame = shapely.box(0.0, 0.0, width, height)
    shapes = [blocker for _, blocker in blockers]
    rays = list(shadow_lines(a, shapes))
    bridges = list(_meetings(shapes, rect_area(0.0, 0.0, width, height)))
    marks = [*(ray.edge for ray in rays), *(at for bridge in bridges for at in bridge)]
    drawings = [_rim(a), *(line for blocker in shapes for line in _edges(blocker, marks))]
    drawings += [bridge for bridge in bridges if bridge[0] != bridge[1]]
    drawings += _free_parts(rays, shapes, width + height)
    corners: dict[tuple[int, int], Point] = {}
    lines = [shapely.LineString([joined(corners, at) for at in line]) for line in drawings]
    drawn = shapely.unary_union([frame.exterior, *(each.intersection(frame) for each in lines)], grid_size=GRID)
    cells = [cell for cell in shapely.polygonize(list(getattr(drawn, "geoms", [drawn]))).geoms if cell.area > LEAST]
    seen = shapely.unary_union([cell for cell in cells if _is_seen(a, cell, blockers)], grid_size=GRID)
    parts = tuple((outer, *holes) for outer, holes in rings_of(seen))
    return View(parts, float(seen.area), TOLERANCE)


def _is_seen(a: Shape, cell: Any, blockers: Named) -> bool:
    """Whether the points of a cell are seen."""
    x, y = cell.representative_point().coords[0]
    return sight(a, Disc(x, y, EYE), blockers).clear


def _meetings(blockers: Sequence[Blocker], frame: Area) -> Iterator[tuple[Point, Point]]:
    """Where blockers meet one another, or the edge of the board, so nearly that only a graze goes between them."""
    pieces = [[(piece, box_of(piece)) for piece in pieces_of(each)] for each in (*blockers, frame)]
    for ones, others in combinations(pieces, 2):
        for one, box in ones:
            for other, around in others:
                if box_gap(box, around) <= GRAZE:
                    meeting = meeting_points(one, other)
                    yield from ((at, at) for at in meeting)
                    size, here, there = pieces_apart(one, other)
                    if not meeting and size <= GRAZE:
                        yield here, there


def _free_parts(rays: Sequence[Ray], blockers: Sequence[Blocker], far: float) -> list[tuple[Point, Point]]:
    """Of each shadow line the part along which it may part light and shadow: from its tangent point to the next thing.

    Those that run through something before are left out. A line that only grazes runs through nothing: blockers are
    taken a little smaller than they are.
    """
    import shapely

    solid = shapely.unary_union([_solid(each) for each in blockers]).buffer(-2 * TOLERANCE)
    shapely.prepare(solid)
    kept = []
    for start, edge, (c, s) in rays:
        if start != edge and shapely.LineString([start, edge]).intersects(solid):
            continue
        reach = far
        line = shapely.LineString([edge, (edge[0] + far * c, edge[1] + far * s)])
        if line.intersects(solid):
            reach = line.intersection(solid).distance(shapely.Point(edge)) + 4 * TOLERANCE
        kept.append((edge, (edge[0] + reach * c, edge[1] + reach * s)))
    return kept


def _solid(blocker: Blocker) -> Any:
    """A blocker as shapely has it."""
    import shapely

    if isinstance(blocker, Disc | Oval | Polygon):
        return shapely.Polygon(_rim(blocker))
    return to_shapely(blocker, TOLERANCE)


def _rim(shape: Shape, marks: Sequence[Point] = ()) -> tuple[Point, ...]:
    """A footprint's edge as a closed ring; the marks that lie on a round one are corners of it."""
    if isinstance(shape, Polygon):
        return (*shape.ring, shape.ring[0])
    x0, y0, x1, y1 = bounds(shape)
    near = [at for at in marks if x0 - GRID <= at[0] <= x1 + GRID and y0 - GRID <= at[1] <= y1 + GRID]
    mine = [at for at in near if _on_rim(shape, at)]
    ring = sorted({*boundary(shape, TOLERANCE), *mine}, key=lambda at: math.atan2(at[1] - shape.y, at[0] - shape.x))
    return (*ring, ring[0])


def _on_rim(shape: Disc | Oval, at: Point) -> bool:
    if isinstance(shape, Disc):
        return abs(math.hypot(at[0] - shape.x, at[1] - shape.y) - shape.radius) <= GRID
    x, y = at[0] - shape.x, at[1] - shape.y
    along, across = x * shape.ux + y * shape.uy, y * shape.ux - x * shape.uy
    return abs(math.hypot(along / shape.a, across / shape.b) - 1.0) <= GRID


def _edges(blocker: Blocker, marks: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """The edges of a blocker as lines, every mark on one a corner of it."""
    if isinstance(blocker, Disc | Oval | Polygon):
        yield _rim(blocker, marks)
    else:
        yield from (_drawn(piece, marks) for piece in outline(blocker).boundary)


def _drawn(piece: Piece, marks: Sequence[Point]) -> Sequence[Point]:
    """A piece of a boundary as a line; the marks on an arc are corners of it."""
    points = polyline(piece, TOLERANCE)
    if not isinstance(piece, Arc):
        return points
    near = [at for at in marks if abs(math.hypot(at[0] - piece.x, at[1] - piece.y) - piece.radius) <= GRID]
    inner = [*points[1:-1], *(at for at in near if faces(piece, *at))]
    return [points[0], *sorted(inner, key=lambda at: share_of(piece, *at)), points[-1]]
