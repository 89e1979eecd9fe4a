"""What verification finds out about Artifacts that leave play otherwise than they did."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from battlefield.battle import Battle
from battlefield.events.base import Event
from battlefield.events.core import BattleEnded, TokenSet
from battlefield.events.relics_of_old import (
    ArtifactDropped,
    ArtifactLost,
    ArtifactReturned,
    ArtifactUnclaimed,
    MachineExfiltrated,
)
from battlefield.recording import fold
from battlefield.truth import untrue
from tests.sketch import played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
CARRIER = f'[[units]]\nname = "C"\n{unit("Red")}\nat = [10, 10]\n[[artifacts]]\nname = "Orb"\ncarrier = "C"\n'
WAITING = CARRIER.replace("at = [10, 10]", "reserves = true")
ABOARD = f'[[units]]\nname = "T"\n{unit("Red", "100mm", "VEHICLE, TRANSPORT")}\nreserves = true\n'
ABOARD += CARRIER.replace("at = [10, 10]", 'in = "T"')
MACHINE = CARRIER.replace('keywords = ["INFANTRY"]', 'keywords = ["VEHICLE", "DARK MACHINE"]')
LYING = '[[artifacts]]\nname = "Orb"\nstate = "dropped"\nowner = "Blue"\nat = [30, 15]\n'
SLAIN = '[[orders]]\ndo = "destroy"\nmodel = "C"\n'
LEAVES = '[[orders]]\ndo = "exfiltrate"\nunit = "C"\ndice = [6, 6]\n'
ENDED = '[[orders]]\ndo = "end_battle"\n'


def told(text: str, kind: type[Event], other: Event | None = None, **changed: Any) -> list[str]:
    """What is said of the first event of a kind once it is changed, or another stands in its place."""
    battle: Battle = played(sketch(OPEN, text))
    index = next(i for i, entry in enumerate(battle.entries) if isinstance(entry.event, kind))
    entries = list(battle.entries)
    entries[index] = replace(entries[index], event=other or replace(entries[index].event, **changed))
    states = fold(battle.scenario.table, (entry.event for entry in entries))
    return [said for entry, said in untrue(entries[: index + 1], states) if entry.n == entries[index].n]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (WAITING + SLAIN, ArtifactReturned),
        (ABOARD + SLAIN, ArtifactReturned),
        (LYING + ENDED, ArtifactReturned),
        (MACHINE + SLAIN, ArtifactLost),
        (MACHINE + LEAVES, MachineExfiltrated),
        (CARRIER + SLAIN + ENDED, TokenSet),
        (CARRIER + SLAIN + ENDED, BattleEnded),
        (LYING.replace('owner = "Blue"\n', "").replace("dropped", "field") + ENDED, ArtifactUnclaimed),
    ],
)
def test_artifact_returned__as_it_was_is_true(text: str, kind: type[Event]) -> None:
    assert told(text, kind) == []


@pytest.mark.parametrize("text", [WAITING + SLAIN, LYING + ENDED])
@pytest.mark.parametrize("player", ["Green", None])
def test_artifact_returned__to_another_player_is_not_true(text: str, player: str | None) -> None:
    assert any("was last controlled by" in each for each in told(text, ArtifactReturned, player=player))


def test_C9__what_had_a_place_to_fall_to_did_not_go_back() -> None:
    back = ArtifactReturned(rule="artifact.drop", rulings=("C9",), artifact="Orb", player="Red")
    assert told(CARRIER + SLAIN, ArtifactDropped, back) == [
        "C/1 was destroyed on the battlefield, where Orb had a place"
    ]


def test_artifact_machine_destroyed__only_what_a_destroyed_machine_housed_is_lost() -> None:
    lost = ArtifactLost(rule="artifact.machine_destroyed", artifact="Orb", with_="C/1")
    assert told(CARRIER + SLAIN, ArtifactDropped, lost) == ["C/1 did not house Orb"]


def test_artifact_returned__what_somebody_controlled_is_not_unclaimed() -> None:
    stays = ArtifactUnclaimed(rule="artifact.returned", artifact="Orb")
    assert told(LYING + ENDED, ArtifactReturned, stays) == ["Orb was last controlled by Blue"]


def test_artifact_exfiltration_safe__what_the_rolls_kept_is_what_is_safe_with_the_machine() -> None:
    assert told(MACHINE + LEAVES, MachineExfiltrated, kept=()) == ["Orb was in C/1, and is not safe with it"]
    expelled = LEAVES.replace("6]", "1, { face = 1, at = [1, 1] }, { face = 2, at = [2, 1] }]")
    assert told(MACHINE + expelled, MachineExfiltrated) == []
    assert told(MACHINE + expelled, MachineExfiltrated, kept=("Orb",)) == ["Orb was not in C/1"]


def test_artifact_crusade_points__a_card_says_what_its_artifacts_come_to() -> None:
    text = CARRIER + SLAIN + ENDED
    assert told(text, TokenSet, value=2) == ["the card of C says 2, and its Artifacts come to 0"]


def test_relic_capture__nobody_has_won_who_captured_no_relic() -> None:
    said = told(CARRIER + ENDED, BattleEnded, winner="Red")
    assert said == ["Red is said to have won, and a Relic was captured by nobody"]
