"""The shortest way of a disc among obstacles, exactly: straight stretches and arcs round what is in the way.

The disc becomes its centre, every obstacle grows by what the centre keeps from it. Import from here.
Source rules: move.swept, move.charge, move.charge_distance, artifact.claim.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from battlefield.geometry.shapes import Base, Point, Pose
from battlefield.geometry.way_finder import Way, WayFinder
from battlefield.geometry.way_goals import Goal, Group
from battlefield.geometry.way_ground import Barrier
from battlefield.geometry.way_movers import DiscMover, FacingMover, Mover, mover_of
from battlefield.geometry.way_pieces import Bend, WayPiece, length_of, place_at

__all__ = [
    "Barrier",
    "Bend",
    "DiscMover",
    "FacingMover",
    "Goal",
    "Group",
    "Mover",
    "Way",
    "WayFinder",
    "WayPiece",
    "first_blocker",
    "length_of",
    "mover_of",
    "place_at",
    "reach_area",
    "shortest_way",
    "shortest_way_of",
]


def shortest_way(
    start: Point,
    radius: float,
    goal: Goal,
    barriers: Sequence[Barrier],
    width: float,
    height: float,
    most: float = math.inf,
) -> Way | None:
    """The shortest way of a disc to a goal: off every barrier, wholly on the board; None when none is within `most`.

    Touching is allowed (see `Barrier`). A start that is in base contact with a barrier, even a little in it, may be
    left; one that is deeper in a barrier, or off the board, leads nowhere. For many ways over the same ground keep a
    `WayFinder`.
    """
    return WayFinder(DiscMover(radius), barriers, width, height).shortest(start, goal, most)


def shortest_way_of(
    base: Base,
    pose: Pose,
    goal: Goal,
    barriers: Sequence[Barrier],
    width: float,
    height: float,
    most: float = math.inf,
    turning: bool = False,
) -> Way | None:
    """As `shortest_way` for any base: with the facing of its pose, or as the disc about it when it is `turning`.

    That disc is on the safe side along the way; at the end the base has turned its farthest part to the target. The
    length is that of the centre's way; turns are not in it.
    """
    return WayFinder(mover_of(base, pose.facing, turning), barriers, width, height).shortest(pose.point, goal, most)


def first_blocker(
    start: Point, radius: float, goal: Goal, barriers: Sequence[Barrier], width: float, height: float
) -> str | None:
    """What stands in the straight way of a disc to the nearest place of a goal: the name of the first barrier.

    A barrier in which the start itself lies too deep comes before all others, and after all others what keeps the disc
    from ending there. "" stands for the edge of the battlefield, None for nothing.
    """
    return WayFinder(DiscMover(radius), barriers, width, height).first_blocker(start, goal)


def reach_area(
    start: Point,
    radius: float,
    barriers: Sequence[Barrier],
    width: float,
    height: float,
    inches: float,
    tolerance: float = 0.01,
) -> Any:
    """Where the centre of a disc can be after a way of at most so many inches, as a shapely (multi)polygon.

    Its edge is within `tolerance` inches of the true one, but for notches no wider than that. Empty where no way can
    begin. For pictures and as text; whether a place is in reach is exactly known from `shortest_way`.
    """
    return WayFinder(DiscMover(radius), barriers, width, height).reach(start, inches, tolerance)
