"""A campaign as values: armies, Crusade cards, where each Artifact is, and which battles have been entered.

Source rules: artifact.crusade_points, artifact.between_battles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from battlefield.rules.relics_of_old.crusade import artifact_points, honour_points
from battlefield.scenario.scenario import Source


@dataclass(frozen=True, slots=True)
class Card:
    """The Crusade card of a unit. `crusade_points` is what stands on it; `other` comes from anything else."""

    unit: str
    army: str
    crusade_points: int
    keywords: frozenset[str] = frozenset()
    honours: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """An Artifact and where it is: with a unit, with an army (assigned to nobody), or in a state: lost, unclaimed."""

    name: str
    holder: str | None = None
    state: str | None = None
    carriers: tuple[str, ...] = ()
    one_use: bool = False


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that has been entered: the last digest of its log, by which it is known, and what it changed.

    `course`: digits for each event, by which a longer or a shorter log of it is known; "" where they were not kept.
    """

    chain: str
    title: str = ""
    log: str = ""
    changes: tuple[str, ...] = ()
    course: str = ""


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything that a campaign file says, in its order. `places`: where each card and Artifact is judged."""

    title: str
    armies: tuple[str, ...]
    cards: Mapping[str, Card] = field(default_factory=dict)
    artifacts: Mapping[str, Kept] = field(default_factory=dict)
    battles: tuple[Fought, ...] = ()
    path: str = field(default="-", compare=False)
    places: Mapping[str, Source] = field(default_factory=dict, compare=False)

    def army_of(self, kept: Kept) -> str | None:
        """The army that an Artifact is with; None for one that is lost or unclaimed."""
        card = self.cards.get(kept.holder or "")
        return kept.holder if card is None else card.army

    def borne_by(self, unit: str) -> tuple[Kept, ...]:
        """The Artifacts on a unit's card."""
        return tuple(each for each in self.artifacts.values() if each.holder == unit)

    def whereabouts(self, kept: Kept) -> str:
        """Where an Artifact is, in words."""
        if kept.holder is None:
            return kept.state or ""
        card = self.cards.get(kept.holder)
        return f"{kept.holder}, assigned to nobody" if card is None else f"{card.unit} ({card.army})"

    def points(self, unit: str) -> int:
        """The Crusade Points that a unit's honours, its Artifacts and anything else come to."""
        card = self.cards[unit]
        artifacts = artifact_points(card.keywords) * len(self.borne_by(unit))
        return card.honours * honour_points(card.keywords) + artifacts + card.other

    def total(self, army: str) -> int:
        """The Crusade Points of an army."""
        return sum(self.points(card.unit) for card in self.cards.values() if card.army == army)

    def with_artifacts(self, artifacts: Mapping[str, Kept]) -> tuple[Campaign, tuple[Change, ...]]:
        """The campaign with its Artifacts elsewhere and every card brought up to date, and what changed on cards."""
        moved = replace(self, artifacts=artifacts)
        cards, changes = dict(self.cards), []
        for unit, card in self.cards.items():
            was, now = card.crusade_points, moved.points(unit)
            if was != now:
                cards[unit] = replace(card, crusade_points=now)
                changes.append(Change("artifact.crusade_points", unit, f"{was}", in_points(now)))
        return replace(moved, cards=cards), tuple(changes)


@dataclass(frozen=True, slots=True)
class Change:
    """What became different, by which rule: of an Artifact or a unit, what was and what is."""

    rule: str
    of: str
    was: str
    now: str

    @property
    def said(self) -> str:
        """The change in words."""
        return f"{self.of}: {self.was} → {self.now}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be done to a campaign, and the rule where there is one for it."""

    why: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a battle or a reassignment makes of a campaign, and every change on the way."""

    campaign: Campaign
    changes: tuple[Change, ...]


def in_points(count: int) -> str:
    """A number of Crusade Points in words."""
    return f"{count} Crusade Point{'' if count == 1 else 's'}"
