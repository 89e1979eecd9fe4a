"""Write the list of keys in docs/window.md from the commands themselves: `python tools/keys.py [--check]`.

With --check nothing is written; the exit code is 1 when the list is stale.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from battlefield.viewer.commands import GROUPS, Command, Commands, Gesture, printed
from battlefield.viewer.window_beside import PairTool
from battlefield.viewer.window_editing import EditingTool
from battlefield.viewer.window_kit import standard_tools

HOME = Path(__file__).resolve().parent.parent
PAGE = HOME / "docs" / "window.md"
HEADING = "## Keys\n"
INTRODUCTION = """
Every one of these is in the palette (`:`), too. This list is written by `python tools/keys.py` from the window's own.
"""


def commands() -> Commands:
    """Everything that can be done in a window, in the order of its help."""
    tools = (*standard_tools(*EditingTool(None).tools()), PairTool())[::-1]
    every = [each for tool in tools for each in tool.commands()]
    return Commands(every, [each for tool in tools for each in tool.gestures()])


def section(known: Commands) -> Iterator[str]:
    """The section on keys: a table for each group, what goes only in a mode marked so."""
    yield HEADING + INTRODUCTION
    for group in GROUPS:
        rows: list[Command | Gesture] = [each for each in known.every if each.group == group]
        rows += [each for each in known.gestures if each.group == group]
        if rows:
            yield f"| {group.lower()} | |\n| --- | --- |"
            yield from (f"| {_how(each)} | {_says(each)} |" for each in rows)
            yield ""


def _how(row: Command | Gesture) -> str:
    if isinstance(row, Gesture):
        return f"*{row.how}*"
    ways = dict.fromkeys("+".join(printed(key)) for key in row.keys)
    return " ".join(f"`{each}`" for each in ways)


def _says(row: Command | Gesture) -> str:
    mode = row.mode if isinstance(row, Command) else None
    said = row.says.replace("|", "\\|")
    return said if mode is None else f"{said} *(while {mode})*"


def page(before: str) -> str:
    """The page with its list of keys as it is now."""
    kept, _, rest = before.partition(HEADING)
    _, heading, after = rest.partition("\n## ")
    return kept + "\n".join(section(commands())).rstrip() + "\n" + (f"\n## {after}" if heading else "")


def main(arguments: list[str]) -> int:
    """Write the list where it is stale, or only say so."""
    before = PAGE.read_text(encoding="utf-8")
    fresh = page(before)
    if before == fresh:
        return 0
    name = PAGE.relative_to(HOME)
    if "--check" in arguments:
        print(f"the keys in {name} are stale: python tools/keys.py writes them anew")
        return 1
    PAGE.write_text(fresh, encoding="utf-8", newline="\n")
    print(f"{name}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
