"""The palette, the chapters and the filter: what is typed, and what comes of it."""

from __future__ import annotations

import pytest
from viewer.test_window_input import Seen, click, controls_of

from battlefield.events.core import ModelMoved
from battlefield.recording import Recording
from battlefield.viewer.chapters import chapter_at, chapters, neighbour
from battlefield.viewer.drawing import Text, Widget
from battlefield.viewer.filtering import concerned, filtered
from battlefield.viewer.options import NARROW
from battlefield.viewer.scene import film_of
from battlefield.viewer.window_input import Controls


def typed(controls: Controls, text: str) -> None:
    """As a window tells of it: letters are keys and texts, signs are texts."""
    for letter in text:
        if letter.isalnum():
            controls.key(letter.upper())
        controls.text(letter)


def said(controls: Controls, layer: str) -> list[str]:
    found = [each for each in controls.scene().layers if each.name == layer]
    return [item.text for each in found for item in each.items if isinstance(item, Text)]


def widgets(controls: Controls, name: str) -> list[Widget]:
    return [each for each in controls.scene().widgets if each.name == name]


# --- the palette ---


@pytest.mark.parametrize("opens", [":", "Ctrl+P"])
def test_the_palette_finds_a_command_shows_its_keys_and_runs_it(worked: Recording, opens: str) -> None:
    controls, seen = controls_of(worked)
    assert controls.text(opens) if opens == ":" else controls.key(opens)
    assert "a command, a model, the number of an event" in said(controls, "palette")
    typed(controls, "1 rings")
    assert "1″ rings of every model" in said(controls, "palette")
    assert "R" in said(controls, "palette"), "the key stands beside it"
    assert controls.options.rings, "typed letters are no keys"
    controls.key("Enter")
    assert seen.last == ("toggle", {"what": "rings", "shown": False})
    assert not said(controls, "palette")
    assert not controls.typing


