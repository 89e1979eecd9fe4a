"""The workbench as the window asks it: whatever fails in it is said, and never ends the window.

What fails raises EditError with words for it: that one thing is not done, and what is shown goes on as it was. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from battlefield.events.core import Reason
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.workbench import Edit, EditError, Mention, Palette, Saved, Snap, Trial, Workbench

Answer = TypeVar("Answer")


class Guarded:
    """A workbench whose every failure is an EditError; see `battlefield.workbench.Workbench`."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._faults: tuple[Reason, ...] = ()

    def _asked(self, doing: str, ask: Callable[[], Answer]) -> Answer:
        try:
            return ask()
        except EditError:
            raise
        except Exception as fault:
            said = " ".join(str(fault).split())
            why = f"{type(fault).__name__}: {said}" if said else type(fault).__name__
            raise EditError(f"{doing} failed ({why}); nothing is lost, please report it") from fault

    # --- what is shown ---

    @property
    def path(self) -> str:
        """The file."""
        return self._bench.path

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        return self._bench.dirty

    @property
    def version(self) -> int:
        """A number that is another one whenever the text is."""
        return self._bench.version

    def state(self) -> State:
        """The state after the set-up."""
        return self._bench.state()

    def set_up(self) -> Recording:
        """The set-up alone."""
        return self._bench.set_up()

    def played(self) -> Recording:
        """The set-up and all orders."""
        return self._asked("carrying the orders out", self._bench.played)

    def found(self) -> tuple[Reason, ...]:
        """Every finding against the set-up; the last known ones where they cannot be told."""
        with suppress(EditError):
            self._faults = self._asked("judging the set-up", self._bench.found)
        return self._faults

    def palette(self) -> Palette:
        """What can be added."""
        return self._asked("listing what can be added", self._bench.palette)

    # --- trying ---

    def trial(self, poses: Mapping[str, Pose], reach: float = 6.0) -> Trial:
        """What would be so with things at these poses."""
        return self._asked("judging this place", lambda: self._bench.trial(poses, reach))

    def trial_of_terrain(self, name: str, dx: float, dy: float, degrees: float) -> Trial:
        """What would be so with a terrain feature moved and turned."""
        return self._asked("judging this place", lambda: self._bench.trial_of_terrain(name, dx, dy, degrees))

    def snapped(self, name: str, pose: Pose, pull: float) -> Snap | None:
        """The exact place to which a thing is drawn."""
        return self._asked("looking for an exact place", lambda: self._bench.snapped(name, pose, pull))

    def legal_place(self, name: str, pose: Pose) -> Snap | None:
        """A legal place nearby."""
        return self._asked("looking for a legal place", lambda: self._bench.legal_place(name, pose))

    # --- doing ---

    def do(self, edit: Edit, fold: str | None = None) -> tuple[str, ...]:
        """Carry an edit out."""
        return self._asked("changing the file", lambda: self._bench.do(edit, fold))

    def mentions(self, names: Sequence[str]) -> tuple[Mention, ...]:
        """Every part of the file that names one of these things."""
        return self._asked("looking for what names it", lambda: self._bench.mentions(names))

    def undo(self) -> str | None:
        """Take the last step back."""
        return self._asked("undoing", self._bench.undo)

    def redo(self) -> str | None:
        """Take the last step that was taken back again."""
        return self._asked("redoing", self._bench.redo)

    # --- the file ---

    def save(self, *, over: bool = False) -> Saved:
        """Write the file."""
        return self._asked("saving", lambda: self._bench.save(over=over))

    def save_as(self, path: str) -> None:
        """Write to another file."""
        self._asked("saving", lambda: self._bench.save_as(path))

    def load_theirs(self) -> None:
        """Read the file on disk anew."""
        self._asked("reading the file", self._bench.load_theirs)

    def rescued(self) -> str | None:
        """What a session that broke off left; None where that cannot be told."""
        try:
            return self._asked("reading what was left", self._bench.rescued)
        except EditError:
            return None

    def take_rescued(self) -> None:
        """Go on with what was left."""
        self._asked("reading what was left", self._bench.take_rescued)

    def drop_rescued(self) -> None:
        """Throw away what was left; it stays where that fails."""
        with suppress(EditError):
            self._asked("throwing away what was left", self._bench.drop_rescued)

    def set_rescued_aside(self) -> str:
        """Keep what was left under another name."""
        return self._asked("keeping what was left", self._bench.set_rescued_aside)

    def keep_safe(self) -> str | None:
        """Write what is not saved beside the file; words where that cannot be done."""
        try:
            return self._asked("keeping what is not saved", self._bench.keep_safe)
        except EditError as fault:
            return str(fault)

    def abandon(self) -> None:
        """Give up what is not saved."""
        self._asked("giving up what is not saved", self._bench.abandon)

    def close(self) -> None:
        """The end of it."""
        self._asked("the end", self._bench.close)
