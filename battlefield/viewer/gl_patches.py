"""Which parts of a picture have to be drawn again when one scene follows another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import ceil, floor
from typing import NamedTuple

from arcade.gl import Geometry, Texture2D

from battlefield.viewer.drawing import Item, Rect
from battlefield.viewer.gl_runs import Bounds

Patch = tuple[int, int, int, int]
"""A rectangle of the picture in its own pixels: left, top, right, bottom."""

_MOST, _MANY = 4, 24
_COST = 4000
"""What a patch more costs, in pixels."""


@dataclass(slots=True)
class Built:
    """A layer on the graphics card. It keeps `items`, so that no other tuple takes their identity."""

    items: tuple[Item, ...]
    runs: list[tuple[int, Geometry, int]]
    edges: Texture2D | None
    covers: list[Bounds | None]
    bounds: Bounds | None


class Shown(NamedTuple):
    """A layer as it was drawn last: what of it, where, within which part of the picture, how opaque."""

    built: Built
    view: tuple[float, float, float]
    up: float
    within: Patch
    covers: Patch
    opacity: float

    @property
    def placed(self) -> tuple[object, ...]:
        """Everything but what is in it."""
        return self.view, self.within, self.opacity


def differing(old: Shown, new: Shown, density: float) -> list[Patch]:
    """What the items cover that only one of two versions of a layer has."""
    before, after = set(old.built.items), set(new.built.items)
    kept = before & after
    if [each for each in old.built.items if each in kept] != [each for each in new.built.items if each in kept]:
        return [old.covers, new.covers]
    parts = []
    for each in (old, new):
        for item, box in zip(each.built.items, each.built.covers, strict=True):
            if item not in kept:
                parts.append(met(patch_of(box, each.view, density), each.within))
    return parts


def merged(parts: Iterable[Patch]) -> list[Patch]:
    """Patches that do not overlap and cover all the parts; few of them."""
    out: list[Patch] = []
    for part in parts:
        if empty(part):
            continue
        apart = []
        for each in out:
            if _wasted(each, part) < _COST:
                part = _round_both(each, part)
            else:
                apart.append(each)
        out = [*apart, part]
        if len(out) > _MANY:
            out = [_round_all(out)]
    while len(out) > 1:
        a, b = min(combinations(out, 2), key=lambda pair: _wasted(*pair))
        if len(out) <= _MOST and _wasted(a, b) >= _COST and empty(met(a, b)):
            break
        out = [*(each for each in out if each not in (a, b)), _round_both(a, b)]
    if any(not empty(met(a, b)) for a, b in combinations(out, 2)):
        return [_round_all(out)]
    return out


def patch_of(bounds: Bounds | None, view: tuple[float, float, float], density: float) -> Patch:
    """The pixels that something covers, whose bounds are in pixels of its layer."""
    if bounds is None:
        return (0, 0, 0, 0)
    x, y, _ = view
    left, top, right, bottom = bounds
    return (
        floor((left + x) * density) - 1,
        floor((top + y) * density) - 1,
        ceil((right + x) * density) + 1,
        ceil((bottom + y) * density) + 1,
    )


def rounded(rect: Rect, density: float) -> Patch:
    """A rectangle of logical pixels in whole pixels."""
    left, top, right, bottom = (round(each * density) for each in (rect.x, rect.y, rect.right, rect.bottom))
    return left, top, right, bottom


def met(a: Patch, b: Patch) -> Patch:
    """What two patches share."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def empty(patch: Patch) -> bool:
    """Whether a patch has no pixel."""
    return patch[2] <= patch[0] or patch[3] <= patch[1]


def _round_both(a: Patch, b: Patch) -> Patch:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _round_all(patches: list[Patch]) -> Patch:
    left, top, right, bottom = zip(*patches, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _wasted(a: Patch, b: Patch) -> int:
    """How many pixels would be drawn for nothing if two patches were one; below 0 where they overlap."""
    return _size(_round_both(a, b)) - _size(a) - _size(b)


def _size(patch: Patch) -> int:
    return (patch[2] - patch[0]) * (patch[3] - patch[1])