def test_the_arrows_go_round_the_palette_and_escape_puts_it_away(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.text(":")
    typed(controls, "event")
    rows = [each.value for each in widgets(controls, "choose")]
    assert len(rows) >= 3
    controls.key("Up")
    controls.key("Down")
    controls.key("Down")
    second = controls.commands.matching("event")[1]
    controls.key("Enter")
    assert ("chosen", {"what": second.says[0].upper() + second.says[1:]}) in seen
    controls.text(":")
    controls.key("Escape")
    assert not said(controls, "palette")
    assert not controls.quit
    controls.text(":")
    controls.key("Backspace")
    typed(controls, "zzz")
    assert said(controls, "palette") == ["0", "zzz", "no command, thing or event is called so"]
    controls.key("Enter")
    controls.key("Ctrl+Backspace")
    assert "Play, pause" in said(controls, "palette")


def test_a_number_is_an_event_and_a_name_is_a_thing_to_choose(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.text(":")
    typed(controls, "23")
    controls.key("Enter")
    assert seen.last[0] == "jump"
    assert controls.moment.n == 23
    controls.text(":")
    typed(controls, "striders/3")
    controls.key("Enter")
    assert controls.anchor == "Striders/3"


def test_what_is_barred_stands_in_the_palette_with_its_reason(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.text(":")
    typed(controls, "choose nothing")
    assert "choose something first, with a click or Tab and Enter" in said(controls, "palette")
    controls.key("Enter")
    assert controls.options.message == "choose something first, with a click or Tab and Enter"


def test_the_palette_answers_clicks_and_keeps_them_from_the_table(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.text(":")
    typed(controls, "faster")
    click(controls, *widgets(controls, "choose")[0].rect.centre)
    assert seen.last == ("speed", {"speed": 2.0})
    controls.text(":")
    controls.wheel(-1, 400, 300)
    click(controls, 40, 600)
    assert seen.last == ("palette", {"shown": False})
    assert (controls.options.zoom, controls.anchor) == (1.0, None)


@pytest.mark.parametrize("size", [(1600, 900), (1280, 720), (640, 420)])
def test_the_palette_stays_within_the_window(worked: Recording, size: tuple[int, int]) -> None:
    controls, _ = controls_of(worked)
    controls.resize(*size)
    controls.text(":")
    for _ in range(9):
        controls.key("Down")
    layer = next(each for each in controls.scene().layers if each.name == "palette")
    for each in layer.items:
        if isinstance(each, Text):
            left = each.at[0] + each.middle - each.width / 2
            assert left > 0
            assert left + each.width < size[0]
            assert 0 < each.at[1] < size[1]


# --- chapters ---


def test_chapters_begin_with_the_phases_and_count_what_is_worth_a_stop(worked: Recording) -> None:
    film = film_of(worked)
    every = chapters(film)
    assert every[0].title == "Setting up"
    assert [each.moment.start for each in every] == sorted(each.moment.start for each in every)
    assert len({each.title for each in every}) == len(every)
    begun = [each for each in every if each.round]
    assert [each.round for each in begun] == sorted({each.round for each in begun}), "a round begins once"
    stops = [each for each in film.moments if each.n > 0 and not each.quiet and each.part == 0]
    heads = [each.moment for each in every if each.moment.n > 0]
    assert sum(each.events for each in every) == len(stops) - len([each for each in heads if each in stops])


def test_from_within_a_chapter_back_is_first_to_its_own_beginning(worked: Recording) -> None:
    every = chapters(film_of(worked))
    second, third = every[1], every[2]
    assert neighbour(every, second.moment.start, 1) is third
    assert neighbour(every, third.moment.start, -1) is second
    later = (third.moment.end + (every[3].moment.start if len(every) > 3 else film_of(worked).duration)) / 2
    assert neighbour(every, later, -1) is third
    assert neighbour(every, 0.0, -1) is every[0]
    assert neighbour(every, film_of(worked).duration, 1) is every[-1]
    assert chapter_at(every, second.moment.start) == 1


def test_keys_marks_and_the_list_go_to_a_chapter(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    every = chapters(controls.film)
    controls.key("PageDown")
    assert seen.last[0] == "chapter"
    assert controls.moment.n == every[1].moment.n
    controls.key("PageUp")
    assert controls.moment.n == every[0].moment.n
    marks = widgets(controls, "chapter")
    click(controls, *marks[0].rect.centre)
    assert controls.moment.n == next(each.moment.n for each in every if each.round)
    controls.key("J")
    rows = said(controls, "chapters")
    assert every[-1].title in rows
    typed(controls, every[-1].title.split(" · ")[-1])
    controls.key("Enter")
    assert seen.last[0] == "chapter"


# --- the filter ---


def test_a_filter_finds_names_rules_and_words_and_says_where_to_look(worked: Recording) -> None:
    def passing(text: str) -> set[int]:
        return set(filtered(worked, text, False).passing)

    every = range(len(worked.entries))
    assert passing("") == set(every)
    named = {index for index in every if "Striders" in concerned(worked.entries[index].event, worked.states[index + 1])}
    assert passing("unit:striders") == named
    assert named <= passing("striders")
    moved = {index for index in every if isinstance(worked.entries[index].event, ModelMoved)}
    rule = worked.entries[min(moved)].event.rule
    assert {index for index in every if worked.entries[index].event.rule == rule} <= passing(f"rule:{rule}")
    assert passing("unit:striders rule:move") == passing("unit:striders") & passing("rule:move"), "every word"
    assert passing("no such thing") == set()


def test_steps_go_over_what_passes_and_the_list_shows_nothing_else(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.text("/")
    typed(controls, "artifact")
    assert controls.options.filter is not None
    assert controls.options.filter.typing
    assert controls.options.labels, "typed letters are no keys"
    controls.key("Enter")
    assert seen.last[0] == "filter"
    assert seen.last[1]["text"] == "artifact"
    sieve = controls.options.filter
    assert sieve is not None
    stops = [each.n for each in controls.film.moments if each.index in sieve.passing and not each.quiet]
    walked = []
    for _ in stops:
        controls.key("Right")
        walked.append(controls.moment.n)
    assert list(dict.fromkeys(walked)) == list(dict.fromkeys(stops))
    controls.key("Right")
    assert controls.moment.n == stops[-1], "past the last that passes there is no step"
    listed = {each.value for each in widgets(controls, "event")}
    assert listed <= set(stops)
    controls.escape()
    assert controls.options.filter is None
    assert not controls.quit


def test_a_filter_nothing_passes_says_so_and_backspace_widens_it(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.text("/")
    typed(controls, "stridersq")
    assert "No event passes." in said(controls, "events")
    controls.key("Backspace")
    assert "No event passes." not in said(controls, "events")
    controls.key("Down")
    assert controls.moment.n > 0, "stepping while one types"
    controls.key("Escape")
    assert controls.options.filter is None
    assert not controls.typing
    controls.key("Ctrl+Backspace")
    assert controls.options.message == "the events are not filtered"


def test_without_a_panel_the_filter_is_typed_over_the_table(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.resize(NARROW - 40, 500)
    controls.text("/")
    typed(controls, "ark")
    assert said(controls, "filter")[-1].startswith("ark") or "ark" in said(controls, "filter")
    controls.press(300, 300)
    controls.release(300, 300)
    assert not controls.typing, "whoever presses something else has typed enough"
    assert controls.options.filter is not None


def test_the_heading_of_the_list_begins_a_filter(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    click(controls, *widgets(controls, "replay.filter")[0].rect.centre)
    assert seen.last == ("filter", {"typing": True})
    assert isinstance(seen, Seen)
