"""Opening and closing Hatchways at the end of the Move Units step, and the opponent's attempt to prevent it.

A rule that lets a model do so from afar asks `in_reach` with a distance of its own, and with `seen`.
Source rules: core.hatchway, core.roll_off; rulings A15, A17, E3.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.certificate import Certificate
from battlefield.certify import gap_between, overlap_of
from battlefield.events.core import HatchwayOperated, Reason, TokenSet
from battlefield.geometry.areas import overlaps
from battlefield.orders.core import Operate
from battlefield.play import Play
from battlefield.rules.core.doing import OPERATED
from battlefield.rules.core.reserves import ARRIVED
from battlefield.rules.core.seeing import visible
from battlefield.state import Model, State, Terrain

RULE, ROLL_OFF = "core.hatchway", "core.roll_off"
TOUGHNESS_ADDED = "E3"


def operating(state: State, order: Operate) -> Iterator[Reason]:
    """Everything against the attempt: when, whose, how near, what stands in the way, and the same of who opposes it."""
    hatchway = state.hatchway(order.hatchway)
    if not state.boarding or hatchway is None:
        why = "Hatchways are operated in Boarding Actions alone" if hatchway else f"{order.hatchway} is no Hatchway"
        yield Reason(rule=RULE, why=why, of=order.hatchway)
        return
    model = state.models[order.model]
    yield from _out_of_step(state, model)
    for holder in (model.unit, hatchway.name):
        if state.token(holder, OPERATED) is not None:
            has = "has tried to operate a Hatchway" if holder == model.unit else "has been tried"
            yield Reason(rule=RULE, why=f"{holder} {has} in this phase", of=holder)
    yield from against_reach(state, model, hatchway)
    if hatchway.open:
        yield from _in_the_doorway(state, hatchway)
    if order.opposed_by is not None:
        yield from _opposing(state, model, state.models[order.opposed_by], hatchway)


def operate(play: Play, order: Operate) -> None:
    """Unopposed it succeeds; else both players roll off, each adding a model's Toughness, until one has more."""
    state = play.state
    model, hatchway = state.models[order.model], state.hatchway(order.hatchway)
    if hatchway is None:
        return
    claims = [in_reach(state, model, hatchway.name)]
    results: dict[str, int] | None = None
    if order.opposed_by is not None:
        claims.append(in_reach(state, state.models[order.opposed_by], hatchway.name))
        results = rolled_off(play, model, state.models[order.opposed_by])
    success = results is None or results[model.name] > results[order.opposed_by or ""]
    for holder in (model.unit, hatchway.name):
        play.do(TokenSet(rule=RULE, holder=holder, token=OPERATED, until="phase"))
    happened = HatchwayOperated(
        rule=RULE,
        rulings=(TOUGHNESS_ADDED,) if results is not None else (),
        claims=tuple(claims),
        hatchway=hatchway.name,
        unit=model.unit,
        model=model.name,
        opposed_by=order.opposed_by,
        results=results,
        success=success,
        open=hatchway.open != success,
    )
    play.do(happened)


def rolled_off(play: Play, model: Model, other: Model) -> dict[str, int]:
    """The dice of two models' players, each with the model's Toughness, thrown again while they are equal (E3)."""
    while True:
        results = {}
        for each in (model, other):
            rolled = play.roll(ROLL_OFF, each.name, "D6", rulings=(TOUGHNESS_ADDED,))
            results[each.name] = rolled.total + (each.profile.toughness or 0)
        if len(set(results.values())) > 1:
            return results


def in_reach(state: State, model: Model, hatchway: str, limit: float | None = None) -> Certificate:
    """Whether a model is near enough to a Hatchway; `limit`: inches, unless it is the distance that holds for all."""
    return gap_between(state, RULE, model.name, hatchway, state.range("operate") if limit is None else limit)


def against_reach(
    state: State, model: Model, hatchway: Terrain, limit: float | None = None, *, seen: bool = False
) -> Iterator[Reason]:
    """What speaks against a model's reaching a Hatchway: not there, too far off, or (where `seen`) not seeing it."""
    if not model.on_board:
        yield Reason(rule=RULE, why=f"{model.name} is not on the battlefield ({model.where})", of=model.name)
        return
    claim = in_reach(state, model, hatchway.name, limit)
    if not claim.holds:
        why = f"{model.name} is not within {claim.limit:g} in of {hatchway.name}"
        yield Reason(rule=RULE, why=why, claim=claim, of=model.name, at=_point(model))
    look = visible(state, model.name, hatchway.name) if seen else None
    if look is not None and not look.holds:
        why = f"{model.name} does not see {hatchway.name}"
        yield Reason(rule=RULE, why=why, claim=look, of=model.name, at=_point(model))


def _out_of_step(state: State, model: Model) -> Iterator[Reason]:
    """At the end of the Move Units step: in the own Movement phase, before anybody arrives from Reserves."""
    if state.phase != "movement" or state.player != model.player:
        yield Reason(rule=RULE, why=f"only at the end of {model.player}'s Move Units step", of=model.name)
    arrived = [unit for unit in state.units if state.token(unit, ARRIVED) is not None and _is_of(state, unit, model)]
    if arrived:
        why = f"{arrived[0]} has arrived from Reserves: the Move Units step is over"
        yield Reason(rule=RULE, why=why, of=arrived[0])


def _is_of(state: State, unit: str, model: Model) -> bool:
    return state.units[unit].player == model.player


def _in_the_doorway(state: State, hatchway: Terrain) -> Iterator[Reason]:
    """An open Hatchway does not close while a base stands in it."""
    for each in state.on_board():
        if overlaps(each.footprint, hatchway.area):
            claim = overlap_of(state, RULE, each.name, hatchway.name)
            if not claim.holds:
                why = f"{each.name} stands in {hatchway.name}, which cannot be closed"
                yield Reason(rule=RULE, why=why, claim=claim, of=each.name, at=_point(each))


def _opposing(state: State, model: Model, other: Model, hatchway: Terrain) -> Iterator[Reason]:
    if other.player == model.player:
        yield Reason(rule=RULE, why=f"{other.name} is no enemy of {model.name}, and opposes nothing", of=other.name)
    yield from against_reach(state, other, hatchway)
    for each in (model, other):
        if each.profile.toughness is None:
            why = f"{each.name} has no toughness in this scenario; an opposed attempt adds it to the dice"
            yield Reason(rule=RULE, why=why, of=each.name)


def _point(model: Model) -> tuple[float, float] | None:
    return None if model.pose is None else model.pose.point
