"""The film of a recording."""

from __future__ import annotations

from itertools import pairwise

import pytest
from viewer.making import recording, table, throw, unit
from viewer.recordings import edge_case

from battlefield.recording import Recording
from battlefield.viewer.timeline import Timeline, timeline


def test_moments_follow_one_another_without_a_gap(recording: Recording) -> None:
    film = timeline(recording)
    assert [each.n for each in film.moments] == [0, *(entry.n for entry in recording.entries)]
    for before, after in pairwise(film.moments):
        assert after.start == pytest.approx(before.end)
    assert film.duration == pytest.approx(film.moments[-1].end)


def test_beats_fill_their_moment(recording: Recording) -> None:
    for moment in timeline(recording).moments:
        assert moment.beats[0].start == 0.0
        assert sum(beat.duration for beat in moment.beats) == pytest.approx(moment.duration)


def test_every_time_has_its_moment(worked: Recording) -> None:
    film = timeline(worked)
    assert film.at(-5.0) == (film.moments[0], 0.0)
    last, elapsed = film.at(film.duration + 5.0)
    assert last.index == len(worked.entries) - 1
    assert elapsed == pytest.approx(last.duration)
    for moment in film.moments:
        if moment.duration > 0:
            assert film.at(moment.start + moment.duration / 2)[0] is moment


def test_stepping_passes_over_bookkeeping(worked: Recording) -> None:
    film = timeline(worked)
    ended = next(each for each in film.moments if type(worked.entries[each.index].event).__name__ == "PhaseEnded")
    assert ended.quiet
    before, after = film.moments[ended.n - 1], film.moments[ended.n + 1]
    assert film.after(before.start) is after
    assert film.before(after.start) is before


def test_stepping_stops_at_both_ends(worked: Recording) -> None:
    film = timeline(worked)
    assert film.before(0.0) is film.moments[0]
    assert film.after(film.duration) is film.moments[-1]


def test_an_expulsion_is_told_in_beats(worked: Recording) -> None:
    names = _beats(timeline(worked), 15)
    assert names == ["line", "carry", "slide", "hop 0", "rest"]


def test_an_expulsion_to_the_edge_comes_back_from_it() -> None:
    assert _beats(timeline(edge_case()), 6) == ["line", "carry", "slide", "edge", "rest"]


def test_dice_that_tied_are_thrown_again_first() -> None:
    tied = throw((1, 6), (1.0, 1.0), (2.0, 2.0), rerolls=((3, 3), (5, 5)))
    film = timeline(recording(table("Ties", (10, 10), [unit("A", "Red", 1)]), [tied]))
    assert _beats(film, 1) == ["again", "again/2", "tumble", "show"]


def test_an_event_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no event 99; the last is 6"):
        timeline(edge_case()).of_event(99)


def test_nothing_happened() -> None:
    film = timeline(recording(table("Empty", (10, 10), []), []))
    assert [each.n for each in film.moments] == [0]
    assert film.at(3.0)[0].kind == "opening"


def _beats(film: Timeline, n: int) -> list[str]:
    return [beat.name for beat in film.of_event(n).beats]
