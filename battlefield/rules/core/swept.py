"""What a footprint meets on its way: the path judged as a whole, with the point at which it fails.

Source rule: move.swept. Friendly models may be passed, enemies not, impassable ground by nobody;
in Boarding Actions no model is passed (ruling A15).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from battlefield.certificate import Certificate
from battlefield.certify import WALLS, engagement, inside_of, overlap_of, sticking_out
from battlefield.events.core import Reason
from battlefield.geometry.deepest_on import deepest_on
from battlefield.geometry.measure import CONTACT, radius_around
from battlefield.geometry.motions import motions
from battlefield.geometry.paths import Leg, legs, sub_leg
from battlefield.geometry.placement import Obstacle
from battlefield.geometry.shapes import Pose
from battlefield.geometry.spins import Spin, farthest_shares
from battlefield.geometry.sweep import Contact, first_overlap
from battlefield.named import BATTLEFIELD
from battlefield.rules.core.engaging import first_engaged
from battlefield.state import Model, State

RULE = "move.swept"
HEAVY = frozenset({"VEHICLE", "MONSTER"})


@dataclass(frozen=True, slots=True)
class Way:
    """What a kind of move allows on the way: passing enemy models, coming within their Engagement Range.

    `charging`: what can FLY passes enemies, and VEHICLE and MONSTER models of one side do not pass each other (B6).
    """

    past_enemies: bool = False
    engaging: bool = False
    charging: bool = False


STRICT = Way()
FALLING_BACK = Way(past_enemies=True, engaging=True)
CLOSING = Way(engaging=True)
CHARGING = Way(engaging=True, charging=True)


def against_path(
    state: State, name: str, path: Sequence[Pose], way: Way, others: frozenset[str] | None = None
) -> Iterator[Reason]:
    """Everything against a model's path, its start left out: the first point at which each thing is met.

    With `others`, the units named there may be engaged and no other enemy.
    """
    model = state.models[name]
    if model.pose is None or not path:
        return
    whole = [model.pose, *path]
    yield from _off_board(state, model, whole)
    yield from _through_ground(state, model, whole)
    flies = way.charging and "FLY" in model.keywords
    for enemy in state.enemies_of(model.player):
        if not (way.past_enemies or flies) or state.boarding:
            yield from _through_model(state, model, whole, enemy)
        if not way.engaging or (others is not None and enemy.unit not in others):
            yield from _near_enemy(state, model, whole, enemy)
    for friend in state.on_board():
        if friend.player != model.player or friend.name == name:
            continue
        if state.boarding:
            yield from _through_model(state, model, whole, friend)
        elif way.charging and not_past_one_another(model, friend):
            yield from _through_model(state, model, whole, friend, rulings=("B6",))


def not_past_one_another(model: Model, friend: Model) -> bool:
    """Whether a charging model may not pass a friend of another unit: both are VEHICLEs or MONSTERs (B6)."""
    heavy = bool(model.keywords & HEAVY and friend.keywords & HEAVY)
    return heavy and friend.unit != model.unit and "FLY" not in model.keywords


def against_paths(
    state: State, paths: Mapping[str, Sequence[Pose]], way: Way, others: frozenset[str] | None = None
) -> Iterator[Reason]:
    """As `against_path`, for models that move one after another, in this order.

    In Boarding Actions no model is passed (A15): those before it are then where their paths end.
    """
    for name, path in paths.items():
        yield from against_path(state, name, path, way, others)
        if state.boarding and path:
            state = state.with_model(replace(state.models[name], pose=path[-1]))


def enemies_passed(state: State, name: str, path: Sequence[Pose]) -> tuple[str, ...]:
    """The enemy models over which a path leads, in file order."""
    model = state.models[name]
    if model.pose is None:
        return ()
    whole = [model.pose, *path]
    return tuple(each.name for each in state.enemies_of(model.player) if _meets(model, whole, each) is not None)


def _off_board(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Reason]:
    """The last pose is judged apart.

    The board is convex, so a slide leaves it only where its end does, and a turn where a corner points at an edge.
    """
    moves = list(motions(path))
    for motion in moves:
        poses = [] if motion is moves[-1] else [motion.end]
        if motion.turn:
            spin = Spin(model.profile.base, motion.start, motion.turn)
            poses += [motion.at(share) for share in farthest_shares(spin)]
        if not poses:
            continue
        pose = max(poses, key=lambda each: sticking_out(state, model.name, each))
        claim = inside_of(state, RULE, model.name, BATTLEFIELD, pose)
        if not claim.holds:
            arc = motion.before + motion.length
            why = f"{model.name} would leave the battlefield on its way"
            yield Reason(rule=RULE, why=why, claim=claim, of=model.name, at=pose.point, path_at=arc)
            return


def _through_ground(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Reason]:
    for terrain in state.terrain:
        if terrain.bars:
            contact = first_overlap(model.profile.base, path, terrain.area, CONTACT)
            if contact is not None:
                claim = _overlap_claim(state, model, path, terrain.name, terrain.area, contact)
                yield _reason(model, f"{model.name} would move through impassable {terrain.name}", claim, contact)


def _through_model(
    state: State, model: Model, path: Sequence[Pose], other: Model, rulings: tuple[str, ...] = ()
) -> Iterator[Reason]:
    contact = _meets(model, path, other)
    if contact is not None:
        claim = _overlap_claim(state, model, path, other.name, other.footprint, contact)
        named = (*rulings, WALLS) if state.boarding else rulings
        claim = replace(claim, rulings=(*claim.rulings, *named))
        yield _reason(model, f"{model.name} would move through {other.name}", claim, contact)


def _near_enemy(state: State, model: Model, path: Sequence[Pose], enemy: Model) -> Iterator[Reason]:
    contact = first_engaged(state, model, path, enemy.name, enemy.solid)
    if contact is not None:
        claim = engagement(state, model.name, enemy.name, contact.pose)
        yield _reason(
            model, f"{model.name} would come within Engagement Range of {enemy.name} on its way", claim, contact
        )


def _meets(model: Model, path: Sequence[Pose], enemy: Model) -> Contact | None:
    """Where the path first goes too deep into an enemy at a common height."""
    there = enemy.solid
    tall = model.profile.height if model.profile.is_hull else 0.0
    gone = 0.0
    for leg in legs(path):
        part = sub_leg(leg, there.low - tall, there.high)
        if part is not None:
            contact = first_overlap(model.profile.base, _stretch(part[1]), there.shape, CONTACT)
            if contact is not None:
                return contact._replace(travelled=gone + part[0] + contact.travelled)
        gone += leg.length
    return None


def _stretch(leg: Leg) -> list[Pose]:
    return [leg.start, leg.end]


def _overlap_claim(
    state: State, model: Model, path: Sequence[Pose], name: str, target: Obstacle, contact: Contact
) -> Certificate:
    """The certificate where the base is deepest soon after the first contact: it shows why, not just where."""
    base = model.profile.base
    reach = 2 * radius_around(base.at(path[0]), path[0].point)
    pose = deepest_on(base, path, target, contact, reach)
    return replace(overlap_of(state, RULE, model.name, name, pose), rule=RULE)


def _reason(model: Model, why: str, claim: Certificate, contact: Contact) -> Reason:
    return Reason(rule=RULE, why=why, claim=claim, of=model.name, at=contact.point, path_at=contact.travelled)
