"""The one place where a measure of named things becomes a certificate, and where a certificate is measured again.

Floor 3. What may be named, and what a name stands for, is told by `named`. Source rules: measure.*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot, inf
from typing import NamedTuple

from battlefield.certificate import Certificate, Value, Verdict
from battlefield.geometry.areas import Area, Inside, area_gap, area_overlap, areas_gap, inside, inside_rectangle
from battlefield.geometry.measure import CONTACT, TOLERANCE, farthest, overlap, within
from battlefield.geometry.placement import centroid
from battlefield.geometry.shapes import Disc, Oval, Polygon, Pose, Shape
from battlefield.geometry.solids import Solid, solid_gap
from battlefield.named import BATTLEFIELD, area_of, elsewhere, solid_of
from battlefield.rooms import Taped, taped, taped_farthest
from battlefield.state import State

CONSTRUCTED = frozenset({"artifact.expulsion.distance", "relic.drop", "relic.capture", "relic.capture.interrupted"})
"""Rules that place something at an exact distance themselves: never "on the line" (measure.margin)."""
STRAIGHT = CONSTRUCTED | {"move.deep_strike"}
"""Rules that measure through Walls in Boarding Actions too (A15): Deep Strike, and those that place along a line."""
WALLS = "A15"


class Apart(NamedTuple):
    """How far apart two solids are: the horizontal way, the vertical gap, the distance; bounds and ends of the way."""

    length: float
    vertical: float
    distance: float
    error: float
    told: Mapping[str, object]


def apart(state: State, a: Solid, b: Solid, *, straight: bool = False) -> Apart:
    """The distance of two solids: in Boarding Actions round Walls (A15) unless `straight`."""
    gap = solid_gap(a, b)
    way = None if straight else taped(state, a.shape, b.shape, gap.here[2], gap.there[2])
    if way is None:
        return Apart(gap.horizontal, gap.vertical, gap.distance, gap.error, {"here": gap.here, "there": gap.there})
    return Apart(way.length, gap.vertical, hypot(way.length, gap.vertical), way.error, way.told)


def gap_between(
    state: State,
    rule: str,
    a: str,
    b: str,
    limit: Value | None = None,
    *,
    a_pose: Pose | None = None,
    b_pose: Pose | None = None,
    plan: bool = False,
    rulings: Sequence[str] = (),
) -> Certificate:
    """The gap between two named things; `b` may be an area (its nearest point, in plan), and then `a` another.

    `limit` of two parts compares (horizontal, vertical); of one part the distance in space, or in plan with `plan`.
    ValueError when a name has no footprint.
    """
    area = area_of(state, b)
    named = (*rulings, WALLS) if state.boarding and WALLS not in rulings else tuple(rulings)
    if area is not None:
        return _area_gap(state, rule, a, (b, area), limit, a_pose, named)
    gap = apart(state, solid_of(state, a, a_pose), solid_of(state, b, b_pose), straight=rule in STRAIGHT)
    details: dict[str, object] = {
        "horizontal": gap.length,
        "vertical": gap.vertical,
        "distance": gap.distance,
        **gap.told,
    }
    value: Value = (gap.length, gap.vertical) if isinstance(limit, tuple) else gap.distance
    if plan:
        value = gap.length
        details["measured"] = "plan"
    return _judged(
        state,
        Certificate(
            rule=rule,
            measure="gap",
            a=a,
            b=b,
            a_pose=elsewhere(state, a, a_pose),
            b_pose=elsewhere(state, b, b_pose),
            value=value,
            limit=limit,
            error=gap.error,
            rulings=named,
            details=details,
        ),
    )


def _area_gap(
    state: State,
    rule: str,
    a: str,
    named: tuple[str, Area],
    limit: Value | None,
    a_pose: Pose | None,
    rulings: Sequence[str],
) -> Certificate:
    """The gap to an area, of a footprint or of another area: in plan, 0 where they meet (measure.within_area)."""
    thing = area_of(state, a) or solid_of(state, a, a_pose).shape
    found = None if rule in STRAIGHT else taped(state, thing, named[1])
    if found is None:
        gap = area_gap(thing, named[1]) if isinstance(thing, Disc | Oval | Polygon) else areas_gap(thing, named[1])
        found = Taped(gap.high, gap.high - gap.low, {"here": gap.here, "there": gap.there})
    certificate = Certificate(
        rule=rule,
        measure="gap",
        a=a,
        b=named[0],
        a_pose=elsewhere(state, a, a_pose),
        value=found.length,
        limit=limit,
        error=found.error,
        rulings=tuple(rulings),
        details={"measured": "area", **found.told},
    )
    return _judged(state, certificate)


def engagement(state: State, a: str, b: str, a_pose: Pose | None = None, b_pose: Pose | None = None) -> Certificate:
    """Whether two things are within Engagement Range of one another (measure.engagement).

    In Boarding Actions it is wider where the shortest way leads through an open Hatchway (A15).
    """
    limit = state.range_pair("engagement")
    claim = gap_between(state, "measure.engagement", a, b, limit, a_pose=a_pose, b_pose=b_pose)
    if "through" in claim.details:
        return _judged(state, replace(claim, limit=state.range_pair("engagement_hatchway")))
    return claim


def base_contact(state: State, a: str, b: str, a_pose: Pose | None = None, b_pose: Pose | None = None) -> Certificate:
    """Whether two footprints are in base contact (measure.base_contact)."""
    return gap_between(state, "measure.base_contact", a, b, (CONTACT, 0.0), a_pose=a_pose, b_pose=b_pose)


def farthest_from(state: State, rule: str, a: str, b: str, limit: float, a_pose: Pose | None = None) -> Certificate:
    """How far the farthest part of `a` is from `b` in space: "wholly within" holds when it is within the limit.

    `a_pose` is written into the certificate wherever it is given: the state may be one as it would be.
    """
    here, there = solid_of(state, a, a_pose), solid_of(state, b)
    found = taped_farthest(state, here.shape, there.shape, here.low, there.low)
    if found is None:
        far = farthest(here.shape, there.shape)
        found = Taped(far.value, far.error, {"here": (*far.here, here.low), "there": (*far.there, there.low)})
    climb = max(here.high - there.high, there.low - here.low, 0.0)
    value = hypot(found.length, climb)
    certificate = Certificate(
        rule=rule,
        measure="farthest",
        a=a,
        b=b,
        a_pose=a_pose,
        value=value,
        limit=limit,
        error=found.error,
        rulings=(WALLS,) if state.boarding else (),
        details=found.told,
    )
    return _judged(state, certificate)


def inside_of(state: State, rule: str, a: str, area: str, a_pose: Pose | None = None) -> Certificate:
    """Whether a footprint lies wholly within an area, or on the battlefield; `value` is how far it sticks out."""
    shape = solid_of(state, a, a_pose).shape
    return _inside(state, rule, a, area, _inside_of(state, shape, area), a_pose)


def inside_area(state: State, rule: str, a: str, area: Area, name: str) -> Certificate:
    """Whether a footprint lies wholly within an area that the scenario gives without a name of its own."""
    return _inside(state, rule, a, name, inside(solid_of(state, a).shape, area), None)


def centre_in(state: State, rule: str, a: str, area: str, rulings: Sequence[str] = ()) -> Certificate:
    """Whether the centre of a footprint lies in an area, its border included; `value` is how far it lies outside."""
    found = inside(Disc(*centroid(solid_of(state, a).shape), 0.0), _area_named(state, area))
    claim = _inside(state, rule, a, area, found, None)
    return replace(claim, rulings=tuple(rulings), details={**claim.details, "measured": "centre"})


def overlap_of(
    state: State, rule: str, a: str, b: str, a_pose: Pose | None = None, b_pose: Pose | None = None
) -> Certificate:
    """How deep two footprints, or a footprint and an area, overlap; it holds while that is at most the allowance."""
    here = solid_of(state, a, a_pose)
    area = area_of(state, b)
    found = (
        area_overlap(here.shape, area) if area is not None else overlap(here.shape, solid_of(state, b, b_pose).shape)
    )
    certificate = Certificate(
        rule=rule,
        measure="overlap",
        a=a,
        b=b,
        a_pose=elsewhere(state, a, a_pose),
        b_pose=elsewhere(state, b, b_pose),
        value=found.depth,
        limit=CONTACT,
        rulings=("measure.base_contact",),
        details={"depth": found.depth, "here": found.here},
    )
    return _judged(state, certificate)


def length_of(
    state: State, rule: str, model: str, length: float, allowance: float, path: Sequence[Pose]
) -> Certificate:
    """Whether a move's length is within its allowance (move.length)."""
    certificate = Certificate(
        rule=rule, measure="length", a=model, value=length, limit=allowance, details={"path": tuple(path)}
    )
    return _judged(state, certificate)


