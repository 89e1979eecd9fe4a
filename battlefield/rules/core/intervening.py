"""Heroic Intervention, as far as it is measured: who may charge the enemy that has just charged.

What it costs, and how often it may be used, belongs to the stratagems.
Source rules: stratagem.heroic_intervention, move.charge, core.charge_bonus.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.certify import gap_between
from battlefield.events.core import Reason
from battlefield.orders.core import Charge
from battlefield.state import State

RULE = "stratagem.heroic_intervention"
CHARGE_MOVED = "charge move"


def against_intervening(state: State, order: Charge) -> Iterator[Reason]:
    """Everything against it but what speaks against any charge: the moment, the one target, its distance, a VEHICLE."""
    unit = state.units[order.unit]
    if state.phase != "charge" or state.player == unit.player:
        yield Reason(rule=RULE, why=f"only in the charge phase of {unit.player}'s opponent", of=unit.name)
    if len(order.targets) != 1:
        why = f"its sole target is the unit that has charged; {len(order.targets)} are named"
        yield Reason(rule=RULE, why=why, of=unit.name)
    here = [each for each in state.models_of(unit.name) if each.on_board]
    plain = [each.name for each in here if "VEHICLE" in each.keywords and "WALKER" not in each.keywords]
    if plain:
        yield Reason(rule=RULE, why=f"{plain[0]} is a VEHICLE and no WALKER", of=plain[0])
    for target in order.targets:
        if state.token(target, CHARGE_MOVED) is None:
            yield Reason(rule=RULE, why=f"{target} has made no Charge move this turn", of=target)
        enemies = [each for each in state.models_of(target) if each.on_board]
        limit = state.range("heroic_intervention")
        claims = [gap_between(state, RULE, one.name, other.name, limit) for one in here for other in enemies]
        closest = max(claims, key=lambda claim: claim.margin or 0.0, default=None)
        if closest is not None and not closest.holds:
            why = f"{target} is not within {limit:g} in of {unit.name}"
            yield Reason(rule=RULE, why=why, claim=closest, of=unit.name)
