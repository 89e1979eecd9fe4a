"""Write docs/rules.md, every rule and ruling of the catalogue: `python tools/docs.py [--check]`.

With --check nothing is written; the exit code is 1 when the page is stale.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from battlefield.catalogue import Rule, Ruling, rulings, sections

HOME = Path(__file__).resolve().parent.parent
PAGE = HOME / "docs" / "rules.md"
OWN = "ruling"  # the source of a rule that no text says

HEAD = """\
# Rules and rulings

Every rule that the program knows, by the slug that logs, messages and tests name it by, and every ruling: a decision
of a point that the texts leave open. `battlefield rules SLUG` says the same on the command line.

This page is made from the catalogue (`battlefield/data/rules.toml` and `rulings.toml`) by `python tools/docs.py`:
change those, not this. [SOURCE.md](../battlefield/data/SOURCE.md) names the texts; a number behind one is a line of the
copy worked from. What is *carried out* is played by the program; what is *not yet* is known by name only.
"""


def page() -> str:
    """The whole page as the catalogue makes it now."""
    return "\n".join([HEAD, *_contents(), *_rules(), *_rulings()])


def _contents() -> Iterator[str]:
    yield "| section | carried out | of |"
    yield "| --- | ---: | ---: |"
    for title, listed in sections().items():
        yield _row(title, listed)
    for title, decided in _decided().items():
        yield _row(title, decided)
    yield ""


def _row(title: str, listed: Sequence[Rule | Ruling]) -> str:
    return f"| [{title}](#{anchor(title)}) | {sum(each.carried_out for each in listed)} | {len(listed)} |"


def _rules() -> Iterator[str]:
    for title, listed in sections().items():
        yield f"## {title}\n"
        for rule in listed:
            yield f'### <a id="{rule.slug}"></a>`{rule.slug}`\n'
            source = "decided by this project" if rule.source == OWN else rule.source
            yield f"*{_state(rule)}* · {source}" + (f" · see {_links(rule.see)}" if rule.see else "") + "\n"
            yield f"{_plain(rule.statement)}\n"
            if rule.ruling:
                yield f"Ruling: {_plain(rule.ruling)}\n"


def _rulings() -> Iterator[str]:
    for title, decided in _decided().items():
        yield f"## {title}\n"
        for ruling in decided:
            yield f'### <a id="{ruling.id}"></a>{ruling.id}. {_plain(ruling.question)}\n'
            bears = f" · bears on {_links(ruling.rules)}" if ruling.rules else ""
            yield f"*{_state(ruling)}*{bears}\n"
            yield f"{_plain(ruling.ruling)}\n"
            yield f"Why: {_plain(ruling.why)}\n"


def _decided() -> Mapping[str, list[Ruling]]:
    """The rulings under the heading of their section."""
    found: dict[str, list[Ruling]] = {}
    for ruling in rulings().values():
        found.setdefault(f"Rulings: {ruling.section}", []).append(ruling)
    return found


def _state(each: Rule | Ruling) -> str:
    return "carried out" if each.carried_out else "not yet"


def _links(names: Iterable[str]) -> str:
    return ", ".join(f"[{name}](#{name})" for name in names)


def anchor(title: str) -> str:
    """The name by which a heading is linked to, as the common Markdown viewers make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _plain(text: str) -> str:
    """The sentence with what Markdown would take for its own made harmless."""
    return re.sub(r"([*_<\[|`])", r"\\\1", text)


def main(arguments: list[str]) -> int:
    """Write the page where it is stale, or only say so."""
    fresh = page()
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == fresh:
        return 0
    name = PAGE.relative_to(HOME)
    if "--check" in arguments:
        print(f"{name} is stale: python tools/docs.py writes it anew")
        return 1
    PAGE.write_text(fresh, encoding="utf-8", newline="\n")
    print(f"{name}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
