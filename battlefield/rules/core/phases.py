"""Rounds, turns and phases: forward to one, every phase between being played.

Source rule: battle.sequence.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.core import BattleEnded, PhaseBegan, PhaseEnded, Reason
from battlefield.orders.core import EndBattle, Phase
from battlefield.play import Play
from battlefield.state import PHASES, State

RULE = "battle.sequence"

Moment = tuple[int, int, int]
"""Round, the player's place in the turn order, the phase's place in the turn."""


def advance(play: Play, order: Phase) -> None:
    """Play every phase up to the one ordered."""
    goal = _goal(play.state, order)
    while True:
        now = _now(play.state)
        if now is not None:
            if now == goal:
                return
            _end(play)
        _begin(play, _next(play.state, now))
        if _now(play.state) == goal:
            return


def refusals(state: State, order: Phase) -> Sequence[Reason]:
    """A phase that is over, or of nobody, cannot be played."""
    now, goal = _now(state), _goal(state, order)
    if now is not None and goal <= now:
        return [Reason(rule=RULE, why=f"{_said(state, goal)} is not after {_said(state, now)}")]
    return ()


def end_battle(play: Play, order: EndBattle) -> None:
    """End the phase that is being played, and with it the battle."""
    del order
    _end(play)
    play.do(BattleEnded(rule=RULE))


def after_the_end(state: State) -> Sequence[Reason]:
    """Once the battle is over nothing more is ordered."""
    return [Reason(rule=RULE, why="the battle is over")] if state.ended else ()


def ending(state: State) -> Sequence[Reason]:
    """A battle that has not begun cannot end."""
    return [Reason(rule=RULE, why="the battle has not begun; armies are being deployed")] if state.phase is None else ()


def _goal(state: State, order: Phase) -> Moment:
    now = _now(state)
    if order.round is None and order.player is None and order.phase is None:
        return _next(state, now)
    names = [player.name for player in state.players]
    at_round, at_player, at_phase = now or (1, 0, 0)
    phase = PHASES.index(order.phase) if order.phase is not None else 0
    if order.player is not None:
        player = names.index(order.player)
    else:
        player = 0 if order.round is not None and order.round > at_round else at_player
    if order.round is not None:
        return (order.round, player, phase)
    later = now is not None and (player, phase) <= (at_player, at_phase)
    return (at_round + 1 if later else at_round, player, phase)


def _now(state: State) -> Moment | None:
    if state.player is None or state.phase is None:
        return None
    names = [player.name for player in state.players]
    return (state.round, names.index(state.player), PHASES.index(state.phase))


def _next(state: State, now: Moment | None) -> Moment:
    if now is None:
        return (1, 0, 0)
    round_, player, phase = now
    if phase + 1 < len(PHASES):
        return (round_, player, phase + 1)
    if player + 1 < len(state.players):
        return (round_, player + 1, 0)
    return (round_ + 1, 0, 0)


def _end(play: Play) -> None:
    state = play.state
    play.do(PhaseEnded(rule=RULE, round=state.round, player=state.player or "", phase=state.phase or ""))


def _begin(play: Play, moment: Moment) -> None:
    round_, player, phase = moment
    play.do(PhaseBegan(rule=RULE, round=round_, player=play.state.players[player].name, phase=PHASES[phase]))


def _said(state: State, moment: Moment) -> str:
    return f"the {PHASES[moment[2]]} phase of {state.players[moment[1]].name} in round {moment[0]}"
