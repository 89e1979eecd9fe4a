"""Is the gap at most so much? Decided by the first bound that settles it, and by the gap itself when none does.

A bound settles it only when it is clear of the limit by more than rounding, so the verdict is always the one that the
gap would give. Source rule: measure.within.
"""

from __future__ import annotations

import math

from battlefield.geometry.convex import Part
from battlefield.geometry.corners import parts_reach
from battlefield.geometry.ellipse import MET, foot, part_ellipses
from battlefield.geometry.nearest import gap
from battlefield.geometry.shapes import Disc, Oval, Polygon, Shape

CLEAR = 1e-11
"""A bound this far from a limit decides; the rounding of the kernel stays well below."""


def reaches(a: Shape, b: Shape, limit: float) -> bool:
    """Whether the gap is at most `limit`: the same answer as `gap(a, b).high <= limit`, mostly for less work."""
    if isinstance(a, Disc):
        if isinstance(b, Disc):
            dx, dy = b.x - a.x, b.y - a.y
            return max(math.sqrt(dx * dx + dy * dy) - (a.radius + b.radius), 0.0) <= limit
        verdict = _disc_to_oval(a, b, limit) if isinstance(b, Oval) else _disc_to_polygon(a, b, limit)
    elif isinstance(b, Disc):
        verdict = _disc_to_oval(b, a, limit) if isinstance(a, Oval) else _disc_to_polygon(b, a, limit)
    elif isinstance(a, Oval):
        verdict = _ovals(a, b, limit) if isinstance(b, Oval) else _oval_to_polygon(a, b, limit)
    else:
        verdict = _oval_to_polygon(b, a, limit) if isinstance(b, Oval) else _polygons(a, b, limit)
    return gap(a, b).high <= limit if verdict is None else verdict


def _disc_to_oval(a: Disc, b: Oval, limit: float) -> bool | None:
    dx, dy = a.x - b.x, a.y - b.y
    n = math.sqrt(dx * dx + dy * dy)
    if n <= 0.0 or limit < 0.0:
        return None
    c, s, a2, b2 = (dx * b.ux + dy * b.uy) / n, (dy * b.ux - dx * b.uy) / n, b.a * b.a, b.b * b.b
    h = math.sqrt(a2 * c * c + b2 * s * s)
    low = n - h
    if low - a.radius > limit + CLEAR:
        return False
    slope = (a2 - b2) * c * s / h
    if math.sqrt(low * low + slope * slope) - a.radius < limit - CLEAR:
        return True
    distance = foot(b, a.x, a.y).distance - a.radius
    return None if abs(distance - limit) <= CLEAR else distance < limit


def _ovals(a: Oval, b: Oval, limit: float) -> bool | None:
    one, two = (a.a * a.a, a.b * a.b, a.ux, a.uy), (b.a * b.a, b.b * b.b, b.ux, b.uy)
    end, _, _, low, high = part_ellipses(b.x - a.x, b.y - a.y, one, two, limit - CLEAR, limit + CLEAR)
    if end == MET:
        return limit >= 0.0
    if high < limit - CLEAR:
        return True
    return False if low > limit + CLEAR else None


def _disc_to_polygon(a: Disc, b: Polygon, limit: float) -> bool | None:
    far = limit + a.radius + CLEAR
    for part in b.parts:
        if not _beyond(part, a.x, a.y, far):
            return None
    return False


def _beyond(part: Part, x: float, y: float, far: float) -> bool:
    """Whether some edge of a piece shows that a point is farther away than `far`."""
    for (px, py), (nx, ny) in zip(part.points, part.normals, strict=True):
        if (x - px) * nx + (y - py) * ny > far:
            return True
    return False


def _oval_to_polygon(a: Oval, b: Polygon, limit: float) -> bool | None:
    for part in b.parts:
        if not _oval_beyond(part, a, limit + CLEAR):
            return None
    return False


def _oval_beyond(part: Part, oval: Oval, far: float) -> bool:
    """Whether some edge of a piece, or their circles, show that an ellipse is farther away than `far`."""
    x, y, ux, uy = oval.x, oval.y, oval.ux, oval.uy
    a2, b2 = oval.a * oval.a, oval.b * oval.b
    mx, my = part.middle
    if math.sqrt((x - mx) * (x - mx) + (y - my) * (y - my)) - part.reach - math.sqrt(max(a2, b2)) > far:
        return True
    for (px, py), (nx, ny) in zip(part.points, part.normals, strict=True):
        c, s = nx * ux + ny * uy, ny * ux - nx * uy
        if (x - px) * nx + (y - py) * ny - math.sqrt(a2 * c * c + b2 * s * s) > far:
            return True
    return False


def _polygons(a: Polygon, b: Polygon, limit: float) -> bool:
    if (b.x, b.y) < (a.x, a.y):  # the order in which the gap is measured
        a, b = b, a
    for two in b.parts:
        for one in a.parts:
            between = math.dist(one.middle, two.middle) - one.reach - two.reach
            if between <= limit + CLEAR and parts_reach(one, two, limit, limit + CLEAR):
                return True
    return False
