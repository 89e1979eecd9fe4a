"""Moving things: the figures of their places are rewritten where the file says them, in the notation that it has.

A relative place stays relative where it can, and what leans on something that moves follows without being touched. What
a profile says of places is left to the profile: the unit, or the model, gets a place of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from battlefield.editing.document import Document
from battlefield.editing.grounds import moved_area
from battlefield.editing.keys import line, replaced, with_key
from battlefield.geometry.lines import bearing_between
from battlefield.geometry.measure import gap
from battlefield.geometry.placement import at_gap
from battlefield.geometry.shapes import Pose, Shape
from battlefield.orders.base import Grid, Near, Place, Spot
from battlefield.places import resolve
from battlefield.scenario.names import MODEL, TERRAIN, UNIT
from battlefield.scenario.patching import DECIMALS, EXACT_DECIMALS, Patch, toml_figure
from battlefield.scenario.whereabouts import Path
from battlefield.workbench import EditError, MoveBy, MoveTo

SAME = 5e-10
"""Inches of less than which a figure is left as it is written."""
_TRUE = 2e-6
"""How far a relative place that was worked out may be beside the one that is wanted."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How figures are written; places that were snapped to take more decimals."""

    exact: bool = False

    def figure(self, value: float, was: str = "") -> str:
        """A figure in the place of another."""
        return toml_figure(value, was, EXACT_DECIMALS if self.exact else DECIMALS)

    def point(self, pose: Pose, height: float | None = None) -> str:
        """A place by coordinates; with its elevation where one is given."""
        parts = [pose.x, pose.y, *(() if height is None else (height,))]
        return f"[{', '.join(map(self.figure, parts))}]"


def moved_to(document: Document, edit: MoveTo) -> Iterator[Patch]:
    """What gives one thing another place."""
    known, pen = document.known(edit.name), Pen(edit.exact)
    pose = document.pose(known)
    yield from placed(document, known, pose._replace(x=edit.x, y=edit.y), pen)


def moved_by(document: Document, edit: MoveBy) -> Iterator[Patch]:
    """What moves several things together; what leans on one of them is left to follow."""
    pen, terrain, poses = Pen(edit.exact), set[str](), dict[str, Pose]()
    for name in edit.names:
        kind = document.kind(name)
        if kind == TERRAIN:
            terrain.add(name)
        else:
            for each in document.models(name) if kind == UNIT else (document.known(name),):
                if document.placed(each):
                    at = document.pose(each)
                    poses[each] = at._replace(x=at.x + edit.dx, y=at.y + edit.dy)
    if not terrain and not poses:
        raise EditError(f"{', '.join(edit.names)}: nothing of it stands on the battlefield")
    for name in terrain:
        yield from moved_area(document, (*document.table(name), "area"), edit.dx, edit.dy, pen.figure)
    moving = {*poses, *terrain}
    leading = {name: pose for name, pose in poses.items() if not _follows(document, name, moving)}
    yield from _grids(document, leading, pen)
    for name, pose in sorted(leading.items(), key=lambda each: not _has_table(document, each[0])):
        if not _with_its_grid(document, name, leading):
            yield from placed(document, name, pose, pen)


def _has_table(document: Document, name: str) -> bool:
    """Whether a single model has a table of its own: what is added to that stands before new tables."""
    if document.kind(name) != MODEL:
        return True
    return document.says((*document.table(name), "models", document.known(name).rpartition("/")[2]))


def _follows(document: Document, name: str, moving: Collection[str]) -> bool:
    """Whether a thing leans on something that moves, or on something that follows that."""
    on = document.leans_on(name)
    while on is not None and on not in moving:
        on = document.leans_on(on) if document.placed(on) else None
    return on is not None


def placed(document: Document, known: str, pose: Pose, pen: Pen) -> Iterator[Patch]:
    """What puts a model, an Artifact or a marker at a pose; its facing and elevation are kept."""
    document.table(known)
    wanted, in_grid = document.wish(known)
    path, own = wanted.path, wanted.path[0] != "profiles"
    is_model = document.kind(known) == MODEL
    alone = is_model and len(document.models(document.unit_of(known))) == 1
    if own and in_grid and alone and isinstance(wanted.place, Grid):
        yield from _at(document, (*path, "first"), wanted.place.first, known, pose, pen)
    elif own and not in_grid and not isinstance(wanted.place, Grid):
        yield from _at(document, path, wanted.place, known, pose, pen)
    elif alone:
        yield with_key(document, document.table(known), "at", pen.point(pose))
    else:
        yield from for_model(document, known, "at", pen.point(pose, height(document, known, pose)))


def for_model(document: Document, model: str, key: str, text: str) -> Iterator[Patch]:
    """One more key, or another value of it, in the table of a single model, which is made where there is none."""
    unit, number = document.unit_of(model), model.rpartition("/")[2]
    models = (*document.table(unit), "models")
    if document.says((*models, number, key)):
        yield replaced(document, (*models, number, key), text)
    elif document.says((*models, number)):
        yield with_key(document, (*models, number), key, text)
    elif document.places.written_as(models) == "inline":
        yield with_key(document, models, number, f"{{ {key} = {text} }}")
    else:
        header = document.places.headed_tables(document.table(unit))
        if not header:
            raise EditError(f"units is written as one list; give {model} a place of its own by hand")
        yield line(document, header[-1][2], f"[units.models.{number}]\n{key} = {text}")


