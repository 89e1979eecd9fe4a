"""Seizing the Relic on the way of a move, holding it until the phase ends, and picking it up then.

Source rules: relic.seize, relic.seized; rulings D1, D2, D3, D4, D10, D14.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from battlefield.certify import base_contact
from battlefield.events.base import Event, ModelsPut
from battlefield.events.core import ModelDestroyed, ModelLeft, ModelMoved, PhaseEnded, TokenSet, UnitEmbarked
from battlefield.events.scrollhammer_relic import RelicPickedUp, RelicSeized, RelicSeizureVoided, seizer_of
from battlefield.geometry.measure import CONTACT
from battlefield.geometry.paths import leg_length, turn_between
from battlefield.geometry.shapes import Pose
from battlefield.geometry.sweep import Contact
from battlefield.play import Play, Stop
from battlefield.rules.core.doing import AWAITING, awaits_removal
from battlefield.rules.core.nearing import first_near
from battlefield.rules.scrollhammer_relic import binding
from battlefield.rules.scrollhammer_relic.identifying import identify
from battlefield.rules.scrollhammer_relic.terms import is_independent, is_relic, is_scoring, relics
from battlefield.state import Artifact, Model, State

RULE, HELD = "relic.seize", "relic.seized"
BARRED = "not to be seized by"
"""Token of a Relic: the player who chose to drop it in this Movement phase (D14)."""
CHOSEN = "to be seized by"
"""Token of a Relic: of several models that one order brings to it, the one that its player picked (D2)."""
PHASE = "movement"


def may_seize(state: State, model: Model, relic: Artifact) -> bool:
    """Whether a model would seize a Relic by coming into contact with it now: who it is, whose phase, nobody before it.

    A unit that has marched does not seize: in that turn it must not march (relic.carry).
    """
    barred = state.token(relic.name, BARRED)
    return (
        relic.lies
        and model.on_board
        and not awaits_removal(state, model.name)
        and state.phase == PHASE
        and model.player == state.player
        and (is_scoring(state, model) or is_independent(state, model))
        and seizer_of(state, relic.name) is None
        and (barred is None or barred.value != model.player)
        and not binding.has_marched(state, model.unit)
    )


def on_the_way(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Stop]:
    """The first point of a move at which the model comes into base contact with each Relic that it may seize."""
    for relic in state.lying():
        if is_relic(relic) and may_seize(state, model, relic):
            found = first_contact(state, model, path, relic)
            if found is not None:
                then = _seizing(relic.name, model.name)
                yield Stop(found.travelled, f"seize {relic.name}", then, found.turned)


def first_contact(state: State, model: Model, path: Sequence[Pose], relic: Artifact) -> Contact | None:
    """Where a path (its start left out) first brings a model into contact with a lying Relic.

    A model that starts in contact must leave it first, to the end of some leg or turn, and come back (D3).
    """
    if model.pose is None or not path:
        return None
    start, rest, gone, spun = model.pose, list(path), 0.0, 0.0
    while rest and base_contact(state, model.name, relic.name, start).holds:
        corner = rest[0]
        slid = corner._replace(facing=start.facing)
        gone += leg_length(start, corner)
        if base_contact(state, model.name, relic.name, slid).holds or slid == corner:
            spun += abs(turn_between(start.facing, corner.facing))
            start, rest = corner, rest[1:]
        else:
            start = slid
    found = first_near(model, [start, *rest], relic.solid, (CONTACT, 0.0)) if rest else None
    if found is None:
        return None
    return found._replace(travelled=gone + found.travelled, turned=spun + found.turned)


def reacts(before: State, event: Event, play: Play) -> None:
    """A seizer that is no longer there loses the Relic; as its player's phase ends it picks it up."""
    match event:
        case ModelMoved() if event.last:
            _void(play, [event.model], "it moved away")
        case ModelsPut():
            _void(play, list(event.models), "it was put elsewhere")
        case ModelDestroyed():
            _void(play, [event.model], "it was destroyed")
        case TokenSet() if event.token == AWAITING:
            _void(play, [event.holder], "it was destroyed")
        case ModelLeft():
            _void(play, [event.model], "it left the battlefield")
        case UnitEmbarked():
            _void(play, list(play.state.units[event.unit].models), "it embarked")
        case PhaseEnded() if event.phase == PHASE:
            end_of_movement(play, before)


def end_of_movement(play: Play, now: State) -> None:
    """Every seized Relic is picked up; one that nobody seized is, by a model that touches it all the same (D3).

    `now`: the state whose tokens of the phase still hold.
    """
    for name in [each.name for each in relics(play.state) if each.lies]:
        seizer = seizer_of(now, name) or _late_seizer(play, now, name)
        there = seizer is not None and play.state.models[seizer].on_board
        if seizer is None or not there or not play.state.artifacts[name].lies:
            continue
        claim = base_contact(play.state, seizer, name)
        rulings = ("D1",) if seizer_of(now, name) is not None else ("D3",)
        play.do(RelicPickedUp(rule=RULE, rulings=rulings, claims=(claim,), relic=name, model=seizer))


def _late_seizer(play: Play, now: State, name: str) -> str | None:
    """The model that seizes a Relic because it touches it as the phase ends; its player picks among several."""
    relic = play.state.artifacts[name]
    touching = [
        each.name
        for each in play.state.on_board()
        if may_seize(now, each, relic) and base_contact(play.state, each.name, name).holds
    ]
    if not touching:
        return None
    chosen = touching[0] if len(touching) == 1 else play.ask(RULE, now.player, name, touching, touching[0])
    seize(play, name, chosen, None, ("D3",))
    return chosen


def seize(play: Play, name: str, model: str, arc: float | None, rulings: tuple[str, ...]) -> None:
    """The model seizes the Relic, finds out what it is, and its unit is bound for the turn."""
    state = play.state
    pose = state.models[model].pose
    if pose is None:
        return
    claim = base_contact(state, model, name)
    play.do(RelicSeized(rule=RULE, rulings=rulings, claims=(claim,), relic=name, model=model, pose=pose, arc=arc))
    identify(play, name, model)
    binding.bind(play, state.models[model].unit, name)


def _seizing(relic: str, model: str) -> Callable[[Play, float], None]:
    def then(play: Play, arc: float) -> None:
        state = play.state
        if not may_seize(state, state.models[model], state.artifacts[relic]):
            return
        rivals, told = _rivals(play, relic), state.token(relic, CHOSEN)
        if rivals and told is not None and told.value in rivals:
            return
        if rivals:
            player = state.models[model].player
            chosen = play.ask(RULE, player, relic, [model, *rivals], model)
            if chosen != model:
                play.do(TokenSet(rule=RULE, rulings=("D2",), holder=relic, token=CHOSEN, value=chosen, until="phase"))
                return
        seize(play, relic, model, arc, ("D1", "D2") if rivals else ("D1",))

    return then


def _rivals(play: Play, relic: str) -> list[str]:
    """The models that this order brings into contact with a Relic after the one that moves now (D2)."""
    state = play.state
    token = state.artifacts[relic]
    return [
        name
        for name, path in play.ahead.items()
        if may_seize(state, state.models[name], token)
        and first_contact(state, state.models[name], path, token) is not None
    ]


def _void(play: Play, models: Sequence[str], why: str) -> None:
    """The seizure of each Relic that one of these models seized and no longer touches is void (D4)."""
    for relic in list(relics(play.state)):
        model = seizer_of(play.state, relic.name)
        if model not in models or model is None or not relic.lies:
            continue
        here = play.state.models[model].on_board and not awaits_removal(play.state, model)
        claim = base_contact(play.state, model, relic.name) if here else None
        if claim is None or not claim.holds:
            claims = () if claim is None else (claim,)
            play.do(
                RelicSeizureVoided(rule=HELD, rulings=("D4",), claims=claims, relic=relic.name, model=model, why=why)
            )
            binding.free(play, play.state.models[model].unit, relic.name)
