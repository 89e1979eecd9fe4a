"""The kernels that numba compiles: what they say is what is said without them, compiled or as plain Python.

Each kernel is compiled in one test alone, since that takes seconds.
"""

from __future__ import annotations

import importlib
import math
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely
from footprints import any_base, anywhere, apart, convex_base
from hypothesis import given
from hypothesis import strategies as st

from battlefield.geometry import fast, fast_landings, fast_pairs, fast_sight, fast_ways
from battlefield.geometry.areas import minus_area, rect_area
from battlefield.geometry.batch import AngleTable, Thrower, pairs_within
from battlefield.geometry.columns import Shapes
from battlefield.geometry.fast_finder import FastWayFinder
from battlefield.geometry.fast_numba import MISSING, NumbaMissingError, compiled
from battlefield.geometry.measure import TOLERANCE, closer_than
from battlefield.geometry.shapes import Disc, Oval, Polygon, Pose, Shape, polygon, rectangle_hull
from battlefield.geometry.sight import Sight, sight
from battlefield.geometry.ways import Barrier, DiscMover, Goal, Way, WayFinder, length_of, mover_of
from tools.sight import around, scene
from tools.ways import Board, board, open_board

with_numba = pytest.mark.skipif(not fast.is_installed(), reason="numba, the extra [fast], is not installed")

HAIR = 1e-6
"""A millionth of an inch to either side of a threshold."""
STAR = tuple((r * math.cos(math.pi * i / 5), r * math.sin(math.pi * i / 5)) for i, r in enumerate((2.0, 0.8) * 5))


