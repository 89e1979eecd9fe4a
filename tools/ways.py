"""Random boards, shortest ways over them, and the same by polygons: `python tools/ways.py [N [FIRST]]`.

By turns: a round base among polygons and enemies with their Engagement Range; a round base among ovals, hulls and areas
that arcs were cut into; a hull or an oval that keeps its facing. Everything is grown to polygons, once drawn inside the
true curves and once outside, and taut ways from corner to corner are searched among them: the length must lie between
theirs. No place on a way may be too near to anything, and it must end in range. Printed is what was wrong, and how wide
the brackets were.
"""

from __future__ import annotations

import heapq
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import shapely
from numpy.typing import NDArray

from battlefield.geometry.areas import (
    Area,
    area_gap,
    area_overlap,
    circle_area,
    minus_area,
    polygon_area,
    rect_area,
    to_shapely,
    union_area,
)
from battlefield.geometry.measure import bounds, gap, offset_outline, overlap
from battlefield.geometry.placement import Obstacle
from battlefield.geometry.shapes import (
    MM_PER_INCH,
    Base,
    Disc,
    Oval,
    OvalBase,
    Point,
    Polygon,
    Pose,
    RoundBase,
    Shape,
    hull,
    rectangle_hull,
)
from battlefield.geometry.ways import Barrier, Goal, Way, place_at, shortest_way_of

Floats = NDArray[np.float64]

INCH = 1.0
DRAWN = 2e-3
"""Inches by which drawn round edges may lie off their own."""
QUARTER = 16
FINE = math.cos(1.5 * math.pi / (4 * QUARTER))
"""How much of its distance a drawn buffer keeps where it keeps least: its last chord may be half as long again."""
START = (3.0, 3.0)
ELL = hull(((0, 0), (1.6, 0), (1.6, 0.5), (0.5, 0.5), (0.5, 1.2), (0, 1.2)))
STAR = hull(tuple((r * math.cos(math.pi * i / 5), r * math.sin(math.pi * i / 5)) for i, r in enumerate((2.0, 0.8) * 5)))


class Board(NamedTuple):
    """Who moves from where to what, among what, on a board of which size."""

    base: Base
    pose: Pose
    goal: Goal
    barriers: tuple[Barrier, ...]
    width: float
    height: float

    def way(self) -> Way | None:
        """The shortest way."""
        return shortest_way_of(self.base, self.pose, self.goal, self.barriers, self.width, self.height)


def board(seed: int) -> Board:
    """By turns an open board, one with everything, one on which a hull or an oval moves."""
    return (open_board, mixed_board, facing_board)[seed % 3](Random(seed))


def open_board(chance: Random, pieces: int = 16, enemies: int = 40) -> Board:
    """Polygons and round enemies with their Engagement Range on 44 by 60 inches, a target across the board."""
    base = RoundBase(16 / MM_PER_INCH)
    target = _disc(40, 56, 32)
    mover = base.at(Pose(*START))
    barriers = [Barrier("target", target)]
    while len(barriers) <= pieces:
        area = _polygon(chance, chance.uniform(3, 41), chance.uniform(4, 56))
        if area_gap(mover, area).value > 0 and area_gap(target, area).value > 0:
            barriers.append(Barrier(f"piece {len(barriers)}", area))
    while len(barriers) <= pieces + enemies:
        enemy = _disc(chance.uniform(1, 43), chance.uniform(1, 59), chance.choice((25, 28.5, 32, 40, 50, 60)))
        if gap(mover, enemy).value > INCH + 0.01 and gap(enemy, target).value > 0:
            barriers.append(Barrier(f"enemy {len(barriers)}", enemy, INCH, open_=True))
    return Board(base, Pose(*START), Goal((target,), INCH), tuple(barriers), 44, 60)


def mixed_board(chance: Random, pieces: int = 5, others: int = 8) -> Board:
    """Areas of every kind, footprints of every kind with or without a margin, a target of any shape."""
    return _board(chance, RoundBase(chance.choice((16, 20)) / MM_PER_INCH), pieces, others)


def facing_board(chance: Random) -> Board:
    """A hull with or without a notch, or an oval, among footprints and a few polygons."""
    bases = (rectangle_hull(chance.uniform(1, 3), chance.uniform(0.6, 1.5)), ELL, OvalBase(1.2, 0.7))
    return _board(chance, chance.choice(bases), 3, 10, _polygon)


