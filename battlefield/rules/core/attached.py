"""Attached units: a Leader and the Bodyguard that it leads stand as one unit, until one of them has no model left.

Source rule: core.leader; rulings C19, D20.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.state import Model, State


def attached(state: State, unit: str) -> tuple[str, ...]:
    """The units that stand as one with a unit at this moment: itself, its Leaders, the Bodyguard that it leads.

    The Bodyguard is the first. They part when the Bodyguard, or the Leader, has no model left.
    """
    bodyguard = state.units[unit].leads or unit
    leaders = [each.name for each in state.units.values() if each.leads == bodyguard]
    if not _alive(state, bodyguard):
        return (unit,)
    return tuple(each for each in (bodyguard, *leaders) if each == unit or _alive(state, each))


def models_as_one(state: State, unit: str) -> Iterator[Model]:
    """The models of a unit and of what stands as one with it, wherever they are."""
    return (model for part in attached(state, unit) for model in state.models_of(part))


def _alive(state: State, unit: str) -> bool:
    return any(each.where != "gone" for each in state.models_of(unit))
