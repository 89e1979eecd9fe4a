"""Areas moved and turned in the notation in which the file has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import fmod
from typing import Any

from battlefield.editing.document import Document
from battlefield.editing.keys import replaced, with_key
from battlefield.geometry.shapes import Point, unit_vector
from battlefield.scenario.patching import Patch
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted
from battlefield.workbench import EditError

Figure = Callable[[float, str], str]
Motion = Callable[[Point], Point]


def moved_area(document: Document, path: Path, dx: float, dy: float, figure: Figure) -> Iterator[Patch]:
    """What moves the area at a path by so much."""
    yield from _changed(document, path, lambda at: (at[0] + dx, at[1] + dy), 0.0, figure)


def turned_area(document: Document, path: Path, about: Point, degrees: float, figure: Figure) -> Iterator[Patch]:
    """What turns the area at a path about a point, counter-clockwise."""
    ux, uy = unit_vector(degrees)
    x, y = about

    def turned(at: Point) -> Point:
        px, py = at[0] - x, at[1] - y
        return (x + px * ux - py * uy, y + px * uy + py * ux)

    yield from _changed(document, path, turned, degrees, figure)


def _changed(document: Document, path: Path, motion: Motion, degrees: float, figure: Figure) -> Iterator[Patch]:
    entry: dict[str, Any] = document.value(path)
    match entry:
        case {"polygon": ring}:
            yield from _points(document, (*path, "polygon"), ring, motion, figure)
            for index, hole in enumerate(entry.get("holes", [])):
                yield from _points(document, (*path, "holes", index), hole, motion, figure)
        case {"line": points}:
            yield from _points(document, (*path, "line"), points, motion, figure)
        case {"circle": [x, y, _]}:
            yield from _numbers(document, (*path, "circle"), motion((x, y)), figure)
        case {"rect": [x, y, width, height]}:
            cx, cy = motion((x + width / 2, y + height / 2))
            yield from _numbers(document, (*path, "rect"), (cx - width / 2, cy - height / 2), figure)
            if degrees:
                yield from _angle(document, path, entry.get("angle", 0.0) + degrees, figure)
        case {"union": parts}:
            for index in range(len(parts)):
                yield from _changed(document, (*path, "union", index), motion, degrees, figure)
        case {"minus": parts}:
            for index in range(len(parts)):
                yield from _changed(document, (*path, "minus", index), motion, degrees, figure)
        case _:
            raise EditError(f"the area {quoted('.'.join(map(str, path)))} is to be changed by hand")


def _angle(document: Document, path: Path, degrees: float, figure: Figure) -> Iterator[Patch]:
    angle = fmod(degrees, 360.0)
    if document.says((*path, "angle")):
        yield replaced(document, (*path, "angle"), figure(angle, document.written((*path, "angle"))))
    elif angle:
        yield with_key(document, path, "angle", figure(angle, ""))


def _points(
    document: Document, path: Path, points: list[list[float]], motion: Motion, figure: Figure
) -> Iterator[Patch]:
    for index, (x, y) in enumerate(points):
        yield from _numbers(document, (*path, index), motion((x, y)), figure)


def _numbers(document: Document, path: Path, values: Point, figure: Figure) -> Iterator[Patch]:
    for index, value in enumerate(values):
        where = (*path, index)
        if abs(value - document.value(where)) > 5e-10:
            yield replaced(document, where, figure(value, document.written(where)))
