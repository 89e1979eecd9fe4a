"""First contact of a footprint that moves along a path, without steps that could miss it.

A path is a sequence of poses, its start first; a leg is straight and keeps the facing with which it starts, and the
turn at a corner is judged at its end. Ways are measured as in `paths`: in plan, plus climbs.
Source rules: move.swept, artifact.recover, relic.seize.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlefield.geometry.approach import Slide, first_deep, first_near
from battlefield.geometry.bodies import Body, Obstacle
from battlefield.geometry.measure import TOLERANCE
from battlefield.geometry.paths import Leg, legs
from battlefield.geometry.shapes import Base, Point, Pose


class Contact(NamedTuple):
    """Where on a path something happens: share of the whole way, inches travelled, the centre there, and the pose."""

    fraction: float
    travelled: float
    point: Point
    pose: Pose


def length(path: Sequence[Pose]) -> float:
    """The length of a path, inches."""
    return sum(leg.length for leg in legs(path))


def pose_at(path: Sequence[Pose], travelled: float) -> Pose:
    """The pose after so many inches of a path; at a corner the one after the turn, beyond an end that end."""
    if travelled <= 0:
        return path[0]
    left = travelled
    for leg in legs(path):
        if left < leg.length:
            return _along(leg, left / leg.length)
        left -= leg.length
    return path[-1]


def first_within(base: Base, path: Sequence[Pose], target: Obstacle, d: float) -> Contact | None:
    """The first pose along a path at which the base is within `d` of a footprint or an area; None when it never is.

    Where the path comes to exactly d, the contact is there, to 1e-8 in; where it only comes within TOLERANCE of that
    (a graze, or its end), it is where it is closest.
    """
    body = Body(target)
    for before, leg, slide in _slides(base, path):
        at = first_near(slide, body, d, TOLERANCE)
        if at is not None:
            return _contact(path, before, leg, at / slide.size if slide.size else 0.0)
    return None


def first_overlap(base: Base, path: Sequence[Pose], target: Obstacle, allowed: float = 0.0) -> Contact | None:
    """The first pose along a path beyond which the base overlaps a footprint or an area by more than `allowed`.

    By more than is judged with TOLERANCE, so a graze is no overlap. For ovals at areas whose edge is a composite of
    arcs and lines `allowed` is kept to a tenth of itself.
    """
    body = Body(target)
    for before, leg, slide in _slides(base, path):
        at = first_deep(slide, body, allowed + TOLERANCE)
        if at is not None:
            return _contact(path, before, leg, at / slide.size if slide.size else 0.0)
    return None


def _slides(base: Base, path: Sequence[Pose]) -> Iterator[tuple[float, Leg, Slide]]:
    """Each leg with the way before it, and at last the final pose, as a leg of no length."""
    before = 0.0
    final = Leg(path[-1], path[-1], 0.0)
    for leg in (*legs(path), final):
        dx, dy = leg.end.x - leg.start.x, leg.end.y - leg.start.y
        size = math.hypot(dx, dy)
        ux, uy = (dx / size, dy / size) if size else (1.0, 0.0)
        yield before, leg, Slide(base.at(leg.start), ux, uy, size)
        before += leg.length


def _contact(path: Sequence[Pose], before: float, leg: Leg, share: float) -> Contact:
    whole = length(path)
    travelled = before + share * leg.length
    pose = leg.start if share == 0 else _along(leg, share)
    return Contact(travelled / whole if whole else 0.0, travelled, pose.point, pose)


def _along(leg: Leg, share: float) -> Pose:
    start, end = leg.start, leg.end
    return Pose(
        start.x + share * (end.x - start.x),
        start.y + share * (end.y - start.y),
        start.z + share * (end.z - start.z),
        start.facing,
    )
