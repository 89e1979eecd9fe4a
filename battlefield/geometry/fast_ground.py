"""Ground for ways of a disc, as rows of numbers, for kernels that can be compiled: what is free and what is clear.

As `way_ground.py` and `round_free.py` have it, for discs and for what has straight edges only.
Source rules: move.swept, move.charge.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from battlefield.geometry.columns import Floats
from battlefield.geometry.curves import TURN, Arc, is_round
from battlefield.geometry.round_free import ANGLE
from battlefield.geometry.way_ground import SLACK, Grown, Round

MX, MY, REACH, CORE, KEEP, RADIUS, FIRST, COUNT, GROUP = range(9)
"""Columns of a body: a circle around it and one within it, the distance kept, the radius of a disc (else -1), where its
edges stand and how many there are, the group of a target (-1 for none)."""
X, Y, SIZE, BEGIN, SWEEP = range(5)
"""Columns of a round, with its radius as SIZE; the cosine and sine of either end of its normals follow."""
Room = tuple[float, float, float, float]


class Land(NamedTuple):
    """Bodies, and the edges (x0, y0, x1, y1) that they have."""

    bodies: Floats
    edges: Floats


def land_of(grown: Sequence[tuple[Grown, int]]) -> Land | None:
    """Bodies, each with its group, as rows; None when one is round and not a disc, or is kept off by nothing."""
    rows: list[float] = []
    edges: list[tuple[float, ...]] = []
    for each, group in grown:
        radius = -1.0
        if each.solid or each.curved:
            return None
        if each.arcs:
            if each.edges or len(each.arcs) > 1 or not is_disc(each.arcs[0]):
                return None
            radius = each.arcs[0].radius
        place, count = len(edges), len(each.edges)
        rows += (*each.middle, each.reach, each.core, each.keep, radius, place, count, group)
        edges += each.edges
    return Land(np.array(rows).reshape(-1, 9), np.array(edges, dtype=np.float64).reshape(-1, 4))


def is_disc(arc: Arc) -> bool:
    """Whether a piece of a boundary is a whole circle about what is inside."""
    return is_round(arc) and arc.sweep > 0.0


def rounds_of(rounds: Sequence[Round]) -> Floats:
    """Rounds as rows; only what is a circle."""
    rows = np.array([one[:5] for one in rounds], dtype=np.float64).reshape(-1, 5)
    first, last = rows[:, BEGIN], rows[:, BEGIN] + rows[:, SWEEP]
    return np.column_stack((rows, np.cos(first), np.sin(first), np.cos(last), np.sin(last)))


def off(land: Land, k: int, x: float, y: float) -> float:
    """How far beyond the kept distance a point is; negative within it."""
    bodies, edges = land
    if bodies[k, RADIUS] >= 0.0:
        dx, dy = x - bodies[k, MX], y - bodies[k, MY]
        return float(math.sqrt(dx * dx + dy * dy) - bodies[k, RADIUS] - bodies[k, KEEP])
    least, within = math.inf, False
    first = int(bodies[k, FIRST])
    for n in range(first, first + int(bodies[k, COUNT])):
        x0, y0, x1, y1 = edges[n, 0], edges[n, 1], edges[n, 2], edges[n, 3]
        ex, ey, dx, dy = x1 - x0, y1 - y0, x - x0, y - y0
        share = min(max((dx * ex + dy * ey) / (ex * ex + ey * ey), 0.0), 1.0)
        dx, dy = dx - share * ex, dy - share * ey
        least = min(least, dx * dx + dy * dy)
        if (y0 > y) != (y1 > y) and (ex * (y - y0) - (x - x0) * ey > 0.0) == (y1 > y0):
            within = not within
    size = math.sqrt(least)
    return float((-size if within else size) - bodies[k, KEEP])


def is_free(land: Land, room: Room, x: float, y: float) -> bool:
    """Whether a centre is on the board and off every body."""
    x0, y0, x1, y1 = room
    if not (x0 - SLACK <= x <= x1 + SLACK and y0 - SLACK <= y <= y1 + SLACK):
        return False
    bodies = land.bodies
    for k in range(len(bodies)):
        dx, dy = bodies[k, MX] - x, bodies[k, MY] - y
        if dx * dx + dy * dy < bodies[k, REACH] * bodies[k, REACH] and off(land, k, x, y) < -SLACK:
            return False
    return True


def is_clear(land: Land, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether the segment between two free centres is free."""
    dx, dy = x1 - x0, y1 - y0
    size = math.sqrt(dx * dx + dy * dy)
    if size < SLACK:
        return True
    ux, uy = dx / size, dy / size
    bodies = land.bodies
    for k in range(len(bodies)):
        mx, my = bodies[k, MX] - x0, bodies[k, MY] - y0
        along, beside = mx * ux + my * uy, abs(mx * uy - my * ux)
        if beside < bodies[k, CORE] and 0.0 < along < size:
            return False
    for k in range(len(bodies)):
        if bodies[k, RADIUS] < 0.0:
            mx, my, reach = bodies[k, MX] - x0, bodies[k, MY] - y0, bodies[k, REACH]
            along, beside = mx * ux + my * uy, abs(mx * uy - my * ux)
            if beside < reach and -reach < along < reach + size and edges_block(land, k, x0, y0, ux, uy, size):
                return False
    return True


