"""Laws of campaigns, over sequences of battles and reassignments that nobody would think of."""

from __future__ import annotations

from collections import Counter

from campaign.making import TOP, UNITS, book, card, scene, told
from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield.campaign.aftermath import after, refusals
from battlefield.campaign.judged import judged
from battlefield.campaign.ledger import Campaign
from battlefield.campaign.reading import loads
from battlefield.campaign.reassigning import Wish
from battlefield.campaign.reassigning import after as reassigned
from battlefield.campaign.reassigning import refusals as against
from battlefield.campaign.rewriting import rewritten
from battlefield.events.base import Event
from battlefield.events.core import BattleEnded
from battlefield.events.relics_of_old import (
    ArtifactAssigned,
    ArtifactLost,
    ArtifactReturned,
    MachineExfiltrated,
)

ARTIFACTS = ("Crown", "Orb", "Ring")
NAMES = (*ARTIFACTS, "Star")  # the last is a Mission Artifact that the first battle brings
EACH = {"Ark": 1, "Pilgrim": 1, "Titan": 2, "Bastion": 0, "Raiders": 1}  # Crusade Points for one Artifact, by hand
END = st.sampled_from(("stays", "handed", "safe", "returned", "lost"))
FATE = st.tuples(st.sampled_from(tuple(UNITS)), END, st.sampled_from(tuple(UNITS)))
STEP = st.one_of(st.tuples(FATE, FATE, FATE, FATE), st.tuples(st.sampled_from(NAMES), st.sampled_from(tuple(UNITS))))


def battle_of(campaign: Campaign, fates: tuple[tuple[str, str, str], ...], seed: int) -> tuple[str, list[Event]]:
    """A battle in which each Artifact that is not lost meets its fate, and the places that it should end in."""
    lines, events = dict[str, str](), list[Event]()
    for name, (begins, end, other) in zip(NAMES, fates, strict=True):
        known = campaign.artifacts.get(name)
        if known is not None and known.state == "lost":
            continue
        army = None if known is None else campaign.army_of(known)
        if army is None:
            lines[name] = f'kind = "mission"\nat = [{5 + 2 * NAMES.index(name)}, 40]'
            events.append(assigned(name, other))
        else:
            unit = begins if UNITS[begins][0] == army else next(each for each in UNITS if UNITS[each][0] == army)
            lines[name] = f'carrier = "{unit}"'
            if end != "stays":
                events.append(assigned(name, other))
        match end:
            case "safe":
                events.append(MachineExfiltrated(rule="artifact.exfiltration_safe", machine="Ark/1", kept=(name,)))
            case "returned":
                events.append(ArtifactReturned(rule="artifact.returned", artifact=name, player=UNITS[other][0]))
            case "lost":
                events.append(ArtifactLost(rule="artifact.machine_destroyed", artifact=name, with_="Ark/1"))
    return scene(lines), events


def assigned(name: str, unit: str) -> ArtifactAssigned:
    return ArtifactAssigned(rule="artifact.recover", artifact=name, from_=None, to=f"{unit}/1", how="on destruction")


def place_after(campaign: Campaign, name: str, fate: tuple[str, str, str]) -> str | None:
    """Where an Artifact ought to be after its fate, by hand: a unit, an army, or lost."""
    begins, end, other = fate
    known = campaign.artifacts.get(name)
    if end == "lost" or (known is not None and known.state == "lost"):
        return "lost"
    if end == "returned":
        return UNITS[other][0]
    if end != "stays" or known is None or campaign.army_of(known) is None:
        return other
    army = campaign.army_of(known)
    return begins if UNITS[begins][0] == army else next(each for each in UNITS if UNITS[each][0] == army)


@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, min_size=1, max_size=4))
def test_law__each_artifact_is_in_one_place_and_points_are_the_sum(steps: list[tuple[object, ...]]) -> None:
    raw = book(dict.fromkeys(ARTIFACTS, 'holder = "Pilgrim"'), {"Pilgrim": 3}).encode()
    for number, step in enumerate(steps, start=1):
        campaign = loads(raw)
        if isinstance(step[0], str):
            wishes = [Wish(str(step[0]), str(step[1]))]
            if against(campaign, wishes):
                continue
            outcome = reassigned(campaign, wishes)
            places = {name: kept.holder or kept.state for name, kept in campaign.artifacts.items()}
            places[wishes[0].artifact] = wishes[0].unit
        else:
            fates: tuple[tuple[str, str, str], ...] = step  # type: ignore[assignment]
            text, events = battle_of(campaign, fates, number)
            # battles after the first are other battles: another seed stands in their headers
            log = told(text, *events, BattleEnded(rule="battle.sequence"), seed=number)
            assert refusals(campaign, log) == ()
            outcome = after(campaign, log)
            assert len(refusals(outcome.campaign, log)) == 1
            places = {name: place_after(campaign, name, fate) for name, fate in zip(NAMES, fates, strict=True)}
        raw = rewritten(raw, campaign, outcome.campaign)
        now = loads(raw)
        assert {name: kept.holder or kept.state for name, kept in now.artifacts.items()} == places
        assert all((kept.holder is None) != (kept.state is None) for kept in now.artifacts.values())
        held = Counter(places.values())
        assert {unit: each.crusade_points for unit, each in now.cards.items()} == {
            unit: held[unit] * worth for unit, worth in EACH.items()
        }
        assert judged(now) == ()


def test_law__the_worths_by_hand_are_those_of_the_units() -> None:
    """One Artifact on each unit in turn, from the file to its points."""
    for unit, worth in EACH.items():
        text = TOP + card(unit, worth) + f'[[artifacts]]\nname = "Orb"\nholder = "{unit}"\n'
        assert loads(text).points(unit) == worth
