"""Scenes into pixels without a window: with OpenGL where there is one, else through SVG and resvg.

A process draws with or without windows, not both. So where arcade is already there for windows, the drawing is done by
a process of its own that is handed the scenes.
"""

from __future__ import annotations

import io
import os
import pickle
import struct
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, NamedTuple

from PIL import Image

from battlefield.recording import Recording
from battlefield.viewer.animation import Frame
from battlefield.viewer.drawing import Scene
from battlefield.viewer.looks import PLAIN, Look, contrasted
from battlefield.viewer.nowindow import DrawnElsewhere, cause_of, no_opengl
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.png import png_from_svg
from battlefield.viewer.scene import film_of, scene_at, scene_of_event
from battlefield.viewer.svg import svg

if TYPE_CHECKING:
    from battlefield.viewer.gl import Painter

Renderer = Literal["auto", "gl", "svg"]
USUAL = (1600, 900)
"""The size of a picture, when nobody asks for another; larger ones are the same with more pixels."""
_SMALL = (1280, 720)
"""Smaller pictures are this one with fewer pixels, down to `_LEAST` of them, and then show less."""
_LEAST = 0.75
_HEADER = struct.Struct("<II")


class Canvas(NamedTuple):
    """The size of a picture: in pixels, in logical pixels, and how many of those to one of these; and its look."""

    pixels: tuple[int, int]
    logical: tuple[int, int]
    density: float
    look: Look = PLAIN


class Drawn(NamedTuple):
    """What drew a picture, gl or svg, and why it did."""

    renderer: str
    why: str

    def __str__(self) -> str:
        return f"{'OpenGL' if self.renderer == 'gl' else 'SVG'}: {self.why}"


class Artist(NamedTuple):
    """Somebody who turns scenes into frames, and why it is this one."""

    drawn: Drawn
    frames: Callable[[Iterable[Scene], Canvas], Generator[Frame, None, None]]

    def frame(self, scene: Scene, on: Canvas) -> Frame:
        """The frame of one scene."""
        made = self.frames([scene], on)
        try:
            return next(made)
        finally:
            made.close()


def canvas(size: tuple[int, int], look: Look = PLAIN) -> Canvas:
    """How a picture of that many pixels is laid out; in a large look with fewer logical pixels, all larger.

    >>> canvas((3200, 1800)).logical, canvas((1400, 800)).logical, canvas((960, 540)).logical
    ((1600, 900), (1400, 800), (1280, 720))
    """
    larger = min(size[0] / USUAL[0], size[1] / USUAL[1])
    smaller = min(size[0] / _SMALL[0], size[1] / _SMALL[1])
    density = larger if larger > 1 else max(_LEAST, min(1.0, smaller))
    density *= look.magnified
    return Canvas(size, (round(size[0] / density), round(size[1] / density)), density, look)


def artist(renderer: Renderer = "auto", source: str = "") -> Artist:
    """Who draws here. NoWindow when OpenGL is asked for and there is none."""
    if renderer == "svg":
        return Artist(Drawn("svg", "through resvg, as asked"), svg_frames)
    try:
        if _in_process():
            painter, name = open_painter()
            return Artist(Drawn("gl", name), lambda scenes, on: _painted(painter, scenes, on))
        worker = Worker()
        return Artist(Drawn("gl", f"{worker.name}, in a process of its own"), worker.frames)
    except (Exception, SystemExit) as fault:
        if renderer == "gl":
            raise no_opengl(fault, source) from fault
        return Artist(Drawn("svg", f"through resvg, since {cause_of(fault).why}"), svg_frames)


def render_png(
    recording: Recording,
    *,
    event: int | None = None,
    time: float | None = None,
    size: tuple[int, int] = USUAL,
    renderer: Renderer = "auto",
) -> bytes:
    """The PNG of an event's most telling picture, of a time in seconds, or of the last event."""
    by = artist(renderer, recording.source)
    on = canvas(size)
    return png(by.frame(picture(recording, on, event, time), on))


def render_frames(
    recording: Recording, times: Iterable[float], size: tuple[int, int] = USUAL, renderer: Renderer = "auto"
) -> Iterator[Frame]:
    """The frames at some times, in seconds from the start of the film."""
    on = canvas(size)
    return artist(renderer, recording.source).frames((picture(recording, on, None, time) for time in times), on)


def picture(recording: Recording, on: Canvas, event: int | None = None, time: float | None = None) -> Scene:
    """The scene of an event, of a time, or of the last event; ValueError when there is no such event."""
    options = ViewOptions(width=on.logical[0], height=on.logical[1])
    film = film_of(recording)
    if time is not None:
        return seen(scene_at(recording, film, time, options), on)
    return seen(scene_of_event(recording, film.moments[-1].n if event is None else event, options, film), on)


