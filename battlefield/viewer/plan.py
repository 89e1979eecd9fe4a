"""What an event looks like while it happens: planned once, drawn at each instant.

A plan says which state stands beneath, what of it the plan draws itself, which lines and places labels keep off, and
gives the items for any number of seconds into the moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battlefield.events.base import Event
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Item, Line, Rect, Text
from battlefield.viewer.scene_models import Colours
from battlefield.viewer.timeline import Moment


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that a plan is made from. `scale`: pixels per inch."""

    recording: Recording
    moment: Moment
    before: State
    after: State
    scale: float
    colours: Colours

    @property
    def event(self) -> Event | None:
        """The event; None at the empty table."""
        return None if self.moment.index < 0 else self.recording.entries[self.moment.index].event

    @property
    def unit(self) -> float:
        """Inches in a pixel."""
        return 1 / self.scale

    def livery(self, player: str) -> theme.Livery:
        """How a player's things look; grey for a name that no player has."""
        return dict(self.colours).get(player, theme.LIVERIES[-1])


@dataclass(frozen=True, slots=True)
class Drawn:
    """The items of one instant, in inches: below what stands, above it, above the labels; and some that fade."""

    under: tuple[Item, ...] = ()
    over: tuple[Item, ...] = ()
    top: tuple[Item, ...] = ()
    fading: tuple[Item, ...] = ()
    opacity: float = 1.0


def nothing(elapsed: float) -> Drawn:
    """Nothing to draw, at any instant."""
    _ = elapsed
    return Drawn()


@dataclass(frozen=True, slots=True)
class Plan:
    """How an event is shown.

    `base`: the state that stands beneath. `hidden`: models and Artifacts of it that are left to the plan.
    `lines` (inches), `tags` (texts of the plan, wherever they appear during the moment) and `spots` (board pixels):
    other labels keep off.
    `lifted`: a card of the base that is left to the plan.
    `focus`: who is concerned, marked with a ring. `claimed`: the Artifact that has its 13 in ring. `still`: the
    instant that tells most, in seconds. `named`: what is hidden stands in the base where it will be, and has its label
    there.
    """

    base: State
    still: float
    hidden: frozenset[str] = frozenset()
    lines: tuple[Line, ...] = ()
    tags: tuple[Text, ...] = ()
    focus: tuple[str, ...] = ()
    claimed: str | None = None
    named: bool = False
    spots: tuple[Rect, ...] = ()
    lifted: str | None = None
    draw: Callable[[float], Drawn] = nothing


def eased(progress: float) -> float:
    """Slow, fast, slow: 0 to 1."""
    return progress * progress * (3 - 2 * progress)


def between(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    """The point at a share of the way from one to another."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
