"""First contact of a footprint that moves along a path, without steps that could miss it.

A path is a sequence of poses, its start first; a leg is straight and keeps the facing with which it starts, and at its
end the base turns on the spot, by the smaller angle, all of it swept like the leg. Ways are measured as in `paths`: in
plan, plus climbs; a turn adds nothing to them.
Source rules: move.swept, artifact.recover, relic.seize.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlefield.geometry.approach import Slide, first_deep, first_near
from battlefield.geometry.bodies import Body, Obstacle
from battlefield.geometry.measure import TOLERANCE
from battlefield.geometry.motions import Motion, motions
from battlefield.geometry.paths import along, degrees_turned, legs
from battlefield.geometry.shapes import Base, Disc, Oval, Point, Polygon, Pose
from battlefield.geometry.spins import Spin, turned_deep, turned_near
from battlefield.geometry.swaths import slid_deep


class Contact(NamedTuple):
    """Where on a path something happens: share of the whole way, inches travelled, the centre there, and the pose.

    `turned`: the degrees that the base has turned along the path, whichever way round; they place it within a turn.
    """

    fraction: float
    travelled: float
    point: Point
    pose: Pose
    turned: float


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
            return along(leg, left / leg.length)
        left -= leg.length
    return path[-1]


def first_within(base: Base, path: Sequence[Pose], target: Obstacle, d: float) -> Contact | None:
    """The first pose along a path at which the base is within `d` of a footprint or an area; None when it never is.

    Where the path comes to exactly d, the contact is there, to 1e-8 in; where it only comes within TOLERANCE of that
    (a graze, or its end), it is where it is closest. In a turn `travelled` is that of its corner.
    """
    body = Body(target)
    for motion in _with_end(path):
        if motion.turn:
            at = turned_near(Spin(base, motion.start, motion.turn), body, target, d, TOLERANCE)
        else:
            slide = _slide(base, motion)
            at = _share(first_near(slide, body, d, TOLERANCE), slide)
        if at is not None:
            return _contact(path, motion, at)
    return None


def first_overlap(base: Base, path: Sequence[Pose], target: Obstacle, allowed: float = 0.0) -> Contact | None:
    """The first pose along a path beyond which the base overlaps a footprint or an area by more than `allowed`.

    By more than is judged with TOLERANCE, so a graze is no overlap; by the depth that is judged where a base stands.
    """
    body = Body(target)
    deep = allowed + TOLERANCE
    for motion in _with_end(path):
        if motion.turn:
            at = turned_deep(Spin(base, motion.start, motion.turn), body, target, deep)
        else:
            slide = _slide(base, motion)
            composite = body.shape is None and not isinstance(slide.shape, Disc)
            if composite and not isinstance(target, Disc | Oval | Polygon):
                at = _share(slid_deep(slide, target, deep), slide)
            else:
                at = _share(first_deep(slide, body, deep), slide)
        if at is not None:
            return _contact(path, motion, at)
    return None


def _with_end(path: Sequence[Pose]) -> Iterator[Motion]:
    """The slides and turns of a path, and at last its final pose, as a slide of no length."""
    yield from motions(path)
    yield Motion(path[-1], path[-1], length(path), 0.0, 0.0, degrees_turned(path))


def _slide(base: Base, motion: Motion) -> Slide:
    dx, dy = motion.end.x - motion.start.x, motion.end.y - motion.start.y
    size = math.hypot(dx, dy)
    ux, uy = (dx / size, dy / size) if size else (1.0, 0.0)
    return Slide(base.at(motion.start), ux, uy, size)


def _share(at: float | None, slide: Slide) -> float | None:
    return at / slide.size if at is not None and slide.size else at


def _contact(path: Sequence[Pose], motion: Motion, share: float) -> Contact:
    whole = length(path)
    travelled = motion.before + share * motion.length
    pose = motion.at(share)
    turned = motion.turned + share * abs(motion.turn)
    return Contact(travelled / whole if whole else 0.0, travelled, pose.point, pose, turned)
