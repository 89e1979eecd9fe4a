"""What is said beside the table: the chosen thing, what is against it and by how much, what is near, the file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from battlefield.events.core import Reason
from battlefield.figures import telling, trimmed
from battlefield.geometry.shapes import Pose
from battlefield.viewer import theme
from battlefield.viewer.column import Column, Drawing, card, chip, written
from battlefield.viewer.drawing import Box, Ellipse, Item, Rect, Widget
from battlefield.viewer.metrics import width
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_evidence import flat
from battlefield.viewer.telling import capital
from battlefield.viewer.window_help import keys_drawn, keys_room
from battlefield.workbench import Near

MOST_REASONS, MOST_NEAR = 3, 6
_EDGE = 20.0
_ROW = 24.0


@dataclass(frozen=True, slots=True)
class Said:
    """All that the card says: what is chosen (`kind`: whose and what), where, what is so there, what may be done.

    `held`: it is not put down. `ghost`: there is a legal place near. `ground`: it is terrain. `faults`: findings
    against the whole set-up. `broken`: what of what is near a rule is broken with.
    """

    file: str
    dirty: bool
    chosen: str | None = None
    kind: str = ""
    pose: Pose | None = None
    held: bool = False
    carried: bool = False
    ghost: bool = False
    ground: bool = False
    snap: str | None = None
    snaps: bool = True
    reasons: tuple[Reason, ...] = ()
    near: tuple[Near, ...] = ()
    broken: frozenset[str] = frozenset()
    faults: int = 0


@by_identity(8)
def editing_card(said: Said, rect: Rect, y: float) -> tuple[tuple[Item, ...], tuple[Widget, ...], float]:
    """The card of setting up, and the y below it."""
    column = Column(rect.x + _EDGE + 2, y + 16, rect.width - 2 * _EDGE - 8)
    widgets: list[Widget] = []
    _heading(column, said)
    if said.chosen is None:
        _nobody(column, said)
    else:
        _chosen(column, said)
        _against(column, said)
        if said.held:
            widgets += _choices(column, said)
        _near(column, said)
    bottom = column.y + 12
    box = Rect(rect.x + _EDGE - 12, y, rect.width - 2 * _EDGE + 24, bottom - y)
    stripe = theme.REFUSED if said.held else theme.BLUE
    return (*card(box, stripe), *column.items), tuple(widgets), bottom + 14


def _heading(column: Column, said: Said) -> None:
    column.y += 4
    column.items.append(written(column.x, column.y, "SETTING UP", 11, theme.SKY, weight="semibold"))
    end = column.x + column.width
    state = "not saved" if said.dirty else "saved"
    wide = width(state, 11, "semibold") + 14
    tone = theme.EDGE_CASE if said.dirty else theme.RAISED
    ink = theme.BLACK if said.dirty else theme.SOFT
    column.items.append(chip(end - wide, column.y, state, ink, tone))
    name, room = Path(said.file).name, column.width - wide - 96
    if room > 40:
        column.items.append(written(end - wide - 8, column.y, name, 11, theme.FAINT, anchor="end", room=room))
    column.y += 10


def _nobody(column: Column, said: Said) -> None:
    column.space(6)
    column.paragraph("Nothing is chosen", 15, theme.BRIGHT, 1, "semibold", 1.3)
    column.space(2)
    column.paragraph("Click a thing, or go through them with Tab; then drag it, or move it by the arrows.", 12,
                     theme.SOFT, 3)  # fmt: skip
    column.space(4)
    if said.faults:
        words = "1 finding" if said.faults == 1 else f"{said.faults} findings"
        column.paragraph(f"{words} against this set-up: G goes to the next.", 12, theme.BAD, 2, "semibold")
    else:
        column.paragraph("Nothing is against this set-up.", 12, theme.GOOD, 1, "semibold")


def _chosen(column: Column, said: Said) -> None:
    column.space(6)
    verdict, tone = ("not legal", theme.BAD) if said.reasons else ("legal", theme.GOOD)
    wide = width(verdict, 11, "semibold") + 14
    title = Column(column.x, column.y, column.width - wide - 8)
    title.paragraph(said.chosen or "", 15, theme.BRIGHT, 2, "semibold", 1.3)
    column.items += title.items
    column.items.append(chip(column.x + column.width - wide, column.y + 10, verdict, theme.BLACK, tone))
    column.y = title.y
    if said.kind:
        column.paragraph(said.kind, 12, theme.FAINT, 1)
    if said.pose is not None:
        x, y, facing = (trimmed(each, 4) for each in (said.pose.x, said.pose.y, said.pose.facing))
        column.pair("at", f"[{x}, {y}]" + (f"  ·  {facing}°" if facing != "0" else ""), colour=theme.BRIGHT)
    if said.snap is not None:
        column.space(3)
        column.paragraph(f"Snapped: {said.snap}", 12, theme.SKY, 3, "semibold")
    elif said.carried and not said.snaps:
        column.space(3)
        column.paragraph("No snapping", 12, theme.FAINT)


def _against(column: Column, said: Said) -> None:
    for reason in said.reasons[:MOST_REASONS]:
        column.space(7)
        column.y += 8
        x, y = column.x + 7, column.y
        column.items.append(Ellipse((x, y), 7, 7, fill=theme.REFUSED))
        column.items.append(written(x, y, "×", 12, theme.WHITE, weight="semibold", anchor="middle"))
        column.items.append(written(column.x + 21, y, reason.rule, 12, theme.BAD, weight="semibold",
                                    room=column.width - 21))  # fmt: skip
        column.y += 9
        inner = Column(column.x + 21, column.y, column.width - 21)
        inner.paragraph(f"{capital(reason.why)}{by_how_much(reason)}.", 12, theme.SOFT, 3)
        column.items += inner.items
        column.y = inner.y
    left = len(said.reasons) - MOST_REASONS
    if left > 0:
        column.space(3)
        column.paragraph(f"and {left} more", 11, theme.FAINT)


def by_how_much(reason: Reason) -> str:
    """By how much a rule is broken, in words that go on from why: ": 0.62 in away, and 1 in is not enough"."""
    claim = reason.claim
    if claim is None or claim.margin is None:
        return ""
    value, limit = flat(claim)
    if claim.measure == "overlap":
        return f", {telling(value, limit)} in deep"
    if claim.measure == "inside":
        return f", by {telling(value, limit)} in"
    if reason.rule == "setup.engagement":
        short = "" if limit is None else f", {telling(abs(limit - value), None)} in too near"
        return f": {telling(value, limit)} in away{short}"
    if claim.measure == "coherency" and limit is not None:
        return f": {telling(value, limit)} in, {telling(abs(value - limit), None)} in too far"
    return "" if limit is None else f": {telling(value, limit)} in, the limit being {trimmed(limit)}"


def _choices(column: Column, said: Said) -> list[Widget]:
    """What may be done with something that is held because it is not legal there."""
    column.space(9)
    rows = [
        ("edit.anyway", "Shift+Enter", "put it here all the same"),
        ("window.escape", "Escape", "back where it was"),
    ]
    if said.ghost:
        rows.insert(0, ("edit.legal", "Enter", "to the legal place nearby"))
    widgets = []
    for slug, key, says in rows:
        box = Rect(column.x - 4, column.y, column.width + 8, _ROW)
        first = slug == "edit.legal"
        column.items.append(
            Box(box.centre, box.width, box.height - 3, 5, fill=theme.GREEN.at(0.35) if first else theme.RAISED)
        )
        keys, _ = keys_drawn(column.x + 3, column.y + _ROW / 2, (key,), keys_room(key))
        column.items += keys
        column.items.append(
            written(column.x + 108, column.y + _ROW / 2, says, 12, theme.BRIGHT, room=column.width - 108)
        )
        widgets.append(Widget(slug, box))
        column.y += _ROW
    return widgets


def _near(column: Column, said: Said) -> None:
    if not said.near:
        return
    column.space(8)
    column.y += 6
    column.items.append(written(column.x, column.y, "NEAR", 11, theme.FAINT, weight="semibold"))
    column.y += 9
    for near in said.near[:MOST_NEAR]:
        broken = near.name in said.broken
        far = f"{near.gap:.3f} in" if near.gap else "in it" if said.ground else "overlaps" if broken else "touching"
        column.pair(near.name, far, colour=theme.BAD if broken else theme.SOFT)


# --- the strip over the table ---

STRIP = (
    ("edit.undo", "Ctrl+Z", "undo"),
    ("edit.redo", "Ctrl+Y", "redo"),
    ("edit.save", "Ctrl+S", "save"),
    ("edit.add", "A", "add"),
    ("edit.duplicate", "D", "duplicate"),
    ("edit.delete", "Delete", "delete"),
    ("edit.end", "E", "done"),
)


@by_identity(4)
def strip(corner: Rect, dirty: bool) -> Drawing:
    """A button for what is done most, each with its key."""
    x, y, high = corner.x + 62.0, corner.y + 13.0, 20.0
    begin = x
    items: list[Item] = []
    widgets: list[Widget] = []
    for slug, key, says in STRIP:
        wide = width(says, 11.5) + 16
        lit = slug == "edit.save" and dirty
        if x + wide > corner.right - 36:
            break
        items.append(
            Box(
                (x + wide / 2, y), wide, high, 6, fill=theme.EDGE_CASE if lit else theme.RAISED, outline=theme.CARD_EDGE
            )
        )
        items.append(written(x + 8, y, says, 11.5, theme.BLACK if lit else theme.BRIGHT))
        widgets.append(Widget(slug, Rect(x, y - high / 2, wide, high), key))
        x += wide + 5
    ground = Rect(begin - 6, y - 13, x - begin + 7, 26)
    return (Box(ground.centre, ground.width, ground.height, 8, fill=theme.NIGHT.at(0.9)), *items), tuple(widgets)
