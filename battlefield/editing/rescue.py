"""What is not saved yet, kept beside the file as NAME.autosave, so that nothing is lost when a session breaks off."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic

from battlefield.scenario.saving import write_whole

ENDING = ".autosave"
SECONDS = 2.0
"""Between two writings at the least."""


@dataclass
class Rescue:
    """The copy beside one file. `kept`: the text that it holds, as far as this session wrote it."""

    path: Path
    kept: bytes | None = None
    _written: float = float("-inf")
    _barred: bool = False

    @property
    def place(self) -> Path:
        """Where it lies."""
        return self.path.with_name(self.path.name + ENDING)

    def left(self, raw: bytes) -> bytes | None:
        """What an earlier session left, if that is another text than the file's."""
        try:
            found = self.place.read_bytes()
        except OSError:
            return None
        return None if found == raw else found

    def when(self) -> str:
        """When it was written, in words."""
        return datetime.fromtimestamp(self.place.stat().st_mtime).strftime("%Y-%m-%d %H:%M:%S")

    def outdated(self) -> bool:
        """Whether the file was written after it."""
        return self.path.stat().st_mtime > self.place.stat().st_mtime

    def keep(self, raw: bytes, *, at_once: bool = False) -> str | None:
        """Write a text, unless it is there or one was written a moment ago; words, once, where that cannot be done."""
        if raw == self.kept or self._barred or (not at_once and monotonic() - self._written < SECONDS):
            return None
        try:
            write_whole(self.place, None, raw)
        except (OSError, ValueError) as fault:
            self._barred = True
            reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            return f"{self.place}: what is not saved cannot be kept there: {reason}; save now and then"
        self.kept, self._written = raw, monotonic()
        return None

    def set_aside(self) -> Path:
        """Give what an earlier session left another name, so that this one can keep its own; which."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.{number}{ENDING}")).exists():
            number += 1
        self.place.replace(aside)
        return aside

    def drop(self) -> None:
        """Take it away."""
        self.kept = None
        try:
            self.place.unlink(missing_ok=True)
        except OSError:
            self._barred = True
