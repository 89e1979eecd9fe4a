"""Dropping the Relic: by choice at any time, by itself when its bearer is removed, at the edge in a capture.

Source rules: relic.drop, relic.drop.impassable, relic.capture.interrupted; rulings D10, D12, D13, D14, D16, D17.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.certificate import Certificate
from battlefield.certify import gap_between
from battlefield.events.base import Event
from battlefield.events.core import ModelDestroyed, Reason, TokenSet
from battlefield.events.scrollhammer_relic import RelicDropped, RelicLost, identity_of
from battlefield.geometry.lines import distance_between
from battlefield.geometry.measure import within
from battlefield.geometry.shapes import Point, Pose
from battlefield.named import EDGE_SUFFIX
from battlefield.orders.base import Answer, Spot
from battlefield.orders.scrollhammer_relic import Capture, DropRelic, PassRelic
from battlefield.play import OrderError, Play, rounded_number
from battlefield.rules.core.doing import awaits_removal
from battlefield.rules.core.wrecks import OUT_OF
from battlefield.rules.scrollhammer_relic.effects import STAFF, rule_of
from battlefield.rules.scrollhammer_relic.landing import EDGE, OUT, RULE, Drop, closed, dropped_at, dropped_at_edge
from battlefield.rules.scrollhammer_relic.seizing import BARRED, PHASE
from battlefield.rules.scrollhammer_relic.terms import carried_by, relics
from battlefield.state import Artifact, Model, State

CAPTURING = "capturing"
"""Token of a unit until the end of the phase: the board edge that it is moving off."""
SAME = 1e-4
"""Inches by which a place that a player names may miss the place that is meant."""


def drop(play: Play, order: DropRelic) -> None:
    """The bearer drops the Relic on the bearing ordered, else on the default one."""
    relic, bearer = held(play.state, order.model, order.artifact)[0]
    mover = mover_of(play.state, bearer)
    if mover is None:
        raise OrderError(f"{bearer.name} has no footprint to drop {relic.name} from")
    let_fall(play, relic.name, bearer, mover, "chosen", (), order.bearing)


def refusals(state: State, order: DropRelic) -> Iterator[Reason]:
    """Somebody must carry it, not the Staff, and the bearing chosen must be open as long as any is (D13)."""
    found = held(state, order.model, order.artifact)
    if len(found) != 1:
        why = "nobody carries a Relic" if not found else "several Relics are carried; name the model or the artifact"
        yield Reason(rule=RULE, why=why, of=order.model or order.artifact)
        return
    relic, bearer = found[0]
    mover = mover_of(state, bearer)
    if mover is None:
        yield Reason(rule=RULE, why=f"{bearer.name} is not on the battlefield", of=bearer.name)
        return
    if identity_of(state, relic.name) == STAFF:
        why = f"{relic.name} is the Staff of Everscamp, which {bearer.name} cannot put down by choice"
        yield Reason(rule=rule_of(STAFF), why=why, of=bearer.name, at=None if mover.pose is None else mover.pose.point)
    if order.bearing is not None:
        yield from closed(state, relic, mover, order.bearing)


def of_the_destroyed(state: State, order: DropRelic | PassRelic | Capture) -> Iterator[Reason]:
    """Who is destroyed and only waits to be removed neither passes, drops, takes nor captures the Relic (C8)."""
    names = []
    if isinstance(order, Capture):
        names = [each.name for each in state.models_of(order.unit) if any(carried_by(state, each.name))]
    else:
        names = [bearer.name for _, bearer in held(state, order.model, order.artifact)]
        if isinstance(order, PassRelic):
            names.append(state.model(order.to).name)
    for name in names:
        if awaits_removal(state, name):
            why = f"{name} is destroyed and stays only until it is removed: it holds the Relic no longer (C8)"
            yield Reason(rule=RULE, why=why, of=name)


def reacts(before: State, event: Event, play: Play) -> None:
    """The Relic is dropped by itself when its bearer, or the transport that it is aboard, is removed (D10, D12).

    Of a bearer destroyed off the battlefield it is lost: there is no place for it to fall to (D12).
    """
    for relic, bearer in held(before):
        if play.state.artifacts[relic.name].carrier != bearer.name:
            continue  # what answered this event already has seen to it
        mover, now = mover_of(before, bearer), mover_of(play.state, play.state.models[bearer.name])
        if mover is None:
            if isinstance(event, ModelDestroyed) and event.model == bearer.name:
                play.do(RelicLost(rule=RULE, rulings=("D12",), relic=relic.name, model=bearer.name))
            continue
        if now is not None:
            continue
        slain = isinstance(event, ModelDestroyed)
        if mover.name == bearer.name:
            _when_settled(play, relic.name, bearer, mover, "slain" if slain else "removed", "D12")
        else:
            wreck = awaits_removal(play.state, mover.name)
            why = f"transport {'destroyed' if slain else 'removed'}"
            if slain and not wreck and play.state.models[mover.name].on_board:
                why = "slain"  # it died aboard of a transport that is whole
            if wreck:  # before that goes
                let_fall(play, relic.name, bearer, mover, why, ("D10",))
            else:
                _when_settled(play, relic.name, bearer, mover, why, "D10")


def let_fall(
    play: Play,
    name: str,
    bearer: Model,
    mover: Model,
    why: str,
    rulings: tuple[str, ...] = (),
    bearing: float | None = None,
) -> None:
    """The Relic falls from a mover's footprint; whoever controlled the bearer names the bearing, or the default holds.

    In a capture it goes to the board edge instead, and there is no bearing to name.
    """
    state = play.state
    relic, edge = state.artifacts[name], capturing(state, bearer)
    if edge is not None:
        found, why, rulings = dropped_at_edge(state, relic, mover, edge), "capture interrupted", ()
    else:
        found = _falls(play, relic, bearer, mover, why, bearing)
    if mover.pose is None:
        return
    at = _picked(play, relic, bearer, found, EDGE if edge is not None else OUT)
    if mover.name != bearer.name:
        rulings = (*rulings, "D17")
    place = Pose(*at, mover.pose.z)
    play.do(
        RelicDropped(
            rule=EDGE if edge is not None else OUT if found.out_of else RULE,
            rulings=tuple(dict.fromkeys((*rulings, *found.rulings))),
            claims=(_claim(state, relic, mover, found, place, edge),),
            relic=name,
            from_=bearer.name,
            mover=mover.name,
            pose=mover.pose,
            bearing=found.bearing,
            asked_at=found.asked_at,
            at=place,
            out_of=found.out_of,
            why=why,
            edge=edge,
        )
    )
    _bar(play, name, bearer)


def capturing(state: State, bearer: Model) -> str | None:
    """The board edge that the bearer's unit is moving off; None when it is not."""
    token = state.token(bearer.unit, CAPTURING)
    return None if token is None else str(token.value)


