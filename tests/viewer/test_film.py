"""MP4: read back with the right number of frames, how long, in which colours; and what is said without the extra."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from viewer.recordings import edge_case
from viewer.test_animation import BACK, DISC, HIGH, WIDE, frame_at

from battlefield.viewer import export as exporting
from battlefield.viewer import film
from battlefield.viewer.animation import Frame
from battlefield.viewer.cut import Cut
from battlefield.viewer.export import Wish, export
from battlefield.viewer.film import filmed_by, write_mp4


@pytest.fixture(params=["PyAV", "ffmpeg"])
def writer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of the two that can write a film, where it is there; PyAV reads it back."""
    pytest.importorskip("av", reason="films are read back with PyAV, of the extras [test] and [video]")
    by: str = request.param
    path = by if by == "PyAV" else shutil.which("ffmpeg")
    if path is None:
        pytest.skip("this machine has no ffmpeg of its own")
    monkeypatch.setattr(film, "filmed_by", lambda: path)
    return by


def read_back(path: Path) -> tuple[list[np.ndarray], Fraction, float, str]:
    """Frames as red, green, blue, frames a second, seconds, and how colours are kept."""
    import av

    with av.open(str(path)) as box:
        stream = box.streams.video[0]
        frames = [each.to_ndarray(format="rgb24") for each in box.decode(stream)]
        assert stream.average_rate is not None
        assert stream.duration is not None
        assert stream.time_base is not None
        return frames, stream.average_rate, float(stream.duration * stream.time_base), str(stream.pix_fmt)


def test_an_mp4_has_every_frame_lasts_as_long_and_is_what_every_player_knows(writer: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    write_mp4(path, (frame_at(x) for x in range(45)), 30)
    frames, rate, seconds, kept = read_back(path)
    assert (len(frames), rate, kept) == (45, 30, "yuv420p")
    assert abs(seconds - 1.5) < 1e-6
    data = path.read_bytes()
    assert data[4:8] == b"ftyp"
    assert data.index(b"moov") < data.index(b"mdat")  # so that it plays before all of it is there


def test_odd_sides_get_one_more_row_and_column(writer: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    odd = Frame(65, 41, np.full((41, 65, 3), BACK, np.uint8).tobytes())
    write_mp4(path, iter([odd, odd]), 25)
    frames, *_ = read_back(path)
    assert [each.shape for each in frames] == [(42, 66, 3)] * 2


def test_colours_come_back_as_they_were(writer: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    halves = np.full((HIGH, WIDE, 3), BACK, np.uint8)
    halves[:, : WIDE // 2] = DISC
    write_mp4(path, iter([Frame(WIDE, HIGH, halves.tobytes())] * 3), 25)
    frames, *_ = read_back(path)
    for at, colour in (((20, 56), BACK), ((20, 8), DISC)):
        assert np.abs(frames[1][at].astype(int) - colour).max() <= 6


def test_a_part_of_a_battle_is_as_many_frames_as_its_seconds_say(tmp_path: Path) -> None:
    pytest.importorskip("av", reason="films are read back with PyAV, of the extras [test] and [video]")
    from battlefield.viewer.scene import film_of

    made, path = edge_case(), tmp_path / "a.mp4"
    seen: list[tuple[int, int]] = []
    wish = Wish(size=(200, 120), renderer="svg", cut=Cut(2, 3, 10, 2.0))
    export(made, path, wish, lambda done, of: seen.append((done, of)))
    frames, rate, seconds, _ = read_back(path)
    long = sum(each.duration for each in film_of(made).moments if each.n in (2, 3))
    assert rate == 10
    assert len(frames) == round(long / 2 * 10) + 15  # and a second and a half in which it stands still
    assert abs(seconds - len(frames) / 10) < 1e-6
    assert seen[-1] == (len(frames), len(frames))


def test_without_the_extra_an_mp4_names_it_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nobody() -> None:
        return None

    monkeypatch.setattr(film, "filmed_by", nobody)
    monkeypatch.setattr(exporting, "filmed_by", nobody)
    with pytest.raises(ValueError, match=r"battlefield\[video\]"):
        write_mp4(tmp_path / "a.mp4", iter([frame_at(0)]), 30)
    with pytest.raises(ValueError, match=r"battlefield\[video\]"):
        export(edge_case(), tmp_path / "a.mp4")
    assert list(tmp_path.iterdir()) == []


def test_who_films_is_pyav_else_the_machines_ffmpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(spec: object, program: str | None) -> Callable[[], str | None]:
        monkeypatch.setattr(film, "find_spec", lambda name: spec)
        monkeypatch.setattr(film.shutil, "which", lambda name: program)
        return filmed_by

    assert found(object(), "/bin/ffmpeg")() == "PyAV"
    assert found(None, "/bin/ffmpeg")() == "/bin/ffmpeg"
    assert found(None, None)() is None


def test_a_broken_ffmpeg_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bad = tmp_path / "ffmpeg"
    bad.write_text("#!/bin/sh\necho no such codec >&2\nexit 3\n")
    bad.chmod(0o755)
    monkeypatch.setattr(film, "filmed_by", lambda: str(bad))
    with pytest.raises(ValueError, match="no such codec"):
        write_mp4(tmp_path / "a.mp4", (frame_at(x % 40) for x in range(2000)), 30)


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    pytest.importorskip("av", reason="without PyAV there is nothing to go wrong in this way")
    with pytest.raises(ValueError, match=r"the \.mp4 could not be written"):
        write_mp4(tmp_path / "no" / "a.mp4", iter([frame_at(0)]), 30)
