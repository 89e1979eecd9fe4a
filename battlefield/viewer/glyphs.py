"""Small drawings made of primitives: dice, tokens, signs. `unit` is how many of the layer's units a pixel is."""

from __future__ import annotations

from math import cos, pi, radians, sin

from battlefield.geometry.shapes import Point, unit_vector
from battlefield.viewer import theme
from battlefield.viewer.drawing import Box, Colour, Ellipse, Fill, Item, Line, Stroke

_PIPS: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def die(at: Point, face: int, side: float, turn: float, unit: float, lift: float = 0.0) -> tuple[Item, ...]:
    """A six-sided die with its pips; `lift`, in pixels, raises it off its shadow. Face 0 is blank."""
    x, y = at[0], at[1] + lift * unit
    body = Box((x, y), side, side, side * 0.2, turn, theme.WHITE, theme.INK, 1.6)
    shadow = Box(at, side, side, side * 0.24, turn, theme.SHADE.at(0.9), soft=4 + lift * 0.3, offset=(0, 2.5))
    ux, uy = unit_vector(turn)
    pips = []
    for px, py in _PIPS.get(face, ()):
        dx, dy = px * side * 0.26, py * side * 0.26
        spot = (x + dx * ux - dy * uy, y + dx * uy + dy * ux)
        pips.append(Ellipse(spot, side * 0.095, side * 0.095, fill=theme.INK))
    return (shadow, body, *pips)


def diamond(at: Point, radius: float, colour: Colour = theme.YELLOW, line: float = 1.5) -> tuple[Item, ...]:
    """The sign of an Artifact: a square on its corner."""
    side = radius * 1.32
    return (
        Box(at, side, side, side * 0.1, 45, colour, theme.INK, line),
        Box(at, side * 0.42, side * 0.42, 0, 45, theme.WHITE.at(0.85)),
    )


def hexagon(at: Point, radius: float, colour: Colour = theme.ORANGE, line: float = 1.5) -> tuple[Item, ...]:
    """The sign of the Relic: a six-sided stone."""
    outer, inner = _regular(at, radius, 6, 90), _regular(at, radius * 0.45, 6, 90)
    sides = [Stroke((a, b), theme.INK.at(0.55), 1.0) for a, b in zip(outer, inner, strict=True)]
    return (
        Fill((outer,), colour),
        *sides,
        Fill((inner,), theme.WHITE.at(0.85)),
        Stroke(outer, theme.INK, line, closed=True),
    )


def token(at: Point, radius: float, relic: bool, lift: float = 0.0, unit: float = 1.0) -> tuple[Item, ...]:
    """An Artifact's or the Relic's token at its true size: a dark disc with a bright rim and its sign."""
    spot = (at[0], at[1] + lift * unit)
    rim = theme.ORANGE if relic else theme.YELLOW
    sign = hexagon(spot, radius * 0.62, line=1.2) if relic else diamond(spot, radius * 0.66, line=1.2)
    return (
        Ellipse(at, radius, radius, fill=theme.SHADE, soft=3 + lift * 0.25, offset=(0, 2)),
        Ellipse(spot, radius, radius, fill=theme.rgb("20262f"), outline=theme.INK, width=1.0),
        Ellipse(spot, max(radius - 1.6 * unit, radius * 0.5), max(radius - 1.6 * unit, radius * 0.5), outline=rim),
        *sign,
    )


def sign(at: Point, radius: float, relic: bool, line: float = 1.2) -> tuple[Item, ...]:
    """The sign alone, for a carrier or the legend."""
    return hexagon(at, radius, line=line) if relic else diamond(at, radius, line=line)


def gear(at: Point, radius: float, colour: Colour) -> tuple[Item, ...]:
    """A cog wheel: the sign of a Dark Machine."""
    points = []
    for tooth in range(8):
        for share, turn in ((0.76, -0.34), (1.0, -0.2), (1.0, 0.2), (0.76, 0.34)):
            angle = (tooth + turn) * pi / 4
            points.append((at[0] + radius * share * cos(angle), at[1] + radius * share * sin(angle)))
    hole = tuple(reversed(_regular(at, radius * 0.42, 24, 0)))
    return (Fill((tuple(points), hole), colour),)


def star(at: Point, radius: float, colour: Colour) -> tuple[Item, ...]:
    """A five-pointed star: the sign of a CHARACTER."""
    points = []
    for index in range(10):
        ux, uy = unit_vector(90 + 36 * index)
        share = radius if index % 2 == 0 else radius * 0.45
        points.append((at[0] + share * ux, at[1] + share * uy))
    return (Fill((tuple(points),), colour),)


def cross(at: Point, radius: float, colour: Colour, width: float) -> tuple[Item, ...]:
    """Two crossed strokes."""
    x, y, r = at[0], at[1], radius
    ways: tuple[Line, Line] = (((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r)))
    return tuple(Stroke(way, colour, width) for way in ways)


def arrow_head(tip: Point, direction: Point, length: float, colour: Colour) -> Item:
    """A filled triangle whose tip lies at `tip`."""
    ux, uy = direction
    x, y, half = tip[0] - length * ux, tip[1] - length * uy, length * 0.42
    return Fill(((tip, (x - half * uy, y + half * ux), (x + half * uy, y - half * ux)),), colour)


def circle_line(at: Point, radius: float, start: float = 0.0, end: float = 360.0) -> Line:
    """A piece of a circle as a polyline, from one angle to another in degrees."""
    steps = max(8, int(abs(end - start) / 4))
    angles = (radians(start + (end - start) * index / steps) for index in range(steps + 1))
    return tuple((at[0] + radius * cos(angle), at[1] + radius * sin(angle)) for angle in angles)


def _regular(at: Point, radius: float, corners: int, first: float) -> Line:
    vectors = (unit_vector(first + 360 * index / corners) for index in range(corners))
    return tuple((at[0] + radius * ux, at[1] + radius * uy) for ux, uy in vectors)


def kind_sign(kind: str, at: Point, colour: Colour) -> tuple[Item, ...]:
    """The sign of a kind of event in a list, told by its shape as well as by its colour; on the screen, 9 px."""
    x, y = at
    if kind == "move":
        return (Fill((((x - 3.5, y - 4.5), (x + 4.5, y), (x - 3.5, y + 4.5)),), colour),)
    if kind in ("harm", "refused"):
        strokes = (((x - 3.5, y - 3.5), (x + 3.5, y + 3.5)), ((x - 3.5, y + 3.5), (x + 3.5, y - 3.5)))
        cross = tuple(Stroke(each, colour, 2.0) for each in strokes)
        return cross if kind == "harm" else (*cross, Ellipse(at, 6.0, 6.0, outline=colour, width=1.2))
    if kind in ("artifact", "relic"):
        if kind == "relic":
            return (Fill((_regular(at, 5.0, 6, 90),), colour),)
        return (Box(at, 7.0, 7.0, 0.8, 45, fill=colour),)
    if kind in ("dice", "end"):
        return (Box(at, 7.5, 7.5, 2.0 if kind == "dice" else 0.0, fill=colour),)
    if kind == "setup":
        return (Ellipse(at, 3.6, 3.6, outline=colour, width=1.8),)
    return (Ellipse(at, 3.4, 3.4, fill=colour),)
