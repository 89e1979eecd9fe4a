"""A scenario file that is being changed: the Workbench of the window, over a document, its history and the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from battlefield.battle import findings, run
from battlefield.editing.applying import applied
from battlefield.editing.deleting import mentions_of
from battlefield.editing.document import Document, opened, read_again
from battlefield.editing.history import History
from battlefield.editing.legality import Ground
from battlefield.editing.rescue import Rescue
from battlefield.editing.snapping import snapper
from battlefield.editing.telling import told
from battlefield.events.core import Reason
from battlefield.geometry.areas import middle, moved_area
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.scenario.saving import ChangedMeanwhileError, write_whole
from battlefield.scenario.scenario import ScenarioError
from battlefield.scenario.syntax import MOST_BYTES
from battlefield.scenario.top import bytes_of
from battlefield.state import State
from battlefield.workbench import Delete, Edit, EditError, Mention, Palette, Saved, Snap, Trial


class Session:
    """One file under change; see `battlefield.workbench.Workbench`. ScenarioError when the file cannot be used."""

    def __init__(self, path: str | Path, seed: int | None = None) -> None:
        raw = bytes_of(path)
        self._file = Path(path)
        self._seed = seed
        self._disk = raw
        self._history = History()
        self._rescue = Rescue(self._file)
        self._version = 0
        self._take(opened(raw, str(path)))

    def _take(self, document: Document) -> None:
        self.document = document
        self._ground = Ground(document)
        self._version += 1

    @property
    def path(self) -> str:
        """The file."""
        return str(self._file)

    @property
    def raw(self) -> bytes:
        """The text as it stands, as bytes."""
        return self.document.raw

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        return self.raw != self._disk

    @property
    def version(self) -> int:
        """A number that is another one whenever the text is."""
        return self._version

    def state(self) -> State:
        """The state after the set-up."""
        return self.document.state

    def set_up(self) -> Recording:
        """The set-up alone."""
        return self.document.battle.recording

    def played(self) -> Recording:
        """The set-up and all orders, carried out anew."""
        try:
            return run(self.document.layout.scenario, self._seed).recording
        except ScenarioError as fault:
            raise EditError(f"the orders cannot be carried out from here: {fault}") from None

    def found(self) -> tuple[Reason, ...]:
        """Every finding against the set-up."""
        return findings(self.document.state)

    def palette(self) -> Palette:
        """The players, and the profiles with a base of their own or of a profile that they take."""
        players = tuple(player.name for player in self.document.state.players)
        profiles = self.document.tables.get("profiles", {})
        return Palette(players, tuple((name, _size(profiles, name)) for name in profiles if _size(profiles, name)))

    # --- trying ---

    def trial(self, poses: Mapping[str, Pose], reach: float = 6.0) -> Trial:
        """What would be so with things at these poses."""
        return self._ground.trial(poses, reach)

    def trial_of_terrain(self, name: str, dx: float, dy: float, degrees: float) -> Trial:
        """What would be so with a terrain feature moved and turned about its middle."""
        terrain = self.document.terrain(name)
        area = moved_area(terrain.area, dx, dy, degrees, middle(terrain.area))
        return self._ground.trial_of_terrain(replace(terrain, area=area), 3.0)

    def snapped(self, name: str, pose: Pose, pull: float) -> Snap | None:
        """The exact place within `pull` inches to which a thing is drawn."""
        return snapper(self._ground, name).snapped(pose, pull)

    def legal_place(self, name: str, pose: Pose) -> Snap | None:
        """A place near to a pose at which nothing is against a model."""
        return snapper(self._ground, name).legal(pose)

    # --- doing ---

    def do(self, edit: Edit, fold: str | None = None) -> tuple[str, ...]:
        """Carry an edit out; the names of what is new. EditError, and nothing changed, when it cannot be."""
        before = self.document
        document, new = self._after(edit)
        if document.raw != before.raw:
            self._history.note(before.raw, document.raw, told(edit, before), fold)
            self._take(document)
        return new

    def _after(self, edit: Edit) -> tuple[Document, tuple[str, ...]]:
        try:
            return applied(self.document, edit)
        except EditError:
            raise
        except (KeyError, ValueError, IndexError, TypeError) as fault:
            words = "this cannot be done in the way in which the file is written; change it by hand"
            raise EditError(words) from fault

    def mentions(self, names: Sequence[str]) -> tuple[Mention, ...]:
        """Every part of the file that names one of these things; EditError where they cannot be deleted with those."""
        self._after(Delete(names=tuple(names), with_mentions=True))
        return mentions_of(self.document, names)

    def undo(self) -> str | None:
        """Take the last step back; what it was."""
        return self._go(self._history.back(self.raw))

    def redo(self) -> str | None:
        """Take the last step that was taken back again; what it was."""
        return self._go(self._history.forth(self.raw))

    def _go(self, to: tuple[bytes, str] | None) -> str | None:
        if to is None:
            return None
        self._take(read_again(to[0], self.path))
        return to[1]

    # --- the file ---

    def save(self, *, over: bool = False) -> Saved:
        """Write the file, whole or not at all; not over one that changed on disk meanwhile, unless told `over`."""
        now = self._on_disk()
        if now is None and not over:
            return "gone"
        if now == self.raw:
            saved: Saved = "saved" if self.dirty else "unchanged"
        elif not self.dirty and not over:
            return "unchanged" if now == self._disk else "changed meanwhile"
        else:
            if now != self._disk and not over:
                return "changed meanwhile"
            try:
                write_whole(self._file, None if over or now is None else now, self.raw)
            except ChangedMeanwhileError:
                return "changed meanwhile"
            except (OSError, ValueError) as fault:
                raise EditError(_cannot(self._file, fault)) from None
            saved = "saved"
        self._disk = self.raw
        self._rescue.drop()
        return saved

    def save_as(self, path: str) -> None:
        """Write to another file, which is the file from then on."""
        place = Path(path)
        if not path.strip():
            raise EditError("a file needs a name")
        try:
            there = place.exists()
        except (OSError, ValueError) as fault:
            raise EditError(_cannot(place, fault)) from None
        if there:
            raise EditError(f"{path}: there is such a file already; choose another name")
        try:
            write_whole(place, None, self.raw)
        except (OSError, ValueError) as fault:
            raise EditError(_cannot(place, fault)) from None
        self._rescue.drop()
        self._file, self._rescue, self._disk = place, Rescue(place), self.raw
        self._take(opened(self.raw, path))

    def load_theirs(self) -> None:
        """Read the file on disk anew, as a step that can be undone."""
        raw = self._on_disk()
        if raw is None:
            raise EditError(f"{self.path}: the file is no longer there")
        document = read_again(raw, self.path)
        self._history.note(self.raw, raw, "load the file anew")
        self._disk = raw
        self._take(document)
        self._rescue.drop()

    def _on_disk(self) -> bytes | None:
        """What the file holds now; None where there is none."""
        try:
            with self._file.open("rb") as file:
                return file.read(MOST_BYTES + 1)
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise EditError(_cannot(self._file, fault)) from None

    # --- nothing is lost ---

    def rescued(self) -> str | None:
        """What a session that broke off left beside the file, in words; None when nothing is there."""
        left = self._rescue.left(self._disk)
        if left is None:
            return None
        place, rescue = left[0], self._rescue
        said = f"{place.name}, written {rescue.when(place)}, holds changes that were not saved"
        return f"{said}; the file itself has been written since" if rescue.outdated(place) else said

    def _left(self) -> tuple[Path, bytes]:
        left = self._rescue.left(self._disk)
        if left is None:
            raise EditError(f"{self.path}: nothing is left beside it any more")
        return left

    def take_rescued(self) -> None:
        """Go on with what was left, as a step that can be undone."""
        place, raw = self._left()
        document = read_again(raw, self.path)
        self._history.note(self.raw, raw, "go on with what was not saved")
        self._rescue.adopt(place)
        self._take(document)

    def drop_rescued(self) -> None:
        """Throw away what was left."""
        left = self._rescue.left(self._disk)
        if left is not None:
            self._rescue.throw(left[0])

    def set_rescued_aside(self) -> str:
        """Keep what was left under another name, for another day; which."""
        place, _ = self._left()
        try:
            return str(self._rescue.set_aside(place))
        except OSError as fault:
            raise EditError(_cannot(place, fault)) from None

    def keep_safe(self) -> str | None:
        """Write what is not saved beside the file, if it is time to; words, once, where that cannot be done."""
        if self.dirty:
            return self._rescue.keep(self.raw)
        self._rescue.drop()
        return None

    def abandon(self) -> None:
        """Give up what is not saved: the text is that of the file again, and nothing of it stays beside it."""
        if self.dirty:
            document = read_again(self._disk, self.path)
            self._history.note(self.raw, self._disk, "give up what was not saved")
            self._take(document)
        self._rescue.drop()

    def close(self) -> None:
        """The end of it: what is not saved stays beside the file, the last of it too."""
        if self.dirty:
            self._rescue.keep(self.raw, at_once=True)


def _size(profiles: Mapping[str, dict[str, object]], name: str) -> str:
    """The size of a profile's base, in words; "" where it has none."""
    met: set[str] = set()
    on: object = name
    while isinstance(on, str) and on in profiles and on not in met:
        met.add(on)
        base = profiles[on].get("base")
        if base is not None:
            return base if isinstance(base, str) else "hull"
        on = profiles[on].get("profile")
    return ""


def _cannot(path: Path, fault: Exception) -> str:
    reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
    return reason if str(path) in reason else f"{path}: the file cannot be written: {reason}"
