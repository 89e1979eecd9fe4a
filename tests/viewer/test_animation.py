"""Frames into files that move, and the one door for every picture."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from viewer.recordings import edge_case

from battlefield.viewer import animation, theme
from battlefield.viewer import export as exporting
from battlefield.viewer.animation import Frame, write_gif, write_mp4, write_webp
from battlefield.viewer.drawing import Colour
from battlefield.viewer.export import export, theme_colours

WIDE, HIGH = 64, 40
BACK, DISC = (241, 235, 221), (0, 114, 178)


def frame_at(x: int, disc: tuple[int, int, int] = DISC) -> Frame:
    """A square at x on a plain ground."""
    pixels = np.full((HIGH, WIDE, 3), BACK, np.uint8)
    pixels[10:20, x : x + 8] = disc
    return Frame(WIDE, HIGH, pixels.tobytes())


def frames_of(path: Path) -> list[tuple[Image.Image, int]]:
    """Every frame of a file, as a player shows it, and its milliseconds."""
    image = Image.open(path)
    out = []
    for index in range(getattr(image, "n_frames", 1)):
        image.seek(index)
        image.load()
        out.append((image.convert("RGB"), int(image.info["duration"])))
    return out


def test_a_gif_keeps_the_themes_colours_and_the_time_of_each_frame(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    frames = [frame_at(x) for x in (0, 8, 8, 8, 30)]
    write_gif(path, frames, frames[:1], [BACK, DISC], 0.08)
    shown = frames_of(path)
    assert [time for _, time in shown] == [80, 240, 80]
    for (image, _), frame in zip(shown, (frames[0], frames[1], frames[4]), strict=True):
        assert image.tobytes() == frame.rgb
    assert Image.open(path).info["loop"] == 0


def test_a_gif_of_odd_times_does_not_drift(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    write_gif(path, (frame_at(x) for x in range(30)), [frame_at(0)], [BACK, DISC], 1 / 12.5 + 0.003)
    assert abs(sum(time for _, time in frames_of(path)) - 30 * 83) < 10


def test_a_gif_takes_the_nearest_colour_for_what_its_palette_lacks(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    rng = np.random.default_rng(5)
    noise = Frame(WIDE, HIGH, rng.integers(0, 256, (HIGH, WIDE, 3), np.uint8).tobytes())
    write_gif(path, [noise], [noise], theme_colours(), 0.1)
    palette = np.array(animation._colours([noise], theme_colours()))
    shown = np.asarray(frames_of(path)[0][0]).reshape(-1, 3).astype(int)
    asked = np.frombuffer(noise.rgb, np.uint8).reshape(-1, 3).astype(int)
    best = ((asked[:, None] - palette) ** 2).sum(2).min(1) ** 0.5
    assert (((shown - asked) ** 2).sum(1) ** 0.5 <= best + 6).all()


def test_every_full_colour_of_the_theme_is_in_the_palette() -> None:
    colours = theme_colours()
    assert len(colours) == len(set(colours)) < 128
    for each in (theme.YELLOW, theme.PAPER, theme.PANEL, theme.LIVERIES[1].fill):
        assert each[:3] in colours
    assert (Colour(0, 0, 0)[:3]) in colours


def test_a_webp_moves(tmp_path: Path) -> None:
    path = tmp_path / "a.webp"
    write_webp(path, [frame_at(x) for x in (0, 8, 16)], 0.1)
    assert len(frames_of(path)) == 3


def test_without_ffmpeg_an_mp4_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(animation, "ffmpeg", lambda: None)
    monkeypatch.setattr(exporting, "ffmpeg", lambda: None)
    with pytest.raises(ValueError, match=r"battlefield\[video\]"):
        write_mp4(tmp_path / "a.mp4", iter([frame_at(0)]), 30)
    with pytest.raises(ValueError, match=r"battlefield\[video\]"):
        export(edge_case(), tmp_path / "a.mp4")
    assert list(tmp_path.iterdir()) == []


def test_an_mp4_is_written_where_there_is_ffmpeg(tmp_path: Path) -> None:
    if animation.ffmpeg() is None:
        pytest.skip("no ffmpeg here: neither the extra nor the machine's own")
    path = tmp_path / "a.mp4"
    write_mp4(path, (frame_at(x) for x in range(30)), 30)
    assert path.read_bytes()[4:8] == b"ftyp"


def test_a_broken_ffmpeg_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bad = tmp_path / "ffmpeg"
    bad.write_text("#!/bin/sh\necho no such codec >&2\nexit 3\n")
    bad.chmod(0o755)
    monkeypatch.setattr(animation, "ffmpeg", lambda: str(bad))
    with pytest.raises(ValueError, match="no such codec"):
        write_mp4(tmp_path / "a.mp4", (frame_at(x % 40) for x in range(2000)), 30)


# --- export ---


def test_every_ending_is_written_whole(tmp_path: Path) -> None:
    made = edge_case()
    for ending, head in ((".svg", b"<svg "), (".html", b"<!"), (".png", b"\x89PNG")):
        path = tmp_path / f"a{ending}"
        used = export(made, path, renderer="svg", size=(400, 300) if ending == ".png" else None)
        assert path.read_bytes().startswith(head)
        assert used.renderer == "svg"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.html", "a.png", "a.svg"]


def test_a_film_of_one_event_reports_its_progress(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    path = tmp_path / "a.gif"
    export(edge_case(), path, at=3, size=(320, 200), renderer="svg", progress=lambda done, of: seen.append((done, of)))
    assert [done for done, _ in seen] == list(range(1, seen[-1][1] + 1))
    shown = frames_of(path)
    assert shown[0][0].size == (320, 200)
    assert sum(time for _, time in shown) > 1500


def test_what_goes_wrong_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    path.write_bytes(b"as it was")

    def broken(*_: object) -> Iterator[Frame]:
        yield frame_at(0)
        raise RuntimeError("in the middle")

    monkeypatch.setattr(exporting, "_SAMPLES", 1)
    monkeypatch.setattr("battlefield.viewer.headless.svg_frames", broken)
    with pytest.raises(RuntimeError):
        export(edge_case(), path, renderer="svg")
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
    ],
)
def test_a_wish_that_cannot_be_is_refused_in_a_sentence(
    name: str, more: dict[str, object], why: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=why):
        export(edge_case(), tmp_path / name, **more)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_frame_is_an_image() -> None:
    out = io.BytesIO()
    frame_at(3).image.save(out, format="PNG")
    assert Image.open(out).getpixel((5, 12)) == DISC
