"""Reads one table of the file after another, so that a fault in one leaves the others readable.

A mistyped key is one fault: it is read as the key that was meant. A key whose value is wrong is left out, and the rest
of its table is read all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic_core import ErrorDetails, ValidationError

from battlefield.scenario.forms import Table
from battlefield.scenario.report import MOST_FAULTS, Report
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import listed, nearest, of_error, quoted

Loc = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A table that was read: what it says, where it stands, and which of its keys could not be read."""

    entry: dict[str, Any]
    path: Path
    broken: frozenset[str] = frozenset()

    def get(self, key: str, default: Any = None) -> Any:
        """What the table says under a key."""
        return self.entry.get(key, default)


@dataclass(slots=True)
class _Stray:
    """A key that its table does not know, set aside."""

    table: int
    key: str
    kind: Table
    meant: str | None


class Reader:
    """Turns tables of the file into entries and notes every fault."""

    def __init__(self, report: Report, root: dict[str, Any], root_keys: tuple[str, ...]) -> None:
        self.report = report
        self._root = root
        self._root_keys = root_keys
        self._kinds: dict[int, Table] = {}
        self._strays: list[_Stray] = []

    def sort_out(self, kind: Table, data: dict[str, Any]) -> None:
        """Take from a table the keys that it cannot have; called by the entries themselves."""
        self._kinds[id(data)] = kind
        if kind.free:
            return
        known = kind.keys
        for key in [each for each in data if each not in known]:
            meant = nearest(key, (each for each in known if each not in data))
            value = data.pop(key)
            if meant is not None:
                data[meant] = value
            self._strays.append(_Stray(id(data), key, kind, meant))

    def piece(self, kind: Table, raw: Any, path: Path) -> Piece | None:
        """The entry of a table; None where too little of it can be read."""
        self._strays.clear()
        try:
            entry = kind.validator.validate_python(raw, context=self)
        except ValidationError as error:
            wrong = self._every_fault(error, kind, raw)
            self._tell_strays(raw, path)
            broken = self._tell(wrong, raw, path)
        else:
            self._tell_strays(raw, path)
            return Piece(entry, path)
        if not isinstance(raw, dict):
            return None
        rest = {key: value for key, value in raw.items() if key not in broken}
        rest |= {key: kept for key in broken if (kept := _without_strange(raw[key], key, wrong))}
        try:
            return Piece(kind.validator.validate_python(rest), path, broken)
        except ValidationError:
            return None

    def _every_fault(self, error: ValidationError, kind: Table, raw: Any) -> list[ErrorDetails]:
        """What a model found wrong, also in the parts of lists that are too long, at which it did not look."""
        found: list[ErrorDetails] = list(error.errors(include_url=False))
        for each in found:
            path, value, _ = _followed(each["loc"], raw)
            if each["type"] != "too_long" or not isinstance(value, list):
                continue
            most, deep = each["ctx"]["max_length"], len(each["loc"])
            for start in range(0, len(value), most):
                try:
                    kind.validator.validate_python(_with(raw, path, value[start : start + most]), context=self)
                except ValidationError as more:
                    for part in more.errors(include_url=False):
                        if part["loc"][:deep] == each["loc"] and len(part["loc"]) > deep:
                            index = start + int(part["loc"][deep])
                            found.append({**part, "loc": (*each["loc"], index, *part["loc"][deep + 1 :])})
                if len(found) > MOST_FAULTS:
                    return found
        return found

    def _tell(self, wrong: list[ErrorDetails], raw: Any, path: Path) -> frozenset[str]:
        """Note what a model found wrong; which keys of the table cannot be used."""
        broken = set()
        strange = _strange(wrong)
        for each in wrong:
            if each["loc"][-1:] != ("[key]",) and _under(each["loc"], strange):
                continue  # what stands under a key that cannot be is not looked at
            inner, value, rest = _followed(each["loc"], raw)
            where = (*path, *inner)
            if inner and isinstance(inner[0], str):
                broken.add(inner[0])
            if any(where[:end] in self.report.renamed for end in range(len(path) + 1, len(where) + 1)):
                continue  # what stands under a guessed key is not held against it
            if each["type"] == "missing":
                self.report.add(where, of_error(each, str(rest[-1]) if rest else "", value))
                continue
            names = [part for part in where if isinstance(part, str)]
            if "[key]" in rest:
                self.report.add(where, of_error(each, names[-2], names[-1]), key=True)
            else:
                self.report.add(where, of_error(each, names[-1] if names else "this", value))
        return frozenset(broken)

    def _tell_strays(self, raw: Any, path: Path) -> None:
        """Note every key that was set aside."""
        strays, self._strays = self._strays, []
        tables = dict(_tables(raw, path)) if strays else {}
        for stray in strays:
            where = tables.get(stray.table, path)
            written = (*self.report.written(where), stray.key)
            meant = self._fallen(where, stray) or self._mistyped(stray)
            if stray.meant is not None:
                self.report.renamed[(*where, stray.meant)] = written
            self.report.add(written, meant, key=True)

    def _mistyped(self, stray: _Stray) -> str:
        meant = f"; did you mean {stray.meant}?" if stray.meant else ""
        return f"there is no key {quoted(stray.key)} here{meant} (allowed: {listed(stray.kind.keys)})"

    def _fallen(self, where: Path, stray: _Stray) -> str | None:
        """The words for a key of a table further up that fell into the one above it."""
        places = self.report.whereabouts
        if not places.has_header(self.report.written(where)):
            return None
        header = places.header(self.report.written(where))
        for end in range(len(where) - 1, -1, -1):
            owner = self._at(where[:end])
            kind = self._kinds.get(id(owner))
            keys = self._root_keys if end == 0 else kind.keys if kind is not None else ()
            if stray.key in keys:
                return fallen(stray.key, header, "" if end == 0 else places.header(where[:end]))
        return None

    def _at(self, path: Path) -> Any:
        found: Any = self._root
        for part in path:
            if not (isinstance(found, dict) and part in found) and not isinstance(found, list):
                return None
            found = found[part]  # type: ignore[index]
        return found


