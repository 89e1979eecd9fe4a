"""The orders of the card game: from their tables to orders, every name checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battlefield.cards import Effect
from battlefield.orders.artefakty import Confront, Discard, Draw, Play, Played
from battlefield.orders.base import Order
from battlefield.scenario.card_reading import effects_of, kind_of
from battlefield.scenario.document import Document
from battlefield.scenario.names import CARD, UNIT, ZONE, Names
from battlefield.scenario.reader import Piece
from battlefield.scenario.report import Report
from battlefield.scenario.whereabouts import Path


class CardOrders:
    """Turns the table of an order of the card game into the order."""

    def __init__(self, document: Document, names: Names, piece: Piece) -> None:
        self._document = document
        self._report: Report = document.report
        self._names = names
        self._piece = piece
        self._path = piece.path
        self._sound = not piece.broken

    def order(self) -> Order | None:
        """The order; None where something that it names is not there."""
        makers: Mapping[str, Callable[[], Order | None]] = {
            "confront": self._confront,
            "draw": self._draw,
            "play": self._play,
            "discard": self._discard,
        }
        made = makers[str(self._piece.get("do"))]()
        return made if self._sound else None

    def _confront(self) -> Order | None:
        zone, winner = self._named("zone", ZONE), self._player(self._piece.entry, self._path, "winner")
        effects: tuple[Effect, ...] = ()
        if self._piece.get("effects"):
            effects = effects_of(self._names, self._piece.get("effects"), (*self._path, "effects"))
        kind = kind_of(self._document, self._piece.get("kind", ""), (*self._path, "kind"))
        chosen = self._targets(self._piece.entry, self._path)
        return Confront(zone=zone, kind=kind, winner=winner, effects=effects, targets=chosen)

    def _draw(self) -> Order | None:
        from_ = self._piece.get("from")
        player, card, by = self._player(self._piece.entry, self._path), None, None
        if "card" in self._piece.entry:
            card = self._named("card", CARD)
            if from_ == "deck":
                said = "nobody knows which card lies on top of the deck: leave card out"
                self._fault((*self._path, "card"), said, key=True)
        elif from_ == "display" and "card" not in self._piece.broken:
            self._fault(self._path, "a card drawn from the display is named: card = NAME")
        if "by" in self._piece.entry:
            by = self._named("by", UNIT)
        return Draw(player=player, from_=from_, card=card, by=by)

    def _play(self) -> Order | None:
        entry = self._piece.entry
        one = [key for key in ("player", "card", "target", "at_once") if key in entry]
        if "plays" in entry:
            for key in one:
                said = f"plays names every card that is played, each with its own {key}"
                self._fault((*self._path, key), said, key=True)
            return Play(
                plays=tuple(self._one(each, (*self._path, "plays", n)) for n, each in enumerate(entry["plays"]))
            )
        for key in ("player", "card"):
            if key not in entry and not self._piece.broken:
                self._fault(self._path, f"the key {key} is missing: a player plays a card, or plays lists several")
                return None
        return Play(plays=(self._one(entry, self._path),)) if self._sound else None

    def _one(self, entry: Mapping[str, Any], path: Path) -> Played:
        card = self._sure(self._names.find(entry["card"], (CARD,), (*path, "card")))
        chosen = self._targets(entry, path)
        return Played(player=self._player(entry, path), card=card, targets=chosen, at_once=entry.get("at_once"))

    def _discard(self) -> Order | None:
        return Discard(player=self._player(self._piece.entry, self._path), card=self._named("card", CARD))

    def _targets(self, entry: Mapping[str, Any], path: Path) -> tuple[str, ...]:
        given = entry.get("target", ())
        if isinstance(given, str):
            return (self._sure(self._names.find(given, (UNIT, ZONE), (*path, "target"))),)
        return tuple(
            self._sure(self._names.find(each, (UNIT, ZONE), (*path, "target", n))) for n, each in enumerate(given)
        )

    def _player(self, entry: Mapping[str, Any], path: Path, key: str = "player") -> str:
        if key not in entry:
            return ""
        return self._sure(self._names.find_player(entry[key], (*path, key)))

    def _named(self, key: str, kind: str) -> str:
        if key not in self._piece.entry:
            return ""
        return self._sure(self._names.find(self._piece.get(key), (kind,), (*self._path, key)))

    def _sure(self, name: str | None) -> str:
        self._sound = self._sound and name is not None
        return name or ""

    def _fault(self, path: Path, message: str, *, key: bool = False) -> None:
        self._sound = False
        self._report.add(path, message, key=key)
