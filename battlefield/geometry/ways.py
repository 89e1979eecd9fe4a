"""The shortest way of a disc among obstacles, exactly: straight stretches and arcs round what is in the way.

The disc becomes its centre, every obstacle grows by what the centre keeps from it. Import from here.
Source rules: move.swept, move.charge, move.charge_distance, artifact.claim.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from battlefield.geometry.area_measure import area_gap
from battlefield.geometry.bodies import Obstacle
from battlefield.geometry.curves import TURN, Arc, Segment
from battlefield.geometry.measure import Gap, gap
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon, Pose, RoundBase
from battlefield.geometry.sweep import first_overlap
from battlefield.geometry.way_goals import Aim, Goal
from battlefield.geometry.way_ground import SLACK, Barrier, Ground, Grown, Round, allowed_start, kept_distance
from battlefield.geometry.way_pieces import Bend, WayPiece, corners_outside, length_of, place_at
from battlefield.geometry.way_search import Search, Step

__all__ = ["Barrier", "Bend", "Goal", "Way", "first_blocker", "length_of", "place_at", "shortest_way"]

ERROR = 1e-9


class Way(NamedTuple):
    """A shortest way of a centre: its length, its pieces in order, where it ends, the barriers it hugs in order.

    Its length is right to `error` inches. `kind` says what moved: "disc".
    """

    length: float
    pieces: tuple[WayPiece, ...]
    end: Point
    through: tuple[str, ...]
    error: float
    kind: str

    def corners(self, tolerance: float = 1e-3) -> list[Point]:
        """The way as straight legs, start and end included, that never come nearer to what it hugs.

        They leave the way by no more than `tolerance` inches, on its outer side. Empty for a way of no length.
        """
        return corners_outside(self.pieces, tolerance)


def shortest_way(
    start: Point,
    radius: float,
    goal: Goal,
    barriers: Sequence[Barrier],
    width: float,
    height: float,
    most: float = math.inf,
) -> Way | None:
    """The shortest way of a disc to a goal: off every barrier, wholly on the board; None when none is within `most`.

    Touching is allowed (see `Barrier`). A start that is in base contact with a barrier, even a little in it, may be
    left; one that is deeper in a barrier, or off the board, leads nowhere.
    """
    grown, blocked = _grown(start, radius, barriers)
    room = (radius, radius, width - radius, height - radius)
    ground = Ground(grown, room)
    if blocked is not None or not ground.on_board(*start):
        return None
    aim = _aim(radius, goal, ground)
    if aim.will_do(*start):
        return Way(0.0, (), start, (), 0.0, "disc")
    found = Search(start, ground, aim, most + SLACK).shortest()
    if found is None:
        return None
    length, steps = found
    pieces, hugged = _pieces(steps)
    names = tuple(dict.fromkeys(grown[owner].name for owner in hugged))
    return Way(length, pieces, steps[-1].end, names, ERROR, "disc")


def _grown(start: Point, radius: float, barriers: Sequence[Barrier]) -> tuple[list[Grown], str | None]:
    """The barriers grown, one in which the start lies a little by less; the name of one in which it lies too deep."""
    found: list[Grown] = []
    worst, blocked = 0.0, None
    for owner, barrier in enumerate(barriers):
        keep = kept_distance(barrier, radius)
        each = Grown(barrier.name, barrier.obstacle, keep, owner)
        lack = -each.off(*start)
        if lack > allowed_start(barrier) and lack > worst:
            worst, blocked = lack, barrier.name
        elif lack > 0.0:
            each = Grown(barrier.name, barrier.obstacle, keep - lack, owner)
        found.append(each)
    return found, blocked


def _aim(radius: float, goal: Goal, ground: Ground) -> Aim:
    targets = [Grown("", target, radius + goal.d, -1) for target in goal.targets]
    clear = [Grown(each.name, each.obstacle, kept_distance(each, radius), -1) for each in goal.clear_of]
    return Aim(targets, Ground(clear, ground.room), goal.place, ground)


def _pieces(steps: Sequence[Step]) -> tuple[tuple[WayPiece, ...], list[int]]:
    """The pieces of a way, without those of no length, and the numbers of the barriers that it hugs."""
    pieces: list[WayPiece] = []
    hugged: list[int] = []
    for index, step in enumerate(steps):
        if math.dist(step.start, step.end) > SLACK:
            pieces.append(Segment(*step.start, *step.end))
        if step.onto is None:
            break
        turned = (steps[index + 1].leave - step.meet) * step.turn % TURN
        turned = 0.0 if turned > TURN - 1e-9 else turned
        hugged.append(step.onto.owner)
        piece = _round_piece(step.onto, step.meet, step.turn * turned)
        if turned > 0.0 and length_of(piece) > SLACK:
            pieces.append(piece)
    return tuple(pieces), hugged


def _round_piece(one: Round, start: float, sweep: float) -> Arc | Bend:
    if one.oval:
        return Bend(one.oval, one.radius, start, sweep)
    return Arc(one.x, one.y, one.radius, start, sweep)


def first_blocker(
    start: Point, radius: float, goal: Goal, barriers: Sequence[Barrier], width: float, height: float
) -> str | None:
    """What stands in the straight way to the nearest place of a goal: the name of the first barrier, None if nothing.

    A barrier in which the start itself lies too deep comes before all others; after all others comes what keeps the
    mover from ending there. "" stands for the edge of the battlefield.
    """
    grown, blocked = _grown(start, radius, barriers)
    if blocked is not None:
        return blocked
    ground = Ground(grown, (radius, radius, width - radius, height - radius))
    if not ground.on_board(*start):
        return ""
    end = _nearest_end(start, radius, goal)
    found: list[tuple[float, str]] = []
    path = [Pose(*start), Pose(*end)]
    for each, barrier in zip(grown, barriers, strict=True):
        contact = first_overlap(RoundBase(each.keep), path, barrier.obstacle)
        if contact is not None:
            found.append((contact.travelled, each.name))
    if found:
        return min(found)[1]
    if not ground.on_board(*end):
        return ""
    return next((each.name for each in _aim(radius, goal, ground).clear.grown if each.off(*end) < -SLACK), None)


def _nearest_end(start: Point, radius: float, goal: Goal) -> Point:
    """The end of the straight way from a centre to the nearest place of a goal."""
    if goal.place:
        return goal.place
    disc = Disc(*start, radius)
    near = min((_gap(disc, target) for target in goal.targets), key=lambda one: one.value)
    size = math.dist(near.here, near.there)
    share = max(size - goal.d, 0.0) / size if size else 0.0
    return (start[0] + share * (near.there[0] - near.here[0]), start[1] + share * (near.there[1] - near.here[1]))


def _gap(disc: Disc, target: Obstacle) -> Gap:
    return gap(disc, target) if isinstance(target, Disc | Oval | Polygon) else area_gap(disc, target)
