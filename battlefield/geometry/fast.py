"""The same questions as elsewhere in `geometry`, answered by kernels that numba has compiled: the extra `[fast]`.

Nothing else imports this module: whoever has many questions asks for it. Every function raises `NumbaMissingError`
where numba is missing. The first call waits for the compiler, a few seconds; what was compiled is kept on disk where
that can be written. What a kernel cannot settle for sure is asked of the scalar kernel, so verdicts are the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence, Set
from functools import partial
from typing import Any

import numpy as np

from battlefield.geometry import fast_landings, fast_pairs, fast_sight
from battlefield.geometry.angle_table import AngleTable
from battlefield.geometry.columns import Floats, Indices, Shapes
from battlefield.geometry.course import NOWHERE
from battlefield.geometry.fast_finder import FastWayFinder
from battlefield.geometry.fast_numba import NumbaMissingError, compiled, is_installed
from battlefield.geometry.fast_sides import rows_of
from battlefield.geometry.landings import Landings, Thrower
from battlefield.geometry.look import Slit
from battlefield.geometry.measure import TOLERANCE
from battlefield.geometry.placement import deepest_point
from battlefield.geometry.reach import reaches
from battlefield.geometry.screens import Blocker, taken_apart
from battlefield.geometry.shapes import Point
from battlefield.geometry.sides import Convex, middle_of, reach_of
from battlefield.geometry.sight import Named, Seen, Sight, answer, looked
from battlefield.geometry.ways import Barrier, DiscMover, Goal, Way

__all__ = [
    "FastWayFinder",
    "NumbaMissingError",
    "Screens",
    "Shapes",
    "expulsions",
    "is_installed",
    "pairs_within",
    "shortest_way",
    "sight",
]


def pairs_within(a: Shapes, b: Shapes | None, d: float) -> Indices:
    """As `batch.pairs_within`: the pairs whose gap is within d, shape (m, 2), sorted; the same set."""
    return pairs_by(compiled(fast_pairs.find_pairs, *fast_pairs.CALLS), a, b, d)


def pairs_by(kernel: Callable[..., tuple[Indices, int]], a: Shapes, b: Shapes | None, d: float) -> Indices:
    """The pairs by a kernel, which may be the plain `fast_pairs.find_pairs`."""
    limit = d + TOLERANCE
    count = len(a) if b is None else min(len(a), len(b))
    if count == 0 or limit < 0.0:
        return np.empty((0, 2), dtype=np.intp)
    columns = _columns(a) if b is None else _joined(_columns(a), _columns(b))
    found, left = kernel(*columns, -1 if b is None else len(a), limit)
    pairs: Indices = found[:, :2]
    if left:
        shapes = a.shapes if b is None else a.shapes + b.shapes
        keep = found[:, 2] == fast_pairs.YES
        for k in np.flatnonzero(~keep).tolist():
            i, j = pairs[k].tolist()
            keep[k] = reaches(shapes[i], shapes[j], limit)
        pairs = pairs[keep]
    return pairs.copy() if b is None else pairs - np.array([0, len(a)])


def _columns(a: Shapes) -> tuple[Any, ...]:
    circles, axes = np.stack((a.x, a.y, a.reach), axis=1), np.stack((a.a, a.b, a.ux, a.uy), axis=1)
    return a.kind, circles, axes, a.hull, np.ascontiguousarray(a.edges)


def _joined(one: tuple[Any, ...], two: tuple[Any, ...]) -> tuple[Any, ...]:
    """Two sets of columns as one."""
    hulls = len(one[4])
    numbers = np.where(two[3] >= 0, two[3] + hulls, two[3])
    widest = max(one[4].shape[1], two[4].shape[1])
    edges = np.concatenate((_padded(one[4], widest), _padded(two[4], widest)))
    firsts = tuple(np.concatenate(pair) for pair in zip(one[:3], two[:3], strict=True))
    return (*firsts, np.concatenate((one[3], numbers)), edges)


def _padded(edges: Floats, count: int) -> Floats:
    """Rows of edges made so many by repeating the last."""
    if not len(edges):
        return np.zeros((0, count, 5))
    return np.concatenate((edges, np.repeat(edges[:, -1:], count - edges.shape[1], axis=1)), axis=1)


def expulsions(thrower: Thrower | AngleTable, directions: Floats) -> Landings:
    """As `batch.expulsions`: where tokens land along unit vectors of shape (n, 2), to 1e-9 in.

    To ask more than once about the same thrower give it as an `AngleTable`.
    """
    return landings_by(compiled(fast_landings.look_up), thrower, directions)


def landings_by(kernel: Callable[..., Any], thrower: Thrower | AngleTable, directions: Floats) -> Landings:
    """The same by a kernel, which may be the plain `fast_landings.look_up`."""
    table = thrower if isinstance(thrower, AngleTable) else AngleTable.of(thrower)
    dx, dy = np.ascontiguousarray(directions[:, 0]), np.ascontiguousarray(directions[:, 1])
    x, y = table.thrower.origin
    cubics = np.ascontiguousarray(table.cubics.T)
    places, travelled, ruling, left = kernel(cubics, table.ruling, table.rough, dx, dy, (float(x), float(y)))
    if len(left):
        travelled[left], ruling[left] = table.thrower.exact(dx[left], dy[left])
        places[left, 0], places[left, 1] = x + travelled[left] * dx[left], y + travelled[left] * dy[left]
    nowhere = ruling == NOWHERE
    if nowhere.any():
        places[nowhere] = deepest_point(table.thrower.machine)[0]
    return Landings(places, travelled, ruling)


class Screens:
    """Blockers made ready for many looks past them."""

    def __init__(self, blockers: Named) -> None:
        self.blockers = tuple(blockers)
        apart = [taken_apart(blocker) for _, blocker in self.blockers]
        self.whole = not any(each.outlines for each in apart)
        """Whether all of them are made of convex bodies; only then does a kernel look past them."""
        self.names = [name for (name, _), each in zip(self.blockers, apart, strict=True) for _ in each.bodies]
        bodies = [body for each in apart for body in zip(each.bodies, each.circles, strict=True)]
        self.rows, self.corners = rows_of(bodies)

    def looked(
        self, kernel: Callable[..., Any], ones: Sequence[Convex], others: Sequence[Convex], blockers: Named
    ) -> Seen | Set[str]:
        """What the bodies of two footprints see of one another, by `fast_sight.look_past` or that compiled."""
        if not self.whole:
            return looked(ones, others, blockers)
        bodies = [(body, (middle_of(body), reach_of(body))) for body in (*ones, *others)]
        rows, corners = rows_of(bodies, len(self.corners))
        count = len(self.rows)
        rows, corners = np.concatenate((self.rows, rows)), np.concatenate((self.corners, corners))
        state, a, b, theta, low, high, closing = kernel(rows, corners, count, len(ones))
        if state == fast_sight.LEFT:
            return looked(ones, others, blockers)
        if state == fast_sight.CLEAR:
            return Seen(ones[a - count], others[b - count - len(ones)], Slit(theta, low, high))
        return {self.names[k] for k in np.flatnonzero(closing).tolist()}


def sight(a: Blocker, b: Blocker, blockers: Named | Screens) -> Sight:
    """As `sight.sight`. For many looks past the same blockers make `Screens` of them once.

    Where a blocker reaches into one of the footprints, or is an area with holes or with something taken out, it is
    looked at as without numba.
    """
    return sight_by(compiled(fast_sight.look_past, *fast_sight.CALLS), a, b, blockers)


def sight_by(kernel: Callable[..., Any], a: Blocker, b: Blocker, blockers: Named | Screens) -> Sight:
    """The same by a kernel, which may be the plain `fast_sight.look_past`."""
    screens = blockers if isinstance(blockers, Screens) else Screens(blockers)
    return answer(a, b, screens.blockers, partial(screens.looked, kernel))


def shortest_way(
    start: Point,
    radius: float,
    goal: Goal,
    barriers: Sequence[Barrier],
    width: float,
    height: float,
    most: float = math.inf,
) -> Way | None:
    """As `ways.shortest_way`. For many ways over the same ground keep a `FastWayFinder`."""
    return FastWayFinder(DiscMover(radius), barriers, width, height).shortest(start, goal, most)