def _grids(document: Document, poses: Mapping[str, Pose], pen: Pen) -> Iterator[Patch]:
    """What moves whole grids: their first place."""
    for wanted in document.layout.wanted.values():
        if isinstance(wanted.place, Grid) and _whole(wanted.for_models, wanted.elsewhere, poses):
            first = wanted.for_models[0]
            if first in wanted.elsewhere:  # its own place is another than that of the grid, which moves all the same
                first = next(each for each in wanted.for_models if each not in wanted.elsewhere)
            dx, dy = (new - old for new, old in zip(poses[first].point, document.pose(first).point, strict=True))
            yield from _grid_by(document, wanted.name, dx, dy, pen)


def _grid_by(document: Document, unit: str, dx: float, dy: float, pen: Pen) -> Iterator[Patch]:
    wanted = document.layout.wanted[unit]
    grid = wanted.place
    assert isinstance(grid, Grid)
    corner = _corner(document, unit)
    there = corner._replace(x=corner.x + dx, y=corner.y + dy)
    if wanted.path[0] != "profiles":
        yield from _at(document, (*wanted.path, "first"), grid.first, unit, there, pen, corner)
        return
    more = f", gap = {pen.figure(grid.gap)}" + (f", bearing = {pen.figure(grid.bearing)}" if grid.bearing else "")
    text = f"{{ grid = [{grid.columns}, {grid.rows}], first = {pen.point(there)}{more} }}"
    yield with_key(document, document.table(unit), "at", text)


def _corner(document: Document, unit: str) -> Pose:
    """The first place of a unit's grid, also where its first model has a place of its own."""
    wanted = document.layout.wanted[unit]
    assert isinstance(wanted.place, Grid)

    def lookup(name: str) -> tuple[Shape, float]:
        shape = document.shape(name)
        assert shape is not None
        return shape, 0.0

    corner = resolve(wanted.place.first, wanted.base, wanted.facing, 0.0, lookup)
    inside = next(each for each in wanted.for_models if each not in wanted.elsewhere)
    return corner._replace(z=document.pose(inside).z)


def _whole(models: Sequence[str], elsewhere: frozenset[str], poses: Mapping[str, Pose]) -> bool:
    inside = [each for each in models if each not in elsewhere]
    return bool(inside) and all(each in poses for each in inside)


def _with_its_grid(document: Document, name: str, poses: Mapping[str, Pose]) -> bool:
    wanted, in_grid = document.wish(name)
    return in_grid and _whole(wanted.for_models, wanted.elsewhere, poses)


def _at(
    document: Document, path: Path, place: Place, name: str, pose: Pose, pen: Pen, was: Pose | None = None
) -> Iterator[Patch]:
    """What writes a pose where the file says a place, in the notation that it has there."""
    if isinstance(place, Spot):
        inner = (*path, "at") if isinstance(document.value(path), dict) else path
        yield from _point(document, inner, pose, pen)
        return
    near = _relative(document, place, name, pose, pen)
    if near is None:
        facing = None if place.facing is None else f", facing = {pen.figure(place.facing)}"
        text = pen.point(pose, height(document, name, was or pose))
        yield replaced(document, path, text if facing is None else f"{{ at = {text}{facing} }}")
        return
    for key, value in zip(("gap", "bearing"), near, strict=True):
        said = document.says((*path, key))
        old = float(document.value((*path, key))) if said else 0.0
        if abs(value - old) > SAME and said:
            yield replaced(document, (*path, key), pen.figure(value, document.written((*path, key))))
        elif abs(value - old) > SAME:
            yield with_key(document, path, key, pen.figure(value))


def _point(document: Document, path: Path, pose: Pose, pen: Pen) -> Iterator[Patch]:
    for index, value in enumerate(pose.point):
        was = document.value((*path, index))
        if abs(value - was) > SAME:
            yield replaced(document, (*path, index), pen.figure(value, document.written((*path, index))))


def _relative(document: Document, place: Near, name: str, pose: Pose, pen: Pen) -> tuple[float, float] | None:
    """The gap and the bearing that lead to a pose, as they will be written; None where none do."""
    other = document.shape(place.of)
    base = document.layout.setting.bases.get(name)
    if base is None:
        base = document.layout.wanted[name].base
    if other is None:
        return None
    far = gap(base.at(pose), other).value
    bearing = bearing_between((other.x, other.y), pose.point)
    written = float(pen.figure(far)), float(pen.figure(bearing)) % 360.0
    try:
        x, y = at_gap(base, pose.facing, other, *written)
    except ValueError:
        return None
    return written if hypot(x - pose.x, y - pose.y) <= _TRUE else None


def height(document: Document, name: str, pose: Pose) -> float | None:
    """The elevation that a place by coordinates must say to keep the one that a thing has; None where it need not."""
    known, level = document.known(name), 0.0
    for draft in document.layout.drafts.values():
        if known in draft.levels or draft.unit.name == name:
            level = draft.levels.get(known, draft.level) or 0.0
    return None if abs(pose.z - level) <= SAME else pose.z
