"""What only the window shows, as layers of a scene: the rings of what the pointer is on, and the help."""

from __future__ import annotations

from dataclasses import replace

from battlefield.geometry.shapes import Point, Shape
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.column import written
from battlefield.viewer.drawing import Box, Ellipse, Item, Layer, Pill, Rect, Scene, Text, Widget
from battlefield.viewer.inquiry import Kind
from battlefield.viewer.metrics import width
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_models import outline
from battlefield.viewer.window_asking import buttons

Keys = tuple[tuple[tuple[str, ...], str], ...]
Asked = tuple[str, Kind | None] | None
"""The model that may be asked about, and what is asked of it."""
LEFT_COLUMN: tuple[tuple[str, Keys], ...] = (
    ("Time", (
        (("Space",), "play, pause"), (("←", "→"), "an event back, an event on"), (("Home", "End"), "first, last"),
        (("[", "]"), "slower, faster"), (("drag",), "the scrubber: any moment"), (("click",), "an event in the list"),
    )),
    ("The clicked model", (
        (("M",), "where its move can take it"), (("S",), "what it sees, what hides the rest"),
        (("A",), "what its unit can charge, on which roll"),
    )),
    ("Window", ((("F11",), "the whole screen"), (("?", "H"), "this help"), (("Esc",), "put away, then quit"))),
)  # fmt: skip
RIGHT_COLUMN: tuple[tuple[str, Keys], ...] = (
    ("Table", (
        (("wheel", "+", "−"), "zoom at the pointer"), (("drag",), "move the table"), (("0", "F"), "the whole board"),
        (("R",), "1″ rings of every model"), (("C",), "13″ rings of what may be claimed"), (("L",), "names"),
    )),
    ("Measuring", (
        (("point",), "at a model: its figures, the nearest foe"),
        (("click",), "a model: measure from it"), (("click",), "it again, or the bare table: no more"),
    )),
)  # fmt: skip
_WIDE, _HIGH, _ROW, _KEY, _EDGE = 800.0, 526.0, 27.0, 106.0, 36.0


def with_extras(scene: Scene, state: State, options: ViewOptions, help_shown: bool, asked: Asked = None) -> Scene:
    """The scene with the window's own layers, a button for its help, and those for what can be asked of a model."""
    layers = list(scene.layers)
    port = scene.view.viewport
    layers.append(Layer("help button", "screen", help_button(port.right - 17, port.y + 19)))
    widgets = (*scene.widgets, Widget("help", Rect(port.right - 30, port.y + 6, 26, 26)))
    if options.hover is not None:
        names = (options.hover.a,) if options.hover.b is None else (options.hover.a, options.hover.b)
        rings = hover_rings(state, names, not options.rings)
        place = next((index for index, each in enumerate(layers) if each.name == "standing"), len(layers))
        board = state.board
        if rings:
            layers.insert(place, Layer("hover rings", "board", rings, Rect(0.0, 0.0, board.width, board.height)))
    if asked is not None:
        items, answers = buttons(state, asked[0], asked[1], port)
        layers.append(Layer("ask", "screen", items))
        widgets = (*widgets, *answers)
    if help_shown:
        layers.append(Layer("help", "screen", help_items(scene.width, scene.height)))
    return replace(scene, layers=tuple(layers), widgets=widgets)


@by_identity(64)
def hover_rings(state: State, names: tuple[str, ...], engagement: bool) -> tuple[Item, ...]:
    """The rings of what the pointer is on: 1 in round a model unless every model has one, 13 in round a token."""
    items: list[Item] = []
    for name in names:
        model, artifact = state.find_model(name), state.artifacts.get(name)
        if model is not None and model.on_board and engagement:
            items += _ring(model.footprint, _range(state, "engagement", 1.0))
        elif artifact is not None and artifact.lies and artifact.at is not None:
            items += _ring(artifact.disc_at(artifact.at), _range(state, "claim", 13.0), figure=True)
    return tuple(items)


