"""What is said in the panel of a charge's needs, of who is seen, of what is in reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi

from battlefield.events.core import ChargeNeeds, ChargeWay
from battlefield.figures import trimmed
from battlefield.geometry.shapes import Point
from battlefield.judge import Charge, Reached, Sighting, Viewed
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.column import Column, chip, written
from battlefield.viewer.drawing import Colour
from battlefield.viewer.metrics import width
from battlefield.viewer.scene_reach import foes_of
from battlefield.viewer.scene_sight import FEW, NARROW, cover_words, foreign, hidden_words, in_cover, line_of, tone_of
from battlefield.viewer.telling import called, capital, count, figure, listed, odds

Content = Callable[[Column], None]
MOST_TARGETS, MOST_ROWS = 6, 15
FULL = 3
"""Up to so many targets of a charge are told in full."""


def charge_content(state: State, unit: str, charges: Sequence[Charge], most: int = MOST_TARGETS) -> Content:
    """Of each target the least roll with its chance, the way, the end places; or what bars it."""

    def write(column: Column) -> None:
        _head(column, "CHARGE", unit)
        if not charges:
            column.paragraph(f"No enemy unit is within {state.range('charge'):g} in.", 13, theme.SOFT, 2)
        several = len(state.units[unit].models) > 1
        for each in charges[:most]:
            column.space(8)
            _target(column, each.needs, state, several=several, full=len(charges) <= min(FULL, most))
        left = len(charges) - most
        if left > 0:
            column.paragraph(f"and {count(left, 'more target')}", 11, theme.DIM)

    return write


def sight_content(state: State, a: str, sights: Sequence[Sighting], most: int = MOST_ROWS) -> Content:
    """Who is seen and who is not, a line each; a lone look in full."""

    def write(column: Column) -> None:
        if len(sights) == 1:
            _look(column, sights[0])
            return
        _head(column, "SIGHT", a)
        seen = sum(each.claim.holds is True for each in sights)
        column.paragraph(f"sees {seen} of {len(sights)}", 22, theme.BRIGHT, 1, "semibold", 1.5)
        ordered = sorted(sights, key=lambda each: (not foreign(state, each), not each.claim.holds))
        for each in ordered[:most]:
            column.space(4)
            told = _short(each, len(sights) <= FEW)
            _row(column, called(state, each.claim.b or ""), _verdict(each), tone_of(each), told)
        rest = ordered[most:]
        if rest:
            more = sum(each.claim.holds is True for each in rest)
            column.space(4)
            column.paragraph(f"and {len(rest)} more: {more} seen, {len(rest) - more} hidden", 11, theme.DIM)

    return write


def reach_content(state: State, found: Reached) -> Content:
    """How much ground it is, of how much there would be in the open, and what keeps it from more."""

    def write(column: Column) -> None:
        _head(column, "REACH", found.model)
        column.paragraph(f"{trimmed(found.area, 2)} sq in", 27, theme.BRIGHT, 1, "semibold", 1.5)
        column.space(2)
        column.pair("way", f"{found.inches:g} in")
        column.pair("on open ground", f"{trimmed(pi * found.inches**2, 2)} sq in")
        foes = foes_of(state, found)
        ground = [called(state, each) for each in found.bounded if each not in foes]
        column.space(5)
        if foes:
            words = f"Kept off by the Engagement Range of {listed([called(state, each) for each in foes])}."
            column.paragraph(words, 12.5, theme.SOFT, 4)
        if ground:
            column.paragraph(f"Stopped by, or led round, {listed(ground)}.", 12.5, theme.SOFT, 4)
        column.space(3)
        column.paragraph(
            f"Where its centre can get to by a Normal move, to {found.tolerance:g} in. Whether it may end there is "
            "asked of each place.", 12, theme.FAINT, 4)  # fmt: skip

    return write


def view_content(state: State, found: Viewed) -> Content:
    """How much of the battlefield is seen, by what it is meant, how near the drawn edges are to the true ones."""

    def write(column: Column) -> None:
        _head(column, "VIEW", called(state, found.model))
        whole = state.board.width * state.board.height
        column.paragraph(f"sees {100 * found.area / whole:.0f} % of the ground", 22, theme.BRIGHT, 1, "semibold", 1.5)
        column.space(2)
        column.pair("seen", f"{trimmed(found.area, 2)} sq in")
        column.pair("in shadow", f"{trimmed(max(whole - found.area, 0.0), 2)} sq in")
        column.space(5)
        if found.blockers:
            names = [called(state, each) for each in found.blockers]
            column.paragraph(f"Hidden by {listed(names)}.", 12.5, theme.SOFT, 4)
        column.space(3)
        column.paragraph(
            f"Every point that some line from its base reaches, and from which it is seen, up to {found.top:g} in high "
            f"(measure.visible). Shadows' edges are exact; round edges are drawn to {found.tolerance:g} in. A base is "
            "seen as soon as any part of it is on seen ground.", 12, theme.FAINT, 6)  # fmt: skip

    return write


def _head(column: Column, what: str, title: str) -> None:
    column.items.append(written(column.x, column.y, what, 11, theme.FAINT, weight="semibold"))
    column.y += 12
    column.paragraph(title, 15, theme.SOFT, 2, "semibold", 1.35)


def _target(column: Column, needs: ChargeNeeds, state: State, *, several: bool, full: bool) -> None:
    name = listed(needs.targets)
    roll = "no roll" if needs.roll is None else f"{needs.roll}+"
    _row(column, name, roll, _chance_tone(needs), "", size=15.0)
    column.space(2)
    column.paragraph(odds(needs, state), 12.5, theme.SOFT, 3)
    column.space(2)
    if not full:
        return
    for way in needs.shortest:
        _way(column, way, several)
    if len(needs.ends) > 1:
        longest = max((each.length or 0.0 for each in needs.ends), default=0.0)
        column.pair("end places", f"{count(len(needs.ends), 'model')}, at most {figure(longest)} in")


def _way(column: Column, way: ChargeWay, several: bool) -> None:
    """The shortest way, whose it is, what it goes round."""
    if way.length is None:
        return
    column.pair("shortest way", f"{figure(way.length)} in")
    if several:
        column.pair("of", way.model)
    if way.through:
        column.pair("round", listed(way.through))
    if way.path:
        column.pair("to", _place(way.path[-1]))
    if way.kind != "disc":
        column.pair("the base", {"fixed facing": "keeps its facing"}.get(way.kind, way.kind))


def _look(column: Column, seen: Sighting) -> None:
    """One look in full."""
    claim = seen.claim
    _head(column, "SIGHT", f"{claim.a} – {claim.b}")
    column.paragraph("sees it" if claim.holds else "does not see it", 24, theme.BRIGHT, 1, "semibold", 1.5)
    column.space(2)
    line = line_of(claim)
    if claim.holds and line is not None:
        column.pair("room beside the line", f"{figure(claim.value)} in")
        column.pair("from", _place(line[0]))
        column.pair("to", _place(line[1]))
    else:
        column.paragraph(f"{capital(hidden_words(claim))}.", 13, theme.SOFT, 4)
    if seen.cover is not None:
        column.space(8)
        column.y += 8
        verdict = "in cover" if in_cover(seen) else "no cover"
        _chip(column, seen.cover.rule, verdict, theme.EDGE_CASE if in_cover(seen) else theme.FAINT)
        column.y += 9
        words = cover_words(seen) or f"{claim.b} is seen in full, and not in cover"
        column.paragraph(f"{capital(words)}.", 12, theme.FAINT, 3)
    if claim.rulings:
        column.space(4)
        column.chips(tuple(f"Ruling {each}" for each in claim.rulings), theme.SKY, theme.RAISED)


def _row(column: Column, name: str, verdict: str, tone: Colour, said: str, size: float = 13.0) -> None:
    column.y += 8
    _chip(column, name, verdict, tone, size)
    column.y += 9
    if said:
        column.paragraph(said, 11, theme.FAINT, 1)
    else:
        column.space(4)


def _chip(column: Column, name: str, verdict: str, tone: Colour, size: float = 12.0) -> None:
    """A name on the left, a verdict in a chip on the right."""
    wide = width(verdict, 11.5, "semibold") + 14
    room = column.width - wide - 8
    column.items.append(written(column.x, column.y, name, size, theme.SOFT, weight="semibold", room=room))
    column.items.append(chip(column.x + column.width - wide, column.y, verdict, theme.BLACK, tone, 11.5))


def _verdict(seen: Sighting) -> str:
    if not seen.claim.holds:
        return "hidden"
    return "in cover" if in_cover(seen) else "seen"


def _short(seen: Sighting, few: bool) -> str:
    """What is said of one of several looks: the room where it is narrow or they are few, the cover, what hides it."""
    if not seen.claim.holds:
        return hidden_words(seen.claim)
    narrow = isinstance(seen.claim.value, float) and seen.claim.value < NARROW
    said = [f"{figure(seen.claim.value)} in of room"] if few or narrow else []
    return ", ".join([*said, *([cover_words(seen).removeprefix("in cover, ")] if in_cover(seen) else [])])


def _chance_tone(needs: ChargeNeeds) -> Colour:
    if needs.roll is None:
        return theme.BAD
    return theme.GOOD if needs.chance >= 0.5 else theme.EDGE_CASE


def _place(at: Point) -> str:
    return f"({at[0]:.6f}, {at[1]:.6f})"
