"""Confrontations, and the draw of an Artifact: for one that was won, or by the ability of an Artemistrz.

Source rules: artefakt.draw, artefakt.display, artefakt.deck, artefakt.extra.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlefield.certificate import Certificate
from battlefield.events.artefakty import CardDrawn, ConfrontationWon
from battlefield.events.core import Reason
from battlefield.orders.artefakty import Confront, Draw
from battlefield.play import Play
from battlefield.rules.artefakty.effects import Source, against, against_targets, carry, filled
from battlefield.rules.artefakty.moments import close
from battlefield.rules.artefakty.piles import DECK, DISPLAY, DRAW, draw_top, is_spent
from battlefield.rules.artefakty.zones import RULE as ZONES
from battlefield.rules.artefakty.zones import first_model, zone_of
from battlefield.state import State

POWER = "władza"
"""The one confrontation for which no Artifact is drawn, in whatever case it is written."""


def confront(play: Play, order: Confront) -> None:
    """A confrontation was won; the winner may take its effect now, or draw an Artifact instead by an order."""
    close(play, "draw")
    taken = bool(order.effects)
    play.do(ConfrontationWon(rule=DRAW, zone=order.zone, kind=order.kind, winner=order.winner, effect=taken))
    source = Source(player=order.winner)
    for effect, printed in zip(filled(order.effects, order.targets), order.effects, strict=True):
        carry(play, effect, printed, source)


def against_confronting(state: State, order: Confront) -> Sequence[Reason]:
    """What stands against the effect of a confrontation, where the winner takes it."""
    reasons = against_targets(state, order.effects, order.targets)
    if reasons or not order.effects:
        return reasons
    source = Source(player=order.winner)
    pairs = zip(filled(order.effects, order.targets), order.effects, strict=True)
    return [reason for effect, printed in pairs for reason in against(state, effect, printed, source)]


def draw(play: Play, order: Draw) -> None:
    """The card goes to the hand, and the zone that caused it is kept for what is played at once."""
    close(play, "draw")
    table = play.state.card_table
    claims: tuple[Certificate, ...] = ()
    rulings: tuple[str, ...] = ()
    if order.by is None:
        why, zone = "confrontation", None if table.won is None else table.won.zone
    else:
        found = zone_of(play.state, order.by)
        why, zone, rulings = "artemistrz", found.zone, (ZONES,)
        claims = () if found.claim is None else (found.claim,)
    if order.from_ == "deck":
        draw_top(play, order.player, why=why, zone=zone, by=order.by, claims=claims, rulings=rulings)
        return
    card = next(each for each in table.display if table.name(each) == order.card)
    play.do(
        CardDrawn(
            rule=DRAW,
            claims=claims,
            rulings=rulings,
            player=order.player,
            card=card,
            name=order.card,
            from_="display",
            why=why,
            zone=zone,
            replaced_by=table.deck[0] if table.deck else None,
            by=order.by,
        )
    )


def refusals(state: State, order: Draw) -> Sequence[Reason]:
    """Every reason against a draw: its cause, and whether there is anything to draw."""
    return [*_cause(state, order), *_cards(state, order)]


def _cause(state: State, order: Draw) -> Iterator[Reason]:
    if order.by is not None:
        yield from _ability(state, order.player, order.by)
        return
    won = state.card_table.won
    if won is None:
        yield Reason(rule=DRAW, why=f"{order.player} has won no confrontation at this moment")
    elif won.winner != order.player:
        why = f"{won.winner}, not {order.player}, won the confrontation over {won.kind} in {won.zone}"
        yield Reason(rule=DRAW, why=why)
    elif won.kind.casefold() == POWER:
        yield Reason(rule=DRAW, why=f"for a confrontation over {won.kind} no Artifact is drawn")
    elif not won.open:
        why = f"{order.player} has had something for the confrontation in {won.zone}: its own effect, or a card"
        yield Reason(rule=DRAW, why=why)


def _ability(state: State, player: str, name: str) -> Iterator[Reason]:
    if name not in state.card_table.artemistrz:
        why = f"{name} has no ability to draw: the players did not agree on it as an Artemistrz"
        yield Reason(rule=DRAW, why=why, of=name)
        return
    unit = state.units[name]
    if unit.player != player:
        yield Reason(rule=DRAW, why=f"{name} is {unit.player}'s, not {player}'s", of=name)
    if first_model(state, name) is None:
        yield Reason(rule=DRAW, why=f"{name} is not on the battlefield", of=name)


def _cards(state: State, order: Draw) -> Iterator[Reason]:
    table = state.card_table
    if not table.expansion:
        yield Reason(rule="artefakt.extra", why="this game is played without the expansion, and so without Artifacts")
    elif is_spent(table):
        why = "deck and discards are used up: no Artifact can be drawn, from the display neither"
        yield Reason(rule=DECK, why=why)
    elif order.from_ == "display" and not any(table.name(each) == order.card for each in table.display):
        shown = " and ".join(table.name(each) for each in table.display)
        yield Reason(rule=DISPLAY, why=f"{order.card} does not lie open; {shown} do")
