"""What is drawn of an answer about a state: below and above the models, its labels, and what other labels keep off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from battlefield.geometry import areas
from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import Shape
from battlefield.named import solid_of
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Colour, Item, Line, Rect, Stroke, Text
from battlefield.viewer.labels import table_rect
from battlefield.viewer.plan import Drawn, Plan, Stage
from battlefield.viewer.scene_board import OUTLINE
from battlefield.viewer.scene_models import outline

HELD, BROKEN = theme.rgb("00694c"), theme.rgb("8a4b00")
"""The colours on the table of what holds and of what does not, where nothing is refused."""


@dataclass(frozen=True, slots=True)
class Shown:
    """`under` and `over` the models; `tags` where they were placed; `lines` (inches) and `spots` (board pixels) that
    other labels keep off; `focus`: who is ringed."""

    under: tuple[Item, ...] = ()
    over: tuple[Item, ...] = ()
    tags: tuple[Text, ...] = ()
    lines: tuple[Line, ...] = ()
    spots: tuple[Rect, ...] = ()
    focus: tuple[str, ...] = ()

    def plan(self, state: State) -> Plan:
        """The same as the plan of a still."""
        drawn = Drawn(self.under, self.over, self.tags)
        return Plan(state, 0.0, frozenset(), self.lines, self.tags, self.focus, spots=self.spots, draw=lambda _: drawn)


def thing(state: State, name: str) -> Shape | Area | None:
    """The footprint or the area of that name; None for what has neither now."""
    terrain = next((each for each in state.terrain if each.name == name), None)
    if terrain is not None:
        return terrain.area
    try:
        return solid_of(state, name).shape
    except ValueError:
        return None


def lit(state: State, names: Iterable[str], colour: Colour, unit: float) -> list[Item]:
    """The edges of models and terrain features, lit up; `unit`: inches in a pixel."""
    items: list[Item] = []
    for name in names:
        found = thing(state, name)
        if found is None:
            continue
        if name in state.models:
            assert not isinstance(found, Area)
            items += [outline(found, theme.LABEL, 6.5, grow=3 * unit), outline(found, colour, 3.0, grow=3 * unit)]
        elif isinstance(found, Area):
            items += lit_area(found, colour)
    return items


def lit_area(area: Area, colour: Colour) -> list[Item]:
    """The edge of an area, lit up."""
    rings = [tuple(ring) for outer, holes in areas.rings(area, OUTLINE) for ring in (outer, *holes)]
    return [
        *(Stroke(ring, theme.LABEL.at(0.9), 6.0, closed=True) for ring in rings),
        *(Stroke(ring, colour, 2.6, closed=True) for ring in rings),
    ]


def edges_of(state: State, names: Iterable[str]) -> list[Line]:
    """The edges of terrain features as coarse as labels need them, to keep off."""
    found = [each.area for each in state.terrain if each.name in set(names)]
    shapes = [shape for each in found for shape in areas.rings(each, 0.05)]
    return [(*ring, ring[0]) for outer, holes in shapes for ring in (outer, *holes)]


def on_table(stage: Stage, room: Rect | None) -> Rect:
    """The part of the table that can be seen, in board pixels: what labels stay in. `room`: None for all of it."""
    whole = table_rect(stage.before, stage.scale).shrunk(3)
    if room is None:
        return whole
    x, y = max(whole.x, room.x), max(whole.y, room.y)
    return Rect(x, y, min(whole.right, room.right) - x, min(whole.bottom, room.bottom) - y)


def haloed(points: Line, colour: Colour, width: float, dash: Sequence[float] = ()) -> list[Item]:
    """A line with a light edge, so that it is seen on everything."""
    return [Stroke(points, theme.LABEL.at(0.92), width + 2.8), Stroke(points, colour, width, tuple(dash))]


def thinned(lines: Iterable[Line], grain: float = 0.2) -> tuple[Line, ...]:
    """Lines as coarse as labels need them."""
    out: list[Line] = []
    for line in lines:
        kept = [line[0]]
        kept += [at for at in line[1:-1] if hypot(at[0] - kept[-1][0], at[1] - kept[-1][1]) > grain]
        out.append((*kept, line[-1]))
    return tuple(out)
