"""What a battle makes of a campaign: where its log leaves every Artifact, and what that does to the Crusade cards.

Source rules: artifact.crusade_points, artifact.between_battles, artifact.assigned, artifact.returned,
artifact.machine_destroyed, artifact.exfiltration_safe, artifact.extraction, artifact.drop; rulings C8, C9, C29.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath

from battlefield.campaign.entries import LOST, UNCLAIMED
from battlefield.campaign.judged import judged
from battlefield.campaign.ledger import Campaign, Change, Fought, Kept, Outcome, Reason
from battlefield.campaign.sameness import chain_of, course_of, entered_already
from battlefield.events.relics_of_old import unit_with
from battlefield.log import Log
from battlefield.recording import Recording
from battlefield.rules.core.doing import awaits_removal
from battlefield.rules.relics_of_old.carrying import is_artifact
from battlefield.rules.relics_of_old.crusade import FORTIFICATION, TITANIC
from battlefield.rules.relics_of_old.dropping import RULE as DROP
from battlefield.scenario.forms import LONGEST_TEXT
from battlefield.scenario.scenario import Scenario
from battlefield.scenario.wording import quoted, unknown
from battlefield.state import Artifact, State
from battlefield.verify import verify

_WRONG = {
    "whole": "the log is not whole",
    "true": "the log is not true",
    "again": "the log is not what its own scenario, seed and dice make when it is played again",
}
"""What a no to each of the questions that a log is asked means, in words."""
UNCLAIMED_BY = "artifact.returned"


@dataclass(frozen=True, slots=True)
class _Beginning:
    """How an Artifact begins a battle: the unit that it is with, and the player who controls it."""

    unit: str | None = None
    player: str | None = None


def held_against_itself(log: Log) -> tuple[tuple[Reason, ...], tuple[str, ...]]:
    """Why a log cannot be trusted: what `verify` answers with no; and what it could not ask."""
    answers = verify(log)
    wrong = (each for each in answers if each.holds is False)
    reasons = tuple(Reason(f"{_WRONG[each.question]}: {fault}") for each in wrong for fault in each.faults)
    return reasons, tuple(f"{each.question}: {each.note}" for each in answers if each.holds is None)


def refusals(campaign: Campaign, log: Log) -> tuple[Reason, ...]:
    """Every reason why the battle of a log cannot be entered into a campaign; empty when it can.

    Asked of a log that nothing was found against when it was held against itself.
    """
    entered = entered_already(campaign, log)
    if entered is not None:
        return (entered,)
    table, final = log.header.scenario.table, log.recording.state
    reasons = [*_strangers(campaign, table), *_wrong_cards(campaign, table), *_wrong_artifacts(campaign, log)]
    reasons += _unsettled(final)
    if reasons:
        return tuple(reasons)
    return tuple(Reason(each.message, each.rule) for each in judged(after(campaign, log).campaign))


def after(campaign: Campaign, log: Log, name: str = "") -> Outcome:
    """What the battle of a log makes of a campaign; asked only of one that nothing refuses. `name`: the log's file."""
    recording, beginnings = log.recording, _beginnings(log.header.scenario)
    artifacts, changes = dict(campaign.artifacts), list[Change]()
    for artifact in filter(is_artifact, recording.state.artifacts.values()):
        known = artifacts.get(artifact.name)
        begun = known
        unit = beginnings.get(artifact.name, _Beginning()).unit
        if known is not None and unit is not None and known.holder != unit:
            begun = replace(known, holder=unit)
            changes.append(_change(campaign, "artifact.between_battles", known, begun))
        ended = _ended(recording, artifact, begun)
        if ended is not None:
            if begun is None or (begun.holder, begun.state) != (ended.holder, ended.state):
                rule = UNCLAIMED_BY if ended.state == UNCLAIMED else _rule_of(recording, artifact.name)
                changes.append(_change(campaign, rule, begun, ended))
            artifacts[artifact.name] = ended
    moved, on_cards = campaign.with_artifacts(artifacts)
    changes += on_cards
    told = tuple(f"{each.said} ({each.rule})"[:LONGEST_TEXT] for each in changes)
    title = log.header.scenario.title
    battle = Fought(chain_of(log), title, PurePath(name).name, told, course_of(log))
    return Outcome(replace(moved, battles=(*campaign.battles, battle)), tuple(changes))


def _change(campaign: Campaign, rule: str, was: Kept | None, now: Kept) -> Change:
    before = "new to the campaign" if was is None else campaign.whereabouts(was)
    return Change(rule, now.name, before, campaign.whereabouts(now))


# --- where a battle leaves an Artifact ---


def _ended(recording: Recording, artifact: Artifact, begun: Kept | None) -> Kept | None:
    """An Artifact as the battle leaves it; as it was, where it had no part in it."""
    fresh = begun or Kept(artifact.name, None, UNCLAIMED, artifact.carriers, artifact.one_use)
    if artifact.status == "unassigned":
        return begun
    if artifact.status == "lost":
        return replace(fresh, holder=None, state=LOST)
    if artifact.status == "carried" or artifact.status == "safe":
        return replace(fresh, holder=unit_with(recording.state, artifact), state=None)
    if artifact.status == "returned" and artifact.owner is not None:
        return replace(fresh, holder=artifact.owner, state=None)
    return replace(fresh, holder=None, state=UNCLAIMED)


