"""Stills of what can be charged, what is seen, what is in reach: the table as near as that allows, a panel that says.

Pure, as `picture` is: a state and answers in, a `Scene` out.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.geometry.shapes import Shape
from battlefield.judge import Charge, Reached, Sighting, Viewed
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.camera import Bounds, around, joined
from battlefield.viewer.column import Column
from battlefield.viewer.drawing import Rect, Scene
from battlefield.viewer.panel_answers import charge_content, reach_content, sight_content, view_content
from battlefield.viewer.panel_reasons import RED
from battlefield.viewer.picture import SIZE, still
from battlefield.viewer.plan import Plan, Stage
from battlefield.viewer.scene_evidence import shape_of
from battlefield.viewer.scene_reach import foes_of, reach_shown
from battlefield.viewer.scene_sight import lines_of, sights_shown
from battlefield.viewer.scene_view import view_shown
from battlefield.viewer.scene_ways import charges_shown
from battlefield.viewer.telling import capital


def charge_picture(
    state: State, unit: str, charges: Sequence[Charge], *, found: str = "", size: tuple[int, int] = SIZE
) -> Scene:
    """What charges of a unit need: the way to each target with its band and its end, the least roll, the chance.

    `found`: what was found wrong with that, told below it.
    """
    points = [at for each in charges for way in (*each.needs.shortest, *each.needs.ends) for at in way.path]
    shapes = _shapes(state, [unit, *(name for each in charges for name in each.needs.targets)])

    def plan(stage: Stage, room: Rect) -> Plan:
        return charges_shown(stage, charges, room).plan(state)

    colour = theme.SKY if any(each.needs.roll is not None for each in charges) else theme.REFUSED
    told = charge_content(state, unit, charges)

    def content(column: Column) -> None:
        told(column)
        if found:
            column.space(8)
            column.paragraph(f"{capital(found)}.", 12.5, RED, 6)

    return still(state, around(shapes, points, 0.8), plan, content, theme.REFUSED if found else colour, size)


def sight_picture(state: State, a: str, sights: Sequence[Sighting], *, size: tuple[int, int] = SIZE) -> Scene:
    """What is seen, by which line, and in cover or not; what is not, and what hides it."""
    points = [at for line in lines_of(sights) for at in line]
    shapes = _shapes(state, [a, *(name for each in sights for name in (each.claim.a, each.claim.b) if name)])

    def plan(stage: Stage, room: Rect) -> Plan:
        return sights_shown(stage, sights, room).plan(state)

    colour = theme.GOOD if any(each.claim.holds for each in sights) else theme.REFUSED
    return still(state, around(shapes, points), plan, sight_content(state, a, sights), colour, size)


def reach_picture(state: State, found: Reached, *, size: tuple[int, int] = SIZE) -> Scene:
    """Where a model can get to, and the ranges and the ground that keep it from going farther."""
    points = [at for rings in found.parts for ring in rings for at in ring]
    bounds: list[Bounds | None] = [around(_shapes(state, [found.model]), points)]
    bounds.append(around(_shapes(state, foes_of(state, found))))

    def plan(stage: Stage, room: Rect) -> Plan:
        return reach_shown(stage, found, room).plan(state)

    return still(state, joined(bounds), plan, reach_content(state, found), theme.SKY, size)


def view_picture(state: State, found: Viewed, *, size: tuple[int, int] = SIZE) -> Scene:
    """The ground that a model sees, and its shadows: the whole table."""

    def plan(stage: Stage, room: Rect) -> Plan:
        del room
        return view_shown(stage, found).plan(state)

    return still(state, None, plan, view_content(state, found), theme.SKY, size)


def _shapes(state: State, names: Sequence[str]) -> list[Shape]:
    """What stands on the table under these names, units' models one by one."""
    members = [member for name in names for member in (state.units[name].models if name in state.units else (name,))]
    found = [shape_of(state, each) for each in dict.fromkeys(members)]
    return [each for each in found if each is not None]
