"""The card of a model's situation: lines that can be walked, what the looked-at one stands on in full."""

from __future__ import annotations

from battlefield.catalogue import Rule, lookup
from battlefield.certificate import Certificate, Verdict
from battlefield.judge import Fact, Topic
from battlefield.viewer import theme
from battlefield.viewer.column import Column, card, chip, written
from battlefield.viewer.drawing import Box, Colour, Ellipse, Item, Rect, Widget
from battlefield.viewer.inquiry import Inquiry
from battlefield.viewer.metrics import width
from battlefield.viewer.panel_measure import VERDICTS
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_evidence import flat
from battlefield.viewer.telling import against, called, count, figure, listed, margin

EDGE = 20.0
ROW, HEAD, FULL = 20.0, 19.0, 80.0
"""Pixels of a line, of a heading, and of the certificate of the line that is looked at."""
LEAST_ROWS = 3
HEADINGS: dict[Topic, str] = {
    "engaged": "Engagement Range",
    "coherency": "Coherency",
    "objectives": "Objectives",
    "artifacts": "Artifacts",
    "ground": "Ground",
    "sight": "Sight",
    "charges": "Charges",
}
Line = int | Topic
"""A line of the card: the place of a fact, or a heading."""


@by_identity(16)
def situation_card(
    inquiry: Inquiry, at: int | None, first: int, beat: int, rect: Rect, y: float
) -> tuple[tuple[Item, ...], tuple[Widget, ...], float]:
    """The card from a y down, the y below it. `at`: the fact looked at; `first`: the first line that is shown."""
    column = Column(rect.x + EDGE + 2, y + 18, rect.width - 2 * EDGE - 8)
    _title(column, inquiry, beat)
    if inquiry.fault is not None:
        column.paragraph(inquiry.fault, 12.5, theme.EDGE_CASE, 3)
        return _boxed(column, [], rect, y, theme.EDGE_CASE)
    _in_full(column, None if at is None or at >= len(inquiry.facts) else inquiry.facts[at])
    lines = lines_of(inquiry.facts)
    shown = rows_in(rect, y)
    first = first_shown(lines, at, first, shown)
    widgets: list[Widget] = []
    top = column.y
    if first + shown < len(lines) and not isinstance(lines[first + shown - 1], int):
        shown -= 1  # no heading without a line below it
    for line in lines[first : first + shown]:
        if isinstance(line, int):
            widgets.append(_row(column, inquiry.facts[line], line, lit=line == at))
        else:
            column.y += HEAD / 2 + 1
            column.items.append(written(column.x, column.y, HEADINGS[line].upper(), 10, theme.FAINT, weight="semibold"))
            column.y += HEAD / 2 - 1
    widgets.insert(0, Widget("facts", Rect(rect.x, top, rect.width, column.y - top), first))
    if len(lines) > shown:
        left = len(lines) - first - shown
        more = f"{count(left, 'more line')} below" if left > 0 else "the first lines are above"
        column.paragraph(f"{more}: ↑ ↓ or the wheel", 11, theme.DIM)
    return _boxed(column, widgets, rect, y, theme.SKY)


def lines_of(facts: tuple[Fact, ...]) -> list[Line]:
    """The facts with a heading before each topic."""
    lines: list[Line] = []
    for place, fact in enumerate(facts):
        if place == 0 or facts[place - 1].topic != fact.topic:
            lines.append(fact.topic)
        lines.append(place)
    return lines


