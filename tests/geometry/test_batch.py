"""Many pairs at once: the same verdicts as one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest
from footprints import any_base, anywhere, apart, convex_base

from battlefield.geometry.batch import Shapes, gaps, pairs_within
from battlefield.geometry.measure import TOLERANCE, gap, within
from battlefield.geometry.shapes import Disc, Oval, Pose, Shape, rectangle_hull


def crowd(rng: random.Random, d: float) -> list[Shape]:
    """Footprints at random, and some set up just at the threshold."""
    side = rng.choice((8.0, 25.0, 60.0))
    shapes: list[Shape] = [any_base(rng).at(anywhere(rng, side, side)) for _ in range(50)]
    for _ in range(10):
        pair = apart(rng, convex_base(rng), convex_base(rng), d + rng.choice((0.0, 1e-6, -1e-6, TOLERANCE)))
        shapes += [pair.a, pair.b]
    rng.shuffle(shapes)
    return shapes


@pytest.mark.parametrize("d", [0.0, 0.01, 1.0, 6.0])
def test_measure_within__all_pairs_at_once_are_the_same_pairs(d: float) -> None:
    for seed in range(8):
        shapes = crowd(random.Random(seed), d)
        count, half = len(shapes), len(shapes) // 2
        slow = [(i, j) for i in range(count) for j in range(i + 1, count) if within(gap(shapes[i], shapes[j]).value, d)]
        assert [tuple(pair) for pair in pairs_within(Shapes.of(shapes), None, d).tolist()] == slow
        between = pairs_within(Shapes.of(shapes[:half]), Shapes.of(shapes[half:]), d)
        assert [tuple(pair) for pair in between.tolist()] == [(i, j - half) for i, j in slow if i < half <= j]


def test_measure_within__many_of_one_kind() -> None:
    rng = random.Random(3)
    ovals: list[Shape] = [convex_base(rng).at(anywhere(rng, 30, 30)) for _ in range(80)]
    for kind in (Disc, Oval):
        shapes = [shape for shape in ovals if isinstance(shape, kind)]
        slow = {
            (i, j)
            for i in range(len(shapes))
            for j in range(i + 1, len(shapes))
            if within(gap(shapes[i], shapes[j]).value, 2)
        }
        assert {(i, j) for i, j in pairs_within(Shapes.of(shapes), None, 2).tolist()} == slow


def test_measure_within__none_one_and_all_in_one_place() -> None:
    none, one = Shapes.of([]), Shapes.of([Disc(1, 1, 0.5)])
    assert pairs_within(none, None, 1).shape == (0, 2)
    assert pairs_within(one, None, 1).shape == (0, 2)
    assert pairs_within(one, none, 1).shape == (0, 2)
    assert pairs_within(one, one, 1).tolist() == [[0, 0]]
    heap = Shapes.of([Disc(1, 1, 0.5), Oval(1, 1, 2, 1, 1, 0), rectangle_hull(1, 1).at(Pose(1, 1)), Disc(1, 1, 0)])
    assert len(pairs_within(heap, None, 0)) == 6


def test_measure_horizontal__gaps_of_many_pairs() -> None:
    rng = random.Random(4)
    a = [any_base(rng).at(anywhere(rng)) for _ in range(30)]
    b = [any_base(rng).at(anywhere(rng)) for _ in range(30)]
    pairs = np.array([(rng.randrange(30), rng.randrange(30)) for _ in range(200)], dtype=np.intp)
    found = gaps(Shapes.of(a), Shapes.of(b), pairs)
    assert found.tolist() == [gap(a[i], b[j]).value for i, j in pairs.tolist()]
