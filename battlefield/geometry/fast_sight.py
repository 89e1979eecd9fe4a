"""A look from one footprint to another past screens, as a kernel that can be compiled; `look.py` says how it goes.

Bodies are rows of numbers, as in `fast_sides.py`: first the blockers', then those of either footprint. A blocker that
reaches into a footprint is left to the scalar kernel. Source rule: measure.visible.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from battlefield.geometry import fast_sides
from battlefield.geometry.columns import Floats, Indices
from battlefield.geometry.fast_sides import COUNT, FIRST, MX, MY, REACH, UY, Y, extent, lasting, part_bodies, sides_of
from battlefield.geometry.look import COMFORT, GRAZE, QUICK, SLOWLY, STEP, WIDE

CLEAR, BLOCKED, LEFT = 0, 1, 2
"""There is a gap; there is none; a blocker reaches into a footprint."""

Flags = NDArray[np.bool_]
Screens = tuple[Indices, Floats]
"""The rows of the bodies that may hide something, and for each two vectors that lines past it must run with."""


def look_past(
    rows: Floats, corners: Floats, blockers: int, ones: int
) -> tuple[int, int, int, float, float, float, Flags]:
    """The first gap between any body of the one and any of the other, quick looks before sweeps.

    So many rows are blockers, so many that follow are of the one footprint. Gives CLEAR, BLOCKED or LEFT, the rows of
    the two bodies, the angle and the offsets of the gap, and which blockers close what there is.
    """
    closing = np.zeros(blockers, dtype=np.bool_)
    for full in (False, True):
        for a in range(blockers, blockers + ones):
            for b in range(blockers + ones, len(rows)):
                state, screens = between(rows, corners, blockers, a, b)
                if state == LEFT:
                    return LEFT, a, b, 0.0, 0.0, 0.0, closing
                limits = turning_range(rows, corners, a, b)
                if full:
                    state, theta, low, high = sweep(rows, corners, screens, a, b, limits, closing)
                else:
                    theta, low, high = quick(rows, corners, screens, a, b, limits)
                    state = CLEAR if high - low > GRAZE else BLOCKED
                if state == CLEAR:
                    if high - low < COMFORT:
                        theta, low, high = widened(rows, corners, screens, a, b, limits, (theta, low, high))
                    return CLEAR, a, b, theta, low, high, closing
    return BLOCKED, 0, 0, 0.0, 0.0, 0.0, closing


def between(rows: Floats, corners: Floats, blockers: int, a: int, b: int) -> tuple[int, Screens]:
    """The blockers that may come between two bodies, with vectors to each and from each; LEFT where one overlaps."""
    which, ways = np.empty(blockers, dtype=np.intp), np.empty((blockers, 4), dtype=np.float64)
    count = 0
    dx, dy = rows[b, MX] - rows[a, MX], rows[b, MY] - rows[a, MY]
    half = max(rows[a, REACH], rows[b, REACH])
    for k in range(blockers):
        x, y = rows[k, MX] - rows[a, MX], rows[k, MY] - rows[a, MY]
        share = min(max((x * dx + y * dy) / (dx * dx + dy * dy), 0.0), 1.0)
        far = half + rows[k, REACH]
        if (share * dx - x) * (share * dx - x) + (share * dy - y) * (share * dy - y) > far * far:
            continue
        for side in range(2):
            end, other = (a, k) if side == 0 else (k, b)
            wx, wy = rows[other, MX] - rows[end, MX], rows[other, MY] - rows[end, MY]
            far = rows[end, REACH] + rows[other, REACH]
            if wx * wx + wy * wy <= far * far:
                apart, wx, wy = part_bodies(rows, corners, end, other)
                if not apart:
                    return LEFT, (which, ways)
            ways[count, 2 * side], ways[count, 2 * side + 1] = wx, wy
        which[count] = k
        count += 1
    return CLEAR, (which[:count], ways[:count])


def turning_range(rows: Floats, corners: Floats, a: int, b: int) -> tuple[float, float]:
    """The angles between which lines from the one body meet the other."""
    theta = math.atan2(rows[b, MY] - rows[a, MY], rows[b, MX] - rows[a, MX])
    turned_over, others = mirrored(rows, corners, a, b)
    return -closes(turned_over, others, 0, 1, -theta), closes(rows, corners, a, b, theta)


def mirrored(rows: Floats, corners: Floats, a: int, b: int) -> tuple[Floats, Floats]:
    """Two bodies mirrored at the x axis, as rows of their own."""
    found, others = np.empty((2, rows.shape[1]), dtype=np.float64), np.empty_like(corners)
    filled = 0
    for n in range(2):
        k = a if n == 0 else b
        for column in range(rows.shape[1]):
            found[n, column] = rows[k, column]
        found[n, Y], found[n, UY], found[n, MY], found[n, FIRST] = -rows[k, Y], -rows[k, UY], -rows[k, MY], filled
        first, count = int(rows[k, FIRST]), int(rows[k, COUNT])
        for at in range(first + count - 1, first - 1, -1):
            others[filled, 0], others[filled, 1] = corners[at, 0], -corners[at, 1]
            filled += 1
    return found, others


def closes(rows: Floats, corners: Floats, a: int, b: int, theta: float) -> float:
    """The last angle from theta on at which lines from one body meet the other, by more than GRAZE."""
    while True:
        _, left, until = sides_of(rows, corners, b, theta)
        right, _, turned = sides_of(rows, corners, a, theta)
        closed = lasting(rows, left, right, -GRAZE, theta)
        turned = min(turned, until)
        if closed <= turned:
            return closed
        theta = turned + STEP


def window(rows: Floats, corners: Floats, a: int, b: int, c: float, s: float) -> tuple[float, float]:
    """The offsets of the lines along (c, s) that meet both bodies."""
    low, high = extent(rows, corners, a, c, s)
    other_low, other_high = extent(rows, corners, b, c, s)
    return max(low, other_low), min(high, other_high)


def hidden(
    rows: Floats, corners: Floats, screens: Screens, c: float, s: float, low: float, high: float
) -> tuple[Floats, Indices, int]:
    """What the screens hide of the window, from the right: the offsets, the places of the screens, how many."""
    which, ways = screens
    spans, places = np.empty((len(which), 2), dtype=np.float64), np.empty(len(which), dtype=np.intp)
    count = 0
    for n in range(len(which)):
        if ways[n, 0] * c + ways[n, 1] * s <= 0.0 or ways[n, 2] * c + ways[n, 3] * s <= 0.0:
            continue
        right, left = extent(rows, corners, which[n], c, s)
        if right >= high or left <= low:
            continue
        at = count
        while at > 0 and (spans[at - 1, 0] > right or (spans[at - 1, 0] == right and spans[at - 1, 1] > left)):
            spans[at, 0], spans[at, 1], places[at] = spans[at - 1, 0], spans[at - 1, 1], places[at - 1]
            at -= 1
        spans[at, 0], spans[at, 1], places[at] = right, left, n
        count += 1
    return spans, places, count


def slit(
    rows: Floats, corners: Floats, screens: Screens, a: int, b: int, theta: float
) -> tuple[float, float, float, float]:
    """The widest gap at an angle, and the window; what there is of it is 0 or less where everything is hidden."""
    c, s = math.cos(theta), math.sin(theta)
    bottom, top = window(rows, corners, a, b, c, s)
    spans, _, count = hidden(rows, corners, screens, c, s, bottom, top)
    at, low, high = bottom, bottom, bottom
    for n in range(count):
        if spans[n, 0] - at > high - low:
            low, high = at, spans[n, 0]
        at = max(at, spans[n, 1])
    if top - at > high - low:
        low, high = at, top
    return low, high, bottom, top


def quick(
    rows: Floats, corners: Floats, screens: Screens, a: int, b: int, limits: tuple[float, float]
) -> tuple[float, float, float]:
    """The widest gap at a few angles, at once when one is wide."""
    first, last = limits
    best, best_low, best_high = first, 0.0, 0.0
    for share in QUICK:
        theta = first + share * (last - first)
        low, high, bottom, top = slit(rows, corners, screens, a, b, theta)
        if high - low > GRAZE and high - low > best_high - best_low:
            best, best_low, best_high = theta, low, high
            if high - low >= WIDE * (top - bottom):
                break
    return best, best_low, best_high


def widened(
    rows: Floats,
    corners: Floats,
    screens: Screens,
    a: int,
    b: int,
    limits: tuple[float, float],
    gap: tuple[float, float, float],
) -> tuple[float, float, float]:
    """A wider gap near by, if there is one."""
    first, last = limits
    theta, low, high = gap
    step = (last - first) / 8.0
    dx, dy = rows[b, MX] - rows[a, MX], rows[b, MY] - rows[a, MY]
    way = math.sqrt(dx * dx + dy * dy)
    while step * way > (high - low) / 4.0:
        found, found_low, found_high = theta, low, high
        for at in (theta - step, theta + step):
            if first < at < last:
                bottom, top, _, _ = slit(rows, corners, screens, a, b, at)
                if top - bottom > found_high - found_low:
                    found, found_low, found_high = at, bottom, top
        if found == theta:
            step /= 3.0
        theta, low, high = found, found_low, found_high
    return theta, low, high


def sweep(
    rows: Floats, corners: Floats, screens: Screens, a: int, b: int, limits: tuple[float, float], closing: Flags
) -> tuple[int, float, float, float]:
    """From one end of the range to the other: the first gap, or all that closes it."""
    theta, last = limits
    for count in range(1, 64 * SLOWLY):
        until = chain(rows, corners, screens, a, b, theta, closing)
        if until == -math.inf:
            low, high, _, _ = slit(rows, corners, screens, a, b, theta)
            return CLEAR, theta, low, high
        theta = max(until, theta) + STEP * 2.0 ** (count // SLOWLY)
        if theta >= last:
            break
    return BLOCKED, theta, 0.0, 0.0


def chain(rows: Floats, corners: Floats, screens: Screens, a: int, b: int, theta: float, closing: Flags) -> float:
    """Up to which angle screens that cover the window surely do; minus infinity when there is a gap."""
    which, ways = screens
    c, s = math.cos(theta), math.sin(theta)
    at, top = window(rows, corners, a, b, c, s)
    spans, places, count = hidden(rows, corners, screens, c, s, at, top)
    a_right, a_left, a_until = sides_of(rows, corners, a, theta)
    b_right, b_left, b_until = sides_of(rows, corners, b, theta)
    until, index, one, other, joined = min(a_until, b_until), 0, a_right, b_right, False
    while top - at > GRAZE:
        reach, best = at, -1
        while index < count and spans[index, 0] - at <= GRAZE:
            if spans[index, 1] > reach:
                reach, best = spans[index, 1], places[index]
            index += 1
        if best < 0:
            return -math.inf
        at = reach
        closing[which[best]] = True
        right, left, turned = sides_of(rows, corners, which[best], theta)
        link = lasting(rows, one, right, GRAZE, theta)
        if not joined:
            link = max(link, lasting(rows, other, right, GRAZE, theta))
        until, one, joined = min(until, turned, link, runs_with(ways, best, c, s, theta)), left, True
    link = max(lasting(rows, one, a_left, GRAZE, theta), lasting(rows, one, b_left, GRAZE, theta))
    if not joined:
        link = max(link, lasting(rows, other, a_left, GRAZE, theta), lasting(rows, other, b_left, GRAZE, theta))
    return min(until, link)


def runs_with(ways: Floats, n: int, c: float, s: float, theta: float) -> float:
    """Up to which angle lines run with both vectors of a screen."""
    x, y = ways[n, 0], ways[n, 1]
    until = theta + math.pi / 2 - math.atan2(x * s - y * c, x * c + y * s)
    x, y = ways[n, 2], ways[n, 3]
    return min(until, theta + math.pi / 2 - math.atan2(x * s - y * c, x * c + y * s))


CALLS = (
    between,
    turning_range,
    mirrored,
    closes,
    window,
    hidden,
    slit,
    quick,
    widened,
    sweep,
    chain,
    runs_with,
    *fast_sides.CALLS,
)
"""Everything that `look_past` calls."""
