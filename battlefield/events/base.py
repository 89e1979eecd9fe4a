"""What every event has, and how an event is named in the log."""

from __future__ import annotations

import re
from dataclasses import dataclass

from battlefield.certificate import Certificate
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


def event_name(kind: type) -> str:
    """The name that a kind of event or order has in files: ModelMoved is model_moved."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
