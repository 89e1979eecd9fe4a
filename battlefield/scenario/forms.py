"""The forms that values of a scenario file may have: numbers, names, places, areas, sizes of bases, tables of them.

They are schemas for pydantic's validator, written without its models: making those would take longer than all the rest
of reading a small file. Scalars are strict (no text for a number, no true for 1), numbers finite and bounded. Unions
are told apart by their form, so that one wrong letter is one fault. What names mean is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Protocol
from unicodedata import category, normalize

from pydantic_core import CoreSchema, SchemaValidator
from pydantic_core import core_schema as cs

LIMIT = 1e6
LONGEST_TEXT = 2000
LONGEST_NAME = 100
MOST_CORNERS = 1000
MOST_MODELS = 500
MOST_PARTS = 5000


class Sorter(Protocol):
    """Who reads a file: takes out of each table the keys that it cannot have."""

    def sort_out(self, kind: Table, data: dict[str, Any]) -> None:
        """Take strange keys out of a table, and remember them."""
        ...


class Table:
    """A kind of table: the keys that it must have and those that it may have. `free`: it may have others too."""

    def __init__(
        self,
        name: str,
        about: str,
        needed: Mapping[str, CoreSchema] | None = None,
        may: Mapping[str, CoreSchema] | None = None,
        *,
        free: bool = False,
    ) -> None:
        self.name = name
        self.about = about
        self.free = free
        self.fields = {key: (form, True) for key, form in (needed or {}).items()}
        self.fields |= {key: (form, False) for key, form in (may or {}).items()}
        fields = {key: cs.typed_dict_field(form, required=must) for key, (form, must) in self.fields.items()}
        described = {"pydantic_js_updates": {"title": name, "description": about}}
        form = cs.typed_dict_schema(fields, extra_behavior="allow" if free else "forbid", metadata=described)
        self.schema = cs.with_info_before_validator_function(self._sort_out, form)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that it may have, as they are written."""
        return tuple(self.fields)

    @cached_property
    def validator(self) -> SchemaValidator:
        """Checks a table of this kind."""
        return SchemaValidator(with_parts(self.schema))

    def _sort_out(self, data: Any, info: Any) -> Any:
        if info.context is not None and isinstance(data, dict):
            sorter: Sorter = info.context
            sorter.sort_out(self, data)
        return data


def described(form: CoreSchema, about: str, **more: Any) -> CoreSchema:
    """A form with words about it, for editors, and what else their schema is to say."""
    return {**form, "metadata": {"pydantic_js_updates": {"description": about, **more}}}


def list_of(form: CoreSchema, least: int = 0, most: int = MOST_PARTS) -> CoreSchema:
    """A list of so many parts."""
    return cs.list_schema(form, min_length=least, max_length=most)


def one_of(choices: Mapping[str, CoreSchema], tag: Callable[[Any], str | None], allowed: str) -> CoreSchema:
    """One of several forms, chosen by `tag`, which begins with "@"; `allowed` says what may stand here."""
    return cs.tagged_union_schema(dict(choices), tag, custom_error_type="form", custom_error_message=allowed)


def checked(form: CoreSchema, check: Callable[[Any], Any]) -> CoreSchema:
    """A form with a check of its own, whose ValueError says what is allowed."""
    return cs.no_info_after_validator_function(check, form)


def choice(*words: str) -> CoreSchema:
    """One of several words."""
    return cs.literal_schema(list(words))


def number(least: float = -LIMIT, most: float = LIMIT) -> CoreSchema:
    """A finite number; a whole one will do."""
    return cs.float_schema(strict=True, ge=least, le=most, allow_inf_nan=False)


def whole(least: int = 0, most: int = int(LIMIT)) -> CoreSchema:
    """A whole number."""
    return cs.int_schema(strict=True, ge=least, le=most)


NUMBER, LENGTH = number(), number(0)
EXTENT = cs.float_schema(strict=True, gt=0, le=LIMIT, allow_inf_nan=False)
WHOLE, COUNT, RANK, INTEGER = whole(), whole(1), whole(1, 1000), whole(-int(LIMIT))
FLAG = cs.bool_schema(strict=True)
TEXT = cs.str_schema(strict=True, max_length=LONGEST_TEXT)
POINT = list_of(NUMBER, 2, 2)
SPOT = list_of(NUMBER, 2, 3)
RING = list_of(POINT, 3, MOST_CORNERS)


def plain_name(text: str) -> str:
    """A name in the form in which names are compared (Unicode NFC)."""
    return normalize("NFC", text)


def _new_name(text: str) -> str:
    name = plain_name(text)
    if not name or name != name.strip():
        raise ValueError("a name that is not empty and neither begins nor ends with a space")
    if "/" in name:
        raise ValueError('a name without "/", which is how single models are written (Rangers/2)')
    if any(category(letter).startswith("C") for letter in name):
        raise ValueError("a name of letters, digits, signs and spaces, without control characters")
    return name


def _keyword(text: str) -> str:
    return plain_name(text.upper())


