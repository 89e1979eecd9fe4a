"""Sharing from the window: what is on the screen, the battle or an event of it, into a file beside the one shown.

Nothing is overwritten: a name that is taken gets a number. Writing goes on in a thread of its own, one file after the
other; who quits meanwhile is told so first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from battlefield.recording import Recording
from battlefield.viewer.commands import Command
from battlefield.viewer.drawing import Scene
from battlefield.viewer.export import Progress, Wish, export
from battlefield.viewer.headless import Canvas, Renderer, artist, png
from battlefield.viewer.inquiry import Job, in_background
from battlefield.viewer.sheet import paper_named
from battlefield.viewer.svg import svg_file
from battlefield.viewer.window_tool import Tool
from battlefield.whole_file import give_up, put

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

Write = Callable[[Path, Progress], object]
DENSITY = 2.0
"""Pixels of a .png to a logical pixel of the window, so that it can be printed, or cut from."""
EVERY = 10
"""Frames of a film from one word of progress to the next."""
AGAIN = 6.0
"""Seconds within which quitting once more gives up what is being written."""
STOPPING = 3.0
"""Seconds that a file which is given up has to stop at its next frame."""


class GivenUpError(Exception):
    """Nobody waits for the file any more."""


class SharingTool(Tool):
    """Files of what is seen: a picture, a film, a replay page, map sheets.

    `work` runs a job now or later. `renderer`: who draws pixels (`headless.artist`).
    """

    def __init__(self, work: Callable[[Job], None] = in_background, renderer: Renderer = "auto") -> None:
        self._work = work
        self._renderer = renderer
        self._busy: Path | None = None
        self._waiting: deque[tuple[str, Write]] = deque()
        self._asked = 0.0
        self._stop = False
        self._idle = Event()
        self._news: deque[str] = deque()

    def commands(self) -> tuple[Command, ...]:
        """One a kind of file."""
        wanted: tuple[tuple[str, str, str, Callable[[Controls], None]], ...] = (
            ("png", "what is on the screen, as a .png", "Alt+P", self._picture),
            ("svg", "what is on the screen, as an .svg", "Alt+S", self._drawing),
            ("gif", "this event as a .gif that moves", "Alt+G", lambda on: self._film(on, ".gif", on.moment.n)),
            ("webp", "the whole battle as a .webp that moves", "Alt+W", lambda on: self._film(on, ".webp", None)),
            ("mp4", "the whole battle as an .mp4", "Alt+V", lambda on: self._film(on, ".mp4", None)),
            ("html", "the battle as a page that plays anywhere", "Alt+H", self._page),
            ("sheet", "the table as a map sheet on A4", "Alt+A", self._sheet),
        )
        return tuple(
            Command(f"share.{slug}", says, "Sharing", (key,), do)
            for slug, says, key, do in wanted
        )  # fmt: skip

    def tick(self, controls: Controls, seconds: float) -> None:
        """Say what has been written, or how far it is."""
        while self._news:
            words = self._news.popleft()
            controls.say(words)
            controls.log("shared", said=words)
        self._asked = max(0.0, self._asked - seconds)
        if self._busy is None and self._waiting:
            self._write(controls, *self._waiting.popleft())

    # --- quitting ---

    def escape(self, controls: Controls) -> bool:
        """A file that is being written is in front of the window's end, once."""
        if self._busy is None or self._asked > 0:
            return False
        self._asked = AGAIN
        more = f", {len(self._waiting)} more wait" if self._waiting else ""
        controls.say(f"{self._busy.name} is still being written{more}: press again to give it up")
        controls.log("still writing", file=self._busy.name)
        return True

    def closing(self, controls: Controls) -> bool:
        """The window's own button is no other."""
        return self.escape(controls)

    def ended(self, controls: Controls) -> None:
        """What is being written is given up, and nothing of it stays."""
        path = self._busy
        self._waiting.clear()
        if path is None:
            return
        self._stop = True
        self._idle.wait(STOPPING)
        give_up(path)
        controls.log("given up", file=path.name)

    # --- the files ---

    def _picture(self, controls: Controls) -> None:
        scene, renderer, source = _seen(controls), self._renderer, controls.recording.source
        size = (round(scene.width * DENSITY), round(scene.height * DENSITY))
        on = Canvas(size, (scene.width, scene.height), DENSITY)

        def write(path: Path, told: Progress) -> None:
            _ = told  # there is but one frame
            put(path, png(artist(renderer, source).frame(scene, on)))

        self._begin(controls, f"-{controls.moment.n}.png", write)

    def _drawing(self, controls: Controls) -> None:
        scene = _seen(controls)
        self._begin(controls, f"-{controls.moment.n}.svg", lambda path, _: put(path, svg_file(scene).encode()))

    def _film(self, controls: Controls, ending: str, event: int | None) -> None:
        recording, wish = controls.recording, Wish(at=event, renderer=self._renderer)
        name = ending if event is None else f"-{event}{ending}"
        self._begin(controls, name, lambda path, told: export(recording, path, wish, told))

    def _page(self, controls: Controls) -> None:
        recording, wish = controls.recording, Wish(judge=controls.judge)
        self._begin(controls, ".html", lambda path, told: export(recording, path, wish, told))

    def _sheet(self, controls: Controls) -> None:
        recording, wish = controls.recording, Wish(at=controls.moment.n, paper=paper_named("a4"))
        self._begin(controls, f"-map-{controls.moment.n}.svg", lambda path, told: export(recording, path, wish, told))

    def _begin(self, controls: Controls, ending: str, write: Write) -> None:
        """Write a file in the background, when those before it are written."""
        if self._busy is None:
            self._write(controls, ending, write)
            return
        self._waiting.append((ending, write))
        controls.say(f"the {ending.rpartition('.')[2]} is written after {self._busy.name}")
        controls.log("share", waits=ending)

    def _write(self, controls: Controls, ending: str, write: Write) -> None:
        """Write a file in the background, under a name that is free."""
        path = free_name(controls.recording, ending)
        self._busy = path
        self._idle.clear()
        controls.say(f"{path.name} is being written …")
        controls.log("share", file=path.name)

        def progress(done: int, of: int) -> None:
            if self._stop:
                raise GivenUpError
            if done % EVERY == 0 and done < of:
                self._news.append(f"{path.name}: frame {done} of {of}")

        def job() -> None:
            try:
                write(path, progress)
                self._news.append(f"{path} is written")
            except (ValueError, OSError, RuntimeError) as fault:
                self._news.append(f"{path.name} could not be written: {fault}")
            except GivenUpError:
                pass
            finally:
                self._busy = None
                self._idle.set()

        self._work(job)


def _seen(controls: Controls) -> Scene:
    """What is on the screen, without a line about the file before."""
    if controls.options.message is not None:
        controls.change(message=None)
    return controls.scene()


def free_name(recording: Recording, ending: str) -> Path:
    """A file that is not there yet, beside what is shown or in the current folder; -2, -3 … where a name is taken."""
    shown = Path(recording.source) if recording.source and not recording.source.startswith("<") else Path("battle")
    more, _, end = ending.rpartition(".")
    first = shown.with_name(f"{shown.stem}{more}.{end}")
    path, number = first, 2
    while path.exists():
        path, number = first.with_name(f"{first.stem}-{number}.{end}"), number + 1
    return path
