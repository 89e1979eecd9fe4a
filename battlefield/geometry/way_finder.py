"""Ways of one mover over one ground: made ready once, asked often.

Source rules: move.swept, move.charge, move.charge_distance, artifact.claim.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from battlefield.geometry.approach import shrunk
from battlefield.geometry.curves import TURN, Arc, Segment
from battlefield.geometry.shapes import Disc, Oval, Point, Polygon
from battlefield.geometry.way_field import Field
from battlefield.geometry.way_goals import Aim, Goal
from battlefield.geometry.way_ground import BEYOND, SLACK, Barrier, Ground, Grown, Round, allowed_start
from battlefield.geometry.way_movers import Mover
from battlefield.geometry.way_pieces import Bend, WayPiece, corners_outside, first_of, length_of, place_at
from battlefield.geometry.way_search import Search, Step
from battlefield.geometry.way_sums import Skeleton, grown

ERROR = 1e-9


class Way(NamedTuple):
    """A shortest way of a centre: its length, its pieces in order, where it ends, the barriers it hugs in order.

    `kind` says what moved: "disc", "circumscribed disc" (the disc about another base, which may turn in it) or "fixed
    facing". With an `error` of 1e-9 the length is exact to that; with a greater one the way is legal, and obstacles
    were drawn so many inches too large.
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

    def until(self, inches: float) -> Way:
        """The first so many inches of it."""
        left, pieces = max(inches, 0.0), []
        for piece in self.pieces:
            size = length_of(piece)
            if left < size:
                pieces.append(first_of(piece, left / size))
                left = 0.0
                break
            pieces.append(piece)
            left -= size
        end = place_at(pieces[-1], 1.0) if pieces else self.end
        return self._replace(length=min(inches, self.length), pieces=tuple(pieces), end=end)


