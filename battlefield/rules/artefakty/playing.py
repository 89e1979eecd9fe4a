"""Cards that are played: one, or several at one time in the order of their ranks and of the Court.

Source rules: artefakt.play, artefakt.priority, artefakt.extra, artefakt.limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlefield.cards import LEVELS, Card, Fresh
from battlefield.certificate import Certificate
from battlefield.events.artefakty import CardPlayed
from battlefield.events.core import Reason
from battlefield.orders.artefakty import Play as PlayCards
from battlefield.orders.artefakty import Played
from battlefield.play import Play
from battlefield.rules.artefakty.effects import Source, against, against_targets, carry, filled
from battlefield.rules.artefakty.moments import RULE, against_moment, close
from battlefield.rules.artefakty.zones import zone_of
from battlefield.state import State

PRIORITY, EXTRA = "artefakt.priority", "artefakt.extra"
FREE = "Chorąży Nieśmiertelnych"
"""The one card of the expansion that is used without it."""


class Way(NamedTuple):
    """How a card in a hand is played: its id, what it is, and the draw in whose moment it is played, if it is."""

    id: str
    card: Card
    draw: Fresh | None


def play_cards(play: Play, order: PlayCards) -> None:
    """Each card is used up and does what it does, before the next one in the order of ranks."""
    ways = {each: way for each in order.plays if (way := way_of(play.state, each)) is not None}
    if not any(way.draw is not None for way in ways.values()):
        close(play, "draw")
    several = len(ways) > 1
    for turn, each in enumerate(in_order(play.state, order.plays), start=1):
        way = ways[each]
        claims = _targets_shown(play.state, each)
        play.do(
            CardPlayed(
                rule=PRIORITY if several else RULE,
                claims=claims,
                rulings=(RULE,) if claims else (),
                player=each.player,
                card=way.id,
                name=way.card.name,
                level=way.card.level,
                targets=each.targets,
                at_once=way.draw is not None,
                zone=None if way.draw is None else way.draw.zone,
                turn=turn,
                turns=len(ways),
            )
        )


def reacts(event: CardPlayed, play: Play) -> None:
    """What a card does, once it is played."""
    effects = play.state.card_table.kinds[event.name].effects
    source = _source(event.player, event.card, event.name, event.at_once, event.zone)
    for effect, printed in zip(filled(effects, event.targets), effects, strict=True):
        carry(play, effect, printed, source)


def refusals(state: State, order: PlayCards) -> Sequence[Reason]:
    """Everything against each card that is played, in the state before any of them."""
    twice = [each for number, each in enumerate(order.plays) if each.card in [one.card for one in order.plays[:number]]]
    reasons = [Reason(rule=RULE, why=f"{each.card} is played twice") for each in twice]
    return [*reasons, *(reason for each in order.plays for reason in _against(state, each))]


def way_of(state: State, played: Played) -> Way | None:
    """How a card would be played; None when the player does not hold it."""
    table = state.card_table
    card = table.held_by(played.player, played.card)
    if card is None:
        return None
    kind, fresh = table.kinds[played.card], table.fresh_card(card)
    at_once = fresh is not None and kind.arrow and played.at_once is not False
    return Way(card, kind, fresh if at_once else None)


def in_order(state: State, plays: Sequence[Played]) -> list[Played]:
    """Cards of one time by rank, then by the Court; what is left the one player's own has as it was said."""
    table = state.card_table

    def rank(each: Played) -> tuple[int, int]:
        return LEVELS.index(table.kinds[each.card].level), table.court.index(each.player)

    return sorted(plays, key=rank)


def _against(state: State, played: Played) -> Iterator[Reason]:
    way = way_of(state, played)
    if way is None:
        yield Reason(rule=RULE, why=_not_held(state, played))
        return
    card = way.card
    if card.expansion and not state.card_table.expansion and card.name != FREE:
        yield Reason(rule=EXTRA, why=f"{card.name} comes with the expansion, which is not in this game")
    if played.at_once and way.draw is None:
        yield Reason(rule=RULE, why=_not_at_once(state, way, played.player))
    elif way.draw is None:
        why = against_moment(state, card, played.player)
        if why is not None:
            yield Reason(rule=RULE, why=why)
    reasons = against_targets(state, card.effects, played.targets)
    yield from reasons
    if not reasons:
        draw = way.draw
        source = _source(played.player, way.id, card.name, draw is not None, None if draw is None else draw.zone)
        for effect, printed in zip(filled(card.effects, played.targets), card.effects, strict=True):
            yield from against(state, effect, printed, source)


def _not_held(state: State, played: Played) -> str:
    table = state.card_table
    if any(table.faces.get(each) == played.card for each in table.out):
        return f"{played.card} has been used; a card is played once"
    return f"{played.player} does not hold {played.card}"


def _not_at_once(state: State, way: Way, player: str) -> str:
    if not way.card.arrow:
        return f"{way.card.name} has no arrow, and so is not played in the moment of its draw"
    del state
    return f"the moment in which {player} drew {way.card.name} has passed"


def _source(player: str, card: str, name: str, at_once: bool, zone: str | None) -> Source:
    return Source(player=player, card=card, name=name, bounded=at_once, zone=zone)


def _targets_shown(state: State, played: Played) -> tuple[Certificate, ...]:
    """In which zone each unit stands that was named."""
    found = (zone_of(state, name).claim for name in played.targets if name in state.units)
    return tuple(claim for claim in found if claim is not None)
