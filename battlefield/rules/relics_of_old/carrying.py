"""Who may carry an Artifact, and who may take one from the battlefield.

Source rules: artifact.eligible, artifact.vehicle, artifact.housed, artifact.assigned, artifact.crusade_points.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.core import Reason
from battlefield.rules.relics_of_old.crusade import FORTIFICATION, artifact_points
from battlefield.state import Artifact, Model, State

DARK_MACHINE = "DARK MACHINE"


def may_carry(model: Model, artifact: Artifact) -> bool:
    """Whether a model has every keyword that the Artifact asks of its carrier (any model when it asks none)."""
    return qualifies(model.keywords, artifact.carriers)


def qualifies(keywords: frozenset[str], asked: Sequence[str]) -> bool:
    """Whether keywords hold every one that is asked of a carrier."""
    return all(keyword in keywords for keyword in asked)


def may_take(model: Model, artifact: Artifact) -> bool:
    """Whether a model may take an Artifact from the battlefield: besides, no VEHICLE that is not also CHARACTER."""
    barred = "VEHICLE" in model.keywords and "CHARACTER" not in model.keywords
    return may_carry(model, artifact) and not barred


def houses(model: Model) -> bool:
    """Whether an Artifact in this model is housed, not carried: the model is a Dark Machine."""
    return DARK_MACHINE in model.keywords


def is_artifact(artifact: Artifact) -> bool:
    """Whether these rules speak of it: any Artifact, but not the Relic."""
    return artifact.kind != "relic"


def is_fortification(state: State, model: Model) -> bool:
    """Whether a model, or the unit that it is of, is a FORTIFICATION."""
    return FORTIFICATION in model.keywords | state.units[model.unit].keywords


def crusade_points(state: State, artifact: Artifact, unit: str) -> int | None:
    """The Crusade Points that an Artifact adds to the unit that it is with: 1, TITANIC 2, FORTIFICATION none.

    None for what is no Artifact of these rules.
    """
    if not is_artifact(artifact):
        return None
    return artifact_points(state.units[unit].keywords)


def judged(state: State) -> Sequence[Reason]:
    """Every Artifact that is assigned to nobody, or to a model that may not carry it."""
    reasons = []
    for artifact in filter(is_artifact, state.artifacts.values()):
        if artifact.status == "unassigned" and artifact.kind != "mission":
            why = f"{artifact.name} is assigned to no model and is no Mission Artifact"
            reasons.append(Reason(rule="artifact.assigned", why=why, of=artifact.name))
        if artifact.lies and artifact.kind != "mission" and state.deploying:
            why = f"{artifact.name} lies on the battlefield while armies are deployed and is no Mission Artifact"
            reasons.append(Reason(rule="artifact.assigned", why=why, of=artifact.name))
        carrier = state.models.get(artifact.carrier or "")
        if carrier is not None and not may_carry(carrier, artifact):
            asked = ", ".join(artifact.carriers)
            why = f"{artifact.name} asks of its carrier: {asked}; {carrier.name} has not all of these keywords"
            reasons.append(Reason(rule="artifact.eligible", why=why, of=carrier.name))
    return reasons
