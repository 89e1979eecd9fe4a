"""`new` and `schema`: a scenario to start from, and the shape of files for editors."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from battlefield.cli.telling import say, tell


def new(
    path: Annotated[Path | None, typer.Argument(help="the file to write; printed when left out")] = None,
) -> int:
    """Write a commented scenario to start from.

    Example: battlefield new my-battle.toml
    """
    from battlefield.scenario.starter import starter

    text = starter()
    if path is None:
        tell(text.rstrip("\n"))
        return 0
    _write_new(path, text)
    say(f"{path}: written; try: battlefield check {path}")
    return 0


class Kind(StrEnum):
    """The kinds of file that have a schema."""

    SCENARIO = "scenario"
    CAMPAIGN = "campaign"


def schema(
    path: Annotated[Path | None, typer.Argument(help="the file to write; printed when left out")] = None,
    of: Annotated[Kind, typer.Option(help="the kind of file")] = Kind.SCENARIO,
) -> int:
    """Print the JSON Schema of scenario files, or of campaign files, for editors.

    Example: battlefield schema scenario.schema.json
    """
    if of is Kind.CAMPAIGN:
        from battlefield.campaign.schema import json_schema
    else:
        from battlefield.scenario.schema import json_schema

    text = json.dumps(json_schema(), ensure_ascii=False, indent=2)
    if path is None:
        tell(text)
        return 0
    _write_new(path, text + "\n")
    say(f"{path}: written")
    return 0


def _write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet, whole or not at all."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise ValueError(f"{path}: there is such a file already; it is left as it is") from None


COMMANDS = {"new": new, "schema": schema}
