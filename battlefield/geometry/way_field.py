"""A field: barriers grown for one mover, and what has been found out about the ways among them.

What leaves a round in a turn, whether a stretch is clear and what of a round is free depend neither on where a way
begins nor on where it ends, so they are kept: the second way over the same ground costs less.
Source rules: move.swept, move.charge.
"""

from __future__ import annotations

import numpy as np

from battlefield.geometry.curves import TURN
from battlefield.geometry.oval_arcs import along, perimeter
from battlefield.geometry.round_free import ANGLE, Stretch, free_stretches
from battlefield.geometry.tangents import Columns, Row
from battlefield.geometry.way_ground import Floats, Ground, Round

UNKNOWN, OPEN, SHUT = 0, 1, 2


class Leaves:
    """What leaves a round in a turn, how far along the round it does, and which of it is known to be open."""

    __slots__ = ("one", "places", "row", "state", "turn")

    def __init__(self, one: Round, turn: int, row: Row) -> None:
        self.one, self.turn, self.row = one, turn, row
        self.places: Floats | None = along(one.curve, row.leave) if one.curve else None
        self.state = bytearray(len(row.size))

    def gone_to(self, meet: float, leave: float, turned: float) -> float:
        """The same to one normal."""
        curve = self.one.curve
        if curve is None or turned == 0.0:
            return self.one.radius * turned
        begin, end = along(curve, np.array([meet, leave])).tolist()
        return float((end - begin) * self.turn % perimeter(curve))

    def gone(self, meet: float, turned: Floats) -> Floats:
        """Inches round the round from a normal on to where each stretch leaves, `turned` radians on."""
        curve = self.one.curve
        if curve is None or self.places is None:
            return self.one.radius * turned
        begin = along(curve, np.array([meet]))
        round_ = np.mod((self.places - begin) * self.turn, perimeter(curve))
        return np.where(turned > 0.0, round_, 0.0)


class Field:
    """Ground with what is known of the ways over it."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.columns = Columns(ground.rounds)
        self._leaves: dict[tuple[int, int], Leaves] = {}
        self._free: dict[int, list[Stretch]] = {}

    def leaves(self, to: int, turn: int) -> Leaves:
        """What leaves a round in a turn."""
        found = self._leaves.get((to, turn))
        if found is None:
            one = self.columns.rounds[to]
            found = self._leaves[to, turn] = self.leaves_of(one, turn)
        return found

    def leaves_of(self, one: Round, turn: int = 1) -> Leaves:
        """What leaves a round that need not be of the field, such as the point where a way begins."""
        row = self.columns.row(one, turn)
        kept = self.ground.not_through_cores(row.x0, row.y0, row.x1 - row.x0, row.y1 - row.y0)
        return Leaves(one, turn, row.only(kept))

    def is_open(self, leaves: Leaves, k: int) -> bool:
        """Whether a stretch is clear and comes upon a free place of its round; found out once."""
        if leaves.state[k] == UNKNOWN:
            row = leaves.row
            clear = self.ground.is_clear(float(row.x0[k]), float(row.y0[k]), float(row.x1[k]), float(row.y1[k]))
            is_open = clear and self.run(int(row.to[k]), int(row.turn[k]), float(row.meet[k])) is not None
            leaves.state[k] = OPEN if is_open else SHUT
        return leaves.state[k] == OPEN

    def run(self, to: int, turn: int, meet: float) -> float | None:
        """How many radians a way can go on round a round from a normal in a turn; None where it is not free."""
        stretches = self._free.get(to)
        if stretches is None:
            stretches = self._free[to] = free_stretches(self.columns.rounds[to], self.ground)
        for first, width in stretches:
            off = (meet - first) % TURN
            if off >= TURN - ANGLE:
                off = 0.0
            if off <= width + ANGLE:
                if width >= TURN:
                    return width
                return max(width - off, 0.0) if turn > 0 else min(off, width)
        return None