def sticking_out(state: State, a: str, a_pose: Pose) -> float:
    """How far a footprint at a pose sticks out of the battlefield, inches; 0 when it lies on it."""
    return _inside_of(state, solid_of(state, a, a_pose).shape, BATTLEFIELD).outside_by


# --- again ---


def measured_again(state: State, claim: Certificate) -> Certificate | None:
    """The certificate measured anew from a state; None for a measure that cannot be (its inputs are not in it)."""
    if claim.measure == "gap" and claim.b is not None:
        plan = claim.details.get("measured") == "plan"
        return gap_between(
            state,
            claim.rule,
            claim.a,
            claim.b,
            claim.limit,
            a_pose=claim.a_pose,
            b_pose=claim.b_pose,
            plan=plan,
            rulings=claim.rulings,
        )
    if claim.measure == "overlap" and claim.b is not None:
        return overlap_of(state, claim.rule, claim.a, claim.b, claim.a_pose, claim.b_pose)
    if claim.measure == "inside" and claim.b is not None and claim.details.get("measured") == "centre":
        return centre_in(state, claim.rule, claim.a, claim.b, claim.rulings)
    if claim.measure == "inside" and claim.b is not None and (claim.b == BATTLEFIELD or area_of(state, claim.b)):
        return inside_of(state, claim.rule, claim.a, claim.b, claim.a_pose)
    if claim.measure == "farthest" and claim.b is not None and isinstance(claim.limit, float | int):
        return farthest_from(state, claim.rule, claim.a, claim.b, float(claim.limit), claim.a_pose)
    return None


