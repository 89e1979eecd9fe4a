"""Random games of the court, each held against laws that no game may break: `python tools/games.py [N]`.

Orders are drawn at random, legal and illegal ones. After each: no card is lost or doubled, the display is full while
there are cards, the deck is not empty beside discards, what was played stays out, a hand over the limit is that of who
drew and is seen to before anything else. At the end: the log verifies, so does each player's copy; and a twin game, in
which two cards that a player never saw have changed places, gives that player the very same lines but for digests.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from playing.trying import tried

from battlefield.battle import Battle, go_on, run
from battlefield.cards import Card, CardTable
from battlefield.events.artefakty import CardDiscarded, CardDrawn, CardPlayed, CardSeen, CardTurnedUp, EffectLapsed
from battlefield.events.core import OrderRefused
from battlefield.log import Log, lines_of, loads
from battlefield.orders.artefakty import Confront, Discard, Draw, Play, Played
from battlefield.orders.base import Order
from battlefield.rules.artefakty.effects import asked_for
from battlefield.rules.artefakty.hands import over_limit
from battlefield.scenario.load import loads as read
from battlefield.scenario.scenario import OrderEntry, Scenario
from battlefield.sealing import copy_for
from battlefield.state import State
from battlefield.verify import verify

MOST_ORDERS = 28
PLAYERS = ("Anna", "Bartek", "Celina")
ZONES = ("Pałac", "Katedra", "Rynek")
KINDS = ("Podstęp", "Władza")
PRINTED = (
    "",
    "",
    "",
    'arrow = true\neffects = [{ do = "attach", token = "cień", to = "unit in zone" }]',
    'effects = [{ do = "draw", player = "self", count = 2 }]',
    'level = "mission"\neffects = [{ do = "discard", player = "NAME", count = 1 }]',
    'when = "confrontation"\neffects = [{ do = "swap", a = "unit in zone", b = "unit in zone" }]',
    'arrow = true\neffects = [{ do = "move", unit = "unit in zone", to = "zone" }]',
    'when = "on draw"\neffects = [{ do = "draw", player = "NAME" }]',
    'level = "privilege"',
)


def table(chance: Random) -> Scenario:
    """A game of two or three players with a deck, a few cards in hand, a unit or two in each zone."""
    players = PLAYERS[: chance.choice((2, 2, 3))]
    cards = {f"Karta {chr(65 + n)}": chance.choice(PRINTED) for n in range(chance.randint(3, 20))}
    left = list(cards)
    chance.shuffle(left)
    text = [f'format = 1\nrules = ["artefakty"]\nseed = {chance.randrange(10**16)}']
    for player in players:
        held = [left.pop() for _ in range(min(len(left), chance.choice((0, 0, 1, 2))))]
        text.append(f'[[players]]\nname = "{player}"\nhand = {json.dumps(held, ensure_ascii=False)}')
    text += [f'[[zones]]\nname = "{name}"' for name in ZONES]
    shuffle = "true" if chance.random() < 0.7 else "false"
    text.append(f'[artefakty]\nshuffle = {shuffle}\nartemistrz = ["Jednostka 0"]')
    for name, printed in cards.items():
        text.append(f'[[cards]]\nname = "{name}"\n{printed.replace("NAME", chance.choice(players))}')
    for number in range(4):
        player, at = (players[0] if number == 0 else chance.choice(players)), [4.0 + 7.2 * number, 10.0]
        text.append(f'[[units]]\nname = "Jednostka {number}"\nplayer = "{player}"\nbase = "32mm"\nat = {at}')
    return read("\n".join(text), "game.toml")


def wrong(seed: int) -> str | None:
    """Which law a game breaks, in words; None when it breaks none."""
    chance = Random(seed)
    battle = run(table(chance))
    state = battle.state
    names = sorted(state.card_table.faces.values())
    for _ in range(chance.randint(6, MOST_ORDERS)):
        before, count = state, len(battle.entries)
        state = go_on(battle, state, OrderEntry(order=_order(chance, state), plain={}))
        done = [entry.event for entry in battle.entries[count:]]
        for said in _laws(before, state, names, done):
            return f"game {seed}, order {len(battle.scenario.orders)}: {said}"
    for said in _ends(battle):
        return f"game {seed}: {said}"
    return None


def _laws(before: State, after: State, names: list[str], done: Sequence[object]) -> Iterator[str]:
    old, new = before.card_table, after.card_table
    lying = [each for _, _, ids in new.piles() for each in ids]
    if sorted(new.name(each) for each in lying) != names or len(set(lying)) != len(lying):
        yield "a card is lost or doubled"
    if not new.deck and new.discard:
        yield "the deck ran out beside discards"
    if len(new.display) < 2 and new.deck:
        yield "the display is not full"
    if new.out[len(new.out) - len(old.out) :] != old.out:
        yield "a card that was out came back"
    drew = {each.player for each in done if isinstance(each, CardDrawn)}
    over, was_over = set(over_limit(after)), set(over_limit(before))
    if over - drew - was_over:
        yield "a hand is over the limit of a player who drew nothing"
    if was_over and not isinstance(done[0], OrderRefused | CardDiscarded | CardPlayed):
        yield "something was done before a hand over the limit was seen to"
    if not was_over and any(isinstance(each, OrderRefused) for each in done) and before != after:
        yield "a refused order changed something"


def _ends(battle: Battle) -> Iterator[str]:
    """What is wrong with the log, with a copy, or with what a copy tells."""
    lines = list(lines_of(battle.scenario, battle.seed, tuple(battle.entries)))
    logs = {"": _log(lines)}
    players = [each.name for each in battle.scenario.table.players]
    logs |= {player: _log(list(copy_for(lines, player))) for player in players}
    for whose, log in logs.items():
        faults = [fault for answer in verify(log) for fault in answer.faults]
        if faults:
            yield f"verification of {whose or 'the log'}: {faults[0]}"
    for player in players:
        yield from _told(battle, logs[player], player)


def _told(battle: Battle, log: Log, player: str) -> Iterator[str]:
    """Whether a copy tells of a card that its reader never saw."""
    table = battle.scenario.table.card_table
    hidden = sorted(set(battle.state.card_table.faces.values()) - _known(battle, player))
    shown = "\n".join(log.raw[1:])
    for name in hidden:
        if f'"{name}"' in shown:
            yield f"the copy of {player} names {name}, which {player} never saw"
            return
    for one in hidden:
        for other in hidden:
            if one < other and _same(table, one, other):
                twin = _swapped(battle, one, other)
                fresh = copy_for(lines_of(twin.scenario, twin.seed, tuple(twin.entries)), player)
                if [_bare(each) for each in log.raw] != [_bare(each) for each in fresh]:
                    yield f"the copy of {player} would be another if {one} were {other}"
                return


def _known(battle: Battle, player: str) -> set[str]:
    """The cards that a player has seen: what lay or was put open, the own hand, and what the own orders name."""
    known: set[str] = set()
    for event in battle.events:
        match event:
            case CardTurnedUp() | CardPlayed() | CardDiscarded() | EffectLapsed():
                known.add(event.name or "")
            case CardSeen() if event.player == player:
                known.add(event.name)
    for entry in battle.scenario.orders:
        match entry.order:
            case Play(plays=plays) if {each.player for each in plays} == {player}:
                known |= {each.card for each in plays}
            case Discard() if entry.order.player == player:
                known.add(entry.order.card)
            case Draw() if entry.order.card is not None:
                known.add(entry.order.card)
    return known


def _same(table: CardTable, one: str, other: str) -> bool:
    """Whether two cards differ by their names alone."""
    a: Card = table.kinds[one]
    return replace(a, name=other) == table.kinds[other]


def _swapped(battle: Battle, one: str, other: str) -> Battle:
    """The same game with two cards in each other's place from the start."""
    names = {one: other, other: one}

    def new(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(each, each) for each in cards)

    scenario, deal = battle.scenario, battle.scenario.deal
    assert deal is not None  # every game of this kind has one
    hands = {player: new(cards) for player, cards in deal.hands.items()}
    deal = replace(deal, deck=new(deal.deck), display=new(deal.display), discard=new(deal.discard), hands=hands)
    orders = tuple(replace(entry, order=_renamed(entry.order, names)) for entry in scenario.orders)
    return run(replace(scenario, deal=deal, orders=orders))


