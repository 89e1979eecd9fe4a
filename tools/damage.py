"""Read damaged scenarios and campaigns and see that each is either read or refused in good order.

    python tools/damage.py [-n 200] [--seed 0] [FILE …]

Every file is made from a good one (the shipped scenarios and campaigns and the starter, unless FILEs are given):
letters, lines or half of it lost, units, names, numbers, types and traits wrong, nested too deep, too large, no UTF-8,
no TOML. It is read as a scenario, and checked where it can be read; it is read as a campaign, and a battle entered
where it can be. Reported are: a traceback, a fault without FILE:LINE:COLUMN, a file written, a line of a campaign gone,
a file that took long. The same seed makes the same files.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from battlefield.campaign.judged import judged
from battlefield.campaign.ledger import Fought
from battlefield.campaign.reading import loads as read_campaign
from battlefield.campaign.rewriting import rewritten
from battlefield.check import check
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import ScenarioError
from battlefield.scenario.starter import starter

HOME = Path(__file__).resolve().parent.parent
NAME = "damaged.toml"
PLACED = re.compile(rf"{re.escape(NAME)}:[1-9]\d*:[1-9]\d*: \S")
SLOW = 10.0
MOST_BYTES = 1 << 20

Damage = Callable[[random.Random, str], str | bytes]


# --- ways to spoil a file -----------------------------------------------------------------------------------------


def _without_letter(chance: random.Random, text: str) -> str:
    at = chance.randrange(len(text))
    return text[:at] + text[at + 1 :]


def _other_letter(chance: random.Random, text: str) -> str:
    at = chance.randrange(len(text))
    return text[:at] + chance.choice('abcxyz01.,"[]{}=#\n\\\tżé€') + text[at + 1 :]


def _letters_swapped(chance: random.Random, text: str) -> str:
    at = chance.randrange(len(text) - 1)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _without_line(chance: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return "".join(lines)


def _line_twice(chance: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    return "".join([*lines[: at + 1], *lines[at:]])


def _lines_swapped(chance: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return "".join(lines)


def _half(chance: random.Random, text: str) -> str:
    middle = len(text) // 2 + chance.randrange(-40, 40)
    return text[:middle] if chance.random() < 0.5 else text[middle:]


def _one_replaced(pattern: str, others: Sequence[str]) -> Damage:
    """Put something else in the place of one thing that is found."""

    def spoil(chance: random.Random, text: str) -> str:
        found = list(re.finditer(pattern, text))
        if not found:
            return _other_letter(chance, text)
        at = chance.choice(found)
        return text[: at.start()] + chance.choice(others) + text[at.end() :]

    return spoil


def _key_misspelt(chance: random.Random, text: str) -> str:
    found = list(re.finditer(r"(?m)^\[*([a-z_]{3,})", text))
    at = chance.choice(found)
    word = at[1]
    letter = chance.randrange(len(word))
    spoilt = chance.choice([word[:letter] + word[letter + 1 :], word[:letter] + "x" + word[letter:], word[::-1]])
    return text[: at.start(1)] + spoilt + text[at.end(1) :]


def _text_misspelt(chance: random.Random, text: str) -> str:
    found = list(re.finditer(r'"([^"\n]{2,})"', text))
    at = chance.choice(found)
    word, letter = at[1], chance.randrange(len(at[1]))
    spoilt = chance.choice([word[:letter] + word[letter + 1 :], word[:letter] + "q" + word[letter:], word.upper(), ""])
    return text[: at.start(1)] + spoilt + text[at.end(1) :]


def _nested(chance: random.Random, text: str) -> str:
    deep = chance.choice([70, 600, 5000, 100_000])
    kind = chance.randrange(4)
    if kind == 0:
        return f"{text}\n[zz]\nz = {'[' * deep}{']' * deep}\n"
    if kind == 1:
        return f"{text}\n[zz]\nz = {'{ a = ' * deep}1{' }' * deep}\n"
    if kind == 2:
        return f"{text}\n[zz]\n{'.'.join('a' * deep)} = 1\n"
    deep = min(deep, 5000)
    area = "{ union = [" * deep + "{ circle = [1, 1, 1] }" + "] }" * deep
    return f'{text}\n[[terrain]]\nname = "Deep"\narea = {area}\n'


def _too_large(chance: random.Random, text: str) -> str:
    return text + chance.choice(["#", " ", "\n", 'x = "', "[["]) * (MOST_BYTES - len(text.encode()) + 1)


def _many(chance: random.Random, text: str) -> str:
    line = chance.choice(["[[units]]\n", "[[orders]]\n", "[[expect]]\n", "[[terrain]]\nname = 1\n", "a = .5\n"])
    return text + line * 3000


def _not_utf8(chance: random.Random, text: str) -> bytes:
    raw = text.encode()
    at = chance.randrange(len(raw))
    return raw[:at] + chance.choice([b"\xff", b"\xc3", b"\x80", b"\0", b"\xed\xa0\x80"]) + raw[at:]


def _utf16(chance: random.Random, text: str) -> bytes:
    return text.encode(chance.choice(["utf-16", "utf-16-le", "utf-32"]))


def _no_toml(chance: random.Random, text: str) -> str:
    return chance.choice(
        ["", "\n", '{"format": 1}', "<xml/>", "format: 1\n", "just words", text.replace("=", ":"), "["]
    )


def _rubbish(chance: random.Random, _text: str) -> bytes:
    return chance.randbytes(chance.randrange(1, 4000))


_NUMBER = r"(?<=[ \[])-?\d+(?:\.\d+)?(?=[,\]\s])"
DAMAGES: tuple[Damage, ...] = (
    _without_letter,
    _other_letter,
    _letters_swapped,
    _without_line,
    _line_twice,
    _lines_swapped,
    _half,
    _key_misspelt,
    _text_misspelt,
    _one_replaced(
        _NUMBER, ["inf", "-nan", "1e999", "-1", "0", "1e7", "9" * 5000, "0x" + "f" * 5000, ".5", "5.", "007"]
    ),
    _one_replaced(_NUMBER, ['"3"', "true", "[]", "{}", "[1, 2]", "{ a = 1 }", "2020-01-01", "12:00:00", "", "1.5"]),
    _one_replaced(
        r'"[^"\n]*"', ["3", "false", "[]", '["a"]', "{ a = 1 }", '""', '"a/b"', '"a\\nb"', "Red", '"' + "x" * 900]
    ),
    _one_replaced(r"\d+mm", ["0mm", "32cm", "32 mm", "mm", "32", "1e3mm", "-5mm", "99999mm", "3x4x5mm", "7x4in"]),
    _one_replaced(
        r'"(?:unstable|impassable|cover|obscuring|difficult|wall)"', ['"unstabel"', '"ice"', "7", '["cover"]']
    ),
    _one_replaced(
        r"\[\d+, \d+\]", ["[1]", "[1, 2, 3, 4]", "[[1, 2]]", "[1 2]", "[1, 2", "{ from = 1 }", "{ x = 1, y = 2 }"]
    ),
    _one_replaced(r"\[\[(\w+)\]\]", ["[units]", "[[board]]", "[orders]", "[[units]", "[units]]", "[[units.models]]"]),
    _one_replaced(r"\{ ", ["{\n", "{ , ", "{ a = 1, a = 2, ", "{{ "]),
    _one_replaced(r" \}", [", }", "", "\n}", " }}"]),
    _nested,
    _too_large,
    _many,
    _not_utf8,
    _utf16,
    _no_toml,
    _rubbish,
)


# --- reading them -------------------------------------------------------------------------------------------------


def good_texts(files: Sequence[Path]) -> list[str]:
    """The texts that are spoilt."""
    return [starter(), *(path.read_text(encoding="utf-8") for path in files)]


def damaged(texts: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """So many spoilt files, each with the name of its damage; every kind of damage in turn, some of them two."""
    chance = random.Random(seed)
    for number in range(count):
        damage = DAMAGES[number % len(DAMAGES)]
        spoilt = damage(chance, chance.choice(texts))
        if isinstance(spoilt, str) and 2 < len(spoilt) < 100_000 and chance.random() < 0.3:
            spoilt = chance.choice(DAMAGES[:7])(chance, spoilt)
        raw = spoilt.encode("utf-8") if isinstance(spoilt, str) else spoilt
        yield f"{number} ({damage.__name__.strip('_')})", raw


def complaints(raw: bytes) -> tuple[str, list[str]]:
    """What became of a file (read, refused, unusable orders), and everything that should not have happened."""
    began = time.monotonic()
    wrong: list[str] = []
    try:
        with _Watch() as watch:
            what = _read(raw, wrong)
        wrong += [f"wrote {path}" for path in watch.written]
    except Exception:
        what = "fell over"
        wrong.append(traceback.format_exc())
    if time.monotonic() - began > SLOW:
        wrong.append(f"took {time.monotonic() - began:.1f} s")
    return what, wrong


def _read(raw: bytes, wrong: list[str]) -> str:
    """What becomes of a file as a scenario and as a campaign."""
    as_campaign = _read_campaign(raw, wrong)
    as_scenario = _read_scenario(raw, wrong)
    return as_scenario if as_campaign == "refused" else as_campaign


def _read_campaign(raw: bytes, wrong: list[str]) -> str:
    try:
        campaign = read_campaign(raw, NAME)
    except ScenarioError as error:
        wrong += _unplaced(error)
        return "refused"
    wrong += [f"a finding without a place: {each}" for each in judged(campaign) if each.at.line < 1]
    now = replace(campaign, battles=(*campaign.battles, Fought("f" * 16, 'A "title"', "a.jsonl", ("a", "b"))))
    try:
        made = rewritten(raw, campaign, now)
    except ValueError as error:
        wrong.append(f"a battle cannot be entered: {error}")
    else:
        kept = made.replace(b"\r\n", b"\n").splitlines()
        wrong += [f"the line {line!r} is gone" for line in raw.splitlines() if line not in kept]
    return "read as a campaign"


def _unplaced(error: ScenarioError) -> list[str]:
    """The faults of a file without a place."""
    if not error.faults:
        return ["refused without a fault"]
    return [f"no place: {line!r}" for line in str(error).split("\n") if not PLACED.match(line)]


def _read_scenario(raw: bytes, wrong: list[str]) -> str:
    what = "refused"
    try:
        scenario = loads(raw, NAME)
        what = "read, but its orders cannot be carried out"
        report = check(scenario)
        what = "read"
        wrong += [f"a finding without a place: {each}" for each in report.findings if each.at.line < 1]
    except ScenarioError as error:
        wrong += _unplaced(error)
    return what


class _Watch:
    """Sees which files are opened for writing, or made or moved, while it is on."""

    _on: list[_Watch] = []  # noqa: RUF012 - one audit hook serves every watch, and cannot be taken off
    _hooked = False

    def __init__(self) -> None:
        self.written: list[str] = []

    def __enter__(self) -> _Watch:
        if not _Watch._hooked:
            sys.addaudithook(_Watch._hear)
            _Watch._hooked = True
        _Watch._on.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _Watch._on.remove(self)

    @staticmethod
    def _hear(event: str, arguments: tuple[Any, ...]) -> None:
        if not _Watch._on or event not in ("open", "os.mkdir", "os.rename", "os.remove", "os.symlink"):
            return
        path = str(arguments[0])
        writing = event != "open" or bool(int(arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        if writing and "__pycache__" not in path and not path.startswith("/dev/"):
            _Watch._on[-1].written.append(path)


def main(argv: Sequence[str]) -> int:
    """Spoil, read, report; 0 only if nothing happened that should not."""
    parser = argparse.ArgumentParser(prog="damage.py", description="Read damaged scenarios.", allow_abbrev=False)
    parser.add_argument("-n", type=int, default=200, metavar="N", help="how many (200)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="make other ones (0)")
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="good scenarios to spoil (the shipped ones)"
    )
    options = parser.parse_args(argv)
    files = options.files or sorted((HOME / "scenarios").rglob("*.toml"))
    counts: dict[str, int] = {}
    bad = 0
    for name, raw in damaged(good_texts(files), options.n, options.seed):
        what, wrong = complaints(raw)
        counts[what] = counts.get(what, 0) + 1
        bad += bool(wrong)
        for each in wrong:
            print(f"{name}: {each}")
    print(f"{options.n} damaged files: {', '.join(f'{n} {what}' for what, n in sorted(counts.items()))}; {bad} badly")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
