"""Orders of the Scrollhammer Relic."""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.orders.base import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRelic(Order):
    """The bearer drops the Relic; `model` and `artifact` need naming only where several are carried."""

    model: str | None = None
    artifact: str | None = None
    bearing: float | None = None
