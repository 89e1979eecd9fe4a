"""Set up the project's own environment in `.venv`, for the commands beside this file.

The first call makes the environment and installs the project into it, editable; a stamp makes every later call quick.
Only the standard library is used, and no syntax that old Pythons cannot read: they have to get as far as the message.
"""

from __future__ import annotations

import ctypes.util
import hashlib
import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = "battlefield-setup.json"
SUPPORTED = ((3, 13), (3, 12), (3, 11))
# What drawing without a screen needs on Linux: library, as the linker names it -> package, as Debian does.
GRAPHICS = {"GL": "libgl1", "EGL": "libegl1", "fontconfig": "libfontconfig1"}


def say(text: str) -> None:
    """Tell the user on stderr, in order with what the programs that are run print."""
    sys.stdout.flush()
    print(f"setup: {text}", file=sys.stderr, flush=True)


# -- which Python ------------------------------------------------------------------------------------------------------


def unsupported_message(version: tuple[int, int]) -> str:
    """The one sentence for a Python that battlefield cannot run under when there is no other to turn to."""
    return (
        f"battlefield needs Python 3.11, 3.12 or 3.13, and this is Python {version[0]}.{version[1]}: "
        "install one of those and run the same command with it, as in `python3.12 tools/play.py`."
    )


def other_pythons(windows: bool = os.name == "nt") -> list[list[str]]:
    """Commands that may start a supported Python, the best first; none has been tried."""
    candidates = [[str(venv_python(VENV))]] if venv_python(VENV).exists() else []
    for major, minor in SUPPORTED:
        found = shutil.which(f"python{major}.{minor}")
        if found:
            candidates.append([found])
        if windows and shutil.which("py"):
            candidates.append(["py", f"-{major}.{minor}"])
    return candidates


