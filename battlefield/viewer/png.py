"""SVG turned into PNG without OpenGL, with the bundled font, so that it looks the same on every machine."""

from __future__ import annotations

import re

import resvg_py

from battlefield.viewer import theme
from battlefield.viewer.metrics import covers

_TEXTS = re.compile(r"<text[^>]*>([^<]*)</text>")


def png_from_svg(svg_text: str, width: int, height: int) -> bytes:
    """The picture as the bytes of a PNG file, `width` × `height` pixels.

    Fonts of the machine are used only where the bundled one lacks a character. ValueError on a text that is no SVG.
    """
    foreign = not all(covers(text) for text in _TEXTS.findall(svg_text))
    made: bytes = resvg_py.svg_to_bytes(
        svg_string=svg_text,
        width=width,
        height=height,
        dpi=96,  # of an .svg in millimetres: without it there is no such size
        skip_system_fonts=not foreign,
        font_files=[str(path) for path in theme.FONT_FILES.values()],
        font_family=theme.FONT,
        sans_serif_family=theme.FONT,
    )
    return bytes(made)
