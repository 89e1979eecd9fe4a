"""Who controls which objective marker, told at the end of every phase.

Source rule: core.objective.
"""

from __future__ import annotations

from battlefield.certificate import Certificate
from battlefield.certify import gap_between
from battlefield.events.base import Event
from battlefield.events.core import ObjectiveControlled, PhaseEnded
from battlefield.geometry.measure import closer_than
from battlefield.play import Play
from battlefield.rules.core.doing import battle_shocked
from battlefield.state import State

RULE = "core.objective"
CONTESTED = "contested"
CONTROLLED = "controlled"


def reacts(before: State, event: Event, play: Play) -> None:
    """At the end of a phase each marker whose control has changed is told."""
    del before
    if not isinstance(event, PhaseEnded):
        return
    for marker in play.state.markers:
        claims = in_range(play.state, marker)
        levels = levels_of(play.state, claims)
        holder = holder_of(levels)
        if holder != controller(play.state, marker):
            play.do(ObjectiveControlled(rule=RULE, claims=claims, objective=marker, player=holder, levels=levels))


def in_range(state: State, marker: str) -> tuple[Certificate, ...]:
    """The certificate of every model within range of a marker, in file order."""
    limit = state.range_pair("objective")
    disc = state.markers[marker].solid.shape
    near = [each for each in state.on_board() if closer_than(each.footprint, disc, limit[0])]
    claims = (gap_between(state, RULE, each.name, marker, limit) for each in near)
    return tuple(claim for claim in claims if claim.holds)


def levels_of(state: State, claims: tuple[Certificate, ...]) -> dict[str, int]:
    """Each player's Level of Control: the OC of the models in range, 0 while Battle-shocked."""
    levels = {player.name: 0 for player in state.players}
    for claim in claims:
        model = state.model(claim.a)
        if not battle_shocked(state, model.unit):
            levels[model.player] += model.profile.oc or 0
    return levels


def holder_of(levels: dict[str, int]) -> str:
    """The player with the higher level, or "contested"."""
    most = max(levels.values(), default=0)
    first = [player for player, level in levels.items() if level == most]
    return first[0] if len(first) == 1 else CONTESTED


def controller(state: State, marker: str) -> str:
    """Who controls a marker now; contested at first."""
    token = state.token(marker, CONTROLLED)
    return CONTESTED if token is None else str(token.value)
