"""What orders are made of: keys, names and places of one order's table, every fault at its place."""

from __future__ import annotations

from typing import Any

from battlefield.orders.base import Grid, Near, Place
from battlefield.scenario.forms import is_several
from battlefield.scenario.names import ARTIFACT, MODEL, UNIT, WITH_FOOTPRINT, Names
from battlefield.scenario.reader import Piece
from battlefield.scenario.report import Report
from battlefield.scenario.spots import grid_of, place_of
from battlefield.scenario.whereabouts import Path


class OrderParts:
    """The table of one order, with what its orders have in common to read."""

    def __init__(self, report: Report, names: Names, piece: Piece) -> None:
        self._report = report
        self._names = names
        self._path = piece.path
        self._piece = piece
        self._sound = not piece.broken

    def _get(self, key: str, default: Any = None) -> Any:
        return self._piece.get(key, default)

    def _has(self, key: str) -> bool:
        return key in self._piece.entry

    def _fault(self, path: Path, message: str, *, key: bool = False) -> None:
        self._sound = False
        self._report.add(path, message, key=key)

    def _sure(self, name: str | None) -> str | None:
        self._sound = self._sound and name is not None
        return name

    def _unit(self, name: str) -> str | None:
        return self._sure(self._names.find_unit(name, (*self._path, "unit")))

    def _model(self, name: str) -> str | None:
        return self._sure(self._names.find_model(name, (*self._path, "model")))

    def _artifact(self, name: str) -> str | None:
        return self._sure(self._names.find(name, (ARTIFACT,), (*self._path, "artifact")))

    def _by(self) -> str | None:
        by = self._get("by")
        return None if by is None else self._sure(self._names.find(by, (UNIT, MODEL), (*self._path, "by")))

    def _one_of_model_and_unit(self) -> bool:
        if self._has("model") != self._has("unit"):
            return True
        if not self._piece.broken & {"model", "unit"}:
            self._fault(self._path, "this order names a model or a unit, one of the two")
        return False

    def _places(self, entry: Any, path: Path) -> tuple[Place, ...]:
        if not is_several(entry):
            return (self._place(entry, path),)
        return tuple(self._place(each, (*path, index)) for index, each in enumerate(entry))

    def _place(self, entry: Any, path: Path) -> Place:
        place = place_of(entry)
        if isinstance(place, Near):
            known = self._sure(self._names.find(place.of, WITH_FOOTPRINT, (*path, "from")))
            return place_of(entry, of=known)
        return place

    def _grid(self, entry: dict[str, Any], path: Path) -> Grid:
        first = self._place(entry["first"], (*path, "first"))
        return grid_of(entry, of=first.of if isinstance(first, Near) else None)
