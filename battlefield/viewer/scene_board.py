"""The table itself: paper, grid, zones, terrain, rulers, scale bar. Hatchways alone change during a battle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, pairwise, takewhile
from math import ceil, floor

from battlefield.geometry import areas
from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import Point
from battlefield.state import Board, Player, State, Terrain
from battlefield.viewer import theme
from battlefield.viewer.drawing import Anchor, Box, Colour, Fill, Item, Line, Rect, Stroke, Text, View
from battlefield.viewer.metrics import width
from battlefield.viewer.options import ROW
from battlefield.viewer.remember import by_identity

FIGURES, LINES, TICKS = 58.0, 4.0, 7.0
"""How far apart, in pixels, figures of the rulers, lines of the grid and ticks of the rulers stand at least."""
MOST_LINES = 500
"""So many lines of the grid, in either direction, are drawn at most, however near it is looked at."""
OUTLINE = 0.005
"""How far, in inches, a drawn curve may lie beside the true one."""


def steps() -> Iterator[int]:
    """The inches from one line to the next among which is chosen: 1, 2, 3, 6, 12, 24, 60, 120 …, without end."""
    yield from (1, 2, 3, 6)
    yield from (each * 10**power for power in count() for each in (12, 24, 60))


def step(scale: float, apart: float = FIGURES) -> int:
    """The fewest inches that are so many pixels: those between two figures of the rulers, so that they stand apart."""
    return next(each for each in steps() if each * scale >= apart)


@by_identity(16)
def ground(state: State, scale: float, colours: tuple[tuple[str, theme.Livery], ...]) -> tuple[Item, ...]:
    """Paper, zones, grid and terrain but for Hatchways, in inches."""
    board = state.board
    unit = 1 / scale
    liveries = dict(colours)
    items: list[Item] = [Fill((_corners(board),), theme.PAPER)]
    for player in state.players:
        if player.zone is not None:
            fill = liveries[player.name].fill
            items += _zone(player.zone, fill.at(0.09), fill.at(0.85), board)
    for index, zone in enumerate(state.zones):
        wash = theme.INK.at(0.07 if index % 2 else 0.015)  # no player's colour: a zone is nobody's
        items += _zone(zone.area, wash, theme.INK_SOFT.at(0.8), board)
    items += _grid(board, scale)
    for player in state.players:
        items += _own_edge(board, player, liveries[player.name], unit)
    for terrain in state.terrain:
        if not terrain.is_hatchway:
            items += terrain_items(terrain)
    return tuple(items)


@by_identity(16)
def hatchways(state: State) -> tuple[Item, ...]:
    """The Hatchways, which alone of all terrain change: open ones as a dashed frame, closed ones barred."""
    return tuple(item for each in state.terrain if each.is_hatchway for item in terrain_items(each))


def grounds_of(terrain: Terrain) -> list[theme.Ground]:
    """How each trait of a terrain feature looks, the one that gives its colour first."""
    if "hatchway" in terrain.traits and terrain.open:
        return [theme.OPEN_HATCHWAY]
    return [each for each in theme.GROUNDS if each.trait in terrain.traits] or [theme.PLAIN_GROUND]


def terrain_items(terrain: Terrain) -> list[Item]:
    """A terrain feature: wash and outline of its first trait, the hatching of each."""
    grounds = grounds_of(terrain)
    items: list[Item] = []
    first = grounds[0]
    for outer, holes in areas.rings(terrain.area, OUTLINE):
        rings = (tuple(outer), *(tuple(hole) for hole in holes))
        items.append(Fill(rings, first.wash))
        items += [Fill(rings, each.hatch.colour.at(0.0), each.hatch) for each in grounds if each.hatch is not None]
        dash = (6.0, 4.0) if first is theme.OPEN_HATCHWAY else ()
        items += [Stroke(ring, first.line, 1.8, dash, closed=True) for ring in rings]
    return items


def _corners(board: Board) -> Line:
    return ((0.0, 0.0), (board.width, 0.0), (board.width, board.height), (0.0, board.height))


def _zone(area: Area, wash: Colour, line: Colour, board: Board) -> list[Item]:
    """A zone: its wash, and its border where that is not the edge of the battlefield."""
    items: list[Item] = []
    for outer, holes in areas.rings(area, OUTLINE):
        rings = (tuple(outer), *(tuple(hole) for hole in holes))
        items.append(Fill(rings, wash))
        for ring in rings:
            items += [Stroke(part, line, 1.6, (10, 6)) for part in _inner_border(ring, board)]
    return items


def _inner_border(ring: Line, board: Board) -> list[Line]:
    """The pieces of a ring that do not run along the edge of the battlefield."""

    def on_edge(a: Point, b: Point) -> bool:
        return any(abs(a[axis] - at) + abs(b[axis] - at) < 1e-6 for axis, far in ((0, board.width), (1, board.height))
                   for at in (0.0, far))  # fmt: skip

    lines: list[Line] = []
    for a, b in pairwise((*ring, ring[0])):
        if on_edge(a, b):
            continue
        if lines and lines[-1][-1] == a:
            lines[-1] = (*lines[-1], b)
        else:
            lines.append((a, b))
    return lines


def edge_of(board: Board, edge: str) -> Line:
    """A board edge as a line."""
    w, h = board.width, board.height
    ends: dict[str, Line] = {
        "south": ((0.0, 0.0), (w, 0.0)),
        "north": ((0.0, h), (w, h)),
        "west": ((0.0, 0.0), (0.0, h)),
        "east": ((w, 0.0), (w, h)),
    }
    return ends[edge]


def aimed_edge(board: Board, player: Player, livery: theme.Livery) -> list[Item]:
    """A player's own board edge, lit: where the Relic is carried to."""
    if player.board_edge is None:
        return []
    line = edge_of(board, player.board_edge)
    return [
        Stroke(line, livery.fill.at(0.35), 26.0),
        Stroke(line, livery.dark, 7.0),
        Stroke(line, theme.ORANGE, 3.0, (12, 8)),
    ]


