"""Setting up, over the table: what is carried and from where, what is near, what it snaps to, what bars it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import dist

from battlefield.events.core import Reason
from battlefield.geometry import areas, measure
from battlefield.geometry.shapes import Pose, Shape
from battlefield.state import State, Terrain
from battlefield.viewer import glyphs, theme
from battlefield.viewer.carrying import Carried, pose_of, shape_at, terrain_now, terrain_of
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Rect, Stroke
from battlefield.viewer.labels import Ground, Wanted, rect_of, settle, table_rect, tag
from battlefield.viewer.plan import between
from battlefield.viewer.scene_board import terrain_items
from battlefield.viewer.scene_models import Colours, filled, marker_items, model_items, outline
from battlefield.viewer.scene_rings import reach_of
from battlefield.workbench import Near, Snap

SNAPPED, LEGAL, BARRED = theme.BLUE, theme.GREEN, theme.REFUSED
MOST_FIGURES = 5
_OUTLINE = 0.01


def chosen_items(state: State, names: Iterable[str], scale: float) -> tuple[Item, ...]:
    """A double ring round everything that is chosen, dashed so that it is told from rings of rules."""
    items: list[Item] = []
    for name in names:
        items += _ringed(state, name, scale)
    return tuple(items)


def _ringed(state: State, name: str, scale: float) -> list[Item]:
    terrain = terrain_of(state, name)
    if terrain is not None:
        return [
            Stroke(ring, colour, width, dash, closed=True)
            for ring in _rings(terrain)
            for colour, width, dash in ((theme.LABEL, 5.0, ()), (theme.BLUE, 2.4, (7.0, 4.0)))
        ]
    pose = pose_of(state, name)
    if pose is None:
        return []
    shape, grow = shape_at(state, name, pose), 4 / scale
    return [outline(shape, theme.LABEL, 5.0, grow=grow), outline(shape, theme.BLUE, 2.4, (7, 4), grow=grow)]


def found_items(state: State, reasons: Iterable[Reason], scale: float) -> tuple[Item, ...]:
    """A red ring round every model that the set-up has something against."""
    names = {each.of: None for each in reasons if each.of is not None}
    items: list[Item] = []
    for name in names:
        model = state.find_model(name)
        if model is not None and model.pose is not None and model.on_board:
            items += _barred(model.footprint, scale)
    return tuple(items)


def carried_ground(carry: Carried) -> tuple[Item, ...]:
    """Terrain that is carried: what lies below the models."""
    terrain = terrain_now(carry)
    if terrain is None or carry.terrain is None:
        return ()
    items: list[Item] = [Stroke(ring, theme.INK_SOFT, 1.4, (5, 4), closed=True) for ring in _rings(carry.terrain)]
    items += terrain_items(terrain)
    colour = BARRED if carry.barred else theme.BLUE
    for ring in _rings(terrain):
        items += [Stroke(ring, theme.LABEL, 5.0, closed=True), Stroke(ring, colour, 2.6, closed=True)]
    return tuple(items)


def carried_items(state: State, carry: Carried, colours: Colours, scale: float) -> tuple[Item, ...]:
    """Everything about what is carried; where it came from below, figures on top."""
    poses, unit = carry.poses, 1 / scale
    items: list[Item] = []
    for name, pose in poses.items():
        items += _origin(state, name, pose, unit)
    for name in carry.names:
        model = state.find_model(name)
        if model is not None and name in poses and len(carry.names) == 1:
            ring = measure.offset_outline(model.footprint_at(poses[name]), reach_of(state), _OUTLINE)
            items.append(Stroke(tuple(ring), BARRED if carry.barred else theme.INK, 1.4, (5, 4), closed=True))
    for name, pose in poses.items():
        items += _body(state, name, pose, dict(colours), unit)
    barred = {each.of for each in carry.reasons} | {each.claim.b for each in carry.reasons if each.claim is not None}
    for name, pose in poses.items():
        shape = shape_at(state, name, pose)
        if name in barred:
            items += _barred(shape, scale)
        elif name in carry.names:
            items.append(outline(shape, theme.BLUE, 2.4, grow=3 * unit))
    items += _snapped(carry.snap)
    if carry.ghost is not None and carry.single is not None:
        items += _ghost(state, carry.single, poses[carry.single], carry.ghost)
    if carry.terrain is not None:  # red marks on whoever stands where it may not be
        items += found_items(state, carry.reasons, scale)
    return (*items, *_figures(state, carry, poses, scale))


def _body(state: State, name: str, pose: Pose, liveries: dict[str, theme.Livery], unit: float) -> Iterable[Item]:
    model = state.find_model(name)
    if model is not None:
        return model_items(model, pose, liveries[model.player], unit)
    if name in state.artifacts:
        artifact = state.artifacts[name]
        return glyphs.token(pose.point, artifact.radius, artifact.kind == "relic")
    return marker_items(replace(state.markers[name], at=pose), None, unit)


def _origin(state: State, name: str, now: Pose, unit: float) -> list[Item]:
    """Where a thing stands in the file, and the way from there."""
    was = pose_of(state, name)
    if was is None or dist(was.point, now.point) < 2 * unit:
        return []
    shape = shape_at(state, name, was)
    return [
        filled(shape, theme.INK.at(0.06)),
        outline(shape, theme.INK_SOFT, 1.3, (4, 4)),
        Stroke((was.point, now.point), theme.INK_SOFT.at(0.55), 1.2, (2, 5)),
    ]


def _ghost(state: State, name: str, now: Pose, ghost: Snap) -> list[Item]:
    """The legal place, and what leads there."""
    shape = shape_at(state, name, ghost.pose)
    return [
        Stroke((now.point, ghost.pose.point), LEGAL, 2.0, (3, 4)),
        filled(shape, LEGAL.at(0.22)),
        outline(shape, theme.LABEL, 4.6),
        outline(shape, LEGAL, 2.6, (7, 4)),
    ]


def _barred(shape: Shape, scale: float) -> list[Item]:
    """Red, and a cross on it: told without the colour too."""
    x0, y0, x1, y1 = measure.bounds(shape)
    size = max(min((x1 - x0), (y1 - y0)) * 0.26, 5 / scale)
    at = ((x0 + x1) / 2, (y0 + y1) / 2)
    return [
        outline(shape, theme.LABEL, 5.4, grow=2 / scale),
        outline(shape, BARRED, 3.2, grow=2 / scale),
        *glyphs.cross(at, size, theme.LABEL, 6.0),
        *glyphs.cross(at, size, BARRED, 3.4),
    ]


def _snapped(snap: Snap | None) -> list[Item]:
    """The line along which it was snapped, solid, with its ends marked."""
    items: list[Item] = []
    for line in () if snap is None else snap.lines:
        items += [Stroke(line, theme.LABEL, 6.0), Stroke(line, SNAPPED, 3.0)]
        items += [Ellipse(end, 0.09, 0.09, fill=SNAPPED, outline=theme.LABEL, width=1.4) for end in line]
    return items


def _figures(state: State, carry: Carried, poses: dict[str, Pose], scale: float) -> tuple[Item, ...]:
    """The distances to what is nearest, each on its line: red where a rule is broken, blue where it snapped to."""
    if carry.trial is None or len(carry.names) > 1:
        return ()
    against = {name for each in carry.reasons if each.claim is not None for name in (each.claim.a, each.claim.b)}
    snapped = () if carry.snap is None else carry.snap.to
    lines: list[Item] = []
    wanted: list[Wanted] = []
    for near in _worth(state, carry, against):
        colour = BARRED if near.name in against else SNAPPED if near.name in snapped else theme.INK
        if near.name not in snapped:
            dash = () if near.name in against else (6.0, 4.0)
            line = (near.here, near.there)
            lines += [Stroke(line, theme.LABEL.at(0.9), 4.4), Stroke(line, colour, 1.8, dash)]
        wanted.append(_figure(near, colour))
    taken: list[Rect] = [rect_of(shape_at(state, name, pose), scale) for name, pose in poses.items()]
    if carry.ghost is not None and carry.single is not None:
        ghost = shape_at(state, carry.single, carry.ghost.pose)
        taken.append(rect_of(ghost, scale))
        x0, _, x1, y1 = measure.bounds(ghost)
        text = tag(((x0 + x1) / 2, y1), "legal: Enter", LEGAL, size=12, outline=theme.LABEL, offset=(0.0, -14.0))
        below = (((x0 + x1) / 2, measure.bounds(ghost)[1]), (0.0, 14.0))
        wanted.insert(0, Wanted(text, ((text.at, text.offset), below)))
    ground = Ground(table_rect(state, scale), taken=taken)
    return (*lines, *settle(wanted, ground, scale))


def _worth(state: State, carry: Carried, against: set[str | None]) -> list[Near]:
    """What is worth a figure: what a rule is broken by or snapped to; the nearest foes, comrade, and other thing."""
    assert carry.trial is not None
    snapped = () if carry.snap is None else carry.snap.to
    near = [each for each in carry.trial.near if each.name not in carry.names and each.gap]  # what overlaps is marked
    first = [each for each in near if each.name in against or each.name in snapped][:3]
    own = state.find_model(carry.names[0])
    left = {"foe": 2, "comrade": 1, "other": 1}
    for each in near:
        model = state.find_model(each.name)
        foe = model is not None and own is not None and model.player != own.player
        kind = "foe" if foe else "comrade" if model is not None else "other"
        if each not in first and left[kind] and len(first) < MOST_FIGURES:
            left[kind] -= 1
            first.append(each)
    return first


def _figure(near: Near, colour: Colour) -> Wanted:
    at = between(near.here, near.there, 0.5)
    text = tag(at, f"{near.gap:.2f}″", colour, size=12, outline=theme.LABEL)
    places = [(between(near.here, near.there, share), (0.0, 0.0)) for share in (0.5, 0.65, 0.8, 1.0)]
    places += [(near.there, (x, y)) for x, y in ((0.0, -20.0), (0.0, 20.0), (36.0, 0.0), (-36.0, 0.0))]
    return Wanted(text, tuple(places))


def _rings(terrain: Terrain) -> list[Line]:
    return [
        tuple(ring)
        for outer, holes in areas.rings(terrain.area, _OUTLINE)
        for ring in (tuple(outer), *map(tuple, holes))
    ]
