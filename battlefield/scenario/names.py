"""The one space of names of a scenario, and the looking up of what a file names.

A name that is known but could not be read (its table has a fault of its own) is looked up without a word.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from battlefield.scenario.forms import plain_name
from battlefield.scenario.report import Report
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted, unknown

PLAYER, TERRAIN, UNIT, MODEL, ARTIFACT, OBJECTIVE = "player", "terrain", "unit", "model", "artifact", "objective"
ARMY = "army"
ZONE, CARD = "zone", "card"
WITH_FOOTPRINT = (MODEL, ARTIFACT, OBJECTIVE)
MEASURED = (UNIT, MODEL, ARTIFACT, OBJECTIVE, TERRAIN, ZONE)


@dataclass(slots=True)
class Names:
    """Every name, what it names and where; `models` says under which names a model goes."""

    report: Report
    kinds: dict[str, str] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    models: dict[str, str] = field(default_factory=dict)
    units: dict[str, tuple[str, ...] | None] = field(default_factory=dict)

    def claim(self, name: str, kind: str, path: Path) -> bool:
        """Give a name to something; False, and a fault, when it is taken."""
        name = plain_name(name)
        if name in self.kinds:
            first = self.report.source(self.paths[name])
            self.report.add(
                path, f"the name {quoted(name)} is taken: the {self.kinds[name]} on line {first.line} is called so too"
            )
            return False
        self.kinds[name] = kind
        self.paths[name] = path
        return True

    def number(self, unit: str, count: int | None) -> None:
        """Say how many models a unit has (None: that could not be read)."""
        self.units[unit] = None if count is None else tuple(f"{unit}/{n}" for n in range(1, count + 1))
        for model in self.units[unit] or ():
            self.models[model] = model
        if count == 1:
            self.models[unit] = f"{unit}/1"

    def alias(self, name: str, model: str) -> None:
        """Say that a model has a name of its own."""
        self.models[name] = model

    def find(self, name: str, kinds: tuple[str, ...], path: Path, *, key: bool = False) -> str | None:
        """The name by which something of these kinds is known; None, and a fault, when there is none.

        A model comes back as UNIT/N, whatever it was called; anything else by the name it has.
        """
        if UNIT in kinds and name in self.units:
            return name
        if MODEL in kinds and name in self.models:
            return self.models[name]
        if self.kinds.get(name) in kinds and name not in self.units:
            return None if name in self.unread else name
        if not self._is_unread(name):
            self.report.add(path, self._missing(name, kinds), key=key)
        return None

    def find_unit(self, name: str, path: Path) -> str | None:
        """The unit of that name; None, and a fault, when there is none."""
        return self.find(name, (UNIT,), path)

    def find_model(self, name: str, path: Path, *, key: bool = False) -> str | None:
        """The model of that name, as UNIT/N; None, and a fault, when there is none."""
        return self.find(name, (MODEL,), path, key=key)

    def find_player(self, name: str, path: Path) -> str | None:
        """The player of that name; None, and a fault, when there is none."""
        return self.find(name, (PLAYER,), path)

    def _is_unread(self, name: str) -> bool:
        unit = name.partition("/")[0]
        return name in self.unread or unit in self.unread or self.units.get(unit, ()) is None

    def _missing(self, name: str, kinds: tuple[str, ...]) -> str:
        found = self.kinds.get(name)
        models = self.units.get(name)
        if models is not None and MODEL in kinds:
            count = len(models)
            return f'{quoted(name)} is a unit of {count} models: name one of them, "{name}/1" … "{name}/{count}"'
        if name in self.models and UNIT in kinds:
            unit = self.models[name].rpartition("/")[0]
            return f"{quoted(name)} is a model: name its unit, {quoted(unit)}"
        if found is not None:
            return f"{quoted(name)} is {_any_of((found,))}; named here must be {_any_of(kinds)}"
        unit, _, number = name.partition("/")
        models = self.units.get(unit)
        if number and models is not None and MODEL in kinds:
            return f"no model is called {quoted(name)}: {unit} has {len(models)} (allowed: 1 to {len(models)})"
        return unknown(f"no {' or '.join(kinds)} is called", name, self._names(kinds))

    def _names(self, kinds: tuple[str, ...]) -> Iterable[str]:
        for name, kind in self.kinds.items():
            if kind in kinds or (kind == UNIT and MODEL in kinds and name in self.models):
                yield name
        if MODEL in kinds:
            yield from (name for name in self.models if "/" in name)


def _any_of(kinds: tuple[str, ...]) -> str:
    articles = {
        ARTIFACT: "an artifact",
        OBJECTIVE: "an objective",
        TERRAIN: "a terrain feature",
        ARMY: "an army",
    }
    return " or ".join(articles.get(kind, f"a {kind}") for kind in kinds)
