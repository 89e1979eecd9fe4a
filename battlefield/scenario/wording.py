"""How faults are put into words: what is wrong, the value found, what is allowed, the nearest name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any

MOST_LISTED = 12
MOST_SHOWN = 40
LONGEST_GUESSED = 100
MOST_COMPARED = 300
SHORT = 3

_ALLOWED = {
    "float_type": "a number",
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list [ … ]",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "finite_number": "a finite number",
    "string_too_short": "a text that is not empty",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
}


def found(value: Any) -> str:
    """A value of the file in a few words, however large it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, int):
        return _whole_number(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, date | time):
        return f"the TOML date or time {value} (put it in quotes if it is a text)"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return "a table" if isinstance(value, dict) else f"{value!r:.40}"


def _whole_number(value: int) -> str:
    if value.bit_length() < 100:
        return str(value)
    return f"a number of about {round(value.bit_length() * 0.30103)} digits"


def quoted(text: str) -> str:
    """A text in quotes, on one line and not too long."""
    shown = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
    return f'"{"".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in shown)}"'


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that was probably meant."""
    from difflib import get_close_matches  # only a mistyped name pays for it

    folded = word[:LONGEST_GUESSED].casefold()
    known = {each.casefold(): each for each in choices}
    if len(known) > MOST_COMPARED:
        alike = {low: each for low, each in known.items() if low[:1] == folded[:1] and abs(len(low) - len(folded)) <= 2}
        known = dict(list(alike.items())[:MOST_COMPARED])
    for low, each in known.items():
        if sorted(low) == sorted(folded):
            return each
    close = get_close_matches(folded, known, 5, 0.6) or [
        low for low in known if 2 <= len(low) <= SHORT and _letters_apart(folded[: SHORT + 2], low) == 1
    ]
    return known[min(close, key=lambda each: _letters_apart(folded, each))] if close else None


def _letters_apart(one: str, other: str) -> int:
    """How many letters must be changed, put in or taken out to make one word of another."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def listed(choices: Iterable[str]) -> str:
    """What is allowed, as a list that stays short."""
    every = list(choices)
    shown = ", ".join(every[:MOST_LISTED])
    return f"{shown}, … ({len(every)} in all)" if len(every) > MOST_LISTED else shown


def unknown(what: str, word: str, choices: Iterable[str]) -> str:
    """`what` was not found: "no unit is called", the name, the nearest one, what there is."""
    every = [each for each in dict.fromkeys(choices) if each]
    close = nearest(word, every)
    meant = f"; did you mean {quoted(close)}?" if close else ""
    there = f" (there is: {listed(every)})" if every else " (there is none)"
    return f"{what} {quoted(word)}{meant}{there}"


def of_error(error: Mapping[str, Any], name: str, value: Any) -> str:
    """What a model says against a value, in our own words."""
    kind, context = error["type"], error.get("ctx") or {}
    if kind == "missing":
        return f"the key {name} is missing in this table"
    if kind == "literal_error":
        return _not_among(name, value, context)
    if kind in ("too_short", "too_long"):
        return _wrong_count(name, value, context)
    if kind in _BOUNDS:
        key, words = _BOUNDS[kind]
        allowed = f"{words} {context[key]:.12g}"
    elif kind == "value_error":
        allowed = str(context["error"])
    elif kind == "string_too_long":
        allowed = f"a text of at most {context['max_length']} characters"
    else:
        allowed = _ALLOWED.get(kind, str(error["msg"]))
    return f"{name} must be {allowed}; found {found(value)}{_hint(kind, value)}"


def _hint(kind: str, value: Any) -> str:
    if kind in ("int_type", "float_type") and isinstance(value, str):
        number = re.fullmatch(r"(-?\d{1,6}(?:\.\d{1,6})?)\+?", value)
        if number:
            return f": write {number[1]} without quotes"
    if kind == "string_type" and isinstance(value, int | float) and not isinstance(value, bool):
        return ": write it in quotes"
    return ""


def _not_among(name: str, value: Any, context: Mapping[str, Any]) -> str:
    expected = str(context.get("expected", ""))
    choices = re.findall(r"'([^']*)'", expected)
    close = nearest(value, choices) if isinstance(value, str) else None
    meant = f"; did you mean {quoted(close)}?" if close else ""
    allowed = f"one of {', '.join(quoted(each) for each in choices)}" if len(choices) > 1 else expected
    if len(choices) == 1:
        allowed = quoted(choices[0])
    return f"{name} must be {allowed}; found {found(value)}{meant}"


def _wrong_count(name: str, value: Any, context: Mapping[str, Any]) -> str:
    actual = context.get("actual_length") or (len(value) if isinstance(value, list | dict) else "more")
    words, most = ("at least", context["min_length"]) if "min_length" in context else ("at most", context["max_length"])
    return f"{name} must have {words} {most} {'part' if most == 1 else 'parts'}; found {actual}"
