"""The cards beside the table: deck, display, discards, what was played, and each player's hand; and the lit zone.

They lie above the battlefield, in its inches, and are as large as its width allows. A hand is seen by its holder: in a
player's copy of a log the others hold backs. Zones are areas of the battlefield and are drawn with the ground.
"""

from __future__ import annotations

from typing import NamedTuple

from battlefield.cards import CardTable
from battlefield.geometry import areas
from battlefield.geometry.shapes import Point
from battlefield.state import Board, State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Box, Colour, Fill, Hatch, Item, Stroke, Text
from battlefield.viewer.metrics import cut, width, wrap
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_board import OUTLINE
from battlefield.viewer.scene_models import Colours

WIDE, HIGH, TRAY = 2.5, 3.5, 5.3
"""A card's sides, and the room for cards above the battlefield, for a table 30 in wide."""
_MIDDLE, _CAPTION = 2.35, 4.6
_PILES = {"deck": 1.5, "display": 4.7, "discard": 10.6, "out": 13.5}
_STEP, _HANDS = 2.75, 15.6
_WORDS = {"deck": "Deck", "display": "Display", "discard": "Discards", "out": "Played"}
FACE, FACE_EDGE = theme.rgb("fbf6e6"), theme.rgb("3a2d22")
BACK, BACK_LINE = theme.rgb("3c2f55"), theme.rgb("cdb98a")
RANKS: dict[str, Colour] = {
    "artifact": theme.rgb("7a4f9a"),
    "privilege": theme.rgb("b07a1e"),
    "unit": theme.rgb("2f6f9f"),
    "mission": theme.rgb("2c7a5b"),
    "influence": theme.rgb("a0442e"),
    "other": theme.rgb("5b6470"),
}


class Place(NamedTuple):
    """Where a card lies: its middle, and whether its face is shown."""

    at: Point
    open: bool


def extent(state: State) -> Board:
    """The battlefield with the room for cards above it; the battlefield alone where there are none."""
    board = state.board
    return board if state.cards is None else Board(board.width, board.height + TRAY * _unit(state))


def place_of_card(state: State, card: str, reader: str | None = None) -> Place | None:
    """Where a card lies; None for one that lies nowhere."""
    table = state.cards
    if table is None:
        return None
    for pile, player, ids in table.piles():
        if card in ids:
            if player is not None:
                return _in_hand(state, table, player, ids.index(card), reader)
            step = ids.index(card) if pile == "display" else 0
            return Place(_spot(state, _PILES[pile] + step * _STEP), pile != "deck")
    return None


@by_identity(64)
def tray(
    state: State, scale: float, colours: Colours, reader: str | None, lifted: str | None = None
) -> tuple[Item, ...]:
    """Every pile with its height, and each hand; without the card that is `lifted`, which is on its way."""
    table = state.cards
    if table is None:
        return ()
    pen = _Pen(state, table, scale)
    items: list[Item] = []
    for pile in ("deck", "display", "discard", "out"):
        ids = tuple(each for each in getattr(table, pile) if each != lifted)
        items += pen.pile(pile, ids)
    liveries = dict(colours)
    for player in table.court:
        hand = table.hand(player)
        items += pen.caption(_hand_left(table, player), f"{player} · {len(hand)}", liveries[player].tint)
        for number, card in enumerate(hand):
            place = _in_hand(state, table, player, number, reader)
            if card != lifted:
                items += pen.card(card, place.at, face_up=place.open)
    return tuple(items)


@by_identity(32)
def card_drawn(state: State, scale: float, card: str, at: Point, face_up: bool) -> tuple[Item, ...]:
    """One card somewhere."""
    return tuple(_Pen(state, state.card_table, scale).card(card, at, face_up=face_up))


def lit(state: State) -> tuple[Item, ...]:
    """The zones that caused the draw of a card in hand just now: to them it is confined when it is played at once."""
    table = state.cards
    if table is None:
        return ()
    zones = dict.fromkeys(each.zone for each in table.fresh if each.zone is not None)
    return tuple(item for zone in zones for item in lit_zone(state, zone))


def lit_zone(state: State, name: str) -> tuple[Item, ...]:
    """A zone that is lit."""
    items: list[Item] = []
    for zone in state.zones:
        if zone.name == name:
            for outer, holes in areas.rings(zone.area, OUTLINE):
                rings = (tuple(outer), *(tuple(hole) for hole in holes))
                items.append(Fill(rings, theme.EDGE_CASE.at(0.26)))
                items += [Stroke(ring, theme.rgb("b58a00"), 3.0, closed=True) for ring in rings]
    return tuple(items)


def unit_of(state: State) -> float:
    """How large cards are drawn: 1 on a table 30 in wide."""
    return _unit(state)


