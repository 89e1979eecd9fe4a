"""Replay a scenario: in a window where there is a display, else as pictures in a folder.

    python3 tools/play.py [SCENARIO] [--seed N] [--out DIR] [--no-window]

Sets up the environment first where that has not been done.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import setup_env

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT = "scenarios/exfiltration.toml"
LOG = ".jsonl"
PICTURES = (".svg", ".png", ".gif", ".html")
REFUSED = 1  # `battlefield run`: an order was refused that was not to be; the log up to there is good
NO_WINDOW = 3  # `battlefield view`: no display, or no OpenGL


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """The command line, with the defaults filled in."""
    parser = argparse.ArgumentParser(
        prog="play.py",
        description="Replay a scenario: in a window where there is a display, else as pictures in a folder.",
        epilog="example: python3 tools/play.py exfiltration --seed 7 --no-window",
        allow_abbrev=False,
    )
    parser.add_argument(
        "scenario", nargs="?", default=DEFAULT, help=f"a scenario, a log, or a shipped scenario's name ({DEFAULT})"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="throw other dice than the scenario's own")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where files go (out)")
    parser.add_argument("--no-window", action="store_true", help="make files even where there is a display")
    options = parser.parse_args(argv)
    if options.seed is not None and options.scenario.endswith(LOG):
        parser.error("a log holds its dice already: leave --seed out")
    options.out = options.out or near(setup_env.ROOT / "out")
    return options


def near(path: Path) -> Path:
    """The path as it looks from the current folder, where it lies below that."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def find_scenario(name: str, root: Path = setup_env.ROOT) -> Path:
    """The file that was meant: a path, from here or from the project, or a shipped scenario's name; else exit 2."""
    tried = [Path(name), root / name, root / "scenarios" / name, root / "scenarios" / f"{name}.toml"]
    for path in tried:
        if path.is_file():
            return near(path)
    shipped = ", ".join(sorted(path.stem for path in (root / "scenarios").glob("*.toml"))) or "none"
    print(f"There is no scenario {name}; shipped are: {shipped}.", file=sys.stderr)
    sys.exit(2)


def has_display(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a window could be shown: macOS and Windows always say so, elsewhere a display server is named."""
    if platform in ("darwin", "win32"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def battlefield(python: Path, *words: str | Path) -> list[str]:
    """The command line of the program itself, run in the environment."""
    return [str(python), "-m", "battlefield", *map(str, words)]


def run_command(python: Path, scenario: Path, log: Path, seed: int | None) -> list[str]:
    """What plays the scenario and writes its log."""
    dice = [] if seed is None else ["--seed", str(seed)]
    return battlefield(python, "run", scenario, "-o", log, *dice)


def render_commands(python: Path, log: Path, out: Path) -> dict[Path, list[str]]:
    """What draws the log, a command for each picture."""
    pictures = [out / f"{log.stem}{ending}" for ending in PICTURES]
    return {picture: battlefield(python, "render", log, "-o", picture) for picture in pictures}


def call(command: Sequence[str]) -> int:
    """Run a command with its output among ours; its exit code."""
    sys.stdout.flush()
    return subprocess.call(command)


def record(python: Path, file: Path, out: Path, seed: int | None) -> tuple[Path, int]:
    """The log of a scenario, played now, and 0 or REFUSED; a log is one already. Exits where nothing was written."""
    if file.suffix == LOG:
        return file, 0
    out.mkdir(parents=True, exist_ok=True)
    log = out / f"{file.stem}{LOG}"
    code = call(run_command(python, file, log, seed))
    if code not in (0, REFUSED) or not log.is_file():
        sys.exit(code)
    return log, code


def draw(python: Path, log: Path, out: Path, why: str) -> int:
    """Draw the log in every way and say what was made and why; the first exit code that is not 0."""
    out.mkdir(parents=True, exist_ok=True)
    commands = render_commands(python, log, out)
    codes = {picture: call(command) for picture, command in commands.items()}
    print(f"{why}, so here are files to look at instead:", flush=True)
    for picture, code in codes.items():
        print(f"  {picture}" if code == 0 else f"  {picture} was not made (exit code {code})", flush=True)
    return next((code for code in codes.values() if code), 0)


def play(python: Path, options: argparse.Namespace, scenario: Path, display: bool) -> int:
    """Replay in the window if one opens, else in files; the exit code of what failed, 0 if nothing did."""
    window = display and not options.no_window
    file, code = scenario, 0
    if options.seed is not None or not window:  # a window plays a scenario itself, with the scenario's dice
        file, code = record(python, scenario, options.out, options.seed)
    why = "--no-window was given" if options.no_window else "There is no display"
    if window:
        shown = call(battlefield(python, "view", file))
        if shown != NO_WINDOW:
            return shown
        why = "No window could be opened"
        if file == scenario:
            file, code = record(python, scenario, options.out, options.seed)
    return draw(python, file, options.out, why) or code


def main(argv: Sequence[str]) -> int:
    """Set up, then replay; the exit code."""
    options = read_arguments(argv)
    scenario = find_scenario(options.scenario)
    python = setup_env.ready()
    return play(python, options, scenario, has_display(os.environ, sys.platform))


if __name__ == "__main__":
    setup_env.hand_over()
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
