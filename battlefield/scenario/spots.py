"""Places as a file writes them, turned into the places that orders and set-ups hold."""

from __future__ import annotations

from typing import Any

from battlefield.orders.base import Grid, Near, Place, Spot


def place_of(entry: Any, elevation: float | None = None, of: str | None = None) -> Place:
    """One place; `elevation` is that of a point which gives none, `of` the name by which a neighbour is known."""
    if isinstance(entry, dict) and "from" in entry:
        return Near(of or entry["from"], entry["gap"], entry.get("bearing", 0.0), entry.get("facing"))
    point, facing = (entry["at"], entry.get("facing")) if isinstance(entry, dict) else (entry, None)
    x, y, *rest = point
    return Spot(x, y, rest[0] if rest else elevation, facing)


def is_grid(entry: Any) -> bool:
    """Whether an entry is a grid of places."""
    return isinstance(entry, dict) and "grid" in entry


def grid_of(entry: dict[str, Any], elevation: float | None = None, of: str | None = None) -> Grid:
    """A grid of places."""
    columns, rows = entry["grid"]
    return Grid(
        columns, rows, place_of(entry["first"], elevation, of), entry.get("gap", 0.0), entry.get("bearing", 0.0)
    )
