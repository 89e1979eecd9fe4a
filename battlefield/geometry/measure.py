"""The measures of the game: distance between footprints, what is within what, contact, overlap.

This is the one place to measure from: the questions about two footprints are answered by the modules it names, the
comparisons by the one tolerance it holds. Source rules: measure.within, measure.base_contact, measure.vertical.
"""

from __future__ import annotations

from battlefield.geometry.depth import Overlap, overlap
from battlefield.geometry.extent import area_of, bounds, centre, contains, radius_around, support
from battlefield.geometry.farthest import Farthest, farthest
from battlefield.geometry.nearest import Gap, gap, point_gap
from battlefield.geometry.outline import boundary, offset_outline
from battlefield.geometry.reach import reaches
from battlefield.geometry.shapes import Shape

__all__ = [
    "CONTACT",
    "TOLERANCE",
    "Farthest",
    "Gap",
    "Overlap",
    "area_of",
    "boundary",
    "bounds",
    "centre",
    "closer_than",
    "contains",
    "farthest",
    "gap",
    "more_than",
    "offset_outline",
    "overlap",
    "overlapping",
    "point_gap",
    "radius_around",
    "support",
    "touching",
    "vertical_gap",
    "within",
]

TOLERANCE = 1e-7
"""Inches by which a distance may pass its limit and still be within it."""
CONTACT = 0.01
"""Inches of horizontal gap, or of overlap, that still are base contact."""


def within(value: float, limit: float) -> bool:
    """Whether a distance is within a limit.

    >>> within(1.0 + 5e-8, 1.0), within(1.000001, 1.0)
    (True, False)
    """
    return value <= limit + TOLERANCE


def more_than(value: float, limit: float) -> bool:
    """Whether a distance is more than a limit: the negation of `within`."""
    return value > limit + TOLERANCE


def closer_than(a: Shape, b: Shape, d: float) -> bool:
    """Whether the gap of two footprints is within d: `within(gap(a, b).value, d)`, ended as soon as it is known."""
    return reaches(a, b, d + TOLERANCE)


def touching(horizontal: float, vertical: float) -> bool:
    """Whether two footprints this far apart are in base contact."""
    return within(horizontal, CONTACT) and within(vertical, 0.0)


def overlapping(depth: float) -> bool:
    """Whether footprints that are this deep in each other overlap, beyond what counts as contact."""
    return more_than(depth, CONTACT)


def vertical_gap(low_a: float, high_a: float, low_b: float, high_b: float) -> float:
    """The gap between two vertical extents in inches; 0 where they touch or overlap.

    >>> vertical_gap(0, 0, 3, 5)
    3.0
    """
    return float(max(low_a - high_b, low_b - high_a, 0.0))
