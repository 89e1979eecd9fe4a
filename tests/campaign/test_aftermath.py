"""What a battle changes in a campaign: each kind of end of an Artifact, worked out by hand, and every refusal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from campaign.making import UNITS, campaign, fought, scene, told

from battlefield.campaign.aftermath import after, held_against_itself, refusals
from battlefield.campaign.ledger import Campaign
from battlefield.events.core import BattleEnded
from battlefield.events.relics_of_old import (
    ArtifactAssigned,
    ArtifactDropped,
    ArtifactLost,
    ArtifactReturned,
    MachineExfiltrated,
)
from battlefield.geometry.shapes import Pose
from battlefield.log import Log, loads

CROWN = "Ember Crown"
ENDED = BattleEnded(rule="battle.sequence")
HERE = Pose(5.0, 10.0)


def holder(unit: str) -> dict[str, str]:
    return {CROWN: f'holder = "{unit}"'}


def carried(model: str) -> str:
    return scene({CROWN: f'carrier = "{model}"'})


def changes(campaign: Campaign, log: Log) -> list[tuple[str, str]]:
    """What a battle changes, and by which rule; it must not be refused."""
    assert refusals(campaign, log) == ()
    return [(each.said, each.rule) for each in after(campaign, log).changes]


def refused(campaign: Campaign, log: Log) -> list[str]:
    return [f"{each.rule}: {each.why}" if each.rule else each.why for each in refusals(campaign, log)]


# --- each kind of end ---


def test_artifact_between_battles__carried_to_the_end_it_stays_with_its_unit() -> None:
    before = campaign(holder("Pilgrim"), {"Pilgrim": 1})
    log = told(carried("Pilgrim"), ENDED)
    assert changes(before, log) == []
    now = after(before, log, "some/where/fight.jsonl").campaign
    assert now.artifacts == before.artifacts
    assert now.cards == before.cards
    (battle,) = now.battles
    assert (battle.title, battle.log, battle.chain) == ("Fight", "fight.jsonl", log.lines[-1]["chain"])


def test_artifact_crusade_points__handed_to_another_unit_they_go_along() -> None:
    """From a unit of one point an Artifact to a TITANIC one of two: 1 → 0, 0 → 2."""
    before = campaign(holder("Pilgrim"), {"Pilgrim": 1})
    handed = ArtifactAssigned(
        rule="artifact.hand_over", artifact=CROWN, from_="Pilgrim/1", to="Titan/1", how="handed over"
    )
    assert changes(before, told(carried("Pilgrim"), handed, ENDED)) == [
        ("Ember Crown: Pilgrim (Red) → Titan (Red)", "artifact.hand_over"),
        ("Pilgrim: 1 → 0 Crusade Points", "artifact.crusade_points"),
        ("Titan: 0 → 2 Crusade Points", "artifact.crusade_points"),
    ]


def test_artifact_crusade_points__a_fortification_has_none() -> None:
    before = campaign(holder("Pilgrim"), {"Pilgrim": 1})
    log = told(carried("Bastion"), ENDED)
    assert changes(before, log) == [
        ("Ember Crown: Pilgrim (Red) → Bastion (Red)", "artifact.between_battles"),
        ("Pilgrim: 1 → 0 Crusade Points", "artifact.crusade_points"),
    ]
    assert after(before, log).campaign.points("Bastion") == 0


def test_artifact_recover__the_enemy_has_it_and_its_points() -> None:
    """Pilgrim dies in the open; Raiders come within 1 in of what lies there."""
    orders = """
