"""Events of Relics of Old: where each Artifact is, and the expulsion from a Dark Machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from battlefield.events.base import Event
from battlefield.geometry.shapes import Point, Pose
from battlefield.state import ArtifactStatus, State


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactPlaced(Event):
    """An Artifact lies on the battlefield when the set-up is done."""

    artifact: str
    at: Pose
    status: Literal["field", "dropped"] = "field"
    owner: str | None = None

    def apply(self, state: State) -> State:
        """It lies there."""
        lying = replace(state.artifacts[self.artifact], status=self.status, at=self.at, carrier=None, owner=self.owner)
        return state.with_artifact(lying)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactAssigned(Event):
    """An Artifact went to a model without lying on the battlefield: declared, handed over, or on destruction."""

    artifact: str
    from_: str | None
    to: str
    how: str

    def apply(self, state: State) -> State:
        """The model carries it, and its player controlled it last."""
        return _carried(state, self.artifact, self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactRecovered(Event):
    """A model recovered an Artifact from the battlefield.

    `pose`: the model's, at that moment. `arc`: inches along the move, None outside a move. `before`: the Artifact's
    status before. `rivals`: the other eligible models in range.
    """

    artifact: str
    by: str
    pose: Pose
    arc: float | None
    before: str
    rivals: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        """The model carries it, and its player controlled it last."""
        return _carried(state, self.artifact, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactDropped(Event):
    """An Artifact was placed in the space that its carrier took up. `footprint`: that space, as the base's pose."""

    artifact: str
    from_: str
    footprint: Pose
    at: Pose
    centred: bool

    def apply(self, state: State) -> State:
        """It lies there, dropped."""
        return _lying(state, self.artifact, self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One thing that the Artifact passed over: what, and the stretch of the line, inches from the machine's centre."""

    what: str
    from_: float
    to: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactExpelled(Event):
    """An Artifact was expelled from a Dark Machine along the dice line and lies on the battlefield.

    `dice`: low and high die, where they lay. `through`: the machine's centre. `direction`: unit vector.
    `first_place`: where the token is exactly 6 in from the machine. `passed`: what it was carried over.
    `travelled`: inches from the machine's centre to the token's. `on`: the terrain that holds it.
    `edge`: whether the ruling for the board's edge was used.
    """

    artifact: str
    machine: str
    dice: tuple[Point, Point]
    through: Point
    direction: Point
    first_place: Point
    passed: tuple[Hop, ...]
    at: Pose
    on: str | None
    travelled: float
    edge: bool

    def apply(self, state: State) -> State:
        """It lies there, a Dropped Artifact last controlled by the machine's player."""
        return _lying(state, self.artifact, self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactLost(Event):
    """An Artifact is lost for good with the Dark Machine that housed it."""

    artifact: str
    with_: str

    def apply(self, state: State) -> State:
        """It is out of play."""
        return _away(state, self.artifact, "lost")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactReturned(Event):
    """An Artifact went back, off the battlefield, to the player who last controlled it."""

    artifact: str
    player: str | None

    def apply(self, state: State) -> State:
        """It is off the battlefield."""
        return _away(state, self.artifact, "returned")


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineExfiltrated(Event):
    """A Dark Machine left the battlefield with the Artifacts named in `kept`."""

    machine: str
    kept: tuple[str, ...]

    def apply(self, state: State) -> State:
        """What it kept is safe."""
        for name in self.kept:
            state = _away(state, name, "safe")
        return state


def _carried(state: State, name: str, model: str) -> State:
    player = state.models[model].player
    held = replace(state.artifacts[name], status="carried", carrier=model, at=None, owner=player)
    return state.with_artifact(held)


def _lying(state: State, name: str, at: Pose) -> State:
    return state.with_artifact(replace(state.artifacts[name], status="dropped", carrier=None, at=at))


def _away(state: State, name: str, status: ArtifactStatus) -> State:
    return state.with_artifact(replace(state.artifacts[name], status=status, carrier=None, at=None))
