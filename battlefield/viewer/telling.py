"""How figures and lists are written in the story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlefield.events.core import Rolled
from battlefield.geometry.shapes import Point


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of an event: headline, sentence, and (name, value) pairs."""

    headline: str
    sentence: str
    figures: tuple[tuple[str, str], ...] = ()


def inches(value: float) -> str:
    """A length in a sentence, to a thousandth.

    >>> inches(6.0), inches(9.2904631)
    ('6 in', '9.29 in')
    """
    rounded = f"{value:.3f}".rstrip("0").rstrip(".")
    if "." in rounded:
        rounded = f"{value:.2f}"
    return f"{rounded} in"


def place(point: Point) -> str:
    """A place on the battlefield, to a millionth of an inch.

    >>> place((37.1, 31.4797231))
    '(37.100000, 31.479723)'
    """
    return f"({point[0]:.6f}, {point[1]:.6f})"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names in a row.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if not names:
        return "nothing"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def count(number: int, what: str) -> str:
    """So many of something.

    >>> count(1, "wound"), count(3, "wound")
    ('1 wound', '3 wounds')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def capital(text: str) -> str:
    """The text with a capital at its start; the rest is left as it is."""
    return text[:1].upper() + text[1:]


def outcome(event: Rolled) -> str:
    """What a roll came to, after a dash: passed or failed, or in the words of its rule; else nothing."""
    if event.passed is None:
        return ""
    good, bad = _OUTCOMES.get(event.asks, ("passed", "failed"))
    return f" – {good if event.passed else bad}"


_LOSS = "artifact.exfiltration_loss"
_OUTCOMES = {_LOSS: ("lost", "kept"), "core.feel_no_pain": ("ignored", "suffered")}


def asked(event: Rolled) -> str:
    """What a roll needs, or on what something is lost; nothing when it asks nothing."""
    if event.needs is None:
        return ""
    word = "lost on" if event.asks == _LOSS else "needs"
    return f"{word} {comparison(event.needs)}"


def welcome(event: Rolled) -> bool | None:
    """Whether a roll went well for whoever it is about; None when it asks nothing."""
    return event.passed if event.passed is None or event.asks != _LOSS else not event.passed


def comparison(needs: str) -> str:
    """What a roll needs, in print.

    >>> comparison(">=5"), comparison("<=4")
    ('≥ 5', '≤ 4')
    """
    return needs.replace(">=", "≥ ").replace("<=", "≤ ")
