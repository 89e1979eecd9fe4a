"""Edits in words, for whoever takes them back."""

from __future__ import annotations

from battlefield.editing.document import Document
from battlefield.figures import trimmed
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
    MoveBy,
    MoveTo,
    TurnBy,
)


def told(edit: Edit, document: Document) -> str:
    """What an edit does, in a few words."""
    match edit:
        case MoveTo():
            here = document.pose(edit.name).point
            turned = edit.facing is not None and (edit.x, edit.y) == here
            return f"{'turn' if turned else 'move'} {_called(document, edit.name)}"
        case MoveBy():
            return f"move {_all(document, edit.names)}"
        case Arrange():
            return f"turn {_all(document, tuple(name for name, _ in edit.poses))}"
        case TurnBy():
            return f"turn {_called(document, edit.name)} by {trimmed(edit.degrees)}°"
        case Duplicate():
            return f"duplicate {_called(document, edit.name)}"
        case Delete():
            return f"delete {_all(document, edit.names)}"
        case AddModel():
            return f"add a model to {edit.unit}"
        case AddUnit():
            return f"add a unit of {edit.count}"
        case AddTerrain():
            return "add terrain"
        case AddArtifact():
            return "add an Artifact"
        case AddObjective():
            return "add an objective marker"
    return "change the file"


def _called(document: Document, name: str) -> str:
    """A model as people call it: the only one of a unit by the unit's name."""
    unit = document.known(name).rpartition("/")[0]
    return unit if len(document.layout.names.units.get(unit) or ()) == 1 else name


def _all(document: Document, names: tuple[str, ...]) -> str:
    return _called(document, names[0]) if len(names) == 1 else f"{len(names)} things"