class WayFinder:
    """The ways of a mover among barriers on the board (0, 0)-(width, height)."""

    def __init__(self, mover: Mover, barriers: Sequence[Barrier], width: float, height: float) -> None:
        self.mover, self.barriers = mover, tuple(barriers)
        self._skeletons: list[tuple[int, Skeleton]] = [
            (owner, skeleton)
            for owner, each in enumerate(barriers)
            for skeleton in mover.grown(each.obstacle, _margin(each))
        ]
        ready = [grown(barriers[owner].name, skeleton, owner) for owner, skeleton in self._skeletons]
        self.field = Field(Ground(ready, mover.room(width, height)))
        self._last: tuple[Goal, Ground, Aim] | None = None
        self._error = max((mover.error(each.obstacle) for each in barriers), default=0.0)

    def shortest(self, start: Point, goal: Goal, most: float = math.inf) -> Way | None:
        """The shortest way to a goal; None when none is within `most`, or the start is too deep in something.

        A start that is in base contact with a barrier, even a little in it, may be left.
        """
        field = self.field_from(start)
        if field is None:
            return None
        aim = self._aim(goal, field.ground)
        if aim.will_do(*start):
            return Way(0.0, (), start, (), 0.0, self.mover.kind)
        found = self.search(start, field, aim, most + SLACK)
        if found is None:
            return None
        length, steps = found
        pieces, hugged = _pieces(steps)
        names = tuple(dict.fromkeys(self.barriers[owner].name for owner in hugged))
        errors = [self.mover.error(each) for group, _ in goal.groups for each in group]
        error = max([ERROR, self._error, *errors])
        return Way(length, pieces, steps[-1].end, names, error, self.mover.kind)

    def search(self, start: Point, field: Field, aim: Aim, most: float) -> tuple[float, list[Step]] | None:
        """The length of the shortest way over a field and its stretches; None when there is none so short."""
        return Search(start, field, aim, most).shortest()

    def reach(self, start: Point, inches: float, tolerance: float = 0.01) -> Any:
        """The area of the centres within so many inches of way, as a shapely geometry; see `way_reach`."""
        import shapely

        from battlefield.geometry.way_reach import reach

        field = self.field_from(start)
        return shapely.Polygon() if field is None else reach(start, field, inches, tolerance)

    def bounding(self, start: Point, area: Any, tolerance: float = 0.01) -> tuple[str, ...]:
        """The names of the barriers at whose edge an area of `reach` ends: what bounds it, or is gone round."""
        import shapely

        field = self.field_from(start)
        corners = [(float(x), float(y)) for x, y in shapely.get_coordinates(area)]
        near = () if field is None else field.ground.grown
        owners = {each.owner for each in near if any(_beside(each, at, tolerance) for at in corners)}
        return tuple(dict.fromkeys(self.barriers[owner].name for owner in sorted(owners)))

    def field_from(self, start: Point) -> Field | None:
        """The field for ways from a start: where it lies a little in a barrier, that keeps less; None if too deep."""
        ground = self.field.ground
        if not ground.on_board(*start) or self.too_deep(start) is not None:
            return None
        inside = [each for each in ground.near(*start) if each.off(*start) < 0.0]
        if not inside:
            return self.field
        eased = [
            _eased(each, self._skeletons[k], -each.off(*start)) if each in inside else each
            for k, each in enumerate(ground.grown)
        ]
        return Field(Ground(eased, ground.room))

    def too_deep(self, start: Point) -> str | None:
        """The name of the barrier in which a start lies deepest, if too deep for a way to begin there."""
        worst, name = 0.0, None
        for each in self.field.ground.near(*start):
            lack = -each.off(*start)
            if lack > max(worst, allowed_start(self.barriers[each.owner])):
                worst, name = lack, each.name
        return name

    def first_blocker(self, start: Point, goal: Goal) -> str | None:
        """What stands in the straight way to the nearest place of a goal: the name of the first barrier.

        A barrier in which the start itself lies too deep comes before all others, and after all others what keeps the
        mover from ending there. "" stands for the edge of the battlefield, None for nothing.
        """
        deep = self.too_deep(start)
        if deep is not None:
            return deep
        field = self.field_from(start)
        if field is None:
            return ""
        ground = field.ground
        aim = self._aim(goal, ground)
        x, y = aim.nearest(start)
        size = math.dist(start, (x, y)) or 1.0
        ux, uy = (x - start[0]) / size, (y - start[1]) / size
        hits = [(at, each.name) for each in ground.grown if (at := each.first_hit(*start, ux, uy, size)) is not None]
        if hits:
            return min(hits)[1]
        if not ground.on_board(x, y):
            return ""
        return next((each.name for each in aim.clear.grown if each.off(x, y) < -SLACK), None)

    def _aim(self, goal: Goal, ground: Ground) -> Aim:
        """The goal made ready over a ground; the last one is kept, for who asks about it again."""
        if self._last is None or self._last[1] is not ground or self._last[0] != goal:
            self._last = goal, ground, self._made_ready(goal, ground)
        return self._last[2]

    def _made_ready(self, goal: Goal, ground: Ground) -> Aim:
        mover = self.mover
        groups = [
            [
                grown("", skeleton._replace(keep=max(skeleton.keep, 0.0)), -1)
                for each in group
                for skeleton in mover.grown(each, d, goal=True)
            ]
            for group, d in goal.groups
        ]
        clear = [
            grown(each.name, skeleton, -1)
            for each in goal.clear_of
            for skeleton in mover.grown(each.obstacle, _margin(each))
        ]
        return Aim(groups, Ground(clear, ground.room), goal.place, ground)


def _beside(each: Grown, at: Point, tolerance: float) -> bool:
    """Whether a place lies on the edge of what a barrier keeps free."""
    return math.dist(at, each.middle) <= each.reach + tolerance and each.off(*at) <= tolerance


def _margin(barrier: Barrier) -> float:
    return barrier.margin + (BEYOND if barrier.open_ else 0.0)


def _eased(each: Grown, skeleton: tuple[int, Skeleton], lack: float) -> Grown:
    """A barrier that keeps a start `lack` inches in it just outside."""
    owner, whole = skeleton
    if whole.keep > 2 * lack:
        return grown(each.name, whole._replace(keep=whole.keep - lack), owner)
    assert isinstance(whole.obstacle, Disc | Oval | Polygon)
    return grown(each.name, whole._replace(obstacle=shrunk(whole.obstacle, lack)), owner)


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
        return Bend(one.oval, one.radius, start, sweep, one.more)
    return Arc(one.x, one.y, one.radius, start, sweep)
