"""The judge that the command line hands to the viewer: the rules' answers behind the Protocol. Floor 5."""

from __future__ import annotations

from battlefield.asking import measure_pair
from battlefield.certificate import Certificate
from battlefield.events.core import Reason
from battlefield.geometry.shapes import Pose
from battlefield.rules.core.placing import Standing, against_deployment, against_standing
from battlefield.state import State


class RulesJudge:
    """Answers by the rules in play; see `battlefield.judge.Judge`."""

    def measure(self, state: State, a: str, b: str) -> tuple[Certificate, tuple[Certificate, ...]]:
        """The bare certificate of a pair, and those of the rules that speak of it."""
        return measure_pair(state, a, b)

    def placing(self, state: State, model: str, pose: Pose) -> tuple[Reason, ...]:
        """Everything against a model's standing at a pose."""
        name = state.model(model).name
        standing = Standing(state, {name: pose})
        reasons = [*against_standing(standing, name)]
        if state.deploying:
            reasons.extend(against_deployment(standing, name))
        return tuple(reasons)