def edges_block(land: Land, k: int, x: float, y: float, ux: float, uy: float, size: float) -> bool:
    """Whether a segment (point, unit direction, length) whose ends are free comes too near to a body with edges."""
    bodies, edges = land
    low, first = bodies[k, KEEP] - SLACK, int(bodies[k, FIRST])
    for n in range(first, first + int(bodies[k, COUNT])):
        ax, ay, bx, by = edges[n, 0] - x, edges[n, 1] - y, edges[n, 2] - x, edges[n, 3] - y
        one, two, along = ax * uy - ay * ux, bx * uy - by * ux, ax * ux + ay * uy
        if -low < one < low and 0.0 < along < size:
            return True
        if (one > 0.0) != (two > 0.0):
            share = one / (one - two)
            if 0.0 < along + share * (bx * ux + by * uy - along) < size:
                return True
    return False


def free_stretches(land: Land, room: Room, rounds: Floats, k: int) -> tuple[Floats, int]:
    """The free stretches of a round, rows of a first angle and a width, and how many; as `round_free` has them."""
    bodies, edges = land
    x, y, r = rounds[k, X], rounds[k, Y], rounds[k, SIZE]
    taken, count = off_board(room, x, y, r)
    for n in range(len(bodies)):
        dx, dy, far = bodies[n, MX] - x, bodies[n, MY] - y, bodies[n, REACH] + r
        if dx * dx + dy * dy >= far * far:
            continue
        keep, first = bodies[n, KEEP] - SLACK, int(bodies[n, FIRST])
        edge_count = int(bodies[n, COUNT])
        while count + 9 * (edge_count + 1) > len(taken):
            taken = longer(taken)
        if bodies[n, RADIUS] >= 0.0:
            count = by_disc(taken, count, x, y, r, bodies[n, MX], bodies[n, MY], bodies[n, RADIUS] + keep)
        for at in range(first, first + edge_count):
            if count < 0:
                break
            count = by_disc(taken, count, x, y, r, edges[at, 0], edges[at, 1], keep)
            if count >= 0:
                count = by_strip(taken, count, x, y, r, (edges[at, 0], edges[at, 1], edges[at, 2], edges[at, 3]), keep)
        if count < 0:
            return taken, 0
    found, left = left_over(rounds[k, BEGIN], rounds[k, SWEEP], taken, count)
    free = 0
    for n in range(left):
        middle = found[n, 0] + found[n, 1] / 2
        if is_free(land, room, x + r * math.cos(middle), y + r * math.sin(middle)):
            found[free, 0], found[free, 1] = found[n, 0], found[n, 1]
            free += 1
    return found, free


def off_board(room: Room, x: float, y: float, r: float) -> tuple[Floats, int]:
    """What of a round lies beyond the edges of the room, with space for more."""
    x0, y0, x1, y1 = room
    taken, count = np.empty((64, 2), dtype=np.float64), 0
    for bearing, reach in ((0.0, x1 - x), (math.pi / 2, y1 - y), (math.pi, x - x0), (-math.pi / 2, y - y0)):
        cut = reach + SLACK
        if cut < r:
            half = math.pi if cut <= -r else math.acos(cut / r)
            taken[count, 0], taken[count, 1] = bearing - half, 2.0 * half
            count += 1
    return taken, count


def by_disc(taken: Floats, count: int, x: float, y: float, r: float, cx: float, cy: float, reach: float) -> int:
    """Add what a disc covers of a circle to what is taken; how many that are then, -1 when it covers all."""
    dx, dy = cx - x, cy - y
    square = dx * dx + dy * dy
    if square >= (r + reach) * (r + reach) or (r >= reach and square <= (r - reach) * (r - reach)):
        return count
    if square <= (reach - r) * (reach - r):
        return -1
    half = math.acos(max(-1.0, min(1.0, (square + r * r - reach * reach) / (2.0 * math.sqrt(square) * r))))
    taken[count, 0], taken[count, 1] = math.atan2(dy, dx) - half, 2.0 * half
    return count + 1


