"""The window on the screen: hands what the user does to the controls, and paints their scene when it has changed."""

from __future__ import annotations

from collections.abc import Callable

# ruff: noqa: ARG002 - pyglet hands every event all that it knows of it
import arcade
from arcade import key

from battlefield.viewer.gl import Painter
from battlefield.viewer.window_input import Controls

LEAST = (640, 420)


class Frame(arcade.Window):
    """The window. `frames`: close after so many frames were painted or let pass, for tests."""

    def __init__(self, controls: Controls, title: str, frames: int | None = None) -> None:
        self.controls: Controls | None = None
        width, height = controls.options.width, controls.options.height
        super().__init__(width, height, title, resizable=True, antialiasing=False, vsync=True, enable_polling=False)
        self.set_minimum_size(*LEAST)
        self.painter = Painter(self.ctx)
        self.controls = controls
        self._frames = frames
        self._shown: tuple[object, ...] = ()
        self._exposed = True
        self._keys = keys_of(controls)
        controls.resize(self.width, self.height)
        controls.watch("open", {"size": self.get_size(), "pixels": self.get_framebuffer_size()})

    # --- time and painting ---

    def on_update(self, delta_time: float) -> None:
        """Time passes."""
        if self.controls is None:
            return
        self.controls.tick(min(delta_time, 0.25))
        if self._frames is not None:
            self._frames -= 1
        if self.controls.quit or (self._frames is not None and self._frames <= 0):
            self.close()

    def draw(self, dt: float) -> None:
        """Paint and present, but only when there is something new to see: a paused window costs nothing."""
        if self.controls is None or self.context is None:
            return
        state = (self.controls.version, self.get_framebuffer_size())
        if state != self._shown or self._exposed:
            self._shown, self._exposed = state, False
            super().draw(dt)

    def on_draw(self) -> None:
        """Bring the picture up to date and copy it to the window."""
        if self.controls is not None:
            pixels = self.get_framebuffer_size()
            self.painter.paint(self.controls.scene(), pixels[0] / max(1, self.width), pixels)
            self.painter.present()

    def on_expose(self) -> None:
        """Another window was in front."""
        self._exposed = True

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size."""
        self._exposed = True
        if self.controls is not None:
            self.controls.resize(int(width), int(height))

    # --- what the user does; pyglet's y runs up ---

    def _down(self, y: float) -> float:
        return float(self.height) - 1.0 - y

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The pointer moves."""
        if self.controls is not None:
            self.controls.move(x, self._down(y))

    def on_mouse_leave(self, x: int, y: int) -> None:
        """The pointer leaves the window."""
        if self.controls is not None:
            self.controls.leave()

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button goes down."""
        if self.controls is not None:
            self.controls.press(x, self._down(y))

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """The pointer moves with a button down."""
        if self.controls is not None:
            self.controls.drag(x, self._down(y), dx, -dy)

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button goes up."""
        if self.controls is not None:
            self.controls.release(x, self._down(y))

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """The wheel turns."""
        if self.controls is not None and scroll_y:
            self.controls.wheel(scroll_y, x, self._down(y))

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """A key goes down."""
        if symbol == key.F11:
            self.set_fullscreen(not self.fullscreen)
        elif symbol in self._keys:
            self._keys[symbol]()

    def on_text(self, text: str) -> None:
        """Signs that keyboards have in different places."""
        if self.controls is None:
            return
        if text in ("[", "]"):
            self.controls.speed(-1 if text == "[" else 1)
        elif text in ("+", "=", "-", "−"):
            self.controls.zoom(1 if text in "+=" else -1, *self.controls.pointed)
        elif text == "?":
            self.controls.toggle_help()

    def on_close(self) -> None:
        """The window's own close button."""
        if self.controls is not None:
            self.controls.watch("close", {})
        self.close()


def keys_of(controls: Controls) -> dict[int, Callable[[], None]]:
    """What each key does."""
    return {
        key.SPACE: controls.play,
        key.RIGHT: lambda: controls.step(1),
        key.LEFT: lambda: controls.step(-1),
        key.HOME: lambda: controls.jump(0),
        key.END: lambda: controls.jump(controls.film.moments[-1].n),
        key.R: lambda: controls.toggle("rings"),
        key.C: lambda: controls.toggle("claim_rings"),
        key.L: lambda: controls.toggle("labels"),
        key.M: lambda: controls.ask("reach"),
        key.S: lambda: controls.ask("sight"),
        key.A: lambda: controls.ask("charge"),
        key.F: controls.fit,
        key.KEY_0: controls.fit,
        key.NUM_0: controls.fit,
        key.H: controls.toggle_help,
        key.F1: controls.toggle_help,
        key.ESCAPE: controls.escape,
    }
