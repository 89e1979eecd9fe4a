"""`run` and `verify`: play a scenario's orders and write the log; hold a log against itself.

What only one command needs is imported in it, so that the others start without it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlefield.cli.judging import AsJson
from battlefield.cli.reading import STANDARD_INPUT, battle_at, log_at
from battlefield.cli.telling import GREEN, RED, YELLOW, coloured, say, tell, tell_json
from battlefield.events.core import OrderRefused
from battlefield.log import line_of

if TYPE_CHECKING:
    from battlefield.verify import Answer

UNEXPECTED = 1


def run_file(
    file: Annotated[str, typer.Argument(help="a scenario file, or - for standard input")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write the log here (.jsonl)")] = None,
    seed: Annotated[int | None, typer.Option(help="in place of the scenario's seed")] = None,
    as_json: AsJson = False,
) -> int:
    """Play the orders, tell the story a line an event, write the log.

    Example: battlefield run scenarios/exfiltration.toml -o battle.jsonl
    """
    from battlefield.viewer.story import line

    battle = battle_at(file, seed)
    recording = battle.recording
    if as_json:
        tell_json([line_of(entry) for entry in battle.entries])
    else:
        for index, entry in enumerate(battle.entries):
            tell(f"{entry.n:>4}  {line(recording, index)}")
    if output is not None:
        if file != STANDARD_INPUT and output.exists() and output.samefile(file):
            raise ValueError(f"{output}: this is the scenario itself; it is left as it is")
        battle.save(output)
        say(f"{output}: {len(battle.entries)} events written")
    unforeseen = [each for each in battle.events if isinstance(each, OrderRefused) and not each.foretold]
    return UNEXPECTED if unforeseen else 0


def verify_file(
    file: Annotated[str, typer.Argument(help="a log, or - for standard input")],
    as_json: AsJson = False,
) -> int:
    """Answer three questions of a log: is it whole, is it true, does it come out the same again.

    Example: battlefield verify scenarios/exfiltration.jsonl
    """
    from battlefield.verify import verify

    answers = verify(log_at(file))
    if as_json:
        plain = [
            {"question": each.question, "holds": each.holds, "faults": each.faults, "note": each.note}
            for each in answers
        ]
        tell_json(plain)
    else:
        for each in answers:
            _tell(each)
    return 0 if all(each.holds is not False for each in answers) else 1


def _tell(answer: Answer) -> None:
    said = {True: coloured("yes", GREEN), False: coloured("no", RED), None: coloured("not asked", YELLOW)}
    note = f"  ({answer.note})" if answer.note else ""
    tell(f"{answer.question:<6} {said[answer.holds]}{note}")
    for fault in answer.faults:
        tell(f"       {fault}")


COMMANDS = {"run": run_file, "verify": verify_file}
