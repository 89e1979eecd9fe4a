"""Items of a layer as instances for the shader, in order. Knows nothing of OpenGL.

An instance is place, shape, dashes and style (four floats each), kind (a float), fill and line (four bytes each):

    kind          place                   shape                             style
    ellipse, box  middle, half sides      turn (cos, sin), soft px, corner  line px, offset px
    pill          anchor, half sides px   turn, soft px, corner px          line px, offset px, its middle
    segment       start, end              bisectors at start and end        line px, length before it, ends
    area          band: corners           first edge, count, hatch          y up or down, spacing px, width px
    letter        anchor, mask's corner   corner from the anchor, size      -, offset px

Lengths are units of the layer where they are not called pixels; a letter's are pixels of the device.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import cos, floor, log2, pi, radians, sin, sqrt
from struct import Struct

from battlefield.geometry.shapes import Point
from battlefield.viewer.drawing import Box, Colour, Ellipse, Fill, Item, Line, Rect, Stroke, Text
from battlefield.viewer.gl_runs import Bounds, Runs
from battlefield.viewer.gl_shaders import AREA, FLAT, HATCHES, LETTER, SEGMENT, SHAPE
from battlefield.viewer.gl_text import Sheet

INSTANCE = Struct("<17f8B")
FORMAT = "4f 4f 4f 4f 1f 4f1 4f1"
ATTRIBUTES = ["place", "shape", "dashes", "style", "kind", "fill", "line"]
ELLIPSE, BOX, PILL = 0.0, 1.0, 2.0
"""What a shape is."""
SQUARE, ROUND, JOINED = 0.0, 1.0, 2.0
"""How a piece of a line ends: cut off square, round, or going on into the next piece."""

Four = tuple[float, float, float, float]
Bytes = tuple[int, int, int, int]
_NONE: Four = (0.0, 0.0, 0.0, 0.0)
_WHOLE: Four = (-1.0, -1.0, 1.0, 1.0)
_CLEAR: Bytes = (0, 0, 0, 0)
_LARGE = 60.0
"""From so many pixels of radius on an outline is drawn as a line: a quad over the whole disc would cost more."""
_EDGES = 16
"""About how many edges of an area a band should have."""
_ROOMY = 48.0
"""From so many pixels of half a side on the inside of a box is drawn apart, in one colour, which costs little."""


@dataclass(slots=True)
class Packed:
    """A layer's instances, in order, by program: runs of one program and their bytes.

    `edges`: of the areas, four floats each. `covers`: of each item what it covers, `bounds`: what all of them do, in
    layer pixels (units × scale, y down).
    """

    runs: list[tuple[int, bytes]]
    edges: list[float]
    covers: list[Bounds | None]
    bounds: Bounds | None


@dataclass(slots=True)
class Packer:
    """Packs the items of a layer: `scale` logical pixels to a unit, `up` -1 where y runs up."""

    scale: float
    up: float
    density: float
    sheet: Sheet
    runs: Runs = field(default_factory=Runs)
    edges: list[float] = field(default_factory=list)

    @property
    def _fine(self) -> float:
        """How far a line may be drawn beside itself, in units: a twentieth of a pixel, down to a power of two."""
        return 2.0 ** floor(log2(0.05 / (self.scale * self.density)))

    def packed(self, items: tuple[Item, ...]) -> Packed:
        """All of them."""
        covers = []
        for item in items:
            if isinstance(item, Text):
                self._text(item)
            elif isinstance(item, Ellipse):
                self._ellipse(item)
            elif isinstance(item, Stroke):
                self._stroke(item)
            elif isinstance(item, Box):
                self._box(item)
            else:
                self._fill(item)
            covers.append(self.runs.taken())
        runs = [(run.program, b"".join(run.parts)) for run in self.runs.runs]
        return Packed(runs, self.edges, covers, self.runs.bounds())

    def _about(self, at: Point, across: float, up: float, pixels: float, offset: Point = (0.0, 0.0)) -> Bounds:
        """What lies about a point: so many units to each side and so many pixels more."""
        x, y = at[0] * self.scale + offset[0], self.up * at[1] * self.scale + offset[1]
        across, up = across * self.scale + pixels, up * self.scale + pixels
        return x - across, y - up, x + across, y + up

    def _from_to(self, x0: float, y0: float, x1: float, y1: float, pixels: float) -> Bounds:
        """A rectangle in units, with pixels round it."""
        return self._about(((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0) / 2, (y1 - y0) / 2, pixels)

    def _ellipse(self, item: Ellipse) -> None:
        outline = item.outline
        if outline is not None and self._as_line(item):
            if item.fill is not None:
                self._oval(item, None)
            points = _ellipse_line(item, self.scale, self.up)
            self._stroke(Stroke(points, outline, item.width, item.dash, closed=True))
        else:
            self._oval(item, outline)

    def _oval(self, item: Ellipse, outline: Colour | None) -> None:
        turn, line = radians(item.turn), item.width if outline else 0.0
        place, style = (*item.at, item.rx, item.ry), (line, *item.offset, 0.0)
        shape = (cos(turn), sin(turn), item.soft, 0.0)
        reach = max(item.rx, item.ry)
        box = self._about(item.at, reach, reach, max(line / 2, item.soft) + 1, item.offset)
        self.runs.add(SHAPE, _instance(ELLIPSE, place, shape, _dashes(item.dash), style, item.fill, outline), box)

    def _as_line(self, item: Ellipse) -> bool:
        large = max(item.rx, item.ry) * self.scale > _LARGE
        return large or (bool(item.dash) and item.rx != item.ry)

    def _box(self, item: Box) -> None:
        turn = radians(item.turn)
        c, s = cos(turn), sin(turn)
        wide, high = item.width / 2, item.height / 2
        line = item.line if item.outline else 0.0
        place, style, shape = (*item.at, wide, high), (line, *item.offset, 0.0), (c, s, item.soft, item.corner)
        across, up = abs(wide * c) + abs(high * s), abs(wide * s) + abs(high * c)
        box = self._about(item.at, across, up, max(line / 2, item.soft) + 1, item.offset)
        rim = max(item.corner * self.scale, line / 2, item.soft) + 1.5
        parts = [_WHOLE]
        if item.turn == 0 and item.fill is not None and min(wide, high) * self.scale > max(_ROOMY, rim):
            x, y = 1 - rim / (wide * self.scale), 1 - rim / (high * self.scale)
            self.runs.add(FLAT, _instance(BOX, place, shape, (-x, -y, x, y), style, item.fill, None), box)
            parts = [(-1.0, y, 1.0, 1.0), (-1.0, -1.0, 1.0, -y), (-1.0, -y, -x, y), (x, -y, 1.0, y)]
        rims = (_instance(BOX, place, shape, part, style, item.fill, item.outline) for part in parts)
        self.runs.add(SHAPE, b"".join(rims), box)

    def _stroke(self, item: Stroke) -> None:
        if len(item.points) < 2:
            return
        xs, ys = [x for x, _ in item.points], [y for _, y in item.points]
        box = self._from_to(min(xs), min(ys), max(xs), max(ys), item.width / 2 + 1)
        self.runs.add(SEGMENT, _line(item, self._fine), box)

    def _fill(self, item: Fill) -> None:
        hatch = item.hatch
        if hatch is None and len(item.rings) == 1 and len(set(item.rings[0])) == 4:
            box = _upright(item.rings[0])
            if box is not None:
                self._box(Box(box.centre, box.width, box.height, fill=item.colour))
                return
        style, colour, kind = _NONE, None, 0.0
        if hatch is not None:
            style, colour = (self.up, hatch.spacing, hatch.width, 0.0), hatch.colour
            kind = 1.0 + HATCHES.index(hatch.kind)
        for place, edges in _bands(item.rings, self.scale * self.density):
            shape = (len(self.edges) / 4, len(edges) / 4, kind, 0.0)
            self.edges += edges
            data = _instance(0, place, shape, _NONE, style, item.colour, colour)
            self.runs.add(AREA, data, self._from_to(*place, 0))

    def _text(self, item: Text) -> None:
        at, offset, pill = item.at, item.offset, item.pill
        if pill is not None:
            high = max(1, round(pill.height * self.density / 2)) / self.density
            corner = high if pill.corner is None else pill.corner
            style = (pill.line if pill.outline else 0.0, *offset, item.middle)
            place, shape = (*at, pill.width / 2, high), (1.0, 0.0, 0.0, corner)
            data = _instance(PILL, place, shape, _WHOLE, style, pill.fill, pill.outline)
            self.runs.add(SHAPE, data, self._beside(item, pill.width / 2 + 2, high + 2))
        if item.halo is not None:
            self._letters(item, item.halo, True)
        self._letters(item, item.colour, False)

    def _letters(self, item: Text, colour: Colour, halo: bool) -> None:
        rest = (*_NONE, 0.0, *item.offset, 0.0, 0.0, *_bytes(colour), *_CLEAR)
        letters = b"".join(
            INSTANCE.pack(*item.at, mask.u, mask.v, x, y, mask.wide, mask.high, *rest)
            for x, y, mask in self.sheet.laid_out(item, self.density, halo)
        )
        if letters:
            self.runs.add(LETTER, letters, self._beside(item, item.width / 2 + 3, item.size * 0.62 + 2))

    def _beside(self, item: Text, across: float, up: float) -> Bounds:
        """What lies about the middle of a text, so many pixels to each side."""
        x, y, _, _ = self._about(item.at, 0.0, 0.0, 0.0, item.offset)
        x += item.middle
        return x - across, y - up, x + across, y + up


def _upright(ring: Line) -> Rect | None:
    """The rectangle that a ring of four corners is, when its sides are upright."""
    xs, ys = sorted({x for x, _ in ring}), sorted({y for _, y in ring})
    if len(ring) != 4 or len(xs) != 2 or len(ys) != 2 or (ring[0][0] != ring[1][0] and ring[0][1] != ring[1][1]):
        return None
    return Rect(xs[0], ys[0], xs[1] - xs[0], ys[1] - ys[0])


def _bytes(colour: Colour | None) -> Bytes:
    if colour is None:
        return _CLEAR
    return colour.r, colour.g, colour.b, min(255, max(0, round(colour.a * 255)))


def _instance(
    kind: float, place: Four, shape: Four, dashes: Four, style: Four, fill: Colour | None, line: Colour | None
) -> bytes:
    return INSTANCE.pack(*place, *shape, *dashes, *style, kind, *_bytes(fill), *_bytes(line))


def _dashes(dash: tuple[float, ...]) -> Four:
    """On, off, on, off; a pattern of an odd number of lengths goes on with the other meaning, as in SVG."""
    if not dash:
        return _NONE
    a, b, c, d = (dash * 4)[:4]
    return a, b, c, d


def _ellipse_line(item: Ellipse, scale: float, up: float) -> Line:
    """Its outline as points, from the right clockwise as seen, a twentieth of a pixel exact."""
    reach = max(item.rx, item.ry) * scale
    steps = max(24, int(pi * sqrt(reach / 0.1)))
    turn = 0.0 if item.rx == item.ry else radians(item.turn)
    c, s = cos(turn), sin(turn)
    x0, y0 = item.at[0] + item.offset[0] / scale, item.at[1] + up * item.offset[1] / scale
    points = []
    for step in range(steps):
        angle = -2 * pi * step / steps
        x, y = item.rx * cos(angle), item.ry * sin(angle)
        points.append((x0 + x * c - y * s, y0 - up * (x * s + y * c)))
    return tuple(points)


@lru_cache(maxsize=4096)
def _line(item: Stroke, fine: float) -> bytes:
    """The pieces of a polyline; a pixel belongs to the piece on its side of the bisectors, so none is drawn twice."""
    points = _simpler(item.points, fine)
    closed = item.closed or (len(points) > 3 and points[0] == points[-1])
    if closed and points[0] != points[-1]:
        points.append(points[0])
    if len(points) < 2:
        points = [points[0], (points[0][0] + 1e-6, points[0][1])]
        closed = False
    ways, lengths = [], []
    for (ax, ay), (bx, by) in pairwise(points):
        length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        ways.append(((bx - ax) / length, (by - ay) / length))
        lengths.append(length)
    free = SQUARE if item.dash else ROUND
    dashes, tone, last = _dashes(item.dash), _bytes(item.colour), len(ways) - 1
    before, out = 0.0, []
    for index, (way, length) in enumerate(zip(ways, lengths, strict=True)):
        first = JOINED if index > 0 or closed else free
        final = JOINED if index < last or closed else free
        start = _bisector(ways[index - 1], way) if first == JOINED else way
        end = _bisector(way, ways[index + 1 if index < last else 0]) if final == JOINED else way
        out.append(
            INSTANCE.pack(*points[index], *points[index + 1], *start, *end, *dashes, item.width, before, first, final,
                          0.0, *_CLEAR, *tone)
        )  # fmt: skip
        before += length
    return b"".join(out)


def _simpler(line: Line, fine: float) -> list[Point]:
    """The line without the points that lie, so nearly, on the way between those that are kept."""
    kept, waiting = [line[0]], list[Point]()
    for point in line[1:]:
        if point == kept[-1]:
            continue
        if waiting and not all(_beside(each, kept[-1], point, fine) for each in waiting):
            kept.append(waiting[-1])
            waiting = []
        waiting.append(point)
    return kept + waiting[-1:]


def _beside(point: Point, start: Point, end: Point, fine: float) -> bool:
    """Whether a point lies so near to a segment."""
    dx, dy, px, py = end[0] - start[0], end[1] - start[1], point[0] - start[0], point[1] - start[1]
    length = dx * dx + dy * dy
    along = px * dx + py * dy
    return 0 <= along <= length and (px * dy - py * dx) ** 2 <= fine * fine * length


def _bisector(before: Point, after: Point) -> Point:
    """The direction that divides what belongs to one piece from what belongs to the next."""
    x, y = before[0] + after[0], before[1] + after[1]
    return (x, y) if x * x + y * y > 1e-12 else after


@lru_cache(maxsize=1024)
def _bands(rings: tuple[Line, ...], unit: float) -> tuple[tuple[Four, tuple[float, ...]], ...]:
    """An area in bands from low to high, each with the edges that a pixel in it has to look at."""
    edges = [
        (*a, *b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True) if a != b
    ]  # fmt: skip
    if not edges:
        return ()
    rim = 1.5 / unit
    low = min(min(edge[1], edge[3]) for edge in edges) - rim
    high = max(max(edge[1], edge[3]) for edge in edges) + rim
    count = 1 if len(edges) <= _EDGES else max(1, min(2 * len(edges) // _EDGES, int((high - low) * unit / 4)))
    out = []
    for index in range(count):
        y0, y1 = low + (high - low) * index / count, low + (high - low) * (index + 1) / count
        here = [edge for edge in edges if max(edge[1], edge[3]) >= y0 - rim and min(edge[1], edge[3]) <= y1 + rim]
        if here:
            x0 = min(min(edge[0], edge[2]) for edge in here) - rim
            x1 = max(max(edge[0], edge[2]) for edge in here) + rim
            out.append(((x0, y0, x1, y1), tuple(value for edge in here for value in edge)))
    return tuple(out)
