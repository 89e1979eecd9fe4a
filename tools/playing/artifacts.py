"""Relics of Old in random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from battlefield.orders.base import Answer
from battlefield.orders.core import Destroy
from battlefield.orders.relics_of_old import Exfiltrate, Extract, HandOver, Use
from battlefield.rules.relics_of_old.carrying import is_artifact
from battlefield.state import State
from playing.kinds import Ask, Kind, apart


def _artifacts(chance: Random, models: list[str], size: tuple[float, float]) -> str:
    text = []
    for number in range(chance.randint(2, 4)):
        lines = [f'[[artifacts]]\nname = "Artifact {number}"']
        place = [round(chance.uniform(2, each - 2), 2) for each in size]
        sort = chance.random()
        if sort < 0.55:
            machines = [each for each in models if "machine" in each]
            known = machines if machines and chance.random() < 0.4 else models
            lines.append(f'carrier = "{chance.choice(known)}"')
        elif sort < 0.85:
            lines.append(f'kind = "mission"\nat = {place}')
            if chance.random() < 0.3:
                lines.append('recovery = "at the end"')
        else:
            lines.append(f'state = "dropped"\nowner = "{chance.choice(("Red", "Blue"))}"\nat = {place}')
        if chance.random() < 0.4:
            lines.append("one_use = true")
        text.append("\n".join(lines))
    return "\n".join(text)


def _relics_asks(chance: Random, state: State) -> Iterator[Ask]:
    """What may be done with a carried Artifact; and its carrier's death, with where the Artifact then goes."""
    carried = [each for each in state.artifacts.values() if each.carrier is not None and is_artifact(each)]
    if not carried:
        return
    artifact = chance.choice(carried)
    carrier = state.models[artifact.carrier or ""]
    if artifact.one_use and chance.random() < 0.5:
        yield Ask(Use(artifact=artifact.name))
    friends = [each for each in state.on_board() if each.player == carrier.player and each.name != carrier.name]
    if friends:
        near = min(friends, key=lambda each: apart(carrier, each))
        yield Ask(HandOver(artifact=artifact.name, to=near.name))
        answer = Answer(to="artifact.drop", given=near.name, of=artifact.name)
        yield Ask(Destroy(model=carrier.name), (answer,))
    yield Ask(Exfiltrate(unit=carrier.unit) if "DARK MACHINE" in carrier.keywords else Extract(unit=carrier.unit))


def _relics_faults(state: State) -> Iterator[str]:
    """Every Artifact is in exactly one place; what is used stays so is for the battle to say."""
    for each in state.artifacts.values():
        if not is_artifact(each):
            continue
        held = each.status == "carried"
        if held != (each.carrier is not None) or (each.status in ("field", "dropped")) != (each.at is not None):
            yield f"{each.name} is {each.status}, with {each.carrier}, at {each.at}"
        carrier = state.models.get(each.carrier or "")
        if carrier is not None and carrier.where == "gone" and not carrier.wounds_left:  # not off over the edge
            yield f"{each.name} is with {each.carrier}, who is destroyed"
        if held and each.owner != state.models[each.carrier or ""].player:
            yield f"{each.name} is with {each.carrier} and last controlled by {each.owner}"
    for holder, name in state.tokens:
        if name == "quick extraction":
            artifact = state.artifacts[str(state.tokens[(holder, name)].value)]
            if artifact.carrier != holder or not state.models[holder].on_board:
                yield f"{holder} extracts {artifact.name}, which is with {artifact.carrier}"


RELICS_OF_OLD = Kind("relics-of-old", _artifacts, _relics_asks, _relics_faults)
