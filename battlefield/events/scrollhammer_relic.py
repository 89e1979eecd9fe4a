"""Events of the Scrollhammer Relic."""

from __future__ import annotations

from dataclasses import dataclass, replace

from battlefield.events.base import Event
from battlefield.geometry.shapes import Point, Pose
from battlefield.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class RelicDropped(Event):
    """The Relic was dropped 1 in from its bearer.

    `mover`: the model whose footprint it was measured from (the transport of an embarked bearer), at `pose`.
    `bearing`: degrees. `asked_at`: the place 1 in away; `at`: where it lies, elsewhere when that place was
    impassable or not free. `out_of`: what it had to leave. `why`: chosen, slain, fell back, moved too far …
    """

    relic: str
    from_: str
    mover: str
    pose: Pose
    bearing: float
    asked_at: Point
    at: Pose
    out_of: tuple[str, ...] = ()
    why: str

    def apply(self, state: State) -> State:
        """It lies there; who controlled it last is kept."""
        return state.with_artifact(replace(state.artifacts[self.relic], status="dropped", carrier=None, at=self.at))
