"""The questions of a scenario file, answered from a state and what has happened.

Floor 5. Every measuring answer carries the certificate that decided it; a unit's name stands for its closest model
(measure.unit).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from battlefield.battle import findings
from battlefield.certificate import Certificate
from battlefield.certify import base_contact, engagement, farthest_from, gap_between, inside_area, inside_of
from battlefield.events.base import Event, event_name
from battlefield.events.relics_of_old import CLAIMED
from battlefield.named import area_of
from battlefield.plain import written
from battlefield.rules.core.attached import attached
from battlefield.rules.core.coherency import coherency
from battlefield.rules.core.objectives import controller
from battlefield.rules.core.pairs import claims_about
from battlefield.rules.core.seeing import visible
from battlefield.scenario.scenario import Expectation
from battlefield.state import State

TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Whether an expectation was met, what was found instead, and what was measured."""

    met: bool
    found: str
    claim: Certificate | None = None


def answer(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    """Answer one expectation from a state and the events that it may ask about."""
    try:
        return ASKED[question.question](question, state, events)
    except ValueError as fault:
        return Answered(met=False, found=str(fault))


# --- measuring ---


def members(state: State, name: str) -> list[str]:
    """What a name stands for when it is measured: the unit's models on the battlefield, or the thing itself.

    ValueError for a model that has left the battlefield: rules may look at the place where it last stood, but nobody
    else measures to what is not there.
    """
    unit = state.units.get(name)
    if unit is None:
        model = state.find_model(name)
        if model is not None and model.where not in ("board", "embarked"):
            raise ValueError(f"{name} is not on the battlefield ({model.where})")
        return [name]
    here = [each.name for each in state.models_of(name) if each.on_board]
    if not here:
        raise ValueError(f"no model of {name} is on the battlefield at this moment")
    return here


def closest(state: State, a: str, b: str, measure: Callable[[str, str], Certificate]) -> Certificate:
    """The certificate of the pair of models that decides: one that holds, else the closest."""
    if area_of(state, a) is not None and area_of(state, b) is None:
        a, b = b, a
    pairs = [measure(one, other) for one in members(state, a) for other in members(state, b)]
    return min(pairs, key=lambda claim: (claim.holds is not True, -(claim.margin or 0.0), _single(claim)))


def measure_pair(state: State, a: str, b: str) -> tuple[Certificate, tuple[Certificate, ...]]:
    """The bare certificate of a pair and those of the rules that speak of it; units by their closest models.

    ValueError when a name is unknown or has no footprint now.
    """

    def bare(one: str, other: str) -> Certificate:
        return gap_between(state, "measure.distance", one, other)

    if a == b:
        raise ValueError(f"{a} is measured to something else, not to itself")
    if area_of(state, a) is not None and area_of(state, b) is None:
        a, b = b, a
    pairs = [bare(one, other) for one in members(state, a) for other in members(state, b)]
    best = min(pairs, key=_single)
    return best, claims_about(state, best.a, best.b or b)


def measure(state: State, a: str, b: str) -> Certificate:
    """The certificate of a pair; its details list, under `rules`, those of every rule that speaks of it."""
    best, about = measure_pair(state, a, b)
    return replace(best, details={**best.details, "rules": tuple(claim.plain() for claim in about)})


def _single(claim: Certificate) -> float:
    return claim.value[0] if isinstance(claim.value, tuple) else claim.value


def _judged(question: Expectation, claim: Certificate) -> Answered:
    wanted, verdict = question.keys.get("is", True), question.keys.get("verdict")
    met = claim.holds == wanted if verdict is None or "is" in question.keys else True
    if verdict is not None:
        met = met and claim.verdict == verdict
    return Answered(met=met, found=f"{_figures(claim)}, {claim.verdict}", claim=claim)


def _figures(claim: Certificate) -> str:
    value = claim.value
    said = " / ".join(f"{part:.9g}" for part in value) if isinstance(value, tuple) else f"{value:.9g}"
    return f"{claim.rule} of {claim.a}{'' if claim.b is None else ' and ' + claim.b} measures {said}"


def _distance(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    keys = question.keys
    a, b = question.subject
    limit = keys.get("at_most", keys.get("more_than", keys.get("is")))

    def measure(one: str, other: str) -> Certificate:
        return gap_between(state, "measure.distance", one, other, limit)

    claim = closest(state, a, b, measure)
    value, tolerance = _single(claim), keys.get("tolerance", TOLERANCE)
    met = True
    if "is" in keys:
        met = abs(value - keys["is"]) <= tolerance
    if "at_most" in keys:
        met = met and bool(claim.holds)
    if "more_than" in keys:
        met = met and not gap_between(state, "measure.distance", claim.a, claim.b or b, keys["more_than"]).holds
    if keys.get("verdict") is not None:
        met = met and claim.verdict == keys["verdict"]
    return Answered(met=met, found=_figures(claim), claim=claim)


def _engaged(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    a, b = question.subject
    return _judged(question, closest(state, a, b, lambda one, other: engagement(state, one, other)))


def _contact(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    a, b = question.subject
    return _judged(question, closest(state, a, b, lambda one, other: base_contact(state, one, other)))


def _visible(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    a, b = question.subject
    claim = sighting(state, a, b)
    behind = ", ".join(claim.details.get("blockers", ()))
    found = f"{claim.a} {'sees' if claim.holds else 'does not see'} {claim.b}" + (f" behind {behind}" if behind else "")
    return replace(_judged(question, claim), found=f"{found}, {claim.verdict}")


def sighting(state: State, a: str, b: str) -> Certificate:
    """Whether one thing sees another, units by their models: a pair that does, with the most room, or the first."""
    pairs = [visible(state, one, other) for one in _lookers(state, a) for other in _lookers(state, b)]
    return max(pairs, key=lambda claim: (claim.holds is True, claim.margin or 0.0))


def _lookers(state: State, name: str) -> list[str]:
    """As `members`, with those aboard where nobody of the unit is on the battlefield: they see nothing."""
    aboard = [each.name for each in state.models_of(name) if each.where == "embarked"] if name in state.units else []
    here = name in state.units and any(each.on_board for each in state.models_of(name))
    return aboard if aboard and not here else members(state, name)


def _within(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    a, b = question.subject
    limit = question.keys.get("of", 0.0)
    rule = "measure.within" if "of" in question.keys else "measure.within_area"
    if not isinstance(b, str):
        raise ValueError("within asks of a named thing or area")
    return _judged(question, closest(state, a, b, lambda one, other: gap_between(state, rule, one, other, limit)))


def _wholly_within(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    a, b = question.subject
    rule = "measure.wholly_within"
    claims = []
    for one in members(state, a):
        if not isinstance(b, str):
            claims.append(inside_area(state, rule, one, b, "the area given"))
        elif "of" in question.keys:
            limit = question.keys["of"]
            claims.append(
                min((farthest_from(state, rule, one, other, limit) for other in members(state, b)), key=_single)
            )
        elif area_of(state, b) is not None or b == "battlefield":
            claims.append(inside_of(state, rule, one, b))
        else:
            raise ValueError(f"{b} is no area; give `of` in inches to ask how far every part of {a} is from it")
    return _judged(question, min(claims, key=lambda claim: (claim.holds is True, claim.margin or 0.0)))


def _coherent(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    return _judged(question, coherency(state, question.subject))


def _legal(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    model = state.model(question.subject)
    against = [
        each
        for each in findings(state)
        if model.name in (each.of, *((each.claim.a, each.claim.b) if each.claim is not None else ()))
    ]
    legal = not against
    found = "it is legal" if legal else "; ".join(f"{each.why} ({each.rule})" for each in against)
    return Answered(
        met=legal == question.keys.get("is", True), found=found, claim=against[0].claim if against else None
    )


# --- facts ---


def _artifact(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    artifact, keys = state.artifacts[question.subject], question.keys
    found = [f"it is {artifact.status}"]
    met = True
    if "state" in keys:
        met = met and artifact.status == keys["state"]
    if "carrier" in keys:
        carrier = state.find_model(keys["carrier"])
        met = met and carrier is not None and artifact.carrier == carrier.name
        found.append(f"carried by {artifact.carrier}" if artifact.carrier else "carried by nobody")
    if "owner" in keys:
        met = met and artifact.owner == keys["owner"]
        found.append(f"last controlled by {artifact.owner or 'nobody'}")
    if "at" in keys:
        place = None if artifact.at is None else tuple(artifact.at)[: len(keys["at"])]
        tolerance = keys.get("tolerance", TOLERANCE)
        met = met and place is not None and _near(place, keys["at"], tolerance)
        found.append("it lies nowhere" if place is None else f"it lies at {_place(place)}")
    last = next((each for each in reversed(events) if question.subject == _about(each)), None)
    if last is not None:
        found.append(f"by {', '.join((last.rule, *last.rulings))}")
    return Answered(met=met == keys.get("is", True), found=", ".join(found))


def _about(event: Event) -> str | None:
    """The Artifact or Relic that an event is about."""
    return getattr(event, "artifact", None) or getattr(event, "relic", None)


def _near(place: Sequence[float], wanted: Sequence[float], tolerance: float) -> bool:
    return all(abs(one - other) <= tolerance for one, other in zip(place, wanted, strict=True))


def _place(place: Sequence[float]) -> str:
    return f"({', '.join(f'{part:.6f}' for part in place)})"


def _controls(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    holder = controller(state, question.subject)
    met = holder == question.keys["player"]
    return Answered(met=met == question.keys.get("is", True), found=f"{question.subject} is held by {holder}")


def _can_claim(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    from battlefield.rules.relics_of_old.prospects import prospect_of  # late: ways need numpy

    unit, name = question.subject
    unit = attached(state, unit)[0]  # a Leader attempts with its Bodyguard
    found = prospect_of(state, unit, state.artifacts[name])
    spent = state.token(unit, CLAIMED) is not None
    can = found is not None and found.needs is not None and not spent
    said = f"{unit} is not eligible or not within reach of {name}"
    if found is not None:
        barred = f"is barred by {', '.join(found.blockers) or 'the way'}"
        said = f"{unit} {'can' if can else barred}"
        said = f"{unit} has made its one attempt" if spent else said
        said += "" if found.length is None else f", by a way of {found.length:.6f} in"
    claim = None if found is None else found.engaged or found.near
    return Answered(met=can == question.keys.get("is", True), found=said, claim=claim)


def _least_charge_roll(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    from battlefield.rules.core.charge_reach import reach_of  # late: ways need numpy, which a small check does without

    unit, target = question.subject
    if unit in state.units and target in state.units and state.units[unit].player == state.units[target].player:
        return Answered(met=False, found=f"{target} is no enemy unit of {unit}, so it cannot be charged")
    reach = reach_of(state, unit, [target])
    found = f"the least roll found is {reach.roll or 'none'}, none below {reach.bound or 13} can do"
    return Answered(met=reach.roll == question.keys["is"], found=found)


def _token(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    holder, name = question.subject
    model = state.find_model(holder)
    token = state.token(holder, name) or (state.token(model.name, name) if model is not None else None)
    met = token is not None
    if token is not None and "value" in question.keys:
        met = token.value == question.keys["value"]
    found = f"{holder} has no token {name!r}" if token is None else f"{holder} has {name!r} = {token.value!r}"
    return Answered(met=met == question.keys.get("is", True), found=found)


def _event(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del state
    keys = {key: value for key, value in question.keys.items() if key not in ("is", "times", "tolerance")}
    tolerance = question.keys.get("tolerance", TOLERANCE)
    named = [each for each in events if event_name(type(each)) == question.subject]
    found = [each for each in named if _has(written(each), keys, tolerance)]
    wanted = question.keys.get("times")
    met = len(found) == wanted if wanted is not None else bool(found)
    said = f"{len(found)} such event(s), {len(named)} of that name"
    return Answered(met=met == question.keys.get("is", True), found=said)


def _has(fields: Mapping[str, Any], keys: Mapping[str, Any], tolerance: float) -> bool:
    return all(key in fields and _same(fields[key], value, tolerance) for key, value in keys.items())


def _same(found: Any, wanted: Any, tolerance: float) -> bool:
    if isinstance(wanted, bool) or isinstance(found, bool):
        return found is wanted
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return abs(found - wanted) <= tolerance
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        return len(found) == len(wanted) and all(
            _same(one, other, tolerance) for one, other in zip(found, wanted, strict=True)
        )
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return _has(found, wanted, tolerance)
    return bool(found == wanted)


def _finding(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    found = [each for each in findings(state) if each.rule == question.subject and concerns(each.of, question, state)]
    wanted = question.keys.get("times")
    met = len(found) == wanted if wanted is not None else bool(found)
    said = "; ".join(each.why for each in found) or "no such fault"
    return Answered(met=met == question.keys.get("is", True), found=said, claim=found[0].claim if found else None)


def concerns(of: str | None, question: Expectation, state: State) -> bool:
    """Whether a finding is of the thing that a `finding` question names, or it names none."""
    name = question.keys.get("of")
    if name is None or name == of:
        return True
    model, unit = state.find_model(name), state.units.get(name)
    return of is not None and ((model is not None and model.name == of) or (unit is not None and of in unit.models))


def _winner(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    met = state.winner == question.subject
    return Answered(met=met == question.keys.get("is", True), found=f"the winner is {state.winner or 'nobody yet'}")


def _card(question: Expectation, state: State, events: Sequence[Event]) -> Answered:
    del events
    found = state.card_table.whereabouts(question.subject)
    pile, player = found if found is not None else ("nowhere in this game", None)
    keys = question.keys
    met = pile == keys.get("pile", pile) and player == keys.get("player", player)
    said = f"{question.subject} lies on: {pile}" if player is None else f"{question.subject} is in the hand of {player}"
    return Answered(met=met == keys.get("is", True), found=said)


ASKED: Mapping[str, Callable[[Expectation, State, Sequence[Event]], Answered]] = {
    "distance": _distance,
    "engaged": _engaged,
    "contact": _contact,
    "visible": _visible,
    "within": _within,
    "wholly_within": _wholly_within,
    "coherent": _coherent,
    "legal": _legal,
    "artifact": _artifact,
    "controls": _controls,
    "can_claim": _can_claim,
    "least_charge_roll": _least_charge_roll,
    "token": _token,
    "event": _event,
    "finding": _finding,
    "winner": _winner,
    "card": _card,
}
