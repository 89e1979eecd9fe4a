"""Map sheets as pages of one PDF, in vectors, through ReportLab: the same draw list as ever, at its true size.

Shadows and glows are for screens and are left out. Letters that the bundled font lacks are not drawn.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import ceil, cos, floor, radians, sin
from typing import Any

from battlefield.geometry.shapes import Point
from battlefield.viewer import theme
from battlefield.viewer.drawing import (
    BASELINE,
    Box,
    Colour,
    Ellipse,
    Fill,
    Hatch,
    Item,
    Layer,
    Line,
    Scene,
    Stroke,
    Text,
)

NO_PDF = (
    "a .pdf needs ReportLab: pip install 'battlefield[pdf]' brings it; an .svg of a sheet does without, and every "
    "browser prints that to a .pdf"
)
POINTS = 72 / 96
"""Points, of which an inch of paper has 72, in a logical pixel."""
EVEN_ODD = 0
WAYS = {"diagonal": (45,), "back": (135,), "cross": (45, 135), "horizontal": (0,), "vertical": (90,)}
"""Which way the lines of a hatching run, degrees counter-clockwise as seen."""


def pdf_possible() -> bool:
    """Whether a PDF can be written here."""
    return find_spec("reportlab") is not None


def pdf(scenes: Sequence[Scene]) -> bytes:
    """The sheets as the bytes of one PDF. ValueError where ReportLab is not installed."""
    if not pdf_possible():
        raise ValueError(NO_PDF)
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for weight, path in theme.FONT_FILES.items():
        registerFont(TTFont(_font(weight), str(path)))
    out = io.BytesIO()
    paper = Canvas(out, invariant=1)  # the same sheets are the same bytes
    for scene in scenes:
        wide, high = scene.paper or (scene.width * 25.4 / 96, scene.height * 25.4 / 96)
        paper.setPageSize((wide * 72 / 25.4, high * 72 / 25.4))
        paper.setTitle(scenes[0].title)
        for layer in scene.layers:
            _Pen(paper, high * 72 / 25.4, scene, layer).draw()
        paper.showPage()
    paper.save()
    return out.getvalue()


def _font(weight: str) -> str:
    return f"{theme.FONT}-{weight}"


@dataclass(slots=True)
class _Pen:
    """Draws the items of a layer on a page `high` points high, whose y runs up."""

    paper: Any
    high: float
    scene: Scene
    layer: Layer

    def draw(self) -> None:
        """All items in order, within the layer's clip."""
        self.paper.saveState()
        clip = self.layer.clip
        if clip is not None:
            corners = ((clip.x, clip.y), (clip.right, clip.y), (clip.right, clip.bottom), (clip.x, clip.bottom))
            self.paper.clipPath(self._path([corners]), stroke=0, fill=0, fillMode=EVEN_ODD)
        for item in self.layer.items:
            self._item(item)
        self.paper.restoreState()

    @property
    def unit(self) -> float:
        """Points to a unit of the layer."""
        return POINTS * (self.scene.view.scale if self.layer.space == "board" else 1.0)

    def spot(self, at: Point, offset: Point = (0.0, 0.0)) -> Point:
        """A place of the layer on the page."""
        x, y = self.scene.view.to_screen(at) if self.layer.space == "board" else at
        return (x + offset[0]) * POINTS, self.high - (y + offset[1]) * POINTS

    def _item(self, item: Item) -> None:
        if isinstance(item, Fill):
            self._fill(item)
        elif isinstance(item, Stroke):
            if self._line(item.colour, item.width, item.dash):
                self.paper.setLineCap(0 if item.dash or item.closed else 1)
                self.paper.drawPath(self._path([item.points], item.closed), stroke=1, fill=0)
        elif isinstance(item, Text):
            self._text(item)
        elif item.soft == 0:
            self._shape(item)

    def _path(self, rings: Iterable[Line], closed: bool = True) -> Any:
        path = self.paper.beginPath()
        for ring in rings:
            for place, point in enumerate(ring):
                (path.lineTo if place else path.moveTo)(*self.spot(point))
            if closed:
                path.close()
        return path

    def _paint(self, colour: Colour) -> bool:
        """Fill with a colour from now on; whether there is anything to see of it."""
        self.paper.setFillColorRGB(colour.r / 255, colour.g / 255, colour.b / 255, colour.a)
        return colour.a > 0

    def _line(self, colour: Colour | None, width: float, dash: tuple[float, ...] = ()) -> bool:
        """Draw lines so from now on; whether there is anything to see of them."""
        if colour is None or width <= 0 or colour.a <= 0:
            return False
        self.paper.setStrokeColorRGB(colour.r / 255, colour.g / 255, colour.b / 255, colour.a)
        self.paper.setLineWidth(width * POINTS)
        self.paper.setLineJoin(1)
        self.paper.setDash([each * POINTS for each in dash])
        return True

    def _fill(self, item: Fill) -> None:
        if self._paint(item.colour):
            self.paper.drawPath(self._path(item.rings), stroke=0, fill=1, fillMode=EVEN_ODD)
        if item.hatch is None:
            return
        spots = [self.spot(point) for ring in item.rings for point in ring]
        self.paper.saveState()
        self.paper.clipPath(self._path(item.rings), stroke=0, fill=0, fillMode=EVEN_ODD)
        self._hatched(item.hatch, spots)
        self.paper.restoreState()

    def _hatched(self, hatch: Hatch, spots: Sequence[Point]) -> None:
        """A hatching over all that lies between some places of the page, fixed to the layer's origin."""
        origin, apart = self.spot((0.0, 0.0)), hatch.spacing * POINTS
        if hatch.kind in WAYS:
            self.paper.setLineCap(0)
            if self._line(hatch.colour, hatch.width):
                self.paper.lines([each for way in WAYS[hatch.kind] for each in _lines(origin, way, apart, spots)])
            return
        arm = hatch.width * POINTS * (1.5 if hatch.kind == "plus" else 0.5)
        for x, y in _grid(origin, apart, spots):
            if hatch.kind == "dots" and self._paint(hatch.colour):
                self.paper.circle(x, y, arm, stroke=0, fill=1)
            elif self._line(hatch.colour, hatch.width / 2):
                self.paper.lines([(x - arm, y, x + arm, y), (x, y - arm, x, y + arm)])

    def _shape(self, item: Ellipse | Box) -> None:
        round_ = isinstance(item, Ellipse)
        width, dash = (item.width, item.dash) if isinstance(item, Ellipse) else (item.line, ())
        filled = item.fill is not None and self._paint(item.fill)
        lined = self._line(item.outline, width, dash)
        half = (item.rx, item.ry) if isinstance(item, Ellipse) else (item.width / 2, item.height / 2)
        x, y = half[0] * self.unit, half[1] * self.unit
        self.paper.saveState()
        self.paper.translate(*self.spot(item.at, item.offset))
        self.paper.rotate(item.turn)
        if round_:
            self.paper.ellipse(-x, -y, x, y, stroke=int(lined), fill=int(filled))
        else:
            corner = item.corner * self.unit if isinstance(item, Box) else 0.0
            self.paper.roundRect(-x, -y, 2 * x, 2 * y, corner, stroke=int(lined), fill=int(filled))
        self.paper.restoreState()

    def _text(self, item: Text) -> None:
        x, y = self.spot(item.at, item.offset)
        pill = item.pill
        if pill is not None:
            filled, lined = self._paint(pill.fill), self._line(pill.outline, pill.line)
            wide, high = pill.width * POINTS, pill.height * POINTS
            corner = high / 2 if pill.corner is None else pill.corner * POINTS
            left = x + item.middle * POINTS - wide / 2
            corner = min(corner, wide / 2)
            self.paper.roundRect(left, y - high / 2, wide, high, corner, stroke=int(lined), fill=int(filled))
        size = item.size * POINTS
        wide = self.paper.stringWidth(item.text, _font(item.weight), size)
        start = x - {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
        for colour, halo in ((item.halo, True), (item.colour, False)):
            if colour is None or not self._paint(colour):
                continue
            self.paper.saveState()
            self._line(colour, 3.5)
            written = self.paper.beginText(start, y - BASELINE * size)
            written.setFont(_font(item.weight), size)
            written.setTextRenderMode(2 if halo else 0)  # filled and drawn around, or filled
            written.textOut(item.text)
            self.paper.drawText(written)
            self.paper.restoreState()


def _lines(
    origin: Point, way: float, apart: float, spots: Sequence[Point]
) -> Iterator[tuple[float, float, float, float]]:
    """Parallel lines across all that lies between some places, one of them half a step beside the origin."""
    ux, uy = cos(radians(way)), sin(radians(way))
    along = [(x - origin[0]) * ux + (y - origin[1]) * uy for x, y in spots]
    across = [(y - origin[1]) * ux - (x - origin[0]) * uy for x, y in spots]
    for step in range(floor(min(across) / apart), ceil(max(across) / apart) + 1):
        off = (step + 0.5) * apart
        x, y = origin[0] - uy * off, origin[1] + ux * off
        yield (x + ux * min(along), y + uy * min(along), x + ux * max(along), y + uy * max(along))


def _grid(origin: Point, apart: float, spots: Sequence[Point]) -> Iterator[Point]:
    """Places on a grid over all that lies between some places, every second row shifted by half a step."""
    xs, ys = [x - origin[0] for x, _ in spots], [y - origin[1] for _, y in spots]
    for row in range(floor(min(ys) / apart) - 1, ceil(max(ys) / apart) + 1):
        shift = 0.5 if row % 2 else 0.0
        for column in range(floor(min(xs) / apart) - 1, ceil(max(xs) / apart) + 1):
            yield origin[0] + (column + shift) * apart, origin[1] + (row + 0.5) * apart
