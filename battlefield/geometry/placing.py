"""Where a footprint stands so that its closest part is exactly so far from another's.

Along a line the distance between two convex footprints is convex, so Newton from beyond comes down to the farthest
place without passing it. A hull that is not convex is taken piece by piece.
Source rules: relic.drop, artifact.expulsion.distance.
"""

from __future__ import annotations

from collections.abc import Callable

from battlefield.geometry.line_free import farthest_at_gap
from battlefield.geometry.measure import gap as gap_of
from battlefield.geometry.measure import radius_around
from battlefield.geometry.shapes import Base, Point, Polygon, Pose, RoundBase, Shape, unit_vector

_CLOSE = 1e-12


def at_gap(base: Base, facing: float, of: Shape, gap: float, bearing: float, origin: Point | None = None) -> Point:
    """The centre at which a base's closest part is exactly `gap` inches from a footprint's, to 1e-9 in.

    It lies on the ray from `origin` (the footprint's centre unless given) at `bearing` degrees; where there are several
    such places it is the farthest. Raises ValueError when the ray never comes that close.
    """
    start = origin or (of.x, of.y)
    direction = unit_vector(bearing)
    at = farthest_along(base, facing, of, gap, start, direction)
    if at is None or at < 0:
        raise ValueError(f"no place at bearing {bearing:g} is {gap:g} in away")
    return (start[0] + at * direction[0], start[1] + at * direction[1])


def farthest_along(base: Base, facing: float, of: Shape, gap: float, origin: Point, direction: Point) -> float | None:
    """As `at_gap`: how far along a line (unit vector) that place is; None when the line never comes that close."""
    if isinstance(base, RoundBase):
        return farthest_at_gap(base.radius, of, gap, origin, direction)

    def there(t: float) -> Shape:
        return base.at(Pose(origin[0] + t * direction[0], origin[1] + t * direction[1], 0.0, facing))

    middle = there(0.0)
    beyond = radius_around(of, origin) + radius_around(middle, origin) + gap + 1.0
    found = [
        _descend(lambda t, i=i: _part(there(t), i), fixed, gap, direction, beyond)  # type: ignore[misc]
        for i in range(len(_parts(middle)))
        for fixed in _parts(of)
    ]
    return max((t for t in found if t is not None), default=None)


def _parts(shape: Shape) -> list[Shape]:
    if not isinstance(shape, Polygon) or len(shape.parts) == 1:
        return [shape]
    return [Polygon(shape.x, shape.y, part.points, (part,)) for part in shape.parts]


def _part(shape: Shape, index: int) -> Shape:
    return _parts(shape)[index]


def _descend(
    there: Callable[[float], Shape], fixed: Shape, wanted: float, direction: Point, beyond: float
) -> float | None:
    """The greatest t at which two convex shapes are `wanted` apart, from a t at which they are farther apart."""
    t = beyond
    for _ in range(200):
        value, _, here, other = _measured(there(t), fixed)
        short = value - wanted
        if short <= _CLOSE:
            return t
        rate = ((here[0] - other[0]) * direction[0] + (here[1] - other[1]) * direction[1]) / value
        if rate <= 0:
            return None
        step = short / rate
        t -= step
        if step < 4e-16 * max(1.0, abs(t)):
            return t
    return t


def _measured(moving: Shape, fixed: Shape) -> tuple[float, float, Point, Point]:
    found = gap_of(moving, fixed)
    return found.high, found.low, found.here, found.there
