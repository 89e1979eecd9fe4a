"""A small game of the court for the tests: three zones side by side, a unit in each, cards as a test wants them."""

from __future__ import annotations

from battlefield.battle import Battle, run
from battlefield.events.artefakty import CardTurnedUp
from battlefield.events.core import OrderRefused, Reason
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import Scenario

# Zones of 10 in: Pałac from x = 0, Katedra from 10, Rynek from 20. A unit's first model stands in the middle of each.
UNITS = {"Strażnik": ("Anna", 5.0), "Szpieg": ("Bartek", 15.0), "Artemistrz": ("Anna", 25.0)}
CARDS = {
    "Pomroczna świeca": 'arrow = true\neffects = [{ do = "attach", token = "cień", to = "unit in zone" }]',
    "Kielich": "",
    "Łza": "",
    "Dzwon": "",
    "Ćma": "",
    "Źrenica": "",
}


def orders(*lines: str) -> str:
    """Orders, each given by its keys: `do = …` first."""
    return "\n".join(f"[[orders]]\n{each}" for each in lines)


def confront(winner: str = "Anna", zone: str = "Pałac", kind: str = "Podstęp", more: str = "") -> str:
    """A confrontation won."""
    return f'do = "confront"\nzone = "{zone}"\nkind = "{kind}"\nwinner = "{winner}"\n{more}'


def draw(player: str = "Anna", card: str | None = None, by: str | None = None, more: str = "") -> str:
    """A draw from the display, or without a card from the deck."""
    what = 'from = "deck"' if card is None else f'from = "display"\ncard = "{card}"'
    cause = "" if by is None else f'by = "{by}"'
    return f'do = "draw"\nplayer = "{player}"\n{what}\n{cause}\n{more}'


def play(card: str, player: str = "Anna", target: str | None = None, more: str = "") -> str:
    """A card played."""
    named = "" if target is None else f'target = "{target}"'
    return f'do = "play"\nplayer = "{player}"\ncard = "{card}"\n{named}\n{more}'


def discard(card: str, player: str = "Anna") -> str:
    """A card discarded."""
    return f'do = "discard"\nplayer = "{player}"\ncard = "{card}"'


def court_text(
    *given: str,
    layout: str = "",
    cards: dict[str, str] | None = None,
    hands: dict[str, tuple[str, ...]] | None = None,
    more: str = "",
    rules: str = '"artefakty"',
    units: dict[str, tuple[str, float]] | None = None,
    zones: str = "",
    seed: int = 1,
) -> str:
    """The file of such a game with these orders; `layout` is what [artefakty] says."""
    hands = hands or {}
    text = [f'format = 1\ntitle = "Dwór"\nrules = [{rules}]\nseed = {seed}']
    for player in ("Anna", "Bartek"):
        held = ", ".join(f'"{each}"' for each in hands.get(player, ()))
        text.append(f'[[players]]\nname = "{player}"\nhand = [{held}]')
    text.append(zones or '[[zones]]\nname = "Pałac"\n[[zones]]\nname = "Katedra"\n[[zones]]\nname = "Rynek"')
    text.append(f"[artefakty]\n{layout}")
    text += [f'[[cards]]\nname = "{name}"\n{keys}' for name, keys in (CARDS if cards is None else cards).items()]
    for name, (player, x) in (UNITS if units is None else units).items():
        text.append(f'[[units]]\nname = "{name}"\nplayer = "{player}"\nbase = "32mm"\nat = [{x}, 10]')
    return "\n".join([*text, more, orders(*given)])


def court(*given: str, **keys: object) -> Scenario:
    """The scenario of such a game."""
    return loads(court_text(*given, **keys), "court.toml")  # type: ignore[arg-type]  # passed on


def played(*given: str, **keys: object) -> Battle:
    """What comes of it."""
    return run(court(*given, **keys))


def reasons(battle: Battle) -> list[Reason]:
    """Every reason of every refusal."""
    return [each for event in battle.events if isinstance(event, OrderRefused) for each in event.reasons]


def rules_refused(battle: Battle) -> list[str]:
    """The rules of every refusal."""
    return [each.rule for each in reasons(battle)]


def names(battle: Battle, pile: str) -> list[str]:
    """The names of the cards on a pile, the top first; of a player in their hand."""
    table = battle.state.card_table
    ids = table.hand(pile) if pile in ("Anna", "Bartek") else getattr(table, pile)
    return [table.name(each) for each in ids]


def turned_up(battle: Battle) -> list[str]:
    """What was laid open, in order."""
    return [each.name for each in battle.events if isinstance(each, CardTurnedUp)]
