"""Passing the Relic on, as the Movement phase ends.

Source rule: relic.pass; rulings D6, D10, D11. The order brings the phase to its end: what was seized is picked up
first, and nobody of its player moves afterwards, so that giver and taker do end their Movement phase in contact.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.certify import base_contact
from battlefield.events.core import Reason
from battlefield.events.scrollhammer_relic import PASSED, SEIZED_THIS_TURN, RelicPassed, seizer_of
from battlefield.orders.base import Order
from battlefield.orders.scrollhammer_relic import PassRelic
from battlefield.play import Play
from battlefield.rules.scrollhammer_relic import binding
from battlefield.rules.scrollhammer_relic.dropping import held
from battlefield.rules.scrollhammer_relic.seizing import PHASE, end_of_movement
from battlefield.rules.scrollhammer_relic.terms import is_scoring, relics
from battlefield.state import Artifact, Model, State

RULE = "relic.pass"


def pass_on(play: Play, order: PassRelic) -> None:
    """Pick up what was seized, then hand the Relic over."""
    relic, giver = _candidates(play.state, order)[0]
    taker = play.state.model(order.to)
    end_of_movement(play, play.state)
    claim = base_contact(play.state, giver.name, taker.name)
    passed = RelicPassed(
        rule=RULE, rulings=("D11",), claims=(claim,), relic=relic.name, model=taker.name, from_=giver.name
    )
    play.do(passed)
    if play.state.token(relic.name, SEIZED_THIS_TURN) is not None:
        binding.bind(play, taker.unit, relic.name)


def refusals(state: State, order: PassRelic) -> Iterator[Reason]:
    """Everything against passing the Relic to that model now."""
    found = _candidates(state, order)
    if len(found) != 1:
        several = "several Relics could be passed; name the model or the artifact"
        yield Reason(
            rule=RULE, why=several if found else "nobody has a Relic to pass", of=order.model or order.artifact
        )
        return
    relic, giver = found[0]
    taker = state.model(order.to)
    if state.phase != PHASE or state.player != giver.player:
        why = (
            f"{giver.player} passes it as its own movement phase ends; it is the {state.phase} phase of {state.player}"
        )
        yield Reason(rule=RULE, why=why, of=giver.name)
    if state.token(relic.name, PASSED) is not None:
        yield Reason(rule=RULE, why=f"{relic.name} has been passed in this Movement phase", of=relic.name)
    yield from _against_taker(state, relic, giver, taker)
    missing = [each for each in (giver, taker) if not each.on_board]
    for each in missing:
        yield Reason(rule=RULE, why=f"{each.name} is not on the battlefield ({each.where})", of=each.name)
    if not missing and giver.name != taker.name:
        claim = base_contact(state, giver.name, taker.name)
        if not claim.holds and taker.pose is not None:
            why = f"{giver.name} and {taker.name} are not in base contact"
            yield Reason(rule=RULE, why=why, claim=claim, of=taker.name, at=taker.pose.point)


def moves_after(state: State, order: Order) -> Iterator[Reason]:
    """Against moving anybody once the Relic has been passed, which ended the phase's moves."""
    if not order.moves_units or state.phase != PHASE:
        return
    for relic in relics(state):
        if state.token(relic.name, PASSED) is not None:
            why = f"{relic.name} has been passed: the moves of this Movement phase are over"
            yield Reason(rule=RULE, why=why, of=relic.name)


def _against_taker(state: State, relic: Artifact, giver: Model, taker: Model) -> Iterator[Reason]:
    if giver.name == taker.name:
        yield Reason(rule=RULE, why=f"{giver.name} has it already", of=giver.name)
    if giver.player != taker.player:
        yield Reason(rule=RULE, why=f"{taker.name} is not friendly", of=taker.name)
    if not is_scoring(state, taker):
        yield Reason(rule=RULE, why=f"{taker.name} is in no scoring unit (keyword SCORING)", of=taker.name)
    if state.token(relic.name, SEIZED_THIS_TURN) is not None and binding.has_marched(state, taker.unit):
        why = f"{taker.unit} has marched this turn, in which {relic.name} was seized"
        yield Reason(rule=binding.RULE, why=why, of=taker.unit)


def _candidates(state: State, order: PassRelic) -> list[tuple[Artifact, Model]]:
    """The Relics that could be passed, with who has them: carried, or seized and about to be picked up."""
    model = None if order.model is None else state.model(order.model).name
    seized = [
        (relic, state.models[seizer])
        for relic in relics(state)
        if relic.lies and (seizer := seizer_of(state, relic.name)) is not None
        if order.artifact in (None, relic.name) and model in (None, seizer)
    ]
    return [*held(state, order.model, order.artifact), *seized]
