"""The root between two points of opposite sign."""

from __future__ import annotations

from collections.abc import Callable


def root(f: Callable[[float], float], low: float, high: float) -> float:
    """Where f, continuous and of opposite signs at `low` and `high`, is 0, to the last digits of a double.

    Inverse quadratic steps kept inside a bracket that shrinks (Chandrupatla). An end at which f is 0 is returned;
    with equal signs, the end at which f is closer to 0.
    """
    b, a = low, high
    fb, fa = f(b), f(a)
    if fb == 0.0:
        return b
    if fa == 0.0 or (fa > 0) == (fb > 0):
        return a if abs(fa) <= abs(fb) else b
    share = 0.5
    for _ in range(200):
        x = a + share * (b - a)
        fx = f(x)
        if (fx > 0) == (fa > 0):
            c, fc = a, fa
        else:
            c, fc, b, fb = b, fb, a, fa
        a, fa = x, fx
        closer = a if abs(fa) < abs(fb) else b
        slack = 4e-16 * (abs(closer) + 1e-3) / abs(b - c) if b != c else 1.0
        if slack > 0.5 or fa == 0.0:
            return closer
        xi, phi = (a - b) / (c - b), (fa - fb) / (fc - fb)
        if phi * phi < xi and (1 - phi) * (1 - phi) < 1 - xi:
            share = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        else:
            share = 0.5
        share = min(max(share, slack), 1 - slack)
    return a if abs(fa) < abs(fb) else b
