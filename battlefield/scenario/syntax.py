"""From the bytes of a scenario file to plain tables, with kind words for what is no TOML.

The reading itself is tomllib's; what is here finds the place of what it refuses and says what to write instead.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from battlefield.scenario.scenario import Fault, ScenarioError

MOST_BYTES = 1 << 20
DEEPEST = 64
MOST_SYNTAX_FAULTS = 50

_TOKEN = re.compile(
    r"""(?P<text>\"{3}(?:\\.|[^\\])*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)|"(?:\\.|[^"\\\n])*+"?|'[^'\n]*+'?)"""
    r"""|(?P<comment>\#[^\n]*+)|(?P<bracket>[\[\]{}])|(?P<digits>\d[\d_]*+)""",
    re.DOTALL,
)
_MANY_DIGITS = 1000
LISTED = ("players", "terrain", "units", "artifacts", "objectives", "orders", "expect", "zones", "cards")
"""The keys of scenarios whose headers stand in double brackets: those of lists of tables."""
_LISTED_ANYWHERE = (*LISTED, "armies", "battles")
_PART = r"""(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"(?<![\w.-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST},}}+")
_TOO_DEEP = f"lists and tables lie more than {DEEPEST} deep in one another, the most allowed"
_CLOSED_BY = {"]": "[", "}": "{"}
_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def decoded(raw: bytes, file: str) -> str:
    """The text of a file: at most 1 MiB, UTF-8, a byte order mark taken off, line ends as one character."""
    if len(raw) > MOST_BYTES:
        raise ScenarioError(
            (Fault(file, 1, 1, f"the file has more than 1 MiB ({MOST_BYTES} bytes), the most allowed"),)
        )
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        message = f"the file is not UTF-8: found the byte 0x{raw[error.start]:02X}; save it as UTF-8"
        raise ScenarioError((_fault(file, before, len(before), message),)) from None
    if "\0" in text:
        raise ScenarioError(
            (_fault(file, text, text.index("\0"), "the file holds a NUL character, so it is not a text"),)
        )
    return text.replace("\r\n", "\n")


def parsed(text: str, file: str) -> dict[str, Any]:
    """The tables of a text. ScenarioError when it is no TOML: every fault after which the rest can still be read."""
    dotted = _endless_key(text)
    if dotted is not None:
        raise ScenarioError((_fault(file, text, dotted, _TOO_DEEP),))
    faults: list[Fault] = []
    while True:
        try:
            found = tomllib.loads(text)
            break
        except tomllib.TOMLDecodeError as error:
            at, message, more = _explained(text, str(error))
            faults.append(_fault(file, text, at, message))
            blanked = (
                _without_line(text, at)
                if more and len(faults) < min(MOST_SYNTAX_FAULTS, 2 * MOST_BYTES // len(text))
                else None
            )
            if blanked is None:
                raise ScenarioError(tuple(faults)) from None
            text = blanked
        except RecursionError:
            raise ScenarioError((*faults, _too_deep(text, file))) from None
        except ValueError:
            raise ScenarioError((*faults, _too_many_digits(text, file))) from None
    if faults:
        raise ScenarioError(tuple(faults))
    return found


def depth_fault(text: str, file: str, data: dict[str, Any]) -> Fault | None:
    """The fault of a file whose tables and lists lie deeper in one another than anything here needs."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        level = [each for table in level for each in _held(table) if isinstance(each, list | dict)]
        if not level:
            return None
    return _too_deep(text, file)


def _held(table: Any) -> list[Any]:
    return list(table.values()) if isinstance(table, dict) else table


def _too_deep(text: str, file: str) -> Fault:
    depth = 0
    for token in _TOKEN.finditer(text):
        if token["bracket"]:
            depth += 1 if token["bracket"] in "[{" else -1
            if depth > DEEPEST:
                return _fault(file, text, token.start(), _TOO_DEEP)
    return Fault(file, 1, 1, _TOO_DEEP)


def _endless_key(text: str) -> int | None:
    """Where a dotted key of too many parts begins: reading it would take forever."""
    keys = [key.start() for key in _DOTTED.finditer(text)]
    if keys:
        for token in _TOKEN.finditer(text):
            if token["text"] or token["comment"]:
                keys = [key for key in keys if not token.start() < key < token.end()]
    return keys[0] if keys else None


def _too_many_digits(text: str, file: str) -> Fault:
    for token in _TOKEN.finditer(text):
        if token["digits"] and len(token["digits"]) > _MANY_DIGITS:
            message = f"a number of {len(token['digits'])} digits; numbers here lie between -1000000 and 1000000"
            return _fault(file, text, token.start(), message)
    return Fault(file, 1, 1, "a number that cannot be read")


def _fault(file: str, text: str, at: int, message: str) -> Fault:
    start = text.rfind("\n", 0, at) + 1
    return Fault(file, text.count("\n", 0, at) + 1, at - start + 1, message)


def _without_line(text: str, at: int) -> str | None:
    """The text with the line at fault blanked out, so that the rest can be read; None where that would mislead."""
    start = text.rfind("\n", 0, at) + 1
    end = (text.find("\n", at) + len(text) + 1) % (len(text) + 1)
    line = text[start:end]
    whole = all(line.count(a) == line.count(b) for a, b in ("[]", "{}")) and line.count('"') % 2 == 0
    if not whole or not re.match(r"""\s*[\w."'-]+\s*[=:]""", line) or _open_brackets(text, start):
        return None
    return f"{text[:start]}{' ' * len(line)}{text[end:]}"


def _open_brackets(text: str, end: int) -> list[tuple[str, int]]:
    """The brackets that are open at a place: each with its own place, the innermost last."""
    open_: list[tuple[str, int]] = []
    for token in _TOKEN.finditer(text, 0, end):
        bracket = token["bracket"]
        if bracket in ("[", "{"):
            open_.append((bracket, token.start()))
        elif bracket and open_ and open_[-1][0] == _CLOSED_BY[bracket]:
            open_.pop()
    return open_


def _explained(text: str, error: str) -> tuple[int, str, bool]:
    """Where a text is no TOML, in kind words, and whether what follows can be read all the same."""
    place = _AT.search(error)
    said = error[: place.start()] if place else error
    at = len(text.rstrip())
    if place and place[1]:
        lines = [0, *(found.end() for found in re.finditer("\n", text))]
        at = lines[int(place[1]) - 1] + int(place[2]) - 1
    open_ = _open_brackets(text, at)
    found = _about_structure(text, at, said, open_) or _about_value(text, at, said, open_)
    if found:
        return found
    return at, f"not TOML: {said[:1].lower()}{said[1:]}", False


def _about_structure(text: str, at: int, said: str, open_: list[tuple[str, int]]) -> tuple[int, str, bool] | None:
    """Kind words for brackets, headers and keys."""
    here, inner = text[at : at + 1], open_[-1][0] if open_ else ""
    before = text[:at].rstrip(" \t")
    if inner == "{" and here in ("\n", "#", ""):
        message = "an inline table { … } stays on one line: join the lines, or give it a [table] of its own"
        return at, message, False
    if inner == "{" and here == "}" and before.endswith(","):
        return len(before) - 1, "an inline table { … } has no comma after its last key: take the comma out", False
    if said.startswith("Expected '='"):
        if here == ":":
            return at, 'a key and its value are parted by "=", found ":"', True
        return at, 'a key is one word (or stands in quotes) and "=" follows it', False
    if said.startswith(("Cannot overwrite", "Duplicate inline")):
        return _twice(text, at)
    if said.startswith(("Cannot declare", "Cannot mutate", "Cannot redefine")):
        return _there_already(text, text.rfind("\n", 0, at) + 1)
    if said.startswith("Expected ']"):
        return at, "the header of a table is not closed: [board], or [[units]] for a list of tables", False
    if here == "]" and not open_:
        return at, "a bracket that was never opened: [board], or [[units]] for a list of tables", False
    if said.startswith("Unclosed array"):
        if not text[at:].strip() or re.match(r"""\s*(?:\[|[\w."'-]+\s*=)""", text[at:]) or here in "=:":
            return open_[-1][1] if open_ else at, 'the list that begins here is not closed: "]" is missing', False
        digits = text[at - 1 : at].isdigit()
        if not (digits and (here == "." or here.isdigit())):
            return at, 'a comma (or "]") is missing here, between two parts of a list', False
    return None


def _there_already(text: str, start: int) -> tuple[int, str, bool]:
    """Kind words for the header of a table that there is already: a list takes double brackets, a table stands once."""
    header = re.compile(r"""[ \t]*\[+[ \t]*([^\]\n]*?)[ \t]*\]""").match(text, start)
    if header is None:
        return start, "this table is there already: say it in one place", False
    if header[1].rpartition(".")[2] in _LISTED_ANYWHERE:
        return start, f"this table is there already; a list of tables takes double brackets: [[{header[1]}]]", False
    return start, f"the table [{header[1]}] is there already: put these keys into it", False


def _twice(text: str, at: int) -> tuple[int, str, bool]:
    """The place of a key that is given twice: the statement that ends here."""
    start = text.rfind("\n", 0, max(at - 1, 0)) + 1
    if header := re.compile(r"[ \t]*(?=\[)").match(text, start):
        message = "this header does not fit one above: a name is that of one table, [orders], or of several, [[orders]]"
        return header.end(), message, False
    key = re.compile(r"""[ \t]*([\w."'-]+)[ \t]*=""").match(text, start)
    if key is None:
        return max(at - 1, 0), "a key is given twice in one table", False
    return key.start(1), f"the key {key[1]} is given twice in one table: keep one of them", True


def _about_value(text: str, at: int, said: str, open_: list[tuple[str, int]]) -> tuple[int, str, bool] | None:
    """Kind words for numbers, texts and what stands in their place."""
    here, ahead, last = text[at : at + 1], text[at : at + 60], text[at - 1 : at]
    if dotted := re.match(r"([+-]?)(\.\d[\d_]*)", ahead):
        return at, f"a number has a digit before its point: write {dotted[1]}0{dotted[2]} for {dotted[0]}", True
    if here == "." and last.isdigit():
        return at, "a number has a digit behind its point: write 5.0 for 5.", True
    if here.isdigit() and last == "0":
        return at - 1, "a number does not begin with 0", True
    if here == "," and last.isdigit() and not open_:
        return at, 'decimals follow a point, found ","', True
    if here and here in "“”„‟‘’‚«»`":
        return at, f'a text stands in straight quotes "…", found {here}', True
    if said.startswith(("Unterminated", "Illegal character '\\n'")):
        return at, "a text is not closed: its last quote is missing", False
    if said.startswith("Unescaped"):
        return at - 2, 'in "…" a backslash is written \\\\; or put the text in single quotes', True
    if said.startswith("Invalid value"):
        if not here or here in "\n#":
            return at, 'the value is missing behind "="', True
        if truth := re.match(r"(?i)(true|false)\b", ahead):
            return at, f"write {truth[0].lower()}, found {truth[0]}", True
        if nothing := re.match(r"(?i)(null|none|nil)\b", ahead):
            return at, f"there is no {nothing[0]} in TOML: leave the key out", True
        if word := re.match(r"[^\W\d][^\s,\]}#=]*", ahead):
            return at, f'a text stands in quotes: write "{word[0]}"', True
    return None
