"""The legend: only what is on this table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from battlefield.cards import LEVELS
from battlefield.geometry.shapes import Disc, Point
from battlefield.recording import Recording
from battlefield.state import State, Terrain
from battlefield.viewer import glyphs, theme
from battlefield.viewer.column import written
from battlefield.viewer.drawing import Box, Colour, Ellipse, Fill, Item, Rect, Stroke
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_board import grounds_of
from battlefield.viewer.scene_cards import FACE, FACE_EDGE, RANKS
from battlefield.viewer.scene_models import body
from battlefield.viewer.scene_rings import claim_of, has_reach, reach_of

ROW = 22.0
EDGE = 20.0
Sign = Callable[[Point], tuple[Item, ...]]


@by_identity(16)
def legend(recording: Recording, rect: Rect, rings: bool, claims: bool) -> tuple[tuple[Item, ...], float]:
    """The legend at the foot of the panel; and the y above it."""
    entries = signs_on(recording, rings, claims)
    columns = 3 if rect.width > 470 else 2
    rows = ceil(len(entries) / columns)
    top = rect.bottom - rows * ROW - 40
    x = rect.x + EDGE
    items: list[Item] = [
        Stroke(((x, top), (rect.right - EDGE, top)), theme.HAIR, 1.0),
        written(x, top + 16, "LEGEND", 11, theme.FAINT, weight="semibold"),
    ]
    room = Rect(x, top + 27, rect.width - 2 * EDGE, rows * ROW)
    return (*items, *legend_items(entries, room, columns)), top


def signs_on(recording: Recording, rings: bool, claims: bool) -> list[tuple[str, Sign]]:
    """Every sign that is on the table at some time, with its meaning."""
    grounds = {id(each.terrain): each.terrain for each in recording.states}  # Hatchways open and close
    return _entries(recording.state, [each for terrain in grounds.values() for each in terrain], rings, claims)


def legend_items(entries: Sequence[tuple[str, Sign]], rect: Rect, columns: int) -> tuple[Item, ...]:
    """Signs with their meanings in rows, from the top of a rectangle on."""
    items: list[Item] = []
    wide = rect.width / columns
    for place, (name, sign) in enumerate(entries):
        left, y = rect.x + place % columns * wide, rect.y + 11 + place // columns * ROW
        items += sign((left + 9, y))
        items.append(written(left + 27, y, name, 12, theme.SOFT, room=wide - 34))
    return tuple(items)


def _entries(state: State, grounds: Sequence[Terrain], rings: bool, claims: bool) -> list[tuple[str, Sign]]:
    out: list[tuple[str, Sign]] = []
    for name, livery in theme.liveries(tuple(each.name for each in state.players)).items():
        out.append((name, _base(livery)))
    kinds = {artifact.kind == "relic" for artifact in state.artifacts.values()}
    if False in kinds:
        out.append(("Artifact", lambda at: glyphs.sign(at, 8, False)))
    if True in kinds:
        out.append(("Relic", lambda at: glyphs.sign(at, 8, True)))
    if state.markers:
        out.append(("Objective", _objective))
    seen: dict[str, theme.Ground] = {}
    for terrain in grounds:
        for look in grounds_of(terrain):
            seen.setdefault(look.word, look)
    out += [(word, swatch(look)) for word, look in seen.items()]
    if state.cards is not None:
        ranks = {card.level for card in state.cards.kinds.values()}
        out += [(f"{level.capitalize()} card", _card(RANKS[level])) for level in LEVELS if level in ranks]
    if rings and has_reach(state):
        out.append((f"{reach_of(state):g}″ engagement", _ring(theme.SOFT, (3, 3))))
    if claims:
        out.append((f"{claim_of(state):g}″ claim", _ring(theme.rgb("d9b64a"), (5, 3))))
    return out


def _base(livery: theme.Livery) -> Sign:
    return lambda at: tuple(body(Disc(at[0], at[1], 8.5), livery, 1.0))


def _objective(at: Point) -> tuple[Item, ...]:
    return (
        Ellipse(at, 8, 8, fill=theme.WHITE, outline=theme.INK_SOFT, width=2),
        Ellipse(at, 2, 2, fill=theme.INK_SOFT),
    )


def swatch(look: theme.Ground, paper: Colour = theme.PAPER) -> Sign:
    """A small piece of such ground."""

    def drawn(at: Point) -> tuple[Item, ...]:
        x, y = at
        ring = ((x - 9, y - 7), (x + 9, y - 7), (x + 9, y + 7), (x - 9, y + 7))
        items: list[Item] = [Box(at, 18, 14, 2, fill=paper), Fill((ring,), look.wash)]
        if look.hatch is not None:
            items.append(Fill((ring,), look.hatch.colour.at(0.0), look.hatch))
        return (*items, Box(at, 18, 14, 2, outline=look.line, line=1.5))

    return drawn


def _card(colour: Colour) -> Sign:
    return lambda at: (
        Box(at, 12, 17, 2, fill=FACE, outline=FACE_EDGE),
        Box((at[0], at[1] - 5), 9, 3.5, 0.5, fill=colour),
    )


def _ring(colour: Colour, dash: tuple[float, ...]) -> Sign:
    return lambda at: (Ellipse(at, 8, 8, outline=colour, width=1.4, dash=dash),)
