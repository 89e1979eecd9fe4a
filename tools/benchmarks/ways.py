"""The shortest way of a base among sixteen polygons and forty enemies, beside polygons and a visibility graph."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random
from typing import Any

import shapely
from ways import Board, drawn, open_board, room, taut

from battlefield.geometry import fast
from battlefield.geometry.measure import radius_around
from battlefield.geometry.placement import Obstacle
from battlefield.geometry.shapes import Disc
from battlefield.geometry.ways import DiscMover, WayFinder
from benchmarks.timing import Result, Way, race

BOARDS, JUDGED = 10, 60
PAIRS = 2_000
QUARTER = 16
COMPILED = "ours, `[fast]`, ground kept"
LEFT_OUT = (
    "extremitypathfinder wants a numpy below 2 and is not in this run. With numpy 1.26 beside it, on the same machine, "
    "its 2.7.2 took 195 s for one way where ours, from barriers, took 10.2 ms: 19,177 times as long."
)


@dataclass(frozen=True)
class Table:
    """A board, the radius of who moves there, and the length of the shortest way by battlefield."""

    board: Board
    radius: float
    length: float

    @classmethod
    def of(cls, seed: int) -> Table:
        """Sixteen pieces, forty enemies whose Engagement Range is closed, a target across the board."""
        board = open_board(Random(seed))
        way, radius = board.way(), radius_around(board.base.at(board.pose), board.pose.point)
        return cls(board, radius, way.length if way else math.inf)

    def grown(self) -> list[shapely.Polygon]:
        """Every barrier as `buffer` draws it, 16 chords a quarter."""
        return [_buffered(each.obstacle, self.radius + each.margin) for each in self.board.barriers]

    def by_taut_ways(self) -> float:
        """Taut ways from corner to corner of the polygons' union, legs tested only when they come first."""
        board = self.board
        goal = [_buffered(board.goal.targets[0], self.radius + board.goal.d)]
        return taut(board.pose.point, self.grown(), goal, room(board), math.inf)

    def pairs(self) -> Iterator[tuple[Any, Any]]:
        """All pairs of corners of the polygons and the start."""
        corners = [at for each in self.grown() for at in each.exterior.coords[:-1]]
        yield from combinations([self.board.pose.point, *corners], 2)

    def count(self) -> int:
        """How many pairs there are."""
        corners = sum(len(each.exterior.coords) - 1 for each in self.grown()) + 1
        return corners * (corners - 1) // 2

    def by_all_pairs(self, pairs: int) -> int:
        """The edges of the visibility graph among so many pairs, each tested against each polygon."""
        polygons = self.grown()
        step = self.count() // pairs
        found = 0
        for one, two in islice(self.pairs(), 0, None, step):
            line = shapely.LineString([one, two])
            found += not any(each.crosses(line) or each.contains(line) for each in polygons)
        return found


def _buffered(obstacle: Obstacle, size: float) -> shapely.Polygon:
    if isinstance(obstacle, Disc):
        return shapely.Point(obstacle.x, obstacle.y).buffer(obstacle.radius + size, quad_segs=QUARTER)
    return drawn(obstacle)[0].buffer(size, quad_segs=QUARTER)


def shortest_ways() -> Result:
    """The shortest way of a 32 mm base into Engagement Range across a crowded table."""
    tables = [Table.of(seed) for seed in range(BOARDS)]
    kept = [(WayFinder(DiscMover(each.radius), each.board.barriers, 44, 60), each) for each in tables]
    ways = [
        Way("ours, from barriers", lambda: [each.board.way() for each in tables]),
        Way(
            "ours, ground kept",
            lambda: [finder.shortest(each.board.pose.point, each.board.goal) for finder, each in kept],
            note="other ways over it were asked before",
        ),
        Way(
            "buffered polygons, taut ways", lambda: [each.by_taut_ways() for each in tables], note="legs tested lazily"
        ),
        Way(
            "buffered polygons, visibility graph",
            lambda: tables[0].by_all_pairs(PAIRS),
            BOARDS * tables[0].count() / PAIRS,
            "every pair of corners against every polygon; graph only",
        ),
    ]
    if fast.is_installed():
        ways += _compiled(tables)
    other = _extremity(tables[0])
    if other:
        ways.append(Way("extremitypathfinder", other, BOARDS, "their union; to a point in range"))
    rows = race(ways, rounds=5)
    each_way = tuple(row.__class__(row.name, row.seconds / BOARDS, row.note) for row in rows)
    return Result(
        "The shortest way of a base",
        "32 mm base, 16 polygons, 40 enemies whose Engagement Range is closed, 44 by 60 in. Times are for one way.",
        each_way,
        _too_short() + (() if other else (LEFT_OUT,)),
        COMPILED,
    )


def _compiled(tables: list[Table]) -> list[Way]:
    """The same ways by the compiled search."""
    for each in tables:
        found = _finder(each).shortest(each.board.pose.point, each.board.goal)
        assert abs((found.length if found else math.inf) - each.length) < 1e-9 or found is None
    kept = [(_finder(each), each) for each in tables]
    return [
        Way(
            COMPILED,
            lambda: [finder.shortest(each.board.pose.point, each.board.goal) for finder, each in kept],
            note="the search anew each time; the same lengths to 1e-9",
        ),
        Way(
            "ours, `[fast]`, from barriers",
            lambda: [_finder(each).shortest(each.board.pose.point, each.board.goal) for each in tables],
        ),
    ]


def _finder(table: Table) -> fast.FastWayFinder:
    return fast.FastWayFinder(DiscMover(table.radius), table.board.barriers, 44, 60)


def _too_short() -> tuple[str, ...]:
    tables = [Table.of(seed) for seed in range(JUDGED)]
    off = [each.length - each.by_taut_ways() for each in tables if each.length < math.inf]
    short = sum(each > 1e-6 for each in off)
    return (f"Of {len(off)} ways the polygons make {short} too short, which is not legal, by up to {max(off):.2g} in.",)


def _extremity(table: Table) -> Callable[[], object] | None:
    """A search with extremitypathfinder, made ready anew each time; None when it is not installed."""
    try:
        environment = importlib.import_module("extremitypathfinder").PolygonEnvironment
    except ImportError:
        return None
    way = table.board.way()
    board = room(table.board)
    union = shapely.unary_union(table.grown()).buffer(-1e-6)
    free = shapely.set_precision(board.difference(union), 1e-9)
    parts = [part for part in getattr(free, "geoms", [free]) if part.covers(shapely.Point(table.board.pose.point))]
    rest = shapely.orient_polygons(parts[0])
    outline = [tuple(at) for at in rest.exterior.coords[:-1]]
    holes = [[tuple(at) for at in ring.coords[:-1]] for ring in rest.interiors]

    def search() -> object:
        ready = environment()
        ready.store(outline, holes)
        return ready.find_shortest_path(table.board.pose.point, way.end if way else outline[0])

    return search