def _board(
    chance: Random, base: Base, pieces: int, others: int, area_at: Callable[[Random, float, float], Area] | None = None
) -> Board:
    size = 32.0
    pose = Pose(*START, 0.0, chance.choice((0.0, 45.0, chance.uniform(0, 360))))
    mover, target = base.at(pose), _base(chance).at(Pose(27, 27, 0, chance.uniform(0, 360)))
    barriers = [Barrier("target", target)]
    while len(barriers) <= pieces:
        area = (area_at or _area)(chance, chance.uniform(1, 31), chance.uniform(1, 31))
        if area_gap(mover, area).value > 0 and area_gap(target, area).value > 0.3:
            barriers.append(Barrier(f"piece {len(barriers)}", area))
    while len(barriers) <= pieces + others:
        facing = chance.choice((0.0, 45.0, 90.0, chance.uniform(0, 360)))
        shape = _base(chance).at(Pose(chance.uniform(1, 31), chance.uniform(1, 31), 0, facing))
        margin = chance.choice((0.0, 0.0, INCH))
        if gap(mover, shape).value > margin + 0.01 and gap(shape, target).value > 0.2:
            barriers.append(Barrier(f"other {len(barriers)}", shape, margin))
    return Board(base, pose, Goal((target,), INCH), tuple(barriers), size, size)


def _disc(x: float, y: float, mm: float) -> Disc:
    return Disc(x, y, mm / 2 / MM_PER_INCH)


def _base(chance: Random) -> Base:
    bases: tuple[Base, ...] = (
        RoundBase(chance.uniform(0.5, 2)),
        OvalBase(chance.uniform(0.6, 2.5), chance.uniform(0.4, 1.5)),
        rectangle_hull(chance.uniform(1, 5), chance.uniform(1, 3)),
        STAR,
    )
    return chance.choice(bases)


def _polygon(chance: Random, x: float, y: float) -> Area:
    if chance.random() < 0.6:
        turn = chance.choice((0, 45, chance.uniform(0, 90)))
        return rect_area(x - 2, y - 1, chance.uniform(1, 6), chance.uniform(0.5, 3), turn)
    count = chance.randrange(3, 8)
    turns = [math.tau * (i + 0.4 * chance.random()) / count for i in range(count)]
    sizes = [chance.uniform(0.8, 3) for _ in turns]
    return polygon_area([(x + a * math.cos(t), y + a * math.sin(t)) for a, t in zip(sizes, turns, strict=True)])


def _area(chance: Random, x: float, y: float) -> Area:
    one = _polygon(chance, x, y) if chance.random() < 0.5 else circle_area(x, y, chance.uniform(0.6, 2.5))
    other = circle_area(x + chance.uniform(-2, 2), y + chance.uniform(-2, 2), chance.uniform(0.5, 1.5))
    return chance.choice((one, union_area([one, other]), minus_area(one, other)))


# --- what may be wrong with a way ------------------------------------------------------------------------------------


def wrong(board: Board, way: Way | None) -> str | None:
    """What is wrong with a way, or with there being none."""
    low, high = bracket(board, way)
    length = way.length if way else math.inf
    slack = 1e-6 if way is None or way.error < 1e-6 else 0.05
    if not low - 1e-6 <= length <= high + slack:
        return f"{length} is not between {low} and {high}"
    return None if way is None else next(faults(board, way), None)


def faults(board: Board, way: Way, each: int = 48) -> Iterator[str]:
    """Places along a way, so many a piece, that are too near to something or off the board; an end out of range."""
    for piece in way.pieces:
        for k in range(each + 1):
            x, y = place_at(piece, k / each)
            shape = board.base.at(Pose(x, y, 0.0, board.pose.facing))
            x0, y0, x1, y1 = bounds(shape)
            if min(x0, y0, board.width - x1, board.height - y1) < -1e-8:
                yield f"off the board at {x, y}"
            for barrier in board.barriers:
                if not keeps_off(shape, barrier):
                    yield f"too near to {barrier.name} at {x, y}"
    end = board.base.at(Pose(*way.end, 0.0, board.pose.facing))
    if distance(end, board.goal.targets[0]) > board.goal.d + 1e-8:
        yield "it ends out of range"