def seen(scene: Scene, on: Canvas) -> Scene:
    """A scene in the look of a picture."""
    shown = contrasted(scene) if on.look.contrast else scene
    return replace(shown, magnified=on.look.magnified) if on.look.large else shown


def png(frame: Frame) -> bytes:
    """A frame as the bytes of a PNG file."""
    out = io.BytesIO()
    frame.image.save(out, format="PNG", optimize=True)
    return out.getvalue()


def svg_frames(scenes: Iterable[Scene], on: Canvas) -> Generator[Frame, None, None]:
    """Frames through SVG and resvg."""
    last, frame = "", None
    for scene in scenes:
        text = svg(scene)
        if frame is None or text != last:
            image = Image.new("RGB", on.pixels, scene.background[:3])
            image.paste(Image.open(io.BytesIO(png_from_svg(text, *on.pixels))).convert("RGB"))
            last, frame = text, Frame(*image.size, image.tobytes())
        yield frame


# --- OpenGL in this process ---

_opened: list[tuple[Painter, str]] = []


def _in_process() -> bool:
    """Whether this process may draw without a window: it has not begun to draw with one."""
    begun = sys.modules.get("arcade")
    return begun is None or bool(_opened) or bool(getattr(begun, "headless", False))


def open_painter() -> tuple[Painter, str]:
    """The painter of this process, with its OpenGL."""
    if not _opened:
        before = os.environ.get("ARCADE_HEADLESS")
        linux = sys.platform.startswith("linux")
        if linux:
            os.environ["ARCADE_HEADLESS"] = "1"
        try:
            import arcade

            from battlefield.viewer.gl import Painter
        finally:
            if before is None and linux:
                del os.environ["ARCADE_HEADLESS"]
        window = arcade.Window(64, 64, "battlefield", visible=False, antialiasing=False, enable_polling=False)
        _opened.append((Painter(window.ctx), str(window.ctx.info.RENDERER)))
    return _opened[0]


def _painted(painter: Painter, scenes: Iterable[Scene], on: Canvas) -> Generator[Frame, None, None]:
    for scene in scenes:
        painter.paint(scene, on.density, on.pixels)
        yield Frame(*on.pixels, painter.pixels())


# --- OpenGL in a process of its own ---


class Worker:
    """A process that draws the scenes it is handed. RuntimeError, or what it failed with, when it cannot."""

    def __init__(self) -> None:
        here = str(Path(__file__).parent.parent.parent)
        path = os.pathsep.join(each for each in (here, os.environ.get("PYTHONPATH", "")) if each)
        environment = {**os.environ, "PYTHONPATH": path}
        command = [sys.executable, "-m", "battlefield.viewer.headless"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        told = self._read()
        if isinstance(told, BaseException):
            self._process.wait()
            raise told
        self.name = str(told)

    def frames(self, scenes: Iterable[Scene], on: Canvas) -> Generator[Frame, None, None]:
        """The scenes' frames; the process ends after the last."""
        out = self._process.stdin
        assert out is not None
        pickler = pickle.Pickler(out)  # one for all: what stays the same stays the same object over there
        try:
            for scene in scenes:
                pickler.dump((scene, on))
                out.flush()
                frame = self._read()
                if isinstance(frame, BaseException):
                    raise frame
                assert isinstance(frame, bytes)
                yield Frame(*on.pixels, frame)
        finally:
            self.close()

    def close(self) -> None:
        """End the process."""
        for end in (self._process.stdin, self._process.stdout):
            if end is not None:
                with suppress(BrokenPipeError):
                    end.close()
        self._process.wait()

    def _read(self) -> object:
        """What the process says next: its greeting, a frame, or what went wrong."""
        assert self._process.stdout is not None
        header = self._process.stdout.read(_HEADER.size)
        if len(header) < _HEADER.size:
            return RuntimeError(f"the process that draws ended with {self._process.wait()}")
        kind, size = _HEADER.unpack(header)
        data = self._process.stdout.read(size)
        return data if kind == 0 else pickle.loads(data)


def _work(incoming: IO[bytes], outgoing: IO[bytes]) -> None:
    """Draw scenes until there are no more."""

    def tell(kind: int, data: bytes) -> None:
        outgoing.write(_HEADER.pack(kind, len(data)))
        outgoing.write(data)
        outgoing.flush()

    try:
        painter, name = open_painter()
    except (Exception, SystemExit) as fault:
        tell(1, pickle.dumps(DrawnElsewhere(*cause_of(fault))))
        return
    tell(1, pickle.dumps(name))
    scenes = pickle.Unpickler(incoming)
    while True:
        try:
            scene, on = scenes.load()
        except EOFError:
            return
        painter.paint(scene, on.density, on.pixels)
        tell(0, painter.pixels())


if __name__ == "__main__":
    _work(sys.stdin.buffer, sys.stdout.buffer)
