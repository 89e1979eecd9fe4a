"""Which plan shows which event; one line each."""

from __future__ import annotations

from collections.abc import Callable

from battlefield.events import core, relics_of_old, scrollhammer_relic
from battlefield.events.base import Event
from battlefield.viewer import scene_action as action
from battlefield.viewer.plan import Plan, Stage
from battlefield.viewer.remember import by_identity

PLANS: dict[type[Event], Callable[[Stage], Plan]] = {}


@by_identity(64)
def plan_of(stage: Stage) -> Plan:
    """How the event of a stage is shown."""
    event = stage.event
    return PLANS.get(type(event), action.anything)(stage) if event is not None else Plan(stage.after, 0.3)


_ = core, relics_of_old, scrollhammer_relic
