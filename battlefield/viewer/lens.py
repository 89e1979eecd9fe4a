"""A lens over the place that decides, where what was measured is too small to be seen on the table.

It magnifies until the figure can be seen: the hair by which a base is in or out, the depth of an overlap.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10

from battlefield.certificate import Certificate
from battlefield.figures import trimmed
from battlefield.geometry import areas
from battlefield.geometry.shapes import Point, Shape
from battlefield.named import area_of
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.close_up import apart, area_rings, cut_line, cut_ring, edge_near
from battlefield.viewer.drawing import Box, Colour, Fill, Item, Line, Pill, Rect, Stroke, Text
from battlefield.viewer.metrics import width
from battlefield.viewer.plan import between
from battlefield.viewer.scene_board import grounds_of
from battlefield.viewer.scene_evidence import flat, second_shape, shape_of
from battlefield.viewer.scene_hover import point_of
from battlefield.viewer.scene_models import Colours

SEEN = 6.0
"""So many pixels of the table can be seen without a lens."""
WANTED = 48.0
"""So many pixels of the lens what decides is to have."""
EXACT = 1e-9
"""Less than this is nothing: bounds of certificates are no closer."""
MOST = 4.8e9
HAIR = 1e-3
"""What is shown, in inches to `WANTED` pixels, where the limit is met exactly."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What a lens looks at: its middle, how many inches decide, and the two places between which they lie."""

    at: Point
    size: float
    ends: tuple[Point, Point] | None = None


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens in a picture: its frame in pixels, y down; pixels of it to an inch; units of the layer to a pixel.

    `up`: -1 in a layer whose y runs up, such as the board's.
    """

    frame: Rect
    focus: Focus
    scale: float
    unit: float = 1.0
    up: float = 1.0

    def pixel(self, point: Point) -> Point:
        """Where in the frame a place on the battlefield is."""
        x, y = self.frame.centre
        return (x + (point[0] - self.focus.at[0]) * self.scale, y - (point[1] - self.focus.at[1]) * self.scale)

    def spot(self, pixel: Point) -> Point:
        """A pixel in the units of the layer."""
        return (pixel[0] * self.unit, self.up * pixel[1] * self.unit)

    def shows(self, bounds: tuple[float, float, float, float]) -> bool:
        """Whether something within these bounds, in inches, may be seen."""
        left, low = self.pixel((bounds[0], bounds[1]))
        right, high = self.pixel((bounds[2], bounds[3]))
        frame = self.frame
        return left < frame.right and right > frame.x and high < frame.bottom and low > frame.y

    def fill(self, rings: list[Line], colour: Colour) -> list[Item]:
        """The part of a filled area that the lens shows."""
        cut = [cut_ring(tuple(map(self.pixel, ring)), self.frame) for ring in rings]
        shown = tuple(tuple(map(self.spot, ring)) for ring in cut if len(ring) > 2)
        return [Fill(shown, colour)] if shown else []

    def stroke(self, line: Line, colour: Colour, thick: float, dash: tuple[float, ...] = ()) -> list[Item]:
        """The part of a line that the lens shows."""
        pieces = cut_line(tuple(map(self.pixel, line)), self.frame)
        return [Stroke(tuple(map(self.spot, piece)), colour, thick, dash) for piece in pieces]


def focus_of(claim: Certificate, scale: float) -> Focus | None:
    """Where a lens is needed for a certificate, at so many pixels to an inch; None where all can be seen without."""
    here, there = point_of(claim.details.get("here")), point_of(claim.details.get("there"))
    value, limit = flat(claim)
    if here is None or limit is None:
        return None
    if claim.measure in ("overlap", "inside"):
        size = abs(claim.margin or 0.0) if claim.measure == "inside" else value
        return Focus(here, size) if EXACT < size < SEEN / scale else None
    if there is None or apart(here, there) < EXACT or limit <= EXACT or "corners" in claim.details:
        return None
    far = apart(here, there)
    edge = between(there, here, limit / far)
    size = abs(far - limit)
    return Focus(between(edge, here, 0.5), size, (edge, here)) if size < SEEN / scale else None


def magnified(focus: Focus) -> float:
    """Pixels to an inch of the lens."""
    return min(MOST, WANTED / max(focus.size, EXACT)) if focus.size > EXACT else WANTED / HAIR


def lens_items(
    state: State, claim: Certificate, lens: Lens, colours: Colours, times: float, tone: Colour = theme.REFUSED
) -> tuple[Item, ...]:
    """The lens and all that is seen through it; nothing where its edges cannot be drawn so near.

    `times`: how many times as large as the table it shows. `tone`: the colour of the limit and of the figure.
    """
    ground = _ground(state, claim, lens)
    if ground is None:
        return ()
    frame = lens.frame
    middle, wide, high = lens.spot(frame.centre), frame.width * lens.unit, frame.height * lens.unit
    items: list[Item] = [
        Box(middle, wide + 8 * lens.unit, high + 8 * lens.unit, 8 * lens.unit, fill=theme.SHADE, soft=8, offset=(0, 3)),
        Box(middle, wide, high, 0, fill=theme.PAPER),
        *ground,
    ]
    for shape, colour in _bodies(state, claim, colours):
        edge = edge_near(shape, lens.focus.at)
        items += lens.fill([edge], colour.at(0.82))
        items += lens.stroke((*edge, edge[0]), theme.INK, 2.2)
    items += _limit(state, claim, lens, tone)
    items += _between(lens, tone)
    items.append(Box(middle, wide, high, 0, outline=theme.LABEL, line=6.0))
    items.append(Box(middle, wide, high, 3 * lens.unit, outline=theme.INK, line=2.2))
    return (*items, *_captions(lens, times), *_said(claim, lens, tone))


def _ground(state: State, claim: Certificate, lens: Lens) -> list[Item] | None:
    """Terrain, the zone that was asked about, the edge of the battlefield; None where arcs cannot be drawn so near."""
    w, h = state.board.width, state.board.height
    board = ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))
    items: list[Item] = lens.stroke((*board, board[0]), theme.FRAME, 4.0)
    looks = [(each.area, grounds_of(each)[0].wash, grounds_of(each)[0].line) for each in state.terrain]
    named = None if claim.b is None or any(each.name == claim.b for each in state.terrain) else area_of(state, claim.b)
    if named is not None:
        looks.append((named, theme.REFUSED.at(0.08), theme.REFUSED))
    for area, wash, line in looks:
        if not lens.shows(areas.area_bounds(area)):
            continue
        parts = area_rings(area, 0.4 / lens.scale)
        if parts is None:
            return None
        for rings in parts:
            items += lens.fill(rings, wash)
            items += [item for ring in rings for item in lens.stroke((*ring, ring[0]), line, 2.4)]
    return items


def _bodies(state: State, claim: Certificate, colours: Colours) -> list[tuple[Shape, Colour]]:
    """The footprints near, the two that were measured last."""
    liveries = dict(colours)
    own = [(claim.b, claim.b_pose), (claim.a, claim.a_pose)]
    names = [state.find_model(name) for name, _ in own if name is not None]
    known = {each.name for each in names if each is not None}
    out = [(each.footprint, liveries[each.player].fill) for each in state.on_board() if each.name not in known]
    for name, pose in own:
        shape, model = shape_of(state, name, pose), None if name is None else state.find_model(name)
        if shape is not None:
            out.append((shape, liveries[model.player].fill if model is not None else theme.rgb("8d98a7")))
    return out


def _limit(state: State, claim: Certificate, lens: Lens, tone: Colour) -> list[Item]:
    """The limit round the second thing, where there is one."""
    shape, limit = second_shape(state, claim), flat(claim)[1]
    if shape is None or limit is None or lens.focus.ends is None:
        return []
    ring = edge_near(shape, lens.focus.ends[0], limit)
    line = (*ring, ring[0])
    return [*lens.stroke(line, theme.LABEL, 5.0), *lens.stroke(line, tone, 2.4, (8, 5))]


def _between(lens: Lens, tone: Colour) -> list[Item]:
    """The hair itself, between the limit and the base, with its figure."""
    ends = lens.focus.ends
    if ends is None or lens.focus.size <= EXACT:
        return []
    one, two = map(lens.pixel, ends)
    long = apart(one, two) or 1.0
    ux, uy = (two[0] - one[0]) / long, (two[1] - one[1]) / long
    text = f"{trimmed(lens.focus.size, 9)}″"
    wide = width(text, 12, "semibold")
    pill = Pill(wide + 13, 19, tone, theme.LABEL)
    off = 16 + abs(uy) * wide / 2
    x, y = between(one, two, 0.5)
    at = lens.spot((x - uy * off, y + ux * off))
    stops = [((x - 7 * uy, y + 7 * ux), (x + 7 * uy, y - 7 * ux)) for x, y in (one, two)]
    lines = [tuple(map(lens.spot, line)) for line in ((one, two), *stops)]
    return [
        *(Stroke(line, theme.LABEL, 5.0) for line in lines),
        *(Stroke(line, theme.INK, 2.4) for line in lines),
        Text(at, text, 12, theme.WHITE, wide, "semibold", pill=pill),
    ]


def _captions(lens: Lens, times: float) -> list[Item]:
    """How many times it magnifies, and a bar of a round length."""
    left, low = lens.frame.x + 10, lens.frame.bottom - 14
    said = f"× {_thousands(times)}"
    wide = width(said, 11.5, "semibold")
    pill = Pill(wide + 12, 18, theme.INK)
    items: list[Item] = [
        Text(lens.spot((left + 4, low)), said, 11.5, theme.WHITE, wide, "semibold", "start", pill=pill)
    ]
    inches = 10.0 ** floor(log10(64 / lens.scale))
    right = lens.frame.right - 18
    long = inches * lens.scale
    text = f"{trimmed(inches, 10)}″"
    wide = width(text, 11, "semibold")
    ground = Pill(max(long, wide) + 16, 26, theme.LABEL.at(0.92), corner=4.0)
    middle = lens.spot((right - max(long, wide) / 2, low - 3))
    bar = (lens.spot((right - max(long, wide) / 2 - long / 2, low + 6)),
           lens.spot((right - max(long, wide) / 2 + long / 2, low + 6)))  # fmt: skip
    return [
        *items,
        Text(middle, "", 11, theme.INK, 0.0, pill=ground),
        Stroke(bar, theme.INK, 2.4),
        Text(middle, text, 11, theme.INK, wide, "semibold", offset=(0.0, -4.0)),
    ]


def _said(claim: Certificate, lens: Lens, tone: Colour) -> list[Item]:
    """What the figure is where no line shows it: a depth, how much sticks out, a limit that is met exactly."""
    size, limit = lens.focus.size, flat(claim)[1]
    if lens.focus.ends is not None and size > EXACT:
        return []
    words = {
        "overlap": f"{trimmed(size)}″ deep",
        "inside": f"{trimmed(size, 9)}″ {'inside' if claim.holds else 'outside'}",
    }
    text = words.get(claim.measure, f"exactly {trimmed(limit or 0.0)}″")
    wide = width(text, 12, "semibold")
    at = lens.spot((lens.frame.x + 14, lens.frame.y + 18))
    return [Text(at, text, 12, theme.WHITE, wide, "semibold", "start", pill=Pill(wide + 13, 19, tone, theme.LABEL))]


def _thousands(number: float) -> str:
    """A round number with thin gaps between thousands.

    >>> _thousands(46123.0)
    '46 000'
    """
    if number >= 100:
        power = 10 ** (floor(log10(number)) - 1)
        number = round(number / power) * power
    return f"{number:,.0f}".replace(",", " ")