def starts_supported(command: Sequence[str]) -> bool:
    """Whether the command is there, works, and is a Python of a supported version (a shim may be none of these)."""
    question = [*command, "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        answer = subprocess.run(question, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.stdout.decode(errors="replace").split() in [[str(a), str(b)] for a, b in SUPPORTED]


def hand_over(version: tuple[int, int] = sys.version_info[:2]) -> None:
    """Return under a supported Python; else run the same command under one and exit with its code, or say why not."""
    if version in SUPPORTED:
        return
    for command in other_pythons():
        if starts_supported(command):
            say(f"Python {version[0]}.{version[1]} is not supported; going on with {' '.join(command)}")
            sys.exit(subprocess.call([*command, *sys.argv]))
    sys.exit(unsupported_message(version))


# -- the stamp ---------------------------------------------------------------------------------------------------------


def venv_python(venv: Path, windows: bool = os.name == "nt") -> Path:
    """Where the environment's own Python is."""
    return venv / "Scripts" / "python.exe" if windows else venv / "bin" / "python"


def venv_version(venv: Path) -> str:
    """The full version of the environment's Python as its pyvenv.cfg has it, "" where there is none."""
    try:
        lines = (venv / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    pairs = (line.partition("=") for line in lines)
    return next((value.strip() for key, _, value in pairs if key.strip() in ("version", "version_info")), "")


def fingerprint(pyproject: bytes, python_version: str, root: Path) -> str:
    """What an installation depends on: change any of it and it has to be made again (it points at the folder)."""
    return hashlib.sha256(b"\0".join([pyproject, python_version.encode(), str(root).encode()])).hexdigest()


def read_stamp(venv: Path) -> dict[str, object]:
    """What was installed when; empty where nothing was, or where the stamp cannot be read."""
    try:
        stamp = json.loads((venv / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def stamped_extras(stamp: Mapping[str, object]) -> set[str]:
    """The extras that a stamp says are installed."""
    extras = stamp.get("extras")
    return {str(extra) for extra in extras} if isinstance(extras, list) else set()


def up_to_date(stamp: Mapping[str, object], key: str, extras: Iterable[str]) -> bool:
    """Whether the stamp covers what is asked for: more extras than asked for are no reason to install again."""
    return stamp.get("key") == key and set(extras) <= stamped_extras(stamp)


# -- system packages ---------------------------------------------------------------------------------------------------


def apt_commands(packages: Sequence[str]) -> list[list[str]]:
    """What installs system packages on Debian and its kin."""
    return [["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", *packages]]


def spoken(commands: Iterable[Sequence[str]]) -> str:
    """The commands as somebody who is not root would type them."""
    return " && ".join("sudo " + " ".join(command) for command in commands)


def may_install() -> bool:
    """Whether this is root on a system with apt."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(packages: Sequence[str]) -> bool:
    """Install system packages as root; whether that went well."""
    say(f"installing the system packages {' '.join(packages)}")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in apt_commands(packages):
        done = subprocess.run(command, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            last = done.stdout.decode(errors="replace").strip().splitlines()[-1:]
            say(f"`{' '.join(command)}` failed: {' '.join(last)}")
            return False
    return True


def missing_graphics(
    platform: str = sys.platform, find: Callable[[str], str | None] = ctypes.util.find_library
) -> list[str]:
    """The Debian packages that OpenGL without a screen still needs; none on macOS and Windows, which have their own."""
    if not platform.startswith("linux"):
        return []
    return [package for library, package in GRAPHICS.items() if find(library) is None]


def tell_graphics(missing: Sequence[str]) -> None:
    """Say what is missing for OpenGL and what happens without it."""
    if shutil.which("apt-get"):
        mend = f"`{spoken(apt_commands(missing))}` brings it"
    else:
        names = ", ".join(f"lib{library}" for library, package in GRAPHICS.items() if package in missing)
        mend = f"your package manager has it ({names})"
    say(f"OpenGL is not complete: {mend}; until then pictures are drawn as SVG, and no window opens")


def set_up_graphics() -> bool:
    """Install, or name, what OpenGL needs; whether all of it is there. Never a reason to stop."""
    missing = missing_graphics()
    if missing and may_install() and apt_install(missing):
        missing = missing_graphics()
    if missing:
        tell_graphics(missing)
    return not missing


# -- the environment ---------------------------------------------------------------------------------------------------


def need_ensurepip() -> None:
    """Debian's Python comes without what makes environments: install that as root, or name the command and exit 1."""
    if importlib.util.find_spec("ensurepip") is not None:
        return
    if may_install() and apt_install(["python3-venv"]):
        importlib.invalidate_caches()
        if importlib.util.find_spec("ensurepip") is not None:
            return
    sys.exit(
        "This Python cannot make environments, for it lacks ensurepip: "
        f"run `{spoken(apt_commands(['python3-venv']))}`, then the same command again."
    )


def make_venv(venv: Path) -> None:
    """Make the environment where there is none that works; exit 1 where there is one of an unsupported Python."""
    version = venv_version(venv)
    if venv_python(venv).exists() and version:
        if tuple(int(part) for part in version.split(".")[:2]) not in SUPPORTED:
            sys.exit(f"{venv.name} was made with Python {version}: delete that folder and run the same command again.")
        return
    need_ensurepip()
    say(f"making {venv.name} with Python {sys.version_info[0]}.{sys.version_info[1]}")
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(venv)]) != 0:
        sys.exit(f"{venv.name} could not be made: the message above says why.")


def install_command(python: Path, extras: Iterable[str]) -> list[str]:
    """What installs the project, editable, with the extras; to be run in the project's folder."""
    chosen = ",".join(sorted(extras))
    target = f".[{chosen}]" if chosen else "."
    return [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", target]


def requirements(pyproject: bytes, extras: Iterable[str]) -> list[str]:
    """What the project asks for, by itself and for the extras."""
    import tomllib  # not at the top: Pythons that lack it have to get as far as the message

    project = tomllib.loads(pyproject.decode("utf-8"))["project"]
    wanted = list(project.get("dependencies", []))
    for extra in sorted(extras):
        wanted += project.get("optional-dependencies", {}).get(extra, [])
    return wanted


def installed(venv: Path) -> set[str]:
    """Name and version of every package in the environment, read off its folders."""
    places = [venv / "Lib" / "site-packages", *(venv / "lib").glob("python3*/site-packages")]
    names = {info.name for place in places if place.is_dir() for info in place.glob("*.dist-info")}
    return {name[: -len(".dist-info")].replace("-", " ") for name in names}


def install(python: Path, pyproject: bytes, extras: Iterable[str]) -> None:
    """Install the project and say what came of it; exit 1 where that fails."""
    extras = sorted(extras)
    named = f"battlefield[{','.join(extras)}]" if extras else "battlefield"
    say(f"installing {named}, which needs {', '.join(requirements(pyproject, extras))}")
    before, start = installed(VENV), time.monotonic()
    if subprocess.call([str(python), "-c", "import pip"], stderr=subprocess.DEVNULL) != 0:
        subprocess.call([str(python), "-m", "ensurepip", "--upgrade"], stdout=subprocess.DEVNULL)
    if subprocess.call(install_command(python, extras), cwd=ROOT) != 0:
        sys.exit("battlefield could not be installed: pip says why above; most often it is the network.")
    new = sorted(installed(VENV) - before)
    say(f"installed in {time.monotonic() - start:.0f} s: {', '.join(new) or 'nothing that was not there'}")


def ready(extras: Iterable[str] = ()) -> Path:
    """The Python of the environment, made ready with these extras; exits with a sentence where that cannot be."""
    python, pyproject, stamp = venv_python(VENV), (ROOT / "pyproject.toml").read_bytes(), read_stamp(VENV)
    if python.exists() and up_to_date(stamp, fingerprint(pyproject, venv_version(VENV), ROOT), extras):
        missing = [] if stamp.get("graphics") else missing_graphics()
        if missing:
            tell_graphics(missing)
        return python
    make_venv(VENV)
    wanted = set(extras) | stamped_extras(stamp)
    install(python, pyproject, wanted)
    key = fingerprint(pyproject, venv_version(VENV), ROOT)
    stamp = {"key": key, "extras": sorted(wanted), "graphics": set_up_graphics()}
    (VENV / STAMP).write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
    return python
