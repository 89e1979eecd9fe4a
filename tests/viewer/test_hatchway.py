"""Hatchways on the table: open and closed look different, and what is done to one is shown and told."""

from __future__ import annotations

from pathlib import Path

from battlefield.battle import run
from battlefield.events.core import HatchwayOperated
from battlefield.recording import Recording
from battlefield.scenario.load import load
from battlefield.viewer.drawing import Stroke, Text
from battlefield.viewer.html import html
from battlefield.viewer.options import Hover, ViewOptions
from battlefield.viewer.scene import colours_of, scene_of_event
from battlefield.viewer.scene_board import ground, hatchways
from battlefield.viewer.scene_hover import hover_items
from battlefield.viewer.story import caption

SCENARIOS = Path(__file__).resolve().parent.parent.parent / "scenarios"


def recorded(name: str) -> Recording:
    fought = run(load(SCENARIOS / f"{name}.toml"))
    return fought.recording


def attempts(recording: Recording) -> list[int]:
    return [k for k, each in enumerate(recording.entries) if isinstance(each.event, HatchwayOperated)]


def test_core_hatchway__open_is_dashed_and_closed_is_barred() -> None:
    recording = recorded("hatchway")
    closed, open_ = hatchways(recording.table), hatchways(recording.state)
    assert [each.dash for each in closed if isinstance(each, Stroke)] == [()]
    assert [each.dash for each in open_ if isinstance(each, Stroke)] == [(6.0, 4.0)]
    assert len(closed) == len(open_) + 1  # the bars
    walls = [
        each
        for each in ground(recording.table, 40.0, colours_of(recording.table))
        if isinstance(each, Stroke) and each.closed
    ]
    assert len(walls) == 2


def test_core_hatchway__the_attempts_have_captions() -> None:
    recording = recorded("hatchway")
    first, second = attempts(recording)
    said = caption(recording, first)
    assert (said.headline, said.rule) == ("Hatch stays closed", "core.hatchway")
    assert said.sentence == "Breacher would open it; Warden prevents it, 7 against 6."
    assert caption(recording, second).headline == "Breacher opens Hatch"
    assert caption(recording, second).sentence == "Warden opposes: 9 against 6."


def test_core_hatchway__the_picture_says_how_it_stands() -> None:
    recording = recorded("hatchway")
    for index, words in zip(attempts(recording), ("Hatch stays closed", "Hatch is open"), strict=True):
        scene = scene_of_event(recording, recording.entries[index].n, ViewOptions())
        texts = [item.text for layer in scene.layers for item in layer.items if isinstance(item, Text)]
        assert words in texts


def test_core_hatchway__the_page_draws_it_as_it_stands() -> None:
    assert "stroke-dasharray" in html(recorded("hatchway"))


def test_a15__the_tape_under_the_pointer_goes_round_the_wall() -> None:
    from battlefield.asking import measure

    state = recorded("round-a-wall").states[-1]
    hover = Hover("Boarders/1", "Wardens/1", measure(state, "Boarders", "Wardens"))
    lines = [each.points for each in hover_items(state, hover, 40.0) if isinstance(each, Stroke)]
    assert all(line[1:-1] == ((11.0, 11.702787), (12.0, 11.702787)) for line in lines)
