"""The corners of a goal: where its edge crosses itself, the edge of a barrier, or that of the board.

They are looked for only as far from where a way begins as it may lead, and each pair of edges once.
Source rules: move.charge, move.charge_distance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from battlefield.geometry.curves import Box, Segment, box_gap, distance_to
from battlefield.geometry.parallels import Parallel
from battlefield.geometry.shapes import Point
from battlefield.geometry.tracks import Track, track_box, track_crossings
from battlefield.geometry.way_ground import SLACK, Floats, Ground, Grown

Edge = tuple[Track, Grown | None]
"""A track, and the barrier or target whose edge it is; None for the board."""
Owners = tuple[Grown | None, Grown | None]
May = Callable[[float, float, Owners], bool]


class Corners:
    """Where the edges of targets, and of what must be clear at the end, cross one another and those of the ground.

    `may` judges a crossing, given whose edges cross there.
    """

    def __init__(self, targets: Sequence[Grown], clear: Sequence[Grown], ground: Ground, may: May) -> None:
        box = _box_round(targets)
        close = [each for each in clear if box_gap(each.box, box) <= 0]
        own: list[Edge] = [(track, each) for each in (*targets, *close) for track in each.tracks()]
        near = [each for each in ground.grown if box_gap(each.box, box) <= 0]
        self.edges = own + [(track, each) for each in near for track in each.tracks()]
        self.edges += [(track, None) for track in _room_tracks(ground.room)]
        self._boxes: Floats = np.array([track_box(track) for track, _ in self.edges], dtype=np.float64).T
        self._pairs = self._touching(len(own))
        self._known: dict[tuple[int, int], list[Point]] = {}
        self._may = may

    def near(self, start: Point, most: float) -> list[Point]:
        """Those that may be goals, no farther than `most` from a place in x or in y."""
        x0, y0, x1, y1 = self._boxes
        x, y = start
        away = (x0 > x + most) | (x1 < x - most) | (y0 > y + most) | (y1 < y - most)
        one, two = self._pairs
        which = np.flatnonzero(~(away[one] | away[two]))
        pairs = zip(one[which].tolist(), two[which].tolist(), strict=True)
        found = [at for pair in pairs for at in self._of(pair)]
        return [at for at in found if abs(at[0] - x) <= most and abs(at[1] - y) <= most]

    def _of(self, pair: tuple[int, int]) -> list[Point]:
        found = self._known.get(pair)
        if found is None:
            (one, mine), (other, its) = self.edges[pair[0]], self.edges[pair[1]]
            places = [at for at in track_crossings(one, other) if _is_on(one, at) and _is_on(other, at)]
            found = self._known[pair] = [at for at in places if self._may(*at, (mine, its))]
        return found

    def _touching(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """The pairs of edges, each once, whose boxes touch; the first `count` of them are the goal's own."""
        x0, y0, x1, y1 = self._boxes
        apart = (x0[:count, None] > x1 + SLACK) | (x0 > x1[:count, None] + SLACK)
        apart |= (y0[:count, None] > y1 + SLACK) | (y0 > y1[:count, None] + SLACK)
        one, two = np.nonzero(~apart)
        kept = two > one
        return one[kept], two[kept]


def _is_on(track: Track, at: Point) -> bool:
    return isinstance(track, Parallel) or distance_to(track, *at) <= 10 * SLACK


def _room_tracks(room: Box) -> list[Track]:
    x0, y0, x1, y1 = room
    return [Segment(x0, y0, x1, y0), Segment(x1, y0, x1, y1), Segment(x1, y1, x0, y1), Segment(x0, y1, x0, y0)]


def _box_round(grown: Sequence[Grown]) -> Box:
    boxes = [each.box for each in grown] or [(0.0, 0.0, 0.0, 0.0)]
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
