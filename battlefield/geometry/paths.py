"""Paths: straight legs between poses, a turn on the spot at a corner, and how far a footprint travels along one.

Source rules: move.length, move.vertical; rulings A3, A4. How far along a path something is (its *arc*) is measured
on the centre's way in plan plus each climb and descent; within a turn on the spot it is told apart by the degrees that
the base has turned along the path.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from battlefield.geometry.measure import TOLERANCE, radius_around
from battlefield.geometry.shapes import Base, Disc, Pose

_SAME_FACING = 1e-9


class Leg(NamedTuple):
    """One leg of a path: from where to where, and its length by the centre's way, climb included."""

    start: Pose
    end: Pose
    length: float


def legs(path: Sequence[Pose]) -> list[Leg]:
    """The legs of a path given with its start."""
    return [Leg(one, two, leg_length(one, two)) for one, two in pairwise(path)]


def leg_length(one: Pose, two: Pose) -> float:
    """The way in plan plus the climb or descent."""
    return math.hypot(two.x - one.x, two.y - one.y) + abs(two.z - one.z)


def way_travelled(base: Base, path: Sequence[Pose]) -> float:
    """The greatest way that any point of the footprint travels along a path given with its start, inches.

    For a disc the centre's way. Every other base turns on the spot at the end of a leg on which its facing changes,
    by the smaller angle, and its farthest point from the centre travels that arc besides.
    """
    way = sum(leg.length for leg in legs(path))
    reach = turning_reach(base, path[0])
    return way + math.radians(degrees_turned(path)) * reach if reach else way


def turning_reach(base: Base, pose: Pose) -> float:
    """The inches that a radian of turning on the spot counts: as far as its farthest point goes; none for a disc."""
    shape = base.at(pose)
    return 0.0 if isinstance(shape, Disc) else radius_around(shape, pose.point)


def degrees_turned(path: Sequence[Pose]) -> float:
    """The degrees turned along a path given with its start, whichever way round."""
    return sum(abs(turn_between(one.facing, two.facing)) for one, two in pairwise(path))


def turn_between(one: float, two: float) -> float:
    """The turn from one facing to another, degrees, more than -180 and at most 180.

    >>> turn_between(350, 10)
    20.0
    """
    turn = math.fmod(two - one, 360.0)
    if turn > 180.0:
        return turn - 360.0
    return turn + 360.0 if turn <= -180.0 else turn


def cut(start: Pose, path: Sequence[Pose], arc: float, turned: float = math.inf) -> tuple[list[Pose], list[Pose]]:
    """Cut a path (its start left out) at an arc: the part up to there, ending in a pose there, and the rest.

    On a leg the facing is that of its start. `turned` are the degrees turned along the path up to there, whichever way
    round; unless told, at the end of a leg the whole turn there belongs to the first part.
    """
    left, here, spun = arc, start, 0.0
    done: list[Pose] = []
    for index, corner in enumerate(path):
        length = leg_length(here, corner)
        if left < length - TOLERANCE:
            ahead = [] if left <= 0.0 else [along(Leg(here, corner, length), left / length)]
            return [*done, *ahead], list(path[index:])
        turn = turn_between(here.facing, corner.facing)
        if spun + abs(turn) > turned + _SAME_FACING:
            part = max(turned - spun, 0.0)
            ahead = [corner._replace(facing=(here.facing + math.copysign(part, turn)) % 360.0)]
            return [*done, *(ahead if ahead[0] != here else [])], list(path[index:])
        left, spun = left - length, spun + abs(turn)
        done.append(corner)
        here = corner
    return done, []


def reached(base: Base, path: Sequence[Pose], way: float) -> tuple[float, float]:
    """How far along a path given with its start a footprint comes that travels so far: the arc, the degrees turned."""
    out = turning_reach(base, path[0])
    left, arc, spun = way, 0.0, 0.0
    for leg in legs(path):
        if left < leg.length:
            return arc + max(left, 0.0), spun
        left, arc = left - leg.length, arc + leg.length
        turn = abs(turn_between(leg.start.facing, leg.end.facing))
        if left < math.radians(turn) * out:
            return arc, spun + math.degrees(max(left, 0.0) / out)
        left, spun = left - math.radians(turn) * out, spun + turn
    return arc, spun


def sub_leg(leg: Leg, low: float, high: float) -> tuple[float, Leg] | None:
    """The stretch of a leg on which the elevation lies between `low` and `high`, and the arc at which it begins.

    Elevation changes evenly along a leg; None when it is nowhere in between (edges, to the tolerance, are).
    """
    start, end = leg.start, leg.end
    low, high = low - TOLERANCE, high + TOLERANCE
    rise = end.z - start.z
    if rise == 0.0:
        return (0.0, leg) if low <= start.z <= high else None
    enters, leaves = sorted(((low - start.z) / rise, (high - start.z) / rise))
    enters, leaves = max(enters, 0.0), min(leaves, 1.0)
    if enters > leaves:
        return None
    here, there = along(leg, enters), along(leg, leaves)
    if leaves == 1.0:
        there = end
    return enters * leg.length, Leg(here, there, (leaves - enters) * leg.length)


def along(leg: Leg, share: float) -> Pose:
    """The pose a share of the way along a leg; the facing is that of its start."""
    start, end = leg.start, leg.end
    return Pose(
        start.x + share * (end.x - start.x),
        start.y + share * (end.y - start.y),
        start.z + share * (end.z - start.z),
        start.facing,
    )
