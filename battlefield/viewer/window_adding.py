"""The list of what can be put on the table: units, one more model, terrain, tokens, markers. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from battlefield.geometry.shapes import Point
from battlefield.viewer.window_chooser import Chooser, Entry, Row
from battlefield.workbench import (
    AddArtifact,
    AddModel,
    AddObjective,
    AddTerrain,
    AddUnit,
    Edit,
    EditError,
    Palette,
    TerrainShape,
    Workbench,
)

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

BASES = ("25mm", "32mm", "40mm", "60mm", "75x42mm")
TERRAIN: tuple[tuple[str, TerrainShape, tuple[str, ...], float], ...] = (
    ("Ruin: a rectangle, obscuring, cover", "rect", ("obscuring", "cover"), 5.0),
    ("Rock: a polygon, impassable", "polygon", ("impassable",), 3.0),
    ("Wood: a circle, difficult, cover", "circle", ("difficult", "cover"), 4.0),
    ("Wall: a line, wall", "line", ("wall",), 4.0),
    ("Open ground: a rectangle without traits", "rect", (), 0.0),
)
Made = Callable[["Controls", Edit], None]


class AddingTool(Chooser):
    """Opened by the tool of setting up, which carries out what was chosen; `spot` is where it will stand."""

    name = "adding"
    asks = "add what? a profile, a base, terrain, a marker"
    nothing = "nothing that can be added is called so"

    def __init__(self, bench: Workbench | None, made: Made) -> None:
        super().__init__()
        self._bench = bench
        self._made = made
        self.spot: Point = (0.0, 0.0)
        self.unit: str | None = None

    def entries(self, controls: Controls, typed: str) -> Sequence[Entry]:
        """Everything that can be added, as far as it holds what was typed."""
        words = typed.casefold().split()
        return [
            Entry(Row(says, note), self._does(edit))
            for says, note, edit in self._every()
            if all(word in f"{says} {note}".casefold() for word in words)
        ]

    def _every(self) -> list[tuple[str, str, Edit]]:
        if self._bench is None:
            return []
        try:
            palette = self._bench.palette()
        except EditError:  # what needs none of it can be added all the same
            palette = Palette((), ())
        x, y = self.spot
        found: list[tuple[str, str, Edit]] = []
        if self.unit is not None:
            found.append((f"One more model of {self.unit}", "model", AddModel(unit=self.unit, x=x, y=y)))
        for player in palette.players:
            for profile, base in palette.profiles:
                for count in (1, 5):
                    says = f"{profile.capitalize()} for {player}, {count} {'model' if count == 1 else 'models'}"
                    edit = AddUnit(player=player, profile=profile, x=x, y=y, count=count)
                    found.append((says, f"unit, {base}", edit))
        for says, shape, traits, height in TERRAIN:
            found.append((says, "terrain", AddTerrain(shape=shape, x=x, y=y, traits=traits, height=height)))
        found.append(("Objective marker", "40 mm", AddObjective(x=x, y=y)))
        found.append(("Artifact", "on the field", AddArtifact(x=x, y=y)))
        for player in palette.players:
            found += [
                (f"Unit of one for {player}, {base}", "unit", AddUnit(player=player, base=base, x=x, y=y))
                for base in BASES
            ]
        return found

    def _does(self, edit: Edit) -> Callable[[Controls], None]:
        return lambda controls: self._made(controls, edit)
