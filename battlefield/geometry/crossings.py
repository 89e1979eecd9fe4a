"""Places at a distance from two discs at once: where the circles about them cross."""

from __future__ import annotations

import math

from battlefield.geometry.shapes import Disc, Point


def circle_crossings(one: Disc, other: Disc, out: float) -> list[Point]:
    """The points that lie `out` inches from both discs: none, one (they touch there) or two."""
    r, s = one.radius + out, other.radius + out
    dx, dy = other.x - one.x, other.y - one.y
    apart = math.hypot(dx, dy)
    if apart == 0.0 or apart > r + s or apart < abs(r - s):
        return []
    along = (apart * apart + r * r - s * s) / (2 * apart)
    across = math.sqrt(max(r * r - along * along, 0.0))
    ux, uy = dx / apart, dy / apart
    x, y = one.x + along * ux, one.y + along * uy
    return [(x - across * uy, y + across * ux), (x + across * uy, y - across * ux)]
