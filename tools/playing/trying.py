"""What the tools that try a law at random have in common: so many seeds, each fault told, how many there were."""

from __future__ import annotations

import sys
from collections.abc import Callable


def tried(wrong: Callable[[int], str | None], count: int, what: str, every: int) -> int:
    """Ask `wrong` of so many seeds, from 0; the exit code. On a terminal every so many seeds tell how far it is."""
    faults = 0
    for seed in range(count):
        fault = wrong(seed)
        if fault is not None:
            faults += 1
            print(fault)
        if sys.stderr.isatty() and seed % every == 0:
            print(f"\r{seed} of {count}", end="", file=sys.stderr)
    print(f"{count} {what}, {faults} wrong")
    return 1 if faults else 0
