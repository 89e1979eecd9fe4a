"""The one door for every picture: what is written, what is refused, and that a file is there whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from viewer.recordings import edge_case
from viewer.test_animation import frame_at, frames_of

from battlefield.viewer import cut
from battlefield.viewer.animation import Frame
from battlefield.viewer.cut import Cut, times_of
from battlefield.viewer.export import Wish, export
from battlefield.viewer.headless import render_frames
from battlefield.viewer.scene import film_of
from battlefield.viewer.sheet import Paper
from battlefield.viewer.table_alone import Furniture


def test_every_ending_is_written_whole(tmp_path: Path) -> None:
    made = edge_case()
    for ending, head in ((".svg", b"<svg "), (".html", b"<!"), (".png", b"\x89PNG")):
        path = tmp_path / f"a{ending}"
        used, files = export(made, path, Wish(renderer="svg", size=(400, 300) if ending == ".png" else None))
        assert files == (path,)
        assert path.read_bytes().startswith(head)
        assert used.renderer == "svg"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.html", "a.png", "a.svg"]


def test_a_film_of_one_event_reports_its_progress(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    path = tmp_path / "a.gif"
    wish = Wish(at=3, size=(320, 200), renderer="svg")
    export(edge_case(), path, wish, lambda done, of: seen.append((done, of)))
    assert [done for done, _ in seen] == list(range(1, seen[-1][1] + 1))
    shown = frames_of(path)
    assert shown[0][0].size == (320, 200)
    assert sum(time for _, time in shown) > 1500


@pytest.mark.parametrize("ending", [".gif", ".webp"])
def test_a_part_of_a_battle_lasts_as_long_as_its_events_do_at_that_speed(ending: str, tmp_path: Path) -> None:
    made, path = edge_case(), tmp_path / f"a{ending}"
    export(made, path, Wish(size=(200, 120), renderer="svg", cut=Cut(2, 3, 20, 4.0)))
    shown = frames_of(path)
    long = sum(each.duration for each in film_of(made).moments if each.n in (2, 3))
    frames = round(long / 4 * 20) + 30
    assert sum(time for _, time in shown) == frames * 50
    times = times_of(film_of(made), Cut(2, 3, 20, 4.0), 20)
    drawn = [each.rgb for each in render_frames(made, times, (200, 120), "svg")]
    changes = 1 + sum(one != other for one, other in pairwise(drawn))
    assert changes - 2 <= len(shown) <= changes  # a GIF may not tell two shades apart


def test_frames_begin_with_the_first_event_and_end_within_the_last() -> None:
    film = film_of(edge_case())
    times = times_of(film, Cut(2, 4, None, 1.0), 10)
    assert times[0] == film.of_event(2).start
    assert film.at(times[-1])[0].n == 4
    assert {film.at(each)[0].n for each in times} == {2, 3, 4}
    whole = times_of(film, Cut(), 10)
    assert (whole[0], whole[-1]) == (0.0, film.duration)


def test_what_goes_wrong_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    path.write_bytes(b"as it was")

    def broken(*_: object) -> Iterator[Frame]:
        yield frame_at(0)
        raise RuntimeError("in the middle")

    monkeypatch.setattr(cut, "SAMPLES", 1)
    monkeypatch.setattr("battlefield.viewer.headless.svg_frames", broken)
    with pytest.raises(RuntimeError):
        export(edge_case(), path, Wish(renderer="svg"))
    assert path.read_bytes() == b"as it was"
    assert [each.name for each in tmp_path.iterdir()] == ["a.gif"]


@pytest.mark.parametrize(
    ("name", "more", "why"),
    [
        ("a.bmp", {}, r"\.bmp: allowed are \.svg"),
        ("a", {}, "a name without an ending"),
        ("a.png", {"renderer": "vulkan"}, "renderer vulkan"),
        ("a.svg", {"renderer": "gl"}, "never drawn with OpenGL"),
        ("a.html", {"at": 3}, "leave the event"),
        ("a.svg", {"at": 99}, "there is no event 99"),
        ("a.gif", {"at": 99}, "there is no event 99"),
        ("a.gif", {"cut": Cut(1, 99)}, "there is no event 99"),
        ("a.gif", {"cut": Cut(4, 2)}, "the last event comes before the first"),
        ("a.gif", {"cut": Cut(rate=80)}, r"--fps 80: allowed in \.gif is 1 to 50"),
        ("a.webp", {"cut": Cut(speed=0)}, r"--speed 0: allowed is 0\.1 to 16"),
        ("a.png", {"cut": Cut(1, 2)}, r"\.png is no film"),
        ("a.gif", {"at": 2, "cut": Cut(1, 2)}, "leave one of them out"),
        ("a.html", {"paper": Paper(210, 297)}, r"\.html: a map sheet is an \.svg or a \.png or a \.pdf"),
        ("a.gif", {"alone": Furniture()}, r"\.gif: the table alone is an"),
        ("a.png", {"paper": Paper(210, 297), "size": (300, 200)}, "has the size of its paper"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_in_a_sentence(
    name: str, more: dict[str, object], why: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=why):
        export(edge_case(), tmp_path / name, Wish(**more))  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
