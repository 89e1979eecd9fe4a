"""The file of a session: saved whole or not at all, never over another's changes, nothing lost when it breaks off."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from editing.table import TABLE

from battlefield.editing import rescue
from battlefield.editing.rescue import parted_mark
from battlefield.editing.session import Session
from battlefield.scenario.scenario import ScenarioError
from battlefield.workbench import EditError, MoveTo

MOVE = MoveTo(name="Ark", x=31, y=12)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "table.toml"
    made.write_bytes(TABLE)
    return made


def lines_apart(one: bytes, other: bytes) -> int:
    return sum(a != b for a, b in zip(one.split(b"\n"), other.split(b"\n"), strict=True))


def test_saving_writes_one_line_and_keeps_the_mode(path: Path) -> None:
    path.chmod(0o640)
    session = Session(path)
    session.do(MOVE)
    assert (session.dirty, path.read_bytes()) == (True, TABLE)
    assert session.save() == "saved"
    assert (session.dirty, session.save()) == (False, "unchanged")
    assert lines_apart(path.read_bytes(), TABLE) == 1
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(each.name for each in path.parent.iterdir()) == ["table.toml"]


def test_a_link_is_followed(path: Path) -> None:
    link = path.with_name("link.toml")
    link.symlink_to(path)
    session = Session(link)
    session.do(MOVE)
    session.save()
    assert link.is_symlink()
    assert path.read_bytes() == session.raw


def test_a_file_that_changed_meanwhile_is_not_written_over_without_asking(path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    theirs = TABLE.replace(b"Every way", b"Another way")
    path.write_bytes(theirs)
    assert session.save() == "changed meanwhile"
    assert path.read_bytes() == theirs
    assert session.dirty
    assert session.save(over=True) == "saved"
    assert path.read_bytes() == session.raw


def test_the_others_text_can_be_loaded_and_ones_own_taken_back(path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    mine, theirs = session.raw, TABLE.replace(b"Every way", b"Another way")
    path.write_bytes(theirs)
    session.load_theirs()
    assert (session.raw, session.dirty) == (theirs, False)
    session.undo()
    assert session.raw == mine
    assert session.save() == "saved"  # asked by loading: it is known what the file holds


def test_others_text_that_cannot_be_used_is_refused(path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    path.write_bytes(b"format = 2\n")
    with pytest.raises(EditError, match="format"):
        session.load_theirs()
    assert session.dirty


def test_a_file_that_was_deleted_meanwhile_is_not_written_anew_without_asking(path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    path.unlink()
    assert session.save() == "gone"
    assert session.save(over=True) == "saved"
    assert path.read_bytes() == session.raw


def test_saving_as_another_file_goes_on_with_that(path: Path, tmp_path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    session.save_as(str(tmp_path / "other.toml"))
    assert (session.path, session.dirty) == (str(tmp_path / "other.toml"), False)
    assert path.read_bytes() == TABLE
    with pytest.raises(EditError, match="already"):
        session.save_as(str(path))


def test_where_nothing_can_be_written_it_is_said(path: Path, tmp_path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    with pytest.raises(EditError, match="nowhere"):
        session.save_as(str(tmp_path / "nowhere" / "x.toml"))
    assert session.path == str(path)


def test_what_is_not_saved_is_kept_beside_the_file_and_offered_at_the_next_start(path: Path) -> None:
    session = Session(path)
    assert session.keep_safe() is None
    session.do(MOVE)
    session.keep_safe()
    kept = path.with_name("table.toml.autosave")
    assert parted_mark(kept.read_bytes())[0] == session.raw
    assert session.rescued() is None  # its own
    again = Session(path)  # the first broke off
    assert "table.toml.autosave" in (again.rescued() or "")
    assert not again.dirty
    again.take_rescued()
    assert (again.raw, again.dirty) == (session.raw, True)
    again.save()
    assert not kept.exists()
    assert Session(path).rescued() is None


def test_what_was_left_can_be_thrown_away_and_is_not_written_over_before_it_is_asked_for(path: Path) -> None:
    kept = path.with_name("table.toml.autosave")
    kept.write_bytes(TABLE.replace(b"30.5", b"29.5"))
    session = Session(path)
    session.do(MOVE)
    session.keep_safe()
    assert b"29.5" in kept.read_bytes()
    own = path.with_name("table.toml.autosave-2")
    assert parted_mark(own.read_bytes())[0] == session.raw
    session.drop_rescued()
    assert not kept.exists()
    session.save()
    assert not own.exists()


def test_it_is_written_now_and_then_and_at_the_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(rescue, "monotonic", lambda: now[0])
    kept = path.with_name("table.toml.autosave")
    session = Session(path)
    session.do(MOVE)
    session.keep_safe()
    first = kept.read_bytes()
    session.do(MoveTo(name="Ark", x=32, y=12))
    now[0] += rescue.SECONDS / 2
    session.keep_safe()
    assert kept.read_bytes() == first
    now[0] += rescue.SECONDS
    session.keep_safe()
    assert parted_mark(kept.read_bytes())[0] == session.raw
    assert kept.read_bytes() != first
    session.do(MoveTo(name="Ark", x=33, y=12))
    session.close()
    assert parted_mark(kept.read_bytes())[0] == session.raw


def test_taking_everything_back_leaves_nothing_beside_the_file(path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    session.keep_safe()
    session.undo()
    session.keep_safe()
    assert not path.with_name("table.toml.autosave").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="who may do everything may write everywhere")
def test_a_folder_that_cannot_be_written_is_told_once(path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    path.parent.chmod(0o500)
    try:
        assert "cannot be kept" in (session.keep_safe() or "")
        assert session.keep_safe() is None
    finally:
        path.parent.chmod(0o700)


def test_a_folder_that_is_gone_is_told_once(path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    path.unlink()
    path.parent.rmdir()
    assert "cannot be kept" in (session.keep_safe() or "")
    assert session.keep_safe() is None


def test_a_file_that_cannot_be_used_is_not_opened(path: Path) -> None:
    path.write_bytes(b"format = 1\n[board\n")
    with pytest.raises(ScenarioError):
        Session(path)


def test_the_palette_knows_players_and_profiles(path: Path) -> None:
    palette = Session(path).palette()
    assert palette.players == ("Red", "Blue")
    assert palette.profiles == (("ranger", "25mm"), ("statue", "40mm"))


def test_orders_are_carried_out_anew(path: Path) -> None:
    session = Session(path)
    before = len(session.set_up().entries)
    assert len(session.played().entries) > before


def test_what_was_left_can_be_set_aside_for_another_day(path: Path) -> None:
    left = TABLE.replace(b"30.5", b"29.5")
    path.with_name("table.toml.autosave").write_bytes(left)
    session = Session(path)
    aside = session.set_rescued_aside()
    assert Path(aside).read_bytes() == left
    session.do(MOVE)
    session.keep_safe()
    assert parted_mark(path.with_name("table.toml.autosave").read_bytes())[0] == session.raw


def test_it_is_said_when_the_file_was_written_after_what_was_left(path: Path) -> None:
    kept = path.with_name("table.toml.autosave")
    kept.write_bytes(TABLE.replace(b"30.5", b"29.5"))
    os.utime(path, (1000, 1000))
    assert "written since" not in (Session(path).rescued() or "")
    os.utime(kept, (900, 900))
    assert "the file itself has been written since" in (Session(path).rescued() or "")


def test_the_copy_of_a_session_that_still_runs_is_its_own(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rescue, "SECONDS", 0.0)
    kept = path.with_name("table.toml.autosave")
    parent = rescue._process(os.getppid())  # any process but this one that runs
    if parent is None:
        pytest.skip("here nobody tells which processes run")
    theirs = TABLE.replace(b"30.5", b"29.5") + b"# kept by battlefield, process " + parent.encode() + b"\n"
    kept.write_bytes(theirs)
    session = Session(path)
    assert session.rescued() is None
    session.do(MOVE)
    assert session.keep_safe() is None
    own = path.with_name("table.toml.autosave-2")
    assert parted_mark(own.read_bytes())[0] == session.raw
    own.unlink()  # somebody took it away
    session.keep_safe()
    assert own.exists()
    session.save()
    assert (kept.read_bytes(), own.exists()) == (theirs, False)
    kept.write_bytes(theirs.replace(b" since ", b" since 1"))  # the number is another process's by now
    assert "holds changes" in (Session(path).rescued() or "")


def test_a_copy_that_cannot_be_used_does_not_keep_others_from_being_kept(path: Path) -> None:
    path.with_name("table.toml.autosave").write_bytes(b"[broken")
    session = Session(path)
    with pytest.raises(EditError, match="would not be usable"):
        session.take_rescued()
    session.do(MOVE)
    session.keep_safe()
    assert path.with_name("table.toml.autosave-2").exists()


def test_what_is_given_up_after_saving_leaves_nothing_beside_the_file(path: Path) -> None:
    session = Session(path)
    session.do(MOVE)
    session.save()
    saved = session.raw
    session.do(MoveTo(name="Ark", x=32, y=12))
    session.abandon()
    session.close()
    assert (session.dirty, path.read_bytes()) == (False, saved)
    assert [each.name for each in path.parent.iterdir()] == [path.name]
