"""Events of Relics of Old: where each Artifact is, and the expulsion from a Dark Machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from battlefield.events.base import Event
from battlefield.geometry.shapes import Point, Pose
from battlefield.state import Artifact, ArtifactStatus, State, Token

CRUSADE_POINTS = "crusade points from artifacts"
BROUGHT_OFF = "brought off by"
"""Token of an Artifact that is safe: the unit of the model that left the battlefield with it."""
EXTRACTION = "quick extraction"
HANDED_OVER = "handed over"
CLAIMED = "claim attempted"


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
    """An Artifact went to a model without lying on the battlefield: declared, handed over, or on destruction.

    `crusade_points`: what the model's unit gains by it on its Crusade card, where it is declared.
    """

    artifact: str
    from_: str | None
    to: str
    how: str
    crusade_points: int | None = None

    def apply(self, state: State) -> State:
        """The model carries it, and its player controlled it last; what the card gains is a token on the unit."""
        state = _carried(state, self.artifact, self.to)
        if not self.crusade_points:
            return state
        unit = state.models[self.to].unit
        return state.with_token(Token(unit, CRUSADE_POINTS, points_on_card(state, unit) + self.crusade_points))


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
    `travelled`: inches down the line from the machine's centre to the token's, 0 when nothing on the line was free.
    `on`: the terrain that holds it.
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
class ArtifactUnclaimed(Event):
    """No attempt took an Artifact, and nobody ever controlled it: it stays where it lies."""

    artifact: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactUsed(Event):
    """The effect of an Artifact was used, by the model that carries it; a one-time effect is spent."""

    artifact: str
    by: str
    effect: str | None = None

    def apply(self, state: State) -> State:
        """A one-time effect stays used, whoever has the Artifact afterwards."""
        artifact = state.artifacts[self.artifact]
        return state.with_artifact(replace(artifact, used=artifact.used or artifact.one_use))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAttempted(Event):
    """A unit within reach of an Artifact at the end of the battle attempted to claim it, or was barred from it.

    `model`: the one with the shortest way, and `distance`: that of its unit's closest part from the token. `path`: the
    way to a place where the model would have it (its start left out), `length` inches; `needs`: the least roll, and
    `roll`: what the dice came to. Without a roll the model was there already (`success`), or the unit was barred by
    what `blockers` names, or by a way of more than a roll can be, and keeps its attempt.
    """

    artifact: str
    unit: str
    model: str | None
    distance: float
    needs: int | None = None
    path: tuple[Pose, ...] = ()
    length: float | None = None
    roll: int | None = None
    success: bool = False
    blockers: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        """A unit that was not barred has made its one attempt; nothing moves."""
        barred = self.roll is None and not self.success
        return state if barred else state.with_token(Token(self.unit, CLAIMED))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionBegan(Event):
    """A unit began to bring the Artifact that one of its models carries to safety."""

    unit: str
    model: str
    artifact: str

    def apply(self, state: State) -> State:
        """A token on the carrier says so, until the action is completed or broken off."""
        return state.with_token(Token(self.model, EXTRACTION, self.artifact))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionBrokenOff(Event):
    """A Quick Extraction was broken off; `by` says what did it: moved, attacked, embarked, handed over …"""

    unit: str
    model: str
    artifact: str
    by: str

    def apply(self, state: State) -> State:
        """The action is over, and the Artifact where it was."""
        return state.without_token(self.model, EXTRACTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionCompleted(Event):
    """A Quick Extraction was completed: the Artifact has left the model."""

    unit: str
    model: str
    artifact: str

    def apply(self, state: State) -> State:
        """The Artifact is safe."""
        return _safe(state.without_token(self.model, EXTRACTION), self.artifact)


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineExfiltrated(Event):
    """A Dark Machine left the battlefield with the Artifacts named in `kept`."""

    machine: str
    kept: tuple[str, ...]

    def apply(self, state: State) -> State:
        """What it kept is safe."""
        for name in self.kept:
            state = _safe(state, name)
        return state


def points_on_card(state: State, unit: str) -> int:
    """The Crusade Points that Artifacts give on the card of a unit, as far as it has been kept."""
    token = state.token(unit, CRUSADE_POINTS)
    return int(token.value) if token is not None and isinstance(token.value, int | float) else 0


def unit_with(state: State, artifact: Artifact) -> str | None:
    """The unit that has an Artifact, one of its models carrying it, or having left the battlefield with it."""
    if artifact.carrier is not None:
        return state.models[artifact.carrier].unit
    token = state.token(artifact.name, BROUGHT_OFF) if artifact.status == "safe" else None
    return None if token is None else str(token.value)


def _carried(state: State, name: str, model: str) -> State:
    player = state.models[model].player
    held = replace(state.artifacts[name], status="carried", carrier=model, at=None, owner=player)
    return state.with_artifact(held)


def _lying(state: State, name: str, at: Pose) -> State:
    return state.with_artifact(replace(state.artifacts[name], status="dropped", carrier=None, at=at))


def _safe(state: State, name: str) -> State:
    unit = unit_with(state, state.artifacts[name])
    state = _away(state, name, "safe")
    return state if unit is None else state.with_token(Token(name, BROUGHT_OFF, unit))


def _away(state: State, name: str, status: ArtifactStatus) -> State:
    return state.with_artifact(replace(state.artifacts[name], status=status, carrier=None, at=None))
