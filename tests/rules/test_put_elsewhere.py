"""What the two games of Artifacts say when a card of the third puts models elsewhere, without a move on a path."""

from __future__ import annotations

import pytest

from battlefield.battle import Battle
from battlefield.events.artefakty import UnitRelocated, UnitsSwapped
from battlefield.events.relics_of_old import ArtifactRecovered, ExtractionBrokenOff
from battlefield.events.scrollhammer_relic import RelicDropped, RelicPickedUp, RelicSeizureVoided
from battlefield.rules.core.travelling import allowance_of
from battlefield.scenario.load import loads
from battlefield.viewer.story import tell
from tests.relic_table import BASE, TOUCH, carried, checked, lying, move, of, order, phase, relic, who
from tests.sketch import played

TABLE = """format = 1
title = "put elsewhere"
rules = ["core", "relics-of-old", "scrollhammer-relic", "artefakty"]
seed = 1
[board]
width = 40
height = 20
[start]
round = 2
player = "Red"
phase = "movement"
[[players]]
name = "Red"
hand = ["Zamiana"]
[[players]]
name = "Blue"
[[zones]]
name = "West"
area = { rect = [0, 0, 20, 20] }
[[zones]]
name = "East"
area = { rect = [20, 0, 20, 20] }
"""
SWAP = '{ do = "swap", a = "A", b = "B" }'
TO_EAST = '{ do = "move", unit = "A", to = "East" }'
A, B = who("A", "[5, 10]"), who("B", "[30, 10]", keywords="INFANTRY")
LANTERN = '[[artifacts]]\nname = "Lantern"\ncarrier = "A"\n'
EXTRACT = order("extract", 'unit = "A"')
CARD = order("play", 'player = "Red"\ncard = "Zamiana"')


def put(text: str, effect: str = SWAP) -> Battle:
    """The battle in which Red holds a card with that effect; its log holds against itself."""
    card = f'[[cards]]\nname = "Zamiana"\neffects = [{effect}]\n'
    battle = played(loads(TABLE + card + A + B + text, "put.toml"))
    checked(battle)
    return battle


@pytest.mark.parametrize("effect", [SWAP, TO_EAST])
def test_C17__being_put_elsewhere_breaks_an_extraction_off(effect: str) -> None:
    battle = put(LANTERN + EXTRACT + CARD + phase("Red", "command", "round = 3\n"), effect)
    (broken,) = of(battle, ExtractionBrokenOff)
    assert (broken.artifact, broken.by, broken.rulings) == ("Lantern", "put elsewhere", ("C17",))
    assert tell(broken, battle.states[battle.events.index(broken)]).sentence == "The unit was put elsewhere."
    assert battle.state.artifacts["Lantern"].carrier == "A/1"


def test_C17__others_put_elsewhere_leave_an_extraction_alone() -> None:
    swap = SWAP.replace('"A"', '"C"')
    battle = put(LANTERN + who("C", "[12, 4]") + EXTRACT + CARD + phase("Red", "command", "round = 3\n"), swap)
    assert of(battle, UnitsSwapped)
    assert not of(battle, ExtractionBrokenOff)
    assert battle.state.artifacts["Lantern"].status == "safe"


@pytest.mark.parametrize(("gap", "taken"), [(1 - 1e-6, True), (1.0, True), (1 + 1e-5, False)])
def test_C13__put_within_range_of_an_artifact_a_model_has_it_at_once(gap: float, taken: bool) -> None:
    seal = f'[[artifacts]]\nname = "Seal"\nkind = "mission"\nat = [30, {10 + 2 * BASE + gap:.9f}]\nbase = "25mm"\n'
    battle = put(seal.replace("kind", 'carriers = ["SCORING"]\nkind') + CARD)
    assert [each.by for each in of(battle, ArtifactRecovered)] == (["A/1"] if taken else [])


def test_D4__a_seizure_is_void_once_the_seizer_is_put_elsewhere() -> None:
    battle = put(lying(f"[5, {10 + TOUCH + 2}]") + move("A/1", "[5, 12]", "dice = [3, 4]\n") + CARD + phase())
    (void,) = of(battle, RelicSeizureVoided)
    assert (void.model, void.rulings, void.why) == ("A/1", ("D4",), "it was put elsewhere")
    assert not of(battle, RelicPickedUp)
    assert relic(battle).lies
    assert battle.state.token("Casket", "identified") is not None


def test_D3__put_into_contact_a_model_seizes_as_its_movement_phase_ends() -> None:
    battle = put(lying(f"[30, {10 + TOUCH}]") + CARD + order("phase", "dice = [3, 4]\n"))
    (picked,) = of(battle, RelicPickedUp)
    assert (picked.model, picked.rulings) == ("A/1", ("D3",))


@pytest.mark.parametrize("effect", [SWAP, TO_EAST])
def test_D7__a_bearer_that_is_put_elsewhere_keeps_the_relic_and_has_its_six_inches(effect: str) -> None:
    battle = put(carried("A", identified=7) + CARD, effect)
    assert of(battle, UnitsSwapped) or of(battle, UnitRelocated)
    assert not of(battle, RelicDropped)
    assert relic(battle).carrier == "A/1"
    assert allowance_of(battle.state, battle.state.models["A/1"]).moved == 0.0
