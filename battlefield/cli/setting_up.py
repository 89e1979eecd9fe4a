"""The workbench that `view` hands to the window, so that a scenario file can be set up in it."""

from __future__ import annotations

from battlefield.cli.reading import STANDARD_INPUT, is_log
from battlefield.cli.telling import say
from battlefield.workbench import Workbench


def workbench_for(file: str, seed: int | None, reader: str | None, beside: str | None) -> tuple[Workbench | None, str]:
    """What changes the file that is shown; None for what is no scenario file, and why."""
    if beside is not None:
        return None, "two logs side by side cannot be changed: open one scenario file"
    if reader is not None:
        return None, "what one player may see cannot be changed: open the scenario file without --as"
    if file == STANDARD_INPUT:
        return None, "what came by standard input cannot be changed: open a scenario file"
    if is_log(file):
        return None, "a log cannot be changed: open the scenario file"
    from battlefield.editing.session import Session  # late: only a window that opens pays for it

    return Session(file, seed), ""


def say_what_is_left(bench: Workbench | None) -> None:
    """Where changes are that were not saved."""
    if bench is None:
        return
    bench.close()
    if bench.dirty:
        say(f"{bench.path}: changes that were not saved are kept beside it, and offered when it is opened again")
