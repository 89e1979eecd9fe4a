"""The faults of one file, gathered by path and placed when they are told."""

from __future__ import annotations

from functools import cached_property

from battlefield.scenario.scenario import Fault, ScenarioError, Source
from battlefield.scenario.whereabouts import Path, Whereabouts

MOST_FAULTS = 500


class Report:
    """What is wrong with a file so far. `renamed` says under which mistyped key a part really stands in it."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.renamed: dict[Path, Path] = {}
        self._faults: dict[Fault, None] = {}

    @cached_property
    def whereabouts(self) -> Whereabouts:
        """Where everything stands."""
        return Whereabouts(self.text)

    def source(self, path: Path, *, key: bool = False) -> Source:
        """Where the part at a path stands in the file."""
        return self.whereabouts.of(self.written(path), key=key)

    def written(self, path: Path) -> Path:
        """A path as the file has it, mistyped keys and all."""
        if self.renamed:
            for end in range(len(path), 0, -1):
                meant = self.renamed.get(path[:end])
                if meant is not None:
                    return (*meant, *path[end:])
        return path

    def add(self, path: Path, message: str, *, key: bool = False) -> None:
        """Note a fault of the value at a path, or of its key. Raises them all when there are too many to go on."""
        place = self.source(path, key=key)
        self._faults.setdefault(Fault(self.file, place.line, place.column, message))
        if len(self._faults) >= MOST_FAULTS:
            last = self.faults[-1]
            cut = Fault(self.file, last.line, last.column, "too many faults: the others are not told")
            raise ScenarioError((*self.faults, cut))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault, in the order of the file."""
        return tuple(sorted(self._faults, key=lambda fault: (fault.line, fault.column)))

    def raise_if_faulty(self) -> None:
        """`ScenarioError` with every fault, if there are any."""
        if self._faults:
            raise ScenarioError(self.faults)
