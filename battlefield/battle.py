"""A battle run once: the set-up, then each order carried out whole or refused with every reason.

Floor 5. The same scenario and seed give the same events in every process.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from battlefield.dice import Chance, DiceError, Entered, Seeded
from battlefield.events.base import Event
from battlefield.events.core import PhaseBegan, Reason, TokenSet, UnitEmbarked, UnitSetUp
from battlefield.events.relics_of_old import ArtifactAssigned, ArtifactPlaced
from battlefield.log import lines_of, write
from battlefield.orders.base import Answer, Order
from battlefield.plain import written
from battlefield.play import OrderError, Play, System
from battlefield.recording import Entry, Recording
from battlefield.rules.relics_of_old.carrying import crusade_points
from battlefield.rules.systems import in_play
from battlefield.scenario.scenario import Fault, OrderEntry, Placement, Scenario, ScenarioError
from battlefield.state import State


@dataclass
class Battle:
    """What came of a scenario. `after[k]` is how many events had happened after the first k orders (0: the set-up)."""

    scenario: Scenario
    seed: int
    entries: list[Entry] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(entry.event for entry in self.entries)

    @property
    def recording(self) -> Recording:
        """The battle as the viewer and the log take it."""
        return Recording(self.scenario.table, tuple(self.entries), seed=self.seed, source=self.scenario.path)

    @property
    def states(self) -> tuple[State, ...]:
        """The states after 0, 1, 2 … events."""
        return self.recording.states

    @property
    def state(self) -> State:
        """The state after the last event."""
        return self.recording.state

    def state_after(self, order: int) -> State:
        """The state after that many orders (0: the set-up)."""
        return self.states[self.after[order]]

    def save(self, path: str | Path) -> None:
        """Write the log, whole or not at all; OSError when it cannot be written."""
        write(Path(path), lines_of(self.scenario, self.seed, tuple(self.entries)))


def run(scenario: Scenario, seed: int | None = None, orders: int | None = None) -> Battle:
    """Set the scenario up and carry out its orders, or the first `orders` of them.

    ScenarioError, with the order's place, when an order cannot be carried out as written (too few dice, an answer
    to a question that nobody asks).
    """
    battle = Battle(scenario, scenario.seed if seed is None else seed)
    systems = in_play(scenario.table.systems)
    state = _set_up(battle, scenario.table, systems)
    battle.after.append(len(battle.entries))
    for number, entry in enumerate(scenario.orders[:orders], start=1):
        try:
            state = carry_out(battle, state, systems, number, entry)
        except (OrderError, DiceError) as fault:
            place = Fault(scenario.path, entry.at.line, entry.at.column, f"{_name(entry.order)}: {fault}")
            raise ScenarioError((place,)) from None
        battle.after.append(len(battle.entries))
    return battle


def go_on(battle: Battle, state: State, entry: OrderEntry) -> State:
    """Carry out, or refuse, one more order after the last; the state after it. `state`: the one before it.

    OrderError or DiceError when the order cannot be carried out as written; then nothing is changed.
    """
    orders = (*battle.scenario.orders, entry)
    state = carry_out(battle, state, in_play(battle.scenario.table.systems), len(orders), entry)
    battle.scenario = replace(battle.scenario, orders=orders)
    battle.after.append(len(battle.entries))
    return state


def refusals(state: State, order: Order) -> tuple[Reason, ...]:
    """Every reason of every system in play against an order; empty when it is legal."""
    return tuple(reason for system in in_play(state.systems) for reason in system.refuses(state, order))


def findings(state: State) -> tuple[Reason, ...]:
    """Every fault of a set-up, by every system in play."""
    return tuple(reason for system in in_play(state.systems) for reason in system.judges(state))


def carry_out(battle: Battle, state: State, systems: tuple[System, ...], number: int, entry: OrderEntry) -> State:
    """Carry one order out, whole or not at all, as the `number`-th of the battle, and say what is true after it.

    OrderError or DiceError, and the battle as it was, for an order that cannot be carried out as written.
    """
    seeded = Seeded(battle.seed, number)
    chance: Chance = seeded if entry.dice is None else Entered(entry.dice, seeded)
    play = Play(state, systems, chance, number, len(battle.entries), list(entry.answers), frozenset(entry.refused))
    reasons = refusals(state, entry.order)
    if reasons:
        play.refuse(entry.order, reasons)
    else:
        carry = next((each.orders[type(entry.order)] for each in systems if type(entry.order) in each.orders), None)
        if carry is None:
            raise OrderError("no rule system in play carries this order out")
        carry(play, entry.order)
        chance.finish()
        if play.answers:
            raise OrderError(_unasked(play.answers[0]))
    battle.entries.extend(play.entries)
    return play.state


def _set_up(battle: Battle, table: State, systems: tuple[System, ...]) -> State:
    scenario = battle.scenario
    play = Play(table, systems, Seeded(battle.seed, 0))
    in_play_already = scenario.start is not None
    for placement in scenario.placements:
        play.do(_placed(placement, in_play_already))
    for artifact, model in scenario.assigned:
        play.do(_assigned(play.state, artifact, model))
    for lying in scenario.lying:
        status: Literal["field", "dropped"] = "dropped" if lying.status == "dropped" else "field"
        placed = ArtifactPlaced(
            rule="artifact.assigned", artifact=lying.artifact, at=lying.at, status=status, owner=lying.owner
        )
        play.do(placed)
    for holder, name, value in scenario.tokens:
        play.do(TokenSet(rule="battle.sequence", holder=holder, token=name, value=value))
    for system in systems:
        system.sets_up(play, scenario)
    if scenario.start is not None:
        start = scenario.start
        play.do(PhaseBegan(rule="battle.sequence", round=start.round, player=start.player, phase=start.phase))
    battle.entries.extend(play.entries)
    return play.state


def _assigned(state: State, artifact: str, model: str) -> Event:
    points = crusade_points(state, state.artifacts[artifact], state.models[model].unit)
    return ArtifactAssigned(
        rule="artifact.assigned", artifact=artifact, from_=None, to=model, how="declared", crusade_points=points
    )


def _placed(placement: Placement, in_play_already: bool) -> Event:
    if placement.kind == "embarked":
        return UnitEmbarked(rule="move.embark", unit=placement.unit, transport=placement.transport or "")
    kind = "reserves" if placement.kind == "reserves" else "in play" if in_play_already else "deployed"
    return UnitSetUp(rule="setup.on_board", unit=placement.unit, kind=kind, models=placement.poses)


def _unasked(answer: Answer) -> str:
    of = "" if answer.of is None else f" of {answer.of}"
    return f"the answer to {answer.to}{of} was never asked for"


def _name(order: Order) -> str:
    return str(written(order)["do"])
