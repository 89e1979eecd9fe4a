"""Frames into files that move: how many, how long each, in which colours."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image

from battlefield.viewer import animation, theme
from battlefield.viewer.animation import Frame, write_gif, write_webp
from battlefield.viewer.drawing import Colour
from battlefield.viewer.export import theme_colours

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
    write_webp(path, [frame_at(x) for x in (0, 8, 8, 16)], 4, 0.1)
    shown = frames_of(path)
    assert [time for _, time in shown] == [100, 200, 100]  # two frames that are the same are one, twice as long


def test_a_webp_of_odd_times_does_not_drift(tmp_path: Path) -> None:
    path = tmp_path / "a.webp"
    write_webp(path, (frame_at(x) for x in range(30)), 30, 1 / 30)
    shown = frames_of(path)
    assert len(shown) == 30
    assert sum(time for _, time in shown) == 1000


def test_a_frame_is_an_image() -> None:
    out = io.BytesIO()
    frame_at(3).image.save(out, format="PNG")
    assert Image.open(out).getpixel((5, 12)) == DISC
