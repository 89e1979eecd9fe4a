"""How figures and lists are written in the story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlefield.certificate import Certificate, Value
from battlefield.events.core import ChargeNeeds, ChargeWay, Rolled
from battlefield.figures import ROUNDING, telling, trimmed
from battlefield.geometry.shapes import Point
from battlefield.state import State


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


def figure(value: Value, digits: int = 6) -> str:
    """A measured value in inches; a pair is horizontal and vertical.

    >>> figure(0.25), figure((0.25, 5.0))
    ('0.25', '0.25 / 5')
    """
    if isinstance(value, tuple):
        return " / ".join(trimmed(each, digits) for each in value)
    return trimmed(value, digits)


def against(claim: Certificate, digits: int = 6) -> str:
    """The measured figure against its limit; of a pair the gap in plan, then the height, where there is one.

    >>> gap = Certificate(rule="r", measure="gap", a="A", b="B", value=(0.25, 5.0), limit=(1.0, 5.0))
    >>> against(gap)
    '0.25 of 1 in, height 5 of 5 in'
    """
    flat, up = parts(claim, digits)
    level = isinstance(claim.value, tuple) and claim.value[1] == 0
    return flat if up is None or level else f"{flat}, height {up}"


def margin(value: float) -> str:
    """A margin with its sign, to a billionth where it is small; what is but rounding is none.

    >>> margin(0.25), margin(-0.00020026), margin(0.0), margin(-2e-9)
    ('+0.25', '-0.00020026', '0', '0')
    """
    if abs(value) < ROUNDING:
        return "0"
    text = trimmed(value, 9 if abs(value) < 1e-3 else 6)
    return text if text == "0" or value < 0 else f"+{text}"


def parts(claim: Certificate, digits: int = 6) -> tuple[str, str | None]:
    """The figure in plan, or the only one, against its limit; and that of the height, where a pair was measured."""
    value, limit = claim.value, claim.limit
    if claim.measure == "inside":
        return "inside" if claim.holds else f"{_figure(value, None, digits)} in outside", None
    if claim.measure == "sight":
        blockers = claim.details.get("blockers") or ()
        return (f"clear by {figure(value, 3)} in" if claim.holds else f"behind {listed(blockers)}"), None
    values = value if isinstance(value, tuple) else (value,)
    limits: tuple[float | None, ...] = limit if isinstance(limit, tuple) else (limit,) * len(values)
    said = [_of(one, most, digits) for one, most in zip(values, limits, strict=False)]
    return said[0], said[1] if len(said) > 1 else None


def _of(value: float, limit: float | None, digits: int) -> str:
    most = "" if limit is None else f" of {trimmed(limit)}"
    return f"{_figure(value, limit, digits)}{most} in"


def _figure(value: Value, limit: float | None, digits: int) -> str:
    return figure(value, digits) if isinstance(value, tuple) else telling(value, limit, digits)


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
_OUTCOMES = {
    _LOSS: ("lost", "kept"), "core.feel_no_pain": ("ignored", "suffered"), "move.dangerous": ("unharmed", "slain"),
    "core.desperate_escape": ("escapes", "a model is lost"), "move.disembark": ("unharmed", "a mortal wound"),
}  # fmt: skip


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


def called(state: State, name: str) -> str:
    """What a model is called on the table: its own name, or its unit's where it is the only one of it."""
    model = state.models.get(name)
    if model is None:
        return name
    unit = state.units.get(model.unit)
    return model.alias or (unit.name if unit is not None and len(unit.models) == 1 else name)


def roll_words(needs: ChargeNeeds) -> str:
    """The least roll, or what is known of it, in as few words as tell it.

    >>> roll_words(ChargeNeeds(targets=("Archers",), bound=10, roll=10, chance=6 / 36))
    '10+, 6 in 36'
    >>> roll_words(ChargeNeeds(targets=("Archers",), bound=9, roll=10, chance=6 / 36))
    '10+, 6 in 36 (9+ not ruled out)'
    """
    if needs.roll is None:
        return "no roll" if needs.bound is None else f"{needs.bound}+ at least, no end places found"
    least = "" if needs.bound == needs.roll else f" ({needs.bound}+ not ruled out)"
    return f"{needs.roll}+, {throws(needs)} in 36{least}"


def throws(needs: ChargeNeeds) -> int:
    """How many of the 36 throws of two dice make the roll."""
    return round(36 * needs.chance)


def barred_by(way: ChargeWay, state: State) -> str:
    """What keeps a model from every way, called as on the table."""
    if way.blocker is None:
        return "it is out of reach"
    return (
        f"{called(state, way.blocker)} is first in the way"
        if way.blocker
        else "the edge of the battlefield is in the way"
    )


def odds(needs: ChargeNeeds, state: State) -> str:
    """What is known of the roll, and its exact chance, in a sentence."""
    if needs.bound is None:
        barred = [each for each in needs.shortest if each.length is None]
        if not barred:
            return "It is out of reach."
        kept = " It was moved as it lies, without a turn." if barred[0].kind == "fixed facing" else ""
        return f"{capital(barred_by(barred[0], state))}.{kept}"
    if needs.roll is None:
        return f"No less than {needs.bound} can do, and no end places were found for any roll."
    made = throws(needs)
    chance = "Every throw makes it" if made == 36 else f"{count(made, 'throw')} of 36 make{'s' if made == 1 else ''} it"
    rest = "" if needs.bound == needs.roll else f" No less than {needs.bound} can do; {needs.roll} was found."
    return f"{chance} ({100 * needs.chance:.1f} %).{rest}"
