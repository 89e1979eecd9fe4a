"""The Exfiltration Protocol: a Dark Machine leaves the battlefield, or pays for the attempt.

Source rules: artifact.exfiltration, artifact.exfiltration_failed, artifact.exfiltration_loss,
artifact.exfiltration_safe; rulings C20, C21, C22.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.core import ModelLeft, Reason, TokenSet
from battlefield.events.relics_of_old import MachineExfiltrated
from battlefield.orders.relics_of_old import Exfiltrate
from battlefield.play import Play
from battlefield.rules.core.doing import awaits_removal
from battlefield.rules.core.wounds import mortal_wounds
from battlefield.rules.relics_of_old.carrying import houses, is_artifact
from battlefield.rules.relics_of_old.expulsion import expel
from battlefield.state import Model, State

RULE = "artifact.exfiltration"
ATTEMPTED = "exfiltration attempted"
FIRST_ROUND = 2


def exfiltrate(play: Play, order: Exfiltrate) -> None:
    """Attempt to leave: on a failure the unit suffers, on a success each Artifact in it is kept or expelled.

    A unit of several machines leaves as one: one roll, then the Artifacts machine by machine, then all of them go.
    """
    machines = _machines(play.state, order)
    first = machines[0]
    play.do(TokenSet(rule=RULE, holder=first.unit, token=ATTEMPTED, until="phase"))
    if not play.roll(RULE, first.name, "D6", needs=success_on(play.state), rulings=(RULE,)).passed:
        suffered = play.roll("artifact.exfiltration_failed", first.name, "2D3+3").total
        mortal_wounds(play, first.unit, suffered, "artifact.exfiltration_failed")
        return
    kept = {
        machine.name: [name for name in _housed(play.state, machine) if not _lost(play, order, machine, name)]
        for machine in machines
    }
    for machine in machines:
        _leave(play, machine, kept[machine.name])


def _leave(play: Play, machine: Model, kept: list[str]) -> None:
    """A machine is removed with what it kept, and with who is aboard."""
    aboard = _aboard(play.state, machine)
    kept += [name for model in aboard for name in _housed(play.state, model)]
    rulings = ("C20",) if aboard else ()
    play.do(
        MachineExfiltrated(rule="artifact.exfiltration_safe", rulings=rulings, machine=machine.name, kept=tuple(kept))
    )
    for model in (*aboard, machine):
        pose = model.pose if model.on_board else None
        play.do(ModelLeft(rule="artifact.exfiltration_safe", model=model.name, to="safety", pose=pose))


def leaving_with(state: State, machine: Model) -> list[str]:
    """The Artifacts that are in a machine as it leaves, or with a model aboard of it."""
    return [name for model in (machine, *_aboard(state, machine)) for name in _housed(state, model)]


def refusals(state: State, order: Exfiltrate) -> Sequence[Reason]:
    """Only a Dark Machine on the battlefield, in its own Command phase, from round 2 on, once a Command phase."""
    models = [each for each in state.models_of(order.unit) if houses(each)]
    if not models:
        return [Reason(rule="artifact.housed", why=f"{order.unit} is no Dark Machine", of=order.unit)]
    model = next((each for each in models if each.on_board), models[0])
    reasons = []
    if not model.on_board:
        reasons.append(Reason(rule=RULE, why=f"{model.name} is not on the battlefield", of=model.name))
    if state.phase != "command" or state.player != model.player:
        now = "armies are being deployed" if state.phase is None else f"it is the {state.phase} phase of {state.player}"
        reasons.append(Reason(rule=RULE, why=f"only in {model.player}'s own command phase; {now}", of=model.name))
    if state.round < FIRST_ROUND:
        why = f"only from round {FIRST_ROUND} on; this is round {state.round}"
        reasons.append(Reason(rule=RULE, why=why, of=model.name))
    if state.token(model.unit, ATTEMPTED) is not None:
        reasons.append(Reason(rule=RULE, why=f"{model.name} has attempted it in this command phase", of=model.name))
    return reasons


def success_on(state: State) -> str:
    """What the D6 needs in this round: the table's row of the round, or of the last round before it."""
    table = state.tables["exfiltration"]
    rounds = [each for each in table if each <= state.round]
    return f"{table[max(rounds) if rounds else min(table)]}+"


def _lost(play: Play, order: Exfiltrate, machine: Model, artifact: str) -> bool:
    """Roll for one Artifact and, if it is lost, expel it before the next is rolled for."""
    most = 6 - play.state.round
    rulings = ("C22",) if most <= 0 else ()
    if not play.roll("artifact.exfiltration_loss", artifact, "D6", needs=f"<={most}", rulings=rulings).passed:
        return False
    expel(play, artifact, machine, order.throw)
    return True


def _machines(state: State, order: Exfiltrate) -> list[Model]:
    """The Dark Machines of the unit that stand on the battlefield, in file order; not those already destroyed (C8)."""
    here = (each for each in state.models_of(order.unit) if each.on_board and houses(each))
    return [each for each in here if not awaits_removal(state, each.name)]


def _housed(state: State, machine: Model) -> list[str]:
    """The Artifacts in a machine, or with a model aboard it; a Relic is none and is dropped by its own rules."""
    return [each.name for each in state.carried_by(machine.name) if is_artifact(each)]


def _aboard(state: State, machine: Model) -> list[Model]:
    names = {machine.name, machine.unit, machine.alias}
    return [each for each in state.models.values() if each.where == "embarked" and each.transport in names]
