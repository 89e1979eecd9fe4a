"""The results as a page of Markdown: ratios first, since times are of one machine."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from datetime import date
from importlib.metadata import version

from benchmarks.timing import Result, Row

HEAD = """\
# How fast it is, beside what

Every job is done in several ways in one run, in turns, on one thread; the least processor time of each way counts. The
ratio says how many times as long a way takes as the first one: above 1, battlefield is faster. The first one is what a
plain install does; ways named `[fast]` are compiled by numba, before they are measured, and a second ratio is to the
best of them. Times are those of the machine that wrote this page; only the ratios mean something on yours.

Written by `python tools/bench.py --write`; the jobs are in `tools/benchmarks/`.
"""
PACKAGES = ("numpy", "shapely", "numba")


def page(results: Sequence[Result], before: str = "") -> str:
    """The whole page; sections of the page as it was `before` stay where there is no result of that title."""
    _, *old = before.split("\n## ")
    kept = {text.partition("\n")[0]: text.rstrip("\n") + "\n" for text in old}
    kept |= {result.title: "\n".join(section(result))[len("## ") :] for result in results}
    return "\n".join([HEAD, stamp(), "", *(f"## {text}" for text in kept.values())])


def stamp() -> str:
    """When it was measured, and with what."""
    packages = ", ".join(f"{name} {found}" for name in PACKAGES if (found := _version(name)))
    return (
        f"Measured {date.today().isoformat()} with Python {platform.python_version()}, {packages}, {platform.system()}."
    )


def section(result: Result) -> Iterator[str]:
    """One job: its table and what else was seen."""
    yield f"## {result.title}"
    yield ""
    if result.setting:
        yield result.setting
        yield ""
    if not result.rows:
        return
    bases = [result.rows[0], *(row for row in result.rows if row.name == result.beside)]
    heads = ["ratio", "to `[fast]`"][: len(bases)]
    yield f"| way | {' | '.join(heads)} | time | |"
    yield f"| --- |{' ---: |' * len(bases)} ---: | --- |"
    for row in result.rows:
        ratios = " | ".join(_ratio(row, base) for base in bases)
        yield f"| {row.name} | {ratios} | {_time(row.seconds)} | {row.note} |"
    yield ""
    for remark in result.remarks:
        yield remark
        yield ""


def _ratio(row: Row, first: Row) -> str:
    if row is first:
        return "1"
    ratio = row.seconds / first.seconds
    return f"{ratio:,.0f}" if ratio >= 20 else f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}"


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _version(name: str) -> str | None:
    try:
        return version(name)
    except ImportError:
        return None
