"""Renew the logs beside the shipped scenarios, and say which of them changed: `python tools/golden.py [--check]`."""

from __future__ import annotations

import sys
from pathlib import Path

from battlefield.battle import run
from battlefield.log import lines_of
from battlefield.scenario.load import load

HOME = Path(__file__).resolve().parent.parent
SCENARIOS = HOME / "scenarios"


def fresh_lines(path: Path) -> list[str]:
    """The lines of the log that a scenario makes now."""
    scenario = load(path)
    return list(lines_of(scenario, scenario.seed, tuple(run(scenario).entries)))


def main(arguments: list[str]) -> int:
    """Compare every log with what its scenario makes now, and write it anew unless only asked to check."""
    changed = 0
    for path in sorted(SCENARIOS.glob("*.toml")):
        log = path.with_suffix(".jsonl")
        text = "\n".join(fresh_lines(path)) + "\n"
        if log.exists() and log.read_text(encoding="utf-8") == text:
            continue
        changed += 1
        print(f"{log.relative_to(HOME)}: {'differs' if '--check' in arguments else 'written'}")
        if "--check" not in arguments:
            log.write_text(text, encoding="utf-8", newline="\n")
    print(
        f"{changed} of {len(list(SCENARIOS.glob('*.toml')))} logs {'differ' if '--check' in arguments else 'changed'}"
    )
    return 1 if changed and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
