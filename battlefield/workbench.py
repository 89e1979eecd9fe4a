"""Changing a scenario file: what can be done to it, as small values, and what a window asks of whoever does it.

The window knows this Protocol alone; the command line fills it from `editing`. Floor 3. Inches and degrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from battlefield.events.core import Reason
from battlefield.geometry.shapes import Point, Pose
from battlefield.recording import Recording
from battlefield.state import State

# --- edits: each changes only the bytes that it must ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Something that is done to a scenario file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTo(Edit):
    """A model, a lying Artifact or an objective marker gets another place; a facing of None is kept.

    `exact`: it was snapped to, and is written with as many decimals as that takes.
    """

    name: str
    x: float
    y: float
    facing: float | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveBy(Edit):
    """Units, models, terrain, Artifacts and markers are moved together; what leans on them follows, once."""

    names: tuple[str, ...]
    dx: float
    dy: float
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrange(Edit):
    """Several models, lying Artifacts and markers get a pose each, with as many decimals as that takes."""

    poses: tuple[tuple[str, Pose], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBy(Edit):
    """A model, or a terrain feature, is turned about its centre, counter-clockwise."""

    name: str
    degrees: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicate(Edit):
    """A second unit, model, terrain feature, Artifact or marker like the first, moved by so much."""

    name: str
    dx: float = 2.0
    dy: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AddModel(Edit):
    """One more model for a unit."""

    unit: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AddUnit(Edit):
    """A new unit of `count` models in a row; by a profile of the file, or with a base of its own."""

    player: str
    x: float
    y: float
    profile: str | None = None
    base: str = "32mm"
    count: int = 1
    name: str | None = None


TerrainShape = Literal["rect", "circle", "polygon", "line"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTerrain(Edit):
    """A new terrain feature, round a place."""

    shape: TerrainShape
    x: float
    y: float
    traits: tuple[str, ...] = ()
    height: float = 0.0
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddArtifact(Edit):
    """A new Artifact that lies at a place."""

    x: float
    y: float
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddObjective(Edit):
    """A new objective marker."""

    x: float
    y: float
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Delete(Edit):
    """Things are taken out of the file; with what names them, where that is said, and never without being told."""

    names: tuple[str, ...]
    with_mentions: bool = False


# --- what is answered ---


class EditError(ValueError):
    """An edit that cannot be made; the file is left as it is."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A part of the file that names a thing: the line, what it says, what would become of it with that thing gone."""

    line: int
    says: str
    becomes: str


@dataclass(frozen=True, slots=True)
class Near:
    """How far a thing is from something near it: inches between closest parts, and those parts in plan."""

    name: str
    gap: float
    here: Point
    there: Point


@dataclass(frozen=True, slots=True)
class Snap:
    """A place that something was snapped to, exactly, in words; `to`: what it is measured from, if it has a name.

    `lines`: what to draw, from closest part to closest part.
    """

    pose: Pose
    words: str
    to: tuple[str, ...] = ()
    lines: tuple[tuple[Point, Point], ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be said of things at poses that they do not have yet: `poses` of them and of all that follows them.

    `reasons`: every finding against them, by the rules that judge a set-up; `near`: the distances to what is near.
    """

    poses: Mapping[str, Pose]
    reasons: tuple[Reason, ...] = ()
    near: tuple[Near, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing is against it."""
        return not self.reasons


@dataclass(frozen=True, slots=True)
class Palette:
    """What can be added: the players and the profiles of the file, with the size of each profile's base."""

    players: tuple[str, ...]
    profiles: tuple[tuple[str, str], ...]


Saved = Literal["saved", "unchanged", "changed meanwhile", "gone"]


class Workbench(Protocol):
    """A scenario file that is being changed. What cannot be done raises EditError with the words for it."""

    @property
    def path(self) -> str:
        """The file."""
        ...

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        ...

    @property
    def version(self) -> int:
        """A number that is another one whenever the text is."""
        ...

    def state(self) -> State:
        """The state after the set-up, before the first order."""
        ...

    def set_up(self) -> Recording:
        """The set-up alone, to be shown."""
        ...

    def played(self) -> Recording:
        """The set-up and all orders, carried out anew; EditError where they cannot be. May take long."""
        ...

    def found(self) -> tuple[Reason, ...]:
        """Every finding against the set-up as it stands."""
        ...

    def palette(self) -> Palette:
        """What can be added."""
        ...

    # --- trying ---

    def trial(self, poses: Mapping[str, Pose], reach: float = 6.0) -> Trial:
        """What would be so with models, Artifacts or markers at these poses; distances to what is within `reach`."""
        ...

    def trial_of_terrain(self, name: str, dx: float, dy: float, degrees: float) -> Trial:
        """What would be so with a terrain feature moved and turned."""
        ...

    def snapped(self, name: str, pose: Pose, pull: float) -> Snap | None:
        """The exact place within `pull` inches to which a thing at a pose is drawn; None where there is none."""
        ...

    def legal_place(self, name: str, pose: Pose) -> Snap | None:
        """A place near to a pose at which nothing is against a model, the nearest that is found; None for none."""
        ...

    # --- doing ---

    def do(self, edit: Edit, fold: str | None = None) -> tuple[str, ...]:
        """Carry an edit out; the names of what is new. Edits with the same `fold` one after another are one step."""
        ...

    def mentions(self, names: Sequence[str]) -> tuple[Mention, ...]:
        """Every part of the file that names one of these things, in the order of the file."""
        ...

    def undo(self) -> str | None:
        """Take the last step back; what it was, None when there is none."""
        ...

    def redo(self) -> str | None:
        """Take the last step that was taken back again; what it was, None when there is none."""
        ...

    # --- the file ---

    def save(self, *, over: bool = False) -> Saved:
        """Write the file, whole or not at all; not over one that changed on disk meanwhile, unless told `over`."""
        ...

    def save_as(self, path: str) -> None:
        """Write to another file, which is the file from then on; EditError where there is one already."""
        ...

    def load_theirs(self) -> None:
        """Read the file on disk anew, as a step that can be undone."""
        ...

    def rescued(self) -> str | None:
        """When a session ended without saving: what it left beside the file, in words; None when nothing is there."""
        ...

    def take_rescued(self) -> None:
        """Go on with what was left, as a step that can be undone."""
        ...

    def drop_rescued(self) -> None:
        """Throw away what was left."""
        ...

    def set_rescued_aside(self) -> str:
        """Keep what was left under another name, for another day; which."""
        ...

    def keep_safe(self) -> str | None:
        """Write what is not saved beside the file, if it is time to; words where that cannot be done, told once."""
        ...

    def abandon(self) -> None:
        """Give up what is not saved, so that nothing of it stays beside the file."""
        ...

    def close(self) -> None:
        """The end of it; what was left beside the file stays there while there is something to save."""
        ...
