"""Relics of Old as one value."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.base import Event
from battlefield.events.core import Reason
from battlefield.orders.base import Order
from battlefield.orders.relics_of_old import Exfiltrate
from battlefield.play import Play, System
from battlefield.rules.relics_of_old import carrying, dropping, exfiltration, recovery
from battlefield.state import State


def refuses(state: State, order: Order) -> Sequence[Reason]:
    """Every reason of these rules against an order."""
    return exfiltration.refusals(state, order) if isinstance(order, Exfiltrate) else ()


def reacts(before: State, event: Event, play: Play) -> None:
    """What these rules answer an event with."""
    dropping.reacts(before, event, play)
    recovery.reacts(before, event, play)


RELICS_OF_OLD = System(
    name="relics-of-old",
    orders={Exfiltrate: exfiltration.exfiltrate},
    refuses=refuses,
    on_the_way=recovery.on_the_way,
    reacts=reacts,
    judges=carrying.judged,
)
