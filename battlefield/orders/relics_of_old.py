"""Orders of Relics of Old."""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.orders.base import Order, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Exfiltrate(Order):
    """A Dark Machine attempts to leave the battlefield; `throw` is where the dice are thrown."""

    unit: str
    throw: Place | None = None
