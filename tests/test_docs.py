"""The documentation holds: its examples load, its commands answer as shown, its Python runs, its links lead somewhere.

What a fenced block is, is said by the words behind its language:

- `toml`: a whole scenario that checks fine.
- `toml fragment`: a part of one. It is completed by the first whole scenario of its page, or by
  scenarios/exfiltration.toml: tables and keys that it lacks are added, and those of a list (units, terrain …) that have
  another name; its own orders and expectations are the only ones. It checks fine.
- `toml NAME.toml`: a file that the commands further down the page are given, at fault or not.
- `console`: commands behind "$ " and what they say; a line "…" stands for any lines. `sh`: commands without an answer.
- `python`: is run; `pycon`: is run and answers as shown. A page is one session, in a folder with the scenarios in it.
- `jsonl`: lines of the log of a shipped scenario.
"""

from __future__ import annotations

import doctest
import io
import json
import re
import runpy
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tomlkit
import typer
from test_floors import FLOORS, MODULES, within

from battlefield.catalogue import rules, rulings
from battlefield.check import check
from battlefield.cli import main
from battlefield.cli.app import app
from battlefield.scenario import card_entries, entries, questions
from battlefield.scenario.deployments import maps
from battlefield.scenario.document import TOP_KEYS
from battlefield.scenario.expecting import event_fields
from battlefield.scenario.forms import AREAS, GRID, NEAR, TURNED, Table
from battlefield.scenario.ground import default_ranges
from battlefield.scenario.load import loads
from battlefield.scenario.order_entries import LATER_ORDERS, ORDERS

HOME = Path(__file__).resolve().parent.parent
PAGES = sorted([*HOME.glob("*.md"), *(HOME / "docs").rglob("*.md"), *(HOME / "scenarios").rglob("*.md")])
LINKED = sorted([*PAGES, *(HOME / "battlefield").rglob("*.md"), *(HOME / "tests").rglob("*.md")])
GROUND = HOME / "scenarios" / "exfiltration.toml"
FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its page and line, its language and the words behind it, its text."""

    page: Path
    line: int
    language: str
    words: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(HOME)}:{self.line}"


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> list[Block]:
    text = read(page)
    found = []
    for each in FENCE.finditer(text):
        language, _, words = each["info"].strip().partition(" ")
        found.append(Block(page, text.count("\n", 0, each.start()) + 1, language, words.strip(), each["text"]))
    return found


BLOCKS = [block for page in PAGES for block in blocks(page)]
SCENARIOS = [each for each in BLOCKS if each.language == "toml" and each.words in ("", "fragment")]
SESSIONS = sorted({each.page for each in BLOCKS if each.language in ("console", "python", "pycon")})


def place_of(block: Block) -> str:
    return block.place


def name_of(page: Path) -> str:
    return page.relative_to(HOME).as_posix()


# --- scenarios ---


def completed(fragment: str, ground: str) -> str:
    """The fragment with what it lacks taken from a whole scenario."""
    part, whole = tomllib.loads(fragment), tomllib.loads(ground)
    for key, value in whole.items():
        if key in ("orders", "expect"):
            continue
        if isinstance(value, list) and key in part and all(isinstance(each, dict) for each in value):
            names = {each.get("name") for each in part[key]}
            part[key] = [*part[key], *(each for each in value if each.get("name") not in names)]
        elif isinstance(value, dict) and key == "profiles":
            part[key] = {**value, **part.get(key, {})}
        else:
            part.setdefault(key, value)
    return tomlkit.dumps(part)


def ground_of(page: Path) -> str:
    whole = [each.text for each in blocks(page) if (each.language, each.words) == ("toml", "")]
    return whole[0] if whole else read(GROUND)


@pytest.mark.parametrize("block", SCENARIOS, ids=place_of)
def test_every_scenario_shown_is_fine(block: Block) -> None:
    text = completed(block.text, ground_of(block.page)) if block.words else block.text
    report = check(loads(text, block.place))
    assert [f"{each.kind}: {each.message}" for each in report.findings] == []


def test_a_fragment_is_completed_by_its_ground() -> None:
    made = tomllib.loads(completed('seed = 1\n[[units]]\nname = "Ark"\nwounds = 1\n[board]\nwidth = 9', read(GROUND)))
    assert made["seed"] == 1
    assert made["board"] == {"width": 9}
    assert [each["name"] for each in made["units"]] == ["Ark", "Rangers"]
    assert made["units"][0] == {"name": "Ark", "wounds": 1}
    assert "orders" not in made


# --- sessions: commands and Python, a page at a time ---


def said_by(arguments: list[str], given: bytes) -> tuple[str, int]:
    """What a command writes, answer and talk as a terminal mixes them, and its exit code."""
    told = io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    try:
        with redirect_stdout(told), redirect_stderr(told):
            code = main(arguments)
    finally:
        sys.stdin = before
    return told.getvalue(), code


def exchanges(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what is shown of its answer."""
    for each in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, answer = each.partition("\n")
        yield command, answer


