"""Models that are destroyed and stay until they are removed (C8): what of the Artifacts and the Relic with them."""

from __future__ import annotations

import pytest

from battlefield.battle import Battle
from battlefield.events.core import ModelDestroyed
from battlefield.events.relics_of_old import ArtifactDropped, ArtifactRecovered, ExtractionBrokenOff
from battlefield.events.scrollhammer_relic import RelicDropped, RelicSeizureVoided
from battlefield.viewer.story import caption
from tests.relic_table import checked, of, reasons, rules
from tests.sketch import COMMAND, MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
FIGHT = MOVEMENT.replace("movement", "fight")
STAYS = '[[orders]]\ndo = "destroy"\nmodel = "C/1"\nby = "F"\nstays = true\n'
GOES = '[[orders]]\ndo = "destroy"\nmodel = "C/1"\n'
ORB = '[[artifacts]]\nname = "Orb"\ncarrier = "C/1"\n'
CASKET = '[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "C/1"\n'


def one(name: str, player: str, at: str, keywords: str = "INFANTRY, SCORING", **keys: object) -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, "32mm", keywords, move=6, **keys)}\nat = {at}\n'


TABLE = one("C", "Red", "[10, 10]") + one("B", "Red", "[10, 13.5]") + one("F", "Blue", "[30, 10]")


def go(text: str, start: str = FIGHT) -> Battle:
    battle = played(sketch(OPEN, TABLE + text, start=start))
    checked(battle)
    return battle


def test_C8__the_drop_waits_for_the_removal() -> None:
    battle = go(ORB + STAYS)
    assert not of(battle, ArtifactDropped)
    assert battle.state.models["C/1"].on_board
    removed = go(ORB + STAYS + GOES)
    assert removed.state.artifacts["Orb"].status == "dropped"
    assert removed.state.token("C/1", "awaits removal") is None


def test_C8__it_is_removed_as_the_phase_ends_at_the_latest() -> None:
    battle = go(ORB + STAYS + '[[orders]]\ndo = "phase"\n')
    assert [(each.model, each.by) for each in of(battle, ModelDestroyed)] == [("C/1", None)]
    assert battle.state.artifacts["Orb"].status == "dropped"
    ended = go(ORB + STAYS + '[[orders]]\ndo = "end_battle"\n')
    assert ended.state.models["C/1"].where == "gone"


@pytest.mark.parametrize(
    ("order", "start"),
    [
        ('do = "use"\nartifact = "Orb"', FIGHT),
        ('do = "hand_over"\nartifact = "Orb"\nto = "B"', COMMAND),
        ('do = "extract"\nunit = "C"', MOVEMENT),
    ],
)
def test_C8__nobody_holds_it(order: str, start: str) -> None:
    assert rules(go(f"{ORB}{STAYS}[[orders]]\n{order}\n", start)) == ["artifact.drop"]


def test_C8__nor_is_anything_handed_to_it() -> None:
    orb = ORB.replace("C/1", "B")
    found = reasons(go(f'{orb}{STAYS}[[orders]]\ndo = "hand_over"\nartifact = "Orb"\nto = "C"\n', COMMAND))
    assert [each.rule for each in found] == ["artifact.drop"]
    assert "C/1 is destroyed and stays only until it is removed" in found[0].why


def test_C8__nobody_recovers_it_and_it_recovers_nothing() -> None:
    """What B drops beside it is not its to take; what it holds is not B's, who goes by."""
    orbs = ORB + '[[artifacts]]\nname = "Cup"\ncarrier = "B/1"\n'
    by = '[[orders]]\ndo = "move"\nmodel = "B"\nto = [12, 10]\n'
    battle = go(orbs + STAYS + by + '[[orders]]\ndo = "destroy"\nmodel = "B"\n', MOVEMENT)
    assert not of(battle, ArtifactRecovered)
    assert battle.state.artifacts["Cup"].status == "dropped"
    alive = go(orbs + by + '[[orders]]\ndo = "destroy"\nmodel = "B"\n', MOVEMENT)
    assert [each.by for each in of(alive, ArtifactRecovered)] == ["C/1"]


