"""The map of a sheet: the battlefield as ink on white paper. Everything has a second cue beside its hue.

Rulers and grid count from the edges inwards, as a tape does, so that a place can be read off as the tables give it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot

from battlefield.geometry import areas, measure
from battlefield.geometry.areas import Area
from battlefield.geometry.placement import centroid
from battlefield.geometry.shapes import Disc, Point, Polygon, Shape, unit_vector
from battlefield.state import Board, Model, State, Terrain
from battlefield.viewer import glyphs, theme
from battlefield.viewer.column import written
from battlefield.viewer.drawing import Box, Colour, Ellipse, Fill, Hatch, Item, Line, Rect, Stroke, Text, View
from battlefield.viewer.labels import Ground, Wanted, beside, covered, settle, table_rect, tag
from battlefield.viewer.metrics import width
from battlefield.viewer.scene_board import OUTLINE, edge_of, grounds_of
from battlefield.viewer.scene_labels import beside_models, edges, inner_points
from battlefield.viewer.scene_models import ellipse_of, filled, outline, signs_of
from battlefield.viewer.sheet_places import parts_of

GRID = 6
"""Inches from one marked line of the grid to the next."""
PENCIL = theme.rgb("1b1f26")
GUTTER = 30.0
"""Pixels round the map for its rulers and the names of its edges."""
MOST_CORNERS = 16
"""An area of more corners has no numbers on the map, where they would be a thicket."""
ZONE_HATCHES = ("diagonal", "back", "horizontal", "dots")


@dataclass(frozen=True, slots=True)
class Keys:
    """What things are called on the map: players, units and terrain features by name."""

    players: Mapping[str, int]
    units: Mapping[str, str]
    terrain: Mapping[str, str]


def map_items(state: State, view: View, keys: Keys) -> list[Item]:
    """The battlefield in inches, without labels."""
    board = state.board
    liveries = theme.liveries(tuple(each.name for each in state.players))
    items: list[Item] = [Fill((_frame(board),), theme.WHITE)]
    for player in state.players:
        if player.zone is not None:
            items += zone_items(player.zone, liveries[player.name], keys.players[player.name])
    for index, zone in enumerate(state.zones):
        items += _outlined(zone.area, PENCIL.at(0.05 if index % 2 else 0.0), PENCIL.at(0.6), (8, 4))
    items += _grid(board)
    for terrain in state.terrain:
        items += _terrain(terrain)
    for marker in state.markers.values():
        items += marker_items(marker.at.point, marker.radius)
    signs = signs_of(state)
    for model in sorted(state.on_board(), key=lambda each: -measure.area_of(each.footprint)):
        index = keys.players[model.player]
        items += base_items(model.footprint, liveries[model.player], index)
        if not isinstance(model.footprint, Disc):
            items.append(_front(model, index))
        items += _carried(model, signs.get(model.name, ()), 1 / view.scale)
    for artifact in state.lying():
        if artifact.at is not None:
            items += token_items(artifact.at.point, artifact.radius, artifact.kind == "relic")
    items.append(Stroke(_frame(board), PENCIL, 1.6, closed=True))
    return items


def base_items(shape: Shape, livery: theme.Livery, index: int) -> list[Item]:
    """A footprint in a player's manner: the first's filled, the second's hollow, the third's tinted with a dot."""
    fill = (livery.fill, theme.WHITE, livery.tint)[index] if index < 3 else livery.fill.at(0.3)
    items: list[Item] = [filled(shape, fill)]
    items.append(outline(shape, PENCIL if index != 1 else livery.dark, 0.9 if index != 1 else 1.5))
    if index == 2:
        x, y = centroid(shape)
        items.append(Ellipse((x, y), 0.12, 0.12, fill=PENCIL))
    return items


def printed(look: theme.Ground) -> theme.Ground:
    """How such ground looks on paper: its hatching finer, as the map is smaller than a screen."""
    if look.hatch is None:
        return look
    return replace(look, hatch=replace(look.hatch, spacing=look.hatch.spacing * 0.7, width=look.hatch.width * 0.75))


def zone_items(area: Area, livery: theme.Livery, index: int, spacing: float = 11.0) -> list[Item]:
    """A deployment zone: a wash and a hatching of its own, and its border."""
    kind = ZONE_HATCHES[index % len(ZONE_HATCHES)]
    hatch = Hatch(kind, livery.dark.at(0.3), spacing, 0.6 if kind != "dots" else 1.6)  # type: ignore[arg-type]
    items = _outlined(area, livery.fill.at(0.05), livery.dark, (7, 4))
    return [*(Fill(each.rings, theme.WHITE.at(0.0), hatch) for each in items if isinstance(each, Fill)), *items]


def marker_items(at: Point, radius: float) -> list[Item]:
    """An objective marker at its true size: a target."""
    return [
        Ellipse(at, radius, radius, fill=theme.WHITE, outline=PENCIL, width=1.3),
        Ellipse(at, radius * 0.32, radius * 0.32, fill=PENCIL),
    ]


def token_items(at: Point, radius: float, relic: bool) -> list[Item]:
    """An Artifact's or the Relic's token at its true size."""
    return [
        Ellipse(at, radius, radius, fill=PENCIL, outline=PENCIL, width=0.8),
        *glyphs.sign(at, radius * 0.72, relic, 0.6),
    ]


def rulers(board: Board, view: View) -> list[Item]:
    """Inches from the nearer edge along all four sides, and the edges' names. On the screen."""
    left, top = view.to_screen((0.0, board.height))
    right, bottom = view.to_screen((board.width, 0.0))
    items: list[Item] = []
    every = max(1, ceil(4 / view.scale))
    for at, count in _from_both(board.width, every):
        x = left + at * view.scale
        for y, way in ((bottom, 1), (top, -1)):
            items += _tick((x, y), (0, way), count)
    for at, count in _from_both(board.height, every):
        y = bottom - at * view.scale
        for x, way in ((left, -1), (right, 1)):
            items += _tick((x, y), (way, 0), count)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    for name, x, y in (("N", middle_x, top - 25), ("S", middle_x, bottom + 25),
                       ("W", left - 25, middle_y), ("E", right + 25, middle_y)):  # fmt: skip
        items.append(written(x, y, name, 11, theme.INK, weight="semibold", anchor="middle"))
    return items


