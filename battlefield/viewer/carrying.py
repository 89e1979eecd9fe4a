"""Things on their way to another place while a table is set up: where they are, what is against it, what draws them.

Pure: the answers come from a Workbench. What is not legal is held, not put down, until the user has decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import cos, hypot, radians, sin

from battlefield.events.core import Reason
from battlefield.geometry import measure
from battlefield.geometry.areas import contains, middle, moved_area
from battlefield.geometry.placement import centroid
from battlefield.geometry.shapes import Point, Pose, Shape
from battlefield.state import Model, State, Terrain
from battlefield.viewer.remember import by_identity
from battlefield.workbench import Arrange, Edit, MoveBy, MoveTo, Snap, Trial, TurnBy, Workbench

COHERENCY = "setup.coherency"
_MOVED = 1e-9


@dataclass(slots=True)
class Carried:
    """Things that are carried: `start` is where they stand in the file; `by` and `turn` how far they are from it.

    Either models, tokens and markers, or one terrain feature. `snap`: the exact place that it was drawn to; `trial`:
    what is so where it is; `ghost`: a legal place near to where it is not legal; `exact`: it was typed, and
    is written with all its decimals.
    """

    names: tuple[str, ...]
    start: dict[str, Pose]
    terrain: Terrain | None = None
    by: Point = (0.0, 0.0)
    turn: float = 0.0
    snap: Snap | None = None
    trial: Trial | None = None
    ghost: Snap | None = None
    snaps: bool = True
    stale: bool = True
    exact: bool = False
    also: tuple[str, ...] = field(default=())

    @property
    def single(self) -> str | None:
        """The one thing that is carried, if it is one and no terrain."""
        return self.names[0] if len(self.names) == 1 and self.terrain is None else None

    @property
    def poses(self) -> dict[str, Pose]:
        """Where everything is now, what follows too."""
        if self.trial is not None and not self.stale:
            return dict(self.trial.poses)
        return self.wanted

    @property
    def wanted(self) -> dict[str, Pose]:
        """Where what is carried would be without snapping; several are turned together, about their middle."""
        if len(self.start) > 1 and abs(self.turn) > _MOVED:
            return {name: self._turned(pose) for name, pose in self.start.items()}
        return {
            name: pose._replace(x=pose.x + self.by[0], y=pose.y + self.by[1], facing=(pose.facing + self.turn) % 360.0)
            for name, pose in self.start.items()
        }

    def _turned(self, pose: Pose) -> Pose:
        """A pose of several that are turned, with as many decimals as it is written with."""
        count, angle = len(self.start), radians(self.turn)
        about = sum(each.x for each in self.start.values()) / count, sum(each.y for each in self.start.values()) / count
        dx, dy = pose.x - about[0], pose.y - about[1]
        x = about[0] + self.by[0] + dx * cos(angle) - dy * sin(angle)
        y = about[1] + self.by[1] + dx * sin(angle) + dy * cos(angle)
        facing = round((pose.facing + self.turn) % 360.0, 6)
        return pose._replace(x=round(x, 9), y=round(y, 9), facing=facing)

    @property
    def moved(self) -> bool:
        """Whether it is anywhere else than in the file."""
        return hypot(*self.by) > _MOVED or abs(self.turn) > _MOVED

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What is against where it is."""
        return () if self.trial is None else self.trial.reasons

    @property
    def barred(self) -> bool:
        """Whether it cannot be put down here without being told to: coherency alone lets others follow."""
        return any(each.rule != COHERENCY for each in self.reasons)

    def shift(self, by: Point, turn: float = 0.0) -> None:
        """Carry it on from where it is."""
        if self.snap is not None and self.single is not None:
            at, was = self.snap.pose, self.start[self.single]
            self.by = (at.x - was.x, at.y - was.y)
        self.by = (self.by[0] + by[0], self.by[1] + by[1])
        self.turn += turn
        self.stale = True

    def to(self, by: Point) -> None:
        """Carry it to so far from its start."""
        self.by, self.stale = by, True

    def consider(self, bench: Workbench, pull: float) -> None:
        """Ask what is so where it is now, unless that is known; within `pull` inches it is drawn to exact places."""
        if not self.stale:
            return
        self.snap = self.ghost = None
        if self.terrain is not None:
            self.trial = bench.trial_of_terrain(self.terrain.name, *self.by, self.turn)
        else:
            poses, single = self.wanted, self.single
            if single is not None and self.snaps and pull > 0:
                self.snap = bench.snapped(single, poses[single], pull)
                if self.snap is not None:
                    poses[single] = self.snap.pose
            self.trial = bench.trial(poses)
            if single is not None and self.barred and single in bench.state().models:
                self.ghost = bench.legal_place(single, poses[single])
        self.stale = False

    def take(self, snap: Snap) -> None:
        """Be where a place was found."""
        assert self.single is not None
        was = self.start[self.single]
        self.by, self.snaps, self.stale = (snap.pose.x - was.x, snap.pose.y - was.y), False, True

    def edits(self, exact: bool = False) -> tuple[Edit, ...]:
        """What writes it down where it is."""
        if self.terrain is not None:
            name = self.terrain.name
            shift = (MoveBy(names=(name,), dx=self.by[0], dy=self.by[1]),) if hypot(*self.by) > _MOVED else ()
            turned = (TurnBy(name=name, degrees=self.turn),) if abs(self.turn) > _MOVED else ()
            return (*turned, *shift)
        if self.single is None and abs(self.turn) > _MOVED:
            return (Arrange(poses=tuple(self.wanted.items())),)
        if self.single is None:
            return (MoveBy(names=self.names, dx=self.by[0], dy=self.by[1], exact=True),)
        pose = self.wanted[self.single] if self.snap is None else self.snap.pose
        facing = pose.facing if abs(self.turn) > _MOVED else None
        return (
            MoveTo(
                name=self.single, x=pose.x, y=pose.y, facing=facing, exact=exact or self.exact or self.snap is not None
            ),
        )


