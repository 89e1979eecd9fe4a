"""The core rules as one value."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.core import Reason
from battlefield.orders.base import Order
from battlefield.orders.core import Destroy, Move, Phase, SetUp, Wound
from battlefield.play import System
from battlefield.rules.core import moving, phases, setting_up, wounds
from battlefield.state import State


def refuses(state: State, order: Order) -> Sequence[Reason]:
    """Every reason of the core rules against an order."""
    match order:
        case Phase():
            return phases.refusals(state, order)
        case SetUp():
            return setting_up.refusals(state, order)
        case Move():
            return moving.refusals(state, order)
        case Wound() | Destroy():
            return wounds.refusals(state, order)
    return ()


CORE = System(
    name="core",
    orders={
        Phase: phases.advance,
        SetUp: setting_up.set_up,
        Move: moving.move,
        Wound: wounds.wound,
        Destroy: wounds.destroy,
    },
    refuses=refuses,
    judges=setting_up.judged,
)
