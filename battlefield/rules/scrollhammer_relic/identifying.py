"""What the Relic is: 2D6 on its table, once, at the moment of seizing.

Source rules: relic.identify, relic.table.2; rulings D1, D5.
"""

from __future__ import annotations

from battlefield.events.scrollhammer_relic import RESULTS, RelicIdentified, identity_of
from battlefield.play import Play
from battlefield.rules.scrollhammer_relic.effects import EMPTY, rule_of

RULE, ROLL = "relic.identify", "2D6"


def identify(play: Play, relic: str, model: str) -> None:
    """Roll for a Relic that nobody knows yet; an empty one is removed from play."""
    if identity_of(play.state, relic) is not None:
        return
    found = play.roll(RULE, relic, ROLL, rulings=(RULE,)).total
    empty = found == EMPTY
    play.do(
        RelicIdentified(
            rule=rule_of(found),
            rulings=("D1", "D5") if empty else ("D1",),
            relic=relic,
            model=model,
            roll=found,
            result=RESULTS[found],
            removed=empty,
        )
    )
