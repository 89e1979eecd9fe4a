"""Exfiltrations by the thousand against their chances in closed form: `python tools/chances.py [N [FIRST]]`.

A Dark Machine with two Artifacts attempts to leave, in rounds 2 to 5, each time with dice of another seed. Counted are
failures by the mortal wounds that they inflict, successes by the Artifacts that are lost, and the twelfth of the circle
into which each of those is expelled. The counts are held against the chances by chi-squared, to one in a thousand.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from battlefield.battle import run
from battlefield.dice import Seeded
from battlefield.events.core import Rolled
from battlefield.events.relics_of_old import ArtifactExpelled, MachineExfiltrated
from battlefield.orders.relics_of_old import Exfiltrate
from battlefield.play import Play
from battlefield.rules.relics_of_old.exfiltration import exfiltrate
from battlefield.rules.systems import in_play
from battlefield.scenario.load import loads
from battlefield.state import State

Key = TypeVar("Key")
ROUNDS = (2, 3, 4, 5)
SECTORS = 12
ARTIFACTS = 2
WOUNDS = {5: 1, 6: 2, 7: 3, 8: 2, 9: 1}
"""2D3+3: in how many of nine ways each sum comes."""
CRITICAL = {7: 24.322, 11: 31.264}
"""The value of chi-squared that chance exceeds once in a thousand, by degrees of freedom."""
TABLE = """
format = 1
rules = ["core", "relics-of-old"]
[board]
width = 60
height = 60
[start]
round = {round}
player = "Red"
[[players]]
name = "Red"
[[units]]
name = "Ark"
player = "Red"
keywords = ["VEHICLE", "DARK MACHINE"]
base = "130mm"
wounds = 20
at = [30, 30]
[[artifacts]]
name = "Crown"
carrier = "Ark"
[[artifacts]]
name = "Lantern"
carrier = "Ark"
"""


class Tally(NamedTuple):
    """How often what came of an attempt in a round, and into which part of the circle Artifacts were expelled."""

    outcomes: Counter[tuple[str, int]]
    sectors: Counter[int]


def tally(round_: int, seeds: range) -> Tally:
    """Attempt an exfiltration with the dice of each seed."""
    outcomes: Counter[tuple[str, int]] = Counter()
    sectors: Counter[int] = Counter()
    state = _ready(round_)
    systems = in_play(state.systems)
    for seed in seeds:
        play = Play(state, systems, Seeded(seed, 1))
        exfiltrate(play, Exfiltrate(unit="Ark"))
        events = [each.event for each in play.entries]
        thrown = [each for each in events if isinstance(each, ArtifactExpelled)]
        # the second may be carried over the first, down its own line: the direction is that of its dice either way
        sectors.update(math.floor(math.degrees(math.atan2(*each.direction[::-1])) % 360 / 30) for each in thrown)
        if any(isinstance(each, MachineExfiltrated) for each in events):
            outcomes["lost", len(thrown)] += 1
        else:
            suffered = next(each for each in events if isinstance(each, Rolled) and each.roll == "2D3+3")
            outcomes["wounds", suffered.total] += 1
    return Tally(outcomes, sectors)


def chances(round_: int) -> dict[tuple[str, int], float]:
    """What comes of an attempt in a round, in closed form: 5+, 4+, 3+, 2+; each Artifact is lost on 6 - round."""
    succeeds, lost = round_ / 6, (6 - round_) / 6
    found = {("wounds", sum_): (1 - succeeds) * ways / 9 for sum_, ways in WOUNDS.items()}
    for count in range(ARTIFACTS + 1):
        ways = math.comb(ARTIFACTS, count) * lost**count * (1 - lost) ** (ARTIFACTS - count)
        found["lost", count] = succeeds * ways
    return found


def chi_squared(counts: Mapping[Key, int], wanted: Mapping[Key, float]) -> float:
    """The sum of squared deviations over what is expected; infinite where something impossible has happened."""
    total = sum(counts.values())
    if set(counts) - {each for each, chance in wanted.items() if chance > 0}:
        return math.inf
    return sum((counts.get(each, 0) - total * chance) ** 2 / (total * chance) for each, chance in wanted.items())


@lru_cache(maxsize=8)
def _ready(round_: int) -> State:
    return run(loads(TABLE.format(round=round_), "chances.toml")).state


def main(arguments: list[str]) -> int:
    """Try so many attempts in all, and print each count beside what was expected."""
    count, first = (int(each) for each in (*arguments, *("100000", "0")[len(arguments) :]))
    each, bad = count // len(ROUNDS), 0
    thrown: Counter[int] = Counter()
    for place, round_ in enumerate(ROUNDS):
        start = first + place * each
        found = tally(round_, range(start, start + each))
        thrown.update(found.sectors)
        wanted = chances(round_)
        value = chi_squared(found.outcomes, wanted)
        bad += value > CRITICAL[7]
        print(f"round {round_}: chi-squared {value:.2f} of {CRITICAL[7]}")
        for (what, number), chance in wanted.items():
            print(f"  {what} {number}: {found.outcomes[what, number]} for {each * chance:.1f}")
    value = chi_squared(thrown, dict.fromkeys(range(SECTORS), 1 / SECTORS))
    bad += value > CRITICAL[11]
    print(f"directions of {sum(thrown.values())}: chi-squared {value:.2f} of {CRITICAL[11]}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
