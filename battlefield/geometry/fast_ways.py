"""The search for the shortest way of a disc, as a kernel that can be compiled: `way_search.py` says how it goes.

What leaves a round in a turn is a run of rows in one table, worked out when a way first reaches the round. Stretches to
other rounds and those that may end at the goal stand in the same table: the latter lead to no round.
Source rules: move.charge_distance, artifact.claim.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from battlefield.geometry import fast_ground
from battlefield.geometry.columns import Floats
from battlefield.geometry.curves import TURN
from battlefield.geometry.fast_ground import (
    BEGIN,
    GROUP,
    MX,
    MY,
    REACH,
    SIZE,
    SWEEP,
    Land,
    Room,
    X,
    Y,
    free_stretches,
    is_clear,
    is_free,
    longer,
    off,
    run_of,
)
from battlefield.geometry.round_free import ANGLE
from battlefield.geometry.tangents import CONE, TOUCH
from battlefield.geometry.way_ends import SEEN
from battlefield.geometry.way_ground import SLACK
from battlefield.geometry.way_search import SAME

LEAVE, UX, UY, LENGTH, X0, Y0, X1, Y1, REST, BEST, TO, TURNED, CAME, STATE = range(14)
"""Columns of a stretch: the normal where it leaves, its direction and length, its places, what is at least left from
its beginning on, the least length of a way on which it begins; the round that it touches (-1: it may end at the goal)
and in which turn, over which stretch it was come to, what is known of it."""
UNKNOWN, OPEN, SHUT = 0.0, 1.0, 2.0


class Ends(NamedTuple):
    """Where ways may end: points (x, y, reach, sense, first, sweep), edges (x0, y0, x1, y1, sense, keep), the bodies of
    the goal in so many groups, and the most that a way may measure."""

    points: Floats
    sides: Floats
    goal: Land
    groups: int
    most: float


One = tuple[float, float, float, float, float]
"""A round: (x, y, radius, first, sweep)."""


def find_way(
    land: Land, room: Room, rounds: Floats, ends: Ends, start: tuple[float, float]
) -> tuple[float, Floats, int]:
    """The shortest way: its length, negative when there is none, its stretches in a table, and the last of them."""
    count = len(rounds)
    nodes, spans = np.zeros((2 * count, 2), dtype=np.intp), np.zeros((count, 3), dtype=np.intp)
    table, heap = np.empty((256, 14), dtype=np.float64), np.empty((256, 3), dtype=np.float64)
    free = np.empty((64, 2), dtype=np.float64)
    table, filled = leave(table, 0, rounds, (start[0], start[1], 0.0, 0.0, TURN), 1.0, ends)
    heap, size = push(heap, 0, table, (0, filled), (0.0, 0.0, TURN), (0.0, 1.0, ends.most), -1)
    found = 0
    while size > 0:
        bound, gone, k = heap[0, 0], heap[0, 1], int(heap[0, 2])
        size = drop_first(heap, size)
        if gone > table[k, BEST]:
            continue
        to, turn = int(table[k, TO]), table[k, TURNED]
        if to < 0:
            if may_end(land, room, ends, table, k):
                return bound, table, k
            continue
        if not leads_on(land, table, k):
            continue
        if spans[to, 2] == 0:
            left, added = free_stretches(land, room, rounds, to)
            while found + added > len(free):
                free = longer(free)
            for n in range(added):
                free[found + n, 0], free[found + n, 1] = left[n, 0], left[n, 1]
            spans[to, 0], spans[to, 1], spans[to, 2], found = found, found + added, 1, found + added
        meet = math.atan2(-turn * table[k, UX], turn * table[k, UY])
        run = run_of(free, spans[to, 0], spans[to, 1], turn, meet)
        if run < 0.0:
            continue
        node = 2 * to + (turn < 0.0)
        if nodes[node, 1] == 0:
            nodes[node, 0] = filled
            one = (rounds[to, X], rounds[to, Y], rounds[to, SIZE], rounds[to, BEGIN], rounds[to, SWEEP])
            table, filled = leave(table, filled, rounds, one, turn, ends)
            nodes[node, 1] = filled
        way = (gone + table[k, LENGTH], turn, ends.most)
        rows = (nodes[node, 0], nodes[node, 1])
        heap, size = push(heap, size, table, rows, (meet, rounds[to, SIZE], run), way, k)
    return -1.0, table, -1


def leave(table: Floats, filled: int, rounds: Floats, one: One, turn: float, ends: Ends) -> tuple[Floats, int]:
    """Add what leaves a round in a turn to the table; how many rows that makes."""
    while filled + 2 * len(rounds) + len(ends.points) + len(ends.sides) > len(table):
        table = longer(table)
    first, bodies = filled, ends.goal.bodies
    filled = add_tangents(table, filled, rounds, one, turn)
    for k in range(first, filled):
        table[k, REST] += rest(bodies, ends.groups, table[k, X1], table[k, Y1])
    for n in range(len(ends.points)):
        filled = add_end(table, filled, one, turn, onto_point(ends.points, n, one, turn))
    for n in range(len(ends.sides)):
        filled = add_end(table, filled, one, turn, onto_edge(ends.sides, n, one, turn))
    return table, filled


def add_tangents(table: Floats, filled: int, rounds: Floats, one: One, turn: float) -> int:
    """Add the straight stretches from a round to all others, one for each turn there, as far as cones let them."""
    x, y, radius, first, sweep = one
    for n in range(len(rounds)):
        dx, dy, size = rounds[n, X] - x, rounds[n, Y] - y, rounds[n, SIZE]
        square = dx * dx + dy * dy
        if square <= 1e-18:
            continue
        for there in (1.0, -1.0):
            side = there * size - turn * radius
            room = square - side * side
            if room <= -TOUCH * (1.0 + abs(side)):
                continue
            length = math.sqrt(max(room, 0.0))
            ux, uy = length * dx + side * dy, length * dy - side * dx
            scale = 1.0 / math.sqrt(ux * ux + uy * uy)
            ux, uy = ux * scale, uy * scale
            if rounds[n, SWEEP] < 3.0:
                if there * (rounds[n, SWEEP + 1] * ux + rounds[n, SWEEP + 2] * uy) > CONE:
                    continue
                if there * (rounds[n, SWEEP + 3] * ux + rounds[n, SWEEP + 4] * uy) < -CONE:
                    continue
            elif rounds[n, SWEEP] < TURN and not faces(ux, uy, there, rounds[n, BEGIN], rounds[n, SWEEP]):
                continue
            angle = math.atan2(-turn * ux, turn * uy)
            if sweep >= TURN or in_cone(angle, first, sweep, CONE):
                set_row(table, filled, one, turn, (angle, ux, uy, length), float(n), there)
                filled += 1
    return filled


def set_row(
    table: Floats,
    k: int,
    one: One,
    turn: float,
    stretch: tuple[float, float, float, float],
    to: float,
    there: float,
) -> None:
    """Write a stretch (normal, direction, length) that leaves a round, and that no way has come to yet."""
    angle, ux, uy, length = stretch
    x, y = one[0] + turn * one[2] * uy, one[1] - turn * one[2] * ux
    table[k, LEAVE], table[k, UX], table[k, UY], table[k, LENGTH] = angle, ux, uy, length
    table[k, X0], table[k, Y0], table[k, X1], table[k, Y1] = x, y, x + length * ux, y + length * uy
    table[k, REST], table[k, BEST], table[k, CAME], table[k, STATE] = length, math.inf, -1.0, UNKNOWN
    table[k, TO], table[k, TURNED] = to, there


def add_end(table: Floats, filled: int, one: One, turn: float, end: tuple[float, float, float]) -> int:
    """Add a stretch that may end at the goal, unless there is none (a negative length) or its normal is not there."""
    ux, uy, length = end
    angle = math.atan2(-turn * ux, turn * uy)
    if length < 0.0 or not in_cone(angle, one[3], one[4], CONE):
        return filled
    set_row(table, filled, one, turn, (angle, ux, uy, length), -1.0, turn)
    return filled + 1


def in_cone(angle: float, first: float, sweep: float, slack: float) -> bool:
    """Whether an angle lies between two, by a little."""
    gone = (angle - first) % TURN
    return gone <= sweep + slack or gone >= TURN - slack


def faces(ux: float, uy: float, turn: float, first: float, sweep: float) -> bool:
    """Whether the normal of a round that a direction touches in a turn lies in its cone."""
    return in_cone(math.atan2(-turn * ux, turn * uy), first, sweep, CONE)


def onto_point(points: Floats, n: int, one: One, turn: float) -> tuple[float, float, float]:
    """As `way_ends.onto_point`: direction and length, negative for none."""
    sense, reach = points[n, 3], points[n, 2]
    dx, dy, side = points[n, 0] - one[0], points[n, 1] - one[1], -turn * one[2]
    square = dx * dx + dy * dy
    room = square - side * side
    if room < -TOUCH * (1.0 + one[2]) or square < 1e-18:
        return 1.0, 0.0, -1.0
    along = sense * math.sqrt(max(room, 0.0))
    length = along - sense * reach
    if length < -SLACK:
        return 1.0, 0.0, -1.0
    ux, uy = along * dx + side * dy, along * dy - side * dx
    scale = 1.0 / math.sqrt(ux * ux + uy * uy)
    ux, uy = ux * scale, uy * scale
    if points[n, 5] < TURN and not in_cone(math.atan2(-sense * uy, -sense * ux), points[n, 4], points[n, 5], SEEN):
        return 1.0, 0.0, -1.0
    return ux, uy, max(length, 0.0)


def onto_edge(sides: Floats, n: int, one: One, turn: float) -> tuple[float, float, float]:
    """As `way_ends.onto_edge`: direction and length, negative for none."""
    ex, ey, sense = sides[n, 2] - sides[n, 0], sides[n, 3] - sides[n, 1], sides[n, 4]
    edge = math.sqrt(ex * ex + ey * ey)
    ex, ey = ex / edge, ey / edge
    ux, uy = -sense * ey, sense * ex
    px, py = one[0] + turn * one[2] * uy - sides[n, 0], one[1] - turn * one[2] * ux - sides[n, 1]
    length = sense * (px * ey - py * ex - sides[n, 5])
    if length > -SLACK and -SLACK <= px * ex + py * ey <= edge + SLACK:
        return ux, uy, max(length, 0.0)
    return ux, uy, -1.0


def rest(bodies: Floats, groups: int, x: float, y: float) -> float:
    """At least how far it is from a place to the bodies of the goal."""
    most = 0.0
    for group in range(groups):
        least = math.inf
        for k in range(len(bodies)):
            if bodies[k, GROUP] == group:
                dx, dy = x - bodies[k, MX], y - bodies[k, MY]
                least = min(least, math.sqrt(dx * dx + dy * dy) - bodies[k, REACH])
        most = max(most, least)
    return most


def may_end(land: Land, room: Room, ends: Ends, table: Floats, k: int) -> bool:
    """Whether a stretch is clear and its end free and a goal."""
    x, y = table[k, X1], table[k, Y1]
    bodies = ends.goal.bodies
    if not is_clear(land, table[k, X0], table[k, Y0], x, y) or not is_free(land, room, x, y):
        return False
    for group in range(ends.groups):
        reached = False
        for n in range(len(bodies)):
            reached |= bodies[n, GROUP] == group and off(ends.goal, n, x, y) <= SLACK
        if not reached:
            return False
    stays_off = True
    for n in range(len(bodies)):
        stays_off &= bodies[n, GROUP] >= 0.0 or off(ends.goal, n, x, y) >= -SLACK
    return stays_off


def leads_on(land: Land, table: Floats, k: int) -> bool:
    """Whether a stretch is clear; found out once."""
    if table[k, STATE] == UNKNOWN:
        clear = is_clear(land, table[k, X0], table[k, Y0], table[k, X1], table[k, Y1])
        table[k, STATE] = OPEN if clear else SHUT
    return bool(table[k, STATE] == OPEN)


def push(
    heap: Floats,
    size: int,
    table: Floats,
    rows: tuple[int, int],
    place: tuple[float, float, float],
    way: tuple[float, float, float],
    came: int,
) -> tuple[Floats, int]:
    """Go on from a place on a round (normal, radius, run) to all that leaves it, on a way (length, turn, the most).

    The heap has rows (bound of the whole way, length so far, stretch).
    """
    meet, radius, run = place
    gone, turn, most = way
    while size + rows[1] - rows[0] > len(heap):
        heap = longer(heap)
    for k in range(rows[0], rows[1]):
        turned = (table[k, LEAVE] - meet) * turn % TURN if came >= 0 else 0.0
        if turned > TURN - ANGLE:
            turned = 0.0
        length = gone + radius * turned
        bound = length + table[k, REST]
        if turned > run + ANGLE or length >= table[k, BEST] - SAME:
            continue
        table[k, BEST] = length
        if bound <= most:
            table[k, CAME] = came
            sift_up(heap, size, bound, length, k)
            size += 1
    return heap, size


def sift_up(heap: Floats, at: int, bound: float, length: float, k: int) -> None:
    """Put a row at the end of the heap and in order."""
    while at > 0 and heap[(at - 1) // 2, 0] > bound:
        up = (at - 1) // 2
        heap[at, 0], heap[at, 1], heap[at, 2] = heap[up, 0], heap[up, 1], heap[up, 2]
        at = up
    heap[at, 0], heap[at, 1], heap[at, 2] = bound, length, k


def drop_first(heap: Floats, size: int) -> int:
    """Take the least out of the heap; how many are left."""
    size -= 1
    bound, length, k, at = heap[size, 0], heap[size, 1], heap[size, 2], 0
    while True:
        down = 2 * at + 1
        if down >= size:
            break
        if down + 1 < size and heap[down + 1, 0] < heap[down, 0]:
            down += 1
        if heap[down, 0] >= bound:
            break
        heap[at, 0], heap[at, 1], heap[at, 2] = heap[down, 0], heap[down, 1], heap[down, 2]
        at = down
    heap[at, 0], heap[at, 1], heap[at, 2] = bound, length, k
    return size


CALLS = (
    leave,
    add_tangents,
    set_row,
    add_end,
    in_cone,
    faces,
    onto_point,
    onto_edge,
    rest,
    may_end,
    leads_on,
    push,
    sift_up,
    drop_first,
    *fast_ground.CALLS,
)
"""Everything that `find_way` calls."""
