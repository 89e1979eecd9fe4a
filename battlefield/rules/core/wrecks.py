"""Getting out of a destroyed TRANSPORT: each unit aboard, before the wreck is removed.

Source rules: move.disembark, core.battle_shock; rulings B7, B11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from battlefield.certificate import Certificate
from battlefield.certify import farthest_from
from battlefield.events.base import Event
from battlefield.events.core import PhaseBegan, Reason, TokenCleared, TokenSet, UnitSetUp
from battlefield.geometry.measure import radius_around
from battlefield.geometry.shapes import Pose
from battlefield.orders.base import Spot
from battlefield.play import OrderError, Play, rounded_number
from battlefield.rules.core.coherency import against_coherency, coherency
from battlefield.rules.core.doing import AWAITING, BATTLE_SHOCKED, DISEMBARKED, OWN_COMMAND, WRECK, moved_as
from battlefield.rules.core.placing import (
    Standing,
    against_engagement,
    against_objectives,
    against_standing,
    with_poses,
)
from battlefield.rules.core.room_beside import places_for
from battlefield.rules.core.wounds import destroy_models, mortal_wounds
from battlefield.state import Model, State

RULE, RULING = "move.disembark", "B7"
OUT_OF = "gets out of"
"""Token of a unit while it gets out: the TRANSPORT."""
NEEDS = "getting out needs"
"""Token of a unit while it gets out: what the D6 of each of its models needs."""
USUAL, EMERGENCY = "disembark", "emergency_disembark"
NEEDED = {USUAL: "2+", EMERGENCY: "4+"}
FREE, NOWHERE = "any free place", "nowhere"
NO_ROOM, GETTING_OUT = "want of room", "getting out of the wreck"
Poses = dict[str, Pose]


def reacts(before: State, event: Event, play: Play) -> None:
    """A wreck with units aboard lets them out; a unit's next Command phase ends the shock."""
    del before
    match event:
        case TokenSet() if event.token == AWAITING and event.value == WRECK:
            _let_out(play, play.state.models[event.holder])
        case PhaseBegan() if event.phase == "command":
            _calm(play, event.player)


def aboard_of(state: State, transport: Model) -> dict[str, list[Model]]:
    """The models aboard of a transport, by unit, in file order."""
    names = {transport.name, transport.unit, transport.alias}
    found: dict[str, list[Model]] = {}
    for model in state.models.values():
        if model.where == "embarked" and model.transport in names:
            found.setdefault(model.unit, []).append(model)
    return found


def against_place(
    state: State, model: Model, pose: Pose, transport: Model, reach: float, placed: Poses
) -> Iterator[Reason]:
    """Everything against a model's getting out to a place, given where others of its unit got out to."""
    others = {name: at for name, at in placed.items() if name != model.name}
    standing = Standing(with_poses(state, others), {model.name: pose})
    for against in (against_standing, against_engagement, against_objectives):
        yield from against(standing, model.name)
    claim = wholly_within(state, model.name, pose, transport, reach)  # last: round Walls it takes its time
    if not claim.holds:
        why = f"{model.name} would not be wholly within {reach:g} in of {transport.name}"
        yield Reason(rule=RULE, why=why, claim=claim, of=model.name, at=pose.point)


def wholly_within(state: State, name: str, pose: Pose, transport: Model, reach: float) -> Certificate:
    """The certificate of a model's farthest part against the wreck."""
    after = with_poses(state, {name: pose})
    claim = farthest_from(after, RULE, name, transport.name, reach, a_pose=pose)
    return replace(claim, rulings=(*claim.rulings, RULING))


def _let_out(play: Play, transport: Model) -> None:
    """One unit after the other, in the order that their player likes; untold, that of the file.

    Off the table there is no place for anybody: all are destroyed with it.
    """
    if not transport.on_board:
        lost = [each.name for models in aboard_of(play.state, transport).values() for each in models]
        destroy_models(play, lost, NO_ROOM)
        return
    while True:
        units = list(aboard_of(play.state, transport))
        if not units:
            return
        unit = units[0]
        if len(units) > 1:
            known_as = (transport.unit, *([transport.alias] if transport.alias else ()))
            unit = play.ask(RULE, transport.player, transport.name, units, unit, known_as)
        _out(play, transport, unit)


def _out(play: Play, transport: Model, unit: str) -> None:
    """A unit is set up, what has no place is destroyed, and a die is rolled for each model that got out."""
    models = aboard_of(play.state, transport)[unit]
    told = _told(play, transport, models)
    kind, poses = _landing(play.state, transport, unit, models, told)
    reach = play.state.range(kind)
    lost = [each.name for each in models if each.name not in poses]
    said = f"wholly within {reach:g} in" if poses else NOWHERE
    play.chose(RULE, models[0].player, unit, (FREE,), said, bool(told))
    for token, value in ((OUT_OF, transport.name), (NEEDS, NEEDED[kind])):
        play.do(TokenSet(rule=RULE, rulings=(RULING,), holder=unit, token=token, value=value))
    if poses:
        claims = tuple(wholly_within(play.state, name, pose, transport, reach) for name, pose in poses.items())
        event = UnitSetUp(rule=RULE, rulings=(RULING,), claims=claims, unit=unit, kind="disembarked", models=poses)
        play.do(event)
        when = WRECK if moved_as(play.state, transport.unit) is None else "after"
        play.do(TokenSet(rule=RULE, holder=unit, token=DISEMBARKED, value=when, until="turn"))
        shocked = TokenSet(
            rule="core.battle_shock", rulings=(RULING,), holder=unit, token=BATTLE_SHOCKED, until=OWN_COMMAND
        )
        play.do(shocked)
    if lost:
        destroy_models(play, lost, NO_ROOM)
    failed = [name for name in poses if not _unhurt(play, name, NEEDED[kind])]
    mortal_wounds(play, unit, len(failed), RULE, GETTING_OUT)
    for token in (NEEDS, OUT_OF):
        play.do(TokenCleared(rule=RULE, holder=unit, token=token))


