"""Handing an Artifact over to a model near by, and using what it does.

Source rules: artifact.hand_over, artifact.one_use; rulings C1 to C5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from battlefield.certificate import Certificate
from battlefield.certify import engagement
from battlefield.events.core import Reason, TokenSet
from battlefield.events.relics_of_old import HANDED_OVER, ArtifactAssigned, ArtifactUsed
from battlefield.orders.relics_of_old import HandOver, Use
from battlefield.play import Play
from battlefield.rules.core.attached import attached, models_as_one
from battlefield.rules.relics_of_old.carrying import is_artifact, is_fortification, may_carry
from battlefield.state import Model, State

RULE, USE = "artifact.hand_over", "artifact.one_use"


def hand_over(play: Play, order: HandOver) -> None:
    """The Artifact goes to the other model, and to no third one in this phase (C2)."""
    state = play.state
    carrier, taker = state.models[state.artifacts[order.artifact].carrier or ""], state.model(order.to)
    claim = _nearest(state, carrier, taker)
    assigned = ArtifactAssigned(
        rule=RULE,
        rulings=("C1", "C3"),
        claims=() if claim is None else (claim,),
        artifact=order.artifact,
        from_=carrier.name,
        to=taker.name,
        how="handed over",
    )
    play.do(assigned)
    play.do(TokenSet(rule=RULE, rulings=("C2",), holder=order.artifact, token=HANDED_OVER, until="phase"))


def refusals(state: State, order: HandOver) -> Iterator[Reason]:
    """Everything against it: nobody who carries, the wrong phase, the models, their distance."""
    artifact = state.artifacts[order.artifact]
    taker, carrier = state.model(order.to), state.models.get(artifact.carrier or "")
    if not is_artifact(artifact):
        yield Reason(rule=RULE, why=f"{artifact.name} is the Relic, which is passed, not handed over", of=artifact.name)
        return
    if carrier is None:
        why = f"{artifact.name} is carried by nobody ({artifact.status})"
        yield Reason(rule=RULE, why=why, of=artifact.name)
        return
    if state.phase != "command" or state.player != carrier.player:
        now = "armies are being deployed" if state.phase is None else f"it is the {state.phase} phase of {state.player}"
        why = f"only in {carrier.player}'s own command phase (C1); {now}"
        yield Reason(rule=RULE, why=why, of=artifact.name)
    if state.token(artifact.name, HANDED_OVER) is not None:
        why = f"{artifact.name} has changed hands in this command phase (C2)"
        yield Reason(rule=RULE, why=why, of=artifact.name)
    yield from _against_models(state, order, carrier, taker)


def use(play: Play, order: Use) -> None:
    """The effect is used; a one-time effect is then spent for the battle."""
    carrier = play.state.artifacts[order.artifact].carrier or ""
    play.do(ArtifactUsed(rule=USE, artifact=order.artifact, by=carrier, effect=order.effect))


def using(state: State, order: Use) -> Iterator[Reason]:
    """Only who carries an Artifact uses it, and a one-time effect only once a battle."""
    artifact = state.artifacts[order.artifact]
    if not is_artifact(artifact):
        yield Reason(rule=USE, why=f"{artifact.name} is the Relic and no Artifact of these rules", of=artifact.name)
    if artifact.carrier is None:
        why = f"{artifact.name} is carried by nobody ({artifact.status})"
        yield Reason(rule=USE, why=why, of=artifact.name)
    if state.phase is None:
        why = "the battle has not begun; armies are being deployed"
        yield Reason(rule=USE, why=why, of=artifact.name)
    if artifact.one_use and artifact.used:
        why = f"the one-time effect of {artifact.name} has been used in this battle"
        yield Reason(rule=USE, why=why, of=artifact.name)


def _against_models(state: State, order: HandOver, carrier: Model, taker: Model) -> Iterator[Reason]:
    artifact = state.artifacts[order.artifact]
    if taker.name == carrier.name:
        yield Reason(rule=RULE, why=f"{carrier.name} carries {artifact.name} already", of=taker.name)
        return
    if taker.player != carrier.player:
        yield Reason(rule=RULE, why=f"{taker.name} is no friendly model", of=taker.name)
    for model in (carrier, taker):
        if is_fortification(state, model):
            why = f"{model.name} is a FORTIFICATION, which neither hands over nor is handed an Artifact (C4)"
            yield Reason(rule=RULE, why=why, of=model.name)
    if not may_carry(taker, artifact):
        asked = ", ".join(artifact.carriers)
        why = f"{artifact.name} asks of its carrier: {asked}; {taker.name} has not all of these keywords"
        yield Reason(rule="artifact.eligible", why=why, of=taker.name)
    away = [each for each in (carrier, taker) if not each.on_board]
    for model in away:
        yield Reason(rule=RULE, why=f"{model.name} is not on the battlefield ({model.where})", of=model.name)
    claim = None if away else _nearest(state, carrier, taker)
    if claim is not None and not claim.holds:
        at = None if taker.pose is None else taker.pose.point
        whom = carrier.name if taker.unit in attached(state, carrier.unit) else carrier.unit
        why = f"{taker.name} is not within Engagement Range of {whom}"
        yield Reason(rule=RULE, why=why, claim=claim, of=taker.name, at=at)


def _nearest(state: State, carrier: Model, taker: Model) -> Certificate | None:
    """The certificate that decides: from the carrying model within its unit, else from any model of it (C3)."""
    same = taker.unit in attached(state, carrier.unit)
    givers = [carrier] if same else [each for each in models_as_one(state, carrier.unit) if each.on_board]
    claims = [engagement(state, each.name, taker.name) for each in givers]
    best = min(claims, key=lambda claim: (claim.holds is not True, -(claim.margin or 0.0)), default=None)
    return None if best is None else replace(best, rulings=(*best.rulings, "C3"))
