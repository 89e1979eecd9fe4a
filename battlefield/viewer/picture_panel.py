"""The panel of a still: what battle, what was asked, the answer, the legend."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battlefield.certificate import Certificate
from battlefield.events.core import Reason
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.column import Column, card, chip, written
from battlefield.viewer.drawing import Box, Colour, Item, Rect, Stroke
from battlefield.viewer.panel_legend import legend
from battlefield.viewer.panel_measure import rule_lines
from battlefield.viewer.panel_reasons import in_full
from battlefield.viewer.scene_evidence import short
from battlefield.viewer.scene_hover import point_of
from battlefield.viewer.telling import figure

EDGE = 20.0
MOST_RULES = 7


def panel_items(state: State, rect: Rect, colour: Colour, content: Callable[[Column], None]) -> tuple[Item, ...]:
    """Title and phase, a card with its content, the legend at the foot where there is room."""
    column = Column(rect.x + EDGE, rect.y + 22, rect.width - 2 * EDGE)
    column.paragraph(state.title or "Untitled", theme.TITLE, theme.BRIGHT, 2, "semibold", 1.25)
    column.space(3)
    column.paragraph(_when(state), 12, theme.FAINT, 2)
    top = column.y + 14
    inner = Column(rect.x + EDGE + 2, top + 16, rect.width - 2 * EDGE - 8)
    content(inner)
    bottom = inner.y + 14
    box = Rect(rect.x + EDGE - 12, top, rect.width - 2 * EDGE + 24, bottom - top)
    foot, foot_top = legend(Recording(state, ()), rect, True, False)
    edge = Stroke(((rect.x + 0.5, rect.y), (rect.x + 0.5, rect.bottom)), theme.HAIR, 1.0)
    ground = Box(rect.centre, rect.width, rect.height, fill=theme.PANEL)
    shown = foot if foot_top > bottom + 10 else ()
    return (ground, edge, *column.items, *card(box, colour), *inner.items, *shown)


def pair_content(bare: Certificate, about: Sequence[Certificate]) -> Callable[[Column], None]:
    """What was measured of a pair, large, and what each rule says of it."""

    def write(column: Column) -> None:
        column.items.append(written(column.x, column.y, "MEASURED", 11, theme.FAINT, weight="semibold"))
        column.y += 12
        column.paragraph(bare.a if bare.b is None else f"{bare.a} – {bare.b}", 15, theme.SOFT, 2, "semibold", 1.35)
        length = bare.details.get("distance", bare.value)
        column.paragraph(f"{figure(length)} in", 27, theme.BRIGHT, 1, "semibold", 1.5)
        column.space(4)
        for name in ("horizontal", "vertical"):
            if isinstance(bare.details.get(name), float | int):
                column.pair(name, f"{figure(bare.details[name], 9)} in")
        column.pair("error", f"at most {bare.error:.0e} in" if bare.error else "none")
        for key, name in (("here", "closest point here"), ("there", "and there")):
            at = point_of(bare.details.get(key))
            if at is not None:
                column.pair(name, f"({at[0]:.6f}, {at[1]:.6f})")
        for claim in about[:MOST_RULES]:
            rule_lines(column, claim)

    return write


def reason_content(reason: Reason, kind: str) -> Callable[[Column], None]:
    """A reason in full, under a word for what it is."""

    def write(column: Column) -> None:
        column.items.append(written(column.x, column.y, kind.upper(), 11, theme.rgb("ff6b6b"), weight="semibold"))
        column.y += 22
        column.items.append(chip(column.x, column.y, reason.rule, theme.BRIGHT, theme.RAISED, 12))
        column.y += 16
        if reason.claim is not None:
            column.paragraph(short(reason.claim), 17, theme.BRIGHT, 2, "semibold", 1.35)
        in_full(column, reason, 13.5)

    return write


def words_content(heading: str, words: str) -> Callable[[Column], None]:
    """A heading and what is said under it."""

    def write(column: Column) -> None:
        column.paragraph(heading, theme.HEADING, theme.BRIGHT, 3, "semibold", 1.3)
        column.space(3)
        column.paragraph(words, theme.BODY, theme.SOFT, 14)

    return write


def _when(state: State) -> str:
    board = f"{state.board.width:g} × {state.board.height:g} in"
    if state.player is None or state.phase is None:
        return f"{board} · setting up" if state.deploying else board
    return f"{board} · round {state.round}, {state.player}, {state.phase} phase"
