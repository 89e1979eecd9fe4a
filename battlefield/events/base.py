"""What every event has, and how an event is named in the log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from battlefield.certificate import Certificate
from battlefield.geometry.shapes import Pose
from battlefield.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened: outcomes of dice and choices included, so that a replay needs no rules.

    `rule`: the slug it happened by. `rulings`: the rulings that decided something. `claims`: what was measured,
    in the state before the event. `seen_by`: the players who may see it (None: all).
    """

    rule: str
    rulings: tuple[str, ...] = ()
    claims: tuple[Certificate, ...] = ()
    seen_by: tuple[str, ...] | None = None

    def apply(self, state: State) -> State:
        """The state after the event."""
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsPut(Event):
    """Models on the battlefield were put elsewhere, each into its pose, and not by a move: there is no path.

    Every system may put models elsewhere by an event of its own kind, and every system may answer this one.
    """

    models: Mapping[str, Pose]

    def apply(self, state: State) -> State:
        """They stand there."""
        return state.with_models({name: replace(state.models[name], pose=pose) for name, pose in self.models.items()})


def event_name(kind: type) -> str:
    """The name that a kind of event or order has in files: ModelMoved is model_moved."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