def like(shown: str, told: str) -> bool:
    parts = (".*" if line == "…" else re.escape(line) for line in shown.rstrip("\n").split("\n"))
    return re.fullmatch("\n".join(parts), told.rstrip("\n"), re.DOTALL) is not None


def talk(block: Block) -> None:
    """Give every command of a console block and compare the answers; `echo $?` tells the exit code."""
    code = 0
    for command, answer in exchanges(block.text):
        words = shlex.split(command, comments=True)
        if words == ["echo", "$?"]:
            told = str(code)
        else:
            assert words[0] == "battlefield", f"{block.place}: $ {command}: only battlefield's own commands are tried"
            given = Path(words.pop()).read_bytes() if "<" in words else b""
            told, code = said_by([each for each in words[1:] if each != "<"], given)
        assert like(answer, told), f"{block.place}: $ {command}\n{told}"


def interpret(block: Block, names: dict[str, Any]) -> None:
    """Run the examples of an interactive block in a session's names."""
    told = io.StringIO()
    examples = doctest.DocTestParser().get_doctest(block.text, names, block.place, name_of(block.page), block.line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
    runner.run(examples, out=told.write, clear_globs=False)
    names.update(examples.globs)
    assert not runner.failures, told.getvalue()


@pytest.mark.parametrize("page", SESSIONS, ids=name_of)
def test_every_session_shown_answers_so(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HOME / "scenarios", tmp_path / "scenarios")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.language == "toml" and block.words.endswith(".toml"):
            Path(block.words).write_text(block.text, encoding="utf-8")
        elif block.language == "sh":
            make_logs(block)
        elif block.language == "console":
            talk(block)
        elif block.language == "python":
            exec(compile("\n" * block.line + block.text, str(page), "exec"), names)
        elif block.language == "pycon":
            interpret(block, names)


def make_logs(block: Block) -> None:
    """Carry out the runs of a block without answers, so that what follows finds their logs."""
    for words in own_commands(block):
        if words[:1] == ["run"]:
            said_by(words, b"")


@pytest.mark.parametrize(
    "block", [each for each in BLOCKS if each.language == "toml" and "." in each.words], ids=place_of
)
def test_every_file_shown_is_used_further_down(block: Block) -> None:
    later = [
        each.text for each in blocks(block.page) if each.language in ("console", "pycon") and each.line > block.line
    ]
    assert any(block.words in text for text in later), f"{block.place}: nothing is done with {block.words}"


# --- commands as they are written ---


def own_commands(block: Block) -> Iterator[list[str]]:
    """The words of every `battlefield` command of a block, without what a shell makes of the rest of its line."""
    for line in block.text.splitlines():
        command = line if block.language == "sh" else line.removeprefix("$ ")
        if not command.startswith("battlefield ") or (block.language != "sh" and command == line):
            continue
        words = shlex.split(command, comments=True)
        end = next((n for n, each in enumerate(words) if each in ("<", ">", "|", "&&")), len(words))
        yield words[1:end]


@pytest.mark.parametrize("block", [each for each in BLOCKS if each.language in ("sh", "console")], ids=place_of)
def test_every_command_shown_exists_with_its_options(block: Block) -> None:
    known: Any = typer.main.get_command(app)
    for words in own_commands(block):
        if words[:1] in ([], ["--help"]):
            continue
        assert words[0] in known.commands, f"{block.place}: there is no command {words[0]}"
        known.commands[words[0]].make_context(words[0], [each for each in words[1:] if each != "--help"])


@pytest.mark.parametrize("name", sorted(typer.main.get_command(app).commands))  # type: ignore[attr-defined]
def test_every_command_and_option_is_described(name: str) -> None:
    known: Any = typer.main.get_command(app)
    page = read(HOME / "docs" / "command-line.md")
    section = re.search(rf"^## `{name}`.*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert section is not None, f"docs/command-line.md says nothing of {name}"
    options = {max(each.opts, key=len) for each in known.commands[name].params if each.opts[0].startswith("-")}
    missing = sorted(each for each in options - {"--help"} if each not in section[0])
    assert not missing, f"docs/command-line.md, {name}: nothing is said of {', '.join(missing)}"


@pytest.mark.parametrize("name", sorted(set(typer.main.get_command(app).commands) - {"view", "render"}))  # type: ignore[attr-defined]
def test_every_example_of_a_help_works(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known: Any = typer.main.get_command(app)
    example = re.search(r"Example: battlefield (.*)", known.commands[name].help or "")
    assert example is not None, f"battlefield {name} --help has no example"
    shutil.copytree(HOME / "scenarios", tmp_path / "scenarios")
    monkeypatch.chdir(tmp_path)
    told, code = said_by(shlex.split(example[1]), b"")
    assert code == 0, f"the example of battlefield {name} --help: {told}"


# --- words ---


def rows(page: Path, head: str) -> dict[str, list[str]]:
    """The rows of the table whose head begins so: by every name in the first cell, the names in the other cells."""
    text = read(page)
    found = re.search(rf"^\| {re.escape(head)} \|.*?(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{name_of(page)} has no table of {head}"
    table: dict[str, list[str]] = {}
    for line in found[0].splitlines()[2:]:
        first, *others = re.split(r"(?<!\\)\|", line.strip("| "))
        for name in re.findall(r"`([^`]+)`", first):
            table[name] = re.findall(r"`([^`]+)`", "|".join(others))
    return table


def test_logs__every_event_has_a_row_with_its_fields() -> None:
    told = rows(HOME / "docs" / "logs.md", "event")
    assert set(told) == set(event_fields())
    for event, fields in event_fields().items():
        missing = set(fields) - {"rule", "rulings"} - set(told[event])
        assert not missing, f"docs/logs.md: {event} has the fields {', '.join(sorted(missing))} besides"


def test_scenario_files__every_order_has_a_row_with_its_keys() -> None:
    page = HOME / "docs" / "scenario-files.md"
    told = rows(page, "`do`")
    assert set(told) - {"do"} == set(ORDERS)
    common = {"do", "dice", "answers", "refused", "note", "paths"}
    for name, (_, table) in ORDERS.items():
        missing = set(table.keys) - common - set(re.findall(r"\w+", " ".join(told[name])))
        assert not missing, (
            f"docs/scenario-files.md: the order {name} has the keys {', '.join(sorted(missing))} besides"
        )


def test_scenario_files__what_is_not_yet_is_what_the_program_does_not_carry_out() -> None:
    page = read(HOME / "docs" / "scenario-files.md")
    orders = re.search(r"^\*\*Not yet\*\*: (.*?)\n\n", page, re.MULTILINE | re.DOTALL)
    assert orders is not None
    assert set(re.findall(r"`(\w+)`", orders[1])) == set(LATER_ORDERS)


def test_scenario_files__every_question_has_a_row() -> None:
    page = read(HOME / "docs" / "scenario-files.md")
    table = page.split("| question | beside it | asks |")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+) = ", table, re.MULTILINE)) == set(questions.QUESTIONS)


def test_scenario_files__every_key_and_word_is_there() -> None:
    page = read(HOME / "docs" / "scenario-files.md")
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page))))
    kinds = [each for module in (entries, card_entries) for each in vars(module).values() if isinstance(each, Table)]
    kinds += [*AREAS.values(), *questions.QUESTIONS.values(), NEAR, TURNED, GRID]
    wanted = {key for kind in kinds for key in kind.keys} | {*TOP_KEYS, *default_ranges(), *maps()}
    missing = wanted - words
    assert not missing, f"docs/scenario-files.md says nothing of {', '.join(sorted(missing))}"