def _own_edge(board: Board, player: Player, livery: theme.Livery, unit: float) -> list[Item]:
    """A band along a player's own board edge."""
    half = 3 * unit
    w, h = board.width, board.height
    middle = {"north": (w / 2, h - half), "south": (w / 2, half), "west": (half, h / 2), "east": (w - half, h / 2)}
    if player.board_edge not in middle:
        return []
    along = player.board_edge in ("north", "south")
    sides = (w, 2 * half) if along else (2 * half, h)
    return [Box(middle[player.board_edge], *sides, fill=livery.fill.at(0.85))]


def _grid(board: Board, scale: float) -> list[Item]:
    items: list[Item] = []
    strong, most = step(scale), max(board.width, board.height) / MOST_LINES
    fine = next(each for each in steps() if each * scale >= LINES and each >= most)
    for across, up, far in ((True, board.height, board.width), (False, board.width, board.height)):
        for inch in range(fine, ceil(far), fine):
            ends = ((float(inch), 0.0), (float(inch), up)) if across else ((0.0, float(inch)), (up, float(inch)))
            marked = inch % strong == 0
            items.append(Stroke(ends, theme.GRID_STRONG if marked else theme.GRID, 1.0))
    return items


@by_identity(16)
def surround(board: Board, view: View) -> tuple[Item, ...]:
    """What lies under the board, on the screen: its shadow and wooden frame."""
    left, top = view.to_screen((0.0, board.height))
    wide, high = board.width * view.scale, board.height * view.scale
    middle = (left + wide / 2, top + high / 2)
    return (
        Box(middle, wide + 10, high + 10, 6, fill=theme.rgb("000000", 0.5), soft=14, offset=(0, 5)),
        Box(middle, wide + 9, high + 9, 4, fill=theme.FRAME, outline=theme.rgb("5a4636"), line=1.0),
    )


