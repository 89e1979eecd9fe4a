"""The rings of what the window's pointer is on."""

from __future__ import annotations

from battlefield.geometry.shapes import Shape
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Item, Pill, Text
from battlefield.viewer.metrics import width
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_models import outline


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
