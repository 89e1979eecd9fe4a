"""Which part of a recording a film shows, how fast, and when its frames are. Pure; seconds of the film at speed 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlefield.viewer.timeline import Timeline

RATES = {".gif": 12.5, ".webp": 12.5, ".mp4": 30.0}
"""Frames a second when nobody asks for others."""
MOST = {".gif": 50.0, ".webp": 60.0, ".mp4": 60.0}
"""No player keeps up with more; a GIF counts in hundredths of a second, and players slow down below two of them."""
SPEEDS = (0.1, 16.0)
SAMPLES = 12
HOLD = 1.5
"""Seconds for which a film stands still at its end, before it begins anew."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of a battle as a film: events `first` to `last`, both included, None for the ends of the battle.

    `rate`: frames a second, None for what is usual of the kind of file. `speed`: 2 is twice as fast as the window.
    """

    first: int | None = None
    last: int | None = None
    rate: float | None = None
    speed: float = 1.0

    @property
    def usual(self) -> bool:
        """Whether nothing was asked for."""
        return self == WHOLE


WHOLE = Cut()
"""The whole battle, as usual."""


def rate_of(cut: Cut, ending: str) -> float:
    """Frames a second of a film in a file of that ending; ValueError for more than its players show, or none."""
    rate = RATES[ending] if cut.rate is None else cut.rate
    if not 1.0 <= rate <= MOST[ending]:
        raise ValueError(f"--fps {rate:g}: allowed in {ending} is 1 to {MOST[ending]:g}")
    return rate


def times_of(film: Timeline, cut: Cut, rate: float) -> list[float]:
    """The instant of each frame, seconds into the film: every 1 / rate seconds, and its end for a while longer.

    ValueError for events that there are not, for a last one before the first, for a speed out of bounds.
    """
    if not SPEEDS[0] <= cut.speed <= SPEEDS[1]:
        raise ValueError(f"--speed {cut.speed:g}: allowed is {SPEEDS[0]:g} to {SPEEDS[1]:g}")
    start, end = _span(film, cut)
    count = max(1, round((end - start) / cut.speed * rate))
    held = [end] * round(HOLD * rate)
    return [*(start + (end - start) * index / count for index in range(count)), *held]


def _span(film: Timeline, cut: Cut) -> tuple[float, float]:
    start, end = 0.0, film.duration
    if cut.first is not None:
        start = film.of_event(cut.first).start
    if cut.last is not None:
        film.of_event(cut.last)
        last = [each for each in film.moments if each.n == cut.last][-1]
        end = last.end - 1e-6 if last is not film.moments[-1] else last.end  # the last instant that is still its own
    if cut.first is not None and cut.last is not None and cut.last < cut.first:
        raise ValueError(f"--from {cut.first} --to {cut.last}: the last event comes before the first")
    return start, max(start, end)


def spread(times: Sequence[float]) -> list[float]:
    """A few of them, evenly spread: from these a GIF's palette is chosen."""
    few = min(SAMPLES, len(times))
    return [times[(len(times) - 1) * place // max(1, few - 1)] for place in range(few)]
