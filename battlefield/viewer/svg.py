"""A scene as SVG: one self-contained text, every name escaped, no script, no outside reference."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache

from battlefield.viewer import theme
from battlefield.viewer.drawing import Rect, Scene, Text
from battlefield.viewer.svg_pen import Pen, escaped


def svg_file(scene: Scene) -> str:
    """The picture as a file of its own, with the bundled font in it: every text is as wide where Inter is unknown."""
    texts = [item for layer in scene.layers for item in layer.items if isinstance(item, Text)]
    used = {each.weight for each in texts}
    faces = font_faces(each for each in theme.WEB_FONT_FILES if each in used)
    return svg(scene).replace("<defs>", f"<defs><style>{faces}</style>", 1) if faces else svg(scene)


def font_faces(weights: Iterable[str]) -> str:
    """The bundled font in style sheets, cut down to Latin: 21 kB a weight, and nothing outside."""
    return "".join(map(_face, weights))


@cache
def _face(weight: str) -> str:
    data = b64encode(theme.WEB_FONT_FILES[weight].read_bytes()).decode("ascii")
    return (
        f"@font-face{{font-family:Inter;font-weight:{theme.WEIGHTS[weight]};"
        f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )


def svg(scene: Scene) -> str:
    """The picture as the text of an SVG, for a drawer that has the bundled font."""
    view = scene.view
    table = Pen(view.scale, (view.x, view.y), -1.0)
    screen = Pen(1.0, (0.0, 0.0), 1.0, table.defs)
    port = view.viewport
    parts: list[str] = []
    for layer in scene.layers:
        pen = table if layer.space == "board" else screen
        drawn = pen.items(layer.items)
        if not drawn:
            continue
        clip = port if layer.space == "board" and not scene.whole else None
        if layer.clip is not None:
            clip = _both(pen.rect(layer.clip), clip)
        attributes = f' clip-path="url(#{pen.clip(clip)})"' if clip is not None else ""
        if layer.opacity < 1.0:
            attributes += f' opacity="{layer.opacity:.3g}"'
        parts.append(f'<g id="{layer.name.replace(" ", "-")}"{attributes}>{drawn}</g>')
    size = _size(scene)
    font = escaped(theme.FONT_STACK)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{font}">'
        f"<title>{escaped(scene.title)}</title><defs>{table.definitions()}</defs>"
        f'<rect width="{scene.width}" height="{scene.height}" fill="{scene.background.hex}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _size(scene: Scene) -> str:
    """Width, height and view box: in pixels, or in the millimetres of its paper."""
    if scene.paper is None:
        wide, high = (round(each * scene.magnified) for each in (scene.width, scene.height))
        return f'width="{wide}" height="{high}" viewBox="0 0 {scene.width} {scene.height}"'
    across, down = scene.paper
    box = f"0 0 {across * 96 / 25.4:.4f} {down * 96 / 25.4:.4f}"
    return f'width="{across:g}mm" height="{down:g}mm" viewBox="{box}"'


def _both(a: Rect, b: Rect | None) -> Rect:
    """What two rectangles share."""
    if b is None:
        return a
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Rect(x, y, max(0.0, min(a.right, b.right) - x), max(0.0, min(a.bottom, b.bottom) - y))