def carried(state: State, names: Iterable[str]) -> Carried | None:
    """What is to be carried of things: units by their models.

    None where nothing of them stands on the table, and for terrain with anything else."""
    several = tuple(dict.fromkeys(each for name in names for each in members(state, name)))
    terrain = next((each for each in state.terrain if each.name in several), None)
    if terrain is not None and len(several) == 1:
        return Carried(several, {}, terrain)
    if any(terrain_of(state, name) is not None for name in several):
        return None
    poses = {name: pose for name in several if (pose := pose_of(state, name)) is not None}
    return Carried(tuple(poses), poses) if poses else None


def members(state: State, name: str) -> tuple[str, ...]:
    """A unit's models; of anything else itself."""
    unit = state.units.get(name)
    return unit.models if unit is not None else (name,)


def pose_of(state: State, name: str) -> Pose | None:
    """Where a thing stands or lies; None for terrain, and for what is not on the table."""
    model = state.find_model(name)
    if model is not None:
        return model.pose if model.on_board else None
    if name in state.artifacts:
        return state.artifacts[name].at if state.artifacts[name].lies else None
    return state.markers[name].at if name in state.markers else None


def shape_at(state: State, name: str, pose: Pose) -> Shape:
    """What a model, a token or a marker covers at a pose."""
    model = state.find_model(name)
    if model is not None:
        return model.footprint_at(pose)
    if name in state.artifacts:
        return state.artifacts[name].disc_at(pose)
    return replace(state.markers[name], at=pose).solid.shape


def terrain_of(state: State, name: str) -> Terrain | None:
    """A terrain feature."""
    return next((each for each in state.terrain if each.name == name), None)


def terrain_now(carry: Carried) -> Terrain | None:
    """The terrain that is carried, as it lies now."""
    if carry.terrain is None:
        return None
    area = moved_area(carry.terrain.area, *carry.by, carry.turn, middle_of(carry.terrain))
    return replace(carry.terrain, area=area)


def middle_of(terrain: Terrain) -> Point:
    """The point about which a feature is turned, as the workbench has it."""
    return middle(terrain.area)


def without(state: State, names: frozenset[str]) -> State:
    """The state with things lifted off the table."""
    return _without(state, names)


@by_identity(4)
def _without(state: State, names: frozenset[str]) -> State:
    def lifted(model: Model) -> Model:
        return replace(model, where="aside") if model.name in names else model

    return replace(
        state,
        models={name: lifted(model) for name, model in state.models.items()},
        artifacts={
            name: replace(each, status="unassigned", at=None) if name in names else each
            for name, each in state.artifacts.items()
        },
        markers={name: each for name, each in state.markers.items() if name not in names},
        terrain=tuple(each for each in state.terrain if each.name not in names),
    )


def everything(state: State) -> tuple[str, ...]:
    """All that can be chosen, in order: models unit by unit, tokens, markers, terrain."""
    models = (each.name for each in state.on_board())
    tokens = (each.name for each in state.lying())
    return (*models, *tokens, *state.markers, *(each.name for each in state.terrain))


def middle_at(state: State, name: str) -> Point | None:
    """About where a thing is."""
    terrain = terrain_of(state, name)
    if terrain is not None:
        return middle_of(terrain)
    pose = pose_of(state, name)
    return None if pose is None else centroid(shape_at(state, name, pose))


def holds(state: State, name: str, point: Point) -> bool:
    """Whether a place lies on a thing."""
    terrain = terrain_of(state, name)
    if terrain is not None:
        return contains(terrain.area, point)
    pose = pose_of(state, name)
    return pose is not None and measure.contains(shape_at(state, name, pose), point)