def fallen(key: str, header: str, owner: str) -> str:
    """The words for a key that fell into the table above it."""
    if owner:
        return f"the key {key} belongs to {owner} and fell into {header} above it: put it before {header}"
    return (
        f"the key {key} belongs to the top of the file and fell into {header} above it: put it before the first table"
    )


def _with(raw: Any, path: Path, value: Any) -> Any:
    """A table or list with another value at a path."""
    if not path:
        return value
    made = raw.copy()
    made[path[0]] = _with(raw[path[0]], path[1:], value)
    return made


def _strange(wrong: list[ErrorDetails]) -> set[Loc]:
    """The places of keys that cannot be."""
    return {each["loc"][:-1] for each in wrong if each["loc"][-1:] == ("[key]",)}


def _under(loc: Loc, places: set[Loc]) -> bool:
    """Whether a place is one of these or lies in one of them."""
    return bool(places) and any(loc[:end] in places for end in range(len(loc) + 1))


def _without_strange(table: Any, key: str, wrong: list[ErrorDetails]) -> dict[str, Any]:
    """A table without the keys that it cannot have; empty where that is not all that is wrong with it."""
    strange: set[Loc] = {each for each in _strange(wrong) if len(each) == 2 and each[0] == key}
    if not strange or not all(_under(each["loc"], strange) for each in wrong if each["loc"][:1] == (key,)):
        return {}
    return {each: value for each, value in table.items() if (key, each) not in strange}


def _followed(loc: Loc, raw: Any) -> tuple[Path, Any, list[int | str]]:
    """A model's place as a path within the table, the value there, and what leads no further."""
    path: list[str | int] = []
    rest: list[int | str] = []
    value = raw
    for part in loc:
        in_table = isinstance(value, dict) and part in value
        if not rest and (in_table or (isinstance(value, list) and isinstance(part, int) and part < len(value))):
            value = value[part]
            path.append(part)
        elif not (isinstance(part, str) and part.startswith("@")):
            rest.append(part)
    return tuple(path), value, rest


def _tables(raw: Any, path: Path) -> Iterator[tuple[int, Path]]:
    """Every table within a value, by identity, with its path."""
    waiting: list[tuple[Any, Path]] = [(raw, path)]
    while waiting:
        value, where = waiting.pop()
        if isinstance(value, dict):
            yield id(value), where
            waiting += [(each, (*where, key)) for key, each in value.items()]
        elif isinstance(value, list):
            waiting += [(each, (*where, index)) for index, each in enumerate(value)]
