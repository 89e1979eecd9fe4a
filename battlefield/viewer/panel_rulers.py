"""The card of the rulers and rings that are laid: a line each, the one that is looked at with its certificates."""

from __future__ import annotations

from battlefield.figures import trimmed
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.column import Column, card, chip, written
from battlefield.viewer.drawing import Box, Item, Rect, Widget
from battlefield.viewer.metrics import width
from battlefield.viewer.panel_measure import VERDICTS, rule_lines
from battlefield.viewer.rulers import Ring, Ruler, Said, told
from battlefield.viewer.scene_rulers import words
from battlefield.viewer.telling import called, margin

EDGE = 20.0
MOST_ROWS, MOST_WITHIN, MOST_RULES = 6, 7, 5
ROW = 25.0
TICK = {"in": "in", "on the line": "≈ on the line", "out": "out"}


def rulers_card(
    state: State, laid: tuple[Said, ...], chosen: int | None, kept: int, where: tuple[Rect, float]
) -> tuple[tuple[Item, ...], tuple[Widget, ...], float]:
    """The card from a y down: its items, what of it answers clicks, and the y below. `kept`: how many are kept, the
    rest being laid just now; `where`: the panel, and that y."""
    rect, y = where
    column = Column(rect.x + EDGE + 2, y + 18, rect.width - 2 * EDGE - 8)
    column.items.append(written(column.x, column.y, "RULERS AND RINGS", 11, theme.FAINT, weight="semibold"))
    column.y += 11
    widgets: list[Widget] = []
    first = max(0, min(len(laid) - MOST_ROWS, (chosen if chosen is not None else len(laid) - 1) - MOST_ROWS + 2))
    for place, each in enumerate(laid[first : first + MOST_ROWS], start=first):
        widgets += _row(column, state, each, place, lit=place == chosen, kept=place < kept)
        if place == chosen:
            _full(column, state, each)
    left = len(laid) - min(len(laid), MOST_ROWS)
    if left:
        column.paragraph(f"and {left} more: Shift+D goes through them", 11, theme.DIM)
    bottom = column.y + 10
    box = Rect(rect.x + EDGE - 12, y, rect.width - 2 * EDGE + 24, bottom - y)
    return (*card(box, theme.SKY), *column.items), tuple(widgets), bottom + 16


def _row(column: Column, state: State, each: Said, place: int, *, lit: bool, kept: bool) -> list[Widget]:
    """A line: the two ends and the figure, or the thing and the range; a cross to take it away."""
    column.y += ROW / 2
    y, right = column.y, column.x + column.width
    rect = Rect(column.x - 8, y - ROW / 2 + 1, column.width + 16, ROW - 2)
    if lit:
        column.items.append(Box(rect.centre, rect.width, rect.height, 5, fill=theme.CURRENT))
    figure = _figure(each)
    wide = width(figure, 12.5, "semibold")
    room = column.width - wide - 34
    tone = theme.BRIGHT if lit else theme.SOFT
    column.items.append(written(column.x, y, _name(state, each), 12.5, tone, room=room))
    column.items.append(written(right - 22, y, figure, 12.5, theme.BRIGHT, weight="semibold", anchor="end"))
    widgets = [Widget("ruler", rect, place)]
    if kept:
        column.items.append(written(right - 6, y, "×", 14, theme.FAINT, weight="semibold", anchor="middle"))
        widgets.append(Widget("ruler off", Rect(right - 16, y - 10, 22, 20), place))
    column.y += ROW / 2
    return widgets


def _name(state: State, each: Said) -> str:
    mark = each.mark
    if isinstance(mark, Ring):
        return f"round {told(state, mark.name)}"
    return f"{told(state, mark.a)} – {told(state, mark.b)}"


def _figure(each: Said) -> str:
    if isinstance(each.mark, Ring):
        return "gone" if each.fault is not None else f"{each.mark.inches:g}″"
    if each.bare is None:
        return "gone"
    return words(each.bare).partition(" (")[0]


def _full(column: Column, state: State, each: Said) -> None:
    """What stands behind a line: the certificate, and what the rules say of the pair; or all that is within."""
    if each.fault is not None:
        column.paragraph(f"{each.fault}.", 12, theme.EDGE_CASE, 3)
        return
    if isinstance(each.mark, Ring):
        _within(column, state, each)
        return
    bare = each.bare
    if bare is None or not isinstance(each.mark, Ruler):
        return
    if (bare.a, bare.b) != (each.mark.a, each.mark.b):  # units are measured by their closest models
        column.paragraph(f"by {told(state, bare.a)} and {told(state, bare.b or '')}", 11.5, theme.FAINT, 2)
    names = ("distance", "horizontal", "vertical") if bare.details.get("vertical") else ("distance",)
    for name in names:
        value = bare.details.get(name)
        if isinstance(value, float | int):
            column.pair({"vertical": "height"}.get(name, name), f"{trimmed(value, 9)} in")
    if "distance" not in bare.details and isinstance(bare.value, float | int):
        column.pair("in plan", f"{trimmed(bare.value, 9)} in")
    for key, word in (("here", "from"), ("there", "to")):
        at = bare.details.get(key)
        if isinstance(at, list | tuple):
            column.pair(word, f"({', '.join(trimmed(float(part), 6) for part in at)})", 11.5, theme.FAINT)
    if bare.details.get("corners"):
        column.pair("round Walls", f"{len(bare.details['corners'])} corners", 11.5, theme.FAINT)
    if bare.details.get("through"):
        column.pair("through", ", ".join(bare.details["through"]), 11.5, theme.FAINT)
    for rule in each.rules[:MOST_RULES]:
        rule_lines(column, rule)
    column.space(6)


def _within(column: Column, state: State, each: Said) -> None:
    """What lies within a ring, the nearest to its edge first, with its margin."""
    claims = sorted(each.claims, key=lambda claim: abs(claim.margin or 0.0))
    sure = sum(claim.holds is True and claim.verdict != "on the line" for claim in claims)
    close = len(claims) - sure
    said = f"{sure} within" + (f", {close} on the line" if close else "") + ("" if each.done else " …")
    column.paragraph(said if claims or not each.done else "nothing within", 12, theme.SOFT)
    if state.boarding:
        column.paragraph("The curve is the straight one, dotted behind Walls; margins go round them (A15).", 11.5,
                         theme.FAINT, 2)  # fmt: skip
    for claim in claims[:MOST_WITHIN]:
        column.y += 10
        verdict = claim.verdict or "in"
        text = f"{TICK[verdict]}, {margin(claim.margin or 0.0)} in"
        wide = width(text, 10.5, "semibold") + 14
        made = chip(column.x + column.width - wide, column.y, text, theme.BLACK, VERDICTS[verdict], 10.5)
        room = column.width - wide - 10
        column.items += [written(column.x, column.y, called(state, claim.a), 12, theme.SOFT, room=room), made]
        column.y += 10
    if len(claims) > MOST_WITHIN:
        column.paragraph(f"and {len(claims) - MOST_WITHIN} more", 11, theme.DIM)
    column.space(6)
