"""Places for a token or a base: at a gap, on a line, nearest, beside a footprint, deepest inside. Import from here."""

from __future__ import annotations

from battlefield.geometry.beside import Kept, places_beside
from battlefield.geometry.bodies import Obstacle
from battlefield.geometry.deepest import centroid, deepest_point, holds_disc
from battlefield.geometry.free import NearestFree, nearest_free, nearest_free_to_shape
from battlefield.geometry.line_free import (
    Blocked,
    LinePlace,
    board_exit,
    first_at_gap,
    first_free,
    last_free,
    spans_near,
)
from battlefield.geometry.placing import at_gap, farthest_along
from battlefield.geometry.standoff import Away, Behind, Condition, meeting

__all__ = [
    "Away",
    "Behind",
    "Blocked",
    "Condition",
    "Kept",
    "LinePlace",
    "NearestFree",
    "Obstacle",
    "at_gap",
    "board_exit",
    "centroid",
    "deepest_point",
    "farthest_along",
    "first_at_gap",
    "first_free",
    "holds_disc",
    "last_free",
    "meeting",
    "nearest_free",
    "nearest_free_to_shape",
    "places_beside",
    "spans_near",
]