class _Pen:
    """Draws cards of one state."""

    def __init__(self, state: State, table: CardTable, scale: float) -> None:
        self._state = state
        self._table = table
        self._scale = scale
        self._unit = _unit(state)

    def pile(self, name: str, ids: tuple[str, ...]) -> list[Item]:
        """A pile under its name and height."""
        x = _PILES[name]
        words = f"{_WORDS[name]} · {len(ids)}" if name != "display" else _WORDS[name]
        items = self.caption(x - WIDE / 2, words, theme.SOFT)
        if name == "display":
            for step in range(2):
                at = _spot(self._state, x + step * _STEP)
                items += self.card(ids[step], at) if step < len(ids) else self._empty(at)
            return items
        at = _spot(self._state, x)
        if not ids:
            return [*items, *self._empty(at)]
        thick = min(len(ids), 6) - 1
        for layer in range(thick, 0, -1):
            shift = 0.07 * layer * self._unit
            items.append(self._body((at[0] + shift, at[1] - shift), BACK if name == "deck" else FACE))
        return items + self.card(ids[0], at, face_up=name != "deck", faded=name == "out")

    def caption(self, x: float, words: str, colour: Colour) -> list[Item]:
        """Words over a pile or a hand, from x on."""
        at = (x * self._unit, self._state.board.height + _CAPTION * self._unit)
        size = max(7.5, min(12.5, 0.44 * self._unit * self._scale))
        shown = cut(words, size, 6.6 * self._unit * self._scale, "semibold")
        return [Text(at, shown, size, colour, width(shown, size, "semibold"), "semibold", "start")]

    def card(self, card: str, at: Point, *, face_up: bool = True, faded: bool = False) -> list[Item]:
        """A card: its face where that is known and shown, else its back."""
        kind = self._table.card(card) if face_up else None
        if kind is None:
            return self._back(at)
        unit = self._unit
        rank = RANKS[kind.level].at(0.45 if faded else 1.0)
        ink = theme.INK.at(0.5) if faded else theme.INK
        top = Box((at[0], at[1] + (HIGH / 2 - 0.3) * unit), (WIDE - 0.24) * unit, 0.36 * unit, 0.1 * unit, fill=rank)
        items: list[Item] = [self._shadow(at), self._body(at, FACE), top]
        if kind.arrow:
            items += self._arrow((at[0], at[1] - (HIGH / 2 - 0.52) * unit), rank)
        return items + self._name(kind.name, at, ink)

    def _name(self, name: str, at: Point, ink: Colour) -> list[Item]:
        room = (WIDE - 0.3) * self._unit * self._scale
        size = max(7.0, min(13.0, room / 6.2))
        while size > 7.0 and max(width(word, size, "semibold") for word in name.split()) > room:
            size -= 0.5
        lines = wrap(name, size, room, 3, "semibold")
        items: list[Item] = []
        for number, line in enumerate(lines):
            down = (number - (len(lines) - 1) / 2) * size * 1.25
            items.append(Text(at, line, size, ink, width(line, size, "semibold"), "semibold", offset=(0.0, down)))
        return items

    def _arrow(self, at: Point, colour: Colour) -> list[Item]:
        """The arrow that says: may be played when it is drawn."""
        x, y = at
        long, head = 0.55 * self._unit, 0.24 * self._unit
        tip = ((x + long, y), (x + long - head, y + head), (x + long - head, y - head))
        return [Stroke(((x - long, y), (x + long - head, y)), colour, 3.0), Fill((tip,), colour)]

    def _back(self, at: Point) -> list[Item]:
        unit = self._unit
        inner = ((WIDE - 0.5) * unit, (HIGH - 0.5) * unit)
        x, y = at[0] - inner[0] / 2, at[1] - inner[1] / 2
        ring = ((x, y), (x + inner[0], y), (x + inner[0], y + inner[1]), (x, y + inner[1]))
        return [
            self._shadow(at),
            self._body(at, BACK),
            Fill((ring,), BACK_LINE.at(0.0), Hatch("cross", BACK_LINE.at(0.35), 9, 1.1)),
            Box(at, *inner, 0.12 * unit, outline=BACK_LINE.at(0.8), line=1.2),
            Box(at, 0.8 * unit, 0.8 * unit, 0.06 * unit, 45, BACK, BACK_LINE, 1.6),
        ]

    def _body(self, at: Point, fill: Colour) -> Box:
        unit = self._unit
        return Box(at, WIDE * unit, HIGH * unit, 0.2 * unit, fill=fill, outline=FACE_EDGE, line=1.2)

    def _shadow(self, at: Point) -> Box:
        unit = self._unit
        return Box(at, WIDE * unit, HIGH * unit, 0.2 * unit, fill=theme.rgb("000000", 0.35), soft=5, offset=(0, 2))

    def _empty(self, at: Point) -> list[Item]:
        unit = self._unit
        x, y, half, tall = at[0], at[1], WIDE / 2 * unit, HIGH / 2 * unit
        ring = ((x - half, y - tall), (x + half, y - tall), (x + half, y + tall), (x - half, y + tall))
        return [Stroke(ring, theme.DIM, 1.2, (5.0, 4.0), closed=True)]


def _unit(state: State) -> float:
    return state.board.width / 30.0


def _spot(state: State, x: float) -> Point:
    unit = _unit(state)
    return (x * unit, state.board.height + _MIDDLE * unit)


def _hand_left(table: CardTable, player: str) -> float:
    each = (30.0 - _HANDS) / len(table.court)
    return _HANDS + table.court.index(player) * each


def _in_hand(state: State, table: CardTable, player: str, number: int, reader: str | None) -> Place:
    """A card of a hand: side by side as long as there is room, then one over the other."""
    each = (30.0 - _HANDS) / len(table.court) - 0.3
    count = len(table.hand(player))
    step = min(_STEP, (each - WIDE) / max(1, count - 1))
    x = _hand_left(table, player) + WIDE / 2 + number * step
    return Place(_spot(state, x), reader in (None, player))
