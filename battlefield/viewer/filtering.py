"""A filter over the events of a recording: by unit, model or token, and by rule. Pure.

What is typed is words; an event passes that has every one of them, in a name that it is about, in its rule, in the rule
of something measured for it, in a ruling, or in its headline. `unit:` and `rule:` before a word look there only.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from battlefield.certificate import Certificate
from battlefield.events.base import Event
from battlefield.events.core import ChargeFailed, Chose, OrderRefused, Rolled
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.remember import by_identity
from battlefield.viewer.story import caption

ASKS = "a unit, a rule, a word"


@dataclass(frozen=True, slots=True)
class Filter:
    """What was typed, whether it still is, and the events that pass, by how many came before each."""

    text: str
    typing: bool
    passing: frozenset[int]
    whole: int

    @property
    def empty(self) -> bool:
        """Whether everything passes."""
        return not self.text.strip()

    def passes(self, index: int) -> bool:
        """Whether an event passes; the empty table always does."""
        return self.empty or index < 0 or index in self.passing


def filtered(recording: Recording, text: str, typing: bool) -> Filter:
    """The events that have every word of a text."""
    words = [_part(word) for word in text.casefold().split()]
    known = searched(recording)
    passing = frozenset(
        index for index, each in enumerate(known) if all(any(word in each[part] for part in of) for of, word in words)
    )
    return Filter(text, typing, passing, len(known))


def _part(word: str) -> tuple[tuple[int, ...], str]:
    """Where a word is looked for: among names, rules, the headline."""
    for place, head in enumerate(("unit:", "rule:")):
        if word.startswith(head):
            return (place,), word[len(head) :]
    return (0, 1, 2), word


@by_identity(4)
def searched(recording: Recording) -> tuple[tuple[str, str, str], ...]:
    """Of each event the names, the rules and the headline, as they are searched."""
    found = []
    for index, entry in enumerate(recording.entries):
        event, after = entry.event, recording.states[index + 1]
        names = " ".join(sorted(concerned(event, after)))
        rules = _rules(event)
        headline = caption(recording, index).headline
        found.append((names.casefold(), " ".join(rules).casefold(), headline.casefold()))
    return tuple(found)


def concerned(event: Event, state: State) -> frozenset[str]:
    """Everybody and everything that an event names: models with their units, tokens, markers, terrain, players."""
    known = {*state.units, *state.models, *state.artifacts, *state.markers, *(each.name for each in state.terrain)}
    known |= {each.name for each in state.players}
    found = {text for each in fields(event) if each.name != "seen_by" for text in _texts(getattr(event, each.name))}
    found &= known
    return frozenset(found | {state.models[name].unit for name in found if name in state.models})


def _rules(event: Event) -> tuple[str, ...]:
    """Every rule and ruling that an event speaks of."""
    reasons = event.reasons if isinstance(event, OrderRefused | ChargeFailed) else ()
    claims = (*event.claims, *(each.claim for each in reasons if each.claim is not None))
    asks = (event.asks,) if isinstance(event, Rolled | Chose) else ()
    measured = (rule for each in claims for rule in (each.rule, *each.rulings))
    return (event.rule, *event.rulings, *asks, *(each.rule for each in reasons), *measured)


def _texts(value: Any) -> set[str]:
    """Every text in a value, keys of mappings as well; of a certificate those that it measures between."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Certificate):
        return {each for each in (value.a, value.b) if each is not None}
    if isinstance(value, dict):
        return {text for item in value.items() for each in item for text in _texts(each)}
    if isinstance(value, tuple | list | frozenset | set):
        return {text for each in value for text in _texts(each)}
    if hasattr(value, "__dataclass_fields__"):
        return {text for each in fields(value) for text in _texts(getattr(value, each.name))}
    return set()