[[orders]]
do = "destroy"
model = "Pilgrim"
[[orders]]
do = "phase"
player = "Blue"
phase = "movement"
[[orders]]
do = "move"
unit = "Raiders"
by = [-43, 0]
"""
    text = scene({CROWN: 'carrier = "Pilgrim"'}, orders).replace("move = 6", "move = 50")
    # on its way along y = 10 it would meet Bastion and Titan, which stand there: they are left out
    log = fought(without(text, "Titan", "Bastion"))
    assert changes(campaign(holder("Pilgrim"), {"Pilgrim": 1}), log) == [
        ("Ember Crown: Pilgrim (Red) → Raiders (Blue)", "artifact.recover"),
        ("Pilgrim: 1 → 0 Crusade Points", "artifact.crusade_points"),
        ("Raiders: 0 → 1 Crusade Point", "artifact.crusade_points"),
    ]


def without(text: str, *units: str) -> str:
    tables = text.split("[[units]]")
    kept = [each for each in tables if not any(f'name = "{unit}"\n' in each for unit in units)]
    return "[[units]]".join(kept)


def test_artifact_machine_destroyed__lost_and_held_by_nobody() -> None:
    """A 4 fails on a 5+ in round 2; 2D3+3 is 5 at the least, and the machine has 3 wounds."""
    orders = '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\ndice = [4, 1, 1]\n'
    log = fought(scene({CROWN: 'carrier = "Ark"'}, orders))
    before = campaign(holder("Ark"), {"Ark": 1})
    assert changes(before, log) == [
        ("Ember Crown: Ark (Red) → lost", "artifact.machine_destroyed"),
        ("Ark: 1 → 0 Crusade Points", "artifact.crusade_points"),
    ]
    kept = after(before, log).campaign.artifacts[CROWN]
    assert (kept.holder, kept.state) == (None, "lost")


def test_artifact_exfiltration_safe__it_stays_with_the_machine_that_brought_it_off() -> None:
    """A 5 passes on 5+; a 5 is more than 6 - 2, so the Artifact is kept."""
    orders = '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\ndice = [5, 5]\n'
    log = fought(scene({CROWN: 'carrier = "Ark"'}, orders))
    assert log.recording.state.artifacts[CROWN].status == "safe"
    before = campaign(holder("Ark"), {"Ark": 1})
    assert changes(before, log) == []
    assert after(before, log).campaign.artifacts[CROWN].holder == "Ark"


def test_artifact_exfiltration_safe__who_had_it_last_has_it() -> None:
    """Handed to the Ark, then brought off by it."""
    handed = ArtifactAssigned(
        rule="artifact.hand_over", artifact=CROWN, from_="Pilgrim/1", to="Ark/1", how="handed over"
    )
    off = MachineExfiltrated(rule="artifact.exfiltration_safe", machine="Ark/1", kept=(CROWN,))
    assert changes(campaign(holder("Pilgrim"), {"Pilgrim": 1}), told(carried("Pilgrim"), handed, off)) == [
        ("Ember Crown: Pilgrim (Red) → Ark (Red)", "artifact.exfiltration_safe"),
        ("Ark: 0 → 1 Crusade Point", "artifact.crusade_points"),
        ("Pilgrim: 1 → 0 Crusade Points", "artifact.crusade_points"),
    ]


def test_artifact_returned__it_goes_to_the_army_and_to_no_unit() -> None:
    dropped = ArtifactDropped(
        rule="artifact.drop", artifact=CROWN, from_="Pilgrim/1", footprint=HERE, at=HERE, centred=True
    )
    back = ArtifactReturned(rule="artifact.returned", artifact=CROWN, player="Red")
    before, log = campaign(holder("Pilgrim"), {"Pilgrim": 1}), told(carried("Pilgrim"), dropped, back, ENDED)
    assert changes(before, log) == [
        ("Ember Crown: Pilgrim (Red) → Red, assigned to nobody", "artifact.returned"),
        ("Pilgrim: 1 → 0 Crusade Points", "artifact.crusade_points"),
    ]
    assert after(before, log).campaign.artifacts[CROWN].holder == "Red"


def test_C9__a_carrier_that_dies_in_reserves_leaves_it_to_its_player() -> None:
    text = scene({CROWN: 'carrier = "Pilgrim"'}, '[[orders]]\ndo = "destroy"\nmodel = "Pilgrim"\n')
    log = fought(text.replace(f"at = [{5 + 15}, 10]", "reserves = true"))
    assert changes(campaign(holder("Pilgrim"), {"Pilgrim": 1}), log)[0] == (
        "Ember Crown: Pilgrim (Red) → Red, assigned to nobody",
        "artifact.drop",
    )


def test_artifact_between_battles__reassigned_before_the_battle_is_told_apart_from_what_the_battle_did() -> None:
    lost = ArtifactLost(rule="artifact.machine_destroyed", artifact=CROWN, with_="Ark/1")
    assert changes(campaign(holder("Pilgrim"), {"Pilgrim": 1}), told(carried("Ark"), lost, ENDED)) == [
        ("Ember Crown: Pilgrim (Red) → Ark (Red)", "artifact.between_battles"),
        ("Ember Crown: Ark (Red) → lost", "artifact.machine_destroyed"),
        ("Pilgrim: 1 → 0 Crusade Points", "artifact.crusade_points"),
    ]


def test_artifact_assigned__one_that_was_assigned_to_nobody_is_assigned_by_the_battle() -> None:
    assert changes(campaign(holder("Red")), told(carried("Titan"), ENDED)) == [
        ("Ember Crown: Red, assigned to nobody → Titan (Red)", "artifact.between_battles"),
        ("Titan: 0 → 2 Crusade Points", "artifact.crusade_points"),
    ]


def test_artifact_recover__a_mission_artifact_is_new_to_the_campaign() -> None:
    """It lies within 1 in of Raiders from the start, and is theirs at once (C13)."""
    at = PLACE_OF_RAIDERS + 32 / 25.4 / 2 + 1.0 + 25 / 25.4 / 2
    log = fought(scene({"Star": f'kind = "mission"\nat = [{at}, 10]\ncarriers = ["INFANTRY"]\none_use = true'}))
    before = campaign({})
    assert changes(before, log) == [
        ("Star: new to the campaign → Raiders (Blue)", "artifact.recover"),
        ("Raiders: 0 → 1 Crusade Point", "artifact.crusade_points"),
    ]
    kept = after(before, log).campaign.artifacts["Star"]
    assert (kept.holder, kept.carriers, kept.one_use) == ("Raiders", ("INFANTRY",), True)


PLACE_OF_RAIDERS = 5 + 15 * (len(UNITS) - 1)


def test_artifact_returned__what_nobody_ever_controlled_stays_unclaimed_and_may_come_back() -> None:
    star = scene({"Star": 'kind = "mission"\nat = [5, 40]'})
    before = campaign({})
    log = told(star, ENDED)
    assert changes(before, log) == [("Star: new to the campaign → unclaimed", "artifact.returned")]
    again = after(before, log).campaign
    assert again.artifacts["Star"].state == "unclaimed"
    taken = ArtifactAssigned(rule="artifact.claim", artifact="Star", from_=None, to="Raiders/1", how="claimed")
    assert changes(again, told(star, taken, ENDED)) == [
        ("Star: unclaimed → Raiders (Blue)", "artifact.claim"),
        ("Raiders: 0 → 1 Crusade Point", "artifact.crusade_points"),
    ]


def test_artifact_recover__a_mission_artifact_that_never_came_into_play_is_left_out() -> None:
    before, log = campaign({}), told(scene({"Star": 'kind = "mission"'}), ENDED)
    assert changes(before, log) == []
    assert after(before, log).campaign.artifacts == {}


def test_artifact_exfiltration_safe__a_carrier_aboard_brings_off_what_is_its_own() -> None:
    """C20: Pilgrim is aboard the Ark and leaves with it; the Crown stays on Pilgrim's card."""
    orders = '[[orders]]\ndo = "exfiltrate"\nunit = "Ark"\ndice = [5]\n'
    text = scene({CROWN: 'carrier = "Pilgrim"'}, orders).replace(f"at = [{5 + 15}, 10]", 'in = "Ark"')
    log = fought(text.replace('"VEHICLE", "DARK MACHINE"]', '"VEHICLE", "DARK MACHINE"]\ncapacity = 5'))
    assert log.recording.state.artifacts[CROWN].status == "safe"
    assert changes(campaign(holder("Pilgrim"), {"Pilgrim": 1}), log) == []


