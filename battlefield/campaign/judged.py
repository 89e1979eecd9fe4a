"""What the rules find in a campaign: points that do not add up, Artifacts with units that may not carry them.

Source rules: artifact.crusade_points, artifact.eligible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from battlefield.campaign.ledger import Campaign, Card, Kept
from battlefield.rules.relics_of_old.carrying import qualifies
from battlefield.rules.relics_of_old.crusade import artifact_points, honour_points
from battlefield.scenario.scenario import Source

_NOWHERE = Source(1, 1)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule has against a part of a campaign, and where that stands in its file."""

    rule: str
    message: str
    at: Source


def judged(campaign: Campaign) -> tuple[Finding, ...]:
    """Every fault that the rules find, in the order of the file."""
    found = [*_wrong_points(campaign), *_wrong_holders(campaign)]
    return tuple(sorted(found, key=lambda each: (each.at.line, each.at.column)))


def makeup(campaign: Campaign, card: Card) -> str:
    """What a card's Crusade Points are made of, in words."""
    parts = []
    if card.honours:
        parts.append(_part(card.honours, "honour", honour_points(card.keywords)))
    borne = len(campaign.borne_by(card.unit))
    if borne:
        parts.append(_part(borne, "Artifact", artifact_points(card.keywords)))
    if card.other:
        parts.append(f"{card.other:+d} from elsewhere")
    return ", ".join(parts) or "no honours, no Artifact"


def ineligible(card: Card, kept: Kept) -> str | None:
    """Why a unit may not carry an Artifact, None when it may; a VEHICLE may be assigned one like any other."""
    if qualifies(card.keywords, kept.carriers):
        return None
    return f"{kept.name} asks of its carrier: {', '.join(kept.carriers)}; {card.unit} has not all of these keywords"


def _part(count: int, what: str, worth: int) -> str:
    several = "" if count == 1 else "s"
    return f"{count} {what}{several}" + (f" at {worth}" if worth != 1 else "")


def _wrong_points(campaign: Campaign) -> Iterator[Finding]:
    for unit, card in campaign.cards.items():
        right = campaign.points(unit)
        if card.crusade_points != right:
            message = f"the card of {unit} says {card.crusade_points}, and it has {right}: {makeup(campaign, card)}"
            yield Finding("artifact.crusade_points", message, campaign.places.get(unit, _NOWHERE))


def _wrong_holders(campaign: Campaign) -> Iterator[Finding]:
    for kept in campaign.artifacts.values():
        card = campaign.cards.get(kept.holder or "")
        why = None if card is None else ineligible(card, kept)
        if why is not None:
            yield Finding("artifact.eligible", why, campaign.places.get(kept.name, _NOWHERE))
