"""The top of a file, whatever kind of file it is: from its bytes to tables, and which keys it may have there.

Scenarios and campaigns are read by the same means and told off in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from battlefield.scenario.forms import plain_name
from battlefield.scenario.reader import fallen
from battlefield.scenario.report import Report
from battlefield.scenario.scenario import Fault, ScenarioError
from battlefield.scenario.syntax import MOST_BYTES, decoded, depth_fault, parsed
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import found, listed, nearest, quoted

_DEEPEST_HEADER = 4


def bytes_of(path: str | FilePath) -> bytes:
    """What a file holds, one byte more than is allowed at the most; ScenarioError when it cannot be read."""
    try:
        with FilePath(path).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ScenarioError((Fault(str(path), 1, 1, f"the file cannot be read: {reason}"),)) from None


def opened(text: str | bytes, name: str, number: int) -> tuple[Report, dict[str, Any]]:
    """The tables of a file's text, and a report to note their faults in; `number`: the format that is read.

    ScenarioError when it is no text, no TOML, nested too deep, or in another format: then its other faults are none.
    """
    try:
        raw = text.encode("utf-8") if isinstance(text, str) else bytes(text)
        plain = decoded(raw, name)
        tables = parsed(plain, name)
        deep = depth_fault(plain, name, tables)
    except UnicodeEncodeError as error:
        message = "the text holds half a character (a lone surrogate), so it cannot be UTF-8"
        before = str(text)[: error.start]
        line, column = before.count("\n") + 1, error.start - before.rfind("\n")
        raise ScenarioError((Fault(name, line, column, message),)) from None
    if deep is not None:
        raise ScenarioError((deep,))
    report = Report(name, plain)
    value = tables.get("format")
    if isinstance(value, int) and not isinstance(value, bool) and value != number:
        report.add(("format",), f"this program reads format = {number}; found {found(value)}")
        report.raise_if_faulty()
    return report, tables


def lift_fallen(report: Report, raw: dict[str, Any], falling: Iterable[str]) -> None:
    """Put keys of the top that fell into a table back where they belong, and say so.

    `falling`: keys that no table has, so that one found in a table has fallen into it.
    """
    keys = tuple(falling)
    for key in keys:
        for table, path in _headed(report, raw, keys):
            if key in table and key not in raw:
                report.add((*path, key), fallen(key, report.whereabouts.header(path), ""), key=True)
                raw[key] = table.pop(key)
                report.renamed[(key,)] = (*path, key)


def mend_top(report: Report, raw: dict[str, Any], keys: Sequence[str], kind: str) -> list[Any]:
    """Name every key that the top does not know; one that was mistyped is read as the one that was meant.

    `kind`: what the file is. Gives what could not be read at all.
    """
    lost: list[Any] = []
    for key in [each for each in raw if each not in keys]:
        meant = nearest(key, keys)
        said = f"; did you mean {meant}?" if meant else ""
        message = f"there is no key {quoted(key)} at the top of a {kind}{said} (allowed: {listed(keys)})"
        report.add((key,), message, key=True)
        value = raw.pop(key)
        known = raw.get(meant) if meant is not None else None
        if meant is not None and known is None:
            raw[meant] = value
            report.renamed[(meant,)] = (key,)
        elif meant is not None and isinstance(known, list) and isinstance(value, list):
            report.renamed |= {(meant, len(known) + n): (key, n) for n in range(len(value))}
            raw[meant] = known + value
        else:
            lost.append(value)
    return lost


def check_shapes(report: Report, raw: Mapping[str, Any], single: Iterable[str], several: Iterable[str]) -> None:
    """A list of tables takes double brackets, a table single ones."""
    for key in single:
        if key in raw and not isinstance(raw[key], dict):
            header = "[profiles.NAME]" if key == "profiles" else f"[{key}]"
            report.add((key,), f"{key} must be a table, in single brackets {header}; found {found(raw[key])}")
    for key in several:
        if key in raw and not isinstance(raw[key], list):
            report.add((key,), f"{key} must be a list of tables, in double brackets [[{key}]]; found {found(raw[key])}")


def list_of_tables(report: Report, value: Any, path: Path, name: str) -> Iterator[tuple[dict[str, Any], Path]]:
    """The tables of a list, each with its path; what is no table is a fault."""
    if not isinstance(value, list):
        return
    for index, each in enumerate(value):
        if isinstance(each, dict):
            yield each, (*path, index)
        else:
            report.add((*path, index), f"{name} must be a list of tables, [[{name}]]; found {found(each)}")


def names_within(value: Any, key: str = "name") -> Iterator[str]:
    """Every name that is given, by that key, in a part of a file, however deep."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            if isinstance(each.get(key), str):
                yield plain_name(each[key])
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each


def _headed(report: Report, raw: dict[str, Any], falling: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], Path]]:
    """Every table with a header, down to [[orders.expect]] and [units.models.1], that holds one of those keys."""
    waiting: list[tuple[Any, Path]] = [(value, (key,)) for key, value in raw.items()]
    while waiting:
        value, path = waiting.pop()
        if isinstance(value, list) and len(path) in (1, 3):
            waiting += [(each, (*path, index)) for index, each in enumerate(value)]
        elif isinstance(value, dict):
            if any(key in value for key in falling) and report.whereabouts.has_header(path):
                yield value, path
            if len(path) < _DEEPEST_HEADER:
                waiting += [(each, (*path, key)) for key, each in value.items()]
