"""Handing over, one-time effects, Crusade Points, and what is declared while armies are deployed."""

from __future__ import annotations

import pytest

from battlefield.battle import Battle, findings
from battlefield.events.core import OrderRefused, TokenSet
from battlefield.events.relics_of_old import ArtifactAssigned, ArtifactUsed, points_on_card
from battlefield.rules.relics_of_old.claiming import points_of
from battlefield.scenario.scenario import ScenarioError
from tests.sketch import COMMAND, MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 60] * 30)
ORB = '[[artifacts]]\nname = "Orb"\ncarrier = "{}"\n'


def one(name: str, player: str, at: str, keywords: str = "INFANTRY", **keys: object) -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, "32mm", keywords, **keys)}\nat = {at}\n'


def order(do: str, more: str) -> str:
    return f'[[orders]]\ndo = "{do}"\n{more}\n'


def give(to: str, artifact: str = "Orb") -> str:
    return order("hand_over", f'artifact = "{artifact}"\nto = "{to}"')


def friend(gap: str, keywords: str = "INFANTRY", player: str = "Red", of: str = "C") -> str:
    return one("F", player, f'{{ from = "{of}", gap = {gap}, bearing = 90 }}', keywords)


CARRIER = one("C", "Red", "[10, 10]") + ORB.format("C")


def go(text: str, start: str | None = COMMAND) -> Battle:
    return played(sketch(OPEN, text, start=start))


def refused(battle: Battle) -> list[str]:
    last = battle.events[-1]
    assert isinstance(last, OrderRefused), last
    return [each.why for each in last.reasons]


# --- artifact.hand_over ---


@pytest.mark.parametrize(("gap", "near"), [("1.0", True), ("0.999999", True), ("1.000001", False)])
def test_artifact_hand_over__to_a_model_within_engagement_range(gap: str, near: bool) -> None:
    battle = go(CARRIER + friend(gap) + give("F"))
    if near:
        assert battle.state.artifacts["Orb"].carrier == "F/1"
        event = next(each for each in battle.events if isinstance(each, ArtifactAssigned) and each.from_ is not None)
        assert (event.from_, event.to, event.how) == ("C/1", "F/1", "handed over")
        assert event.claims[0].holds
    else:
        assert refused(battle) == ["F/1 is not within Engagement Range of C"]
        last = battle.events[-1]
        assert isinstance(last, OrderRefused)
        assert last.reasons[0].claim is not None
        assert last.reasons[0].claim.margin == pytest.approx(-1e-6, abs=1e-9)


@pytest.mark.parametrize(("z", "near"), [(5, True), (5.000001, False)])
def test_artifact_hand_over__five_inches_up_and_no_more(z: float, near: bool) -> None:
    battle = go(CARRIER + one("F", "Red", f"[12, 10, {z}]") + give("F"))
    assert (battle.state.artifacts["Orb"].carrier == "F/1") is near


def test_artifact_hand_over__a_vehicle_may_be_handed_one() -> None:
    assert go(CARRIER + friend("0.5", "VEHICLE") + give("F")).state.artifacts["Orb"].carrier == "F/1"


def test_artifact_hand_over__friends_only() -> None:
    assert refused(go(CARRIER + friend("1.5", player="Blue") + give("F")))[0] == "F/1 is no friendly model"


def test_artifact_hand_over__not_to_oneself_nor_of_what_nobody_carries() -> None:
    assert refused(go(CARRIER + give("C"))) == ["C/1 carries Orb already"]
    lying = one("C", "Red", "[10, 10]") + '[[artifacts]]\nname = "Orb"\nkind = "mission"\nat = [30, 10]\n'
    assert refused(go(lying + give("C"))) == ["Orb is carried by nobody (field)"]


@pytest.mark.parametrize("start", [MOVEMENT, 'round = 2\nplayer = "Blue"\nphase = "command"'])
def test_C1__only_in_the_carrying_players_own_command_phase(start: str) -> None:
    assert any(
        "only in Red's own command phase" in each for each in refused(go(CARRIER + friend("0.5") + give("F"), start))
    )