# --- refusals ---


def test_campaign__a_battle_is_entered_once_whatever_its_file_is_called() -> None:
    log = told(carried("Pilgrim"), ENDED)
    before = campaign(holder("Pilgrim"), {"Pilgrim": 1})
    now = after(before, log, "one.jsonl").campaign
    assert refused(now, log) == ['this battle has been entered already: it is battle 1, "Fight"']
    other = told(carried("Pilgrim"), ENDED, seed=2)  # another battle of the same scenario is another battle
    assert refused(now, other) == []


def test_campaign__a_longer_and_a_shorter_log_of_one_battle_are_not_both_entered() -> None:
    """The same two orders, and only the first of them: other headers, so no digest of the two logs is the same."""
    wound = '[[orders]]\ndo = "wound"\nmodel = "Titan"\n'
    shorter, longer = fought(carried("Pilgrim") + wound), fought(carried("Pilgrim") + wound + wound)
    assert not {each["chain"] for each in shorter.lines} & {each["chain"] for each in longer.lines}
    events = [len(each.lines) - 1 for each in (shorter, longer)]  # without the line that closes the log
    assert events[0] < events[1]
    before = campaign(holder("Pilgrim"), {"Pilgrim": 1})
    already = 'this battle has been entered already: it is battle 1, "Fight", '
    assert refused(after(before, shorter).campaign, longer) == [
        f"{already}entered from a shorter log, to its event {events[0]}; "
        "to enter this one, go back to the campaign file from before that battle"
    ]
    assert refused(after(before, longer).campaign, shorter) == [
        f"{already}entered to its event {events[1]}; this log tells the same and breaks off after event {events[0]}"
    ]
    other = fought(carried("Pilgrim") + wound + wound.replace("Titan", "Ark"))  # another second order, another battle
    assert refused(after(before, longer).campaign, other) == []
    assert refused(after(before, shorter).campaign, other) != []


