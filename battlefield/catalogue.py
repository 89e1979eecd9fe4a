"""Every rule and every ruling as data: what they say, where they come from, whether the program plays them yet.

The data lies in `battlefield/data/rules.toml` and `rulings.toml`. Importing this module reads nothing; `is_known` and
`digest` only scan the files, and each file is parsed once, when something in it is asked for.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

RULES, RULINGS = "rules.toml", "rulings.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule, named by its slug as in logs, tests and error messages ("artifact.drop").

    `section`: the title it is listed under. `source`: the text and, where one can be given, the line
    ("Relics of Old:25-28"), or "ruling" for what no text says. `system`: "core", "relics-of-old",
    "scrollhammer-relic" or "artefakty". `ruling`: the part that this project decides, None if the source fixes it all.
    `see`: ids of the rulings that refine it. `carried_out`: whether the program plays it yet.
    """

    slug: str
    section: str
    statement: str
    source: str
    system: str
    ruling: str | None = None
    see: tuple[str, ...] = ()
    carried_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One decision of a point that the sources leave open, named by its id ("C12").

    `question`, `ruling` and `why` are sentences; `rules` are the slugs of the rules that it bears on.
    """

    id: str
    section: str
    question: str
    ruling: str
    why: str
    rules: tuple[str, ...]
    carried_out: bool = False


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Rule]:
    """Every rule by its slug, in the order of the sections."""
    found = [Rule(section=section, see=tuple(row.pop("see")), **row) for section, row in _rows(RULES)]
    return MappingProxyType({rule.slug: rule for rule in found})


@lru_cache(maxsize=1)
def rulings() -> Mapping[str, Ruling]:
    """Every ruling by its id, A1 first."""
    found = [Ruling(section=section, rules=tuple(row.pop("rules")), **row) for section, row in _rows(RULINGS)]
    return MappingProxyType({ruling.id: ruling for ruling in found})


@lru_cache(maxsize=1)
def sections() -> Mapping[str, tuple[Rule, ...]]:
    """The rules under the title of their section, in the order in which they are listed."""
    titles = dict.fromkeys(rule.section for rule in rules().values())
    return MappingProxyType(
        {title: tuple(rule for rule in rules().values() if rule.section == title) for title in titles}
    )


def lookup(name: str) -> Rule | Ruling:
    """The rule of this slug or the ruling of this id ("c12" will do); a ValueError names the nearest ones otherwise.

    >>> lookup("artifact.drop").source
    'Relics of Old:25-28'
    >>> lookup("artifact.dorp")
    Traceback (most recent call last):
    ValueError: no rule or ruling is called 'artifact.dorp'; nearest: artifact.drop
    """
    if name in _names(RULES):
        return rules()[name]
    if name.upper() in _names(RULINGS):
        return rulings()[name.upper()]
    raise ValueError(f"no rule or ruling is called {name!r}; {_nearest(name)}")


def is_known(name: str) -> bool:
    """Whether this is the slug of a rule or the id of a ruling. Parses nothing."""
    return name in _names(RULES) or name in _names(RULINGS)


@lru_cache(maxsize=1)
def digest() -> str:
    """Sixteen hexadecimal digits that change with any change of the data: a log says which catalogue it was made by."""
    return hashlib.sha256(b"\0".join(_text(name).encode() for name in (RULES, RULINGS))).hexdigest()[:16]


def _nearest(name: str) -> str:
    from difflib import get_close_matches  # only a mistyped name pays for it

    below = [known for known in _names(RULES) if known.startswith(f"{name.rstrip('.*')}.")]
    if below:
        return f"{len(below)} rules begin so: {', '.join(below[:3])}{', …' if len(below) > 3 else ''}"
    known = {each.lower(): each for each in (*_names(RULES), *_names(RULINGS))}
    close = get_close_matches(name.lower(), known, cutoff=0.8) or get_close_matches(name.lower(), known)
    return f"nearest: {', '.join(known[each] for each in close)}" if close else "none has a name near it"


@lru_cache(maxsize=2)
def _text(name: str) -> str:
    from importlib.resources import files  # late, because it brings in tempfile and shutil

    return (files("battlefield") / "data" / name).read_text(encoding="utf-8")


@lru_cache(maxsize=2)
def _names(name: str) -> Mapping[str, None]:
    """The slugs or ids of a file, in its order: they stand first in their tables, each on a line of its own."""
    return dict.fromkeys(re.findall(r'^(?:slug|id) = "([^"]+)"$', _text(name), re.MULTILINE))


def _rows(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    import tomllib  # late, as above: to ask whether a name is known needs no parser

    for section, rows in tomllib.loads(_text(name)).items():
        for row in rows:
            yield section, row