def test_rules__the_page_is_what_the_catalogue_makes(capsys: pytest.CaptureFixture[str]) -> None:
    tool = runpy.run_path(str(HOME / "tools" / "docs.py"), run_name="docs")
    assert tool["main"](["--check"]) == 0, capsys.readouterr().out
    page = tool["page"]()
    assert all(f'<a id="{name}"></a>' in page for name in (*rules(), *rulings()))


def test_window__the_list_of_keys_is_what_the_window_has(capsys: pytest.CaptureFixture[str]) -> None:
    tool = runpy.run_path(str(HOME / "tools" / "keys.py"), run_name="keys")
    assert tool["main"](["--check"]) == 0, capsys.readouterr().out
    every = tool["commands"]().every
    assert all(f"| {each.says}" in read(HOME / "docs" / "window.md") for each in every)


def unchained(line: str) -> dict[str, Any]:
    """A line of a log but for its digest, which changes with everything before it."""
    return {key: value for key, value in json.loads(line).items() if key != "chain"}


def test_logs__every_line_shown_is_one_of_a_shipped_log() -> None:
    lines = [unchained(line) for log in (HOME / "scenarios").glob("*.jsonl") for line in read(log).splitlines()]
    for block in BLOCKS:
        if block.language == "jsonl":
            strange = [line for line in block.text.splitlines() if unchained(line) not in lines]
            assert not strange, f"{block.place}: no shipped log has the line {strange[0]}"
        elif block.language == "json":
            json.loads(block.text)


