"""Quick Extraction: begun at the end of a Movement phase, completed as the next own Command phase starts.

Source rules: artifact.extraction, artifact.housed; rulings C17, C18, C19, E7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from battlefield.events.base import Event, ModelsPut
from battlefield.events.core import ModelDestroyed, ModelMoved, PhaseBegan, Reason, TokenSet, UnitEmbarked, UnitSetUp
from battlefield.events.relics_of_old import EXTRACTION, ExtractionBegan, ExtractionBrokenOff, ExtractionCompleted
from battlefield.orders.base import Order
from battlefield.orders.relics_of_old import Extract
from battlefield.play import Play
from battlefield.rules.core.attached import attached, models_as_one
from battlefield.rules.core.doing import ATTACKED, SAID, awaits_removal, battle_shocked, engaged_pair, moved_as
from battlefield.rules.relics_of_old.carrying import houses, is_artifact
from battlefield.state import Model, State

RULE = "artifact.extraction"


def extract(play: Play, order: Extract) -> None:
    """The unit begins the action for one Artifact of one of its models, of its player's choice."""
    state, unit = play.state, play.state.units[order.unit]
    carried = [name for model in _carriers(state, unit.name) for name in _artifacts_of(state, model)]
    chosen = carried[0] if len(carried) == 1 else play.ask(RULE, unit.player, unit.name, carried, carried[0])
    rulings = ("C17", "C18") if len(carried) > 1 else ("C17",)
    carrier = state.artifacts[chosen].carrier or ""
    began = ExtractionBegan(rule=RULE, rulings=rulings, unit=state.models[carrier].unit, model=carrier, artifact=chosen)
    play.do(began)


def refusals(state: State, order: Extract) -> Iterator[Reason]:
    """Everything against beginning: nobody who carries, the wrong moment, what the unit did, who is near."""
    unit = state.units[order.unit]
    holders = [each for each in models_as_one(state, unit.name) if _artifacts_of(state, each)]
    if not holders:
        yield Reason(rule=RULE, why=f"no model of {unit.name} carries an Artifact", of=unit.name)
        return
    if all(houses(each) for each in holders):
        why = f"{unit.name} is a Dark Machine, which houses Artifacts; it uses the Exfiltration Protocol"
        yield Reason(rule="artifact.housed", why=why, of=unit.name)
        return
    if not any(each.on_board for each in holders if not houses(each)):
        why = f"the carrier of {unit.name} is not on the battlefield ({holders[0].where})"
        yield Reason(rule=RULE, why=why, of=unit.name)
    if state.phase != "movement" or state.player != unit.player:
        now = "armies are being deployed" if state.phase is None else f"it is the {state.phase} phase of {state.player}"
        yield Reason(rule=RULE, why=f"only at the end of {unit.player}'s movement phase; {now}", of=unit.name)
    yield from _against_unit(state, unit.name)


def against_late_moves(state: State, order: Order) -> Iterator[Reason]:
    """The action is begun when the Movement phase is at its end: its player moves and sets up no more in it."""
    if state.phase != "movement" or not order.moves_units:
        return
    for model in _extracting(state):
        if model.player == state.player:
            why = f"{model.unit} has begun Quick Extraction, which is done when all moves and Reinforcements are"
            yield Reason(rule=RULE, why=why, of=model.unit)
            return


def reacts(before: State, event: Event, play: Play) -> None:
    """What completes an action, first of all in the Command phase, and what breaks one off."""
    del before
    for model in _extracting(play.state):
        token = play.state.token(model.name, EXTRACTION)
        if token is None:
            continue
        artifact = str(token.value)
        why = _broken_off_by(play.state, event, model, artifact)
        if why is not None:
            rulings = ("C19",) if why == "handed over" else ("C17",)
            broken = ExtractionBrokenOff(
                rule=RULE, rulings=rulings, unit=model.unit, model=model.name, artifact=artifact, by=why
            )
            play.do(broken)
        elif isinstance(event, PhaseBegan) and event.phase == "command" and event.player == model.player:
            done = ExtractionCompleted(
                rule=RULE, rulings=("C17",), unit=model.unit, model=model.name, artifact=artifact
            )
            play.do(done)


def _against_unit(state: State, unit: str) -> Iterator[Reason]:
    """What the unit, or what stands as one with it, is in the middle of."""
    parts = attached(state, unit)
    under_way = [each.unit for each in _extracting(state) if each.unit in parts]
    if under_way:
        why = f"{under_way[0]} is extracting already, and a unit has one action in progress at a time (C18)"
        yield Reason(rule=RULE, why=why, of=under_way[0])
    for part in parts:
        yield from _against_part(state, part)


def _against_part(state: State, unit: str) -> Iterator[Reason]:
    moved = moved_as(state, unit)
    if moved in ("advance", "fall_back"):
        yield Reason(rule=RULE, why=f"{unit} has {SAID[moved]} this turn", of=unit)
    if battle_shocked(state, unit):
        yield Reason(rule=RULE, why=f"{unit} is Battle-shocked", of=unit)
    engaged = engaged_pair(state, unit)
    if engaged is not None and engaged.claim is not None:
        claim = replace(engaged.claim, rulings=(*engaged.claim.rulings, "C17"))
        why = f"{unit} is within Engagement Range of {claim.b}"
        yield Reason(rule=RULE, why=why, claim=claim, of=unit, at=engaged.at)


def _broken_off_by(state: State, event: Event, model: Model, artifact: str) -> str | None:
    """What an event does to the action of a carrier and its unit, in a word; None when it goes on."""
    if awaits_removal(state, model.name):
        return "destroyed"
    if not model.on_board:
        if model.where == "embarked":
            return "embarked"
        return "destroyed" if isinstance(event, ModelDestroyed) else "left the battlefield"
    if state.artifacts[artifact].carrier != model.name:
        return "handed over"
    as_one = attached(state, model.unit)
    match event:
        case ModelMoved() if state.models[event.model].unit in as_one:
            return "moved"
        case ModelsPut() if any(state.models[name].unit in as_one for name in event.models):
            return "put elsewhere"
        case UnitSetUp() if event.unit in as_one:
            return "set up anew"
        case UnitEmbarked() if event.unit in as_one:
            return "embarked"
        case TokenSet() if event.token == ATTACKED and event.holder in as_one:
            return "attacked"
    return None


def _extracting(state: State) -> list[Model]:
    """The carriers with an action in progress, in the order in which these began."""
    return [state.models[holder] for holder, name in state.tokens if name == EXTRACTION and holder in state.models]


def _carriers(state: State, unit: str) -> list[Model]:
    """The models of a unit on the battlefield that carry an Artifact and do not house it."""
    here = (each for each in models_as_one(state, unit) if each.on_board and not houses(each))
    here = (each for each in here if not awaits_removal(state, each.name))
    return [each for each in here if _artifacts_of(state, each)]


def _artifacts_of(state: State, model: Model) -> list[str]:
    return [each.name for each in state.carried_by(model.name) if is_artifact(each)]
