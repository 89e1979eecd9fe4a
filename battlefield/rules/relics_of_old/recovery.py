"""Recovering an Artifact that lies on the battlefield, at once, wherever an eligible model is in range.

Source rules: artifact.recover, artifact.expelled; rulings C13, C14, C28.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from battlefield.certificate import Certificate
from battlefield.certify import engagement
from battlefield.events.base import Event, ModelsPut
from battlefield.events.core import HatchwayOperated, PhaseBegan, UnitSetUp
from battlefield.events.relics_of_old import ArtifactDropped, ArtifactExpelled, ArtifactPlaced, ArtifactRecovered
from battlefield.geometry.measure import within
from battlefield.geometry.shapes import Pose
from battlefield.play import Play, Stop
from battlefield.rules.core.doing import awaits_removal
from battlefield.rules.core.engaging import first_engaged
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
        case PhaseBegan() | UnitSetUp() | ModelsPut() | HatchwayOperated() if play.state.phase is not None:
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


def takes(state: State, model: Model, artifact: Artifact) -> bool:
    """Whether a model may take an Artifact now: not when it is destroyed and only waits to be removed (C8)."""
    return may_take(model, artifact) and not awaits_removal(state, model.name)


def claims_in_range(
    state: State, artifact: Artifact, leaving: str | None = None, at: Pose | None = None
) -> list[Certificate]:
    """The certificates of every eligible model within Engagement Range of a lying Artifact, the closest first.

    `leaving`: a machine that leaves, and with it all of its unit. `at` asks who would be if it lay there.
    """
    gone = None if leaving is None else state.models[leaving].unit
    models = [each for each in state.on_board() if each.unit != gone and takes(state, each, artifact)]
    claims = [engagement(state, each.name, artifact.name, b_pose=at) for each in models]
    return sorted((claim for claim in claims if claim.holds), key=lambda claim: float(claim.details["distance"]))


def on_the_way(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Stop]:
    """The first point of a move at which the model is within Engagement Range of each Artifact that it may take."""
    for artifact in state.lying():
        if recoverable(artifact) and takes(state, model, artifact) and model.pose is not None:
            found = first_engaged(state, model, [model.pose, *path], artifact.name, artifact.solid)
            if found is not None:
                then = _taking(artifact.name, model.name)
                yield Stop(found.travelled, f"recover {artifact.name}", then, found.turned)


def _taking(artifact: str, model: str) -> Callable[[Play, float], None]:
    def then(play: Play, arc: float) -> None:
        if play.state.artifacts[artifact].lies:
            _recover(play, artifact, model, arc, [model], ())

    return then


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
