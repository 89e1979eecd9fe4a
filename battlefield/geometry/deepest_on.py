"""Where a footprint that moves along a path is deepest in something: the pose that shows best why it may not.

Source rule: move.swept. Only for showing: whether and where a path first goes too deep is settled by `sweep`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlefield.geometry.motions import Motion, motions
from battlefield.geometry.placement import Obstacle
from battlefield.geometry.shapes import Base, Pose
from battlefield.geometry.spins import depth_in
from battlefield.geometry.sweep import Contact

STEPS, PASSES = 48, 3
_SAME = 1e-9


def deepest_on(base: Base, path: Sequence[Pose], target: Obstacle, start: Contact, reach: float) -> Pose:
    """The pose at which the base is deepest in the target, from a contact along the path, within `reach` inches more.

    Every slide and every turn on that stretch is searched, the first of them from the contact itself, closely.
    """
    best, most = start.pose, depth_in(base.at(start.pose), target)
    for motion, low, high in _stretches(path, start, reach):
        for narrow in (True, False):
            pose, depth = _deepest(base, motion, target, low, high, narrow)
            if depth > most:
                best, most = pose, depth
    return best


def _stretches(path: Sequence[Pose], start: Contact, reach: float) -> Iterator[tuple[Motion, float, float]]:
    """The motions within reach of the contact, and from which share to which."""
    last = start.travelled + reach
    for motion in motions(path):
        if start.travelled - _SAME <= motion.before + motion.length and motion.before <= last:
            low = motion.share_of(start.travelled, start.turned)
            high = 1.0 if motion.turn else motion.share_of(last, 0.0)
            yield motion, low, max(low, high)


def _deepest(base: Base, motion: Motion, target: Obstacle, low: float, high: float, narrow: bool) -> tuple[Pose, float]:
    """The deepest of samples, then of samples about it; `narrow` looks about the beginning first."""

    def depth(share: float) -> float:
        return depth_in(base.at(motion.at(share)), target)

    if narrow:
        high = low + (high - low) / STEPS
    best, most = low, -1.0
    for _ in range(PASSES):
        step = (high - low) / STEPS
        for share in (low + index * step for index in range(STEPS + 1)):
            found = depth(share)
            if found > most:
                best, most = share, found
        low, high = max(low, best - step), min(high, best + step)
    return motion.at(best), most
