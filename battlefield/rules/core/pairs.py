"""What the rules say of a pair of things: every certificate that applies to it.

Source rules: measure.engagement, measure.base_contact, setup.coherency, core.objective, measure.within_area,
measure.visible, core.hatchway, relic.table.12.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.certificate import Certificate
from battlefield.certify import base_contact, engagement, gap_between, inside_of, overlap_of
from battlefield.geometry.measure import vertical_gap, within
from battlefield.named import area_of, is_place, solid_of
from battlefield.rules.core.hatchways import in_reach
from battlefield.rules.core.seeing import visible
from battlefield.state import Artifact, Model, State

BACKFIRE = "backfire"
"""Token of what makes weapons near it backfire, and the name of that range."""


def claims_about(state: State, a: str, b: str) -> tuple[Certificate, ...]:
    """The certificates of every rule that speaks of two named things, where they are now."""
    if area_of(state, b) is not None:
        return () if is_place(b) else tuple(_thing_and_area(state, a, b))
    one, other = state.find_model(a), state.find_model(b)
    if one is not None and other is not None:
        return tuple(_two_models(state, one, other))
    for model, token in ((one, state.artifacts.get(b)), (other, state.artifacts.get(a))):
        if model is not None and token is not None:
            return tuple(_model_and_token(state, model, token))
    for model, marker in ((one, state.markers.get(b)), (other, state.markers.get(a))):
        if model is not None and marker is not None:
            return (gap_between(state, "core.objective", model.name, marker.name, state.range_pair("objective")),)
    return ()


def _two_models(state: State, a: Model, b: Model) -> Iterator[Certificate]:
    if a.player != b.player:
        yield engagement(state, a.name, b.name)
    yield base_contact(state, a.name, b.name)
    if a.unit == b.unit:
        yield gap_between(state, "setup.coherency", a.name, b.name, state.range_pair("coherency"))
    here, there = solid_of(state, a.name), solid_of(state, b.name)
    if within(vertical_gap(here.low, here.high, there.low, there.high), 0.0):
        overlap = overlap_of(state, "setup.no_overlap", a.name, b.name)
        if not overlap.holds:
            yield overlap
    if a.on_board and b.on_board and a.name != b.name:
        yield visible(state, a.name, b.name)


def _model_and_token(state: State, model: Model, token: Artifact) -> Iterator[Certificate]:
    carried = token.status == "carried" and token.carrier != model.name
    if (token.lies or carried) and state.token(token.name, BACKFIRE) is not None:
        yield gap_between(state, "relic.table.12", model.name, token.name, state.range(BACKFIRE))
    if not token.lies:
        return
    if token.kind == "relic":
        yield base_contact(state, model.name, token.name)
        return
    yield engagement(state, model.name, token.name)
    yield gap_between(state, "artifact.claim", model.name, token.name, state.range("claim"))


def _thing_and_area(state: State, a: str, area: str) -> Iterator[Certificate]:
    yield gap_between(state, "measure.within_area", a, area, 0.0)
    if area_of(state, a) is not None:  # two areas: whether they meet is all that is said of them
        return
    yield inside_of(state, "measure.wholly_within", a, area)
    model = state.find_model(a)
    if state.boarding and state.hatchway(area) is not None and model is not None and model.on_board:
        yield in_reach(state, model, area)
        yield visible(state, model.name, area)
