"""`rules`: every rule and ruling, what it says, where from, and whether it is carried out."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from battlefield.catalogue import Rule, Ruling, lookup, rulings, sections
from battlefield.cli.judging import AsJson
from battlefield.cli.telling import BOLD, coloured, tell, tell_json
from battlefield.plain import written


def rules(
    name: Annotated[
        str | None, typer.Argument(help="a rule's slug or a ruling's id; all of them when left out")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Every rule and ruling, or one of them: statement, source, ruling, carried out or not yet.

    Example: battlefield rules artifact.expulsion.distance
    """
    if name is not None:
        found = lookup(name)
        if as_json:
            tell_json(written(found))
        else:
            _tell(found)
        return 0
    if as_json:
        tell_json({"rules": _all_rules(), "rulings": [written(each) for each in rulings().values()]})
        return 0
    for section, listed in sections().items():
        tell(coloured(section, BOLD))
        for rule in listed:
            tell(f"  {rule.slug:<42} {_state(rule)}")
    tell(coloured("Rulings", BOLD))
    for ruling in rulings().values():
        tell(f"  {ruling.id:<5} {_state(ruling):<13} {ruling.question}")
    return 0


def _all_rules() -> list[Any]:
    return [written(rule) for listed in sections().values() for rule in listed]


def _state(each: Rule | Ruling) -> str:
    return "carried out" if each.carried_out else "not yet"


def _tell(found: Rule | Ruling) -> None:
    if isinstance(found, Rule):
        tell(f"{coloured(found.slug, BOLD)}  ({_state(found)})")
        tell(f"  {found.statement}")
        tell(f"  Source: {found.source}")
        if found.ruling:
            tell(f"  Ruling: {found.ruling}")
        if found.see:
            tell(f"  See: {', '.join(found.see)}")
        return
    tell(f"{coloured(found.id, BOLD)}  ({_state(found)})  {found.question}")
    tell(f"  {found.ruling}")
    tell(f"  Why: {found.why}")
    if found.rules:
        tell(f"  Bears on: {', '.join(found.rules)}")


COMMANDS = {"rules": rules}
