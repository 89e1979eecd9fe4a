"""Whether two logs tell one battle: the same log, or one that breaks off where the other goes on.

A log's chain begins with its header, which holds every order; so a log with more orders shares no digest with the
shorter one. The course of a battle is a chain of its own: it begins with what the battle began with, leaves the orders
out, and goes on with the events. One that tells less of the same battle is where the other one begins.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from battlefield.campaign.ledger import Campaign, Fought, Reason
from battlefield.log import Log, first_link, next_link
from battlefield.scenario.wording import quoted
from battlefield.sealing import SALT, SEALED, compact, has_secrets

DIGITS = 4
"""How many digits of a course stand for each event: every one depends on all before, so few are enough."""
_CLOSED = "log_closed"
_NOT_OF_THE_COURSE = ("chain", SALT)


def chain_of(log: Log) -> str:
    """The digest by which a log is known: its last one."""
    return str(log.lines[-1]["chain"]) if log.lines else ""


def course_of(log: Log) -> str:
    """A battle's course: some digits for how it begins, and as many for each event before the log is closed."""
    link = first_link(compact(_beginning(json.loads(log.raw[0]))))
    digits = [link[:DIGITS]]
    for line in log.lines:
        if line["event"] == _CLOSED:
            break
        link = next_link(link, _open_part(line))
        digits.append(link[:DIGITS])
    return "".join(digits)


def entered_already(campaign: Campaign, log: Log) -> Reason | None:
    """Why the battle of a log is one that a campaign has already; None when it has not."""
    chain, course = chain_of(log), course_of(log)
    met = {str(line["chain"]) for line in log.lines}
    for number, battle in enumerate(campaign.battles, start=1):
        called = f"it is battle {number}" + (f", {quoted(battle.title)}" if battle.title else "")
        if battle.chain == chain or (battle.course and battle.course == course):
            return Reason(f"this battle has been entered already: {called}")
        if battle.chain in met or (battle.course and course.startswith(battle.course)):
            return Reason(f"this battle has been entered already: {called}, {_shorter(battle)}")
        if battle.course.startswith(course):
            now, then = _events(course), _events(battle.course)
            return Reason(
                f"this battle has been entered already: {called}, entered to its event {then}; "
                f"this log tells the same and breaks off after event {now}"
            )
    return None


def _shorter(battle: Fought) -> str:
    """What was entered of a battle whose log goes on now."""
    to = f", to its event {_events(battle.course)}" if battle.course else ""
    return f"entered from a shorter log{to}; to enter this one, go back to the campaign file from before that battle"


def _events(course: str) -> int:
    return len(course) // DIGITS - 1


def _beginning(header: Mapping[str, Any]) -> dict[str, Any]:
    """What a battle begins with, as every player may know it: neither titles nor orders, nor who made the log."""
    scenario = header["scenario"]
    left_out = ("path", "title", "orders", "at_set_up", "at_end", "places", "table", "seed", "deal")
    begun = {key: value for key, value in scenario.items() if key not in left_out}
    table = {key: value for key, value in scenario["table"].items() if key != "title"}
    seed = {} if has_secrets(header) else {"seed": header["seed"]}
    return {**seed, "scenario": {**begun, "table": table}}


def _open_part(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line of the log as it is the same in every player's copy."""
    if line["event"] == SEALED or "for" in line:
        return {"n": line["n"], "event": SEALED}
    return {key: value for key, value in line.items() if key not in _NOT_OF_THE_COURSE}
