"""What is written is there whole or not at all, nobody else's file is touched, and faults name what was asked for."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import get_context
from pathlib import Path

import pytest
from viewer.recordings import edge_case

from battlefield.log import write
from battlefield.viewer.export import export
from battlefield.whole_file import put, whole_file


def test_another_file_that_happens_to_be_called_part_is_left_alone(tmp_path: Path) -> None:
    for name in ("a.html.part", "b.jsonl.part"):
        (tmp_path / name).write_text("mine")
    export(edge_case(), tmp_path / "a.html")
    write(tmp_path / "b.jsonl", iter(["one"]))
    assert {each.name for each in tmp_path.iterdir()} == {"a.html", "a.html.part", "b.jsonl", "b.jsonl.part"}
    assert {(tmp_path / name).read_text() for name in ("a.html.part", "b.jsonl.part")} == {"mine"}
    assert (tmp_path / "b.jsonl").read_text() == "one\n"


def test_a_log_is_called_part_while_it_is_written(tmp_path: Path) -> None:
    def seen():  # type: ignore[no-untyped-def]
        yield "one"
        assert [each.name for each in tmp_path.iterdir()] == ["b.jsonl.part"]

    write(tmp_path / "b.jsonl", seen())
    assert [each.name for each in tmp_path.iterdir()] == ["b.jsonl"]


def test_a_fault_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        put(tmp_path / "nodir" / "a.svg", b"x")
    assert caught.value.filename == str(tmp_path / "nodir" / "a.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(IsADirectoryError) as folder:
        put(tmp_path / "folder.svg", b"x")
    assert folder.value.filename == str(tmp_path / "folder.svg")
    assert [each.name for each in tmp_path.iterdir()] == ["folder.svg"]


@pytest.mark.parametrize("letters", [251, 255])
def test_a_name_as_long_as_names_can_be_is_no_fault(letters: int, tmp_path: Path) -> None:
    name = "a" * (letters - 6) + ".jsonl"
    put(tmp_path / name, b"x")
    write(tmp_path / name, iter(["one"]))
    assert [each.name for each in tmp_path.iterdir()] == [name]
    with pytest.raises(OSError, match="too long"):
        put(tmp_path / ("a" * 256), b"x")


def test_a_file_has_the_mode_that_any_new_file_has_and_keeps_the_one_it_had(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    put(tmp_path / "a", b"x")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "usual").stat().st_mode
    (tmp_path / "a").chmod(0o640)
    put(tmp_path / "a", b"y")
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("stop", [KeyboardInterrupt, ValueError, SystemExit])
def test_what_breaks_off_leaves_nothing(stop: type[BaseException], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"before")

    def breaks_off() -> None:
        with whole_file(tmp_path / "a") as part:
            part.write_bytes(b"half")
            raise stop

    with pytest.raises(stop):
        breaks_off()
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a", b"before")]


def _writes_for_long(target: Path) -> None:
    with whole_file(target) as part:
        part.write_bytes(b"half")
        time.sleep(30)


def test_told_to_end_it_leaves_nothing(tmp_path: Path) -> None:
    process = get_context("spawn").Process(target=_writes_for_long, args=(tmp_path / "a",))
    process.start()
    assert process.pid is not None
    end = time.monotonic() + 20
    while not any(each.stat().st_size for each in tmp_path.iterdir()) and time.monotonic() < end:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGTERM)
    process.join(10)
    assert process.exitcode == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []
