"""What is out of coherency at the end of a turn is removed, model by model, until the unit is coherent again.

Source rule: setup.coherency; ruling B3.
"""

from __future__ import annotations

from battlefield.events.base import Event
from battlefield.events.core import PhaseEnded
from battlefield.play import Play
from battlefield.rules.core.coherency import coherency
from battlefield.rules.core.wounds import destroy_models
from battlefield.state import PHASES, State

RULE = "setup.coherency"


def reacts(before: State, event: Event, play: Play) -> None:
    """At the end of a turn every unit's player removes models until each unit is coherent."""
    del before
    if isinstance(event, PhaseEnded) and event.phase == PHASES[-1]:
        for unit in play.state.units:
            _thin_out(play, unit)


def _thin_out(play: Play, unit: str) -> None:
    """One model at a time, of the player's choice; untold, of the smallest group the last in file order."""
    while True:
        here = [each.name for each in play.state.models_of(unit) if each.on_board]
        claim = coherency(play.state, unit) if here else None
        if claim is None or claim.holds:
            return
        groups = claim.details["groups"]
        smallest = min(groups, key=len) if len(groups) > 1 else (claim.details["of"],)
        player = play.state.units[unit].player
        victim = play.ask(RULE, player, unit, here, smallest[-1])
        destroy_models(play, [victim], "out of coherency")
