"""What a file says of the card game: zones, cards, how they lie at the start. Every name is checked.

Source rules: artefakt.deck, artefakt.display, artefakt.limit, artefakt.extra.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlefield.cards import ANY_ZONE, OPPONENT, SELF, UNIT_IN_ZONE, Card, CardTable, Effect
from battlefield.geometry.areas import rect_area
from battlefield.scenario.card_entries import HAND
from battlefield.scenario.document import Document
from battlefield.scenario.ground import area_of
from battlefield.scenario.names import CARD, PLAYER, UNIT, ZONE, Names
from battlefield.scenario.reader import Piece
from battlefield.scenario.scenario import Deal
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import listed, quoted, unknown
from battlefield.state import Board, Zone

SYSTEM = "artefakty"
TABLES = ("zones", "cards", "artefakty")
CONFRONTATIONS = ("Władza", "Podstęp")


def check_in_play(document: Document) -> None:
    """A fault for each table of the card game in a file that does not play it."""
    if SYSTEM in document.systems:
        return
    for key in TABLES:
        if key in document.raw:
            document.report.add((key,), f"{key} belongs to {quoted(SYSTEM)}, which is not among the rules", key=True)


def zones_of(document: Document, board: Board) -> Iterator[Zone]:
    """The zones; without a board, and without areas of their own, they lie side by side, each as wide."""
    pieces = document.many["zones"]
    beside = "board" not in document.raw and not any("area" in each.entry or "area" in each.broken for each in pieces)
    for number, piece in enumerate(pieces):
        if beside:
            wide = board.width / len(pieces)
            yield Zone(piece.entry["name"], rect_area(number * wide, 0.0, wide, board.height))
        elif "area" in piece.entry:
            area = area_of(document.report, piece.entry["area"], (*piece.path, "area"))
            if area is not None:
                yield Zone(piece.entry["name"], area)
        elif "area" not in piece.broken:
            said = "a zone needs an area, unless there is no [board] and no zone has one: then they lie side by side"
            document.report.add(piece.path, said)


def card_table(document: Document, names: Names) -> CardTable | None:
    """The cards of the game and what was agreed on, with nothing laid out yet; None where none is played."""
    if SYSTEM not in document.systems:
        return None
    reading = _Reading(document, names)
    cards = {card.name: card for card in reading.cards()}
    return CardTable(
        court=reading.court(),
        kinds=dict(sorted(cards.items())),  # by name, so that a file's order says nothing of a deck's
        expansion=reading.get("expansion", True),
        artemistrz=reading.artemistrz(),
    )


def deal_of(document: Document, names: Names, table: CardTable | None) -> Deal | None:
    """Where the cards lie at the start."""
    return None if table is None else _Reading(document, names).deal(table)


def confrontations(document: Document) -> tuple[str, ...]:
    """The kinds of confrontation in this game."""
    piece = document.one.get("artefakty")
    given = (piece.entry if piece is not None else {}).get("confrontations", CONFRONTATIONS)
    return tuple(given)


def effects_of(names: Names, entries: Sequence[Mapping[str, Any]], path: Path) -> tuple[Effect, ...]:
    """The effects of a card, or of a confrontation, their names checked."""
    made = []
    for number, entry in enumerate(entries):
        where = (*path, number)
        _check_names(names, entry, where)
        made.append(Effect(**entry))
    return tuple(made)


def _check_names(names: Names, entry: Mapping[str, Any], path: Path) -> None:
    for key in ("a", "b", "unit", "to"):
        name = entry.get(key)
        moves = entry["do"] == "move" and key == "to"
        if name is None or name == UNIT_IN_ZONE or (moves and name == ANY_ZONE):
            continue
        names.find(name, (UNIT, ZONE) if moves else (UNIT,), (*path, key))
    player = entry.get("player")
    if player is None:
        return
    players = [name for name, kind in names.kinds.items() if kind == PLAYER]
    if player == OPPONENT and player not in players and len(players) != 2:
        said = f'"{OPPONENT}" says who is meant only where two players play; here are {len(players)}: name one'
        names.report.add((*path, "player"), said)
    elif player not in (SELF, OPPONENT):
        names.find_player(player, (*path, "player"))


class _Reading:
    """One file's cards."""

    def __init__(self, document: Document, names: Names) -> None:
        self._report = document.report
        self._document = document
        self._names = names
        self._piece = document.one.get("artefakty") or Piece({}, ("artefakty",))

    def get(self, key: str, default: Any = None) -> Any:
        """What [artefakty] says under a key."""
        return self._piece.get(key, default)

    def cards(self) -> Iterator[Card]:
        """Every card, with its defaults."""
        for piece in self._document.many["cards"]:
            level, when = piece.get("level", "artifact"), piece.get("when", "any")
            arrow = piece.get("arrow", when == "on draw")
            if when == "on draw" and not arrow:
                said = 'a card with when = "on draw" has the arrow: nothing else is played in the moment of its draw'
                self._report.add((*piece.path, "arrow"), said, key=True)
            expansion = piece.get("expansion", level == "artifact")
            if level == "artifact" and not expansion:
                self._report.add((*piece.path, "expansion"), "every Artifact comes with the expansion", key=True)
            effects = effects_of(self._names, piece.get("effects", ()), (*piece.path, "effects"))
            yield Card(
                name=piece.entry["name"],
                when=when,
                arrow=arrow,
                level=level,
                expansion=expansion,
                effects=effects,
            )

    def court(self) -> tuple[str, ...]:
        """The players in the order of the Court: of the file unless given."""
        players = [piece.entry["name"] for piece in self._document.many["players"]]
        given = self.get("court")
        if given is None:
            return tuple(players)
        path = ("artefakty", "court")
        for number, name in enumerate(given):
            self._names.find_player(name, (*path, number))
            if name in given[:number]:
                self._report.add((*path, number), f"{quoted(name)} stands twice in the court")
        missing = [each for each in players if each not in given]
        if missing and not any(each not in players for each in given):
            self._report.add(path, f"the court names every player; missing: {listed(missing)}")
        return tuple(given)

    def artemistrz(self) -> tuple[str, ...]:
        """The units with the ability of the Artemistrz."""
        given, path = self.get("artemistrz", ()), ("artefakty", "artemistrz")
        if isinstance(given, str):
            self._names.find_unit(given, path)
            return (given,)
        for number, name in enumerate(given):
            self._names.find_unit(name, (*path, number))
        return tuple(given)

    def deal(self, table: CardTable) -> Deal:
        """Where the cards lie at the start; each in one place, and only Artifacts in the piles."""
        placed: dict[str, str] = {}
        hands = {}
        for piece in self._document.many["players"]:
            hand = self._pile(piece.get("hand", ()), (*piece.path, "hand"), "a hand", table, placed, artifacts=False)
            artifacts = [each for each in hand if each in table.kinds and table.kinds[each].is_artifact]
            if len(artifacts) > HAND:
                said = f"a hand holds at most {HAND} Artifacts; found {len(artifacts)}"
                self._report.add((*piece.path, "hand"), said)
            hands[piece.entry["name"]] = hand
        piles = {
            key: self._pile(self.get(key, ()), ("artefakty", key), f"the {key}", table, placed, artifacts=True)
            for key in ("display", "discard", "deck")
        }
        self._check_expansion(table)
        deck = piles["deck"]
        if "deck" not in self._piece.entry and table.expansion:
            in_order = [piece.entry["name"] for piece in self._document.many["cards"]]
            deck = tuple(
                each
                for each in in_order
                if each in table.kinds and table.kinds[each].is_artifact and each not in placed
            )
        shuffle = self.get("shuffle", False)
        return Deal(deck=deck, shuffle=shuffle, display=piles["display"], discard=piles["discard"], hands=hands)

    def _pile(
        self,
        given: Sequence[str],
        path: Path,
        what: str,
        table: CardTable,
        placed: dict[str, str],
        *,
        artifacts: bool,
    ) -> tuple[str, ...]:
        """The cards of a pile."""
        for number, name in enumerate(given):
            where = (*path, number)
            self._names.find(name, (CARD,), where)
            if name in placed:
                self._report.add(where, f"{quoted(name)} lies in {placed[name]} already: each card is there once")
            placed[name] = what
            if artifacts and name in table.kinds and not table.kinds[name].is_artifact:
                level = table.kinds[name].level
                self._report.add(where, f"{what} holds Artifacts only; {quoted(name)} is of the level {quoted(level)}")
        return tuple(given)

    def _check_expansion(self, table: CardTable) -> None:
        if table.expansion:
            return
        for key in ("deck", "display", "discard", "artemistrz"):
            if self.get(key):
                said = f"without the expansion there are no Artifacts, and so no {key} (artefakt.extra)"
                self._report.add(("artefakty", key), said, key=True)


def kind_of(document: Document, given: str, path: Path) -> str:
    """The kind of a confrontation as the game calls it, in whatever case it is written; a fault where there is none."""
    kinds = confrontations(document)
    by_case = {each.casefold(): each for each in kinds}
    found = by_case.get(given.casefold())
    if found is None:
        document.report.add(path, unknown("no confrontation is called", given, kinds))
    return found or given
