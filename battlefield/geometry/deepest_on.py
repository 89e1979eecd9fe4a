"""Where a footprint that slides along a path is deepest in something: the pose that shows best why it may not.

Source rule: move.swept. Only for showing: whether and where a path first goes too deep is settled by `sweep`.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.geometry.area_tree import CircleArea, MinusArea, PolygonArea, UnionArea
from battlefield.geometry.areas import area_overlap
from battlefield.geometry.measure import overlap
from battlefield.geometry.placement import Obstacle
from battlefield.geometry.shapes import Base, Pose, Shape
from battlefield.geometry.sweep import length, pose_at

STEPS = 48


def deepest_on(base: Base, path: Sequence[Pose], target: Obstacle, start: float, reach: float) -> Pose:
    """The pose at which the base is deepest in the target, from `start` inches along the path, within `reach` more."""
    low, high = start, min(start + reach, length(path))

    def depth(travelled: float) -> float:
        return _depth(base.at(pose_at(path, travelled)), target)

    for _ in range(3):
        step = (high - low) / STEPS
        best = max((low + index * step for index in range(STEPS + 1)), key=depth)
        low, high = max(low, best - step), min(high, best + step)
    return pose_at(path, (low + high) / 2)


def _depth(shape: Shape, target: Obstacle) -> float:
    if isinstance(target, PolygonArea | CircleArea | UnionArea | MinusArea):
        return area_overlap(shape, target).depth
    return overlap(shape, target).depth
