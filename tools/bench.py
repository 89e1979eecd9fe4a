"""Measure the fast paths beside other ways to do the same: `python tools/bench.py [--write] [JOB ...]`.

Prints each job as it is done; with --write the whole page goes to docs/benchmarks.md, for which all jobs are done.
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
    parser.add_argument("--write", action="store_true", help="do all jobs and write docs/benchmarks.md")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.jobs if name not in JOBS]
    if unknown or (options.write and options.jobs):
        parser.error(f"no such job: {', '.join(unknown)}" if unknown else "--write does all jobs: name none")
    print(stamp(), end="\n\n")
    results = []
    for name in options.jobs or JOBS:
        results.append(JOBS[name]())
        print("\n".join(section(results[-1])), flush=True)
    if options.write:
        PAGE.write_text(page(results), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
