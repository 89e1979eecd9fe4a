"""Quick Extraction: when it begins, what breaks it off, when it is completed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.battle import Battle
from battlefield.dice import Seeded
from battlefield.events.base import Event
from battlefield.events.core import ModelLeft, OrderRefused, PhaseBegan, TokenSet, UnitEmbarked, UnitSetUp
from battlefield.events.relics_of_old import (
    ArtifactAssigned,
    ArtifactDropped,
    ExtractionBegan,
    ExtractionBrokenOff,
    ExtractionCompleted,
)
from battlefield.geometry.shapes import Pose
from battlefield.play import Play
from battlefield.rules.systems import in_play
from tests.sketch import COMMAND, MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 60] * 30)
ORB = '[[artifacts]]\nname = "Orb"\ncarrier = "{}"\n'
EXTRACT = '[[orders]]\ndo = "extract"\nunit = "C"\n'


def one(name: str, player: str, at: str, keywords: str = "INFANTRY", **keys: object) -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, "32mm", keywords, **{"move": 6, **keys})}\nat = {at}\n'


def order(do: str, more: str) -> str:
    return f'[[orders]]\ndo = "{do}"\n{more}\n'


def until(round_: int, player: str, phase: str) -> str:
    return order("phase", f'round = {round_}\nplayer = "{player}"\nphase = "{phase}"')


CARRIER = one("C", "Red", "[[10, 10], [11.5, 10]]") + ORB.format("C/1")


def go(text: str, start: str = MOVEMENT) -> Battle:
    return played(sketch(OPEN, text, start=start))


def refused(battle: Battle) -> list[str]:
    last = battle.events[-1]
    assert isinstance(last, OrderRefused)
    return [each.why for each in last.reasons]


def broken(battle: Battle) -> list[str]:
    return [each.by for each in battle.events if isinstance(each, ExtractionBrokenOff)]


# --- from beginning to end ---


def test_artifact_extraction__completed_first_of_all_at_the_start_of_the_next_own_command_phase() -> None:
    battle = go(CARRIER + EXTRACT + until(2, "Blue", "fight") + until(3, "Red", "command"))
    begun = next(each for each in battle.events if isinstance(each, ExtractionBegan))
    assert (begun.unit, begun.model, begun.artifact) == ("C", "C/1", "Orb")
    assert battle.state_after(2).artifacts["Orb"].status == "carried"
    assert battle.state.artifacts["Orb"].status == "safe"
    last = battle.entries[battle.after[2] :]
    names = [type(each.event) for each in last]
    start = names.index(PhaseBegan)
    assert names[start : start + 2] == [PhaseBegan, ExtractionCompleted]
    assert last[start + 1].because == last[start].n


def test_artifact_extraction__the_opponents_command_phase_completes_nothing() -> None:
    battle = go(CARRIER + EXTRACT + until(2, "Blue", "command"))
    assert battle.state.artifacts["Orb"].status == "carried"
    assert battle.state.token("C/1", "quick extraction") is not None


# --- when it may begin ---


@pytest.mark.parametrize(
    ("start", "why"),
    [
        (COMMAND, "it is the command phase of Red"),
        ('round = 2\nplayer = "Blue"\nphase = "movement"', "it is the movement phase of Blue"),
        ('round = 2\nplayer = "Red"\nphase = "shooting"', "it is the shooting phase of Red"),
    ],
)
def test_artifact_extraction__only_in_the_own_movement_phase(start: str, why: str) -> None:
    assert any(why in each for each in refused(go(CARRIER + EXTRACT, start)))


@pytest.mark.parametrize(("gap", "engaged"), [("1.0", True), ("0.999999", True), ("1.000001", False)])
def test_C17__not_begun_within_engagement_range(gap: str, engaged: bool) -> None:
    foe = one("E", "Blue", f'{{ from = "C/2", gap = {gap}, bearing = 0 }}')
    battle = go(CARRIER + foe + EXTRACT)
    if not engaged:
        assert isinstance(battle.events[-1], ExtractionBegan)
        return
    last = battle.events[-1]
    assert isinstance(last, OrderRefused)
    claim = last.reasons[0].claim
    assert claim is not None
    assert (claim.a, claim.b, claim.holds) == ("C/2", "E/1", True)
    assert claim.rulings == ("C17",)


@pytest.mark.parametrize(("kind", "why"), [("normal", ""), ("advance", "Advanced"), ("fall_back", "Fallen Back")])
def test_C17__not_after_an_advance_or_a_fall_back(kind: str, why: str) -> None:
    foe = one("E", "Blue", '{ from = "C/2", gap = 1.0, bearing = 0 }') if kind == "fall_back" else ""
    move = order("move", f'unit = "C"\nby = [-4, 0]\nkind = "{kind}"')
    battle = go(CARRIER + foe + move + EXTRACT)
    if why:
        assert any(why in each for each in refused(battle))
    else:
        assert isinstance(battle.events[-1], ExtractionBegan)


def test_C17__not_while_battle_shocked() -> None:
    for word in ("battle-shocked", "Battle-shocked", "BATTLE-SHOCKED"):
        shocked = CARRIER.replace("move = 6", f'move = 6\ntokens = ["{word}"]')
        assert any("Battle-shocked" in each for each in refused(go(shocked + EXTRACT)))


def test_C17__not_while_embarked() -> None:
    text = one("T", "Red", "[30, 10]", "TRANSPORT, VEHICLE", capacity=6)
    text += f'[[units]]\nname = "C"\n{unit("Red")}\nin = "T"\n' + ORB.format("C")
    assert any("not on the battlefield (embarked)" in each for each in refused(go(text + EXTRACT)))


def test_artifact_housed__a_dark_machine_never_extracts() -> None:
    machine = one("C", "Red", "[10, 10]", "VEHICLE, DARK MACHINE") + ORB.format("C")
    last = go(machine + EXTRACT).events[-1]
    assert isinstance(last, OrderRefused)
    assert [each.rule for each in last.reasons] == ["artifact.housed"]


def test_artifact_extraction__nobody_who_carries_nothing_to_extract() -> None:
    assert refused(go(one("C", "Red", "[10, 10]") + EXTRACT)) == ["no model of C carries an Artifact"]


# --- C17: the end of the phase is after Reinforcements ---


@pytest.mark.parametrize(
    ("late", "is_late"),
    [
        (order("move", 'model = "W"\nto = [20, 15]'), True),
        (order("move", 'model = "C/1"\nto = [9.5, 10]'), True),
        (order("set_up", 'unit = "D"\nat = [40, 25]\nkind = "deep_strike"'), True),
        (order("move", 'model = "W"\nto = [20, 15]\nforced = true'), False),
        (order("extract", 'unit = "W"'), False),
    ],
)
def test_C17__once_begun_its_player_moves_and_sets_up_no_more_in_that_phase(late: str, is_late: bool) -> None:
    more = one("W", "Red", "[20, 10]") + ORB.format("W").replace("Orb", "Eye")
    more += f'[[units]]\nname = "D"\n{unit("Red")}\nreserves = true\n'
    last = go(CARRIER + more + EXTRACT + late).events[-1]
    assert isinstance(last, OrderRefused) is is_late
    if isinstance(last, OrderRefused):
        assert "artifact.extraction" in [each.rule for each in last.reasons]


def test_C17__once_begun_its_player_captures_no_relic_in_that_phase() -> None:
    bearer = one("B", "Red", "[30, 4]", "INFANTRY, SCORING")
    casket = '[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "B"\n'
    leave = order("capture", 'unit = "B"\n[orders.paths]\n"B/1" = [30, 0]')
    found = sketch(OPEN, CARRIER + bearer + casket + EXTRACT + leave, start=MOVEMENT)
    players = tuple(replace(each, board_edge="south") for each in found.table.players)
    battle = played(replace(found, table=replace(found.table, players=players)))
    last = battle.events[-1]
    assert isinstance(last, OrderRefused)
    assert [(each.rule, each.of) for each in last.reasons] == [("artifact.extraction", "C")]
    assert battle.state.winner is None


# --- C18: one at a time ---


def test_C18__one_artifact_an_action_of_the_players_choice() -> None:
    two = CARRIER + ORB.format("C/2").replace("Orb", "Eye")
    battle = go(two + EXTRACT)
    assert battle.state.token("C/1", "quick extraction") is not None
    chosen = go(two + EXTRACT + 'answers = [{ to = "artifact.extraction", is = "Eye" }]\n')
    token = chosen.state.token("C/2", "quick extraction")
    assert token is not None
    assert token.value == "Eye"
    assert chosen.state.token("C/1", "quick extraction") is None
    assert any("one action in progress" in each for each in refused(go(two + EXTRACT + EXTRACT)))
    done = go(two + EXTRACT + until(3, "Red", "command"))
    assert (done.state.artifacts["Orb"].status, done.state.artifacts["Eye"].status) == ("safe", "carried")


# --- what breaks it off ---


FOE = one("E", "Blue", "[17, 10]", wounds=3)
SHOOTING = until(2, "Red", "shooting")
BREAKS = {
    "a shot of its own": (SHOOTING + order("wound", 'model = "E"\nby = "C"'), "attacked"),
    "a kill of its own": (SHOOTING + order("destroy", 'model = "E"\nby = "C/2"'), "attacked"),
    "an attack in the fight phase": (
        until(2, "Blue", "fight") + order("wound", 'model = "E"\nby = "C"'),
        "attacked",
    ),
    "a charge of its own": (
        until(2, "Red", "charge") + order("charge", 'unit = "C"\ntargets = ["E"]\ndice = [6, 6]'),
        "moved",
    ),
    "a move of a comrade": (order("move", 'model = "C/2"\nto = [12, 10]\nforced = true'), "moved"),
    "the carrier's death": (order("destroy", 'model = "C/1"'), "destroyed"),
}


@pytest.mark.parametrize("what", BREAKS)
def test_C17__broken_off_by(what: str) -> None:
    orders, by = BREAKS[what]
    battle = go(CARRIER + FOE + EXTRACT + orders + until(3, "Red", "command"))
    assert broken(battle) == [by]
    assert battle.state.token("C/1", "quick extraction") is None
    assert battle.state.artifacts["Orb"].status != "safe"


def test_C17__broken_off_by_an_attack_though_it_had_attacked_before_in_that_turn() -> None:
    shot = order("wound", 'model = "E"\nby = "C"')
    battle = go(CARRIER + FOE + shot + EXTRACT + SHOOTING + shot)
    assert broken(battle) == ["attacked"]


NOT = {
    "being charged": until(2, "Blue", "charge") + order("charge", 'unit = "E"\ntargets = ["C"]\ndice = [6, 6]'),
    "a charge that fails": until(2, "Red", "charge") + order("charge", 'unit = "C"\ntargets = ["E"]\ndice = [1, 1]'),
    "a comrade's death": order("destroy", 'model = "C/2"\nby = "E"'),
    "wounds of an enemy's": until(2, "Blue", "shooting") + order("wound", 'model = "C/1"\nby = "E"'),
    "a friend's attack": SHOOTING + order("wound", 'model = "E"\nby = "F"'),
}


@pytest.mark.parametrize("what", NOT)
def test_C17__not_broken_off_by(what: str) -> None:
    text = CARRIER.replace("move = 6", "move = 6\nwounds = 2") + FOE + one("F", "Red", "[40, 20]")
    battle = go(text + EXTRACT + NOT[what] + until(3, "Red", "command"))
    assert not broken(battle)
    assert battle.state.artifacts["Orb"].status == "safe"


def test_C17__the_death_of_the_carrier_ends_it_before_the_artifact_drops() -> None:
    battle = go(CARRIER + EXTRACT + order("destroy", 'model = "C/1"'))
    kinds = [type(each) for each in battle.events]
    assert kinds.index(ExtractionBrokenOff) < kinds.index(ArtifactDropped)


def after(*happening: Event) -> Play:
    """The play after events that no order of these systems makes, with every reaction to them."""
    text = CARRIER + one("T", "Red", "[30, 10]", "TRANSPORT, VEHICLE", capacity=6) + one("F", "Red", "[40, 20]")
    play = Play(go(text + EXTRACT).state, in_play(("core", "relics-of-old")), Seeded(1, 2))
    for event in happening:
        play.do(event)
    return play


def test_E7__a_unit_that_is_battle_shocked_later_completes_it() -> None:
    shock = TokenSet(rule="core.battle_shock", holder="C", token="battle-shocked", until="turn")
    command = PhaseBegan(rule="battle.sequence", round=3, player="Red", phase="command")
    assert after(shock, command).state.artifacts["Orb"].status == "safe"


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (UnitEmbarked(rule="move.embark", unit="C", transport="T/1"), "embarked"),
        (ModelLeft(rule="setup.on_board", model="C/1", to="reserves", pose=None), "left the battlefield"),
        (
            UnitSetUp(
                rule="setup.on_board", unit="C", kind="in play", models={"C/1": Pose(50, 20), "C/2": Pose(51.5, 20)}
            ),
            "set up anew",
        ),
        (
            ArtifactAssigned(rule="artifact.hand_over", artifact="Orb", from_="C/1", to="F/1", how="handed over"),
            "handed over",
        ),
    ],
    ids=["embarking", "leaving for reserves", "being set up anew", "C19 losing the artifact"],
)
def test_C17_C19__broken_off_by_what_other_rules_do(event: Event, why: str) -> None:
    play = after(event)
    assert [each.event.by for each in play.entries if isinstance(each.event, ExtractionBrokenOff)] == [why]
    assert play.state.token("C/1", "quick extraction") is None
    assert play.state.artifacts["Orb"].status == "carried"


def test_C19__unfinished_when_the_battle_ends_it_is_still_carried() -> None:
    battle = go(CARRIER + EXTRACT + order("end_battle", ""))
    assert battle.state.ended
    assert (battle.state.artifacts["Orb"].status, battle.state.artifacts["Orb"].carrier) == ("carried", "C/1")
    assert not broken(battle)
