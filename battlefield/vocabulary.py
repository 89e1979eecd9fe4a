"""Every kind of event and order by the name it has in files, gathered from the systems' own lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType, ModuleType
from typing import TypeVar

from battlefield.events import artefakty as card_events
from battlefield.events import core as core_events
from battlefield.events import relics_of_old as relics_events
from battlefield.events import scrollhammer_relic as relic_events
from battlefield.events.base import Event, event_name
from battlefield.orders import artefakty as card_orders
from battlefield.orders import core as core_orders
from battlefield.orders import relics_of_old as relics_orders
from battlefield.orders import scrollhammer_relic as relic_orders
from battlefield.orders.base import Order

Kind = TypeVar("Kind")


def _kinds(base: type[Kind], *modules: ModuleType) -> Iterator[type[Kind]]:
    for module in modules:
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__ and issubclass(kind, base):
                yield kind


EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    {event_name(kind): kind for kind in _kinds(Event, core_events, relics_events, relic_events, card_events)}
)
ORDERS: Mapping[str, type[Order]] = MappingProxyType(
    {event_name(kind): kind for kind in _kinds(Order, core_orders, relics_orders, relic_orders, card_orders)}
)
