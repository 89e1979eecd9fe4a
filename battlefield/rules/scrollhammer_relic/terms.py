"""What the Relic's rules mean by their words: scoring units, Independent Characters, a unit with a Leader.

Source rules: relic.terms, core.leader; ruling D20.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.rules.core.attached import attached
from battlefield.state import Artifact, Model, State

SCORING, CHARACTER = "SCORING", "CHARACTER"


def is_relic(artifact: Artifact) -> bool:
    """Whether these rules speak of it."""
    return artifact.kind == "relic"


def relics(state: State) -> Iterator[Artifact]:
    """Every Relic, wherever it is."""
    return (each for each in state.artifacts.values() if is_relic(each))


def carried_by(state: State, model: str) -> Iterator[Artifact]:
    """The Relics that a model carries."""
    return (each for each in state.carried_by(model) if is_relic(each))


def is_scoring(state: State, model: Model) -> bool:
    """Whether a model is in a scoring unit; a Leader and its Bodyguard count as one, with the keywords of both."""
    return any(SCORING in state.units[each].keywords for each in attached(state, model.unit))


def is_independent(state: State, model: Model) -> bool:
    """Whether a model is an Independent Character: a CHARACTER in no Attached unit."""
    return CHARACTER in model.keywords and len(attached(state, model.unit)) == 1
