"""Areas moved and turned as a whole. Source rule: measure.units."""

from __future__ import annotations

from battlefield.geometry.area_tree import Area, CircleArea, MinusArea, PolygonArea, UnionArea
from battlefield.geometry.boundary import area_bounds
from battlefield.geometry.deepest import centroid
from battlefield.geometry.shapes import Point, polygon, unit_vector


def moved_area(area: Area, dx: float, dy: float, degrees: float = 0.0, about: Point = (0.0, 0.0)) -> Area:
    """The area turned about a point, counter-clockwise, and then moved by so many inches.

    >>> moved_area(CircleArea(1.0, 0.0, 0.5), 0, 1, 90)
    CircleArea(x=0.0, y=2.0, radius=0.5)
    """
    ux, uy = unit_vector(degrees)
    x, y = about

    def there(at: Point) -> Point:
        px, py = at[0] - x, at[1] - y
        return (x + px * ux - py * uy + dx, y + px * uy + py * ux + dy)

    def moved(part: Area) -> Area:
        if isinstance(part, PolygonArea):
            return PolygonArea(tuple(map(there, part.ring)), tuple(tuple(map(there, hole)) for hole in part.holes))
        if isinstance(part, CircleArea):
            return CircleArea(*there((part.x, part.y)), part.radius)
        if isinstance(part, UnionArea):
            return UnionArea(tuple(map(moved, part.parts)))
        return MinusArea(moved(part.whole), moved(part.taken))

    return moved(area)


def middle(area: Area) -> Point:
    """The point about which an area is turned: the centre of gravity of a disc or polygon, else of its box the middle.

    >>> middle(CircleArea(1.0, 2.0, 0.5))
    (1.0, 2.0)
    """
    if isinstance(area, CircleArea):
        return (area.x, area.y)
    if isinstance(area, PolygonArea) and not area.holes:
        return centroid(polygon(area.ring))
    x0, y0, x1, y1 = area_bounds(area)
    return ((x0 + x1) / 2, (y0 + y1) / 2)
