"""The core rules as one value."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.base import Event
from battlefield.events.core import Reason
from battlefield.orders.base import Order
from battlefield.orders.core import Charge, Destroy, Disembark, Embark, EndBattle, Move, Operate, Phase, SetUp, Wound
from battlefield.play import Play, System
from battlefield.rules.core import (
    attached,
    attrition,
    charging,
    grounds,
    hatchways,
    moving,
    objectives,
    phases,
    setting_up,
    tokens,
    transports,
    wounds,
    wrecks,
)
from battlefield.state import State


def refuses(state: State, order: Order) -> Sequence[Reason]:
    """Every reason of the core rules against an order."""
    if state.ended:
        return phases.after_the_end(state)
    match order:
        case EndBattle():
            return phases.ending(state)
        case Phase():
            return phases.refusals(state, order)
        case SetUp():
            return setting_up.refusals(state, order)
        case Move():
            return moving.refusals(state, order)
        case Charge():
            return list(charging.charging(state, order))
        case Embark():
            return list(transports.embarking(state, order))
        case Disembark():
            return list(transports.disembarking(state, order))
        case Operate():
            return list(hatchways.operating(state, order))
        case Wound() | Destroy():
            return wounds.refusals(state, order)
    return ()


def reacts(before: State, event: Event, play: Play) -> None:
    """What the core rules answer an event with."""
    wounds.reacts(before, event, play)
    wrecks.reacts(before, event, play)
    objectives.reacts(before, event, play)
    attrition.reacts(before, event, play)


def judges(state: State) -> Sequence[Reason]:
    """Every fault of a set-up."""
    return [*setting_up.judged(state), *attached.judged(state), *transports.judged(state), *tokens.judged(state)]


CORE = System(
    name="core",
    orders={
        Phase: phases.advance,
        SetUp: setting_up.set_up,
        Move: moving.move,
        Charge: charging.charge,
        Embark: transports.embark,
        Disembark: transports.disembark,
        Operate: hatchways.operate,
        Wound: wounds.wound,
        Destroy: wounds.destroy,
        EndBattle: phases.end_battle,
    },
    refuses=refuses,
    on_the_way=grounds.dangers,
    reacts=reacts,
    judges=judges,
)
