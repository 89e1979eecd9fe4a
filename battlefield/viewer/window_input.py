"""What the window's user does, as a state that scenes are made from. Pure: logical pixels in, y down; no window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from battlefield.geometry.shapes import Point
from battlefield.judge import Judge
from battlefield.recording import Recording
from battlefield.viewer.drawing import Scene, View, Widget
from battlefield.viewer.inquiry import Inquiries, Kind
from battlefield.viewer.options import ViewOptions, layout
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import film_of, scene_at, stage_of, state_of, thing_at
from battlefield.viewer.scene_bar import time_at
from battlefield.viewer.scene_cards import extent
from battlefield.viewer.timeline import SPEEDS, Moment, Timeline
from battlefield.viewer.window_asking import KEYS, Asking
from battlefield.viewer.window_measuring import Measuring, shape_of
from battlefield.viewer.window_panel import with_extras

Watch = Callable[[str, Mapping[str, object]], None]
"""Called with each thing that the user did and what came of it."""

ZOOM_STEP = 1.16
ZOOM_LEAST, ZOOM_MOST = 0.5, 24.0
SAID = 4.0
"""Seconds for which something said stays over the table."""
_STILL = 4.0
"""A press that moves less than so many pixels is a click."""


def nobody(action: str, details: Mapping[str, object]) -> None:
    """Nobody watches."""
    _ = action, details


@dataclass(slots=True)
class Press:
    """A button held down: where it went down, on what, whether it has become a drag."""

    x: float
    y: float
    widget: Widget | None
    dragging: bool = False


@dataclass(slots=True)
class Controls:
    """The replay of a recording under a user's hands. `version` grows with everything that may change the picture."""

    recording: Recording
    judge: Judge | None
    options: ViewOptions
    watch: Watch = nobody
    time: float = 0.0
    anchor: str | None = None
    help: bool = False
    quit: bool = False
    version: int = 0
    asking: Asking = field(default_factory=lambda: Asking(Inquiries(None)))
    measuring: Measuring = field(default_factory=lambda: Measuring(None))
    _press: Press | None = None
    _at: Point | None = None
    _scene: tuple[int, Scene] | None = None
    _said: float = 0.0

    def __post_init__(self) -> None:
        """Whoever judges is asked."""
        self.asking.inquiries.judge = self.measuring.judge = self.judge

    # --- what is shown ---

    @property
    def film(self) -> Timeline:
        """The recording as a film."""
        return film_of(self.recording)

    @property
    def moment(self) -> Moment:
        """The moment on the screen."""
        return self.film.at(self.time)[0]

    @property
    def view(self) -> View:
        """How the battlefield lies on the screen."""
        return layout(extent(self.recording.table), self.options).view

    def scene(self) -> Scene:
        """The picture; the same object as long as nothing changes."""
        if self._scene is None or self._scene[0] != self.version:
            made = scene_at(self.recording, self.film, self.time, self.options)
            state = state_of(self.recording, self.moment)
            asked = None if self._model() is None else (self._model() or "", self.asking.kind)
            self._scene = (self.version, with_extras(made, state, self.options, self.help, asked))
        return self._scene[1]

    # --- time ---

    def tick(self, seconds: float) -> None:
        """Time passes: the film goes on when it plays, answers come in, what was said is taken away."""
        self._wait(seconds)
        if not self.options.playing or (self._press is not None and self._on(self._press.widget) == "scrubber"):
            return
        self._show(min(self.film.duration, self.time + seconds * self.options.speed))
        if self.time >= self.film.duration:
            self._change(playing=False)
            self._log("ended")

    def play(self) -> None:
        """Play or pause; from the end, play again."""
        if not self.options.playing and self.time >= self.film.duration - 1e-9:
            self._show(0.0)
        self._change(playing=not self.options.playing, list_from=None)
        self._inquire()
        self._log("play" if self.options.playing else "pause", speed=self.options.speed)

    def step(self, by: int) -> None:
        """To the most telling picture of the next event or of the one before."""
        self._jump(self.film.after(self.time) if by > 0 else self.film.before(self.time), "step")

    def jump(self, n: int) -> None:
        """To the most telling picture of an event."""
        self._jump(self.film.of_event(n), "jump")

    def speed(self, by: int) -> None:
        """Faster or slower."""
        place = min(range(len(SPEEDS)), key=lambda each: abs(SPEEDS[each] - self.options.speed))
        self._change(speed=SPEEDS[max(0, min(len(SPEEDS) - 1, place + by))])
        self._log("speed", speed=self.options.speed)

    # --- the view ---

    def resize(self, width: int, height: int) -> None:
        """The window has another size, in logical pixels."""
        if (width, height) != (self.options.width, self.options.height):
            self._change(width=width, height=height)
            self._log("resize", width=width, height=height)

    def fit(self) -> None:
        """The whole board."""
        self._change(zoom=1.0, centre=None)
        self._log("fit")

    def zoom(self, steps: float, x: float, y: float) -> None:
        """Nearer or farther; what is under (x, y) stays there."""
        under = self.view.to_board((x, y))
        near = max(ZOOM_LEAST, min(ZOOM_MOST, self.options.zoom * ZOOM_STEP**steps))
        self._change(zoom=near)
        there = self.view.to_board((x, y))
        self._look_at((under[0] - there[0], under[1] - there[1]))
        self._log("zoom", zoom=round(near, 4), under=_places(under))

    def _look_at(self, shift: Point) -> None:
        """Move the camera by so many inches; its middle stays on the board."""
        board = extent(self.recording.table)
        x, y = self.options.centre or (board.width / 2, board.height / 2)
        centre = (max(0.0, min(board.width, x + shift[0])), max(0.0, min(board.height, y + shift[1])))
        self._change(centre=centre, pointer=self._pointer())

    # --- the mouse ---

    def move(self, x: float, y: float) -> None:
        """The pointer moves with no button down."""
        self._at = (x, y)
        before = self.options.hover
        self._look()
        now = self.options.hover
        if now is not before and now is not None:
            value = now.certificate.value if now.certificate is not None else None
            self._log("hover", a=now.a, b=now.b, value=value, rules=[each.rule for each in now.rules])

    def leave(self) -> None:
        """The pointer leaves the window."""
        self._at = None
        self._look()

    def press(self, x: float, y: float) -> None:
        """A button goes down."""
        self._press = Press(x, y, self.scene().widget_at(x, y))
        if self._on(self._press.widget) == "scrubber":
            self._scrub(x)

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """The pointer moves with a button down: on the table that pans, on the scrubber it scrubs."""
        self._at = (x, y)
        press = self._press
        if press is None:
            return
        if abs(x - press.x) + abs(y - press.y) >= _STILL and not press.dragging:
            press.dragging, dx, dy = True, x - press.x, y - press.y
        if not press.dragging:
            return
        if self._on(press.widget) == "scrubber":
            self._scrub(x)
        elif press.widget is None and self.view.viewport.holds(press.x, press.y):
            scale = self.view.scale
            self._look_at((-dx / scale, dy / scale))

    def release(self, x: float, y: float) -> None:
        """The button goes up: a click, unless it was a drag."""
        press, self._press = self._press, None
        if press is None:
            return
        if self._on(press.widget) == "scrubber":
            self._log("scrub", time=round(self.time, 3), event=self.moment.n)
        elif press.dragging:
            self._log("pan", centre=_places(self.options.centre or (0.0, 0.0)))
        else:
            self._click(press.widget, x, y)

    def wheel(self, steps: float, x: float, y: float) -> None:
        """The wheel turns, up is positive: over the table it zooms, over the list of events it scrolls."""
        listed = next((each for each in self.scene().widgets if each.name == "list"), None)
        if self.view.viewport.holds(x, y):
            self.zoom(steps, x, y)
        elif listed is not None and listed.rect.holds(x, y):
            first = max(0, int(listed.value or 0) - round(3 * steps))
            self._change(list_from=first)
            shown = next((each for each in self.scene().widgets if each.name == "list"), listed)
            self._change(list_from=int(shown.value or 0))
            self._log("scroll", first=self.options.list_from)

    # --- the rest ---

    @property
    def pointed(self) -> Point:
        """Where the pointer is; the middle of the table's part of the screen when it is elsewhere."""
        port = self.view.viewport
        return self._at if self._at is not None and port.holds(*self._at) else port.centre

    def toggle(self, what: str) -> None:
        """Switch rings, claim_rings or labels on or off."""
        shown = not getattr(self.options, what)
        self._change(**{what: shown})
        self._log("toggle", what=what, shown=shown)

    def toggle_help(self) -> None:
        """Show what can be done, or put it away."""
        self.help = not self.help
        self.version += 1
        self._log("help", shown=self.help)

    def ask(self, kind: Kind) -> None:
        """Ask something of the model that was clicked, else of the one under the pointer; asked again, put it away."""
        hover = self.options.hover
        if self._model() is None and hover is not None:
            self.anchor = hover.a
        model = self._model()
        if model is None:
            self._say(f"click a model first, then {KEYS[kind]}")
        self.asking.kind = None if model is None or self.asking.kind == kind else kind
        if self.asking.kind is not None and self.options.playing:
            self._change(playing=False)
        self.version += 1
        self._look()
        self._log("ask", what=self.asking.kind, of=model)
        self._inquire()

    def _model(self) -> str | None:
        """The model that was clicked, if it is one and stands on the battlefield."""
        model = None if self.anchor is None else state_of(self.recording, self.moment).find_model(self.anchor)
        return model.name if model is not None and model.on_board else None

    def _inquire(self) -> None:
        """What is known of the question by now, at this step."""
        found = self.asking.about(state_of(self.recording, self.moment), self.anchor, self.options.playing)
        if found is not self.options.inquiry:
            self._change(inquiry=found)
            if found is not None and found.done:
                self._log("answered", what=found.kind, of=found.model, parts=found.parts, fault=found.fault)

    def _wait(self, seconds: float) -> None:
        """While the rules are asked, what they have answered, and a sign of life."""
        if self.asking.news():
            self._inquire()
        waiting, beat = self.options.inquiry, self.asking.beat(seconds)
        if waiting is not None and not waiting.done and beat != self.options.beat:
            self._change(beat=beat)
        if self._said > 0:
            self._said -= seconds
            if self._said <= 0:
                self._change(message=None)

    def _say(self, words: str) -> None:
        """A line over the table for a few seconds."""
        self._said = SAID
        self._change(message=words)

    def escape(self) -> None:
        """Put away what is in front; with nothing in front, quit."""
        if self.help:
            self.toggle_help()
            return
        if self.asking.kind is not None:
            self.ask(self.asking.kind)
            return
        self.quit = True
        self._log("quit")

    def _click(self, widget: Widget | None, x: float, y: float) -> None:
        if self.help:
            self.toggle_help()
            return
        actions: dict[str, Callable[[], None]] = {
            "play": self.play,
            "previous": lambda: self.step(-1),
            "next": lambda: self.step(1),
            "help": self.toggle_help,
            "speed": lambda: self.speed(1 if self.options.speed < SPEEDS[-1] else -len(SPEEDS)),
            "event": lambda: self.jump(int(widget.value or 0) if widget is not None else 0),
            "ask": lambda: self.ask(cast(Kind, widget.value)) if widget is not None else None,
        }
        if widget is not None and widget.name in actions:
            actions[widget.name]()
        elif widget is None and self.view.viewport.holds(x, y):
            found = thing_at(state_of(self.recording, self.moment), self.view.to_board((x, y)))
            self.anchor = None if found == self.anchor else found
            if self._model() is None:
                self.asking.kind = None
            self._look()
            self.version += 1
            self._log("anchor", what=self.anchor)
            self._inquire()

    def _scrub(self, x: float) -> None:
        scrubber = next((each for each in self.scene().widgets if each.name == "scrubber"), None)
        if scrubber is not None:
            self._show(time_at(scrubber, x))
            self._change(list_from=None)

    def _jump(self, moment: Moment, how: str) -> None:
        stage = stage_of(self.recording, moment, self.view.scale)
        self._change(playing=False, list_from=None)
        self._show(moment.start + min(plan_of(stage).still, moment.duration * 0.999))
        self._log(how, event=moment.n, time=round(self.time, 3))

    def _show(self, time: float) -> None:
        index = self.moment.index
        self.time = time
        self.version += 1
        if self.moment.index != index:
            self._look()
            self._inquire()

    def _on(self, widget: Widget | None) -> str | None:
        return None if widget is None else widget.name

    def _pointer(self) -> Point | None:
        """The place on the battlefield under the pointer."""
        board = self.recording.table.board
        if self._at is None or not self.view.viewport.holds(*self._at):
            return None
        x, y = self.view.to_board(self._at)
        return (x, y) if 0 <= x <= board.width and 0 <= y <= board.height else None

    def _look(self) -> None:
        """What is under the pointer, and what is measured for it."""
        spot = self._pointer()
        if spot != self.options.pointer:
            self._change(pointer=spot)
        state = state_of(self.recording, self.moment)
        if self.anchor is not None and shape_of(state, self.anchor) is None:
            self.anchor = None
        found = None if spot is None else thing_at(state, spot)
        hover = self.measuring.hover(state, found, self.anchor)
        if hover is not self.options.hover:
            self._change(hover=hover)

    def _change(self, **changes: object) -> None:
        self.options = replace(self.options, **changes)  # type: ignore[arg-type]
        self.version += 1

    def _log(self, action: str, **details: object) -> None:
        self.watch(action, details)


def _places(point: Point) -> tuple[float, float]:
    return (round(point[0], 3), round(point[1], 3))
