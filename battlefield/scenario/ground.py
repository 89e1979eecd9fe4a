"""The ground of a battle: areas, board, terrain, players, and the distances and tables that an edition fixes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

from battlefield.geometry.area_tree import has_free_corner, hole_fault, size_bounds, turned_back
from battlefield.geometry.areas import (
    Area,
    boundary,
    circle_area,
    faults,
    line_area,
    minus_area,
    polygon_area,
    rect_area,
    union_area,
)
from battlefield.scenario.document import Document
from battlefield.scenario.forms import LIMIT
from battlefield.scenario.report import Report
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import found, unknown
from battlefield.state import Board, Player, Ranges, Terrain

RANGES = FilePath(__file__).resolve().parent.parent / "data" / "ranges.toml"
BOARDING = "boarding-actions"
EXFILTRATION = {2: 5, 3: 4, 4: 3, 5: 2}
DEFAULT_BOARD = Board(30.0, 20.0)
SOMETHING = 0.01
"""Square inches that are more than rounding, whatever the size of an area."""


def area_of(report: Report, entry: Mapping[str, Any], path: Path) -> Area | None:
    """The exact area that a table describes; None, and faults, where it cannot be one."""
    try:
        match entry:
            case {"polygon": ring}:
                return _polygon(report, ring, entry.get("holes", []), path)
            case {"rect": [x, y, width, height]}:
                if width > 0 and height > 0:
                    return rect_area(x, y, width, height, entry.get("angle", 0.0))
                what = "a rect needs a width and a height of more than 0"
                report.add((*path, "rect"), f"{what}; found {width:g} and {height:g}")
            case {"circle": [x, y, radius]}:
                if radius > 0:
                    return circle_area(x, y, radius)
                report.add((*path, "circle", 2), f"a circle needs a radius of more than 0; found {radius:g}")
            case {"line": points, "width": width}:
                return _line(report, points, width, (*path, "line"))
            case {"union": parts}:
                areas = _parts(report, parts, (*path, "union"))
                return None if areas is None else union_area(areas)
            case {"minus": parts}:
                areas = _parts(report, parts, (*path, "minus"))
                return None if areas is None else _left(report, minus_area(*areas), (*path, "minus"))
    except ValueError as error:
        report.add(path, f"this is no area: {error}")
    return None


def _parts(report: Report, entries: list[Mapping[str, Any]], path: Path) -> list[Area] | None:
    areas = [area_of(report, each, (*path, index)) for index, each in enumerate(entries)]
    whole = [area for area in areas if area is not None]
    return whole if len(whole) == len(areas) else None


def _left(report: Report, area: Area, path: Path) -> Area | None:
    """The area, unless everything was taken out of it: that is a fault."""
    if size_bounds(area)[0] > SOMETHING or boundary(area):  # the boundary of a large area is not worked out for this
        return area
    report.add(path, "nothing is left of this area: what is taken out covers all of it")
    return None


def _line(report: Report, points: list[list[float]], width: float, path: Path) -> Area | None:
    if all(a == b for a, b in pairwise(points)):
        report.add(path, "a line needs two distinct points")
        return None
    back = turned_back(points)
    if back is not None:
        report.add((*path, back), "a line does not double back on itself: here it runs back the way it came")
        return None
    return line_area(points, width)


def _polygon(report: Report, ring: list[list[float]], holes: list[list[list[float]]], path: Path) -> Area | None:
    try:
        area = polygon_area(ring, holes)
    except ValueError:
        sound = not ring_fault(report, ring, (*path, "polygon"))
        wrong = not sound
        for index, hole in enumerate(holes):
            where = (*path, "holes", index)
            if ring_fault(report, hole, where):
                wrong = True
            elif sound and (fault := hole_fault(ring, hole)):
                report.add(where, fault)
                wrong = True
        if not wrong:
            raise
        return None
    return area if has_free_corner(area) else _left(report, area, (*path, "holes"))


def ring_fault(report: Report, ring: list[list[float]], path: Path) -> bool:
    """Whether corners make no simple polygon; then that is a fault."""
    fault = faults(ring)
    if fault:
        report.add(path, f"these corners make no polygon: {fault}")
    return bool(fault)


def board_of(document: Document) -> Board:
    """The battlefield; a fault where there is none, except for the card game."""
    piece = document.one.get("board")
    if piece is not None:
        return Board(piece.entry["width"], piece.entry["height"])
    if "board" not in document.raw and "artefakty" not in document.systems:
        document.report.add((), "the table [board] is missing: [board] with width and height in inches")
    return DEFAULT_BOARD


def players_of(document: Document) -> Iterator[Player]:
    """The players, in turn order."""
    for piece in document.many["players"]:
        zone = piece.get("deployment_zone")
        yield Player(
            name=piece.entry["name"],
            role=piece.get("role"),
            zone=None if zone is None else area_of(document.report, zone, (*piece.path, "deployment_zone")),
            board_edge=piece.get("board_edge"),
            command_points=piece.get("command_points", 0),
            hand=() if "artefakty" in document.systems else tuple(piece.get("hand", ())),
        )


def terrain_of(document: Document) -> Iterator[Terrain]:
    """The terrain features, in the order of the file."""
    for piece in document.many["terrain"]:
        area = area_of(document.report, piece.entry["area"], (*piece.path, "area"))
        traits = frozenset(piece.get("traits", ()))
        if "open" in piece.entry and "hatchway" not in traits and "traits" not in piece.broken:
            document.report.add((*piece.path, "open"), 'only terrain with the trait "hatchway" can be open', key=True)
        if area is not None:
            yield Terrain(
                name=piece.entry["name"],
                area=area,
                traits=traits,
                height=piece.get("height", 0.0),
                elevation=piece.get("elevation", 0.0),
                open=piece.get("open", False),
            )


@lru_cache(maxsize=2)
def default_ranges(boarding: bool = False) -> Ranges:
    """The distances that the editions in use fix, by name (measure.ranges); in Boarding Actions theirs go before."""
    tables = tomllib.loads(RANGES.read_text(encoding="utf-8"))
    own = tables.pop(BOARDING)
    every = [*tables.values(), *([own] if boarding else [])]
    return {name: _range(value) for table in every for name, value in table.items()}


def ranges_of(document: Document) -> Ranges:
    """The distances in play: those of the editions, with what the file says in their place."""
    boarding = bool(document.head.get("boarding", False))
    ranges: dict[str, float | tuple[float, float]] = dict(default_ranges(boarding))
    for name, value in document.table("ranges").items():
        if name not in ranges and name in default_ranges(boarding=True):
            message = f"the range {name} is measured in Boarding Actions alone; that needs boarding = true at the top"
            document.report.add(("ranges", name), message, key=True)
        elif name not in ranges:
            message = unknown("no range is called", name, ranges)
            document.report.add(("ranges", name), message, key=True)
        elif isinstance(ranges[name], tuple):
            if isinstance(value, list) and len(value) == 2 and all(map(_is_length, value)):
                ranges[name] = _range(value)
            else:
                allowed = "a pair of numbers from 0 on, [horizontal, vertical]"
                document.report.add(("ranges", name), f"{name} must be {allowed}; found {found(value)}")
        elif _is_length(value):
            ranges[name] = float(value)
        else:
            document.report.add(("ranges", name), f"{name} must be a number from 0 on; found {found(value)}")
    return ranges


def tables_of(document: Document) -> Mapping[str, Mapping[int, int]]:
    """The tables in play: round = the least D6 for which an exfiltration succeeds; the last holds for later rounds."""
    piece = document.one.get("tables")
    if piece is None or "exfiltration" not in piece.entry:
        return {"exfiltration": EXFILTRATION}
    rounds = {}
    for key, value in piece.entry["exfiltration"].items():
        if key.isascii() and key.isdigit() and 1 <= int(key[:4]) <= 99 and len(key) <= 2:
            rounds[int(key)] = value
        else:
            message = f"a round is a whole number from 1 to 99; found {found(key)}"
            document.report.add(("tables", "exfiltration", key), message, key=True)
    return {"exfiltration": dict(sorted(rounds.items()))}


def _is_length(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LIMIT


def _range(value: Any) -> float | tuple[float, float]:
    return (float(value[0]), float(value[1])) if isinstance(value, list) else float(value)
