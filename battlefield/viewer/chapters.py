"""The chapters of a film: setting up, and a phase of a player's turn each. Pure."""

from __future__ import annotations

from typing import NamedTuple

from battlefield.viewer.remember import by_identity
from battlefield.viewer.timeline import Moment, Timeline


class Chapter(NamedTuple):
    """A part of the film: its first moment, its title, the round that it begins (0: it begins none).

    `events`: how many of its moments are worth a stop.
    """

    moment: Moment
    title: str
    round: int
    events: int


@by_identity(8)
def chapters(film: Timeline) -> tuple[Chapter, ...]:
    """The chapters in order; the first begins with the empty table."""
    found: list[Chapter] = []
    last_round = 0
    for moment in film.moments:
        if not found or moment.chapter != found[-1].title:
            this = _round(moment.chapter)
            found.append(Chapter(moment, moment.chapter, this if this != last_round else 0, 0))
            last_round = this or last_round
        elif not moment.quiet and moment.part == 0 and moment.n > 0:
            found[-1] = found[-1]._replace(events=found[-1].events + 1)
    return tuple(found)


def _round(title: str) -> int:
    """The round that a chapter's title speaks of; 0 when it speaks of none."""
    words = title.split()
    return int(words[1]) if len(words) > 1 and words[0] == "Round" and words[1].isdecimal() else 0


def chapter_at(every: tuple[Chapter, ...], time: float) -> int:
    """The place of the chapter that a time belongs to."""
    return max((place for place, each in enumerate(every) if each.moment.start <= time + 1e-9), default=0)


def neighbour(every: tuple[Chapter, ...], time: float, by: int) -> Chapter:
    """The next chapter, or the one before: from within a chapter first its own beginning, as with a song."""
    place = chapter_at(every, time)
    if by < 0 and time > every[place].moment.end:
        return every[place]
    return every[max(0, min(len(every) - 1, place + by))]
