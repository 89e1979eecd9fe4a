"""The moments that cards allow: that of their draw, a confrontation, a phase.

Source rule: artefakt.play.
"""

from __future__ import annotations

from battlefield.cards import Card
from battlefield.events import artefakty as cards
from battlefield.events.base import Event
from battlefield.events.core import OrderRefused
from battlefield.play import Play
from battlefield.state import State

RULE = "artefakt.play"
_OF_CARDS = (
    OrderRefused,
    cards.CardDrawn,
    cards.CardDiscarded,
    cards.CardPlayed,
    cards.ConfrontationWon,
    cards.MomentPassed,
)


def reacts(event: Event, play: Play) -> None:
    """Anything else that is done ends the moment of a draw, and that of a confrontation."""
    if play.order > 0 and play.opens and not isinstance(event, _OF_CARDS):
        close(play, "draw")
        close(play, "confrontation")


def close(play: Play, of: str) -> None:
    """The moment of a draw, or of a confrontation, is over, if it is there."""
    table = play.state.card_table
    if table.fresh if of == "draw" else table.won:
        play.do(cards.MomentPassed(rule=RULE, of=of))


def against_moment(state: State, card: Card, player: str) -> str | None:
    """Why a card cannot be played at this moment, otherwise than at once; None when it can."""
    match card.when:
        case "any":
            return None
        case "on draw":
            return f"{card.name} can be played only in the moment in which {player} draws it"
        case "confrontation":
            if state.card_table.won is not None:
                return None
            return f"{card.name} can be played only in a confrontation, and there is none at this moment"
    if state.phase == card.when:
        return None
    now = f"it is the {state.phase} phase" if state.phase is not None else "no phase is being played"
    return f"{card.name} can be played only in the {card.when} phase; {now}"
