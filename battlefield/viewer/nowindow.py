"""Why there is no window or no OpenGL, in one sentence with the command that mends it. Imports nothing that draws."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple


class NoWindow(ValueError):  # noqa: N818 - the name says what there is not
    """No window can be opened, or nothing be drawn with OpenGL: why, what mends it, and the way round it."""


class Cause(NamedTuple):
    """Why, and what mends it."""

    why: str
    mend: str


class AlreadyHeadless(RuntimeError):  # noqa: N818 - a state of the process
    """This process has begun to draw without a window, and so can open none."""


class DrawnElsewhere(RuntimeError):  # noqa: N818 - it hands on what it was told
    """Another process could not draw, for a cause that it told."""

    def __init__(self, why: str, mend: str) -> None:
        super().__init__(why, mend)
        self.cause = Cause(why, mend)


_DEBIAN = "apt-get install -y --no-install-recommends "
_PACKAGES = {
    "GL": "libgl1", "EGL": "libegl1", "fontconfig": "libfontconfig1", "freetype": "libfreetype6", "X11": "libx11-6",
    "Xrender": "libxrender1", "Xext": "libxext6",
}  # fmt: skip
_NO_OPENGL = {
    "NoOpenGLException", "NoSuchConfigException", "ContextException", "GLException", "MissingFunctionException",
    "NoSuchScreenModeException", "WindowException", "ShaderException",
}  # fmt: skip


def no_window(fault: BaseException, source: str = "") -> NoWindow:
    """What to tell a user whose window could not be opened. `source`: the file that was to be shown."""
    cause = cause_of(fault)
    return NoWindow(
        f"no window can be opened: {cause.why}; to mend it {cause.mend.replace('FILE', _file(source))}, "
        f"or have the pictures without a window: battlefield render {_file(source)} -o out.svg"
    )


def no_opengl(fault: BaseException, source: str = "") -> NoWindow:
    """What to tell a user who insists on OpenGL where there is none."""
    cause = cause_of(fault)
    return NoWindow(
        f"nothing can be drawn with OpenGL: {cause.why}; to mend it {cause.mend}, "
        f"or draw without it: battlefield render {_file(source)} -o out.svg"
    )


def cause_of(fault: BaseException) -> Cause:
    """What a failure on the way to a window or to OpenGL comes from. Exceptions are told apart by their names alone."""
    name, text = type(fault).__name__, str(fault)
    if isinstance(fault, DrawnElsewhere):
        return fault.cause
    if isinstance(fault, AlreadyHeadless):
        return Cause("this process already draws without one", "open the window in a process of its own")
    if isinstance(fault, ModuleNotFoundError):
        return Cause(f"the package {fault.name} is missing", f"run: pip install {fault.name}")
    if isinstance(fault, ImportError):
        library = next((each for each in _PACKAGES if f'"{each}"' in text or f"lib{each}" in text), None)
        if library is not None:
            return Cause(f"the library {library} is missing", f"run: {_DEBIAN}{_PACKAGES[library]}")
        return Cause(f"a library is missing ({_short(text)})", f"run: {_DEBIAN}libgl1 libegl1 libfontconfig1")
    if isinstance(fault, AttributeError) and "Xrender" in text.replace("XRender", "Xrender"):
        return Cause("the library Xrender is missing", f"run: {_DEBIAN}libxrender1")
    if name == "NoSuchDisplayException":
        return _no_display()
    if name in _NO_OPENGL:
        mend = "install a graphics driver" if sys.platform != "linux" else f"run: {_DEBIAN}libgl1-mesa-dri libegl-mesa0"
        return Cause("there is no OpenGL 3.3 here", mend)
    return Cause(f"{name}: {_short(text)}" if text else name, "install a graphics driver")


def _no_display() -> Cause:
    if sys.platform != "linux":
        return Cause("there is no display", "run it in a session with a screen")
    shown = os.environ.get("DISPLAY")
    why = f"the display {shown} does not answer" if shown else "there is no display (DISPLAY is not set)"
    return Cause(why, "run it on a virtual screen: xvfb-run -a battlefield view FILE")


def _file(source: str) -> str:
    return source if source and source != "-" and " " not in source else "FILE"


def _short(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= 120 else line[:119] + "…"
