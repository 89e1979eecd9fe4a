"""Primitives as SVG elements, in any units: pixels for a picture, inches for a replay page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby

from battlefield.geometry.shapes import Point
from battlefield.viewer.drawing import BASELINE, Box, Colour, Ellipse, Fill, Hatch, Item, Rect, Stroke, Text
from battlefield.viewer.theme import WEIGHTS

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def escaped(text: str) -> str:
    """A text that is nothing but text, in an element or an attribute; characters that XML forbids are left out."""
    allowed = (char for char in text if char in "\t\n" or 0x20 <= ord(char) < 0xD800 or 0xE000 <= ord(char) < 0xFFFE
               or ord(char) > 0xFFFF)  # fmt: skip
    return "".join(_ENTITIES.get(char, char) for char in allowed)


@dataclass(slots=True)
class Pen:
    """Writes items: `scale` units of the picture to a unit of the layer, the layer's origin at `origin`.

    `up`: -1 when the layer's y runs up. `pixel`: units of the picture to a logical pixel. `defs` collects patterns,
    gradients and clips; pens of one picture share it. `prefix` keeps their names apart from those of other pictures.
    """

    scale: float
    origin: Point
    up: float
    defs: dict[str, str] = field(default_factory=dict)
    pixel: float = 1.0
    digits: int = 2
    prefix: str = ""

    def definitions(self) -> str:
        """Everything that the items refer to."""
        return "".join(self.defs.values())

    def rect(self, rect: Rect) -> Rect:
        """A rectangle of the layer in the picture."""
        x0, y0 = self.spot((rect.x, rect.y))
        x1, y1 = self.spot((rect.right, rect.bottom))
        return Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def clip(self, rect: Rect) -> str:
        """The name of a clip to a rectangle of the picture."""
        n = self.number
        shape = f'<rect x="{n(rect.x)}" y="{n(rect.y)}" width="{n(rect.width)}" height="{n(rect.height)}"/>'
        return self._defined(f"clip/{shape}", "c", lambda name: f'<clipPath id="{name}">{shape}</clipPath>')

    def items(self, items: Iterable[Item]) -> str:
        """Primitives in order; lines of one look that follow on one another become one path."""
        out: list[str] = []
        for look, group in groupby(items, _look):
            if look is None:
                out += [self.item(item) for item in group]
            else:
                lines = [item for item in group if isinstance(item, Stroke)]
                out.append(self._strokes(lines))
        return "".join(out)

    def item(self, item: Item) -> str:
        """One primitive."""
        if isinstance(item, Stroke):
            return self._strokes([item])
        if isinstance(item, Fill):
            return self._fill(item)
        if isinstance(item, Ellipse):
            return self._ellipse(item)
        if isinstance(item, Box):
            return self._box(item)
        return self._text(item)

    def number(self, value: float) -> str:
        """A number, as short as it can be."""
        text = f"{value:.{self.digits}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return "0" if text in ("-0", "") else text

    def spot(self, point: Point, offset: Point = (0.0, 0.0)) -> Point:
        """A point of the layer in the picture."""
        x = self.origin[0] + point[0] * self.scale + offset[0] * self.pixel
        return x, self.origin[1] + self.up * point[1] * self.scale + offset[1] * self.pixel

    def _path(self, points: Iterable[Point], closed: bool) -> str:
        n = self.number
        spots = (self.spot(point) for point in points)
        return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in spots) + ("Z" if closed else "")

    def _fill(self, item: Fill) -> str:
        path = "".join(self._path(ring, True) for ring in item.rings)
        rule = ' fill-rule="evenodd"' if len(item.rings) > 1 else ""
        out = ""
        if item.colour.a > 0:
            out += f'<path d="{path}"{rule}{_paint("fill", item.colour)}/>'
        if item.hatch is not None:
            out += f'<path d="{path}"{rule} fill="url(#{self._pattern(item.hatch)})"/>'
        return out

    def _strokes(self, items: list[Stroke]) -> str:
        """Lines of one look as one path."""
        item = items[0]
        ends = "" if item.dash or item.closed else ' stroke-linecap="round"'
        path = "".join(self._path(each.points, each.closed) for each in items)
        line = self._line(item.colour, item.width, item.dash)
        return f'<path d="{path}" fill="none" stroke-linejoin="round"{ends}{line}/>'

    def _line(self, colour: Colour | None, width: float, dash: tuple[float, ...]) -> str:
        if colour is None or width <= 0:
            return ""
        n = self.number
        pattern = " ".join(n(each * self.pixel) for each in dash)
        dashes = f' stroke-dasharray="{pattern}"' if dash else ""
        return f'{_paint("stroke", colour)} stroke-width="{n(width * self.pixel)}"{dashes}'

    def _ellipse(self, item: Ellipse) -> str:
        n = self.number
        x, y = self.spot(item.at, item.offset)
        rx, ry = item.rx * self.scale, item.ry * self.scale
        paint = ' fill="none"' if item.fill is None else _paint("fill", item.fill)
        if item.soft > 0 and item.fill is not None:
            soft = item.soft * self.pixel
            inner = max(0.0, min(rx, ry) - soft) / (min(rx, ry) + soft)
            paint = f' fill="url(#{self._glow(item.fill, round(inner * 20) / 20)})"'
            rx, ry = rx + soft, ry + soft
        line = self._line(item.outline, item.width, item.dash)
        if abs(rx - ry) < 1e-9:
            return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(rx)}"{paint}{line}/>'
        turn = self._turned(item.turn, x, y)
        return f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(rx)}" ry="{n(ry)}"{turn}{paint}{line}/>'

    def _box(self, item: Box) -> str:
        n = self.number
        x, y = self.spot(item.at, item.offset)
        wide, high = item.width * self.scale, item.height * self.scale
        if item.soft > 0 and item.fill is not None and max(wide, high) > 200 * self.pixel:
            return self._large_shadow(item, item.fill)
        corner = f' rx="{n(item.corner * self.scale)}"' if item.corner > 0 else ""
        paint = ' fill="none"' if item.fill is None else _paint("fill", item.fill)
        if item.soft > 0:
            paint += f' filter="url(#{self._blur(item.soft)})"'
        return (
            f'<rect x="{n(x - wide / 2)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{n(high)}"{corner}'
            f"{self._turned(item.turn, x, y)}{paint}{self._line(item.outline, item.line, ())}/>"
        )

    def _large_shadow(self, item: Box, fill: Colour) -> str:
        """A large box that fades out, as boxes over one another: blurring it would take longer than all the rest."""
        soft = item.soft * self.pixel / self.scale
        parts = []
        for step in range(6):
            grow = 2 * soft * (step / 3 - 1)
            corner = max(0.0, item.corner + grow / 2)
            layer = Box(item.at, item.width + grow, item.height + grow, corner, item.turn, fill.at(0.22))
            parts.append(self._box(replace(layer, offset=item.offset)))
        return "".join(parts)

    def _text(self, item: Text) -> str:
        n = self.number
        x, y = self.spot(item.at, item.offset)
        out = ""
        if item.pill is not None:
            pill = item.pill
            wide, high = pill.width * self.pixel, pill.height * self.pixel
            corner = high / 2 if pill.corner is None else pill.corner * self.pixel
            left = x + item.middle * self.pixel - wide / 2
            out = (
                f'<rect x="{n(left)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{n(high)}" rx="{n(corner)}"'
                f"{_paint('fill', pill.fill)}{self._line(pill.outline, pill.line, ())}/>"
            )
        weight = f' font-weight="{WEIGHTS[item.weight]}"' if item.weight != "regular" else ""
        anchor = f' text-anchor="{item.anchor}"' if item.anchor != "start" else ""
        halo = ""
        if item.halo is not None:
            halo = f'{self._line(item.halo, 3.5, ())} paint-order="stroke" stroke-linejoin="round"'
        base = y + BASELINE * item.size * self.pixel
        return (
            f'{out}<text x="{n(x)}" y="{n(base)}" font-size="{n(item.size * self.pixel)}"{weight}{anchor}'
            f"{_paint('fill', item.colour)}{halo}>{escaped(item.text)}</text>"
        )

    def _turned(self, degrees: float, x: float, y: float) -> str:
        if degrees % 360 == 0:
            return ""
        return f' transform="rotate({self.number(-degrees)} {self.number(x)} {self.number(y)})"'

    def _glow(self, colour: Colour, inner: float) -> str:
        tone = f'stop-color="{colour.hex}"'
        stops = f'<stop offset="{inner:.2f}" {tone} stop-opacity="{colour.a:.3g}"/>'
        stops += f'<stop offset="1" {tone} stop-opacity="0"/>'
        return self._defined(f"glow/{stops}", "g", lambda name: f'<radialGradient id="{name}">{stops}</radialGradient>')

    def _blur(self, soft: float) -> str:
        blur = f'<feGaussianBlur stdDeviation="{self.number(soft * self.pixel / 2)}"/>'
        region = 'x="-40%" y="-40%" width="180%" height="180%"'
        return self._defined(f"blur/{blur}", "b", lambda name: f'<filter id="{name}" {region}>{blur}</filter>')

    def _pattern(self, hatch: Hatch) -> str:
        n = self.number
        x, y = self.origin
        side = hatch.spacing * self.pixel
        turn = {"diagonal": -45, "back": 45, "cross": -45, "vertical": 90}.get(hatch.kind, 0)
        high = side * 2 if hatch.kind in ("dots", "plus") else side
        drawn = self._motif(hatch, side)
        rotated = f" rotate({turn})" if turn else ""

        def made(name: str) -> str:
            return (
                f'<pattern id="{name}" width="{n(side)}" height="{n(high)}" patternUnits="userSpaceOnUse" '
                f'patternTransform="translate({n(x)} {n(y)}){rotated}">{drawn}</pattern>'
            )

        return self._defined(f"hatch/{hatch}", "h", made)

    def _motif(self, hatch: Hatch, side: float) -> str:
        n = self.number
        line = self._line(hatch.colour, hatch.width, ())
        half = side / 2
        if hatch.kind == "dots":
            paint, r = _paint("fill", hatch.colour), n(hatch.width * self.pixel / 2)
            return "".join(
                f'<circle cx="{n(dx)}" cy="{n(dy)}" r="{r}"{paint}/>'
                for dx, dy in ((half, half), (0, half + side), (side, half + side))
            )
        if hatch.kind == "plus":
            line, arm = self._line(hatch.colour, hatch.width / 2, ()), hatch.width * 1.5 * self.pixel
            return "".join(
                f'<path d="M{n(dx - arm)} {n(dy)}H{n(dx + arm)}M{n(dx)} {n(dy - arm)}V{n(dy + arm)}"{line}/>'
                for dx, dy in ((half, half), (0, half + side), (side, half + side))
            )
        across = f'<path d="M0 {n(half)}H{n(side)}"{line}/>'
        return across + f'<path d="M{n(half)} 0V{n(side)}"{line}/>' if hatch.kind == "cross" else across

    def _defined(self, key: str, letter: str, make: Callable[[str], str]) -> str:
        """The name of something that items refer to, defined once."""
        for place, known in enumerate(self.defs):
            if known == key:
                return f"{self.prefix}{letter}{place}"
        name = f"{self.prefix}{letter}{len(self.defs)}"
        self.defs[key] = make(name)
        return name


def _look(item: Item) -> tuple[object, ...] | None:
    """What lines must share to be one path; None for everything that is no line."""
    return (item.colour, item.width, item.dash, item.closed) if isinstance(item, Stroke) else None


def _paint(what: str, colour: Colour) -> str:
    opacity = "" if colour.a >= 1 else f' {what}-opacity="{colour.a:.3g}"'
    return f' {what}="{colour.hex}"{opacity}'
