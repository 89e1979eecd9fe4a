"""Two recordings side by side under a user's hands. Pure.

Both tables are seen from one place and go at one pace. What the pointer is on decides which one is pointed at, measured
and asked about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.commands import Command
from battlefield.viewer.drawing import Scene, View
from battlefield.viewer.pairing import Pairing, parting_words
from battlefield.viewer.scene_beside import Halves, halves, on_side, scene_beside
from battlefield.viewer.scene_cards import extent
from battlefield.viewer.timeline import Moment, Timeline
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_tool import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(slots=True)
class PairControls(Controls):
    """The controls of a window with two recordings; `recording` is the left one."""

    pairing: Pairing | None = None

    @property
    def both(self) -> Pairing:
        """The two of them."""
        assert self.pairing is not None
        return self.pairing

    @property
    def film(self) -> Timeline:
        """Both at once."""
        return self.both.film

    @property
    def parts(self) -> Halves:
        """How the screen is divided."""
        return halves(extent(self.recording.table), self.options)

    @property
    def side(self) -> int:
        """Which table the pointer is on: 0 the left one, 1 the right one; the left one where it is on none."""
        return (self.parts.side_at(*self.at) or 0) if self.at is not None else 0

    @property
    def view(self) -> View:
        """How the table under the pointer lies on the screen."""
        return self.parts.views[self.side]

    @property
    def state(self) -> State:
        """The state of the table under the pointer."""
        recording, moment = self.shown[self.side]
        return recording.states[moment.index + 1]

    @property
    def shown(self) -> Sequence[tuple[Recording, Moment]]:
        """Both recordings, each with its own moment."""
        own = self.both.own(self.moment)
        return ((self.both.left, own[0]), (self.both.right, own[1]))

    def made(self) -> Scene:
        """Both tables, and on the one under the pointer what the tools add."""
        side = self.side
        made = bare = scene_beside(self.both, self.time, replace(self.options, inquiry=None), side)
        for tool in reversed(self.tools):
            made = tool.add(self, made)
        return on_side(made, bare, self.parts, side)


class PairTool(Tool):
    """To where the two part."""

    def commands(self) -> tuple[Command, ...]:
        """One key."""
        return (Command("replay.parting", "to where the two logs part", "Replaying", ("B",), part, unless=_together),)


def part(controls: Controls) -> None:
    """To the first event that is not the same on both sides, said in words."""
    pairing = _pairing(controls)
    if pairing is not None and pairing.parting is not None:
        controls.jump_to(pairing.parting, "parting")


def _pairing(controls: Controls) -> Pairing | None:
    return controls.both if isinstance(controls, PairControls) else None


def _together(controls: Controls) -> str | None:
    pairing = _pairing(controls)
    if pairing is None:
        return "no other log is beside this one: battlefield view LOG --beside OTHER"
    return parting_words(pairing) if pairing.parting is None else None