def by_strip(taken: Floats, count: int, x: float, y: float, r: float, edge: Room, reach: float) -> int:
    """The same with the rectangle beside a straight edge, `reach` to both sides."""
    x0, y0, x1, y1 = edge
    ex, ey = x1 - x0, y1 - y0
    size = math.sqrt(ex * ex + ey * ey)
    ex, ey = ex / size, ey / size
    dx, dy = x - x0, y - y0
    along, beside = dx * ex + dy * ey, dy * ex - dx * ey
    if abs(beside) >= r + reach or along <= -r or along >= size + r:
        return count
    marks, filled = np.empty(9, dtype=np.float64), 0
    for level in (reach, -reach):
        if abs(level - beside) < r:
            turn = math.asin((level - beside) / r)
            marks[filled], marks[filled + 1] = turn % TURN, (math.pi - turn) % TURN
            filled += 2
    for level in (0.0, size):
        if abs(level - along) < r:
            turn = math.acos((level - along) / r)
            marks[filled], marks[filled + 1] = turn, TURN - turn
            filled += 2
    if filled == 0:
        if abs(beside) < reach and 0.0 < along < size:
            taken[count, 0], taken[count, 1] = 0.0, TURN
            return count + 1
        return count
    for n in range(1, filled):
        mark, at = marks[n], n
        while at > 0 and marks[at - 1] > mark:
            marks[at] = marks[at - 1]
            at -= 1
        marks[at] = mark
    marks[filled] = marks[0] + TURN
    bearing = math.atan2(ey, ex)
    for n in range(filled):
        low, high = marks[n], marks[n + 1]
        middle = (low + high) / 2
        if abs(beside + r * math.sin(middle)) < reach and 0.0 < along + r * math.cos(middle) < size:
            taken[count, 0], taken[count, 1] = low + bearing, high - low
            count += 1
    return count


def left_over(begin: float, sweep: float, taken: Floats, count: int) -> tuple[Floats, int]:
    """The sweep of a round without what is taken of it."""
    found = np.empty((2 * count + 1, 2), dtype=np.float64)
    if count == 0:
        found[0, 0], found[0, 1] = begin, sweep
        return found, 1
    if sweep >= TURN - 1e-12:
        begin, sweep = taken[0, 0] + taken[0, 1], TURN
    spans, filled = np.empty((2 * count, 2), dtype=np.float64), 0
    for n in range(count):
        width = taken[n, 1]
        if width >= TURN - 1e-12:
            return found, 0
        low = (taken[n, 0] - begin) % TURN
        filled = add_span(spans, filled, low, low + width)
        if low + width > TURN:
            filled = add_span(spans, filled, low - TURN, low + width - TURN)
    at, left = 0.0, 0
    for n in range(filled):
        if spans[n, 0] > sweep:
            break
        if spans[n, 0] > at:
            found[left, 0], found[left, 1] = begin + at, spans[n, 0] - at
            left += 1
        at = max(at, spans[n, 1])
    if at < sweep:
        found[left, 0], found[left, 1] = begin + at, sweep - at
        left += 1
    return found, left


def add_span(spans: Floats, count: int, low: float, high: float) -> int:
    """Put a span among others in order; how many that makes."""
    at = count
    while at > 0 and spans[at - 1, 0] > low:
        spans[at, 0], spans[at, 1] = spans[at - 1, 0], spans[at - 1, 1]
        at -= 1
    spans[at, 0], spans[at, 1] = low, high
    return count + 1


def longer(table: Floats) -> Floats:
    """A table with twice as many rows, the first of them the same."""
    found = np.empty((2 * table.shape[0], table.shape[1]), dtype=np.float64)
    for n in range(table.shape[0]):
        for column in range(table.shape[1]):
            found[n, column] = table[n, column]
    return found


def run_of(stretches: Floats, begin: int, end: int, turn: float, meet: float) -> float:
    """How many radians a way can go on round a round from a normal in a turn; negative where it is not free.

    The free stretches of the round are the rows from `begin` on, before `end`.
    """
    for n in range(begin, end):
        first, width = stretches[n, 0], stretches[n, 1]
        gone = (meet - first) % TURN
        if gone >= TURN - ANGLE:
            gone = 0.0
        if gone <= width + ANGLE:
            if width >= TURN:
                return float(width)
            return float(max(width - gone, 0.0) if turn > 0.0 else min(gone, width))
    return -1.0


CALLS = (
    off,
    is_free,
    is_clear,
    edges_block,
    free_stretches,
    off_board,
    by_disc,
    by_strip,
    left_over,
    add_span,
    longer,
    run_of,
)
"""Everything here that a kernel may call."""
