"""The two commands in tools/: what they decide, without installing or running anything."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tools"
PYTHON = Path("python")


@pytest.fixture(scope="module")
def load() -> Iterator[Callable[[str], Any]]:
    """Loads a tool as the module it is; `import setup_env` in one finds the same module as here."""
    loaded: dict[str, ModuleType] = {}

    def load(name: str) -> ModuleType:
        if name not in loaded:
            spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
            assert spec is not None
            assert spec.loader is not None
            loaded[name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(loaded[name])
        return loaded[name]

    before = sys.modules.get("setup_env")
    sys.modules["setup_env"] = load("setup_env")
    yield load
    if before is None:
        del sys.modules["setup_env"]
    else:
        sys.modules["setup_env"] = before


@pytest.fixture
def setup_env(load: Callable[[str], Any]) -> Any:
    return load("setup_env")


@pytest.fixture
def play(load: Callable[[str], Any]) -> Any:
    return load("play")


@pytest.fixture
def checks(load: Callable[[str], Any]) -> Any:
    return load("test")


@pytest.fixture
def project(setup_env: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pyproject and an environment that was set up for the extra `test`."""
    venv = tmp_path / ".venv"
    python = setup_env.venv_python(venv)
    python.parent.mkdir(parents=True)
    python.touch()
    (venv / "pyvenv.cfg").write_text("home = somewhere\nversion = 3.12.1\n")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "battlefield"\ndependencies = ["numpy"]\n')
    monkeypatch.setattr(setup_env, "ROOT", tmp_path)
    monkeypatch.setattr(setup_env, "VENV", venv)
    key = setup_env.fingerprint((tmp_path / "pyproject.toml").read_bytes(), "3.12.1", tmp_path)
    (venv / setup_env.STAMP).write_text(json.dumps({"key": key, "extras": ["test"], "graphics": True}))
    return tmp_path


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that were run, none of which really was: each is said to have gone well."""
    made: list[list[str]] = []

    def call(command: list[str], **_: object) -> int:
        made.append([str(word) for word in command])
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    return made


# -- which Python ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13)])
def test_a_supported_python_goes_on_by_itself(setup_env: Any, calls: list[list[str]], version: tuple[int, int]) -> None:
    setup_env.hand_over(version)
    assert calls == []


@pytest.mark.parametrize("version", [(3, 7), (3, 10), (3, 14)])
def test_an_unsupported_python_without_another_gets_one_sentence(
    setup_env: Any, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int]
) -> None:
    monkeypatch.setattr(setup_env, "other_pythons", lambda: [["no-such-python"]])
    with pytest.raises(SystemExit) as exit_:
        setup_env.hand_over(version)
    message = str(exit_.value.code)
    assert message.startswith("battlefield needs Python 3.11, 3.12 or 3.13, and this is Python ")
    assert f"this is Python {version[0]}.{version[1]}:" in message
    assert "\n" not in message


def test_an_unsupported_python_hands_the_command_over_to_the_first_that_starts(
    setup_env: Any, monkeypatch: pytest.MonkeyPatch, calls: list[list[str]]
) -> None:
    monkeypatch.setattr(setup_env, "other_pythons", lambda: [["shim"], ["python3.12"], ["python3.11"]])
    monkeypatch.setattr(setup_env, "starts_supported", lambda command: command != ["shim"])
    monkeypatch.setattr(sys, "argv", ["tools/play.py", "--seed", "7"])
    with pytest.raises(SystemExit) as exit_:
        setup_env.hand_over((3, 14))
    assert exit_.value.code == 0
    assert calls == [["python3.12", "tools/play.py", "--seed", "7"]]


def test_a_python_is_believed_only_after_it_has_said_its_version(setup_env: Any, tmp_path: Path) -> None:
    assert setup_env.starts_supported([sys.executable])
    assert not setup_env.starts_supported([str(tmp_path / "none")])
    assert not setup_env.starts_supported([sys.executable, "-c", "print(3, 14)"])


def test_the_newest_python_on_the_path_is_tried_first(
    setup_env: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_env.shutil, "which", lambda name: None if name == "python3.13" else f"/bin/{name}")
    own = [str(setup_env.venv_python(project / ".venv"))]
    assert setup_env.other_pythons(windows=False) == [own, ["/bin/python3.12"], ["/bin/python3.11"]]
    assert ["py", "-3.13"] in setup_env.other_pythons(windows=True)


# -- the stamp ---------------------------------------------------------------------------------------------------------


def test_the_fingerprint_changes_with_everything_an_installation_depends_on(setup_env: Any) -> None:
    prints = {
        setup_env.fingerprint(b"[project]", "3.12.1", Path("a")),
        setup_env.fingerprint(b"[project]\n", "3.12.1", Path("a")),
        setup_env.fingerprint(b"[project]", "3.12.2", Path("a")),
        setup_env.fingerprint(b"[project]", "3.12.1", Path("b")),
    }
    assert len(prints) == 4
    assert setup_env.fingerprint(b"[project]", "3.12.1", Path("a")) in prints


@pytest.mark.parametrize(
    ("asked", "good"), [([], True), (["test"], True), (["video"], False), (["test", "video"], False)]
)
def test_a_stamp_covers_the_extras_it_names_and_fewer(setup_env: Any, asked: list[str], good: bool) -> None:
    stamp = {"key": "k", "extras": ["test"]}
    assert setup_env.up_to_date(stamp, "k", asked) is good
    assert not setup_env.up_to_date(stamp, "other", asked)
    assert not setup_env.up_to_date({}, "k", asked)


@pytest.mark.parametrize("text", ["", "{", "[]", "null"])
def test_a_stamp_that_cannot_be_read_is_none(setup_env: Any, tmp_path: Path, text: str) -> None:
    assert setup_env.read_stamp(tmp_path) == {}
    (tmp_path / setup_env.STAMP).write_text(text)
    assert setup_env.read_stamp(tmp_path) == {}


@pytest.mark.parametrize("key", ["version", "version_info"])
def test_the_version_of_an_environment_is_read_off_its_settings(setup_env: Any, tmp_path: Path, key: str) -> None:
    assert setup_env.venv_version(tmp_path) == ""
    (tmp_path / "pyvenv.cfg").write_text(f"home = /versions = 1\n{key} = 3.13.0\n")
    assert setup_env.venv_version(tmp_path) == "3.13.0"


# -- what is run -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("extras", [[], ["test"]])
def test_nothing_is_run_where_all_is_set_up(
    setup_env: Any, project: Path, calls: list[list[str]], extras: list[str]
) -> None:
    assert setup_env.ready(extras) == setup_env.venv_python(project / ".venv")
    assert calls == []


@pytest.mark.parametrize("extras", [[], ["video"]])
def test_a_changed_pyproject_or_a_new_extra_installs_again_with_all_extras_so_far(
    setup_env: Any, project: Path, calls: list[list[str]], extras: list[str]
) -> None:
    if not extras:
        (project / "pyproject.toml").write_text('[project]\nname = "battlefield"\ndependencies = ["shapely"]\n')
    python = str(setup_env.ready(extras))
    target = f".[{','.join(['test', *extras])}]"
    assert calls[-1][:4] == [python, "-m", "pip", "install"]
    assert calls[-1][-2:] == ["--editable", target]
    assert not any("venv" in call for call in calls)
    calls.clear()
    setup_env.ready([*extras, "test"])
    assert calls == []


def test_an_environment_is_made_where_there_is_none(
    setup_env: Any, project: Path, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    setup_env.venv_python(project / ".venv").unlink()
    monkeypatch.setattr(setup_env, "need_ensurepip", lambda: None)
    setup_env.ready()
    assert calls[0] == [sys.executable, "-m", "venv", "--clear", str(project / ".venv")]


def test_an_environment_of_an_unsupported_python_is_named_and_left_alone(setup_env: Any, project: Path) -> None:
    (project / ".venv" / "pyvenv.cfg").write_text("version = 3.14.0\n")
    with pytest.raises(SystemExit, match=r"^\.venv was made with Python 3\.14\.0: delete that folder"):
        setup_env.ready()


def test_a_failed_installation_leaves_no_stamp_behind(
    setup_env: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp = project / ".venv" / setup_env.STAMP
    stamp.unlink()
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: 1)
    with pytest.raises(SystemExit, match="could not be installed"):
        setup_env.ready()
    assert not stamp.exists()


def test_the_environments_python_is_where_the_system_has_it(setup_env: Any) -> None:
    assert setup_env.venv_python(Path("e"), windows=False) == Path("e/bin/python")
    assert setup_env.venv_python(Path("e"), windows=True) == Path("e/Scripts/python.exe")


def test_what_is_needed_is_read_from_pyproject(setup_env: Any) -> None:
    text = (ROOT / "pyproject.toml").read_bytes()
    plain, video = setup_env.requirements(text, []), setup_env.requirements(text, ["video"])
    assert "shapely>=2.1,<3" in plain
    assert [each.partition(">")[0] for each in video[len(plain) :]] == ["av"]


# -- system packages ---------------------------------------------------------------------------------------------------


def test_only_linux_is_asked_for_graphics_packages(setup_env: Any) -> None:
    def lacks(*names: str) -> Callable[[str], str | None]:
        return lambda name: None if name in names else f"lib{name}.so.1"

    assert setup_env.missing_graphics("linux", lacks()) == []
    assert setup_env.missing_graphics("linux", lacks("EGL", "fontconfig")) == ["libegl1", "libfontconfig1"]
    assert setup_env.missing_graphics("darwin", lacks("GL", "EGL", "fontconfig")) == []
    assert setup_env.missing_graphics("win32", lacks("GL", "EGL", "fontconfig")) == []


def test_missing_graphics_are_named_to_whoever_may_not_install_and_stop_nothing(
    setup_env: Any, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / ".venv" / setup_env.STAMP).unlink()
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: 0)
    monkeypatch.setattr(setup_env, "missing_graphics", lambda: ["libgl1"])
    monkeypatch.setattr(setup_env, "may_install", lambda: False)
    monkeypatch.setattr(setup_env.shutil, "which", lambda name: f"/bin/{name}")
    for _ in range(2):  # the second time nothing is installed, and it is said again
        setup_env.ready()
        told = capsys.readouterr().err
        assert "sudo apt-get update && sudo apt-get install -y --no-install-recommends libgl1" in told
        assert "pictures are drawn as SVG" in told


def test_root_installs_missing_graphics(
    setup_env: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([["libegl1"], []])
    asked: list[list[str]] = []

    def apt_install(packages: list[str]) -> bool:
        asked.append(packages)
        return True

    monkeypatch.setattr(setup_env, "missing_graphics", lambda: next(answers))
    monkeypatch.setattr(setup_env, "may_install", lambda: True)
    monkeypatch.setattr(setup_env, "apt_install", apt_install)
    assert setup_env.set_up_graphics()
    assert asked == [["libegl1"]]
    assert capsys.readouterr().err == ""


def test_a_python_without_ensurepip_names_the_command_to_whoever_is_not_root(
    setup_env: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_env.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(setup_env, "may_install", lambda: False)
    with pytest.raises(SystemExit, match="apt-get install -y --no-install-recommends python3-venv"):
        setup_env.need_ensurepip()


# -- play --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "platform", "display"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_a_display_is_seen(play: Any, environment: dict[str, str], platform: str, display: bool) -> None:
    assert play.has_display(environment, platform) is display


@pytest.fixture
def replay(play: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., tuple[int, list[str]]]:
    """Replays with given exit codes by command: the exit code, and the commands in short ("run -o a.jsonl")."""

    def replay(
        file: str, *options: str, display: bool = False, writes: bool = True, **codes: int
    ) -> tuple[int, list[str]]:
        made: list[str] = []

        def call(command: list[str]) -> int:
            assert command[:3] == ["python", "-m", "battlefield"]
            made.append(" ".join(word.removeprefix(f"{tmp_path}{os.sep}") for word in command[3:]))
            if command[3] == "run" and writes:
                (tmp_path / "a.jsonl").touch()
            return codes.get(command[3], 0)

        monkeypatch.setattr(play, "call", call)
        arguments: argparse.Namespace = play.read_arguments([file, "--out", str(tmp_path), *options])
        try:
            return play.play(PYTHON, arguments, Path(file), display), made
        except SystemExit as exit_:
            return int(exit_.code or 0), made

    return replay


PICTURES = [f"render a.jsonl -o a{ending}" for ending in (".svg", ".png", ".gif", ".html")]
RUN, VIEW = "run s/a.toml -o a.jsonl", "view s/a.toml"


@pytest.mark.parametrize(
    ("options", "display", "codes", "code", "commands"),
    [
        ([], True, {}, 0, [VIEW]),
        ([], True, {"view": 2}, 2, [VIEW]),
        ([], True, {"view": 3}, 0, [VIEW, RUN, *PICTURES]),
        ([], False, {}, 0, [RUN, *PICTURES]),
        (["--no-window"], True, {}, 0, [RUN, *PICTURES]),
        (["--seed", "7"], False, {}, 0, [f"{RUN} --seed 7", *PICTURES]),
        (["--seed", "7"], True, {}, 0, [f"{RUN} --seed 7", "view a.jsonl"]),
        (["--seed", "7"], True, {"view": 3}, 0, [f"{RUN} --seed 7", "view a.jsonl", *PICTURES]),
        ([], False, {"run": 2}, 2, [RUN]),
        ([], False, {"run": 1}, 1, [RUN, *PICTURES]),
        ([], True, {"view": 3, "run": 1}, 1, [VIEW, RUN, *PICTURES]),
        ([], False, {"render": 2}, 2, [RUN, *PICTURES]),
    ],
)
def test_a_scenario_is_replayed_in_a_window_or_in_files_and_exit_codes_are_passed_on(
    replay: Any, options: list[str], display: bool, codes: dict[str, int], code: int, commands: list[str]
) -> None:
    assert replay("s/a.toml", *options, display=display, **codes) == (code, commands)


def test_a_run_that_leaves_no_log_ends_the_replay(replay: Any) -> None:
    assert replay("s/a.toml", writes=False, run=1) == (1, [RUN])


def test_a_log_is_shown_as_it_is(replay: Any) -> None:
    assert replay("a.jsonl", display=True) == (0, ["view a.jsonl"])
    assert replay("a.jsonl", display=True, view=3) == (0, ["view a.jsonl", *PICTURES])
    assert replay("a.jsonl") == (0, PICTURES)


def test_a_log_takes_no_other_dice(play: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        play.read_arguments(["a.jsonl", "--seed", "7"])
    assert exit_.value.code == 2
    assert "a log holds its dice already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "display", "why"),
    [
        (["--no-window"], True, "--no-window was given, so here are files"),
        ([], False, "There is no display, so here are files"),
        ([], True, "No window could be opened, so here are files"),
    ],
)
def test_what_was_made_is_said_with_the_reason(
    replay: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str], display: bool, why: str
) -> None:
    replay("s/a.toml", *options, display=display, view=3)
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith(why)
    assert lines == [f"  {tmp_path / 'a'}{ending}" for ending in (".svg", ".png", ".gif", ".html")]


@pytest.mark.parametrize("name", ["one", "one.toml", "scenarios/one.toml"])
def test_a_scenario_is_found_by_its_name(play: Any, tmp_path: Path, name: str) -> None:
    shipped = tmp_path / "scenarios" / "one.toml"
    shipped.parent.mkdir()
    shipped.touch()
    assert play.find_scenario(name, tmp_path) == shipped


def test_a_scenario_that_is_not_there_names_those_that_are(
    play: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scenarios").mkdir()
    for name in ("two", "one"):
        (tmp_path / "scenarios" / f"{name}.toml").touch()
    with pytest.raises(SystemExit) as exit_:
        play.find_scenario("three", tmp_path)
    assert exit_.value.code == 2
    assert capsys.readouterr().err == "There is no scenario three; shipped are: one, two.\n"


# -- test --------------------------------------------------------------------------------------------------------------


def test_the_checks_mend_only_when_asked(checks: Any) -> None:
    plain, fixing = (
        [" ".join(command[2:]) for command in checks.checks(PYTHON, fix).values()] for fix in (False, True)
    )
    assert plain == ["ruff check .", "ruff format --check .", "mypy --strict battlefield tools"]
    assert fixing == ["ruff check --fix .", "ruff format .", "mypy --strict battlefield tools"]


def test_what_the_checks_do_not_know_goes_to_pytest(checks: Any) -> None:
    assert checks.read_arguments(["-k", "floors", "--fix", "-x", "tests/a.py"]) == (
        True,
        ["-k", "floors", "-x", "tests/a.py"],
    )
    assert checks.read_arguments(["--fixtures"]) == (False, ["--fixtures"])
    assert checks.tests(PYTHON, ["-x"])[-1] == "-x"


@pytest.mark.parametrize(
    ("failing", "code", "heading"),
    [
        ((), 0, "== pytest"),
        (("ruff", "mypy"), 1, "== pytest (failed before it: ruff check, ruff format, mypy)"),
        (("pytest",), 5, "== pytest"),
        (("mypy", "pytest"), 5, "== pytest (failed before it: mypy)"),
    ],
)
def test_every_check_runs_and_pytest_last(
    checks: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    failing: tuple[str, ...],
    code: int,
    heading: str,
) -> None:
    ran: list[str] = []

    def call(command: list[str], **_: object) -> int:
        ran.append(command[2])
        return 5 if command[2] in failing else 0

    monkeypatch.setattr(sys.modules["setup_env"], "ready", lambda extras: PYTHON)
    monkeypatch.setattr(subprocess, "call", call)
    assert checks.main([]) == code
    assert ran == ["ruff", "ruff", "mypy", "pytest"]
    assert capsys.readouterr().out.splitlines()[-1] == heading
