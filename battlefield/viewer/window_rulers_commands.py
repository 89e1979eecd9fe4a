"""The commands of rulers and rings: laying them, and what can be done with those that lie there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from battlefield.viewer.commands import Command, Gesture, never

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls
    from battlefield.viewer.window_rulers import RulersTool

RULER, RING = "laying a ruler", "laying a ring"
"""The modes in which a ruler, and a ring, is being laid."""
Do = Callable[["Controls"], None]
Bar = Callable[["Controls"], str | None]


def rulers_commands(tool: RulersTool) -> tuple[Command, ...]:
    """Beginning, what is done while one is laid, and what with those that lie there."""

    def own(slug: str, says: str, keys: tuple[str, ...], do: Do, mode: str | None = None, bar: Bar = never) -> Command:
        return Command(slug, says, "Measuring", keys, do, bar, mode)

    none = tool.none
    return (
        own("ruler.begin", "a ruler from the chosen thing, or from here", ("D",), tool.begin, bar=beside),
        own("ruler.keep", "it ends here: keep it", ("D", "Enter"), tool.keep, RULER),
        own("ruler.area", "the next area: terrain, zone, edge", ("PageDown",), lambda on: tool.area(on, 1), RULER),
        own("ruler.area_before", "back to the area before", ("PageUp",), lambda on: tool.area(on, -1), RULER),
        own("ruler.units", "between whole units, or models", ("U",), tool.whole, RULER),
        own("ring.begin", "a ring round the chosen thing, or here", ("G",), tool.begin_ring, bar=beside),
        own("ring.keep", "keep the ring", ("G", "Enter"), tool.keep_ring, RING),
        own("ring.wider", "an inch wider", ("Up",), lambda on: tool.grow(on, 1.0), RING),
        own("ring.narrower", "an inch narrower", ("Down",), lambda on: tool.grow(on, -1.0), RING),
        own("ring.next", "the next usual range", ("Right", "PageUp"), lambda on: tool.preset(on, 1), RING),
        own("ring.previous", "the usual range before", ("Left", "PageDown"), lambda on: tool.preset(on, -1), RING),
        own("ruler.next", "look at the next ruler or ring", ("Shift+D",), lambda on: tool.choose(on, 1), bar=none),
        own("ruler.delete", "take the ruler or ring away", ("Delete",), tool.delete, bar=none),
        own("ruler.clear", "take all rulers and rings away", ("Ctrl+D",), tool.clear, bar=none),
    )


def rulers_gestures() -> tuple[Gesture, ...]:
    """What the mouse and the digits do."""
    return (
        Gesture("right drag", "a ruler from thing or point to another", "Measuring"),
        Gesture("digits", "while a ring is laid: its range", "Measuring"),
    )


def beside(controls: Controls) -> str | None:
    """Two logs side by side are not measured: which of them is meant is not said."""
    return "one log at a time is measured" if len(controls.shown) > 1 else None
