"""The commands' table and the one place where a fault becomes a message and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from battlefield.cli import campaigning, charging, judging, knowing, rendering, running, seeing, showing, starting
from battlefield.cli.telling import say

UNUSABLE = 2

app = typer.Typer(
    name="battlefield",
    help="Settle, exactly and with a picture, what happens on a wargame table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for group in (judging, charging, seeing, running, campaigning, showing, rendering, knowing, starting):
    for name, command in group.COMMANDS.items():
        app.command(name)(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 for fine, 1 for findings, 2 for unusable input, 3 for no display."""
    try:
        return _code(app(args=None if arguments is None else list(arguments), standalone_mode=False))
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
