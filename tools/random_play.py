"""Random battles, played to their end and held against themselves: `python tools/random_play.py [N [FIRST [KIND …]]]`.

A crowded table with Artifacts on it is played with orders that a player might think of, legal or not, ended, written as
a log and read again. After every order each Artifact is in exactly one place, and what is used stays used; the log must
be whole, true, and come out the same when it is run again. Printed is what was wrong with which battle, and what
happened how often, so that one can see that all of it was tried.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from playing.kinds import Ask, Kind
from playing.tables import KINDS, core_asks, core_faults, table

from battlefield.battle import Battle, carry_out, refusals, run
from battlefield.dice import DiceError
from battlefield.events.base import event_name
from battlefield.log import lines_of
from battlefield.log import loads as log_of
from battlefield.orders.core import EndBattle, Phase
from battlefield.play import OrderError
from battlefield.rules.systems import in_play
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import OrderEntry
from battlefield.state import State
from battlefield.verify import verify

STEPS = 24
FORWARD = 0.25
"""How often the next order goes on to the next phase."""
LEGAL = 0.85
"""How often it is one that is legal."""
Kinds = tuple[Kind, ...]
EVERY: Kinds = tuple(KINDS.values())


def wrong(seed: int, kinds: Kinds = EVERY) -> list[str]:
    """Everything that is wrong with the random battle of a seed, in its states and in its log."""
    battle, faults = play(seed, kinds)
    return faults + list(_faults_of_log(battle))


def play(seed: int, kinds: Kinds = EVERY) -> tuple[Battle, list[str]]:
    """A random battle, played to its end, and what was wrong with its states."""
    chance = Random(seed)
    scenario = loads(table(chance, kinds), f"random-{seed}.toml")
    battle = run(scenario)
    systems, state, faults = in_play(scenario.table.systems), battle.state, list(_faults(battle.state, kinds))
    orders: list[OrderEntry] = []
    used: set[str] = set()
    for step in range(STEPS + 1):
        ask = Ask(EndBattle()) if step == STEPS else _next(chance, state, kinds)
        entry = OrderEntry(order=ask.order, plain={}, answers=ask.answers)
        try:
            state = carry_out(battle, state, systems, len(orders) + 1, entry)
        except (OrderError, DiceError):
            continue  # an answer that nobody asks for, a path of a model that is gone: nothing has happened
        orders.append(entry)
        battle.after.append(len(battle.entries))
        faults += [f"after {ask.order}: {said}" for said in _faults(state, kinds)]
        faults += [f"{name} is used no longer" for name in used if not state.artifacts[name].used]
        used |= {each.name for each in state.artifacts.values() if each.used}
    if not state.ended:
        faults.append("it has not ended")
    battle.scenario = replace(scenario, orders=tuple(orders))
    return battle, faults


def _next(chance: Random, state: State, kinds: Kinds) -> Ask:
    """The next order: mostly one that is legal, if one of those thought of is."""
    if chance.random() < FORWARD:
        return Ask(Phase())
    asks = [*core_asks(chance, state), *(ask for each in kinds for ask in each.asks(chance, state))]
    chance.shuffle(asks)
    if chance.random() < LEGAL:
        return next((each for each in asks if _legal(state, each)), Ask(Phase()))
    return asks[0] if asks else Ask(Phase())


def _legal(state: State, ask: Ask) -> bool:
    try:
        return not refusals(state, ask.order)
    except OrderError:
        return False


def _faults(state: State, kinds: Kinds) -> Iterator[str]:
    yield from core_faults(state)
    for each in kinds:
        yield from each.faults(state)


def _faults_of_log(battle: Battle) -> Iterator[str]:
    text = "\n".join(lines_of(battle.scenario, battle.seed, tuple(battle.entries))) + "\n"
    log = log_of(text.encode(), "random.jsonl")
    for answer in verify(log):
        yield from (f"{answer.question}: {fault}" for fault in answer.faults)
        if answer.holds is not True and not answer.faults:
            yield f"{answer.question}: {answer.note}"
    if log.recording.state.artifacts != battle.state.artifacts:
        yield "read again, the Artifacts are elsewhere"


def main(arguments: list[str]) -> int:
    """Play so many battles from a first seed on, and print what was wrong and what happened.

    KIND is the name of a rule system, such as scrollhammer-relic; unless one is named, all play on one table.
    """
    count, first = (int(each) for each in (*arguments[:2], *("1000", "0")[len(arguments) :]))
    kinds = tuple(KINDS[each] for each in arguments[2:]) or EVERY
    happened: Counter[str] = Counter()
    bad = 0
    for seed in range(first, first + count):
        battle, faults = play(seed, kinds)
        faults += list(_faults_of_log(battle))
        happened.update(event_name(type(each)) for each in battle.events)
        bad += bool(faults)
        for said in faults:
            print(f"battle {seed}: {said}")
    print(f"{count} battles from seed {first}: {bad} with something wrong")
    for name, times in happened.most_common():
        print(f"  {times:9d}  {name}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
