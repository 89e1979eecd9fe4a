"""What holds for a unit and for each of its models: its own keys over those of its profile, and theirs, in turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from battlefield.scenario.document import Document
from battlefield.scenario.entries import MODEL, PROFILE
from battlefield.scenario.forms import plain_name
from battlefield.scenario.reader import Piece
from battlefield.scenario.report import Report
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import unknown

MOST_DEEP = 50
Entry = Mapping[str, Any]


@dataclass(slots=True)
class Layers:
    """Keys with their values, each with the place where it was said last. `broken`: said, but not readable."""

    values: dict[str, Any] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key."""
        return self.values.get(key, default)

    def known_absent(self, key: str) -> bool:
        """Whether nothing says this key, not even unreadably."""
        return key not in self.values and key not in self.broken

    def copy(self) -> Layers:
        """The same layers, to lay more over."""
        return Layers(dict(self.values), dict(self.paths), set(self.broken))

    def lay(self, entry: Entry, path: Path, broken: frozenset[str] = frozenset()) -> None:
        """Lay the keys of a table over what is there. A hull's height is the model's."""
        for key, value in entry.items():
            self.values[key] = value
            self.paths[key] = (*path, key)
        base = entry.get("base")
        if isinstance(base, dict) and "height" in base and "height" not in entry:
            self.values["height"] = base["height"]
            self.paths["height"] = (*path, "base", "height")
        self.broken |= broken


class Profiles:
    """The profiles of a file, by name."""

    def __init__(self, document: Document) -> None:
        self._report: Report = document.report
        self._pieces = {plain_name(name): piece for name, piece in document.profiles.items()}
        self._unread = {plain_name(name) for name in document.table("profiles")} - set(self._pieces)
        for name, piece in self._pieces.items():
            self._check(piece.entry, piece.path)
            circle = self._circle(name)
            if circle and name == min(circle):
                said = " takes ".join([*circle, name])
                self._report.add((*piece.path, "profile"), f"profiles take one another in a circle: {said}")
            elif not circle and len(self._chain(name)) > MOST_DEEP:
                message = f"profiles take one another more than {MOST_DEEP} deep, the most allowed"
                self._report.add((*piece.path, "profile"), message)

    def of_unit(self, piece: Piece) -> tuple[Layers, dict[int, list[tuple[Entry, Path]]]]:
        """What holds for a unit, and the tables that speak of single models of it, the nearest last."""
        layers, models = Layers(), dict[int, list[tuple[Entry, Path]]]()
        if not self._check(piece.entry, piece.path):
            layers.broken |= set(PROFILE.keys)
        for each in [*self._chain(piece.get("profile")), piece]:
            layers.lay(each.entry, each.path, each.broken)
            for key, model in each.get("models", {}).items():
                models.setdefault(int(key), []).append((model, (*each.path, "models", key)))
        return layers, models

    def over(self, layers: Layers, entry: Entry, path: Path) -> None:
        """Lay a model's table, over the profile that it takes, over what holds for its unit."""
        if not self._check(entry, path):
            layers.broken |= set(MODEL.keys)
        for each in self._chain(entry.get("profile")):
            layers.lay(each.entry, each.path, each.broken)
        layers.lay(entry, path)

    def _check(self, entry: Entry, path: Path) -> bool:
        """Whether the profile that a table takes can be used; a fault where there is none, and for two heights."""
        base, height = entry.get("base"), entry.get("height")
        inner = base.get("height") if isinstance(base, dict) else None
        if inner is not None and height is not None and inner != height:
            message = f"the hull has a height of {inner:g}, the model one of {height:g}: give one of them"
            self._report.add((*path, "height"), message)
        name = entry.get("profile")
        if name is None or name in self._pieces:
            return True
        if name not in self._unread:
            self._report.add((*path, "profile"), unknown("no profile is called", name, self._pieces))
        return False

    def _chain(self, name: str | None) -> list[Piece]:
        """A profile and those that it takes, the farthest first."""
        chain: dict[str, Piece] = {}
        while name is not None and name in self._pieces and name not in chain and len(chain) <= MOST_DEEP:
            chain[name] = self._pieces[name]
            name = chain[name].get("profile")
        return list(chain.values())[::-1]

    def _circle(self, name: str) -> list[str]:
        """The circle of profiles that a profile lies on, itself first; empty where there is none."""
        chain: list[str] = []
        on: str | None = name
        while on is not None and on in self._pieces and on not in chain and len(chain) <= MOST_DEEP:
            chain.append(on)
            on = self._pieces[on].get("profile")
        return chain if on == name else []