def _renamed(order: Order, names: dict[str, str]) -> Order:
    match order:
        case Play():
            return Play(plays=tuple(replace(each, card=names.get(each.card, each.card)) for each in order.plays))
        case Discard() | Draw() if order.card is not None:
            return replace(order, card=names.get(order.card, order.card))
    return order


def _bare(raw: str) -> object:
    """A line without its digests."""
    line = json.loads(raw)
    return {key: value for key, value in line.items() if key not in ("chain", "sealed")}


def _log(lines: list[str]) -> Log:
    return loads("".join(f"{line}\n" for line in lines).encode(), "game.jsonl")


# --- orders at random ---


def _order(chance: Random, state: State) -> Order:
    """Mostly an order that may be legal at this moment; sometimes any."""
    cards = state.card_table
    players = [each.name for each in state.players]
    waiting = over_limit(state)
    if waiting and chance.random() < 0.6:
        player = waiting[0]
        return Discard(player=player, card=cards.name(chance.choice(cards.hand(player))))
    if cards.won is not None and cards.won.open and chance.random() < 0.6:
        return _draw(chance, state, cards.won.winner, None)
    if cards.fresh and chance.random() < 0.5:
        fresh = chance.choice(cards.fresh)
        return Play(plays=(_played(chance, state, fresh.player, cards.name(fresh.card)),))
    player = chance.choice(players)
    if chance.random() < 0.3:
        return Confront(zone=chance.choice(ZONES), kind=KINDS[chance.random() < 0.1], winner=player)
    if cards.hand(player) and chance.random() < 0.4:
        return _plays(chance, state, player)
    if chance.random() < 0.8:
        return _draw(chance, state, players[0], "Jednostka 0" if chance.random() < 0.9 else None)
    return Discard(player=player, card=chance.choice(list(cards.kinds)))


def _draw(chance: Random, state: State, player: str, by: str | None) -> Draw:
    cards = state.card_table
    if cards.display and chance.random() < 0.6:
        return Draw(player=player, from_="display", card=cards.name(chance.choice(cards.display)), by=by)
    return Draw(player=player, from_="deck", by=by)


def _plays(chance: Random, state: State, player: str) -> Play:
    """One card of a hand, or one of each hand at one time."""
    cards = state.card_table
    holders = [each for each in cards.court if cards.hand(each)] if chance.random() < 0.3 else [player]
    chosen = [(each, cards.name(chance.choice(cards.hand(each)))) for each in holders]
    return Play(plays=tuple(_played(chance, state, holder, name) for holder, name in chosen))


def _played(chance: Random, state: State, player: str, name: str) -> Played:
    effects = state.card_table.kinds[name].effects
    targets = [
        chance.choice(ZONES) if each == "zone" else chance.choice(list(state.units)) for each in asked_for(effects)
    ]
    return Played(player=player, card=name, targets=tuple(targets), at_once=chance.choice((None, None, None, False)))


def main(arguments: list[str]) -> int:
    """Play N games (5,000 unless told) and say how many break a law."""
    return tried(wrong, int(arguments[0]) if arguments else 5_000, "games", 10)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
