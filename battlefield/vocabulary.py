"""Every kind of event and order by the name it has in files, gathered from the systems' own lists.

A list is loaded when a word is asked for that none of those before it has: a table of one system pays for no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TypeVar

from battlefield.events.base import Event, event_name
from battlefield.orders.base import Order

Kind = TypeVar("Kind")

LISTS = ("core", "relics_of_old", "scrollhammer_relic", "artefakty")


class Words(Mapping[str, type[Kind]]):
    """The kinds of one base class, by name, in the modules of one package."""

    def __init__(self, package: str, base: type[Kind]) -> None:
        self._package, self._base = package, base
        self._left = list(LISTS)
        self._known: dict[str, type[Kind]] = {}

    def __getitem__(self, name: str) -> type[Kind]:
        while name not in self._known and self._left:
            self._load()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        while self._left:
            self._load()
        return iter(self._known)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _load(self) -> None:
        module = import_module(f"{self._package}.{self._left.pop(0)}")
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__ and issubclass(kind, self._base):
                self._known[event_name(kind)] = kind


EVENTS: Mapping[str, type[Event]] = Words("battlefield.events", Event)
ORDERS: Mapping[str, type[Order]] = Words("battlefield.orders", Order)
