"""What becomes of Artifacts whose carrier is destroyed.

Source rules: artifact.drop, artifact.machine_destroyed; rulings C7, C8, C9, C10, C11, C12, C29.
"""

from __future__ import annotations

from typing import NamedTuple

from battlefield.certificate import Certificate
from battlefield.certify import engagement
from battlefield.events.base import Event
from battlefield.events.core import ModelDestroyed
from battlefield.events.relics_of_old import ArtifactAssigned, ArtifactDropped, ArtifactLost, ArtifactReturned
from battlefield.geometry.around import nearest_inside
from battlefield.geometry.measure import more_than, overlap, overlapping
from battlefield.geometry.placement import deepest_point, holds_disc
from battlefield.geometry.shapes import Pose, Shape
from battlefield.orders.base import Answer, Spot
from battlefield.play import OrderError, Play, rounded_number
from battlefield.rules.core.doing import awaits_removal
from battlefield.rules.relics_of_old.carrying import houses, is_artifact, may_carry
from battlefield.rules.relics_of_old.recovery import claims_in_range
from battlefield.state import Artifact, Model, State

RULE = "artifact.drop"
PLACED = "placed"


class Rest(NamedTuple):
    """Where a dropped Artifact comes to lie, whether in the middle of the space, and the rulings that put it there."""

    place: Pose
    centred: bool
    rulings: tuple[str, ...]


def reacts(before: State, event: Event, play: Play) -> None:
    """When a carrier has been removed, each Artifact is lost with the machine, dropped, or handed to a friend."""
    if not isinstance(event, ModelDestroyed):
        return
    model = before.models[event.model]
    held = [each.name for each in before.carried_by(model.name) if is_artifact(each)]
    if held:
        play.when_settled(lambda settled: _let_go(settled, before, model, held))


def _let_go(play: Play, before: State, model: Model, held: list[str]) -> None:
    for name in held:
        if houses(model):
            rule = "artifact.machine_destroyed"
            play.do(ArtifactLost(rule=rule, rulings=(rule, "C29"), artifact=name, with_=model.name))
        else:
            _drop(play, before, model, name)


def _drop(play: Play, before: State, model: Model, name: str) -> None:
    space = space_of(before, model)
    if space is None or space.pose is None:
        owner = play.state.artifacts[name].owner
        play.do(ArtifactReturned(rule=RULE, rulings=("C9",), artifact=name, player=owner))
        return
    answer = play.answer_to(RULE, name, model.name, model.unit)
    friends = _friends(play.state, space, model, play.state.artifacts[name])
    options = [PLACED, *friends]
    told = _told(space, play.state.artifacts[name], answer)
    given = PLACED if answer is None or told is not None else answer.given
    chosen = play.meant(given, options)
    if chosen is None:
        raise OrderError(f"{given!r} cannot take {name}; allowed: {', '.join(options)}, or a place [x, y] in its space")
    rest = resting(play.state, space, play.state.artifacts[name], told)
    would_have = claims_in_range(play.state, play.state.artifacts[name], at=rest.place)
    play.chose(RULE, model.player, name, options, chosen, answer is not None, tuple(would_have))
    if chosen == PLACED:
        _lay(play, space, model, name, rest)
    else:
        assigned = ArtifactAssigned(
            rule=RULE, claims=(friends[chosen],), artifact=name, from_=model.name, to=chosen, how="on destruction"
        )
        play.do(assigned)


def space_of(before: State, model: Model) -> Model | None:
    """Whose footprint the Artifact falls into: the carrier's own, or its transport's; None off the table (C9)."""
    space = before.find_model(model.transport or "") if model.where == "embarked" else model
    return space if space is not None and space.on_board else None


def _friends(state: State, space: Model, model: Model, artifact: Artifact) -> dict[str, Certificate]:
    """The friendly models that could take the Artifact at once, each with its certificate; a VEHICLE may."""
    friends = {}
    for other in state.on_board():
        able = may_carry(other, artifact) and not awaits_removal(state, other.name)
        if other.player == model.player and other.name != model.name and able:
            claim = engagement(state, other.name, space.name, b_pose=space.pose)
            if claim.holds:
                friends[other.name] = claim
    return friends


def _told(space: Model, artifact: Artifact, answer: Answer | None) -> Pose | None:
    """The place that an answer names, at the elevation of the space and wholly within it; None where it names none."""
    if answer is None or not isinstance(answer.given, Spot) or space.pose is None:
        return None
    told = Pose(answer.given.x, answer.given.y, space.pose.z)
    if more_than(holds_disc(space.footprint, told.point, artifact.radius), 0.0):
        raise OrderError(f"{artifact.name} would not lie wholly within the space of {space.name} at {answer.given}")
    return told


def resting(state: State, space: Model, artifact: Artifact, told: Pose | None) -> Rest:
    """Where an Artifact comes to lie in the space of a model: where told, else at the deepest point (C10); off other
    tokens with room for it (C11). The last of the rulings says that the space is too small for it."""
    wanted = _centre(space) if told is None else told
    rulings: tuple[str, ...] = ("C10",) if told is None else ()
    apart = _off_tokens(state, space.footprint, wanted, artifact)
    if apart != wanted:
        rulings = (*rulings, "C11")
    place = wanted if apart is None else apart
    if more_than(holds_disc(space.footprint, place.point, artifact.radius), 0.0):
        rulings = (*rulings, RULE)
    return Rest(place, told is None and place == wanted, rulings)


def _lay(play: Play, space: Model, model: Model, name: str, rest: Rest) -> None:
    """Place it within the space, where it comes to rest."""
    if space.pose is not None:
        play.do(
            ArtifactDropped(
                rule=RULE,
                rulings=rest.rulings,
                artifact=name,
                from_=model.name,
                footprint=space.pose,
                at=rest.place,
                centred=rest.centred,
            )
        )


def _centre(space: Model) -> Pose:
    """The deepest point of a space, at its elevation (C10), as the log writes it."""
    (x, y), _ = deepest_point(space.footprint)
    z = space.pose.z if space.pose is not None else 0.0
    return Pose(*(rounded_number(part) for part in (x, y, z, 0.0)))


def _off_tokens(state: State, shape: Shape, place: Pose, artifact: Artifact) -> Pose | None:
    """The nearest place to `place` inside the space that overlaps no other token; None when there is none."""
    others = [each.disc_at(each.at) for each in state.lying() if each.at is not None]
    found = nearest_inside(shape, place.point, artifact.radius, others)
    if found is None:
        lies_on = any(overlapping(overlap(artifact.disc_at(place), each).depth) for each in others)
        return None if lies_on else place
    return place if found == place.point else Pose(rounded_number(found[0]), rounded_number(found[1]), place.z)
