"""The pair under the pointer: the line between the closest points, round Walls if need be, with its figure."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any

from battlefield.certificate import Certificate
from battlefield.geometry.shapes import Point
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Ellipse, Item, Line, Rect, Stroke, Text
from battlefield.viewer.labels import box, tag
from battlefield.viewer.options import Hover
from battlefield.viewer.plan import between
from battlefield.viewer.scene_rings import focus_rings


def hover_items(state: State, hover: Hover, scale: float) -> tuple[Item, ...]:
    """The two things ringed, the line from closest point to closest point, the measured figure in its middle."""
    names = (hover.a,) if hover.b is None else (hover.a, hover.b)
    items: list[Item] = list(focus_rings(state, names, frozenset(), scale))
    measured = _measured(hover)
    if measured is None:
        return tuple(items)
    line, figure = measured
    items += [
        Stroke(line, theme.LABEL.at(0.9), 5.0),
        Stroke(line, theme.INK, 2.2, (7, 4)),
        *(_dot(at, 3.5 / scale) for at in line),
    ]
    return (*items, figure)


def hover_room(hover: Hover | None, scale: float) -> tuple[tuple[Line, ...], tuple[Rect, ...]]:
    """The line (inches) and the figure (board pixels) that labels keep off."""
    measured = None if hover is None else _measured(hover)
    if measured is None:
        return (), ()
    line, figure = measured
    return (line,), (box(figure, scale),)


def _measured(hover: Hover) -> tuple[Line, Text] | None:
    """The line between the closest points, round Walls where it goes so, and its figure; None where there is none."""
    certificate = hover.certificate
    if certificate is None:
        return None
    here, there = point_of(certificate.details.get("here")), point_of(certificate.details.get("there"))
    if here is None or there is None:
        return None
    length = certificate.details.get("distance", certificate.value)
    text = f"{length:.3f}″" if isinstance(length, float | int) else str(length)
    line = (here, *bends(certificate), there)
    one, two = max(pairwise(line), key=lambda leg: dist(*leg))
    return line, tag(between(one, two, 0.5), text, theme.INK, size=13, outline=theme.LABEL)


def bends(claim: Certificate) -> Line:
    """The corners of Walls about which a way was measured (A15); none where it is straight."""
    return tuple((float(x), float(y)) for x, y in claim.details.get("corners", ()))


def _dot(at: Point, radius: float) -> Item:
    return Ellipse(at, radius, radius, fill=theme.INK, outline=theme.LABEL, width=1.2)


def point_of(value: Any) -> Point | None:
    """A place in plan from what a certificate holds: [x, y, z] or [x, y]; None when it holds none."""
    if isinstance(value, list | tuple) and len(value) >= 2:
        return (float(value[0]), float(value[1]))
    return None