def test_architecture__every_module_stands_on_the_floor_that_it_says() -> None:
    told: dict[str, int] = {}
    for line in re.findall(r"^\| \d \|.*$", read(HOME / "docs" / "architecture.md"), re.MULTILINE):
        floor, names = int(line[2]), re.findall(r"`([\w/]+)`", line.split("|")[2])
        told.update(dict.fromkeys(names, floor))
    for module in MODULES:
        said = next((told[name] for name in told if f"{module}/".startswith(f"{name.rstrip('/')}/")), None)
        assert said is not None, f"docs/architecture.md: {module} stands on no floor"
        kept = next((number for number, patterns in FLOORS.items() if within(module, patterns)), said)
        assert kept == said, f"docs/architecture.md: {module} stands on floor {said}, in tests/test_floors.py on {kept}"


def test_architecture__every_path_is_there() -> None:
    text = re.sub(r"```.*?```", "", read(HOME / "docs" / "architecture.md"), flags=re.DOTALL)
    for path in re.findall(r"`([\w.-]+/[\w./-]*)`", text):
        if "NAME" not in path:
            roots = (HOME, HOME / "battlefield")
            there = any((root / path).exists() or (root / f"{path}.py").exists() for root in roots)
            assert there, f"docs/architecture.md names {path}, which is not there"


# --- links ---


@lru_cache
def anchors(page: Path) -> set[str]:
    text = FENCE.sub("", read(page))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = (re.sub(r"<[^>]*>|[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings)
    return {*plain, *re.findall(r'<a id="([^"]+)"', text)}


@pytest.mark.parametrize("page", LINKED, ids=name_of)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", read(page)))
    lost = []
    for target in re.findall(r"!?\[[^\]]*\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path) if path else page
        if not there.exists() or (anchor and there.suffix == ".md" and anchor not in anchors(there)):
            lost.append(target)
    assert not lost, f"{name_of(page)}: {', '.join(lost)}"
