"""Deck, display and discards: laid out, refilled, shuffled again.

Source rules: artefakt.deck, artefakt.display.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.cards import CardTable
from battlefield.certificate import Certificate
from battlefield.events.artefakty import (
    CardDiscarded,
    CardDrawn,
    CardSeen,
    CardTurnedUp,
    DeckOrdered,
    DeckShuffled,
)
from battlefield.events.base import Event
from battlefield.play import Play
from battlefield.scenario.scenario import Deal, Scenario

DECK, DISPLAY, DRAW, LIMIT = "artefakt.deck", "artefakt.display", "artefakt.draw", "artefakt.limit"
OPEN = 2
"""Cards that lie face up."""


def sets_up(play: Play, scenario: Scenario) -> None:
    """Discards, hands, display and deck as the scenario says; the display is filled from the deck."""
    deal = scenario.deal
    if deal is None or play.state.cards is None:
        return
    for name in reversed(deal.discard):
        play.do(CardTurnedUp(rule=DECK, card=new_ids(play, 1)[0], name=name, to="discard"))
    for player, names in deal.hands.items():
        for name in names:
            card = new_ids(play, 1)[0]
            play.do(CardDrawn(rule=LIMIT, player=player, card=card, from_="box", why="dealt"))
            play.do(CardSeen(rule=LIMIT, player=player, card=card, name=name, seen_by=(player,)))
    for name in deal.display:
        play.do(CardTurnedUp(rule=DISPLAY, card=new_ids(play, 1)[0], name=name, to="display"))
    _lay_deck(play, deal)
    refill(play)


def reacts(event: Event, play: Play) -> None:
    """The place of a card that was drawn is filled at once; a deck that has run out is made anew."""
    if isinstance(event, CardDrawn) and event.replaced_by is not None:
        name = play.state.card_table.name(event.replaced_by)
        play.do(CardTurnedUp(rule=DISPLAY, card=event.replaced_by, name=name, to="display"))
    if isinstance(event, CardDrawn | CardDiscarded) and play.order > 0:
        play.when_settled(refill)


def refill(play: Play) -> None:
    """An empty deck is made of the discards, an open place filled from the deck, as long as there is anything."""
    while True:
        table = play.state.card_table
        if not table.deck and table.discard:
            names = [table.name(each) for each in table.discard]
            shuffled = [names[each] for each in play.chance.shuffle(len(names))]
            _lay(play, shuffled, "discards")
        elif len(table.display) < OPEN and table.deck:
            top = table.deck[0]
            play.do(CardTurnedUp(rule=DISPLAY, card=top, name=table.name(top), to="display"))
        else:
            return


def draw_top(
    play: Play,
    player: str,
    *,
    why: str,
    zone: str | None,
    by: str | None,
    claims: tuple[Certificate, ...] = (),
    rulings: tuple[str, ...] = (),
) -> None:
    """A player draws the top card of the deck, for no other to see."""
    table = play.state.card_table
    card = table.deck[0]
    name = table.name(card)
    with play.together():  # what the draw is answered with waits until the player has seen the card
        play.do(
            CardDrawn(
                rule=DRAW,
                claims=claims,
                rulings=rulings,
                player=player,
                card=card,
                from_="deck",
                why=why,
                zone=zone,
                by=by,
            )
        )
        play.do(CardSeen(rule=LIMIT, player=player, card=card, name=name, seen_by=(player,)))


def is_spent(table: CardTable) -> bool:
    """Whether no Artifact can be drawn, from the display neither: deck and discards are both used up."""
    return not table.deck and not table.discard


def new_ids(play: Play, count: int) -> tuple[str, ...]:
    """The next ids: they say nothing of the cards that get them."""
    made = play.state.card_table.made
    return tuple(f"#{made + each}" for each in range(1, count + 1))


def _lay_deck(play: Play, deal: Deal) -> None:
    names = list(deal.deck)
    if deal.shuffle:
        names = [names[each] for each in play.chance.shuffle(len(names))]
    if names:
        _lay(play, names, "box")


def _lay(play: Play, names: Sequence[str], of: str) -> None:
    """Lay a deck face down: what lies where is written down for nobody."""
    cards = new_ids(play, len(names))
    play.do(DeckShuffled(rule=DECK, cards=cards, of=of))
    play.do(DeckOrdered(rule=DECK, names=dict(zip(cards, names, strict=True)), seen_by=()))