def held(state: State, model: str | None = None, artifact: str | None = None) -> list[tuple[Artifact, Model]]:
    """The carried Relics with their bearers, as far as an order names them."""
    bearer = None if model is None else state.model(model).name
    return [
        (each, state.models[each.carrier])
        for each in relics(state)
        if each.status == "carried" and each.carrier is not None
        if artifact in (None, each.name) and bearer in (None, each.carrier)
    ]


def mover_of(state: State, bearer: Model) -> Model | None:
    """Whose footprint it is dropped from: the bearer's, or its transport's while aboard or getting out (D10, D17).

    None where that is not on the battlefield.
    """
    wreck = state.token(bearer.unit, OUT_OF)
    if wreck is not None and bearer.on_board:
        return state.models[str(wreck.value)]
    mover = state.find_model(bearer.transport or "") if bearer.where == "embarked" else bearer
    return mover if mover is not None and mover.on_board else None


def _bar(play: Play, relic: str, bearer: Model) -> None:
    """A side that dropped it in its own Movement phase, other than by a death, does not seize it again in it (D14)."""
    state = play.state
    lives = state.models[bearer.name].where in ("board", "embarked")
    if lives and state.phase == PHASE and state.player == bearer.player:
        play.do(TokenSet(rule=RULE, rulings=("D14",), holder=relic, token=BARRED, value=bearer.player, until="phase"))


def _when_settled(play: Play, name: str, bearer: Model, mover: Model, why: str, ruling: str) -> None:
    """Drop it once everything of this moment has happened, unless somebody has it on the battlefield then."""

    def then(settled: Play) -> None:
        relic, now = settled.state.artifacts[name], settled.state.models[bearer.name]
        if relic.carrier == bearer.name and not now.on_board:
            let_fall(settled, name, bearer, mover, why, (ruling,))

    play.when_settled(then)


def _falls(play: Play, relic: Artifact, bearer: Model, mover: Model, why: str, bearing: float | None) -> Drop:
    """Where it falls on the bearing ordered; else on the one that an answer names; else on the default one."""
    if bearing is not None:
        return dropped_at(play.state, relic, mover, bearing)
    answer = play.answer_to(RULE, relic.name, bearer.name, bearer.unit)
    if answer is not None:
        bearing = _told(answer, relic.name)
        against = closed(play.state, relic, mover, bearing)
        if against:
            raise OrderError(against[0].why)
    found = dropped_at(play.state, relic, mover, bearing)
    if why != "chosen" or answer is not None:
        said = f"bearing {found.bearing:.6g}"
        play.chose(RULE, bearer.player, relic.name, ("any open bearing",), said, answer is not None)
    return found


def _picked(play: Play, relic: Artifact, bearer: Model, found: Drop, rule: str) -> Point:
    """Of places that are equally near, the one that the player names; untold, the ruling's."""
    if len(found.ties) < 2:
        return found.at
    answer = play.answer_to(rule, relic.name, bearer.name, bearer.unit)
    at, options = found.at, tuple(_place(each) for each in found.ties)
    if answer is not None:
        named = (answer.given.x, answer.given.y) if isinstance(answer.given, Spot) else None
        near = [each for each in found.ties if named is not None and within(distance_between(each, named), SAME)]
        if not near:
            raise OrderError(f"{answer.said} is none of the nearest places for {relic.name}: {', '.join(options)}")
        at = near[0]
    play.chose(rule, bearer.player, relic.name, options, _place(at), answer is not None)
    return at


def _place(at: Point) -> str:
    return f"[{at[0]:.6f}, {at[1]:.6f}]"


def _told(answer: Answer, name: str) -> float:
    try:
        return float(answer.given)  # type: ignore[arg-type]  # a wrong kind is caught
    except (TypeError, ValueError):
        raise OrderError(f"{answer.said} is no bearing for {name}; a number of degrees is allowed") from None


def _claim(state: State, relic: Artifact, mover: Model, found: Drop, place: Pose, edge: str | None) -> Certificate:
    """The gap to the mover at the place asked for, which is the 1 in unless no bearing was open; or to the edge."""
    if edge is not None:
        return gap_between(state, EDGE, relic.name, f"{mover.player}{EDGE_SUFFIX}", 0.0, a_pose=place)
    asked = Pose(*(rounded_number(part) for part in found.asked_at))
    limit = state.range("relic_drop")
    return gap_between(state, RULE, relic.name, mover.name, limit, a_pose=asked, b_pose=mover.pose, plan=True)
