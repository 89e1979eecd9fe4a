"""Who names a thing: every part of a file in which a name stands, and what becomes of it when the thing is gone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from battlefield.editing.document import Document
from battlefield.scenario.forms import plain_name
from battlefield.scenario.names import UNIT
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted
from battlefield.workbench import Mention

_NO_NAMES = frozenset(
    {"title", "rules", "do", "note", "kind", "phase", "state", "event", "finding", "verdict", "when", "value"}
    | {"keywords", "traits", "carriers", "base", "role"}
)
"""Keys under which texts stand that are no names of things."""
_SILENT = ("profiles", "players", "cards", "artefakty", "board", "start", "zones", "tables", "ranges")

Fate = Literal["order", "expectation", "place", "carrier", "transport", "leads"]
FATES: dict[Fate, str] = {
    "order": "the order is taken out too, with what is expected of it; orders behind it roll other dice from the seed",
    "expectation": "the expectation is taken out too",
    "place": "the place is written out by its coordinates",
    "carrier": "the Artifact lies where it is now",
    "transport": "the unit is in Reserves",
    "leads": "the key is taken out",
}


@dataclass(frozen=True, slots=True)
class Named:
    """A part of a file that names a thing: where, and what becomes of what when the thing is gone.

    `whole`: the path of the table, or of the value, to which that happens.
    """

    path: Path
    name: str
    fate: Fate
    whole: Path
    as_key: bool = False


def names_of(document: Document, name: str) -> frozenset[str]:
    """Every name under which a thing, or a model of a unit, may be spoken of."""
    models = document.layout.names.models
    own = {name, document.known(name)}
    if document.kind(name) == UNIT:
        own |= set(document.models(name))
    return frozenset(own | {each for each, model in models.items() if model in own and document.kind(each) != UNIT})


def named(document: Document, names: Collection[str], besides: Collection[Path] = ()) -> Iterator[Named]:
    """Every part of the file in which one of these names stands; not in the tables `besides`."""
    for key, value in document.tables.items():
        if key not in _SILENT and isinstance(value, list):
            for index, each in enumerate(value):
                for path, text, as_key in _texts(each, (key, index)):
                    if text in names and not any(path[: len(place)] == place for place in besides):
                        yield Named(path, text, *_fate(path), as_key)


def told(document: Document, found: Named) -> Mention:
    """A naming in words: the line, what stands there, what becomes of it."""
    at = document.places.of(found.path, key=found.as_key)
    lines = document.body.split(b"\n")
    says = lines[at.line - 1].decode("utf-8", "replace").strip() if at.line <= len(lines) else quoted(found.name)
    return Mention(at.line, says, FATES[found.fate])


def _texts(value: Any, path: Path) -> Iterator[tuple[Path, str, bool]]:
    """Every text that may be a name in a part of a file, and every key of [orders.paths]."""
    if isinstance(value, str):
        if len(path) > 2:
            yield path, plain_name(value), False
    elif isinstance(value, dict):
        for key, each in value.items():
            if path[-1] == "paths":
                yield (*path, key), plain_name(key), True
            if key not in _NO_NAMES and not (key == "name" and path[0] not in ("orders", "expect")):
                yield from _texts(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            if not (path[-1] == "token" and index == 1):
                yield from _texts(each, (*path, index))


def _fate(path: Path) -> tuple[Fate, Path]:
    """What becomes of what names a thing that is gone."""
    if path[0] == "orders":
        return ("expectation", path[:4]) if len(path) > 3 and path[2] == "expect" else ("order", path[:2])
    if path[0] == "expect":
        return "expectation", path[:2]
    last = path[-1]
    if last == "carrier":
        return "carrier", path
    if last == "in":
        return "transport", path
    if last == "leads":
        return "leads", path
    return "place", path[:-1]
