"""What becomes of Artifacts whose carrier is destroyed.

Source rules: artifact.drop, artifact.machine_destroyed; rulings C7, C9, C10, C11, C12, C29.
"""

from __future__ import annotations

from battlefield.certificate import Certificate
from battlefield.certify import engagement
from battlefield.events.base import Event
from battlefield.events.core import ModelDestroyed
from battlefield.events.relics_of_old import ArtifactAssigned, ArtifactDropped, ArtifactLost, ArtifactReturned
from battlefield.geometry.around import nearest_inside
from battlefield.geometry.measure import more_than, overlap, overlapping
from battlefield.geometry.placement import deepest_point, holds_disc
from battlefield.geometry.shapes import Pose, Shape
from battlefield.orders.base import Spot
from battlefield.play import OrderError, Play, rounded_number
from battlefield.rules.relics_of_old.carrying import houses, is_artifact, may_carry
from battlefield.rules.relics_of_old.recovery import claims_in_range
from battlefield.state import Artifact, Model, State

RULE = "artifact.drop"
PLACED = "placed"


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
    space = _space(before, model)
    if space is None or space.pose is None:
        owner = play.state.artifacts[name].owner
        play.do(ArtifactReturned(rule=RULE, rulings=("C9",), artifact=name, player=owner))
        return
    answer = play.answer_to(RULE, name, model.name, model.unit)
    friends = _friends(play.state, space, model, play.state.artifacts[name])
    if answer is not None and isinstance(answer.given, Spot):
        place = Pose(answer.given.x, answer.given.y, space.pose.z)
        _lay(play, space, model, name, place)
        return
    options = [PLACED, *friends]
    given = PLACED if answer is None else str(answer.given)
    friend = play.state.find_model(given)
    chosen = given if friend is None else friend.name
    if chosen not in options:
        raise OrderError(f"{given!r} cannot take {name}; allowed: {', '.join(options)}, or a place [x, y] in its space")
    would_have = claims_in_range(play.state, play.state.artifacts[name], at=_centre(space))
    play.chose(RULE, model.player, name, options, chosen, answer is not None, tuple(would_have))
    if chosen == PLACED:
        _lay(play, space, model, name, None)
    else:
        assigned = ArtifactAssigned(
            rule=RULE, claims=(friends[chosen],), artifact=name, from_=model.name, to=chosen, how="on destruction"
        )
        play.do(assigned)


def _space(before: State, model: Model) -> Model | None:
    """Whose footprint the Artifact falls into: the carrier's own, or that of the transport it was aboard of (C9)."""
    if model.where == "embarked":
        return before.find_model(model.transport or "")
    return model if model.on_board else None


def _friends(state: State, space: Model, model: Model, artifact: Artifact) -> dict[str, Certificate]:
    """The friendly models that could take the Artifact at once, each with its certificate; a VEHICLE may."""
    friends = {}
    for other in state.on_board():
        if other.player == model.player and other.name != model.name and may_carry(other, artifact):
            claim = engagement(state, other.name, space.name, b_pose=space.pose)
            if claim.holds:
                friends[other.name] = claim
    return friends


def _lay(play: Play, space: Model, model: Model, name: str, told: Pose | None) -> None:
    """Place it wholly within the space: where told, else at the deepest point (C10), off other tokens (C11)."""
    state = play.state
    artifact = state.artifacts[name]
    shape, pose = space.footprint, space.pose
    if pose is None:
        return
    rulings: tuple[str, ...] = ("C10",) if told is None else ()
    if told is not None:
        if more_than(holds_disc(shape, told.point, artifact.radius), 0.0):
            raise OrderError(f"{name} would not lie wholly within the space of {space.name} at {told.point}")
        place, centred = told, False
    else:
        place, centred = _centre(space), True
        apart = _off_tokens(state, shape, place, artifact)
        if apart != place:
            rulings = ("C10", "C11")
            place, centred = (place, True) if apart is None else (apart, False)
    if more_than(holds_disc(shape, place.point, artifact.radius), 0.0):
        rulings = (*rulings, RULE)
    play.do(
        ArtifactDropped(
            rule=RULE, rulings=rulings, artifact=name, from_=model.name, footprint=pose, at=place, centred=centred
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
    return place if found == place.point else Pose(found[0], found[1], place.z)
