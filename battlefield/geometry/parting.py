"""Which way one convex body lies from another: a direction across which a straight line parts the two.

Bodies that touch, or overlap by less than a hair, are parted; an edge alone is a body of two corners.
Source rule: measure.visible.
"""

from __future__ import annotations

import math

from battlefield.geometry.corners import on_segment
from battlefield.geometry.curves import HAIR
from battlefield.geometry.ellipse import foot, separation
from battlefield.geometry.shapes import Disc, Oval, Point
from battlefield.geometry.sides import Convex, Corners


def parting(one: Convex, other: Convex) -> Point | None:
    """A vector from one body towards another: a line across it has the bodies on its two sides. None: they overlap.

    >>> parting(Disc(0, 0, 1), Disc(4, 0, 1))
    (4, 0)
    """
    if isinstance(one, Disc):
        if isinstance(other, Disc):
            return _discs(one, other)
        return _disc_oval(one, other) if isinstance(other, Oval) else _disc_corners(one, other)
    if isinstance(one, Oval) and isinstance(other, Oval):
        found = separation(one, other)
        return None if found is None else found.normal
    if isinstance(one, Oval) and not isinstance(other, Disc | Oval):
        return _oval_corners(one, other)
    if not isinstance(one, Oval) and not isinstance(other, Disc | Oval):
        return _corners(one, other)
    back = parting(other, one)
    return None if back is None else (-back[0], -back[1])


def _discs(one: Disc, other: Disc) -> Point | None:
    dx, dy = other.x - one.x, other.y - one.y
    return (dx, dy) if math.hypot(dx, dy) >= one.radius + other.radius - HAIR else None


def _disc_oval(one: Disc, other: Oval) -> Point | None:
    nearest = foot(other, one.x, one.y)
    if nearest.distance < max(one.radius - HAIR, 0.0):
        return None
    return (-nearest.normal[0], -nearest.normal[1])


def _disc_corners(one: Disc, other: Corners) -> Point | None:
    return _from_circle(one.x, one.y, one.radius, other)


def _from_circle(x: float, y: float, radius: float, other: Corners) -> Point | None:
    """From a disc towards the closest point of a convex ring; of one on the rim itself, out of the disc."""
    if len(other) > 2 and all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0
        for (ax, ay), (bx, by) in zip(other, (*other[1:], other[0]), strict=True)
    ):
        return None
    feet = [on_segment(a, b, (x, y)) for a, b in zip(other, (*other[1:], other[0]), strict=True)]
    qx, qy = min(feet, key=lambda q: (q[0] - x) ** 2 + (q[1] - y) ** 2)
    return (qx - x, qy - y) if math.hypot(qx - x, qy - y) >= radius - HAIR else None


def _oval_corners(one: Oval, other: Corners) -> Point | None:
    """Stretched so that the oval is the unit disc; a line that parts them there does so here."""
    seen = []
    for x, y in other:
        dx, dy = x - one.x, y - one.y
        seen.append(((dx * one.ux + dy * one.uy) / one.a, (dy * one.ux - dx * one.uy) / one.b))
    found = _from_circle(0.0, 0.0, 1.0, tuple(seen))
    if found is None:
        return None
    wx, wy = found[0] / one.a, found[1] / one.b
    return (wx * one.ux - wy * one.uy, wx * one.uy + wy * one.ux)


def _corners(one: Corners, other: Corners) -> Point | None:
    """The edge, of either ring, that the other ring is farthest beyond."""
    first, along = _widest(one, other)
    second, back = _widest(other, one)
    if max(first, second) < -HAIR:
        return None
    return along if first >= second else (-back[0], -back[1])


def _widest(one: Corners, other: Corners) -> tuple[float, Point]:
    best, normal = -math.inf, (0.0, 0.0)
    for (ax, ay), (bx, by) in zip(one, (*one[1:], one[0]), strict=True):
        size = math.hypot(bx - ax, by - ay)
        if size == 0.0:
            continue
        nx, ny = (by - ay) / size, (ax - bx) / size
        out = min((x - ax) * nx + (y - ay) * ny for x, y in other)
        if out > best:
            best, normal = out, (nx, ny)
    return best, normal
