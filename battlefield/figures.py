"""How figures are written in words: as few decimals as say what is meant."""

from __future__ import annotations

from math import isinf

from battlefield.certificate import Certificate

ROUNDING = 1e-8
"""Inches of less than which a figure may be beside what it is, since places are kept to a billionth of an inch."""


def trimmed(value: float, digits: int = 6) -> str:
    """A figure with at most so many decimals, none of them an idle nought.

    >>> trimmed(0.5), trimmed(6.0), trimmed(-1e-9)
    ('0.5', '6', '0')
    """
    if isinf(value):
        return "∞" if value > 0 else "-∞"
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def telling(value: float, limit: float | None, least: int = 3) -> str:
    """A figure with as few decimals, though no fewer than `least`, as tell it from a limit that it is not.

    >>> telling(9.0, 9.0), telling(9.000001, 9.0), telling(0.31023622, 1.0), telling(5.999999999, 6.0)
    ('9', '9.000001', '0.31', '6')
    """
    digits = least
    while limit is not None and digits < 9 and abs(value - limit) >= ROUNDING and _same(value, limit, digits):
        digits += 1
    return trimmed(value, digits)


def _same(value: float, limit: float, digits: int) -> bool:
    return trimmed(value, digits) == trimmed(limit, digits)


def measured(claim: Certificate) -> str:
    """What was measured, the gap in plan of a pair, with as many decimals as tell it from the limit.

    >>> measured(Certificate(rule="move.length", measure="length", a="A", value=6.000001, limit=6.0))
    '6.000001'
    """
    value = claim.value[0] if isinstance(claim.value, tuple) else claim.value
    limit = claim.limit[0] if isinstance(claim.limit, tuple) else claim.limit
    return telling(value, limit, 6)
