"""Where a dropped Relic comes to lie: 1 in from the mover, out of impassable terrain, never on a base or a token.

Source rules: relic.drop, relic.drop.impassable, relic.capture.interrupted; rulings D12, D13, D16, D17.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlefield.events.core import Reason
from battlefield.figures import trimmed
from battlefield.geometry.areas import overlaps
from battlefield.geometry.around import is_clear, open_bearing, place_on_bearing
from battlefield.geometry.edges import OUTWARDS, foot_on_edge, nearest_on_edge
from battlefield.geometry.lines import bearing_between
from battlefield.geometry.measure import gap, within
from battlefield.geometry.placement import Obstacle, at_gap, nearest_free, nearest_free_to_shape
from battlefield.geometry.shapes import Point, Pose, RoundBase
from battlefield.play import OrderError
from battlefield.state import Artifact, Model, State

RULE, OUT, EDGE = "relic.drop", "relic.drop.impassable", "relic.capture.interrupted"


@dataclass(frozen=True, slots=True)
class Drop:
    """Where the Relic comes to lie: on which bearing, the place asked for, the place itself, what it had to leave.

    `ties`: the places as near as that, from which its player may choose; itself the first.
    """

    bearing: float
    asked_at: Point
    at: Point
    out_of: tuple[str, ...]
    rulings: tuple[str, ...]
    ties: tuple[Point, ...] = ()


def dropped_at(state: State, relic: Artifact, mover: Model, bearing: float | None) -> Drop:
    """Where the Relic lies when it is dropped on a bearing (None: the default, turned to the nearest open one)."""
    shape, board = mover.footprint, (state.board.width, state.board.height)
    reach, base = state.range("relic_drop"), RoundBase(relic.radius)
    taken = _taken(state, relic)
    rulings: tuple[str, ...] = ()
    wanted = bearing if bearing is not None else default_bearing(state, mover)
    found = open_bearing(shape, relic.radius, reach, taken, board, wanted)
    if found is None:
        nearest = nearest_free_to_shape(shape, relic.radius, [*taken, *_impassable(state)], *board)
        if nearest is None:
            raise OrderError(f"there is no free place on the battlefield for {relic.name}")
        turned = bearing_between((mover.footprint.x, mover.footprint.y), nearest.at)
        return Drop(turned, nearest.at, nearest.at, (), ("D13",), (nearest.at,))
    if bearing is None:
        rulings = ("D12",)
    asked = at_gap(base, 0.0, shape, reach, found)
    bad = [each for each in state.terrain if each.bars and overlaps(relic.disc_at(Pose(*asked)), each.area)]
    if not bad:
        return Drop(found, asked, asked, (), rulings, (asked,))
    out = nearest_free(asked, relic.radius, [*taken, *_impassable(state)], *board)
    if out is None:
        raise OrderError(f"there is no free place on the battlefield for {relic.name}")
    ties = _nearest_to_bearer_first(mover, relic, out.ties)
    if len(ties) > 1:
        rulings = (*rulings, OUT)
    return Drop(found, asked, ties[0], tuple(each.name for each in bad), rulings, ties)


def dropped_at_edge(state: State, relic: Artifact, mover: Model, edge: str) -> Drop:
    """Where the Relic lies that was dropped in a capture: touching the edge, nearest to the middle of the mover (D16).

    Where that is taken or impassable it slides along the edge; where the whole edge is, to the nearest free place.
    """
    shape, board = mover.footprint, (state.board.width, state.board.height)
    obstacles = [*_taken(state, relic), *_impassable(state)]
    middle, (dx, dy) = (shape.x, shape.y), OUTWARDS[edge]
    bearing = bearing_between((0.0, 0.0), (dx, dy))
    asked = foot_on_edge(edge, middle, relic.radius, *board)
    ties = nearest_on_edge(edge, middle, relic.radius, obstacles, *board)
    if not ties:
        free = nearest_free(asked, relic.radius, obstacles, *board)
        if free is None:
            raise OrderError(f"there is no free place on the battlefield for {relic.name}")
        ties = free.ties
    left = [each for each in state.terrain if each.bars and overlaps(relic.disc_at(Pose(*asked)), each.area)]
    return Drop(bearing, asked, ties[0], tuple(each.name for each in left), ("D16",), ties)


def default_bearing(state: State, mover: Model) -> float:
    """Back the way the bearer came, else away from the nearest enemy, else 0."""
    heading = state.token(mover.name, "heading")
    if heading is not None and isinstance(heading.value, float | int):
        return (float(heading.value) + 180.0) % 360.0
    shape = mover.footprint
    enemies = sorted(state.enemies_of(mover.player), key=lambda each: gap(shape, each.footprint).high)
    if not enemies or enemies[0].pose is None or mover.pose is None:
        return 0.0
    return bearing_between(enemies[0].pose.point, mover.pose.point)


def closed(state: State, relic: Artifact, mover: Model, bearing: float) -> list[Reason]:
    """The reason against a bearing that is not open while some other is (D13)."""
    board = (state.board.width, state.board.height)
    reach = state.range("relic_drop")
    taken = _taken(state, relic)

    def is_open(asked: float) -> bool:
        place = place_on_bearing(mover.footprint, relic.radius, reach, asked)
        return place is not None and is_clear(place, relic.radius, taken, *board)

    if is_open(bearing):
        return []
    found = open_bearing(mover.footprint, relic.radius, reach, taken, board, bearing)
    if found is None:
        return []
    shorter = (round(found, digits) % 360.0 for digits in range(9))
    other = trimmed(next(filter(is_open, shorter), found), 9)  # as few decimals as make a bearing that can be ordered
    asked = trimmed(bearing, 9)
    why = f"on bearing {asked} the Relic would lie off the battlefield, on a base or on a token; {other} is open"
    at = place_on_bearing(mover.footprint, relic.radius, reach, bearing)
    return [Reason(rule=RULE, why=why, of=mover.name, at=at)]


def _taken(state: State, relic: Artifact) -> list[Obstacle]:
    """Every base and every other token; the bearer's own base too while it stands."""
    bases: list[Obstacle] = [each.footprint for each in state.on_board()]
    tokens: list[Obstacle] = [
        each.disc_at(each.at) for each in state.lying() if each.name != relic.name and each.at is not None
    ]
    return [*bases, *tokens]


def _impassable(state: State) -> list[Obstacle]:
    return [each.area for each in state.terrain if each.bars]


def _nearest_to_bearer_first(mover: Model, relic: Artifact, ties: Sequence[Point]) -> tuple[Point, ...]:
    """Of equally near places the one nearest to the bearer, then the first counter-clockwise from its facing."""
    shape, facing = mover.footprint, 0.0 if mover.pose is None else mover.pose.facing
    gaps = {place: gap(shape, relic.disc_at(Pose(*place))).high for place in ties}
    least = min(gaps.values())

    def order(place: Point) -> tuple[bool, float]:
        return (not within(gaps[place], least), (bearing_between((shape.x, shape.y), place) - facing) % 360.0)

    return tuple(sorted(ties, key=order))