def same_measure(claim: Certificate, again: Certificate) -> bool:
    """Whether two certificates say the same: numbers to the tolerance, the verdict exactly."""
    if (claim.holds, claim.verdict) != (again.holds, again.verdict):
        return False
    pairs = [(claim.value, again.value), (claim.margin, again.margin)]
    pairs += [
        (claim.details.get(key), again.details.get(key)) for key in ("horizontal", "vertical", "distance", "depth")
    ]
    return all(same_figures(one, other) for one, other in pairs)


def same_figures(one: object, other: object) -> bool:
    """Whether two figures, or tuples of figures and words, are the same to the tolerance."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same_figures(*pair) for pair in zip(one, other, strict=True))
    if isinstance(one, float | int) and isinstance(other, float | int):
        return one == other or abs(one - other) <= TOLERANCE
    return one == other


# --- judging ---


def _inside_of(state: State, shape: Shape, area: str) -> Inside:
    if area == BATTLEFIELD:
        return inside_rectangle(shape, state.board.width, state.board.height)
    return inside(shape, _area_named(state, area))


def _area_named(state: State, name: str) -> Area:
    found = area_of(state, name)
    if found is None:
        raise ValueError(f"no area is called {name!r}")
    return found


def _inside(state: State, rule: str, a: str, area: str, found: Inside, a_pose: Pose | None) -> Certificate:
    margin = found.clearance if found.holds else -found.outside_by
    certificate = Certificate(
        rule=rule,
        measure="inside",
        a=a,
        b=area,
        a_pose=elsewhere(state, a, a_pose),
        value=found.outside_by,
        limit=0.0,
        margin=margin,
        holds=found.holds,
        details={"outside_by": found.outside_by, "here": found.here},
    )
    return replace(certificate, verdict=verdict_of(state, certificate.margin, found.holds))


def verdict_of(state: State, margin: float | None, holds: bool) -> Verdict:
    """The verdict for people: on the line when the margin is smaller than the measurement error (measure.margin)."""
    if margin is not None and abs(margin) < state.measurement_error:
        return "on the line"
    return "in" if holds else "out"


def _judged(state: State, certificate: Certificate) -> Certificate:
    """The certificate with margin, plain comparison and verdict, when it has a limit."""
    value, limit = certificate.value, certificate.limit
    if limit is None:
        return certificate
    values = value if isinstance(value, tuple) else (value,)
    limits = limit if isinstance(limit, tuple) else (limit,)
    pairs = list(zip(values, limits, strict=True))
    margin = min((most - measured for measured, most in pairs), default=inf)
    holds = all(within(measured, most) for measured, most in pairs)
    known = inf if certificate.rule in CONSTRUCTED else margin
    return replace(certificate, margin=margin, holds=holds, verdict=verdict_of(state, known, holds))
