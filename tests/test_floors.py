"""How the code is laid out: floors, homes, sizes and names, read off the sources with `ast`.

The tables at the top are the layout that docs/architecture.md describes. A module is named by its path below
`battlefield/` without the ending: `rules/core/moves`, `events/__init__`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Who stands where. Imports go down only; what stands in no row may not be there.
FLOORS: dict[int, tuple[str, ...]] = {
    7: ("__init__", "__main__", "door", "cli/*"),
    6: ("viewer/*",),
    5: (
        "battle",
        "asking",
        "judging",
        "situating",
        "odds/*",
        "campaign/*",
        "editing/*",
        "truth",
        "truth_artifacts",
        "truth_cards",
        "truth_wrecks",
        "verify",
        "check",
    ),
    4: ("rules/*",),
    3: (
        "play",
        "judge",
        "certify",
        "named",
        "log",
        "sealing",
        "plain",
        "vocabulary",
        "recording",
        "workbench",
        "places",
        "scenario/*",
        "formats/*",
    ),
    2: ("events/*", "orders/*", "dice", "catalogue", "rooms"),
    1: ("certificate", "figures", "state", "cards", "version", "whole_file"),
    0: ("geometry/*",),
}

# In these folders every entry is a room of its own: a system does not know the others. The shared one is open to all,
# and the gatherers, which only list the rooms, may look into each.
ROOMS: dict[str, str] = {"events": "base", "orders": "base", "rules": "core"}
GATHERERS = ("events/__init__", "orders/__init__", "rules/__init__", "rules/systems")

# On one floor a room may import from itself, from what ROOMS shares with it, and besides only this.
SIDEWAYS: dict[str, tuple[str, ...]] = {
    "": ("orders/base", "scenario/scenario", "cli/__init__"),
    "odds": ("battle",),
    "editing": ("battle",),
    "campaign": ("verify",),
    "scenario": ("places",),
    "formats": ("scenario/*", "places"),
}

# Packages of others that have one home.
HOMES: dict[str, tuple[str, ...]] = {
    "shapely": ("geometry/*",),
    "numba": ("geometry/fast*",),
    "scipy": ("geometry/fast*",),
    "arcade": ("viewer/window*", "viewer/gl*", "viewer/headless*"),
    "pyglet": ("viewer/window*", "viewer/gl*", "viewer/headless*"),
}

# The viewer draws any log, and so knows none of what plays.
VIEWER_KNOWS = (
    "viewer/*",
    "geometry/*",
    "events/*",
    "state",
    "cards",
    "certificate",
    "figures",
    "catalogue",
    "recording",
    "log",
    "judge",
    "workbench",
    "certify",
    "named",
    "version",
    "whole_file",
)

FILE_LINES, FUNCTION_LINES = 400, 50
SIZED = {".py", ".js", ".css", ".html", ".glsl", ".vert", ".frag"}
EMPTY_WORDS = {"helper", "helpers", "util", "utils", "common", "manager", "managers", "handler", "handlers"}

SOURCES = sorted(
    path.relative_to(ROOT).as_posix() for top in ("battlefield", "tools") for path in (ROOT / top).rglob("*")
)
SIZED_FILES = [name for name in SOURCES if Path(name).suffix in SIZED]
PYTHON_FILES = [name for name in SIZED_FILES if name.endswith(".py")]
PACKAGE_FILES = [name for name in PYTHON_FILES if name.startswith("battlefield/")]


def module_of(file: str) -> str:
    return file.removeprefix("battlefield/").removesuffix(".py")


MODULES = frozenset(map(module_of, PACKAGE_FILES))


class Import(NamedTuple):
    line: int
    target: str  # "numpy.linalg", "battlefield.state"


def within(module: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(module, pattern) for pattern in patterns)


def floor_of(module: str) -> int | None:
    return next((floor for floor, patterns in FLOORS.items() if within(module, patterns)), None)


def room_of(module: str) -> str:
    """What a module shares freely: its package, its system where ROOMS divides the package, "" beside the packages."""
    folder, _, rest = module.partition("/")
    if not rest:
        return ""
    return f"{folder}/{rest.partition('/')[0]}" if folder in ROOMS else folder


def imports(module: str, tree: ast.AST) -> Iterator[Import]:
    """Every import of the module wherever it stands: at the top, in a function, for the type checker, by its name."""
    package = ["battlefield", *module.split("/")[:-1]]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield from (Import(node.lineno, f"{source}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            named = node.args[0] if node.args else None
            if isinstance(named, ast.Constant) and isinstance(named.value, str):
                yield Import(node.lineno, named.value)


def own_module(target: str, modules: frozenset[str]) -> str | None:
    """The module of this project that a target means, None for other packages: `battlefield.state.State` is `state`."""
    top, *parts = target.split(".")
    if top != "battlefield":
        return None
    for end in range(len(parts), -1, -1):
        path = "/".join(parts[:end])
        for candidate in (path, f"{path}/__init__".lstrip("/")):
            if candidate in modules:
                return candidate
    return "/".join(parts)


def goes_down(module: str, target: str) -> bool:
    """Whether `module` may import `target`, by their floors and, on one floor, by their rooms."""
    here, there = floor_of(module), floor_of(target)
    if here is None or there is None:
        return here is None  # a module without a floor has a fault of its own; one that is not there has no floor
    if here != there:
        return there < here
    room = room_of(module)
    if room == room_of(target) or module in GATHERERS:
        return True
    folder, shared = room.partition("/")[0], ROOMS.get(room.partition("/")[0])
    return room_of(target) == f"{folder}/{shared}" or within(target, SIDEWAYS.get(room, ()))


def import_faults(module: str, source: str, modules: frozenset[str] = MODULES) -> list[str]:
    """What is wrong with a module's imports, a line each."""
    faults = []
    for line, target in imports(module, ast.parse(source)):
        place = f"battlefield/{module}.py:{line}"
        own = own_module(target, modules)
        if own is None:
            homes = HOMES.get(target.partition(".")[0])
            if homes and not within(module, homes):
                faults.append(f"{place}: imports {target}, whose only home is {', '.join(homes)}")
        elif module.startswith("viewer/") and not within(own, VIEWER_KNOWS):
            faults.append(f"{place}: imports {own}, but the viewer knows only {', '.join(VIEWER_KNOWS)}")
        elif not goes_down(module, own):
            faults.append(
                f"{place}: imports {own} (floor {floor_of(own)}) from floor {floor_of(module)}; imports go down, "
                f"and on one floor stay in their package or system"
            )
    return list(dict.fromkeys(faults))


