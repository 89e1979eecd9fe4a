"""The questions that the viewer may ask of the rules, as a Protocol that the command line fills."""

from __future__ import annotations

from typing import Protocol

from battlefield.certificate import Certificate
from battlefield.events.core import Reason
from battlefield.geometry.shapes import Pose
from battlefield.state import State


class Judge(Protocol):
    """Answers about a state, given by rules that the asker does not import."""

    def measure(self, state: State, a: str, b: str) -> tuple[Certificate, tuple[Certificate, ...]]:
        """The bare certificate of a pair, and the certificates of the rules that speak of it."""
        ...

    def placing(self, state: State, model: str, pose: Pose) -> tuple[Reason, ...]:
        """Everything against a model's standing at a pose, by the rules of setting up."""
        ...
