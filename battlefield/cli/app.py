"""The commands' table and the one place where a fault becomes a message and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import typer

from battlefield.cli.telling import say

UNUSABLE = 2

GROUPS = {
    "judging": ("check", "measure"),
    "charging": ("charge", "reach"),
    "seeing": ("sight",),
    "situating": ("situation",),
    "running": ("run", "verify"),
    "campaigning": ("campaign",),
    "showing": ("view",),
    "rendering": ("render",),
    "knowing": ("rules",),
    "starting": ("new", "schema"),
}
"""The commands of each module beside this one: a module is loaded when one of its own is asked for."""


def app(asked: str | None = None) -> typer.Typer:
    """The command line; of a command that is known by name its own group alone, which starts sooner."""
    found = typer.Typer(
        name="battlefield",
        help="Settle, exactly and with a picture, what happens on a wargame table.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    found.callback()(_nothing)  # so that one command alone is still called by its name
    own = [group for group, names in GROUPS.items() if asked in names]
    for group in own or GROUPS:
        for name, command in import_module(f"battlefield.cli.{group}").COMMANDS.items():
            found.command(name)(command)
    return found


def _nothing() -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 for fine, 1 for findings, 2 for unusable input, 3 for no display."""
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        return _code(app(next(iter(given), None))(args=given, standalone_mode=False))
    except typer.Exit as end:
        return end.exit_code
    except typer.Abort:
        say("stopped")
        return 130
    except BrokenPipeError:
        # whoever read our output has gone; nothing more can be said to them
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        say("stopped")
        return 130
    except ValueError as fault:
        say(str(fault))
        return UNUSABLE
    except OSError as fault:
        say(f"{fault.filename or 'file'}: {fault.strerror or fault}")
        return UNUSABLE
    except typer.TyperException as fault:
        show = getattr(fault, "show", None)  # usage errors show the usage besides
        if show is not None:
            show()
        else:
            say(fault.format_message())
        return UNUSABLE


def _code(result: object) -> int:
    return result if isinstance(result, int) else 0
