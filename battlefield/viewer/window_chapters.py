"""Chapters: to the next round or phase, to the one before, or to one out of a list. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from battlefield.viewer.chapters import Chapter, chapter_at, chapters, neighbour
from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.window_chooser import Chooser, Entry, Row
from battlefield.viewer.window_tool import Press

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls


class ChaptersTool(Chooser):
    """The list of chapters, and the keys that go from one to the next."""

    name = "chapters"
    asks = "a round, a player, a phase"
    nothing = "no chapter is called so"

    def commands(self) -> tuple[Command, ...]:
        """On, back, the list."""
        return (
            Command("replay.next_chapter", "the next phase", "Replaying", ("PageDown",), lambda on: go(on, 1)),
            Command("replay.previous_chapter", "the phase before", "Replaying", ("PageUp",), lambda on: go(on, -1)),
            Command("replay.chapters", "the list of rounds and phases", "Replaying", ("J",), self.show),
        )

    def gestures(self) -> tuple[Gesture, ...]:
        """The marks on the scrubber."""
        return (Gesture("click", "a round above the scrubber", "Replaying"),)

    def begin(self, controls: Controls) -> int:
        """The chapter that one is in."""
        return chapter_at(chapters(controls.film), controls.time)

    def entries(self, controls: Controls, typed: str) -> Sequence[Entry]:
        """The chapters whose title has every word."""
        words = typed.casefold().split()
        found = chapters(controls.film)
        return [
            Entry(Row(each.title, _events(each)), _goes(each))
            for each in found
            if all(word in each.title.casefold() for word in words)
        ]

    def click(self, controls: Controls, press: Press) -> bool:
        """A round's mark."""
        if press.widget is None or press.widget.name != "chapter":
            return False
        _to(controls, int(press.widget.value or 0))
        return True


def go(controls: Controls, by: int) -> None:
    """To the next chapter, or the one before."""
    _to(controls, neighbour(chapters(controls.film), controls.time, by).moment.n)


def _to(controls: Controls, n: int) -> None:
    controls.jump_to(controls.film.of_event(n), "chapter")


def _goes(chapter: Chapter) -> Callable[[Controls], None]:
    return lambda controls: _to(controls, chapter.moment.n)


def _events(chapter: Chapter) -> str:
    return "" if chapter.events == 0 else f"{chapter.events} event{'s' if chapter.events > 1 else ''}"