def _ring(shape: Shape, reach: float, figure: bool = False) -> list[Item]:
    items: list[Item] = [
        outline(shape, theme.LABEL.at(0.8), 4.0, grow=reach),
        outline(shape, theme.INK, 1.6, (6.0, 4.0), grow=reach),
    ]
    if figure:
        text = f"{reach:g}″"
        wide = width(text, theme.BOARD_TEXT, "semibold")
        at = (shape.x, shape.y - reach - getattr(shape, "radius", 0.0))
        pill = Pill(wide + 12, 18, theme.INK)
        items.append(Text(at, text, theme.BOARD_TEXT, theme.WHITE, wide, "semibold", pill=pill))
    return items


def _range(state: State, name: str, usual: float) -> float:
    value = state.ranges.get(name, usual)
    return float(value[0] if isinstance(value, tuple) else value)


@by_identity(4)
def help_button(x: float, y: float) -> tuple[Item, ...]:
    """A question mark in a ring."""
    mark = written(x, y, "?", 12, theme.SOFT, weight="semibold", anchor="middle")
    return (Ellipse((x, y), 10, 10, fill=theme.RAISED, outline=theme.CARD_EDGE, width=1.0), mark)


@by_identity(4)
def help_items(wide: int, high: int) -> tuple[Item, ...]:
    """The help, in the middle of the window, smaller where there is no room."""
    share = min(1.0, (wide - 16) / _WIDE, (high - 16) / _HIGH)
    corner = ((wide - _WIDE * share) / 2, (high - _HIGH * share) / 2)
    veil = Box((wide / 2, high / 2), wide, high, fill=theme.BLACK.at(0.6))
    return (veil, *(_scaled(each, share, corner) for each in _help_card()))


def _help_card() -> list[Item]:
    """The help at its usual size, from its corner."""
    middle = (_WIDE / 2, _HIGH / 2)
    items: list[Item] = [
        Box(middle, _WIDE, _HIGH, 14, fill=theme.BLACK.at(0.5), soft=24, offset=(0, 8)),
        Box(middle, _WIDE, _HIGH, 14, fill=theme.PANEL, outline=theme.CARD_EDGE),
        written(_EDGE, 42, "What you can do", theme.TITLE, theme.BRIGHT, weight="semibold"),
    ]
    for column, x in ((LEFT_COLUMN, _EDGE), (RIGHT_COLUMN, middle[0] + 6)):
        y = 62.0
        for heading, keys in column:
            y += 24
            items.append(written(x, y, heading.upper(), theme.SMALL, theme.FAINT, weight="semibold"))
            y += 13
            for names, what in keys:
                y += _ROW / 2
                items += _keys(x, y, names)
                items.append(written(x + _KEY, y, what, 13, theme.SOFT))
                y += _ROW / 2
    return items


def _scaled(item: Item, share: float, corner: Point) -> Item:
    """A box or a text at another size, its origin at `corner`."""
    assert isinstance(item, Box | Text)
    at = (corner[0] + item.at[0] * share, corner[1] + item.at[1] * share)
    if isinstance(item, Text):
        return replace(item, at=at, size=item.size * share, width=item.width * share)
    return replace(item, at=at, width=item.width * share, height=item.height * share, corner=item.corner * share)


def _keys(x: float, y: float, names: tuple[str, ...]) -> list[Item]:
    """Keys as keys; what is done with the mouse as words."""
    items: list[Item] = []
    for name in names:
        wide = width(name, 12, "semibold")
        if name.islower():
            items.append(written(x, y, name, 13, theme.BRIGHT, weight="semibold"))
            x += width(name, 13, "semibold") + 8
            continue
        side = max(22.0, wide + 12)
        items.append(Box((x + side / 2, y + 1), side, 20, 5, fill=theme.BLACK.at(0.5)))
        items.append(Box((x + side / 2, y), side, 20, 5, fill=theme.RAISED, outline=theme.CARD_EDGE))
        items.append(written(x + side / 2, y, name, 12, theme.BRIGHT, weight="semibold", anchor="middle"))
        x += side + 5
    return items