def test_C8__it_takes_nothing_from_a_friend_who_dies_beside_it() -> None:
    near = one("N", "Red", "[11.5, 10]") + '[[artifacts]]\nname = "Cup"\ncarrier = "N/1"\n'
    kill = '[[orders]]\ndo = "destroy"\nmodel = "N"\n'
    chose = [each for each in go(near + STAYS + kill).events if type(each).__name__ == "Chose"]
    assert chose[0].options == ("placed",)  # type: ignore[attr-defined]
    chose = [each for each in go(near + kill).events if type(each).__name__ == "Chose"]
    assert chose[0].options == ("placed", "C/1")  # type: ignore[attr-defined]


def test_C8__its_extraction_is_broken_off_at_once() -> None:
    battle = go(ORB + '[[orders]]\ndo = "extract"\nunit = "C"\n' + STAYS, MOVEMENT)
    assert [each.by for each in of(battle, ExtractionBrokenOff)] == ["destroyed"]


@pytest.mark.parametrize(
    "order", ['do = "drop_relic"', 'do = "capture"\nunit = "C"\n[orders.paths]\n"C/1" = [[10, 5]]']
)
def test_C8__the_relic_waits_too(order: str) -> None:
    battle = go(f"{CASKET}{STAYS}[[orders]]\n{order}\n", MOVEMENT)
    assert "relic.drop" in rules(battle)
    removed = go(CASKET + STAYS + GOES)
    assert [each.why for each in of(removed, RelicDropped)] == ["slain"]


def test_C8__who_seized_the_relic_and_is_destroyed_has_not_seized_it() -> None:
    casket = '[[artifacts]]\nname = "Casket"\nkind = "relic"\nat = [12, 10]\n'
    seize = '[[orders]]\ndo = "move"\nmodel = "C"\nto = [10.6, 10]\n'
    battle = go(casket + seize + STAYS + '[[orders]]\ndo = "phase"\n', MOVEMENT)
    assert [each.why for each in of(battle, RelicSeizureVoided)] == ["it was destroyed"]
    assert battle.state.artifacts["Casket"].carrier is None


def test_C8__nothing_is_destroyed_twice() -> None:
    assert rules(go(STAYS + STAYS)) == ["core.strength"]
    hurt = reasons(go(STAYS + '[[orders]]\ndo = "wound"\nmodel = "C/1"\n'))
    assert [each.why for each in hurt] == ["C/1 is destroyed already, and stays until it is removed (C8)"]


def test_C8__only_what_stands_can_stay() -> None:
    crew = '[[units]]\nname = "T"\n' + unit("Red", "100mm", "VEHICLE, TRANSPORT") + "\nat = [20, 10]\n"
    crew += '[[units]]\nname = "P"\n' + unit("Red") + '\nin = "T"\n'
    assert rules(go(crew + STAYS.replace("C/1", "P"))) == ["core.strength"]


def test_C8__those_aboard_get_out_when_it_is_removed() -> None:
    crew = '[[units]]\nname = "T"\n' + unit("Red", "100mm", "VEHICLE, TRANSPORT") + "\nat = [20, 10]\n"
    crew += '[[units]]\nname = "P"\n' + unit("Red") + '\nin = "T"\n'
    text = crew + STAYS.replace("C/1", "T")
    assert go(text).state.models["P/1"].where == "embarked"
    assert go(text + GOES.replace("C/1", "T") + "dice = [4]\n").state.models["P/1"].on_board


def test_C8__the_story_says_so() -> None:
    battle = go(ORB + STAYS)
    said = [caption(battle.recording, index).headline for index in range(len(battle.entries))]
    assert "C is destroyed, and stays for now" in said