def test_C2__an_artifact_changes_hands_once_a_command_phase() -> None:
    row = CARRIER + friend("0.5") + one("G", "Red", '{ from = "F", gap = 0.5, bearing = 90 }')
    battle = go(row + give("F") + give("G"))
    assert refused(battle) == ["Orb has changed hands in this command phase (C2)"]
    later = order("phase", 'round = 3\nplayer = "Red"\nphase = "command"')
    assert go(row + give("F") + later + give("G")).state.artifacts["Orb"].carrier == "G/1"


def test_C3__within_the_unit_from_the_carrying_model_itself_to_others_from_any_model() -> None:
    squad = one("C", "Red", "[[10, 10], [12.2, 10], [14.4, 10]]") + ORB.format("C/1")
    near = '{ from = "C/3", gap = 1.0, bearing = 0 }'
    assert refused(go(squad + give("C/3"))) == ["C/3 is not within Engagement Range of C/1"]
    assert go(squad + give("C/2")).state.artifacts["Orb"].carrier == "C/2"
    assert go(squad + one("F", "Red", near) + give("F")).state.artifacts["Orb"].carrier == "F/1"


@pytest.mark.parametrize("which", ["C", "F"])
def test_C4__a_fortification_neither_gives_nor_takes(which: str) -> None:
    text = CARRIER + friend("0.5")
    named = text.replace(
        f'name = "{which}"\nplayer = "Red"\nbase = "32mm"\nkeywords = [',
        f'name = "{which}"\nplayer = "Red"\nbase = "32mm"\nkeywords = ["FORTIFICATION", ',
    )
    assert any("neither hands over nor is handed" in each for each in refused(go(named + give("F"))))


@pytest.mark.parametrize(
    ("of_c", "of_f"), [("VEHICLE, DARK MACHINE", "INFANTRY"), ("INFANTRY", "VEHICLE, DARK MACHINE")]
)
def test_C5__a_dark_machine_gives_and_takes(of_c: str, of_f: str) -> None:
    text = one("C", "Red", "[10, 10]", of_c) + ORB.format("C") + friend("1.0", of_f)
    assert go(text + give("F")).state.artifacts["Orb"].carrier == "F/1"


def test_artifact_eligible__who_is_handed_it_must_meet_what_it_asks() -> None:
    asks = one("C", "Red", "[10, 10]", "PSYKER") + ORB.format("C") + 'carriers = ["PSYKER"]\n'
    last = go(asks + friend("0.5") + give("F")).events[-1]
    assert isinstance(last, OrderRefused)
    assert [each.rule for each in last.reasons] == ["artifact.eligible"]


def test_artifact_hand_over__nobody_aboard_a_transport_is_in_range() -> None:
    text = (
        CARRIER
        + one("T", "Red", "[12, 10]", "TRANSPORT", capacity=3)
        + f'[[units]]\nname = "F"\n{unit("Red")}\nin = "T"\n'
    )
    assert refused(go(text + give("F"))) == ["F/1 is not on the battlefield (embarked)"]


# --- artifact.one_use ---


def use(effect: str = "") -> str:
    return order("use", f'artifact = "Orb"\n{effect}')


def test_artifact_one_use__once_a_battle_whoever_collects_it() -> None:
    text = CARRIER + "one_use = true\n" + one("E", "Blue", '{ from = "C", gap = 0.5 }')
    battle = go(text + use('effect = "light"') + use())
    used = next(each for each in battle.events if isinstance(each, ArtifactUsed))
    assert (used.by, used.effect) == ("C/1", "light")
    assert refused(battle) == ["the one-time effect of Orb has been used in this battle"]
    taken = go(text + use() + order("destroy", 'model = "C"') + use())
    assert taken.state.artifacts["Orb"].carrier == "E/1"
    assert refused(taken) == ["the one-time effect of Orb has been used in this battle"]


def test_artifact_one_use__other_effects_are_used_again_and_used_at_the_start_stays_used() -> None:
    assert not go(CARRIER + use() + use()).state.artifacts["Orb"].used
    spent = go(CARRIER + "one_use = true\nused = true\n" + use())
    assert refused(spent) == ["the one-time effect of Orb has been used in this battle"]


def test_artifact_one_use__only_by_who_carries_it() -> None:
    lying = one("C", "Red", "[10, 10]") + '[[artifacts]]\nname = "Orb"\nkind = "mission"\nat = [30, 10]\n'
    assert refused(go(lying + use())) == ["Orb is carried by nobody (field)"]
    assert refused(go(CARRIER + use(), None)) == ["the battle has not begun; armies are being deployed"]


