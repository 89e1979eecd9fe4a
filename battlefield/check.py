"""Checking a scenario: the set-up judged by every rule, the orders run, every expectation answered.

Floor 5. What the file foretells (`refused`, `finding`) is no finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from battlefield.asking import answer, concerns
from battlefield.battle import Battle, findings, run
from battlefield.certificate import Certificate
from battlefield.events.base import Event
from battlefield.events.core import OrderRefused, Reason
from battlefield.scenario.scenario import Expectation, OrderEntry, Scenario, Source
from battlefield.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a check found: what kind, by which rule, in words, what was measured, and where in the file.

    `kind`: set up · refused · not refused · expected.
    """

    kind: str
    rule: str
    message: str
    at: Source
    claim: Certificate | None = None


@dataclass(frozen=True)
class Report:
    """What came of a check: the battle, the findings, how many expectations were met and faults foretold."""

    battle: Battle
    findings: tuple[Finding, ...]
    met: int
    foretold: int

    @property
    def fine(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def check(scenario: Scenario, seed: int | None = None) -> Report:
    """Judge the set-up, run the orders, answer the expectations. ScenarioError when an order is not as it must be."""
    battle = run(scenario, seed)
    states = battle.states
    found: list[Finding] = []
    met = foretold = 0
    faults = findings(states[battle.after[0]])
    told = [each for each in _all(scenario) if each.question == "finding"]
    for fault in faults:
        if any(_foretells(each, fault, states[battle.after[0]]) for each in told):
            foretold += 1
        else:
            found.append(_of_set_up(scenario, fault))
    for question, state, events in _moments(battle, states):
        if question.question == "finding":
            state = states[battle.after[0]]
        answered = answer(question, state, events)
        if answered.met:
            met += 1
        else:
            said = f"expected {_said(question)}: {answered.found}"
            rule = question.question if answered.claim is None else answered.claim.rule
            found.append(Finding(kind="expected", rule=rule, message=said, at=question.at, claim=answered.claim))
    for number, entry in enumerate(scenario.orders, start=1):
        refused = list(_refusals(battle, number, entry))
        foretold += not refused and bool(entry.refused)
        found.extend(refused)
    found.sort(key=lambda each: (each.at.line, each.at.column))
    return Report(battle, tuple(found), met, foretold)


def _foretells(question: Expectation, fault: Reason, state: State) -> bool:
    wanted = question.keys.get("is", True)
    return bool(wanted) and question.subject == fault.rule and concerns(fault.of, question, state)


def _all(scenario: Scenario) -> Iterator[Expectation]:
    yield from scenario.at_set_up
    for entry in scenario.orders:
        yield from entry.expects
    yield from scenario.at_end


def _moments(battle: Battle, states: Sequence[State]) -> Iterator[tuple[Expectation, State, Sequence[Event]]]:
    """Each expectation with the state and the events it is asked of: the set-up's, its order's, or all."""
    events, after = battle.events, battle.after
    for question in battle.scenario.at_set_up:
        yield question, states[after[0]], events[: after[0]]
    for number, entry in enumerate(battle.scenario.orders, start=1):
        for question in entry.expects:
            yield question, states[after[number]], events[after[number - 1] : after[number]]
    for question in battle.scenario.at_end:
        yield question, states[-1], events


def _refusals(battle: Battle, number: int, entry: OrderEntry) -> Iterator[Finding]:
    """An order refused that was not to be, refused for other rules than foretold, or not refused although foretold."""
    happened = battle.events[battle.after[number - 1] : battle.after[number]]
    refused = next((each for each in happened if isinstance(each, OrderRefused)), None)
    if refused is None:
        if entry.refused:
            said = f"the order was carried out; it was to be refused for {', '.join(entry.refused)}"
            yield Finding(kind="not refused", rule=entry.refused[0], message=said, at=entry.at)
        return
    rules = {reason.rule for reason in refused.reasons}
    missing = [rule for rule in entry.refused if rule not in rules]
    if entry.refused and not missing:
        return
    for rule in missing:
        said = f"refused for {', '.join(sorted(rules))}, not for {rule}"
        yield Finding(kind="refused", rule=rule, message=said, at=entry.at)
    if not entry.refused:
        for reason in refused.reasons:
            said = f"refused: {reason.why}{_on_the_path(reason)}"
            yield Finding(kind="refused", rule=reason.rule, message=said, at=entry.at, claim=reason.claim)


def _on_the_path(reason: Reason) -> str:
    """Where on the way a reason arises, in words."""
    if reason.path_at is None or reason.at is None:
        return ""
    return f", {reason.path_at:.6g} in along its path at ({reason.at[0]:.6f}, {reason.at[1]:.6f})"


def _of_set_up(scenario: Scenario, fault: Reason) -> Finding:
    at = _place(scenario, fault.of)
    return Finding(kind="set up", rule=fault.rule, message=fault.why, at=at, claim=fault.claim)


def _place(scenario: Scenario, name: str | None) -> Source:
    """Where the file speaks of a thing: itself, else its unit, else the file's first line."""
    unit = scenario.table.unit_of(name) if name is not None else None
    for each in (name, None if unit is None else unit.name):
        if each is not None and each in scenario.places:
            return scenario.places[each]
    return Source(1, 1)


def _said(question: Expectation) -> str:
    subject = question.subject
    of = " and ".join(str(each) for each in subject) if isinstance(subject, list | tuple) else str(subject)
    keys = ", ".join(f"{key} = {value}" for key, value in question.keys.items())
    return f"{question.question} of {of}" + (f" with {keys}" if keys else "")
