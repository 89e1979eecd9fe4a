"""Recovering an Artifact that lies on the battlefield, at once, wherever an eligible model is in range.

Source rules: artifact.recover, artifact.expelled; rulings C13, C14, C28.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from battlefield.certificate import Certificate
from battlefield.certify import engagement
from battlefield.events.base import Event
from battlefield.events.core import PhaseBegan, UnitSetUp
from battlefield.events.relics_of_old import ArtifactDropped, ArtifactExpelled, ArtifactPlaced, ArtifactRecovered
from battlefield.geometry.measure import within
from battlefield.geometry.paths import Leg, legs, sub_leg, turn_between
from battlefield.geometry.shapes import Pose
from battlefield.geometry.sweep import first_within
from battlefield.play import Play, Stop
from battlefield.rules.relics_of_old.carrying import is_artifact, may_take
from battlefield.state import Artifact, Model, State

RULE = "artifact.recover"


def reacts(before: State, event: Event, play: Play) -> None:
    """Whenever a model or a token comes to stand somewhere, each Artifact in reach of an eligible model goes to it."""
    del before
    match event:
        case ArtifactDropped() | ArtifactPlaced():
            if play.state.phase is not None:
                recover_if_in_range(play, event.artifact)
        case ArtifactExpelled():
            recover_if_in_range(play, event.artifact, leaving=event.machine)
        case PhaseBegan() | UnitSetUp() if play.state.phase is not None:
            for artifact in list(play.state.lying()):
                recover_if_in_range(play, artifact.name)


def recover_if_in_range(play: Play, name: str, leaving: str | None = None) -> None:
    """The closest eligible model within Engagement Range recovers the Artifact, if there is one.

    Ties go to the active player, else to the winner of a roll-off; among one player's models that player picks.
    """
    artifact = play.state.artifacts[name]
    if not recoverable(artifact):
        return
    found = claims_in_range(play.state, artifact, leaving)
    if not found:
        return
    closest = found[0].details["distance"]
    tied = [claim for claim in found if within(claim.details["distance"], closest)]
    taker = _settled(play, name, [claim.a for claim in tied])
    rulings = ("C13", *(("C28",) if leaving is not None else ()))
    _recover(play, name, taker, None, [claim.a for claim in found], rulings)


def recoverable(artifact: Artifact) -> bool:
    """Whether an Artifact lies where a model in range has it at once: not where its mission leaves it to the end."""
    waits = artifact.recovery == "at the end" and artifact.status == "field"
    return artifact.lies and is_artifact(artifact) and not waits


def claims_in_range(
    state: State, artifact: Artifact, leaving: str | None = None, at: Pose | None = None
) -> list[Certificate]:
    """The certificates of every eligible model within Engagement Range of a lying Artifact, the closest first.

    `at` asks who would be if it lay there.
    """
    models = [each for each in state.on_board() if each.name != leaving and may_take(each, artifact)]
    claims = [engagement(state, each.name, artifact.name, b_pose=at) for each in models]
    return sorted((claim for claim in claims if claim.holds), key=lambda claim: float(claim.details["distance"]))


def on_the_way(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Stop]:
    """The first point of a move at which the model is within Engagement Range of each Artifact that it may take."""
    for artifact in state.lying():
        if recoverable(artifact) and may_take(model, artifact) and model.pose is not None:
            found = _first_in_range(state, model, [model.pose, *path], artifact)
            if found is not None:
                at, turned = found
                yield Stop(at, f"recover {artifact.name}", _taking(artifact.name, model.name), turned)


def _taking(artifact: str, model: str) -> Callable[[Play, float], None]:
    def then(play: Play, arc: float) -> None:
        if play.state.artifacts[artifact].lies:
            _recover(play, artifact, model, arc, [model], ())

    return then


def _first_in_range(state: State, model: Model, path: Sequence[Pose], artifact: Artifact) -> tuple[float, float] | None:
    """Inches along the path, and degrees turned, to the first pose within both parts of Engagement Range.

    None when there is none. In a turn the inches are those of its corner.
    """
    horizontal, vertical = state.range_pair("engagement")
    token = artifact.solid
    gone = turned = 0.0
    for leg in legs(path):
        part = _level_part(model, leg, token.low, vertical)
        if part is not None:
            skipped, reached = part
            contact = first_within(model.profile.base, [reached.start, reached.end], token.shape, horizontal)
            if contact is not None:
                return gone + skipped + contact.travelled, turned + contact.turned
        gone += leg.length
        turned += abs(turn_between(leg.start.facing, leg.end.facing))
    return None


def _level_part(model: Model, leg: Leg, level: float, reach: float) -> tuple[float, Leg] | None:
    """The stretch of a leg on which the model's height is within `reach` of a level, and how far along it begins."""
    tall = model.profile.height if model.profile.is_hull else 0.0
    return sub_leg(leg, level - reach - tall, level + reach)


def _settled(play: Play, artifact: str, tied: list[str]) -> str:
    if len(tied) == 1:
        return tied[0]
    state = play.state
    players = list(dict.fromkeys(state.models[name].player for name in tied))
    player = players[0]
    if len(players) > 1:
        player = state.player if state.player in players else roll_off(play, players)
    own = [name for name in tied if state.models[name].player == player]
    return own[0] if len(own) == 1 else play.ask(RULE, player, artifact, own, own[0])


def roll_off(play: Play, players: Sequence[str], rulings: tuple[str, ...] = ()) -> str:
    """The winner of a roll-off: the highest D6, ties roll again (core.roll_off)."""
    while True:
        totals = {player: play.roll("core.roll_off", player, "D6", rulings=rulings).total for player in players}
        best = [player for player, total in totals.items() if total == max(totals.values())]
        if len(best) == 1:
            return best[0]


def _recover(
    play: Play, name: str, taker: str, arc: float | None, rivals: Sequence[str], rulings: tuple[str, ...]
) -> None:
    state = play.state
    model = state.models[taker]
    if model.pose is None:
        return
    event = ArtifactRecovered(
        rule=RULE,
        rulings=rulings,
        claims=(engagement(state, taker, name),),
        artifact=name,
        by=taker,
        pose=model.pose,
        arc=arc,
        before=state.artifacts[name].status,
        rivals=tuple(each for each in rivals if each != taker),
    )
    play.do(event)
