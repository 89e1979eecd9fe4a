"""How long the stretches of an oval's parallel curve are, by the angles of their outward normals.

The speed of an ellipse in its eccentric angle is smooth and periodic, so its Fourier series falls off like a geometric
one; it is summed to rounding. The curve `out` inches outside is longer by `out` for each radian of the normal.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from battlefield.geometry.parallels import Parallel
from battlefield.geometry.shapes import Oval

Floats = NDArray[np.float64]


def along(curve: Parallel, normals: Floats) -> Floats:
    """Inches along a parallel curve, counter-clockwise, to normals given as angles; whole turns left out.

    Along the sum of two ovals that is the sum of the lengths along both.
    """
    normals = np.mod(normals, 2 * math.pi)  # so that all that is added up jumps at the same normal
    found = curve.out * normals + _along(curve.oval, normals)
    return found + _along(curve.more, normals) if curve.more else found


def _along(oval: Oval, normals: Floats) -> Floats:
    mean, waves = _series(oval.a, oval.b)
    own = normals - math.atan2(oval.uy, oval.ux)
    c, s = np.cos(own), np.sin(own)
    # the eccentric angle runs along with the normal's: it is ahead of it, or behind, by less than a quarter turn
    t = own + np.arctan2(oval.b * s, oval.a * c) - np.arctan2(s, c)
    twice = 2.0 * np.arange(1, len(waves) + 1)
    found: Floats = mean * t + np.sin(np.multiply.outer(t, twice)) @ waves
    return found


def perimeter(curve: Parallel) -> float:
    """The length of the whole parallel curve, inches."""
    ovals = (curve.oval, curve.more) if curve.more else (curve.oval,)
    return 2 * math.pi * (curve.out + sum(_series(each.a, each.b)[0] for each in ovals))


@lru_cache(maxsize=256)
def _series(a: float, b: float) -> tuple[float, Floats]:
    """The mean speed, and what to multiply sin(2kt) with, k = 1, 2, …; right to rounding."""
    count = 64
    while True:
        t = np.arange(count) * (math.pi / count)  # the speed has the period pi
        waves = np.fft.rfft(np.hypot(a * np.sin(t), b * np.cos(t))).real / count
        if count >= 4096 or abs(waves[-4:]).max() < 1e-16 * waves[0]:
            break
        count *= 2
    size = len(waves) - 1
    used = int(np.flatnonzero(np.abs(waves) > 1e-17 * waves[0]).max(initial=0))
    used = min(max(used, 1), size)
    k = np.arange(1, used + 1)
    return float(waves[0]), 2.0 * waves[1 : used + 1] / (2.0 * k)