def test_campaign__a_log_without_its_last_line_is_known_even_where_no_course_was_kept() -> None:
    whole = told(carried("Pilgrim"), ENDED)
    cut = loads("".join(line + "\n" for line in whole.raw[:-1]).encode(), "cut.jsonl")
    assert not cut.closed
    before = campaign(holder("Pilgrim"), {"Pilgrim": 1})
    for one, other in ((cut, whole), (whole, cut)):
        (why,) = refused(after(before, one).campaign, other)
        assert why == 'this battle has been entered already: it is battle 1, "Fight"'
    now = after(before, cut).campaign
    bare = replace(now, battles=(replace(now.battles[0], course=""),))
    (why,) = refused(bare, whole)
    assert "entered from a shorter log; to enter this one" in why


def test_artifact_claim__what_lies_on_the_battlefield_is_not_settled_before_the_end() -> None:
    dropped = ArtifactDropped(
        rule="artifact.drop", artifact=CROWN, from_="Pilgrim/1", footprint=HERE, at=HERE, centred=True
    )
    before = campaign(holder("Pilgrim"), {"Pilgrim": 1})
    assert refused(before, told(carried("Pilgrim"), dropped)) == [
        "artifact.claim: Ember Crown lies on the battlefield, and the battle is not at its end: who has it is open"
    ]
    assert refused(before, told(carried("Pilgrim"), dropped, ENDED)) == [
        "artifact.returned: Ember Crown was neither claimed nor returned to Red"
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Raiders"', '"Raider"', 'there is no Crusade card of a unit called "Raider"; did you mean "Raiders"?'),
        ('"Blue"', '"Bleu"', 'no army of the campaign is called "Bleu"; did you mean "Blue"?'),
        ('"Ember Crown"', '"Ember Corwn"', 'no Artifact of the campaign is called "Ember Corwn"; did you mean'),
        ('"VEHICLE", "TITANIC"', '"VEHICLE"', "artifact.crusade_points: Titan is TITANIC by the card, and not by"),
        ('["INFANTRY"]', '["FORTIFICATION"]', "artifact.crusade_points: Raiders is FORTIFICATION by the battle, and"),
        ('carrier = "Pilgrim"', 'carrier = "Raiders"', "artifact.assigned: Ember Crown begins the battle with Blue"),
        ('carrier = "Pilgrim"', 'kind = "mission"', "artifact.assigned: Ember Crown begins the battle with nobody"),
        (
            'carrier = "Pilgrim"',
            'carrier = "Pilgrim"\ncarriers = ["INFANTRY"]',
            "artifact.eligible: Ember Crown asks of its carrier in the battle: INFANTRY; in the campaign: nothing",
        ),
        (
            'carrier = "Pilgrim"',
            'carrier = "Pilgrim"\none_use = true',
            "artifact.one_use: Ember Crown is of one use only in the battle",
        ),
    ],
)
def test_campaign__a_foreign_battle_is_refused_with_its_reason(old: str, new: str, said: str) -> None:
    text = carried("Pilgrim")
    assert old in text
    reasons = refused(campaign(holder("Pilgrim"), {"Pilgrim": 1}), told(text.replace(old, new), ENDED))
    assert any(each.startswith(said) for each in reasons), reasons