def long_functions(source: str) -> Iterator[tuple[int, str, int]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield node.lineno, node.name, lines


def is_name_only(node: ast.stmt, top: bool) -> bool:
    """Whether a statement of an `__init__` only names things; the top one may also be a lazy door."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name == "__all__" or (top and name.startswith("_"))
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body, orelse=[]):
            return all(isinstance(inner, ast.Import | ast.ImportFrom) for inner in body)
        case ast.FunctionDef(name=name):
            return top and name in ("__getattr__", "__dir__")
    return False


def init_faults(module: str, source: str) -> list[str]:
    top = module == "__init__"
    return [
        f"battlefield/{module}.py:{node.lineno}: an __init__ holds names only: imports, __all__, a docstring"
        for node in ast.parse(source).body
        if not is_name_only(node, top)
    ]


def read(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", PACKAGE_FILES)
def test_every_module_stands_on_a_floor(file: str) -> None:
    rows = "; ".join(f"{floor}: {', '.join(patterns)}" for floor, patterns in FLOORS.items())
    module = module_of(file)
    assert floor_of(module) is not None, f"{file}: stands on no floor; the floors are {rows}"


@pytest.mark.parametrize("file", PACKAGE_FILES)
def test_imports_go_down_and_packages_stay_at_home(file: str) -> None:
    faults = import_faults(module_of(file), read(file))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("file", [file for file in PACKAGE_FILES if file.endswith("__init__.py")])
def test_an_init_holds_nothing_but_names(file: str) -> None:
    faults = init_faults(module_of(file), read(file))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("file", SIZED_FILES)
def test_files_can_be_read_in_one_sitting(file: str) -> None:
    lines = len(read(file).splitlines())
    assert lines <= FILE_LINES, f"{file}:{lines}: has {lines} lines, and a file has at most {FILE_LINES}"


@pytest.mark.parametrize("file", PYTHON_FILES)
def test_functions_are_short(file: str) -> None:
    faults = [
        f"{file}:{line}: {name} has {lines} lines, and a function has at most {FUNCTION_LINES}"
        for line, name, lines in long_functions(read(file))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("file", PYTHON_FILES)
def test_names_say_what_a_module_is_about(file: str) -> None:
    words = {word for part in Path(file).with_suffix("").parts for word in part.split("_")}
    empty = sorted(words & EMPTY_WORDS)
    assert not empty, f"{file}: a name says what a module is about, and {', '.join(empty)} says nothing"


# -- the tables themselves, on modules that are made up ----------------------------------------------------------------

MADE_UP = frozenset(
    [
        "__init__",
        "geometry/__init__",
        "geometry/shapes",
        "geometry/fast",
        "state",
        "version",
        "certificate",
        "dice",
        "catalogue",
        "events/__init__",
        "events/base",
        "events/relics",
        "events/artefakty",
        "orders/__init__",
        "orders/base",
        "orders/relics",
        "play",
        "log",
        "scenario/__init__",
        "scenario/reading",
        "formats/layouts",
        "rules/__init__",
        "rules/systems",
        "rules/core/__init__",
        "rules/core/moves",
        "rules/relics/carry",
        "rules/relics/drop",
        "rules/artefakty/cards",
        "battle",
        "verify",
        "odds/many",
        "viewer/__init__",
        "viewer/scene",
        "viewer/window_main",
        "cli/__init__",
        "cli/view",
    ]
)


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("state", "from battlefield.geometry.shapes import Disc"),
        ("rules/relics/carry", "from battlefield.rules.relics.drop import drop"),
        ("rules/relics/carry", "from battlefield.rules.core import moves"),
        ("rules/relics/carry", "from ..core.moves import move"),
        ("rules/systems", "from battlefield.rules.relics import carry"),
        ("events/relics", "from battlefield.events.base import Event"),
        ("events/relics", "from battlefield.events import base"),
        ("dice", "from battlefield.orders.base import EnteredDie, Order"),
        ("odds/many", "from battlefield.battle import run"),
        ("verify", "from battlefield.battle import run"),
        ("formats/layouts", "import battlefield.scenario.reading"),
        ("viewer/scene", "from battlefield.log import read"),
        ("viewer/window_main", "import arcade"),
        ("geometry/shapes", "from shapely import Polygon"),
        ("geometry/fast", "import numba"),
        ("cli/view", "from battlefield.viewer.scene import scene"),
        ("__init__", "from battlefield.battle import run"),
    ],
)
def test_what_may_be_imported_is_let_pass(module: str, statement: str) -> None:
    assert import_faults(module, statement, MADE_UP) == []


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("geometry/shapes", "from battlefield.state import State"),
        ("geometry/shapes", "from ..state import State"),
        ("state", "from battlefield import VERSION"),
        ("dice", "import battlefield.play"),
        ("dice", "from battlefield.events.relics import ArtifactDropped, ArtifactClaimed"),
        ("events/relics", "from battlefield.events.artefakty import CardDrawn"),
        ("events/relics", "from battlefield.events import artefakty"),
        ("events/relics", "from . import artefakty"),
        ("events/base", "from battlefield.orders.base import Order"),
        ("orders/relics", "from battlefield.events.relics import ArtifactDropped"),
        ("rules/relics/carry", "from battlefield.rules.artefakty.cards import play"),
        ("rules/core/moves", "from battlefield.rules.relics.carry import carry"),
        ("rules/relics/carry", "from battlefield.rules import table"),
        ("rules/relics/carry", "if TYPE_CHECKING:\n from battlefield.battle import Battle"),
        ("play", "def late():\n from battlefield.rules.core import moves"),
        ("play", "import_module('battlefield.rules.core')"),
        ("scenario/reading", "from battlefield.formats.layouts import layout"),
        ("play", "from battlefield.scenario.reading import read"),
        ("battle", "from battlefield.odds.many import many"),
        ("viewer/scene", "from battlefield.dice import Seeded"),
        ("viewer/scene", "from battlefield.orders.base import Order"),
        ("viewer/scene", "from battlefield import battle"),
        ("viewer/scene", "from battlefield.cli import view"),
        ("viewer/scene", "import arcade.gl"),
        ("viewer/scene", "from pyglet import window"),
        ("state", "import shapely.geometry as g"),
        ("geometry/shapes", "from numba import njit"),
        ("odds/many", "import scipy.stats"),
        ("state", "from battlefield.nowhere import nothing"),
    ],
)
def test_what_must_not_be_imported_is_found_with_its_place(module: str, statement: str) -> None:
    faults = import_faults(module, statement, MADE_UP)
    line = statement.count("\n") + 1
    assert [fault.partition(": imports ")[0] for fault in faults] == [f"battlefield/{module}.py:{line}"]


def test_a_function_of_51_lines_is_too_long_and_one_of_50_is_not() -> None:
    short = "def short():\n" + "    pass\n" * 49
    assert list(long_functions(short)) == []
    assert list(long_functions("\n" + short + "    pass\n")) == [(2, "short", 51)]


@pytest.mark.parametrize(
    ("module", "source", "lines"),
    [
        ("events/__init__", '"""What happened."""\nfrom a import b\n__all__ = ["b"]\n', []),
        ("events/__init__", "if TYPE_CHECKING:\n    from a import b\n", []),
        ("events/__init__", "TABLE = {}\n\ndef lookup(): ...\n", [1, 3]),
        ("events/__init__", "def __getattr__(name): ...\n", [1]),
        ("__init__", "_DOOR = {}\ndef __getattr__(name): ...\ndef __dir__(): ...\n", []),
        ("__init__", "def load(): ...\nclass Battle: ...\n", [1, 2]),
    ],
)
def test_an_init_with_more_than_names_is_found(module: str, source: str, lines: list[int]) -> None:
    places = [fault.partition(": ")[0] for fault in init_faults(module, source)]
    assert places == [f"battlefield/{module}.py:{line}" for line in lines]


def test_every_group_of_commands_is_in_the_table_of_the_command_line() -> None:
    from importlib import import_module

    from battlefield.cli.app import GROUPS

    for group, names in GROUPS.items():
        assert tuple(import_module(f"battlefield.cli.{group}").COMMANDS) == names
    modules = {path.stem for path in (ROOT / "battlefield" / "cli").glob("*.py") if "\nCOMMANDS = " in path.read_text()}
    assert modules == set(GROUPS)
