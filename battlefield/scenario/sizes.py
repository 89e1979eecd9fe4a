"""The sizes of bases and hulls as a scenario file writes them."""

from __future__ import annotations

import re
from typing import Any

from pydantic_core import core_schema as cs

from battlefield.geometry.shapes import MM_PER_INCH, Base, OvalBase, RoundBase, rectangle_hull
from battlefield.scenario.forms import LENGTH, MOST_CORNERS, POINT, Table, checked, list_of, one_of

LARGEST_BASE_MM = 10_000
_MILLIMETRES = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(?:x(\d{1,6}(?:\.\d{1,6})?))?mm", re.ASCII)
_INCHES = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)x(\d{1,6}(?:\.\d{1,6})?)in", re.ASCII)
A_BASE = '"32mm", "75x42mm", { hull = "7x4in", height = inches } or { hull = [[x, y], …], height = inches }'
A_HULL = '"7x4in" (length along the facing, width) or a list of corners [[x, y], …]'


def base_of(size: str) -> Base:
    """The base of a size such as "32mm" or "75x42mm" (the first number along the facing); ValueError for others.

    >>> base_of("50.8mm")
    RoundBase(radius=1.0)
    """
    found = _MILLIMETRES.fullmatch(size)
    if not found:
        raise ValueError('"32mm" or "75x42mm"')
    along, across = (float(part) for part in (found[1], found[2] or found[1]))
    if not min(along, across) > 0 or max(along, across) > LARGEST_BASE_MM:
        raise ValueError(f"a base of more than 0mm and at most {LARGEST_BASE_MM}mm")
    if along == across:
        return RoundBase(along / MM_PER_INCH / 2)
    return OvalBase(along / MM_PER_INCH / 2, across / MM_PER_INCH / 2)


def hull_of(size: str) -> Base:
    """The rectangular hull of a size such as "7x4in" (the first number along the facing); ValueError for others."""
    found = _INCHES.fullmatch(size)
    if not found or not min(float(found[1]), float(found[2])) > 0:
        raise ValueError(A_HULL)
    return rectangle_hull(float(found[1]), float(found[2]))


def _size(text: str) -> str:
    if _INCHES.fullmatch(text):
        raise ValueError(f'a base in millimetres; a hull in inches is written {{ hull = "{text}", height = inches }}')
    base_of(text)
    return text


def _hull_size(text: str) -> str:
    hull_of(text)
    return text


def _hull_tag(value: Any) -> str | None:
    return "@text" if isinstance(value, str) else "@list" if isinstance(value, list) else None


def _base_tag(value: Any) -> str | None:
    return "@text" if isinstance(value, str) else "@hull" if isinstance(value, dict) else None


_STRING = cs.str_schema(strict=True, max_length=40)
_HULL = one_of(
    {"@text": checked(_STRING, _hull_size), "@list": list_of(POINT, 3, MOST_CORNERS // 4)}, _hull_tag, A_HULL
)
HULL = Table(
    "hull",
    "A model that is measured to its hull: its outline in its own frame, +x along the facing.",
    {"hull": _HULL},
    {"height": LENGTH},
)
BASE = one_of({"@text": checked(_STRING, _size), "@hull": HULL.schema}, _base_tag, A_BASE)