def scale_bar(at: Point, scale: float, most: float) -> list[Item]:
    """A bar of inches in black and white, from `at` to the right, at most so many pixels long. On the screen."""
    inches = next((each for each in (24, 12, 6, 3, 1) if each * scale <= most), 1)
    part = 3 if inches > 6 else 1
    x, y = at
    items: list[Item] = []
    for index in range(inches // part):
        fill = PENCIL if index % 2 == 0 else theme.WHITE
        middle = (x + (index + 0.5) * part * scale, y)
        items.append(Box(middle, part * scale, 4.5, fill=fill, outline=PENCIL, line=0.8))
    for inch in range(0, inches + 1, part if part * scale > 22 else inches):
        text = f"{inch}″" if inch == inches else f"{inch}"
        items.append(written(x + inch * scale, y - 9, text, 8.5, theme.INK_SOFT, anchor="middle"))
    return items


def map_labels(state: State, scale: float, keys: Keys) -> tuple[Text, ...]:
    """Names and keys on the map, none on another and none on what stands there."""
    bounds = table_rect(state, scale).shrunk(2)
    ground = Ground(bounds, edges=edges(state, scale))
    for rect in covered(state, scale):
        ground.take(rect)
    wanted = [*_keyed(state, scale, keys), *_named_zones(state, keys), *_numbers(state)]
    return settle(wanted, ground, scale)


# --- the ground ---


def _frame(board: Board) -> Line:
    return ((0.0, 0.0), (board.width, 0.0), (board.width, board.height), (0.0, board.height))


def _outlined(area: Area, wash: Colour, line: Colour, dash: tuple[float, ...]) -> list[Item]:
    items: list[Item] = []
    for outer, holes in areas.rings(area, OUTLINE):
        rings = (tuple(outer), *(tuple(hole) for hole in holes))
        items.append(Fill(rings, wash))
        items += [Stroke(ring, line, 1.2, dash, closed=True) for ring in rings]
    return items


def _terrain(terrain: Terrain) -> list[Item]:
    """A terrain feature on a white ground, so that the zone below it does not tint it."""
    grounds = [printed(each) for each in grounds_of(terrain)]
    items: list[Item] = []
    for outer, holes in areas.rings(terrain.area, OUTLINE):
        rings = (tuple(outer), *(tuple(hole) for hole in holes))
        items += [Fill(rings, theme.WHITE), Fill(rings, grounds[0].wash)]
        hatches = [each.hatch for each in grounds if each.hatch is not None]
        items += [Fill(rings, each.colour.at(0.0), each) for each in hatches]
        items += [Stroke(ring, grounds[0].line, 1.3, closed=True) for ring in rings]
    return items


def _grid(board: Board) -> list[Item]:
    """Every inch, every sixth stronger, counted from both edges; the middle as a line of its own."""
    items: list[Item] = []
    for across, far, up in ((True, board.width, board.height), (False, board.height, board.width)):
        for at, count in _from_both(far, 1):
            ends = ((at, 0.0), (at, up)) if across else ((0.0, at), (up, at))
            strong = count % GRID == 0
            items.append(Stroke(ends, PENCIL.at(0.22 if strong else 0.07), 0.7 if strong else 0.5))
        middle = far / 2
        ends = ((middle, 0.0), (middle, up)) if across else ((0.0, middle), (up, middle))
        items.append(Stroke(ends, PENCIL.at(0.5), 0.7, (9, 3, 2, 3)))
    return items


def _from_both(far: float, every: int) -> Iterator[tuple[float, int]]:
    """Places along an edge, and their whole inches from its nearer end; the middle once."""
    for count in range(0, int(far / 2 + 1e-9) + 1, every):
        yield float(count), count
        if abs(far - 2 * count) > 1e-9:
            yield far - count, count


def _tick(at: Point, way: tuple[int, int], count: int) -> list[Item]:
    marked = count % GRID == 0
    long = 5.0 if marked else 2.5
    items: list[Item] = [
        Stroke((at, (at[0] + way[0] * long, at[1] + way[1] * long)), PENCIL.at(0.8), 0.8 if marked else 0.5)
    ]
    if marked:
        side = 6.0 + (width(str(count), 8.5) / 2 + 2 if way[0] else 5.5)
        spot = (at[0] + way[0] * side, at[1] + way[1] * side)
        items.append(written(*spot, str(count), 8.5, theme.INK_SOFT, anchor="middle"))
    return items


# --- what stands there ---


def _front(model: Model, index: int) -> Item:
    """A tick at the front edge of a base that is not round."""
    way = unit_vector(model.pose.facing if model.pose is not None else 0.0)
    x, y = measure.support(model.footprint, *way)
    start = (x - way[0] * 0.45, y - way[1] * 0.45)
    return Stroke((start, (x, y)), theme.WHITE if index == 0 else PENCIL, 1.4)


def _carried(model: Model, signs: Sequence[bool], unit: float) -> list[Item]:
    if not signs:
        return []
    x, y = centroid(model.footprint)
    shape = model.footprint
    room = 0.7 if isinstance(shape, Polygon) else min(ellipse_of(shape)[1:3])
    return list(glyphs.sign((x, y), max(min(room * 0.6, 0.8), 3 * unit), True in signs, 0.6))


# --- labels ---


def _keyed(state: State, scale: float, keys: Keys) -> Iterator[Wanted]:
    for terrain in state.terrain:
        text = tag((0, 0), keys.terrain[terrain.name], theme.WHITE, theme.INK, size=9.5, outline=PENCIL)
        x0, y0, x1, y1 = areas.area_bounds(terrain.area)
        inner = tuple((each, (0.0, 0.0)) for each in inner_points(terrain.area))
        outer = beside(((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0) / 2 * scale, (y1 - y0) / 2 * scale, text, 2)
        roomy = min(x1 - x0, y1 - y0) * scale > 18
        yield Wanted(text, (*inner, *outer) if roomy else (*outer, *inner), edges=150.0)
    for unit in state.units.values():
        models = [each for each in state.models_of(unit.name) if each.on_board]
        if models:
            text = _plain(keys.units[unit.name], 9.5, True)
            yield Wanted(text, beside_models(models, text, scale), edges=12.0)
    for name, at, radius in _tokens(state):
        text = _plain(name, 8.5, True)
        yield Wanted(text, beside(at, radius * scale, radius * scale, text, 2), edges=12.0)


def _tokens(state: State) -> Iterator[tuple[str, Point, float]]:
    for marker in state.markers.values():
        yield marker.name, marker.at.point, marker.radius
    for artifact in state.lying():
        if artifact.at is not None:
            yield artifact.name, artifact.at.point, artifact.radius


def _named_zones(state: State, keys: Keys) -> Iterator[Wanted]:
    liveries = theme.liveries(tuple(keys.players))
    named = [(f"{each.name} deployment zone", each.zone, liveries[each.name].dark) for each in state.players]
    for name, area, colour in (*named, *((each.name, each.area, theme.INK_SOFT) for each in state.zones)):
        if area is not None:
            text = replace(_plain(name, 10.5, True), colour=colour)
            places = tuple((each, (0.0, 0.0)) for each in inner_points(area, 9, 11))
            yield Wanted(text, places, optional=True, edges=60.0)


def _numbers(state: State) -> Iterator[Wanted]:
    """The numbers of the corners of terrain and of zones, outside the corner rather than inside."""
    zones = [each.zone for each in state.players if each.zone is not None]
    board = state.board
    for area in (*(each.area for each in state.terrain), *zones):
        parts = parts_of(area)
        if sum(len(each.spots) for each in parts) > MOST_CORNERS:
            continue
        x, y = areas.representative_point(area)
        for spot in (each for part in parts for each in part.spots):
            corner = spot.at[0] in (0.0, board.width) and spot.at[1] in (0.0, board.height)
            gone = not areas.contains(area, spot.at)
            if corner or gone or spot.words:  # the board's own corner, one that is cut away, the middle of a disc
                continue
            text = _plain(spot.called, 7.5, False)
            away = hypot(spot.at[0] - x, spot.at[1] - y) or 1.0
            ux, uy = (spot.at[0] - x) / away, (y - spot.at[1]) / away
            diagonal = [(0.75 * dx, 0.75 * dy) for dx in (1, -1) for dy in (1, -1)]
            ways = [(ux, uy), *diagonal, (ux, -uy), (-ux, uy), (-ux, -uy), (1, 0), (-1, 0), (0, 1), (0, -1)]
            places = [(spot.at, (wx * far, wy * far)) for far in (7.5, 9.5) for wx, wy in ways]
            yield Wanted(text, tuple(places), optional=True, edges=30.0)


def _plain(text: str, size: float, strong: bool) -> Text:
    """A text without a box, on a halo of paper."""
    weight = "semibold" if strong else "regular"
    return Text((0, 0), text, size, theme.INK, width(text, size, weight), weight, halo=theme.WHITE)  # type: ignore[arg-type]


def edge_bands(state: State, view: View) -> list[Item]:
    """A player's own board edge as a bar beside it. On the screen."""
    liveries = theme.liveries(tuple(each.name for each in state.players))
    items: list[Item] = []
    for player in state.players:
        if player.board_edge is not None:
            a, b = map(view.to_screen, edge_of(state.board, player.board_edge))
            items.append(Stroke((a, b), liveries[player.name].dark, 4.0))
    return items


def map_view(board: Board, room: Rect) -> View:
    """The largest map in a rectangle whose inch is a whole number of tenths of a millimetre on the paper."""
    fit = min((room.width - 2 * GUTTER) / board.width, (room.height - 2 * GUTTER) / board.height)
    tenths = max(1, int(fit * 254 / 96 + 1e-9))
    scale = tenths * 96 / 254
    left = room.x + (room.width - board.width * scale) / 2
    return View(room, scale, left, room.y + GUTTER + board.height * scale)
