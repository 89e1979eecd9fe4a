"""An edit carried out on a document: what it changes, read again by the one loader."""

from __future__ import annotations

from battlefield.editing.adding import copied, new_artifact, new_model, new_objective, new_terrain, new_unit
from battlefield.editing.deleting import deleted, mentions_of
from battlefield.editing.document import Document
from battlefield.editing.moving import moved_by, moved_to
from battlefield.editing.turning import faced, turned_by
from battlefield.scenario.names import MODEL
from battlefield.workbench import (
    AddArtifact,
    AddModel,
    AddObjective,
    AddTerrain,
    AddUnit,
    Arrange,
    Delete,
    Duplicate,
    Edit,
    EditError,
    MoveBy,
    MoveTo,
    TurnBy,
)

Made = tuple[Document, tuple[str, ...]]


def applied(document: Document, edit: Edit) -> Made:
    """The document after an edit, and the names of what is new in it; EditError when it cannot be."""
    match edit:
        case MoveTo():
            return _moved(document, edit), ()
        case Arrange():
            return _arranged(document, edit), ()
        case MoveBy():
            return document.patched(moved_by(document, edit)), ()
        case TurnBy():
            return document.patched(turned_by(document, edit)), ()
        case Delete():
            return _without(document, edit), ()
        case Duplicate():
            return _second(document, edit)
        case AddModel():
            made = document.patched(new_model(document, edit))
            return made, (made.models(edit.unit)[-1],)
    return _added(document, edit)


def _moved(document: Document, edit: MoveTo) -> Document:
    if edit.facing is not None and document.known(edit.name) in document.state.models:  # tokens have none
        document = document.patched(faced(document, document.known(edit.name), edit.facing))
    return document.patched(moved_to(document, edit))


def _arranged(document: Document, edit: Arrange) -> Document:
    """One after another, what others lean on first: they follow it, and are put right then."""

    def depth(name: str) -> int:
        on, count = document.leans_on(name), 0
        while on is not None:
            count += 1
            on = document.leans_on(on) if document.placed(on) else None
        return count

    for name, pose in sorted(edit.poses, key=lambda each: depth(each[0])):
        if document.pose(name) != pose:
            more = MoveTo(name=name, x=pose.x, y=pose.y, facing=pose.facing, exact=True)
            document = _moved(document, more)
    return document


def _without(document: Document, edit: Delete) -> Document:
    """Models of one unit go one after another, the last first, so that the others keep their numbers till then."""
    models = [each for each in edit.names if document.kind(each) == MODEL]
    units = [document.unit_of(each) for each in models]
    if len(set(units)) == len(units):
        return document.patched(deleted(document, edit))
    if not edit.with_mentions and mentions_of(document, edit.names):
        return document.patched(deleted(document, edit))  # which refuses it, with the words
    known = {document.known(each) for each in models}
    rest = tuple(each for each in edit.names if each not in models)
    for each in sorted(known, key=lambda name: int(name.rpartition("/")[2]), reverse=True):
        document = _without(document, Delete(names=(each,), with_mentions=True))
    return document if not rest else _without(document, Delete(names=rest, with_mentions=True))


def _added(document: Document, edit: Edit) -> Made:
    match edit:
        case AddUnit():
            name, patch = new_unit(document, edit)
        case AddTerrain():
            name, patch = new_terrain(document, edit)
        case AddArtifact():
            name, patch = new_artifact(document, edit)
        case AddObjective():
            name, patch = new_objective(document, edit)
        case _:
            raise EditError(f"nobody can {type(edit).__name__}")
    return document.patched([patch]), (name,)


def _second(document: Document, edit: Duplicate) -> Made:
    """A second one beside the first; of a model, in the same unit."""
    if document.kind(edit.name) == MODEL:
        model, unit = document.known(edit.name), document.unit_of(edit.name)
        x, y = document.pose(model).point if document.placed(model) else (0.0, 0.0)
        more = AddModel(unit=unit, x=x + edit.dx, y=y + edit.dy)
        made = document.patched(new_model(document, more, like=model))
        return made, (made.models(unit)[-1],)
    name, patches = copied(document, edit)
    made = document.patched(patches)
    stands = document.kind(edit.name) == "terrain" or any(
        made.placed(each) for each in (made.models(name) if name in made.layout.names.units else (name,))
    )
    if stands:
        made = made.patched(moved_by(made, MoveBy(names=(name,), dx=edit.dx, dy=edit.dy, exact=True)))
    return made, (name,)
