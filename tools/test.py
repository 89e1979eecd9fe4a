"""Hold the whole project against its checks: ruff, mypy, pytest.

    python3 tools/test.py [--fix] [pytest arguments]

Sets up the environment first where that has not been done. Every check runs even when one before it failed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import TYPE_CHECKING

import setup_env

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def read_arguments(argv: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether to fix, and what is for pytest."""
    parser = argparse.ArgumentParser(
        prog="test.py",
        description="Hold the whole project against its checks: ruff, mypy, pytest.",
        epilog="Every other argument goes to pytest, as in: python3 tools/test.py tests/test_floors.py -k imports",
        allow_abbrev=False,
    )
    parser.add_argument("--fix", action="store_true", help="mend what ruff can mend, and format, before going on")
    options, rest = parser.parse_known_args(argv)
    return options.fix, rest


def checks(python: Path, fix: bool) -> dict[str, list[str]]:
    """Name and command of everything that is checked before the tests."""
    lint, form = (["--fix"], []) if fix else ([], ["--check"])
    commands = {
        "ruff check": ["ruff", "check", *lint, "."],
        "ruff format": ["ruff", "format", *form, "."],
        "mypy": ["mypy", "--strict", "battlefield", "tools"],
    }
    return {name: [str(python), "-m", *command] for name, command in commands.items()}


def tests(python: Path, rest: Sequence[str]) -> list[str]:
    """The command of the tests: two at a time, and with the same examples each time; later arguments win."""
    return [str(python), "-m", "pytest", "-n", "2", "-q", "--hypothesis-profile=ci", *rest]


def announce(text: str) -> None:
    """A heading on stdout, before what the check itself prints."""
    print(f"== {text}", flush=True)


def main(argv: Sequence[str]) -> int:
    """Run every check, the tests last so that their closing line closes the whole; 0 only if all went well."""
    fix, rest = read_arguments(argv)
    python = setup_env.ready(["test"])
    failed = []
    for name, command in checks(python, fix).items():
        announce(name)
        if subprocess.call(command, cwd=setup_env.ROOT) != 0:
            failed.append(name)
    announce(f"pytest (failed before it: {', '.join(failed)})" if failed else "pytest")
    return subprocess.call(tests(python, rest), cwd=setup_env.ROOT) or bool(failed)


if __name__ == "__main__":
    setup_env.hand_over()
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
