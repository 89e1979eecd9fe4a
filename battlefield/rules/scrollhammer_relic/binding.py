"""Who may neither march nor charge: in the turn of seizing, after an empty find, while the Ancient Wine is held.

Source rules: relic.carry, relic.terms, relic.table.2, relic.table.6; rulings D5, D6, D20.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlefield.events.core import Reason, TokenCleared, TokenSet
from battlefield.events.scrollhammer_relic import identity_of, seizer_of
from battlefield.orders.core import Charge, Move
from battlefield.play import Play
from battlefield.rules.core.attached import attached
from battlefield.rules.core.doing import moved_as
from battlefield.rules.core.planning import planned, units_of
from battlefield.rules.scrollhammer_relic.effects import EMPTY, HELD_BACK, rule_of
from battlefield.rules.scrollhammer_relic.terms import relics
from battlefield.state import State

RULE = "relic.carry"
BOUND = "bound this turn"
"""Token of a unit until the end of the turn; its value is the Relic."""
MARCH = "advance"


def has_marched(state: State, unit: str) -> bool:
    """Whether a unit, or what stands as one with it, has marched this turn."""
    return any(moved_as(state, each) == MARCH for each in attached(state, unit))


def bind(play: Play, unit: str, relic: str) -> None:
    """The unit neither marches nor charges for the rest of the turn."""
    empty = identity_of(play.state, relic) == EMPTY
    rule = rule_of(EMPTY) if empty else RULE
    for each in attached(play.state, unit):
        known = play.state.token(each, BOUND)
        if known is not None and known.value == relic and not empty:
            continue
        rulings = ("D5",) if empty else ("D6",)
        play.do(TokenSet(rule=rule, rulings=rulings, holder=each, token=BOUND, value=relic, until="turn"))


def free(play: Play, unit: str, relic: str) -> None:
    """The unit is bound no longer by a Relic whose seizure is void, unless another one that it seized binds it."""
    state = play.state
    parts = attached(state, unit)
    others = [seizer_of(state, each.name) for each in relics(state) if each.name != relic]
    if any(name is not None and state.models[name].unit in parts for name in others):
        return
    for each in parts:
        token = state.token(each, BOUND)
        if token is not None and token.value == relic:
            play.do(TokenCleared(rule="relic.seized", rulings=("D4",), holder=each, token=BOUND))


def refusals(state: State, order: Move | Charge) -> Iterator[Reason]:
    """Against a march or a charge of a unit that is bound, or held back by what it carries."""
    if isinstance(order, Charge):
        yield from _against(state, [order.unit], "charge")
    elif order.kind == MARCH and not order.forced:
        yield from _against(state, units_of(state, planned(state, order)), "march")


def _against(state: State, units: Sequence[str], what: str) -> Iterator[Reason]:
    for unit in units:
        for part in attached(state, unit):
            bound = state.token(part, BOUND)
            if bound is not None:
                empty = identity_of(state, str(bound.value)) == EMPTY
                found = "found only dust in it" if empty else "has it in the turn in which it was seized"
                why = f"{unit} cannot {what} this turn: {part} {found} ({bound.value})"
                yield Reason(rule=rule_of(EMPTY) if empty else RULE, why=why, of=unit)
                break
        for part in attached(state, unit):
            if state.token(part, HELD_BACK) is not None:
                why = f"{unit} cannot {what}: {part} has the Ancient Wine"
                yield Reason(rule="relic.table.6", why=why, of=unit)
                break
