"""Saying things: answers to standard output, talk to standard error, colour only on a terminal."""

from __future__ import annotations

import json
import os
import sys
from math import isinf
from typing import Any, TextIO

from battlefield.certificate import Certificate

SMALL = 1e-3
BOLD, RED, GREEN, YELLOW, DIM = "1", "31", "32", "33", "2"


def tell(text: str = "") -> None:
    """One line of the answer."""
    _write(sys.stdout, text)


def say(text: str) -> None:
    """One line of talk."""
    _write(sys.stderr, text)


def tell_json(value: Any) -> None:
    """The answer as JSON."""
    tell(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def coloured(text: str, code: str) -> str:
    """The text in a colour, where standard output is a terminal and NO_COLOR is not set."""
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        return f"\x1b[{code}m{text}\x1b[0m"
    return text


def figure(value: object) -> str:
    """A measure as people read it: inches to a millionth, the two parts of a pair with a slash."""
    if isinstance(value, tuple | list):
        return " / ".join(figure(part) for part in value)
    if isinstance(value, float) and isinf(value):
        return "infinite"
    if isinstance(value, float | int) and not isinstance(value, bool):
        text = f"{value:.6f}".rstrip("0").rstrip(".")
        return "0" if text in ("", "-0") else text
    return str(value)


def certificate_lines(claim: Certificate) -> list[str]:
    """A certificate in words: what was measured, the limit, the margin, the verdict, the rulings."""
    of = f"{claim.a} – {claim.b}" if claim.b is not None else claim.a
    first = f"{claim.rule}: {of}: {figure(claim.value)} in"
    if claim.limit is not None:
        first += f", limit {figure(claim.limit)} in, margin {signed(claim.margin)} in → {claim.verdict}"
    if claim.rulings:
        first += f"  [{', '.join(claim.rulings)}]"
    return [first, *(f"  {line}" for line in way_lines(claim))]


def way_lines(claim: Certificate) -> list[str]:
    """Round which corners of Walls, and through which open Hatchways, a way was measured; nothing of a straight one."""
    corners, through = claim.details.get("corners", ()), claim.details.get("through", ())
    lines = [f"round {', '.join(f'({x:.6f}, {y:.6f})' for x, y in corners)}"] if corners else []
    return [*lines, f"through {', '.join(through)}"] if through else lines


def signed(value: float | None) -> str:
    """A margin with its sign, to a billionth where it is small."""
    if value is None:
        return "?"
    if isinf(value):
        return "+infinite" if value > 0 else "-infinite"
    text = f"{value:+.9f}" if abs(value) < SMALL else f"{value:+.6f}"
    text = text.rstrip("0").rstrip(".")
    return "0" if text in ("+0", "-0") else text


def printable(text: str) -> str:
    """The text with control characters made visible, so that a file's names cannot drive the terminal."""
    return "".join(each if each.isprintable() or each == "\n" else f"\\x{ord(each):02x}" for each in text)


def _write(stream: TextIO, text: str) -> None:
    safe = text if "\x1b[" in text and stream.isatty() else printable(text)
    encoding: str = stream.encoding or "utf-8"
    stream.write(safe.encode(encoding, errors="replace").decode(encoding) + "\n")
    stream.flush()
