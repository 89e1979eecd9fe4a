"""The JSON Schema of a campaign file, for editors: from the same forms by which files are read."""

from __future__ import annotations

from typing import Any

from battlefield.campaign.entries import HEAD, LISTS
from battlefield.scenario.forms import list_of, with_parts
from battlefield.scenario.schema import file_form, schema_of


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a campaign file."""
    tables = {key: list_of(table.schema, most=1_000_000) for key, table in LISTS.items()}
    return schema_of("campaign", with_parts(file_form(HEAD, tables)))
