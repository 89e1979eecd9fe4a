"""Events of the Scrollhammer Relic, and the words for what it may be found to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from battlefield.events.base import Event
from battlefield.geometry.shapes import Point, Pose
from battlefield.state import State, Token

SEIZED_BY = "seized by"
"""Token of a Relic that lies where it was seized, until the end of the phase: the model that seized it."""
SEIZED_THIS_TURN = "seized this turn"
PASSED = "passed"
"""Token of a Relic that was passed in this phase."""
IDENTIFIED = "identified"
"""Token of a Relic: the 2D6 that said what it is, one of `RESULTS`."""

RESULTS: Mapping[int, str] = MappingProxyType(
    {
        2: "Dust and Mothballs",
        3: "Cursed Jewel",
        4: "Buried Treasure",
        5: "Forgelord's Gauntlets",
        6: "Ancient Wine",
        7: "Stone of Barenziah",
        8: "Thunder Blade",
        9: "Icewall Shield",
        10: "Autographed Copy",
        11: "Staff of Everscamp",
        12: "Magical Anomaly",
    }
)


def identity_of(state: State, relic: str) -> int | None:
    """The 2D6 by which a Relic was identified; None while nobody knows."""
    token = state.token(relic, IDENTIFIED)
    return token.value if token is not None and isinstance(token.value, int) else None


def seizer_of(state: State, relic: str) -> str | None:
    """The model by which a lying Relic is seized."""
    token = state.token(relic, SEIZED_BY)
    return None if token is None else str(token.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicSeized(Event):
    """A model came into base contact with the Relic and seized it; it lies where it lay until the phase ends.

    `pose`: where the model stood. `arc`: inches along its move; None at the end of a phase.
    """

    relic: str
    model: str
    pose: Pose
    arc: float | None = None

    def apply(self, state: State) -> State:
        """It is seized, and was so this turn."""
        state = state.with_token(Token(self.relic, SEIZED_BY, self.model, until="phase"))
        return state.with_token(Token(self.relic, SEIZED_THIS_TURN, True, until="turn"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicSeizureVoided(Event):
    """The seizure is void: the model left the Relic or the battlefield (`why`). What the Relic is stays known."""

    relic: str
    model: str
    why: str

    def apply(self, state: State) -> State:
        """Nobody has seized it."""
        return state.without_token(self.relic, SEIZED_BY)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicIdentified(Event):
    """What the Relic is: the total of its 2D6, and the name of that result. `removed`: there was nothing in it."""

    relic: str
    model: str
    roll: int
    result: str
    removed: bool = False

    def apply(self, state: State) -> State:
        """Everybody knows what it is; an empty find is removed from play."""
        state = state.with_token(Token(self.relic, IDENTIFIED, self.roll))
        if not self.removed:
            return state
        gone = replace(state.artifacts[self.relic], status="removed", carrier=None, at=None)
        return state.without_token(self.relic, SEIZED_BY).with_artifact(gone)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicPickedUp(Event):
    """The model that seized the Relic picked it up, as the phase ended."""

    relic: str
    model: str

    def apply(self, state: State) -> State:
        """The model carries it."""
        return _carried(state.without_token(self.relic, SEIZED_BY), self.relic, self.model)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicPassed(Event):
    """The Relic went from one model (`from_`) to another (`model`) in base contact with it."""

    relic: str
    model: str
    from_: str

    def apply(self, state: State) -> State:
        """The other model carries it; it was passed in this phase."""
        state = state.with_token(Token(self.relic, PASSED, True, until="phase"))
        return _carried(state, self.relic, self.model)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicDropped(Event):
    """The Relic was dropped 1 in from its bearer, or, when a capture was interrupted, at the board edge.

    `mover`: the model whose footprint it was measured from (the transport of an embarked bearer), at `pose`.
    `bearing`: degrees. `asked_at`: the place 1 in away, or the point of the `edge` nearest to the drop; `at`: where it
    lies, elsewhere when that place was impassable or not free. `out_of`: what it had to leave. `why`: chosen, slain,
    removed, fell back, moved too far, transport moved too far, transport destroyed, capture interrupted.
    """

    relic: str
    from_: str
    mover: str
    pose: Pose
    bearing: float
    asked_at: Point
    at: Pose
    out_of: tuple[str, ...] = ()
    why: str
    edge: str | None = None

    def apply(self, state: State) -> State:
        """It lies there; who controlled it last is kept."""
        return state.with_artifact(replace(state.artifacts[self.relic], status="dropped", carrier=None, at=self.at))


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicLost(Event):
    """The Relic's bearer (`model`) was destroyed off the battlefield, where there was no place for it to fall to."""

    relic: str
    model: str

    def apply(self, state: State) -> State:
        """It is out of play; who controlled it last, and what it is, is kept."""
        return state.with_artifact(replace(state.artifacts[self.relic], status="lost", carrier=None, at=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicCaptured(Event):
    """The bearer (`model`) took the Relic off over its player's board edge, which its footprint touched `at` a pose."""

    relic: str
    player: str
    unit: str
    model: str
    edge: str
    at: Pose

    def apply(self, state: State) -> State:
        """It is captured, for good."""
        relic = state.artifacts[self.relic]
        return state.with_artifact(replace(relic, status="captured", carrier=None, at=None, owner=self.player))


def _carried(state: State, relic: str, model: str) -> State:
    owner = state.models[model].player
    return state.with_artifact(replace(state.artifacts[relic], status="carried", carrier=model, at=None, owner=owner))
