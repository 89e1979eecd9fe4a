"""Turning things: the facing of a model is written where the file says it, the area of terrain in its own notation."""

from __future__ import annotations

from collections.abc import Iterator
from math import fmod

from battlefield.editing.document import Document
from battlefield.editing.grounds import turned_area
from battlefield.editing.keys import replaced, with_key
from battlefield.editing.moving import SAME, Pen, for_model
from battlefield.geometry.areas import middle
from battlefield.orders.base import Grid
from battlefield.scenario.names import MODEL, TERRAIN, UNIT
from battlefield.scenario.patching import Patch
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted
from battlefield.workbench import EditError, TurnBy


def turned_by(document: Document, edit: TurnBy) -> Iterator[Patch]:
    """What turns a model, or a terrain feature about its middle."""
    kind = document.kind(edit.name)
    if kind == TERRAIN:
        about = middle(document.terrain(edit.name).area)
        yield from turned_area(document, (*document.table(edit.name), "area"), about, edit.degrees, Pen().figure)
    elif kind == MODEL or (kind == UNIT and len(document.models(edit.name)) == 1):
        known = document.known(edit.name)
        facing = fmod(document.pose(known).facing + edit.degrees, 360.0)
        yield from faced(document, known, facing + 360.0 if facing < -SAME else facing)
    elif kind == UNIT:
        raise EditError(f"{quoted(edit.name)} has {len(document.models(edit.name))} models: turn them one by one")
    else:
        raise EditError(f"{quoted(edit.name)} is round and has no facing")


def faced(document: Document, model: str, facing: float) -> Iterator[Patch]:
    """What gives a model a facing, written where its facing is said now, else as near to its place as can be."""
    if abs(facing - document.pose(model).facing) <= SAME:
        return
    figure = Pen().figure
    unit = document.unit_of(model)
    draft, table = document.layout.drafts[unit], document.table(unit)
    wanted, in_grid = document.wish(model)
    place, path, own = wanted.place, wanted.path, wanted.path[0] != "profiles"
    alone = len(draft.unit.models) == 1
    if own and not in_grid and not isinstance(place, Grid) and place.facing is not None:
        yield _again(document, (*path, "facing"), facing)
    elif own and in_grid and isinstance(place, Grid) and place.first.facing is not None and alone:
        yield _again(document, (*path, "first", "facing"), facing)
    elif model in draft.turned and draft.turned[model][:2] == table:
        yield _again(document, draft.turned[model], facing)
    elif alone and draft.said.get("facing", ())[:2] == table:
        yield _again(document, draft.said["facing"], facing)
    elif alone and model not in draft.turned:
        yield with_key(document, table, "facing", figure(facing))
    elif own and not in_grid and path[-1] != "at":  # one of a list of places
        yield from _beside_place(document, path, facing)
    else:
        yield from for_model(document, model, "facing", figure(facing))


def _beside_place(document: Document, path: Path, facing: float) -> Iterator[Patch]:
    text = Pen().figure(facing)
    if isinstance(document.value(path), dict):
        yield with_key(document, path, "facing", text)
    else:
        yield replaced(document, path, f"{{ at = {document.written(path)}, facing = {text} }}")


def _again(document: Document, path: Path, facing: float) -> Patch:
    return replaced(document, path, Pen().figure(facing, document.written(path)))
