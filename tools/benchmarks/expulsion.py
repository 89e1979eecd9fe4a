"""A million expulsions from one oval base over six areas of Unstable Ground."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely

from battlefield.geometry import fast
from battlefield.geometry.areas import Area, circle_area, polygon_area, rect_area
from battlefield.geometry.batch import AngleTable, Floats, Thrower, expulsions
from battlefield.geometry.outlines import to_shapely
from battlefield.geometry.shapes import MM_PER_INCH, OvalBase, Point, Pose
from benchmarks.placing import drawn
from benchmarks.timing import Result, Way, race

THROWS = 1_000_000
ONE_BY_ONE, IN_ARRAYS = 5_000, 100_000
WIDTH, HEIGHT, DISTANCE = 44.0, 60.0, 6.0
TOKEN = 20 / MM_PER_INCH
COMPILED = "ours, `[fast]`, table kept"
BEYOND = 80.0  # inches, longer than any line on the board

MACHINE = OvalBase(170 / 2 / MM_PER_INCH, 109 / 2 / MM_PER_INCH).at(Pose(22, 30, 0, 25))
GROUND: tuple[Area, ...] = (
    rect_area(30, 34, 6, 4, 20),
    polygon_area([(10, 38), (16, 39), (17, 43), (12, 45)]),
    polygon_area([(9, 18), (15, 18), (15, 20), (11, 20), (11, 25), (9, 25)]),
    circle_area(31, 22, 2.5),
    circle_area(22, 44, 2),
    rect_area(18, 13, 8, 3),
)


@dataclass(frozen=True)
class Polygons:
    """The same landings with shapely: everything grown by `buffer`, the ray cut by each, the walk over the cuts."""

    origin: Point
    zone: shapely.Polygon
    grown: tuple[shapely.Polygon, ...]

    @classmethod
    def of(cls, origin: Point) -> Polygons:
        """16 chords a quarter; areas in convex pieces, so that a ray is cut once by each."""
        pieces = [piece for area in GROUND for piece in _convex_pieces(to_shapely(area))]
        grown = tuple(piece.buffer(TOKEN, quad_segs=16) for piece in [*pieces, drawn(MACHINE)])
        zone = drawn(MACHINE).buffer(DISTANCE + TOKEN, quad_segs=16)
        shapely.prepare([zone, *grown])
        return cls(origin, zone, grown)

    def landing(self, dx: float, dy: float) -> float:
        """Inches along one line, one shapely call at a time."""
        ox, oy = self.origin
        ray = shapely.LineString([(ox, oy), (ox + BEYOND * dx, oy + BEYOND * dy)])
        cuts = [self._cut(ray, shape) for shape in self.grown if shape.intersects(ray)]
        t = self._cut(ray, self.zone)[1]
        for low, high in sorted(cuts):
            if low < t < high:
                t = high
        return t

    def landings(self, lines: Floats) -> Floats:
        """Inches along many lines, with arrays of geometries."""
        ends = np.stack((np.broadcast_to(self.origin, lines.shape), np.asarray(self.origin) + BEYOND * lines), axis=1)
        rays = shapely.linestrings(ends)
        _, t = self._cuts(rays, self.zone)
        cuts = []
        for shape in self.grown:
            near = np.flatnonzero(shapely.intersects(shape, rays))
            cuts.append((near, *self._cuts(rays[near], shape)))
        for _ in cuts:
            for near, low, high in cuts:
                t[near] = np.where((low < t[near]) & (t[near] < high), high, t[near])
        return t

    def _cut(self, ray: shapely.LineString, shape: shapely.Polygon) -> tuple[float, float]:
        found = [math.dist(point, self.origin) for point in ray.intersection(shape).coords]
        return min(found), max(found)

    def _cuts(self, rays: Floats, shape: shapely.Polygon) -> tuple[Floats, Floats]:
        points, line = shapely.get_coordinates(shapely.intersection(rays, shape), return_index=True)
        away = np.hypot(points[:, 0] - self.origin[0], points[:, 1] - self.origin[1])
        first = np.flatnonzero(np.diff(line, prepend=-1))
        return np.minimum.reduceat(away, first), np.maximum.reduceat(away, first)


def a_million_expulsions() -> Result:
    """Line to landing: by the table over the angle, and by shapely in two ways."""
    thrower = Thrower(MACHINE, TOKEN, DISTANCE, (MACHINE, *GROUND), WIDTH, HEIGHT)
    table, polygons = AngleTable.of(thrower), Polygons.of(thrower.origin)
    lines = thrown(THROWS)
    dx, dy = np.ascontiguousarray(lines.T)
    few, some = lines[:ONE_BY_ONE].tolist(), lines[:IN_ARRAYS]
    origin = np.asarray(thrower.origin)
    ways = [
        Way("ours, table made for it", lambda: expulsions(thrower, lines)),
        Way("ours, table kept", lambda: table.landings(dx, dy)),
        Way("ours, walked without a table", lambda: thrower.landings(dx, dy, *thrower.exact(dx, dy))),
        Way("shapely, one by one", lambda: [polygons.landing(*line) for line in few], THROWS / ONE_BY_ONE),
        Way("shapely, in arrays", lambda: polygons.landings(some), THROWS / IN_ARRAYS),
        Way("floor: a place on each line, stored", lambda: origin + 7.0 * lines, note="no walk"),
    ]
    if fast.is_installed():
        ways += [
            Way(COMPILED, lambda: fast.expulsions(table, lines), note="the same landings to 1e-9"),
            Way("ours, `[fast]`, table made for it", lambda: fast.expulsions(thrower, lines)),
        ]
    return Result(
        "A million expulsions",
        "Oval base 170 × 109 mm, token 40 mm, six areas of Unstable Ground (discs, convex, with a notch); the lines of "
        "the dice are given.",
        race(ways, rounds=5),
        (_agreement(table, polygons, lines[:4_000]), *_as_compiled(table, lines)),
        COMPILED,
    )


def _as_compiled(table: AngleTable, lines: Floats) -> tuple[str, ...]:
    """How far the compiled landings are from those of the table."""
    if not fast.is_installed():
        return ()
    off = np.abs(fast.expulsions(table, lines).places - table.landings(*np.ascontiguousarray(lines.T)).places).max()
    return (f"Compiled, no place of the {len(lines):,} is more than {off:.1g} in from that of the table.",)


def thrown(count: int) -> Floats:
    """Unit vectors, shape (count, 2), from one die to the other, both thrown into a disc."""
    rng = np.random.default_rng(1)
    radius = np.sqrt(rng.random((2, count)))
    turn = rng.random((2, count)) * (2 * math.pi)
    x, y = radius * np.cos(turn), radius * np.sin(turn)
    dx, dy = x[1] - x[0], y[1] - y[0]
    return np.asarray(np.stack((dx, dy), axis=1) / np.sqrt(dx * dx + dy * dy)[:, None])


def _convex_pieces(shape: shapely.Polygon) -> list[shapely.Polygon]:
    if math.isclose(shape.area, shape.convex_hull.area):
        return [shape]
    return list(shapely.constrained_delaunay_triangles(shape).geoms)


def _agreement(table: AngleTable, polygons: Polygons, lines: Floats) -> str:
    """How far the table is from the scalar rule, and how far the polygons are."""
    scalar = np.array([table.thrower.travel((dx, dy))[0] for dx, dy in lines.tolist()])
    ours = table.landings(*np.ascontiguousarray(lines.T)).travelled
    theirs = polygons.landings(lines)
    return (
        f"Over {len(lines):,} throws the table is at most {float(np.abs(ours - scalar).max()):.0e} in from the scalar "
        f"rule; the polygons are up to {float(np.abs(theirs - scalar).max()):.2g} in off, where they miss a touch. "
        f"{table.exact_share:.1%} of the table's cells are walked exactly."
    )