def _rule_of(recording: Recording, name: str) -> str:
    """The rule of the last event that changed where an Artifact is."""
    states = recording.states
    for index in range(len(recording.entries) - 1, -1, -1):
        if _place(states[index].artifacts[name]) != _place(states[index + 1].artifacts[name]):
            return recording.entries[index].event.rule
    return recording.entries[-1].event.rule


def _place(artifact: Artifact) -> tuple[str, str | None, str | None]:
    return artifact.status, artifact.carrier, artifact.owner


# --- whether a battle is one of the campaign ---


def _strangers(campaign: Campaign, table: State) -> Iterator[Reason]:
    """Players and units of the battle that the campaign does not know."""
    for player in table.players:
        if player.name not in campaign.armies:
            yield Reason(unknown("no army of the campaign is called", player.name, campaign.armies))
    for unit in table.units.values():
        if unit.name not in campaign.cards:
            yield Reason(unknown("there is no Crusade card of a unit called", unit.name, campaign.cards))


def _wrong_cards(campaign: Campaign, table: State) -> Iterator[Reason]:
    """Units whose card says something else: another army, other keywords where points turn on them."""
    for unit in table.units.values():
        card = campaign.cards.get(unit.name)
        if card is None:
            continue
        if card.army != unit.player and unit.player in campaign.armies:
            yield Reason(f"{unit.name} is a unit of {unit.player} in the battle, and on its card one of {card.army}")
        for keyword in (TITANIC, FORTIFICATION):
            if (keyword in unit.keywords) != (keyword in card.keywords):
                has, lacks = ("battle", "card") if keyword in unit.keywords else ("card", "battle")
                why = f"{unit.name} is {keyword} by the {has}, and not by the {lacks}: its points turn on that"
                yield Reason(why, "artifact.crusade_points")


def _wrong_artifacts(campaign: Campaign, log: Log) -> Iterator[Reason]:
    """Artifacts that are not the campaign's, that begin elsewhere than they can, or that an army has left at home."""
    table = log.header.scenario.table
    beginnings = _beginnings(log.header.scenario)
    there = {each.name: each for each in table.artifacts.values() if is_artifact(each)}
    for name, artifact in there.items():
        known = campaign.artifacts.get(name)
        if known is None:
            yield from _not_new(campaign, artifact)
        else:
            yield from _not_the_same(known, artifact)
            yield from _not_its_beginning(campaign, known, beginnings.get(name, _Beginning()))
    players = {each.name for each in table.players}
    for kept in campaign.artifacts.values():
        army = campaign.army_of(kept)
        if kept.name not in there and army in players:
            why = f"{kept.name} is {army}'s and missing in the battle: each Artifact is assigned to a model in it"
            yield Reason(why, "artifact.assigned")


def _not_new(campaign: Campaign, artifact: Artifact) -> Iterator[Reason]:
    """Only a Mission Artifact comes new to a campaign, under a name that is free."""
    if artifact.kind != "mission":
        yield Reason(unknown("no Artifact of the campaign is called", artifact.name, campaign.artifacts))
    elif artifact.name in campaign.armies or artifact.name in campaign.cards:
        yield Reason(f"the name {quoted(artifact.name)} of a Mission Artifact is taken in the campaign")


def _not_the_same(known: Kept, artifact: Artifact) -> Iterator[Reason]:
    """What is fixed about an Artifact is the same in the battle and in the campaign."""
    if set(known.carriers) != set(artifact.carriers):
        asked = [", ".join(each) or "nothing" for each in (artifact.carriers, known.carriers)]
        why = f"{known.name} asks of its carrier in the battle: {asked[0]}; in the campaign: {asked[1]}"
        yield Reason(why, "artifact.eligible")
    if known.one_use != artifact.one_use:
        where = "battle" if artifact.one_use else "campaign"
        yield Reason(f"{known.name} is of one use only in the {where}", "artifact.one_use")


def _not_its_beginning(campaign: Campaign, known: Kept, begun: _Beginning) -> Iterator[Reason]:
    """It begins with a unit of the army that has it (any, since reassigning is free), or with nobody if it is nobody's.

    One that lies on the battlefield from the start is with the player who controlled it last.
    """
    if known.state == LOST:
        yield Reason(f"{known.name} is lost, and yet takes part in the battle", "artifact.machine_destroyed")
        return
    army = campaign.army_of(known)
    if begun.player != army:
        whose = army or "nobody"
        begins = begun.player or "nobody"
        yield Reason(f"{known.name} begins the battle with {begins}, and is {whose}'s", "artifact.assigned")


def _unsettled(final: State) -> Iterator[Reason]:
    """Artifacts of which the log does not say who has them in the end."""
    for artifact in filter(is_artifact, final.artifacts.values()):
        if artifact.carrier is not None and awaits_removal(final, artifact.carrier):
            why = f"{artifact.carrier} is destroyed and not yet removed: until then nobody has {artifact.name}"
            yield Reason(why, DROP)
        if not artifact.lies:
            continue
        if not final.ended:
            why = f"{artifact.name} lies on the battlefield, and the battle is not at its end: who has it is open"
            yield Reason(why, "artifact.claim")
        elif artifact.owner is not None:
            yield Reason(f"{artifact.name} was neither claimed nor returned to {artifact.owner}", "artifact.returned")


def _beginnings(scenario: Scenario) -> Mapping[str, _Beginning]:
    """How each Artifact that is assigned or lies somewhere begins."""
    models = scenario.table.models
    begun = {name: _Beginning(models[model].unit, models[model].player) for name, model in scenario.assigned}
    return begun | {each.artifact: _Beginning(None, each.owner) for each in scenario.lying}
