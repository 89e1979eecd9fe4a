"""How the events of the core rules look while they happen."""

from __future__ import annotations

from battlefield.viewer.plan import Plan, Stage


def anything(stage: Stage) -> Plan:
    """An event that has no picture of its own: who is concerned is ringed."""
    return Plan(stage.after, stage.moment.duration * 0.6)
