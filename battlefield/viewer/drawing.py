"""The draw list: the few primitives that every picture is made of, and what holds them.

A scene is a tuple of layers, drawn in order. A layer is in one of two spaces: `board` (inches from the lower left
corner of the battlefield, y up) or `screen` (logical pixels from the upper left corner of the picture, y down).
Positions, radii and sides are in the units of their layer. Widths of lines, dashes, sizes of text, offsets and
softness are always logical pixels, whatever the zoom. Angles are degrees counter-clockwise as seen, in both spaces.
Whoever draws a scene at twice the density multiplies by two at the very end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from battlefield.geometry.shapes import Point

Line = tuple[Point, ...]
HatchKind = Literal["diagonal", "back", "cross", "horizontal", "vertical", "dots", "plus"]
Weight = Literal["regular", "semibold"]
Anchor = Literal["start", "middle", "end"]
Space = Literal["board", "screen"]


class Colour(NamedTuple):
    """Red, green and blue from 0 to 255, opacity from 0 to 1."""

    r: int
    g: int
    b: int
    a: float = 1.0

    @property
    def hex(self) -> str:
        """Its `#rrggbb`, without the opacity."""
        return f"#{self.r:02x}{self.g:02x}{self.b:02x}"

    def at(self, opacity: float) -> Colour:
        """The same colour at that opacity, on top of its own."""
        return Colour(self.r, self.g, self.b, self.a * opacity)


class Rect(NamedTuple):
    """An upright rectangle: its corner with the least x and y, and its sides."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its greatest x."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its greatest y: the lower side on the screen."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Its middle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def shrunk(self, by: float) -> Rect:
        """The rectangle with every side moved inwards."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Hatch:
    """A pattern over a fill, fixed to the layer's origin; `spacing` and `width` are pixels.

    Lines are `width` thick. Dots have `width` for their diameter, plus signs are 3 `width` long and half a `width`
    thick; both stand on a grid of `spacing`, every second row shifted by half of it.
    """

    kind: HatchKind
    colour: Colour
    spacing: float = 9.0
    width: float = 1.2


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled area: closed rings, even-odd, so that rings inside others are holes."""

    rings: tuple[Line, ...]
    colour: Colour
    hatch: Hatch | None = None


@dataclass(frozen=True, slots=True)
class Stroke:
    """A polyline with round joins and, unless dashed, round ends. `dash`: lengths on, off, … from its start."""

    points: Line
    colour: Colour
    width: float = 1.5
    dash: tuple[float, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse, `rx` along `turn`; a disc when both are the same. The outline is centred on the edge.

    `soft`: the fill fades out over that many pixels around the edge (a shadow, a glow). `offset`: pixels, y down.
    """

    at: Point
    rx: float
    ry: float
    turn: float = 0.0
    fill: Colour | None = None
    outline: Colour | None = None
    width: float = 1.5
    dash: tuple[float, ...] = ()
    soft: float = 0.0
    offset: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle about its centre `at`, turned, with rounded corners; `soft` and `offset` as for an ellipse."""

    at: Point
    width: float
    height: float
    corner: float = 0.0
    turn: float = 0.0
    fill: Colour | None = None
    outline: Colour | None = None
    line: float = 1.0
    soft: float = 0.0
    offset: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Pill:
    """The box behind a text: `width` and `height` in pixels, about the middle of the text as it is drawn."""

    width: float
    height: float
    fill: Colour
    outline: Colour | None = None
    corner: float | None = None
    line: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. `at` + `offset` (pixels, y down) is at half the height of a capital, at start, middle or end.

    `size`: pixels of the em. The baseline is 0.364 em below that middle. `width`: how wide it is drawn, pixels.
    `halo`: a colour drawn around the letters. `pill`: a box drawn first.
    """

    at: Point
    text: str
    size: float
    colour: Colour
    width: float
    weight: Weight = "regular"
    anchor: Anchor = "middle"
    offset: Point = (0.0, 0.0)
    halo: Colour | None = None
    pill: Pill | None = None

    @property
    def middle(self) -> float:
        """How far the middle of the text lies to the right of `at` + `offset`, pixels."""
        return {"start": self.width / 2, "middle": 0.0, "end": -self.width / 2}[self.anchor]


Item = Fill | Stroke | Ellipse | Box | Text

BASELINE = 0.364
"""How far the baseline lies below the middle of a capital, in ems of the bundled font."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Items that are drawn one over another in order, within `clip` (a rectangle in the layer's own units).

    What has not changed since the last picture comes back with the very same `items` object, so a window keeps what it
    has built from it (with a reference to it, so that the identity stays taken). What is in board space depends on how
    near the camera is, never on where it looks; it is drawn within the view's viewport only.
    """

    name: str
    space: Space
    items: tuple[Item, ...]
    clip: Rect | None = None
    opacity: float = 1.0


class View(NamedTuple):
    """How the battlefield lies on the screen: pixels per inch, and the pixel of its lower left corner."""

    viewport: Rect
    scale: float
    x: float
    y: float

    def to_screen(self, point: Point) -> Point:
        """The pixel of a place on the battlefield."""
        return (self.x + point[0] * self.scale, self.y - point[1] * self.scale)

    def to_board(self, point: Point) -> Point:
        """The place on the battlefield under a pixel."""
        return ((point[0] - self.x) / self.scale, (self.y - point[1]) / self.scale)

    def inches(self, pixels: float) -> float:
        """How many inches so many pixels are."""
        return pixels / self.scale


@dataclass(frozen=True, slots=True)
class Widget:
    """A part of the screen that answers a click: its name, where it is, and what it stands for."""

    name: str
    rect: Rect
    value: int | float | str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: its size in logical pixels, layers in the order of drawing, the view, what answers clicks.

    `whole`: the battlefield lies within the viewport with room to spare, so nothing need be cut off there.
    `magnified`: it is shown so many times as large. `paper`: the millimetres of a sheet that it is printed on, at 96
    logical pixels to an inch of paper.
    """

    width: int
    height: int
    background: Colour
    layers: tuple[Layer, ...]
    view: View
    widgets: tuple[Widget, ...] = ()
    title: str = ""
    whole: bool = False
    paper: tuple[float, float] | None = None
    magnified: float = 1.0

    def widget_at(self, x: float, y: float) -> Widget | None:
        """The topmost widget under a pixel."""
        return next((each for each in reversed(self.widgets) if each.rect.holds(x, y)), None)

    def texts(self) -> Iterable[Text]:
        """Every text of the picture, in the order of drawing."""
        return (item for layer in self.layers for item in layer.items if isinstance(item, Text))
