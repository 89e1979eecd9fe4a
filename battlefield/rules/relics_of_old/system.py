"""Relics of Old as one value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlefield.events.base import Event
from battlefield.events.core import Reason
from battlefield.orders.base import Order
from battlefield.orders.relics_of_old import Exfiltrate, Extract, HandOver, Use
from battlefield.play import Play, System
from battlefield.rules.core.attached import models_as_one
from battlefield.rules.core.doing import awaits_removal
from battlefield.rules.relics_of_old import (
    carrying,
    claiming,
    dropping,
    exfiltration,
    extraction,
    handing_over,
    recovery,
)
from battlefield.state import Model, State


def refuses(state: State, order: Order) -> Sequence[Reason]:
    """Every reason of these rules against an order."""
    waiting = list(_of_the_destroyed(state, order))
    if waiting:
        return waiting
    match order:
        case Exfiltrate():
            return exfiltration.refusals(state, order)
        case HandOver():
            return list(handing_over.refusals(state, order))
        case Use():
            return list(handing_over.using(state, order))
        case Extract():
            return list(extraction.refusals(state, order))
    return list(extraction.against_late_moves(state, order))


def _of_the_destroyed(state: State, order: Order) -> Iterator[Reason]:
    """Who is destroyed and only waits to be removed holds nothing, and is handed nothing (C8)."""
    match order:
        case HandOver():
            names = [state.artifacts[order.artifact].carrier, state.model(order.to).name]
        case Use():
            names = [state.artifacts[order.artifact].carrier]
        case Exfiltrate():
            names = _all_waiting(state, [each for each in state.models_of(order.unit) if each.on_board])
        case Extract():
            here = (each for each in models_as_one(state, order.unit) if each.on_board)
            names = _all_waiting(state, [each for each in here if any(state.carried_by(each.name))])
        case _:
            return
    for name in names:
        if name is not None and awaits_removal(state, name):
            why = f"{name} is destroyed and stays only until it is removed: it holds nothing any longer (C8)"
            yield Reason(rule=dropping.RULE, why=why, of=name)


def _all_waiting(state: State, models: Sequence[Model]) -> list[str | None]:
    """The names of models, if all of them wait to be removed."""
    waiting = all(awaits_removal(state, each.name) for each in models)
    return [each.name for each in models] if waiting else []


def reacts(before: State, event: Event, play: Play) -> None:
    """What these rules answer an event with: an action ends before its Artifact goes elsewhere."""
    extraction.reacts(before, event, play)
    dropping.reacts(before, event, play)
    recovery.reacts(before, event, play)
    claiming.reacts(before, event, play)


RELICS_OF_OLD = System(
    name="relics-of-old",
    orders={
        Exfiltrate: exfiltration.exfiltrate,
        HandOver: handing_over.hand_over,
        Use: handing_over.use,
        Extract: extraction.extract,
    },
    refuses=refuses,
    on_the_way=recovery.on_the_way,
    reacts=reacts,
    judges=carrying.judged,
)
