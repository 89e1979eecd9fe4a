"""Distances in Boarding Actions: the shortest way round Walls and closed Hatchways, and what a certificate tells of it.

Floor 3, beneath `certify`, which alone gives these figures names. Source rules: measure.distance, measure.engagement;
ruling A15.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import Shape
from battlefield.state import State, Terrain

if TYPE_CHECKING:
    from battlefield.geometry.wall_ground import Walls
    from battlefield.geometry.wall_ways import WallWay


class Taped(NamedTuple):
    """A way that was measured: inches (infinite: there is none), the bound on them, what a certificate tells of it.

    `told`: its ends `here` and `there`, the `corners` where it bends, the open Hatchways that it leads `through`.
    """

    length: float
    error: float
    told: Mapping[str, object]


def taped(
    state: State, a: Shape | Area, b: Shape | Area, low: float | None = None, high: float | None = None
) -> Taped | None:
    """The shortest way between two things, its ends at two heights; None where nothing bends a tape."""
    walls = walls_in(state)
    if walls is None:
        return None
    from battlefield.geometry.wall_ways import way_round

    way = way_round(a, b, walls)
    return Taped(way.length, way.error, _told(state, way, low, high))


def taped_farthest(state: State, a: Shape, b: Shape, low: float, high: float) -> Taped | None:
    """The way from the farthest part of `a` to `b`, which may be longer than any by no more than the bound."""
    walls = walls_in(state)
    if walls is None:
        return None
    from battlefield.geometry.wall_farthest import farthest_round

    found = farthest_round(a, b, walls)
    told = {
        "here": _raised(found.here, low),
        **{k: v for k, v in _told(state, found.way, low, high).items() if k != "here"},
    }
    return Taped(found.value, found.error, told)


def walls_in(state: State) -> Walls | None:
    """What a tape goes round: in Boarding Actions the Walls and closed Hatchways; None where it runs straight."""
    return _walls(state.terrain, state.board.width, state.board.height) if state.boarding else None


def engagement_reach(state: State) -> float:
    """The straight distance beyond which nobody is within Engagement Range: in Boarding Actions that of Hatchways."""
    reach = state.range_pair("engagement")[0]
    if state.boarding and any(each.is_hatchway and each.open for each in state.terrain):
        return max(reach, state.range_pair("engagement_hatchway")[0])
    return reach


@lru_cache(maxsize=16)
def _walls(terrain: tuple[Terrain, ...], width: float, height: float) -> Walls | None:
    areas = tuple(each.area for each in terrain if each.shuts)
    if not any(each.shuts or each.is_hatchway for each in terrain):
        return None
    from battlefield.geometry.wall_ground import Walls  # late: ways need numpy, which a small check does without

    return Walls(areas, width, height)


def _told(state: State, way: WallWay, low: float | None, high: float | None) -> dict[str, object]:
    if way.here is None or way.there is None:
        return {}
    from battlefield.geometry.wall_ways import runs_through

    told: dict[str, object] = {"here": _raised(way.here, low), "there": _raised(way.there, high)}
    if way.corners:
        told["corners"] = way.corners
    open_ = (each for each in state.terrain if each.is_hatchway and each.open)
    through = tuple(each.name for each in open_ if runs_through(way.pieces, each.area))
    if through:
        told["through"] = through
    return told


def _raised(at: tuple[float, float], height: float | None) -> tuple[float, ...]:
    return at if height is None else (*at, height)
