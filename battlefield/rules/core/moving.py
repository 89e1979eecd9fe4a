"""Normal and Advance moves: refused with every reason, or carried out model by model.

Source rules: move.normal, move.advance, move.length, move.swept, setup.*; rulings A3, A4, B1, B4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from battlefield.events.core import Reason, TokenSet
from battlefield.orders.core import Move
from battlefield.play import Play
from battlefield.rules.core.consolidating import consolidate, consolidating
from battlefield.rules.core.doing import against_engaged, against_moving, note_move
from battlefield.rules.core.falling_back import fall_back, falling_back
from battlefield.rules.core.grounds import as_far_as_dice_let
from battlefield.rules.core.judging_moves import against_ends, against_length, against_ways
from battlefield.rules.core.planning import Paths, planned, units_of
from battlefield.rules.core.swept import CLOSING, STRICT
from battlefield.rules.core.travelling import travel_in_turn
from battlefield.state import State

ADVANCED = "advance"
MOST_ADVANCE = 6


def move(play: Play, order: Move) -> None:
    """Carry the order out by its kind."""
    paths = planned(play.state, order)
    if order.kind in CARRIED_OUT:
        CARRIED_OUT[order.kind](play, order, paths)
        return
    units = units_of(play.state, paths)
    extra = _advance(play, units) if order.kind == "advance" else 0.0
    for unit in units if not order.forced else ():
        note_move(play, unit, order.kind)
    go_as_far(play, order, paths, extra)


def refusals(state: State, order: Move) -> Sequence[Reason]:
    """Everything against a move, by its kind."""
    paths = planned(state, order)
    missing = [name for name in paths if not state.models[name].on_board]
    if missing:
        return [
            Reason(rule="move.embarked", why=f"{name} is not on the battlefield ({state.models[name].where})", of=name)
            for name in missing
        ]
    if order.kind in JUDGED:
        return list(JUDGED[order.kind](state, order, paths))
    return list(_normal_or_advance(state, order, paths))


def go_as_far(play: Play, order: Move, paths: Paths, extra: float) -> None:
    """Each model moves along its path as far as what is left of its M, and difficult ground, let it.

    Where that is short of the path's end, the new ends are judged; if they may not be, nobody moves, and the order is
    written down as refused after its dice.
    """
    going, limits = as_far_as_dice_let(play, paths, extra)
    if going != paths:
        reasons = tuple(against_ends(play.state, going, engaging=order.forced))
        if reasons:
            play.refuse(order, reasons)
            return
    travel_in_turn(play, going, order.kind, limits)


def _normal_or_advance(state: State, order: Move, paths: Paths) -> Iterator[Reason]:
    units = units_of(state, paths)
    if not order.forced:
        yield from against_moving(state, units, order.kind)
        yield from against_engaged(state, units, order.kind)
    most = 0.0
    if order.kind == "advance":
        known = [_advanced(state, unit) for unit in units]
        most = max((MOST_ADVANCE if each is None else each for each in known), default=0.0)
    yield from against_length(state, paths, most)
    yield from against_ways(state, paths, CLOSING if order.forced else STRICT)
    yield from against_ends(state, paths, engaging=order.forced)


def _advance(play: Play, units: Sequence[str]) -> float:
    """The D6 of an Advance: one for the unit, however many of its models are moved one by one."""
    rolled = 0.0
    for unit in units:
        known = _advanced(play.state, unit)
        if known is None:
            known = float(play.roll("move.advance", unit, "D6").total)
            play.do(TokenSet(rule="move.advance", holder=unit, token=ADVANCED, value=known, until="phase"))
        rolled = known
    return rolled


def _advanced(state: State, unit: str) -> float | None:
    token = state.token(unit, ADVANCED)
    return float(token.value) if token is not None and isinstance(token.value, float | int) else None


CARRIED_OUT: dict[str, Callable[[Play, Move, Paths], None]] = {"fall_back": fall_back, "consolidate": consolidate}
JUDGED: dict[str, Callable[[State, Move, Paths], Iterator[Reason]]] = {
    "fall_back": falling_back,
    "consolidate": consolidating,
}
