"""Events of the core rules: setting up, phases, dice, choices, moves, wounds, tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from battlefield.certificate import Certificate
from battlefield.events.base import Event
from battlefield.geometry.lines import bearing_between
from battlefield.geometry.shapes import Point, Pose
from battlefield.state import PHASES, Model, State, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why an order is refused or a placing is at fault: the rule, in words, what was measured, and where."""

    rule: str
    why: str
    claim: Certificate | None = None
    of: str | None = None
    at: Point | None = None
    path_at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSetUp(Event):
    """A unit was set up: `kind` is deployed, in play, deep strike, disembarked or reserves (then without poses)."""

    unit: str
    kind: str
    models: Mapping[str, Pose]

    def apply(self, state: State) -> State:
        """Its models stand where they were put, or wait in Reserves."""
        if self.kind == "reserves":
            waiting = {each.name: replace(each, where="reserves", pose=None) for each in state.models_of(self.unit)}
            return state.with_models(waiting)
        placed: dict[str, Model] = {
            name: replace(state.models[name], where="board", pose=pose, transport=None)
            for name, pose in self.models.items()
        }
        return state.with_models(placed)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEmbarked(Event):
    """A unit is aboard a transport, without a footprint of its own (move.embarked)."""

    unit: str
    transport: str

    def apply(self, state: State) -> State:
        """Its models leave the battlefield for the transport."""
        aboard = {
            each.name: replace(each, where="embarked", transport=self.transport)
            for each in state.models_of(self.unit)
            if each.where != "gone"
        }
        return state.with_models(aboard)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan(Event):
    """A phase of a player's turn began."""

    round: int
    player: str
    phase: str

    def apply(self, state: State) -> State:
        """It is now that phase; armies are deployed."""
        return replace(state, round=self.round, player=self.player, phase=self.phase, deploying=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnded(Event):
    """A phase of a player's turn ended; what held until its end is over."""

    round: int
    player: str
    phase: str

    def apply(self, state: State) -> State:
        """Tokens that last until the end of the phase go, with the last phase those until the end of the turn."""
        over = {"phase", "turn"} if self.phase == PHASES[-1] else {"phase"}
        return replace(state, tokens={key: each for key, each in state.tokens.items() if each.until not in over})


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRefused(Event):
    """An order was refused, for every reason listed; nothing of it was carried out. `asked`: the order as put."""

    asked: Mapping[str, Any]
    foretold: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """Dice were rolled: for which rule, for what, with what result. `throw`: where they lay, for dice on the field."""

    asks: str
    of: str
    roll: str
    faces: tuple[int, ...]
    total: int
    modifier: int = 0
    needs: str | None = None
    passed: bool | None = None
    source: str
    throw: tuple[Point, ...] | None = None
    rerolls: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chose(Event):
    """A choice was made, by an order's answer or by the ruling's default."""

    asks: str
    player: str | None
    of: str
    options: tuple[str, ...]
    answer: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelMoved(Event):
    """A model moved along a path (its start left out). A move that is interrupted has several legs."""

    model: str
    kind: str
    path: tuple[Pose, ...]
    length: float
    moved_this_phase: float
    allowance: float | None
    leg: int = 1
    last: bool = True
    over: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        """It stands at the end of the path; how far it has moved this phase, and which way last, are kept as tokens."""
        before = state.models[self.model]
        corners = [each.point for each in (before.pose, *self.path) if each is not None]
        way = bearing_between(corners[-2], corners[-1]) if len(corners) > 1 else 0.0
        state = state.with_model(replace(before, pose=self.path[-1]))
        state = state.with_token(Token(self.model, "moved", self.moved_this_phase, until="phase"))
        return state.with_token(Token(self.model, "heading", way))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeWay:
    """A model's shortest way to a target of its charge, or to its end place; or what bars it (move.charge_distance).

    `target`: the enemy unit that it leads to, None of a way to an end place. `length`: inches, None where there is no
    way; then `blocker` says what stands first in it, "" being the edge of the battlefield. `path`: the way of its
    centre in straight legs, the start first. `through`: what it goes round. `kind`: what was moved. `climb`: the inches
    of its length that it climbs or descends, before the first leg.
    """

    model: str
    target: str | None = None
    length: float | None = None
    path: tuple[Point, ...] = ()
    through: tuple[str, ...] = ()
    blocker: str | None = None
    kind: str = "disc"
    climb: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeNeeds:
    """What a charge needs: no roll below `bound` can do, `roll` is the least for which end places were found.

    None: no roll can, or none was found. `chance`: that 2D6 show at least `roll`. `shortest`: a way to each target, in
    their order; `ends`: a way of each model to the place where it would end.
    """

    targets: tuple[str, ...]
    bound: int | None = None
    roll: int | None = None
    chance: float = 0.0
    shortest: tuple[ChargeWay, ...] = ()
    ends: tuple[ChargeWay, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeDeclared(Event):
    """A unit declared a charge at enemy units; what it `needs` is known where its way was left open."""

    unit: str
    targets: tuple[str, ...]
    needs: ChargeNeeds | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeFailed(Event):
    """A charge failed and nobody moved: what it needed (None: no roll could do, or the paths given do not)."""

    unit: str
    targets: tuple[str, ...]
    needs: int | None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsLost(Event):
    """A model lost wounds; `prevented` of them by Feel No Pain."""

    model: str
    count: int
    mortal: bool
    left: int
    prevented: int = 0

    def apply(self, state: State) -> State:
        """It has `left` wounds left."""
        return state.with_model(replace(state.models[self.model], wounds_left=self.left))


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsRegained(Event):
    """A model regained wounds."""

    model: str
    count: int
    left: int

    def apply(self, state: State) -> State:
        """It has `left` wounds left."""
        return state.with_model(replace(state.models[self.model], wounds_left=self.left))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDestroyed(Event):
    """A model was destroyed; it leaves the battlefield and keeps its last pose."""

    model: str
    pose: Pose | None
    by: str | None = None
    unit_destroyed: bool = False

    def apply(self, state: State) -> State:
        """It is gone."""
        return state.with_model(replace(state.models[self.model], where="gone", wounds_left=0))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelLeft(Event):
    """A model left the battlefield without being destroyed: to safety, to Reserves, over an edge."""

    model: str
    to: str
    pose: Pose | None

    def apply(self, state: State) -> State:
        """It is gone, or waits in Reserves."""
        model = state.models[self.model]
        return state.with_model(replace(model, where="reserves" if self.to == "reserves" else "gone"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSet(Event):
    """Something became true of a model, unit, marker or Artifact."""

    holder: str
    token: str
    value: str | int | float | bool | None = None
    until: str | None = None

    def apply(self, state: State) -> State:
        """The token is there."""
        return state.with_token(Token(self.holder, self.token, self.value, self.until))


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCleared(Event):
    """Something stopped being true of a model, unit, marker or Artifact."""

    holder: str
    token: str

    def apply(self, state: State) -> State:
        """The token is gone."""
        return state.without_token(self.holder, self.token)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveControlled(Event):
    """Control of an objective marker changed: `player` holds it now, or it is "contested"."""

    objective: str
    player: str
    levels: Mapping[str, int]

    def apply(self, state: State) -> State:
        """A token on the marker says who controls it."""
        return state.with_token(Token(self.objective, "controlled", self.player))


@dataclass(frozen=True, slots=True, kw_only=True)
class HatchwayOperated(Event):
    """A unit tried to open or close a Hatchway, by its `model`; `opposed_by` a model of another player.

    `results`: of an opposed attempt the last dice of both models, each with its Toughness. `open`: how it stands now.
    """

    hatchway: str
    unit: str
    model: str
    opposed_by: str | None = None
    results: Mapping[str, int] | None = None
    success: bool
    open: bool

    def apply(self, state: State) -> State:
        """It is open or closed; what stops sight, moves and tapes changes with it."""
        return state.with_hatchway(self.hatchway, open_=self.open)


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    """The battle is over."""

    winner: str | None = None
    why: str | None = None
    score: Mapping[str, int] | None = None

    def apply(self, state: State) -> State:
        """Nothing more is played."""
        return replace(state, ended=True, winner=self.winner)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogClosed(Event):
    """The log is whole: `events` lines came before this one."""

    events: int
