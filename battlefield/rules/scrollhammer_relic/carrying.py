"""Going with the Relic: 6 in of a Movement phase, on foot or aboard, and what happens when that is not kept.

Source rules: relic.carry, relic.transport, relic.drop; rulings B10, D7, D8, D9, D10, D12.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from battlefield.certify import base_contact, length_of
from battlefield.events.base import Event
from battlefield.events.core import Reason, TokenSet, UnitEmbarked
from battlefield.figures import measured
from battlefield.geometry.measure import more_than
from battlefield.geometry.paths import cut, reached, way_travelled
from battlefield.geometry.shapes import Pose
from battlefield.orders.core import Move
from battlefield.play import Play, Stop
from battlefield.rules.core.doing import MOVED_AS
from battlefield.rules.core.planning import Paths, planned
from battlefield.rules.core.travelling import allowance_of, whole
from battlefield.rules.scrollhammer_relic.binding import MARCH
from battlefield.rules.scrollhammer_relic.dropping import CAPTURING, let_fall
from battlefield.rules.scrollhammer_relic.seizing import first_contact, may_seize
from battlefield.rules.scrollhammer_relic.terms import carried_by, relics
from battlefield.state import Artifact, Model, State

RULE, ABOARD = "relic.carry", "relic.transport"
PHASE, RETREAT = "movement", "fall_back"
BROUGHT = "moved before the Relic came aboard"
"""Token of a Relic until the end of the phase: inches of its transport that do not count against the 6."""


def refusals(state: State, order: Move) -> Iterator[Reason]:
    """Against a move that its player chooses: a bearer that would go too far, a march onto the Relic."""
    if order.forced or state.phase != PHASE:
        return
    paths = planned(state, order)
    if order.kind != RETREAT:
        for name, path in paths.items():
            if state.models[name].on_board and any(carried_by(state, name)):
                yield from too_far(state, state.models[name], path)
    if order.kind == MARCH:
        yield from _marching_onto_it(state, paths)


def too_far(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Reason]:
    """Against a path that takes a bearer over 6 in of this phase (D7), with the point where they are used up."""
    limit, moved = state.range("relic_move"), allowance_of(state, model).moved
    way = whole(model, path)
    claim = length_of(state, RULE, model.name, moved + way_travelled(model.profile.base, way), limit, path)
    if claim.holds:
        return
    left = max(limit - moved, 0.0)
    ahead, _ = cut(way[0], path, *reached(model.profile.base, way, left))
    relic = next(carried_by(state, model.name)).name
    far = measured(claim)
    why = f"{model.name} has {relic} and would move {far} in during this Movement phase; {limit:g} in at most"
    at = (ahead[-1] if ahead else way[0]).point
    yield Reason(rule=RULE, why=why, claim=claim, of=model.name, at=at, path_at=left)


def on_the_way(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Stop]:
    """Where a move makes a bearer, or a transport with one aboard, drop the Relic."""
    if not path:
        return
    for relic in carried_by(state, model.name):
        if state.phase == PHASE:
            yield from _on_foot(state, model, path, relic)
    for relic, bearer in aboard(state, model):
        moved = allowance_of(state, model).moved - _brought(state, relic.name)
        stop = _used_up(state, model, path, moved)
        if stop is not None:
            then = _dropping(relic.name, bearer.name, model.name, "transport moved too far", ("D8", "D10"))
            yield Stop(stop[0], f"drop {relic.name}", then, stop[1])


def aboard(state: State, transport: Model) -> Iterator[tuple[Artifact, Model]]:
    """The Relics, and their bearers, that are aboard a model."""
    for relic in relics(state):
        bearer = state.models.get(relic.carrier or "") if relic.status == "carried" else None
        if bearer is not None and bearer.where == "embarked" and bearer.transport is not None:
            found = state.find_model(bearer.transport)
            if found is not None and found.name == transport.name:
                yield relic, bearer


def reacts(before: State, event: Event, play: Play) -> None:
    """A bearer that falls back drops it where it starts (D12); what moved a transport before it came does not count."""
    if isinstance(event, TokenSet) and event.token == MOVED_AS and event.value == RETREAT:
        for name, path in dict(play.ahead).items():
            bearer = play.state.models[name]
            if path and bearer.unit == event.holder and play.state.token(bearer.unit, CAPTURING) is None:
                for relic in list(carried_by(play.state, name)):
                    let_fall(play, relic.name, bearer, bearer, "fell back", ("D12",))
    if not isinstance(event, UnitEmbarked):
        return
    transport = play.state.find_model(event.transport)
    if transport is None:
        return
    moved = allowance_of(before, transport).moved
    for relic, bearer in list(aboard(play.state, transport)):
        if bearer.unit == event.unit and more_than(moved, 0.0):
            play.do(TokenSet(rule=ABOARD, holder=relic.name, token=BROUGHT, value=moved, until="phase"))


def _on_foot(state: State, model: Model, path: Sequence[Pose], relic: Artifact) -> Iterator[Stop]:
    """A bearer that is made to go on drops it where 6 in are used up."""
    if state.token(model.unit, CAPTURING) is not None:
        return
    key = f"drop {relic.name}"
    stop = _used_up(state, model, path, allowance_of(state, model).moved)
    if stop is not None:
        then = _dropping(relic.name, model.name, model.name, "moved too far", ("D7", "D8"))
        yield Stop(stop[0], key, then, stop[1])


def _used_up(state: State, model: Model, path: Sequence[Pose], moved: float) -> tuple[float, float] | None:
    """Inches down a path, and degrees turned, where the 6 in are used up; None when the path keeps within them."""
    way, limit = whole(model, path), state.range("relic_move")
    if not more_than(moved + way_travelled(model.profile.base, way), limit):
        return None
    return reached(model.profile.base, way, max(limit - moved, 0.0))


def _brought(state: State, relic: str) -> float:
    token = state.token(relic, BROUGHT)
    return float(token.value) if token is not None and isinstance(token.value, float | int) else 0.0


def _dropping(relic: str, bearer: str, mover: str, why: str, rulings: tuple[str, ...]) -> Callable[[Play, float], None]:
    def then(play: Play, _: float) -> None:
        if play.state.artifacts[relic].carrier == bearer:
            let_fall(play, relic, play.state.models[bearer], play.state.models[mover], why, rulings)

    return then


def _marching_onto_it(state: State, paths: Paths) -> Iterator[Reason]:
    """A march that would seize the Relic: in the turn in which it is seized its unit does not march."""
    for name, path in paths.items():
        model = state.models[name]
        for relic in state.lying() if model.on_board else ():
            if relic.kind == "relic" and may_seize(state, model, relic):
                found = first_contact(state, model, path, relic)
                if found is not None:
                    claim = base_contact(state, name, relic.name, found.pose)
                    why = f"{name} would seize {relic.name} on its way, and in that turn its unit cannot march"
                    at = found.point
                    yield Reason(rule=RULE, why=why, claim=claim, of=name, at=at, path_at=found.travelled)
