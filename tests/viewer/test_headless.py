"""Pictures without a window: OpenGL and SVG agree, what is kept is what would be drawn anew, and who draws when."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from viewer.recordings import crowd, edge_case, relic_battle, small_board, worked_example

from battlefield.recording import Recording
from battlefield.viewer import gl_pack, gl_text, headless, theme
from battlefield.viewer.drawing import Box, Colour, Ellipse, Fill, Item, Layer, Line, Rect, Scene, Stroke, Text, View
from battlefield.viewer.export import Wish, export
from battlefield.viewer.gl_runs import Runs
from battlefield.viewer.gl_text import Sheet
from battlefield.viewer.headless import Worker, artist, canvas, open_painter, render_frames, render_png
from battlefield.viewer.metrics import width
from battlefield.viewer.nowindow import AlreadyHeadless, Cause, DrawnElsewhere, NoWindow, cause_of, no_window
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.png import png_from_svg
from battlefield.viewer.scene import film_of, scene_at, scene_of_event
from battlefield.viewer.svg import svg

if TYPE_CHECKING:
    from battlefield.viewer.gl import Painter

Pixels = npt.NDArray[np.int32]
WIDE, HIGH = 1200, 700
PAPER = Colour(255, 255, 255)


@pytest.fixture(scope="module")
def painter() -> Painter:
    """OpenGL without a window, where there is one."""
    if sys.modules.get("arcade") is not None and not headless._opened:
        pytest.skip("this process draws with windows")
    try:
        made = open_painter()[0]
    except Exception as fault:
        pytest.skip(f"no OpenGL without a window: {cause_of(fault).why}")
    return made


def array_of(painter: Painter) -> Pixels:
    wide, high = painter.canvas.size
    return np.frombuffer(painter.pixels(), np.uint8).reshape(high, wide, 3).astype(np.int32)


def with_resvg(scene: Scene) -> Pixels:
    image = Image.open(io.BytesIO(png_from_svg(svg(scene), scene.width, scene.height)))
    return np.asarray(image.convert("RGB")).astype(np.int32)


def of_items(*items: Item, opacity: float = 1.0, size: tuple[int, int] = (120, 80)) -> Scene:
    view = View(Rect(0, 0, *size), 10.0, 0.0, float(size[1]))
    return Scene(*size, PAPER, (Layer("items", "screen", tuple(items), opacity=opacity),), view)


# --- OpenGL and SVG ---


@pytest.mark.parametrize(
    ("made", "event"),
    [(worked_example, 15), (worked_example, 23), (relic_battle, 8), (edge_case, 6), (small_board, 8), (crowd, 22)],
)
def test_opengl_and_svg_show_the_same(painter: Painter, made: object, event: int, tmp_path: Path) -> None:
    recording: Recording = made()  # type: ignore[operator]
    scene = scene_of_event(recording, event, ViewOptions(WIDE, HIGH))
    painter.paint(scene)
    ours, theirs = array_of(painter), with_resvg(scene)
    off = np.abs(ours - theirs).max(2)
    mean, far = float(off.mean()), float((off > 96).mean())
    if mean > 4.0 or far > 0.01:
        for name, picture in (("gl", ours), ("svg", theirs), ("difference", np.repeat(off[..., None], 3, 2) * 2)):
            Image.fromarray(picture.clip(0, 255).astype(np.uint8)).save(tmp_path / f"{name}.png")
    assert mean < 4.0, f"the pictures differ by {mean:.2f} levels on average: see {tmp_path}"
    assert far < 0.01, f"{far:.1%} of the pixels differ by far: see {tmp_path}"


def test_a_finer_picture_is_the_same_picture(painter: Painter) -> None:
    scene = scene_of_event(worked_example(), 15, ViewOptions(800, 500))
    painter.paint(scene, 1.0)
    one = array_of(painter)
    painter.paint(scene, 2.0)
    assert painter.canvas.size == (1600, 1000)
    two = array_of(painter).reshape(500, 2, 800, 2, 3).mean((1, 3))
    assert np.abs(one - two).mean() < 4.0


def test_what_is_kept_is_what_would_be_drawn_anew(painter: Painter) -> None:
    recording = worked_example()
    film, options = film_of(recording), ViewOptions(900, 560)
    painter.paint(scene_at(recording, film, 0.0, options))
    drawn = 0
    for step in range(1, 25):
        scene = scene_at(recording, film, film.duration * step / 25 + step % 3 * 0.05, options)
        for each in (scene_at(recording, film, film.duration * step / 25, options), scene):
            painter.paint(each)
        kept, drawn = array_of(painter), drawn + painter.drawn
        painter._frame = ()
        painter.paint(scene)
        assert painter.drawn == 900 * 560
        assert (kept == array_of(painter)).all(), f"step {step}"
    assert drawn < 24 * 900 * 560 / 2
    assert not painter.paint(scene), "the same scene again needs no drawing"


# --- the primitives ---


def test_a_translucent_line_is_nowhere_drawn_twice(painter: Painter) -> None:
    points: Line = tuple((60 + 30 * np.cos(turn), 40 + 30 * np.sin(turn)) for turn in np.linspace(0, 6.0, 60))
    corner: Line = ((5, 5), (40, 12), (8, 20))
    ink = Colour(0, 0, 0, 0.5)
    painter.paint(of_items(Stroke(points, ink, 5.0), Stroke(corner, ink, 3.0)))
    assert array_of(painter).min() >= 127


def test_a_layer_that_fades_fades_as_one(painter: Painter) -> None:
    discs = (Ellipse((50, 40), 20, 20, fill=theme.BLUE), Ellipse((70, 40), 20, 20, fill=theme.VERMILLION))
    painter.paint(of_items(*discs, opacity=0.5))
    seen = array_of(painter)[40, 60]
    wanted = [(255 + part) / 2 for part in theme.VERMILLION[:3]]
    assert np.abs(seen - wanted).max() <= 2, "of the lower disc nothing shines through the upper one"


def test_an_area_covers_each_pixel_by_its_share(painter: Painter) -> None:
    outer: Line = ((10, 10), (60.25, 10), (60.25, 50), (10, 50))
    hole: Line = ((20, 20), (40, 20), (40, 40), (20, 40))
    black = Colour(0, 0, 0)
    painter.paint(of_items(Fill((outer, hole), black), Box((90, 30), 20.5, 40, fill=black)))
    row = array_of(painter)[30, :, 0]
    assert list(row[[9, 10, 19, 20, 39, 40, 59, 61]]) == [255, 0, 0, 255, 255, 0, 0, 255]
    assert abs(int(row[60]) - 255 * 0.75) < 3
    assert (row[81:99] == 0).all()
    assert abs(int(row[79]) - 255 * 0.75) < 3


def test_an_area_of_many_edges_is_the_same_in_bands(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    ring: Line = tuple(
        (60 + (34 if step % 2 else 22) * np.cos(step * np.pi / 40), 40 + 34 * np.sin(step * np.pi / 40))
        for step in range(80)
    )
    scene = of_items(Fill((ring,), Colour(20, 60, 90, 0.7)))
    painter.paint(scene)
    in_bands = array_of(painter)
    assert np.abs(in_bands - with_resvg(scene)).mean() < 1.0
    monkeypatch.setattr(gl_pack, "_EDGES", 1000)
    gl_pack._bands.cache_clear()
    painter.paint(of_items(Fill((ring,), Colour(20, 60, 90, 0.7))))
    assert np.abs(in_bands - array_of(painter)).max() <= 1


def test_letters_stand_where_they_are_measured() -> None:
    text = Text(
        (0, 0), "Żołnierze Nieśmiertelni", 13.0, theme.INK, width("Żołnierze Nieśmiertelni", 13.0), anchor="start"
    )
    placed = Sheet().laid_out(text, 1.0)
    end = max(each.x + each.letter.wide for each in placed)
    assert abs(end - text.width) < 3
    assert min(each.x for each in placed) in (-1, 0, 1)
    middle = Text((0, 0), "Ark", 13.0, theme.INK, width("Ark", 13.0), anchor="middle")
    ends = [each.x for each in Sheet().laid_out(middle, 1.0)]
    assert abs(min(ends) + middle.width / 2) < 2


def test_a_full_sheet_of_letters_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl_text, "SHEET", 128)
    sheet = Sheet()
    for size in range(20, 36):
        sheet.laid_out(Text((0, 0), "ABCDEFGHIJ", float(size), theme.INK, 0.0), 1.0)
    assert sheet.generation > 0
    assert all(each.x + each.wide <= 128 and each.y + each.high <= 128 for each in sheet.uploads)


def test_runs_gather_what_lies_apart_and_keep_the_order_of_what_overlaps() -> None:
    runs = Runs()
    for program, x in ((1, 0), (4, 0), (1, 20), (4, 20), (1, 5)):
        runs.add(program, b"", (x, 0, x + 10, 10))
    assert [(run.program, [box[0] for box in run.boxes]) for run in runs.runs] == [(1, [0, 20]), (4, [0, 20]), (1, [5])]


# --- who draws ---


def test_a_process_of_its_own_draws_the_same(painter: Painter) -> None:
    recording, on = worked_example(), canvas((800, 500))
    scenes = [headless.picture(recording, on, time=time) for time in (20.0, 20.1)]
    worker = Worker()
    elsewhere = [each.rgb for each in worker.frames(scenes, on)]
    here = [each.rgb for each in render_frames(recording, (20.0, 20.1), (800, 500), "gl")]
    assert elsewhere == here
    assert worker._process.returncode == 0


def test_without_opengl_svg_draws_and_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class NoOpenGLException(Exception):  # noqa: N818 - as arcade calls it
        pass

    def refuse() -> object:
        raise NoOpenGLException("no")

    monkeypatch.setattr(headless, "_in_process", lambda: True)
    monkeypatch.setattr(headless, "open_painter", refuse)
    used, _ = export(edge_case(), tmp_path / "a.png", Wish(size=(400, 300)))
    assert str(used) == "SVG: through resvg, since there is no OpenGL 3.3 here"
    assert Image.open(tmp_path / "a.png").size == (400, 300)
    with pytest.raises(NoWindow, match=r"OpenGL.*battlefield render FILE -o out\.svg"):
        export(edge_case(), tmp_path / "b.png", Wish(renderer="gl"))
    assert not (tmp_path / "b.png").exists()


def test_a_png_is_of_the_size_that_was_asked_for(painter: Painter) -> None:
    made = render_png(edge_case(), event=6, size=(2561, 1440), renderer="gl")
    assert Image.open(io.BytesIO(made)).size == (2561, 1440)
    assert Image.open(io.BytesIO(render_png(edge_case(), time=3.0, size=(300, 200), renderer="svg"))).size == (300, 200)
    assert artist("gl").drawn.renderer == "gl"
    with pytest.raises(ValueError, match="there is no event 99"):
        render_png(edge_case(), event=99)


class NoSuchDisplayException(Exception):  # noqa: N818 - as pyglet calls it, twice
    pass


class ContextException(Exception):  # noqa: N818 - as pyglet calls it
    pass


@pytest.mark.parametrize(
    ("fault", "why", "mend"),
    [
        (ImportError('Library "GL" not found.'), "GL is missing", "libgl1"),
        (ImportError('Library "EGL" not found.'), "EGL is missing", "libegl1"),
        (ImportError('Library "freetype" not found.'), "freetype is missing", "libfreetype6"),
        (ImportError('Library "fontconfig" not found.'), "fontconfig is missing", "libfontconfig1"),
        (AttributeError("undefined symbol: XRenderFindVisualFormat"), "Xrender is missing", "libxrender1"),
        (ModuleNotFoundError("No module named 'arcade'", name="arcade"), "arcade is missing", "pip install arcade"),
        (NoSuchDisplayException('Cannot connect to "None"'), "display", "xvfb-run"),
        (ContextException("Could not create GL context"), "no OpenGL 3.3", "libgl1-mesa-dri"),
        (AlreadyHeadless(), "already draws without", "process of its own"),
        (DrawnElsewhere("it rains", "wait"), "it rains", "wait"),
        (ZeroDivisionError("two\nlines"), "two", "driver"),
    ],
)
def test_every_failure_is_one_sentence_with_its_mend_and_a_way_out(
    fault: Exception, why: str, mend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    said = str(no_window(fault, "battle.jsonl"))
    assert "\n" not in said
    assert why in said
    assert mend in said
    assert said.endswith("battlefield render battle.jsonl -o out.svg")
    assert isinstance(cause_of(fault), Cause)
