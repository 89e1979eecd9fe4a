"""Reassigning Artifacts between battles."""

from __future__ import annotations

import pytest
from campaign.making import campaign

from battlefield.campaign.reassigning import after, refusals, wish

BEFORE = campaign(
    {
        "Crown": 'holder = "Pilgrim"',
        "Orb": 'holder = "Red"\ncarriers = ["INFANTRY"]',
        "Ring": 'state = "lost"',
        "Star": 'state = "unclaimed"',
    },
    {"Pilgrim": 1},
)


def test_artifact_between_battles__free_to_any_unit_of_the_army() -> None:
    wishes = [wish(BEFORE, "Crown = Titan"), wish(BEFORE, "Orb=Pilgrim")]
    assert refusals(BEFORE, wishes) == ()
    outcome = after(BEFORE, wishes)
    assert [(each.said, each.rule) for each in outcome.changes] == [
        ("Crown: Pilgrim (Red) → Titan (Red)", "artifact.between_battles"),
        ("Orb: Red, assigned to nobody → Pilgrim (Red)", "artifact.between_battles"),
        ("Titan: 0 → 2 Crusade Points", "artifact.crusade_points"),
    ]
    assert outcome.campaign.cards["Pilgrim"].crusade_points == 1  # one went, one came


def test_artifact_vehicle__a_vehicle_may_be_assigned_one_and_a_fortification_gains_nothing_by_it() -> None:
    for unit, gained in (("Ark", 1), ("Bastion", 0)):
        wishes = [wish(BEFORE, f"Crown={unit}")]
        assert refusals(BEFORE, wishes) == ()
        assert after(BEFORE, wishes).campaign.cards[unit].crusade_points == gained


def test_artifact_between_battles__to_the_unit_that_has_it_nothing_changes() -> None:
    outcome = after(BEFORE, [wish(BEFORE, "Crown=Pilgrim")])
    assert (outcome.campaign, outcome.changes) == (BEFORE, ())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Crwon=Titan", 'None: no Artifact of the campaign is called "Crwon"; did you mean "Crown"?'),
        ("Crown=Tiatn", 'None: there is no Crusade card of a unit called "Tiatn"; did you mean "Titan"?'),
        ("Crown=Raiders", "artifact.between_battles: Crown is Red's, and Raiders is a unit of Blue"),
        ("Orb=Titan", "artifact.eligible: Orb asks of its carrier: INFANTRY; Titan has not all of these keywords"),
        ("Ring=Titan", "artifact.between_battles: Ring is lost: there is nobody to assign it"),
        ("Star=Titan", "artifact.between_battles: Star is unclaimed: there is nobody to assign it"),
    ],
)
def test_artifact_between_battles__refused(asked: str, said: str) -> None:
    (reason,) = refusals(BEFORE, [wish(BEFORE, asked)])
    assert f"{reason.rule}: {reason.why}".startswith(said)


def test_artifact_between_battles__one_artifact_goes_to_one_unit() -> None:
    (reason,) = refusals(BEFORE, [wish(BEFORE, "Crown=Titan"), wish(BEFORE, "Crown=Ark")])
    assert reason.why == "Crown is to be assigned twice at once: name one unit"


def test_artifact_between_battles__names_may_hold_an_equals_sign() -> None:
    book = campaign({"E=mc2": 'holder = "Red"'})
    asked = wish(book, "E=mc2=Titan")
    assert (asked.artifact, asked.unit) == ("E=mc2", "Titan")
    with pytest.raises(ValueError, match="allowed is ARTIFACT=UNIT"):
        wish(book, "Titan")
