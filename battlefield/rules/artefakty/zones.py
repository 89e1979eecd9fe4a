"""In which zone a unit stands: the one that holds the centre of its first model's footprint.

Source rule: artefakt.play (the ruling on zones).
"""

from __future__ import annotations

from typing import NamedTuple

from battlefield.certificate import Certificate
from battlefield.certify import centre_in
from battlefield.events.core import Reason
from battlefield.geometry.placement import centroid
from battlefield.state import Model, State

RULE = "artefakt.play"


class Whereabouts(NamedTuple):
    """The zone in which a unit stands, None for none, and the certificate that shows it."""

    zone: str | None
    claim: Certificate | None


def first_model(state: State, unit: str) -> Model | None:
    """The first model of a unit that stands on the battlefield; None when none does."""
    return next((each for each in state.models_of(unit) if each.on_board), None)


def zone_of(state: State, unit: str) -> Whereabouts:
    """The zone of a unit; on a border that of the two which is listed first."""
    model = first_model(state, unit)
    if model is not None:
        for zone in state.zones:
            claim = centre_in(state, RULE, model.name, zone.name, (RULE,))
            if claim.holds:
                return Whereabouts(zone.name, claim)
    return Whereabouts(None, None)


def against_zone(state: State, unit: str, zone: str | None) -> Reason | None:
    """Why a unit is out of reach of what happens in a zone only (None: in no zone at all); None when it is not."""
    model = first_model(state, unit)
    if model is None:
        return Reason(rule=RULE, why=f"{unit} is not on the battlefield", of=unit)
    at = centroid(model.footprint)
    if zone is None:
        why = f"no zone caused the draw, so that {unit} is not reached: played at once the card reaches no unit"
        return Reason(rule=RULE, why=why, of=model.name, at=at)
    found = zone_of(state, unit)
    if found.zone == zone:
        return None
    where = f"in {found.zone}" if found.zone is not None else "in no zone"
    why = f"{unit} stands {where}; the card reaches only units in {zone}, the zone that caused its draw"
    claim = centre_in(state, RULE, model.name, zone, (RULE,))
    if claim.holds and found.claim is not None:  # on the border of both: the zone listed first has it
        claim = found.claim
    return Reason(rule=RULE, why=why, claim=claim, of=model.name, at=at)


def against_no_zone(state: State, unit: str) -> Reason | None:
    """Why a unit is no "unit in zone"; None when it is one."""
    model = first_model(state, unit)
    if model is None:
        return Reason(rule=RULE, why=f"{unit} is not on the battlefield", of=unit)
    if zone_of(state, unit).zone is None:
        claim = centre_in(state, RULE, model.name, state.zones[0].name, (RULE,)) if state.zones else None
        why = f"{unit} stands in no zone; the card asks for a unit in one"
        return Reason(rule=RULE, why=why, claim=claim, of=model.name, at=centroid(model.footprint))
    return None
