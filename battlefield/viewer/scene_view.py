"""What a model sees of the ground, on the table: lit and pale, with shadows where every line to it is cut."""

from __future__ import annotations

from battlefield.geometry.shapes import Point
from battlefield.judge import Viewed
from battlefield.viewer import theme
from battlefield.viewer.drawing import Fill, Hatch, Item, Line
from battlefield.viewer.plan import Stage
from battlefield.viewer.shown import Shown, haloed, lit, thinned

LIGHT, SHADOW = theme.rgb("ffe98a"), theme.rgb("1b2230")
EDGE = theme.rgb("6b5200")


def view_shown(stage: Stage, found: Viewed) -> Shown:
    """The seen ground in a pale light, the rest in shadow: darker, and hatched, so that it is told without colour."""
    state = stage.before
    w, h = state.board.width, state.board.height
    frame: Line = ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))
    rings = [ring for part in found.parts for ring in part]
    hidden = (frame, *rings)
    under: list[Item] = [Fill(part, LIGHT.at(0.3)) for part in found.parts]
    under += [Fill(hidden, SHADOW.at(0.26)), Fill(hidden, SHADOW.at(0.0), Hatch("back", SHADOW.at(0.28), 11, 1.2))]
    for ring in rings:
        for line in _within(ring, w, h):
            under += haloed(line, EDGE, 1.6)
    under += lit(state, [each for each in found.blockers if each not in state.models], theme.INK, stage.unit)
    return Shown(tuple(under), lines=thinned([(*ring, ring[0]) for ring in rings]), focus=(found.model,))


def _within(ring: Line, width: float, height: float) -> list[Line]:
    """The parts of a ring that do not run along the edge of the battlefield."""
    parts: list[list[Point]] = []
    for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
        along = any(abs(a - b) < 1e-6 and abs(a - at) < 1e-6 for a, b, at in (
            (here[0], there[0], 0.0), (here[0], there[0], width), (here[1], there[1], 0.0), (here[1], there[1], height),
        ))  # fmt: skip
        if along:
            continue
        if parts and parts[-1][-1] == here:
            parts[-1].append(there)
        else:
            parts.append([here, there])
    return [tuple(each) for each in parts]
