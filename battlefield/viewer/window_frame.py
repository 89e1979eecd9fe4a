"""The window on the screen: hands what the user does to the controls, and paints their scene when it has changed."""

from __future__ import annotations

import arcade
from arcade import key

from battlefield.viewer.gl import Painter
from battlefield.viewer.window_input import Controls

LEAST = (640, 420)
BESIDE = (48, 120)
"""Pixels of the screen that are left for the window's own frame, and for what else the desktop shows."""
BUTTONS = {1: "left", 2: "middle", 4: "right"}
NAMED = {
    key.LEFT: "Left", key.RIGHT: "Right", key.UP: "Up", key.DOWN: "Down", key.HOME: "Home", key.END: "End",
    key.PAGEUP: "PageUp", key.PAGEDOWN: "PageDown", key.SPACE: "Space", key.ENTER: "Enter", key.NUM_ENTER: "Enter",
    key.ESCAPE: "Escape", key.TAB: "Tab", key.BACKSPACE: "Backspace", key.DELETE: "Delete",
}  # fmt: skip


class Frame(arcade.Window):
    """The window. `frames`: close after so many frames were painted or let pass, for tests. `fits`: on the screen."""

    def __init__(self, controls: Controls, title: str, frames: int | None = None, *, fits: bool = False) -> None:
        self.controls: Controls | None = None
        width, height = fitted(controls.window, arcade.get_display_size()) if fits else controls.window
        super().__init__(width, height, title, resizable=True, antialiasing=False, vsync=True, enable_polling=False)
        self.set_minimum_size(*LEAST)
        self.painter = Painter(self.ctx)
        self.controls = controls
        self._frames = frames
        self._shown: tuple[object, ...] = ()
        self._exposed = True
        self._taken: str | None = None
        self._fresh: int | None = None
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
            density = pixels[0] / max(1, self.width) * self.controls.shown_as.magnified
            self.painter.paint(self.controls.scene(), density, pixels)
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

    def _spot(self, x: float, y: float) -> tuple[float, float]:
        """Where a pixel of the window is in the picture."""
        near = 1.0 if self.controls is None else self.controls.shown_as.magnified
        return x / near, (float(self.height) - 1.0 - y) / near

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The pointer moves."""
        if self.controls is not None:
            self.controls.move(*self._spot(x, y))

    def on_mouse_leave(self, x: int, y: int) -> None:
        """The pointer leaves the window."""
        if self.controls is not None:
            self.controls.leave()

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button goes down."""
        if self.controls is not None:
            self.controls.press(*self._spot(x, y), BUTTONS.get(button, "left"), frozenset(held(modifiers)))

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """The pointer moves with a button down."""
        if self.controls is not None:
            near = self.controls.shown_as.magnified
            self.controls.drag(*self._spot(x, y), dx / near, -dy / near)

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button goes up."""
        if self.controls is not None:
            self.controls.release(*self._spot(x, y))

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """The wheel turns."""
        if self.controls is not None and scroll_y:
            self.controls.wheel(scroll_y, *self._spot(x, y))

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """A key goes down. What it types comes by `on_text`, unless the key itself did something."""
        name = key_name(symbol, modifiers)
        self._fresh, self._taken = symbol, None
        if self.controls is None or name is None:
            return
        typing = self.controls.typing
        if self.controls.key(name) and not typing:
            self._taken = name
        if self.controls.fullscreen != self.fullscreen:
            self.set_fullscreen(self.controls.fullscreen)

    def on_text_motion(self, motion: int) -> None:
        """A key is held: pyglet tells of it so, and of the first time as well."""
        name = None if motion == self._fresh else key_name(motion, 0)
        self._fresh = None
        if self.controls is not None and name is not None:
            self.controls.key(name)

    def on_text(self, text: str) -> None:
        """Something is typed; signs come so, which keyboards have in different places."""
        taken, self._taken = self._taken, None
        if self.controls is not None and taken is None and text.isprintable():
            self.controls.text(text)

    def on_close(self) -> None:
        """The window's own close button; a tool may ask something first, once."""
        if self.controls is not None:
            self.controls.watch("close", {})
            if any(tool.closing(self.controls) for tool in self.controls.tools):
                return
        self.close()


def fitted(size: tuple[int, int], screen: tuple[int, int]) -> tuple[int, int]:
    """A window's size, no larger than the screen has room for, and no smaller than the window may be.

    >>> fitted((1600, 900), (1366, 768)), fitted((1600, 900), (1920, 1080)), fitted((1600, 900), (600, 400))
    ((1318, 648), (1600, 900), (640, 420))
    """
    wide, high = (
        max(least, min(own, far - off)) for least, own, far, off in zip(LEAST, size, screen, BESIDE, strict=True)
    )
    return wide, high


def key_name(symbol: int, modifiers: int) -> str | None:
    """What the commands call a key; None for signs, which are typed, and for keys that only go with others.

    >>> key_name(key.Z, key.MOD_CTRL | key.MOD_SHIFT), key_name(key.LEFT, 0), key_name(key.SLASH, 0)
    ('Ctrl+Shift+Z', 'Left', None)
    """
    if key.A <= symbol <= key.Z or key.KEY_0 <= symbol <= key.KEY_9:
        name = chr(symbol).upper()
    elif key.NUM_0 <= symbol <= key.NUM_9:
        name = str(symbol - key.NUM_0)
    elif key.F1 <= symbol <= key.F12:
        name = f"F{symbol - key.F1 + 1}"
    elif symbol in NAMED:
        name = NAMED[symbol]
    else:
        return None
    return "+".join((*held(modifiers), name))


def held(modifiers: int) -> tuple[str, ...]:
    """The keys that are held besides, in the order in which the commands name them."""
    names = (("Ctrl", key.MOD_CTRL | key.MOD_COMMAND), ("Alt", key.MOD_ALT | key.MOD_OPTION), ("Shift", key.MOD_SHIFT))
    return tuple(name for name, bits in names if modifiers & bits)