@by_identity(16)
def rulers(board: Board, view: View) -> tuple[Item, ...]:
    """Rulers in inches along the lower and the left edge; they stay in sight when the board is larger than the view."""
    left, bottom = view.to_screen((0.0, 0.0))
    port = view.viewport
    base_y = min(bottom + 5, port.bottom - 30)
    base_x = max(left - 5, port.x + max(44, width(f"{floor(board.height)}″", theme.SMALL) + 16))
    items: list[Item] = []
    if bottom + 5 > base_y:
        strip = Rect(port.x, base_y, port.width, port.bottom - base_y)
        items.append(Box(strip.centre, strip.width, strip.height, fill=theme.NIGHT.at(0.86)))
    if left - 5 < base_x:
        strip = Rect(port.x, port.y, base_x - port.x, port.height)
        items.append(Box(strip.centre, strip.width, strip.height, fill=theme.NIGHT.at(0.86)))
    figures = step(view.scale)
    every = 1 if view.scale >= TICKS else figures
    for inch in _shown(board.width, (base_x - view.x) / view.scale, (port.right - 8 - view.x) / view.scale, every):
        x = view.x + inch * view.scale
        items += _tick((x, base_y), (0, 1), inch, inch % figures == 0, ("middle", (x, base_y + 18)))
    for inch in _shown(board.height, (view.y - base_y) / view.scale, (view.y - port.y - ROW - 5) / view.scale, every):
        y = view.y - inch * view.scale
        items += _tick((base_x, y), (-1, 0), inch, inch % figures == 0, ("end", (base_x - 12, y)))
    return tuple(items)


def _shown(length: float, low: float, high: float, every: int) -> range:
    """The multiples of `every` that lie on the board and in sight."""
    first = max(0, ceil(low / every - 1e-6)) * every
    return range(first, min(floor(length + 1e-6), floor(high + 1e-6)) + 1, every)


def _tick(
    at: tuple[float, float],
    way: tuple[int, int],
    inch: int,
    marked: bool,
    label: tuple[Anchor, tuple[float, float]],
) -> list[Item]:
    long = 9 if marked else 4.5
    end = (at[0] + way[0] * long, at[1] + way[1] * long)
    items: list[Item] = [Stroke((at, end), theme.FAINT if marked else theme.DIM, 1.0)]
    if marked:
        text = f"{inch}″"
        size = theme.SMALL
        items.append(Text(label[1], text, size, theme.FAINT, width(text, size), anchor=label[0]))
    return items


SCALE_MOST = 110.0
"""A scale bar is so many pixels long at most."""
SCALE_ROOM = SCALE_MOST + 50.0
"""So many pixels a scale bar and its figure take at most."""


def bar_length(scale: float) -> float:
    """The most inches, a whole number of them or a usual part of one, that a scale bar has room for."""
    parts = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5)
    whole = takewhile(lambda each: each * scale <= SCALE_MOST, steps())
    return max((*(each for each in parts if each * scale <= SCALE_MOST), *whole), default=parts[0])


def scale_bar(view: View, right: float, y: float) -> tuple[Item, ...]:
    """A bar of so many inches, its right end at `right`, the figure on its left."""
    inches = bar_length(view.scale)
    part = inches * view.scale / 4
    left = right - 4 * part
    items: list[Item] = []
    for index in range(4):
        fill = theme.SOFT if index % 2 == 0 else theme.RAISED
        items.append(Box((left + (index + 0.5) * part, y), part, 5, fill=fill, outline=theme.SOFT, line=0.8))
    text = f"{inches:g}″"
    items.append(Text((left - 8, y), text, theme.SMALL, theme.FAINT, width(text, theme.SMALL), anchor="end"))
    return tuple(items)
