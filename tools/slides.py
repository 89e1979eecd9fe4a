"""Random slides of every kind of footprint, judged exactly and by sampling: `python tools/slides.py [N]`.

A base slides along a path of one to three legs, turning at some of their ends, past another footprint. The sweep says
where it first overlaps it by more than the allowance; sampling the depth along the path, finely and refined where it is
greatest, must agree: found where it is found, and nothing before that.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from playing.trying import tried

from battlefield.geometry.measure import CONTACT, overlap, radius_around
from battlefield.geometry.motions import Motion, motions
from battlefield.geometry.shapes import Base, HullBase, OvalBase, Pose, RoundBase, rectangle_hull
from battlefield.geometry.sweep import Contact, first_overlap

SAMPLES, PASSES = 24, 4
FINE = 1e-6
FORK = HullBase(
    ((-1.5, -1.5), (2.0, -1.5), (2.0, -0.8), (-0.5, -0.8), (-0.5, 0.8), (2.0, 0.8), (2.0, 1.5), (-1.5, 1.5))
)


def slide(seed: int) -> tuple[Base, list[Pose], Base, Pose]:
    """A base, its path with the start, and what stands in the way or beside it; one in eight nearly grazes."""
    chance = Random(seed)
    base, other = _base(chance, 3), _base(chance, 4)
    there = Pose(0.0, 0.0, 0.0, chance.uniform(0, 360))
    facing, reach = chance.uniform(0, 360), 9.0
    turn = chance.uniform(0, math.tau)
    path = [Pose(reach * math.cos(turn), reach * math.sin(turn), 0.0, facing)]
    for _ in range(chance.choice((1, 1, 2, 3))):
        if chance.random() < 0.5:
            facing = chance.uniform(0, 360)
        turn += math.pi + chance.uniform(-0.6, 0.6)
        path.append(Pose(reach * math.cos(turn), reach * math.sin(turn), 0.0, facing))
    if seed % 8 == 0:
        path = _grazing(chance, base, path[:2], other, there)
    return base, path, other, there


def wrong(seed: int) -> str | None:
    """What the sweep gets wrong about a slide, in words; None when it is right."""
    base, path, other, there = slide(seed)
    shape = other.at(there)
    contact = first_overlap(base, path, shape, CONTACT)
    far = radius_around(base.at(Pose(0, 0)), (0.0, 0.0)) + radius_around(shape, there.point)

    def depth(pose: Pose) -> float:
        return 0.0 if math.hypot(pose.x, pose.y) > far else overlap(base.at(pose), shape).depth

    for motion in motions(path):
        last = 1.0 if contact is None else motion.share_of(contact.travelled, contact.turned)
        deepest = _greatest(partial(_depth_at, depth, motion), 0.0, last - 1e-9) if last > 1e-9 else 0.0
        if deepest > CONTACT + FINE:
            return f"slide {seed}: {deepest:.6f} in deep before {_where(contact)}, which the sweep does not say"
        if contact is not None and last < 1.0:
            break
    if contact is not None and depth(contact.pose) < CONTACT - FINE:
        return f"slide {seed}: at {_where(contact)} it is {depth(contact.pose):.6f} in deep, not {CONTACT}"
    return None


def _depth_at(depth: Callable[[Pose], float], motion: Motion, share: float) -> float:
    return depth(motion.at(share))


def _where(contact: Contact | None) -> str:
    if contact is None:
        return "its end"
    return f"{contact.travelled:.6f} in and {contact.turned:.6f} degrees"


def _base(chance: Random, kinds: int) -> Base:
    """A disc, an oval, a rectangle or, of four kinds, the fork."""
    kind = chance.randrange(kinds)
    if kind == 0:
        return RoundBase(chance.uniform(0.4, 2.6))
    if kind == 1:
        return OvalBase(chance.uniform(0.8, 3.4), chance.uniform(0.4, 2.2))
    if kind == 2:
        return rectangle_hull(chance.uniform(1, 7), chance.uniform(1, 4))
    return FORK


def _grazing(chance: Random, base: Base, path: list[Pose], other: Base, there: Pose) -> list[Pose]:
    """The leg shifted sideways so that it just grazes: an overlap of the allowance and a hair more or less."""
    (start, end), shape = path, other.at(there)
    size = math.hypot(end.x - start.x, end.y - start.y)
    across = (-(end.y - start.y) / size, (end.x - start.x) / size)

    def moved(by: float) -> list[Pose]:
        return [each._replace(x=each.x + by * across[0], y=each.y + by * across[1]) for each in path]

    low, high = 0.0, 12.0
    for _ in range(22):  # the sweep itself finds where to graze; whether it is right there is judged by the samples
        middle = (low + high) / 2
        low, high = (middle, high) if first_overlap(base, moved(middle), shape, CONTACT) else (low, middle)
    return moved(low + chance.choice((-1e-4, -1e-5, 1e-5, 1e-4)))


def _greatest(value: Callable[[float], float], low: float, high: float) -> float:
    """The greatest value over a stretch: sampled, then narrowed round the best sample."""
    best = 0.0
    for _ in range(PASSES):
        step = (high - low) / SAMPLES
        tried = [(low + index * step, value(low + index * step)) for index in range(SAMPLES + 1)]
        at, best = max(tried, key=lambda each: each[1])
        low, high = max(low, at - step), min(high, at + step)
        if best == 0.0:
            break
    return best


def main(arguments: list[str]) -> int:
    """Judge N slides (20,000 unless told) and say how many are wrong."""
    return tried(wrong, int(arguments[0]) if arguments else 20_000, "slides", 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
