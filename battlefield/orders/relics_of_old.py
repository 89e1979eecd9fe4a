"""Orders of Relics of Old."""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.orders.base import Order, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Exfiltrate(Order):
    """A Dark Machine attempts to leave the battlefield; `throw` is where the dice are thrown."""

    unit: str
    throw: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver(Order):
    """A carried Artifact goes to another model."""

    artifact: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Use(Order):
    """An Artifact's effect is used; `effect` says in the player's words what it does."""

    artifact: str
    effect: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract(Order):
    """A unit with a carrier begins Quick Extraction."""

    unit: str
