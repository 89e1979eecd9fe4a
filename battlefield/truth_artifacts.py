"""Whether what takes Artifacts and the Relic out of play, keeps cards and ends the battle fits where these were.

Floor 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from battlefield.events.base import Event
from battlefield.events.core import BattleEnded, TokenSet
from battlefield.events.relics_of_old import (
    CRUSADE_POINTS,
    EXTRACTION,
    ArtifactLost,
    ArtifactReturned,
    ArtifactUnclaimed,
    ExtractionBrokenOff,
    MachineExfiltrated,
)
from battlefield.events.scrollhammer_relic import RelicLost
from battlefield.rules.relics_of_old.carrying import houses
from battlefield.rules.relics_of_old.claiming import CARDS, points_of
from battlefield.rules.relics_of_old.dropping import space_of
from battlefield.rules.relics_of_old.exfiltration import leaving_with
from battlefield.state import State


def placeless(event: Event, before: State, fallen: Mapping[str, State]) -> Iterator[str]:
    """What left play with its carrier had nowhere to fall (C9, D12). `fallen`: the state before each model's death."""
    if not isinstance(event, ArtifactReturned | RelicLost):
        return
    name = event.artifact if isinstance(event, ArtifactReturned) else event.relic
    carrier = before.artifacts[name].carrier
    if carrier is not None and carrier in fallen and space_of(fallen[carrier], fallen[carrier].models[carrier]):
        yield f"{carrier} was destroyed on the battlefield, where {name} had a place"


def _lost(event: ArtifactLost, before: State) -> Iterator[str]:
    """It was housed in that Dark Machine, which is destroyed."""
    machine = before.models[event.with_]
    if before.artifacts[event.artifact].carrier != event.with_ or not houses(machine):
        yield f"{event.with_} did not house {event.artifact}"
    if machine.where != "gone":
        yield f"{event.with_} is not destroyed"


def _returned(event: ArtifactReturned, before: State) -> Iterator[str]:
    """It lay there as the battle ended, or its carrier is destroyed; it goes to the player who last controlled it."""
    artifact = before.artifacts[event.artifact]
    carrier = before.models.get(artifact.carrier or "")
    if not (artifact.lies and before.ended) and (carrier is None or carrier.where != "gone"):
        yield f"{event.artifact} neither lay there as the battle ended, nor was its carrier destroyed"
    if event.player != artifact.owner:
        yield f"{event.artifact} was last controlled by {artifact.owner or 'nobody'}, not by {event.player or 'nobody'}"


def _relic_lost(event: RelicLost, before: State) -> Iterator[str]:
    """Its bearer is destroyed."""
    if before.artifacts[event.relic].carrier != event.model:
        yield f"{event.model} did not have {event.relic}"
    if before.models[event.model].where != "gone":
        yield f"{event.model} is not destroyed"


def _unclaimed(event: ArtifactUnclaimed, before: State) -> Iterator[str]:
    """It lies there as the battle has ended, and nobody ever controlled it."""
    artifact = before.artifacts[event.artifact]
    if not artifact.lies or not before.ended:
        yield f"{event.artifact} did not lie on the battlefield as the battle ended"
    if artifact.owner is not None:
        yield f"{event.artifact} was last controlled by {artifact.owner}"


def _exfiltrated(event: MachineExfiltrated, before: State) -> Iterator[str]:
    """What is safe with it is what was in it still, or with a model that is aboard of it: neither more nor less."""
    inside = leaving_with(before, before.models[event.machine])
    yield from (f"{name} was not in {event.machine}" for name in event.kept if name not in inside)
    yield from (f"{name} was in {event.machine}, and is not safe with it" for name in inside if name not in event.kept)


def _broken_off(event: ExtractionBrokenOff, before: State) -> Iterator[str]:
    """It had been begun."""
    token = before.token(event.model, EXTRACTION)
    if token is None or token.value != event.artifact:
        yield f"{event.model} had not begun to extract {event.artifact}"


def _on_card(event: TokenSet, before: State) -> Iterator[str]:
    """A Crusade card counts the Artifacts that its unit has in the end."""
    kept = (event.rule, event.token) == (CARDS, CRUSADE_POINTS)
    if kept and event.value != (right := points_of(before, event.holder)):
        yield f"the card of {event.holder} says {event.value}, and its Artifacts come to {right}"


def _ended(event: BattleEnded, before: State) -> Iterator[str]:
    """Only who captured a Relic has won."""
    winner = next((each.owner for each in before.artifacts.values() if each.status == "captured"), None)
    if event.winner != winner:
        yield f"{event.winner or 'nobody'} is said to have won, and a Relic was captured by {winner or 'nobody'}"


JUDGED: dict[type[Event], Callable[..., Iterator[str]]] = {
    ArtifactLost: _lost,
    ArtifactReturned: _returned,
    ArtifactUnclaimed: _unclaimed,
    RelicLost: _relic_lost,
    MachineExfiltrated: _exfiltrated,
    ExtractionBrokenOff: _broken_off,
    TokenSet: _on_card,
    BattleEnded: _ended,
}
