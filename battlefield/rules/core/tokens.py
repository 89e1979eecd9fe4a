"""Tokens at set-up: on the battlefield, on no base and on no other token.

Source rules: setup.token, setup.on_board.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.certify import inside_of, overlap_of
from battlefield.events.core import Reason
from battlefield.geometry.measure import closer_than, vertical_gap, within
from battlefield.named import BATTLEFIELD
from battlefield.state import State

RULE = "setup.token"


def judged(state: State) -> Iterator[Reason]:
    """Every token that lies where none is laid. In play models may stand on one, so that bases count before only."""
    lying = list(state.lying())
    for index, artifact in enumerate(lying):
        at = None if artifact.at is None else artifact.at.point
        claim = inside_of(state, "setup.on_board", artifact.name, BATTLEFIELD)
        if not claim.holds:
            why = f"{artifact.name} sticks out of the battlefield"
            yield Reason(rule="setup.on_board", why=why, claim=claim, of=artifact.name, at=at)
        others = [(each.name, each.solid) for each in lying[index + 1 :]]
        if state.deploying:
            others += [(each.name, each.solid) for each in state.on_board()]
        here = artifact.solid
        for name, there in others:
            level = within(vertical_gap(here.low, here.high, there.low, there.high), 0.0)
            if level and closer_than(here.shape, there.shape, 0.0):
                claim = overlap_of(state, RULE, artifact.name, name)
                if not claim.holds:
                    yield Reason(rule=RULE, why=f"{artifact.name} lies on {name}", claim=claim, of=artifact.name, at=at)
