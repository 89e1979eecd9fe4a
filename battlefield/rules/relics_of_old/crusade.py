"""What Battle Honours and Artifacts add to the Crusade Points of a unit.

Source rule: artifact.crusade_points.
"""

from __future__ import annotations

FORTIFICATION, TITANIC = "FORTIFICATION", "TITANIC"


def honour_points(keywords: frozenset[str]) -> int:
    """The Crusade Points that one Battle Honour adds to a unit with these keywords."""
    return 2 if TITANIC in keywords else 1


def artifact_points(keywords: frozenset[str]) -> int:
    """The Crusade Points that one Artifact adds to a unit with these keywords: those of an honour, or none."""
    return 0 if FORTIFICATION in keywords else honour_points(keywords)
