"""What is measured for the pointer of the window: the thing under it against what was clicked, else the nearest foe."""

from __future__ import annotations

from dataclasses import dataclass, field

from battlefield.geometry import measure
from battlefield.geometry.shapes import Shape
from battlefield.judge import Judge
from battlefield.state import State
from battlefield.viewer.options import Hover

KEPT = 256


@dataclass(slots=True)
class Measuring:
    """Asks a judge, and keeps the answers: the pointer comes back."""

    judge: Judge | None
    _measured: dict[tuple[int, str, str | None], tuple[State, Hover]] = field(default_factory=dict)

    def hover(self, state: State, found: str | None, anchor: str | None) -> Hover | None:
        """What the pointer is on against what was clicked, else against the nearest that is not of its player."""
        a, b = (found, anchor) if found != anchor else (found, None)
        if a is None:
            a, b = anchor, None
        if a is None:
            return None
        if b is not None:
            a, b = b, a
        key = (id(state), a, b if b is not None else a if a == anchor else None)
        known = self._measured.get(key)
        if known is None or known[0] is not state:
            if len(self._measured) > KEPT:
                self._measured.clear()
            other = b if b is not None or a == anchor else nearest(state, a)
            known = self._measured[key] = (state, self._asked(state, a, other))
        return known[1]

    def _asked(self, state: State, a: str, b: str | None) -> Hover:
        if b is None or self.judge is None:
            return Hover(a)
        try:
            certificate, rules = self.judge.measure(state, a, b)
        except ValueError:
            return Hover(a)
        return Hover(a, b, certificate, rules)


def nearest(state: State, name: str) -> str | None:
    """The model of another player that is nearest to a thing; for what has no player, the nearest model."""
    here = shape_of(state, name)
    if here is None:
        return None
    model = state.find_model(name)
    others = [each for each in state.on_board() if each.name != name and (model is None or each.player != model.player)]
    return min(others, key=lambda each: measure.gap(here, each.footprint).high).name if others else None


def shape_of(state: State, name: str) -> Shape | None:
    """What a thing covers; None when it does not stand or lie on the battlefield."""
    model = state.find_model(name)
    if model is not None:
        return model.footprint if model.on_board else None
    artifact = state.artifacts.get(name)
    if artifact is not None:
        return artifact.disc_at(artifact.at) if artifact.lies and artifact.at is not None else None
    marker = state.markers.get(name)
    return None if marker is None else marker.solid.shape