def keeps_off(shape: Shape, barrier: Barrier) -> bool:
    """Whether a footprint is as far from a barrier as it must be."""
    off = distance(shape, barrier.obstacle)
    if barrier.margin or off > 0:
        return off >= barrier.margin - 1e-8
    there = barrier.obstacle
    deep = overlap(shape, there) if isinstance(there, Disc | Oval | Polygon) else area_overlap(shape, there)
    return deep.depth <= 1e-7


def distance(shape: Shape, there: Obstacle) -> float:
    """The gap of a footprint and an obstacle."""
    return (gap(shape, there) if isinstance(there, Disc | Oval | Polygon) else area_gap(shape, there)).value


# --- the slow way --------------------------------------------------------------------------------------------------


def bracket(board: Board, way: Way | None) -> tuple[float, float]:
    """Lengths among obstacles drawn too small, with a goal too large, and the other way round."""
    most = way.length * 1.02 + INCH if way else 2 * (board.width + board.height)
    inside = taut(board.pose.point, grown(board, False), goals(board, True), room(board), most)
    return inside, taut(board.pose.point, grown(board, True), goals(board, False), room(board), most)


def room(board: Board) -> shapely.Polygon:
    """Where the centre may be."""
    x0, y0, x1, y1 = bounds(board.base.at(Pose(0.0, 0.0, 0.0, board.pose.facing)))
    return shapely.box(-x0, -y0, board.width - x1, board.height - y1)


def grown(board: Board, outside: bool) -> list[shapely.Polygon]:
    """All barriers as polygons for the centre, drawn outside or inside the true curves."""
    return [each for one in board.barriers for each in _grown(board, one.obstacle, one.margin, outside)]


def goals(board: Board, outside: bool) -> list[shapely.Polygon]:
    """Convex polygons that together are the goal."""
    (target,) = board.goal.targets
    return _grown(board, target, board.goal.d, outside)


def _grown(board: Board, obstacle: Obstacle, margin: float, outside: bool) -> list[shapely.Polygon]:
    base = board.base
    if isinstance(base, RoundBase):
        size = (base.radius + margin + 2 * DRAWN) / FINE if outside else base.radius + margin - 2 * DRAWN
        shapes = drawn(obstacle)
    else:
        own = drawn(base.at(Pose(0.0, 0.0, 0.0, board.pose.facing)))
        convex = [each for one in drawn(obstacle) for each in _convex(one)]
        shapes = [_minkowski(one, other) for one in convex for other in own]
        round_ = isinstance(obstacle, Disc | Oval) + isinstance(base, OvalBase) + bool(margin)
        size = (margin + round_ * DRAWN) / FINE if outside else max(margin - round_ * DRAWN, 0.0)
    return [one.buffer(size, quad_segs=QUARTER).simplify(DRAWN) if size else one for one in shapes]


def _convex(one: shapely.Polygon) -> list[shapely.Polygon]:
    whole = one.convex_hull
    return [one] if whole.area - one.area < 1e-12 else list(shapely.constrained_delaunay_triangles(one).geoms)


def _minkowski(one: shapely.Polygon, other: shapely.Polygon) -> shapely.Polygon:
    sums = [(x - p, y - q) for x, y in one.exterior.coords for p, q in other.exterior.coords]
    return shapely.MultiPoint(sums).convex_hull


def drawn(obstacle: Obstacle) -> list[shapely.Polygon]:
    """Polygons within DRAWN of an obstacle, convex ones for a footprint."""
    if isinstance(obstacle, Polygon):
        return [shapely.Polygon(part.points) for part in obstacle.parts]
    if isinstance(obstacle, Disc | Oval):
        return [shapely.Polygon(offset_outline(obstacle, 0.0, DRAWN))]
    return [to_shapely(obstacle, DRAWN)]


