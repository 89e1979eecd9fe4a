"""The claims at the end of the battle: the closest unit first, a roll for each, and what becomes of the Artifact.

Source rules: artifact.claim, artifact.returned, artifact.crusade_points; rulings C15, C16.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlefield.certify import engagement
from battlefield.events.base import Event
from battlefield.events.core import BattleEnded, TokenSet
from battlefield.events.relics_of_old import (
    CLAIMED,
    CRUSADE_POINTS,
    ArtifactRecovered,
    ArtifactReturned,
    ArtifactUnclaimed,
    ClaimAttempted,
    points_on_card,
    unit_with,
)
from battlefield.geometry.measure import within
from battlefield.geometry.shapes import Pose
from battlefield.play import Play, rounded_number
from battlefield.rules.core.charging import RULE as CHARGE
from battlefield.rules.relics_of_old.carrying import crusade_points, is_artifact
from battlefield.rules.relics_of_old.prospects import RULE, Prospect, prospect_of
from battlefield.rules.relics_of_old.recovery import roll_off
from battlefield.state import State

CARDS = "artifact.crusade_points"
ATTEMPT, DECLINE = "attempt", "decline"


def reacts(before: State, event: Event, play: Play) -> None:
    """When the battle has ended, each Artifact that lies there is claimed or goes back; then the cards are kept."""
    del before
    if isinstance(event, BattleEnded):
        for artifact in list(play.state.lying()):
            if is_artifact(artifact):
                _claim(play, artifact.name)
        _keep_cards(play)


def points_of(state: State, unit: str) -> int:
    """The Crusade Points that the Artifacts give a unit whose models carry them, or have left with them."""
    held = [each for each in state.artifacts.values() if unit_with(state, each) == unit]
    return sum(crusade_points(state, each, unit) or 0 for each in held)


def _claim(play: Play, name: str) -> None:
    """Attempts one after the other until one succeeds; nothing moves, so that all are measured alike."""
    state = play.state
    found = (prospect_of(state, unit, state.artifacts[name]) for unit in state.units if not _spent(state, unit))
    prospects = sorted((each for each in found if each is not None), key=lambda each: each.distance)
    for each in _in_turn(play, name, prospects):
        if _attempt(play, name, each):
            return
    owner = play.state.artifacts[name].owner
    rule = "artifact.returned"
    if owner is None:
        play.do(ArtifactUnclaimed(rule=rule, rulings=(rule,), artifact=name))
    else:
        play.do(ArtifactReturned(rule=rule, artifact=name, player=owner))


def _spent(state: State, unit: str) -> bool:
    return state.token(unit, CLAIMED) is not None


def _in_turn(play: Play, artifact: str, prospects: Sequence[Prospect]) -> Iterator[Prospect]:
    """The closest first; of those equally close first the barred, who ask for no order."""
    rest = list(prospects)
    while rest:
        tied = [each for each in rest if within(each.distance, rest[0].distance)]
        rest = rest[len(tied) :]
        yield from (each for each in tied if each.needs is None)
        yield from _tied(play, artifact, [each for each in tied if each.needs is not None])


def _tied(play: Play, artifact: str, tied: Sequence[Prospect]) -> Iterator[Prospect]:
    """Between players a roll-off says who begins; among its own units each player picks (C16)."""
    players = list(dict.fromkeys(each.player for each in tied))
    while players:
        player = players[0] if len(players) == 1 else roll_off(play, players, ("C16",))
        players.remove(player)
        own = {each.unit: each for each in tied if each.player == player}
        while own:
            names = list(own)
            yield own.pop(names[0] if len(names) == 1 else play.ask(RULE, player, artifact, names, names[0]))


def _attempt(play: Play, artifact: str, each: Prospect) -> bool:
    """One attempt, unless the unit is barred or its player declines; whether it has taken the Artifact."""
    claims = (each.near,) if each.engaged is None else (each.near, each.engaged)
    model = next(iter(each.paths), None)
    roll, success = None, False
    if each.needs is not None:
        if play.ask(RULE, each.player, each.unit, (ATTEMPT, DECLINE), ATTEMPT) == DECLINE:
            return False
        if len(each.paths) > 1:
            model = play.ask(RULE, each.player, each.unit, list(each.paths), next(iter(each.paths)))
        success = each.needs == 0
        if not success:
            rolled = play.roll(RULE, each.unit, "2D6", needs=f"{each.needs}+", rulings=("C15",), like=CHARGE)
            roll, success = rolled.total, bool(rolled.passed)
    play.do(
        ClaimAttempted(
            rule=RULE,
            rulings=("C15",),
            claims=claims,
            artifact=artifact,
            unit=each.unit,
            model=model,
            distance=each.distance,
            needs=each.needs,
            path=each.paths.get(model or "", ()),
            length=each.length,
            roll=roll,
            success=success,
            blockers=each.blockers,
        )
    )
    if success and model is not None:
        _take(play, artifact, model, each.paths[model])
    return success


def _take(play: Play, name: str, model: str, path: Sequence[Pose]) -> None:
    """The model has the Artifact; the certificate is that of the place that it would have reached."""
    state = play.state
    here = state.models[model].pose
    end = path[-1] if path else here
    if end is None:
        return
    pose = Pose(*(rounded_number(part) for part in end))
    event = ArtifactRecovered(
        rule=RULE,
        rulings=("C15",),
        claims=(engagement(state, model, name, a_pose=pose),),
        artifact=name,
        by=model,
        pose=pose,
        arc=None,
        before=state.artifacts[name].status,
    )
    play.do(event)


def _keep_cards(play: Play) -> None:
    """The Crusade card of every unit that ends the battle with more or fewer Artifacts than it had."""
    for unit in play.state.units:
        points = points_of(play.state, unit)
        if points != points_on_card(play.state, unit):
            play.do(TokenSet(rule=CARDS, holder=unit, token=CRUSADE_POINTS, value=points))
