"""What the tests of the Relic share: a table of 40 × 20 in, who stands on it, and what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from battlefield.battle import Battle
from battlefield.events.base import Event, event_name
from battlefield.events.core import OrderRefused, Reason
from battlefield.log import lines_of
from battlefield.log import loads as read_log
from battlefield.state import Artifact, State
from battlefield.verify import verify
from tests.sketch import MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
BASE = 25 / 25.4 / 2
RELIC = 40 / 25.4 / 2
TOUCH = BASE + RELIC
REACH = TOUCH + 1
SCORER = "INFANTRY, SCORING"

Kind = TypeVar("Kind", bound=Event)


def who(name: str, at: str, player: str = "Red", keywords: str = SCORER, base: str = "25mm", **keys: object) -> str:
    """A unit; `move` is 12 unless given."""
    keys = {"move": 12, **keys}
    return f'[[units]]\nname = "{name}"\n{unit(player, base, keywords, **keys)}\nat = {at}\n'


def lying(at: str = "[20, 10]", **keys: object) -> str:
    """The Relic on the ground."""
    more = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return f'[[artifacts]]\nname = "Casket"\nkind = "relic"\nat = {at}\n{more}'


def carried(by: str, **keys: object) -> str:
    """The Relic in somebody's hands."""
    more = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return f'[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "{by}"\n{more}'


def order(do: str, keys: str = "", paths: str = "") -> str:
    """An order; `paths` are the lines of its table of paths."""
    table = f"[orders.paths]\n{paths}\n" if paths else ""
    return f'[[orders]]\ndo = "{do}"\n{keys}\n{table}'


def move(model: str, to: str, keys: str = "") -> str:
    """A model's move; `to` is a place, or a path."""
    way = "path" if to.startswith("[[") or to.startswith("[{") else "to"
    return order("move", f'model = "{model}"\n{way} = {to}\n{keys}')


def phase(player: str = "", name: str = "", keys: str = "") -> str:
    """Forward to a phase."""
    told = (f'player = "{player}"\n' if player else "") + (f'phase = "{name}"\n' if name else "")
    return order("phase", f"{told}{keys}")


def play(text: str, start: str | None = MOVEMENT, edges: tuple[str, str] = ("south", "north")) -> Battle:
    """The battle of players with these board edges; its log holds against itself, and the Relic is in one place."""
    found = sketch(OPEN, text, start=start, rules='"core", "scrollhammer-relic"')
    players = tuple(replace(each, board_edge=edge) for each, edge in zip(found.table.players, edges, strict=True))
    battle = played(replace(found, table=replace(found.table, players=players)))
    checked(battle)
    return battle


def checked(battle: Battle) -> None:
    """The log holds against itself, and every Artifact and Relic is in one place at every moment."""
    written = "\n".join(lines_of(battle.scenario, battle.seed, tuple(battle.entries))) + "\n"
    for answer in verify(read_log(written.encode(), "log")):
        assert answer.holds, (answer.question, answer.faults)
    for state in battle.states:
        in_one_place(state)


def in_one_place(state: State) -> None:
    """Every Relic lies, or is carried by somebody who is there, or is out of play."""
    for relic in state.artifacts.values():
        bearer = state.models.get(relic.carrier or "")
        assert (relic.at is not None) == (relic.status in ("field", "dropped")), relic
        assert (bearer is not None) == (relic.status == "carried"), relic


def of(battle: Battle, kind: type[Kind]) -> list[Kind]:
    """The events of a kind."""
    return [each for each in battle.events if isinstance(each, kind)]


def names(battle: Battle) -> list[str]:
    """What happened about the Relic, in order."""
    return [event_name(type(each))[6:] for each in battle.events if type(each).__name__.startswith("Relic")]


def reasons(battle: Battle) -> tuple[Reason, ...]:
    """Why the last order was refused; empty when it was not."""
    last = battle.events[-1]
    return last.reasons if isinstance(last, OrderRefused) else ()


def rules(battle: Battle) -> list[str]:
    """The rules by which the last order was refused."""
    return [each.rule for each in reasons(battle)]


def relic(battle: Battle) -> Artifact:
    """The Relic in the end."""
    return battle.state.artifacts["Casket"]


def value(battle: Battle, holder: str, token: str) -> object:
    """The value of a token in the end; None when it is not there."""
    found = battle.state.token(holder, token)
    return None if found is None else found.value
