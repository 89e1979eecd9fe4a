"""The limit of a hand, and cards that leave one by being discarded.

Source rule: artefakt.limit.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.events.artefakty import CardDiscarded
from battlefield.events.core import Reason
from battlefield.orders.artefakty import Discard
from battlefield.play import OrderError, Play
from battlefield.state import State

RULE = "artefakt.limit"
MOST = 2
"""Artifacts in a hand."""


def over_limit(state: State) -> tuple[str, ...]:
    """The players who hold more Artifacts than a hand may, in the order of the Court."""
    table = state.card_table
    return tuple(player for player in table.court if len(table.artifacts_of(player)) > MOST)


def refusals(state: State, order: Discard) -> Sequence[Reason]:
    """Only an Artifact of one's own hand, and only down to the limit."""
    table = state.card_table
    held = len(table.artifacts_of(order.player))
    if held <= MOST:
        why = f"{order.player} holds {held} of {MOST} Artifacts; nothing is to be discarded"
        return [Reason(rule=RULE, why=why)]
    card = table.held_by(order.player, order.card)
    if card is None:
        return [Reason(rule=RULE, why=f"{order.player} does not hold {order.card}")]
    if not table.kinds[order.card].is_artifact:
        return [Reason(rule=RULE, why=f"{order.card} is no Artifact; one of those is to be discarded")]
    return ()


def carry_out(play: Play, order: Discard) -> None:
    """The card goes from the hand to the discards; it may be the one just drawn."""
    discard(play, order.player, order.card, RULE, "limit")


def discard(play: Play, player: str, name: str, rule: str, why: str, by: str = "order") -> None:
    """A card of a hand is discarded face up: an Artifact to the discards, any other out of the game."""
    table = play.state.card_table
    card = table.held_by(player, name)
    if card is None:
        raise OrderError(f"{player} does not hold {name}")
    to = "discard" if table.kinds[name].is_artifact else "out"
    play.do(CardDiscarded(rule=rule, rulings=(), player=player, card=card, name=name, why=why, to=to, by=by))


def discard_chosen(play: Play, player: str, rule: str) -> None:
    """A player discards one card of their hand, Artifacts included: the one they answer, else the one they got last."""
    table = play.state.card_table
    answer = play.answer_to(RULE, player)
    name = str(answer.given) if answer is not None else table.name(table.hand(player)[-1])
    discard(play, player, name, rule, "effect", "default" if answer is None else "order")
