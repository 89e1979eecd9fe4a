"""Changes to a file's bytes: what is named is replaced, nothing beside it.

Comments, order, spacing, line ends and a byte order mark stay as they are; a comment behind something that was changed
keeps its column while there is room.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from battlefield.figures import trimmed

MARK = b"\xef\xbb\xbf"
DECIMALS, EXACT_DECIMALS = 6, 9
"""How many decimals a figure is written with at the most, and one of a place that something was snapped to."""
MOST_SHORTER = 24
"""A comment stays behind what has become so much shorter, and leaves its column."""
_TO_COMMENT = re.compile(rb"""(?:[^"'#\n]|"(?:\\.|[^"\\\n])*"|'[^'\n]*')*?( +)(?=#)""")


class Patch(NamedTuple):
    """From which byte to which (left out) of the body a text takes the place of what stands there."""

    start: int
    stop: int
    text: str


def parted(raw: bytes) -> tuple[bytes, bytes]:
    """A file's byte order mark, if it has one, and its body."""
    return (MARK, raw[len(MARK) :]) if raw.startswith(MARK) else (b"", raw)


def patched(raw: bytes, patches: Iterable[Patch]) -> bytes:
    """The bytes of a file with its body changed; at one place patches stay in their order.

    ValueError when two of them overlap. Texts are given with "\\n", and get the line ends of the file.
    """
    mark, body = parted(raw)
    end = "\r\n" if body.partition(b"\n")[0].endswith(b"\r") else "\n"
    ordered = sorted(patches, key=lambda each: each[:2])
    made, at = [mark], 0
    for patch in sorted([*ordered, *_columns_kept(body, ordered)], key=lambda each: each[:2]):
        if patch.start < at:
            raise ValueError("two changes overlap")
        made += [body[at : patch.start], patch.text.replace("\n", end).encode("utf-8")]
        at = patch.stop
    return b"".join([*made, body[at:]])


def _columns_kept(body: bytes, patches: list[Patch]) -> Iterator[Patch]:
    """For each line on which something was changed, what keeps the comment behind it in its column."""
    for _, group in groupby(patches, key=lambda each: body.rfind(b"\n", 0, each.start)):
        on_line = list(group)
        if any("\n" in each.text or b"\n" in body[each.start : each.stop] for each in on_line):
            continue
        found = _TO_COMMENT.match(body, on_line[-1].stop)
        if found is None:
            continue
        longer = sum(len(each.text) - len(body[each.start : each.stop].decode("utf-8")) for each in on_line)
        start, stop = found.span(1)
        room = max(1, stop - start - longer)
        if room != stop - start and longer >= -MOST_SHORTER:
            yield Patch(start, stop, " " * room)


def toml_text(text: str) -> str:
    """A text as TOML has it, which is as JSON has it but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_figure(value: float, was: str = "", decimals: int = DECIMALS) -> str:
    """A figure as TOML has it, with no idle decimals; `was`: what it takes the place of.

    >>> toml_figure(12.5), toml_figure(3.0), toml_figure(3.0, was="7.0"), toml_figure(0.1 + 0.2)
    ('12.5', '3', '3.0', '0.3')
    """
    text = trimmed(value, decimals)
    return f"{text}.0" if was.endswith(".0") and "." not in text else text
