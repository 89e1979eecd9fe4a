"""Dice on the field: how they tumble to where they lie, and what they say there."""

from __future__ import annotations

from math import hypot, pi, sin

from battlefield.events.core import Rolled
from battlefield.geometry.lines import in_one_place
from battlefield.geometry.shapes import Point, unit_vector
from battlefield.recording import Recording
from battlefield.viewer import theme
from battlefield.viewer.drawing import Item, Line, Rect, Stroke, Text
from battlefield.viewer.glyphs import die
from battlefield.viewer.labels import Wanted, beside
from battlefield.viewer.plan import Drawn, Plan, Stage, between
from battlefield.viewer.tags import placed, said

DIE_PIXELS, DIE_INCHES = 27.0, 16 / 25.4
"""A die is drawn at its size on the table, but never too small for its pips."""


def die_side(scale: float) -> float:
    """The side of a die in inches."""
    return max(DIE_INCHES, DIE_PIXELS / scale)


def turn_of(spot: Point) -> float:
    """How a die lies, in degrees: anyhow, but always the same for the same place."""
    return (spot[0] * 137.0 + spot[1] * 71.0) % 90.0 - 45.0


def lying_dice(spots: tuple[Point, ...], faces: tuple[int, ...], unit: float) -> list[Item]:
    """Dice at rest."""
    side = die_side(1 / unit)
    return [item for at, face in zip(spots, faces, strict=True) for item in die(at, face, side, turn_of(at), unit)]


def dice_rects(spots: tuple[Point, ...], scale: float) -> list[Rect]:
    """What dice cover, in board pixels."""
    half = die_side(scale) * scale * 0.66
    return [Rect(x * scale - half, -y * scale - half, 2 * half, 2 * half) for x, y in spots]


def faces_at(recording: Recording, index: int, spots: tuple[Point, ...]) -> tuple[int, ...]:
    """What dice show that lie at these places, from the last throw before an event; 0 where nobody knows."""
    for entry in reversed(recording.entries[max(0, index - 60) : index]):
        event = entry.event
        if isinstance(event, Rolled) and event.throw is not None:
            shown = dict(zip(event.throw, event.faces, strict=False))
            if all(spot in shown for spot in spots):
                return tuple(shown[spot] for spot in spots)
    return tuple(0 for _ in spots)


def throw(stage: Stage, event: Rolled) -> Plan:
    """Two dice thrown onto the field; a throw that is a tie says that it is made again."""
    spots = tuple(event.throw or ())
    faces = event.faces[: len(spots)]
    tie = again_because(spots, faces)
    tags = _tags(stage, spots, faces, tie)
    again = [said(f"same face ({shown[0]}): thrown again", theme.REFUSED) for shown in event.rerolls]
    again = placed(stage, [Wanted(each, _middle(spots, each)) for each in again], [], dice_rects(spots, stage.scale))
    earlier = tuple(_mirrored(spots, number) for number in range(len(event.rerolls)))

    def draw(elapsed: float) -> Drawn:
        name, progress = stage.moment.beat(elapsed)
        if name.startswith("again"):
            number = int(name.partition("/")[2] or 1) - 1
            share = min(1.0, progress / 0.6)
            items = _tumbling(earlier[number], event.rerolls[number], share, stage.unit)
            return Drawn(over=tuple(items), top=(again[number],) if progress > 0.6 else ())
        if name == "tumble":
            return Drawn(over=tuple(_tumbling(spots, faces, progress, stage.unit)))
        items = lying_dice(spots, faces, stage.unit)
        if len(spots) == 2 and tie is None:
            items.insert(0, Stroke(spots, theme.INK.at(0.6 * progress), 1.6, (5, 4)))
        return Drawn(over=tuple(items), top=tuple(tags) if progress > 0.15 else ())

    lines = (spots,) if len(spots) > 1 else ()
    return Plan(stage.after, stage.moment.duration - 0.05, lines=lines, tags=tuple(tags), draw=draw)


def again_because(spots: tuple[Point, ...], faces: tuple[int, ...]) -> str | None:
    """Why two dice on the field give no line and are thrown again, in words; None where they give one."""
    if len(faces) > 1 and len(set(faces)) < len(faces):
        return f"same face ({faces[0]})"
    return "both in one place" if in_one_place(spots) else None


def _tags(stage: Stage, spots: tuple[Point, ...], faces: tuple[int, ...], tie: str | None) -> list[Text]:
    if tie is not None:
        text = said(f"{tie}: thrown again", theme.REFUSED)
        return placed(stage, [Wanted(text, _middle(spots, text))], [], dice_rects(spots, stage.scale))
    return low_and_high(stage, spots, faces, spots)


def low_and_high(stage: Stage, spots: tuple[Point, ...], faces: tuple[int, ...], line: Line) -> list[Text]:
    """A tag for each die: the low one, the high one."""
    half = die_side(stage.scale) * stage.scale * 0.66
    wanted = []
    for at, face in zip(spots, faces, strict=True):
        word = "low" if face == min(faces) else "high"
        text = said(f"{word} {face}" if face else "die", theme.INK, size=11.5)
        wanted.append(Wanted(text, beside(at, half, half, text, 2)))
    return placed(stage, wanted, [line], dice_rects(spots, stage.scale))


def _middle(spots: tuple[Point, ...], text: Text) -> tuple[tuple[Point, Point], ...]:
    x = sum(each[0] for each in spots) / max(1, len(spots))
    y = sum(each[1] for each in spots) / max(1, len(spots))
    return beside((x, y), 20, 20, text)


def _mirrored(spots: tuple[Point, ...], number: int) -> tuple[Point, ...]:
    """Somewhere near by, for a throw whose places nobody wrote down."""
    x = sum(each[0] for each in spots) / len(spots)
    y = sum(each[1] for each in spots) / len(spots)
    ux, uy = unit_vector(70.0 + 50.0 * number)
    return tuple((x + (a - x) * ux - (b - y) * uy, y + (a - x) * uy + (b - y) * ux) for a, b in spots)


def _tumbling(spots: tuple[Point, ...], faces: tuple[int, ...], progress: float, unit: float) -> list[Item]:
    """Dice on their way: from one hand, in three bounces, turning, other faces up until they settle."""
    items: list[Item] = []
    side = die_side(1 / unit)
    x = sum(each[0] for each in spots) / len(spots)
    y = sum(each[1] for each in spots) / len(spots)
    hand = (x - 7.0, y - 6.0)
    for number, (at, face) in enumerate(zip(spots, faces, strict=True)):
        share = max(0.0, min(1.0, progress * 1.12 - 0.12 * number))
        gone = 1 - (1 - share) ** 2
        spot = between(hand, at, gone)
        lift = abs(sin(share * 3 * pi)) * (1 - share) ** 0.7 * min(46.0, 10 * hypot(at[0] - hand[0], at[1] - hand[1]))
        turn = turn_of(at) + (1 - gone) * (620 if number % 2 else -540)
        shown = face if share > 0.84 else (face + 3 * number + int(share * 11)) % 6 + 1
        items += die(spot, shown, side, turn, unit, lift)
    return items