def crowd(chance: Random, d: float, count: int) -> list[Shape]:
    """Footprints at random, some of them in pairs that are set up at the threshold or a hair to either side."""
    shapes: list[Shape] = [any_base(chance).at(anywhere(chance, 25.0, 25.0)) for _ in range(count)]
    for _ in range(count // 3):
        pair = apart(chance, convex_base(chance), convex_base(chance), d + chance.choice((0.0, HAIR, -HAIR, TOLERANCE)))
        shapes += [pair.a, pair.b]
    chance.shuffle(shapes)
    return shapes


def same_pairs(kernel: Any, seeds: range, count: int) -> None:
    for seed in seeds:
        d = (0.0, 0.01, 1.0, 6.0)[seed % 4]
        shapes = crowd(Random(seed), d, count)
        half = len(shapes) // 2
        a, b = Shapes.of(shapes[:half]), Shapes.of(shapes[half:])
        expected = pairs_within(Shapes.of(shapes), None, d).tolist()
        assert fast.pairs_by(kernel, Shapes.of(shapes), None, d).tolist() == expected
        between = fast.pairs_by(kernel, a, b, d).tolist()
        assert between == pairs_within(a, b, d).tolist()
        assert sorted([j, i] for i, j in fast.pairs_by(kernel, b, a, d).tolist()) == between


# --- pairs within a distance ---


@with_numba
def test_measure_within__compiled_pairs_are_the_same_pairs() -> None:
    kernel = compiled(fast_pairs.find_pairs, *fast_pairs.CALLS)
    same_pairs(kernel, range(160), 36)
    none, one = Shapes.of([]), Shapes.of([Disc(1, 1, 0.5)])
    assert fast.pairs_within(none, None, 1).shape == (0, 2)
    assert fast.pairs_within(one, none, 1).shape == (0, 2)
    assert fast.pairs_within(one, None, 1).shape == (0, 2)
    assert fast.pairs_within(one, one, 1).tolist() == [[0, 0]]
    assert fast.pairs_within(one, one, -1).shape == (0, 2)
    heap = Shapes.of([Disc(1, 1, 0.5), Oval(1, 1, 2, 1, 1, 0), rectangle_hull(1, 1).at(Pose(1, 1)), Disc(1, 1, 0)])
    assert len(fast.pairs_within(heap, None, 0)) == 6
    far = Shapes.of([Disc(0, 0, 1), Disc(2.5, 0, 1), Disc(1e7, 1e7, 1), Disc(1e7, 1e7 + 3, 1)])
    assert fast.pairs_within(far, None, 1).tolist() == [[0, 1], [2, 3]]


def test_measure_within__the_kernel_as_plain_python() -> None:
    same_pairs(fast_pairs.find_pairs, range(12), 12)


@given(st.randoms(use_true_random=False), st.sampled_from([0.0, 1.0, 3.0]), st.sampled_from([-HAIR, 0.0, HAIR]))
def test_measure_within__a_pair_set_up_at_the_threshold(chance: Random, d: float, off: float) -> None:
    pair = apart(chance, convex_base(chance), convex_base(chance), d + off)
    within = closer_than(pair.a, pair.b, d)
    assert within == (off <= 0.0)
    for a, b in ((pair.a, pair.b), (pair.b, pair.a)):
        assert len(fast.pairs_by(fast_pairs.find_pairs, Shapes.of([a, b]), None, d)) == within


@pytest.mark.parametrize(("gap", "within"), [(1.0 - HAIR, True), (1.0, True), (1.0 + HAIR, False)])
@pytest.mark.parametrize(
    "shape",
    [Disc(0, 0, 1), Oval(0, 0, 1, 0.5, 1, 0), rectangle_hull(2, 1).at(Pose(0, 0)), polygon(STAR)],
    ids=["disc", "oval", "hull", "notched hull"],
)
def test_measure_within__an_inch_beside_each_kind(shape: Shape, gap: float, within: bool) -> None:
    """The star reaches to x = 2, the others to 1; a disc stands to the right, and a hull."""
    right = 2.0 if isinstance(shape, Polygon) and len(shape.ring) > 4 else 1.0
    for other in (Disc(right + gap + 0.5, 0, 0.5), rectangle_hull(1, 4).at(Pose(right + gap + 0.5, 0))):
        found = fast.pairs_by(fast_pairs.find_pairs, Shapes.of([shape, other]), None, 1.0)
        assert len(found) == within


# --- expulsions ---


def same_landings(kernel: Any, seeds: range, count: int) -> None:
    for seed in seeds:
        chance = Random(seed)
        machine = any_base(chance).at(Pose(chance.uniform(2, 42), chance.uniform(2, 58), 0, chance.uniform(0, 360)))
        ground = [any_base(chance).at(anywhere(chance, 44.0, 60.0)) for _ in range(12)]
        table = AngleTable.of(Thrower(machine, 0.8, 6.0, (machine, *ground), 44.0, 60.0), 1024)
        angles = np.random.default_rng(seed).uniform(0, math.tau, count)
        lines = np.stack((np.cos(angles), np.sin(angles)), axis=1)
        lines[:4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
        found, expected = fast.landings_by(kernel, table, lines), table.landings(*np.ascontiguousarray(lines.T))
        assert found.ruling.tolist() == expected.ruling.tolist()
        assert np.abs(found.travelled - expected.travelled).max() < 1e-9
        assert np.abs(found.places - expected.places).max() < 1e-9


@with_numba
def test_artifact_expulsion_unstable__compiled_landings_are_the_same_landings() -> None:
    same_landings(compiled(fast_landings.look_up), range(12), 4000)


def test_artifact_expulsion_unstable__the_kernel_as_plain_python() -> None:
    same_landings(fast_landings.look_up, range(12, 16), 300)


def test_artifact_expulsion_edge__what_lands_nowhere_lies_inside() -> None:
    """The machine reaches beyond the board on all sides, so no place on any line is free."""
    machine = rectangle_hull(20, 20).at(Pose(5, 5))
    thrower = Thrower(machine, 0.5, 6.0, (machine,), 10.0, 10.0)
    lines = np.array([(1.0, 0.0), (0.6, 0.8)])
    assert fast.landings_by(fast_landings.look_up, thrower, lines).places.tolist() == [[5.0, 5.0], [5.0, 5.0]]


# --- line of sight ---


def same_sight(kernel: Any, seeds: range) -> int:
    """How many looks the kernel left to the scalar one."""
    left = 0

    def counted(*given: Any) -> Any:
        nonlocal left
        answer = kernel(*given)
        left += answer[0] == fast_sight.LEFT
        return answer

    for seed in seeds:
        a, b, blockers = scene(seed)
        found, expected = fast.sight_by(counted, a, b, blockers), sight(a, b, blockers)
        assert (found.clear, found.blockers) == (expected.clear, expected.blockers), f"scene {seed}"
        assert found.room == pytest.approx(expected.room, abs=1e-9), f"scene {seed}"
        assert fast.sight_by(kernel, b, a, blockers) == found.turned_round(), f"scene {seed}"
        if found.line is not None:
            runs_clear(found, blockers)
    return left


def runs_clear(found: Sight, blockers: Any) -> None:
    """The witness by another method: drawn, and cut with what is drawn a little small."""
    line = shapely.LineString(found.line)
    for name, blocker in blockers:
        assert line.intersection(around(blocker).buffer(-4e-4)).length < 1e-9, name


@with_numba
def test_sight__compiled_looks_see_the_same() -> None:
    left = same_sight(compiled(fast_sight.look_past, *fast_sight.CALLS), range(300))
    assert 0 < left < 150
    a, b = Disc(0, 0, 1), Disc(20, 0, 1)
    for top, clear in ((0.99, True), (1 - HAIR, True), (1.0, False), (1 + HAIR, False)):
        wall = fast.Screens([("Wall", rect_area(9.5, -5, 1, 5 + top))])
        for one, other in ((a, b), (b, a)):
            assert fast.sight(one, other, wall).clear == clear
            assert fast.sight(one, other, wall).blockers == (() if clear else ("Wall",))
    assert fast.sight(a, b, []) == Sight(True, ((1.0, 0.0), (19.0, 0.0)), (), 2.0)


def test_sight__the_kernel_as_plain_python() -> None:
    same_sight(fast_sight.look_past, range(60))


def test_sight__a_blocker_that_is_not_made_of_convex_bodies_is_left_to_the_scalar_kernel() -> None:
    yard = minus_area(rect_area(5, -5, 10, 10), rect_area(6, -4, 8, 8))
    screens = fast.Screens([("Yard", yard)])
    assert not screens.whole
    found = fast.sight_by(fast_sight.look_past, Disc(0, 0, 1), Disc(20, 0, 1), screens)
    assert found == sight(Disc(0, 0, 1), Disc(20, 0, 1), [("Yard", yard)])
    assert found.blockers == ("Yard",)


# --- shortest ways ---


class PlainSearch(FastWayFinder):
    """The kernel as plain Python."""

    kernel = staticmethod(fast_ways.find_way)


def same_way(finder: type[FastWayFinder], given: Board) -> Way | None:
    mover = mover_of(given.base, given.pose.facing)
    expected = WayFinder(mover, given.barriers, given.width, given.height).shortest(given.pose.point, given.goal)
    found = finder(mover, given.barriers, given.width, given.height).shortest(given.pose.point, given.goal)
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert found.length == pytest.approx(expected.length, abs=1e-9)
        assert found.through == expected.through
        assert math.dist(found.end, expected.end) < 1e-6
        assert sum(length_of(piece) for piece in found.pieces) == pytest.approx(found.length, abs=1e-9)
    return found


@with_numba
def test_move_charge_distance__compiled_ways_are_the_same_ways() -> None:
    for seed in range(60):
        same_way(FastWayFinder, open_board(Random(seed)))
    for seed in range(1, 60, 3):  # ovals, hulls, areas with arcs: some of these are left to the plain search
        same_way(FastWayFinder, board(seed))
    for seed in range(20):
        given = open_board(Random(seed), 8, 10)
        goal = Goal.point((40.0, 30.0), (Barrier("friend", Disc(40.0, 31.0, 0.5)),))
        same_way(FastWayFinder, given._replace(goal=goal))
    wall = [Barrier("Wall", rect_area(4, 0, 2, 7))]
    assert fast.shortest_way((2, 2), 1.0, Goal.point((8.0, 2.0)), wall, 10, 8) is None  # just no room above the wall
    way = fast.shortest_way((2, 2), 1.0, Goal.point((8.0, 2.0)), wall, 10, 9)
    assert way is not None
    assert fast.shortest_way((2, 2), 1.0, Goal.point((8.0, 2.0)), wall, 10, 9, way.length + HAIR) is not None
    assert fast.shortest_way((2, 2), 1.0, Goal.point((8.0, 2.0)), wall, 10, 9, way.length - HAIR) is None
    # a tangent to the circle about the first corner, round it until level, over the top, and the same down again
    away, up = math.sqrt(2.0**2 + 5.0**2), math.atan2(5.0, 2.0) + math.asin(1.0 / math.sqrt(2.0**2 + 5.0**2))
    assert way.length == pytest.approx(2.0 * math.sqrt(away**2 - 1.0) + 2.0 * up + 2.0, abs=1e-9)


def test_move_charge_distance__the_kernel_as_plain_python() -> None:
    for seed in range(6):
        same_way(PlainSearch, open_board(Random(seed), 5, 8))


def test_move_charge_distance__exactly_wide_enough_and_a_millionth_less() -> None:
    """Between two discs whose edges are 2 in apart a disc of radius 1 just goes through."""
    for off, short in ((0.0, True), (HAIR, True), (-HAIR, False)):
        posts = [Barrier("Low", Disc(10, 3, 2)), Barrier("High", Disc(10, 9 + off, 2))]
        walls = [Barrier("Floor", rect_area(9.9, 0, 0.2, 3)), Barrier("Roof", rect_area(9.9, 9, 0.2, 3))]
        found = PlainSearch(DiscMover(1.0), posts + walls, 20, 12).shortest((3.0, 6.0), Goal.point((17.0, 6.0)))
        assert (found is not None) == short
        if found is not None:
            assert found.length == pytest.approx(14.0, abs=1e-6)


# --- asked for, and not there ---


def test_nothing_but_a_kernel_loads_numba() -> None:
    folder = Path(fast.__file__).parent
    names = [f"battlefield.geometry.{file.stem}" for file in sorted(folder.glob("[a-z]*.py"))]
    lines = f"import sys, battlefield, {', '.join(names)}; print([name for name in sys.modules if 'numba' in name])"
    found = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['battlefield.geometry.fast_numba']"


def test_without_numba_a_kernel_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    numba = importlib.import_module("battlefield.geometry.fast_numba")
    monkeypatch.setattr(numba, "_compiled", numba._compiled.__wrapped__)
    with pytest.raises(NumbaMissingError) as refused:
        fast.pairs_within(Shapes.of([Disc(0, 0, 1)]), None, 1.0)
    assert str(refused.value) == MISSING
    assert "battlefield[fast]" in MISSING