def _unhurt(play: Play, name: str, needs: str) -> bool:
    return bool(play.roll(RULE, name, "D6", needs=needs, rulings=(RULING,)).passed)


def _calm(play: Play, player: str) -> None:
    """What is Battle-shocked until its own Command phase is so no longer."""
    for holder, unit in play.state.units.items():
        token = play.state.token(holder, BATTLE_SHOCKED)
        if unit.player == player and token is not None and token.until == OWN_COMMAND:
            play.do(TokenCleared(rule="core.battle_shock", rulings=(RULING,), holder=holder, token=BATTLE_SHOCKED))


def _told(play: Play, transport: Model, models: Sequence[Model]) -> Poses:
    """The places that a player names for models, each legal at the greater distance; OrderError for one that is not."""
    told: Poses = {}
    for model in models:
        names = (model.name, *([model.alias] if model.alias else ()), *([model.unit] if len(models) == 1 else ()))
        answer = play.answer_to(RULE, *names)
        if answer is None:
            continue
        if not isinstance(answer.given, Spot):
            raise OrderError(f"{answer.said} is no place for {model.name}; a place [x, y] is allowed")
        spot, level = answer.given, 0.0 if transport.pose is None else transport.pose.z
        facing = _facing(transport) if spot.facing is None else spot.facing
        place = (spot.x, spot.y, level if spot.z is None else spot.z, facing)
        told[model.name] = Pose(*(rounded_number(each) for each in place))
    reach = play.state.range(EMERGENCY)
    for name, pose in told.items():
        against = next(against_place(play.state, play.state.models[name], pose, transport, reach, told), None)
        if against is not None:
            raise OrderError(f"{name} cannot get out there: {against.why}")
    return told


def _landing(state: State, transport: Model, unit: str, models: Sequence[Model], told: Poses) -> tuple[str, Poses]:
    """Where each model gets out to: all of them near, else as many as can in an emergency.

    OrderError where the places told are too far away, or cost models, and others would do better.
    """
    near = state.range(USUAL)
    if all(wholly_within(state, name, pose, transport, near).holds for name, pose in told.items()):
        poses = _found(state, transport, models, near, told)
        if len(poses) == len(models) and coherency(state, unit, poses).holds:
            return USUAL, poses
    if told:
        better = _found(state, transport, models, near, {})
        if len(better) == len(models) and coherency(state, unit, better).holds:
            raise OrderError(f"{unit} can get out wholly within {near:g} in of {transport.name}: {_places(better)}")
    far = state.range(EMERGENCY)
    poses = _coherent(state, unit, _found(state, transport, models, far, told))
    better = _coherent(state, unit, _found(state, transport, models, far, {})) if told else {}
    if len(better) > len(poses):
        raise OrderError(f"more of {unit} can get out of {transport.name} than with those places: {_places(better)}")
    return EMERGENCY, poses


def _found(state: State, transport: Model, models: Sequence[Model], reach: float, told: Poses) -> Poses:
    """Those told, and for the others, the widest bases first, the nearest legal place, if there is one."""
    placed = dict(told)
    rest = sorted((each for each in models if each.name not in told), key=_width, reverse=True)
    for model in rest:
        for pose in places_for(state, transport, model, reach, placed, _facing(transport)):
            if next(against_place(state, model, pose, transport, reach, placed), None) is None:
                placed[model.name] = pose
                break
    return {each.name: placed[each.name] for each in models if each.name in placed}


def _coherent(state: State, unit: str, poses: Poses) -> Poses:
    """The places without those, the last first, that leave the unit out of coherency."""
    kept = dict(poses)
    while kept and against_coherency(state, unit, kept):
        groups = coherency(state, unit, kept).details["groups"]
        smallest: Sequence[str] = min(groups, key=len) if len(groups) > 1 else list(kept)
        kept.pop(smallest[-1])
    return kept


def _width(model: Model) -> float:
    """The radius of a circle round a model's base, to a nanometre."""
    return round(radius_around(model.footprint_at(Pose(0.0, 0.0)), (0.0, 0.0)), 9)


def _facing(transport: Model) -> float:
    return 0.0 if transport.pose is None else transport.pose.facing


def _places(poses: Mapping[str, Pose]) -> str:
    return ", ".join(_said(poses))


def _said(poses: Mapping[str, Pose]) -> Iterator[str]:
    for name, pose in poses.items():
        yield f"{name} [{pose.x:.6f}, {pose.y:.6f}]"
