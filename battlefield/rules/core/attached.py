"""Attached units: a Leader and the Bodyguard that it leads stand as one unit, until one of them has no model left.

Source rule: core.leader; rulings C19, D20, E4.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.events.core import Reason
from battlefield.state import Model, State

RULE = "core.leader"


def attached(state: State, unit: str) -> tuple[str, ...]:
    """The units that stand as one with a unit at this moment: itself, its Leaders, the Bodyguard that it leads.

    The Bodyguard is the first. They part when the Bodyguard, or the Leader, has no model left.
    """
    bodyguard = _led_by(state, unit) or unit
    leaders = [each for each in state.units if _led_by(state, each) == bodyguard]
    if not _alive(state, bodyguard):
        return (unit,)
    return tuple(each for each in (bodyguard, *leaders) if each == unit or _alive(state, each))


def models_as_one(state: State, unit: str) -> Iterator[Model]:
    """The models of a unit and of what stands as one with it, wherever they are."""
    return (model for part in attached(state, unit) for model in state.models_of(part))


def judged(state: State) -> Iterator[Reason]:
    """Every Leader that leads whom it cannot: an enemy unit, another Leader, a unit that has a Leader already (E4)."""
    led: dict[str, str] = {}
    for unit in state.units.values():
        if unit.leads is None:
            continue
        if state.units[unit.leads].player != unit.player:
            why = f"{unit.name} leads {unit.leads}, which is no friendly unit"
            yield Reason(rule=RULE, why=why, of=unit.name)
        elif state.units[unit.leads].leads is not None:
            why = f"{unit.name} leads {unit.leads}, which is a Leader itself"
            yield Reason(rule=RULE, why=why, of=unit.name)
        elif unit.leads in led:
            why = f"{unit.name} leads {unit.leads}, which {led[unit.leads]} leads already (E4)"
            yield Reason(rule=RULE, why=why, of=unit.name)
        else:
            led[unit.leads] = unit.name


def _led_by(state: State, unit: str) -> str | None:
    """The Bodyguard that a unit leads; None where it leads nobody, or whom it cannot lead."""
    bodyguard = state.units[unit].leads
    if bodyguard is None or state.units[bodyguard].leads is not None:
        return None
    return bodyguard if state.units[bodyguard].player == state.units[unit].player else None


def _alive(state: State, unit: str) -> bool:
    return any(each.where != "gone" for each in state.models_of(unit))
