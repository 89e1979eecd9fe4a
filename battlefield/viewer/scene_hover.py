"""The pair under the pointer: the line between the closest points, with its figure."""

from __future__ import annotations

from typing import Any

from battlefield.geometry.shapes import Point
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Ellipse, Item, Stroke
from battlefield.viewer.labels import tag
from battlefield.viewer.options import Hover
from battlefield.viewer.scene_rings import focus_rings

VERDICT_COLOURS = {"in": theme.rgb("00694c"), "out": theme.rgb("8f2d00"), "on the line": theme.rgb("7a5c00")}


def hover_items(state: State, hover: Hover, scale: float) -> tuple[Item, ...]:
    """The two things ringed, the line from closest point to closest point, the measured figure in its middle."""
    names = (hover.a,) if hover.b is None else (hover.a, hover.b)
    items: list[Item] = list(focus_rings(state, names, frozenset(), scale))
    certificate = hover.certificate
    if certificate is None:
        return tuple(items)
    here, there = point_of(certificate.details.get("here")), point_of(certificate.details.get("there"))
    if here is None or there is None:
        return tuple(items)
    items += [
        Stroke((here, there), theme.LABEL.at(0.9), 5.0),
        Stroke((here, there), theme.INK, 2.2, (7, 4)),
        *(_dot(at, 3.5 / scale) for at in (here, there)),
    ]
    middle = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
    length = certificate.details.get("distance", certificate.value)
    text = f"{length:.3f}″" if isinstance(length, float | int) else str(length)
    items.append(tag(middle, text, theme.INK, size=13, outline=theme.LABEL))
    return tuple(items)


def _dot(at: Point, radius: float) -> Item:
    return Ellipse(at, radius, radius, fill=theme.INK, outline=theme.LABEL, width=1.2)


def point_of(value: Any) -> Point | None:
    """A place in plan from what a certificate holds: [x, y, z] or [x, y]; None when it holds none."""
    if isinstance(value, list | tuple) and len(value) >= 2:
        return (float(value[0]), float(value[1]))
    return None
