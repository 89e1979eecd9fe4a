"""Line of sight between two bases past walls and towers, beside sampled lines."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import shapely

from battlefield.geometry import fast
from battlefield.geometry.areas import Area, circle_area, rect_area, to_shapely
from battlefield.geometry.batch import Floats
from battlefield.geometry.shapes import Pose, Shape
from battlefield.geometry.sight import Blocker, sight
from benchmarks.placing import base, drawn
from benchmarks.timing import Result, Row, Way, race

PAIRS, RACED = 400, 100
WALLS, TOWERS = 9, 5
COMPILED = "ours, `[fast]`, blockers kept"
Named = tuple[str, Blocker]


@dataclass(frozen=True)
class Table:
    """A pair of bases with what stands about them, and the same as others would draw it."""

    a: Shape
    b: Shape
    blockers: tuple[Named, ...]
    one: shapely.Polygon
    other: shapely.Polygon
    ground: tuple[shapely.Polygon, ...]

    @classmethod
    def of(cls, seed: int) -> Table:
        """Two bases 18 inches apart, nine walls and five towers about the way between them."""
        rng = random.Random(seed)
        a, b = (base(rng).at(Pose(x, rng.uniform(8, 12), 0.0, rng.uniform(0, 360))) for x in (3.0, 21.0))
        walls = [rect_area(rng.uniform(6, 17), rng.uniform(0, 15), 0.4, 4, rng.uniform(-60, 60)) for _ in range(WALLS)]
        towers = [circle_area(rng.uniform(7, 17), rng.uniform(2, 18), rng.uniform(0.5, 1.3)) for _ in range(TOWERS)]
        areas: list[Area] = [*walls, *towers]
        ground = tuple(to_shapely(area, 0.01) for area in areas)
        shapely.prepare(ground)
        return cls(a, b, tuple((str(k), area) for k, area in enumerate(areas)), drawn(a), drawn(b), ground)

    def exactly(self) -> bool:
        """Ours."""
        return sight(self.a, self.b, self.blockers).clear

    def by_lines(self, count: int) -> bool:
        """So many points of either rim, each joined to each, one shapely call a line and blocker until one is clear."""
        others = _rim(self.other, count)
        for p in _rim(self.one, count):
            for q in others:
                line = shapely.LineString([p, q])
                if not any(blocker.intersects(line) for blocker in self.ground):
                    return True
        return False

    def in_arrays(self, count: int) -> bool:
        """The same with arrays of lines, of which those that are still clear meet the next blocker."""
        ones, others = _rim(self.one, count), _rim(self.other, count)
        ends = np.stack((np.repeat(ones, count, axis=0), np.tile(others, (count, 1))), axis=1)
        lines = shapely.linestrings(ends)
        for blocker in self.ground:
            lines = lines[~shapely.intersects(blocker, lines)]
            if not lines.size:
                return False
        return True


def sight_of_a_pair() -> Result:
    """One pair past fourteen blockers, in the mix and by what comes of it."""
    tables = [Table.of(seed) for seed in range(PAIRS)]
    seen = [table.exactly() for table in tables]
    clear = [table for table, found in zip(tables, seen, strict=True) if found]
    shut = [table for table, found in zip(tables, seen, strict=True) if not found]
    lost = {n: sum(not table.in_arrays(n) for table in clear) for n in (16, 64)}
    wrong = sum(table.in_arrays(64) for table in shut)
    remarks = [f"In microseconds by outcome: visible {_times(clear[:RACED])}; blocked {_times(shut[:RACED])}."]
    if fast.is_installed():
        remarks.append(_as_compiled(tables))
    remarks.append(
        f"Of the {len(clear)} visible pairs 16 × 16 lines do not find {lost[16]} and 64 × 64 lines {lost[64]}; of the "
        f"{len(shut)} blocked ones 64 × 64 lines past drawn polygons find {wrong} visible."
    )
    return Result(
        "Line of sight between two bases",
        f"Bases of the same mix 18 in apart, {WALLS} walls and {TOWERS} round towers about the way; {len(clear)} of "
        f"{PAIRS} pairs are visible. Times are for one pair.",
        _raced(tables[:RACED]),
        tuple(remarks),
        COMPILED,
    )


def _as_compiled(tables: list[Table]) -> str:
    """Holds the compiled looks against the plain ones, and their lines against the drawn ground."""
    other, crossed = 0, 0
    for table in tables:
        found = fast.sight(table.a, table.b, table.blockers)
        other += found.clear != table.exactly()
        if found.line is not None:
            line = shapely.LineString(found.line)
            crossed += any(line.intersection(blocker.buffer(-0.02)).length > 0.0 for blocker in table.ground)
    return (
        f"Compiled, {other} of the {len(tables)} verdicts are others; {crossed} of the lines given cross the ground, "
        "drawn 0.02 in too small."
    )


def _raced(tables: list[Table], rounds: int = 5) -> tuple[Row, ...]:
    """All ways on the same pairs, since each of them ends early."""
    each, note = 1.0 / len(tables), "polygons prepared"
    ways = [
        Way("ours, exact, with the line or what closes it", lambda: [table.exactly() for table in tables]),
        Way("shapely, 16 × 16 lines one by one", lambda: [table.by_lines(16) for table in tables], note=note),
        Way("shapely, 16 × 16 lines in arrays", lambda: [table.in_arrays(16) for table in tables], note=note),
        Way("shapely, 64 × 64 lines in arrays", lambda: [table.in_arrays(64) for table in tables], note=note),
    ]
    if fast.is_installed():
        ready = [(table, fast.Screens(table.blockers)) for table in tables]
        ways += [
            Way(
                COMPILED,
                lambda: [fast.sight(table.a, table.b, screens) for table, screens in ready],
                note="line and all",
            ),
            Way(
                "ours, `[fast]`, blockers anew", lambda: [fast.sight(each.a, each.b, each.blockers) for each in tables]
            ),
        ]
    return tuple(Row(row.name, row.seconds * each, row.note) for row in race(ways, rounds))


def _times(tables: list[Table]) -> str:
    rows = _raced(tables, rounds=3)
    names = ("ours", "16 × 16 one by one", "16 × 16 in arrays", "64 × 64 in arrays", "ours `[fast]`")
    return ", ".join(f"{name} {row.seconds * 1e6:,.0f}" for name, row in zip(names, rows, strict=False))


def _rim(polygon: shapely.Polygon, count: int) -> Floats:
    points = shapely.line_interpolate_point(polygon.exterior, np.arange(count) / count, normalized=True)
    return np.asarray(shapely.get_coordinates(points))
