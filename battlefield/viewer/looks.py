"""How a picture is made easier to see: larger, and with more contrast. Pure: scenes in, scenes out.

Nothing is told by hue alone in either look: bases differ by the line inside them, terrain by its hatching, kinds of
events by the shape of their sign and the height of their mark, verdicts by a word.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from battlefield.viewer import theme
from battlefield.viewer.drawing import Box, Colour, Ellipse, Fill, Hatch, Item, Layer, Pill, Scene, Stroke, Text
from battlefield.viewer.remember import by_identity

LARGE = 1.35
"""Large type, and all that goes with it, is so many times as large."""
_DARKER = 1.9
"""A line that lets what is under it through lets so many times less of it through."""
_WIDER = 1.35
_THIN = 2.2
_LETTERS = 0.85
"""Letters are never fainter than this."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the reader asks for."""

    large: bool = False
    contrast: bool = False

    @property
    def magnified(self) -> float:
        """How many times as large everything is."""
        return LARGE if self.large else 1.0

    def sized(self, width: float, height: float) -> tuple[int, int]:
        """The logical pixels of a picture that is shown so large.

        >>> Look(large=True).sized(1600, 900)
        (1185, 667)
        """
        return round(width / self.magnified), round(height / self.magnified)


PLAIN = Look()


def _pure(colour: Colour) -> tuple[int, int, int]:
    return colour.r, colour.g, colour.b


_STRONG: dict[tuple[int, int, int], Colour] = {
    _pure(theme.NIGHT): theme.rgb("000000"),
    _pure(theme.PANEL): theme.rgb("000000"),
    _pure(theme.BLACK): theme.rgb("000000"),
    _pure(theme.CARD): theme.rgb("0d0d0d"),
    _pure(theme.CARD_EDGE): theme.rgb("c8c8c8"),
    _pure(theme.RAISED): theme.rgb("1f1f1f"),
    _pure(theme.CURRENT): theme.rgb("0b4a7a"),
    _pure(theme.HAIR): theme.rgb("8c8c8c"),
    _pure(theme.BRIGHT): theme.WHITE,
    _pure(theme.SOFT): theme.WHITE,
    _pure(theme.FAINT): theme.rgb("ececec"),
    _pure(theme.DIM): theme.rgb("d0d0d0"),
    _pure(theme.PAPER): theme.WHITE,
    _pure(theme.LABEL): theme.WHITE,
    _pure(theme.INK): theme.rgb("000000"),
    _pure(theme.INK_SOFT): theme.rgb("000000"),
    _pure(theme.GOOD): theme.rgb("5fe3b4"),
    _pure(theme.BAD): theme.rgb("ffa184"),
}
"""What stands in for the colours of the theme. Those of bases and terrain stay: a base is known by its colour."""
_LETTERED: dict[tuple[int, int, int], Colour] = {
    _pure(theme.KIND_COLOURS["setup"]): theme.rgb("b5d9fa"),
    _pure(theme.KIND_COLOURS["harm"]): theme.rgb("ffa366"),
    _pure(theme.KIND_COLOURS["refused"]): theme.rgb("ff9a9a"),
    _pure(theme.KIND_COLOURS["move"]): theme.rgb("8fd0f5"),
    _pure(theme.KIND_COLOURS["end"]): theme.rgb("5fe3b4"),
}
"""Of letters on the dark ground alone."""


def strong(colour: Colour) -> Colour:
    """The colour that stands in for one of the theme, as transparent as it was."""
    found = _STRONG.get(_pure(colour))
    return colour if found is None else found._replace(a=colour.a)


def contrasted(scene: Scene) -> Scene:
    """A scene with strong colours, and lines that can be seen."""
    layers = tuple(replace(each, items=_contrasted(each.items), opacity=_clear(each)) for each in scene.layers)
    return replace(scene, layers=layers, background=strong(scene.background))


def _clear(layer: Layer) -> float:
    return min(1.0, layer.opacity * 1.25) if layer.name.startswith("rings") else layer.opacity


@by_identity(256)
def _contrasted(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(_item(each) for each in items)


def _item(item: Item) -> Item:
    if isinstance(item, Text):
        pill = None if item.pill is None else _pill(item.pill)
        colour = _LETTERED.get(_pure(item.colour)) or strong(item.colour)
        halo = None if item.halo is None else strong(item.halo)
        return replace(item, colour=colour._replace(a=max(_LETTERS, colour.a)), halo=halo, pill=pill)
    if isinstance(item, Stroke):
        return replace(item, colour=_line(item.colour), width=_wide(item.width))
    if isinstance(item, Fill):
        hatch = None if item.hatch is None else _hatch(item.hatch)
        return replace(item, colour=strong(item.colour), hatch=hatch)
    fill = None if item.fill is None else strong(item.fill)
    edge = None if item.outline is None else _line(item.outline)
    if isinstance(item, Ellipse):
        # what is filled is seen already, and would be all outline where it is small
        return replace(item, fill=fill, outline=edge, width=_wide(item.width) if fill is None else item.width)
    assert isinstance(item, Box)
    return replace(item, fill=fill, outline=edge)


def _pill(pill: Pill) -> Pill:
    return replace(pill, fill=strong(pill.fill), outline=None if pill.outline is None else _line(pill.outline))


def _hatch(hatch: Hatch) -> Hatch:
    return replace(hatch, colour=_line(hatch.colour), width=hatch.width * _WIDER)


def _line(colour: Colour) -> Colour:
    shown = strong(colour)
    if _pure(colour) == _pure(theme.GRID):
        return theme.BLACK.at(colour.a * 1.3)  # a grid that is louder would drown what is drawn on it
    return shown._replace(a=min(1.0, shown.a * _DARKER))


def _wide(width: float) -> float:
    return width * _WIDER if width < _THIN else width
