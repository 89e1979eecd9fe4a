"""`run` and `verify`: play a scenario's orders and write the log; hold a log against itself.

What only one command needs is imported in it, so that the others start without it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlefield.cli.judging import AsJson
from battlefield.cli.reading import STANDARD_INPUT, battle_at, battle_lines, copy_at, copy_of, log_at
from battlefield.cli.telling import GREEN, RED, YELLOW, coloured, say, tell, tell_json
from battlefield.events.core import LogClosed, OrderRefused
from battlefield.log import line_of, write
from battlefield.recording import Recording

if TYPE_CHECKING:
    from battlefield.verify import Answer

UNEXPECTED = 1
GUESSED = 10**15
"""Seeds below this one can be found by trying them one after another against a copy's digests."""


def run_file(
    file: Annotated[str, typer.Argument(help="a scenario file, or - for standard input")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write the log here (.jsonl)")] = None,
    seed: Annotated[int | None, typer.Option(help="in place of the scenario's seed")] = None,
    reader: Annotated[
        str | None, typer.Option("--as", help="tell and write what this player may see", metavar="PLAYER")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Play the orders, tell the story a line an event, write the log.

    Example: battlefield run scenarios/exfiltration.toml -o battle.jsonl
    """
    from battlefield.viewer.story import line

    battle = battle_at(file, seed)
    copy = None if reader is None else copy_of(battle_lines(battle), reader, file)
    recording = battle.recording if copy is None else _unclosed(copy.recording)
    if as_json:
        tell_json([line_of(entry) for entry in recording.entries])
    else:
        for index, entry in enumerate(recording.entries):
            tell(f"{entry.n:>4}  {line(recording, index)}")
    if output is not None:
        if file != STANDARD_INPUT and output.exists() and output.samefile(file):
            raise ValueError(f"{output}: this is the scenario itself; it is left as it is")
        write(output, battle_lines(battle) if copy is None else iter(copy.raw))
        say(f"{output}: {len(battle.entries)} events written")
        if copy is not None and copy.header.reader is not None and abs(battle.seed) < GUESSED:
            say(f"the seed {battle.seed} can be found by trying, and with it every card: --seed with 16 digits or more")
    unforeseen = [each for each in battle.events if isinstance(each, OrderRefused) and not each.foretold]
    return UNEXPECTED if unforeseen else 0


def _unclosed(recording: Recording) -> Recording:
    """The recording of a log without its last line, which is no event of the battle."""
    return replace(
        recording, entries=tuple(each for each in recording.entries if not isinstance(each.event, LogClosed))
    )


def verify_file(
    file: Annotated[str, typer.Argument(help="a log, or - for standard input")],
    reader: Annotated[str | None, typer.Option("--as", help="of the copy for this player", metavar="PLAYER")] = None,
    as_json: AsJson = False,
) -> int:
    """Answer three questions of a log: is it whole, is it true, does it come out the same again.

    Example: battlefield verify scenarios/exfiltration.jsonl
    """
    from battlefield.verify import verify

    answers = verify(log_at(file) if reader is None else copy_at(file, reader))
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
