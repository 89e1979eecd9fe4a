"""Orders of the Scrollhammer Relic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from battlefield.orders.base import Order, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRelic(Order):
    """The bearer drops the Relic; `model` and `artifact` need naming only where several are carried."""

    model: str | None = None
    artifact: str | None = None
    bearing: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRelic(Order):
    """The bearer passes the Relic to a model in base contact, as the Movement phase ends."""

    to: str
    model: str | None = None
    artifact: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture(Order):
    """A unit moves off its player's board edge with the Relic, model by model in the order of `paths`."""

    unit: str
    paths: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)

    @property
    def moves_units(self) -> bool:
        """It does."""
        return True