def _scalar(value: Any) -> Any:
    if isinstance(value, str):
        return plain_name(value)
    if isinstance(value, bool) or (isinstance(value, int | float) and abs(value) <= LIMIT):
        return value
    raise ValueError("a text, a finite number, true or false")


NAME = checked(cs.str_schema(strict=True, max_length=LONGEST_NAME), _new_name)
CALLED = checked(cs.str_schema(strict=True, max_length=2 * LONGEST_NAME), plain_name)
WORDS = checked(TEXT, plain_name)
KEYWORD = checked(cs.str_schema(strict=True, min_length=1, max_length=LONGEST_NAME), _keyword)
SCALAR = checked(cs.any_schema(), _scalar)


# --- places ---

NEAR = Table(
    "near",
    "A place by its gap: closest parts exactly `gap` apart, the centres on that bearing.",
    {"from": described(CALLED, "anything with a footprint"), "gap": described(LENGTH, "inches between closest parts")},
    {"bearing": described(NUMBER, "degrees, counter-clockwise from +x"), "facing": NUMBER},
)
TURNED = Table("turned", "A place with a facing of its own.", {"at": SPOT}, {"facing": NUMBER})


def _place_tag(value: Any) -> str | None:
    if isinstance(value, list):
        return "@point" if value else None
    if isinstance(value, dict):
        return "@turned" if "at" in value and "from" not in value else "@near"
    return None


_PLACES: dict[str, CoreSchema] = {"@point": SPOT, "@near": NEAR.schema, "@turned": TURNED.schema}
A_PLACE = "[x, y], [x, y, z] or { from = NAME, gap = inches, bearing = degrees }"
PLACE, PLACES, PATH = (cs.definition_reference_schema(name) for name in ("place", "places", "path"))
_SEVERAL = list_of(PLACE, 1, MOST_MODELS)
GRID = Table(
    "grid",
    "Places for a whole unit: columns to the right, rows up, turned by `bearing`.",
    {"grid": list_of(whole(1, 100), 2, 2), "first": PLACE},
    {"gap": LENGTH, "bearing": NUMBER},
)


def is_several(value: Any) -> bool:
    """Whether a list is one of places, not the numbers of one place."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], list | dict)


def _places_tag(value: Any) -> str | None:
    if is_several(value):
        return "@several"
    if isinstance(value, dict) and ("grid" in value or ("first" in value and "from" not in value)):
        return "@grid"
    return _place_tag(value)


def _path_tag(value: Any) -> str | None:
    return "@several" if is_several(value) else _place_tag(value)


SOME_PLACES = f"{A_PLACE}, a list of those, or {{ grid = [columns, rows], first = place, gap = inches }}"
A_PATH = "a list of places, the start left out: [[x, y], { at = [x, y], facing = degrees }, …]"


# --- areas ---

AREA = cs.definition_reference_schema("area")
AREAS = {
    "polygon": Table("polygon", "A simple polygon, with holes.", {"polygon": RING}, {"holes": list_of(RING)}),
    "rect": Table(
        "rect",
        "A rectangle by its lower left corner, turned about its centre: x, y, width, height.",
        {"rect": list_of(NUMBER, 4, 4)},
        {"angle": NUMBER},
    ),
    "circle": Table("circle", "A circle: x, y, radius.", {"circle": list_of(NUMBER, 3, 3)}),
    "line": Table(
        "line", "A line with a width, as a wall is drawn.", {"line": list_of(POINT, 2, MOST_CORNERS), "width": EXTENT}
    ),
    "union": Table("union", "Several areas together.", {"union": list_of(AREA, 1, MOST_CORNERS)}),
    "minus": Table("minus", "An area without another.", {"minus": list_of(AREA, 2, 2)}),
}


def _area_tag(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    for key in AREAS:
        if key in value:
            return f"@{key}"
    from difflib import get_close_matches  # only a mistyped area pays for it

    for key in value:
        for close in get_close_matches(key, AREAS, 1):
            return f"@{close}"
    by_other_key = {"holes": "@polygon", "angle": "@rect", "width": "@line"}
    return next((tag for key, tag in by_other_key.items() if key in value), None)


AN_AREA = (
    "an area: { polygon = [[x, y], …] }, { rect = [x, y, width, height] }, { circle = [x, y, radius] }, "
    "{ line = [[x, y], …], width = w }, { union = [area, …] } or { minus = [area, area] }"
)
_PARTS: dict[str, CoreSchema] = {
    "place": one_of(_PLACES, _place_tag, A_PLACE),
    "places": one_of({**_PLACES, "@several": _SEVERAL, "@grid": GRID.schema}, _places_tag, SOME_PLACES),
    "path": one_of({**_PLACES, "@several": _SEVERAL}, _path_tag, A_PATH),
    "area": one_of({f"@{key}": kind.schema for key, kind in AREAS.items()}, _area_tag, AN_AREA),
}


def with_parts(form: CoreSchema, **more: CoreSchema) -> CoreSchema:
    """A form together with the parts that others refer to by name: places, areas."""
    return cs.definitions_schema(form, [{**part, "ref": name} for name, part in {**_PARTS, **more}.items()])
