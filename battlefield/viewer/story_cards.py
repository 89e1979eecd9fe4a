"""The story of the card game."""

from __future__ import annotations

from battlefield.events import artefakty as cards
from battlefield.state import State
from battlefield.viewer.telling import Told, count, listed

_VERBS = {
    "attach": "The token",
    "swap": "The exchange",
    "move": "The move",
    "discard": "The discard",
    "draw": "The draw",
}


def _shuffled(event: cards.DeckShuffled, before: State) -> Told:
    _ = before
    cards_ = count(len(event.cards), "Artifact")
    if event.of == "discards":
        return Told("The discards become the deck", f"The deck had run out; {cards_}, shuffled, face down.")
    return Told(f"The deck lies ready: {cards_}", "Face down, with room for the discards beside it.")


def _ordered(event: cards.DeckOrdered, before: State) -> Told:
    _ = before
    return Told("What lies in the deck", f"From the top: {listed(tuple(event.names.values()))}. Nobody sees it.")


def _turned_up(event: cards.CardTurnedUp, before: State) -> Told:
    _ = before
    if event.to == "discard":
        return Told(f"{event.name} lies on the discards", "From the start.")
    return Told(f"{event.name} lies open", "On the display, for all to see.")


def _drawn(event: cards.CardDrawn, before: State) -> Told:
    _ = before
    if event.why == "dealt":
        return Told(f"{event.player} holds a card", "From the start, for no other to see.")
    what = event.name or "the top card of the deck"
    reasons = {
        "confrontation": f"For the confrontation won in {event.zone}, instead of its effect.",
        "artemistrz": f"By the ability of {event.by}" + (f", in {event.zone}." if event.zone else "."),
        "effect": f"By {event.by}." if event.by else "By an effect.",
    }
    figures = (("zone that caused it", event.zone),) if event.zone is not None else ()
    return Told(f"{event.player} draws {what}", reasons.get(event.why, ""), figures)


def _seen(event: cards.CardSeen, before: State) -> Told:
    _ = before
    return Told(f"It is {event.name}", f"{event.player} sees it, and no other.")


def _played(event: cards.CardPlayed, before: State) -> Told:
    _ = before
    said = ""
    if event.at_once:
        said = f"At once, in the moment of its draw: what it does to units reaches only {event.zone}. "
    if event.at_once and event.zone is None:
        said = "At once, in the moment of its draw; no zone caused that, and so it reaches no unit. "
    said += f"On {listed(event.targets)}. " if event.targets else ""
    figures = [("rank", event.level)]
    if event.turns > 1:
        figures.append(("at one time", f"{event.turn} of {event.turns}"))
    return Told(f"{event.player} plays {event.name}", f"{said}It is used up.", tuple(figures))


def _discarded(event: cards.CardDiscarded, before: State) -> Told:
    _ = before
    said = "Down to the limit of two." if event.why == "limit" else "By the effect of a card."
    said += " Nobody said which: the one drawn last." if event.by == "default" else ""
    return Told(f"{event.player} discards {event.name}", said)


def _won(event: cards.ConfrontationWon, before: State) -> Told:
    _ = before
    said = "The winner takes its effect." if event.effect else "The winner may draw an Artifact instead of its effect."
    if event.kind.casefold() == "władza":
        said = "For this kind no Artifact is drawn."
    return Told(f"{event.winner} wins {event.kind} in {event.zone}", said)


def _passed(event: cards.MomentPassed, before: State) -> Told:
    _ = before
    return Told(f"The moment of the {event.of} has passed", "")


def _relocated(event: cards.UnitRelocated, before: State) -> Told:
    _ = before
    return Told(f"{event.unit} goes to {event.to or 'no zone'}", f"From {event.from_ or 'no zone'}, by an effect.")


def _swapped(event: cards.UnitsSwapped, before: State) -> Told:
    _ = before
    figures = tuple((unit, zone or "no zone") for unit, zone in ((event.a, event.a_zone), (event.b, event.b_zone)))
    return Told(f"{event.a} and {event.b} change places", "By an effect.", figures)


def _lapsed(event: cards.EffectLapsed, before: State) -> Told:
    _ = before
    what = _VERBS.get(event.do, "The effect")
    of = f" of {event.name}" if event.name is not None else ""
    return Told(f"{what}{of} comes to nothing", f"{event.why[:1].upper()}{event.why[1:]}.")


def _sealed(event: cards.Sealed, before: State) -> Told:
    _ = event, before
    return Told("Sealed", "Something that is for others to see.")


TELLERS = {
    cards.DeckShuffled: _shuffled,
    cards.DeckOrdered: _ordered,
    cards.CardTurnedUp: _turned_up,
    cards.CardDrawn: _drawn,
    cards.CardSeen: _seen,
    cards.CardPlayed: _played,
    cards.CardDiscarded: _discarded,
    cards.ConfrontationWon: _won,
    cards.MomentPassed: _passed,
    cards.UnitRelocated: _relocated,
    cards.UnitsSwapped: _swapped,
    cards.EffectLapsed: _lapsed,
    cards.Sealed: _sealed,
}