def taut(
    start: Point,
    obstacles: Sequence[shapely.Polygon],
    goals: Sequence[shapely.Polygon],
    room: shapely.Polygon,
    most: float,
) -> float:
    """The length of the shortest taut way from a point to one of some convex polygons; infinite beyond `most`.

    Ways go from corner to corner of the union of the obstacles; a leg is tested only when it comes first.
    """
    union, goal = shapely.unary_union(obstacles), shapely.unary_union(goals)
    hard = union.buffer(-1e-8)
    shapely.prepare(hard)
    at, before, after = _corners(union)
    x0, y0, x1, y1 = room.bounds
    left = shapely.distance(shapely.points(at), goal)
    keep = np.minimum(at - (x0, y0), (x1, y1) - at).min(axis=1) >= -1e-9
    keep &= np.hypot(*(at - start).T) + left <= most
    at, before, after, left = at[keep], before[keep], after[keep], left[keep]
    ends = [*_crossings(goal.boundary, union.boundary), *_crossings(goal.boundary, room.boundary)]
    heap: list[tuple[float, int, float, int, Point, Point]] = [(0.0, 0, 0.0, -1, start, start)]
    count, done = 0, set()
    while heap:
        bound, _, gone, index, came, here = heapq.heappop(heap)
        if bound > most:
            break
        if index in done or (came != here and hard.intersects(shapely.LineString([came, here]))):
            continue
        if index == -2:
            return gone
        done.add(index)
        leaves = _touched(here, at, before, after)
        if index >= 0:
            leaves &= _touched(here, at, before[index], after[index], leaving=True)
        for k in np.flatnonzero(leaves).tolist():
            if k not in done:
                count, way = count + 1, gone + math.dist(here, at[k])
                heapq.heappush(heap, (way + left[k], count, way, k, here, tuple(at[k].tolist())))
        for end in (*(shapely.shortest_line(shapely.Point(here), each).coords[1] for each in goals), *ends):
            if x0 - 1e-9 <= end[0] <= x1 + 1e-9 and y0 - 1e-9 <= end[1] <= y1 + 1e-9:
                count, way = count + 1, gone + math.dist(here, end)
                heapq.heappush(heap, (way, count, way, -2, here, end))
    return math.inf


def _corners(union: shapely.Geometry) -> tuple[Floats, Floats, Floats]:
    """The corners that bulge, each with its neighbours."""
    found: list[tuple[Floats, Floats, Floats]] = []
    for part in getattr(union, "geoms", [union]):
        for outer, ring in ((True, part.exterior), *((False, hole) for hole in part.interiors)):
            at = np.asarray(ring.coords)[:-1]
            at = at if ring.is_ccw == outer else at[::-1]
            before, after = np.roll(at, 1, 0), np.roll(at, -1, 0)
            u, v = at - before, after - at
            bulges = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0] > 0
            found.append((at[bulges], before[bulges], after[bulges]))
    at, before, after = (np.concatenate(column) for column in zip(*found, strict=True))
    return at, before, after


def _touched(here: Point, at: Floats, before: Floats, after: Floats, leaving: bool = False) -> NDArray[np.bool_]:
    """Which lines from a place to corners have both neighbours, of these or of the one they leave, on one side."""
    dx, dy = at[:, 0] - here[0], at[:, 1] - here[1]
    if leaving:
        one, two = (dx * (each[1] - here[1]) - dy * (each[0] - here[0]) for each in (before, after))
    else:
        one, two = (dx * (each[:, 1] - here[1]) - dy * (each[:, 0] - here[0]) for each in (before, after))
    found: NDArray[np.bool_] = one * two >= -1e-12
    return found


def _crossings(one: shapely.Geometry, two: shapely.Geometry) -> list[Point]:
    shared = one.intersection(two)
    return [at for each in getattr(shared, "geoms", [shared]) if not each.is_empty for at in each.coords]


def main(arguments: Sequence[str]) -> int:
    """Judge so many boards from the first; how many were wrong decides the exit code."""
    count = int(arguments[0]) if arguments else 200
    first = int(arguments[1]) if len(arguments) > 1 else 0
    failed, ways, widest, spent = 0, 0, 0.0, 0.0
    for seed in range(first, first + count):
        here = board(seed)
        began = time.process_time()
        way = here.way()
        spent += time.process_time() - began
        why = wrong(here, way)
        if why:
            failed += 1
            print(f"board {seed}: {why}")
        if way:
            ways += 1
            low, high = bracket(here, way)
            widest = max(widest, high - low if high < math.inf else 0.0)
    print(
        f"{count} boards, {ways} with a way, {failed} wrong; no bracket wider than {widest:.3g} in; "
        f"{1e3 * spent / count:.1f} ms a way"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
