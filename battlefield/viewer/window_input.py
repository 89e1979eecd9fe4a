"""What the window's user does, as a state that scenes are made from. Pure: logical pixels in, y down; no window.

The controls hold what every tool needs (the recording, the time, the view, what was clicked) and hand on what the user
does: to the tools, the frontmost first (`window_tool`), and keys to the commands (`commands`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from battlefield.recording import Recording
from battlefield.viewer.commands import Commands
from battlefield.viewer.drawing import Scene, Widget
from battlefield.viewer.inquiry import Inquiries, Kind
from battlefield.viewer.looks import contrasted
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import scene_at, stage_of
from battlefield.viewer.timeline import SPEEDS, Moment
from battlefield.viewer.window_asking import Asking
from battlefield.viewer.window_kit import standard_tools
from battlefield.viewer.window_measuring import Measuring
from battlefield.viewer.window_seen import Seen, Watch, nobody
from battlefield.viewer.window_tool import Press, Tool

__all__ = ["Controls", "Watch", "nobody"]

SAID = 4.0
"""Seconds for which something said stays over the table."""
_STILL = 4.0
"""A press that moves less than so many pixels is a click."""


@dataclass(slots=True)
class Controls(Seen):
    """The replay of a recording under a user's hands.

    `tools`: the frontmost first. `mode`: what the user is at, when keys mean something else there (`commands`).
    `typing`: a tool has a line that is typed into, so letters are no keys.
    """

    help: bool = False
    quit: bool = False
    fullscreen: bool = False
    mode: str | None = None
    typing: bool = False
    asking: Asking = field(default_factory=lambda: Asking(Inquiries(None)))
    measuring: Measuring = field(default_factory=lambda: Measuring(None))
    tools: tuple[Tool, ...] = field(default_factory=standard_tools)
    commands: Commands = field(init=False)
    press_held: Press | None = None
    _scene: tuple[int, Scene] | None = None
    _said: float = 0.0

    def __post_init__(self) -> None:
        """Whoever judges is asked; the commands are those of all tools."""
        self.resize(self.options.width, self.options.height)
        self.asking.inquiries.judge = self.measuring.judge = self.judge
        hindmost = self.tools[::-1]  # what is plainest comes first in the help
        commands = [command for tool in hindmost for command in tool.commands()]
        self.commands = Commands(commands, [gesture for tool in hindmost for gesture in tool.gestures()])

    @property
    def shown(self) -> Sequence[tuple[Recording, Moment]]:
        """The recordings on the screen, each with its moment: one, or two side by side."""
        return ((self.recording, self.moment),)

    def scene(self) -> Scene:
        """The picture; the same object as long as nothing changes."""
        if self._scene is None or self._scene[0] != self.version:
            made = self.made()
            self._scene = (self.version, contrasted(made) if self.shown_as.contrast else made)
        return self._scene[1]

    def made(self) -> Scene:
        """The picture, made anew: the moment with what the tools add."""
        cards = tuple(card for tool in self.tools for card in tool.cards(self))
        made = scene_at(self.recording, self.film, self.time, replace(self.options, cards=cards))
        for tool in reversed(self.tools):
            made = tool.add(self, made)
        return made

    def widget(self, name: str) -> Widget | None:
        """The first part of the picture that answers clicks under that name."""
        return next((each for each in self.scene().widgets if each.name == name), None)

    # --- what tools do with it ---

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
        self.change(playing=False, list_from=None)
        self.show(moment.start)
        still = max(plan_of(stage_of(recording, own, self.view.scale)).still for recording, own in self.shown)
        self.show(moment.start + min(still, moment.duration * 0.999))
        self.log(how, event=moment.n, time=round(self.time, 3))

    def speed(self, by: int) -> None:
        """Faster or slower."""
        place = min(range(len(SPEEDS)), key=lambda each: abs(SPEEDS[each] - self.options.speed))
        self.change(speed=SPEEDS[max(0, min(len(SPEEDS) - 1, place + by))])
        self.log("speed", speed=self.options.speed)

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


def _named(widget: Widget | None, name: str) -> bool:
    return widget is not None and widget.name == name