def test_campaign__a_unit_of_another_army_is_foreign() -> None:
    text = carried("Pilgrim").replace('name = "Titan"\nplayer = "Red"', 'name = "Titan"\nplayer = "Blue"')
    assert refused(campaign(holder("Pilgrim"), {"Pilgrim": 1}), told(text, ENDED)) == [
        "Titan is a unit of Blue in the battle, and on its card one of Red"
    ]


def test_artifact_assigned__none_is_left_at_home_by_an_army_that_fights() -> None:
    assert refused(campaign({**holder("Red"), "Orb": 'holder = "Red"'}), told(carried("Pilgrim"), ENDED)) == [
        "artifact.assigned: Orb is Red's and missing in the battle: each Artifact is assigned to a model in it"
    ]


def test_C29__what_is_lost_takes_no_part_in_a_battle() -> None:
    assert refused(campaign({CROWN: 'state = "lost"'}), told(carried("Pilgrim"), ENDED)) == [
        "artifact.machine_destroyed: Ember Crown is lost, and yet takes part in the battle"
    ]


def test_campaign__a_mission_artifact_may_not_take_a_name_that_is_taken() -> None:
    text = scene({"Titan": 'kind = "mission"'}, units=("Ark", "Raiders"))
    assert refused(campaign({}), told(text, ENDED)) == [
        'the name "Titan" of a Mission Artifact is taken in the campaign'
    ]


def test_artifact_eligible__a_battle_after_which_a_card_could_not_hold_the_artifact_is_refused() -> None:
    """In the battle Raiders are CHARACTERs, on their card they are not."""
    crown = 'carrier = "Pilgrim"\ncarriers = ["CHARACTER"]'
    text = scene({CROWN: crown}).replace('["INFANTRY"]', '["INFANTRY", "CHARACTER"]')
    handed = ArtifactAssigned(rule="artifact.recover", artifact=CROWN, from_=None, to="Raiders/1", how="handed over")
    before = campaign({CROWN: 'holder = "Pilgrim"\ncarriers = ["CHARACTER"]'}, {"Pilgrim": 1})
    assert refused(before, told(text, handed, ENDED)) == [
        "artifact.eligible: Ember Crown asks of its carrier: CHARACTER; Raiders has not all of these keywords"
    ]


def test_relic__the_relic_of_the_other_mission_is_none_of_these_artifacts() -> None:
    relic = 'kind = "relic"\ncarrier = "Raiders"'
    text = scene({"Relic": relic}).replace('"relics-of-old"', '"relics-of-old", "scrollhammer-relic"')
    assert changes(campaign({}), told(text, ENDED)) == []


def test_verify__a_log_that_does_not_hold_is_not_trusted_and_what_was_not_asked_is_told() -> None:
    assert held_against_itself(fought(carried("Pilgrim"))) == ((), ())
    forged = told(carried("Pilgrim"), ENDED)  # no order of the scenario ends the battle
    (reason, *_), _ = held_against_itself(forged)
    assert reason.why.startswith("the log is not what its own scenario, seed and dice make when it is played again: ")
    old = replace(forged, header=replace(forged.header, version="0.0.1"))
    reasons, notes = held_against_itself(old)
    assert reasons == ()
    assert notes[0].startswith("again: not asked: the log was made by version 0.0.1")


def test_C8__who_has_it_is_open_while_its_destroyed_carrier_waits_to_be_removed() -> None:
    before, slain = (
        campaign(holder("Pilgrim"), {"Pilgrim": 1}),
        '[[orders]]\ndo = "destroy"\nmodel = "Pilgrim"\nstays = true\n',
    )
    text = scene({CROWN: 'carrier = "Pilgrim"'}, slain)
    assert refused(before, fought(text)) == [
        "artifact.drop: Pilgrim/1 is destroyed and not yet removed: until then nobody has Ember Crown"
    ]
    ended = text + '[[orders]]\ndo = "end_battle"\n'
    assert changes(before, fought(ended)) == [
        ("Ember Crown: Pilgrim (Red) → Red, assigned to nobody", "artifact.returned"),
        ("Pilgrim: 1 → 0 Crusade Points", "artifact.crusade_points"),
    ]
