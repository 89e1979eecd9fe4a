"""Draws a scene with OpenGL into a picture that is kept: only what changed since the last scene is drawn again."""

from __future__ import annotations

from array import array
from math import ceil

from arcade import ArcadeContext
from arcade.gl import BufferDescription, Framebuffer

from battlefield.viewer.drawing import Colour, Item, Layer, Rect, Scene, View
from battlefield.viewer.gl_pack import ATTRIBUTES, FORMAT, INSTANCE, Packer
from battlefield.viewer.gl_patches import Built, Patch, Shown, differing, empty, merged, met, patch_of, rounded
from battlefield.viewer.gl_shaders import AREA, COPY, LETTER, PROGRAMS
from battlefield.viewer.gl_text import SHEET, Sheet

_COLUMNS = 512
_LETTERS, _EDGES, _SOURCE = 0, 1, 2


class Painter:
    """A picture on the graphics card and what it was made from. Give `paint` one scene after another."""

    def __init__(self, ctx: ArcadeContext) -> None:
        self.ctx = ctx
        self.sheet = Sheet()
        self.drawn = 0
        self._programs = {
            name: ctx.program(vertex_shader=vertex, fragment_shader=fragment)
            for name, (vertex, fragment) in PROGRAMS.items()
        }
        self._copy = ctx.program(vertex_shader=COPY[0], fragment_shader=COPY[1])
        quad = array("f", (-1, -1, 1, -1, -1, 1, 1, 1))
        self._corners = BufferDescription(ctx.buffer(data=quad), "2f", ["corner"])
        self._quad = ctx.geometry([self._corners], mode=ctx.TRIANGLE_STRIP)
        nearest = (ctx.NEAREST, ctx.NEAREST)
        self._letters = ctx.texture((SHEET, SHEET), components=1, data=bytes(SHEET * SHEET), filter=nearest)
        self._no_edges = ctx.texture((1, 1), components=4, dtype="f4", filter=nearest)
        self._kept: dict[tuple[int, float, float], Built] = {}
        self._last: dict[str, Shown] = {}
        self._frame: tuple[object, ...] = ()
        self.canvas = self._framebuffer((1, 1))
        self._side = self._framebuffer((1, 1))

    def paint(self, scene: Scene, density: float = 1.0, size: tuple[int, int] | None = None) -> bool:
        """Bring the picture up to date, `density` pixels to a logical pixel; whether anything had to be drawn.

        `size`: of the picture in pixels, where that is not what the scene's size comes to.
        """
        size = size or (max(1, round(scene.width * density)), max(1, round(scene.height * density)))
        if self.canvas.size != size:
            self.canvas, self._side = self._framebuffer(size), self._framebuffer(size)
        shown = self._built(scene, density)
        frame = (size, density, scene.background, self.sheet.generation)
        patches = [(0, 0, *size)] if frame != self._frame else self._changed(shown, density)
        self._frame, self._last = frame, shown
        for patch in patches:
            self._draw(shown, patch, scene.background, density)
        self.drawn = sum((right - left) * (bottom - top) for left, top, right, bottom in patches)
        self.ctx.gc()
        return bool(patches)

    def present(self) -> None:
        """Copy the picture to the window."""
        self.ctx.copy_framebuffer(self.canvas, self.ctx.screen, depth=False)
        self.ctx.screen.use(force=True)

    def pixels(self) -> bytes:
        """The picture as red, green and blue, row after row from the top."""
        wide = self.canvas.width * 3
        data = self.canvas.read(components=3)
        return b"".join(data[start : start + wide] for start in range(len(data) - wide, -1, -wide))

    # --- building ---

    def _built(self, scene: Scene, density: float) -> dict[str, Shown]:
        for _ in range(2):
            generation, kept, shown = self.sheet.generation, {}, {}
            for place, layer in enumerate(scene.layers):
                view, up = _view_of(layer, scene.view)
                key = (id(layer.items), view[2], density)
                built = self._kept.get(key) or self._build(layer.items, view[2], up, density)
                kept[key] = built
                within = _within(layer, scene, density)
                covers = met(patch_of(built.bounds, view, density), within)
                name = layer.name if layer.name not in shown else f"{layer.name} {place}"
                shown[name] = Shown(built, view, up, within, covers, layer.opacity)
            if self.sheet.generation == generation:
                break
            self._kept = {}
        self._kept = kept
        for x, y, wide, high, data in self.sheet.uploads:
            self._letters.write(data, viewport=(x, y, wide, high))
        self.sheet.uploads.clear()
        return shown

    def _build(self, items: tuple[Item, ...], scale: float, up: float, density: float) -> Built:
        packed = Packer(scale, up, density, self.sheet).packed(items)
        runs = []
        for program, data in packed.runs:
            instances = BufferDescription(self.ctx.buffer(data=data), FORMAT, ATTRIBUTES, instanced=True)
            geometry = self.ctx.geometry([self._corners, instances], mode=self.ctx.TRIANGLE_STRIP)
            runs.append((program, geometry, len(data) // INSTANCE.size))
        edges = None
        if packed.edges:
            rows = ceil(len(packed.edges) / 4 / _COLUMNS)
            floats = array("f", packed.edges)
            floats.extend([0.0] * (rows * _COLUMNS * 4 - len(floats)))
            nearest = (self.ctx.NEAREST, self.ctx.NEAREST)
            edges = self.ctx.texture((_COLUMNS, rows), components=4, dtype="f4", data=floats, filter=nearest)
        return Built(items, runs, edges, packed.covers, packed.bounds)

    def _framebuffer(self, size: tuple[int, int]) -> Framebuffer:
        return self.ctx.framebuffer(color_attachments=[self.ctx.texture(size, components=4)])

    # --- what to draw again ---

    def _changed(self, shown: dict[str, Shown], density: float) -> list[Patch]:
        """The parts of the picture in which the last scene and this one differ."""
        last = self._last
        common = [name for name in shown if name in last]
        if common != [name for name in last if name in shown]:
            return [(0, 0, *self.canvas.size)]
        parts: list[Patch] = []
        for name in {*shown, *last}:
            new, old = shown.get(name), last.get(name)
            if new is None or old is None:
                parts += [each.covers for each in (new, old) if each is not None]
            elif new.placed != old.placed:
                parts += [new.covers, old.covers]
            elif new.built is not old.built:
                parts += differing(old, new, density)
        return merged(parts)

    # --- drawing ---

    def _draw(self, shown: dict[str, Shown], patch: Patch, background: Colour, density: float) -> None:
        ctx = self.ctx
        ctx.enable_only(ctx.BLEND)
        ctx.blend_func = ctx.ONE, ctx.ONE_MINUS_SRC_ALPHA
        self._letters.use(_LETTERS)
        self._programs[LETTER]["letters"], self._programs[AREA]["edges"] = _LETTERS, _EDGES
        self._copy["source"] = _SOURCE
        for program in self._programs.values():
            program["canvas"], program["density"] = self.canvas.size, density
        self.canvas.clear(color=(background.r, background.g, background.b, 255), viewport=self._scissor(patch))
        for each in shown.values():
            part = met(each.covers, patch)
            if empty(part):
                continue
            if each.opacity >= 1.0:
                self._instances(self.canvas, each, part)
            else:
                self._side.clear(viewport=self._scissor(part))
                self._instances(self._side, each, part)
                self._laid_over(each.opacity, part)

    def _instances(self, target: Framebuffer, each: Shown, part: Patch) -> None:
        target.use()
        target.scissor = self._scissor(part)
        (each.built.edges or self._no_edges).use(_EDGES)
        known: set[int] = set()
        for name, geometry, count in each.built.runs:
            program = self._programs[name]
            if name not in known:
                known.add(name)
                program["view"], program["up"] = each.view, each.up
            geometry.render(program, instances=count)
        target.scissor = None

    def _laid_over(self, opacity: float, part: Patch) -> None:
        """What was drawn aside, laid over the picture as one."""
        self.canvas.use()
        self.canvas.scissor = self._scissor(part)
        self._side.color_attachments[0].use(_SOURCE)
        self._copy["opacity"] = opacity
        self._quad.render(self._copy)
        self.canvas.scissor = None

    def _scissor(self, patch: Patch) -> tuple[int, int, int, int]:
        left, top, right, bottom = patch
        return left, self.canvas.height - bottom, right - left, bottom - top


def _view_of(layer: Layer, view: View) -> tuple[tuple[float, float, float], float]:
    """Where a layer's origin is, how many logical pixels a unit is, and which way its y runs."""
    return ((view.x, view.y, view.scale), -1.0) if layer.space == "board" else ((0.0, 0.0, 1.0), 1.0)


def _within(layer: Layer, scene: Scene, density: float) -> Patch:
    """The part of the picture in which a layer may draw."""
    whole = rounded(Rect(0, 0, scene.width, scene.height), density)
    view, up = _view_of(layer, scene.view)
    if layer.space == "board":
        whole = met(whole, rounded(scene.view.viewport, density))
    if layer.clip is not None:
        x, y, wide, high = layer.clip
        low = y if up > 0 else -(y + high)
        clip = Rect(view[0] + x * view[2], view[1] + low * view[2], wide * view[2], high * view[2])
        whole = met(whole, rounded(clip, density))
    return whole
