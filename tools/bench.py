"""Measure the fast paths beside other ways to do the same: `python tools/bench.py [--write] [JOB ...]`.

Prints each job as it is done; with --write its section of docs/benchmarks.md is written anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.jobs import JOBS
from benchmarks.page import page, section, stamp

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"


def main(arguments: Sequence[str]) -> int:
    """Do the jobs that were asked for, or all; print the results or write the page."""
    parser = argparse.ArgumentParser(prog="bench.py", description="Measure the fast paths beside other ways.")
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=f"of {', '.join(JOBS)}; all unless given")
    parser.add_argument("--write", action="store_true", help="write their sections of docs/benchmarks.md")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.jobs if name not in JOBS]
    if unknown:
        parser.error(f"no such job: {', '.join(unknown)}")
    print(stamp(), end="\n\n")
    results = []
    for name in options.jobs or JOBS:
        results.append(JOBS[name]())
        print("\n".join(section(results[-1])), flush=True)
    if options.write:
        before = PAGE.read_text(encoding="utf-8") if options.jobs and PAGE.exists() else ""
        PAGE.write_text(page(results, before), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
