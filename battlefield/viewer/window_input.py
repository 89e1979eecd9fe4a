"""What the window's user does, as a state that scenes are made from. Pure: logical pixels in, y down; no window.

The controls hold what every tool needs (the recording, the time, the view, what was clicked) and hand on what the user
does: to the tools, the frontmost first (`window_tool`), and keys to the commands (`commands`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from battlefield.geometry.shapes import Point
from battlefield.judge import Judge
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.commands import Commands
from battlefield.viewer.drawing import Scene, View, Widget
from battlefield.viewer.inquiry import Inquiries, Kind
from battlefield.viewer.options import ViewOptions, layout
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import film_of, scene_at, stage_of, state_of
from battlefield.viewer.scene_cards import extent
from battlefield.viewer.timeline import SPEEDS, Moment, Timeline
from battlefield.viewer.window_asking import Asking
from battlefield.viewer.window_kit import standard_tools
from battlefield.viewer.window_measuring import Measuring
from battlefield.viewer.window_tool import Press, Tool

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
class Controls:
    """The replay of a recording under a user's hands. `version` grows with everything that may change the picture.

    `tools`: the frontmost first. `mode`: what the user is at, when keys mean something else there (`commands`).
    `typing`: a tool has a line that is typed into, so letters are no keys. `anchor`: what was clicked, and is measured
    from and asked about. `at`: the pixel under the pointer.
    """

    recording: Recording
    judge: Judge | None
    options: ViewOptions
    watch: Watch = nobody
    time: float = 0.0
    anchor: str | None = None
    help: bool = False
    quit: bool = False
    fullscreen: bool = False
    version: int = 0
    mode: str | None = None
    typing: bool = False
    asking: Asking = field(default_factory=lambda: Asking(Inquiries(None)))
    measuring: Measuring = field(default_factory=lambda: Measuring(None))
    tools: tuple[Tool, ...] = field(default_factory=standard_tools)
    at: Point | None = None
    commands: Commands = field(init=False)
    press_held: Press | None = None
    _scene: tuple[int, Scene] | None = None
    _said: float = 0.0

    def __post_init__(self) -> None:
        """Whoever judges is asked; the commands are those of all tools."""
        self.asking.inquiries.judge = self.measuring.judge = self.judge
        commands = [command for tool in self.tools for command in tool.commands()]
        self.commands = Commands(commands, [gesture for tool in self.tools for gesture in tool.gestures()])

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
    def state(self) -> State:
        """The state on the screen: when the moment is over, or what is shown in its place."""
        return self.options.table or state_of(self.recording, self.moment)

    @property
    def view(self) -> View:
        """How the battlefield lies on the screen."""
        return layout(extent(self.recording.table), self.options).view

    @property
    def pointer(self) -> Point | None:
        """The place on the battlefield under the pointer, inches; None where there is none."""
        board = self.recording.table.board
        if self.at is None or not self.view.viewport.holds(*self.at):
            return None
        x, y = self.view.to_board(self.at)
        return (x, y) if 0 <= x <= board.width and 0 <= y <= board.height else None

    @property
    def pointed(self) -> Point:
        """The pixel under the pointer; the middle of the table's part of the screen when it is elsewhere."""
        port = self.view.viewport
        return self.at if self.at is not None and port.holds(*self.at) else port.centre

    @property
    def chosen(self) -> str | None:
        """The model that was clicked, if it is one and stands on the battlefield."""
        model = None if self.anchor is None else self.state.find_model(self.anchor)
        return model.name if model is not None and model.on_board else None

    def scene(self) -> Scene:
        """The picture; the same object as long as nothing changes."""
        if self._scene is None or self._scene[0] != self.version:
            cards = tuple(card for tool in self.tools for card in tool.cards(self))
            made = scene_at(self.recording, self.film, self.time, replace(self.options, cards=cards))
            for tool in reversed(self.tools):
                made = tool.add(self, made)
            self._scene = (self.version, made)
        return self._scene[1]

    def widget(self, name: str) -> Widget | None:
        """The first part of the picture that answers clicks under that name."""
        return next((each for each in self.scene().widgets if each.name == name), None)

    # --- what tools do with it ---

    def change(self, **changes: object) -> None:
        """Show something else: other values for some of the options."""
        self.options = replace(self.options, **changes)  # type: ignore[arg-type]
        self.version += 1

    def renew(self) -> None:
        """Something that the scene is made from has changed."""
        self.version += 1

    def log(self, action: str, **details: object) -> None:
        """Tell whoever watches what the user did."""
        self.watch(action, details)

    def say(self, words: str) -> None:
        """A line over the table for a few seconds."""
        self._said = SAID
        self.change(message=words)

    def show(self, time: float) -> None:
        """Another time of the film."""
        index = self.moment.index
        self.time = time
        self.version += 1
        if self.moment.index != index:
            self.turned()

    def replay(self, recording: Recording, time: float = 0.0) -> None:
        """Another recording in place of the one that was shown, or a longer one."""
        self.recording = recording
        self.time = min(time, self.film.duration)
        self.version += 1
        self.turned()

    def turned(self) -> None:
        """Another event or another state is shown: the tools look again."""
        for tool in self.tools:
            tool.turned(self)
        self.look()

    def choose(self, name: str | None) -> None:
        """What is measured from, and asked about; None: nothing."""
        self.anchor = name
        self.version += 1
        self.turned()
        self.log("anchor", what=self.anchor)

    # --- time ---

    def tick(self, seconds: float) -> None:
        """Time passes: the film goes on when it plays, answers come in, what was said is taken away."""
        for tool in self.tools:
            tool.tick(self, seconds)
        if self._said > 0:
            self._said -= seconds
            if self._said <= 0:
                self.change(message=None)
        scrubbing = self.press_held is not None and _named(self.press_held.widget, "scrubber")
        if not self.options.playing or scrubbing:
            return
        haste = self.options.speed * min(tool.haste(self) for tool in self.tools)
        self.show(min(self.film.duration, self.time + seconds * haste))
        if self.time >= self.film.duration:
            self.change(playing=False)
            self.log("ended")

    def play(self) -> None:
        """Play or pause; from the end, play again."""
        if not self.options.playing and self.time >= self.film.duration - 1e-9:
            self.show(0.0)
        self.change(playing=not self.options.playing, list_from=None)
        self.turned()
        self.log("play" if self.options.playing else "pause", speed=self.options.speed)

    def step(self, by: int) -> None:
        """To the most telling picture of the next event that passes the filter, or of the one before."""
        sieve = self.options.filter
        passes = None if sieve is None or sieve.empty else sieve.passes
        film = self.film
        self.jump_to(film.after(self.time, passes) if by > 0 else film.before(self.time, passes), "step")

    def jump(self, n: int) -> None:
        """To the most telling picture of an event."""
        self.jump_to(self.film.of_event(n), "jump")

    def jump_to(self, moment: Moment, how: str) -> None:
        """To the most telling picture of a moment; `how` it is told to whoever watches."""
        stage = stage_of(self.recording, moment, self.view.scale)
        self.change(playing=False, list_from=None)
        self.show(moment.start + min(plan_of(stage).still, moment.duration * 0.999))
        self.log(how, event=moment.n, time=round(self.time, 3))

    def speed(self, by: int) -> None:
        """Faster or slower."""
        place = min(range(len(SPEEDS)), key=lambda each: abs(SPEEDS[each] - self.options.speed))
        self.change(speed=SPEEDS[max(0, min(len(SPEEDS) - 1, place + by))])
        self.log("speed", speed=self.options.speed)

    # --- the view ---

    def resize(self, width: int, height: int) -> None:
        """The window has another size, in logical pixels."""
        if (width, height) != (self.options.width, self.options.height):
            self.change(width=width, height=height)
            self.log("resize", width=width, height=height)

    def fit(self) -> None:
        """The whole board."""
        self.change(zoom=1.0, centre=None)
        self.log("fit")

    def zoom(self, steps: float, x: float, y: float) -> None:
        """Nearer or farther; what is under (x, y) stays there."""
        under = self.view.to_board((x, y))
        near = max(ZOOM_LEAST, min(ZOOM_MOST, self.options.zoom * ZOOM_STEP**steps))
        self.change(zoom=near)
        there = self.view.to_board((x, y))
        self.shift((under[0] - there[0], under[1] - there[1]))
        self.log("zoom", zoom=round(near, 4), under=places(under))

    def shift(self, by: Point) -> None:
        """Move the camera by so many inches; its middle stays on the board."""
        board = extent(self.recording.table)
        x, y = self.options.centre or (board.width / 2, board.height / 2)
        centre = (max(0.0, min(board.width, x + by[0])), max(0.0, min(board.height, y + by[1])))
        self.change(centre=centre)
        self.change(pointer=self.pointer)

    def toggle(self, what: str) -> None:
        """Switch rings, claim_rings or labels on or off."""
        shown = not getattr(self.options, what)
        self.change(**{what: shown})
        self.log("toggle", what=what, shown=shown)

    # --- the mouse ---

    def move(self, x: float, y: float) -> None:
        """The pointer moves with no button down."""
        self.at = (x, y)
        self.look()

    def leave(self) -> None:
        """The pointer leaves the window."""
        self.at = None
        self.look()

    def look(self) -> None:
        """What is under the pointer: the tools are asked."""
        spot = self.pointer
        if spot != self.options.pointer:
            self.change(pointer=spot)
        for tool in self.tools:
            if tool.hover(self):
                return

    def press(self, x: float, y: float, button: str = "left", held: frozenset[str] = frozenset()) -> None:
        """A button goes down, with `held` of Ctrl, Alt and Shift: the first tool that takes it has its drag."""
        press = self.press_held = Press(x, y, self.scene().widget_at(x, y), button, held, at=(x, y))
        press.tool = next((each for each in self.tools if each.press(self, press)), None)

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """The pointer moves with a button down."""
        self.at = (x, y)
        press = self.press_held
        if press is None:
            return
        if abs(x - press.x) + abs(y - press.y) >= _STILL and not press.dragging:
            press.dragging, dx, dy = True, x - press.x, y - press.y
        press.at, press.by = (x, y), (dx, dy)
        if press.dragging and press.tool is not None:
            press.tool.drag(self, press)

    def release(self, x: float, y: float) -> None:
        """The button goes up: a click, unless it was a drag."""
        press, self.press_held = self.press_held, None
        if press is None:
            return
        press.at = (x, y)
        if (press.tool is not None and press.tool.release(self, press)) or press.dragging:
            return
        if any(each.click(self, press) for each in self.tools):
            return
        if press.widget is not None and press.widget.name in self.commands:
            self.run(press.widget.name)

    def wheel(self, steps: float, x: float, y: float) -> None:
        """The wheel turns, up is positive."""
        any(each.wheel(self, steps, x, y) for each in self.tools)

    # --- the keyboard ---

    def key(self, name: str) -> bool:
        """A key goes down (`commands` says how keys are called); whether it did something."""
        if any(each.key(self, name) for each in self.tools):
            return True
        command = self.commands.of_key(name, self.mode)
        return command is not None and self.run(command.slug)

    def text(self, text: str) -> bool:
        """Something is typed: for who is typed into, else a key that is a sign."""
        if any(each.text(self, text) for each in self.tools):
            return True
        command = None if text.isalnum() else self.commands.of_key(text, self.mode)
        return command is not None and self.run(command.slug)

    def run(self, slug: str) -> bool:
        """Do what a command does, or say what bars it; always True, since either is an answer."""
        command = self.commands.called(slug)
        barred = command.unless(self)
        if barred is None:
            command.do(self)
        else:
            self.say(barred)
        return True

    def escape(self) -> None:
        """Put away what is in front; with nothing in front, quit."""
        if any(each.escape(self) for each in self.tools):
            return
        self.quit = True
        self.log("quit")

    # --- what several tools share ---

    def toggle_help(self) -> None:
        """Show what can be done, or put it away."""
        self.help = not self.help
        self.version += 1
        self.log("help", shown=self.help)

    def toggle_screen(self) -> None:
        """The whole screen, or a window on it."""
        self.fullscreen = not self.fullscreen
        self.log("full screen", on=self.fullscreen)

    def ask(self, kind: Kind) -> None:
        """Ask something of the model that was clicked, else of the one under the pointer; asked again, put it away."""
        self.asking.toggle(self, kind)


def places(point: Point) -> tuple[float, float]:
    """A place as it is told to whoever watches."""
    return (round(point[0], 3), round(point[1], 3))


def _named(widget: Widget | None, name: str) -> bool:
    return widget is not None and widget.name == name
