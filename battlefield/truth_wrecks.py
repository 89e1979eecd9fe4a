"""Whether those who get out of a wreck stand where they may, and what their dice needed. Floor 5."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from battlefield.events.base import Event
from battlefield.events.core import Rolled, UnitSetUp
from battlefield.rules.core.coherency import against_coherency
from battlefield.rules.core.doing import awaits_removal
from battlefield.rules.core.wrecks import EMERGENCY, NEEDED, NEEDS, OUT_OF, RULE, RULING, USUAL, against_place
from battlefield.state import State


def needed(event: Rolled, before: State) -> str | None:
    """What the die of a model that gets out needs, as its unit was told; None of another roll."""
    if event.asks != RULE:
        return None
    token = before.token(before.models[event.of].unit, NEEDS)
    return "nothing: nobody gets out" if token is None else str(token.value)


def _got_out(event: UnitSetUp, before: State) -> Iterator[str]:
    """Each was aboard of the wreck, and stands legally within what its dice go by; the unit is coherent."""
    if RULING not in event.rulings:
        return
    out_of, needs = before.token(event.unit, OUT_OF), before.token(event.unit, NEEDS)
    transport = None if out_of is None else before.find_model(str(out_of.value))
    if transport is None or needs is None or not transport.on_board or not awaits_removal(before, transport.name):
        yield f"{event.unit} gets out of nothing that is destroyed"
        return
    reach = before.range(USUAL if needs.value == NEEDED[USUAL] else EMERGENCY)
    poses = dict(event.models)
    for name, pose in poses.items():
        model = before.models[name]
        if model.where != "embarked" or before.find_model(model.transport or "") != transport:
            yield f"{name} was not aboard of {transport.name}"
        for reason in against_place(before, model, pose, transport, reach, poses):
            yield reason.why
    for reason in against_coherency(before, event.unit, poses):
        yield reason.why


JUDGED: dict[type[Event], Callable[[Any, State], Iterator[str]]] = {UnitSetUp: _got_out}
