"""Reassigning Artifacts between battles: free, to any unit of the same army that may carry them.

Source rules: artifact.between_battles, artifact.eligible, artifact.crusade_points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from battlefield.campaign.judged import ineligible
from battlefield.campaign.ledger import Campaign, Change, Outcome, Reason
from battlefield.scenario.forms import plain_name
from battlefield.scenario.wording import quoted, unknown

RULE = "artifact.between_battles"


@dataclass(frozen=True, slots=True)
class Wish:
    """An Artifact and the unit that is to have it."""

    artifact: str
    unit: str


def wish(campaign: Campaign, text: str) -> Wish:
    """What "ARTIFACT=UNIT" asks for. Names may hold "=" themselves: it is parted where both names are known, if it can.

    ValueError when there is no "=".
    """
    parts = plain_name(text).split("=")
    if len(parts) < 2:
        raise ValueError(f"--assign {quoted(text)}: allowed is ARTIFACT=UNIT")
    cuts = [Wish("=".join(parts[:n]).strip(), "=".join(parts[n:]).strip()) for n in range(1, len(parts))]
    known = [each for each in cuts if each.artifact in campaign.artifacts and each.unit in campaign.cards]
    return (known or cuts)[0]


def refusals(campaign: Campaign, wishes: Sequence[Wish]) -> tuple[Reason, ...]:
    """Every reason against reassigning Artifacts so; empty when it can be done."""
    return tuple(reason for index, each in enumerate(wishes) for reason in _against(campaign, each, wishes[:index]))


def after(campaign: Campaign, wishes: Sequence[Wish]) -> Outcome:
    """What reassigning Artifacts makes of a campaign; asked only where nothing refuses it."""
    artifacts, changes = dict(campaign.artifacts), list[Change]()
    for each in wishes:
        was = artifacts[each.artifact]
        now = replace(was, holder=each.unit)
        if was != now:
            artifacts[each.artifact] = now
            changes.append(Change(RULE, now.name, campaign.whereabouts(was), campaign.whereabouts(now)))
    moved, on_cards = campaign.with_artifacts(artifacts)
    return Outcome(moved, (*changes, *on_cards))


def _against(campaign: Campaign, asked: Wish, before: Sequence[Wish]) -> Iterator[Reason]:
    kept, card = campaign.artifacts.get(asked.artifact), campaign.cards.get(asked.unit)
    if kept is None:
        yield Reason(unknown("no Artifact of the campaign is called", asked.artifact, campaign.artifacts))
    if card is None:
        yield Reason(unknown("there is no Crusade card of a unit called", asked.unit, campaign.cards))
    if kept is None:
        return
    if any(each.artifact == kept.name for each in before):
        yield Reason(f"{kept.name} is to be assigned twice at once: name one unit")
    if kept.state is not None:
        yield Reason(f"{kept.name} is {kept.state}: there is nobody to assign it", RULE)
    elif card is not None:
        army = campaign.army_of(kept)
        if card.army != army:
            yield Reason(f"{kept.name} is {army}'s, and {card.unit} is a unit of {card.army}", RULE)
        why = ineligible(card, kept)
        if why is not None:
            yield Reason(why, "artifact.eligible")