# --- artifact.assigned ---


def test_artifact_assigned__declared_also_aboard_and_in_reserves() -> None:
    text = one("T", "Red", "[12, 10]", "TRANSPORT", capacity=3)
    text += f'[[units]]\nname = "A"\n{unit("Red")}\nin = "T"\n[[units]]\nname = "R"\n{unit("Red")}\nreserves = true\n'
    battle = go(text + ORB.format("A") + ORB.format("R").replace("Orb", "Eye"), None)
    declared = [each for each in battle.events if isinstance(each, ArtifactAssigned)]
    assert [(each.artifact, each.to, each.how) for each in declared] == [
        ("Orb", "A/1", "declared"),
        ("Eye", "R/1", "declared"),
    ]
    assert not findings(battle.state)


def test_artifact_assigned__what_nobody_carries_is_refused_unless_it_is_a_mission_artifact() -> None:
    text = one("C", "Red", "[10, 10]") + '[[artifacts]]\nname = "Orb"\n'
    with pytest.raises(ScenarioError, match=r"needs a carrier.*\(artifact.assigned\)"):
        go(text, None)
    assert not findings(go(text + 'kind = "mission"\n', None).state)
    lying = text + 'at = [30, 10]\nstate = "dropped"\n'
    assert [each.rule for each in findings(go(lying, None).state)] == ["artifact.assigned"]
    assert not findings(go(lying).state)


# --- artifact.crusade_points ---


@pytest.mark.parametrize(
    ("keywords", "points"),
    [("INFANTRY", 1), ("VEHICLE, TITANIC", 2), ("FORTIFICATION", 0), ("FORTIFICATION, TITANIC", 0)],
)
def test_artifact_crusade_points__one_two_or_none_on_the_units_card(keywords: str, points: int) -> None:
    battle = go(one("C", "Red", "[10, 10]", keywords) + ORB.format("C"), None)
    event = next(each for each in battle.events if isinstance(each, ArtifactAssigned))
    assert event.crusade_points == points
    token = battle.state.token("C", "crusade points from artifacts")
    assert (0 if token is None else token.value) == points


def test_artifact_crusade_points__each_artifact_adds_and_the_card_is_kept_at_the_end() -> None:
    text = CARRIER + ORB.format("C").replace("Orb", "Eye") + friend("1.0", "VEHICLE, TITANIC")
    battle = go(text + give("F") + order("end_battle", ""))
    before, after = battle.state_after(0), battle.state
    card = "crusade points from artifacts"
    assert (before.tokens[("C", card)].value, before.token("F", card)) == (2, None)
    assert (after.tokens[("C", card)].value, after.tokens[("F", card)].value) == (1, 2)
    kept = [each for each in battle.events if isinstance(each, TokenSet) and each.rule == "artifact.crusade_points"]
    assert [(each.holder, each.value) for each in kept] == [("C", 1), ("F", 2)]


def test_artifact_crusade_points__what_an_extraction_brought_off_stays_on_the_card() -> None:
    text = CARRIER + order("extract", 'unit = "C"') + order("phase", 'round = 3\nplayer = "Red"\nphase = "command"')
    battle = go(text + order("end_battle", ""), MOVEMENT)
    assert battle.state.artifacts["Orb"].status == "safe"
    assert points_of(battle.state, "C") == points_on_card(battle.state, "C") == 1
    assert not [each for each in battle.events if isinstance(each, TokenSet) and each.rule == "artifact.crusade_points"]


def test_artifact_crusade_points__what_left_with_a_machine_counts_for_who_carried_it() -> None:
    ark = one("Ark", "Red", "[10, 10]", "VEHICLE, DARK MACHINE, TRANSPORT, TITANIC")
    aboard = one("P", "Red", "[0, 0]").replace("at = [0, 0]", 'in = "Ark"')
    orbs = ORB.format("Ark") + ORB.format("P").replace("Orb", "Eye")
    battle = go(ark + aboard + orbs + order("exfiltrate", 'unit = "Ark"\ndice = [5, 6]') + order("end_battle", ""))
    assert {each.status for each in battle.state.artifacts.values()} == {"safe"}
    assert [points_on_card(battle.state, unit) for unit in ("Ark", "P")] == [2, 1]