def rows_in(rect: Rect, y: float) -> int:
    """How many lines a card that begins at a y can show."""
    return max(LEAST_ROWS, int((rect.bottom - y - FULL - 92) // ROW))


def first_shown(lines: list[Line], at: int | None, first: int, shown: int) -> int:
    """The first line that is shown: as it was, but so that the one looked at is among them."""
    first = max(0, min(first, len(lines) - shown))
    if at is not None and at in lines:
        place = lines.index(at)
        above = place - 1 if place and not isinstance(lines[place - 1], int) else place
        first = min(max(first, place - shown + 1), above)
    return max(0, first)


def standing(claim: Certificate) -> Verdict:
    """What is said of a certificate's verdict: in, out, on the line."""
    return claim.verdict or ("in" if claim.holds else "out")


def _title(column: Column, inquiry: Inquiry, beat: int) -> None:
    column.items.append(written(column.x, column.y, "SITUATION", 11, theme.FAINT, weight="semibold"))
    if not inquiry.done:
        words = f"the rules are asked {'·' * (1 + beat % 3)}"
        column.items.append(written(column.x + column.width, column.y, words, 11, theme.FAINT, anchor="end"))
    column.y += 12
    column.paragraph(called(inquiry.state, inquiry.model), 15, theme.BRIGHT, 1, "semibold", 1.35)


def _in_full(column: Column, fact: Fact | None) -> None:
    """The certificate of a line, always in the same room, so that lines stay where they are."""
    bottom = column.y + FULL
    if fact is None:
        column.paragraph("Point at a line, or walk the lines with ↑ and ↓: what it stands on is drawn on the table.",
                         12, theme.FAINT, 3)  # fmt: skip
    else:
        claim = fact.claim
        column.y += 11
        verdict = standing(claim)
        wide = width(verdict, 11, "semibold") + 14
        made = chip(column.x + column.width - wide, column.y, verdict, theme.BLACK, VERDICTS[verdict], 11)
        room = column.width - wide - 10
        column.items += [written(column.x, column.y, claim.rule, 12, theme.SOFT, room=room, weight="semibold"), made]
        column.y += 9
        words = against(claim)
        if claim.margin is not None and claim.measure not in ("sight", "inside"):
            words += f", margin {margin(claim.margin)}"
        column.paragraph(words, 12, theme.SOFT, 2)
        cut = width(fact.says, 12) > column.width - 60  # its own line has no room for all of it
        rulings = f"rulings {listed(claim.rulings)}" if claim.rulings else ""
        note = (fact.says if cut else "", fact.note, rulings, not_played(claim.rule))
        column.paragraph("; ".join(each for each in note if each), 11.5, theme.FAINT, 2)
    column.y = bottom


def not_played(rule: str) -> str:
    """Words for a rule that the program does not carry out; nothing for one that it does."""
    try:
        found = lookup(rule)
    except ValueError:
        return ""
    return "" if not isinstance(found, Rule) or found.carried_out else "this rule is not carried out yet"


def _row(column: Column, fact: Fact, place: int, *, lit: bool) -> Widget:
    """A line: a sign for its verdict, what it says, its figure."""
    column.y += ROW / 2
    y = column.y
    rect = Rect(column.x - 8, y - ROW / 2, column.width + 16, ROW)
    if lit:
        column.items.append(Box(rect.centre, rect.width, rect.height, 5, fill=theme.CURRENT))
    barred = fact.needs is not None and fact.needs.roll is None
    column.items += sign((column.x + 4, y), "out" if barred else standing(fact.claim))
    text = _figure(fact)
    wide = width(text, 12)
    tone = theme.BRIGHT if lit else theme.SOFT
    column.items.append(written(column.x + 15, y, fact.says, 12, tone, room=column.width - wide - 24))
    column.items.append(written(column.x + column.width, y, text, 12, theme.FAINT, anchor="end"))
    column.y += ROW / 2
    return Widget("fact", rect, place)


def sign(at: tuple[float, float], verdict: Verdict) -> list[Item]:
    """A full disc for what is in, a ring for what is out, a diamond for what is on the line."""
    colour = VERDICTS[verdict]
    if verdict == "on the line":
        return [Box(at, 7.5, 7.5, 0.0, 45.0, fill=colour)]
    if verdict == "in":
        return [Ellipse(at, 4.0, 4.0, fill=colour)]
    return [Ellipse(at, 3.6, 3.6, outline=colour, width=1.6)]


def _figure(fact: Fact) -> str:
    """The figure of a line, as short as tells it."""
    claim = fact.claim
    if fact.needs is not None:
        return "–" if fact.needs.roll is None else f"{fact.needs.roll}+"
    if claim.measure == "sight":
        return ""
    if claim.measure == "inside":
        return "" if claim.holds else f"{figure(flat(claim)[0], 3)}″ out"
    return f"{figure(flat(claim)[0], 3)}″"


def _boxed(
    column: Column, widgets: list[Widget], rect: Rect, y: float, colour: Colour
) -> tuple[tuple[Item, ...], tuple[Widget, ...], float]:
    bottom = min(column.y + 10, rect.bottom - 4)
    box = Rect(rect.x + EDGE - 12, y, rect.width - 2 * EDGE + 24, bottom - y)
    return (*card(box, colour), *column.items), tuple(widgets), bottom + 16
