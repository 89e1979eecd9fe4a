"""A scenario file as it stands: its bytes are the truth, and everything else is read from them by the one loader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from battlefield.battle import Battle, run
from battlefield.geometry.shapes import Pose, Shape
from battlefield.scenario.load import Layout, layout_of
from battlefield.scenario.names import ARTIFACT, MODEL, OBJECTIVE, TERRAIN, UNIT
from battlefield.scenario.patching import Patch, parted, patched
from battlefield.scenario.scenario import ScenarioError
from battlefield.scenario.setting import Wanted, outline_of
from battlefield.scenario.syntax import decoded, parsed
from battlefield.scenario.whereabouts import Path, Whereabouts
from battlefield.scenario.wording import quoted
from battlefield.state import State, Terrain
from battlefield.workbench import EditError

LISTS = {UNIT: "units", TERRAIN: "terrain", ARTIFACT: "artifacts", OBJECTIVE: "objectives"}


@dataclass(frozen=True)
class Document:
    """The bytes of a scenario file and what they say. `name` stands for the file in messages."""

    raw: bytes
    name: str
    layout: Layout

    @cached_property
    def body(self) -> bytes:
        """The bytes behind the byte order mark."""
        return parted(self.raw)[1]

    @cached_property
    def places(self) -> Whereabouts:
        """Where in the body everything stands."""
        return Whereabouts(self.body.decode("utf-8"))

    @cached_property
    def tables(self) -> dict[str, Any]:
        """The tables of the file as they are written."""
        return parsed(decoded(self.raw, self.name), self.name)

    @cached_property
    def battle(self) -> Battle:
        """The set-up alone."""
        return run(self.layout.scenario, orders=0)

    @cached_property
    def state(self) -> State:
        """The state after the set-up."""
        return self.battle.state

    # --- what is called so ---

    def kind(self, name: str) -> str:
        """What a name is that of: "unit", "model", "terrain", "artifact", "objective"; EditError for others."""
        names = self.layout.names
        found = UNIT if name in names.units else MODEL if name in names.models else names.kinds.get(name)
        if found is None or found not in (*LISTS, MODEL):
            raise EditError(f"nothing that can be changed here is called {quoted(name)}")
        return found

    def model(self, name: str) -> str:
        """A model as UNIT/N."""
        return self.layout.names.models[name]

    def table(self, name: str) -> Path:
        """The path of the table that describes a thing; EditError when the file has none, but for a built-in map."""
        kind = self.kind(name)
        if kind == MODEL:
            return self.table(self.unit_of(name))
        path = self.layout.names.paths[name][:-1]
        if not self.places.written_as(path):
            raise EditError(f"{quoted(name)} comes from the deployment map named at the top: write it out to change it")
        return path

    def unit_of(self, model: str) -> str:
        """The unit of a model."""
        return self.model(model).rpartition("/")[0]

    def terrain(self, name: str) -> Terrain:
        """A terrain feature."""
        return next(each for each in self.layout.scenario.table.terrain if each.name == name)

    def models(self, unit: str) -> tuple[str, ...]:
        """The models of a unit."""
        return self.layout.names.units[unit] or ()

    # --- where it stands ---

    def pose(self, name: str) -> Pose:
        """Where a model, an Artifact or a marker stands; EditError for what stands nowhere."""
        found = self.layout.setting.poses.get(self.known(name))
        if found is None:
            raise EditError(f"{quoted(name)} has no place of its own on the battlefield")
        return found

    def known(self, name: str) -> str:
        """The name by which a thing is placed: that of a model is UNIT/N."""
        return self.layout.names.models.get(name, name)

    def placed(self, name: str) -> bool:
        """Whether a thing has a place of its own."""
        return self.known(name) in self.layout.setting.poses

    def shape(self, name: str, pose: Pose | None = None) -> Shape | None:
        """What a thing covers, here or at a pose; None for what is no single outline, or stands nowhere."""
        setting, known = self.layout.setting, self.known(name)
        if known in setting.terrain:
            return outline_of(setting.terrain[known].area)
        at = pose or setting.poses.get(known)
        return None if at is None or known not in setting.bases else setting.bases[known].at(at)

    def wish(self, name: str) -> tuple[Wanted, bool]:
        """How the file says where a thing stands, and whether it does so with others, in a grid."""
        wanted, known = self.layout.wanted, self.known(name)
        if known in wanted:
            return wanted[known], False
        for each in wanted.values():
            if known in each.for_models:
                return each, True
        raise EditError(f"{quoted(name)} has no place of its own on the battlefield")

    def leans_on(self, name: str) -> str | None:
        """What a thing's place is relative to."""
        return self.layout.setting.leans(self.wish(name)[0].place)

    def value(self, path: Path) -> Any:
        """What the file says at a path; KeyError for nothing."""
        found: Any = self.tables
        for part in path:
            if isinstance(part, int) and not (isinstance(found, list) and part < len(found)):
                raise KeyError(path)
            found = found[part]
        return found

    def says(self, path: Path) -> bool:
        """Whether the file says something at a path."""
        try:
            self.value(path)
        except (KeyError, TypeError):
            return False
        return True

    def written(self, path: Path) -> str:
        """The text of the value at a path."""
        start, stop = self.places.value_bytes(path)
        return self.body[start:stop].decode("utf-8")

    def patched(self, patches: Iterable[Patch]) -> Document:
        """The document with its bytes changed, read again; EditError with the loader's words where it cannot be."""
        made = patched(self.raw, patches)
        return self if made == self.raw else read_again(made, self.name)

    def each_name(self) -> Iterator[str]:
        """Every name that the file has given away."""
        names = self.layout.names
        yield from names.kinds
        yield from names.models


def opened(raw: bytes, name: str) -> Document:
    """A document from the bytes of a file; ScenarioError lists every fault."""
    return Document(raw, name, layout_of(raw, name))


def read_again(raw: bytes, name: str) -> Document:
    """A document from changed bytes; EditError with the loader's words where they cannot be used."""
    try:
        made = opened(raw, name)
        _ = made.state
    except ScenarioError as fault:
        raise EditError(f"this cannot be done, the file would not be usable: {fault}") from None
    return made
