"""The Scrollhammer Relic as one value."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.core import Reason
from battlefield.orders.base import Order
from battlefield.orders.scrollhammer_relic import DropRelic
from battlefield.play import System
from battlefield.rules.scrollhammer_relic import dropping
from battlefield.state import State


def refuses(state: State, order: Order) -> Sequence[Reason]:
    """Every reason of these rules against an order."""
    return dropping.refusals(state, order) if isinstance(order, DropRelic) else ()


SCROLLHAMMER_RELIC = System(
    name="scrollhammer-relic",
    orders={DropRelic: dropping.drop},
    refuses=refuses,
    reacts=dropping.reacts,
)
