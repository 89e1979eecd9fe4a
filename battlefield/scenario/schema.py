"""The JSON Schema of a scenario file, for editors: from the same forms by which files are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_core import CoreSchema
from pydantic_core import core_schema as cs

from battlefield.scenario.document import MANY, ONE
from battlefield.scenario.entries import HEAD, PROFILE
from battlefield.scenario.forms import TEXT, Table, list_of, with_parts
from battlefield.scenario.ground import default_ranges
from battlefield.scenario.order_entries import LATER_ORDERS, ORDERS
from battlefield.scenario.questions import QUESTIONS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_EXPECTATION = cs.definition_reference_schema("expectation")
LATER = "not carried out yet"


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file, for editors that check TOML against one."""
    return schema_of("scenario", with_parts(_document(), expectation=_expectation()))


def schema_of(kind: str, form: CoreSchema) -> dict[str, Any]:
    """The JSON Schema of a kind of file, of that form."""
    from pydantic.json_schema import GenerateJsonSchema  # late: reading a file needs none of it

    made = GenerateJsonSchema(ref_template="#/$defs/{model}").generate(form)
    made["title"], made["description"] = f"battlefield {kind}", f"A {kind} for battlefield: see its documentation."
    return {"$schema": DIALECT, **made}


def file_form(head: Table, tables: Mapping[str, CoreSchema]) -> CoreSchema:
    """The form of a whole file: what stands at its top, and its tables."""
    fields = {key: cs.typed_dict_field(form, required=must) for key, (form, must) in head.fields.items()}
    fields |= {key: cs.typed_dict_field(form, required=False) for key, form in tables.items()}
    return cs.typed_dict_schema(fields, extra_behavior="forbid")


def _document() -> CoreSchema:
    tables: dict[str, CoreSchema] = {key: table.schema for key, table in ONE.items()}
    tables |= {key: list_of(table.schema, most=1_000_000) for key, table in MANY.items()}
    tables["profiles"] = cs.dict_schema(cs.str_schema(), PROFILE.schema)
    tables["ranges"] = _ranges()
    tables["orders"] = list_of(cs.union_schema([*_orders()]), most=1_000_000)
    tables["expect"] = list_of(_EXPECTATION, most=1_000_000)
    tables["deployment"] = TEXT
    return file_form(HEAD, tables)


def _orders() -> Iterable[CoreSchema]:
    expect = list_of(_EXPECTATION, most=1_000_000)
    for name, (_, table) in ORDERS.items():
        needed = {key: form for key, (form, must) in table.fields.items() if must}
        may = {key: form for key, (form, must) in table.fields.items() if not must}
        yield Table(name, table.about, needed, {**may, "expect": expect}).schema
    words = cs.literal_schema(list(LATER_ORDERS))
    yield Table("later", f"Orders that are {LATER}.", {"do": words}, {}, free=True).schema


def _expectation() -> CoreSchema:
    return cs.union_schema([table.schema for table in QUESTIONS.values()])


def _ranges() -> CoreSchema:
    forms = {True: list_of(cs.float_schema(ge=0), 2, 2), False: cs.float_schema(ge=0)}
    return Table(
        "ranges",
        "Distances in inches; a pair is horizontal, vertical.",
        {},
        {name: forms[isinstance(value, tuple)] for name, value in default_ranges(boarding=True).items()},
    ).schema
